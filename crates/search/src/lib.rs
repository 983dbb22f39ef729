//! The searches of Secateur: one file per algorithm, with table, ordering, limits and observers beside them.
//!
//! A [`Search`] is a question about a game; the algorithms are its verbs.
//!
//! ```
//! use secateur_games::{ConnectFour, connect_four::Size};
//! use secateur_search::{Limits, Search, Stop, Table};
//!
//! let game = ConnectFour::on(Size::new(5, 4)?);
//!
//! // Every algorithm answers with bounds that hold …
//! let plain = Search::new(&game).limits(Limits::none().depth(6)).alpha_beta();
//! assert!(plain.bounds.contains(&0) && plain.stopped == Stop::Depth);
//!
//! // … and the better ones sooner.
//! let table = Table::with_megabytes(16)?;
//! let solved = Search::new(&game).expert().memory(&table).mtdf(0);
//! assert_eq!((solved.bounds.lower, solved.bounds.upper, solved.stopped), (0, 0, Stop::Solved));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | verb | algorithm |
//! | --- | --- |
//! | [`Search::minimax`] | everything, the plain definition |
//! | [`Search::parallel_minimax`] | the same, divided among threads |
//! | [`Search::alpha_beta`] | fail-soft alpha-beta |
//! | [`Search::scout`] | NegaScout: null windows for all but the first move |
//! | [`Search::mtdf`] | MTD(f): null windows only, around a guess |
//! | [`Search::deepening`] | iterative deepening with aspiration windows, of any of these |
//! | [`Search::jamboree`] | alpha-beta on several threads, as the handout has it |
//! | [`Search::proof_number`] | df-pn: yes or no, where narrow wins lie deep |
//!
//! For values that are only partially ordered, a question starts with [`Search::at`]:
//!
//! | verb | algorithm |
//! | --- | --- |
//! | [`Search::lattice_minimax`] | MMC: everything once, with a cache |
//! | [`Search::lattice_alpha_beta`] | AB: alpha-beta without a cache |
//! | [`Search::lattice_alpha_beta_cache`] | ABC: alpha-beta with a cache of exact values |
//! | [`Search::duo`] | ABD: alpha-beta duo, with a cache of both bounds; and duo-plus |
//!
//! For games in which both players move at once (and for any mixture of turns, with [`Real`](secateur_value::Real) values):
//!
//! | verb | algorithm |
//! | --- | --- |
//! | [`Search::backward_induction`] | every cell of every matrix, with or without a memory |
//! | [`Search::exact`] | the same in exact rationals |
//! | [`Search::smab`] | SMAB: cells with windows of their own, dominated moves dropped |
//! | [`Search::serialized`] | BIαβ: backward induction, but cells whose serialized bounds meet are not expanded |
//! | [`Search::double_oracle`] | DO and DOαβ: only moves that are a best response to something |
//! | [`Search::joint`] | best-first: only cells that can matter, serialized bounds, a memory of both bounds |
//! | [`Search::sequence_form`] | one linear program for the whole game |
//! | [`Search::normal_form`] | one matrix of all pure strategies, for tiny games |
//!
//! What a search does at its root a [`Profile`] does everywhere, and [`best_response`] says what that guarantees.
//!
//! For games with chance:
//!
//! | verb | algorithm |
//! | --- | --- |
//! | [`Search::expectimax`] | everything, the plain definition |
//! | [`Search::interval_iteration`] | every position once, or in circles until nothing changes |
//! | [`Search::star1`] | Star1: windows that pass through chance |
//! | [`Search::star2`] | Star2: the same with a probe of every outcome |
//! | [`Search::bounded`] | BAB: bounds at most ε apart, as printed |
//! | [`Search::bounded_plus`] | the same with all that was found to pay |
//! | [`Search::bounded_jamboree`] | the same on several threads |
//! | [`Search::mcms`] | Star1 on a sample of the outcomes: an estimate |
//! | [`Search::chance_probcut`] | Star1 that trusts shallow searches: an estimate |
//!
//! A [`Keeper`] plays by such searches, and errs by at most ε over the whole game.

mod advice;
mod chance;
mod classic;
mod engine;
mod injected;
mod joint;
mod lattice;
mod layers;
mod memory;
mod oracle;
mod question;
mod strategy;
mod threads;

pub use advice::{Advice, Basis, Bot, BotOptions, Deadline, EstimateMemory, Estimating, Memories};
pub use chance::{BoundedPlus, ChanceProbCut, Draws, Mcms, Sampled};
pub use classic::{Deepening, Jamboree, Meet, NextWindow, ParallelMinimax, ProofNumber};
pub use engine::{Engine, EngineMemory, Way};
pub use joint::{CellOrder, DoubleOracle, Joint, Reading, Serialized, Smab};
pub use lattice::{Duo, Refine};
pub use layers::{
    Below, Block, Crew, FileProblem, Keep, LayerFound, LayerProgress, Layers, LayersAnswer, LayersCost, LayersError,
    LayersRun, LayersSettings, Shape, crew, game_of_layers, join_crew, layers_memory, open_layers, solve_layers,
};
pub use memory::{Cache, Forgetful, Known, Ledger, Memory, Reach, Recalled, Table, table};
pub use oracle::{Exact, NotExact, Terminals, terminals};
pub use question::{
    AsListed, BadEpsilon, Beyond, Cancel, Constant, Distinct, End, Epsilon, Estimate, HintFirst, Horizon, Learned,
    Left, Limits, Observer, Order, Outcome, Progress, Promise, Search, Statistics, Step, Stop, Strategies, Watch,
};
pub use strategy::{Behaviour, DecidedAt, Gathered, Keeper, Profile, best_response};
#[cfg(feature = "sequence-form")]
pub use strategy::{TooManyStrategies, Unsolved};
pub use threads::busy::{Busy, Stay};
