//! Any text is an exercise with legal moves, or an error of one line; so is any text as a position.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_chess::epd::Exercise;
use secateur_chess::read_fen;

fuzz_target!(|line: &str| {
    match Exercise::read(line) {
        Err(problem) => assert!(!problem.to_string().contains('\n'), "{problem}"),
        Ok(exercise) => {
            for chosen in exercise.best.iter().chain(&exercise.avoid) {
                assert!(exercise.board.is_legal(*chosen), "{chosen}");
            }
        }
    }
    if let Err(problem) = read_fen(line) {
        assert!(!problem.to_string().contains('\n'), "{problem}");
    }
});
