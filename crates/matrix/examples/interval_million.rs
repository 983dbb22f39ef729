//! The interval against exact rationals on a million matrices (or as many as the first argument says).
//!
//! Every kind of matrix in turn, 1×1 to 7×7 and now and then up to 16×16, every level of instructions in turn. Ends with
//! an error at the first violation.
#![allow(clippy::print_stdout, reason = "the count is the purpose")]

#[path = "../tests/matrices/mod.rs"]
mod matrices;

use matrices::{KINDS, Random, draw};
use num_rational::BigRational;
use num_traits::FromPrimitive;
use secateur_matrix::{Level, Method, Solver, exact_matrix_game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(1_000_000), |text| text.parse())?;
    let seed: u64 = std::env::args().nth(2).map_or(Ok(5), |text| text.parse())?;
    let mut random = Random(seed);
    let mut solvers: Vec<Solver> = Level::available().map(|level| Solver::new().with_level(level)).collect();
    let mut methods = std::collections::BTreeMap::<Method, usize>::new();
    let mut widest = 0.0_f64;
    for round in 0..rounds {
        let kind = KINDS[round % KINDS.len()];
        let largest = if round % 500 < KINDS.len() { 16 } else { 7 };
        let (rows, columns) = (1 + random.below(largest), 1 + random.below(largest));
        let payoffs = draw(&mut random, kind, rows, columns);
        let lines: Vec<&[f64]> = payoffs.chunks_exact(columns).collect();
        let value = exact_matrix_game(&lines)?.value;
        let index = round % solvers.len();
        let solver = &mut solvers[index];
        let interval = solver.solve(&payoffs, rows, columns)?;
        let holds = BigRational::from_f64(interval.lower.get()).is_some_and(|lower| lower <= value)
            && BigRational::from_f64(interval.upper.get()).is_some_and(|upper| upper >= value);
        if !holds {
            return Err(format!("round {round}, {kind:?}: {interval:?} misses {value} in {payoffs:?}").into());
        }
        let magnitude = payoffs.iter().fold(f64::MIN_POSITIVE, |largest, payoff| largest.max(payoff.abs()));
        widest = widest.max(interval.width() / magnitude);
        *methods.entry(solver.method()).or_default() += 1;
    }
    println!("{rounds} matrices, 0 violations; widest interval {widest:.2e} of the largest payoff; {methods:?}");
    Ok(())
}
