//! Rule sheets of general game playing: the Game Description Language, in prefix form, for two players who see everything and whose
//! goals add up to a constant. Moves are simultaneous in this language; where one player has no choice, the other moves alone.
//!
//! ```text
//! (role row) (role column)
//! (init running)
//! (<= (legal ?who (show ?sign)) (true running) (role ?who) (sign ?sign))
//! (sign rock) (sign paper)                                  ; a comment runs to the end of its line
//! (<= (next (shown ?who ?sign)) (does ?who (show ?sign)))
//! (<= terminal (not (true running)))
//! (<= (goal row 100) (true (shown row ?sign)) (true (shown column ?sign)))
//! (<= (goal column 0) (true (shown row ?sign)) (true (shown column ?sign)))
//! ; …
//! ```
//!
//! The first role is Max. A sheet is *grounded*: all instances of its rules that can ever matter are written out, found by asking what could be
//! true if nothing were ever denied. What comes out is a network of conditions, which is run for up to 64 moves at once, one in each
//! bit of a word: the positions after all moves cost hardly more than one of them.
//!
//! A position has a number, and what was found out about it (whose turn it is, the moves, the positions after them) is kept.
//!
//! * The value is Max's goal. More exactly it is half of what remains of the difference of both goals, which is the same as long as they add
//!   up to one sum; a sheet that is seen to break this is refused.
//! * A role without a goal has 0, and where a role has no legal move the game is over.
//! * Refused with a line and a column are `sees` and the role `random`, another number of roles than two, and rules that are not stratified
//!   or have variables that nothing binds.

mod file;
mod game;
mod ground;
mod network;
mod read;
mod rules;
mod terms;

use crate::FormatError;
use crate::error::{At, text};
pub use file::{DESCRIPTION, from_parameters};
pub use game::{Choice, Clash, Duel, Gdl, Spot};
use ground::ground;
use network::Network;
use rules::Sheet;

impl Gdl {
    /// Reads a rule sheet.
    ///
    /// ```
    /// use secateur_formats::gdl::Gdl;
    /// use secateur_search::Search;
    ///
    /// let sheet = "(role a) (role b) (init start)
    ///     (<= (legal ?r (call ?x)) (role ?r) (side ?x) (true start)) (side heads) (side tails)
    ///     (<= (next same) (does a (call ?x)) (does b (call ?x)))
    ///     (<= terminal (not (true start)))
    ///     (<= (goal a 100) (true same)) (<= (goal a 0) (not (true same)))
    ///     (<= (goal b 0) (true same)) (<= (goal b 100) (not (true same)))";
    /// let value = Search::new(&Gdl::parse(sheet.as_bytes())?).backward_induction().bounds;
    /// assert!((value.lower.get() - 50.0).abs() < 1e-9);
    ///
    /// let problem = Gdl::parse(b"(role a)\n(<= (goal a ?x) terminal)").unwrap_err();
    /// assert_eq!(problem.to_string(), "line 2, column 1: expected ?x in a condition that is not denied, found it only elsewhere");
    /// # Ok::<(), secateur_formats::FormatError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the bytes are no rule sheet, or one that is no game for this crate; the error says where and what was expected.
    pub fn parse(bytes: &[u8]) -> Result<Self, FormatError> {
        let sheet = Sheet::read(text(bytes)?)?;
        let network = Network::new(&sheet, ground(&sheet)?)?;
        let game = Self::new(network);
        match game.clash() {
            None => Ok(game),
            Some(Clash { sums: (one, other) }) => Err(At::START
                .error("goals of both roles that always add up to the same", format!("sums of {one} and {other}"))),
        }
    }
}
