//! What is asked and what is answered: a [`Search`], its [`Limits`], who observes it, the [`Outcome`].
//!
//! Every family uses this room. It uses `threads` (a worker asks whether its stack lasts and whether its work still
//! matters) and `memory`, and no family.

pub(crate) mod answer;
pub(crate) mod distinct;
pub(crate) mod epsilon;
pub(crate) mod horizon;
pub(crate) mod limits;
pub(crate) mod observe;
pub(crate) mod ordering;
pub(crate) mod outcome;
pub(crate) mod principal_line;
pub(crate) mod search;
pub(crate) mod side;
pub(crate) mod watch;

pub use distinct::Distinct;
pub use epsilon::{BadEpsilon, Epsilon};
pub use horizon::{Constant, End, Estimate, Horizon, Promise};
pub use limits::{Cancel, Limits, Progress};
pub use observe::{Beyond, Left, Observer, Step};
pub use ordering::{AsListed, HintFirst, Learned, Order};
pub use outcome::{Outcome, Statistics, Stop, Strategies};
pub use search::Search;
pub use watch::Watch;
