//! How layers are solved, what comes of a run, and why there may be none.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::crew::{Crew, crew};
use super::files::FileProblem;
use super::store::Below;
use crate::{Limits, Stop};

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
