//! Matrix games in fractions: the textbook's linear program by the textbook's simplex, with Bland's rule, so that it ends.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The value of the matrix with so many rows, given row by row.
pub fn value(payoffs: &[BigRational], rows: usize) -> BigRational {
    let columns = payoffs.len() / rows;
    let Some(least) = payoffs.iter().min() else { return BigRational::zero() };
    if let Some(saddle) = saddle(payoffs, columns) {
        return saddle;
    }
    // All payoffs at least 1: then Min's program "sum y as large as can be, Ay <= 1, y >= 0" has the optimum 1 / value.
    let shift = BigRational::one() - least;
    let width = columns + rows + 1;
    let mut table = vec![vec![BigRational::zero(); width]; rows];
    for (i, row) in table.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().take(columns).enumerate() {
            *entry = &payoffs[i * columns + j] + &shift;
        }
        row[columns + i] = BigRational::one();
        row[width - 1] = BigRational::one();
    }
    let mut goal = vec![BigRational::zero(); width];
    goal[..columns].fill(BigRational::one());
    let mut basis: Vec<usize> = (columns..columns + rows).collect();
    while let Some(entering) = (0..width - 1).find(|&j| goal[j].is_positive()) {
        let leaving = (0..rows).filter(|&i| table[i][entering].is_positive()).min_by(|&i, &k| {
            let ratio = |i: usize| &table[i][width - 1] / &table[i][entering];
            ratio(i).cmp(&ratio(k)).then(basis[i].cmp(&basis[k]))
        });
        // All payoffs are positive, so the program is bounded.
        let Some(leaving) = leaving else { break };
        basis[leaving] = entering;
        let pivot = table[leaving][entering].clone();
        table[leaving].iter_mut().for_each(|entry| *entry /= &pivot);
        let chosen = table[leaving].clone();
        for row in table.iter_mut().enumerate().filter(|&(i, _)| i != leaving).map(|(_, row)| row).chain([&mut goal]) {
            let factor = row[entering].clone();
            if !factor.is_zero() {
                row.iter_mut().zip(&chosen).for_each(|(entry, chosen)| *entry -= &factor * chosen);
            }
        }
    }
    // The corner of the goal's row has counted down from 0 to minus the optimum.
    -goal[width - 1].recip() - shift
}

/// The entry that is the least of its row and the greatest of its column, if there is one.
fn saddle(payoffs: &[BigRational], columns: usize) -> Option<BigRational> {
    let secured = payoffs.chunks(columns).filter_map(|row| row.iter().min()).max()?;
    let conceded = (0..columns).filter_map(|j| payoffs.iter().skip(j).step_by(columns).max()).min()?;
    (secured == conceded).then(|| secured.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    fn worth(rows: &[&[i32]]) -> BigRational {
        let payoffs: Vec<_> = rows.concat().into_iter().map(|n| BigRational::from_integer(n.into())).collect();
        value(&payoffs, rows.len())
    }

    #[test]
    fn known_games() {
        let fraction = |above: i32, below: i32| BigRational::new(BigInt::from(above), BigInt::from(below));
        assert_eq!(worth(&[&[1, -1], &[-1, 1]]), fraction(0, 1));
        assert_eq!(worth(&[&[3, 0], &[1, 2]]), fraction(3, 2));
        assert_eq!(worth(&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]]), fraction(0, 1));
        assert_eq!(worth(&[&[5, 3, 4]]), fraction(3, 1));
        assert_eq!(worth(&[&[6, 1, 0], &[3, 3, 3], &[0, 1, 6]]), fraction(3, 1));
        assert_eq!(worth(&[&[2, -3], &[-3, 4]]), fraction(-1, 12));
    }
}
