//! Watching work from outside: a spinner for whoever waits, lines for programs that do, and Ctrl-C for whoever has waited enough.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use secateur_search::{Cancel, Limits, Progress, Stop, Watch};

use serde_json::{Value, json};

use crate::numbers::{grouped, rate};

/// Nobody needs a spinner for less than this.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often whoever waits is told.
const OFTEN: Duration = Duration::from_millis(100);

/// The exit status of a program that Ctrl-C ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// Runs a search within `limits` that the user can follow and stop: the first Ctrl-C cancels it, so that it answers with
/// what it has; the second ends the program.
pub(crate) fn watched<T>(limits: Limits, search: impl FnOnce(Limits) -> T) -> T {
    let (limits, cancel) = stoppable(limits);
    if !io::stderr().is_terminal() {
        return search(limits);
    }
    let progress = Progress::new();
    let limits = limits.progress(&progress);
    let time = limits.time;
    thread::scope(|scope| {
        // Dropped when the search is done, or when it panics: either way the spinner stops.
        let (done, finished) = mpsc::channel::<()>();
        scope.spawn(move || spin(&Watched { progress, cancel, time, started: Instant::now() }, &finished));
        let answer = search(limits);
        drop(done);
        answer
    })
}

/// The same for a program that reads what is known so far: an object a line, every tenth of a second. If nobody reads them any more the
/// search is cancelled.
pub(crate) fn streamed<T>(
    limits: Limits,
    out: &mut (impl Write + Send),
    search: impl FnOnce(Limits) -> T,
) -> io::Result<T> {
    let (limits, cancel) = stoppable(limits);
    let progress = Progress::new();
    let limits = limits.progress(&progress);
    let time = limits.time;
    thread::scope(|scope| {
        let (done, finished) = mpsc::channel::<()>();
        let teller = scope.spawn(move || {
            let watched = Watched { progress, cancel, time, started: Instant::now() };
            while finished.recv_timeout(OFTEN) == Err(RecvTimeoutError::Timeout) {
                let told = writeln!(out, "{}", watched.in_json()).and_then(|()| out.flush());
                if told.is_err() {
                    watched.cancel.cancel();
                    return told;
                }
            }
            Ok(())
        });
        let answer = search(limits);
        drop(done);
        match teller.join() {
            Ok(told) => told.map(|()| answer),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Limits with a flag that the first Ctrl-C sets.
fn stoppable(limits: Limits) -> (Limits, Cancel) {
    let cancel = Cancel::new();
    let pressed = cancel.clone();
    // Without a handler Ctrl-C ends the program at once, which is second best.
    let _ = ctrlc::set_handler(move || {
        if pressed.is_cancelled() {
            process::exit(INTERRUPTED.into());
        }
        pressed.cancel();
    });
    (limits.until(&cancel), cancel)
}

/// A search that somebody watches.
struct Watched {
    progress: Progress,
    cancel: Cancel,
    /// How long it may take.
    time: Option<Duration>,
    started: Instant,
}

impl Watched {
    /// How much of the time is left.
    fn left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// What is known by now, for programs.
    fn in_json(&self) -> Value {
        let mut told = json!({"final": false});
        let bounds = self.progress.bounds().map(|bounds| (bounds.lower.get(), bounds.upper.get()));
        if let Some((lower, upper)) = bounds.filter(|(lower, upper)| lower.is_finite() && upper.is_finite()) {
            (told["lower"], told["upper"], told["width"]) = (lower.into(), upper.into(), (upper - lower).into());
        }
        told["nodes"] = self.progress.nodes().into();
        told["seconds"] = self.started.elapsed().as_secs_f64().into();
        if let Some(left) = self.left() {
            told["left"] = left.as_secs_f64().into();
        }
        let note = self.progress.note();
        if !note.is_empty() {
            told["note"] = note.into();
        }
        told
    }

    /// The same for people.
    fn in_words(&self) -> String {
        let elapsed = self.started.elapsed();
        let mut words = vec![format!("{} s", elapsed.as_secs())];
        let (bounds, note) = (self.progress.bounds(), self.progress.note());
        // A search that has words of its own for its bounds says more by them, such as how far ahead it looked.
        if let Some(bounds) = bounds.filter(|_| !note.contains("between")) {
            words.push(format!("between {:.6} and {:.6}", bounds.lower, bounds.upper));
        }
        words.extend(Some(note).filter(|note| !note.is_empty()));
        if let Some(bounds) = bounds.filter(|_| !words.iter().any(|said| said.contains("width"))) {
            words.push(format!("width {:.6}", bounds.width()));
        }
        let nodes = self.progress.nodes();
        if nodes > 0 {
            words.push(format!("{} nodes, {} a second", grouped(nodes), rate(nodes, elapsed)));
        }
        words.extend(self.left().map(|left| format!("{} s left", left.as_secs_f64().ceil())));
        words.extend(self.cancel.is_cancelled().then(|| "stopping".to_owned()));
        words.join(", ")
    }
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

fn spin(watched: &Watched, finished: &mpsc::Receiver<()>) {
    if finished.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
        spinner.set_style(style);
    }
    while finished.recv_timeout(OFTEN) == Err(RecvTimeoutError::Timeout) {
        spinner.set_message(watched.in_words());
        spinner.tick();
    }
    spinner.finish_and_clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_value::Bounds;

    #[test]
    fn what_is_known_is_told_once() {
        let watched = Watched {
            progress: Progress::new(),
            cancel: Cancel::new(),
            time: Some(Duration::from_secs(60)),
            started: Instant::now(),
        };
        assert_eq!(watched.in_words(), "0 s, 60 s left");
        watched.progress.prove(&Bounds::new((-1).into(), 3.into()));
        watched.progress.tell(2_000, "row 2 of 3".to_owned());
        let words = watched.in_words();
        assert!(
            words.starts_with("0 s, between -1.000000 and 3.000000, row 2 of 3, width 4.000000, 2,000 nodes, "),
            "{words}"
        );
        watched.progress.tell(2_000, "depth 3, between -1 and 3".to_owned());
        let words = watched.in_words();
        assert!(words.starts_with("0 s, depth 3, between -1 and 3, width 4.000000, 2,000 nodes, "), "{words}");
        let told = watched.in_json();
        assert_eq!((&told["final"], &told["lower"], &told["width"]), (&false.into(), &(-1.0).into(), &4.0.into()));
    }
}
