//! Matches between engines: UCI on both sides, every opening played from both sides, nothing decided but by the rules.
//!
//! `player.rs` talks to an engine, `game.rs` plays one game with clocks, `openings.rs` says where games start, `pgn.rs`
//! writes them down, and `rating.rs` says what the result means: Elo with its error bar, and a sequential test (SPRT) that ends
//! the match as soon as the answer is clear; `standstill.rs` watches the machine meanwhile.

use std::io::Write;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use cozy_chess::Color;

use standstill::Watch;

mod game;
mod openings;
mod pgn;
mod player;
mod rating;
mod standstill;

pub use game::{Ending, Late, Pace, Record};
pub use openings::{BadOpening, Opening, built_in, read_openings};
pub use pgn::pgn;
pub use player::{Failure, Player, Program, Thought};
pub use rating::{Rating, Sprt, Verdict};

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The two engines.
    pub programs: [Program; 2],
    /// How much time a game has.
    pub pace: Pace,
    /// How many games; each opening is played twice.
    pub games: usize,
    /// Where games start; used in turn.
    pub openings: Vec<Opening>,
    /// How many games at once.
    pub at_once: usize,
    /// Ends the match early.
    pub sprt: Option<Sprt>,
}

/// How a match went, from the first engine's side.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Games won by the first engine, drawn, and lost.
    pub score: [usize; 3],
    /// Pairs of games by the first engine's points in them: 0, ½, 1, 1½, 2.
    pub pairs: [usize; 5],
    /// Games that ended by a fault: illegal moves, crashes and silence, time; of the first engine and of the second.
    pub faults: [[usize; 3]; 2],
    /// How many games ended in each way.
    pub endings: Vec<(Ending, usize)>,
    /// The longest that an engine took, before a game, to answer a question that needs no thought.
    pub lag: Duration,
    /// Games that were played again, because a clock ran out while the machine stood still.
    pub void: usize,
    /// The longest that a core of the machine did not let a thread run; known when the match is over.
    pub standstill: Duration,
}

/// How often a game is begun: the last time it counts, whatever the machine does.
const ATTEMPTS: usize = 10;

impl Standing {
    /// Takes in a game. Returns the first engine's points in it, doubled.
    fn note(&mut self, first_is: Color, record: &Record) -> usize {
        if record.ending == Ending::Void {
            self.void += 1;
            return 0;
        }
        let points = match record.winner {
            Some(winner) if winner == first_is => 2,
            Some(_) => 0,
            None => 1,
        };
        self.score[2 - points] += 1;
        self.lag = self.lag.max(record.lag);
        let loser = usize::from(record.winner == Some(first_is));
        match record.ending {
            Ending::IllegalMove => self.faults[loser][0] += 1,
            Ending::Failure => self.faults[loser][1] += 1,
            Ending::Time => self.faults[loser][2] += 1,
            _ => {}
        }
        match self.endings.iter_mut().find(|(ending, _)| *ending == record.ending) {
            Some((_, times)) => *times += 1,
            None => self.endings.push((record.ending, 1)),
        }
        points
    }

    /// How many games were played.
    pub fn games(&self) -> usize {
        self.score.iter().sum()
    }

    /// What the result means in Elo.
    pub fn rating(&self) -> Rating {
        Rating::of_pairs(self.pairs)
    }
}

/// Plays a match. Every finished pair is told to `hear`, and every game is written to `games` in PGN.
///
/// # Errors
/// [`Failure`] if an engine cannot be started at all.
pub fn play(
    settings: &Match,
    games: &mut (dyn Write + Send),
    hear: &mut (dyn FnMut(&Standing) + Send),
) -> Result<Standing, Failure> {
    // Both engines answer, before anything is played.
    for program in &settings.programs {
        Player::start(program)?;
    }
    let pairs = settings.games.div_ceil(2);
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let shared = Mutex::new((Standing::default(), games, hear));
    let watch = Watch::default();
    std::thread::scope(|scope| {
        watch.begin(scope);
        let tables = (0..settings.at_once.clamp(1, pairs.max(1))).map(|_| {
            scope.spawn(|| {
                let mut seats: [Option<Player>; 2] = [None, None];
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= pairs || over.load(Ordering::Relaxed) {
                        break;
                    }
                    let opening = &settings.openings[pair % settings.openings.len()];
                    let mut records = Vec::new();
                    for first_is in [Color::White, Color::Black] {
                        for attempt in 1..=ATTEMPTS {
                            let watch = (attempt < ATTEMPTS).then_some(&watch);
                            let record = game::play(settings, opening, first_is, &mut seats, watch);
                            let counts = record.ending != Ending::Void;
                            records.push((first_is, record));
                            if counts {
                                break;
                            }
                        }
                    }
                    let Ok(mut shared) = shared.lock() else { break };
                    let (standing, games, hear) = &mut *shared;
                    let mut points = 0;
                    for (first_is, record) in &records {
                        points += standing.note(*first_is, record);
                        let names = match first_is {
                            Color::White => [&settings.programs[0].name, &settings.programs[1].name],
                            Color::Black => [&settings.programs[1].name, &settings.programs[0].name],
                        };
                        // A game that cannot be written down was still played.
                        let _ = games.write_all(pgn(opening, record, names, pair + 1, &settings.pace).as_bytes());
                    }
                    standing.pairs[points] += 1;
                    hear(standing);
                    if settings.sprt.is_some_and(|sprt| sprt.verdict(standing.pairs) != Verdict::GoOn) {
                        over.store(true, Ordering::Relaxed);
                    }
                }
            })
        });
        // All begin before the first is waited for. If one panicked, the others go on, and so does the panic after them.
        let ended: Vec<_> = tables.collect::<Vec<_>>().into_iter().map(ScopedJoinHandle::join).collect();
        watch.end();
        if let Some(panicked) = ended.into_iter().find_map(Result::err) {
            resume_unwind(panicked);
        }
    });
    let (standing, ..) = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(Standing { standstill: watch.longest(), ..standing })
}
