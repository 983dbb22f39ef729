//! One layer solved on all threads: who computes which block, and when to stop.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rayon::prelude::*;

use super::crew::{Deal, Fared};
use super::files::{Folder, Kept, Writer};
use super::game::{LayerFound, Layers};
use super::home::Home;
use super::settings::{LayerProgress, LayersError, LayersSettings};
use super::store::{Below, Finished, Pages, Values};
use crate::Stop;

/// What is common to all layers of a run.
pub(super) struct Work<'w> {
    settings: &'w LayersSettings<'w>,
    started: Instant,
    deadline: Option<Instant>,
    /// How long each layer takes, in the game's unit; finished ones take nothing.
    efforts: Vec<f64>,
    pool: Option<rayon::ThreadPool>,
    pub(super) programs: AtomicU64,
    /// When somebody was told last how far the run has come, in milliseconds.
    told: AtomicU64,
}

/// How often anybody wants to hear how far a run has come.
const TELL_EVERY: u64 = 100;

impl<'w> Work<'w> {
    pub(super) fn new<L: Layers>(game: &L, settings: &'w LayersSettings<'w>, missing: &[usize]) -> Self {
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
    pub(super) fn interrupted(&self) -> Option<Stop> {
        if self.settings.limits.and_then(|limits| limits.cancel.as_ref()).is_some_and(|flag| flag.is_cancelled()) {
            return Some(Stop::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Time)
    }

    /// Why this run was stopped, here or by another process.
    pub(super) fn why_interrupted(&self) -> Stop {
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
    pub(super) fn solve<L: Layers>(
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
                return solved.reduce(LayerFound::default, LayerFound::and);
            }
            let room = || (game.room(), vec![0.0; shape.block]);
            let solved = (0..shape.blocks()).into_par_iter().map_init(room, |(room, values), block| {
                let values = &mut values[..shape.length_of(block)];
                let Some(found) = solve_one(room, block, values) else { return LayerFound::default() };
                if let Some(Err(problem)) = writer.as_ref().map(|writer| writer.write(block, values)) {
                    fail(Some(problem));
                }
                found
            });
            solved.reduce(LayerFound::default, LayerFound::and)
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
