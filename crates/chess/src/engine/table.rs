//! The engine's transposition table, shared by its threads without locks and without undefined behaviour.
//!
//! It differs from the library's table because it serves another purpose: entries are estimates that stay useful from
//! move to move of a game, hold a move that can be tried before any is generated, and 64 bits stand for a position (the
//! search checks that the move is legal, and a wrong score among millions of estimates is only another estimate).
//!
//! An entry is two words. Both are plain atomics, written one after the other, so two writers can mix them; the first word
//! is therefore the position's hash combined with the second word, and words that do not belong together look like
//! another position (R. Hyatt and T. Mann, "A lock-less transposition table implementation", 2002).
//! Four entries share a cache line; the one that is shallowest and oldest gives way.

use std::sync::atomic::{AtomicU8, Ordering};

use cozy_chess::{Move, Piece, Square};
use secateur_search::table::Words;

use super::score::{MATE_BOUND, Score};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is at most this.
    Upper = 1,
    /// It is at least this.
    Lower = 2,
    /// It is this.
    Exact = 3,
}

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    pub(crate) score: Score,
    /// The evaluation, without a search; nothing where the player is in check.
    pub(crate) evaluation: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether it was on a principal variation.
    pub(crate) principal: bool,
}

impl Entry {
    /// Whether the score settles a search with the null window below `beta`.
    pub(crate) fn settles(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// Entries in a line of two words each.
const LINE: usize = 4;
const GENERATIONS: u8 = 32;
const NO_EVALUATION: i16 = i16::MIN;

/// The table.
pub struct Table {
    words: Words,
    lines: usize,
    generation: AtomicU8,
}

impl Table {
    /// A table of so many MB, unless there is not that much memory.
    pub fn with_megabytes(megabytes: usize) -> Option<Self> {
        let lines = megabytes.checked_mul((1 << 20) / (LINE * 16)).filter(|&lines| lines > 0)?;
        let words = Words::zeroed(lines * LINE * 2)?;
        Some(Self { words, lines, generation: AtomicU8::new(1) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in self.words.iter() {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Tells that the next search begins: what earlier ones left gives way sooner.
    pub(crate) fn next_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, by looking at a thousand places.
    pub(crate) fn fullness(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let places = (self.lines * LINE).min(1000);
        let used = (0..places).filter(|place| {
            let data = self.words[place * 2 + 1].load(Ordering::Relaxed);
            data != 0 && (data >> 56) as u8 & (GENERATIONS - 1) == generation
        });
        (used.count() * 1000 / places) as u32
    }

    /// Asks for the line of a position that is about to be looked up: memory is slow, and there is something to do meanwhile.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let line: *const i8 = std::ptr::from_ref(&self.words[self.line_of(hash)]).cast();
            #[allow(unsafe_code, reason = "there is no safe word for it")]
            // SAFETY: a hint that reads and writes nothing; every x86-64 processor knows it.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(line);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// What is remembered, with mates as seen from `ply`.
    #[inline]
    pub(crate) fn find(&self, hash: u64, ply: usize) -> Option<Entry> {
        let first = self.line_of(hash);
        (0..LINE).find_map(|place| {
            let at = first + 2 * place;
            let data = self.words[at + 1].load(Ordering::Relaxed);
            (self.words[at].load(Ordering::Relaxed) ^ data == hash && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Remembers, with mates as seen from `ply`.
    #[inline]
    pub(crate) fn keep(&self, hash: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let first = self.line_of(hash);
        let (mut victim, mut least) = (first, i32::MAX);
        for place in 0..LINE {
            let at = first + 2 * place;
            let data = self.words[at + 1].load(Ordering::Relaxed);
            if data == 0 {
                victim = at;
                break;
            }
            let depth = depth_of(data);
            let age = i32::from((generation + GENERATIONS - ((data >> 56) as u8 & (GENERATIONS - 1))) % GENERATIONS);
            if self.words[at].load(Ordering::Relaxed) ^ data == hash {
                // A deep bound is not given for a shallow one of the same search, nor a move for none.
                if entry.bound != Bound::Exact && age == 0 && depth > entry.depth + 3 {
                    return;
                }
                entry.best = entry.best.or_else(|| unpack(data, 0).best);
                victim = at;
                break;
            }
            let worth = depth - 8 * age;
            if worth < least {
                (victim, least) = (at, worth);
            }
        }
        let data = pack(&entry, ply, generation);
        self.words[victim].store(hash ^ data, Ordering::Relaxed);
        self.words[victim + 1].store(data, Ordering::Relaxed);
    }

    /// The first word of the line where a position may be.
    #[inline(always)]
    fn line_of(&self, hash: u64) -> usize {
        let line = (u128::from(hash) * self.lines as u128) >> 64;
        line as usize * LINE * 2
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table {{ lines: {} }}", self.lines)
    }
}

/// From the lowest bit: move 16, score 16, evaluation 16, depth 8, generation 5, principal 1, bound 2.
fn pack(entry: &Entry, ply: usize, generation: u8) -> u64 {
    let best = entry.best.map_or(0, |best| {
        best.from as u64 | (best.to as u64) << 6 | (best.promotion.map_or(0, |piece| piece as u64)) << 12
    });
    // A mate is stored by its distance from this position.
    let score = if entry.score > MATE_BOUND {
        entry.score + ply as Score
    } else if entry.score < -MATE_BOUND {
        entry.score - ply as Score
    } else {
        entry.score
    };
    let evaluation = entry.evaluation.map_or(NO_EVALUATION, |evaluation| evaluation as i16);
    best | u64::from(score as i16 as u16) << 16
        | u64::from(evaluation as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | u64::from(generation) << 56
        | u64::from(entry.principal) << 61
        | (entry.bound as u64) << 62
}

fn unpack(data: u64, ply: usize) -> Entry {
    let square = |bits: u64| Square::index(bits as usize & 63);
    let best = (data & 0xFFFF != 0).then(|| Move {
        from: square(data),
        to: square(data >> 6),
        promotion: match data >> 12 & 7 {
            0 => None,
            piece => Piece::try_index(piece as usize),
        },
    });
    let score = Score::from((data >> 16) as i16);
    let score = if score > MATE_BOUND {
        score - ply as Score
    } else if score < -MATE_BOUND {
        score + ply as Score
    } else {
        score
    };
    let evaluation = (data >> 32) as i16;
    Entry {
        best,
        score,
        evaluation: (evaluation != NO_EVALUATION).then_some(evaluation.into()),
        depth: depth_of(data),
        bound: match data >> 62 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        principal: data >> 61 & 1 == 1,
    }
}

#[inline(always)]
fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

#[cfg(test)]
mod tests {
    use super::super::score::MATE;
    use super::*;

    fn entry(score: Score) -> Entry {
        let best = "e7e8q".parse().ok();
        Entry { best, score, evaluation: Some(-77), depth: 9, bound: Bound::Lower, principal: true }
    }

    #[test]
    fn what_is_kept_is_found() {
        let table = Table::with_megabytes(1).unwrap();
        for (hash, score) in [(1u64 << 60, 35), (2 << 60, -35), (3 << 60, MATE - 7), (4 << 60, 7 - MATE)] {
            table.keep(hash, 5, entry(score));
            assert_eq!(table.find(hash, 5), Some(entry(score)));
        }
        assert_eq!(table.find(3 << 60, 6).unwrap().score, MATE - 8, "a mate further from the root");
        assert_eq!(table.find(7 << 60, 5), None);
        table.clear();
        assert_eq!(table.find(1 << 60, 5), None);
    }

    #[test]
    fn threads_that_write_at_once_leave_whole_entries() {
        let table = Table::with_megabytes(1).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4i32 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..20_000u64 {
                        // All threads meet in few lines; the hash says what the entry must be.
                        let hash = ((i % 8) << 3) | u64::from(thread as u32 % 2);
                        table.keep(hash, 0, Entry { score: hash as i32, ..entry(0) });
                        if let Some(found) = table.find(hash, 0) {
                            assert_eq!(found.score, hash as i32);
                        }
                    }
                });
            }
        });
    }
}
