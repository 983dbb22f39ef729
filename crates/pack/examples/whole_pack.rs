//! Solves Goofspiel with prizes in descending order: `whole_pack CARDS [FOLDER]`.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use secateur_pack::{Objective, Pack, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let cards = arguments.next().map_or(Ok(9), |cards| cards.parse())?;
    let folder = arguments.next().map(PathBuf::from);
    let hand: Vec<u32> = (1..=cards).collect();
    let prizes: Vec<u32> = hand.iter().rev().copied().collect();
    let started = Instant::now();
    let last = Mutex::new(usize::MAX);
    let progress = |progress: secateur_pack::Progress| {
        let Ok(mut last) = last.lock() else { return };
        if *last != progress.layer {
            *last = progress.layer;
            println!("{:8.1?} round {}: {:.1}%", started.elapsed(), progress.layer + 1, 100.0 * progress.done);
        }
    };
    let settings = Settings { checkpoint: folder.as_deref(), progress: Some(&progress), ..Settings::default() };
    let solved = Pack::new(&hand, &hand, &prizes, Objective::Win)?.solve(&settings)?;
    println!("{solved:?}");
    Ok(())
}
