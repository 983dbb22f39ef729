//! Any two lines are a suit combination whose odds are odds, or an error of one line. The third and the fourth are vacant
//! places.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_search::Limits;
use secateur_suit::{Combination, Options, solve};

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let (north, south) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    let mut places = lines.map(|line| line.parse::<u32>().unwrap_or(13));
    let (west, east) = (places.next().unwrap_or(13), places.next().unwrap_or(13));
    let one_line = |problem: &dyn std::fmt::Display| assert!(!problem.to_string().contains('\n'), "{problem}");
    match Combination::new(north, south) {
        Err(problem) => one_line(&problem),
        Ok(suit) => {
            assert!(Combination::new(&suit.to_string().replace(" opposite ", ""), "").is_ok());
            let options = Options::default().vacant(west, east).limits(Limits::none().nodes(2_000));
            match solve(&suit, &options) {
                Err(problem) => one_line(&problem),
                Ok(solution) => {
                    for goal in &solution.goals {
                        assert!(0.0 <= goal.probability && goal.probability <= goal.at_most && goal.at_most <= 1.0);
                        assert!(goal.ways <= goal.of && !goal.line.to_string().is_empty());
                    }
                    let mean = &solution.expected_tricks;
                    assert!(mean.tricks <= mean.at_most && mean.at_most <= f64::from(suit.longest()) + 1e-9);
                }
            }
        }
    }
});
