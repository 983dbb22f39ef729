//! Several processes that solve one pack together, played by threads that talk through a table: the same answer bit for bit, with
//! files that any number of them goes on from, and no process left waiting when another one fails.

use std::path::Path;
use std::sync::{Barrier, Mutex};
use std::time::Duration;

use secateur_pack::{Error, Objective, Pack, Settings, Solved};
use secateur_search::{Crew, Limits, Stop};

/// What the members of a crew share.
struct Table {
    barrier: Barrier,
    said: Mutex<Vec<f64>>,
}

struct Member<'t> {
    rank: usize,
    size: usize,
    table: &'t Table,
}

impl Member<'_> {
    /// Everybody does something with what was said, one after the other; then all go on.
    fn meet(&self, mut speak: impl FnMut(&mut Vec<f64>), hear: impl FnOnce(&[f64])) {
        speak(&mut self.table.said.lock().unwrap());
        self.table.barrier.wait();
        hear(&self.table.said.lock().unwrap());
        if self.table.barrier.wait().is_leader() {
            self.table.said.lock().unwrap().clear();
        }
        self.table.barrier.wait();
    }
}

impl Crew for Member<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn broadcast(&self, from: usize, values: &mut [f64]) {
        let mine = if self.rank == from { values.to_vec() } else { Vec::new() };
        self.meet(|said| said.extend(&mine), |said| values.copy_from_slice(said));
    }

    fn greatest(&self, values: &mut [f64]) {
        let mine = values.to_vec();
        let speak = |said: &mut Vec<f64>| {
            said.resize(mine.len(), f64::NEG_INFINITY);
            said.iter_mut().zip(&mine).for_each(|(said, mine)| *said = said.max(*mine));
        };
        self.meet(speak, |said| values.copy_from_slice(said));
    }
}

/// What each of so many processes answers.
fn together<R: Send>(size: usize, each: impl Fn(&dyn Crew) -> R + Sync) -> Vec<R> {
    let table = Table { barrier: Barrier::new(size), said: Mutex::default() };
    std::thread::scope(|scope| {
        let start = |rank| {
            let (table, each) = (&table, &each);
            scope.spawn(move || each(&Member { rank, size, table }))
        };
        let members: Vec<_> = (0..size).map(start).collect();
        members.into_iter().map(|member| member.join().unwrap()).collect()
    })
}

fn pack(cards: u32) -> Pack {
    let max: Vec<u32> = (1..=cards).collect();
    let min: Vec<u32> = (2..=cards + 1).collect();
    let prizes: Vec<u32> = max.iter().map(|card| card * 2).collect();
    Pack::new(&max, &min, &prizes, Objective::Win).unwrap().lead(1).shuffled()
}

fn solve(pack: &Pack, size: usize, folder: Option<&Path>, limits: Option<&Limits>) -> Vec<Result<Solved, Error>> {
    together(size, |crew| {
        let settings = Settings { threads: 1, folder, limits, crew: Some(crew), ..Settings::default() };
        pack.solve(&settings)
    })
}

fn layers(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let mut layers: Vec<_> = files.map(|file| (name(&file), std::fs::read(&file).unwrap())).collect();
    layers.retain(|(name, _)| name.ends_with(".values"));
    layers.sort();
    layers
}

#[test]
fn any_number_of_processes_finds_the_same_to_the_last_bit() {
    let pack = pack(5);
    let alone = pack.solve(&Settings { threads: 1, ..Settings::default() }).unwrap();
    assert!(alone.bounds.upper.get() < 0.0, "a game that favours Min: {:?}", alone.bounds);
    let folder = tempfile::tempdir().unwrap();
    pack.solve(&Settings { threads: 1, folder: Some(folder.path()), ..Settings::default() }).unwrap();
    let files = layers(folder.path());
    for size in [1, 2, 3, 5] {
        let folder = tempfile::tempdir().unwrap();
        for solved in solve(&pack, size, Some(folder.path()), None) {
            let solved = solved.unwrap();
            assert_eq!((solved.bounds, &solved.max, &solved.min), (alone.bounds, &alone.max, &alone.min));
            assert_eq!(solved.stopped, Stop::Solved);
        }
        assert!(files == layers(folder.path()), "files of {size} processes differ");
    }
}

#[test]
fn a_run_goes_on_with_another_number_of_processes() {
    let pack = pack(5);
    let folder = tempfile::tempdir().unwrap();
    let alone = pack.solve(&Settings { threads: 1, folder: Some(folder.path()), ..Settings::default() }).unwrap();
    let mut sizes = [3, 2, 4].into_iter();
    let whole = layers(folder.path());
    for (damaged, _) in &whole[..3.min(whole.len())] {
        // One layer is gone, another one damaged: both are computed again, and only those.
        std::fs::remove_file(folder.path().join(damaged)).unwrap();
        let other = folder.path().join(&whole[whole.len() - 1].0);
        let mut bytes = std::fs::read(&other).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(&other, bytes).unwrap();
        for solved in solve(&pack, sizes.next().unwrap(), Some(folder.path()), None) {
            assert_eq!(solved.unwrap().bounds, alone.bounds);
        }
        assert!(whole == layers(folder.path()));
    }
}

#[test]
fn when_one_cannot_go_on_all_stop() {
    let pack = pack(6);
    let now = Limits::none().time(Duration::ZERO);
    for solved in solve(&pack, 3, None, Some(&now)) {
        assert_eq!(solved.unwrap().stopped, Stop::Time);
    }
    // Only one of them has a limit.
    let outcomes = together(3, |crew| {
        let limits = (crew.rank() == 1).then_some(&now);
        pack.solve(&Settings { threads: 1, limits, crew: Some(crew), ..Settings::default() }).unwrap().stopped
    });
    assert!(outcomes.iter().all(|stopped| *stopped != Stop::Solved), "{outcomes:?}");
    // The first cannot have its folder.
    let file = tempfile::NamedTempFile::new().unwrap();
    let problems = solve(&pack, 3, Some(file.path()), None);
    assert!(problems.iter().all(Result::is_err), "{problems:?}");
    assert!(problems[1].as_ref().unwrap_err().to_string().contains("another process of this run has failed"));
}
