//! What all requests share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use secateur_search::Cancel;

use crate::commitments::Commitments;
use crate::queue::Line;
use crate::settings::Settings;

/// What all requests share: the bounds, the searches under way, and what the engine has promised to play.
pub struct House {
    /// What a client may ask for at most.
    pub settings: Settings,
    pub(crate) line: Arc<Line>,
    pub(crate) commitments: Mutex<Commitments>,
    running: Mutex<HashMap<u64, Cancel>>,
    next: AtomicU64,
    closed: AtomicBool,
}

impl House {
    /// A house with these bounds.
    pub fn new(settings: Settings) -> Arc<Self> {
        let line = Line::new(settings.searches, settings.queue);
        Arc::new(Self {
            settings,
            line,
            commitments: Mutex::default(),
            running: Mutex::default(),
            next: AtomicU64::new(0),
            closed: AtomicBool::new(false),
        })
    }

    /// Notes a search, so that it can be stopped when the house closes or memory runs short.
    pub(crate) fn admit(self: &Arc<Self>, cancel: &Cancel) -> Running {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.running().insert(number, cancel.clone());
        if self.is_closed() {
            cancel.cancel();
        }
        Running { house: Arc::clone(self), number }
    }

    /// Stops every search, and those to come as soon as they begin.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.cancel_all();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    pub(crate) fn cancel_all(&self) {
        self.running().values().for_each(Cancel::cancel);
    }

    /// How many searches are noted.
    pub fn searching(&self) -> usize {
        self.running().len()
    }

    fn running(&self) -> MutexGuard<'_, HashMap<u64, Cancel>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search that is under way, until dropped.
pub(crate) struct Running {
    house: Arc<House>,
    number: u64,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.house.running().remove(&self.number);
    }
}
