//! Dominance and cell windows against exact rationals.

mod matrices;

use matrices::{KINDS, Random, draw, rounds, seeded};
use num_rational::BigRational;
use num_traits::{FromPrimitive, One, Signed, Zero};
use secateur_matrix::{CellBound, CellBounds, Level, Line, Pruner, exact_rational_game};

fn rational(value: f64) -> BigRational {
    BigRational::from_f64(value).expect("finite")
}

/// A matrix of bounds with every row and column in play.
struct Cells {
    rows: Vec<usize>,
    columns: Vec<usize>,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Cells {
    fn draw(random: &mut Random, largest: usize) -> Self {
        let (rows, columns) = (1 + random.below(largest), 1 + random.below(largest));
        let kind = random.below(3);
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for _ in 0..rows * columns {
            let mut number = || match kind {
                0 => random.integer(2),
                1 => random.integer(50),
                _ => 10.0 * random.real(),
            };
            let (a, b) = (number(), number());
            let known = random.below(3) > 0;
            lower.push(if known { a } else { a.min(b) });
            upper.push(if known { a } else { a.max(b) });
        }
        Self { rows: (0..rows).collect(), columns: (0..columns).collect(), lower, upper }
    }

    /// A matrix of a kind that has broken solvers, of so many rows and columns; one cell in three is known only between its own value
    /// and another one's.
    fn draw_kind(random: &mut Random, kind: matrices::Kind, rows: usize, columns: usize) -> Self {
        let (one, other) = (draw(random, kind, rows, columns), draw(random, kind, rows, columns));
        let known: Vec<bool> = one.iter().map(|_| random.below(3) > 0).collect();
        // Another matrix may be of quite another magnitude; its signs and its order are what is wanted.
        let magnitude = |cells: &[f64]| cells.iter().fold(0.0, |most: f64, cell| most.max(cell.abs()));
        let (size, least) = (magnitude(&one), magnitude(&other).max(f64::MIN_POSITIVE));
        let end = |pick: fn(f64, f64) -> f64| {
            let ends = one.iter().zip(&other).zip(&known);
            ends.map(|((&one, &other), &known)| if known { one } else { pick(one, other / least * size) }).collect()
        };
        Self { rows: (0..rows).collect(), columns: (0..columns).collect(), lower: end(f64::min), upper: end(f64::max) }
    }

    /// The largest number in it.
    fn magnitude(&self) -> f64 {
        self.lower.iter().chain(&self.upper).fold(0.0, |most: f64, cell| most.max(cell.abs()))
    }

    fn bounds(&self) -> CellBounds<'_> {
        CellBounds {
            lower: &self.lower,
            upper: &self.upper,
            columns: self.columns.len(),
            live_rows: &self.rows,
            live_columns: &self.columns,
        }
    }

    /// The same cells seen by the other player.
    fn turned(&self) -> Self {
        let n = self.columns.len();
        let turn = |cells: &[f64]| {
            self.columns.iter().flat_map(|&j| self.rows.iter().map(move |&i| -cells[i * n + j])).collect()
        };
        Self {
            rows: self.columns.clone(),
            columns: self.rows.clone(),
            lower: turn(&self.upper),
            upper: turn(&self.lower),
        }
    }

    /// Gains of the rivals of row `a` (and of `outside`) over it, by definition; without column `b`.
    fn gains(&self, a: usize, b: Option<usize>, outside: Option<f64>) -> Vec<Vec<BigRational>> {
        let n = self.columns.len();
        let replies = || self.columns.iter().filter(move |&&j| Some(j) != b);
        let mut gains: Vec<Vec<BigRational>> = (self.rows.iter().filter(|&&k| k != a))
            .map(|k| replies().map(|j| rational(self.lower[k * n + j]) - rational(self.upper[a * n + j])).collect())
            .collect();
        if let Some(outside) = outside {
            gains.push(replies().map(|j| rational(outside) - rational(self.upper[a * n + j])).collect());
        }
        gains
    }

    fn stakes(&self, a: usize, b: usize, outside: Option<f64>) -> Vec<BigRational> {
        let n = self.columns.len();
        let rivals = self.rows.iter().filter(|&&k| k != a).map(|k| self.lower[k * n + b]);
        rivals.chain(outside).map(rational).collect()
    }
}

fn draw_outside(random: &mut Random) -> Option<f64> {
    (random.below(2) == 0).then(|| random.integer(3))
}

#[test]
fn dominance_agrees_with_exact_arithmetic() {
    let mut random = seeded(11);
    let mut pruners: Vec<Pruner> = Level::available().map(|level| Pruner::new().with_level(level)).collect();
    let (mut dominated, mut kept) = (0, 0);
    for round in 0..rounds(6_000) {
        let cells = Cells::draw(&mut random, 5);
        let outside = draw_outside(&mut random);
        let turned = cells.turned();
        for by_row in [true, false] {
            let (mine, line): (&Cells, fn(usize) -> Line) =
                if by_row { (&cells, Line::Row) } else { (&turned, Line::Column) };
            let seen = if by_row { outside } else { outside.map(|value| -value) };
            for &candidate in &mine.rows {
                let gains = mine.gains(candidate, None, seen);
                let count = pruners.len();
                let answer = pruners[round % count].dominated(&cells.bounds(), line(candidate), outside, 1e-9);
                if gains.is_empty() {
                    assert_eq!(answer, None);
                    continue;
                }
                let flat: Vec<BigRational> = gains.concat();
                let value = exact_rational_game(&flat, gains.len(), gains[0].len()).expect("sound").value;
                match answer {
                    Some(delta) => {
                        assert!((0.0..=1e-9).contains(&delta));
                        assert!(value >= -rational(delta), "round {round}: {value} against {delta}");
                        dominated += 1;
                    }
                    None => {
                        assert!(value < -rational(1e-10), "round {round}: missed {value}");
                        kept += 1;
                    }
                }
            }
        }
    }
    assert!(dominated > 5_000 && kept > 5_000, "{dominated} {kept}");
}

#[test]
fn dropping_a_dominated_row_costs_at_most_delta() {
    let mut random = Random(12);
    let mut pruner = Pruner::new();
    let mut dropped = 0;
    for _ in 0..3_000 {
        let cells = Cells::draw(&mut random, 4);
        let n = cells.columns.len();
        for &a in &cells.rows {
            let Some(delta) = pruner.dominated(&cells.bounds(), Line::Row(a), None, 1e-9) else {
                continue;
            };
            let truth: Vec<BigRational> = (cells.lower.iter().zip(&cells.upper))
                .map(|(&low, &high)| if random.below(2) == 0 { rational(low) } else { rational(high) })
                .collect();
            let rest: Vec<BigRational> =
                truth.chunks_exact(n).enumerate().filter(|(i, _)| *i != a).flat_map(|(_, row)| row.to_vec()).collect();
            let full = exact_rational_game(&truth, cells.rows.len(), n).expect("sound").value;
            let less = exact_rational_game(&rest, cells.rows.len() - 1, n).expect("sound").value;
            assert!(less >= full - rational(delta));
            dropped += 1;
        }
    }
    assert!(dropped > 500, "{dropped}");
}

#[test]
fn cell_windows_agree_with_exact_arithmetic() {
    let mut random = seeded(13);
    let mut pruners: Vec<Pruner> = Level::available().map(|level| Pruner::new().with_level(level)).collect();
    let (mut bounded, mut free, mut mixed) = (0, 0, 0);
    for round in 0..rounds(4_000) {
        let cells = Cells::draw(&mut random, 4);
        let outside = draw_outside(&mut random);
        let turned = cells.turned();
        let (a, b) = (random.below(cells.rows.len()), random.below(cells.columns.len()));
        let count = pruners.len();
        let pruner = &mut pruners[round % count];
        let alpha = pruner.cell_alpha(&cells.bounds(), a, b, outside);
        let beta = pruner.cell_beta(&cells.bounds(), a, b, outside);
        let against = outside.map(|value| -value);
        let sides = [
            (cells.gains(a, Some(b), outside), cells.stakes(a, b, outside), alpha),
            (turned.gains(b, Some(a), against), turned.stakes(b, a, against), beta.map(negated)),
        ];
        for (gains, stakes, answer) in sides {
            let optimum = best_stake(&gains, &stakes, &BigRational::zero());
            match answer {
                Some(CellBound { bound, delta, .. }) => {
                    // Sound: with requirements relaxed by δ some weights are worth at least the bound.
                    let relaxed = best_stake(&gains, &stakes, &rational(delta)).expect("δ makes it feasible");
                    assert!(relaxed >= rational(bound), "round {round}: {relaxed} < {bound}");
                    assert!(delta <= 1e-10, "round {round}: {delta}");
                    // Tight: close to the optimum of the program as it stands.
                    if let Some(optimum) = optimum {
                        assert!((optimum - rational(bound)).abs() < rational(1e-9), "round {round}");
                    }
                    bounded += 1;
                    mixed += usize::from(delta > 0.0);
                }
                None => {
                    let strictly = best_stake(&gains, &stakes, &rational(-1e-9));
                    assert_eq!(strictly, None, "round {round}: a feasible program was missed");
                    free += 1;
                }
            }
        }
    }
    assert!(bounded > 1_000 && free > 1_000 && mixed > 300, "{bounded} {free} {mixed}");
}

fn negated(mut found: CellBound) -> CellBound {
    found.bound = -found.bound;
    found
}

#[test]
fn bounds_that_are_not_finite_never_prune() {
    let cells = CellBounds {
        lower: &[1.0, f64::NEG_INFINITY, 0.0, f64::NAN],
        upper: &[1.0, f64::INFINITY, 0.0, f64::NAN],
        columns: 2,
        live_rows: &[0, 1],
        live_columns: &[0, 1],
    };
    let mut pruner = Pruner::new();
    assert_eq!(pruner.dominated(&cells, Line::Row(1), None, 1e-9), None);
    assert_eq!(pruner.cell_alpha(&cells, 1, 0, Some(0.5)), None);
    assert_eq!(pruner.cell_beta(&cells, 0, 1, None), None);
}

/// The optimum of a cell's program with requirements relaxed by `delta`, by looking at every vertex.
fn best_stake(gains: &[Vec<BigRational>], stakes: &[BigRational], delta: &BigRational) -> Option<BigRational> {
    let rivals = stakes.len();
    if rivals == 0 {
        return None;
    }
    // Half-spaces normal·x ≥ 0: a weight, or a requirement (the weights add up to 1).
    let mut normals: Vec<Vec<BigRational>> = (0..rivals)
        .map(|k| (0..rivals).map(|l| if k == l { BigRational::one() } else { BigRational::zero() }).collect())
        .collect();
    for j in 0..gains[0].len() {
        normals.push(gains.iter().map(|gain| &gain[j] + delta).collect());
    }
    let mut best: Option<BigRational> = None;
    for subset in 0u32..1 << normals.len() {
        if subset.count_ones() as usize + 1 != rivals {
            continue;
        }
        let tight =
            normals.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1).map(|(_, normal)| normal.clone());
        let Some(x) = solve_linear(tight.collect(), rivals) else {
            continue;
        };
        let dot = |normal: &[BigRational]| normal.iter().zip(&x).map(|(a, b)| a * b).sum::<BigRational>();
        if normals.iter().all(|normal| !dot(normal).is_negative()) {
            let worth = dot(stakes);
            if best.as_ref().is_none_or(|best| worth > *best) {
                best = Some(worth);
            }
        }
    }
    best
}

/// The point with `normal·x = 0` for all normals and `Σx = 1`, if there is exactly one.
fn solve_linear(normals: Vec<Vec<BigRational>>, unknowns: usize) -> Option<Vec<BigRational>> {
    let mut system: Vec<Vec<BigRational>> = normals;
    system.iter_mut().for_each(|row| row.push(BigRational::zero()));
    system.push(vec![BigRational::one(); unknowns + 1]);
    for column in 0..unknowns {
        let pivot = (column..unknowns).find(|&row| !system[row][column].is_zero())?;
        system.swap(column, pivot);
        let pivot_row = system[column].clone();
        for (index, row) in system.iter_mut().enumerate() {
            if index != column && !row[column].is_zero() {
                let factor = &row[column] / &pivot_row[column];
                row.iter_mut().zip(&pivot_row).for_each(|(entry, pivot)| *entry -= &factor * pivot);
            }
        }
    }
    Some((0..unknowns).map(|row| &system[row][unknowns] / &system[row][row]).collect())
}

/// Larger programs, where looking at every vertex is out of reach: a bound is sound if the game "cover every requirement
/// and reach the bound" has a value of at least −δ, and tight if it is lost for a slightly larger bound.
#[test]
fn cell_windows_of_larger_matrices_are_sound_and_tight() {
    let mut random = Random(14);
    let mut pruners: Vec<Pruner> = Level::available().map(|level| Pruner::new().with_level(level)).collect();
    let (mut bounded, mut free) = (0, 0);
    for round in 0..400 {
        let cells = Cells::draw(&mut random, if round % 20 == 0 { 20 } else { 12 });
        let (a, b) = (random.below(cells.rows.len()), random.below(cells.columns.len()));
        let count = pruners.len();
        let alpha = Some(random.integer(3));
        let answer = pruners[round % count].cell_alpha(&cells.bounds(), a, b, alpha);
        let (gains, stakes) = (cells.gains(a, Some(b), alpha), cells.stakes(a, b, alpha));
        let value = |bound: Option<&BigRational>| {
            let rows: Vec<Vec<BigRational>> = (gains.iter().zip(&stakes))
                .map(|(gains, stake)| gains.iter().cloned().chain(bound.map(|bound| stake - bound)).collect())
                .collect();
            exact_rational_game(&rows.concat(), rows.len(), rows[0].len()).map(|solution| solution.value)
        };
        match answer {
            Some(CellBound { bound, delta, .. }) => {
                assert!(delta <= 1e-10, "round {round}: {delta}");
                assert!(value(Some(&rational(bound))).expect("sound") >= -rational(delta), "round {round}");
                assert!(value(Some(&rational(bound + 1e-7))).expect("sound").is_negative(), "round {round}");
                bounded += 1;
            }
            None => {
                assert!(value(None).expect("a requirement") < rational(1e-9), "round {round}");
                free += 1;
            }
        }
    }
    assert!(bounded > 50 && free > 50, "{bounded} {free}");
}

/// Sizes from one line to 64 by 64: many small ones, few large ones, for which fractions take long.
fn size(random: &mut Random, round: usize) -> (usize, usize) {
    match round % 100 {
        0 => (64, 64),
        1 | 2 => (1, 1 + random.below(64)),
        3 | 4 => (1 + random.below(64), 1),
        5 | 6 => (2 + random.below(14), 2 + random.below(14)),
        _ => (1 + random.below(6), 1 + random.below(6)),
    }
}

/// Degenerate, tied, constant, huge, tiny and mixed matrices: whatever is called dominated is so up to its δ, in exact fractions; and
/// one that clearly is so is not missed where no number is extreme.
#[test]
fn dominance_holds_for_every_kind_of_matrix() {
    let mut random = seeded(15);
    let mut pruners: Vec<Pruner> = Level::available().map(|level| Pruner::new().with_level(level)).collect();
    let (mut dominated, mut kept) = (0, 0);
    for round in 0..rounds(2_000) {
        let kind = KINDS[round % KINDS.len()];
        let (rows, columns) = size(&mut random, round / KINDS.len());
        let cells = Cells::draw_kind(&mut random, kind, rows, columns);
        let (turned, magnitude) = (cells.turned(), cells.magnitude());
        let budget = 1e-9 * magnitude;
        for by_row in [true, false] {
            let mine = if by_row { &cells } else { &turned };
            let candidate = random.below(mine.rows.len());
            let line = if by_row { Line::Row(candidate) } else { Line::Column(candidate) };
            let count = pruners.len();
            let answer = pruners[round % count].dominated(&cells.bounds(), line, None, budget);
            let gains = mine.gains(candidate, None, None);
            if gains.is_empty() {
                assert_eq!(answer, None);
                continue;
            }
            let what = || format!("{kind:?}, {rows} × {columns}, round {round}, {line:?}: {answer:?}");
            // Most of the largest are decided by one look at a column, here as there: fractions take seconds.
            let hopeless = (0..gains[0].len()).any(|column| gains.iter().all(|gain| gain[column] < -rational(budget)));
            if hopeless {
                assert_eq!(answer, None, "{}", what());
                continue;
            }
            let value = exact_rational_game(&gains.concat(), gains.len(), gains[0].len()).expect("sound").value;
            match answer {
                Some(delta) => {
                    assert!((0.0..=budget).contains(&delta) && value >= -rational(delta), "{}", what());
                    dominated += 1;
                }
                None => {
                    let moderate = magnitude == 0.0 || (1e-100..1e100).contains(&magnitude);
                    assert!(!moderate || value < -rational(0.1 * budget), "{}", what());
                    kept += 1;
                }
            }
        }
    }
    assert!(dominated > 300 && kept > 200, "{dominated} {kept}");
}

/// The same for the windows of cells: sound up to δ.
#[test]
fn cell_windows_hold_for_every_kind_of_matrix() {
    let mut random = seeded(16);
    let mut pruners: Vec<Pruner> = Level::available().map(|level| Pruner::new().with_level(level)).collect();
    let (mut bounded, mut free) = (0, 0);
    for round in 0..rounds(1_500) {
        let kind = KINDS[round % KINDS.len()];
        let (rows, columns) = size(&mut random, round / KINDS.len() + 1);
        let cells = Cells::draw_kind(&mut random, kind, rows, columns);
        let (turned, magnitude) = (cells.turned(), cells.magnitude());
        let (a, b) = (random.below(rows), random.below(columns));
        let outside = (random.below(2) == 0).then(|| magnitude * random.real());
        let count = pruners.len();
        let pruner = &mut pruners[round % count];
        let alpha = pruner.cell_alpha(&cells.bounds(), a, b, outside);
        let beta = pruner.cell_beta(&cells.bounds(), a, b, outside).map(negated);
        let against = outside.map(|value| -value);
        let sides = [
            (cells.gains(a, Some(b), outside), cells.stakes(a, b, outside), alpha),
            (turned.gains(b, Some(a), against), turned.stakes(b, a, against), beta),
        ];
        for (gains, stakes, answer) in sides {
            let Some(CellBound { bound, delta, .. }) = answer else {
                free += 1;
                continue;
            };
            let lines: Vec<Vec<BigRational>> = (gains.iter().zip(&stakes))
                .map(|(gains, stake)| gains.iter().cloned().chain([stake - rational(bound)]).collect())
                .collect();
            let value = exact_rational_game(&lines.concat(), lines.len(), lines[0].len()).expect("sound").value;
            let what = || format!("{kind:?}, {rows} × {columns}, round {round}: {bound} up to {delta}, {outside:?}");
            assert!(value >= -rational(delta) && delta <= 1e-9 * magnitude, "{}", what());
            bounded += 1;
        }
    }
    assert!(bounded > 300 && free > 200, "{bounded} {free}");
}
