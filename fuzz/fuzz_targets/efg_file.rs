//! Any bytes are a game that reads back as printed and becomes a tree or says why not, or an error of one line.

#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use secateur_formats::efg::ExtensiveForm;
use secateur_search::Limits;

fuzz_target!(|bytes: &[u8]| match ExtensiveForm::parse(bytes) {
    Err(problem) => assert!(!problem.to_string().contains('\n'), "{problem}"),
    Ok(game) => {
        assert_eq!(ExtensiveForm::parse(game.to_string().as_bytes()).as_ref(), Ok(&game));
        let _ = game.tree();
        if let Ok(solution) = game.solve(&Limits::none().time(Duration::from_millis(20))) {
            assert!(solution.bounds.lower <= solution.bounds.upper, "{solution:?}");
        }
    }
});
