//! `secateur match`.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use secateur_uci::arena::{self, Pace, Program, Sprt, Standing, Verdict, built_in, read_openings};
use serde_json::{Map, Value, json};

use super::Match;
use crate::files;
use crate::numbers::time;

pub(super) fn run(arguments: &Match, out: &mut (impl Write + Send)) -> Result<ExitCode> {
    let openings = match &arguments.openings {
        None => built_in(),
        Some(path) => {
            let text = secateur_files::read_text(path, files::LARGEST).with_context(|| path.display().to_string())?;
            read_openings(&text).with_context(|| path.display().to_string())?
        }
    };
    ensure!(!openings.is_empty(), "expected at least one opening");
    ensure!(arguments.games > 0, "expected at least one game");
    let pace = match arguments.nodes {
        Some(nodes) => Pace::Nodes(nodes),
        None => clock(&arguments.tc, arguments.margin)?,
    };
    let programs = [
        program("one", arguments.one.as_deref(), &arguments.one_option)?,
        program("two", arguments.two.as_deref(), &arguments.two_option)?,
    ];
    let sprt = arguments.sprt.as_deref().map(hypotheses).transpose()?;
    let settings =
        arena::Match { programs, pace, games: arguments.games, openings, at_once: arguments.concurrency, sprt };
    let mut games = fs::File::create(&arguments.pgn).with_context(|| arguments.pgn.display().to_string())?;
    let standing = arena::play(&settings, &mut games, &mut |standing| {
        if !arguments.json {
            // A line that cannot be written will be missed again at the end, and told then.
            let _ = writeln!(out, "{}", line(standing, sprt)).and_then(|()| out.flush());
        }
    })?;
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &report(&standing, &settings))?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "\n{}", line(&standing, sprt))?;
    let endings = by_number(&standing).into_iter().map(|(ending, times)| format!("{times} by {ending}"));
    writeln!(out, "Games ended: {}", endings.collect::<Vec<_>>().join(", "))?;
    for (faults, program) in standing.faults.iter().zip(&settings.programs) {
        let [illegal, failed, late] = faults;
        writeln!(out, "{}: {illegal} illegal moves, {failed} failures, {late} losses on time", program.name)?;
    }
    if standing.void > 0 {
        let [games, were] = if standing.void == 1 { ["game", "was"] } else { ["games", "were"] };
        writeln!(out, "{} {games} {were} played again: a clock ran out while the machine stood still", standing.void)?;
    }
    writeln!(
        out,
        "The longest that an engine took to answer isready: {}; that a core of this machine stood still: {}",
        time(standing.lag),
        time(standing.standstill)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// How many games ended in each way, the most frequent first.
fn by_number(standing: &Standing) -> Vec<(&'static str, usize)> {
    let mut endings: Vec<_> = standing.endings.iter().map(|&(ending, times)| (ending.name(), times)).collect();
    endings.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
    endings
}

/// The match as one object. A number that does not exist, such as the Elo of a clean sweep, is null.
fn report(standing: &Standing, settings: &arena::Match) -> Value {
    let [won, drawn, lost] = standing.score;
    let rating = standing.rating();
    let engines = settings.programs.iter().zip(&standing.faults).map(|(program, &[illegal, failed, late])| {
        let options: Map<String, Value> =
            program.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({
            "name": program.name,
            "options": options,
            "faults": {"illegal_moves": illegal, "failures": failed, "losses_on_time": late},
        })
    });
    let endings: Map<String, Value> =
        by_number(standing).into_iter().map(|(ending, times)| (ending.to_owned(), json!(times))).collect();
    let sprt = settings.sprt.map(|sprt| {
        let likelier = match sprt.verdict(standing.pairs) {
            Verdict::GoOn => None,
            Verdict::First => Some(sprt.elo0),
            Verdict::Second => Some(sprt.elo1),
        };
        json!({"elo0": sprt.elo0, "elo1": sprt.elo1, "log_ratio": sprt.ratio(standing.pairs), "likelier": likelier})
    });
    json!({
        "schema_version": 1,
        "engines": engines.collect::<Vec<_>>(),
        "games": standing.games(),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "pairs": standing.pairs,
        "elo": rating.elo,
        "elo_error": rating.error,
        "superiority": rating.superiority,
        "sprt": sprt,
        "endings": endings,
        "lag_seconds": standing.lag.as_secs_f64(),
        "void_games": standing.void,
        "standstill_seconds": standing.standstill.as_secs_f64(),
    })
}

/// How the match stands, in one line.
fn line(standing: &Standing, sprt: Option<Sprt>) -> String {
    let [won, drawn, lost] = standing.score;
    let rating = standing.rating();
    let games = standing.games();
    let score = 100.0 * (won as f64 + drawn as f64 / 2.0) / games.max(1) as f64;
    let mut text = format!(
        "{games} games: +{won} ={drawn} -{lost}, {score:.1} %, Elo {:+.0} ± {:.0}, superior with {:.1} %",
        rating.elo,
        rating.error,
        100.0 * rating.superiority
    );
    if let Some(sprt) = sprt {
        let verdict = match sprt.verdict(standing.pairs) {
            Verdict::GoOn => "not yet clear".to_owned(),
            Verdict::First => format!("{} Elo is the likelier", sprt.elo0),
            Verdict::Second => format!("{} Elo is the likelier", sprt.elo1),
        };
        text += &format!(", log ratio {:.2}: {verdict}", sprt.ratio(standing.pairs));
    }
    text
}

/// Reads `10+0.1`.
fn clock(text: &str, margin: Duration) -> Result<Pace> {
    let seconds = |text: &str| text.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(time), seconds(increment)) {
        (Some(time), Some(increment)) if !time.is_zero() => Ok(Pace::Clock { time, increment, margin }),
        _ => bail!("expected seconds for a game and for each move such as 10+0.1, found {text}"),
    }
}

/// Reads `0,10`.
fn hypotheses(text: &str) -> Result<Sprt> {
    let numbers =
        text.split_once(',').and_then(|(one, two)| Some((one.trim().parse().ok()?, two.trim().parse().ok()?)));
    match numbers {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1, error: 0.05 }),
        _ => bail!("expected two differences in Elo, the smaller first, such as 0,10, found {text}"),
    }
}

/// An engine: a command, or this program.
fn program(seat: &str, command: Option<&str>, options: &[String]) -> Result<Program> {
    let command: Vec<String> = match command {
        Some(command) => command.split_whitespace().map(str::to_owned).collect(),
        None => {
            let own = std::env::current_exe().context("the path of this program")?;
            vec![own.to_string_lossy().into_owned(), "uci".to_owned()]
        }
    };
    let options = options.iter().map(|option| {
        let pair = option.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
        pair.with_context(|| format!("expected an option such as Threads=2, found {option}"))
    });
    let first = command.first().map_or("", String::as_str);
    let short = first.rsplit(['/', '\\']).next().unwrap_or(first);
    Ok(Program { name: format!("{seat} ({short})"), options: options.collect::<Result<_>>()?, command })
}
