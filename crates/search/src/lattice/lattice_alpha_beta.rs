//! AB: alpha-beta for values of any distributive lattice (Algorithm 1 of Li, Zanuttini, Cazenave, Ventos, "Generalisation
//! of Alpha-Beta Search for AND-OR Graphs With Partially Ordered Values", IJCAI 2022).
//!
//! As with numbers, Max's moves raise α and Min's lower β, and a position is left when `α ≥ β`. Since α is the join of
//! what *several* ancestors have, this cuts more than the deep cuts of one ancestor alone (the paper's Figure 2). What
//! comes back is the value only up to the window, `β ∧ (α ∨ f) = β ∧ (α ∨ value)` (Proposition 1): unlike with numbers
//! it need be neither a lower nor an upper bound nor exact inside the window, so at the root it is clamped
//! (Corollary 1), and nothing of it may be cached (but see `lattice_alpha_beta_cache.rs`).
//!
//! The initial value `h` is what the game promises: its lower bound where Max moves, its upper where Min moves. This is
//! admissible (Definition 3) as long as promises hold.
//!
//! Departures from the paper: limits; and since an answer has to hold for the value itself and Algorithm 1's does so
//! only up to the window, the root's window is what the game promises, whatever window the question has.

use secateur_game::{Alternating, Game, Player, Turn};
use secateur_value::{Bounds, Lattice, Window};

use crate::lattice::lattice_window::{Ends, choose, surpasses};
use crate::question::answer::{Counts, Found, Line};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::observe::{Beyond, Left, Observer, Step};
use crate::{AsListed, Forgetful, Outcome, Search};

impl<G, H, B> Search<'_, G, H, Forgetful, AsListed, B>
where
    G: Alternating,
    H: Horizon<G>,
    B: Observer<G>,
{
    /// Alpha-beta without a cache, for values of any lattice.
    ///
    /// ```
    /// use secateur_game::Game;
    /// use secateur_games::dag::{self, Dag};
    /// use secateur_search::Search;
    ///
    /// let game = Dag::from_json(dag::EXAMPLE)?;
    /// let plain = Search::at(&game, game.start()).lattice_minimax(None);
    /// let cut = Search::at(&game, game.start()).lattice_alpha_beta();
    /// assert_eq!(cut.bounds, plain.bounds);
    /// # Ok::<(), secateur_games::dag::DagError>(())
    /// ```
    pub fn lattice_alpha_beta(self) -> Outcome<G::Value, G::Move> {
        self.keeping(|| Nothing)
    }

    /// Alpha-beta that keeps what `keep` keeps.
    pub(crate) fn keeping<K: Keep<G>>(self, keep: impl Fn() -> K) -> Outcome<G::Value, G::Move> {
        let meter = Meter::new(&self.limits);
        let (question, mut observer) = self.apart_from_observer();
        let window = whole(question.game.bounds(&question.position));
        question.answer(&meter, |end| {
            let mut walk = CuttingWalk {
                game: question.game,
                horizon: &question.horizon,
                end,
                keep: keep(),
                observer: &mut observer,
                budget: Budget::new(&meter, None),
                counts: Counts::default(),
                shown: Bounds { lower: window.alpha.clone(), upper: window.beta.clone() },
                best: None,
            };
            let depth = question.limits.depth.unwrap_or(u32::MAX);
            walk.observer.pass(question.game, question.limits.depth, Beyond::of(question.horizon.promises(), end));
            let value = walk.visit(&mut question.position.clone(), None, depth, true, &window);
            walk.found(value.map(|value| window.clamp(&value.value)))
        })
    }
}

/// The window that no value misses which keeps a promise.
pub(crate) fn whole<V: Lattice>(promised: Bounds<V>) -> Window<V> {
    Window::new(promised.lower, promised.upper)
}

/// What is kept of finished positions.
pub(crate) trait Keep<G: Game> {
    type Key;

    fn key(&self, game: &G, position: &G::Position) -> Self::Key;

    /// The value, if it is known exactly.
    fn recall(&mut self, key: &Self::Key) -> Option<G::Value>;

    /// Hears about the exact value of a position.
    fn keep(&mut self, key: Self::Key, value: &G::Value);
}

/// Nothing is kept.
pub(crate) struct Nothing;

impl<G: Game> Keep<G> for Nothing {
    type Key = ();

    #[inline(always)]
    fn key(&self, _: &G, _: &G::Position) {}

    #[inline(always)]
    fn recall(&mut self, (): &()) -> Option<G::Value> {
        None
    }

    #[inline(always)]
    fn keep(&mut self, (): (), _: &G::Value) {}
}

/// What Algorithm 1 returns.
pub(crate) struct UpToWindow<V> {
    /// The value, up to the window.
    pub(crate) value: V,
    /// Whether it is the value itself, because nothing at or below the position was left out.
    pub(crate) exact: bool,
    left: Left,
}

/// One thread's walk.
pub(crate) struct CuttingWalk<'w, G: Alternating, H, K, B> {
    pub(crate) game: &'w G,
    pub(crate) horizon: &'w H,
    pub(crate) end: End,
    pub(crate) keep: K,
    pub(crate) observer: &'w mut B,
    pub(crate) budget: Budget<'w>,
    pub(crate) counts: Counts,
    /// What the root's moves that are done show, for a walk that is interrupted.
    pub(crate) shown: Bounds<G::Value>,
    /// The root's move that no other surpassed as far as the window let see, with its value; and whether that is the value itself.
    pub(crate) best: Option<(G::Move, G::Value, bool)>,
}

impl<G, H, K, B> CuttingWalk<'_, G, H, K, B>
where
    G: Alternating,
    H: Horizon<G>,
    K: Keep<G>,
    B: Observer<G>,
{
    /// Algorithm 1.
    pub(crate) fn visit(
        &mut self,
        position: &mut G::Position,
        played: Option<G::Move>,
        depth: u32,
        root: bool,
        window: &Window<G::Value>,
    ) -> Result<UpToWindow<G::Value>, Interrupt> {
        self.look(position, played, depth, root, &window.alpha, &window.beta)
    }

    fn look(
        &mut self,
        position: &mut G::Position,
        played: Option<G::Move>,
        depth: u32,
        root: bool,
        alpha: &G::Value,
        beta: &G::Value,
    ) -> Result<UpToWindow<G::Value>, Interrupt> {
        self.budget.spend()?;
        if B::LISTENS {
            self.observer.enter(self.game, position, played.map(Step::One), &Window::new(alpha.clone(), beta.clone()));
        }
        let result = match self.game.turn(position) {
            Turn::Over(value) => Ok(UpToWindow { value, exact: true, left: Left::Over }),
            Turn::Max => self.think(Player::Max, position, depth, root, Ends::new(alpha, beta, false)),
            Turn::Min => self.think(Player::Min, position, depth, root, Ends::new(alpha, beta, false)),
            Turn::Chance(never) => match never {},
            Turn::Both(never) => match never {},
        };
        if B::LISTENS {
            self.tell(position, &result);
        }
        result
    }

    /// What is known of the value itself may be told; of a value up to the window that is what the game promises.
    fn tell(&mut self, position: &G::Position, result: &Result<UpToWindow<G::Value>, Interrupt>) {
        let (bounds, left) = match result {
            Ok(found) if found.exact => (Bounds::exact(found.value.clone()), found.left),
            Ok(found) => (self.game.bounds(position), found.left),
            Err(_) => (self.game.bounds(position), Left::Interrupted),
        };
        self.observer.leave(self.game, position, &bounds, left);
    }

    fn think(
        &mut self,
        player: Player,
        position: &mut G::Position,
        depth: u32,
        root: bool,
        mut ends: Ends<'_, G::Value>,
    ) -> Result<UpToWindow<G::Value>, Interrupt> {
        if depth == 0 {
            self.counts.horizon += 1;
            let value = self.horizon.value(self.game, position, self.end);
            return Ok(UpToWindow { value, exact: true, left: Left::Horizon });
        }
        let key = self.keep.key(self.game, position);
        if let Some(value) = self.keep.recall(&key) {
            self.counts.recalled += 1;
            return Ok(UpToWindow { value, exact: true, left: Left::Known });
        }
        self.counts.expanded += 1;
        let promised = self.game.bounds(position);
        let mut value = match player {
            Player::Max => promised.lower,
            Player::Min => promised.upper,
        };
        let mut exact = true;
        let mut moves = self.game.moves(position);
        while let Some(chosen) = moves.next() {
            ends.improve(player, &value, &mut self.counts.operations);
            if ends.are_closed(&mut self.counts.operations) {
                self.counts.cutoffs += 1;
                if B::LISTENS {
                    self.observer.skip(self.game, position, Step::One(chosen));
                    moves.for_each(|skipped| self.observer.skip(self.game, position, Step::One(skipped)));
                }
                return Ok(UpToWindow { value, exact: false, left: Left::Cut });
            }
            let undo = self.game.play(position, chosen);
            let child = self.look(position, Some(chosen), depth - 1, false, &ends.alpha, &ends.beta);
            self.game.undo(position, undo);
            let child = child?;
            exact &= child.exact;
            choose(player, &mut value, &child.value, &mut self.counts.operations);
            if B::LISTENS {
                let mut so_far = self.game.bounds(position);
                match player {
                    _ if !exact => {}
                    Player::Max => so_far.lower.join_assign(&value),
                    Player::Min => so_far.upper.meet_assign(&value),
                }
                let window = Window::new(ends.alpha.clone().into_owned(), ends.beta.clone().into_owned());
                self.observer.learn(self.game, position, &so_far, &window);
            }
            if root {
                self.show(player, chosen, &child, &value, &ends);
            }
        }
        if exact {
            self.keep.keep(key, &value);
        }
        Ok(UpToWindow { value, exact, left: Left::Done })
    }

    /// Notes what the root's moves show. Before the move `β ∧ α ≤ value` (Max's turn; Min's is the dual), since the
    /// root's window is a promise; Proposition 1 keeps that so.
    fn show(
        &mut self,
        player: Player,
        chosen: G::Move,
        child: &UpToWindow<G::Value>,
        value: &G::Value,
        ends: &Ends<'_, G::Value>,
    ) {
        let improves = match player {
            Player::Max => !child.value.at_most(&ends.alpha),
            Player::Min => !ends.beta.at_most(&child.value),
        };
        if self.best.as_ref().is_none_or(|(_, old, _)| improves && surpasses(player, &child.value, old)) {
            self.best = Some((chosen, child.value.clone(), child.exact));
        }
        match player {
            Player::Max => self.shown.lower = ends.beta.meet(&ends.alpha.join(value)),
            Player::Min => self.shown.upper = ends.alpha.join(&ends.beta.meet(value)),
        }
    }

    fn found(self, value: Result<G::Value, Interrupt>) -> Found<G::Value, G::Move> {
        let counts = Counts { visits: self.budget.spent(), ..self.counts };
        let line = match self.best {
            Some((chosen, worth, true)) => Line::begins_with(vec![chosen], worth),
            // What a move is worth up to a window shows nothing about what it is worth by itself.
            Some((chosen, _, false)) => Line::guess(vec![chosen]),
            None => Line::guess(Vec::new()),
        };
        let shown = match &value {
            Ok(value) => Bounds::exact(value.clone()),
            Err(_) => self.shown,
        };
        Found { value, shown, line, counts, best_move: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Promise;
    use secateur_game::Random;
    use secateur_games::dag::{Dag, EXAMPLE, Element};
    use secateur_games::random_dag::{Drawn, Shape, random_dag};
    use secateur_value::{Family, Set, Subset};

    /// What Algorithm 1 returns for a window, unclamped.
    fn returned<G: Alternating>(game: &G, window: &Window<G::Value>) -> G::Value {
        let meter = Meter::new(&crate::Limits::none());
        let mut walk = CuttingWalk {
            game,
            horizon: &Promise,
            end: End::Lower,
            keep: Nothing,
            observer: &mut (),
            budget: Budget::new(&meter, None),
            counts: Counts::default(),
            shown: game.bounds(&game.start()),
            best: None,
        };
        crate::threads::stack::with_room(|| walk.visit(&mut game.start(), None, u32::MAX, true, window)).unwrap().value
    }

    /// A word such as 1101 as an element of a graph over that many places.
    fn word(game: &Dag<Element>, word: &str) -> Element {
        let ones = word.bytes().zip(1..).filter(|&(bit, _)| bit == b'1').map(|(_, place)| place);
        game.space().element(&ones.collect::<Vec<u32>>().into()).unwrap()
    }

    /// Corollary 1: inside a window that the value keeps, Algorithm 1 need not return the value itself.
    #[test]
    fn the_counterexample_of_corollary_1() {
        let game = Dag::from_json(EXAMPLE).unwrap();
        let window = Window::new(word(&game, "1000"), word(&game, "1110"));
        let value = word(&game, "1100");
        assert_eq!(Search::at(&game, game.start()).lattice_minimax(None).bounds, Bounds::exact(value.clone()));
        assert_eq!(returned(&game, &window), word(&game, "1101"));
        assert_eq!(window.clamp(&returned(&game, &window)), value);
    }

    /// Section 5: what Algorithm 1 returns may be incomparable with the value, so it cannot be kept as a bound.
    #[test]
    fn the_example_of_section_5() {
        let game = Dag::from_json(include_bytes!("../../../games/graphs/figure-1-right.json")).unwrap();
        let window = Window::new(word(&game, "010"), word(&game, "110"));
        let value = word(&game, "001");
        assert_eq!(Search::at(&game, game.start()).lattice_minimax(None).bounds, Bounds::exact(value.clone()));
        let returned = returned(&game, &window);
        assert_eq!(returned, word(&game, "010"));
        assert!(!returned.at_most(&value) && !value.at_most(&returned));
        assert_eq!(window.clamp(&returned), window.clamp(&value));
    }

    /// Proposition 1: for any window, what is returned is the value up to the window.
    fn proposition_1<V: Drawn>() {
        let mut random = Random::new(1);
        for seed in 0..1_000 {
            let shape = Shape { random_labels: seed % 2 == 0, ..Shape::alternating(4, 2, 5) };
            let game = random_dag::<V>(&shape, seed).unwrap();
            let value = Search::at(&game, game.start()).lattice_minimax(None).bounds.lower;
            for _ in 0..5 {
                let mut draw = || V::of_set(5, Set::of(5, (0..5).filter(|_| random.below(2) == 0)));
                let window = Window::new(draw().join(&draw()), draw().join(&draw()));
                assert_eq!(window.clamp(&returned(&game, &window)), window.clamp(&value), "graph {seed}, {window:?}");
            }
        }
    }

    #[test]
    fn proposition_1_holds_on_sets_and_families() {
        proposition_1::<Set<1>>();
        proposition_1::<Family<Set<1>>>();
    }
}
