//! Row 1: how many nodes a second plain alpha-beta looks at, without a table, on Connect Four from the empty board.

use minimax::{Negamax, Strategy};
use secateur_games::connect_four::{Board, ColumnOrder};
use secateur_search::{Constant, End, Horizon, Limits, Search};

use crate::by_hand::{self, CentreFirst, Columns, Decaying, Found, Leaf, LeftToRight, Scrambled, WinOrLoss, Zero};
use crate::contest::{Claim, Clock, Contest, Contestant, Measure, contest};
use crate::crate_games::{self, Evaluated, count};

/// All contests of this row.
pub fn contests(rounds: usize) -> Vec<Contest> {
    vec![
        random_leaves(rounds),
        deep::<LeftToRight>(
            "left to right, depth 13",
            rounds,
            13,
            ColumnOrder::LeftToRight,
            Known { alpha_beta: 33_635_590, decaying: 42_212_874 },
        ),
        deep::<CentreFirst>(
            "centre first, depth 14",
            rounds,
            14,
            ColumnOrder::CentreFirst,
            Known { alpha_beta: 14_096_150, decaying: 17_508_470 },
        ),
    ]
}

/// The plies after which nobody can have won yet.
const NOBODY_WINS: u32 = 6;
/// How many random evaluators one round goes through.
const SEEDS: u64 = 1500;

/// Our own game, evaluated like the others'. The depth is even, so Max is to move wherever this is asked.
impl Horizon<secateur_games::ConnectFour> for Scrambled {
    fn promises(&self) -> bool {
        false
    }

    #[inline(always)]
    fn value(&self, game: &secateur_games::ConnectFour, position: &Board, _: End) -> i8 {
        self.of_key(game.number(position))
    }
}

/// Depth 6 with many random evaluators. No game is won within six moves, so the crate's decay of wins has no say, and
/// all contestants visit exactly the same nodes.
fn random_leaves(rounds: usize) -> Contest {
    let game = secateur_games::ConnectFour::standard();
    let ours = |seed| {
        let limits = Limits::none().depth(NOBODY_WINS);
        let outcome = Search::new(&game).limits(limits).horizon(Scrambled(seed)).alpha_beta();
        let value = outcome.estimate.expect("a depth limit was met");
        Found { value: value.into(), nodes: outcome.statistics.visits }
    };
    let plain = |seed| by_hand::call_a_node::<CentreFirst, Wide, _>(NOBODY_WINS, Scrambled(seed));
    let tight = |seed| by_hand::leaves_inline::<CentreFirst, Wide, _>(NOBODY_WINS, Scrambled(seed));
    let theirs = |seed| {
        let mut value = 0;
        let nodes = count(|| value = the_crate::<CentreFirst, _, true>(NOBODY_WINS, Scrambled(seed)));
        Found { value, nodes }
    };
    // Seed by seed, everybody agrees on the value and on the number of nodes.
    let mut all = (0, 0);
    for seed in 0..SEEDS {
        let found = plain(seed);
        assert_eq!(ours(seed), found, "ours, seed {seed}");
        assert_eq!(tight(seed), found, "leaves inline, seed {seed}");
        assert_eq!(theirs(seed), found, "the crate, seed {seed}");
        all = sum(all, found);
    }
    let (value, nodes) = all;
    let over_seeds = |search: &dyn Fn(u64) -> Found| (0..SEEDS).map(search).fold((0, 0), sum);
    let contestants = vec![
        Contestant::counting("ours", value, nodes, || over_seeds(&ours)),
        Contestant::counting("by hand, leaves inline", value, nodes, || over_seeds(&tight)),
        Contestant::counting("by hand, a call a node", value, nodes, || over_seeds(&plain)),
        Contestant::new("minimax::Negamax", value, || {
            (0..SEEDS).map(|seed| i64::from(the_crate::<CentreFirst, _, false>(NOBODY_WINS, Scrambled(seed)))).sum()
        })
        .taking(nodes),
    ];
    let title = format!("alpha-beta, depth {NOBODY_WINS}, {SEEDS} random evaluators, equal nodes");
    contest(
        title,
        Clock::Thread,
        rounds,
        contestants,
        &[rate(0, 1, 1.0 / 1.25), rate(0, 2, 1.0 / 1.25), rate(0, 3, 1.5)],
    )
}

fn sum((value, nodes): (i64, u64), found: Found) -> (i64, u64) {
    (value + i64::from(found.value), nodes + found.nodes)
}

/// A window that no random value misses; nobody wins within the depth.
pub enum Wide {}

impl by_hand::Scores for Wide {
    const WIN: i32 = 127;
    const WINDOW: i32 = 127;
    #[inline(always)]
    fn back(best: i32) -> i32 {
        best
    }
}

/// How many nodes the searches of one depth are known to take.
struct Known {
    /// Alpha-beta with 1, 0 and −1.
    alpha_beta: u64,
    /// With wins that decay.
    decaying: u64,
}

/// A deep search in which most lines end undecided and some are won.
fn deep<C: Columns>(name: &str, rounds: usize, depth: u32, order: ColumnOrder, known: Known) -> Contest {
    let game = secateur_games::ConnectFour::standard().ordered(order);
    let ours = || {
        let outcome = Search::new(&game).limits(Limits::none().depth(depth)).horizon(Constant(0)).alpha_beta();
        (outcome.estimate.expect("a depth limit was met").into(), outcome.statistics.visits)
    };
    let pair = |found: Found| (i64::from(found.value), found.nodes);
    assert_eq!(count(|| assert_eq!(the_crate::<C, _, true>(depth, Zero), 0)), known.decaying, "the crate, {name}");
    let contestants = vec![
        Contestant::counting("ours", 0, known.alpha_beta, ours),
        Contestant::counting("by hand, leaves inline", 0, known.alpha_beta, || {
            pair(by_hand::leaves_inline::<C, WinOrLoss, _>(depth, Zero))
        }),
        Contestant::counting("by hand, a call a node", 0, known.alpha_beta, || {
            pair(by_hand::call_a_node::<C, WinOrLoss, _>(depth, Zero))
        }),
        Contestant::new("minimax::Negamax", 0, || the_crate::<C, _, false>(depth, Zero).into()).taking(known.decaying),
        Contestant::counting("by hand, decaying, a call a node", 0, known.decaying, || {
            pair(by_hand::call_a_node::<C, Decaying, _>(depth, Zero))
        }),
    ];
    let claims = [
        rate(0, 1, 1.0 / 1.25),
        rate(0, 2, 1.0 / 1.25),
        rate(0, 3, 1.5),
        Claim { measure: Measure::Speed, first: 0, second: 3, at_least: None },
        Claim { measure: Measure::Rate, first: 4, second: 3, at_least: None },
    ];
    contest(format!("alpha-beta, {name}, zero evaluation"), Clock::Thread, rounds, contestants, &claims)
}

fn rate(first: usize, second: usize, at_least: f64) -> Claim {
    Claim { measure: Measure::Rate, first, second, at_least: Some(at_least) }
}

/// The crate's plain negamax, one ply above the empty board.
fn the_crate<C: Columns, L: Leaf, const COUNTS: bool>(depth: u32, leaf: L) -> i32 {
    let mut search = Negamax::new(Evaluated::<C, L, COUNTS>::by(leaf), depth as u8 + 1);
    search.choose_move(&crate_games::Board::NOT_STARTED).expect("a game can be started");
    -i32::from(search.root_value())
}
