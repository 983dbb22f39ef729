//! Chess against the engine, as `secateur play chess` has it.
//!
//! The game that is played has a past, so its third repetition of a position is a draw, which the rules alone
//! (`solve chess`) need not look at.

use std::sync::Mutex;

use cozy_chess::{Board, Color};
use secateur_chess::engine::{Clock, Engine, Question, Shown};
use secateur_chess::{Chess, read_move, read_san, show_san};
use secateur_game::{Describe, Game, Player, Turn};
use secateur_games::Parameters;
use secateur_search::Limits;

use crate::games::Class;
use crate::{Answer, Basis, Choice, Counts, Error, Plan, Session, State, Strategy};

/// How many MB the engine's table takes.
const TABLE: usize = 64;

/// A game of chess in progress.
pub struct ChessSession {
    rules: Chess,
    /// The game up to now, and up to each earlier move.
    now: Question,
    before: Vec<Question>,
    engine: Mutex<Engine>,
}

impl ChessSession {
    /// The game that these words describe.
    pub fn open(parameters: &Parameters) -> Result<Self, Error> {
        let rules = Chess::from_parameters(parameters)?;
        let now = Question::about(rules.start().board().clone());
        Ok(Self {
            rules,
            now,
            before: Vec::new(),
            engine: Mutex::new(Engine::with_megabytes(TABLE).map_err(|_| Error::Memory { megabytes: TABLE })?),
        })
    }

    fn position(&self) -> secateur_chess::Position {
        Chess::from_board(self.now.board().clone()).start()
    }

    fn legal(&self) -> Vec<cozy_chess::Move> {
        match self.state() {
            State::ToMove(_) => self.rules.moves(&self.position()).collect(),
            _ => Vec::new(),
        }
    }
}

impl Session for ChessSession {
    fn class(&self) -> Class {
        Class::Alternating
    }

    fn show(&self) -> String {
        self.rules.show(&self.position())
    }

    fn state(&self) -> State {
        match self.rules.turn(&self.position()) {
            Turn::Over(0) => State::Over("a draw".to_owned()),
            Turn::Over(value) => State::Over(self.rules.show_value(&value)),
            _ if self.now.times() >= 3 => State::Over("a draw by repetition".to_owned()),
            Turn::Max => State::ToMove(Player::Max),
            Turn::Min => State::ToMove(Player::Min),
            Turn::Chance(never) => match never {},
            Turn::Both(never) => match never {},
        }
    }

    fn moves(&self) -> Vec<String> {
        self.legal().into_iter().map(|chosen| show_san(self.now.board(), chosen)).collect()
    }

    /// A move as people write it (`Nf3`) or as engines do (`g1f3`).
    fn play(&mut self, name: &str) -> bool {
        let board = self.now.board();
        let chosen = read_move(board, name).or_else(|| read_san(board, name));
        let Some(chosen) = chosen.filter(|chosen| self.legal().contains(chosen)) else { return false };
        let after = self.now.clone().after(chosen);
        self.before.push(std::mem::replace(&mut self.now, after));
        true
    }

    fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.now = before;
        true
    }

    fn answer(&self, _: &Plan, limits: &Limits) -> Result<Answer, Error> {
        let board = self.now.board();
        let mut clock = Clock::endless();
        if let Some(time) = limits.time {
            clock = clock.exactly(time);
        }
        let mut line: Vec<cozy_chess::Move> = Vec::new();
        let answer = {
            let mut engine = self.engine.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            engine.think(&self.now, &clock, &mut |report| line.clone_from(&report.line))
        };
        if line.first() != answer.best.as_ref() {
            line = answer.best.into_iter().collect();
        }
        let white = board.side_to_move() == Color::White;
        let score = if white { answer.score } else { -answer.score };
        let in_words = match Shown::from(score) {
            Shown::Centipawns(score) => format!("about {:+.2} for White", f64::from(score) / 100.0),
            Shown::Mate(moves) => format!("{} mates in {}", if moves > 0 { "White" } else { "Black" }, moves.abs()),
        };
        let names = names(board, &line);
        let choice: Vec<_> =
            names.first().map(|best| Choice { chosen: best.clone(), probability: 1.0 }).into_iter().collect();
        let (max, min) = if white { (choice, Vec::new()) } else { (Vec::new(), choice) };
        let range = i64::from(secateur_chess::MATE);
        let mut statistics = Counts::default();
        (statistics.visits, statistics.depth) = (answer.nodes, Some(answer.depth.unsigned_abs()));
        Ok(Answer {
            lower: (-range).into(),
            upper: range.into(),
            estimate: Some(i64::from(score.clamp(1 - range as i32, range as i32 - 1)).into()),
            stopped: "time".to_owned(),
            basis: Basis::Estimate,
            strategy: Strategy { max, min },
            line: names,
            line_proved: 0,
            openings: Vec::new(),
            notes: Vec::new(),
            statistics,
            in_words,
        })
    }
}

/// The names of moves that follow each other.
fn names(board: &Board, line: &[cozy_chess::Move]) -> Vec<String> {
    let mut board = board.clone();
    let mut names = Vec::new();
    for &chosen in line {
        if !board.is_legal(chosen) {
            break;
        }
        names.push(show_san(&board, chosen));
        board.play_unchecked(chosen);
    }
    names
}
