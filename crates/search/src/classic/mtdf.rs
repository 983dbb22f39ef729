//! MTD(f) (Plaat, Schaeffer, Pijls, de Bruin 1996): null windows only, moved towards the value.
//!
//! Each null-window search raises the lower bound or sinks the upper one; where they meet is the value. Needs a table,
//! or every search starts from nothing. The body is alpha-beta's. Because each finished test is a proof of its own, a
//! search that a limit stops still returns the bounds proved so far.
//!
//! Departure from the paper: besides the paper's step (test next to the value just returned) the interval can be halved
//! ([`NextWindow::Halve`]), which needs fewer searches when first guesses are poor and values are many.

use secateur_game::{Alternating, Player};
use secateur_value::{Bounds, Chain, Window};

use crate::classic::alpha_beta::{FullWindow, Mode, Run};
use crate::question::answer::{Counts, Found, Line};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::Meter;
use crate::{Memory, Observer, Order, Outcome, Search};

/// Where MTD(f) tests next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum NextWindow {
    /// Next to the value that the last test returned.
    #[default]
    Returned,
    /// In the middle of what is still possible, but on the near side of the guess.
    Halve,
}

impl<G, H, M, O, B> Search<'_, G, H, M, O, B>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
    B: Observer<G>,
{
    /// MTD(f) from a first guess of the value.
    pub fn mtdf(self, guess: G::Value) -> Outcome<G::Value, G::Move> {
        self.mtdf_by(guess, NextWindow::Returned)
    }

    /// MTD(f) from a first guess, with another choice of windows.
    pub fn mtdf_by(self, guess: G::Value, next: NextWindow) -> Outcome<G::Value, G::Move> {
        self.null_windows(FullWindow, guess, next)
    }

    /// Null windows in a mode until the value is found.
    pub(crate) fn null_windows<P: Mode<G, H, M, O, B>>(
        self,
        mode: P,
        guess: G::Value,
        next: NextWindow,
    ) -> Outcome<G::Value, G::Move> {
        let meter = Meter::new(&self.limits);
        self.memory.begin();
        let (question, mut observer) = self.apart_from_observer();
        let outcome = question.answer(&meter, |end| question.converge(mode, &meter, &mut observer, end, guess, next));
        question.carried_on(outcome)
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
{
    /// Null-window runs that close in on the value, or on an end of the question's window.
    fn converge<P: Mode<G, H, M, O, B>, B: Observer<G>>(
        &self,
        mode: P,
        meter: &Meter,
        observer: &mut B,
        end: End,
        guess: G::Value,
        next: NextWindow,
    ) -> Found<G::Value, G::Move> {
        let promised = self.game.promised(&self.position);
        let asked = Bounds { lower: self.window.alpha, upper: self.window.beta };
        let player = self.game.turn(&self.position).player();
        let mut shown = Bounds::ANY;
        let mut counts = Counts::default();
        let mut line = Line::guess(Vec::new());
        let mut near = guess;
        // Whether the mover's side of the bounds was shown by a move, and not only promised.
        let mut has_move = player.is_none();
        loop {
            // What is still possible, as far as it was asked about. The promise says nothing about estimates.
            let known = if self.horizon.promises() { narrowed(&shown, &promised) } else { shown };
            let open = narrowed(&known, &asked);
            let window = if open.lower < open.upper {
                test_near(near, &open)
            } else if has_move {
                let value = if known.lower >= asked.upper { known.lower } else { known.upper };
                return Found { value: Ok(value), shown: known, line, counts, best_move: None };
            } else {
                // The value is known, but no move that reaches it: one more test, which a move must pass.
                has_move = true;
                if player == Some(Player::Max) { Window::below(open.lower) } else { Window::above(open.upper) }
            };
            let run = Run { meter, end, depth: self.depth(), window, hint: None };
            let found = self.look(mode, &run, observer);
            counts.add(&found.counts);
            match found.value {
                Err(why) => {
                    let shown = narrowed(&shown, &found.shown);
                    return Found { value: Err(why), shown, line, counts, best_move: None };
                }
                Ok(value) if value >= window.beta => shown.lower = shown.lower.max(value),
                Ok(value) => shown.upper = shown.upper.min(value),
            }
            // A move of the mover's that passed a test is proof of that bound; the last such move is the best.
            if !found.line.moves.is_empty() {
                line = found.line;
                has_move = true;
            }
            // Within a depth limit either end of the interval holds for one kind of promise alone.
            if counts.horizon == 0 {
                meter.prove_in(|| narrowed(&shown, &promised));
            }
            meter.note(|| {
                let known = narrowed(&shown, &promised);
                format!("between {:?} and {:?}", known.lower, known.upper)
            });
            near = match (next, found.value) {
                (NextWindow::Returned, Ok(value)) => value,
                _ => halve(&narrowed(&shown, &narrowed(&asked, &promised)), guess),
            };
        }
    }
}

fn narrowed<V: Chain>(a: &Bounds<V>, b: &Bounds<V>) -> Bounds<V> {
    Bounds { lower: a.lower.max(b.lower), upper: a.upper.min(b.upper) }
}

/// The null window next to `near` that can still tell something: it asks whether the value is at least `near`, or, at
/// the lower end of what is possible, whether it is more.
fn test_near<V: Chain>(near: V, open: &Bounds<V>) -> Window<V> {
    if near <= open.lower { Window::above(open.lower) } else { Window::below(near.min(open.upper)) }
}

/// The middle of what is still possible, moved to half way between an end and the guess where that is further out:
/// values far from the guess are refuted quickly, and cut the interval by more.
fn halve<V: Chain>(open: &Bounds<V>, guess: V) -> V {
    let middle = open.lower.halfway(open.upper);
    let (below, above) = (open.lower.halfway(guess), open.upper.halfway(guess));
    if middle <= guess && open.lower < guess && below < middle {
        below
    } else if middle >= guess && open.upper > guess && above > middle {
        above
    } else {
        middle
    }
}
