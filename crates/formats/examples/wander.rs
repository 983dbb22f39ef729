//! How fast a rule sheet is: positions a second in random play, every one worked out anew.
//!
//! ```text
//! cargo run --release -p secateur-formats --example wander -- crates/formats/fixtures/*.kif
//! ```

use std::error::Error;
use std::time::{Duration, Instant};

use secateur_formats::gdl::Gdl;

/// How long each sheet is played.
const LONG: Duration = Duration::from_secs(2);
/// How many positions are seen between two looks at the clock.
const AT_ONCE: u64 = 10_000;

#[expect(clippy::print_stdout, reason = "a program that talks to people")]
fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<_> = std::env::args().skip(1).collect();
    if files.is_empty() {
        return Err("expected rule sheets, such as crates/formats/fixtures/tron.kif".into());
    }
    for file in files {
        let began = Instant::now();
        let text = std::fs::read(&file).map_err(|problem| format!("{file}: {problem}"))?;
        let game = Gdl::parse(&text).map_err(|problem| format!("{file}: {problem}"))?;
        let read = began.elapsed();
        let (started, mut seen, mut ends) = (Instant::now(), 0, 0);
        while started.elapsed() < LONG {
            ends += game.wander(AT_ONCE, seen);
            seen += AT_ONCE;
        }
        let a_second = seen as f64 / started.elapsed().as_secs_f64();
        println!("{file}: read in {read:.1?}; {a_second:.0} positions a second, {ends} games ended");
    }
    Ok(())
}
