//! Goofspiel by plain backward induction: our kernel against a GLPK call a position, in one run.

#[path = "../../matrix/src/glpk.rs"]
mod glpk;

use glpk::Glpk;
use rustix::time::{ClockId, clock_gettime};
use secateur_game::{Both, Game, Turn};
use secateur_games::Goofspiel;
use secateur_matrix::Solver;
use secateur_search::Search;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let cards = numbers.next().unwrap_or(Ok(7));
    let rounds = numbers.next().unwrap_or(Ok(3));
    let (Ok(cards @ 2..=9), Ok(rounds @ 1..)) = (cards, rounds) else {
        eprintln!("expected the number of cards, from 2 to 9, and the number of rounds");
        std::process::exit(2);
    };
    let variant = best_variant();
    let mut best = [f64::INFINITY; 3];
    for round in 1..=rounds {
        let (ours, ours_took) = timed(|| {
            let outcome = Search::new(&Goofspiel::new(cards)).backward_induction();
            (
                outcome.bounds.lower.get().midpoint(outcome.bounds.upper.get()),
                outcome.statistics.expanded,
            )
        });
        let (bare, bare_took) = timed(|| {
            let mut solver = Solver::new();
            run(cards, |payoffs, size| {
                let interval = solver.solve(payoffs, size, size).expect("a sound matrix");
                interval.midpoint()
            })
        });
        let (peer, peer_took) = timed(|| {
            let mut problems = problems(variant, cards);
            run(cards, |payoffs, size| {
                problems[size].solve(payoffs).expect("GLPK ends")
            })
        });
        for (value, nodes) in [bare, peer] {
            assert_eq!(nodes, ours.1, "the same positions are expanded");
            assert!((value - ours.0).abs() < 1e-6, "{value} and {} differ", ours.0);
        }
        println!(
            "round {round}: ours {ours_took:.3} s, ours bare {bare_took:.3} s, GLPK {peer_took:.3} s ({} nodes, value {:.6})",
            ours.1, ours.0
        );
        for (best, took) in best.iter_mut().zip([ours_took, bare_took, peer_took]) {
            *best = best.min(took);
        }
    }
    println!(
        "best: ours {:.3} s, bare {:.3} s, GLPK {:.3} s; GLPK takes {:.1} times as long as ours, {:.1} times as long as bare",
        best[0],
        best[1],
        best[2],
        best[2] / best[0],
        best[2] / best[1]
    );
}

/// One GLPK problem for each size of matrix.
fn problems(variant: usize, largest: usize) -> Vec<Glpk> {
    (0..=largest)
        .map(|size| Glpk::variants(size.max(1)).swap_remove(variant))
        .collect()
}

/// The fastest way to ask GLPK, on five cards.
fn best_variant() -> usize {
    let time = |variant: usize| {
        timed(|| {
            let mut problems = problems(variant, 5);
            let mut failed = false;
            run(5, |payoffs, size| {
                problems[size].solve(payoffs).unwrap_or_else(|| {
                    failed = true;
                    0.0
                })
            });
            failed
        })
    };
    let times: Vec<(bool, f64)> = (0..4).map(time).collect();
    let sound = (0..4).filter(|&variant| !times[variant].0);
    sound
        .min_by(|&one, &other| times[one].1.total_cmp(&times[other].1))
        .expect("GLPK ends on some variant")
}

/// The value of Goofspiel and how many positions were expanded.
fn run(cards: usize, mut solve: impl FnMut(&[f64], usize) -> f64) -> (f64, u64) {
    let game = Goofspiel::new(cards);
    let (mut cells, mut nodes) = (Vec::new(), 0);
    let value = visit(&game, &mut game.start(), &mut cells, &mut nodes, &mut solve);
    (value, nodes)
}

/// Backward induction: all cells, then one matrix.
fn visit(
    game: &Goofspiel,
    position: &mut <Goofspiel as Game>::Position,
    cells: &mut Vec<f64>,
    nodes: &mut u64,
    solve: &mut impl FnMut(&[f64], usize) -> f64,
) -> f64 {
    let both = match game.turn(position) {
        Turn::Over(value) => return value.get(),
        Turn::Both(both) => both,
        _ => unreachable!("prizes come in a fixed order"),
    };
    *nodes += 1;
    let (base, mut size) = (cells.len(), 0);
    for row in both.rows(game, position) {
        size += 1;
        for column in both.columns(game, position) {
            let undo = both.play(game, position, row, column);
            let value = visit(game, position, cells, nodes, solve);
            game.undo(position, undo);
            cells.push(value);
        }
    }
    let value = solve(&cells[base..], size);
    cells.truncate(base);
    value
}

/// What a function returns, and the CPU time of the thread that it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let start = now();
    let done = work();
    (done, now() - start)
}
