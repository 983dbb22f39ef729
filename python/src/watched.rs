//! Work on a thread of its own, and what the caller's thread does meanwhile.
//!
//! Searches recurse on large stacks that Python does not know, and on several threads; Python wants to be called from a thread that
//! it knows. So nothing of Python ever leaves the caller's thread: it waits for the work without holding Python's lock, and wakes up to
//! hear signals, to tell a progress callback, and to answer the questions of a game that is written in Python. Callbacks therefore run
//! where the user called, with the user's debugger and context.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use secateur_search::{Cancel, Limits, Progress};

/// How long a signal may wait.
const PATIENCE: Duration = Duration::from_millis(10);

/// How often progress is told.
const TOLD_EVERY: Duration = Duration::from_millis(100);

/// What the work has to say to the thread that waits for it.
pub(crate) enum Message<Q> {
    /// A question that only Python can answer.
    Ask(Q),
    /// The work is done, or has failed.
    Done,
}

/// Who answers the questions of the work.
pub(crate) trait Answers<Q> {
    /// Answers one question. `cancel` is for a Ctrl-C that comes meanwhile.
    fn answer(&mut self, question: Q, cancel: &Cancel);

    /// What a callback raised, if one did.
    fn raised(&mut self) -> Option<PyErr>;
}

/// Nobody asks.
pub(crate) struct Nobody;

impl Answers<()> for Nobody {
    fn answer(&mut self, (): (), _: &Cancel) {}

    fn raised(&mut self) -> Option<PyErr> {
        None
    }
}

/// Says that the work is done, also if it panicked.
struct Done<Q>(Sender<Message<Q>>);

impl<Q> Drop for Done<Q> {
    fn drop(&mut self) {
        // If nobody waits, nobody needs to know.
        let _ = self.0.send(Message::Done);
    }
}

/// Runs work that asks nothing.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    limits: Limits,
    progress: Option<Bound<'_, PyAny>>,
    work: impl FnOnce(Limits) -> T + Send,
) -> PyResult<T> {
    serving(py, limits, progress, &mut Nobody, mpsc::channel(), work)
}

/// Runs work that asks questions on this channel.
///
/// The first Ctrl-C cancels the work, so that it answers with what it has; what a callback raises is raised once the work has ended.
pub(crate) fn serving<T: Send, Q: Send, A: Answers<Q>>(
    py: Python<'_>,
    limits: Limits,
    progress: Option<Bound<'_, PyAny>>,
    server: &mut A,
    (sender, mut messages): (Sender<Message<Q>>, Receiver<Message<Q>>),
    work: impl FnOnce(Limits) -> T + Send,
) -> PyResult<T> {
    let (cancel, how_far) = (Cancel::new(), Progress::new());
    let limits = limits.until(&cancel).progress(&how_far);
    let started = Instant::now();
    let mut told = started;
    let mut raised: Option<PyErr> = None;
    let mut stop = |problem: PyErr, py: Python<'_>| {
        cancel.cancel();
        // Ctrl-C asks for what is known by now, which is an answer and no error.
        if raised.is_none() && !problem.is_instance_of::<PyKeyboardInterrupt>(py) {
            raised = Some(problem);
        }
    };
    let found = thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let _done = Done(sender);
            work(limits)
        });
        loop {
            let message;
            (messages, message) = py.detach(move || {
                let message = messages.recv_timeout(PATIENCE);
                (messages, message)
            });
            match message {
                Ok(Message::Ask(question)) => server.answer(question, &cancel),
                Ok(Message::Done) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(problem) = py.check_signals() {
                stop(problem, py);
            }
            if let Some(progress) = &progress
                && told.elapsed() >= TOLD_EVERY
                && !cancel.is_cancelled()
            {
                told = Instant::now();
                let arguments = (how_far.nodes(), started.elapsed().as_secs_f64(), how_far.note());
                if let Err(problem) = progress.call1(arguments) {
                    stop(problem, py);
                }
            }
        }
        // The worker holds nothing of Python, so it can be waited for with Python's lock held.
        worker.join()
    });
    match (server.raised(), raised, found) {
        (Some(problem), _, _) | (None, Some(problem), _) => Err(problem),
        (None, None, Ok(found)) => Ok(found),
        (None, None, Err(_)) => Err(PyRuntimeError::new_err("the search failed; this is a mistake in secateur")),
    }
}
