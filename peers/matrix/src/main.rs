//! Nanoseconds per zero-sum matrix game, in one run on the same matrices: our kernel (interval included), microlp and,
//! behind features, GLPK and HiGHS. Every value is checked against our interval before any clock starts.

#[path = "../../../crates/matrix/tests/matrices/mod.rs"]
mod matrices;

#[cfg(feature = "glpk")]
mod glpk;

use std::hint::black_box;
use std::time::Instant;

use matrices::{Kind, Random, draw};
use secateur_matrix::{Level, Solver};

/// One way to get the value of a square matrix.
struct Peer {
    name: String,
    games: usize,
    /// `None` if the solver gave up.
    solve: Box<dyn FnMut(&[f64], usize) -> Option<f64>>,
}

fn main() {
    for kind in [Kind::Signs, Kind::Integers, Kind::Reals] {
        println!(
            "{kind:?}: ns per game (times our {})",
            Level::detect().name()
        );
        for size in [2, 3, 5, 7, 10, 13] {
            let mut random = Random(1_000 + size as u64);
            let games: Vec<Vec<f64>> = (0..1_000)
                .map(|_| draw(&mut random, kind, size, size))
                .collect();
            let mut peers = peers(size);
            check(&mut peers, &games, size);
            // Rounds are interleaved, so that a busy machine is busy for all; the best of each counts.
            let mut best = vec![f64::INFINITY; peers.len()];
            for _ in 0..12 {
                for (peer, best) in peers.iter_mut().zip(&mut best) {
                    *best = best.min(time(peer, &games, size));
                }
            }
            print!("  {size:>2}×{size:<2}");
            for (peer, time) in peers.iter().zip(&best) {
                print!("  {} {time:.0} ({:.1})", peer.name, time / best[0]);
            }
            println!();
        }
    }
}

/// Our kernel first; the ratios are relative to it.
fn peers(size: usize) -> Vec<Peer> {
    let mut peers: Vec<Peer> = Level::available().map(ours).collect();
    peers.push(Peer {
        name: "microlp".to_owned(),
        games: 100,
        solve: Box::new(|payoffs, size| Some(microlp(payoffs, size))),
    });
    #[cfg(feature = "glpk")]
    for (mut problem, name) in
        glpk::Glpk::variants(size)
            .into_iter()
            .zip(["shifted", "shifted/pse", "value", "value/pse"])
    {
        let solve = Box::new(move |payoffs: &[f64], _: usize| problem.solve(payoffs));
        peers.push(Peer {
            name: format!("glpk:{name}"),
            games: 200,
            solve,
        });
    }
    #[cfg(feature = "highs")]
    peers.push(Peer {
        name: "highs".to_owned(),
        games: 20,
        solve: Box::new(|payoffs, size| Some(highs(payoffs, size))),
    });
    let _ = size;
    peers
}

fn ours(level: Level) -> Peer {
    let mut solver = Solver::new().with_level(level);
    let solve = Box::new(move |payoffs: &[f64], size: usize| {
        Some(
            solver
                .solve(payoffs, size, size)
                .expect("a sound matrix")
                .midpoint(),
        )
    });
    Peer {
        name: level.name().to_owned(),
        games: 1_000,
        solve,
    }
}

/// Every peer must agree with our interval up to its own tolerances. One that gives up (GLPK can cycle) is taken out.
fn check(peers: &mut Vec<Peer>, games: &[Vec<f64>], size: usize) {
    let mut solver = Solver::new();
    peers.retain_mut(|peer| {
        for game in &games[..peer.games] {
            let interval = solver.solve(game, size, size).expect("a sound matrix");
            let magnitude = game
                .iter()
                .fold(1.0, |largest: f64, payoff| largest.max(payoff.abs()));
            let Some(value) = (peer.solve)(game, size) else {
                println!("  {size:>2}×{size:<2}  {} gave up on {game:?}", peer.name);
                return false;
            };
            let off = (interval.lower.get() - value).max(value - interval.upper.get());
            assert!(
                off <= 1e-6 * magnitude,
                "{} found {value}, not {interval:?} in {game:?}",
                peer.name
            );
        }
        true
    });
}

/// Nanoseconds per game, after some games that warm up caches and vector units.
fn time(peer: &mut Peer, games: &[Vec<f64>], size: usize) -> f64 {
    for game in &games[..peer.games / 4] {
        black_box((peer.solve)(black_box(game), size));
    }
    let start = Instant::now();
    for game in &games[..peer.games] {
        black_box((peer.solve)(black_box(game), size));
    }
    start.elapsed().as_nanos() as f64 / peer.games as f64
}

/// `max Σw`, `Aw ≤ 1` for the shifted matrix, as for the others.
fn microlp(payoffs: &[f64], size: usize) -> f64 {
    use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};
    let shift = 1.0 - payoffs.iter().copied().fold(f64::INFINITY, f64::min);
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let weights: Vec<_> = (0..size)
        .map(|_| problem.add_var(1.0, (0.0, f64::INFINITY)))
        .collect();
    for row in payoffs.chunks_exact(size) {
        let terms: Vec<_> = weights
            .iter()
            .zip(row)
            .map(|(&weight, payoff)| (weight, payoff + shift))
            .collect();
        problem.add_constraint(terms.as_slice(), ComparisonOp::Le, 1.0);
    }
    match problem.solve().expect("bounded") {
        SolveOutcome::Solution(solution) => 1.0 / solution.objective() - shift,
        SolveOutcome::Interrupted(_) => unreachable!("no limit was set"),
    }
}

#[cfg(feature = "highs")]
fn highs(payoffs: &[f64], size: usize) -> f64 {
    use highs::{HighsModelStatus, Sense};
    let shift = 1.0 - payoffs.iter().copied().fold(f64::INFINITY, f64::min);
    let mut problem = highs::ColProblem::default();
    let rows: Vec<_> = (0..size).map(|_| problem.add_row(..1.0)).collect();
    for j in 0..size {
        let column = rows
            .iter()
            .enumerate()
            .map(|(i, &row)| (row, payoffs[i * size + j] + shift));
        problem.add_column(1.0, 0.0.., column);
    }
    let mut model = problem.optimise(Sense::Maximise);
    model.make_quiet();
    model.set_option("presolve", "off");
    model.set_option("solver", "simplex");
    let solved = model.solve();
    assert_eq!(solved.status(), HighsModelStatus::Optimal);
    let total: f64 = solved.get_solution().columns().iter().sum();
    1.0 / total - shift
}
