//! Any bytes are a game that keeps the laws for a while, or an error of one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_formats::gdl::Gdl;
use secateur_game::laws::{self, Effort};

fuzz_target!(|bytes: &[u8]| match Gdl::parse(bytes) {
    Err(problem) => assert!(!problem.to_string().contains('\n'), "{problem}"),
    Ok(game) => {
        // Play may go in circles, which is no mistake of the reader's; anything else is.
        let effort = Effort::default().games(2).longest(20);
        if let Err(problem) = laws::check(&game, &effort) {
            assert!(problem.to_string().contains("the game ends"), "{problem}");
        }
    }
});
