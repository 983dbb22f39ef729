//! The laboratory: experiments are data, and one runner measures, journals, and reports them all.
//!
//! An [`Experiment`] says what it is about, lists its [`Instance`]s, measures one, and lays out the [`Page`] that shows
//! the [`Record`]s beside the paper's figures. [`reproduce`] does the rest: it runs the instances, resumes a stopped
//! run, and writes CSV, JSON, Markdown, LaTeX, and SVG; [`write_report`] puts a set of experiments into one HTML file.
//!
//! ```
//! # use secateur_lab::*;
//! # struct Squares;
//! # impl Experiment for Squares {
//! #     fn about(&self) -> &About {
//! #         &About { id: "squares", title: "Squares", paper: "Elements", place: "Book VI", seconds: 1.0, quick_seconds: 1.0 }
//! #     }
//! #     fn instances(&self, _: &Settings) -> Vec<Instance> {
//! #         (1..4_u64).map(|n| Instance::new(format!("n={n}")).with("n", n)).collect()
//! #     }
//! #     fn run(&self, instance: &Instance, _: &Context) -> Result<Record, RunError> {
//! #         let n = instance.count("n")?;
//! #         Ok(Record::new().with("square", n * n))
//! #     }
//! #     fn page(&self, _: &[Record]) -> Page {
//! #         Page::new()
//! #     }
//! # }
//! let directory = tempfile::tempdir()?;
//! let plan = Plan::new(directory.path(), Settings::new("0.1.0").quick(true)).threads(2);
//! // `Squares` is an experiment with three instances; `Silent` hears no progress.
//! let Ended::Finished(results) = reproduce(&Squares, &plan, &Silent)? else { panic!("nobody stopped it") };
//! assert_eq!(results.records[2].count("square"), Some(9));
//! let csv = std::fs::read_to_string(directory.path().join("squares.csv"))?;
//! assert!(csv.starts_with("instance,n,seed,square\r\nn=1,1,0,1\r\n"));
//! let report = write_report(directory.path(), "Squares", &[*results])?;
//! assert!(std::fs::read_to_string(report)?.starts_with("<!DOCTYPE html>"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod csv;
mod experiment;
mod experiments;
mod figure;
pub mod html;
mod journal;
pub mod latex;
mod letters;
pub mod machine;
pub mod markdown;
mod marks;
pub mod number;
mod output;
mod page;
mod parameters;
pub mod plot;
mod processor;
mod progress;
mod record;
mod registry;
mod resident;
mod runner;
mod scene;
pub mod statistics;
mod sweep;
mod table;
mod ticks;

pub use experiment::{About, Context, Experiment, Instance, RunError, Settings};
pub use figure::{Axis, Figure, Point, Scale, Series, Style};
pub use machine::Machine;
pub use output::{Results, SCHEMA_VERSION, write_report};
pub use page::{Block, Page};
pub use parameters::{Chosen, Kind, Parameter, ParameterProblem};
pub use progress::{Notice, Progress, Silent, Status};
pub use record::{Record, Scalar, numbers};
pub use registry::{UnknownExperiment, experiments, find, find_in};
pub use runner::{Ended, Error, Merged, Plan, merge, recall, reproduce, run};
pub use sweep::{Grid, GridGame, Sweep};
pub use table::{Cell, Column, OwnFigure, Row, Table};
