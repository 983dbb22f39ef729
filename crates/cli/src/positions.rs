//! `secateur bench --positions FILE`: Connect Four positions with known distance scores, all solved and compared.
//!
//! The format is the one that solvers of this game exchange: a line has the columns played so far, then the score from
//! the side of the player to move. One table serves the whole file, since what it knows holds for every position.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use secateur_catalogue::defaults;
use secateur_game::{Game, Player};
use secateur_games::ConnectFour;
use secateur_games::connect_four::{FOLDED, Score};
use secateur_search::{Limits, Search, Stop, Table};

use crate::files;
use crate::numbers::{grouped, time};
use crate::watch::{in_words, watched};

/// Solves every position of a file; fails at the first wrong score.
pub(crate) fn run(path: &Path, out: &mut impl Write) -> Result<ExitCode> {
    watched(Limits::none(), |limits| solve(path, &limits, out))
}

fn solve(path: &Path, limits: &Limits, out: &mut impl Write) -> Result<ExitCode> {
    let file = path.display();
    let text = secateur_files::read_text(path, files::LARGEST).with_context(|| file.to_string())?;
    let table = Table::with_megabytes(defaults::MEMORY)?;
    let (mut count, mut nodes, mut slowest, mut stopped) = (0u32, 0, Duration::ZERO, None);
    let started = Instant::now();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{file}, line {}", number + 1);
        let (moves, score) = read(line).with_context(place)?;
        let game = ConnectFour::standard().scored(Score::Distance).folded(FOLDED).after(moves).with_context(place)?;
        let outcome = Search::new(&game).expert().memory(&table).limits(limits.clone()).mtdf(0);
        if outcome.stopped == Stop::Cancelled {
            stopped = Some(outcome.stopped);
            break;
        }
        let value = match game.turn(&game.start()).player() {
            Some(Player::Min) => -outcome.bounds.lower,
            _ => outcome.bounds.lower,
        };
        if value != score || !outcome.bounds.is_exact() {
            bail!("{}: expected the score {score} for {moves}, found {value}", place());
        }
        count += 1;
        nodes += outcome.statistics.visits;
        slowest = slowest.max(outcome.statistics.time);
    }
    let each = started.elapsed() / count.max(1);
    if let Some(stopped) = stopped {
        writeln!(out, "{file}: {} after {count} positions", in_words(stopped))?;
    }
    let mean = grouped(nodes / u64::from(count.max(1)));
    writeln!(
        out,
        "{file}: {count} positions, all right; mean {} and {mean} nodes, slowest {}",
        time(each),
        time(slowest)
    )?;
    Ok(ExitCode::SUCCESS)
}

fn read(line: &str) -> Result<(&str, i8)> {
    let expected = || format!("expected columns and a score such as `4455 18`, found `{line}`");
    let (moves, score) = line.trim().split_once(' ').with_context(expected)?;
    Ok((moves, score.trim().parse().ok().with_context(expected)?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn outcome(text: &str) -> Result<String> {
        let path = std::env::temp_dir().join(format!("secateur-positions-{}", text.len()));
        fs::write(&path, text)?;
        let mut out = Vec::new();
        let done = run(&path, &mut out);
        fs::remove_file(&path)?;
        done.map(|_| String::from_utf8_lossy(&out).into_owned()).map_err(|problem| anyhow::anyhow!("{problem:#}"))
    }

    /// The two examples of the page that describes the format, and one of each side to move from its sets.
    #[test]
    fn known_scores_are_found_and_wrong_ones_are_named() {
        let right = "4455 18\n44455554221 -15\n2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n";
        assert!(outcome(right).unwrap().contains("4 positions, all right"));
        let wrong = outcome("4455 18\n\n4455 17\n").unwrap_err().to_string();
        assert!(wrong.contains("line 3: expected the score 17 for 4455, found 18"), "{wrong}");
        for garbage in ["4455", "4455 many", "48 1", "4444444 1"] {
            assert!(outcome(garbage).unwrap_err().to_string().contains("line 1"), "{garbage}");
        }
    }
}
