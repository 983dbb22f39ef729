//! Any lines are commands, and a session that reads them answers and ends. Nothing thinks here: a position and its moves are
//! where odd input does harm.

#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use secateur_uci::{Command, Output, run};

fuzz_target!(|text: &str| {
    let think = |line: &&str| matches!(Command::read(line), Command::Go(_));
    let lines: Vec<&str> = text.lines().take(8).filter(|line| !think(line)).collect();
    let input = lines.join("\n") + "\nisready\nquit\n";
    let heard = run(Cursor::new(input), Output::collecting()).collected();
    assert!(heard.contains("readyok") || lines.iter().any(|line| Command::read(line) == Command::Quit), "{heard}");
});
