//! The thread that thinks. It is started once: waking a thread is quicker than starting one, on a busy machine much.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use secateur_chess::engine::{Answer, Engine};

/// A search to be done: what thinks, and what tells the answer.
pub(crate) struct Task {
    pub(crate) engine: Engine,
    pub(crate) think: Box<dyn FnOnce(&mut Engine) -> Answer + Send>,
    pub(crate) tell: Box<dyn FnOnce(&Answer) + Send>,
}

/// A search that was done.
pub(crate) struct Done {
    pub(crate) engine: Engine,
    pub(crate) at: Instant,
}

/// A thread that does one search after the other.
pub(crate) struct Thinker {
    tasks: Option<Sender<Task>>,
    done: Receiver<Done>,
    thread: Option<JoinHandle<()>>,
}

impl Task {
    /// Does it here and now. The engine goes back before the answer is told: who hears it may ask for more at once.
    pub(crate) fn run(self, give_back: impl FnOnce(Done)) {
        let Self { mut engine, think, tell } = self;
        let answer = think(&mut engine);
        give_back(Done { engine, at: Instant::now() });
        tell(&answer);
    }
}

impl Thinker {
    pub(crate) fn start() -> Self {
        let (tasks, to_do) = channel::<Task>();
        let (ready, done) = channel();
        let thread = thread::spawn(move || {
            for task in to_do {
                // Nobody takes it back if the conversation is over.
                task.run(|done| drop(ready.send(done)));
            }
        });
        Self { tasks: Some(tasks), done, thread: Some(thread) }
    }

    /// Begins a search. Its engine comes back with [`take_back`](Thinker::take_back).
    pub(crate) fn begin(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // If the thread is gone, taking the engine back will show it.
            let _ = tasks.send(task);
        }
    }

    /// The search that was begun if it has ended, or in any case if `wait`; an error if it panicked.
    pub(crate) fn take_back(&self, wait: bool) -> Result<Option<Done>, Panicked> {
        use std::sync::mpsc::TryRecvError::{Disconnected, Empty};
        let done = if wait { self.done.recv().map_err(|_| Disconnected) } else { self.done.try_recv() };
        match done {
            Ok(done) => Ok(Some(done)),
            Err(Empty) => Ok(None),
            Err(Disconnected) => Err(Panicked),
        }
    }
}

impl Drop for Thinker {
    /// Waits until everything is told.
    fn drop(&mut self) {
        drop(self.tasks.take());
        if let Some(thread) = self.thread.take() {
            // A panic was told already, or there is nobody left to be told.
            let _ = thread.join();
        }
    }
}

/// The thread is gone, and the engine with it.
#[derive(Debug)]
pub(crate) struct Panicked;
