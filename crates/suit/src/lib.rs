//! Bridge suit combinations against best defence.
//!
//! How should `AK98xx` opposite `Jx` be played for five tricks, and how often does that succeed? Entries are unlimited,
//! the defenders see all cards and may falsecard (the model of Frank and Basin, "Search in games with incomplete
//! information: a case study using bridge card play", 1998). Declarer's plan must not depend on what declarer cannot
//! see, so the value of a position is a family of sets of layouts, and alpha-beta duo finds it.
//!
//! ```
//! use secateur_suit::{Combination, Options, solve};
//!
//! let solution = solve(&Combination::new("AK98xx", "Jx")?, &Options::default())?;
//! let five = solution.goals.iter().find(|goal| goal.tricks == 5).unwrap();
//! assert_eq!(format!("{:.2}", 100.0 * five.probability), "87.61");
//! assert_eq!(format!("{:.4}", solution.expected_tricks.tricks), "5.0117");
//! # Ok::<(), secateur_suit::SuitError>(())
//! ```
//!
//! Odds are exact: the number of deals of the unknown cards, out of all deals. Touching missing cards are merged, which
//! changes nothing but the time.

mod combination;
mod guided;
mod line;
mod play;
mod sketch;
mod weights;

use std::time::{Duration, Instant};

use secateur_game::Game;
use secateur_search::{Cache, Duo, Limits, Search, Stop};
use secateur_value::{Lattice, Set, Subset};
use serde::{Serialize, Serializer};

use combination::Layouts;
pub use combination::{Combination, SuitError, VacantPlaces};
use guided::Guided;
pub use line::{Branch, Line};
use play::SuitPlay;
use sketch::Sketch;
use weights::{Heavy, Weights};

/// What is known of the other suits, and how long to think.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// How many places each defender has for unknown cards.
    pub vacant: VacantPlaces,
    /// When to stop. Each goal gets an even share of what is left. Time, nodes and a cancel flag count, a depth does not.
    pub limits: Limits,
}

impl Options {
    /// With these vacant places.
    pub fn vacant(self, west: u32, east: u32) -> Self {
        Self { vacant: VacantPlaces { west, east }, ..self }
    }

    /// Within limits.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

/// How a combination is best played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Solution {
    /// For every number of tricks, the best plan to win at least so many.
    pub goals: Vec<Goal>,
    /// The best plan to win most tricks on average.
    pub expected_tricks: Mean,
    /// [`Stop::Solved`], or the first limit that left a plan open.
    #[serde(serialize_with = "name_of")]
    pub stopped: Stop,
    /// How many positions were looked at.
    pub visits: u64,
}

fn name_of<S: Serializer>(stop: &Stop, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(stop.name())
}

/// The best plan for a number of tricks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Goal {
    /// At least so many tricks.
    pub tricks: u32,
    /// How likely the plan is to succeed against best defence: `ways / of`.
    pub probability: f64,
    /// The number of deals of the unknown cards on which it does.
    pub ways: u64,
    /// The number of all deals of the unknown cards.
    pub of: u64,
    /// No plan is better than this; the same as `probability` unless a limit stopped the search.
    pub at_most: f64,
    /// The layouts on which the plan succeeds.
    pub layouts: Vec<Layout>,
    /// The plan.
    pub line: Line,
}

/// The best plan for tricks on average.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Mean {
    /// The average number of tricks against best defence.
    pub tricks: f64,
    /// No plan has more; the same as `tricks` unless a limit stopped the search.
    pub at_most: f64,
    /// The plan.
    pub line: Line,
}

/// How the missing cards lie.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Layout {
    /// West's cards, touching ones that differ in nothing as `x` or by the highest of them.
    pub west: String,
    /// East's cards.
    pub east: String,
    /// How likely it is.
    pub probability: f64,
}

/// Solves a combination for every number of tricks, and for tricks on average.
///
/// # Errors
///
/// When the missing cards do not fit the vacant places.
pub fn solve(suit: &Combination, options: &Options) -> Result<Solution, SuitError> {
    solve_with(suit, options, true)
}

fn solve_with(suit: &Combination, options: &Options, merged: bool) -> Result<Solution, SuitError> {
    let layouts = Layouts::new(suit, options.vacant, merged)?;
    let all = layouts.all_ways();
    let mut questions = Questions::new(&options.limits, suit.longest() + 1);
    let goals = (1..=suit.longest()).map(|tricks| {
        let plan = questions.answer(|limits| best_plan(suit, &layouts, vec![tricks as u8], limits));
        let won = plan.won.iter().map(|&number| layouts.layout(suit, number)).collect();
        Goal {
            tricks,
            probability: plan.ways as f64 / all as f64,
            ways: plan.ways,
            of: all,
            at_most: plan.at_most as f64 / all as f64,
            layouts: won,
            line: plan.line,
        }
    });
    let goals = goals.collect();
    let plan = questions.answer(|limits| best_plan(suit, &layouts, (1..=suit.longest() as u8).collect(), limits));
    let expected_tricks =
        Mean { tricks: plan.ways as f64 / all as f64, at_most: plan.at_most as f64 / all as f64, line: plan.line };
    Ok(Solution { goals, expected_tricks, stopped: questions.stopped, visits: questions.visits })
}

/// Several questions within one limit: each gets an even share of what the ones before it left.
struct Questions<'l> {
    limits: &'l Limits,
    started: Instant,
    left: u32,
    visits: u64,
    stopped: Stop,
}

impl<'l> Questions<'l> {
    fn new(limits: &'l Limits, left: u32) -> Self {
        Self { limits, started: Instant::now(), left, visits: 0, stopped: Stop::Solved }
    }

    fn answer(&mut self, ask: impl FnOnce(&Limits) -> BestPlan) -> BestPlan {
        let mut share = left_of(self.limits, self.started.elapsed(), self.visits);
        share.time = share.time.map(|left| left / self.left.max(1));
        share.nodes = share.nodes.map(|left| left / u64::from(self.left.max(1)));
        let plan = ask(&share);
        self.left = self.left.saturating_sub(1);
        self.visits += plan.visits;
        if self.stopped == Stop::Solved {
            self.stopped = plan.stopped;
        }
        plan
    }
}

struct BestPlan {
    /// The deals on which each goal is reached, all goals together.
    ways: u64,
    at_most: u64,
    /// The layouts on which the first goal is reached.
    won: Vec<usize>,
    line: Line,
    /// Why a better plan may be left, if one may.
    stopped: Stop,
    visits: u64,
}

/// The plan that reaches most goals on most deals, with the smallest type of set that holds all pairs of both.
fn best_plan(suit: &Combination, layouts: &Layouts, goals: Vec<u8>, limits: &Limits) -> BestPlan {
    match layouts.len() * goals.len() {
        0..=64 => with_sets::<Set<1>>(suit, layouts, goals, limits),
        65..=128 => with_sets::<Set<2>>(suit, layouts, goals, limits),
        129..=256 => with_sets::<Set<4>>(suit, layouts, goals, limits),
        257..=512 => with_sets::<Set<8>>(suit, layouts, goals, limits),
        513..=768 => with_sets::<Set<12>>(suit, layouts, goals, limits),
        _ => with_sets::<secateur_value::WideSet>(suit, layouts, goals, limits),
    }
}

fn with_sets<S: Subset + Lattice>(suit: &Combination, layouts: &Layouts, goals: Vec<u8>, limits: &Limits) -> BestPlan {
    let (count, started) = (goals.len(), Instant::now());
    let rules = SuitPlay::<S>::new(suit, layouts, goals);
    let weights = Weights::new((0..layouts.len() * count).map(|pair| layouts.ways[pair / count]));
    let sketch = Sketch::new(&rules, &weights, limits);
    let start = sketch.start.clone().unwrap_or_else(|| rules.reachable(&rules.start()));
    let (sketched, at_most) = (weights.of(&start.lower), weights.of(&start.upper));
    let (mut stopped, mut visits) = (Stop::Solved, sketch.visits);
    let plan = |game: &Guided<'_, '_, S>, cache: &Cache<_, _>, target: &S, at_most: u64, stopped: Stop, visits: u64| {
        BestPlan {
            ways: weights.of(target),
            at_most,
            won: target.members().map(|pair| pair / count).collect(),
            line: line::line(game, suit, cache, target),
            stopped: if weights.of(target) < at_most { stopped } else { Stop::Solved },
            visits,
        }
    };
    // Is there a better plan than the one of the first look?
    let better = weights.at_least(sketched + 1);
    let game = Guided { rules: &rules, sketch: &sketch, weights: &better };
    let mut cache = Cache::unlimited();
    let mut upper = at_most;
    if sketched < at_most {
        let limits = left_of(limits, started.elapsed(), sketch.visits);
        let outcome = Search::at(&game, game.start()).limits(limits).duo_with(&Duo::plus(), &mut cache);
        (stopped, visits) = (outcome.stopped, visits + outcome.statistics.visits);
        let bounds = outcome.bounds;
        let most = |family: &Heavy<'_, S>| family.sets().iter().map(|set| weights.of(set)).max();
        upper = most(&bounds.upper).unwrap_or(sketched);
        if let Some(target) = bounds.lower.sets().iter().max_by_key(|set| weights.of(*set)) {
            return plan(&game, &cache, target, upper, stopped, visits);
        }
    }
    let game = Guided { weights: &weights, ..game };
    plan(&game, &Cache::unlimited(), &start.lower, upper, stopped, visits)
}

/// What is left of limits after so much was spent. Depth is no limit here.
fn left_of(limits: &Limits, time: Duration, nodes: u64) -> Limits {
    let mut left = limits.clone();
    left.depth = None;
    left.time = limits.time.map(|all| all.saturating_sub(time));
    left.nodes = limits.nodes.map(|all| all.saturating_sub(nodes));
    left
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn solved(north: &str, south: &str) -> Solution {
        solve(&Combination::new(north, south).unwrap(), &Options::default()).unwrap()
    }

    /// J. Warmerdam's corrections to the Official Encyclopedia of Bridge (1998), to the digits that he printed.
    #[test]
    fn published_odds_come_out() {
        let goal =
            |north, south, tricks: usize| format!("{:.0}%", 100.0 * solved(north, south).goals[tricks - 1].probability);
        assert_eq!(goal("AKxx", "J98", 4), "8%");
        assert_eq!(goal("AK987x", "Jx", 5), "88%");
        assert_eq!(goal("AK98xx", "Jx", 5), "88%");
        assert_eq!(goal("AK9xxx", "Jx", 5), "85%");
        assert_eq!(goal("AQ98x", "Jx", 4), "71%");
    }

    #[test]
    fn published_tricks_per_deal_come_out() {
        let mean = |north, south| solved(north, south).expected_tricks.tricks;
        assert_eq!(format!("{:.2}", mean("AK9xx", "QT")), "4.48");
        assert_eq!(format!("{:.4}", mean("AKxx", "J98")), "2.8537");
        assert_eq!(format!("{:.2}", mean("AK98xx", "Jx")), "5.01");
        assert_eq!(format!("{:.2}", mean("AK76x", "J98")), "4.14");
        assert_eq!(format!("{:.2}", mean("AQ9x", "Jxx")), "2.77");
    }

    #[test]
    fn a_finesse_is_a_finesse() {
        let solution = solved("AQ", "xx");
        let [one, two] = &solution.goals[..] else { panic!("two tricks at most") };
        assert_eq!((one.probability, two.probability, two.at_most), (1.0, 0.5, 0.5));
        assert!(two.layouts.iter().all(|layout| layout.west.contains('K')), "the king lies under the queen");
        assert_eq!(solution.expected_tricks.tricks, 1.5);
        let Line::Lead { hand: "South", card: 'x', then } = &two.line else { panic!("{}", two.line) };
        assert!(then.to_string().contains("play Q from North"), "{then}");
        assert_eq!(one.line, Line::Cash);
    }

    #[test]
    fn vacant_places_move_the_odds() {
        let suit = Combination::new("AQ", "xx").unwrap();
        let west_short = solve(&suit, &Options::default().vacant(4, 13)).unwrap();
        assert_eq!(west_short.goals[1].probability, 4.0 / 17.0);
        assert!(solve(&suit, &Options::default().vacant(4, 4)).is_err());
    }

    #[test]
    fn a_stopped_search_has_bounds_that_hold() {
        let suit = Combination::new("AQ98x", "Jx").unwrap();
        let full = solve(&suit, &Options::default()).unwrap();
        for nodes in [1, 10, 100, 1_000] {
            let part = solve(&suit, &Options::default().limits(Limits::none().nodes(nodes))).unwrap();
            for (part, full) in part.goals.iter().zip(&full.goals) {
                assert!(part.probability <= full.probability && full.probability <= part.at_most);
            }
            assert!(part.expected_tricks.tricks <= full.expected_tricks.tricks);
            assert!(part.expected_tricks.at_most >= full.expected_tricks.tricks);
            assert!(part.visits <= nodes, "{} of {nodes}", part.visits);
            let is_open = part.goals.iter().any(|goal| goal.probability < goal.at_most)
                || part.expected_tricks.tricks < part.expected_tricks.at_most;
            assert_eq!(part.stopped, if is_open { Stop::Nodes } else { Stop::Solved });
        }
    }

    /// Looking first and leaving out light sets finds as good a plan as the whole family of all plans has.
    #[test]
    fn the_best_plan_is_the_heaviest_set_of_the_whole_family() {
        let mut random = secateur_game::Random::new(7);
        for _ in 0..60 {
            let mut cards: Vec<char> = "AKQJT98765432".chars().collect();
            let mut draw = |count: u64| -> String {
                (0..count).map(|_| cards.remove(random.below(cards.len() as u64) as usize)).collect()
            };
            let suit = Combination::new(&draw(4), &draw(4)).unwrap();
            let layouts = Layouts::new(&suit, VacantPlaces::default(), true).unwrap();
            for goals in [vec![2], vec![3], vec![1, 2, 3, 4]] {
                let count = goals.len();
                let game = SuitPlay::<Set<8>>::new(&suit, &layouts, goals.clone());
                let whole = Search::at(&game, game.start()).duo(&Duo::plus()).bounds.lower;
                let ways = |set: &Set<8>| set.members().map(|pair| layouts.ways[pair / count]).sum::<u64>();
                let plan = best_plan(&suit, &layouts, goals, &Limits::none());
                assert_eq!(Some(plan.ways), whole.sets().iter().map(ways).max(), "{suit}");
                assert_eq!(plan.at_most, plan.ways, "{suit}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        /// Merging touching cards changes neither odds nor averages; more tricks are never likelier; and the average is
        /// at most what the goals allow together.
        #[test]
        fn merged_cards_change_nothing(cards in prop::collection::vec(prop_oneof![2 => Just(0usize), 2 => Just(1), 1 => Just(2)], 13)) {
            let hand = |which| -> String {
                "23456789TJQKA".chars().zip(&cards).filter(|&(_, &owner)| owner == which).map(|(card, _)| card).collect()
            };
            let (north, south) = (hand(0), hand(1));
            let count = north.len() + south.len();
            prop_assume!(count >= 9 && north.len().max(south.len()) <= 6);
            let suit = Combination::new(&north, &south).unwrap();
            let solve = |merged| solve_with(&suit, &Options::default(), merged).unwrap();
            let (merged, apart) = (solve(true), solve(false));
            let odds = |solution: &Solution| -> Vec<f64> { solution.goals.iter().map(|goal| goal.probability).collect() };
            prop_assert_eq!(odds(&merged), odds(&apart));
            prop_assert_eq!(merged.expected_tricks.tricks, apart.expected_tricks.tricks);
            prop_assert!(odds(&merged).is_sorted_by(|more, less| more >= less));
            prop_assert!(merged.expected_tricks.tricks <= odds(&merged).iter().sum::<f64>() + 1e-9);
        }
    }
}
