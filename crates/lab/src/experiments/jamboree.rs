//! The handout's comparison: how far minimax, parallel minimax, alpha-beta and Jamboree see in equal time, what Jamboree's
//! two constants do, and what threads bring beside what they could bring at best.
//!
//! The handout prints no figures. It makes claims ("this algorithm should get further than any of the others"; the two
//! constants "make a big difference"), and the page says of each whether it holds here.

use std::time::{Duration, Instant};

use secateur_catalogue::{Report, Request, Resources, solve};
use secateur_search::{Cancel, Limits};

use crate::statistics::median;
use crate::{
    About, Axis, Context, Experiment, Figure, Instance, Page, Record, RunError, Series, Settings, Table, number,
    numbers,
};

/// Positions that everybody searches: the start, an opening, and a crowded middle game.
const POSITIONS: [(&str, &str); 3] = [("empty", ""), ("opening", "4453"), ("middle game", "274552224131")];

/// The handout's own game, by its evaluation at the depth limit.
const CHESS: [(&str, &str); 2] = [
    ("chess, start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("chess, middle game", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
];

/// The handout's four, in its order; each looks at moves in the same order and remembers nothing.
const ALGORITHMS: [(&str, &str); 4] = [
    ("minimax", "minimax"),
    ("parallel minimax", "parallel-minimax"),
    ("alpha-beta", "alpha-beta"),
    ("Jamboree", "jamboree:order=listed,table=off"),
];

const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
const CUTOFFS: [u64; 5] = [2, 4, 6, 8, 10];

/// See the file's page.
pub(crate) struct Jamboree;

impl Experiment for Jamboree {
    fn about(&self) -> &About {
        &About {
            id: "jamboree",
            title: "Minimax, parallel minimax, alpha-beta and Jamboree in equal time",
            paper: "CSE 332 handout, Games, Minimax, and Alpha-Beta Pruning",
            place: "Parallel Alpha-Beta Pruning",
            seconds: 240.0,
            quick_seconds: 30.0,
        }
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let (seconds, rounds) = if settings.quick { (0.3, 1) } else { (5.0, 3) };
        let (sweep_depth, thread_depth, count_depth) = if settings.quick { (12, 12, 7) } else { (14, 15, 9) };
        let mut instances = Vec::new();
        let connect_four = POSITIONS.map(|(position, moves)| ("connect-four", position, moves));
        let chess = CHESS.map(|(position, fen)| ("chess", position, fen));
        for (game, position, moves) in connect_four.into_iter().chain(chess) {
            for (name, algorithm) in ALGORITHMS {
                let instance = Instance::new(format!("reach {position} {name}")).with("part", "reach");
                let instance = instance.with("game", game).with("position", position).with("moves", moves);
                let instance = instance.with("name", name);
                instances
                    .push(instance.with("algorithm", algorithm).with("seconds", seconds).alone().weighing(seconds));
            }
        }
        for round in 0..rounds {
            for share in SHARES {
                for cutoff in CUTOFFS {
                    let instance = Instance::new(format!("sweep share={share} cutoff={cutoff} round={round}"));
                    let instance = instance.with("part", "sweep").with("share", share).with("cutoff", cutoff);
                    instances.push(instance.with("depth", sweep_depth).with("round", round).alone());
                }
            }
            for threads in [1u64, 2, 4] {
                let instance = Instance::new(format!("threads={threads} round={round}")).with("part", "threads");
                let instance = instance.with("threads", threads).with("depth", thread_depth);
                instances.push(instance.with("count_depth", count_depth).with("round", round).alone().weighing(4.0));
            }
        }
        instances
    }

    fn run(&self, instance: &Instance, context: &Context) -> Result<Record, RunError> {
        match instance.text("part")? {
            "reach" => reach(instance, context),
            "sweep" => sweep(instance, context),
            _ => threads(instance, context),
        }
    }

    fn page(&self, records: &[Record]) -> Page {
        let part = |part: &'static str| records.iter().filter(move |record| record.has("part", part));
        let (reach, reached) = reach_table(part("reach").collect());
        let (sweep, best) = sweep_figure(part("sweep").collect());
        let (threads, speed) = threads_table(part("threads").collect());
        Page::new()
            .prose(
                "Connect Four from the positions below, with the promised bounds of the game at the depth limit and moves from the \
                 centre outwards; chess with its evaluation at the depth limit, moves as they are generated. No table: the \
                 four algorithms see the same trees. The handout prints no figures, so there \
                 are none beside ours.",
            )
            .heading("How far each sees in equal time")
            .table(reach)
            .prose(reached)
            .heading("The two constants")
            .figure(sweep)
            .prose(best)
            .heading("Threads")
            .table(threads)
            .prose(speed)
    }
}

/// Answers one request, or stops when the run is stopped.
fn ask(
    context: &Context,
    (game, moves): (&str, &str),
    algorithm: &str,
    threads: usize,
    limits: Limits,
) -> Result<Report, RunError> {
    let chess = game == "chess";
    let word = if chess { "fen" } else { "position" };
    let request = Request::new(game).parameter(format!("{word}={moves}")).map_err(RunError::failed)?;
    let cancel = Cancel::from(context.cancel.clone());
    // What Connect Four promises at the depth limit is enough to cut by; chess promises nothing and has to estimate.
    let resources = Resources { threads: Some(threads), estimate: chess, ..Resources::default() };
    let request = request.algorithm(algorithm).limits(limits.until(&cancel)).resources(resources);
    let report = solve(&request).map_err(RunError::failed)?;
    context.check()?;
    Ok(report)
}

/// Searches one move ahead, then two, and so on, each from nothing, until the time is up.
fn reach(instance: &Instance, context: &Context) -> Result<Record, RunError> {
    let time = Duration::from_secs_f64(instance.number("seconds")?);
    let (position, algorithm) = ((instance.text("game")?, instance.text("moves")?), instance.text("algorithm")?);
    let started = Instant::now();
    let (mut reached, mut nodes, mut seconds) = (0, 0, 0.0);
    for depth in 1..=42 {
        let left = time.saturating_sub(started.elapsed());
        let limits = Limits::none().depth(depth).time(left);
        let answer = ask(context, position, algorithm, context.threads, limits)?.answer;
        if answer.stopped == "time" {
            break;
        }
        (reached, nodes, seconds) = (depth, answer.statistics.visits, answer.statistics.seconds);
        if answer.stopped == "solved" {
            break;
        }
    }
    Ok(Record::new().with("reached", reached).with("nodes", nodes).with("last_seconds", seconds))
}

/// One setting of the two constants.
fn sweep(instance: &Instance, context: &Context) -> Result<Record, RunError> {
    let (share, cutoff) = (instance.number("share")?, instance.count("cutoff")?);
    let algorithm = format!("jamboree:order=listed,table=off,share={share},cutoff={cutoff},plies=64");
    let limits = Limits::none().depth(instance.count("depth")? as u32);
    let statistics = ask(context, ("connect-four", ""), &algorithm, context.threads, limits)?.answer.statistics;
    Ok(Record::new().with("nodes", statistics.visits).with("seconds", statistics.seconds))
}

/// The same search on a number of threads, and beside it the best that so many threads can do: a count of positions that
/// needs no talk between them.
fn threads(instance: &Instance, context: &Context) -> Result<Record, RunError> {
    let threads = instance.count("threads")? as usize;
    let seconds = |algorithm: &str, depth: u64, threads: usize| -> Result<f64, RunError> {
        let limits = Limits::none().depth(depth as u32);
        Ok(ask(context, ("connect-four", ""), algorithm, threads, limits)?.answer.statistics.seconds)
    };
    let (depth, count_depth) = (instance.count("depth")?, instance.count("count_depth")?);
    let one = seconds("alpha-beta", depth, 1)?;
    let shared = seconds("jamboree:order=listed,table=off", depth, threads)?;
    let count_one = seconds("minimax", count_depth, 1)?;
    let count_shared = seconds("parallel-minimax", count_depth, threads)?;
    Ok(Record::new()
        .with("alpha_beta_seconds", one)
        .with("jamboree_seconds", shared)
        .with("speed_up", one / shared)
        .with("ceiling", count_one / count_shared))
}

fn reach_table(records: Vec<&Record>) -> (Table, String) {
    let mut table = Table::new("reach", "The greatest depth finished in equal time, and the nodes of that search");
    table = table.column("position").column("algorithm").column("depth").column("nodes").column("seconds");
    let mut furthest = true;
    for (position, _) in POSITIONS.into_iter().chain(CHESS) {
        let depth = |name: &str| {
            records
                .iter()
                .find(|r| r.has("position", position) && r.has("name", name))
                .and_then(|r| r.number("reached"))
        };
        let jamboree = depth("Jamboree");
        furthest &= ALGORITHMS.iter().all(|(name, _)| depth(name) <= jamboree);
        for record in records.iter().filter(|record| record.has("position", position)) {
            table
                .row(position)
                .text(record.text("name").unwrap_or_default())
                .number(record.number("reached"))
                .number(record.number("nodes"))
                .text(number::significant(record.number("last_seconds").unwrap_or(f64::NAN), 3));
        }
    }
    let claim = "The handout: \"This algorithm should get further than any of the others.\"";
    let verdict = if furthest {
        "Holds: from no position did another algorithm finish a greater depth than Jamboree."
    } else {
        "Does not hold everywhere here: from some position another algorithm finished a greater depth."
    };
    (table, format!("{claim} {verdict}"))
}

fn sweep_figure(records: Vec<&Record>) -> (Figure, String) {
    let time_of = |share: f64, cutoff: u64| {
        let wanted: Vec<Record> = records.iter().map(|&record| record.clone()).collect();
        median(&numbers(&wanted, "seconds", |r| r.has("share", share) && r.has("cutoff", cutoff)))
    };
    let mut figure = Figure::new("sweep", "Time by sequential share and cutoff")
        .axes(Axis::linear("share of the moves in sequence"), Axis::linear("seconds, median").including(0.0));
    let (mut best, mut worst) = ((f64::INFINITY, 0.0, 0), (0.0, 0.0, 0));
    for cutoff in CUTOFFS {
        let mut series = Series::line(format!("cutoff {cutoff}"));
        for share in SHARES {
            let Some(seconds) = time_of(share, cutoff) else { continue };
            series = series.points([(share, seconds)]);
            if seconds < best.0 {
                best = (seconds, share, cutoff);
            }
            if seconds > worst.0 {
                worst = (seconds, share, cutoff);
            }
        }
        figure = figure.series(series);
    }
    let prose = format!(
        "The handout: the sequential share \"can make a big difference\". Here the best setting (share {}, cutoff {}) took \
         {} s and the worst (share {}, cutoff {}) {} s.",
        best.1,
        best.2,
        number::significant(best.0, 3),
        worst.1,
        worst.2,
        number::significant(worst.0, 3)
    );
    (figure, prose)
}

fn threads_table(records: Vec<&Record>) -> (Table, String) {
    let all: Vec<Record> = records.iter().map(|&record| record.clone()).collect();
    let mut table = Table::new("threads", "Speed-up over one thread, medians")
        .column("threads")
        .column("Jamboree over alpha-beta")
        .column("the machine's ceiling")
        .column("share of the ceiling");
    let mut prose = String::new();
    for threads in [1u64, 2, 4] {
        let of = |name| median(&numbers(&all, name, |record| record.has("threads", threads)));
        let (Some(speed), Some(ceiling)) = (of("speed_up"), of("ceiling")) else { continue };
        let share = speed / ceiling;
        table
            .row(threads.to_string())
            .text(format!("{speed:.2}"))
            .text(format!("{ceiling:.2}"))
            .text(format!("{:.0}%", 100.0 * share));
        if threads == 2 {
            prose = format!(
                "On two threads Jamboree reaches {speed:.2} times the speed of alpha-beta, {:.0}% of the {ceiling:.2} that \
                 parallel minimax, which needs no talk between threads, reaches in the same run. The searches are the \
                 plain ones of the handout; the ones that people use, with a table, are measured in `peers/classic`.",
                100.0 * share
            );
        }
    }
    (table, prose)
}
