//! One engine for every kind of turn: Max, Min, chance and both at once, in any mixture.
//!
//! A position keeps bounds of both sides, and its gap is shared out among its children: the best move has all of it, an
//! outcome its probability times its own gap, a cell `xᵢ·yⱼ` times its own, by the inequality that opens `narrow.rs`. The engine asks
//! the child with the largest share, with an error and a window of its own, and everything found goes into one memory, under keys
//! that stand for all positions that are alike. Positions near the ends of the game are too small for that to pay: they are looked
//! at plainly (`plain.rs`), and so is the whole game where trials on the way show that this is cheaper (`effort.rs`).
//!
//! The bounds only ever tighten, whatever stops the search.

mod effort;
mod narrow;
mod notes;
mod plain;
mod threshold;
mod walk;

use secateur_game::{Game, Keyed};
use secateur_value::Real;

pub use notes::EngineMemory;

use self::effort::Effort;
use self::notes::{Notes, Nothing};
use self::walk::{Ask, EngineWalk};
use crate::joint::conclusion::{Programs, RootFound, on_threads};
use crate::joint::walk::{noise, spared};
use crate::question::horizon::Promise;
use crate::question::limits::{Budget, Meter};
use crate::question::observe::{Beyond, Observer};
use crate::threads::stack::with_room;
use crate::{AsListed, BadEpsilon, Epsilon, Forgetful, Horizon, Outcome, Search};

/// How the engine searches.
///
/// ```
/// use secateur_search::{Engine, Way};
///
/// let near = Engine::within(0.5)?.memory(1 << 20);
/// assert_eq!((near.epsilon.get(), near.memory, near.way), (0.5, Some(1 << 20), Way::Cheaper));
/// # Ok::<(), secateur_search::BadEpsilon>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Engine {
    /// How far apart the two bounds of the answer may be.
    pub epsilon: Epsilon,
    /// How many bytes the memory may take, about; as many as it likes where nothing is said.
    pub memory: Option<usize>,
    /// How positions are looked at.
    pub way: Way,
    /// How many threads help the first one. They share its memory, and each goes its own way through the game.
    pub helpers: usize,
}

/// How positions are looked at. The answer is the same; what it takes is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// The way that takes less in trials, depth by depth.
    #[default]
    Cheaper,
    /// The child with the largest share of the gap first.
    Gap,
    /// Every child in turn, within windows: backward induction that shares what it knows.
    Plain,
}

impl Engine {
    /// With bounds that may be this far apart.
    ///
    /// # Errors
    ///
    /// If that is no [`Epsilon`].
    pub fn within(epsilon: f64) -> Result<Self, BadEpsilon> {
        Ok(Self { epsilon: Epsilon::new(epsilon)?, ..Self::default() })
    }

    /// With a memory of about this many bytes.
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// On so many threads.
    pub fn threads(self, threads: usize) -> Self {
        Self { helpers: threads.saturating_sub(1), ..self }
    }

    /// In this way.
    pub fn way(self, way: Way) -> Self {
        Self { way, ..self }
    }
}

impl<G, B> Search<'_, G, Promise, Forgetful, AsListed, B>
where
    G: Keyed<Value = Real>,
    B: Observer<G>,
{
    /// The engine for every kind of turn, with a memory of its own. Beyond a depth limit it uses what the game promises.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_games::goofspiel::Deck;
    /// use secateur_search::{Engine, Search, Stop};
    ///
    /// let game = Goofspiel::new(4).deck(Deck::Shuffled); // chance turns and turns of both
    /// let solved = Search::new(&game).engine(&Engine::default());
    /// assert!(solved.bounds.contains(&0.into()) && solved.stopped == Stop::Solved);
    /// ```
    pub fn engine(self, engine: &Engine) -> Outcome<Real, G::Move> {
        let memory = EngineMemory::with_bytes(engine.memory);
        self.engine_with(engine, &memory)
    }

    /// The search to begin with, for every game of `Real` values whatever its turns are: the [engine](Search::engine), exactly.
    ///
    /// ```
    /// use secateur_games::{Goofspiel, Tree};
    /// use secateur_search::{Limits, Search};
    ///
    /// let tree: Tree = "(max (chance 1: 1 2: (both [1 -1] [-2 2])) 0)".parse()?;
    /// assert!(Search::new(&tree).solve().bounds.contains(&secateur_value::Real::new(1.0 / 3.0)?));
    ///
    /// let some = Search::new(&Goofspiel::new(6)).limits(Limits::none().nodes(100)).solve();
    /// assert!(some.bounds.contains(&0.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(self) -> Outcome<Real, G::Move> {
        self.engine(&Engine::default())
    }

    /// The engine, with what is remembered of this game from before.
    pub fn engine_with(self, engine: &Engine, memory: &EngineMemory<G::Key>) -> Outcome<Real, G::Move> {
        let (question, mut observer) = self.apart_from_observer();
        question.run_engine(engine, memory, &mut observer)
    }
}

impl<G> Search<'_, G>
where
    G: Game<Value = Real>,
{
    /// The engine for games without keys: nothing is remembered, so every position is looked at plainly, within windows.
    ///
    /// ```
    /// use secateur_games::Goofspiel;
    /// use secateur_search::{Engine, Search};
    ///
    /// let solved = Search::new(&Goofspiel::new(4)).engine_without_memory(&Engine::default());
    /// assert!(solved.bounds.contains(&0.into()));
    /// ```
    pub fn engine_without_memory(self, engine: &Engine) -> Outcome<Real, G::Move> {
        self.run_engine(&engine.way(Way::Plain), &Nothing, &mut ())
    }

    fn run_engine<N: Notes<G>, B: Observer<G>>(
        &self,
        engine: &Engine,
        notes: &N,
        observer: &mut B,
    ) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        let found = with_room(|| self.narrow_root(engine, notes, &meter, observer));
        self.conclude(&meter, found, (true, engine.epsilon.real()))
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Game<Value = Real>,
{
    /// The engine on the root, within what the game promises beyond a depth limit.
    pub(crate) fn narrow_root<N: Notes<G>, B: Observer<G>>(
        &self,
        engine: &Engine,
        notes: &N,
        meter: &Meter,
        observer: &mut B,
    ) -> RootFound<G::Move> {
        let tries = engine.way == Way::Cheaper;
        let effort = Effort::estimated(self.game, &self.position, notes, tries, meter);
        let effort = match engine.way {
            Way::Cheaper => effort.shared_or_tried(),
            Way::Gap => effort.unshared(),
            Way::Plain => effort.all_plain(),
        };
        let root = self.game.promised(&self.position);
        let error = spared(engine.epsilon.real(), &root).max(noise(&root)).get();
        let ask = Ask { window: self.window, error, depth: self.limits.depth.unwrap_or(u32::MAX), ply: 0 };
        let (game, position) = (self.game, &self.position);
        if engine.helpers == 0 {
            observer.pass(game, self.limits.depth, Beyond::Promise);
            let walk = EngineWalk::new(game, position, (&Promise, notes, observer), Budget::new(meter, None), effort);
            return walked(walk, position, &ask);
        }
        // Nobody could make sense of several threads at once, so nobody listens.
        on_threads(meter, 1 + engine.helpers, |number, budget| {
            let mut silent = ();
            let mut walk = EngineWalk::new(game, position, (&Promise, notes, &mut silent), budget, effort.clone());
            walk.goes_along(number);
            walked(walk, position, &ask)
        })
    }
}

/// What a worker finds about the position that is asked about.
fn walked<G, H, N, B>(mut walk: EngineWalk<'_, G, H, N, B>, position: &G::Position, ask: &Ask) -> RootFound<G::Move>
where
    G: Game<Value = Real>,
    H: Horizon<G>,
    N: Notes<G>,
    B: Observer<G>,
{
    let found = with_room(|| walk.visit(&mut position.clone(), None, ask));
    walk.counts.visits += walk.budget.spent();
    RootFound {
        bounds: found.narrowed(&walk.told),
        stopped: walk.stopped,
        strategies: std::mem::take(&mut walk.strategies),
        counts: walk.counts,
        programs: Programs::of(&walk.kernel),
        serialized: None,
    }
}
