//! What positions cost, by how far from the root they are: which are looked at plainly, and which are worth remembering.
//!
//! A few lines of random play tell how large the trees below each depth are (Knuth, "Estimating the Efficiency of Backtrack
//! Programs", 1975). Small trees are looked at plainly. One move above them some positions are looked at plainly and some by their
//! gaps; if plainly takes less time, that is how all of them are looked at from then on, and the trial goes on one
//! move further up. This decides how positions are looked at and never what is found.

use std::time::Duration;

use secateur_game::{Both, Chance, Game, Random, Turn};
use secateur_value::Real;

use super::notes::Notes;
use crate::question::limits::Meter;

/// Positions of at most so many nodes are small.
const SMALL: f64 = 160.0;
/// To remember a position and to look it up takes as long as so many nodes.
const UPKEEP: f64 = 8.0;
/// A linear program takes as long as so many nodes.
pub(super) const PROGRAM: u64 = 6;
/// So many positions are tried in either way, and gaps have to take less than this part of the time.
const TRIALS: u32 = 12;
const WORTH: f64 = 0.95;
/// Positions of more nodes are remembered in any case.
const LARGE: f64 = 1_000.0;
/// So many positions are remembered to see whether they come up again; then none for so many times as long.
const BURST: u32 = 512;
const PAUSE: u32 = 16;
/// How many lines are played to see where they meet, and by how many lines a position is to be shared for that to decide.
const MEETINGS: u64 = 192;
const SHARED_BY: f64 = 40.0;
/// How many lines are played.
const LINES: u64 = 32;
/// Lines longer than this tell nothing more.
const LONGEST: usize = 96;
/// How much one more position counts in the average.
const PACE: f64 = 0.05;

/// What is known of positions, by their distance from the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    plies: Vec<Ply>,
    /// From here on positions are looked at plainly.
    plain_from: u32,
    /// Whether it is tried to look at more of them plainly.
    tries: bool,
    /// Whether many lines come to few positions.
    shares: bool,
    trial: Trial,
}

/// How long positions one move above the plain ones took: by their gaps, and plainly.
#[derive(Clone, Copy, Debug, Default)]
struct Trial {
    begun: u32,
    done: [u32; 2],
    /// Sums of logarithms: what happens to one of many is then no more than one of many.
    logarithms: [f64; 2],
}

/// What is known of positions so far from the root.
#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    /// About how many nodes there are below one, linear programs counted as some.
    nodes: f64,
    /// How many were looked up in the memory, and how many of them answered.
    looked: u32,
    hits: u32,
    /// How many more are to be looked up, or passed over, before this is thought over.
    left: u32,
    looks: bool,
}

impl Effort {
    /// The same, with everything looked at plainly.
    pub(super) fn all_plain(self) -> Self {
        Self { plain_from: 0, tries: false, shares: false, ..self }
    }

    /// The same, with every position worked out once and remembered, if many lines come to few.
    pub(super) fn shared_or_tried(self) -> Self {
        if self.shares { Self { plain_from: 0, tries: false, ..self } } else { self }
    }

    /// The same, with nothing expected to come again.
    pub(super) fn unshared(self) -> Self {
        Self { shares: false, ..self }
    }

    /// Whether every position is worked out once, whoever asks.
    #[inline]
    pub(super) fn shares(&self) -> bool {
        self.shares
    }

    /// Estimated from random lines of play.
    pub(super) fn estimated<G: Game<Value = Real>, N: Notes<G>>(
        game: &G,
        position: &G::Position,
        notes: &N,
        tries: bool,
        meter: &Meter,
    ) -> Self {
        let mut random = Random::new(0x5EED);
        let mut nodes: Vec<f64> = Vec::new();
        let mut branching = Vec::new();
        for _ in 0..LINES {
            if meter.overrun().is_some() {
                return Self::default();
            }
            branching.clear();
            play_out(game, position.clone(), &mut random, &mut branching, |_| {});
            if nodes.len() < branching.len() {
                nodes.resize(branching.len(), 0.0);
            }
            let mut below = 1.0;
            for (place, moves) in branching.iter().enumerate().rev() {
                below = 1.0 + moves * below;
                nodes[place] += below / LINES as f64;
            }
        }
        // A line as long as the longest tells nothing about what comes after it.
        if nodes.len() >= LONGEST {
            nodes.clear();
            nodes.resize(LONGEST, f64::INFINITY);
        }
        let plain_from = nodes.iter().rposition(|&nodes| nodes > SMALL).map_or(0, |last| last + 1);
        Self {
            plies: nodes.into_iter().map(|nodes| Ply { nodes, ..Ply::default() }).collect(),
            plain_from: plain_from as u32,
            tries,
            shares: N::REMEMBERS && shares(game, position, notes, &mut random, meter),
            trial: Trial::default(),
        }
    }

    /// Whether positions so far from the root are looked at plainly.
    #[inline]
    pub(super) fn is_plain(&self, ply: u32) -> bool {
        ply >= self.plain_from
    }

    /// Whether a position so far from the root is to be tried, and whether plainly.
    #[inline]
    pub(super) fn trial(&mut self, ply: u32) -> Option<bool> {
        if !self.tries || ply + 1 != self.plain_from {
            return None;
        }
        self.trial.begun += 1;
        Some(self.trial.begun.is_multiple_of(2))
    }

    /// A position so far from the root was tried.
    pub(super) fn tried(&mut self, ply: u32, plainly: bool, took: Duration) {
        if ply + 1 != self.plain_from {
            return;
        }
        let way = usize::from(plainly);
        self.trial.done[way] += 1;
        self.trial.logarithms[way] += took.as_secs_f64().max(1e-9).ln();
        if self.trial.done.iter().any(|&done| done < TRIALS) {
            return;
        }
        let [gaps, plain] = [0, 1].map(|way| self.trial.logarithms[way] / f64::from(self.trial.done[way]));
        if gaps < plain + WORTH.ln() {
            self.tries = false;
        } else {
            self.plain_from = ply;
        }
        self.trial = Trial::default();
    }

    /// Whether a position so far from the root is worth remembering because others come to it, too: now and then some are
    /// remembered to find out.
    #[inline]
    pub(super) fn comes_again(&mut self, ply: u32) -> bool {
        if self.shares {
            return true;
        }
        let Some(ply) = self.plies.get_mut(ply as usize) else { return true };
        if ply.nodes > LARGE {
            return true;
        }
        if ply.nodes < UPKEEP {
            return false;
        }
        if ply.left == 0 {
            ply.think();
        }
        ply.left -= 1;
        ply.looks
    }

    /// A position so far from the root was looked up, and answered or not.
    #[inline]
    pub(super) fn looked_up(&mut self, ply: u32, answered: bool) {
        if let Some(ply) = self.plies.get_mut(ply as usize) {
            ply.looked += 1;
            ply.hits += u32::from(answered);
        }
    }

    /// A position so far from the root, looked at plainly, took this many nodes.
    #[inline]
    pub(super) fn learn(&mut self, ply: u32, took: u64) {
        if let Some(ply) = self.plies.get_mut(ply as usize) {
            ply.nodes += PACE * (took as f64 - ply.nodes);
        }
    }
}

impl Ply {
    /// Whether to remember the next positions.
    #[cold]
    fn think(&mut self) {
        let pays = f64::from(self.hits) * self.nodes > UPKEEP * f64::from(self.looked);
        if !self.looks && self.looked == 0 || pays {
            (self.looks, self.left) = (true, BURST);
        } else if self.looks {
            (self.looks, self.left) = (false, BURST * PAUSE);
        } else {
            (self.looks, self.left) = (true, BURST);
        }
        (self.looked, self.hits) = (0, 0);
    }
}

/// Whether many more lines come to some depth than there are positions there, in a game with more than turns of one player. Two of
/// so many random lines meet the oftener the fewer positions there are.
fn shares<G: Game<Value = Real>, N: Notes<G>>(
    game: &G,
    position: &G::Position,
    notes: &N,
    random: &mut Random,
    meter: &Meter,
) -> bool {
    let mut met: Vec<Vec<u64>> = Vec::new();
    let (mut lines, mut branching, mut mixed) = (Vec::new(), Vec::new(), false);
    for _ in 0..MEETINGS {
        if meter.overrun().is_some() {
            return false;
        }
        branching.clear();
        let mut ply = 0;
        play_out(game, position.clone(), random, &mut branching, |place| {
            if met.len() <= ply {
                met.push(Vec::new());
            }
            met[ply].push(notes.mark(game, place));
            mixed |= matches!(game.turn(place), Turn::Chance(_) | Turn::Both(_));
            ply += 1;
        });
        if lines.len() < branching.len() {
            lines.resize(branching.len(), 0.0);
        }
        let mut ways = 1.0;
        for (sum, moves) in lines.iter_mut().zip(&branching) {
            ways *= moves;
            *sum += ways / MEETINGS as f64;
        }
    }
    // Before the first move there is one line; after each, as many as there were ways.
    let shared = met.iter_mut().skip(1).zip(&lines).any(|(marks, &lines)| {
        marks.sort_unstable();
        let pairs: usize =
            marks.chunk_by(|one, other| one == other).map(|same| same.len() * (same.len() - 1) / 2).sum();
        let positions = (marks.len() * marks.len() / 2) as f64 / pairs.max(1) as f64;
        pairs >= 4 && lines > SHARED_BY * positions
    });
    mixed && shared
}

/// Plays a random line and tells how many moves or cells there were on the way.
fn play_out<G: Game<Value = Real>>(
    game: &G,
    mut position: G::Position,
    random: &mut Random,
    branching: &mut Vec<f64>,
    mut meet: impl FnMut(&G::Position),
) {
    for _ in 0..LONGEST {
        meet(&position);
        let mut any = |count: usize| random.below(count as u64) as usize;
        match game.turn(&position) {
            Turn::Over(_) => return,
            Turn::Max | Turn::Min => {
                let moves: Vec<_> = game.moves(&position).collect();
                branching.push(moves.len() as f64);
                let Some(&chosen) = moves.get(any(moves.len().max(1))) else { return };
                game.play(&mut position, chosen);
            }
            Turn::Chance(chance) => {
                let outcomes: Vec<_> = chance.outcomes(game, &position).collect();
                branching.push(outcomes.len() as f64);
                let Some(&(_, chosen)) = outcomes.get(any(outcomes.len().max(1))) else { return };
                game.play(&mut position, chosen);
            }
            Turn::Both(both) => {
                let rows: Vec<_> = both.rows(game, &position).collect();
                let columns: Vec<_> = both.columns(game, &position).collect();
                branching.push((rows.len() * columns.len()) as f64);
                let (Some(&row), Some(&column)) =
                    (rows.get(any(rows.len().max(1))), columns.get(any(columns.len().max(1))))
                else {
                    return;
                };
                both.play(game, &mut position, row, column);
            }
        }
    }
}
