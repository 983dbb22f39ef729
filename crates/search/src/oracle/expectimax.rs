//! Expectimax: the plain definition of the value of a game with chance (Michie 1966).
//!
//! Max takes the best of its moves, Min the worst, chance the mean of its outcomes. Looks at everything and cuts nothing;
//! the other searches of games with chance are tested against it, so it shares no code with them but the weighing of
//! outcomes. Departures: a table may remember positions, which turns the walk into dynamic programming; and both ends of
//! the value are worked out at once, so that rounding, and a depth limit, show as bounds that hold.
//!
//! A depth limit counts the players' moves, not the outcomes of chance, as is usual for such games.

use secateur_game::{Chance, Player, Stochastic, Turn};
use secateur_value::{Bounds, Mean, Real};
use smallvec::SmallVec;

use crate::lattice::lattice_alpha_beta::whole;
use crate::memory::recall::{Memory, Reach, Recalled};
use crate::question::answer::{Counts, Enclosed, both_hold};
use crate::question::horizon::{End, Horizon};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::observe::{Beyond, Left, Observer, Step};
use crate::question::principal_line::PrincipalLine;
use crate::threads::stack::with_room;
use crate::{AsListed, Outcome, Search};

impl<G, H, M, B> Search<'_, G, H, M, AsListed, B>
where
    G: Stochastic,
    H: Horizon<G>,
    M: Memory<G>,
    B: Observer<G>,
{
    /// Plain expectimax: every position within the depth limit, or every different one if there is a table.
    ///
    /// Uses no window and no order but the game's own.
    ///
    /// ```
    /// use secateur_games::{ChanceTree, Tree};
    /// use secateur_search::Search;
    /// use secateur_value::Real;
    ///
    /// let game = ChanceTree::try_from("(max 3 (chance 1/2: 10 1/2: (min 2 9)))".parse::<Tree>()?)?;
    /// let outcome = Search::new(&game).expectimax();
    /// assert_eq!(outcome.bounds.lower, Real::from(6));
    /// assert_eq!(outcome.statistics.visits, 7);
    /// # Ok::<(), secateur_games::tree::TreeError>(())
    /// ```
    pub fn expectimax(self) -> Outcome<Real, G::Move> {
        let meter = Meter::new(&self.limits);
        self.memory.begin();
        let (question, mut observer) = self.apart_from_observer();
        let mut walk = ExpectimaxWalk {
            game: question.game,
            horizon: &question.horizon,
            memory: &question.memory,
            observer: &mut observer,
            budget: Budget::new(&meter, None),
            counts: Counts::default(),
            line: PrincipalLine::new(),
            interrupted: None,
        };
        let depth = question.limits.depth.unwrap_or(u32::MAX);
        walk.observer.pass(question.game, question.limits.depth, Beyond::both(question.horizon.promises()));
        let bounds = with_room(|| walk.visit(&mut question.position.clone(), None, depth, 0));
        let found = Enclosed {
            bounds,
            interrupted: walk.interrupted,
            line: walk.line.at(0).to_vec(),
            proved: 0,
            counts: Counts { visits: walk.budget.spent(), ..walk.counts },
        };
        question.enclosed(&meter, found, Real::ZERO)
    }
}

struct ExpectimaxWalk<'w, G: Stochastic, H, M, B> {
    game: &'w G,
    horizon: &'w H,
    memory: &'w M,
    observer: &'w mut B,
    budget: Budget<'w>,
    counts: Counts,
    line: PrincipalLine<G::Move>,
    interrupted: Option<Interrupt>,
}

impl<G, H, M, B> ExpectimaxWalk<'_, G, H, M, B>
where
    G: Stochastic,
    H: Horizon<G>,
    M: Memory<G>,
    B: Observer<G>,
{
    /// Bounds on a position's value that differ only by rounding, unless a limit interrupts or a depth limit is met.
    fn visit(&mut self, position: &mut G::Position, played: Option<G::Move>, depth: u32, ply: usize) -> Bounds<Real> {
        if let Err(why) = self.budget.spend() {
            self.interrupted = Some(why);
            // Whatever this row says belongs to another position.
            self.line.clear(ply);
            return self.game.promised(position);
        }
        if B::LISTENS {
            let promised = self.game.promised(position);
            self.observer.enter(self.game, position, played.map(Step::One), &whole(promised));
        }
        self.line.clear(ply);
        let (bounds, left) = self.look(position, depth, ply);
        if B::LISTENS {
            let left = if self.interrupted.is_some() { Left::Interrupted } else { left };
            self.observer.leave(self.game, position, &bounds, left);
        }
        bounds
    }

    fn look(&mut self, position: &mut G::Position, depth: u32, ply: usize) -> (Bounds<Real>, Left) {
        let turn = self.game.turn(position);
        if let Turn::Over(value) = turn {
            return (Bounds::exact(value), Left::Over);
        }
        if depth == 0 {
            self.counts.horizon += 1;
            let end = |end| self.horizon.value(self.game, position, end);
            return (Bounds::new(end(End::Lower), end(End::Upper)), Left::Horizon);
        }
        let key = self.memory.key(self.game, position);
        if M::REMEMBERS
            && ply > 0
            && let Some(recalled) = self.memory.recall(key)
            && reaches(recalled.reach, depth)
            && (recalled.reach != Reach::End || is_a_value(&recalled.bounds))
        {
            self.counts.recalled += 1;
            self.counts.horizon += u64::from(recalled.reach != Reach::End);
            return (recalled.bounds, Left::Known);
        }
        self.counts.expanded += 1;
        let (visits, horizon) = (self.budget.spent(), self.counts.horizon);
        let bounds = match turn {
            Turn::Over(value) => Bounds::exact(value),
            Turn::Max => self.best(Player::Max, position, depth, ply),
            Turn::Min => self.best(Player::Min, position, depth, ply),
            Turn::Chance(chance) => self.mean(chance, position, depth, ply),
            Turn::Both(never) => match never {},
        };
        // Half of the outcomes may show less about their mean than the game promises about it.
        let bounds = if self.interrupted.is_some() { both_hold(bounds, self.game.bounds(position)) } else { bounds };
        if M::REMEMBERS && self.interrupted.is_none() {
            let reach = if self.counts.horizon == horizon { Reach::End } else { reach(depth) };
            let found = Recalled { bounds, reach, hint: None };
            self.memory.remember(key, &found, self.budget.spent() - visits);
        }
        (bounds, Left::Done)
    }

    /// The best move for a player. Where a limit interrupts, the moves that are left count with what the game promises.
    fn best(&mut self, player: Player, position: &mut G::Position, depth: u32, ply: usize) -> Bounds<Real> {
        let promised = self.game.bounds(position);
        let mut best: Option<Bounds<Real>> = None;
        for chosen in self.game.moves(position) {
            let undo = self.game.play(position, chosen);
            let found = self.visit(position, Some(chosen), depth - 1, ply + 1);
            self.game.undo(position, undo);
            let improves = best.is_none_or(|best| match player {
                Player::Max => found.lower > best.lower,
                Player::Min => found.upper < best.upper,
            });
            if improves && (self.interrupted.is_none() || best.is_none()) {
                self.line.raise(ply, chosen, true);
            }
            best = Some(match (best, player) {
                (None, _) => found,
                (Some(best), Player::Max) => best.join(&found),
                (Some(best), Player::Min) => best.meet(&found),
            });
            if B::LISTENS
                && let Some(best) = best
            {
                let so_far = match player {
                    Player::Max => Bounds { lower: best.lower, upper: promised.upper.max(best.lower) },
                    Player::Min => Bounds { lower: promised.lower.min(best.upper), upper: best.upper },
                };
                self.observer.learn(self.game, position, &so_far, &whole(promised));
            }
            if self.interrupted.is_some() {
                break;
            }
        }
        let best = best.unwrap_or(promised);
        match (self.interrupted, player) {
            (None, _) => best,
            (Some(_), Player::Max) => Bounds { lower: best.lower.max(promised.lower), ..promised },
            (Some(_), Player::Min) => Bounds { upper: best.upper.min(promised.upper), ..promised },
        }
    }

    /// The mean of all outcomes.
    fn mean(&mut self, chance: G::Chance, position: &mut G::Position, depth: u32, ply: usize) -> Bounds<Real> {
        let outcomes: SmallVec<[(u64, G::Move); 16]> = chance.outcomes(self.game, position).collect();
        let mut told = MeanSoFar::of::<G, B>(self.game, position, chance, &outcomes);
        let weighed = outcomes.iter().enumerate().map(|(place, &(weight, outcome))| {
            let undo = self.game.play(position, outcome);
            let found = if self.interrupted.is_none() {
                self.visit(position, Some(outcome), depth, ply + 1)
            } else {
                self.game.promised(position)
            };
            self.game.undo(position, undo);
            if B::LISTENS {
                let mean = told.with(place, found);
                self.observer.learn(self.game, position, &mean, &whole(self.game.promised(position)));
            }
            (weight, found)
        });
        let mean = Mean::of(weighed);
        self.line.clear(ply); // what follows is not anybody's choice
        mean
    }
}

/// Whether bounds differ by no more than rounding: other searches with the same table stop as soon as they know enough for
/// their own question.
fn is_a_value(bounds: &Bounds<Real>) -> bool {
    /// As a part of the larger end: far more than rounding makes.
    const ROUNDING: f64 = 1e-12;
    let largest = bounds.lower.get().abs().max(bounds.upper.get().abs());
    let close = |most| bounds.upper.is_within(bounds.lower, most);
    bounds.is_exact() || Real::new(largest * ROUNDING).is_ok_and(|most| largest.is_finite() && close(most))
}

/// What is known of a mean while its outcomes come in, for an observer: empty where there is none.
struct MeanSoFar(SmallVec<[(u64, Bounds<Real>); 16]>);

impl MeanSoFar {
    fn of<G: Stochastic, B: Observer<G>>(
        game: &G,
        position: &G::Position,
        chance: G::Chance,
        outcomes: &[(u64, G::Move)],
    ) -> Self {
        let listens = B::LISTENS.then(|| chance.range(game, position)).flatten();
        Self(listens.iter().flat_map(|&range| outcomes.iter().map(move |&(weight, _)| (weight, range))).collect())
    }

    fn with(&mut self, place: usize, found: Bounds<Real>) -> Bounds<Real> {
        self.0[place].1 = found;
        Mean::of(self.0.iter().copied())
    }
}

/// How far a promise reaches that a depth limit had a say in.
#[inline]
pub(crate) fn reach(depth: u32) -> Reach {
    match u16::try_from(depth) {
        Ok(depth @ 0..0x7FFF) => Reach::Depth(2 * depth),
        _ => Reach::Nowhere,
    }
}

/// Whether what is remembered with this reach holds for a search of this depth.
#[inline]
pub(crate) fn reaches(remembered: Reach, depth: u32) -> bool {
    match remembered {
        Reach::End => true,
        Reach::Depth(_) => remembered == reach(depth),
        Reach::Nowhere => false,
    }
}
