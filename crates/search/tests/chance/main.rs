//! The searches of games with chance against an oracle in exact arithmetic, and against each other.

mod bounded;
mod estimates;
mod expectimax;
mod keeper;
mod nodes;
mod oracle;
mod table;
mod threads;
