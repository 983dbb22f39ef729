//! What the paper says about its Figures 3 and 4, as it is worded, and whether the records of a run bear it out.
//!
//! Nothing here knows an answer: a verdict is worked out from the records each time a page is made. Two algorithms are compared
//! instance by instance, and tie where the 95% interval of the geometric mean of their ratios contains 1.

use super::{Algorithm, Measured, Plot};
use crate::statistics::{geometric_interval, paired_ratios};
use crate::{Record, number};

/// A sentence of the paper as a question to the records.
pub(super) struct Claim {
    words: &'static str,
    /// Which of the two plots it is about; both where there is none.
    plot: Option<usize>,
    asks: Asks,
}

enum Asks {
    /// At every point, each takes less of this than the one after it.
    Ordered(&'static [&'static str], &'static [Algorithm]),
    /// At more than half of the points the first takes less of these than each other; how often by more than twice is told.
    Fewest(&'static [&'static str], Algorithm, &'static [Algorithm]),
    /// The second takes more of this than the first at the largest value, by a factor that grew since the smallest.
    Growing(&'static str, Algorithm, &'static [Algorithm]),
    /// The first takes less of this than each other at the largest value that all have.
    LeastAtLast(&'static str, Algorithm, &'static [Algorithm]),
    /// There is a point at which the first is faster than the second.
    Somewhere(Algorithm, Algorithm),
    /// At the largest value, how many times more of these the others take. Ours, so only told.
    Times(&'static [&'static str], Algorithm, &'static [Algorithm]),
}

use Algorithm::{Ab, Abc, Abd, Known, Mmc, Probing};

/// "Intuitively, we expect ABD to be better than ABC, ABC to be better than MMC, and MMC to be better than AB."
const EXPECTED: &[Algorithm] = &[Abd, Abc, Mmc, Ab];

const ORDERED: Claim = Claim {
    words: "\u{201c}in most experiments, the numbers of nodes explored and visited by each method are ordered as expected\u{201d} \
            (ABD < ABC < MMC < AB)",
    plot: None,
    asks: Asks::Ordered(&["visits", "nodes"], EXPECTED),
};

const FEWEST: Claim = Claim {
    words: "\u{201c}for these metrics, ABD is most of the time better, and often much better, than the other three\u{201d}",
    plot: None,
    asks: Asks::Fewest(&["visits", "nodes"], Abd, &[Ab, Abc, Mmc]),
};

pub(super) const PER_FIGURE_3: &[Claim] = &[
    Claim {
        words: "\u{201c}it is more efficient to cache bounds, even more to perform cuts, and still more to compute and store two \
                bounds per node\u{201d} (in time, ABD < ABC < MMC < AB), random graphs",
        plot: Some(0),
        asks: Asks::Ordered(&["seconds"], EXPECTED),
    },
    Claim { words: "the same, racing", plot: Some(1), asks: Asks::Ordered(&["seconds"], EXPECTED) },
    Claim {
        words: "\u{201c}On the top plot, the gain of using ABD is exponential: with the branching factor increasing, ABD gets a \
                better advantage\u{201d}",
        plot: Some(0),
        asks: Asks::Growing("seconds", Abd, &[Ab, Abc, Mmc]),
    },
    Claim {
        words: "\u{201c}On the bottom plot, ABC and AB (not represented) are exponentially worse\u{201d}",
        plot: Some(1),
        asks: Asks::Growing("seconds", Abd, &[Abc, Ab]),
    },
    Claim {
        words: "\u{201c}and ABD is better than MMC when the branching factor is high\u{201d}",
        plot: Some(1),
        asks: Asks::LeastAtLast("seconds", Abd, &[Mmc]),
    },
    ORDERED,
    FEWEST,
    Claim {
        words: "(ours) what refining by all that is known, and probing, save on random graphs",
        plot: Some(0),
        asks: Asks::Times(&["visits", "looks", "seconds"], Probing, &[Mmc, Ab, Abc, Abd, Known]),
    },
];

pub(super) const PER_FIGURE_4: &[Claim] = &[
    Claim {
        words: "\u{201c}On the top plot, not caching results at all turns out to be better\u{201d}",
        plot: Some(0),
        asks: Asks::LeastAtLast("seconds", Ab, &[Abc, Mmc, Abd]),
    },
    Claim {
        words: "\u{201c}the curves are reversed for this metrics\u{201d} (visits and nodes: ABD < ABC < AB)",
        plot: Some(0),
        asks: Asks::Ordered(&["visits", "nodes"], &[Abd, Abc, Ab]),
    },
    Claim {
        words: "\u{201c}On the bottom plot, it turns out that sometimes alpha-beta pruning even degrades performance\u{201d}",
        plot: Some(1),
        asks: Asks::Somewhere(Mmc, Abd),
    },
    ORDERED,
    FEWEST,
];

impl Claim {
    /// The claim, whether it holds, and the figures.
    pub(super) fn verdict(&self, plots: &[Plot; 2], records: &[Record]) -> String {
        let about: Vec<Measured<'_>> = match self.plot {
            Some(place) => vec![Measured { plot: &plots[place], records }],
            None => plots.iter().map(|plot| Measured { plot, records }).collect(),
        };
        let found = match &self.asks {
            Asks::Ordered(metrics, order) => ordered(&about, metrics, order),
            Asks::Fewest(metrics, first, others) => fewest(&about, metrics, *first, others),
            Asks::Growing(what, first, others) => about[0].growing(what, *first, others),
            Asks::LeastAtLast(what, first, others) => about[0].least_at_last(what, *first, others),
            Asks::Somewhere(first, second) => about[0].somewhere(*first, *second),
            Asks::Times(metrics, first, others) => about[0].times(metrics, *first, others),
        };
        match found {
            None => format!("Claim: {}. It was not measured.", self.words),
            Some((Verdict::Holds, figures)) => format!("Claim: {}. It holds: {figures}.", self.words),
            Some((Verdict::Mostly, figures)) => {
                format!("Claim: {}. It holds at most points, not at all: {figures}.", self.words)
            }
            Some((Verdict::Fails, figures)) => format!("Claim: {}. It does not hold here: {figures}.", self.words),
            Some((Verdict::Ties, figures)) => {
                format!("Claim: {}. Undecided, since too much ties: {figures}.", self.words)
            }
            Some((Verdict::Told, figures)) => format!("Told: {}: {figures}.", self.words),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Holds,
    Mostly,
    Fails,
    Ties,
    /// Nobody claimed it.
    Told,
}

impl Verdict {
    /// Of points at which it holds, and at which it does not; at the others it is a tie.
    fn of(holds: u32, against: u32, all: u32) -> Self {
        match holds {
            _ if holds == all => Self::Holds,
            _ if 2 * holds > all => Self::Mostly,
            _ if 2 * against > all => Self::Fails,
            _ => Self::Ties,
        }
    }
}

type Found = Option<(Verdict, String)>;

/// How two algorithms compare at a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    Less,
    Tie,
    More,
}

impl Measured<'_> {
    /// How many times as much the second takes: the geometric mean over instances with its 95% interval.
    fn ratio(&self, value: u64, what: &str, first: Algorithm, second: Algorithm) -> Option<(f64, f64, f64)> {
        let (first, second) = (self.sample(value, first, what), self.sample(value, second, what));
        let ratios = paired_ratios(&second, &first).filter(|ratios| !ratios.is_empty())?;
        match ratios[..] {
            // One run tells nothing about how much runs differ.
            [one] => Some((one, 0.0, f64::INFINITY)),
            _ => geometric_interval(&ratios),
        }
    }

    fn compared(&self, value: u64, what: &str, first: Algorithm, second: Algorithm) -> Option<Compared> {
        let (_, low, high) = self.ratio(value, what, first, second)?;
        Some(if low > 1.0 {
            Compared::Less
        } else if high < 1.0 {
            Compared::More
        } else {
            Compared::Tie
        })
    }

    /// The values at which both were measured.
    fn common(&self, what: &str, first: Algorithm, second: Algorithm) -> Vec<u64> {
        let both =
            |value: &u64| self.average(*value, first, what).is_some() && self.average(*value, second, what).is_some();
        self.values().into_iter().filter(both).collect()
    }

    fn growing(&self, what: &str, first: Algorithm, others: &[Algorithm]) -> Found {
        let (mut holds, mut measured, mut shown) = (0, false, Vec::new());
        for &other in others {
            let values = self.common(what, first, other);
            let [least, .., most] = values[..] else {
                shown.push(format!("{} was not measured at two values", other.name()));
                continue;
            };
            measured = true;
            let ((start, ..), (end, low, _)) =
                (self.ratio(least, what, first, other)?, self.ratio(most, what, first, other)?);
            let step = (end / start).powf(1.0 / (most - least) as f64);
            // More of it at the end, beyond doubt, and a factor that grew on the way.
            holds += u32::from(low > 1.0 && step > 1.0);
            let varies = self.plot.varies;
            shown.push(format!(
                "{} takes {start:.2} times the {what} of {} at {varies} = {least} and {end:.2} times at {most}, a factor of {step:.2} a step",
                other.name(),
                first.name(),
            ));
        }
        let all = others.len() as u32;
        measured.then(|| (if holds == all { Verdict::Holds } else { Verdict::Fails }, shown.join("; ")))
    }

    fn least_at_last(&self, what: &str, first: Algorithm, others: &[Algorithm]) -> Found {
        let all = |value: &u64| others.iter().all(|&other| self.compared(*value, what, first, other).is_some());
        let value = self.values().into_iter().rfind(all)?;
        let compared: Vec<Compared> =
            others.iter().filter_map(|&other| self.compared(value, what, first, other)).collect();
        let verdict = match compared {
            _ if compared.contains(&Compared::More) => Verdict::Fails,
            _ if compared.contains(&Compared::Tie) => Verdict::Ties,
            _ => Verdict::Holds,
        };
        let everybody = [&[first], others].concat();
        let shown: Option<Vec<String>> = everybody.iter().map(|&one| self.said(value, one, what)).collect();
        let mut figures = format!("at {} = {value}, {}", self.plot.varies, shown?.join(", "));
        if what == "seconds" {
            figures += &self.an_operation(value, &everybody).unwrap_or_default();
        }
        Some((verdict, figures))
    }

    fn somewhere(&self, first: Algorithm, second: Algorithm) -> Found {
        let values = self.common("seconds", first, second);
        let last = *values.last()?;
        let faster: Vec<String> = values
            .iter()
            .filter(|&&value| self.compared(value, "seconds", first, second) == Some(Compared::Less))
            .map(u64::to_string)
            .collect();
        let list = if faster.is_empty() { "no measured value".to_owned() } else { faster.join(", ") };
        let figures = format!(
            "{} is faster than {} at {} = {list} of {} values; at {last}, {}, {}{}",
            first.name(),
            second.name(),
            self.plot.varies,
            values.len(),
            self.said(last, first, "seconds")?,
            self.said(last, second, "seconds")?,
            self.an_operation(last, &[first, second]).unwrap_or_default(),
        );
        Some((if faster.is_empty() { Verdict::Fails } else { Verdict::Holds }, figures))
    }

    fn times(&self, metrics: &[&str], first: Algorithm, others: &[Algorithm]) -> Found {
        let measured = |value: &u64| self.average(*value, first, metrics[0]).is_some();
        let value = self.values().into_iter().rfind(measured)?;
        let mut shown = Vec::new();
        for &other in others {
            let each = metrics.iter().filter_map(|what| {
                let (more, low, high) = self.ratio(value, what, first, other)?;
                Some(format!("{more:.2} ({low:.2} to {high:.2}) times the {what}"))
            });
            let each: Vec<String> = each.collect();
            if !each.is_empty() {
                shown.push(format!("{} takes {}", other.name(), each.join(", ")));
            }
        }
        Some((
            Verdict::Told,
            format!("at {} = {value}, beside {}, {}", self.plot.varies, first.name(), shown.join("; ")),
        ))
    }

    /// The lattice operations of each, and what one takes with all that goes with it (positions, caches): where this is far
    /// more than an operation alone, times follow visits rather than operations.
    fn an_operation(&self, value: u64, algorithms: &[Algorithm]) -> Option<String> {
        let one = |&algorithm: &Algorithm| {
            let operations = self.average(value, algorithm, "operations")?;
            let nanoseconds = 1e9 * self.average(value, algorithm, "seconds")? / operations;
            Some(format!("{} {} at {nanoseconds:.0} ns", algorithm.name(), number::grouped(operations)))
        };
        let all = algorithms.iter().map(one).collect::<Option<Vec<_>>>()?;
        Some(format!(" (lattice operations, with all that goes with one: {})", all.join(", ")))
    }

    /// An algorithm with what it took.
    fn said(&self, value: u64, algorithm: Algorithm, what: &str) -> Option<String> {
        let much = self.average(value, algorithm, what)?;
        Some(match what {
            "seconds" => format!("{} takes {} s", algorithm.name(), number::significant(much, 3)),
            _ => format!("{} takes {} {what}", algorithm.name(), number::grouped(much)),
        })
    }
}

/// At how many points the whole order holds, and each of its steps.
fn ordered(about: &[Measured<'_>], metrics: &[&str], order: &[Algorithm]) -> Found {
    let (mut shown, mut holds, mut against, mut all) = (Vec::new(), 0, 0, 0);
    for what in metrics {
        let (mut whole, mut points) = (0, 0);
        let mut steps = vec![[0u32; 3]; order.len() - 1];
        for measured in about {
            for value in measured.values() {
                let found: Vec<Option<Compared>> =
                    order.windows(2).map(|pair| measured.compared(value, what, pair[0], pair[1])).collect();
                for (step, compared) in steps.iter_mut().zip(&found) {
                    match compared {
                        Some(Compared::Less) => step[0] += 1,
                        Some(Compared::Tie) => step[1] += 1,
                        Some(Compared::More) => step[2] += 1,
                        None => {}
                    }
                }
                let measured_all = found.iter().all(Option::is_some);
                points += u32::from(measured_all);
                against += u32::from(measured_all && found.contains(&Some(Compared::More)));
                whole += u32::from(found.iter().all(|compared| *compared == Some(Compared::Less)));
            }
        }
        let of_pair = |(pair, step): (&[Algorithm], &[u32; 3])| {
            let [less, ties, more] = step;
            let tied = if *ties == 0 { String::new() } else { format!(", {ties} ties") };
            format!("{} < {} at {less} of {}{tied}", pair[0].name(), pair[1].name(), less + ties + more)
        };
        let each: Vec<String> = order.windows(2).zip(&steps).map(of_pair).collect();
        shown.push(format!("in {what} the whole order holds at {whole} of {points} points ({})", each.join("; ")));
        (holds, all) = (holds + whole, all + points);
    }
    (all > 0).then(|| (Verdict::of(holds, against, all), shown.join("; ")))
}

/// At how many points the first takes least, and how often each other takes more than twice as much.
fn fewest(about: &[Measured<'_>], metrics: &[&str], first: Algorithm, others: &[Algorithm]) -> Found {
    let (mut shown, mut holds, mut against, mut all) = (Vec::new(), 0, 0, 0);
    for what in metrics {
        let (mut least, mut much, mut points) = (0, 0, 0);
        for measured in about {
            for value in measured.values() {
                let compared: Vec<Compared> =
                    others.iter().filter_map(|&other| measured.compared(value, what, first, other)).collect();
                if compared.is_empty() {
                    continue;
                }
                points += 1;
                least += u32::from(compared.iter().all(|compared| *compared == Compared::Less));
                against += u32::from(compared.contains(&Compared::More));
                let twice =
                    |&other: &Algorithm| measured.ratio(value, what, first, other).is_none_or(|ratio| ratio.0 > 2.0);
                much += u32::from(others.iter().all(twice));
            }
        }
        shown.push(format!("fewest {what} at {least} of {points} points, by more than twice at {much}"));
        (holds, all) = (holds + least, all + points);
    }
    let verdict = match Verdict::of(holds, against, all) {
        // "Most of the time" is what was claimed.
        Verdict::Mostly => Verdict::Holds,
        other => other,
    };
    (all > 0).then(|| (verdict, shown.join("; ")))
}
