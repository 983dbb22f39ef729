//! What all searches of games with simultaneous turns share.
//!
//! Such a game is a *stacked matrix game* (Saffidine, Finnsson, Buro 2012): a turn of both players is a matrix whose cells
//! are the positions after each pair of moves. A position's value is the value of its matrix, so it is a real number
//! even where the game ends in whole ones, and no search can do with one number: everything here is an interval that
//! holds, rounded outwards wherever it is computed.
//!
//! * [`walk`]: the recursion over every kind of turn, limits, memory; an algorithm says only what it does with a matrix;
//! * [`matrix`]: the matrix of a position, with serialized bounds for its cells;
//! * [`kernel`]: the matrices' values, counted and timed;
//! * [`average`]: means of intervals, for chance turns and mixed moves;
//! * [`serial`]: bounds by letting one player move first;
//! * [`ledger`], [`book`]: memories that grow;
//! * [`conclusion`]: from what was found to an outcome.

pub(crate) mod average;
pub(crate) mod book;
pub(crate) mod conclusion;
pub(crate) mod kernel;
pub(crate) mod ledger;
pub(crate) mod matrix;
pub(crate) mod serial;
pub(crate) mod walk;
