//! The one runner of all experiments.
//!
//! It measures the instances that the [journal](crate::journal) does not have yet: first those that may run side by
//! side, on as many threads as the plan allows, then those that must run alone. Each finished instance is in the
//! journal before the next begins, so a run may be stopped, killed or unplugged at any moment and be resumed by the
//! same call.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::experiment::{Context, Experiment, Instance, RunError, Settings};
use crate::journal::{Entry, Header, Identity, Journal};
use crate::machine::{Machine, build, utc_now};
use crate::output::Results;
use crate::parameters::{Chosen, ParameterProblem};
use crate::progress::{Notice, Pace, Progress, Status};
use crate::record::Record;
use crate::table::OwnFigure;

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
    /// Which share of the instances is to be measured: the first number of so many shares, counted from 1.
    pub shard: Option<(usize, usize)>,
    /// The reader's own figures, to stand beside ours and the paper's.
    pub own: Vec<OwnFigure>,
    /// Stops the run when another thread sets it; what is finished by then is kept.
    pub cancel: Arc<AtomicBool>,
}

impl Plan {
    /// A plan that resumes what there is, on all cores.
    pub fn new(directory: impl Into<PathBuf>, settings: Settings) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, Into::into);
        Self {
            directory: directory.into(),
            settings,
            threads,
            fresh: false,
            shard: None,
            own: Vec::new(),
            cancel: Arc::default(),
        }
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

    /// The same plan for one of so many shares, counted from 1, that together are the whole.
    ///
    /// # Panics
    /// If there is no such share.
    #[must_use]
    pub fn shard(self, shard: Option<(usize, usize)>) -> Self {
        assert!(shard.is_none_or(|(one, of)| (1..=of).contains(&one)), "there is no share {shard:?}");
        Self { shard, ..self }
    }

    /// The same plan with the reader's own figures.
    #[must_use]
    pub fn own(self, own: Vec<OwnFigure>) -> Self {
        Self { own, ..self }
    }

    /// The places of the instances that are this plan's to measure.
    fn ours(&self, total: usize) -> impl Iterator<Item = usize> + Clone + use<> {
        let (first, step) = self.shard.map_or((0, 1), |(one, of)| (one - 1, of));
        (first..total).step_by(step)
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
    /// Every instance of the plan's share is measured; the other shares are missing.
    Shard {
        /// How many instances the share has.
        done: usize,
        /// How many there are in all.
        total: usize,
    },
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
    /// A parameter that the experiment does not have, or that cannot be that.
    #[error(transparent)]
    Parameter(#[from] ParameterProblem),
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
    experiment.check(&plan.settings)?;
    let instances = experiment.instances(&plan.settings);
    check_keys(&instances)?;
    let places = places(&instances);
    std::fs::create_dir_all(&plan.directory).map_err(|e| Error::io(&plan.directory, e))?;
    let _lock = lock(&plan.directory.join(format!(".{id}.lock")))?;

    let machine = format!("{}, {} threads", Machine::this().identity(), plan.threads);
    let path = plan.directory.join(format!("{id}.journal"));
    let (journal, entries, mut notices) =
        Journal::open(&path, &identity(experiment, &plan.settings), &plan.settings, plan.fresh)?;

    let mut state = State {
        finished: journal.header().started.clone(),
        journal,
        entries: vec![None; instances.len()],
        pace: Pace::new(experiment.about(), plan, &instances),
        done: 0,
        resumed: 0,
        failure: None,
    };
    let (mut elsewhere, mut other_build) = (0, 0);
    for entry in entries {
        // What is not among these instances belongs to other settings.
        let Some(&place) = places.get(entry.what.as_str()) else { continue };
        if instances[place].alone && entry.machine != machine {
            elsewhere += 1;
        } else if state.entries[place].is_none() {
            other_build += usize::from(entry.build != build());
            state.resumed += 1;
            state.take(place, &instances[place], entry);
        }
    }
    notices.extend((elsewhere > 0).then_some(Notice::OtherMachine { instances: elsewhere }));
    notices.extend((other_build > 0).then_some(Notice::OtherBuild { instances: other_build }));
    for notice in &notices {
        progress.notice(notice);
    }

    let session = Session {
        experiment,
        instances: &instances,
        plan,
        progress,
        machine,
        begun: Instant::now(),
        state: Mutex::new(state),
    };
    session.measure();

    let state = session.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = state.failure {
        return Err(failure);
    }
    let total = instances.len();
    if state.done < total {
        let (done, ours) = (state.done, plan.ours(total));
        let shard_done = ours.clone().all(|place| state.entries[place].is_some());
        return Ok(if plan.shard.is_some() && shard_done {
            Ended::Shard { done: ours.count(), total }
        } else {
            Ended::Stopped { done, total }
        });
    }
    let entries = state.entries.into_iter().flatten().collect();
    Ok(Ended::Finished(Box::new(results(experiment, state.journal.header(), &plan.settings, entries))))
}

/// What is finished in a directory, with the settings of its last session; `None` where there is no journal, or where instances
/// are missing.
///
/// # Errors
/// [`Error::Io`] if the journal is there and cannot be read.
pub fn recall(experiment: &dyn Experiment, directory: &Path) -> Result<Option<Results>, Error> {
    let path = directory.join(format!("{}.journal", experiment.about().id));
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(problem) if problem.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(problem) => return Err(Error::io(&path, problem)),
    };
    let parsed = crate::journal::parse(&bytes);
    let (Some(header), Some(settings)) = (parsed.header, parsed.settings) else { return Ok(None) };
    if header.identity != identity(experiment, &settings) || experiment.check(&settings).is_err() {
        return Ok(None);
    }
    let instances = experiment.instances(&settings);
    let mut found: HashMap<String, Entry> = HashMap::new();
    for entry in parsed.entries {
        found.entry(entry.what.clone()).or_insert(entry);
    }
    let entries: Option<Vec<Entry>> = instances.iter().map(|instance| found.remove(&fingerprint(instance))).collect();
    Ok(entries.map(|entries| results(experiment, &header, &settings, entries)))
}

/// What a merge found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Merged {
    /// No folder has a journal of the experiment.
    Nothing,
    /// Instances are missing still.
    Partly {
        /// How many instances are there.
        done: usize,
        /// How many there are to be.
        total: usize,
    },
    /// Everything is there; its files are written.
    Whole(Box<Results>),
}

/// Puts what is finished in several directories into one, which may be one of them. Doing it again changes nothing.
///
/// # Errors
/// [`Error`] if a journal cannot be read or written, or somebody runs the experiment in `into`.
pub fn merge(experiment: &dyn Experiment, from: &[PathBuf], into: &Path) -> Result<Merged, Error> {
    let id = experiment.about().id;
    let name = format!("{id}.journal");
    let mut found: Vec<Entry> = Vec::new();
    let mut settings: Option<Settings> = None;
    for directory in from {
        let path = directory.join(&name);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(problem) if problem.kind() == std::io::ErrorKind::NotFound => continue,
            Err(problem) => return Err(Error::io(&path, problem)),
        };
        let parsed = crate::journal::parse(&bytes);
        let (Some(header), Some(last)) = (parsed.header, parsed.settings) else { continue };
        // What another revision or version measured is not comparable, and stays where it is.
        if header.identity == identity(experiment, &last)
            && settings.as_ref().is_none_or(|known| known.version == last.version)
        {
            settings.get_or_insert(last);
            found.extend(parsed.entries);
        }
    }
    let Some(settings) = settings else { return Ok(Merged::Nothing) };
    experiment.check(&settings)?;
    std::fs::create_dir_all(into).map_err(|e| Error::io(into, e))?;
    let _lock = lock(&into.join(format!(".{id}.lock")))?;
    let (mut journal, known, _) = Journal::open(&into.join(&name), &identity(experiment, &settings), &settings, false)?;
    let mut there: HashSet<(String, String)> = known.into_iter().map(|entry| (entry.what, entry.machine)).collect();
    for entry in found {
        if there.insert((entry.what.clone(), entry.machine.clone())) {
            journal.append(&entry)?;
        }
    }
    drop(journal);
    match recall(experiment, into)? {
        Some(results) => {
            results.write(into)?;
            Ok(Merged::Whole(Box::new(results)))
        }
        None => {
            let instances = experiment.instances(&settings);
            let measured: HashSet<&str> = there.iter().map(|(what, _)| what.as_str()).collect();
            let done = instances.iter().filter(|instance| measured.contains(fingerprint(instance).as_str())).count();
            Ok(Merged::Partly { done, total: instances.len() })
        }
    }
}

/// The results that entries make, in the order of the instances.
fn results(experiment: &dyn Experiment, header: &Header, settings: &Settings, entries: Vec<Entry>) -> Results {
    let count = |of: fn(&Entry) -> &str| {
        let mut counts: Vec<(String, usize)> = Vec::new();
        for entry in &entries {
            match counts.iter_mut().find(|(known, _)| known == of(entry)) {
                Some((_, count)) => *count += 1,
                None => counts.push((of(entry).to_owned(), 1)),
            }
        }
        counts
    };
    let (builds, machines) = (count(|entry| &entry.build), count(|entry| &entry.machine));
    let finished = entries.iter().map(|entry| entry.finished.clone()).max();
    let records: Vec<Record> = entries.into_iter().map(|entry| entry.record).collect();
    Results {
        about: experiment.about().clone(),
        command: experiment.command(settings),
        departures: Chosen::of(experiment.parameters(), settings).map(|chosen| chosen.departures()).unwrap_or_default(),
        settings: settings.clone(),
        machine: header.machine.clone(),
        machines,
        builds,
        started: header.started.clone(),
        finished: finished.unwrap_or_else(|| header.started.clone()),
        page: experiment.page(&records),
        records,
    }
}

/// Runs the experiment and, if it is finished, writes its files into the plan's directory.
///
/// # Errors
/// [`Error`], as its variants say.
pub fn reproduce(experiment: &dyn Experiment, plan: &Plan, progress: &dyn Progress) -> Result<Ended, Error> {
    let mut ended = run(experiment, plan, progress)?;
    if let Ended::Finished(results) = &mut ended {
        results.page.with_own(&plan.own);
        results.write(&plan.directory)?;
    }
    Ok(ended)
}

/// Whether a text is made of lower-case letters, digits and inner hyphens, so that it can name a file everywhere.
pub(crate) fn is_file_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && !text.starts_with('-') && !text.ends_with('-') && text.chars().all(fits)
}

fn check_keys(instances: &[Instance]) -> Result<(), Error> {
    let mut known = HashSet::new();
    let twice = instances.iter().find(|instance| !known.insert(instance.key.as_str()));
    twice.map_or(Ok(()), |instance| Err(Error::DuplicateKey(instance.key.clone())))
}

fn places(instances: &[Instance]) -> HashMap<String, usize> {
    instances.iter().enumerate().map(|(place, instance)| (fingerprint(instance), place)).collect()
}

/// Takes the lock of an experiment in a directory until the answer is dropped, or the process ends in whatever way.
fn lock(path: &Path) -> Result<File, Error> {
    let held = secateur_files::lock(path).map_err(|source| Error::io(path, source))?;
    held.ok_or_else(|| Error::Busy { path: path.to_owned() })
}

fn identity(experiment: &dyn Experiment, settings: &Settings) -> Identity {
    Identity {
        experiment: experiment.about().id.to_owned(),
        revision: experiment.revision(),
        version: settings.version.clone(),
    }
}

/// FNV-1a over what is measured, as JSON. It guards against honest change, not against forgery; the weight is left out, since
/// it changes an estimate only.
fn fingerprint(one: &Instance) -> String {
    crate::journal::checksum(json!([one.key, one.parameters, one.seed, one.alone]).to_string().as_bytes())
}

/// What the threads of a session share.
struct Session<'a> {
    experiment: &'a dyn Experiment,
    instances: &'a [Instance],
    plan: &'a Plan,
    progress: &'a dyn Progress,
    /// This machine, with the threads used.
    machine: String,
    begun: Instant,
    state: Mutex<State>,
}

struct State {
    journal: Journal,
    /// By place in the list of instances.
    entries: Vec<Option<Entry>>,
    pace: Pace,
    done: usize,
    resumed: usize,
    finished: String,
    failure: Option<Error>,
}

impl State {
    fn take(&mut self, place: usize, instance: &Instance, entry: Entry) {
        self.done += 1;
        self.pace.finish(instance, entry.seconds);
        self.finished = self.finished.clone().max(entry.finished.clone());
        self.entries[place] = Some(entry);
    }
}

impl Session<'_> {
    fn measure(&self) {
        let missing = |alone: bool| -> Vec<usize> {
            let state = self.state();
            (self.plan.ours(self.instances.len()))
                .filter(|&place| state.entries[place].is_none() && self.instances[place].alone == alone)
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
        let entry = Entry {
            key: instance.key.clone(),
            what: fingerprint(instance),
            build: build().to_owned(),
            machine: self.machine.clone(),
            seconds: took.as_secs_f64(),
            finished: utc_now(),
            record,
        };
        let mut state = self.state();
        match state.journal.append(&entry) {
            Ok(()) => state.take(place, instance, entry),
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
