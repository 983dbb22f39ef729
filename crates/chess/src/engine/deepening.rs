//! Iterative deepening: one ply, then two, and so on, until the time is up. Each iteration fills the table for the next.
//!
//! How much of the time is used depends on how sure the search is: a best move that stays the same and takes most of the
//! nodes needs less, a score that falls needs more.

use std::sync::atomic::Ordering;

use cozy_chess::{Board, Move};

use super::repetition::after_return;
use super::score::{MATE_BOUND, MAX_PLY, Score, is_mate};
use super::worker::Worker;

/// What one iteration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How deep, in plies.
    pub depth: i32,
    /// The furthest that any line went.
    pub deepest: usize,
    /// Which of several best lines, from 1.
    pub number: usize,
    /// The score, to the player to move.
    pub score: Score,
    /// How many nodes all threads have looked at since the search began.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub fullness: u32,
    /// The line.
    pub line: Vec<Move>,
}

/// What to look for, besides the clock.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    pub(crate) depth: i32,
    /// Stop when a mate in so many moves is found.
    pub(crate) mate: Option<i32>,
    /// How many best lines.
    pub(crate) lines: usize,
}

impl Worker<'_> {
    /// Deepens until something ends it. Every finished iteration is told to `hear`, and an unfinished one that has found
    /// another best move. Returns the best lines of the last.
    pub(crate) fn deepen(&mut self, board: &Board, aim: &Aim, hear: &mut dyn FnMut(&Report)) -> Vec<Report> {
        let mut found: Vec<Report> = Vec::new();
        let lines = aim.lines.clamp(1, self.root_moves.len().max(1));
        let mut steady = 0;
        let (mut last_best, mut last_score) = (None, None);
        for depth in 1..=aim.depth.min(MAX_PLY as i32 - 1) {
            // Helpers skip some depths, so that they are ahead of the others on some lines.
            let skips = self.group > 0 && self.shared.busy.is_none();
            if skips && depth > 3 && (depth as usize + self.group).is_multiple_of(4) {
                continue;
            }
            self.root_moves.iter_mut().for_each(|root| root.shown = false);
            self.deepest = 0;
            let mut iteration: Vec<Report> = Vec::new();
            for number in 1..=lines {
                let before = found.get(number - 1);
                self.root_guess = before
                    .and_then(|report| report.line.first().copied())
                    .filter(|&guess| self.root_moves.iter().any(|root| root.chosen == guess && !root.shown));
                self.root_best = None;
                let guess = before.map(|report| report.score);
                self.aspire(board, depth, guess);
                self.publish();
                let Some((best, score)) = self.root_best else { break };
                let mut line = self.lines[0].to_vec();
                if line.first() != Some(&best) {
                    line = vec![best];
                }
                // A line that comes back here delays what it is played for. Who is worse may hope for that.
                if lines == 1 && score > 0 && !is_mate(score) {
                    let straight = after_return(board, &line);
                    if straight.first().is_some_and(|&first| self.is_wanted(first)) {
                        line = straight.to_vec();
                    }
                }
                let best = line[0];
                if let Some(root) = self.root_moves.iter_mut().find(|root| root.chosen == best) {
                    root.shown = true;
                }
                iteration.push(Report {
                    depth,
                    deepest: self.deepest,
                    number,
                    score,
                    nodes: self.shared.all_nodes(),
                    fullness: self.shared.table.fullness(),
                    line,
                });
                if self.stopped {
                    break;
                }
            }
            // An iteration that was stopped counts if its first line got as far as a best move.
            let finished = !self.stopped;
            if finished || (found.is_empty() && !iteration.is_empty()) {
                iteration.sort_by_key(|report| std::cmp::Reverse(report.score));
                for (place, report) in iteration.iter_mut().enumerate() {
                    report.number = place + 1;
                    hear(report);
                }
                found = iteration;
            } else if let (Some(best), 1) = (iteration.into_iter().next(), lines) {
                // What was told last begins with the move that will be played.
                if found.first().is_none_or(|told| told.line.first() != best.line.first()) {
                    hear(&best);
                }
                found = vec![best];
            }
            if !finished || self.shared.stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(best) = found.first() else { break };
            if self.group > 0 {
                continue;
            }
            if aim.mate.is_some_and(|moves| best.score >= super::score::MATE - 2 * moves.max(1)) {
                break;
            }
            let chosen = best.line.first().copied();
            steady = if chosen == last_best { (steady + 1).min(8) } else { 0 };
            let fall = last_score.map_or(0, |last: Score| (last - best.score).clamp(-30, 60));
            (last_best, last_score) = (chosen, Some(best.score));
            // A single reply needs no thought, a mate that is found no more.
            let settled = self.root_moves.len() == 1
                || (best.score.abs() > MATE_BOUND && depth > 2 * (super::score::MATE - best.score.abs()));
            if self.shared.clock.is_enough(if settled { 0.05 } else { self.urgency(chosen, steady, fall) }) {
                break;
            }
        }
        found
    }

    /// By how much the soft time is stretched.
    fn urgency(&self, best: Option<Move>, steady: i32, fall: Score) -> f64 {
        let all: u64 = self.root_moves.iter().map(|root| root.nodes).sum();
        let on_best = self.root_moves.iter().find(|root| Some(root.chosen) == best).map_or(0, |root| root.nodes);
        let share = on_best as f64 / all.max(1) as f64;
        let steadiness = 1.35 - 0.07 * f64::from(steady);
        let falling = 1.0 + f64::from(fall) * 0.008;
        (1.9 - 1.35 * share) * steadiness * falling
    }
}
