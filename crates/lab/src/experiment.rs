//! What an experiment is: data (what it is about, its instances), one measurement, and the page that shows it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::page::Page;
use crate::parameters::{Chosen, Parameter, ParameterProblem};
use crate::record::{Record, Scalar};

/// An experiment: a table or figure of a paper, measured again.
///
/// The runner asks for the [`instances`](Self::instances), measures each with [`run`](Self::run), in any order and
/// perhaps in several sessions, and hands all records, in the order of the instances, to [`page`](Self::page).
///
/// ```
/// use secateur_lab::{
///     About, Context, Experiment, Instance, Page, Record, RunError, Settings, Table, number,
/// };
///
/// /// How many leaves a uniform tree has.
/// struct Leaves;
///
/// impl Experiment for Leaves {
///     fn about(&self) -> &About {
///         &About {
///             id: "leaves",
///             title: "Leaves of uniform trees",
///             paper: "A paper on trees",
///             place: "Table 1",
///             seconds: 2.0,
///             quick_seconds: 1.0,
///         }
///     }
///
///     fn instances(&self, settings: &Settings) -> Vec<Instance> {
///         let deepest: u32 = if settings.quick { 3 } else { 6 };
///         (1..=deepest).map(|depth| Instance::new(format!("depth={depth}")).with("depth", depth)).collect()
///     }
///
///     fn run(&self, instance: &Instance, _: &Context) -> Result<Record, RunError> {
///         let depth = instance.count("depth")? as u32;
///         Ok(Record::new().with("leaves", 3_u64.pow(depth)))
///     }
///
///     fn page(&self, records: &[Record]) -> Page {
///         let mut table = Table::new("leaves", "Leaves by depth").column("depth").compared("leaves");
///         for record in records {
///             let depth = number::grouped(record.number("depth").unwrap_or(f64::NAN));
///             let printed = (record.has("depth", 2)).then_some(9.0);
///             table.row(depth).beside(record.number("leaves"), printed);
///         }
///         Page::new().prose("A tree of depth *d* has 3^d leaves.").table(table)
///     }
/// }
///
/// assert_eq!(Leaves.instances(&Settings::new("0.1.0").quick(true)).len(), 3);
/// ```
pub trait Experiment: Sync {
    /// What the experiment is about.
    fn about(&self) -> &About;

    /// Raised whenever a change of the code makes old records of the experiment incomparable with new ones, so that
    /// a journal from before is set aside instead of being mixed in.
    fn revision(&self) -> u32 {
        1
    }

    /// What can be varied, with the paper's choice and ours. The runner reads the settings' options by it before anything else.
    fn parameters(&self) -> &[Parameter] {
        &[]
    }

    /// Whether the settings' options are parameters of this experiment.
    ///
    /// # Errors
    /// [`ParameterProblem`], which says what was expected.
    fn check(&self, settings: &Settings) -> Result<(), ParameterProblem> {
        Chosen::of(self.parameters(), settings).map(drop)
    }

    /// The command that measures the same again.
    fn command(&self, settings: &Settings) -> String {
        let options: String = settings.options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        let version = if settings.quick { " --quick" } else { "" };
        let seed = if settings.seed == 1 { String::new() } else { format!(" --seed {}", settings.seed) };
        format!("secateur reproduce {}{options}{version}{seed}", self.about().id)
    }

    /// The instances to measure; `settings` says whether the small version is wanted, which seed to start from, and which
    /// parameters differ from the usual ones. The same settings must always give the same instances, and all that a
    /// measurement depends on must stand in its instance: that is how a journal tells what it has.
    fn instances(&self, settings: &Settings) -> Vec<Instance>;

    /// Measures one instance. The answer need not repeat the instance's parameters: the runner adds them.
    ///
    /// # Errors
    /// [`RunError::Stopped`] when the context was cancelled, [`RunError::Failed`] when the instance cannot be measured.
    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError>;

    /// The page that shows the records beside the paper's figures.
    fn page(&self, records: &[Record]) -> Page;
}

/// What an experiment is about, in the words that the list of experiments shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct About {
    /// The name on the command line and of the written files: lower-case words joined by hyphens.
    pub id: &'static str,
    /// One line that says what is measured.
    pub title: &'static str,
    /// The paper that is reproduced.
    pub paper: &'static str,
    /// Where in the paper the figures stand, such as `Table 2`.
    pub place: &'static str,
    /// About how many seconds the full version takes.
    pub seconds: f64,
    /// About how many seconds the quick version takes.
    pub quick_seconds: f64,
}

/// How an experiment is to be run. Two runs with equal settings measure the same thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Settings {
    /// The version of the program, part of what a journal must agree on before a run resumes.
    pub version: String,
    /// Whether the small version is wanted.
    pub quick: bool,
    /// The seed from which the instances' seeds are derived.
    pub seed: u64,
    /// Options of the experiment itself, by name.
    pub options: BTreeMap<String, String>,
}

impl Settings {
    /// The full version with seed 1 and no options.
    pub fn new(version: impl Into<String>) -> Self {
        Self { version: version.into(), quick: false, seed: 1, options: BTreeMap::new() }
    }

    /// The same settings for the small version, or for the full one.
    #[must_use]
    pub fn quick(self, quick: bool) -> Self {
        Self { quick, ..self }
    }

    /// The same settings with another seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The same settings with an option of the experiment.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.insert(name.into(), value.into());
        self
    }
}

/// One thing to measure: a stable key, parameters, a seed.
///
/// ```
/// use secateur_lab::Instance;
/// let instance = Instance::new("connect-four depth=12").with("depth", 12).seeded(7).alone().weighing(4.0);
/// assert_eq!(instance.count("depth").unwrap(), 12);
/// assert!(instance.text("game").unwrap_err().to_string().contains("no text `game`"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Instance {
    /// Names the instance in the journal: unique in its experiment and the same in every run.
    pub key: String,
    /// The parameters, which become the first fields of the instance's record.
    pub parameters: Record,
    /// The seed of everything random in the instance.
    pub seed: u64,
    /// Whether nothing else may run meanwhile, because time is measured.
    pub alone: bool,
    /// The expected cost relative to the other instances; the estimate of the time left rests on it.
    pub weight: f64,
}

impl Instance {
    /// An instance without parameters, with seed 0 and weight 1, that may run beside others.
    pub fn new(key: impl Into<String>) -> Self {
        Self { key: key.into(), parameters: Record::new(), seed: 0, alone: false, weight: 1.0 }
    }

    /// The same instance with a parameter more.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Scalar>) -> Self {
        self.parameters.set(name, value);
        self
    }

    /// The same instance with a seed.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The same instance, to be run with nothing else running beside it.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { alone: true, ..self }
    }

    /// The same instance with an expected cost relative to the others.
    #[must_use]
    pub fn weighing(self, weight: f64) -> Self {
        Self { weight, ..self }
    }

    /// The number in a parameter.
    ///
    /// # Errors
    /// [`RunError::Failed`] if there is no such number.
    pub fn number(&self, name: &str) -> Result<f64, RunError> {
        self.parameters.number(name).ok_or_else(|| self.lacks("number", name))
    }

    /// The whole, non-negative number in a parameter.
    ///
    /// # Errors
    /// [`RunError::Failed`] if there is no such number.
    pub fn count(&self, name: &str) -> Result<u64, RunError> {
        self.parameters.count(name).ok_or_else(|| self.lacks("count", name))
    }

    /// The text in a parameter.
    ///
    /// # Errors
    /// [`RunError::Failed`] if there is no such text.
    pub fn text(&self, name: &str) -> Result<&str, RunError> {
        self.parameters.text(name).ok_or_else(|| self.lacks("text", name))
    }

    fn lacks(&self, kind: &str, name: &str) -> RunError {
        RunError::failed(format!("the instance has no {kind} `{name}`"))
    }
}

/// What a measurement may use beside its instance.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Context {
    /// How many threads an instance that runs alone may use; the others should keep to one.
    pub threads: usize,
    /// Set by another thread when the run is to stop; hand it to the search's limits.
    pub cancel: Arc<AtomicBool>,
}

impl Context {
    /// A context with a number of threads and a flag of its own.
    pub fn new(threads: usize) -> Self {
        Self { threads: threads.max(1), cancel: Arc::default() }
    }

    /// [`RunError::Stopped`] once the run is to stop; for use between the steps of a long measurement.
    ///
    /// # Errors
    /// [`RunError::Stopped`], as said.
    pub fn check(&self) -> Result<(), RunError> {
        if self.cancel.load(Ordering::Relaxed) { Err(RunError::Stopped) } else { Ok(()) }
    }
}

/// Why an instance has no record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The run was cancelled; the instance is measured anew when the run resumes.
    #[error("stopped before it was finished")]
    Stopped,
    /// The instance cannot be measured.
    #[error("{0}")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl RunError {
    /// A failure from a message or from another error.
    pub fn failed(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Failed(cause.into())
    }
}
