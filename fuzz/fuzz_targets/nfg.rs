//! Any bytes are a matrix game, as `.nfg` or as rows of numbers, whose value in fractions lies in the interval of the solver in
//! doubles, or an error of one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use num_rational::BigRational;
use secateur_matrix::NormalForm;

fuzz_target!(|bytes: &[u8]| {
    for read in [NormalForm::parse(bytes), NormalForm::read(bytes)] {
        match read {
            Err(problem) => assert!(!problem.to_string().contains('\n'), "{problem}"),
            // Fractions of long numbers take their time.
            Ok(game) if bytes.len() <= 400 => {
                let (Ok(exact), Ok(solved)) = (game.solve_exact(), game.solve()) else { continue };
                let fraction = |end: f64| BigRational::from_float(end);
                let interval = solved.interval;
                assert!(fraction(interval.lower.get()).is_none_or(|lower| lower <= exact.value), "{interval:?}");
                assert!(fraction(interval.upper.get()).is_none_or(|upper| exact.value <= upper), "{interval:?}");
            }
            Ok(_) => {}
        }
    }
});
