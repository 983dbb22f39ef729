//! Several processes that solve the layers of one game together.
//!
//! Every process runs the same body and holds the layers that it needs. Of each layer it computes its share of the blocks; then all
//! shares go to everybody, so that every process has the whole layer, bit for bit what one process would have computed. How
//! processes talk to each other is not known here: whoever has a way to talk (MPI, threads in a test) is a [`Crew`].
//!
//! The first process alone touches files. So a run that was stopped goes on with any number of processes, also with one.

use std::ops::Range;
use std::sync::OnceLock;

use super::game::Shape;

/// The processes that work together, as one of them sees them. All of them make the same calls in the same order.
pub trait Crew: Sync {
    /// Which of them this one is, from 0.
    fn rank(&self) -> usize;

    /// How many there are.
    fn size(&self) -> usize;

    /// Hands the values of one process to all others.
    fn broadcast(&self, from: usize, values: &mut [f64]);

    /// What was the greatest, place by place, in any of them.
    fn greatest(&self, values: &mut [f64]);
}

/// The crew of this process, if it is in one.
static CREW: OnceLock<&dyn Crew> = OnceLock::new();

/// Makes this process a member of a crew, for as long as it lives. Says whether it was in none before.
pub fn join_crew(crew: &'static dyn Crew) -> bool {
    CREW.set(crew).is_ok()
}

/// The crew of this process, if it is in one.
pub fn crew() -> Option<&'static dyn Crew> {
    CREW.get().copied()
}

/// How the blocks of a layer are dealt out: in stripes, because neighbouring blocks take about the same time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deal {
    shape: Shape,
    size: usize,
    /// How many blocks make a stripe.
    stripe: usize,
}

/// So many stripes of a layer belong to each process, where there are blocks enough.
const STRIPES: usize = 16;

impl Deal {
    pub(super) fn new(shape: Shape, size: usize) -> Self {
        Self { shape, size, stripe: shape.blocks().div_ceil(size * STRIPES).max(1) }
    }

    /// Which process computes a block.
    pub(super) fn owner(&self, block: usize) -> usize {
        block / self.stripe % self.size
    }

    /// The values of each stripe, with the process that computed them.
    pub(super) fn stripes(&self) -> impl Iterator<Item = (usize, Range<usize>)> + use<> {
        let Self { shape, stripe, .. } = *self;
        let (deal, values) = (*self, shape.values as usize);
        (0..shape.blocks()).step_by(stripe).map(move |block| {
            let end = ((block + stripe) * shape.block).min(values);
            (deal.owner(block), block * shape.block..end)
        })
    }

    /// How many values a process computes.
    pub(super) fn share(&self, rank: usize) -> u64 {
        self.stripes().filter(|(owner, _)| *owner == rank).map(|(_, values)| values.len() as u64).sum()
    }
}

/// How a process fared; what is worse is greater, so that the greatest is how all of them fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(super) enum Fared {
    Well,
    /// A limit was reached, or somebody cancelled.
    Interrupted,
    /// Something failed.
    Failed,
}

impl Fared {
    /// How the worst of all processes fared.
    pub(super) fn of_all(self, crew: Option<&dyn Crew>) -> Self {
        let Some(crew) = crew else { return self };
        let mut worst = [f64::from(self as u8)];
        crew.greatest(&mut worst);
        if worst[0] >= 2.0 {
            Self::Failed
        } else if worst[0] >= 1.0 {
            Self::Interrupted
        } else {
            Self::Well
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_belongs_to_one_stripe_and_one_process() {
        for (values, block, size) in [(1, 1, 3), (10, 3, 2), (1000, 7, 4), (5, 8, 2), (100_000, 64, 3)] {
            let shape = Shape { values, block };
            let deal = Deal::new(shape, size);
            let mut next = 0;
            for (owner, range) in deal.stripes() {
                assert!(range.start == next && range.end > next && owner < size);
                assert_eq!(deal.owner(range.start / block), owner);
                assert_eq!(deal.owner((range.end - 1) / block), owner);
                next = range.end;
            }
            assert_eq!(next as u64, values);
            assert_eq!((0..size).map(|rank| deal.share(rank)).sum::<u64>(), values);
        }
    }
}
