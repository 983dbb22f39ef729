//! The handout's comparison: how far minimax, parallel minimax, alpha-beta and Jamboree see in equal time, what Jamboree's
//! two constants do, and what threads bring beside what they could bring at best.
//!
//! The handout prints no figures. It makes claims ("this algorithm should get further than any of the others"; the two
//! constants "make a big difference"), and the page says of each whether it holds here: a tie is a tie, and where the cutoff was
//! too high for anything to run in parallel, that is said too.

use std::time::{Duration, Instant};

use secateur_catalogue::{Plan, Report, Request, Resources, solve};
use secateur_search::{Cancel, Limits};

use crate::statistics::median;
use crate::{
    About, Axis, Chosen, Context, Experiment, Figure, Instance, Kind, Page, Parameter, Record, RunError, Series,
    Settings, Table, number, numbers,
};

/// Positions that everybody searches: the start, an opening, and a crowded middle game.
const POSITIONS: [(&str, &str); 3] = [("empty", ""), ("opening", "4453"), ("middle game", "274552224131")];

/// The handout's own game, by its evaluation at the depth limit.
const CHESS: [(&str, &str); 2] = [
    ("chess, start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("chess, middle game", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
];

/// The handout's four, in its order, and Jamboree as we would have it; each looks at moves in the same order and remembers
/// nothing. `#` stands for the cutoff.
const ALGORITHMS: [(&str, &str); 5] = [
    ("minimax", "minimax"),
    ("parallel minimax", "parallel-minimax"),
    ("alpha-beta", "alpha-beta"),
    (JAMBOREE, "jamboree:order=listed,table=off,meet=splits,share=0.5,cutoff=#"),
    ("Jamboree, share 0", "jamboree:order=listed,table=off,meet=splits,share=0,cutoff=#"),
];

/// With the handout's PERCENTAGE_SEQUENTIAL.
const JAMBOREE: &str = "Jamboree, share 0.5";

const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "seconds",
        meaning: "seconds for each position and algorithm",
        kind: Kind::Reals,
        paper: "",
        full: "5",
        quick: "0.5",
    },
    Parameter {
        name: "cutoff",
        meaning: "remaining depth below which nothing runs in parallel, in Connect Four",
        kind: Kind::Counts { most: 40 },
        paper: "",
        full: "6",
        quick: "6",
    },
    Parameter {
        name: "chess-cutoff",
        meaning: "the same in chess, where a search sees fewer moves ahead",
        kind: Kind::Counts { most: 40 },
        paper: "",
        full: "3",
        quick: "2",
    },
    Parameter {
        name: "rounds",
        meaning: "repetitions of the constants and the threads",
        kind: Kind::Counts { most: 100 },
        paper: "",
        full: "3",
        quick: "1",
    },
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

    fn parameters(&self) -> &[Parameter] {
        PARAMETERS
    }

    /// With the handout's share, and a cutoff that lets something run in parallel.
    fn revision(&self) -> u32 {
        2
    }

    fn instances(&self, settings: &Settings) -> Vec<Instance> {
        let Ok(chosen) = Chosen::of(PARAMETERS, settings) else { return Vec::new() };
        let (seconds, rounds) = (chosen.reals("seconds").first().copied().unwrap_or(1.0), chosen.count("rounds"));
        let (sweep_depth, thread_depth, count_depth) = if settings.quick { (12, 12, 7) } else { (14, 15, 9) };
        let mut instances = Vec::new();
        let connect_four = POSITIONS.map(|(position, moves)| ("connect-four", position, moves));
        let chess = CHESS.map(|(position, fen)| ("chess", position, fen));
        for (game, position, moves) in connect_four.into_iter().chain(chess) {
            let cutoff = chosen.count(if game == "chess" { "chess-cutoff" } else { "cutoff" });
            for (name, algorithm) in ALGORITHMS {
                let algorithm = algorithm.replace('#', &cutoff.to_string());
                let instance = Instance::new(format!("reach {position} {name}")).with("part", "reach");
                let instance = instance.with("game", game).with("position", position).with("moves", moves);
                let instance = instance.with("name", name).with("cutoff", cutoff);
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
                 algorithms see the same trees. Jamboree runs with the handout's share of 0.5 of the moves in sequence, and with \
                 the first move alone in sequence (share 0). The handout prints no figures, so there are none beside ours.",
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
    let parallel = Plan::read(algorithm, Resources::default()).is_ok_and(|plan| plan.algorithm.parallel);
    let threads = if parallel { threads } else { 1 };
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
    let algorithm = format!("jamboree:order=listed,table=off,meet=splits,share={share},cutoff={cutoff},plies=64");
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
    let shared = seconds("jamboree:order=listed,table=off,meet=splits", depth, threads)?;
    let count_one = seconds("minimax", count_depth, 1)?;
    let count_shared = seconds("parallel-minimax", count_depth, threads)?;
    Ok(Record::new()
        .with("alpha_beta_seconds", one)
        .with("jamboree_seconds", shared)
        .with("speed_up", one / shared)
        .with("count_speed_up", count_one / count_shared))
}

fn reach_table(records: Vec<&Record>) -> (Table, String) {
    let mut table = Table::new("reach", "The greatest depth finished in equal time, and the nodes of that search");
    table = table.column("position").column("algorithm").column("depth").column("nodes").column("seconds");
    let (mut further, mut ties, mut less, mut idle) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (position, _) in POSITIONS.into_iter().chain(CHESS) {
        let found = |name: &str| records.iter().find(|r| r.has("position", position) && r.has("name", name));
        let depth = |name: &str| found(name).and_then(|r| r.number("reached"));
        let Some(jamboree) = depth(JAMBOREE) else { continue };
        let others =
            ALGORITHMS.iter().filter(|(name, _)| !name.starts_with("Jamboree")).filter_map(|(name, _)| depth(name));
        let furthest = others.fold(f64::NEG_INFINITY, f64::max);
        match jamboree.total_cmp(&furthest) {
            std::cmp::Ordering::Greater => further.push(position),
            std::cmp::Ordering::Equal => ties.push(position),
            std::cmp::Ordering::Less => less.push(position),
        }
        if found(JAMBOREE).and_then(|r| r.number("cutoff")).is_some_and(|cutoff| jamboree <= cutoff) {
            idle.push(position);
        }
        for record in records.iter().filter(|record| record.has("position", position)) {
            table
                .row(position)
                .text(record.text("name").unwrap_or_default())
                .number(record.number("reached"))
                .number(record.number("nodes"))
                .text(number::significant(record.number("last_seconds").unwrap_or(f64::NAN), 3));
        }
    }
    let list = |positions: &[&str]| if positions.is_empty() { "none".to_owned() } else { positions.join("; ") };
    let verdict = match (further.len(), less.len()) {
        (0, 0) => "A tie: nothing is shown either way.",
        (_, 0) if ties.is_empty() => "It holds.",
        (_, 0) => "It holds where it is no tie.",
        _ => "It does not hold everywhere here.",
    };
    let mut prose = format!(
        "The handout: \"This algorithm should get further than any of the others.\" With its share, Jamboree got further than all others \
         from {} of {} positions ({}), as far as the best of them from {} ({}), and less far from {} ({}). {verdict}",
        further.len(),
        further.len() + ties.len() + less.len(),
        list(&further),
        ties.len(),
        list(&ties),
        less.len(),
        list(&less)
    );
    if !idle.is_empty() {
        prose += &format!(" Nothing ran in parallel from {}: the depth reached is not above the cutoff.", list(&idle));
    }
    (table, prose)
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
    let times = number::significant(worst.0 / best.0, 3);
    let prose = format!(
        "The handout: the sequential share \"can make a big difference\". Here the best setting (share {}, cutoff {}) took \
         {} s and the worst (share {}, cutoff {}) {} s, {times} times as much.",
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
        .column("parallel minimax over minimax");
    let mut told = Vec::new();
    for threads in [1u64, 2, 4] {
        let of = |name| median(&numbers(&all, name, |record| record.has("threads", threads)));
        let (Some(speed), Some(count)) = (of("speed_up"), of("count_speed_up")) else { continue };
        table.row(threads.to_string()).text(format!("{speed:.2}")).text(format!("{count:.2}"));
        if threads > 1 {
            told.push(format!("{speed:.2} beside {count:.2} on {threads} threads"));
        }
    }
    let prose = format!(
        "Jamboree's speed-up over alpha-beta beside that of parallel minimax, which needs no talk between threads, in the same run: {}. \
         The latter is no ceiling: Jamboree does not look at the same nodes as alpha-beta, and may look at fewer. The searches are the \
         plain ones of the handout; the ones that people use, with a table, are measured in `peers/classic`.",
        told.join(", ")
    );
    (table, prose)
}
