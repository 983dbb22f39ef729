//! A bot for a game in which both choose at once and dice are thrown: it plays both sides of a battle, at 50 ms a move.
//!
//! `cargo run --release --example bot`

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::time::Duration;

use secateur::game::{Both, Chance, Describe, Game, Player, Random, Turn};
use secateur::games::{Battle, Parameters};
use secateur::search::{Bot, BotOptions, Deadline};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Battle::from_parameters(&Parameters::parse(["rounds=30"])?)?;
    let mut place = game.start();
    // It owns its memory, thinks on while others do, and may be asked from any thread.
    let bot = Bot::new(game, BotOptions::default().memory(1 << 24).ponders(true));
    let mut dice = Random::new(7);
    loop {
        match game.turn(&place) {
            Turn::Over(value) => {
                println!("{}\nover: {}", game.show(&place), value.get());
                return Ok(());
            }
            Turn::Both(both) => {
                let advice = bot.advise(&place, Deadline::within(Duration::from_millis(50)));
                let (max, min) = (advice.play(Player::Max), advice.play(Player::Min));
                let (Some(max), Some(min)) = (max, min) else { break Err("nothing to play")? };
                println!(
                    "Max {:8} Min {:8} {:?}, about {:?}, between {:?} and {:?}",
                    game.name(&place, max),
                    game.name(&place, min),
                    advice.basis,
                    advice.estimate.map(|estimate| estimate.get()),
                    advice.bounds.lower.get(),
                    advice.bounds.upper.get(),
                );
                both.play(&game, &mut place, max, min);
            }
            Turn::Chance(chance) => {
                let outcomes: Vec<_> = chance.outcomes(&game, &place).collect();
                let mut left = dice.below(outcomes.iter().map(|(weight, _)| weight).sum());
                let happens = outcomes.iter().find(|(weight, _)| match left.checked_sub(*weight) {
                    Some(rest) => {
                        left = rest;
                        false
                    }
                    None => true,
                });
                let Some(&(_, happens)) = happens else { break Err("nothing happens")? };
                game.play(&mut place, happens);
            }
            _ => break Err("nobody moves alone in a battle")?,
        }
    }
}
