//! Bounded alpha-beta on several threads, in the manner of Jamboree (`jamboree.rs`): the first move or outcome of a position
//! near the root alone, the rest shared among idle threads.
//!
//! The bounds mean the same as on one thread, because a position's bounds are a monotone function of its successors'
//! bounds, whoever found them and with whatever window. What is known when a move is handed out may be old when it comes
//! back; that costs nodes and no soundness. The shares of the error stay within what was granted, too: an outcome is granted
//! its part of what is left at that time, by weight, and what is left only grows until the outcome is done.

use secateur_game::{Game, Stochastic};
use secateur_value::Real;

use super::BoundedPlus;
use super::lottery::Lottery;
use super::node::{Asked, Node};
use super::worker::{BoundedWorker, Means};
use crate::question::answer::Counts;
use crate::question::limits::Budget;
use crate::question::side::Side;
use crate::threads::sharing::{Common, Sharing, Split};
use crate::threads::stack;
use crate::{Horizon, Jamboree, Memory, Order, Outcome, Search};

/// Whether and how positions are shared with other threads.
pub(super) trait Teamwork<G: Game, H, M, O, B>: Copy {
    /// Whether this position is shared.
    #[inline(always)]
    fn shares(&self, _asked: &Asked) -> bool {
        false
    }

    /// Looks at moves on several threads. Says whether some were left out.
    fn share_moves<S: Side>(
        &self,
        _worker: &mut BoundedWorker<'_, G, H, M, O, B, Self>,
        _position: &G::Position,
        _asked: Asked,
        _node: &mut Node,
        _rest: &[(u8, G::Move)],
    ) -> bool {
        true
    }

    /// Looks at outcomes that are not done on several threads. Says whether the turn is to be left.
    fn share_outcomes(
        &self,
        _worker: &mut BoundedWorker<'_, G, H, M, O, B, Self>,
        _position: &G::Position,
        _asked: Asked,
        _lottery: &mut Lottery,
    ) -> bool {
        false
    }
}

/// One thread.
#[derive(Clone, Copy)]
pub(super) struct Alone;

impl<G: Game, H, M, O, B> Teamwork<G, H, M, O, B> for Alone {}

/// Several threads.
#[derive(Clone, Copy)]
pub(super) struct Together<'j> {
    settings: &'j Jamboree,
}

impl<G, H, M, O> Search<'_, G, H, M, O>
where
    G: Stochastic,
    H: Horizon<G>,
    M: Memory<G> + Sync + Send,
    O: Order<G> + Clone + Sync + Send,
{
    /// [`bounded_plus`](Search::bounded_plus) on several threads. The bounds promise the same.
    ///
    /// Of the settings, `in_sequence` is not used: the first move or outcome is looked at alone, the rest is shared.
    ///
    /// ```
    /// use secateur_games::random_tree::{Luck, Shape, StochasticTree, WholeLeaves};
    /// use secateur_search::{BoundedPlus, Jamboree, Search};
    ///
    /// let game = StochasticTree::new(Shape::uniform(4, 4), Luck::slip(4, 5)?, WholeLeaves::new(0, 100)?, 1)?;
    /// let outcome = Search::new(&game).bounded_jamboree(&BoundedPlus::within(8.0)?, &Jamboree::for_chance().threads(2));
    /// assert!(outcome.bounds.upper.get() - outcome.bounds.lower.get() <= 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounded_jamboree(self, policies: &BoundedPlus, settings: &Jamboree) -> Outcome<Real, G::Move> {
        let pool = stack::pool(settings.threads);
        match pool {
            Ok(pool) if settings.threads > 1 => {
                pool.install(|| self.bounded_in_mode(policies, Together { settings }, &mut ()))
            }
            _ => self.bounded_plus(policies),
        }
    }
}

impl Jamboree {
    /// Settings for games with chance: only the first four plies are shared, outcomes counted as plies.
    ///
    /// On stochastic random trees two threads then do 1.1 times the work of one; sharing nine plies they do up to twice as much.
    pub fn for_chance() -> Self {
        Self::default().cutoff(0).plies(4)
    }
}

impl<G, H, M, O> Teamwork<G, H, M, O, ()> for Together<'_>
where
    G: Stochastic,
    H: Horizon<G>,
    M: Memory<G> + Sync,
    O: Order<G> + Clone + Sync + Send,
{
    #[inline(always)]
    fn shares(&self, asked: &Asked) -> bool {
        asked.depth >= self.settings.cutoff && asked.ply < self.settings.plies
    }

    fn share_moves<S: Side>(
        &self,
        worker: &mut BoundedWorker<'_, G, H, M, O, (), Self>,
        position: &G::Position,
        asked: Asked,
        node: &mut Node,
        rest: &[(u8, G::Move)],
    ) -> bool {
        let split = Split::below(worker.budget.split());
        worker.budget.settle();
        let sharing = Sharing::new(&split, rest.len(), (*node, Vec::new()));
        self.everybody(
            worker,
            rest.len(),
            |helper| {
                let mut position = position.clone();
                while let Some((place, ask)) = sharing.take(|(node, _), _| node.ask::<S>(&asked)) {
                    let (number, chosen) = rest[place];
                    let known = helper.after(&mut position, chosen, ask, false);
                    if let Some(why) = helper.interrupted {
                        return sharing.give_up(why);
                    }
                    sharing.report(|(node, line): &mut (Node, Vec<G::Move>)| {
                        if node.take::<S>(number, known) && asked.lined {
                            *line = [&[chosen], helper.line.at(asked.ply + 1)].concat();
                        }
                        node.is_enough::<S>(&asked)
                    });
                }
            },
            &split,
            |counts| sharing.count(counts),
        );
        let Some((Common { what: (shared, line), counts, .. }, left_out)) = sharing.finish() else { return true };
        worker.counts.add(&counts);
        *node = shared;
        if !line.is_empty() {
            worker.line.set(asked.ply, &line);
        }
        if !node.is_enough::<S>(&asked) {
            worker.interrupted = left_out.or(worker.interrupted);
        }
        left_out.is_some()
    }

    fn share_outcomes(
        &self,
        worker: &mut BoundedWorker<'_, G, H, M, O, (), Self>,
        position: &G::Position,
        asked: Asked,
        lottery: &mut Lottery,
    ) -> bool {
        let start = lottery.start;
        let rest: Vec<_> = (start..worker.choices.len())
            .filter(|&place| !(worker.choices[place].skipped || worker.choices[place].done))
            .collect();
        if rest.is_empty() {
            return false;
        }
        let outcomes: Vec<_> = rest.iter().map(|&place| worker.choices[place]).collect();
        let policies = worker.policies;
        let split = Split::below(worker.budget.split());
        worker.budget.settle();
        let sharing = Sharing::new(&split, rest.len(), (&mut *lottery, outcomes));
        self.everybody(
            worker,
            rest.len(),
            |helper| {
                let mut position = position.clone();
                while let Some((place, (chosen, ask))) = sharing.take(|(lottery, outcomes), place| {
                    (outcomes[place].chosen, lottery.ask(&policies, &outcomes[place], &asked))
                }) {
                    let found = helper.after(&mut position, chosen, ask, false);
                    if let Some(why) = helper.interrupted {
                        return sharing.give_up(why);
                    }
                    sharing.report(|(lottery, outcomes)| {
                        outcomes[place] = lottery.take(outcomes[place], found);
                        lottery.mean.is_answer(&lottery.asked)
                    });
                }
            },
            &split,
            |counts| sharing.count(counts),
        );
        let Some((Common { what: (_, outcomes), counts, .. }, left_out)) = sharing.finish() else { return true };
        worker.counts.add(&counts);
        for (&place, outcome) in rest.iter().zip(outcomes) {
            worker.choices[place] = outcome;
        }
        let answered = lottery.mean.is_answer(&lottery.asked);
        if !answered {
            worker.interrupted = left_out.or(worker.interrupted);
        }
        worker.interrupted.is_some() || (answered && lottery.share.looked_at < worker.choices.len() - start)
    }
}

impl Together<'_> {
    /// Lets as many threads as there are do the same work, each with a worker of its own.
    fn everybody<G, H, M, O>(
        &self,
        worker: &BoundedWorker<'_, G, H, M, O, (), Self>,
        pieces: usize,
        work: impl Fn(&mut BoundedWorker<'_, G, H, M, O, (), Self>) + Sync,
        split: &Split<'_>,
        count: impl Fn(&Counts) + Sync,
    ) where
        G: Stochastic,
        H: Horizon<G>,
        M: Memory<G> + Sync,
        O: Order<G> + Clone + Sync + Send,
    {
        let BoundedWorker { game, horizon, memory, order, policies, budget, .. } = worker;
        let meter = budget.meter();
        let help = || {
            let means =
                Means { game: *game, horizon: *horizon, memory: *memory, order: order.clone(), policies: *policies };
            let mut nobody = ();
            let mut helper = BoundedWorker::new(*self, means, &mut nobody, Budget::new(meter, Some(split)));
            work(&mut helper);
            count(&Counts { visits: helper.counts.visits + helper.budget.spent(), ..helper.counts });
        };
        // The search runs on the pool, so this thread is one of those that share, and helps others while it waits.
        rayon::scope(|scope| {
            for _ in 1..pieces.min(self.settings.threads) {
                scope.spawn(|_| help());
            }
            help();
        });
    }
}
