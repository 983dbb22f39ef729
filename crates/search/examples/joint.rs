//! Measures the searches of Goofspiel beside each other: `cargo run --release -p secateur-search --example joint 5 8`.
#![allow(clippy::print_stdout, reason = "a program that prints")]

use secateur_games::goofspiel::{Goofspiel, Keys};
use secateur_search::{DoubleOracle, Joint, Ledger, Outcome, Reading, Search, Serialized, Smab};
use secateur_value::Real;

fn row(name: &str, cards: usize, outcome: &Outcome<Real, u8>) {
    assert!(outcome.bounds.contains(&0.into()), "the game is symmetric");
    let s = &outcome.statistics;
    println!(
        "{cards:>2} {name:<24} expanded {:>9}  programs {:>9}  serialized {:>9}  {:>8.3} s (programs {:.3})  width {:.1e}",
        s.expanded,
        s.lp_calls.unwrap_or(0),
        s.serialized.unwrap_or(0),
        s.time.as_secs_f64(),
        s.lp_time.unwrap_or_default().as_secs_f64(),
        outcome.bounds.upper.get() - outcome.bounds.lower.get(),
    );
}

fn main() {
    let cards: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let wanted: Vec<String> = std::env::args().skip(3).collect();
    let (from, to) = (cards.first().copied().unwrap_or(4), cards.get(1).copied().unwrap_or(7));
    for cards in from..=to {
        let game = Goofspiel::new(cards);
        let ranked = Goofspiel::new(cards).keys(Keys::Ranked);
        let ask = || Search::new(&game);
        let measure = |name: &str, run: &dyn Fn() -> Outcome<Real, u8>| {
            if wanted.is_empty() || wanted.iter().any(|word| word == name) {
                row(name, cards, &run());
            }
        };
        if cards <= 7 {
            measure("backward induction", &|| ask().backward_induction());
        }
        if cards <= 7 {
            measure("smab, fitted", &|| ask().smab(&Smab::default()));
            measure("smab, printed", &|| ask().smab(&Smab::default().reading(Reading::Printed)));
            measure("serialized", &|| ask().serialized(&Serialized::default()));
            measure("double oracle", &|| ask().double_oracle(&DoubleOracle::default()));
            measure("double oracle, alpha-beta", &|| ask().double_oracle(&DoubleOracle::alpha_beta()));
        }
        measure("serialized, remembering", &|| ask().serialized(&Serialized::default().remember(true)));
        measure("cached", &|| ask().memory(&Ledger::unlimited()).backward_induction());
        measure("joint, not serialized", &|| ask().joint(&Joint::default().serialize(false)));
        measure("joint", &|| ask().joint(&Joint::default()));
        measure("cached, ranked", &|| Search::new(&ranked).memory(&Ledger::unlimited()).backward_induction());
        measure("joint, ranked", &|| Search::new(&ranked).joint(&Joint::default()));
        measure("joint, 2 threads", &|| ask().joint(&Joint::default().threads(2)));
    }
}
