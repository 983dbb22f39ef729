//! The interval against exact rationals.

mod matrices;

use matrices::{KINDS, Kind, Random, draw, rounds, seeded};
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Signed};
use secateur_matrix::{ExactSolution, Level, Method, Solver, exact_matrix_game};
use secateur_value::{Bounds, Real};

fn rational(value: f64) -> BigRational {
    BigRational::from_f64(value).expect("finite")
}

fn exact(payoffs: &[f64], columns: usize) -> ExactSolution {
    let rows: Vec<&[f64]> = payoffs.chunks_exact(columns).collect();
    exact_matrix_game(&rows).expect("a sound matrix")
}

/// Checks an exact solution by definition: distributions that guarantee the value to both sides.
fn assert_equilibrium(payoffs: &[f64], solution: &ExactSolution) {
    let columns = solution.column_strategy.len();
    for strategy in [&solution.row_strategy, &solution.column_strategy] {
        assert!(strategy.iter().all(|p| !p.is_negative()));
        assert!(strategy.iter().sum::<BigRational>().is_one());
    }
    for j in 0..columns {
        let sum: BigRational =
            solution.row_strategy.iter().enumerate().map(|(i, x)| x * rational(payoffs[i * columns + j])).sum();
        assert!(sum >= solution.value);
    }
    for row in payoffs.chunks_exact(columns) {
        let sum: BigRational = row.iter().zip(&solution.column_strategy).map(|(&p, y)| y * rational(p)).sum();
        assert!(sum <= solution.value);
    }
}

/// What the strategies guarantee, exactly.
fn assert_guarantees(payoffs: &[f64], solver: &Solver, lower: f64, upper: f64) {
    let columns = solver.column_strategy().len();
    let normalised = |weights: &[f64]| {
        let weights: Vec<BigRational> = weights.iter().map(|&w| rational(w)).collect();
        assert!(weights.iter().all(|w| !w.is_negative()));
        let total: BigRational = weights.iter().sum();
        assert!((total.clone() - BigRational::one()).abs() < rational(1e-13));
        weights.into_iter().map(move |w| w / &total).collect::<Vec<_>>()
    };
    let (x, y) = (normalised(solver.row_strategy()), normalised(solver.column_strategy()));
    for j in 0..columns {
        let sum: BigRational = x.iter().enumerate().map(|(i, x)| x * rational(payoffs[i * columns + j])).sum();
        assert!(sum >= rational(lower));
    }
    for row in payoffs.chunks_exact(columns) {
        let sum: BigRational = row.iter().zip(&y).map(|(&p, y)| y * rational(p)).sum();
        assert!(sum <= rational(upper));
    }
}

fn check(payoffs: &[f64], rows: usize, columns: usize, solver: &mut Solver, what: &str) {
    let solution = exact(payoffs, columns);
    let interval = solver.solve(payoffs, rows, columns).expect("a sound matrix");
    assert!(rational(interval.lower.get()) <= solution.value, "{what}: lower bound {interval:?} {payoffs:?}");
    assert!(rational(interval.upper.get()) >= solution.value, "{what}: upper bound {interval:?} {payoffs:?}");
    let magnitude = payoffs.iter().fold(0.0, |m: f64, p| m.max(p.abs()));
    assert!(interval.width() <= 1e-12 * magnitude, "{what}: too wide {interval:?} {payoffs:?}");
}

#[test]
fn the_interval_always_holds() {
    let mut random = seeded(1);
    let mut solvers: Vec<Solver> = Level::available().map(|level| Solver::new().with_level(level)).collect();
    for round in 0..rounds(36_000) {
        let kind = KINDS[round % KINDS.len()];
        let (rows, columns) = (1 + random.below(7), 1 + random.below(7));
        let payoffs = draw(&mut random, kind, rows, columns);
        let index = round % solvers.len();
        check(&payoffs, rows, columns, &mut solvers[index], &format!("{kind:?} {rows}×{columns} round {round}"));
    }
}

#[test]
fn the_interval_holds_for_larger_games() {
    let mut random = seeded(2);
    let mut solver = Solver::new();
    for round in 0..rounds(270) {
        let kind = KINDS[round % KINDS.len()];
        let (rows, columns) = (8 + random.below(13), 8 + random.below(13));
        let payoffs = draw(&mut random, kind, rows, columns);
        check(&payoffs, rows, columns, &mut solver, &format!("{kind:?} {rows}×{columns} round {round}"));
    }
    for (rows, columns) in [(32, 32), (33, 40), (3, 50), (70, 5), (1, 64), (64, 1)] {
        let payoffs = draw(&mut random, Kind::Integers, rows, columns);
        check(&payoffs, rows, columns, &mut solver, &format!("{rows}×{columns}"));
    }
}

/// From one line to 64 by 64, which is where the fast path ends, and beyond.
#[test]
fn the_interval_holds_for_long_and_for_large_games() {
    let mut random = seeded(5);
    let mut solver = Solver::new();
    for round in 0..rounds(600) {
        let kind = KINDS[round % KINDS.len()];
        let long = 1 + random.below(80);
        let (rows, columns) = match random.below(4) {
            0 => (1, long),
            1 => (long, 1),
            2 => (2, long),
            _ => (long, 2),
        };
        let payoffs = draw(&mut random, kind, rows, columns);
        check(&payoffs, rows, columns, &mut solver, &format!("{kind:?} {rows}×{columns} round {round}"));
    }
    // Fractions of large matrices take long, unless their numbers are small.
    let whole = [Kind::Signs, Kind::Integers, Kind::Degenerate, Kind::ConstantRows];
    for round in 0..rounds(12) {
        let kind = whole[round % whole.len()];
        let (rows, columns) = if round % 6 == 0 { (64, 64) } else { (20 + random.below(46), 20 + random.below(46)) };
        let payoffs = draw(&mut random, kind, rows, columns);
        check(&payoffs, rows, columns, &mut solver, &format!("{kind:?} {rows}×{columns} round {round}"));
    }
}

/// Whoever gives up gets no answer, whichever method it is; whoever does not gets the one that there is.
#[test]
fn a_solver_can_be_told_to_give_up() {
    let mut random = Random(8);
    for start in [Method::Bland, Method::DoubleDouble, Method::Exact] {
        let mut solver = Solver::new().starting_at(start);
        for steps in [0, 1, 3] {
            let payoffs = draw(&mut random, Kind::Reals, 12, 9);
            let left = std::cell::Cell::new(steps);
            let over = || left.replace(left.get().max(1) - 1) == 0;
            assert_eq!(solver.solve_unless(&payoffs, 12, 9, &over), Ok(None), "{start:?}, {steps} steps");
            let patient = solver.solve_unless(&payoffs, 12, 9, &|| false).unwrap();
            assert_eq!(patient, Some(solver.solve(&payoffs, 12, 9).unwrap()));
            check(&payoffs, 12, 9, &mut solver, &format!("{start:?}"));
        }
    }
}

#[test]
fn strategies_guarantee_the_ends_of_the_interval() {
    let mut random = seeded(3);
    for start in [Method::ClosedForm, Method::Simplex, Method::Bland, Method::DoubleDouble, Method::Exact] {
        let mut solver = Solver::new().starting_at(start);
        for round in 0..rounds(450) {
            let kind = KINDS[round % KINDS.len()];
            let (rows, columns) = (1 + random.below(6), 1 + random.below(6));
            let payoffs = draw(&mut random, kind, rows, columns);
            check(&payoffs, rows, columns, &mut solver, &format!("{start:?} {kind:?}"));
            let interval = solver.solve(&payoffs, rows, columns).expect("a sound matrix");
            assert_guarantees(&payoffs, &solver, interval.lower.get(), interval.upper.get());
            assert!(solver.method() >= start || start == Method::Simplex);
        }
    }
}

#[test]
fn exact_solutions_are_equilibria() {
    let mut random = seeded(4);
    for round in 0..rounds(2_000) {
        let kind = KINDS[round % KINDS.len()];
        let (rows, columns) = (1 + random.below(6), 1 + random.below(6));
        let payoffs = draw(&mut random, kind, rows, columns);
        assert_equilibrium(&payoffs, &exact(&payoffs, columns));
    }
}

#[test]
fn a_budget_that_doubles_cannot_meet_is_answered_by_the_last_method() {
    let mut solver = Solver::new().with_tolerance(0.0);
    let interval = solver.solve(&[1.0, -1.0, -2.0, 3.0, 0.5, 0.25, 0.3, 0.1, 0.7], 3, 3).expect("sound");
    assert_eq!(solver.method(), Method::Exact);
    assert!(interval.width() < 1e-15);
    assert!(interval.lower != Real::ZERO);
}

/// A zero has no exponent of its own: it must not be shifted like the tiny numbers beside it.
#[test]
fn zeros_beside_tiny_numbers_are_zeros() {
    let payoffs = [0.0, 5.975567149225007e-300, 7.462659175569698e-300, 0.0];
    assert_equilibrium(&payoffs, &exact(&payoffs, 2));
}

#[test]
fn ordinary_games_need_no_fallback() {
    let mut random = Random(6);
    let mut solver = Solver::new();
    for round in 0..100_000 {
        let kind = [Kind::Signs, Kind::Integers, Kind::Reals][round % 3];
        let (rows, columns) = (1 + random.below(16), 1 + random.below(16));
        let payoffs = draw(&mut random, kind, rows, columns);
        solver.solve(&payoffs, rows, columns).expect("a sound matrix");
        assert!(solver.method() <= Method::Simplex, "{kind:?} {rows}×{columns} round {round}: {payoffs:?}");
    }
}

#[test]
fn bad_matrices_are_refused_with_one_line() {
    let mut solver = Solver::new();
    let message = |result: Result<_, secateur_matrix::Error>| match result {
        Ok(_) => String::from("accepted"),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        message(solver.solve(&[], 0, 3)),
        "expected at least one row and one column, found 0 rows and 3 columns"
    );
    assert_eq!(message(solver.solve(&[1.0; 5], 2, 3)), "expected 2 × 3 payoffs, found 5");
    assert_eq!(
        message(solver.solve(&[1.0; 5], usize::MAX, 3)),
        format!("expected {} × 3 payoffs, found 5", usize::MAX)
    );
    for (rows, columns) in [(1, 4), (2, 2), (2, 5), (5, 2), (3, 3), (9, 9), (70, 3)] {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut payoffs = vec![1.5; rows * columns];
            payoffs[rows * columns - 1] = bad;
            let expected = format!("expected finite payoffs, found {bad} in row {rows}, column {columns}");
            assert_eq!(message(solver.solve(&payoffs, rows, columns)), expected);
        }
    }
    // Finite payoffs whose sum is not.
    assert_eq!(solver.solve(&[f64::MAX; 4], 2, 2), Ok(Bounds::of(f64::MAX, f64::MAX)));
    let ragged = secateur_matrix::matrix_game(&[vec![1.0, 2.0], vec![3.0]]).map(|solution| solution.interval);
    assert_eq!(message(ragged), "expected 2 payoffs in row 2 as in row 1, found 1");
}

#[test]
fn a_workspace_forgets_the_game_before() {
    // Sizes up and down in one solver give what a fresh solver gives.
    let mut random = Random(7);
    let mut solver = Solver::new();
    for round in 0..5_000 {
        let kind = KINDS[round % KINDS.len()];
        let (rows, columns) = (1 + random.below(20), 1 + random.below(20));
        let payoffs = draw(&mut random, kind, rows, columns);
        let used = solver.solve(&payoffs, rows, columns).expect("a sound matrix");
        if round % 10 == 0 {
            let mut fresh = Solver::new();
            assert_eq!(used, fresh.solve(&payoffs, rows, columns).expect("a sound matrix"));
            assert_eq!(solver.row_strategy(), fresh.row_strategy());
            assert_eq!(solver.column_strategy(), fresh.column_strategy());
        }
    }
}
