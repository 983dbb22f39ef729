//! A match without the rest of the program: `arena ENGINE ENGINE GAMES SECONDS+INCREMENT|nodes:N [option=value…] [/ option=value…]`.

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use std::time::Duration;

use secateur_uci::arena::{Match, Pace, Program, built_in, play};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [one, two, games, pace, rest @ ..] = &words[..] else { panic!("two engines, games, pace") };
    let seconds = |text: &str| Duration::from_secs_f64(text.parse().expect("seconds"));
    let pace = match pace.strip_prefix("nodes:") {
        Some(nodes) => Pace::Nodes(nodes.parse().expect("nodes")),
        None => {
            let (time, increment) = pace.split_once('+').expect("seconds+increment");
            Pace::Clock { time: seconds(time), increment: seconds(increment), margin: Duration::ZERO }
        }
    };
    let mut options = rest.split(|word| word == "/").map(|words| {
        let pairs = words.iter().filter_map(|word| word.split_once('='));
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect::<Vec<_>>()
    });
    let mut program = |name: &str, command: &String| Program {
        name: name.to_owned(),
        command: command.split_whitespace().map(str::to_owned).collect(),
        options: options.next().unwrap_or_default(),
    };
    let programs = [program("one", one), program("two", two)];
    let settings =
        Match { programs, pace, games: games.parse().expect("games"), openings: built_in(), at_once: 1, sprt: None };
    let mut games = std::fs::File::create("arena.pgn").expect("a file for the games");
    let standing = play(&settings, &mut games, &mut |standing| {
        let rating = standing.rating();
        println!("{:?} {:?} {:+.0} ± {:.0}", standing.score, standing.faults, rating.elo, rating.error);
    });
    println!("{:?}", standing.expect("two engines that start"));
}
