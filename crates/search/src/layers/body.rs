//! The one body of layered solving: which layer comes next, what is kept where, and when to stop.
//!
//! A game says how its layers are laid out and how one block of a layer is computed from finished layers ([`Layers`]). All
//! else is the same for every game: where layers live (`home.rs`), and how one is solved on all threads (`work.rs`).

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::Ordering;

use super::crew::{Crew, Fared};
use super::files::{self, FileProblem, Folder};
use super::game::{Layers, Shape};
use super::home::Home;
use super::settings::{Keep, LayersError, LayersRun, LayersSettings};
use super::store::{Below, Finished, Pages, Values};
use super::work::Work;
use crate::Stop;

/// Bytes of the layers that are in memory together at most, if none stays on disk.
#[must_use]
pub fn layers_memory<L: Layers + ?Sized>(game: &L) -> u64 {
    let window = |layer| window(game, layer).fold(0, |sum: u64, layer| sum.saturating_add(game.shape(layer).bytes()));
    (1..game.layers()).map(|layer| game.shape(layer).bytes().saturating_add(window(layer))).max().unwrap_or(8)
}

/// The layers that a layer reads.
pub(super) fn window<L: Layers + ?Sized>(game: &L, layer: usize) -> Range<usize> {
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
