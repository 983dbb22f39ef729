//! How threads share the moves of one position: who takes which move, what is known, and who has to stop.
//!
//! No threads are started here; `jamboree.rs` does that. This is the whole protocol, small enough that loom checks every
//! interleaving of it (`tests` below, run with `--cfg loom`). What it promises: when [`Sharing::finish`] says `Ok`,
//! either a move has cut the position, or every move was looked at.

use secateur_value::Chain;

use crate::alpha_beta::Node;
use crate::answer::Counts;
use crate::limits::Interrupt;
use crate::side::Side;
use crate::sync::{AtomicBool, AtomicUsize, Mutex, Ordering};

/// A place in the tree whose moves several workers share, seen from below: has it been cut meanwhile?
#[derive(Debug)]
pub(crate) struct Split<'s> {
    above: Option<&'s Split<'s>>,
    cut: AtomicBool,
}

impl<'s> Split<'s> {
    pub(crate) fn below(above: Option<&'s Split<'s>>) -> Self {
        Self { above, cut: AtomicBool::new(false) }
    }

    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
    }

    /// Whether this place or one above it was cut. Those at work below it ask now and then.
    pub(crate) fn is_cut(&self) -> bool {
        let mut place = Some(self);
        while let Some(split) = place {
            if split.cut.load(Ordering::Relaxed) {
                return true;
            }
            place = split.above;
        }
        false
    }
}

/// The remaining moves of a position, and what the threads that share them have in common.
pub(crate) struct Sharing<'s, V, M> {
    split: &'s Split<'s>,
    moves: &'s [(u8, M)],
    /// The next move to be taken.
    next: AtomicUsize,
    common: Mutex<Common<V, M>>,
}

struct Common<V, M> {
    node: Node<V>,
    line: Vec<M>,
    counts: Counts,
    /// Why somebody gave up, if anybody did.
    interrupt: Option<Interrupt>,
}

/// What came of shared moves.
pub(crate) struct Shared<V, M> {
    pub(crate) node: Node<V>,
    /// Best play from here, if a shared move is the best.
    pub(crate) line: Vec<M>,
    pub(crate) counts: Counts,
    /// Why not every move was looked at, if that matters.
    pub(crate) finished: Result<(), Interrupt>,
}

impl<'s, V: Chain, M: Copy> Sharing<'s, V, M> {
    pub(crate) fn new(split: &'s Split<'s>, node: Node<V>, moves: &'s [(u8, M)]) -> Self {
        let common = Common { node, line: Vec::new(), counts: Counts::default(), interrupt: None };
        Self { split, moves, next: AtomicUsize::new(0), common: Mutex::new(common) }
    }

    pub(crate) fn split(&self) -> &'s Split<'s> {
        self.split
    }

    /// The next move to look at and what is known by now; nothing when all are taken or the rest does not matter.
    pub(crate) fn take(&self) -> Option<(u8, M, Node<V>)> {
        let &(number, chosen) = self.moves.get(self.next.fetch_add(1, Ordering::Relaxed))?;
        let mut common = self.common.lock().ok()?;
        if self.split.is_cut() {
            // This move stays undone. If the cut is further up, so does the whole position.
            common.interrupt.get_or_insert(Interrupt::SiblingCut);
        }
        common.interrupt.is_none().then_some((number, chosen, common.node))
    }

    /// Reports what a move is worth, with best play after it. Stops the others if that settles the position.
    pub(crate) fn report<S: Side>(&self, number: u8, chosen: M, value: V, line: &[M]) {
        let Ok(mut common) = self.common.lock() else { return };
        if common.node.take::<S>(number, value) && common.node.open {
            common.line.clear();
            common.line.push(chosen);
            common.line.extend_from_slice(line);
        }
        if common.node.is_cut::<S>() {
            self.split.cut();
        }
    }

    /// Reports that a move was not looked at to the end.
    pub(crate) fn give_up(&self, why: Interrupt) {
        let Ok(mut common) = self.common.lock() else { return };
        // A limit outranks a cut: the one ends the search, the other only this place.
        if !matches!(common.interrupt, Some(Interrupt::Limit(_))) {
            common.interrupt = Some(why);
        }
    }

    /// Adds to what was counted.
    pub(crate) fn count(&self, counts: &Counts) {
        if let Ok(mut common) = self.common.lock() {
            common.counts.add(counts);
        }
    }

    /// What came of it, when nobody is at work any more.
    pub(crate) fn finish<S: Side>(&self) -> Option<Shared<V, M>> {
        let common = self.common.lock().ok()?;
        let finished = match common.interrupt {
            Some(why) if !common.node.is_cut::<S>() => Err(why),
            _ => Ok(()),
        };
        Some(Shared { node: common.node, line: common.line.clone(), counts: common.counts, finished })
    }
}

#[cfg(all(test, loom))]
mod tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;
    use crate::side::MaxSide;

    fn node(own: i32, cap: i32) -> Node<i32> {
        Node { own, cap, best: i32::MIN, best_move: None, open: true }
    }

    /// What a thread does with shared moves; the work itself is one look at the cut flag, as a budget takes.
    fn work(sharing: &Sharing<'_, i32, i32>, done: &AtomicUsize) {
        while let Some((number, worth, _)) = sharing.take() {
            if sharing.split().is_cut() {
                sharing.give_up(Interrupt::SiblingCut);
                break;
            }
            sharing.report::<MaxSide>(number, worth, worth, &[]);
            done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Two threads share three moves, one of which cuts, while the place above may be cut as well.
    fn two_threads(moves: &'static [(u8, i32)], cap: i32, cut_above: bool) {
        loom::model(move || {
            // Loom's threads want owners that live for ever; each run leaks a few bytes.
            let above: &'static Split<'static> = Box::leak(Box::new(Split::below(None)));
            let here: &'static Split<'static> = Box::leak(Box::new(Split::below(Some(above))));
            let sharing = Arc::new(Sharing::new(here, node(0, cap), moves));
            let done = Arc::new(AtomicUsize::new(0));
            let helper = {
                let (sharing, done) = (sharing.clone(), done.clone());
                thread::spawn(move || work(&sharing, &done))
            };
            let cutter = cut_above.then(|| thread::spawn(|| above.cut()));
            work(&sharing, &done);
            helper.join().unwrap();
            if let Some(cutter) = cutter {
                cutter.join().unwrap();
            }
            let shared = sharing.finish::<MaxSide>().unwrap();
            let best = moves.iter().map(|&(_, worth)| worth).max().unwrap();
            match shared.finished {
                Ok(()) if shared.node.is_cut::<MaxSide>() => assert!(shared.node.best >= cap),
                Ok(()) => {
                    assert_eq!(done.load(Ordering::Relaxed), moves.len(), "every move was looked at");
                    assert_eq!(shared.node.best, best, "no value is lost");
                    assert_eq!(shared.line, [best]);
                }
                Err(why) => {
                    assert_eq!(why, Interrupt::SiblingCut);
                    assert!(cut_above, "nobody gives up without a reason");
                }
            }
        });
    }

    #[test]
    fn every_move_is_looked_at() {
        two_threads(&[(0, 3), (1, 7), (2, 5)], 9, false);
    }

    #[test]
    fn a_cut_stops_the_siblings() {
        two_threads(&[(0, 3), (1, 9), (2, 5)], 9, false);
    }

    #[test]
    fn a_cut_further_up_never_passes_for_a_result() {
        two_threads(&[(0, 3), (1, 7)], 9, true);
        two_threads(&[(0, 9), (1, 7)], 9, true);
    }
}
