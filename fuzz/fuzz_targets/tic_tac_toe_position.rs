//! Any text is a position that keeps the laws, or an error of one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_game::laws;
use secateur_games::TicTacToe;

fuzz_target!(|text: &str| match TicTacToe::from_moves(text) {
    Err(problem) => assert!(!problem.to_string().contains('\n'), "{problem}"),
    Ok(game) => {
        let effort = laws::Effort::default().games(2).endgame(100);
        laws::check_values(&game, &effort).unwrap();
        laws::check_keys(&game, &effort).unwrap();
    }
});
