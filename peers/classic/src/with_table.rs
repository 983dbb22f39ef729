//! Row 2: iterative deepening with a table, to the same depth.
//!
//! Ours uses what the game's expert knows, and needs no deepening to order its moves: MTD(f) at once to the depth asked
//! for runs beside it. The crate has no such hook; it runs as it comes, and with its counter-move tables.

use minimax::{IterativeOptions, IterativeSearch, Strategy};
use secateur_games::ConnectFour;
use secateur_games::connect_four::Stone;
use secateur_search::{Constant, Deepening, Limits, Outcome, Search, Table};
use secateur_value::Window;

use crate::by_hand::{CentreFirst, Zero};
use crate::contest::{Claim, Clock, Contest, Contestant, Measure, contest};
use crate::crate_games::{Board, Evaluated};

/// How large everybody's table is.
pub const MEGABYTES: usize = 64;

/// A question: a position, how deep to look, and what is to be found.
struct Question {
    title: &'static str,
    moves: &'static str,
    depth: u32,
    value: i64,
}

const QUESTIONS: [Question; 3] = [
    Question { title: "from the empty board, depth 20: undecided", moves: "", depth: 20, value: 0 },
    Question { title: "from the empty board, depth 22: undecided", moves: "", depth: 22, value: 0 },
    Question { title: "after 12345671234567, to the end: Max wins", moves: "12345671234567", depth: 28, value: 1 },
];

/// All contests of this row.
pub fn contests(rounds: usize) -> Vec<Contest> {
    QUESTIONS.iter().map(|question| time_to_depth(question, rounds)).collect()
}

fn time_to_depth(question: &Question, rounds: usize) -> Contest {
    let &Question { title, moves, depth, value } = question;
    let plain = IterativeOptions::new().with_table_byte_size(MEGABYTES << 20);
    let countering = plain.with_countermoves().with_countermove_history();
    let contestants = vec![
        Contestant::new("ours, deepening, expert", value, || {
            ours(moves, depth, |search| search.expert().deepening(&Deepening::default()))
        }),
        Contestant::new("ours, MTD(f) at once, expert", value, || ours(moves, depth, |search| search.expert().mtdf(0))),
        Contestant::new("minimax::IterativeSearch", value, || the_crate(moves, depth, plain)),
        Contestant::new("minimax::IterativeSearch, counter-moves", value, || the_crate(moves, depth, countering)),
    ];
    let faster = |first, second, at_least| Claim { measure: Measure::Speed, first, second, at_least };
    let claims = [faster(0, 2, Some(1.0)), faster(0, 3, Some(1.0)), faster(1, 2, Some(1.0)), faster(1, 3, Some(1.0))];
    contest(format!("iterative deepening with {MEGABYTES} MB, {title}"), Clock::Thread, rounds, contestants, &claims)
}

type Ours<'s> = Search<'s, ConnectFour, Constant<i8>, &'s Table<u64, i8>>;

/// Our searches with a table. Every run starts with a new one, and making it counts.
fn ours(moves: &str, depth: u32, answer: impl FnOnce(Ours<'_>) -> Outcome<i8, Stone>) -> i64 {
    let game = ConnectFour::standard().after(moves).expect("legal moves");
    let table = Table::with_megabytes(MEGABYTES).expect("room for a table");
    let search = Search::new(&game).limits(Limits::none().depth(depth)).window(Window::new(-1, 1));
    let outcome = answer(search.horizon(Constant(0)).memory(&table));
    outcome.estimate.unwrap_or(outcome.bounds.lower).into()
}

/// The crate's, from Max's side: 1, 0 or −1.
fn the_crate(moves: &str, depth: u32, options: IterativeOptions) -> i64 {
    let mut search = IterativeSearch::new(Evaluated::<CentreFirst, _>::by(Zero), options);
    // Before the game starts the root has one move only, and nothing is shuffled.
    let (start, ahead, max_to_move) = match moves {
        "" => (Board::NOT_STARTED, depth + 1, false),
        moves => (Board::after(moves), depth, moves.len() % 2 == 0),
    };
    search.set_max_depth(ahead as u8);
    search.choose_move(&start).expect("a move");
    let value = i64::from(search.root_value().signum());
    if max_to_move { value } else { -value }
}
