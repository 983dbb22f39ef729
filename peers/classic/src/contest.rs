//! A contest: the same question to several contestants, in rounds, so that a busy machine slows all of them alike.
//!
//! Every answer is compared with what is expected before its time counts. Ratios are taken within each round.

use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

/// What a contestant found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The value.
    pub value: i64,
    /// How many nodes it looked at, where that is known and part of the question.
    pub nodes: Option<u64>,
}

/// Somebody who answers.
pub struct Contestant<'c> {
    name: &'static str,
    /// How many nodes the answer takes, where a rate is asked for.
    nodes: Option<u64>,
    expected: Answer,
    ask: Box<dyn FnMut() -> Answer + 'c>,
}

impl<'c> Contestant<'c> {
    /// Asked for a value only.
    pub fn new(name: &'static str, value: i64, mut ask: impl FnMut() -> i64 + 'c) -> Self {
        let ask = Box::new(move || Answer { value: ask(), nodes: None });
        Self { name, nodes: None, expected: Answer { value, nodes: None }, ask }
    }

    /// Asked for a value and a number of nodes.
    pub fn counting(name: &'static str, value: i64, nodes: u64, mut ask: impl FnMut() -> (i64, u64) + 'c) -> Self {
        let ask = Box::new(move || {
            let (value, nodes) = ask();
            Answer { value, nodes: Some(nodes) }
        });
        Self { name, nodes: Some(nodes), expected: Answer { value, nodes: Some(nodes) }, ask }
    }

    /// Known to take so many nodes, which it does not count itself.
    pub fn taking(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }
}

/// Which time counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// The time that this thread was running: fair to searches on one thread, also on a busy machine.
    Thread,
    /// The time on the wall, for searches on several threads.
    Wall,
}

impl Clock {
    fn read(self) -> Duration {
        let now = clock_gettime(match self {
            Self::Thread => ClockId::ThreadCPUTime,
            Self::Wall => ClockId::Monotonic,
        });
        Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
    }

    /// Its name, as the tables have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Thread => "CPU",
            Self::Wall => "wall",
        }
    }
}

/// Which of two numbers is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Nodes a second of the first, divided by those of the second.
    Rate,
    /// Time of the second, divided by that of the first: how many times faster the first is.
    Speed,
    /// The same, divided by how many times faster the second contestant of all is than the first: the share of what two
    /// threads can gain at best.
    OfCeiling,
}

/// A claim about two contestants.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// What is compared.
    pub measure: Measure,
    /// The first contestant's place in the list.
    pub first: usize,
    /// The second's.
    pub second: usize,
    /// What the median ratio should at least be, if something is asked of it.
    pub at_least: Option<f64>,
}

/// The middle of a few numbers, and the extremes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Spread {
    /// Of at least one number.
    fn of(mut numbers: Vec<f64>) -> Self {
        numbers.sort_by(f64::total_cmp);
        let (min, max) = (numbers[0], numbers[numbers.len() - 1]);
        Self { median: (numbers[(numbers.len() - 1) / 2] + numbers[numbers.len() / 2]) / 2.0, min, max }
    }
}

/// What one contestant took.
#[derive(Debug, Serialize)]
pub struct Line {
    /// Who.
    pub name: &'static str,
    /// The value found, the same in every round.
    pub value: i64,
    /// Nodes in one round, where they are known.
    pub nodes: Option<u64>,
    /// Seconds a round.
    pub seconds: Spread,
    /// Nodes a second, by the median time.
    pub nodes_per_second: Option<f64>,
}

/// A ratio between two contestants.
#[derive(Debug, Serialize)]
pub struct Ratio {
    /// Who.
    pub first: &'static str,
    /// Beside whom.
    pub second: &'static str,
    /// Of what.
    pub measure: Measure,
    /// The ratios of the rounds.
    pub ratio: Spread,
    /// What the median should at least be.
    pub at_least: Option<f64>,
}

impl Ratio {
    /// Whether the median keeps the claim.
    pub fn holds(&self) -> bool {
        self.at_least.is_none_or(|least| self.ratio.median >= least)
    }
}

/// All that one contest has shown.
#[derive(Debug, Serialize)]
pub struct Contest {
    /// The question.
    pub title: String,
    /// How often it was asked.
    pub rounds: usize,
    /// By which clock.
    pub clock: Clock,
    /// What each took.
    pub lines: Vec<Line>,
    /// How they compare.
    pub ratios: Vec<Ratio>,
}

/// Asks everybody in turn, round after round.
///
/// # Panics
///
/// When an answer is not the expected one: a time for a wrong answer means nothing.
pub fn contest(
    title: impl Into<String>,
    clock: Clock,
    rounds: usize,
    mut contestants: Vec<Contestant<'_>>,
    claims: &[Claim],
) -> Contest {
    let title = title.into();
    let mut times = vec![Vec::with_capacity(rounds); contestants.len()];
    for _ in 0..rounds {
        for (contestant, times) in contestants.iter_mut().zip(&mut times) {
            let start = clock.read();
            let answer = black_box((contestant.ask)());
            times.push((clock.read() - start).as_secs_f64());
            assert_eq!(answer, contestant.expected, "{title}: {}", contestant.name);
        }
    }
    let rate = |who: usize, round: usize| {
        let nodes = contestants[who].nodes.expect("a rate needs a number of nodes");
        nodes as f64 / times[who][round]
    };
    let ratios = claims.iter().map(|&Claim { measure, first, second, at_least }| Ratio {
        first: contestants[first].name,
        second: contestants[second].name,
        measure,
        ratio: Spread::of(
            (0..rounds)
                .map(|round| match measure {
                    Measure::Rate => rate(first, round) / rate(second, round),
                    Measure::Speed => times[second][round] / times[first][round],
                    Measure::OfCeiling => {
                        let ceiling = times[0][round] / times[1][round];
                        times[second][round] / times[first][round] / ceiling
                    }
                })
                .collect(),
        ),
        at_least,
    });
    let ratios = ratios.collect();
    let lines = contestants.iter().zip(times).map(|(contestant, times)| {
        let seconds = Spread::of(times);
        Line {
            name: contestant.name,
            value: contestant.expected.value,
            nodes: contestant.nodes,
            seconds,
            nodes_per_second: contestant.nodes.map(|nodes| nodes as f64 / seconds.median),
        }
    });
    Contest { rounds, clock, lines: lines.collect(), ratios, title }
}
