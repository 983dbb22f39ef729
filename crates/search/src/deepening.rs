//! Iterative deepening with aspiration windows: search one move ahead, then two, and so on.
//!
//! Each search finds the order of moves, and a guess of the value, for the next one; and whenever time runs out there is an
//! answer. A search that never meets its depth limit has solved the game, and deepening ends.
//!
//! With an aspiration the next search asks only about a window around the last value; if the value falls outside, that
//! side of the window is opened and the search repeated.

use secateur_game::{Alternating, Player};
use secateur_value::{Bounds, Chain, Window};

use crate::alpha_beta::{Mode, Run};
use crate::answer::{Answer, Counts, Found, stop};
use crate::horizon::{End, Horizon};
use crate::limits::Meter;
use crate::scout::NullWindowFirst;
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
        let meter = Meter::new(&self.limits);
        self.memory.begin();
        let (question, mut observer) = self.unheard();
        let promised = question.game.promised(&question.position);
        let deepest = question.depth();
        let mut answer = Answer { bounds: promised, estimate: None, stopped: Stop::Depth };
        let (mut line, mut counts, mut reached) = (Vec::new(), Counts::default(), None);
        let mut ends = [Last::default(), Last::default()];
        let mut depth = deepening.from.clamp(1, deepest.max(1));
        'deeper: loop {
            let mut horizon = false;
            for end in [End::Lower, End::Upper] {
                let last = &mut ends[end as usize];
                let (found, whole) = question.aspire(mode, &meter, &mut observer, end, depth, last, deepening);
                counts.add(&Counts { horizon: 0, ..found.counts });
                if found.best_move.is_some() || found.value.is_ok() {
                    *last =
                        Last { value: found.value.ok().or(last.value), best_move: found.best_move.or(last.best_move) };
                }
                let touched = found.counts.horizon > 0;
                horizon |= touched;
                let shown = if whole || !touched { found.shown } else { Bounds::ANY };
                question.learn(&mut answer, end, touched, &shown, found.value.ok());
                // Max plays by the lower ends, Min by the upper ones.
                let mover = if end == End::Upper { Player::Min } else { Player::Max };
                let speaks = !question.horizon.promises()
                    || !touched
                    || question.game.turn(&question.position).player() == Some(mover);
                if !found.line.is_empty() && speaks {
                    line = found.line;
                }
                if let Err(why) = found.value {
                    answer.stopped = stop(Some(why));
                    break 'deeper;
                }
                if !touched || !question.horizon.promises() {
                    break; // both ends are the same
                }
            }
            reached = Some(depth);
            meter.note(|| match answer.estimate {
                Some(estimate) => format!("depth {depth}, about {estimate:?}"),
                None => format!("depth {depth}, between {:?} and {:?}", answer.bounds.lower, answer.bounds.upper),
            });
            if !horizon || answer.bounds.enough(&question.window) {
                answer.stopped = Stop::Solved;
                break;
            }
            if depth >= deepest {
                break;
            }
            depth = depth.saturating_add(deepening.step.max(1)).min(deepest);
        }
        question.outcome(&meter, answer, line, &counts, reached)
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
    /// One depth, with windows that open until the value is inside. The second part says whether nothing interrupted it.
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
    ) -> (Found<G::Value, G::Move>, bool) {
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
            let mut found = self.look(mode, &run, observer);
            counts.add(&found.counts);
            match found.value {
                Ok(value) if value <= window.alpha && window.alpha > asked.alpha => window.alpha = asked.alpha,
                Ok(value) if value >= window.beta && window.beta < asked.beta => window.beta = asked.beta,
                _ => {
                    found.counts = counts;
                    let whole = found.value.is_ok();
                    return (found, whole);
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
