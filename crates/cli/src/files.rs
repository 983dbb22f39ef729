//! How large the files may be that commands read, in MB: in memory their contents take many times as much.

/// Text that people or other programs write.
pub(crate) const LARGEST: u64 = 64;

/// What this program writes itself: strategies for whole games.
pub(crate) const LARGEST_STRATEGY: u64 = 1024;
