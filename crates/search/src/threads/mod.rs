//! How threads meet: the protocol by which they share a position's moves, the marks by which they keep out of each other's way,
//! the primitives that both are made of (loom's where every interleaving is checked), and the stack that every search runs on.
//!
//! This room knows no game and no algorithm.

pub(crate) mod busy;
pub(crate) mod sharing;
pub(crate) mod stack;
pub(crate) mod sync;
