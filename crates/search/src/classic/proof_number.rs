//! Proof-number search: whether Max can reach a goal, yes or no (Allis, van der Meulen, van den Herik 1994), depth first
//! (df-pn, Nagai 2002).
//!
//! A position's *proof number* is the least number of positions that would have to be decided for a yes, its *disproof
//! number* the same for a no. Where Max moves one move is enough for a yes and all are needed for a no, where Min moves the
//! other way round. The search always looks where it can come closest to a decision, which finds narrow forced wins (mates,
//! ladders) that lie far deeper than alpha-beta reaches. Depth first means that it stays in a subtree as long as the numbers
//! there keep below thresholds, so that only the table takes memory.
//!
//! **Soundness.** An answer rests on table entries for positions, so it holds if a position's value does not depend on the way
//! there. That is the law of [`Keyed`]: positions with the same key have the same value. Games in which repetition matters
//! keep it by putting what matters into the key; then the usual trouble with graph history does not arise here. In a graph the
//! disproof numbers count positions twice that can be reached twice; this misleads the search and not the answer, because 0
//! and ∞ are never the result of a sum that should be another. With a depth limit, entries belong to the moves that are left
//! as well, so a yes is a yes within that many moves, and holds for the game; a no that met the limit proves nothing, and is
//! not claimed.
//!
//! Departures: players need not alternate; what the game promises about a position counts as decided where it decides; a
//! memory limit, by which what was not used for long is forgotten.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use secateur_game::{Alternating, Keyed, Player, Turn};
use secateur_value::{Bounds, Chain, Window};

use crate::memory::cache::Scatter;
use crate::question::answer::{Answer, Counts, stop};
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::question::observe::{Beyond, Left, Observer, Step};
use crate::question::principal_line::LONGEST;
use crate::threads::stack::with_room;
use crate::{AsListed, Forgetful, Outcome, Promise, Search, Stop};

/// How much of the machine a proof-number search may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofNumber {
    /// How many bytes the table may take, about; as many as it likes where nothing is said.
    pub memory: Option<usize>,
}

impl ProofNumber {
    /// With a table of about this many bytes.
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes) }
    }
}

impl<G, B> Search<'_, G, Promise, Forgetful, AsListed, B>
where
    G: Alternating<Value: Chain> + Keyed,
    B: Observer<G>,
{
    /// Asks whether Max can reach at least `goal`.
    ///
    /// Yes if the outcome's lower bound is at least `goal`, no if its upper bound is less; a limit may leave it open. The
    /// line is best play of the side that has its way, as far as it was looked at.
    ///
    /// ```
    /// use secateur_games::{ConnectFour, connect_four::Size};
    /// use secateur_search::{ProofNumber, Search};
    ///
    /// let game = ConnectFour::on(Size::new(5, 4)?);
    /// // Nobody wins on a small board: Max can hold a draw, and no more.
    /// assert!(Search::new(&game).proof_number(0, &ProofNumber::default()).bounds.lower >= 0);
    /// assert!(Search::new(&game).proof_number(1, &ProofNumber::default()).bounds.upper < 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn proof_number(mut self, goal: G::Value, settings: &ProofNumber) -> Outcome<G::Value, G::Move> {
        // The goal is the question: a window could be answered without it.
        self.window = Window::OPEN;
        let meter = Meter::new(&self.limits);
        let (question, mut observer) = self.apart_from_observer();
        let mut proof = Proof {
            game: question.game,
            goal,
            observer: &mut observer,
            budget: Budget::new(&meter, None),
            counts: Counts::default(),
            table: Numbers::new(settings.memory),
            children: Vec::new(),
        };
        let depth = question.limits.depth.unwrap_or(UNLIMITED);
        proof.observer.pass(question.game, question.limits.depth, Beyond::Lower);
        let found = with_room(|| proof.decide(&mut question.position.clone(), depth));
        let promised = question.game.promised(&question.position);
        let (bounds, unfinished) = match found {
            Ok([0, _]) => (Bounds { lower: promised.lower.max(goal), ..promised }, None),
            Ok(_) if proof.counts.horizon == 0 => {
                (Bounds { upper: promised.upper.min(goal.next_down()), ..promised }, None)
            }
            Ok(_) => (promised, Some(Stop::Depth)),
            Err(why) => (promised, Some(stop(why))),
        };
        let moves = found.map(|numbers| proof.line(&mut question.position.clone(), depth, numbers)).unwrap_or_default();
        let winner = if found == Ok(PROVED) { Player::Max } else { Player::Min };
        let told = question.proved_part(moves, winner, goal, &bounds);
        let counts = Counts { visits: proof.budget.spent(), ..proof.counts };
        // Yes and no both answer what was asked.
        let answer = Answer { close: bounds.lower >= goal || bounds.upper < goal, ..Answer::of(bounds, unfinished) };
        question.outcome(&meter, answer, told, &counts, question.limits.depth)
    }
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Alternating<Value: Chain> + Keyed,
{
    /// A line of the side that has its way, and how many of its moves are proved: that side's by the answer, the other's
    /// where the game promises that nothing is given away.
    fn proved_part(
        &self,
        line: Vec<G::Move>,
        winner: Player,
        goal: G::Value,
        bounds: &Bounds<G::Value>,
    ) -> (Vec<G::Move>, usize) {
        let (mut position, mut proved) = (self.position.clone(), 0);
        for &chosen in &line {
            let player = self.game.turn(&position).player();
            self.game.play(&mut position, chosen);
            let promised = self.game.promised(&position);
            let kept = match player {
                Some(Player::Max) => promised.lower >= bounds.lower || (winner == Player::Max && goal >= bounds.lower),
                _ => promised.upper <= bounds.upper || (winner == Player::Min && goal.next_down() <= bounds.upper),
            };
            if !kept {
                break;
            }
            proved += 1;
        }
        (line, proved)
    }
}

/// Proof number and disproof number; 0 is decided that way, [`NEVER`] the other way.
type Pair = [u32; 2];

/// More than any sum of numbers of positions that are open.
const NEVER: u32 = u32::MAX;
const MOST: u32 = NEVER - 1;
const PROVED: Pair = [0, NEVER];
const DISPROVED: Pair = [NEVER, 0];
/// What is not known yet takes one position to decide, either way.
const OPEN: Pair = [1, 1];
/// The moves that are left where depth is not limited.
const UNLIMITED: u32 = u32::MAX;

struct Proof<'w, G: Alternating + Keyed, B> {
    game: &'w G,
    goal: G::Value,
    observer: &'w mut B,
    budget: Budget<'w>,
    counts: Counts,
    table: Numbers<G::Key>,
    /// The children of all open positions, one after the other, so that nothing is allocated on the way.
    children: Vec<Child<G::Move, G::Key>>,
}

/// A move, and what is known about the position after it.
struct Child<M, K> {
    chosen: M,
    /// Nothing where the numbers are final.
    key: Option<(K, u32)>,
    numbers: Pair,
}

impl<G: Alternating<Value: Chain> + Keyed, B: Observer<G>> Proof<'_, G, B> {
    /// The root's numbers when it is decided.
    fn decide(&mut self, position: &mut G::Position, depth: u32) -> Result<Pair, Interrupt> {
        match self.settled(position, depth) {
            Some(numbers) => {
                self.budget.spend()?;
                self.tell_settled(position, None, numbers);
                Ok(numbers)
            }
            None => self.work(position, None, depth, [NEVER, NEVER]),
        }
    }

    /// Tells the observer about a position that was decided without looking at moves.
    fn tell_settled(&mut self, position: &G::Position, played: Option<G::Move>, numbers: Pair) {
        if B::LISTENS {
            self.observer.enter(self.game, position, played.map(Step::One), &Window::below(self.goal));
            let left = match self.game.turn(position) {
                Turn::Over(_) => Left::Over,
                _ if self.promised(position).is_none() => Left::Horizon,
                _ => Left::Known,
            };
            self.tell_left(position, numbers, left);
        }
    }

    /// Tells the observer what these numbers say about a position. What a depth limit had a say in refutes nothing.
    fn tell_left(&mut self, position: &G::Position, numbers: Pair, left: Left) {
        let promised = self.game.promised(position);
        let bounds = match numbers {
            [0, _] => Bounds { lower: promised.lower.max(self.goal), ..promised },
            [_, 0] if self.counts.horizon == 0 => {
                Bounds { upper: promised.upper.min(self.goal.next_down()), ..promised }
            }
            _ => promised,
        };
        self.observer.leave(self.game, position, &bounds, left);
    }

    /// What is decided without looking at moves.
    fn settled(&mut self, position: &G::Position, depth: u32) -> Option<Pair> {
        let promised = self.promised(position);
        if promised.is_none() && depth == 0 {
            self.counts.horizon += 1;
            return Some(DISPROVED); // not within these moves; nobody claims more
        }
        promised
    }

    /// What the game itself decides.
    fn promised(&self, position: &G::Position) -> Option<Pair> {
        let promised = self.game.promised(position);
        let decided = promised.lower >= self.goal || promised.upper < self.goal;
        decided.then_some(if promised.lower >= self.goal { PROVED } else { DISPROVED })
    }

    /// Works on a position until one of its numbers reaches its limit, and remembers them.
    fn work(
        &mut self,
        position: &mut G::Position,
        played: Option<G::Move>,
        depth: u32,
        limits: Pair,
    ) -> Result<Pair, Interrupt> {
        self.budget.spend()?;
        if B::LISTENS {
            self.observer.enter(self.game, position, played.map(Step::One), &Window::below(self.goal));
        }
        self.counts.expanded += 1;
        // One move is enough to bring this number to 0, and all are needed for the other.
        let one = match self.game.turn(position) {
            Turn::Min => 1,
            _ => 0,
        };
        let (start, below) = (self.children.len(), if depth == UNLIMITED { depth } else { depth - 1 });
        for chosen in self.game.moves(position) {
            let undo = self.game.play(position, chosen);
            let (key, numbers) = match self.settled(position, below) {
                Some(numbers) => {
                    self.tell_settled(position, Some(chosen), numbers);
                    (None, numbers)
                }
                None => (Some((self.game.key(position), below)), OPEN),
            };
            self.game.undo(position, undo);
            self.children.push(Child { chosen, key, numbers });
        }
        let result = self.until(position, below, limits, start, one);
        self.children.truncate(start);
        if B::LISTENS {
            match result {
                Ok(numbers) if numbers.contains(&0) => self.tell_left(position, numbers, Left::Done),
                Ok(numbers) => self.tell_left(position, numbers, Left::PutOff),
                Err(_) => self.tell_left(position, OPEN, Left::Interrupted),
            }
        }
        if let Ok(numbers) = result {
            self.table.put((self.game.key(position), depth), numbers);
        }
        result
    }

    fn until(
        &mut self,
        position: &mut G::Position,
        below: u32,
        limits: Pair,
        start: usize,
        one: usize,
    ) -> Result<Pair, Interrupt> {
        let all = 1 - one;
        loop {
            // The sum over all moves, the best move, and the second best.
            let (mut sum, mut best, mut second, mut most_promising) = (0u32, NEVER, NEVER, start);
            for place in start..self.children.len() {
                let child = &mut self.children[place];
                if let Some(known) = child.key.as_ref().and_then(|key| self.table.get(key)) {
                    child.numbers = known;
                }
                let numbers = child.numbers;
                sum = add(sum, numbers[all]);
                if numbers[one] < best {
                    (best, second, most_promising) = (numbers[one], best, place);
                } else {
                    second = second.min(numbers[one]);
                }
            }
            let mut numbers = [0; 2];
            (numbers[one], numbers[all]) = (best, sum);
            // Decided one way is decided the other way, too.
            if best == 0 {
                numbers[all] = NEVER;
            } else if sum == 0 {
                numbers[one] = NEVER;
            }
            if numbers[0] >= limits[0] || numbers[1] >= limits[1] || numbers.contains(&0) {
                return Ok(numbers);
            }
            let child = &self.children[most_promising];
            let (chosen, known) = (child.chosen, child.numbers);
            let mut granted = [0; 2];
            granted[one] = limits[one].min(second.saturating_add(1));
            granted[all] = if limits[all] == NEVER { NEVER } else { limits[all] - sum + known[all] };
            let undo = self.game.play(position, chosen);
            let found = self.work(position, Some(chosen), below, granted);
            self.game.undo(position, undo);
            self.children[most_promising].numbers = found?;
        }
    }

    /// Best play of the side that has its way, as far as the table remembers it.
    fn line(&mut self, position: &mut G::Position, mut depth: u32, numbers: Pair) -> Vec<G::Move> {
        let winner = if numbers == PROVED { Player::Max } else { Player::Min };
        let mut line = Vec::new();
        // Where play can go in circles, keeping a draw has no end.
        while line.len() < LONGEST
            && let Some(player) = self.game.turn(position).player()
        {
            depth = if depth == UNLIMITED { depth } else { depth.saturating_sub(1) };
            let decided = |proof: &mut Self, position: &G::Position| {
                let key = (proof.game.key(position), depth);
                // What the depth limit decided is no more than that.
                proof.promised(position).or_else(|| proof.table.get(&key)) == Some(numbers)
            };
            let mut found = None;
            for chosen in self.game.moves(position) {
                let mut after = position.clone();
                self.game.play(&mut after, chosen);
                if decided(self, &after) {
                    found = Some((chosen, after));
                    break;
                }
            }
            // The other side's moves are all decided; one that the table forgot ends the line.
            let Some((chosen, after)) = found else { break };
            line.push(chosen);
            *position = after;
            if player != winner && depth == 0 {
                break;
            }
        }
        line
    }
}

/// A sum that stays below "never" unless a part of it is that.
#[inline]
fn add(sum: u32, more: u32) -> u32 {
    if sum == NEVER || more == NEVER { NEVER } else { sum.saturating_add(more).min(MOST) }
}

/// The table: when the young half is full it becomes the old half, and what was old is forgotten.
struct Numbers<K> {
    young: Half<K>,
    old: Half<K>,
    /// How many entries a half may have.
    room: usize,
}

type Half<K> = HashMap<(K, u32), Pair, BuildHasherDefault<Scatter>>;

impl<K: Eq + Hash> Numbers<K> {
    fn new(bytes: Option<usize>) -> Self {
        // A map keeps at most seven eighths of its places filled and doubles when it grows.
        let entry = 4 * size_of::<((K, u32), Pair)>();
        Self { young: Half::default(), old: Half::default(), room: bytes.map_or(usize::MAX, |bytes| bytes / entry) }
    }

    #[inline]
    fn get(&mut self, key: &(K, u32)) -> Option<Pair> {
        if let Some(&numbers) = self.young.get(key) {
            return Some(numbers);
        }
        let (key, numbers) = self.old.remove_entry(key)?;
        self.put(key, numbers);
        Some(numbers)
    }

    #[inline]
    fn put(&mut self, key: (K, u32), numbers: Pair) {
        if self.young.len() >= self.room {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use secateur_game::Game;
    use secateur_games::TicTacToe;
    use secateur_games::random_tree::{IntegerLeaves, RandomTree, Shape};

    fn tree(shape: Shape, seed: u64) -> RandomTree<IntegerLeaves> {
        RandomTree::new(shape, IntegerLeaves::new(-3, 3).unwrap(), seed).unwrap()
    }

    #[test]
    fn answers_agree_with_minimax() {
        let uniform = Shape::uniform(5, 3);
        let shapes = [uniform, uniform.wild(), Shape::uniform(8, 3).wild().shared(4)];
        for seed in 0..300 {
            for shape in shapes {
                let game = tree(shape, seed);
                let truth = Search::new(&game).minimax().bounds.lower;
                // A table that keeps nothing must not change an answer.
                for settings in [ProofNumber::default(), ProofNumber::default().memory(0)] {
                    for goal in -4..=4 {
                        let outcome = Search::new(&game).proof_number(goal, &settings);
                        assert_eq!(outcome.stopped, Stop::Solved);
                        assert!(outcome.bounds.contains(&truth));
                        assert_eq!(outcome.bounds.lower >= goal, truth >= goal, "seed {seed}, goal {goal}");
                        assert_eq!(outcome.bounds.upper < goal, truth < goal, "seed {seed}, goal {goal}");
                    }
                }
            }
        }
    }

    /// Whoever has its way has it on the line that is told, to the end.
    #[test]
    fn lines_lead_to_the_goal() {
        for seed in 0..300 {
            let game = tree(Shape::uniform(6, 3).wild(), seed);
            for goal in -2..=3 {
                let outcome = Search::new(&game).proof_number(goal, &ProofNumber::default());
                let mut position = game.start();
                for &chosen in &outcome.line {
                    game.play(&mut position, chosen);
                }
                if let Turn::Over(value) = game.turn(&position) {
                    assert_eq!(value >= goal, outcome.bounds.lower >= goal, "seed {seed}, goal {goal}");
                }
            }
        }
    }

    #[test]
    fn a_depth_limit_claims_no_more_than_it_saw() {
        for seed in 0..200 {
            let game = tree(Shape::uniform(6, 2).wild(), seed);
            let truth = Search::new(&game).minimax().bounds.lower;
            for depth in 0..6 {
                let ask = || Search::new(&game).limits(Limits::none().depth(depth));
                let seen = ask().minimax();
                let outcome = ask().proof_number(1, &ProofNumber::default());
                assert!(outcome.bounds.contains(&truth), "seed {seed}, depth {depth}");
                // A yes within the depth is found; promises at the limit are not enough for one.
                assert_eq!(outcome.bounds.lower >= 1, seen.bounds.lower >= 1, "seed {seed}, depth {depth}");
            }
        }
    }

    #[test]
    fn limits_leave_the_question_open() {
        let game = TicTacToe::default();
        for nodes in [0, 1, 50] {
            let outcome =
                Search::new(&game).limits(Limits::none().nodes(nodes)).proof_number(0, &ProofNumber::default());
            assert_eq!((outcome.stopped, outcome.statistics.visits), (Stop::Nodes, nodes));
            assert!(outcome.bounds.contains(&0) && outcome.best_move().is_some());
        }
        assert!(Search::new(&game).proof_number(0, &ProofNumber::default()).bounds.lower >= 0);
        assert!(Search::new(&game).proof_number(1, &ProofNumber::default()).bounds.upper < 1);
    }
}
