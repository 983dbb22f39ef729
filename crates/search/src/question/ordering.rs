//! In which order moves are looked at. The order decides how much is cut, never what the value is.

use secateur_game::{Expert, Game};
use secateur_value::{Bounds, Chain};
use smallvec::SmallVec;

/// Lists the moves of a position for a search, best guess first, each with its number in the game's own list (by which
/// a table remembers it).
pub trait Order<G: Game> {
    /// Whether the search may use what an [`Expert`] promises: bounds without a search, and candidates instead of all
    /// moves.
    const EXPERT: bool;

    /// What is known without a search: bounds if an expert is asked, and the moves to look at.
    fn judge(
        &self,
        game: &G,
        position: &G::Position,
    ) -> (Bounds<G::Value>, impl Iterator<Item = G::Move> + use<Self, G>);

    /// Those moves in the order in which they are looked at. `hint` is the number of a move that was best here before.
    fn arrange<I: Iterator<Item = G::Move>>(
        &self,
        game: &G,
        position: &G::Position,
        moves: I,
        ply: usize,
        hint: Option<u8>,
    ) -> impl Iterator<Item = (u8, G::Move)> + use<Self, G, I>;

    /// Hears that a move made the rest of the moves pointless.
    #[inline(always)]
    fn cut_by(&mut self, game: &G, position: &G::Position, ply: usize, depth: u32, chosen: G::Move) {
        let _ = (game, position, ply, depth, chosen);
    }
}

/// The game's own order.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsListed;

impl<G: Game<Value: Chain>> Order<G> for AsListed {
    const EXPERT: bool = false;

    #[inline(always)]
    fn judge(&self, game: &G, position: &G::Position) -> (Bounds<G::Value>, impl Iterator<Item = G::Move> + use<G>) {
        (Bounds::ANY, game.moves(position))
    }

    #[inline(always)]
    fn arrange<I: Iterator<Item = G::Move>>(
        &self,
        _: &G,
        _: &G::Position,
        moves: I,
        _: usize,
        _: Option<u8>,
    ) -> impl Iterator<Item = (u8, G::Move)> + use<G, I> {
        moves.enumerate().map(|(number, listed)| (number as u8, listed))
    }
}

/// Moves an array of this many on the stack; more are put on the heap.
const USUAL_MOVES: usize = 16;

/// The move that was best here before, then the game's own order: what a table is for, without an expert.
#[derive(Clone, Copy, Debug, Default)]
pub struct HintFirst;

impl<G: Game<Value: Chain>> Order<G> for HintFirst {
    const EXPERT: bool = false;

    #[inline(always)]
    fn judge(&self, game: &G, position: &G::Position) -> (Bounds<G::Value>, impl Iterator<Item = G::Move> + use<G>) {
        AsListed.judge(game, position)
    }

    #[inline]
    fn arrange<I: Iterator<Item = G::Move>>(
        &self,
        _: &G,
        _: &G::Position,
        moves: I,
        _: usize,
        hint: Option<u8>,
    ) -> impl Iterator<Item = (u8, G::Move)> + use<G, I> {
        let mut listed: SmallVec<[(u8, G::Move); USUAL_MOVES]> =
            moves.enumerate().map(|(number, listed)| (number as u8, listed)).collect();
        if let Some(place) = hint.and_then(|hint| listed.iter().position(|&(number, _)| number == hint)) {
            listed[..=place].rotate_right(1);
        }
        listed.into_iter()
    }
}

/// What a game's [`Expert`] says, after what the search has seen itself: the move that the table remembers, then the
/// expert's rank, then moves that recently cut at the same distance from the root (killers), then those that cut often
/// anywhere (history).
#[derive(Clone, Debug)]
pub struct Learned<M> {
    use_killers: bool,
    use_history: bool,
    killers: Vec<[Option<M>; 2]>,
    history: Vec<u32>,
}

impl<M> Default for Learned<M> {
    fn default() -> Self {
        Self { use_killers: true, use_history: true, killers: Vec::new(), history: Vec::new() }
    }
}

impl<M> Learned<M> {
    /// Only the table's move and the expert's rank, nothing learnt: best where the expert ranks well.
    pub fn by_rank() -> Self {
        Self { use_killers: false, use_history: false, ..Self::default() }
    }
}

impl<M: Copy + PartialEq> Learned<M> {
    /// Rank first; killers and history settle what the rank leaves open.
    fn score<G: Expert<Move = M>>(&self, game: &G, position: &G::Position, ply: usize, candidate: M) -> i64 {
        let mut score = i64::from(game.rank(position, candidate)) << 34;
        if self.use_killers && self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(candidate))) {
            score += 1 << 33;
        }
        if self.use_history {
            score += i64::from(self.history.get(game.slot(position, candidate)).copied().unwrap_or(0));
        }
        score
    }
}

impl<G: Expert> Order<G> for Learned<G::Move> {
    const EXPERT: bool = true;

    #[inline(always)]
    fn judge(&self, game: &G, position: &G::Position) -> (Bounds<G::Value>, impl Iterator<Item = G::Move> + use<G>) {
        game.judge(position)
    }

    #[inline]
    fn arrange<I: Iterator<Item = G::Move>>(
        &self,
        game: &G,
        position: &G::Position,
        moves: I,
        ply: usize,
        hint: Option<u8>,
    ) -> impl Iterator<Item = (u8, G::Move)> + use<G, I> {
        let mut sorted: SmallVec<[(i64, u8, G::Move); USUAL_MOVES]> = SmallVec::new();
        for (number, candidate) in moves.enumerate() {
            let number = number as u8;
            let score = if hint == Some(number) { i64::MAX } else { self.score(game, position, ply, candidate) };
            // Insertion from the back keeps equal moves in the game's order, and there are few.
            let mut place = sorted.len();
            sorted.push((score, number, candidate));
            while place > 0 && sorted[place - 1].0 < score {
                sorted.swap(place - 1, place);
                place -= 1;
            }
        }
        sorted.into_iter().map(|(_, number, candidate)| (number, candidate))
    }

    #[inline]
    fn cut_by(&mut self, game: &G, position: &G::Position, ply: usize, depth: u32, chosen: G::Move) {
        if self.use_killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; 2]);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != Some(chosen) {
                *killers = [Some(chosen), killers[0]];
            }
        }
        if self.use_history {
            let slot = game.slot(position, chosen);
            if self.history.len() <= slot {
                self.history.resize(slot + 1, 0);
            }
            // Deep cuts count for more; a cap that halves everything keeps recent cuts visible.
            self.history[slot] += depth.min(64) * depth.min(64) + 1;
            if self.history[slot] > 1 << 30 {
                self.history.iter_mut().for_each(|count| *count /= 2);
            }
        }
    }
}
