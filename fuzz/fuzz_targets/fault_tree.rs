//! Any text is a fault tree whose cut sets up to an order are those of the whole answer, or an error of one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_faults::FaultTree;

fuzz_target!(|text: &str| {
    let one_line = |problem: &dyn std::fmt::Display| assert!(!problem.to_string().contains('\n'), "{problem}");
    match FaultTree::from_xml(text) {
        Err(problem) => one_line(&problem),
        // Trees may have exponentially many cut sets: small ones tell as much.
        Ok(tree) if tree.events().len() <= 12 && text.len() <= 4_000 => {
            match (tree.minimal_cut_sets(None, None), tree.minimal_cut_sets(None, Some(2))) {
                (Ok(mut whole), Ok(short)) => {
                    whole.sets.retain(|set| set.len() <= 2);
                    assert_eq!(whole.sets, short.sets);
                }
                (Err(problem), Err(same)) => {
                    assert_eq!(problem, same);
                    one_line(&problem);
                }
                (whole, short) => panic!("{whole:?} and {short:?}"),
            }
        }
        Ok(_) => {}
    }
});
