//! ABD: alpha-beta duo, alpha-beta with a cache of both bounds, for values of any distributive lattice (Algorithm 2 of
//! Li, Zanuttini, Cazenave, Ventos, "Generalisation of Alpha-Beta Search for AND-OR Graphs With Partially Ordered
//! Values", IJCAI 2022).
//!
//! Every position is answered with bounds that hold whatever the window was (Proposition 2) and that agree up to the
//! window (Proposition 3), so they can be kept and used again under any other window: they narrow it, and often close it.
//!
//! The two initial bounds `h` are what the game promises. Three refinements are choices of [`Duo`], on this one body:
//!
//! * *refine*, the paper's own (its Section 6): when a position is left, the cached bounds of its moves are combined, also of
//!   those that a cut left out this time. The text takes those of "all fully explored children", read as those whose value is
//!   known ([`Refine::Explored`]); ours takes all that the cache has, and what is over besides ([`Refine::Known`]);
//! * *probe*, beyond the paper: the same before any move is looked at, so that a position is often answered by what its
//!   moves are already known to be worth (Plaat's "enhanced transposition cut-offs", for two bounds);
//! * *coarse*, beyond the paper: α is replaced by something smaller and β by something larger that are cheap to compare
//!   (of a family, its few largest sets and its union). A wider window asks for more than is needed, so answers stay
//!   sound and enough; on families the windows are the cost, not the cuts.
//!
//! Departures: limits (an interrupted position is treated like one with a cut: its bounds hold, and are kept); a depth
//! limit (a position at the limit has the bounds that the game promises); a memory limit; and threads, which search the
//! same root with one cache, each looking at moves in another order, until one of them is done.

use secateur_game::{Alternating, Keyed, Player, Turn};
use secateur_value::{Bounds, Lattice, Window};
use smallvec::SmallVec;

use crate::lattice::lattice_window::{Ends, choose, choose_bounds, surpasses};
use crate::memory::cache::{Cache, Known, Shared, Shelf};
use crate::question::answer::{Answer, Counts, Line, Lines, stop};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::observe::{Left, Observer, Step};
use crate::threads::sharing::Split;
use crate::threads::stack::{self, useful_threads, with_room};
use crate::{AsListed, Forgetful, Outcome, Promise, Search, Stop};

/// By which of a position's moves its bounds are refined when it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refine {
    /// By those that were looked at this time: Algorithm 2 as printed.
    Off,
    /// Also by those that were explored before until their value was known, as the paper measured it.
    Explored,
    /// Also by whatever the cache knows about the others, and by those that end the game.
    Known,
}

/// Which refinements alpha-beta duo uses, and how much of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Duo {
    /// How the bounds of a position are refined when it is left.
    pub refine: Refine,
    /// Whether the cached bounds of all moves are looked up before the first move is looked at.
    pub probe: bool,
    /// Whether windows are kept coarse.
    pub coarse: bool,
    /// How many threads.
    pub threads: usize,
    /// How many bytes the cache may take, about; as many as it likes where nothing is said.
    pub memory: Option<usize>,
}

impl Default for Duo {
    /// Refined by all that is known, on one thread.
    fn default() -> Self {
        Self { refine: Refine::Known, probe: false, coarse: false, threads: 1, memory: None }
    }
}

impl Duo {
    /// Algorithm 2 as printed.
    pub fn printed() -> Self {
        Self { refine: Refine::Off, ..Self::default() }
    }

    /// With probing and coarse windows: `duo-plus`.
    pub fn plus() -> Self {
        Self { probe: true, coarse: true, ..Self::default() }
    }

    /// With this choice about refining.
    pub fn refine(self, refine: Refine) -> Self {
        Self { refine, ..self }
    }

    /// With this choice about probing.
    pub fn probe(self, probe: bool) -> Self {
        Self { probe, ..self }
    }

    /// With this choice about coarse windows.
    pub fn coarse(self, coarse: bool) -> Self {
        Self { coarse, ..self }
    }

    /// On this many threads.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// With a cache of about this many bytes.
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes), ..self }
    }
}

impl<G, B> Search<'_, G, Promise, Forgetful, AsListed, B>
where
    G: Alternating + Keyed,
    B: Observer<G>,
{
    /// Alpha-beta duo, for values of any lattice.
    ///
    /// ```
    /// use secateur_game::Game;
    /// use secateur_games::dag::{self, Dag};
    /// use secateur_search::{Duo, Search, Stop};
    ///
    /// let game = Dag::from_json(dag::EXAMPLE)?;
    /// let outcome = Search::at(&game, game.start()).duo(&Duo::plus());
    /// assert!(outcome.bounds.is_exact() && outcome.stopped == Stop::Solved);
    /// # Ok::<(), secateur_games::dag::DagError>(())
    /// ```
    pub fn duo(self, duo: &Duo) -> Outcome<G::Value, G::Move> {
        if duo.threads > 1 {
            return self.on_threads(duo);
        }
        let mut cache = duo.memory.map_or_else(Cache::unlimited, Cache::with_bytes);
        self.duo_with(duo, &mut cache)
    }

    /// Alpha-beta duo with a cache that already knows something about this game, on one thread. What it learns stays.
    pub fn duo_with(self, duo: &Duo, cache: &mut Cache<G::Key, G::Value>) -> Outcome<G::Value, G::Move> {
        let meter = Meter::new(&self.limits);
        let (question, mut observer) = self.apart_from_observer();
        let worker = DuoWorker::new(question.game, cache, duo, 0, Budget::new(&meter, None), &mut observer);
        let found = with_room(|| worker.search(&question.position, &question.window, question.limits.depth));
        question.concluded(&meter, found)
    }

    fn on_threads(self, duo: &Duo) -> Outcome<G::Value, G::Move> {
        let meter = Meter::new(&self.limits);
        let (question, mut observer) = self.apart_from_observer();
        let (shared, done) = (Shared::with_bytes(duo.memory), Split::below(None));
        let Search { game, position, window, limits, .. } = &question;
        let helper = &|number| {
            let budget = Budget::new(&meter, Some(&done));
            let (mut shared, mut nobody) = (&shared, ());
            let worker = DuoWorker::new(*game, &mut shared, duo, number, budget, &mut nobody);
            let found = with_room(|| worker.search(position, window, limits.depth));
            if found.interrupted.is_none() {
                done.cut();
            }
            found
        };
        let found = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..useful_threads(duo.threads))
                .filter_map(|number| stack::spawn(scope, move || helper(number)))
                .collect();
            let budget = Budget::new(&meter, Some(&done));
            let mut first = &shared;
            let worker = DuoWorker::new(*game, &mut first, duo, 0, budget, &mut observer);
            let mut found = with_room(|| worker.search(position, window, limits.depth));
            if found.interrupted.is_none() {
                done.cut();
            }
            for helper in helpers {
                match helper.join() {
                    Ok(helped) => found.add(helped),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            found
        });
        question.concluded(&meter, found)
    }
}

impl<G: Alternating, H, M, O> Search<'_, G, H, M, O> {
    fn concluded(&self, meter: &Meter, found: DuoFound<G::Value, G::Move>) -> Outcome<G::Value, G::Move> {
        let player = self.game.turn(&self.position).player();
        let mut lines = Lines::none();
        if let (Some(player), Some((chosen, worth))) = (player, found.best) {
            lines.learn(None, &Line::begins_with(vec![chosen], worth), player);
        }
        let told = lines.within(&found.bounds, player);
        let answer = Answer::of(found.bounds, Some(found.interrupted.map_or(Stop::Depth, stop)));
        self.outcome(meter, answer, told, &found.counts, self.limits.depth)
    }
}

/// What one worker found about the root.
struct DuoFound<V, M> {
    bounds: Bounds<V>,
    best: Option<(M, V)>,
    interrupted: Option<Interrupt>,
    counts: Counts,
}

impl<V: Lattice, M> DuoFound<V, M> {
    /// Takes in what another worker found about the same root: each one's bounds hold.
    fn add(&mut self, other: Self) {
        self.bounds = self.bounds.narrowed(&other.bounds);
        self.counts.add(&other.counts);
        if self.interrupted.is_some() {
            // Whoever was done tells the best move, and a limit tells more than a stop by a worker that was done.
            if other.interrupted.is_none() || self.interrupted == Some(Interrupt::SiblingCut) {
                self.interrupted = other.interrupted;
            }
            self.best = other.best.or(self.best.take());
        }
    }
}

/// One thread's search.
struct DuoWorker<'w, G: Alternating, C, B> {
    game: &'w G,
    cache: &'w mut C,
    duo: &'w Duo,
    /// Which of the workers this is; each looks at moves in another order.
    number: usize,
    budget: Budget<'w>,
    observer: &'w mut B,
    interrupted: Option<Interrupt>,
    counts: Counts,
    /// The root's move that no other surpassed so far, with its lower bound (Min: upper).
    best: Option<(G::Move, G::Value)>,
}

type Moves<M> = SmallVec<[M; 16]>;

impl<'w, G, C, B> DuoWorker<'w, G, C, B>
where
    G: Alternating + Keyed,
    C: Shelf<G::Key, G::Value>,
    B: Observer<G>,
{
    fn new(
        game: &'w G,
        cache: &'w mut C,
        duo: &'w Duo,
        number: usize,
        budget: Budget<'w>,
        observer: &'w mut B,
    ) -> Self {
        let (interrupted, counts, best) = (None, Counts::default(), None);
        Self { game, cache, duo, number, budget, observer, interrupted, counts, best }
    }

    fn search(
        mut self,
        position: &G::Position,
        window: &Window<G::Value>,
        depth: Option<u32>,
    ) -> DuoFound<G::Value, G::Move> {
        let depth = depth.unwrap_or(u32::MAX);
        let bounds = self.visit(&mut position.clone(), None, depth, true, &window.alpha, &window.beta);
        let counts = Counts { visits: self.budget.spent(), ..self.counts };
        DuoFound { bounds, best: self.best, interrupted: self.interrupted, counts }
    }

    /// Algorithm 2.
    fn visit(
        &mut self,
        position: &mut G::Position,
        played: Option<G::Move>,
        depth: u32,
        root: bool,
        alpha: &G::Value,
        beta: &G::Value,
    ) -> Bounds<G::Value> {
        if let Err(why) = self.budget.spend() {
            self.interrupted = Some(why);
            return self.game.bounds(position);
        }
        if B::LISTENS {
            self.observer.enter(self.game, position, played.map(Step::One), &Window::new(alpha.clone(), beta.clone()));
        }
        let ends = Ends::new(alpha, beta, self.duo.coarse);
        let (bounds, left) = match self.game.turn(position) {
            Turn::Over(value) => (Bounds::exact(value), Left::Over),
            Turn::Max => self.think(Player::Max, position, depth, root, ends),
            Turn::Min => self.think(Player::Min, position, depth, root, ends),
            Turn::Chance(never) => match never {},
            Turn::Both(never) => match never {},
        };
        if B::LISTENS {
            self.observer.leave(self.game, position, &bounds, left);
        }
        bounds
    }

    /// A position in which somebody has to move: what is known already, then the moves.
    fn think(
        &mut self,
        player: Player,
        position: &mut G::Position,
        depth: u32,
        root: bool,
        mut ends: Ends<'_, G::Value>,
    ) -> (Bounds<G::Value>, Left) {
        let key = self.game.key(position);
        let cached = self.cache.look_up(&key, |known| known.map(Known::bounds));
        let first_time = cached.is_none();
        let mut known = cached.unwrap_or_else(|| self.game.bounds(position));
        self.counts.distinct += u64::from(first_time);
        if depth == 0 && !known.is_exact() {
            self.counts.horizon += 1;
            return (known, Left::Horizon);
        }
        ends.narrow(&known.lower, &known.upper, &mut self.counts.operations);
        if known.is_exact() || ends.are_closed(&mut self.counts.operations) {
            *(if first_time { &mut self.counts.promised } else { &mut self.counts.recalled }) += 1;
            if first_time {
                self.cache.put(key, Known::from_bounds(known.clone()));
            }
            return (known, Left::Known);
        }
        self.tell_so_far(position, &known, &ends);
        let mut moves: Moves<G::Move> = self.game.moves(position).collect();
        if self.number > 0 && moves.len() > 1 {
            let places = self.number % moves.len();
            moves.rotate_left(places);
        }
        if self.duo.probe {
            self.combine(player, position, &moves, None, Refine::Known, &mut known);
            ends.narrow(&known.lower, &known.upper, &mut self.counts.operations);
            if known.is_exact() || ends.are_closed(&mut self.counts.operations) {
                self.counts.recalled += 1;
                self.cache.put(key, Known::from_bounds(known.clone()));
                return (known, Left::Known);
            }
        }

        self.counts.expanded += 1;
        let (seen, looked_at) = self.look_at(player, position, &moves, depth, root, &mut ends);
        let left = match (looked_at < moves.len(), self.interrupted) {
            (true, Some(_)) => Left::Interrupted,
            (true, None) => Left::Cut,
            (false, _) => Left::Done,
        };
        if left == Left::Cut {
            self.counts.cutoffs += 1;
            if B::LISTENS {
                moves[looked_at..]
                    .iter()
                    .for_each(|&skipped| self.observer.skip(self.game, position, Step::One(skipped)));
            }
        }
        match seen {
            Some(seen) if left == Left::Done => {
                self.counts.operations += 2;
                known.lower.join_assign(&seen.lower);
                known.upper.meet_assign(&seen.upper);
            }
            Some(seen) if self.duo.refine != Refine::Off => {
                self.combine(player, position, &moves[looked_at..], Some(seen), self.duo.refine, &mut known);
            }
            // What the moves that were left out are worth is not known: one of the bounds is all there is.
            Some(seen) => {
                self.counts.operations += 1;
                match player {
                    Player::Max => known.lower.join_assign(&seen.lower),
                    Player::Min => known.upper.meet_assign(&seen.upper),
                }
            }
            None => {}
        }
        self.cache.put(key, Known::from_bounds(known.clone()));
        (known, left)
    }

    /// Looks at moves one after the other until the window is closed. Says what those looked at are worth together, and
    /// how many they are.
    fn look_at(
        &mut self,
        player: Player,
        position: &mut G::Position,
        moves: &[G::Move],
        depth: u32,
        root: bool,
        ends: &mut Ends<'_, G::Value>,
    ) -> (Option<Bounds<G::Value>>, usize) {
        let mut seen: Option<Bounds<G::Value>> = None;
        for (number, &chosen) in moves.iter().enumerate() {
            // The window was open when the first move's turn came.
            if self.interrupted.is_some() || (number > 0 && ends.are_closed(&mut self.counts.operations)) {
                return (seen, number);
            }
            let undo = self.game.play(position, chosen);
            let child = self.visit(position, Some(chosen), depth - 1, false, &ends.alpha, &ends.beta);
            self.game.undo(position, undo);
            let gained = match player {
                Player::Max => &child.lower,
                Player::Min => &child.upper,
            };
            ends.improve(player, gained, &mut self.counts.operations);
            if root && self.best.as_ref().is_none_or(|(_, old)| surpasses(player, gained, old)) {
                self.best = Some((chosen, gained.clone()));
            }
            match &mut seen {
                None => seen = Some(child),
                Some(seen) => {
                    choose_bounds(player, seen, &child.lower, &child.upper, &mut self.counts.operations);
                }
            }
            if let (true, Some(seen)) = (B::LISTENS, &seen) {
                let mut so_far = self.game.bounds(position);
                match player {
                    Player::Max => so_far.lower.join_assign(&seen.lower),
                    Player::Min => so_far.upper.meet_assign(&seen.upper),
                }
                self.tell_so_far(position, &so_far, ends);
            }
        }
        (seen, moves.len())
    }

    /// Tells the observer, where there is one, what is known of a position while its moves are looked at.
    #[inline]
    fn tell_so_far(&mut self, position: &G::Position, known: &Bounds<G::Value>, ends: &Ends<'_, G::Value>) {
        if B::LISTENS {
            let window = Window::new(ends.alpha.clone().into_owned(), ends.beta.clone().into_owned());
            self.observer.learn(self.game, position, known, &window);
        }
    }

    /// Narrows what is known about a position by what the cache knows about its moves, `seen` being what some others of
    /// its moves are worth together. With [`Refine::Explored`], only by those whose value is known.
    fn combine(
        &mut self,
        player: Player,
        position: &mut G::Position,
        moves: &[G::Move],
        mut seen: Option<Bounds<G::Value>>,
        refine: Refine,
        known: &mut Bounds<G::Value>,
    ) {
        let explored = refine == Refine::Explored;
        // The far bound needs every move (Max is held by all of its moves, and helped by any); the near one does not.
        let mut all_known = true;
        for &chosen in moves {
            let undo = self.game.play(position, chosen);
            let operations = &mut self.counts.operations;
            let mut take = |child: Option<&Known<G::Value>>| match (child, &mut seen) {
                (None, _) => all_known = false,
                (Some(child), None) => seen = Some(child.bounds()),
                (Some(child), Some(seen)) if all_known => {
                    choose_bounds(player, seen, child.lower(), child.upper(), operations);
                }
                (Some(child), Some(seen)) => match player {
                    Player::Max => choose(player, &mut seen.lower, child.lower(), operations),
                    Player::Min => choose(player, &mut seen.upper, child.upper(), operations),
                },
            };
            match self.game.turn(position) {
                // A leaf that nobody visited is not explored.
                Turn::Over(_) if explored => take(None),
                // What is over is known without a cache; it is evaluated all the same.
                Turn::Over(value) => {
                    take(Some(&Known::Exact(value)));
                    self.counts.peeked += 1;
                }
                _ => self.cache.look_up(&self.game.key(position), |child| {
                    take(child.filter(|child| !explored || matches!(child, Known::Exact(_))));
                }),
            }
            self.game.undo(position, undo);
        }
        let Some(seen) = seen else { return };
        self.counts.operations += 1;
        if all_known || player == Player::Max {
            known.lower.join_assign(&seen.lower);
        }
        if all_known || player == Player::Min {
            known.upper.meet_assign(&seen.upper);
        }
    }
}
