//! Row 3: tic-tac-toe solved from the empty board.

use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy};
use secateur_games::TicTacToe;
use secateur_search::{Deepening, Outcome, Search, Table};
use secateur_value::Window;

use crate::contest::{Claim, Clock, Contest, Contestant, Measure, contest};
use crate::crate_games::{NineCells, Undecided};

/// How often it is solved in one round.
const TIMES: i64 = 200;

/// The contest of this row. The value is 0, a draw; the answer of a round is how often exactly that was found.
pub fn contests(rounds: usize) -> Vec<Contest> {
    let game = TicTacToe::default();
    let drawn = |outcome: Outcome<i8, _>| {
        assert!(outcome.bounds.is_exact(), "{:?}", outcome.bounds);
        i64::from(outcome.bounds.lower)
    };
    let table = || Table::with_megabytes(1).expect("room for a table");
    let options = IterativeOptions::new();
    let small = options.with_table_byte_size(1 << 16);
    let contestants = vec![
        many("ours, alpha-beta", || drawn(Search::new(&game).alpha_beta())),
        many("ours, alpha-beta within a win and a loss", || {
            drawn(Search::new(&game).window(Window::new(-1, 1)).alpha_beta())
        }),
        many("ours, scout, expert", || drawn(Search::new(&game).expert().scout())),
        many("ours, MTD(f), expert", || drawn(Search::new(&game).expert().mtdf(0))),
        many("ours, MTD(f), expert, 1 MB table", || drawn(Search::new(&game).expert().memory(&table()).mtdf(0))),
        many("ours, deepening, 1 MB table", || {
            drawn(Search::new(&game).memory(&table()).deepening(&Deepening::default()))
        }),
        many("minimax::Negamax", || {
            let mut search = Negamax::new(Undecided, 9);
            search.choose_move(&NineCells::default()).expect("a move");
            search.root_value().into()
        }),
        many("minimax::IterativeSearch, 1 MB table", || iterative(options)),
        many("minimax::IterativeSearch, 64 kB table", || iterative(small)),
    ];
    let mut claims = Vec::new();
    for theirs in 6..9 {
        claims.push(Claim { measure: Measure::Speed, first: 3, second: theirs, at_least: Some(3.0) });
    }
    for theirs in 6..9 {
        claims.push(Claim { measure: Measure::Speed, first: 0, second: theirs, at_least: None });
    }
    let title = format!("tic-tac-toe solved from the empty board, {TIMES} times");
    vec![contest(title, Clock::Thread, rounds, contestants, &claims)]
}

fn many<'c>(name: &'static str, mut solve: impl FnMut() -> i64 + 'c) -> Contestant<'c> {
    Contestant::new(name, TIMES, move || (0..TIMES).filter(|_| solve() == 0).count() as i64)
}

fn iterative(options: IterativeOptions) -> i64 {
    let mut search = IterativeSearch::new(Undecided, options);
    search.set_max_depth(9);
    search.choose_move(&NineCells::default()).expect("a move");
    search.root_value().into()
}
