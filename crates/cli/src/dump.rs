//! `secateur sweep --dump`: the games of a grid as files that `solve tree` and `solve dag` read back.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use secateur_catalogue::games::{AlternatingGame, LatticeGame, Visit, visit};
use secateur_catalogue::{ChanceGame, JointGame, Value};
use secateur_game::{Both, Chance, Describe, Game, Turn};
use secateur_games::tree::DEEPEST;
use secateur_games::{AnyRandomDag, Parameters};
use secateur_lab::{Grid, Instance};

/// No tree with more positions is written: nobody could read it back in reasonable time.
const MOST: usize = 2_000_000;

/// Writes each game of a grid once, whatever algorithms it names.
pub(crate) fn run(grid: &Grid, folder: &Path, out: &mut impl Write) -> Result<ExitCode> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut written = HashSet::new();
    for instance in grid.instances(1) {
        let (name, words) = of(&instance)?;
        if !written.insert((name.clone(), words.clone())) {
            continue;
        }
        let parameters = Parameters::parse(&words)?;
        let (text, ending) = match name.as_str() {
            "random-dag" => (graph(AnyRandomDag::from_parameters(&parameters)?)?, "json"),
            _ => visit(&name, &parameters, Tree)?.with_context(|| instance.key.clone())?,
        };
        let comment = if ending == "tree" { format!("# {name} {}\n", words.join(" ")) } else { String::new() };
        let path = folder.join(format!("{}.{ending}", file_name(&name, &words)));
        secateur_files::write(&path, (comment + &text).as_bytes()).with_context(|| path.display().to_string())?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The game of an instance with its words.
fn of(instance: &Instance) -> Result<(String, Vec<String>)> {
    let mut words: Vec<String> = instance.text("parameters")?.split_whitespace().map(str::to_owned).collect();
    if instance.parameters.has("drawn", true) {
        words.push(format!("seed={}", instance.seed));
    }
    Ok((instance.text("game")?.to_owned(), words))
}

/// Letters, digits and hyphens.
fn file_name(game: &str, words: &[String]) -> String {
    let text = format!("{game} {}", words.join(" "));
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '.').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn graph(game: AnyRandomDag) -> Result<String> {
    let json = match game {
        AnyRandomDag::Set(game) => game.to_json(),
        AnyRandomDag::Family(game) => game.to_json(),
        AnyRandomDag::Diagram(game) => game.to_json(),
        _ => bail!("expected a graph over sets or families"),
    };
    Ok(format!("{json:#}\n"))
}

/// Writes a game as a tree, or as Gambit's normal form where it is one matrix; and says which.
struct Tree;

impl Visit for Tree {
    type Answer = Result<(String, &'static str)>;

    fn alternating<G: AlternatingGame>(self, game: G) -> Self::Answer {
        Ok((tree(&game, &|value: &G::Value| Into::<Value>::into(*value).to_string())?, "tree"))
    }

    fn lattice<G: LatticeGame>(self, _: G) -> Self::Answer {
        bail!("expected a game for numbers, or random-dag: there is no file for other games with values of a lattice")
    }

    fn chance<G: ChanceGame>(self, game: G) -> Self::Answer {
        Ok((tree(&game, &|value| value.get().to_string())?, "tree"))
    }

    fn joint<G: JointGame>(self, game: G) -> Self::Answer {
        match matrix(&game) {
            Some(text) => Ok((text, "nfg")),
            None => Ok((tree(&game, &|value| value.get().to_string())?, "tree")),
        }
    }
}

/// Gambit's normal form of a game that is over after one move of both; the first player's moves change fastest.
fn matrix<G: JointGame>(game: &G) -> Option<String> {
    let mut start = game.start();
    let Turn::Both(both) = game.turn(&start) else { return None };
    let rows: Vec<G::Move> = both.rows(game, &start).collect();
    let columns: Vec<G::Move> = both.columns(game, &start).collect();
    let mut payoffs = String::new();
    for &column in &columns {
        for &row in &rows {
            let undo = both.play(game, &mut start, row, column);
            let turn = game.turn(&start);
            game.undo(&mut start, undo);
            let Turn::Over(value) = turn else { return None };
            // Writing to a String cannot fail.
            let _ = write!(payoffs, "{} {} ", value.get(), -value.get());
        }
    }
    let title = "NFG 1 R \"written by secateur\" { \"Max\" \"Min\" }";
    Some(format!("{title} {{ {} {} }}\n\n{}\n", rows.len(), columns.len(), payoffs.trim_end()))
}

fn tree<G: Game + Describe>(game: &G, number: &dyn Fn(&G::Value) -> String) -> Result<String> {
    let mut writer = Writer { game, number, text: String::new(), positions: 0 };
    let mut start = game.start();
    let promised = game.bounds(&start);
    // What positions promise is part of what a search does; one range for all is what a tree can say.
    let (lower, upper) = (number(&promised.lower), number(&promised.upper));
    if lower.parse::<f64>().is_ok_and(f64::is_finite) && upper.parse::<f64>().is_ok_and(f64::is_finite) {
        writeln!(writer.text, "(range {lower} {upper})")?;
    }
    writer.write(&mut start, 0)?;
    Ok(writer.text + "\n")
}

struct Writer<'a, G: Game> {
    game: &'a G,
    number: &'a dyn Fn(&G::Value) -> String,
    text: String,
    positions: usize,
}

impl<G: Game + Describe> Writer<'_, G> {
    fn write(&mut self, position: &mut G::Position, depth: usize) -> Result<()> {
        self.positions += 1;
        ensure!(self.positions <= MOST, "expected at most {MOST} positions in a file");
        ensure!(depth < DEEPEST, "expected at most {DEEPEST} moves in a row in a file");
        let (game, number) = (self.game, self.number);
        match game.turn(position) {
            Turn::Over(value) => self.text += &number(&value),
            Turn::Max => self.choices("max", position, depth)?,
            Turn::Min => self.choices("min", position, depth)?,
            Turn::Chance(chance) => {
                self.text += "(chance";
                let outcomes: Vec<(u64, G::Move)> = chance.outcomes(game, position).collect();
                let names = self.names(position, &outcomes.iter().map(|&(_, outcome)| outcome).collect::<Vec<_>>());
                for ((weight, outcome), name) in outcomes.into_iter().zip(names) {
                    // Weights are whole numbers; what cannot happen is not written.
                    if weight > 0 {
                        write!(self.text, "\n{:1$}{name} {weight}: ", "", depth + 1)?;
                        self.after(position, outcome, depth)?;
                    }
                }
                self.text.push(')');
            }
            Turn::Both(both) => {
                let rows: Vec<G::Move> = both.rows(game, position).collect();
                let columns: Vec<G::Move> = both.columns(game, position).collect();
                let (named_rows, named_columns) = (self.names(position, &rows), self.names(position, &columns));
                write!(self.text, "(both (rows {}) (columns {})", named_rows.join(" "), named_columns.join(" "))?;
                for &row in &rows {
                    write!(self.text, "\n{:1$}[", "", depth + 1)?;
                    for (place, &column) in columns.iter().enumerate() {
                        self.text += if place == 0 { "" } else { " " };
                        let undo = both.play(game, position, row, column);
                        self.write(position, depth + 1)?;
                        game.undo(position, undo);
                    }
                    self.text.push(']');
                }
                self.text.push(')');
            }
        }
        Ok(())
    }

    fn choices(&mut self, who: &str, position: &mut G::Position, depth: usize) -> Result<()> {
        self.text.push('(');
        self.text += who;
        let moves: Vec<G::Move> = self.game.moves(position).collect();
        let names = self.names(position, &moves);
        for (chosen, name) in moves.into_iter().zip(names) {
            write!(self.text, "\n{:1$}{name}: ", "", depth + 1)?;
            self.after(position, chosen, depth)?;
        }
        self.text.push(')');
        Ok(())
    }

    fn after(&mut self, position: &mut G::Position, chosen: G::Move, depth: usize) -> Result<()> {
        let undo = self.game.play(position, chosen);
        self.write(position, depth + 1)?;
        self.game.undo(position, undo);
        Ok(())
    }

    /// Names in quotes; where two read alike, the place of each is added.
    fn names(&self, position: &G::Position, moves: &[G::Move]) -> Vec<String> {
        let shown: Vec<String> = moves.iter().map(|&chosen| self.game.name(position, chosen)).collect();
        let different: HashSet<String> = shown.iter().map(|name| name.to_lowercase()).collect();
        let alike = different.len() < shown.len();
        let named = |(place, name): (usize, String)| if alike { format!("{name} ({})", place + 1) } else { name };
        let quoted = |name: String| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""));
        shown.into_iter().enumerate().map(named).map(quoted).collect()
    }
}
