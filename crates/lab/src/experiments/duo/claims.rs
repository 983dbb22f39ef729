//! What the paper says about its Figures 3 and 4, and whether the records of a run bear it out.
//!
//! Nothing here knows an answer: a verdict is worked out from the records each time a page is made.

use super::{Algorithm, Plot, average};
use crate::{Record, number};

/// A sentence of the paper as a question to the records.
pub(super) struct Claim {
    words: &'static str,
    /// Which of the two plots it is about; all points of both where there is none.
    plot: Option<usize>,
    asks: Asks,
}

enum Asks {
    /// At the largest value, the first one takes least of this.
    Least(&'static str, Algorithm, &'static [Algorithm]),
    /// The second takes more of this than the first, by a factor that grows with the value.
    Growing(&'static str, Algorithm, Algorithm),
    /// There are values at which the first is faster than the second, and the last one is among them.
    Degrades(Algorithm, Algorithm),
    /// At most points the first one has fewest visits and nodes.
    Mostly(Algorithm, &'static [Algorithm]),
    /// At the largest value, at least so many times fewer visits than each of these, and the least time.
    Beyond(Algorithm, &'static [(Algorithm, f64)]),
}

use Algorithm::{Ab, Abc, Abd, Mmc, Probing};

pub(super) const PER_FIGURE_3: &[Claim] = &[
    Claim {
        words: "on random graphs it is most efficient to cut and to store two bounds",
        plot: Some(0),
        asks: Asks::Least("seconds", Abd, &[Ab, Abc, Mmc]),
    },
    Claim {
        words: "on random graphs the gain of ABD over AB is exponential in the branching factor",
        plot: Some(0),
        asks: Asks::Growing("seconds", Abd, Ab),
    },
    Claim {
        words: "and so is its gain over ABC, which caches exact values only",
        plot: Some(0),
        asks: Asks::Growing("seconds", Abd, Abc),
    },
    Claim { words: "AB is exponentially worse on racing", plot: Some(1), asks: Asks::Growing("visits", Abd, Ab) },
    Claim { words: "so is ABC", plot: Some(1), asks: Asks::Growing("visits", Abd, Abc) },
    Claim {
        words: "ABD is better than MMC on racing when the branching factor is high",
        plot: Some(1),
        asks: Asks::Least("seconds", Abd, &[Mmc]),
    },
    Claim {
        words: "in most experiments ABD explores and visits the fewest nodes",
        plot: None,
        asks: Asks::Mostly(Abd, &[Ab, Abc, Mmc]),
    },
    Claim {
        words: "(ours) ABD that probes its cache first needs 20 times fewer visits than MMC and 60 times fewer than AB, and is \
                the fastest",
        plot: Some(0),
        asks: Asks::Beyond(Probing, &[(Mmc, 20.0), (Ab, 60.0), (Abc, 1.0), (Abd, 1.0)]),
    },
];

pub(super) const PER_FIGURE_4: &[Claim] = &[
    Claim {
        words: "on families not caching at all is fastest",
        plot: Some(0),
        asks: Asks::Least("seconds", Ab, &[Abc, Abd]),
    },
    Claim {
        words: "in numbers of visits the curves are reversed: ABD has fewest",
        plot: Some(0),
        asks: Asks::Least("visits", Abd, &[Ab, Abc]),
    },
    Claim {
        words: "on racing with large decks cutting degrades performance",
        plot: Some(1),
        asks: Asks::Degrades(Mmc, Abd),
    },
    Claim {
        words: "in most experiments ABD explores and visits the fewest nodes",
        plot: None,
        asks: Asks::Mostly(Abd, &[Ab, Abc, Mmc]),
    },
];

impl Claim {
    /// One sentence: the claim, whether it holds, and the figures.
    pub(super) fn verdict(&self, plots: &[Plot; 2], records: &[Record]) -> String {
        let found = match (&self.asks, self.plot) {
            (Asks::Mostly(first, others), _) => mostly(plots, records, *first, others),
            (asks, plot) => {
                let measured = Measured { plot: &plots[plot.unwrap_or(0)], records };
                match asks {
                    Asks::Least(what, first, others) => measured.least(what, *first, others),
                    Asks::Growing(what, first, second) => measured.growing(what, *first, *second),
                    Asks::Degrades(first, second) => measured.degrades(*first, *second),
                    Asks::Beyond(first, others) => measured.beyond(*first, others),
                    Asks::Mostly(..) => None,
                }
            }
        };
        match found {
            None => format!("Claim: {}. It was not measured.", self.words),
            Some((true, figures)) => format!("Claim: {}. It holds: {figures}.", self.words),
            Some((false, figures)) => format!("Claim: {}. It does not hold here: {figures}.", self.words),
        }
    }
}

/// The records of one plot.
struct Measured<'m> {
    plot: &'m Plot,
    records: &'m [Record],
}

type Found = Option<(bool, String)>;

impl Measured<'_> {
    fn at(&self, value: u64, algorithm: Algorithm, what: &str) -> Option<f64> {
        average(self.records, self.plot, value, algorithm, what)
    }

    /// The values at which all of these were measured.
    fn common(&self, algorithms: &[Algorithm]) -> Vec<u64> {
        let all = |value: &u64| algorithms.iter().all(|&algorithm| self.at(*value, algorithm, "visits").is_some());
        self.plot.values.iter().copied().filter(all).collect()
    }

    fn least(&self, what: &str, first: Algorithm, others: &[Algorithm]) -> Found {
        let value = *self.common(&[&[first], others].concat()).last()?;
        let of = self.at(value, first, what)?;
        let others: Vec<(Algorithm, f64)> =
            others.iter().map(|&other| Some((other, self.at(value, other, what)?))).collect::<Option<_>>()?;
        let shown: Vec<String> = others.iter().map(|&(other, much)| said(other, much, what)).collect();
        let mut figures = format!("at {} = {value}, {}, {}", self.plot.varies, said(first, of, what), shown.join(", "));
        if what == "seconds" {
            let all = [&[first], others.iter().map(|other| other.0).collect::<Vec<_>>().as_slice()].concat();
            figures += &self.an_operation(value, &all)?;
        }
        Some((others.iter().all(|&(_, much)| of < much), figures))
    }

    fn growing(&self, what: &str, first: Algorithm, second: Algorithm) -> Found {
        let values = self.common(&[first, second]);
        let (&least, &most) = (values.first()?, values.last()?);
        let ratio = |value| Some(self.at(value, second, what)? / self.at(value, first, what)?);
        let (start, end) = (ratio(least)?, ratio(most)?);
        if least == most {
            return None;
        }
        let step = (end / start).powf(1.0 / (most - least) as f64);
        let figures = format!(
            "{} takes {:.2} times the {what} of {} at {} = {least} and {:.2} times at {most}, a factor of {step:.2} a step",
            second.name(),
            start,
            first.name(),
            self.plot.varies,
            end
        );
        Some((end > 1.0 && step > 1.0, figures))
    }

    fn degrades(&self, first: Algorithm, second: Algorithm) -> Found {
        let values = self.common(&[first, second]);
        let time = |value: u64, algorithm| self.at(value, algorithm, "seconds");
        let faster = |value: &u64| time(*value, first) < time(*value, second);
        let where_faster: Vec<u64> = values.iter().copied().filter(faster).collect();
        let last = *values.last()?;
        let list = where_faster.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let list = if list.is_empty() { "no measured value".to_owned() } else { list };
        let figures = format!(
            "{} is faster than {} at {} = {list}; at {last}, {}, {}; {} and {} visits{}",
            first.name(),
            second.name(),
            self.plot.varies,
            said(first, self.at(last, first, "seconds")?, "seconds"),
            said(second, self.at(last, second, "seconds")?, "seconds"),
            number::grouped(self.at(last, first, "visits")?),
            number::grouped(self.at(last, second, "visits")?),
            self.an_operation(last, &[first, second])?,
        );
        Some((where_faster.contains(&last), figures))
    }

    /// The lattice operations of each, and what one takes with all that goes with it (positions, caches): where this is far
    /// more than an operation alone, times follow visits rather than operations.
    fn an_operation(&self, value: u64, algorithms: &[Algorithm]) -> Option<String> {
        let one = |&algorithm: &Algorithm| {
            let operations = self.at(value, algorithm, "operations")?;
            let nanoseconds = 1e9 * self.at(value, algorithm, "seconds")? / operations;
            Some(format!("{} {} at {nanoseconds:.0} ns", algorithm.name(), number::grouped(operations)))
        };
        let all = algorithms.iter().map(one).collect::<Option<Vec<_>>>()?;
        Some(format!(" (lattice operations, with all that goes with one: {})", all.join(", ")))
    }

    fn beyond(&self, first: Algorithm, others: &[(Algorithm, f64)]) -> Found {
        let algorithms: Vec<Algorithm> = others.iter().map(|other| other.0).chain([first]).collect();
        let value = *self.common(&algorithms).last()?;
        let (visits, seconds) = (self.at(value, first, "visits")?, self.at(value, first, "seconds")?);
        let (mut holds, mut shown) = (true, Vec::new());
        for &(other, least) in others {
            let (more, slower) =
                (self.at(value, other, "visits")? / visits, self.at(value, other, "seconds")? / seconds);
            holds &= more >= least && slower > 1.0;
            shown.push(format!("{} {more:.1} times the visits and {slower:.2} times the time", other.name()));
        }
        let of = format!("{} visits and {:.1} ms", number::grouped(visits), 1e3 * seconds);
        Some((holds, format!("at {} = {value} it takes {of}; {}", self.plot.varies, shown.join(", "))))
    }
}

fn mostly(plots: &[Plot; 2], records: &[Record], first: Algorithm, others: &[Algorithm]) -> Found {
    let (mut points, mut by_visits, mut by_nodes) = (0u32, 0u32, 0u32);
    for plot in plots {
        let measured = Measured { plot, records };
        for &value in plot.values {
            let fewest = |what: &str| {
                let of = measured.at(value, first, what)?;
                let mut others = others.iter().filter_map(|&other| measured.at(value, other, what));
                Some(others.all(|many| of <= many))
            };
            points += u32::from(fewest("visits").is_some());
            by_visits += u32::from(fewest("visits") == Some(true));
            by_nodes += u32::from(fewest("nodes") == Some(true));
        }
    }
    let figures = format!("fewest visits at {by_visits} and fewest nodes at {by_nodes} of {points} points");
    (points > 0).then_some((2 * by_visits > points && 2 * by_nodes > points, figures))
}

/// An algorithm with what it took.
fn said(algorithm: Algorithm, much: f64, what: &str) -> String {
    match what {
        "seconds" => format!("{} takes {} s", algorithm.name(), number::significant(much, 3)),
        _ => format!("{} takes {} {what}", algorithm.name(), number::grouped(much)),
    }
}
