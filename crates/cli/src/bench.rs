//! `secateur bench`: a fixed suite on one thread, whose node counts are a signature of the searches.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use secateur_catalogue::{Request, Resources, Value, solve};
use secateur_chess::engine::{Clock, Engine, Question};
use secateur_chess::suite::POSITIONS;
use secateur_chess::{perft_until, read_fen};
use secateur_files::Draft;
use secateur_search::{Limits, Stop, Watch};

use crate::arguments::Bench;
use crate::files;
use crate::numbers::{grouped, rate, time};
use crate::watch::{INTERRUPTED, in_words, watched, with_signal};

/// One search of the suite.
struct Row {
    name: &'static str,
    game: &'static str,
    parameters: &'static [&'static str],
    algorithm: &'static str,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// How far apart the bounds may stay.
    epsilon: f64,
    /// The value, where the search is to find it: a wrong answer is not timed.
    value: Option<i64>,
}

/// What every row's table may take, in MB; part of the signature, since a table's size decides what it keeps.
const MEMORY: usize = 16;

const fn row(name: &'static str, game: &'static str, parameters: &'static [&'static str]) -> Row {
    Row { name, game, parameters, algorithm: "minimax", depth: None, nodes: None, epsilon: 0.0, value: None }
}

/// The suite: every algorithm, every game, with and without table, order, limits and evaluator.
const SUITE: &[Row] = &[
    Row { value: Some(0), ..row("minimax", "tic-tac-toe", &[]) },
    Row { algorithm: "alpha-beta", value: Some(0), ..row("alpha-beta", "tic-tac-toe", &[]) },
    Row {
        algorithm: "alpha-beta",
        depth: Some(9),
        ..row("alpha-beta-depth", "connect-four", &["columns=left", "score=distance"])
    },
    Row {
        algorithm: "alpha-beta:order=expert,table=on",
        value: Some(0),
        ..row("alpha-beta-expert", "connect-four", &["width=5", "height=5"])
    },
    Row { algorithm: "scout", value: Some(0), ..row("scout", "connect-four", &["width=6", "height=5", "position=1"]) },
    Row {
        algorithm: "scout:deepening=on,order=learned",
        depth: Some(16),
        ..row("scout-deepening", "connect-four", &[])
    },
    Row {
        algorithm: "mtdf:next=halve",
        value: Some(0),
        ..row("mtdf", "connect-four", &["width=5", "height=5", "score=distance"])
    },
    Row { algorithm: "jamboree:windows=null", nodes: Some(300_000), ..row("jamboree-nodes", "connect-four", &[]) },
    Row { algorithm: "alpha-beta", ..row("random-integers", "random-tree", &["depth=10", "branching=5", "seed=1"]) },
    Row {
        algorithm: "mtdf:order=listed",
        ..row("random-reals", "random-tree", &["depth=8", "branching=6", "seed=2", "leaves=real"])
    },
    Row {
        algorithm: "scout:order=learned",
        ..row("random-shared", "random-tree", &["depth=14", "branching=6", "seed=3", "irregular=yes", "width=200"])
    },
    Row { ..row("random-minimax", "random-tree", &["depth=7", "branching=6", "seed=4", "turns=random"]) },
    Row {
        algorithm: "lattice-minimax",
        ..row("lattice-minimax", "random-dag", &["depth=12", "branching=5", "seed=5"])
    },
    Row { algorithm: "duo", ..row("duo-racing", "racing", &["deck=16", "hand=7", "goal=5", "seed=6"]) },
    Row {
        algorithm: "duo-plus",
        ..row("duo-families", "random-dag", &["lattice=family", "depth=13", "branching=4", "seed=7"])
    },
    Row { algorithm: "star1", ..row("star1", "einstein", &["board=3x3", "stones=3"]) },
    Row { algorithm: "bounded", epsilon: 0.02, ..row("bounded", "einstein", &["board=3x3", "stones=2"]) },
    Row { algorithm: "bounded-plus", epsilon: 0.02, ..row("bounded-plus", "einstein", &["board=3x3", "stones=3"]) },
    // Of the searches with simultaneous turns the one whose count no rounding can change.
    Row { algorithm: "backward-induction", ..row("backward-induction", "goofspiel", &["cards=6"]) },
    Row { algorithm: "alpha-beta", depth: Some(4), ..row("chess-alpha-beta", "chess", &[]) },
];

/// Counts nodes and takes the time, within limits that can only be cancelled; nothing if they were.
type Measure = fn(&Limits) -> Result<Option<(u64, Duration)>>;

/// What the suite has beside searches of the library: the chess engine, and its rules.
const CHESS: &[(&str, Measure)] = &[("chess-engine", chess_engine), ("chess-perft", chess_perft)];

/// How deep the chess engine looks.
const ENGINE_DEPTH: i32 = 10;

/// Runs the suite; saves its node counts, or compares them.
pub(crate) fn run(arguments: &Bench, out: &mut impl Write) -> Result<ExitCode> {
    watched(Limits::none(), |limits| suite(arguments, &limits, out))
}

fn suite(arguments: &Bench, limits: &Limits, out: &mut impl Write) -> Result<ExitCode> {
    // What to compare with is read first: a missing file should not cost a run.
    let expected = match &arguments.check {
        Some(path) => {
            let text = secateur_files::read_text(path, files::LARGEST).with_context(|| path.display().to_string())?;
            Some(read(&text).with_context(|| path.display().to_string())?)
        }
        None => None,
    };
    // So is where to save.
    let draft = |path: &PathBuf| Draft::begin(path).with_context(|| path.display().to_string());
    let saved = arguments.save.as_ref().map(draft).transpose()?;
    let (mut found, mut all, started) = (Vec::new(), 0u64, Instant::now());
    let width = names().map(str::len).max().unwrap_or(0);
    let mut note = |name: &'static str, (nodes, took): (u64, Duration)| -> Result<()> {
        let (count, speed) = (grouped(nodes), rate(nodes, took));
        writeln!(out, "{name:width$}  {count:>12} nodes  {:>9}  {speed:>12} a second", time(took))?;
        out.flush()?;
        found.push((name, nodes));
        all += nodes;
        Ok(())
    };
    let rows = SUITE.iter().map(|row| (row.name, Some(row), None));
    let others = CHESS.iter().map(|&(name, measure)| (name, None, Some(measure)));
    for (name, row, other) in rows.chain(others) {
        let measured = match (row, other) {
            (Some(row), _) => measure(row, limits)?,
            (None, Some(other)) => other(limits)?,
            (None, None) => None,
        };
        let Some(measured) = measured else {
            writeln!(out, "{} in {name}: no signature", in_words(Stop::Cancelled))?;
            out.flush()?;
            return Ok(ExitCode::from(INTERRUPTED));
        };
        note(name, measured)?;
    }
    if let Some(mut draft) = saved {
        let lines = found.iter().map(|(name, nodes)| format!("{name} {nodes}\n")).collect::<String>();
        draft.write_all(format!("{lines}signature {all}\n").as_bytes()).and_then(|()| draft.keep())?;
    }
    writeln!(out, "{} rows in {}", found.len(), time(started.elapsed()))?;
    writeln!(out, "signature: {all}")?;
    let Some(expected) = expected else {
        return Ok(ExitCode::SUCCESS);
    };
    out.flush()?;
    found.push(("signature", all));
    Ok(compare(&expected, &found))
}

/// Runs one row, at a depth limit with the evaluator: its nodes, and how long it took.
fn measure(row: &Row, limits: &Limits) -> Result<Option<(u64, Duration)>> {
    let mut limits = limits.clone();
    (limits.depth, limits.nodes) = (row.depth, row.nodes);
    let mut request = Request::new(row.game).algorithm(row.algorithm).limits(limits).resources(Resources {
        threads: Some(1),
        memory: Some(MEMORY),
        estimate: row.depth.is_some(),
        epsilon: row.epsilon,
    });
    request.parameters = row.parameters.iter().map(|&word| word.to_owned()).collect();
    let answer = solve(&request)?.answer;
    if answer.stopped == Stop::Cancelled.name() {
        return Ok(None);
    }
    if let Some(value) = row.value {
        let (lower, upper) = (answer.lower, answer.upper);
        let right = lower == Value::Whole(value) && upper == Value::Whole(value);
        anyhow::ensure!(right, "{}: expected the value {value}, found {lower} to {upper}", row.name);
    }
    let took = Duration::try_from_secs_f64(answer.statistics.seconds).unwrap_or_default();
    Ok(Some((answer.statistics.visits, took)))
}

/// The names of all rows, in order.
fn names() -> impl Iterator<Item = &'static str> {
    SUITE.iter().map(|row| row.name).chain(CHESS.iter().map(|&(name, _)| name))
}

/// The chess engine on fixed positions, each with an empty table and nothing learnt.
fn chess_engine(limits: &Limits) -> Result<Option<(u64, Duration)>> {
    let (mut nodes, mut took) = (0, Duration::ZERO);
    for fen in POSITIONS {
        let mut engine = Engine::with_megabytes(MEMORY)?;
        let question = Question::about(read_fen(fen)?).depth(ENGINE_DEPTH);
        let started = Instant::now();
        let clock = Clock::endless();
        let answer = with_signal(limits, || clock.stop(), || engine.think(&question, &clock, &mut |_| {}));
        took += started.elapsed();
        if clock.is_stopped() {
            return Ok(None);
        }
        anyhow::ensure!(answer.depth == ENGINE_DEPTH, "{fen}: the engine stopped at depth {}", answer.depth);
        nodes += answer.nodes;
    }
    Ok(Some((nodes, took)))
}

/// The rules of chess: all sequences of five moves, of which the published count is not a matter of taste.
fn chess_perft(limits: &Limits) -> Result<Option<(u64, Duration)>> {
    let watch = Watch::new(limits);
    let start = read_fen(POSITIONS[0])?;
    let started = Instant::now();
    let Some(count) = perft_until(&start, 5, &|| watch.stop().is_some()) else { return Ok(None) };
    let took = started.elapsed();
    anyhow::ensure!(count == 4_865_609, "chess-perft: expected 4865609 sequences of moves, found {count}");
    Ok(Some((count, took)))
}

/// Reads lines of a name and a count, as `--save` writes them.
fn read(text: &str) -> Result<BTreeMap<String, u64>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let pair =
                line.split_once(' ').and_then(|(name, count)| Some((name.to_owned(), count.trim().parse().ok()?)));
            pair.with_context(|| format!("line {}: expected a name and a count of nodes, found {line}", number + 1))
        })
        .collect()
}

/// Says on standard error which counts differ, one a line.
fn compare(expected: &BTreeMap<String, u64>, found: &[(&str, u64)]) -> ExitCode {
    let shown = |count: Option<u64>| count.map_or_else(|| "nothing".to_owned(), grouped);
    let changed = found.iter().filter_map(|&(name, nodes)| {
        let before = expected.get(name).copied();
        (before != Some(nodes)).then_some((name, before, Some(nodes)))
    });
    let gone = expected.iter().filter(|(name, _)| !found.iter().any(|(known, _)| known == name));
    let gone = gone.map(|(name, &count)| (name.as_str(), Some(count), None));
    let mut same = true;
    for (name, before, now) in changed.chain(gone) {
        same = false;
        // Without standard error the exit status still tells.
        let _ = writeln!(io::stderr(), "secateur: {name}: expected {} nodes, found {}", shown(before), shown(now));
    }
    if same { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_counts_are_read_back_and_garbage_is_refused() {
        let counts = read("a 12\n\nsignature 12\n").unwrap();
        assert_eq!((counts["a"], counts["signature"]), (12, 12));
        let problem = read("a 12\nb twelve\n").unwrap_err().to_string();
        assert_eq!(problem, "line 2: expected a name and a count of nodes, found b twelve");
    }

    #[test]
    fn names_of_rows_differ() {
        let mut names: Vec<_> = names().collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}
