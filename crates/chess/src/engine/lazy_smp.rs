//! Lazy SMP: every thread runs the whole search, and they help each other only through the table.
//!
//! Helpers skip some depths (`deepening.rs`), so that they are ahead of the first thread on some lines; what they find
//! there, it finds in the table. Nothing is divided and nobody waits.

use std::sync::atomic::Ordering;

use cozy_chess::Move;

use super::Question;
use super::deepening::{Aim, Report};
use super::score::MAX_PLY;
use super::worker::{Learned, Shared, Worker};

/// Searches on all threads until the first of them has finished; its last lines count.
pub(super) fn by_lazy_smp(
    threads: &mut [Learned],
    shared: &Shared<'_>,
    question: &Question,
    moves: &[Move],
    hear: &mut dyn FnMut(&Report),
) -> Vec<Report> {
    let Question { board, game, aim, .. } = question;
    let Some((first, helpers)) = threads.split_first_mut() else { return Vec::new() };
    std::thread::scope(|scope| {
        for (i, learned) in helpers.iter_mut().enumerate() {
            scope.spawn(move || {
                // Only the first thread speaks, and it decides when to stop.
                let aim = Aim { depth: MAX_PLY as i32, mate: None, lines: 1 };
                Worker::new(shared, learned, game, moves, i + 1).deepen(board, &aim, &mut |_| {});
            });
        }
        let found = Worker::new(shared, first, game, moves, 0).deepen(board, aim, hear);
        shared.stop.store(true, Ordering::Relaxed);
        found
    })
}
