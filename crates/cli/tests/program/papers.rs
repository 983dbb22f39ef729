//! Every command that PAPERS.md shows runs: experiments in their quick form, searches for a moment at most.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Quick forms of these take longer than a test should; `SECATEUR_ALL_PAPERS=1` runs them too.
const LONG: [&str; 6] = ["jamboree", "aij-2016", "bab-match", "2048-player", "duo-figure-3", "duo-figure-4"];

/// The commands in the tables, once each.
fn commands() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("PAPERS.md")).unwrap();
    let mut commands = BTreeSet::new();
    for line in page.lines().filter(|line| line.starts_with("| ")) {
        let inside = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')).unwrap();
        let cells: Vec<&str> = inside.split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 4, "{line}");
        // An item without a command says why.
        let (command, state) = (cells[2].trim_matches('`'), cells[3]);
        let excused = ["missing", "tested", "arithmetic", "`"].iter().any(|word| state.starts_with(word))
            || command == "command"
            || command == "---";
        assert!(command.starts_with("secateur ") || excused, "{line}");
        if command.starts_with("secateur ") {
            commands.insert(command.to_owned());
        }
    }
    commands
}

#[test]
#[expect(clippy::print_stdout, reason = "says what was left out")]
fn every_command_of_the_papers_page_runs() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let all = std::env::var_os("SECATEUR_ALL_PAPERS").is_some();
    let commands = commands();
    assert!(commands.len() > 50, "{commands:?}");
    for command in &commands {
        let mut words: Vec<&str> = command.split_whitespace().skip(1).collect();
        match words[0] {
            "reproduce" if !all && LONG.contains(&words[1]) => {
                println!("left out, since it takes a while: {command}");
                continue;
            }
            "reproduce" => words.extend(["--quick", "--out", out]),
            "sweep" => words.extend(["--time", "2s", "--out", out]),
            "solve" if !words.contains(&"--time") => words.extend(["--time", "2s"]),
            _ => {}
        }
        let output = Command::new(env!("CARGO_BIN_EXE_secateur")).args(&words).current_dir(&root).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{command}");
    }
}
