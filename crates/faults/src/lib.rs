//! Fault trees.
