//! The games that Secateur brings along, one file each, and the words that choose one of them.
//!
//! Every game has a [`Description`] for people and a `from_parameters` for the program:
//!
//! ```
//! use secateur_game::{Describe, Game};
//! use secateur_games::{Parameters, TicTacToe};
//!
//! let parameters = Parameters::parse(["position=5137"])?;
//! let game = TicTacToe::from_parameters(&parameters)?;
//! println!("{}", game.show(&game.start()));
//!
//! let misspelt = Parameters::parse(["positoin=5137"])?;
//! let problem = TicTacToe::from_parameters(&misspelt).unwrap_err();
//! assert_eq!(problem.to_string(), "tic-tac-toe has no parameter positoin; did you mean position?");
//! # Ok::<(), secateur_games::ParameterError>(())
//! ```

pub mod attrition;
pub mod backgammon;
pub mod battle;
pub mod bearoff;
pub mod bidding_tic_tac_toe;
pub mod circuit;
pub mod connect_four;
pub mod cops_and_robbers;
pub mod dag;
#[cfg(test)]
mod definition;
pub mod duel;
pub mod einstein;
mod estimates;
pub mod game_2048;
pub mod goofspiel;
mod grid;
pub mod oshi_zumo;
pub mod parameters;
pub mod pig;
pub mod pursuit;
pub mod racing;
pub mod random_dag;
pub mod random_joint;
pub mod random_mixed;
pub mod random_tree;
pub mod snakes;
pub mod tic_tac_toe;
pub mod tree;
pub mod tron;
pub mod two_criteria;
mod ways;
mod words;

pub use attrition::Attrition;
pub use backgammon::Backgammon;
pub use battle::Battle;
pub use bearoff::Bearoff;
pub use bidding_tic_tac_toe::BiddingTicTacToe;
pub use circuit::Circuit;
pub use connect_four::{AnyConnectFour, ConnectFour};
pub use cops_and_robbers::CopsAndRobbers;
pub use dag::Dag;
pub use duel::Duel;
pub use einstein::Einstein;
pub use game_2048::Game2048;
pub use goofspiel::Goofspiel;
pub use oshi_zumo::OshiZumo;
pub use parameters::{Description, Parameter, ParameterError, Parameters};
pub use pig::Pig;
pub use pursuit::Pursuit;
pub use racing::{AnyRacing, Racing};
pub use random_dag::AnyRandomDag;
pub use random_joint::RandomJoint;
pub use random_mixed::RandomMixed;
pub use random_tree::{AnyRandomTree, RandomTree};
pub use snakes::Snakes;
pub use tic_tac_toe::TicTacToe;
pub use tree::{AlternatingTree, ChanceTree, Tree};
pub use tron::Tron;
pub use two_criteria::TwoCriteria;
