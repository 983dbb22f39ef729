//! Solves a pack and says what it took: `whole_pack CARDS win|points fixed|shuffled [THREADS [MEGABYTES [FOLDER]]]`.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::path::Path;

use secateur_pack::{Objective, Pack, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |place: usize| words.get(place).map(String::as_str);
    let cards: u32 = word(0).unwrap_or("7").parse()?;
    let objective = if word(1) == Some("points") { Objective::Points } else { Objective::Win };
    let hand: Vec<u32> = (1..=cards).collect();
    let prizes: Vec<u32> = hand.iter().rev().copied().collect();
    let mut pack = Pack::new(&hand, &hand, &prizes, objective)?;
    if word(2) == Some("shuffled") {
        pack = pack.shuffled();
    }
    let mut settings = Settings { folder: word(5).map(Path::new), ..Settings::default() };
    settings.threads = word(3).map_or(Ok(settings.threads), str::parse)?;
    settings.megabytes = word(4).map_or(Ok(settings.megabytes), str::parse)?;
    println!("{:?}", pack.cost());
    let solved = pack.solve(&settings)?;
    println!("{:?} {:?}, {} matrices, {:?}", solved.bounds, solved.stopped, solved.matrices, solved.time);
    for opening in &solved.openings {
        let played: Vec<_> = opening.max.iter().rev().filter(|(_, p)| *p > 0.0).collect();
        println!("{} {:?} {played:?}", opening.prize, opening.bounds);
    }
    Ok(())
}
