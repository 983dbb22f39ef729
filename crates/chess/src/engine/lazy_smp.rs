//! Lazy SMP: teams of threads each run the whole search, and help each other only through the table.
//!
//! A team is one thread, or a few that share positions (`jamboree.rs`). All but the first skip some depths (`deepening.rs`), so
//! that they are ahead of the first team on some lines; what they find there, it finds in the table. Nothing is divided between
//! teams, and nobody waits for another team.

use std::sync::atomic::Ordering;

use cozy_chess::Move;

use super::Question;
use super::deepening::{Aim, Report};
use super::score::MAX_PLY;
use super::worker::{Learned, Shared, Worker};

/// Searches on all threads until the first team has finished; its last lines count.
pub(super) fn by_teams(
    threads: &mut [Learned],
    shared: &Shared<'_>,
    question: &Question,
    moves: &[Move],
    hear: &mut dyn FnMut(&Report),
) -> Vec<Report> {
    let Question { board, game, aim, .. } = question;
    std::thread::scope(|scope| {
        let mut first = None;
        for (number, learned) in threads.iter_mut().enumerate() {
            let team = shared.team(number);
            if number == 0 {
                first = Some(learned);
            } else if let (Some(team), 1..) = (team, number % shared.team_size) {
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, learned, game, moves, number);
                    team.serve(&mut |place| worker.help(place));
                });
            } else {
                scope.spawn(move || {
                    let _dismissal = team.map(|team| team.dismissal());
                    let aim = Aim { depth: MAX_PLY as i32, mate: None, lines: 1 };
                    Worker::new(shared, learned, game, moves, number).deepen(board, &aim, &mut |_| {});
                });
            }
        }
        let Some(first) = first else { return Vec::new() };
        let _dismissal = shared.team(0).map(|team| team.dismissal());
        let found = Worker::new(shared, first, game, moves, 0).deepen(board, aim, hear);
        shared.stop.store(true, Ordering::Relaxed);
        found
    })
}
