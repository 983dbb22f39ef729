//! The searches of games with chance against an oracle in exact arithmetic, and against each other.

mod expectimax;
mod oracle;
