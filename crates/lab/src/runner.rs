//! The one runner of all experiments.
//!
//! It measures the instances that the [journal](crate::journal) does not have yet: first those that may run side by
//! side, on as many threads as the plan allows, then those that must run alone. Each finished instance is in the
//! journal before the next begins, so a run may be stopped, killed or unplugged at any moment and be resumed by the
//! same call.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::experiment::{Context, Experiment, Instance, RunError, Settings};
use crate::journal::{Entry, Identity, Journal};
use crate::machine::{Machine, utc_now};
use crate::output::Results;
use crate::progress::{Pace, Progress, Status};
use crate::record::Record;

/// Where and how an experiment is to be run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Plan {
    /// The directory of the journal and of the written files; it is made if it does not exist.
    pub directory: PathBuf,
    /// What is to be measured.
    pub settings: Settings,
    /// How many threads may be used.
    pub threads: usize,
    /// Whether to begin anew even if there is something to resume; the old journal is kept beside the new one.
    pub fresh: bool,
    /// Stops the run when another thread sets it; what is finished by then is kept.
    pub cancel: Arc<AtomicBool>,
}

impl Plan {
    /// A plan that resumes what there is, on all cores.
    pub fn new(directory: impl Into<PathBuf>, settings: Settings) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        Self { directory: directory.into(), settings, threads, fresh: false, cancel: Arc::default() }
    }

    /// The same plan on another number of threads, at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same plan, beginning anew or not.
    #[must_use]
    pub fn fresh(self, fresh: bool) -> Self {
        Self { fresh, ..self }
    }

    /// The same plan with a flag that stops the run.
    #[must_use]
    pub fn cancel(self, cancel: Arc<AtomicBool>) -> Self {
        Self { cancel, ..self }
    }
}

/// How a run ended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Ended {
    /// Every instance is measured.
    Finished(Box<Results>),
    /// The cancel flag was set; the same call resumes.
    Stopped {
        /// How many instances are in the journal.
        done: usize,
        /// How many there are.
        total: usize,
    },
}

/// Why a run failed. What was finished before is in the journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Another process runs this experiment in this directory.
    #[error("{}: another process is running this experiment here; wait for it or choose another directory", path.display())]
    Busy {
        /// The lock that it holds.
        path: PathBuf,
    },
    /// The id of the experiment cannot name a file.
    #[error("experiment id `{0}`: expected lower-case letters, digits and hyphens")]
    BadId(String),
    /// Two instances of an experiment have the same key.
    #[error("two instances have the key `{0}`")]
    DuplicateKey(String),
    /// A measurement reports a field that is a parameter of its instance, with another value.
    #[error("instance `{key}`: the measured `{field}` contradicts the parameter of that name")]
    Contradiction {
        /// The key of the instance.
        key: String,
        /// The name of the field.
        field: String,
    },
    /// An instance could not be measured.
    #[error("instance `{key}`: {source}")]
    Instance {
        /// The key of the instance.
        key: String,
        /// Why.
        source: RunError,
    },
    /// The code of the experiment panicked.
    #[error("instance `{key}`: the experiment panicked: {message}")]
    Panicked {
        /// The key of the instance.
        key: String,
        /// What it said.
        message: String,
    },
    /// A plot could not be drawn.
    #[error("figure `{figure}`: {source}")]
    Plot {
        /// The id of the figure.
        figure: String,
        /// Why.
        source: crate::plot::PlotError,
    },
}

impl Error {
    pub(crate) fn io(path: &Path, source: std::io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }
}

/// Measures every instance that is not in the journal yet.
///
/// # Errors
/// [`Error`], as its variants say. The first instance that fails stops the run.
pub fn run(experiment: &dyn Experiment, plan: &Plan, progress: &dyn Progress) -> Result<Ended, Error> {
    let id = experiment.about().id;
    if !is_file_name(id) {
        return Err(Error::BadId(id.to_owned()));
    }
    let instances = experiment.instances(&plan.settings);
    let places = places_by_key(&instances)?;
    std::fs::create_dir_all(&plan.directory).map_err(|e| Error::io(&plan.directory, e))?;
    let _lock = lock(&plan.directory.join(format!(".{id}.lock")))?;

    let machine = Machine::this();
    let identity = identity(experiment, plan, &instances, &machine);
    let path = plan.directory.join(format!("{id}.journal"));
    let (journal, entries, notices) = Journal::open(&path, &identity, plan.fresh)?;
    for notice in &notices {
        progress.notice(notice);
    }

    let started = journal.started().to_owned();
    let mut state = State {
        journal,
        records: vec![None; instances.len()],
        pace: Pace::new(experiment.about(), plan, &instances),
        done: 0,
        resumed: 0,
        finished: started.clone(),
        failure: None,
    };
    for entry in entries {
        // Equal identities have equal instances, so an unknown key can only be damage, which costs nothing.
        if let Some(&place) = places.get(entry.key.as_str()) {
            state.resumed += 1;
            state.done += 1;
            state.pace.finish(&instances[place], entry.seconds);
            state.finished = state.finished.max(entry.finished);
            state.records[place] = Some(entry.record);
        }
    }

    let session =
        Session { experiment, instances: &instances, plan, progress, begun: Instant::now(), state: Mutex::new(state) };
    session.measure();

    let state = session.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = state.failure {
        return Err(failure);
    }
    if state.done < instances.len() {
        return Ok(Ended::Stopped { done: state.done, total: instances.len() });
    }
    let records: Vec<Record> = state.records.into_iter().flatten().collect();
    let page = experiment.page(&records);
    let results = Results {
        about: experiment.about().clone(),
        settings: plan.settings.clone(),
        machine,
        started,
        finished: state.finished,
        records,
        page,
    };
    Ok(Ended::Finished(Box::new(results)))
}

/// Runs the experiment and, if it is finished, writes its files into the plan's directory.
///
/// # Errors
/// [`Error`], as its variants say.
pub fn reproduce(experiment: &dyn Experiment, plan: &Plan, progress: &dyn Progress) -> Result<Ended, Error> {
    let ended = run(experiment, plan, progress)?;
    if let Ended::Finished(results) = &ended {
        results.write(&plan.directory)?;
    }
    Ok(ended)
}

/// Whether a text is made of lower-case letters, digits and inner hyphens, so that it can name a file everywhere.
pub(crate) fn is_file_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && !text.starts_with('-') && !text.ends_with('-') && text.chars().all(fits)
}

fn places_by_key(instances: &[Instance]) -> Result<HashMap<&str, usize>, Error> {
    let mut places = HashMap::new();
    for (place, instance) in instances.iter().enumerate() {
        if places.insert(instance.key.as_str(), place).is_some() {
            return Err(Error::DuplicateKey(instance.key.clone()));
        }
    }
    Ok(places)
}

/// Takes the lock of an experiment in a directory until the answer is dropped, or the process ends in whatever way.
fn lock(path: &Path) -> Result<File, Error> {
    let file = File::create(path).map_err(|source| Error::io(path, source))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Busy { path: path.to_owned() }),
        // A file system without locks cannot protect from a second run, and that is no reason to refuse the first.
        Err(TryLockError::Error(e)) if e.kind() == std::io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(source)) => Err(Error::io(path, source)),
    }
}

fn identity(experiment: &dyn Experiment, plan: &Plan, instances: &[Instance], machine: &Machine) -> Identity {
    let timed = instances.iter().any(|instance| instance.alone);
    Identity {
        experiment: experiment.about().id.to_owned(),
        revision: experiment.revision(),
        settings: plan.settings.clone(),
        instances: fingerprint(instances),
        machine: timed.then(|| format!("{}, {} of them used", machine.identity(), plan.threads)),
    }
}

/// FNV-1a over what is measured, as JSON. It guards against honest change, not against forgery; the weights are left
/// out, since they change an estimate only.
fn fingerprint(instances: &[Instance]) -> String {
    let measured = |one: &Instance| json!([one.key, one.parameters, one.seed, one.alone]);
    let text = Value::from_iter(instances.iter().map(measured)).to_string().into_bytes();
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.iter().fold(0xcbf2_9ce4_8422_2325, mix))
}

/// What the threads of a session share.
struct Session<'a> {
    experiment: &'a dyn Experiment,
    instances: &'a [Instance],
    plan: &'a Plan,
    progress: &'a dyn Progress,
    begun: Instant,
    state: Mutex<State>,
}

struct State {
    journal: Journal,
    /// By place in the list of instances.
    records: Vec<Option<Record>>,
    pace: Pace,
    done: usize,
    resumed: usize,
    finished: String,
    failure: Option<Error>,
}

impl Session<'_> {
    fn measure(&self) {
        let missing = |alone: bool| -> Vec<usize> {
            let state = self.state();
            (0..self.instances.len())
                .filter(|&place| state.records[place].is_none() && self.instances[place].alone == alone)
                .collect()
        };
        let (together, alone) = (missing(false), missing(true));
        self.report("");
        let workers = self.plan.threads.min(together.len());
        if workers > 0 {
            let next = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for _ in 0..workers {
                    scope.spawn(|| self.work(&together, &next, 1));
                }
            });
        }
        self.work(&alone, &AtomicUsize::new(0), self.plan.threads);
    }

    /// Takes instances from a shared list until it is empty or the run is to stop.
    fn work(&self, places: &[usize], next: &AtomicUsize, threads: usize) {
        let context = Context { threads, cancel: Arc::clone(&self.plan.cancel) };
        while context.check().is_ok() && self.state().failure.is_none() {
            let Some(&place) = places.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let instance = &self.instances[place];
            self.report(&instance.key);
            let begun = Instant::now();
            match self.record(instance, &context) {
                Ok(record) => self.keep(place, record, begun.elapsed()),
                Err(Error::Instance { source: RunError::Stopped, .. }) if context.check().is_err() => break,
                Err(failure) => {
                    self.state().failure.get_or_insert(failure);
                }
            }
            self.report(&instance.key);
        }
    }

    /// Measures one instance; its record begins with the key, the parameters and the seed.
    fn record(&self, instance: &Instance, context: &Context) -> Result<Record, Error> {
        let key = || instance.key.clone();
        let run = || self.experiment.run(instance, context);
        let measured = catch_unwind(AssertUnwindSafe(run))
            .map_err(|cause| Error::Panicked { key: key(), message: panic_message(&*cause) })?
            .map_err(|source| Error::Instance { key: key(), source })?;
        let mut record = Record::new().with("instance", instance.key.as_str());
        for (name, value) in instance.parameters.fields() {
            record.set(name, value.clone());
        }
        if record.get("seed").is_none() {
            record.set("seed", instance.seed);
        }
        for (name, value) in measured.fields() {
            if record.get(name).is_some_and(|parameter| parameter != value) {
                return Err(Error::Contradiction { key: key(), field: name.to_owned() });
            }
            record.set(name, value.clone());
        }
        Ok(record)
    }

    fn keep(&self, place: usize, record: Record, took: Duration) {
        let instance = &self.instances[place];
        let entry = Entry { key: instance.key.clone(), seconds: took.as_secs_f64(), finished: utc_now(), record };
        let mut state = self.state();
        match state.journal.append(&entry) {
            Ok(()) => {
                state.done += 1;
                state.pace.finish(instance, entry.seconds);
                state.finished = entry.finished;
                state.records[place] = Some(entry.record);
            }
            Err(failure) => {
                state.failure.get_or_insert(failure);
            }
        }
    }

    fn report(&self, current: &str) {
        let state = self.state();
        let status = Status {
            total: self.instances.len(),
            done: state.done,
            resumed: state.resumed,
            current: current.to_owned(),
            elapsed: self.begun.elapsed(),
            left: state.pace.left(),
        };
        drop(state);
        self.progress.status(&status);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic of an experiment is caught before it can poison the lock, so a poisoned state is still whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn panic_message(cause: &(dyn std::any::Any + Send)) -> String {
    let text = cause.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| cause.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
