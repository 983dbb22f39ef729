//! Who helps whom: the threads of a search, and the places in the tree whose moves they share.
//!
//! A thread opens a place, works at it, and closes it when there is nothing left to hand out; closing waits until
//! every helper has left. Who waits helps meanwhile, but only below its own place: anything else could keep it longer than
//! those that it waits for. So every thread that waits waits for one further down the tree, and the one at the bottom
//! works: nobody waits in a circle.
//!
//! What is done at a place is not known here (`jamboree.rs` knows it). Loom checks the promises in all interleavings with
//! up to three preemptions: when a place is closed nobody is at work there, and everybody comes home when the team is
//! dismissed.

use super::sync::{Arc, AtomicBool, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering, PoisonError};

/// How often a thread that waits looks whether something has changed before it sleeps: to be woken takes as long as
/// hundreds of positions.
const LOOKS: usize = if cfg!(loom) { 0 } else { 1000 };

/// A place in the tree whose moves are shared.
pub(crate) struct Place<J> {
    above: Option<Arc<Place<J>>>,
    cut: AtomicBool,
    /// Nothing is left to hand out.
    exhausted: AtomicBool,
    /// The thread that opened it waits for helpers.
    waiting: AtomicBool,
    /// How many help; changed only while the team is locked.
    helpers: AtomicUsize,
    pub(crate) job: J,
}

impl<J> Place<J> {
    pub(crate) fn below(above: Option<Arc<Self>>, job: J) -> Arc<Self> {
        Arc::new(Self {
            above,
            cut: AtomicBool::new(false),
            exhausted: AtomicBool::new(false),
            waiting: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            job,
        })
    }

    pub(crate) fn above(&self) -> Option<&Self> {
        self.above.as_deref()
    }

    /// What is still being looked at here does not matter any more.
    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::Relaxed);
        self.exhaust();
    }

    /// There is nothing left to hand out.
    pub(crate) fn exhaust(&self) {
        self.exhausted.store(true, Ordering::Relaxed);
    }

    /// Whether this place itself was cut.
    pub(crate) fn is_cut_here(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    /// Whether this place or one above it was cut. Those at work here ask now and then.
    pub(crate) fn is_cut(&self) -> bool {
        self.up().any(Self::is_cut_here)
    }

    /// Whether somebody above waits and would help here.
    fn is_waited_for(&self) -> bool {
        self.up().any(|place| place.waiting.load(Ordering::Relaxed))
    }

    fn is_below(&self, other: &Self) -> bool {
        self.up().skip(1).any(|place| std::ptr::eq(place, other))
    }

    fn has_work(&self) -> bool {
        !self.exhausted.load(Ordering::Relaxed)
    }

    /// This place and those above it.
    fn up(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |place| place.above())
    }
}

/// The threads of a search.
pub(crate) struct Team<J> {
    state: Mutex<State<J>>,
    /// A place was opened, somebody left a place, or all are dismissed.
    changed: Condvar,
    /// How often that happened; counted while the team is locked.
    changes: AtomicUsize,
    idle: AtomicUsize,
}

struct State<J> {
    open: Vec<Arc<Place<J>>>,
    dismissed: bool,
}

impl<J> Team<J> {
    pub(crate) fn new() -> Self {
        let state = State { open: Vec::new(), dismissed: false };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
            changes: AtomicUsize::new(0),
            idle: AtomicUsize::new(0),
        }
    }

    /// Whether somebody would help a thread that is at work here. A hint: it may have changed already.
    pub(crate) fn would_help(&self, at: Option<&Place<J>>) -> bool {
        self.idle.load(Ordering::Relaxed) > 0 || at.is_some_and(Place::is_waited_for)
    }

    /// Lets others help at a place.
    pub(crate) fn open(&self, place: &Arc<Place<J>>) {
        let mut state = self.lock();
        state.open.push(Arc::clone(place));
        self.tell(state);
    }

    /// Waits until nobody is at work at a place, and helps meanwhile below it.
    pub(crate) fn close(&self, place: &Arc<Place<J>>, help: &mut dyn FnMut(&Arc<Place<J>>)) {
        let mut state = self.lock();
        state.open.retain(|other| !Arc::ptr_eq(other, place));
        place.waiting.store(true, Ordering::Relaxed);
        while place.helpers.load(Ordering::Relaxed) > 0 {
            match state.open.iter().find(|other| other.has_work() && other.is_below(place)).cloned() {
                Some(other) => state = self.help(state, &other, help),
                None => state = self.wait(state),
            }
        }
    }

    /// Helps wherever there is work, until the team is dismissed.
    pub(crate) fn serve(&self, help: &mut dyn FnMut(&Arc<Place<J>>)) {
        let mut state = self.lock();
        while !state.dismissed {
            // The oldest place is nearest to the root, and has the most to do.
            match state.open.iter().find(|place| place.has_work()).cloned() {
                Some(place) => state = self.help(state, &place, help),
                None => {
                    self.idle.fetch_add(1, Ordering::Relaxed);
                    state = self.wait(state);
                    self.idle.fetch_sub(1, Ordering::Relaxed);
                }
            }
        }
    }

    /// Sends everybody home when it is dropped, also if the search panics.
    pub(crate) fn dismissal(&self) -> Dismissal<'_, J> {
        Dismissal(self)
    }

    fn help<'t>(
        &'t self,
        state: MutexGuard<'t, State<J>>,
        place: &Arc<Place<J>>,
        help: &mut dyn FnMut(&Arc<Place<J>>),
    ) -> MutexGuard<'t, State<J>> {
        place.helpers.fetch_add(1, Ordering::Relaxed);
        drop(state);
        let at_work = AtWork { team: self, place };
        help(place);
        drop(at_work);
        self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, State<J>> {
        // The list is whole between any two statements, so a panic elsewhere does not spoil it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells everybody that something has changed.
    fn tell(&self, state: MutexGuard<'_, State<J>>) {
        self.changes.fetch_add(1, Ordering::Relaxed);
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until something has changed.
    fn wait<'t>(&'t self, state: MutexGuard<'t, State<J>>) -> MutexGuard<'t, State<J>> {
        let before = self.changes.load(Ordering::Relaxed);
        let has_changed = || self.changes.load(Ordering::Relaxed) != before;
        drop(state);
        for _ in 0..LOOKS {
            if has_changed() {
                break;
            }
            std::hint::spin_loop();
        }
        let state = self.lock();
        if has_changed() { state } else { self.changed.wait(state).unwrap_or_else(PoisonError::into_inner) }
    }
}

/// A helper at a place; leaves it when dropped, also if it panics.
struct AtWork<'t, J> {
    team: &'t Team<J>,
    place: &'t Place<J>,
}

impl<J> Drop for AtWork<'_, J> {
    fn drop(&mut self) {
        let state = self.team.lock();
        self.place.helpers.fetch_sub(1, Ordering::Relaxed);
        self.team.tell(state);
    }
}

/// See [`Team::dismissal`].
pub(crate) struct Dismissal<'t, J>(&'t Team<J>);

impl<J> Drop for Dismissal<'_, J> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.dismissed = true;
        self.0.tell(state);
    }
}

#[cfg(all(test, loom))]
mod tests {
    use loom::model::Builder;
    use loom::thread;

    use super::*;

    /// How much is to be done and was done at a place, and how many are at it.
    struct Job(Mutex<Count>);

    struct Count {
        left: usize,
        done: usize,
        at_work: usize,
    }

    fn place(above: Option<Arc<Place<Job>>>, left: usize) -> Arc<Place<Job>> {
        Place::below(above, Job(Mutex::new(Count { left, done: 0, at_work: 0 })))
    }

    /// What a thread does at a place.
    fn work(place: &Arc<Place<Job>>) {
        let count = || place.job.0.lock().unwrap();
        count().at_work += 1;
        loop {
            let mut count = count();
            if count.left == 0 {
                place.exhaust();
                count.at_work -= 1;
                break;
            }
            count.left -= 1;
            count.done += 1;
        }
    }

    fn share(team: &Team<Job>, place: &Arc<Place<Job>>, all: usize) {
        team.open(place);
        work(place);
        place.exhaust();
        team.close(place, &mut work);
        let count = place.job.0.lock().unwrap();
        assert_eq!((count.done, count.at_work), (all, 0), "everything is done, everybody has left");
    }

    /// All interleavings in which the threads are interrupted so many times against their will.
    fn check(interruptions: usize, body: impl Fn() + Sync + Send + 'static) {
        let mut model = Builder::new();
        model.preemption_bound = Some(interruptions);
        model.check(body);
    }

    #[test]
    fn a_place_is_closed_when_everybody_has_left_and_all_go_home() {
        check(3, || {
            let team = Arc::new(Team::new());
            let helper = {
                let team = team.clone();
                thread::spawn(move || team.serve(&mut work))
            };
            {
                let _dismissal = team.dismissal();
                share(&team, &place(None, 2), 2);
            }
            helper.join().unwrap();
        });
    }

    /// A helper shares what it was given, and whoever waits for it helps it.
    #[test]
    fn who_waits_helps_below() {
        check(3, || {
            let team = Arc::new(Team::new());
            let helper = {
                let team = team.clone();
                thread::spawn(move || {
                    team.serve(&mut |above| {
                        share(&team, &place(Some(above.clone()), 1), 1);
                        work(above);
                    });
                })
            };
            {
                let _dismissal = team.dismissal();
                share(&team, &place(None, 1), 1);
            }
            helper.join().unwrap();
        });
    }
}
