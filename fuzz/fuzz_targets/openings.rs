//! Any text is a list of openings, or an error of one line that says where.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_uci::arena::read_openings;

fuzz_target!(|text: &str| {
    if let Err(problem) = read_openings(text) {
        assert!(!problem.to_string().contains('\n'), "{problem}");
    }
});
