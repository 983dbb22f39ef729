//! `secateur-attack`: attacks every search for as long as it is told to.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use clap::Parser;
use secateur_attack::case::Case;
use secateur_attack::check::Failure;
#[cfg(feature = "program")]
use secateur_attack::program;
use secateur_attack::report::{self, Tally};
use secateur_attack::{ask, lattice, shrink};
use secateur_game::Random;

/// Attacks every search with generated games, and judges the answers in exact fractions.
#[derive(Debug, Parser)]
#[command(name = "secateur-attack")]
struct Arguments {
    /// How many minutes; a fraction will do.
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// Stop after so many cases.
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    cases: u64,
    /// Chooses the cases [default: the clock].
    #[arg(long)]
    seed: Option<u64>,
    /// Only the case with this number.
    #[arg(long)]
    case: Option<u64>,
    /// How often that case is asked: what depends on how threads meet comes up now and then.
    #[arg(long, default_value_t = 1, requires = "case", hide_default_value = true)]
    times: u64,
    /// How many cases are worked on at once [default: as many as the machine has processors].
    #[arg(long)]
    threads: Option<usize>,
    /// Go on after a failure until there are so many different ones.
    #[arg(long, default_value_t = 1)]
    collect: usize,
    /// For how many seconds a failure is made smaller.
    #[arg(long, default_value_t = 10)]
    patience: u64,
}

/// What all threads share.
struct Attack {
    arguments: Arguments,
    seed: u64,
    next: AtomicU64,
    over: AtomicBool,
    until: Instant,
    tally: Mutex<Tally>,
    /// Different failures, and how often each was met.
    failures: Mutex<BTreeMap<String, u64>>,
    /// What every thread is at, and since when.
    at_work: Mutex<Vec<Option<(u64, Instant)>>>,
}

/// A case that takes longer than this will not end: games are small, and shrinking has its own time. It leaves room for a machine that a
/// dozen others use, where one linear program of a whole game has taken 20 seconds.
const FOR_EVER: Duration = Duration::from_secs(120);

/// One case in so many asks the program.
#[cfg(feature = "program")]
const PROGRAM: u64 = 8;

/// One case in so many is about values that are only partially ordered.
const LATTICES: u64 = 8;

/// What a case asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// A search about a generated game.
    Search,
    /// A search about values that are only partially ordered.
    Sets,
    /// The program, in its own words, which takes longer.
    #[cfg(feature = "program")]
    Program,
}

/// What the case with this number asks.
fn asked_by(number: u64) -> Asked {
    #[cfg(feature = "program")]
    if number % PROGRAM == PROGRAM - 1 {
        return Asked::Program;
    }
    if number % LATTICES == LATTICES / 2 { Asked::Sets } else { Asked::Search }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let clock =
        || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64 >> 10);
    let seed = arguments.seed.unwrap_or_else(clock);
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let minutes = Duration::try_from_secs_f64(arguments.minutes * 60.0).unwrap_or(Duration::MAX);
    let started = Instant::now();
    let attack = Arc::new(Attack {
        seed,
        next: AtomicU64::new(0),
        over: AtomicBool::new(false),
        until: started.checked_add(minutes).unwrap_or(started + Duration::from_secs(1 << 30)),
        tally: Mutex::default(),
        failures: Mutex::default(),
        at_work: Mutex::default(),
        arguments,
    });
    ask::quiet_panics();
    say(&format!("seed {seed}"));
    for _ in 0..threads {
        attack.start_thread();
    }
    attack.watch(started);
    let tally = lock(&attack.tally);
    let failures = lock(&attack.failures);
    say(&tally.to_string());
    let rate = tally.questions as f64 / started.elapsed().as_secs_f64();
    say(&format!("{:.0} s, {rate:.0} searches a second, seed {seed}", started.elapsed().as_secs_f64()));
    if failures.is_empty() {
        say("nothing false");
        return ExitCode::SUCCESS;
    }
    say(&format!("{} different failures", failures.len()));
    for (kind, times) in &*failures {
        say(&format!("  {times:>6} × {kind}"));
    }
    ExitCode::FAILURE
}

#[expect(clippy::print_stdout, reason = "a program that talks to people")]
fn say(text: &str) {
    println!("{text}");
    // Somebody may read along.
    let _ = std::io::stdout().flush();
}

/// What is shared is right at any time, also after a panic.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Attack {
    /// Threads are not waited for: one that will not end is left alone.
    fn start_thread(self: &Arc<Self>) {
        let mut at_work = lock(&self.at_work);
        let place = at_work.len();
        at_work.push(Some((0, Instant::now())));
        let attack = Arc::clone(self);
        std::thread::spawn(move || attack.work(place));
    }

    fn work(&self, place: usize) {
        let mut tally = Tally::default();
        while !self.is_over() {
            let count = self.next.fetch_add(1, Ordering::Relaxed);
            let last = if self.arguments.case.is_some() { self.arguments.times } else { self.arguments.cases };
            if count >= last {
                break;
            }
            let number = self.arguments.case.unwrap_or(count);
            lock(&self.at_work)[place] = Some((number, Instant::now()));
            let mut random = Random::new(Random::mix(self.seed) ^ Random::mix(!number));
            let asked = asked_by(number);
            #[cfg(feature = "program")]
            if asked == Asked::Program {
                if let Some(wrong) = program::attack(&mut random, &mut tally)
                    && self.is_new(format!("{:?} by the program: {}", wrong.fault, wrong.of))
                {
                    say(&format!("\ncase {number} of seed {}: {:?}: {}", self.seed, wrong.fault, wrong.told));
                }
                continue;
            }
            if asked == Asked::Sets {
                if let Some((fault, told)) = lattice::attack(&mut random, &mut tally)
                    && self.is_new(format!("{fault:?} about sets"))
                {
                    say(&format!("\ncase {number} of seed {}: {fault:?}: {told}", self.seed));
                }
                continue;
            }
            let case = Case::numbered(self.seed, number);
            if let Some(failure) = case.run(&mut tally) {
                self.note(number, case, failure);
            }
            if tally.questions > 1000 {
                lock(&self.tally).add(&std::mem::take(&mut tally));
            }
        }
        lock(&self.tally).add(&tally);
        lock(&self.at_work)[place] = None;
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || Instant::now() >= self.until
    }

    /// Counts a failure. Says whether it is the first of its kind.
    fn is_new(&self, kind: String) -> bool {
        let mut failures = lock(&self.failures);
        let times = failures.entry(kind).or_default();
        *times += 1;
        let new = *times == 1;
        if failures.len() >= self.arguments.collect {
            self.over.store(true, Ordering::Relaxed);
        }
        new
    }

    /// Makes a failure small and tells it, unless its like is known.
    fn note(&self, number: u64, case: Case, failure: Failure) {
        let (fault, algorithm) = report::kind(&case, &failure);
        if self.is_new(format!("{fault:?} by {algorithm}")) {
            let (small, how) = shrink::smallest(case, failure, Duration::from_secs(self.arguments.patience));
            say(&format!("\ncase {number} of seed {}: {}", self.seed, report::told(&small, &how)));
        }
    }

    /// Says now and then how far it has come, until everybody is done or will never be.
    fn watch(self: &Arc<Self>, started: Instant) {
        let mut said = started;
        let for_ever = FOR_EVER + Duration::from_secs(self.arguments.patience);
        loop {
            std::thread::sleep(Duration::from_millis(20));
            let mut at_work = lock(&self.at_work).clone();
            for (place, work) in at_work.iter_mut().enumerate() {
                if let Some((number, _)) = work.filter(|(_, since)| since.elapsed() > for_ever) {
                    *work = None;
                    lock(&self.at_work)[place] = None;
                    if self.is_new("a search that does not end".to_owned()) {
                        // What the others ask is drawn on the way.
                        let asked = match asked_by(number) {
                            Asked::Search => format!("{:#?}", Case::numbered(self.seed, number)),
                            asked => format!("{asked:?}"),
                        };
                        say(&format!("\ncase {number} of seed {} does not end: {asked}", self.seed));
                    }
                    if !self.is_over() {
                        self.start_thread();
                    }
                }
            }
            if at_work.iter().all(Option::is_none) && lock(&self.at_work).iter().all(Option::is_none) {
                break;
            }
            if said.elapsed() > Duration::from_secs(20) {
                said = Instant::now();
                let searches = lock(&self.tally).questions;
                say(&format!("{:>5} s {searches:>12} searches", started.elapsed().as_secs()));
            }
        }
    }
}
