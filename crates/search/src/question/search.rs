//! The question: a game, a position, a window, limits, and what the search may use. Each algorithm's file adds its verb.

use secateur_game::{Expert, Game};
use secateur_value::{Bounds, Chain, Window};

use crate::{AsListed, Estimate, Forgetful, Horizon, Learned, Limits, Memory, Observer, Order, Promise};

/// A question about a game, to be answered by one of the algorithms.
///
/// By default: the game's own start, the open window, no limit, moves in the game's own order, no table, and at a depth
/// limit the game's own promises.
#[derive(Clone, Debug)]
#[must_use = "a question needs an algorithm to answer it"]
pub struct Search<'a, G: Game, H = Promise, M = Forgetful, O = AsListed, B = ()> {
    pub(crate) game: &'a G,
    pub(crate) position: G::Position,
    pub(crate) window: Window<G::Value>,
    pub(crate) limits: Limits,
    pub(crate) horizon: H,
    pub(crate) memory: M,
    pub(crate) order: O,
    pub(crate) observer: B,
}

impl<'a, G: Game<Value: Chain>> Search<'a, G> {
    /// The question what the game is worth.
    pub fn new(game: &'a G) -> Self {
        Self {
            game,
            position: game.start(),
            window: Window::OPEN,
            limits: Limits::none(),
            horizon: Promise,
            memory: Forgetful,
            order: AsListed,
            observer: (),
        }
    }
}

impl<'a, G: Game> Search<'a, G> {
    /// The question what a position is worth, for values of any lattice.
    ///
    /// A lattice need not know its ends, so the window is what the game promises about this very position: the value
    /// lies inside, and nothing is lost. (`Search::at(&game, game.start())` asks about the start.)
    pub fn at(game: &'a G, position: G::Position) -> Self {
        let Bounds { lower, upper } = game.bounds(&position);
        Self {
            game,
            position,
            window: Window::new(lower, upper),
            limits: Limits::none(),
            horizon: Promise,
            memory: Forgetful,
            order: AsListed,
            observer: (),
        }
    }
}

impl<'a, G: Game, H, M, O, B> Search<'a, G, H, M, O, B> {
    /// About another position than the start. The window stays as it is.
    pub fn position(self, position: G::Position) -> Self {
        Self { position, ..self }
    }

    /// With a window: what lies outside need not be told apart.
    pub fn window(self, window: Window<G::Value>) -> Self {
        Self { window, ..self }
    }

    /// Within limits.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With another idea of what a position is worth at the depth limit.
    pub fn horizon<H2: Horizon<G>>(self, horizon: H2) -> Search<'a, G, H2, M, O, B> {
        let Self { game, position, window, limits, memory, order, observer, .. } = self;
        Search { game, position, window, limits, horizon, memory, order, observer }
    }

    /// With the game's own evaluator at the depth limit. The result is then an estimate.
    pub fn estimate(self) -> Search<'a, G, Estimate, M, O, B>
    where
        Estimate: Horizon<G>,
    {
        self.horizon(Estimate)
    }

    /// With a table.
    pub fn memory<M2: Memory<G>>(self, memory: M2) -> Search<'a, G, H, M2, O, B> {
        let Self { game, position, window, limits, horizon, order, observer, .. } = self;
        Search { game, position, window, limits, horizon, memory, order, observer }
    }

    /// With another order of moves.
    pub fn order<O2: Order<G>>(self, order: O2) -> Search<'a, G, H, M, O2, B> {
        let Self { game, position, window, limits, horizon, memory, observer, .. } = self;
        Search { game, position, window, limits, horizon, memory, order, observer }
    }

    /// With all that the game's expert knows, ordered by the expert's rank.
    pub fn expert(self) -> Search<'a, G, H, M, Learned<G::Move>, B>
    where
        G: Expert,
    {
        self.order(Learned::by_rank())
    }

    /// Heard by an observer.
    pub fn observer<B2: Observer<G>>(self, observer: B2) -> Search<'a, G, H, M, O, B2> {
        let Self { game, position, window, limits, horizon, memory, order, .. } = self;
        Search { game, position, window, limits, horizon, memory, order, observer }
    }

    /// Without a table.
    pub fn forgetful(self) -> Search<'a, G, H, Forgetful, O, B> {
        let Self { game, position, window, limits, horizon, order, observer, .. } = self;
        Search { game, position, window, limits, horizon, memory: Forgetful, order, observer }
    }

    /// In the game's own order of moves.
    pub fn as_listed(self) -> Search<'a, G, H, M, AsListed, B> {
        let Self { game, position, window, limits, horizon, memory, observer, .. } = self;
        Search { game, position, window, limits, horizon, memory, order: AsListed, observer }
    }

    /// The same position, window and limits, and nothing else: for algorithms that use no horizon, memory, order or observer. A verb
    /// takes only what it uses, so that nothing that was asked for is left out in silence.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::{Joint, Ledger, Search};
    ///
    /// let (game, ledger) = (Goofspiel::new(4), Ledger::unlimited());
    /// let question = Search::new(&game).memory(&ledger);
    /// assert!(question.bare().joint(&Joint::default()).bounds.contains(&0.into()));
    /// ```
    ///
    /// A table that `joint` would not use does not compile, nor does an evaluator, nor an order for `backward_induction`:
    ///
    /// ```compile_fail,E0599
    /// # use secateur_games::Goofspiel;
    /// # use secateur_search::{Joint, Ledger, Search};
    /// # let (game, ledger) = (Goofspiel::new(4), Ledger::unlimited());
    /// Search::new(&game).memory(&ledger).joint(&Joint::default());
    /// ```
    ///
    /// ```compile_fail,E0599
    /// # use secateur_games::Goofspiel;
    /// # use secateur_search::{Constant, Joint, Search};
    /// # use secateur_value::Real;
    /// Search::new(&Goofspiel::new(4)).horizon(Constant(Real::ZERO)).joint(&Joint::default());
    /// ```
    ///
    /// ```compile_fail,E0599
    /// # use secateur_games::Goofspiel;
    /// # use secateur_search::{HintFirst, Search};
    /// Search::new(&Goofspiel::new(4)).order(HintFirst).backward_induction();
    /// ```
    pub fn bare(self) -> Search<'a, G> {
        let Self { game, position, window, limits, .. } = self;
        Search { game, position, window, limits, horizon: Promise, memory: Forgetful, order: AsListed, observer: () }
    }

    /// The question alone, and who listens.
    pub(crate) fn apart_from_observer(self) -> (Search<'a, G, H, M, O>, B) {
        let Search { game, position, window, limits, horizon, memory, order, observer } = self;
        (Search { game, position, window, limits, horizon, memory, order, observer: () }, observer)
    }
}
