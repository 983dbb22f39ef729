//! The words of a table where loom looks on: it wants to make its atomics itself.

use std::ops::Deref;

use crate::threads::sync::AtomicU64;

/// Words that begin at zero.
pub struct Words(Box<[AtomicU64]>);

impl Words {
    /// So many of them.
    pub fn zeroed(count: usize) -> Option<Self> {
        Some(Self((0..count).map(|_| AtomicU64::new(0)).collect()))
    }
}

impl Deref for Words {
    type Target = [AtomicU64];

    fn deref(&self) -> &[AtomicU64] {
        &self.0
    }
}
