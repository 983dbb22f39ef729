//! Processes that talk by MPI, as the layers know them.

use mpi::collective::SystemOperation;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};
use secateur_search::Crew;

/// All processes that were started together.
pub(crate) struct Ranks;

/// Asked for anew each time, because MPI's own handles may not be shared between threads.
fn world() -> SimpleCommunicator {
    SimpleCommunicator::world()
}

/// MPI counts with 32 bits, so long messages go in parts.
const PART: usize = 1 << 27;

impl Crew for Ranks {
    fn rank(&self) -> usize {
        world().rank() as usize
    }

    fn size(&self) -> usize {
        world().size() as usize
    }

    fn broadcast(&self, from: usize, values: &mut [f64]) {
        let world = world();
        let root = world.process_at_rank(from as i32);
        values.chunks_mut(PART).for_each(|part| root.broadcast_into(part));
    }

    fn greatest(&self, values: &mut [f64]) {
        let mine = values.to_vec();
        world().all_reduce_into(&mine[..], values, SystemOperation::max());
    }
}
