//! `secateur reproduce`: a paper's table or figure beside ours.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use secateur_lab::number::seconds_in_words;
use secateur_lab::{
    Ended, Experiment, Notice, Plan, Progress, Settings, Status, experiments, find, markdown, write_report,
};

use crate::arguments::Reproduce;

/// Runs one experiment, or all of them; lists them if none is named.
pub(crate) fn run(arguments: &Reproduce, out: &mut impl Write) -> Result<ExitCode> {
    let chosen: Vec<&dyn Experiment> = match (&arguments.id, arguments.all) {
        (Some(_), true) => bail!("expected the name of an experiment or --all, found both"),
        (Some(id), false) => vec![find(id)?],
        (None, true) => experiments().to_vec(),
        (None, false) => {
            list(out)?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    let plan = plan(arguments);
    let mut finished = Vec::new();
    for experiment in &chosen {
        let bar = Bar::new(experiment.about().id);
        let ended = secateur_lab::reproduce(*experiment, &plan, &bar);
        bar.clear();
        match ended? {
            Ended::Finished(results) => {
                writeln!(out, "{}", markdown::page(&results))?;
                out.flush()?;
                finished.push(*results);
            }
            Ended::Stopped { done, total } => {
                let id = experiment.about().id;
                writeln!(out, "{id}: stopped after {done} of {total} instances; the same command goes on from there")?;
                return Ok(ExitCode::SUCCESS);
            }
            _ => {}
        }
    }
    let report = write_report(&plan.directory, "Secateur: reproduced", &finished)?;
    writeln!(out, "Written to {}; open {}", plan.directory.display(), report.display())?;
    Ok(ExitCode::SUCCESS)
}

fn list(out: &mut impl Write) -> Result<()> {
    writeln!(out, "Experiments (secateur reproduce ID [--quick], or --all):\n")?;
    for experiment in experiments() {
        let about = experiment.about();
        let (full, quick) = (seconds_in_words(about.seconds), seconds_in_words(about.quick_seconds));
        writeln!(
            out,
            "  {:<16} {}\n  {:<16} {}, {}; about {full}, quick {quick}\n",
            about.id, about.title, "", about.paper, about.place
        )?;
    }
    Ok(())
}

fn plan(arguments: &Reproduce) -> Plan {
    let stop = Arc::new(AtomicBool::new(false));
    let pressed = stop.clone();
    // Without a handler Ctrl-C ends the program at once; the journal keeps what is finished all the same.
    let _ = ctrlc::set_handler(move || {
        if pressed.swap(true, Ordering::Relaxed) {
            std::process::exit(crate::watch::INTERRUPTED);
        }
    });
    let settings = Settings::new(env!("CARGO_PKG_VERSION")).quick(arguments.quick).seed(arguments.seed);
    Plan::new(&arguments.out, settings).fresh(arguments.fresh).cancel(stop)
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
