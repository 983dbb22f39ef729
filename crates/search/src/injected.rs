//! Bugs on purpose. With `--cfg secateur_injected` the bug that the environment names (`SECATEUR_INJECTED`) is put back where
//! it was, or might be, and `cargo xtask injected` checks that the attack finds it. Without the flag nothing of this is compiled
//! into a search: [`is`] is a constant.

/// A bug that can be put in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bug {
    /// What a table entry of a limited depth shows is stored as holding at every depth: the first bug of its kind that was found.
    Reach,
    /// The line of either end of the promises is taken for that of both.
    Line,
    /// Whoever looked at everything calls it solved, however far apart the bounds are.
    Solved,
    /// The mean of outcomes is rounded to the wrong side.
    Rounding,
    /// A row is dropped because one of its cells failed low by a little.
    Row,
    /// A search takes a node more than it may.
    Limit,
}

/// Whether this bug is put in.
#[cfg(not(secateur_injected))]
#[inline(always)]
pub(crate) const fn is(_: Bug) -> bool {
    false
}

/// Whether this bug is put in.
#[cfg(secateur_injected)]
pub(crate) fn is(bug: Bug) -> bool {
    use std::sync::OnceLock;

    static NAMED: OnceLock<Option<Bug>> = OnceLock::new();
    let named = || {
        let name = std::env::var("SECATEUR_INJECTED").unwrap_or_default();
        let all = [Bug::Reach, Bug::Line, Bug::Solved, Bug::Rounding, Bug::Row, Bug::Limit];
        all.into_iter().find(|bug| format!("{bug:?}").eq_ignore_ascii_case(&name))
    };
    *NAMED.get_or_init(named) == Some(bug)
}
