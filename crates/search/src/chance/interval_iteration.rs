//! Interval iteration: both bounds of every position at once, for games that may return to a position (Haddad and Monmege,
//! "Reachability in MDPs: Refining Convergence of Value Iteration", 2014).
//!
//! A tree search cannot end where play can go in circles, as in Pig. Here all positions are listed first, each with what the
//! game promises about it. A position's bounds then follow from those of the positions after it, are never worse than
//! before, and hold at any time. Positions that can reach each other are repeated together until nothing changes any more,
//! before any position that leads to them is looked at (Tarjan's order), so a game without circles takes one pass: plain
//! dynamic programming. "Changes" are those that matter for the error that is allowed; if it was not enough, the whole is
//! done again with smaller ones.
//!
//! Where the players can keep the game going for ever the bounds need not meet; they hold all the same.
//!
//! Departures: Max, Min and chance instead of one player and chance; promises instead of 0 and 1 at the start; bounds are
//! rounded outwards, so they hold exactly. A depth limit leaves positions further away with their promise; a position's
//! distance is that of the first way by which it was found.

use std::collections::HashMap;

use secateur_game::{Chance, Keyed, Player, Random, Stochastic, Turn};
use secateur_value::{Bounds, Mean, Real, Toward};

use crate::question::answer::{Counts, Enclosed};
use crate::question::horizon::Horizon;
use crate::question::limits::{Budget, Interrupt, Meter};
use crate::threads::stack::with_room;
use crate::{BadEpsilon, Epsilon, Outcome, Promise, Search, Stop};

impl<G> Search<'_, G>
where
    G: Stochastic + Keyed,
    Promise: Horizon<G>,
{
    /// Interval iteration: bounds of a game with or without chance, in which play may go in circles.
    ///
    /// Works until the bounds lie at most `error` apart or floating-point numbers cannot tell any more. Every position and
    /// every repeated look at one is a node. Uses no window, no table and no order.
    ///
    /// ```
    /// use secateur_games::Pig;
    /// use secateur_search::Search;
    ///
    /// let outcome = Search::new(&Pig::new(20)).interval_iteration(1e-9)?;
    /// let (lower, upper) = (outcome.bounds.lower.get(), outcome.bounds.upper.get());
    /// assert!(upper - lower <= 1e-9 && (lower - 0.615_559).abs() < 1e-6);
    /// # Ok::<(), secateur_search::BadEpsilon>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the error is no [`Epsilon`].
    pub fn interval_iteration(self, error: f64) -> Result<Outcome<Real, G::Move>, BadEpsilon> {
        let error = Epsilon::new(error)?;
        let meter = Meter::new(&self.limits);
        let question = self;
        let mut graph = Graph::new(question.game, Budget::new(&meter, None));
        let depth = question.limits.depth.unwrap_or(u32::MAX);
        let listed = with_room(|| graph.list(&question.position, depth));
        let interrupted = match listed {
            Ok(full) => with_room(|| graph.narrow(error.get())).err().or(full),
            Err(limit) => Some(limit),
        };
        let found = Enclosed {
            bounds: graph.nodes[0].bounds,
            interrupted,
            line: graph.line(),
            proved: 0,
            counts: Counts { visits: graph.budget.spent(), ..graph.counts },
        };
        Ok(question.enclosed(&meter, found, error.real()))
    }
}

/// All positions that were found, and what follows each.
struct Graph<'g, G: Stochastic + Keyed> {
    game: &'g G,
    budget: Budget<'g>,
    counts: Counts,
    numbers: HashMap<G::Key, u32, Scattered>,
    positions: Vec<G::Position>,
    nodes: Vec<Node>,
    /// Each position's successors, one after the other, with the weight of the outcome, or 1.
    links: Vec<(u32, u32)>,
    /// The weights of turns where one of them does not fit there.
    heavy: HashMap<u32, Vec<u64>>,
}

struct Node {
    bounds: Bounds<Real>,
    kind: Kind,
    /// Where its successors begin; they end where the next position's begin.
    first: u32,
    last: u32,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Over, or too far away: the bounds are all that is known.
    End,
    Choice(Player),
    Chance,
}

/// No more positions are listed: with their successors these take some 2 GB. Those that are found last keep their promise.
const MOST_POSITIONS: usize = 1 << 24;

/// Changes below this part of the range are what rounding does.
const ROUNDING: f64 = 1e-14;

impl<'g, G: Stochastic + Keyed> Graph<'g, G> {
    fn new(game: &'g G, budget: Budget<'g>) -> Self {
        let (numbers, counts) = (HashMap::default(), Counts::default());
        Self {
            game,
            budget,
            counts,
            numbers,
            positions: Vec::new(),
            nodes: Vec::new(),
            links: Vec::new(),
            heavy: HashMap::new(),
        }
    }

    /// Lists every position up to a depth, breadth first. Says if there was no room for all of them.
    fn list(&mut self, root: &G::Position, depth: u32) -> Result<Option<Interrupt>, Interrupt> {
        let mut depths = vec![0];
        self.number(root);
        for number in 0.. {
            if number == self.positions.len() {
                break;
            }
            if self.positions.len() > MOST_POSITIONS {
                return Ok(Some(Interrupt::Limit(Stop::Memory)));
            }
            self.budget.spend()?;
            let mut position = self.positions[number].clone();
            let first = self.links.len() as u32;
            let (kind, step) = match self.game.turn(&position) {
                Turn::Over(_) => (Kind::End, 0),
                _ if depths[number] >= depth => {
                    self.counts.horizon += 1;
                    (Kind::End, 0)
                }
                Turn::Max => (Kind::Choice(Player::Max), 1),
                Turn::Min => (Kind::Choice(Player::Min), 1),
                Turn::Chance(chance) => {
                    for (weight, outcome) in self.weighed(number as u32, chance, &position) {
                        let to = self.after(&mut position, outcome);
                        self.links.push((to, weight));
                    }
                    (Kind::Chance, 0)
                }
                Turn::Both(never) => match never {},
            };
            if let Kind::Choice(_) = kind {
                for chosen in self.game.moves(&position) {
                    let to = self.after(&mut position, chosen);
                    self.links.push((to, 1));
                }
            }
            self.counts.expanded += u64::from(kind != Kind::End);
            self.counts.distinct = self.counts.expanded;
            let node = &mut self.nodes[number];
            (node.kind, node.first, node.last) = (kind, first, self.links.len() as u32);
            depths.resize(self.positions.len(), depths[number] + step);
        }
        Ok(None)
    }

    /// The outcomes with weights of 32 bits. Where one is larger all are kept elsewhere, and stand as 0 here.
    fn weighed(&mut self, number: u32, chance: G::Chance, position: &G::Position) -> Vec<(u32, G::Move)> {
        let outcomes: Vec<_> = chance.outcomes(self.game, position).collect();
        let small = outcomes.iter().all(|&(weight, _)| u32::try_from(weight).is_ok());
        if !small {
            self.heavy.insert(number, outcomes.iter().map(|&(weight, _)| weight).collect());
        }
        let weight = |weight: u64| if small { weight as u32 } else { 0 };
        outcomes.into_iter().map(|(whole, outcome)| (weight(whole), outcome)).collect()
    }

    /// The mean of a position's outcomes where plain arithmetic does not do: large weights, or sums that overflow.
    #[cold]
    fn precise_mean(&self, number: u32) -> Option<Bounds<Real>> {
        let Node { first, last, .. } = self.nodes[number as usize];
        let links = &self.links[first as usize..last as usize];
        let heavy = self.heavy.get(&number);
        let weight = |place: usize| heavy.map_or(u64::from(links[place].1), |weights| weights[place]);
        let total: u64 = (0..links.len()).map(weight).sum();
        let outcomes =
            links.iter().enumerate().map(|(place, &(to, _))| (weight(place), self.nodes[to as usize].bounds));
        (total > 0).then(|| Mean::of(outcomes))
    }

    fn after(&mut self, position: &mut G::Position, chosen: G::Move) -> u32 {
        let undo = self.game.play(position, chosen);
        let number = self.number(position);
        self.game.undo(position, undo);
        number
    }

    /// The number of a position, which it gets when it is first seen.
    fn number(&mut self, position: &G::Position) -> u32 {
        let next = self.positions.len() as u32;
        let number = *self.numbers.entry(self.game.key(position)).or_insert(next);
        if number == next {
            self.positions.push(position.clone());
            self.nodes.push(Node { bounds: self.game.promised(position), kind: Kind::End, first: 0, last: 0 });
        }
        number
    }

    /// Narrows the bounds of all positions, group by group, the last of the game first.
    fn narrow(&mut self, error: f64) -> Result<(), Interrupt> {
        let groups = self.groups();
        let width = |bounds: Bounds<Real>| bounds.upper.minus(bounds.lower, Toward::Up).get();
        let least = ROUNDING * width(self.nodes[0].bounds);
        let mut change = error / 16.0;
        loop {
            for group in &groups {
                while self.sweep(group)? > change.max(least) && self.is_circle(group) {}
            }
            let shown = self.nodes[0].bounds;
            self.budget.meter().prove(|| shown);
            if width(self.nodes[0].bounds) <= error || change <= least || change.is_nan() {
                return Ok(());
            }
            change /= 16.0;
        }
    }

    /// Looks at each position of a group once. Says by how much the bounds of one have become closer at most.
    fn sweep(&mut self, group: &[u32]) -> Result<f64, Interrupt> {
        group.iter().try_fold(0.0f64, |most, &number| Ok(most.max(self.look(number)?)))
    }

    /// Whether a position of a group leads to one of the same group.
    fn is_circle(&self, group: &[u32]) -> bool {
        let Node { first, last, .. } = self.nodes[group[0] as usize];
        group.len() > 1 || self.links[first as usize..last as usize].iter().any(|&(to, _)| to == group[0])
    }

    /// Works out a position's bounds from those after it. Says by how much they have become closer.
    fn look(&mut self, number: u32) -> Result<f64, Interrupt> {
        let Node { bounds: before, kind, first, last } = self.nodes[number as usize];
        if kind == Kind::End {
            return Ok(0.0);
        }
        self.budget.spend()?;
        self.counts.promised += 1; // a look at what is known: neither an expansion nor a leaf
        let links = &self.links[first as usize..last as usize];
        let known = links.iter().map(|&(to, weight)| (self.nodes[to as usize].bounds, weight));
        let found = match kind {
            Kind::Choice(Player::Max) => known.map(|(bounds, _)| bounds).reduce(|a, b| a.join(&b)),
            Kind::Choice(Player::Min) => known.map(|(bounds, _)| bounds).reduce(|a, b| a.meet(&b)),
            _ => mean(known).or_else(|| self.precise_mean(number)),
        };
        let now = found.map_or(before, |found| before.narrowed(&found));
        self.nodes[number as usize].bounds = now;
        let closer = |one: Real, other: Real| (one.get() - other.get()).abs();
        Ok(closer(before.lower, now.lower).max(closer(before.upper, now.upper)))
    }

    /// Positions that can reach each other, each group after all that it leads to (Tarjan 1972, without recursion). Inside a
    /// group, the positions found last come first.
    fn groups(&self) -> Vec<Vec<u32>> {
        const NEW: u32 = u32::MAX;
        let count = self.nodes.len();
        let (mut order, mut low, mut open) = (vec![NEW; count], vec![0u32; count], vec![false; count]);
        let (mut stack, mut path, mut groups, mut next) = (Vec::new(), Vec::new(), Vec::new(), 0);
        path.push((0u32, self.nodes[0].first));
        while let Some((number, link)) = path.last_mut() {
            let here = *number as usize;
            if order[here] == NEW {
                (order[here], low[here], open[here]) = (next, next, true);
                next += 1;
                stack.push(*number);
            }
            if *link < self.nodes[here].last {
                let to = self.links[*link as usize].0;
                *link += 1;
                if order[to as usize] == NEW {
                    path.push((to, self.nodes[to as usize].first));
                } else if open[to as usize] {
                    low[here] = low[here].min(order[to as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[here]);
            }
            if low[here] == order[here] {
                let start = stack.iter().rposition(|&other| other as usize == here).unwrap_or(0);
                let group: Vec<u32> = stack.drain(start..).rev().collect();
                group.iter().for_each(|&member| open[member as usize] = false);
                groups.push(group);
            }
        }
        groups
    }

    /// Best play from the root up to the first chance turn, or until it comes back.
    fn line(&self) -> Vec<G::Move> {
        let (mut line, mut number, mut seen) = (Vec::new(), 0u32, Vec::new());
        while let Kind::Choice(player) = self.nodes[number as usize].kind
            && !seen.contains(&number)
        {
            seen.push(number);
            let Node { first, last, .. } = self.nodes[number as usize];
            let links = self.links[first as usize..last as usize].iter().map(|&(to, _)| to);
            let moves = self.game.moves(&self.positions[number as usize]).zip(links);
            let worth = |&(_, to): &(G::Move, u32)| self.nodes[to as usize].bounds;
            // The first of the best ones, as everywhere.
            let best = moves.reduce(|best, next| {
                let better = match player {
                    Player::Max => worth(&next).lower > worth(&best).lower,
                    Player::Min => worth(&next).upper < worth(&best).upper,
                };
                if better { next } else { best }
            });
            let Some((chosen, to)) = best else { break };
            line.push(chosen);
            number = to;
        }
        line
    }
}

/// The mean of bounds, rounded outwards: sums of `n` products err by less than `n + 2` times the precision. Nothing if a bound
/// is infinite or a weight unknown.
fn mean(known: impl ExactSizeIterator<Item = (Bounds<Real>, u32)>) -> Option<Bounds<Real>> {
    let precision = (known.len() + 2) as f64 * f64::EPSILON;
    let (mut lower, mut upper, mut size, mut total) = (0.0, 0.0, 0.0, 0.0);
    for (bounds, weight) in known {
        let weight = if weight == 0 { f64::INFINITY } else { f64::from(weight) };
        let (low, high) = (weight * bounds.lower.get(), weight * bounds.upper.get());
        (lower, upper, size, total) = (lower + low, upper + high, size + low.abs().max(high.abs()), total + weight);
    }
    let error = precision * size;
    let ends = ((lower - error) / total).next_down()..((upper + error) / total).next_up();
    Some(Bounds::new(Real::new(ends.start).ok()?, Real::new(ends.end).ok()?)).filter(|_| error.is_finite())
}

/// Keys are hashed by scattering their words: they are few, and nobody sends crafted ones.
#[derive(Clone, Copy, Default)]
struct Scattered(u64);

impl std::hash::BuildHasher for Scattered {
    type Hasher = Self;

    fn build_hasher(&self) -> Self {
        *self
    }
}

impl std::hash::Hasher for Scattered {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = Random::mix(self.0.rotate_left(5) ^ word);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}
