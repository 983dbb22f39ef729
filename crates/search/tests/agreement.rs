//! Every algorithm of alternating games against plain minimax, on random games of every shape.
//!
//! One file lists them all: an algorithm that is not here is not tested.

use secateur_game::{Alternating, Evaluate, Expert, Game, Keyed, Random};
use secateur_games::random_tree::{IntegerLeaves, Leaves, RandomTree, RealLeaves, Shape};
use secateur_games::{ConnectFour, TicTacToe, connect_four};
use secateur_search::table::{TableKey, TableValue};
use secateur_search::{
    Deepening, Estimate, HintFirst, Horizon, Jamboree, Learned, Limits, Meet, NextWindow, Outcome, ParallelMinimax,
    Search, Stop, Table,
};
use secateur_value::{Bounds, Chain, Window};

/// What the tests need of a game: all that any algorithm may use.
trait Testable: Alternating<Value: Chain + TableValue> + Keyed<Key: TableKey> + Expert + Evaluate {}
impl<G: Alternating<Value: Chain + TableValue> + Keyed<Key: TableKey> + Expert + Evaluate> Testable for G {}

type Answer<G> = Outcome<<G as Game>::Value, <G as Game>::Move>;

/// Every algorithm, by name, on one question.
fn every_algorithm<G: Testable, H: Horizon<G> + Copy>(
    game: &G,
    horizon: H,
    limits: &Limits,
    window: Window<G::Value>,
    threads: usize,
) -> Vec<(&'static str, Answer<G>)> {
    let ask = || Search::new(game).horizon(horizon).limits(limits.clone()).window(window);
    let table = || Table::with_megabytes(1).expect("a small table fits");
    let guess = game.evaluate(&game.start());
    let shared = Jamboree::default().threads(threads).in_sequence(0.5).cutoff(1).plies(4);
    let eager = shared.in_sequence(0.0).plies(64);
    let splits = eager.meet(Meet::AtSplits);
    let mut answers = vec![
        ("alpha-beta", ask().alpha_beta()),
        ("alpha-beta, table", ask().memory(table()).alpha_beta()),
        ("alpha-beta, table move first", ask().order(HintFirst).memory(table()).alpha_beta()),
        ("alpha-beta, learnt order", ask().order(Learned::default()).alpha_beta()),
        ("alpha-beta, expert, table", ask().expert().memory(table()).alpha_beta()),
        ("scout", ask().scout()),
        ("scout, learnt order, table", ask().order(Learned::default()).memory(table()).scout()),
        ("MTD(f)", ask().mtdf(guess)),
        ("MTD(f), table", ask().memory(table()).mtdf(guess)),
        ("MTD(f), expert, table, halved", ask().expert().memory(table()).mtdf_by(guess, NextWindow::Halve)),
        ("jamboree", ask().jamboree(&shared)),
        ("jamboree at splits, table", ask().memory(table()).jamboree(&splits)),
        ("jamboree in the table", ask().memory(table()).jamboree(&eager)),
        ("jamboree in the table, learnt order", ask().order(Learned::default()).memory(table()).jamboree(&eager)),
        ("jamboree in the table, expert", ask().expert().memory(table()).jamboree(&eager)),
        ("jamboree MTD(f) at splits, table", ask().memory(table()).jamboree_mtdf(&splits, guess, NextWindow::Halve)),
        ("jamboree MTD(f), table", ask().memory(table()).jamboree_mtdf(&eager, guess, NextWindow::Halve)),
    ];
    let around = Deepening::default().aspiration(|value: G::Value| Window::new(value.next_down(), value.next_up()));
    answers.extend([
        ("deepening", ask().deepening(&Deepening::default())),
        ("deepening, aspiration, table", ask().memory(table()).deepening(&around)),
        ("deepening, table move first", ask().order(HintFirst).memory(table()).deepening(&around)),
        ("deepening, learnt, table", ask().order(Learned::default()).memory(table()).deepening(&Deepening::default())),
        ("jamboree deepening, table", ask().memory(table()).jamboree_deepening(&shared, &around)),
        ("jamboree deepening at splits, table", ask().memory(table()).jamboree_deepening(&splits, &around)),
    ]);
    answers
}

/// Every position along the line must have the value of the game; and a game that is not over has a line. A search that
/// deepens may know the value before it knows all replies: of its line only the first move is proved.
fn is_best_play<G: Testable>(game: &G, answer: &Answer<G>, deepened: bool) -> bool {
    let mut position = game.start();
    let proved = if deepened { 1 } else { usize::MAX };
    let keeps_the_value = answer.line.iter().take(proved).all(|&chosen| {
        game.play(&mut position, chosen);
        Search::new(game).position(position.clone()).minimax().bounds == answer.bounds
    });
    keeps_the_value && (game.turn(&game.start()).is_over() || !answer.line.is_empty())
}

/// Without limits and with the open window everybody finds the value and best play.
fn all_find_the_value<G: Testable>(game: &G, threads: usize, what: &str) {
    let plain = Search::new(game).minimax();
    assert!(plain.bounds.is_exact() && plain.stopped == Stop::Solved);
    let parallel = Search::new(game).parallel_minimax(&ParallelMinimax::default().threads(threads).cutoff(1));
    assert_eq!((&plain.bounds, &plain.line), (&parallel.bounds, &parallel.line), "{what}");
    assert_eq!(plain.statistics.visits, parallel.statistics.visits, "{what}");
    for (name, answer) in every_algorithm(game, secateur_search::Promise, &Limits::none(), Window::OPEN, threads) {
        assert_eq!(answer.bounds, plain.bounds, "{name} on {what}");
        assert_eq!(answer.stopped, Stop::Solved, "{name} on {what}");
        assert!(
            is_best_play(game, &answer, name.contains("deepening")),
            "{name} on {what}: {:?} is not best",
            answer.line
        );
    }
}

fn random_tree<L: Leaves>(number: u64, leaves: L) -> RandomTree<L> {
    let mut random = Random::new(number);
    let uniform = Shape::uniform(1 + random.below(5) as u32, 1 + random.below(4) as u16);
    let shape = match number % 4 {
        0 => uniform,
        1 => uniform.wild(),
        2 => uniform.shared(3),
        _ => uniform.wild().shared(4),
    };
    RandomTree::new(shape, leaves, number).expect("a small tree")
}

#[test]
fn all_find_the_value_of_random_trees() {
    for number in 0..1500 {
        let threads = [1, 2, 4, 8][number as usize % 4];
        let what = format!("random tree {number}");
        // Few different values make ties, which is where windows go wrong.
        all_find_the_value(&random_tree(number, IntegerLeaves::new(-2, 3).unwrap()), threads, &what);
        all_find_the_value(&random_tree(number, IntegerLeaves::new(17, 900).unwrap()), threads, &what);
        all_find_the_value(&random_tree(number, RealLeaves::new(-1.0, 3.0).unwrap()), threads, &what);
    }
}

/// Deeper trees on every number of threads: the shared search finds what the plain one finds.
#[test]
fn jamboree_agrees_on_every_number_of_threads() {
    for number in 0..400 {
        let shape = Shape { random_turns: number % 2 == 0, ..Shape::uniform(6, 4) };
        let game = RandomTree::new(shape, IntegerLeaves::new(-9, 30).unwrap(), number).unwrap();
        let plain = Search::new(&game).minimax();
        for threads in [1, 2, 4, 8] {
            for share in [0.0, 0.5, 1.0] {
                let shared = Jamboree::default().threads(threads).in_sequence(share).cutoff(1).plies(5);
                let table = Table::with_megabytes(1).unwrap();
                for answer in [
                    Search::new(&game).jamboree(&shared),
                    Search::new(&game).memory(&table).jamboree(&shared.meet(Meet::AtSplits)),
                    Search::new(&game).memory(Table::with_megabytes(1).unwrap()).jamboree(&shared),
                ] {
                    assert_eq!(answer.bounds, plain.bounds, "tree {number}, {threads} threads, share {share}");
                    assert!(is_best_play(&game, &answer, false), "tree {number}, {threads} threads, share {share}");
                }
            }
        }
    }
}

/// With a window everybody keeps the contract: sound, and enough when finished.
#[test]
fn windows_are_answered_soundly_and_enough() {
    for number in 0..1500 {
        let game = random_tree(number, IntegerLeaves::new(-4, 7).unwrap());
        let value = Search::new(&game).minimax().bounds.lower;
        let mut random = Random::new(!number);
        let alpha = random.below(14) as i32 - 6;
        let window = Window::new(alpha, alpha + 1 + random.below(5) as i32);
        for (name, answer) in every_algorithm(&game, secateur_search::Promise, &Limits::none(), window, 2) {
            assert!(answer.bounds.contains(&value), "{name} on tree {number}: {value} is not in {:?}", answer.bounds);
            assert!(answer.bounds.enough(&window), "{name} on tree {number}: {:?} for {window:?}", answer.bounds);
        }
    }
}

/// A depth limit with an evaluator gives minimax's estimate of the same depth, where transpositions keep their depth.
#[test]
fn estimates_agree_at_every_depth() {
    for number in 0..600 {
        let game = random_tree(number, IntegerLeaves::new(-4, 7).unwrap());
        for depth in 0..4 {
            let limits = Limits::none().depth(depth);
            let plain = Search::new(&game).horizon(Estimate).limits(limits.clone()).minimax();
            for (name, answer) in every_algorithm(&game, Estimate, &limits, Window::OPEN, 2) {
                // An expert's promise may be better than an estimate, and deepening starts at depth 1.
                if name.contains("expert") || name.contains("learnt") || (depth == 0 && name.contains("deepening")) {
                    continue;
                }
                assert_eq!(answer.estimate, plain.estimate, "{name} on tree {number} at depth {depth}");
                assert_eq!(answer.bounds, plain.bounds, "{name} on tree {number} at depth {depth}");
            }
        }
    }
}

/// A depth limit without an evaluator gives bounds that hold for the whole game.
#[test]
fn promised_bounds_hold_at_every_depth() {
    for number in 0..600 {
        let game = random_tree(number, IntegerLeaves::new(-4, 7).unwrap());
        let value = Search::new(&game).minimax().bounds.lower;
        for depth in 0..4 {
            let limits = Limits::none().depth(depth);
            let plain = Search::new(&game).limits(limits.clone()).minimax();
            assert!(plain.bounds.contains(&value));
            for (name, answer) in every_algorithm(&game, secateur_search::Promise, &limits, Window::OPEN, 2) {
                assert!(answer.bounds.contains(&value), "{name} on tree {number} at depth {depth}");
                if depth > 0 || !name.contains("deepening") {
                    let narrower = Bounds::new(
                        plain.bounds.lower.min(answer.bounds.lower),
                        plain.bounds.upper.max(answer.bounds.upper),
                    );
                    assert_eq!(narrower, plain.bounds, "{name} on tree {number} at depth {depth}: {:?}", answer.bounds);
                }
            }
        }
    }
}

/// Whatever node limit stops them, bounds hold, nobody spends more, and a legal move is named.
#[test]
fn node_limits_are_exact_and_bounds_hold() {
    for number in 0..300 {
        let game = random_tree(number, IntegerLeaves::new(-4, 7).unwrap());
        let value = Search::new(&game).minimax().bounds.lower;
        for nodes in [0, 1, 2, 5, 17, 60] {
            let limits = Limits::none().nodes(nodes);
            for (name, answer) in every_algorithm(&game, secateur_search::Promise, &limits, Window::OPEN, 3) {
                assert!(answer.bounds.contains(&value), "{name} on tree {number} after {nodes}: {:?}", answer.bounds);
                assert!(answer.statistics.visits <= nodes, "{name} spent {} of {nodes}", answer.statistics.visits);
                if answer.stopped == Stop::Nodes {
                    assert_eq!(answer.statistics.visits, nodes, "{name} stopped early");
                }
                let legal: Vec<_> = game.moves(&game.start()).collect();
                let over = game.turn(&game.start()).is_over();
                assert!(over || legal.contains(&answer.best_move().expect("a move")), "{name} on tree {number}");
            }
        }
    }
}

/// Threads that share a node limit spend all of it, also when some of them hold nodes that they cannot use.
#[test]
fn node_limits_are_exact_on_several_threads() {
    let game = ConnectFour::standard();
    let table = Table::with_megabytes(1).unwrap();
    for (threads, nodes) in [(2, 1), (2, 999), (4, 1_000), (8, 4_097), (3, 20_011), (2, 50_000)].repeat(4) {
        let settings = Jamboree::default().threads(threads).cutoff(2).plies(12);
        let ask = || Search::new(&game).expert().limits(Limits::none().nodes(nodes));
        let plain = ask().jamboree(&settings);
        let null = ask().memory(&table).jamboree_mtdf(&settings, 0, NextWindow::default());
        let divided = ask().as_listed().parallel_minimax(&ParallelMinimax::default().threads(threads).cutoff(3));
        for answer in [plain, null, divided] {
            assert_eq!((answer.statistics.visits, answer.stopped), (nodes, Stop::Nodes), "on {threads} threads");
        }
    }
}

#[test]
fn real_games_are_solved_by_everybody() {
    for cells in ["", "5", "1925", "213485"] {
        if cells.len() >= 4 {
            all_find_the_value(&TicTacToe::from_moves(cells).unwrap(), 2, cells);
        }
    }
    for (moves, score) in [("112233", connect_four::Score::Win), ("2213", connect_four::Score::Distance)] {
        let size = connect_four::Size::new(4, 4).unwrap();
        let game = ConnectFour::on(size).scored(score).after(moves).unwrap();
        all_find_the_value(&game, 2, moves);
    }
}

/// One table through many searches of many depths with different evaluators never mixes them up.
#[test]
fn a_table_does_not_mix_searches_up() {
    let game = random_tree(3, IntegerLeaves::new(-4, 7).unwrap());
    let table = Table::with_megabytes(1).unwrap();
    for round in 0..200i32 {
        let constant = secateur_search::Constant(round % 5);
        let limits = Limits::none().depth(1 + round as u32 % 4);
        let ask = || Search::new(&game).horizon(constant).limits(limits.clone());
        assert_eq!(ask().memory(&table).alpha_beta().estimate, ask().minimax().estimate, "round {round}");
    }
}
