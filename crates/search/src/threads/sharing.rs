//! How threads share the moves or outcomes of one position: who takes which, what is known, and who has to stop.
//!
//! No threads are started here; `jamboree.rs` and `bounded_plus/together.rs` do that. This is the whole protocol, small enough
//! that loom checks every interleaving of it (`tests` below, run with `--cfg loom`). What it promises: [`Sharing::finish`] says why a
//! piece was left out if one was, and takes no piece for done that is not.

use crate::question::answer::Counts;
use crate::question::limits::Interrupt;
use crate::threads::sync::{AtomicBool, AtomicUsize, Mutex, Ordering};

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

/// Pieces of work that threads share, such as the remaining moves of a position, and what they have found together.
pub(crate) struct Sharing<'s, T> {
    split: &'s Split<'s>,
    pieces: usize,
    /// The next piece to be taken.
    next: AtomicUsize,
    common: Mutex<Common<T>>,
}

/// What the threads have in common that share work.
pub(crate) struct Common<T> {
    /// What they have found.
    pub(crate) what: T,
    pub(crate) counts: Counts,
    /// How many pieces are done.
    done: usize,
    /// Why somebody gave up, if anybody did.
    interrupt: Option<Interrupt>,
}

impl<'s, T> Sharing<'s, T> {
    pub(crate) fn new(split: &'s Split<'s>, pieces: usize, what: T) -> Self {
        let common = Common { what, counts: Counts::default(), done: 0, interrupt: None };
        Self { split, pieces, next: AtomicUsize::new(0), common: Mutex::new(common) }
    }

    pub(crate) fn split(&self) -> &'s Split<'s> {
        self.split
    }

    /// The place of the next piece with what is to be asked, by what is known by now; nothing when all are taken or the rest does
    /// not matter.
    pub(crate) fn take<A>(&self, ask: impl FnOnce(&T, usize) -> A) -> Option<(usize, A)> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        if place >= self.pieces {
            return None;
        }
        let mut common = self.common.lock().ok()?;
        if self.split.is_cut() {
            // This piece stays undone. If the cut is further up, so does the whole position.
            common.interrupt.get_or_insert(Interrupt::SiblingCut);
        }
        common.interrupt.is_none().then(|| (place, ask(&common.what, place)))
    }

    /// Reports a piece that is done. `settles` takes in what it showed, and says whether the rest no longer matters; then the
    /// others stop.
    pub(crate) fn report(&self, settles: impl FnOnce(&mut T) -> bool) {
        let Ok(mut common) = self.common.lock() else { return };
        common.done += 1;
        if settles(&mut common.what) {
            self.split.cut();
        }
    }

    /// Reports that a piece was not done to the end.
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

    /// What came of it, when nobody is at work any more; and why some pieces were not done, if some were not. Nothing if a
    /// helper panicked, which whoever started it has passed on already.
    pub(crate) fn finish(self) -> Option<(Common<T>, Option<Interrupt>)> {
        let common = self.common.into_inner().ok()?;
        let left_out = (common.done < self.pieces).then_some(common.interrupt.unwrap_or(Interrupt::SiblingCut));
        Some((common, left_out))
    }
}

#[cfg(all(test, loom))]
mod tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;
    use crate::Stop;
    use crate::classic::alpha_beta::Node;
    use crate::classic::jamboree::Siblings;
    use crate::question::side::MaxSide;

    fn siblings(own: i32, cap: i32) -> Siblings<i32, i32> {
        Siblings::of(Node { own, cap, best: i32::MIN, best_move: None, open: true })
    }

    /// What a thread does with shared moves; the work itself is one look at the cut flag, as a budget takes.
    fn work(sharing: &Sharing<'_, Siblings<i32, i32>>, moves: &[(u8, i32)], done: &AtomicUsize) {
        while let Some((place, _)) = sharing.take(|siblings, _| siblings.node) {
            if sharing.split().is_cut() {
                sharing.give_up(Interrupt::SiblingCut);
                break;
            }
            let (number, worth) = moves[place];
            sharing.report(|siblings| siblings.learn::<MaxSide>((number, worth), worth, &[]));
            done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Two threads share three moves, one of which cuts, while the place above may be cut as well.
    fn two_threads(moves: &'static [(u8, i32)], cap: i32, cut_above: bool) {
        loom::model(move || {
            // Loom's threads want owners that live for ever; each run leaks a few bytes.
            let above: &'static Split<'static> = Box::leak(Box::new(Split::below(None)));
            let here: &'static Split<'static> = Box::leak(Box::new(Split::below(Some(above))));
            let sharing = Arc::new(Sharing::new(here, moves.len(), siblings(0, cap)));
            let done = Arc::new(AtomicUsize::new(0));
            let helper = {
                let (sharing, done) = (sharing.clone(), done.clone());
                thread::spawn(move || work(&sharing, moves, &done))
            };
            let cutter = cut_above.then(|| thread::spawn(|| above.cut()));
            work(&sharing, moves, &done);
            helper.join().unwrap();
            if let Some(cutter) = cutter {
                cutter.join().unwrap();
            }
            let Ok(sharing) = Arc::try_unwrap(sharing) else { panic!("both threads are done") };
            let (shared, left_out) = sharing.finish().unwrap();
            let best = moves.iter().map(|&(_, worth)| worth).max().unwrap();
            let Siblings { node, line } = shared.what;
            match left_out {
                _ if node.is_cut::<MaxSide>() => assert!(node.best >= cap),
                None => {
                    assert_eq!(done.load(Ordering::Relaxed), moves.len(), "every move was looked at");
                    assert_eq!(node.best, best, "no value is lost");
                    assert_eq!(line, [best]);
                }
                Some(why) => {
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

    /// As a turn of chance is shared, where nothing but a sum is found and nothing is cut here: three outcomes, one of which meets a
    /// limit at some time.
    #[test]
    fn what_meets_a_limit_never_passes_for_done() {
        loom::model(|| {
            let here: &'static Split<'static> = Box::leak(Box::new(Split::below(None)));
            let sharing = Arc::new(Sharing::new(here, 3, 0));
            let helper = {
                let sharing = sharing.clone();
                thread::spawn(move || add_up(&sharing, true))
            };
            add_up(&sharing, false);
            helper.join().unwrap();
            let Ok(sharing) = Arc::try_unwrap(sharing) else { panic!("both threads are done") };
            let (shared, left_out) = sharing.finish().unwrap();
            // Places count 1, 10 and 100, so the sum tells which of them are in it.
            match left_out {
                None => assert_eq!(shared.what, 111),
                Some(why) => {
                    assert_eq!(why, Interrupt::Limit(Stop::Nodes));
                    assert!(shared.what < 111);
                }
            }
        });
    }

    fn add_up(sharing: &Sharing<'_, u32>, limited: bool) {
        while let Some((place, ())) = sharing.take(|_, _| ()) {
            if limited {
                return sharing.give_up(Interrupt::Limit(Stop::Nodes));
            }
            sharing.report(|sum| {
                *sum += 10u32.pow(place as u32);
                false
            });
        }
    }

    #[test]
    fn a_cut_further_up_never_passes_for_a_result() {
        two_threads(&[(0, 3), (1, 7)], 9, true);
        two_threads(&[(0, 9), (1, 7)], 9, true);
    }
}
