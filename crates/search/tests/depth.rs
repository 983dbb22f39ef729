//! Depth counts turns in which somebody chooses, and means the same to every search: what is solved within a depth by one is solved by
//! all.

use secateur_game::Random;
use secateur_games::{ChanceTree, Tree};
use secateur_search::{
    BoundedPlus, DoubleOracle, Engine, Estimating, Joint, Limits, Outcome, Reading, Search, Serialized, Smab, Stop, Way,
};
use secateur_value::Real;

type Answers = Vec<(&'static str, Answer)>;
type Answer = (f64, f64, Stop);

fn answer<M>(outcome: Outcome<Real, M>) -> Answer {
    (outcome.bounds.lower.get(), outcome.bounds.upper.get(), outcome.stopped)
}

/// What every search for turns of both players says.
fn with_turns_of_both(game: &Tree, depth: u32) -> Answers {
    let ask = || Search::new(game).limits(Limits::none().depth(depth));
    vec![
        ("backward induction", answer(ask().backward_induction())),
        ("joint", answer(ask().joint(&Joint::default()))),
        ("joint, not serialized", answer(ask().joint(&Joint::default().serialize(false)))),
        ("double oracle", answer(ask().double_oracle(&DoubleOracle::default()))),
        ("smab", answer(ask().smab(&Smab::default()))),
        ("smab, printed", answer(ask().smab(&Smab::default().reading(Reading::Printed)))),
        ("serialized", answer(ask().serialized(&Serialized::default()))),
        ("engine", answer(ask().engine(&Engine::default()))),
        ("engine, plain", answer(ask().engine(&Engine::default().way(Way::Plain)))),
        ("engine, by gaps", answer(ask().engine(&Engine::default().way(Way::Gap)))),
        ("engine, without memory", answer(ask().engine_without_memory(&Engine::default().way(Way::Gap)))),
        ("sequence form", answer(ask().sequence_form().unwrap())),
    ]
}

/// What every search for chance says.
fn with_chance(game: &ChanceTree, depth: u32) -> Answers {
    let ask = || Search::new(game).limits(Limits::none().depth(depth));
    vec![
        ("expectimax", answer(ask().expectimax())),
        ("star1", answer(ask().star1())),
        ("star2", answer(ask().star2())),
        ("bounded", answer(ask().bounded(0.0).unwrap())),
        ("bounded-plus", answer(ask().bounded_plus(&BoundedPlus::default()))),
    ]
}

/// A random tree in words, and how many choices its longest line has.
fn draw(random: &mut Random, levels: u32, both: bool) -> (String, u32) {
    if levels == 0 || random.below(6) == 0 {
        return (format!("{}", random.below(9)), 0);
    }
    let mut some = |count: u64| -> (Vec<String>, u32) {
        let drawn: Vec<_> = (0..count).map(|_| draw(random, levels - 1, both)).collect();
        let most = drawn.iter().map(|(_, choices)| *choices).max().unwrap_or(0);
        (drawn.into_iter().map(|(words, _)| words).collect(), most)
    };
    let (below, most) = some(4);
    match random.below(if both { 5 } else { 4 }) {
        0 => (format!("(max {} {})", below[0], below[1]), most + 1),
        1 => (format!("(min {} {})", below[0], below[1]), most + 1),
        2 | 3 => (format!("(chance 1: {} 2: {})", below[0], below[1]), most),
        _ => (format!("(both [{} {}] [{} {}])", below[0], below[1], below[2], below[3]), most + 1),
    }
}

#[test]
fn chance_costs_no_depth() {
    let words = "(range 0 9) (max (chance 1: (chance 1: (min 1 2) 1: 3) 1: 4) 2)";
    let (tree, chance): (Tree, Tree) = (words.parse().unwrap(), words.parse().unwrap());
    let chance = ChanceTree::try_from(chance).unwrap();
    for (depth, wanted) in [(1, Stop::Depth), (2, Stop::Solved), (3, Stop::Solved)] {
        for (name, (lower, upper, stopped)) in
            with_turns_of_both(&tree, depth).into_iter().chain(with_chance(&chance, depth))
        {
            assert_eq!(stopped, wanted, "{name}, depth {depth}: [{lower}, {upper}]");
            assert!(wanted == Stop::Depth || (lower - 3.0).abs() < 1e-9 && (upper - 3.0).abs() < 1e-9, "{name}");
        }
        let normal = answer(Search::new(&tree).limits(Limits::none().depth(depth)).normal_form().unwrap());
        assert_eq!(normal.2, wanted, "normal form, depth {depth}");
        let advice = Search::new(&tree).limits(Limits::none().depth(depth)).advise(&Estimating::default().proof(0.0));
        let about = advice.estimate.map(Real::get);
        assert!(depth < 2 || about.is_none_or(|about| (about - 3.0).abs() < 1e-9), "advice, depth {depth}: {about:?}");
        assert!(advice.statistics.depth <= Some(depth));
    }
}

#[test]
fn all_searches_solve_the_same_trees_within_a_depth() {
    let mut random = Random::new(0xDE97);
    let mut solved = [0, 0];
    for number in 0..400 {
        let both = number % 2 == 0;
        let (words, choices) = draw(&mut random, 5, both);
        let tree: Tree = format!("(range -1 9) {words}").parse().unwrap();
        let value = answer(Search::new(&tree).backward_induction()).0;
        for depth in choices.saturating_sub(2)..=choices {
            let mut answers = with_turns_of_both(&tree, depth);
            if let Ok(tree) = ChanceTree::try_from(tree.clone()) {
                answers.extend(with_chance(&tree, depth));
                // These two look at everything, so they see the same even where the game goes on.
                let of = |name: &str| answers.iter().find(|(known, _)| *known == name).unwrap().1;
                let (one, other) = (of("backward induction"), of("expectimax"));
                let near = (one.0 - other.0).abs() < 1e-9 && (one.1 - other.1).abs() < 1e-9;
                assert!(near && one.2 == other.2, "{words}, depth {depth}: {one:?} and {other:?}");
            }
            for (name, (lower, upper, stopped)) in answers {
                assert!(lower <= value + 1e-9 && value - 1e-9 <= upper, "{name}, {words}, depth {depth}");
                // The linear programs of the sequence form leave a gap of their own.
                let is_solved = upper - lower < 1e-5;
                let beyond = stopped == Stop::Depth;
                assert!(
                    depth < choices || (is_solved && !beyond),
                    "{name}, {words}, depth {depth}: [{lower}, {upper}], {stopped:?}"
                );
                solved[usize::from(depth == choices)] += u32::from(is_solved);
            }
        }
    }
    assert!(solved[0] > 100 && solved[1] > 5_000, "{solved:?}");
}
