//! The smallest cases of what `cargo xtask attack` has found, each with the answer that was wrong.

use num_traits::ToPrimitive;
use secateur_game::{Both, Chance, Game, Never, Turn};
use secateur_games::bearoff::Home;
use secateur_games::{Bearoff, ChanceTree, Tree};
use secateur_search::{
    CellOrder, DoubleOracle, Engine, Joint, Limits, Outcome, Reading, Search, Serialized, Smab, Stop, Way,
};
use secateur_value::{Bounds, Real};

fn tree(text: &str) -> Tree {
    text.parse().unwrap()
}

fn chance(text: &str) -> ChanceTree {
    ChanceTree::try_from(tree(text)).unwrap()
}

/// Every algorithm for turns of both.
fn answers(game: &Tree) -> Vec<Outcome<Real, <Tree as Game>::Move>> {
    let ask = || Search::new(game);
    vec![
        ask().backward_induction(),
        ask().smab(&Smab::default()),
        ask().smab(&Smab::default().promises(true)),
        ask().serialized(&Serialized::default()),
        ask().double_oracle(&DoubleOracle::alpha_beta()),
        ask().joint(&Joint::default()),
        ask().engine(&Engine::default()),
        ask().engine(&Engine::default().way(Way::Gap)),
        ask().sequence_form().unwrap(),
    ]
}

/// The sum of weighted outcomes overflowed, and its infinity passed for a bound: \[-8.56e307, -8.56e307\], where the mean
/// is -8.05e307.
#[test]
fn sums_that_overflow_are_no_bounds() {
    for (text, mean) in [
        ("(both [(chance 1: 0 16: -8.558392460602172e307)])", -8.558392460602172e307 / 17.0 * 16.0),
        ("(both [(chance 4: 5e307)])", 5e307),
        ("(both [(chance 42949000: -5e300) 0] [0 -1e300])", -5e300 / 6.0),
    ] {
        for answer in answers(&tree(text)) {
            let (lower, upper) = (answer.bounds.lower.get(), answer.bounds.upper.get());
            let slack = 1e-9 * f64::abs(mean);
            assert!(lower - slack <= mean && mean <= upper + slack, "{text}: {answer:?}");
            assert!(lower <= upper);
        }
    }
}

/// One beyond the largest value was the largest value, where 1 is less than rounding: a column was dropped that was best.
#[test]
fn one_beyond_a_huge_value_is_beyond_it() {
    let game = tree("(both [(min 0) -1e300])");
    let smab = Smab::default().order(CellOrder::Lexicographic).skip(2);
    let answer = Search::new(&game).smab(&smab);
    assert_eq!(answer.bounds.upper.get(), -1e300);
    let Turn::Both(both) = game.turn(&game.start()) else { panic!("both move") };
    let best = both.columns(&game, &game.start()).nth(1).unwrap();
    assert!(answer.strategies.min.iter().all(|&(chosen, share)| chosen == best || share == 0.0), "{answer:?}");
}

/// A dropped row cost what α was rounded by, or what its cell was worth beyond that, and not both: \[-1, 0\], where the value is 1.
#[test]
fn a_dropped_row_costs_all_that_was_rounded() {
    let game = tree("(both [-1] [(min 1e300 1)])");
    let smab = Smab::default().reading(Reading::Printed).promises(true);
    assert!(Search::new(&game).smab(&smab).bounds.contains(&1.into()));
}

/// Weights of more than 32 bits were unknown, so the answer was \[0, 1\].
#[test]
fn heavy_outcomes_have_a_mean() {
    for text in ["(chance 1: 0 4294967296: 1)", "(chance 9999999999999: (max 1 0) 1: 0)"] {
        let game = chance(text);
        let (iterated, walked) = (Search::new(&game).interval_iteration(0.0).unwrap(), Search::new(&game).expectimax());
        assert_eq!(iterated.stopped, Stop::Solved, "{iterated:?}");
        assert!(iterated.bounds.lower <= walked.bounds.upper && walked.bounds.lower <= iterated.bounds.upper);
        assert!(iterated.bounds.upper.get() - iterated.bounds.lower.get() < 1e-15, "{iterated:?}");
    }
}

/// The solver's tolerances are fixed, and so gave up on payoffs that were far from 1.
#[test]
fn linear_programs_do_not_mind_huge_or_tiny_payoffs() {
    for scale in ["e300", "e-300", ""] {
        let game = tree(&format!("(both [1{scale} 0] [(min 0 3{scale}) 2{scale}])"));
        let answer = Search::new(&game).sequence_form().unwrap();
        let unit: f64 = format!("1{scale}").parse().unwrap();
        // Near the least numbers there are, rounding outwards shows.
        assert!(answer.stopped == Stop::Solved || unit < 1.0, "{answer:?}");
        assert!((answer.bounds.lower.get() / unit - 2.0 / 3.0).abs() < 1e-6, "{answer:?}");
    }
}

/// A limit left the row of another position in the line.
#[test]
fn an_interrupted_line_is_legal() {
    let game = chance("(max (max (max (min -1) 0)))");
    for nodes in 0..12 {
        let ask = || Search::new(&game).limits(Limits::none().nodes(nodes));
        for answer in [ask().bounded(0.05).unwrap(), ask().star1(), ask().star2(), ask().expectimax()] {
            let mut position = game.start();
            for &chosen in &answer.line {
                assert!(game.moves(&position).any(|legal| legal == chosen), "{nodes} nodes: {answer:?}");
                game.play(&mut position, chosen);
            }
        }
    }
}

/// A limit that came while the tree was made was told with no nodes at all.
#[test]
fn nodes_of_a_tree_that_was_not_finished_are_counted() {
    let game = tree("(both [(max 1 2) 0] [0 (min 1 2)])");
    for nodes in 1..9 {
        let ask = || Search::new(&game).limits(Limits::none().nodes(nodes));
        for answer in [ask().sequence_form().unwrap(), ask().normal_form().unwrap()] {
            assert_eq!((answer.stopped, answer.statistics.visits), (Stop::Nodes, nodes));
        }
    }
}

/// `(chance 1: 0 1: (chance 1: 0 1: 0 1: 0 1: (max 0 1)))`, which knows that the second toss is worth a quarter, and nothing about what
/// follows it.
struct Tosses;

#[derive(Clone, Copy)]
struct Toss;

/// Where play stands: before the first toss, before the second, before the move, and with 0 or 1 in the end.
type Stand = u8;

impl Game for Tosses {
    type Position = Stand;
    type Move = Stand;
    type Value = Real;
    type Undo = Stand;
    type Chance = Toss;
    type Both = Never;

    fn start(&self) -> Stand {
        0
    }
    fn turn(&self, stand: &Stand) -> Turn<Real, Toss> {
        match stand {
            0 | 1 => Turn::Chance(Toss),
            2 => Turn::Max,
            _ => Turn::Over(Real::from(i32::from(*stand) - 3)),
        }
    }
    fn moves(&self, _: &Stand) -> impl Iterator<Item = Stand> + use<> {
        [3, 4].into_iter()
    }
    fn play(&self, stand: &mut Stand, chosen: Stand) -> Stand {
        std::mem::replace(stand, if chosen == u8::MAX { 3 } else { chosen })
    }
    fn undo(&self, stand: &mut Stand, before: Stand) {
        *stand = before;
    }
    fn bounds(&self, stand: &Stand) -> Bounds<Real> {
        if *stand == 1 { Bounds::of(0.25, 0.25) } else { Bounds::of(0.0, 1.0) }
    }
}

impl Chance<Tosses> for Toss {
    fn outcomes(self, _: &Tosses, stand: &Stand) -> impl Iterator<Item = (u64, Stand)> + use<> {
        let (lost, next) = if *stand == 0 { (1, 1) } else { (3, 2) };
        [(lost, 3), (1, next)].into_iter()
    }
}

/// Half of a toss showed less than the game promised about it, and was believed all the same: more nodes for looser bounds, and printed
/// bounded alpha-beta, whose windows rest on promises, said "exhausted" where the value was known.
#[test]
fn nothing_that_is_shown_is_looser_than_a_promise() {
    for nodes in [2, 3, 4, 5, 100] {
        let ask = || Search::new(&Tosses).limits(Limits::none().nodes(nodes));
        for answer in [ask().expectimax(), ask().bounded(0.0).unwrap(), ask().star1(), ask().star2()] {
            assert_eq!((answer.bounds, answer.stopped), (Bounds::of(0.125, 0.125), Stop::Solved), "{nodes} nodes");
        }
    }
}

/// Means of numbers near the largest overflowed, where no promise of the game stood between; then no matrix could be solved, and any
/// move was the strategy.
#[test]
fn means_of_the_largest_numbers_are_numbers() {
    for (text, value) in [
        ("(both [0 (chance 2: 7.000000000000005e300)] [1e300 0])", 8.75e299),
        ("(both [(chance 2: -1.1007376687591e301) -9.190854018176895e306])", -9.190854018176895e306),
        ("(both [(chance 1: 1.7e308 3: -1.7e308 5: 1)])", -1.7e308 / 9.0 * 2.0),
    ] {
        let game = tree(text);
        let exact = Search::new(&game).exact().unwrap().value.to_f64().unwrap();
        assert!((exact - value).abs() < 0.01 * value.abs(), "{exact}");
        for answer in [Search::new(&game).normal_form().unwrap(), Search::new(&game).sequence_form().unwrap()] {
            let (lower, upper) = (answer.bounds.lower.get(), answer.bounds.upper.get());
            let slack = 1e-6 * exact.abs();
            assert!(exact - slack <= lower && upper <= exact + slack, "{text}: {answer:?}, {exact:?}");
        }
    }
}

/// Payoffs near the largest number were all scaled to the same one, so Min took the larger; of those near the least nothing was left.
#[test]
fn the_sequence_form_tells_the_largest_numbers_apart() {
    for (text, value) in [
        ("(both [8.088423823793978e307 8.325927856527898e307])", 8.088423823793978e307),
        ("(both [-1.7e308] [-1.6e308])", -1.6e308),
        ("(both [4e-320 2e-320 3e-320])", 2e-320),
    ] {
        let answer = Search::new(&tree(text)).sequence_form().unwrap();
        assert_eq!((answer.bounds, answer.stopped), (Bounds::of(value, value), Stop::Solved), "{text}: {answer:?}");
        assert!(answer.bounds.contains(&Real::new(value).unwrap()));
    }
}

/// Rounding on the way up made an answer a last digit wider than was allowed, which then counted as not solved.
#[test]
fn an_error_that_is_allowed_leaves_room_for_rounding() {
    let home = |points| Home::from_points(points).unwrap();
    let game = Bearoff::new(home("6"), home("1"));
    for part in 1..72 {
        let epsilon = f64::from(part) / 72.0;
        let answers = [
            Search::new(&game).engine(&Engine::within(epsilon).unwrap()),
            Search::new(&game).engine(&Engine::within(epsilon).unwrap().way(Way::Plain)),
            Search::new(&game).joint(&Joint::within(epsilon).unwrap()),
        ];
        for answer in answers {
            assert_eq!(answer.stopped, Stop::Solved, "{epsilon}: {answer:?}");
            assert!(
                answer.bounds.is_within(Real::new(epsilon).unwrap())
                    && answer.bounds.contains(&Real::new(0.75).unwrap())
            );
        }
    }
}
