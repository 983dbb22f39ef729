//! `secateur sweep` and `secateur merge`: measurements of one's own, on one machine or on many.

use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use secateur_lab::{Experiment, Grid, Merged, Plan, Settings, Sweep as Measurement, experiments, markdown};

use crate::arguments::{Merge, Sweep};
use crate::{dump, files, reproduce};

/// Measures a grid, or writes its games into files.
pub(crate) fn run(arguments: &Sweep, out: &mut impl Write) -> Result<ExitCode> {
    let grid = grid(arguments)?;
    if let Some(folder) = &arguments.dump {
        return dump::run(&grid, folder, out);
    }
    let share = match arguments.shard {
        Some(share) => Some(share),
        None => slurm()?,
    };
    let directory = match share {
        Some((one, of)) => arguments.out.join(format!("{SHARD}{one}-of-{of}")),
        None => arguments.out.clone(),
    };
    let settings = Measurement::settings(Settings::new(env!("CARGO_PKG_VERSION")), &grid);
    let plan = Plan::new(&directory, settings).threads(arguments.threads.into()).fresh(arguments.fresh);
    let plan = plan.shard(share).cancel(reproduce::until_pressed());
    let Some(results) = reproduce::finish(&Measurement, &plan, out)? else { return Ok(ExitCode::SUCCESS) };
    writeln!(out, "{}", markdown::page(&results))?;
    reproduce::report(&directory, &[], out)?;
    Ok(ExitCode::SUCCESS)
}

/// What the words of the command line and the file say together.
fn grid(arguments: &Sweep) -> Result<Grid> {
    let mut grid = match &arguments.file {
        None => Grid::default(),
        Some(path) => {
            let shown = path.display();
            let text = secateur_files::read_text(path, files::LARGEST).with_context(|| shown.to_string())?;
            Grid::from_toml(&text).with_context(|| shown.to_string())?
        }
    };
    grid = grid.games_of(&arguments.games)?;
    grid.algorithms.extend(arguments.algorithm.iter().cloned());
    grid.epsilon.extend(&arguments.epsilon);
    grid.seeds.extend(arguments.seeds.iter().cloned());
    grid.seconds = arguments.time.map(|time| time.as_secs_f64()).or(grid.seconds);
    grid.nodes = arguments.nodes.or(grid.nodes);
    grid.depth = arguments.depth.or(grid.depth);
    grid.estimate |= arguments.estimate;
    grid.together |= arguments.together;
    grid.check()?;
    Ok(grid)
}

/// How the folder of a share begins.
const SHARD: &str = "shard-";

/// The share that Slurm's job array gives to this process, if there is one.
fn slurm() -> Result<Option<(usize, usize)>> {
    let number = |name: &str| -> Result<Option<usize>> {
        let Some(text) = env::var_os(name) else { return Ok(None) };
        let text = text.to_string_lossy().into_owned();
        text.trim().parse().map(Some).with_context(|| format!("{name}={text}: expected a whole number"))
    };
    let (Some(task), Some(count)) = (number("SLURM_ARRAY_TASK_ID")?, number("SLURM_ARRAY_TASK_COUNT")?) else {
        return Ok(None);
    };
    let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(1);
    let one = (task + 1).checked_sub(first).filter(|one| (1..=count).contains(one));
    let Some(one) = one else {
        bail!(
            "SLURM_ARRAY_TASK_ID={task}: expected one of {count} tasks from {first} on, without gaps; --shard says otherwise"
        )
    };
    Ok(Some((one, count)))
}

/// Puts what is in several folders into one.
pub(crate) fn merge(arguments: &Merge, out: &mut impl Write) -> Result<ExitCode> {
    let from = if arguments.from.is_empty() { shards(&arguments.into)? } else { arguments.from.clone() };
    if let Some(missing) = from.iter().find(|folder| !folder.is_dir()) {
        bail!("{}: expected a folder", missing.display());
    }
    let mut any = false;
    for experiment in experiments().iter().copied().chain([&Measurement as &dyn Experiment]) {
        let id = experiment.about().id;
        match secateur_lab::merge(experiment, &from, &arguments.into)? {
            Merged::Partly { done, total } => writeln!(out, "{id}: {done} of {total} instances are there")?,
            Merged::Whole(results) => writeln!(out, "{}", markdown::page(&results))?,
            _ => continue,
        }
        any = true;
    }
    if !any {
        bail!("{}: expected journals of this version of the program", list(&from));
    }
    reproduce::report(&arguments.into, &[], out)?;
    Ok(ExitCode::SUCCESS)
}

fn list(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// The folders of the shares inside a folder.
fn shards(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.with_context(|| folder.display().to_string())?;
        if entry.file_name().to_string_lossy().starts_with(SHARD) && entry.path().is_dir() {
            found.push(entry.path());
        }
    }
    found.sort();
    if found.is_empty() {
        bail!("{}: expected folders such as shard-1-of-8, as `secateur sweep --shard` writes them", folder.display());
    }
    Ok(found)
}
