//! Iterative deepening with aspiration windows: search one move ahead, then two, and so on.
//!
//! Each search finds the order of moves, and a guess of the value, for the next one; and whenever time runs out there is an
//! answer. A search that never meets its depth limit has solved the game, and deepening ends.
//!
//! With an aspiration the next search asks only about a window around the last value; if the value falls outside, that
//! side of the window is opened and the search repeated.

use secateur_game::Alternating;
use secateur_value::{Bounds, Chain, Window};

use crate::classic::alpha_beta::{Mode, Run};
use crate::classic::scout::NullWindowFirst;
use crate::question::answer::{Answer, Counts, Found, Lines, stop};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::Meter;
use crate::threads::stack::with_room;
use crate::{Memory, Observer, Order, Outcome, Search, Stop};

/// How a search deepens.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Deepening<V> {
    /// The first depth.
    pub from: u32,
    /// How many moves deeper each search looks.
    pub step: u32,
    /// The window to expect the next value in, from the last one; without it every search asks about the whole window.
    pub aspiration: Option<fn(V) -> Window<V>>,
}

impl<V> Default for Deepening<V> {
    fn default() -> Self {
        Self { from: 1, step: 1, aspiration: None }
    }
}

impl<V> Deepening<V> {
    /// Expecting the next value in a window made from the last one.
    pub fn aspiration(self, window: fn(V) -> Window<V>) -> Self {
        Self { aspiration: Some(window), ..self }
    }

    /// Starting at this depth.
    pub fn from(self, from: u32) -> Self {
        Self { from, ..self }
    }

    /// In steps of this many moves.
    pub fn step(self, step: u32) -> Self {
        Self { step, ..self }
    }
}

impl<G, H, M, O, B> Search<'_, G, H, M, O, B>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
    B: Observer<G>,
{
    /// Iterative deepening of [`scout`](Search::scout).
    pub fn deepening(self, deepening: &Deepening<G::Value>) -> Outcome<G::Value, G::Move> {
        self.deepen(NullWindowFirst, deepening)
    }

    /// Iterative deepening in a mode.
    pub(crate) fn deepen<P: Mode<G, H, M, O, B>>(
        self,
        mode: P,
        deepening: &Deepening<G::Value>,
    ) -> Outcome<G::Value, G::Move> {
        with_room(|| self.deepen_here(mode, deepening))
    }

    fn deepen_here<P: Mode<G, H, M, O, B>>(
        self,
        mode: P,
        deepening: &Deepening<G::Value>,
    ) -> Outcome<G::Value, G::Move> {
        let meter = Meter::new(&self.limits);
        self.memory.begin();
        let (question, mut observer) = self.apart_from_observer();
        let promised = question.game.promised(&question.position);
        let deepest = question.depth();
        let mut answer = Answer::of(promised, Some(Stop::Depth));
        let player = question.game.turn(&question.position).player();
        let (mut lines, mut counts, mut reached) = (Lines::none(), Counts::default(), None);
        let mut guess = Vec::new();
        let mut ends = [Last::default(), Last::default()];
        let mut depth = deepening.from.clamp(1, deepest.max(1));
        'deeper: loop {
            let mut horizon = false;
            for end in [End::Lower, End::Upper] {
                let last = &mut ends[end as usize];
                let found = question.aspire(mode, &meter, &mut observer, end, depth, last, deepening);
                counts.add(&Counts { horizon: 0, ..found.counts });
                if found.best_move.is_some() || found.value.is_ok() {
                    *last =
                        Last { value: found.value.ok().or(last.value), best_move: found.best_move.or(last.best_move) };
                }
                let touched = found.counts.horizon > 0;
                horizon |= touched;
                question.learn(&mut answer, end, touched, &found.shown, found.value.ok());
                let promises = question.horizon.promises();
                if touched && !promises {
                    guess = if found.line.moves.is_empty() { guess } else { found.line.moves }; // the deepest is the best
                } else if let Some(player) = player {
                    lines.learn(touched.then_some(end), &found.line, player);
                }
                if let Err(why) = found.value {
                    answer.unfinished = Some(stop(why));
                    break 'deeper;
                }
                if !touched || !promises {
                    break; // both ends are the same
                }
            }
            reached = Some(depth);
            meter.prove_in(|| answer.bounds);
            meter.note(|| match answer.estimate {
                Some(estimate) => format!("depth {depth}, about {estimate:?}"),
                None => format!("depth {depth}, between {:?} and {:?}", answer.bounds.lower, answer.bounds.upper),
            });
            if !horizon || answer.bounds.enough(&question.window) {
                answer.unfinished = None;
                // What is known by now needs no estimate, least of all that of a smaller depth.
                answer.estimate = answer.estimate.filter(|_| depth >= deepest);
                break;
            }
            if depth >= deepest {
                break;
            }
            depth = depth.saturating_add(deepening.step.max(1)).min(deepest);
        }
        let told = match lines.within(&answer.bounds, player) {
            (line, proved) if answer.estimate.is_none() && !line.is_empty() => (line, proved),
            _ => (guess, 0),
        };
        question.carried_on(question.outcome(&meter, answer, told, &counts, reached))
    }
}

/// What the last search of one end found.
#[derive(Clone, Copy)]
struct Last<V> {
    value: Option<V>,
    best_move: Option<u8>,
}

impl<V> Default for Last<V> {
    fn default() -> Self {
        Self { value: None, best_move: None }
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Alternating<Value: Chain>,
    H: Horizon<G>,
    M: Memory<G>,
    O: Order<G> + Clone,
{
    /// One depth, with windows that open until the value is inside.
    #[expect(clippy::too_many_arguments, reason = "each belongs to one depth of one end")]
    fn aspire<P: Mode<G, H, M, O, B>, B: Observer<G>>(
        &self,
        mode: P,
        meter: &Meter,
        observer: &mut B,
        end: End,
        depth: u32,
        last: &Last<G::Value>,
        deepening: &Deepening<G::Value>,
    ) -> Found<G::Value, G::Move> {
        let asked = self.window;
        let mut window = match (deepening.aspiration, last.value) {
            (Some(around), Some(value)) => {
                let hoped = around(value);
                let inside = Window::new(hoped.alpha.max(asked.alpha), hoped.beta.min(asked.beta));
                if inside.alpha < inside.beta { inside } else { asked }
            }
            _ => asked,
        };
        let mut counts = Counts::default();
        loop {
            let run = Run { meter, end, depth, window, hint: last.best_move };
            let found = self.look(mode, &run, observer);
            counts.add(&found.counts);
            match found.value {
                Ok(value) if value <= window.alpha && window.alpha > asked.alpha => window.alpha = asked.alpha,
                Ok(value) if value >= window.beta && window.beta < asked.beta => window.beta = asked.beta,
                _ => {
                    return Found { counts, ..found };
                }
            }
        }
    }

    /// Takes in what one depth has shown.
    fn learn(
        &self,
        answer: &mut Answer<G::Value>,
        end: End,
        touched: bool,
        shown: &Bounds<G::Value>,
        value: Option<G::Value>,
    ) {
        if !touched {
            answer.bounds = answer.bounds.narrowed(shown);
            answer.estimate = None;
        } else if !self.horizon.promises() {
            answer.estimate = value.or(answer.estimate);
        } else if end == End::Lower {
            answer.bounds.lower = answer.bounds.lower.max(shown.lower);
        } else {
            answer.bounds.upper = answer.bounds.upper.min(shown.upper);
        }
    }
}
