//! A search as a record: one JSON document that says what a search looked at, in which order, with which windows and bounds, and why
//! it left each position. `docs/trace.md` explains the format with an example.
//!
//! ```
//! use secateur_trace::{Event, Record};
//!
//! let record: Record = serde_json::from_str(include_str!("../fixtures/small.json"))?;
//! assert_eq!(record.algorithm, "alpha-beta");
//! let cut = record.events.iter().find_map(|event| match event {
//!     Event::Leave { words, .. } if words.starts_with("cut") => Some(words.as_str()),
//!     _ => None,
//! });
//! assert_eq!(cut, Some("cut: U = 2 ≤ α = 3"));
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod draw;
mod record;
mod recorder;
mod replay;
mod request;
mod value;
mod words;

pub use record::{Beyond, Bounds, Event, Node, Record, SCHEMA_VERSION, Step, Thinned, Totals, Turn, Why, Window};
pub use recorder::{Keep, Recorder, Shown};
pub use replay::{Seen, Standing};
pub use request::trace;
pub use value::Value;
