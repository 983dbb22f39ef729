//! Watching work from outside: a spinner for whoever waits, and Ctrl-C for whoever has waited enough.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use secateur_search::{Cancel, Limits, Progress, Stop, Watch};

use crate::numbers::{grouped, rate};

/// Nobody needs a spinner for less than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// The exit status of a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Runs a search within `limits` that the user can follow and stop: the first Ctrl-C cancels it, so that it answers with
/// what it has; the second ends the program.
pub(crate) fn watched<T>(limits: Limits, search: impl FnOnce(Limits) -> T) -> T {
    let cancel = Cancel::new();
    let pressed = cancel.clone();
    // Without a handler Ctrl-C ends the program at once, which is second best.
    let _ = ctrlc::set_handler(move || {
        if pressed.is_cancelled() {
            process::exit(INTERRUPTED.into());
        }
        pressed.cancel();
    });
    let limits = limits.until(&cancel);
    if !io::stderr().is_terminal() {
        return search(limits);
    }
    let progress = Progress::new();
    let limits = limits.progress(&progress);
    thread::scope(|scope| {
        // Dropped when the search is done, or when it panics: either way the spinner stops.
        let (done, finished) = mpsc::channel::<()>();
        scope.spawn(move || spin(&progress, &cancel, &finished));
        let answer = search(limits);
        drop(done);
        answer
    })
}

/// Runs work that is stopped by a signal of its own: `stop` is called at most once, when a limit comes.
pub(crate) fn with_signal<T>(limits: &Limits, stop: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    let watch = Watch::new(limits);
    thread::scope(|scope| {
        let (done, finished) = mpsc::channel::<()>();
        scope.spawn(move || {
            while finished.recv_timeout(Duration::from_millis(5)) == Err(RecvTimeoutError::Timeout) {
                if watch.stop().is_some() {
                    return stop();
                }
            }
        });
        let answer = work();
        drop(done);
        answer
    })
}

/// Why work ended early, in words.
pub(crate) fn in_words(stop: Stop) -> String {
    match stop {
        Stop::Cancelled => "stopped by Ctrl-C".to_owned(),
        limit => format!("stopped by the {} limit", limit.name()),
    }
}

fn spin(progress: &Progress, cancel: &Cancel, finished: &mpsc::Receiver<()>) {
    let started = Instant::now();
    if finished.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        spinner.set_style(style);
    }
    while finished.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
        let (nodes, elapsed) = (progress.nodes(), started.elapsed());
        let counted = if nodes == 0 {
            String::new()
        } else {
            format!(", {} nodes, {} a second", grouped(nodes), rate(nodes, elapsed))
        };
        let note = progress.note();
        let comma = if note.is_empty() { "" } else { ", " };
        let stopping = if cancel.is_cancelled() { ", stopping" } else { "" };
        spinner.set_message(format!("{} s{counted}{comma}{note}{stopping}", elapsed.as_secs()));
        spinner.tick();
    }
    spinner.finish_and_clear();
}
