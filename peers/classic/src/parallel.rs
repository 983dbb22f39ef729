//! Row 4: two threads.
//!
//! How much two threads can gain depends on the machine and on who else uses it, so the ceiling is measured in the same
//! rounds: a count of all positions within a depth, which divides perfectly.

use std::thread;

use minimax::{IterativeOptions, ParallelOptions, ParallelSearch, Strategy};
use secateur_games::ConnectFour;
use secateur_games::connect_four::Stone;
use secateur_search::{Constant, Deepening, Jamboree, Learned, Limits, NextWindow, Outcome, Search, Table};
use secateur_value::Window;

use crate::by_hand::{BOTTOMS, CELLS, CentreFirst, Zero, has_four};
use crate::contest::{Claim, Clock, Contest, Contestant, Measure, contest};
use crate::crate_games::{Board, Evaluated};

/// How many threads.
const THREADS: usize = 2;
/// How large everybody's table is.
const MEGABYTES: usize = 256;
/// How many moves ahead everybody looks, from the empty board, unless told otherwise: our best sequential search then
/// takes more than five seconds on the machine that this was written on.
pub const DEPTH: u32 = 28;
/// How deep the count goes.
const COUNT_DEPTH: u32 = 10;
/// How many positions it finds at that depth (games that are over before it do not count).
const COUNTED: u64 = 268_031_646;

/// The contest of this row.
pub fn contests(rounds: usize, depth: u32) -> Vec<Contest> {
    let crate_options = IterativeOptions::new().with_table_byte_size(MEGABYTES << 20);
    let by_default = ParallelOptions::new().with_num_threads(THREADS);
    let tuned = by_default.with_serial_cutoff_depth(8);
    let (alone, together) = (Jamboree::default().threads(1), Jamboree::default().threads(THREADS));
    let deepening = Deepening::default();
    let contestants = vec![
        Contestant::new("count, 1 thread", COUNTED as i64, || count(1) as i64),
        Contestant::new("count, 2 threads", COUNTED as i64, || count(THREADS) as i64),
        Contestant::new("ours, MTD(f)", 0, || ours(depth, |search| search.mtdf(0))),
        Contestant::new("ours, MTD(f), jamboree on 1 thread", 0, || {
            ours(depth, |search| search.jamboree_mtdf(&alone, 0, NextWindow::Returned))
        }),
        Contestant::new("ours, MTD(f), jamboree on 2 threads", 0, || {
            ours(depth, |search| search.jamboree_mtdf(&together, 0, NextWindow::Returned))
        }),
        Contestant::new("ours, alpha-beta", 0, || ours(depth, |search| search.alpha_beta())),
        Contestant::new("ours, jamboree on 2 threads", 0, || ours(depth, |search| search.jamboree(&together))),
        Contestant::new("ours, deepening", 0, || ours(depth, |search| search.deepening(&deepening))),
        Contestant::new("ours, deepening, jamboree on 2 threads", 0, || {
            ours(depth, |search| search.jamboree_deepening(&together, &deepening))
        }),
        Contestant::new("minimax::ParallelSearch, 2 threads", 0, || the_crate(depth, crate_options, by_default)),
        Contestant::new("minimax::ParallelSearch, 2 threads, serial below 8", 0, || {
            the_crate(depth, crate_options, tuned)
        }),
    ];
    let over = |first, second, at_least| Claim { measure: Measure::Speed, first, second, at_least };
    let share = |first, second, at_least| Claim { measure: Measure::OfCeiling, first, second, at_least };
    let claims = [
        over(1, 0, None),
        over(4, 2, None),
        share(4, 2, Some(0.9)),
        over(6, 5, None),
        share(6, 5, None),
        over(8, 7, None),
        share(8, 7, None),
        over(3, 2, Some(0.95)),
        over(4, 9, Some(1.0)),
        over(4, 10, Some(1.0)),
        over(8, 9, None),
        over(8, 10, None),
    ];
    let title = format!("Connect Four to depth {depth} with {MEGABYTES} MB, two threads");
    vec![contest(title, Clock::Wall, rounds, contestants, &claims)]
}

type Ours<'s> = Search<'s, ConnectFour, Constant<i8>, &'s Table<u64, i8>, Learned<Stone>>;

/// Our searches with all that they can use. Every run starts with a new table, and making it counts.
fn ours(depth: u32, answer: impl FnOnce(Ours<'_>) -> Outcome<i8, Stone>) -> i64 {
    let game = ConnectFour::standard();
    let table = Table::with_megabytes(MEGABYTES).expect("room for a table");
    let search = Search::new(&game).limits(Limits::none().depth(depth)).window(Window::new(-1, 1));
    let outcome = answer(search.horizon(Constant(0)).memory(&table).order(Learned::by_rank()));
    outcome.estimate.unwrap_or(outcome.bounds.lower).into()
}

fn the_crate(depth: u32, options: IterativeOptions, parallel: ParallelOptions) -> i64 {
    let mut search = ParallelSearch::new(Evaluated::<CentreFirst, _>::by(Zero), options, parallel);
    search.set_max_depth(depth as u8);
    search.choose_move(&Board::EMPTY).expect("a move");
    search.root_value().signum().into()
}

/// Counts the positions at a depth: the columns of the second move are dealt out to the threads like cards.
fn count(threads: usize) -> u64 {
    let second_moves: Vec<(u64, u64)> = children(0, 0).flat_map(|(own, taken)| children(own, taken)).collect();
    let hand = |dealt: usize| -> u64 {
        let own = second_moves.iter().skip(dealt).step_by(threads);
        own.map(|&(own, taken)| count_below(own, taken, COUNT_DEPTH - 2)).sum()
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|dealt| scope.spawn(move || hand(dealt))).collect();
        hand(0) + others.into_iter().map(|other| other.join().expect("a count")).sum::<u64>()
    })
}

fn count_below(own: u64, taken: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if has_four(own ^ taken) {
        return 0;
    }
    children(own, taken).map(|(own, taken)| count_below(own, taken, depth - 1)).sum()
}

/// The positions after each move, from the side of the player who then moves.
#[inline(always)]
fn children(own: u64, taken: u64) -> impl Iterator<Item = (u64, u64)> {
    let mut free = (taken + BOTTOMS) & CELLS;
    std::iter::from_fn(move || {
        let stone = free & free.wrapping_neg();
        free ^= stone;
        (stone != 0).then_some((own ^ taken, taken | stone))
    })
}
