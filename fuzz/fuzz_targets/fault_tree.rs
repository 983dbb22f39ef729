//! Any text is a fault tree whose cut sets are the same in both forms of families, or an error of one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_faults::{Families, FaultTree};

fuzz_target!(|text: &str| {
    let one_line = |problem: &dyn std::fmt::Display| assert!(!problem.to_string().contains('\n'), "{problem}");
    match FaultTree::from_xml(text) {
        Err(problem) => one_line(&problem),
        // Trees may have exponentially many cut sets: small ones tell as much.
        Ok(tree) if tree.events().len() <= 12 && text.len() <= 4_000 => {
            for order in [None, Some(2)] {
                let solve = |families| tree.minimal_cut_sets_as(families, None, order);
                match (solve(Families::Masks), solve(Families::Diagrams)) {
                    (Ok(masks), Ok(diagrams)) => assert_eq!(masks.sets, diagrams.sets),
                    (Err(problem), Err(same)) => {
                        assert_eq!(problem, same);
                        one_line(&problem);
                    }
                    (masks, diagrams) => panic!("{masks:?} and {diagrams:?}"),
                }
            }
        }
        Ok(_) => {}
    }
});
