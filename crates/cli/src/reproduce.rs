//! `secateur reproduce`: a paper's table or figure beside ours.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::number::seconds_in_words;
use secateur_lab::{
    Ended, Experiment, Notice, OwnFigure, Plan, Progress, Results, Settings, Status, Sweep, experiments, find,
    markdown, recall, write_report,
};

use crate::arguments::Reproduce;

/// Runs one experiment, or all of them; lists them if none is named.
pub(crate) fn run(arguments: &Reproduce, out: &mut impl Write) -> Result<ExitCode> {
    // A parameter in the place of the name is a parameter.
    let named = arguments.id.as_ref().filter(|id| !id.contains('='));
    let chosen: Vec<&dyn Experiment> = match (named, arguments.all) {
        (Some(_), true) => bail!("expected the name of an experiment or --all, found both"),
        (Some(id), false) => vec![find(id)?],
        (None, _) if arguments.id.is_some() => bail!("expected the name of an experiment before its parameters"),
        (None, true) => experiments().to_vec(),
        (None, false) => {
            list(out)?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    let mut settings = Settings::new(env!("CARGO_PKG_VERSION")).quick(arguments.quick).seed(arguments.seed);
    for word in &arguments.parameters {
        let Some((name, value)) = word.split_once('=') else { bail!("expected key=value, found {word}") };
        if settings.options.insert(name.to_owned(), value.to_owned()).is_some() {
            bail!("{name} is said twice; several values are written {name}=2,5 or {name}=2..9");
        }
    }
    let own = match &arguments.own {
        None => Vec::new(),
        Some(path) => {
            let shown = path.display();
            let text = secateur_files::read_text(path, crate::files::LARGEST).with_context(|| shown.to_string())?;
            OwnFigure::read(&text).map_err(|problem| anyhow::anyhow!("{shown}: {problem}"))?
        }
    };
    let plan = Plan::new(&arguments.out, settings).fresh(arguments.fresh).own(own).cancel(until_pressed());
    for experiment in &chosen {
        let Some(results) = finish(*experiment, &plan, out)? else { return Ok(ExitCode::SUCCESS) };
        writeln!(out, "{}", markdown::page(&results))?;
        out.flush()?;
    }
    report(&plan.directory, &plan.own, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs an experiment to its end; says how far it came where it was stopped before.
pub(crate) fn finish(experiment: &dyn Experiment, plan: &Plan, out: &mut impl Write) -> Result<Option<Results>> {
    let id = experiment.about().id;
    let bar = Bar::new(id);
    let ended = secateur_lab::reproduce(experiment, plan, &bar);
    bar.clear();
    match ended? {
        Ended::Finished(results) => return Ok(Some(*results)),
        Ended::Stopped { done, total } => {
            writeln!(out, "{id}: stopped after {done} of {total} instances; the same command goes on from there")?;
        }
        Ended::Shard { done, total } => {
            writeln!(
                out,
                "{id}: this share is done, {done} of {total} instances; `secateur merge` puts shares together"
            )?;
        }
        _ => {}
    }
    Ok(None)
}

/// Writes the report of everything that is finished in a directory.
pub(crate) fn report(directory: &Path, own: &[OwnFigure], out: &mut impl Write) -> Result<()> {
    let mut finished = Vec::new();
    for experiment in experiments().iter().copied().chain([&Sweep as &dyn Experiment]) {
        if let Some(mut results) = recall(experiment, directory)? {
            results.page.with_own(own);
            finished.push(results);
        }
    }
    let report = write_report(directory, "Secateur: reproduced", &finished)?;
    writeln!(out, "Written to {}; open {}", directory.display(), report.display())?;
    Ok(())
}

fn list(out: &mut impl Write) -> Result<()> {
    writeln!(out, "Experiments (secateur reproduce ID [key=value]… [--quick], or --all):\n")?;
    for experiment in experiments() {
        let about = experiment.about();
        let (full, quick) = (seconds_in_words(about.seconds), seconds_in_words(about.quick_seconds));
        writeln!(
            out,
            "  {:<16} {}\n  {:<16} {}, {}; about {full}, quick {quick}",
            about.id, about.title, "", about.paper, about.place
        )?;
        for known in experiment.parameters() {
            let paper = if known.paper.is_empty() { String::new() } else { format!("; the paper: {}", known.paper) };
            writeln!(
                out,
                "  {:<16} {}={}  {} (quick: {}{paper})",
                "", known.name, known.full, known.meaning, known.quick
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A flag that Ctrl-C sets; the second Ctrl-C ends the program.
pub(crate) fn until_pressed() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let pressed = stop.clone();
    // Without a handler Ctrl-C ends the program at once; the journal keeps what is finished all the same.
    let _ = ctrlc::set_handler(move || {
        if pressed.swap(true, Ordering::Relaxed) {
            std::process::exit(crate::watch::INTERRUPTED.into());
        }
    });
    stop
}

/// A bar on a terminal, nothing elsewhere; notices always.
struct Bar(ProgressBar);

impl Bar {
    fn new(id: &'static str) -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(0).with_prefix(id);
        if let Ok(style) = ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn status(&self, status: &Status) {
        self.0.set_length(status.total as u64);
        self.0.set_position(status.done as u64);
        let left = seconds_in_words(status.left.as_secs_f64());
        self.0.set_message(format!("{left} left, {}", status.current));
    }

    fn notice(&self, notice: &Notice) {
        // Without standard error there is nobody to tell.
        self.0.suspend(|| drop(writeln!(io::stderr(), "secateur: {notice}")));
    }
}
