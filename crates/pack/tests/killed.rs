//! Checkpoints under attack: files that were cut or changed anywhere, and a process that is killed at any moment. The next run answers the
//! same to the last bit, whatever it finds.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use secateur_game::Random;
use secateur_pack::{Objective, Pack, Settings, Solved};

fn pack(cards: u32) -> Pack {
    let hand: Vec<u32> = (1..=cards).collect();
    let prizes: Vec<u32> = hand.iter().rev().copied().collect();
    Pack::new(&hand, &hand, &prizes, Objective::Win).unwrap().lead(2)
}

fn solve(cards: u32, folder: &Path) -> Solved {
    pack(cards).solve(&Settings { threads: 1, folder: Some(folder), ..Settings::default() }).unwrap()
}

/// What a run leaves behind, but for the lock and what it had begun.
fn layers(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut layers: Vec<_> = files.map(|file| (name(&file), fs::read(&file).unwrap())).collect();
    layers.retain(|(name, _)| name.ends_with(".values"));
    layers.sort();
    layers
}

/// One test at a time: a process that is being started holds the locks of whoever started it for a moment.
static ALONE: Mutex<()> = Mutex::new(());

/// Every layer of a small pack, cut in all kinds of places, and with one bit flipped in as many: named in a note, computed again, and
/// the same afterwards.
#[test]
fn no_damage_changes_an_answer() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = tempfile::tempdir().unwrap();
    let whole = solve(5, kept.path());
    let files = layers(kept.path());
    assert!(files.len() >= 4, "{}", files.len());
    let mut random = Random::new(1);
    for (name, bytes) in &files {
        let file = kept.path().join(name);
        let ends = [0, 1, 18, 4095, 4096, 4097, 4103, 4104, bytes.len() - 8, bytes.len() - 1];
        let somewhere = |random: &mut Random| random.below(bytes.len() as u64) as usize;
        let cuts = ends.into_iter().chain((0..6).map(|_| somewhere(&mut random))).filter(|&cut| cut < bytes.len());
        let mut damages: Vec<Vec<u8>> = cuts.map(|cut| bytes[..cut].to_vec()).collect();
        for place in 0..24 {
            // The words of the first page, then anywhere.
            let place = if place < 16 { random.below(160) as usize } else { somewhere(&mut random) };
            let mut flipped = bytes.clone();
            flipped[place] ^= 1 << random.below(8);
            damages.push(flipped);
        }
        for damaged in damages {
            fs::write(&file, &damaged).unwrap();
            let mended = solve(5, kept.path());
            assert_eq!((mended.bounds, &mended.openings), (whole.bounds, &whole.openings), "{name}");
            assert!(mended.notes.iter().any(|note| note.contains(name)), "{name}: {:?}", mended.notes);
            assert!(fs::read(&file).unwrap() == *bytes, "{name} is as it was");
        }
    }
}

/// Where the process that is to be killed finds its folder.
const FOLDER: &str = "SECATEUR_KILLED_FOLDER";
const CARDS: u32 = 8;

/// Not a test, but what [`a_killed_run_is_taken_up_again`] starts as a process of its own.
#[test]
#[ignore = "started by another test as a process that is killed"]
fn victim() {
    if let Ok(folder) = std::env::var(FOLDER) {
        solve(CARDS, Path::new(&folder));
    }
}

fn start(folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "victim", "--ignored"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Killed, not asked to stop, again and again, a little later every time: no run is in the way of the next one.
#[test]
fn a_killed_run_is_taken_up_again() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let alone = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let whole = solve(CARDS, alone.path());
    let took = started.elapsed();
    let mut unfinished = 0;
    for part in 0..8 {
        let folder = tempfile::tempdir().unwrap();
        for life in 0..3 {
            let mut victim = start(folder.path());
            // The first life ends somewhere in the run, the others soon after something was written.
            if life == 0 {
                std::thread::sleep(took * part / 6);
            } else {
                let begun = Instant::now();
                while begun.elapsed() < Duration::from_millis(20) && victim.try_wait().unwrap().is_none() {
                    std::thread::yield_now();
                }
            }
            unfinished += u32::from(victim.try_wait().unwrap().is_none());
            victim.kill().unwrap();
            victim.wait().unwrap();
        }
        let resumed = solve(CARDS, folder.path());
        assert_eq!((resumed.bounds, &resumed.openings), (whole.bounds, &whole.openings));
        assert!(resumed.notes.is_empty(), "what is there is whole: {:?}", resumed.notes);
        assert!(layers(folder.path()) == layers(alone.path()));
    }
    assert!(unfinished > 0, "somebody was killed at work");
}
