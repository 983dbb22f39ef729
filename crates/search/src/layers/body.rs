//! The one body of layered solving: which layer comes next, what is kept where, who works on what, and when to stop.
//!
//! A game says how its layers are laid out and how one block of a layer is computed from finished layers ([`Layers`]). All
//! else is done here, the same for every game.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::crew::{Crew, Deal, Fared, crew};
use super::files::{self, FileProblem, Folder, Kept, Writer};
use super::store::{Below, Finished, Pages, Values};
use crate::{Limits, Stop};

/// How a layer is laid out: values in blocks of the same length, of which the last may be shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many values the layer has.
    pub values: u64,
    /// How many of them make a block.
    pub block: usize,
}

impl Shape {
    /// How many blocks there are.
    #[must_use]
    pub fn blocks(self) -> usize {
        self.values.div_ceil(self.block as u64) as usize
    }

    /// How many values a block has.
    #[must_use]
    pub fn length_of(self, block: usize) -> usize {
        let before = self.block as u64 * block as u64;
        (self.values.saturating_sub(before)).min(self.block as u64) as usize
    }

    /// How many bytes the values take.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.values.saturating_mul(8)
    }
}

/// A game as layers of values. Layer 0 is the root's; a layer is computed from the `reach` layers after it.
pub trait Layers: Sync {
    /// What the blocks of a layer share, made once before the layer is solved.
    type Plan: Sync;
    /// What a worker needs for itself.
    type Room: Send;

    /// The game in words, the same for the same game: a folder of layers belongs to one.
    fn in_words(&self) -> String;

    /// How many layers there are, at least one.
    fn layers(&self) -> usize;

    /// How many layers after it a layer may read, at least one.
    fn reach(&self) -> usize;

    /// How a layer is laid out.
    fn shape(&self, layer: usize) -> Shape;

    /// About how many matrices or other small problems a layer takes: known before it is solved.
    fn programs(&self, layer: usize) -> f64;

    /// How long a layer takes, in a unit of the game's own.
    fn effort(&self, layer: usize) -> f64 {
        self.programs(layer)
    }

    /// How many blocks one block is computed from, at most.
    fn reads(&self, layer: usize) -> usize;

    /// What the blocks of a layer share.
    fn plan(&self, layer: usize) -> Self::Plan;

    /// What a worker needs.
    fn room(&self) -> Self::Room;

    /// Computes the values of a block.
    ///
    /// # Errors
    ///
    /// If a block that it needs cannot be read.
    fn solve(
        &self,
        plan: &Self::Plan,
        block: usize,
        below: &Below,
        room: &mut Self::Room,
        values: &mut [f64],
    ) -> Result<Found, LayersError>;
}

/// What solving some blocks has found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    /// How far a value is from what the values that it was computed from stand for, at most.
    pub widest: f64,
    /// How many matrices or other small problems were solved.
    pub programs: u64,
}

impl Found {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { widest: self.widest.max(other.widest), programs: self.programs + other.programs }
    }
}

/// Which finished layers stay in their folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All: what to do in any position can be read off them later.
    All,
    /// Those that the next layer needs.
    Last,
}

/// How layers are solved.
#[derive(Clone, Copy)]
pub struct LayersSettings<'s> {
    /// On how many threads.
    pub threads: usize,
    /// How much memory the layers may take, in megabytes. With a folder, what does not fit is read from there.
    pub megabytes: u64,
    /// The folder that keeps finished layers, so that a run that was stopped goes on where it was.
    pub folder: Option<&'s Path>,
    /// Which layers stay there.
    pub keep: Keep,
    /// When to stop: time and a cancel flag count here. A run that stops keeps its finished layers.
    pub limits: Option<&'s Limits>,
    /// Told now and then how far the run has come.
    pub progress: Option<&'s (dyn Fn(LayerProgress) + Sync)>,
    /// The processes that share the work, if this is one of several ([`join_crew`](super::join_crew)). Each holds whole layers in
    /// memory.
    pub crew: Option<&'s dyn Crew>,
}

impl Default for LayersSettings<'_> {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { threads, megabytes: 8192, folder: None, keep: Keep::All, limits: None, progress: None, crew: crew() }
    }
}

impl fmt::Debug for LayersSettings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { threads, megabytes, folder, keep, limits, .. } = self;
        write!(f, "LayersSettings {{ {threads} threads, {megabytes} MB, {folder:?}, keep {keep:?}, {limits:?} }}")
    }
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerProgress {
    /// The layer that is being solved.
    pub layer: usize,
    /// The share of all work that is done, from 0 to 1.
    pub done: f64,
    /// How many small problems were solved in this run.
    pub programs: u64,
    /// About how long it will still take, once that can be guessed.
    pub left: Option<Duration>,
}

/// What came of a run.
#[derive(Debug)]
#[non_exhaustive]
pub struct LayersRun {
    /// The layers from which the root is computed, if the run came so far.
    pub below: Option<Below>,
    /// Why the run ended.
    pub stopped: Stop,
    /// How many small problems were solved.
    pub programs: u64,
    /// The layer nearest to the root that was found finished in the folder.
    pub resumed: Option<usize>,
    /// What the user should know: files that were damaged, each in one line.
    pub notes: Vec<String>,
}

/// Why layers cannot be solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LayersError {
    /// The layers do not fit.
    #[error(
        "the layers of this game need {needed} MB, more than the {allowed} MB that are allowed{}",
        if *folder { "" } else { "; with a folder for them (--checkpoint) the rest stays on disk" }
    )]
    Memory {
        /// Megabytes that are needed.
        needed: u64,
        /// Megabytes that are allowed.
        allowed: u64,
        /// Whether a folder would not help.
        folder: bool,
    },
    /// Another of the processes that share the work has failed.
    #[error("another process of this run has failed")]
    Crew,
    /// Something is wrong with a file or folder.
    #[error("{}: {problem}", file.display())]
    File {
        /// The file or folder.
        file: PathBuf,
        /// What is wrong with it.
        problem: FileProblem,
    },
}

/// Bytes of the layers that are in memory together at most, if none stays on disk.
#[must_use]
pub fn layers_memory<L: Layers + ?Sized>(game: &L) -> u64 {
    let window = |layer| window(game, layer).fold(0, |sum: u64, layer| sum.saturating_add(game.shape(layer).bytes()));
    (1..game.layers()).map(|layer| game.shape(layer).bytes().saturating_add(window(layer))).max().unwrap_or(8)
}

/// The layers that a layer reads.
fn window<L: Layers + ?Sized>(game: &L, layer: usize) -> Range<usize> {
    layer + 1..(layer + 1 + game.reach()).min(game.layers())
}

/// Computes all layers but the root's own, from the last, and returns those that the root is computed from.
///
/// # Errors
///
/// If the layers do not fit, or a file cannot be read or written. Finished layers stay in the folder.
pub fn solve_layers<L: Layers>(game: &L, settings: &LayersSettings<'_>) -> Result<LayersRun, LayersError> {
    let home = Home::choose(game, settings)?;
    let mut run = LayersRun { below: None, stopped: Stop::Solved, programs: 0, resumed: None, notes: Vec::new() };
    let (folder, intact) = open_folder(game, settings, &mut run)?;
    let missing: Vec<usize> = (1..game.layers()).rev().filter(|&layer| !intact[layer]).collect();
    let work = Work::new(game, settings, &missing);
    let mut below = Below::default();
    for &layer in &missing {
        let why = work.interrupted();
        let fared = if why.is_some() { Fared::Interrupted } else { Fared::Well };
        match fared.of_all(settings.crew) {
            Fared::Well => {}
            Fared::Interrupted => {
                run.stopped = work.why_interrupted();
                return Ok(run);
            }
            Fared::Failed => return Err(LayersError::Crew),
        }
        slide(game, &mut below, layer, folder.as_ref(), &home, settings.crew)?;
        let Some(finished) = work.solve(game, layer, &below, folder.as_ref(), &home)? else {
            run.stopped = work.why_interrupted();
            run.programs = work.programs.load(Ordering::Relaxed);
            return Ok(run);
        };
        below.layers.push_front(finished);
        if let (Some(folder), Keep::Last) = (&folder, settings.keep) {
            (layer + game.reach()..game.layers()).for_each(|old| folder.remove(old));
        }
    }
    if Fared::Well.of_all(settings.crew) != Fared::Well {
        return Err(LayersError::Crew);
    }
    slide(game, &mut below, 0, folder.as_ref(), &home, settings.crew)?;
    run.programs = work.programs.load(Ordering::Relaxed);
    run.below = Some(below);
    Ok(run)
}

/// The words of the game whose layers a folder has, if it has any.
#[must_use]
pub fn game_of_layers(folder: &Path) -> Option<String> {
    files::game_of(folder)
}

/// The finished layers that one layer is computed from, read from their files as they are asked for. Their checksums
/// are compared first, which takes about a second for a GB.
///
/// # Errors
///
/// If a file is not there, of another game, or damaged.
pub fn open_layers<L: Layers>(game: &L, folder: &Path, layer: usize) -> Result<Below, LayersError> {
    let open = |layer: usize| {
        let shape = game.shape(layer);
        let kept = files::find(folder, &game.in_words(), layer, shape)?;
        Ok(Finished { layer, shape, error: kept.error, values: Values::File(Pages::new(&kept, LOOKING_UP)?) })
    };
    Ok(Below { layers: window(game, layer).map(open).collect::<Result<_, LayersError>>()? })
}

/// How many bytes of a layer in which a few positions are looked up are kept in memory.
const LOOKING_UP: u64 = 64 << 20;

/// The folder, for the one process that touches it, and which layers are finished there, for all.
fn open_folder<L: Layers>(
    game: &L,
    settings: &LayersSettings<'_>,
    run: &mut LayersRun,
) -> Result<(Option<Folder>, Vec<bool>), LayersError> {
    let mut open = || {
        let first = settings.crew.is_none_or(|crew| crew.rank() == 0);
        let path = settings.folder.filter(|_| first);
        let folder = path.map(|path| Folder::open(path, game.in_words())).transpose()?;
        let intact = intact(game, folder.as_ref(), settings.keep, run)?;
        Ok((folder, intact))
    };
    let Some(crew) = settings.crew else { return open() };
    let mine = open();
    let fared = if mine.is_err() { Fared::Failed } else { Fared::Well };
    if fared.of_all(Some(crew)) != Fared::Well {
        return mine.and(Err(LayersError::Crew));
    }
    let (folder, intact) = mine?;
    let mut finished: Vec<f64> = intact.iter().map(|&finished| f64::from(u8::from(finished))).collect();
    crew.broadcast(0, &mut finished);
    Ok((folder, finished.iter().map(|&finished| finished > 0.0).collect()))
}

/// Which layers are finished in the folder, or need not be. Files that are damaged are named.
fn intact<L: Layers>(
    game: &L,
    folder: Option<&Folder>,
    keep: Keep,
    run: &mut LayersRun,
) -> Result<Vec<bool>, LayersError> {
    let mut intact = vec![false; game.layers()];
    let Some(folder) = folder else { return Ok(intact) };
    for layer in 1..game.layers() {
        let found = folder.find(layer, game.shape(layer)).map(|kept| kept.and_then(|mut kept| kept.read_all(|_| ())));
        match found {
            None => {}
            Some(Ok(())) => {
                intact[layer] = true;
                run.resumed = run.resumed.or(Some(layer));
                let nearest = layer + 1 - game.reach().min(layer);
                if keep == Keep::Last && intact[nearest..=layer].iter().all(|&layer| layer) {
                    // All that a layer reads is there: what lies behind is not needed.
                    intact[layer..].fill(true);
                    break;
                }
            }
            Some(Err(problem @ FileProblem::Damaged(_))) => {
                run.notes.push(format!("{}: {problem}; computed again", folder.file(layer).display()));
            }
            Some(Err(problem)) => return Err(problem.at(&folder.file(layer))),
        }
    }
    Ok(intact)
}

/// Lets go of the layers that a layer does not read, and loads those that it does and that are not there.
fn slide<L: Layers>(
    game: &L,
    below: &mut Below,
    layer: usize,
    folder: Option<&Folder>,
    home: &Home,
    crew: Option<&dyn Crew>,
) -> Result<(), LayersError> {
    let wanted = window(game, layer);
    let mut held: Vec<Finished> = below.layers.drain(..).filter(|held| wanted.contains(&held.layer)).collect();
    for layer in wanted {
        let here = held.iter().position(|held| held.layer == layer);
        let load = |folder: &Folder| {
            let (shape, file) = (game.shape(layer), folder.file(layer));
            let kept = folder.find(layer, shape).unwrap_or(Err(FileProblem::Damaged("no file")));
            home.load(kept.map_err(|problem| problem.at(&file))?, layer, shape, &file)
        };
        let finished = match (here, folder, crew) {
            (Some(place), _, _) => held.swap_remove(place),
            (None, folder, Some(crew)) => hand_round(crew, folder.map(load), layer, game.shape(layer))?,
            (None, Some(folder), None) => load(folder)?,
            (None, None, None) => unreachable!("without a folder every layer is solved in turn"),
        };
        below.layers.push_back(finished);
    }
    Ok(())
}

/// A layer that the first process has read from its file, for all of them.
fn hand_round(
    crew: &dyn Crew,
    read: Option<Result<Finished, LayersError>>,
    layer: usize,
    shape: Shape,
) -> Result<Finished, LayersError> {
    let fared = if matches!(read, Some(Err(_))) { Fared::Failed } else { Fared::Well };
    let failed = fared.of_all(Some(crew)) != Fared::Well;
    let (mut values, mut error) = match read.transpose()? {
        Some(Finished { values: Values::Memory(values), error, .. }) => (values, [error]),
        _ => (vec![0.0; shape.values as usize], [0.0]),
    };
    if failed {
        return Err(LayersError::Crew);
    }
    crew.broadcast(0, &mut values);
    crew.broadcast(0, &mut error);
    Ok(Finished { layer, shape, error: error[0], values: Values::Memory(values) })
}

/// Where layers live.
#[derive(Debug)]
struct Home {
    /// A layer of more bytes stays in its file.
    largest: u64,
    /// How many bytes of a layer in its file are kept in memory.
    cache: u64,
}

impl Home {
    /// Everything in memory if it fits; otherwise each of the layers that are needed at once gets the same share.
    fn choose<L: Layers>(game: &L, settings: &LayersSettings<'_>) -> Result<Self, LayersError> {
        let (needed, allowed) = (layers_memory(game), settings.megabytes.saturating_mul(1 << 20));
        let refused = |needed: u64, folder| {
            Err(LayersError::Memory { needed: needed.div_ceil(1 << 20), allowed: settings.megabytes, folder })
        };
        if needed <= allowed {
            return Ok(Self { largest: u64::MAX, cache: 0 });
        }
        if settings.folder.is_none() || settings.crew.is_some() {
            // Several processes hand whole layers to each other.
            return refused(needed, settings.crew.is_some());
        }
        let share = allowed / (game.reach() as u64 + 1);
        // What the workers hold in their hands has to fit, too.
        let hands = |layer| {
            let block = |layer: usize| 8 * game.shape(layer).block as u64;
            let widest = window(game, layer).map(block).max().unwrap_or(0);
            settings.threads.max(1) as u64 * (block(layer) + game.reads(layer) as u64 * widest)
        };
        let busiest = (1..game.layers()).map(hands).max().unwrap_or(0);
        if busiest > share {
            return refused(busiest.saturating_mul(game.reach() as u64 + 1), true);
        }
        Ok(Self { largest: share, cache: share - busiest })
    }

    /// A layer that is finished in its file.
    fn load(&self, mut kept: Kept, layer: usize, shape: Shape, file: &Path) -> Result<Finished, LayersError> {
        let error = kept.error;
        let values = if shape.bytes() <= self.largest {
            let mut values = Vec::with_capacity(shape.values as usize);
            kept.read_all(|block| values.extend_from_slice(block)).map_err(|problem| problem.at(file))?;
            Values::Memory(values)
        } else {
            Values::File(Pages::new(&kept, self.cache)?)
        };
        Ok(Finished { layer, shape, error, values })
    }
}

/// What is common to all layers of a run.
struct Work<'w> {
    settings: &'w LayersSettings<'w>,
    started: Instant,
    deadline: Option<Instant>,
    /// How long each layer takes, in the game's unit; finished ones take nothing.
    efforts: Vec<f64>,
    pool: Option<rayon::ThreadPool>,
    programs: AtomicU64,
    /// When somebody was told last how far the run has come, in milliseconds.
    told: AtomicU64,
}

/// How often anybody wants to hear how far a run has come.
const TELL_EVERY: u64 = 100;

impl<'w> Work<'w> {
    fn new<L: Layers>(game: &L, settings: &'w LayersSettings<'w>, missing: &[usize]) -> Self {
        let started = Instant::now();
        let time = settings.limits.and_then(|limits| limits.time);
        let mut efforts = vec![0.0; game.layers()];
        missing.iter().for_each(|&layer| efforts[layer] = game.effort(layer).max(f64::MIN_POSITIVE));
        Self {
            settings,
            started,
            deadline: time.and_then(|time| started.checked_add(time)),
            efforts,
            pool: rayon::ThreadPoolBuilder::new().num_threads(settings.threads.max(1)).build().ok(),
            programs: AtomicU64::new(0),
            told: AtomicU64::new(0),
        }
    }

    /// Why to stop, if there is a reason.
    fn interrupted(&self) -> Option<Stop> {
        if self.settings.limits.and_then(|limits| limits.cancel.as_ref()).is_some_and(|flag| flag.is_cancelled()) {
            return Some(Stop::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Time)
    }

    /// Why this run was stopped, here or by another process.
    fn why_interrupted(&self) -> Stop {
        self.interrupted().unwrap_or(if self.deadline.is_some() { Stop::Time } else { Stop::Cancelled })
    }

    /// Tells whoever listens how far the run has come.
    fn tell(&self, layer: usize, share: f64) {
        let Some(listener) = self.settings.progress else { return };
        let elapsed = self.started.elapsed();
        let (now, before) = (elapsed.as_millis() as u64, self.told.load(Ordering::Relaxed));
        let due = now >= before + TELL_EVERY || (before == 0 && share == 0.0);
        if !due || self.told.compare_exchange(before, now.max(1), Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return;
        }
        let below: f64 = self.efforts[layer + 1..].iter().sum();
        let done = (below + share * self.efforts[layer]) / self.efforts.iter().sum::<f64>();
        let done = done.clamp(0.0, 1.0);
        let left = (done > 0.01).then(|| elapsed.mul_f64((1.0 - done) / done));
        listener(LayerProgress { layer, done, programs: self.programs.load(Ordering::Relaxed), left });
    }

    /// Solves a layer on all threads, and keeps it in its file if there is a folder. Nothing if it was interrupted.
    fn solve<L: Layers>(
        &self,
        game: &L,
        layer: usize,
        below: &Below,
        folder: Option<&Folder>,
        home: &Home,
    ) -> Result<Option<Finished>, LayersError> {
        let (shape, plan) = (game.shape(layer), game.plan(layer));
        let deal = self.settings.crew.map(|crew| (crew.rank(), Deal::new(shape, crew.size())));
        let mine = |block: &usize| deal.is_none_or(|(rank, deal)| deal.owner(*block) == rank);
        let share = deal.map_or(shape.values, |(rank, deal)| deal.share(rank));
        self.tell(layer, 0.0);
        let (finished, failed) = (AtomicU64::new(0), Mutex::new(None));
        let fail = |problem: Option<LayersError>| {
            let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.get_or_insert(problem);
        };
        let solve_one = |room: &mut L::Room, block: usize, values: &mut [f64]| {
            let idle = failed.lock().unwrap_or_else(PoisonError::into_inner).is_some();
            if idle || self.interrupted().is_some() {
                fail(None);
                return None;
            }
            match game.solve(&plan, block, below, room, values) {
                Ok(found) => {
                    let done = finished.fetch_add(values.len() as u64, Ordering::Relaxed) + values.len() as u64;
                    self.programs.fetch_add(found.programs, Ordering::Relaxed);
                    self.tell(layer, done as f64 / share as f64);
                    Some(found)
                }
                Err(problem) => {
                    fail(Some(problem));
                    None
                }
            }
        };
        let mut writer = folder.map(|folder| folder.begin(layer, shape)).transpose()?;
        let in_memory = shape.bytes() <= home.largest;
        let mut values = if in_memory { vec![0.0; shape.values as usize] } else { Vec::new() };
        let found = self.on_threads(|| {
            if in_memory {
                let blocks = values.par_chunks_mut(shape.block).enumerate().filter(|(block, _)| mine(block));
                let solved = blocks.map_init(
                    || game.room(),
                    |room, (block, values)| solve_one(room, block, values).unwrap_or_default(),
                );
                return solved.reduce(Found::default, Found::and);
            }
            let room = || (game.room(), vec![0.0; shape.block]);
            let solved = (0..shape.blocks()).into_par_iter().map_init(room, |(room, values), block| {
                let values = &mut values[..shape.length_of(block)];
                let Some(found) = solve_one(room, block, values) else { return Found::default() };
                if let Some(Err(problem)) = writer.as_ref().map(|writer| writer.write(block, values)) {
                    fail(Some(problem));
                }
                found
            });
            solved.reduce(Found::default, Found::and)
        });
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        let fared = match &failed {
            None => Fared::Well,
            Some(None) => Fared::Interrupted,
            Some(Some(_)) => Fared::Failed,
        };
        match (fared.of_all(self.settings.crew), failed.flatten()) {
            (_, Some(problem)) => return Err(problem),
            (Fared::Well, None) => {}
            (Fared::Interrupted, None) => return Ok(None),
            (Fared::Failed, None) => return Err(LayersError::Crew),
        }
        let mut widest = [found.widest];
        if let (Some(crew), Some((_, deal))) = (self.settings.crew, deal) {
            deal.stripes().for_each(|(owner, range)| crew.broadcast(owner, &mut values[range]));
            crew.greatest(&mut widest);
        }
        let error = sum_up(below.error(), widest[0]);
        let write = |writer: &mut Writer| {
            let mut blocks = values.chunks(shape.block).enumerate();
            blocks.try_for_each(|(block, values)| writer.write(block, values))
        };
        let written = match &mut writer {
            Some(writer) if in_memory => write(writer),
            _ => Ok(()),
        };
        let file = written.and_then(|()| writer.map(|writer| writer.finish(error)).transpose());
        let file = file.inspect_err(|_| {
            // The others hear of it where they ask next how all have fared.
            Fared::Failed.of_all(self.settings.crew);
        })?;
        let values = match (file, in_memory) {
            (Some(file), false) => {
                let kept = Kept::open(file.clone(), layer, shape, None).map_err(|problem| problem.at(&file))?;
                Values::File(Pages::new(&kept, home.cache)?)
            }
            _ => Values::Memory(values),
        };
        Ok(Some(Finished { layer, shape, error, values }))
    }

    /// Runs something on the threads of this run.
    fn on_threads<R: Send>(&self, task: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(task),
            None => task(),
        }
    }
}

/// The sum of two errors, rounded up.
fn sum_up(one: f64, other: f64) -> f64 {
    if one + other == 0.0 { 0.0 } else { (one + other).next_up() }
}
