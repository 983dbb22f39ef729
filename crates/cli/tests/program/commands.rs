//! Every command that a help text, a list or the README prints is typed, and works.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::text;

/// A command that has not complained by then is at work.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The words of a command line, quotes taken off, up to a comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut begun) = (Vec::new(), String::new(), None, false);
    let mut blanks = 0;
    for letter in line.chars() {
        match (letter, quoted) {
            ('"' | '\'', None) => (quoted, begun) = (Some(letter), true),
            (_, Some(quote)) if letter == quote => quoted = None,
            (' ', None) => {
                blanks += 1;
                if begun {
                    words.push(std::mem::take(&mut word));
                    begun = false;
                }
                // Two blanks end the command where a remark follows without a sign.
                if blanks > 1 && !words.is_empty() {
                    let rest = line.rsplit("  ").next().unwrap_or_default().trim_start();
                    if !rest.starts_with('-') {
                        return words;
                    }
                }
                continue;
            }
            ('#' | '|' | '>', None) if !begun => return words,
            _ => {
                word.push(letter);
                begun = true;
            }
        }
        blanks = 0;
    }
    if begun {
        words.push(word);
    }
    words
}

/// The commands of a text, each without the program's name.
fn commands(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.trim().trim_start_matches("Example ").trim();
        let line = line.strip_prefix("$ ").unwrap_or(line);
        let line = line.rsplit_once("| secateur ").map_or(line.to_owned(), |(_, after)| format!("secateur {after}"));
        let Some(rest) = line.strip_prefix("secateur ").or_else(|| line.strip_prefix("cargo run --release -- ")) else {
            continue;
        };
        // A pattern, such as `secateur solve GAME`, is no command; nor is a sentence.
        let words = words(rest);
        let pattern = |word: &String| word.chars().all(|letter| letter.is_ascii_uppercase()) && word.len() > 2;
        let first = words.first().is_some_and(|word| SUBCOMMANDS.contains(&word.as_str()));
        if first && !words[..words.len().min(2)].iter().any(pattern) {
            found.push(words);
        }
    }
    found
}

const SUBCOMMANDS: &[&str] = &[
    "games",
    "algorithms",
    "solve",
    "play",
    "reproduce",
    "suit",
    "faults",
    "matrix",
    "exploit",
    "trace",
    "uci",
    "perft",
    "epd",
    "match",
    "bench",
    "completions",
];

/// The files that the examples name.
fn fill(folder: &Path) {
    let file = |name: &str, contents: &str| std::fs::write(folder.join(name), contents).unwrap();
    file("my.tree", "(max (min 3 5) (min 2 9))");
    file(
        "my.efg",
        "EFG 2 R \"Choice\" { \"Max\" \"Min\" } p \"\" 1 1 \"\" { \"a\" \"b\" } 0 t \"\" 1 \"\" { 1, -1 } t \"\" 2 \"\" { 0, 0 }",
    );
    file("my.kif", include_str!("../../../formats/fixtures/roshambo.kif"));
    file("my-graph.json", include_str!("../../../games/graphs/figure-1-left.json"));
    file("game.nfg", "NFG 1 R \"Duel\" { \"A\" \"B\" } { 2 2 }  1 -1  0 0  0 0  1/2 -1/2");
    for name in ["game.txt", "large.txt"] {
        file(name, "3 -1\n-2 1\n");
    }
    let tree = r#"<opsa-mef><define-fault-tree name="t"><define-gate name="no-water"><and><basic-event name="a"/><basic-event name="b"/></and></define-gate></define-fault-tree></opsa-mef>"#;
    for name in ["plant.xml", "tree.xml"] {
        file(name, tree);
    }
    let epd = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";\n";
    for name in ["wac.epd", "sts.epd"] {
        file(name, epd);
    }
    let plan = text(&["solve", "goofspiel", "cards=2", "--strategy", folder.join("plan.json").to_str().unwrap()], "");
    assert!(plan.contains("Strategies"), "{plan}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    std::fs::copy(root.join("crates/formats/fixtures/blocker.kif"), folder.join("my.kif")).unwrap();
    for crates in ["games", "formats"] {
        let to = folder.join("crates").join(crates);
        std::fs::create_dir_all(&to).unwrap();
        std::os::unix::fs::symlink(root.join("crates").join(crates).join("fixtures"), to.join("fixtures")).unwrap();
    }
}

/// Types a command in a folder; it may take its time, but not complain.
fn works(folder: &Path, words: &[String]) -> Result<(), String> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_secateur"));
    program.args(words).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut program = program.spawn().unwrap();
    let mut input = program.stdin.take().unwrap();
    // What a matrix, a player or a chess program would say.
    let said = if words[0] == "matrix" { "3 -1\n-2 1\n" } else { "quit\n" };
    // A program that has ended reads no more.
    let _ = std::io::Write::write_all(&mut input, said.as_bytes());
    drop(input);
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        if let Some(status) = program.try_wait().unwrap() {
            let mut complaint = String::new();
            std::io::Read::read_to_string(&mut program.stderr.take().unwrap(), &mut complaint).unwrap();
            let foreign = complaint.contains("cannot start");
            return if status.success() || foreign { Ok(()) } else { Err(format!("{words:?}: {complaint}")) };
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    program.kill().unwrap();
    program.wait().unwrap();
    Ok(())
}

#[test]
fn every_printed_command_works() {
    let mut all: BTreeSet<Vec<String>> = BTreeSet::new();
    let mut read = |text: &str| all.extend(commands(text));
    read(&text(&["--help"], ""));
    for command in SUBCOMMANDS {
        read(&text(&[command, "--help"], ""));
    }
    let listed = |what: &str| -> Vec<String> {
        let list = text(&[what], "");
        let names = list.lines().filter(|line| !line.starts_with(' ') && !line.starts_with("secateur"));
        names.filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let (games, algorithms) = (listed("games"), listed("algorithms"));
    assert!(games.len() > 20 && algorithms.len() > 25, "{games:?} {algorithms:?}");
    for name in &games {
        read(&text(&["games", name], ""));
    }
    for name in &algorithms {
        read(&text(&["algorithms", name], ""));
    }
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    read(&std::fs::read_to_string(readme).unwrap());
    assert!(all.len() > games.len() + algorithms.len() + 40, "{}", all.len());
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let wrong: Vec<String> = all.iter().filter_map(|words| works(folder.path(), words).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_are_completed() {
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&["completions", shell], "");
        // Fish is told the names of options alone; the generator knows no places there.
        let places: &[&str] = if shell == "fish" { &[] } else { &["goofspiel", "bab-plus", "two-criteria"] };
        for name in ["bounded-plus"].iter().chain(places) {
            assert!(script.contains(name), "{shell} does not complete {name}");
        }
    }
}

#[test]
fn a_comment_is_no_part_of_a_command() {
    let two = words("solve tic-tac-toe position=5137                the value");
    assert_eq!(two, ["solve", "tic-tac-toe", "position=5137"]);
    assert_eq!(words("games                what can be solved"), ["games"]);
    assert_eq!(words("solve chess \"fen=8/8 w - - 0 1\"   # mates"), ["solve", "chess", "fen=8/8 w - - 0 1"]);
    assert_eq!(commands("$ printf '3 -1\\n' | secateur matrix - --exact  # one")[0], ["matrix", "-", "--exact"]);
    assert!(commands("secateur solve GAME [key=value]… solves one").is_empty());
}
