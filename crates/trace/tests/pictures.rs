//! Four searches as they are told and drawn: the tree of the lecture notes, SMAB's Example 1, a graph of sets, a tree with chance.
//!
//! `TRACE_PICTURES=FOLDER cargo test -p secateur-trace --test pictures` writes the drawings into a folder, to be looked at.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use secateur_catalogue::Request;
use secateur_trace::{Event, Keep, Record, Step, Turn, Why, draw, trace};

fn file(path: &str) -> String {
    format!("file={}/{path}", env!("CARGO_MANIFEST_DIR"))
}

fn record(game: &str, path: &str, algorithm: &str) -> Record {
    let request = Request::new(game).parameter(file(path)).unwrap().algorithm(algorithm);
    let mut record = trace(&request, Keep::nodes(1_000)).unwrap();
    // Where the file lies is not what is tested.
    let name = Path::new(path).file_name().unwrap().to_str().unwrap();
    record.parameters.insert("file".into(), name.into());
    record
}

fn handout() -> Record {
    record("tree", "../games/fixtures/handout-cut-offs.tree", "alpha-beta")
}

fn smab() -> Record {
    record("tree", "../games/fixtures/smab-example-1.tree", "smab:order=lexicographic,reading=printed,promises=on")
}

fn duo() -> Record {
    let mut request = Request::new("random-dag").algorithm("duo");
    request.parameters = ["depth=4", "branching=2", "variables=4", "seed=5"].map(str::to_owned).to_vec();
    trace(&request, Keep::nodes(1_000)).unwrap()
}

fn star1() -> Record {
    record("tree", "fixtures/star1.tree", "star1")
}

fn all() -> [(&'static str, Record); 4] {
    [("handout", handout()), ("smab", smab()), ("duo", duo()), ("star1", star1())]
}

fn words(record: &Record, why: Why) -> Vec<&str> {
    record
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Leave { why: left, words, .. } if *left == why => Some(words.as_str()),
            _ => None,
        })
        .collect()
}

fn passed_over(record: &Record) -> Vec<usize> {
    let skipped = record.events.iter().filter_map(|event| match event {
        Event::Skip { children, .. } => Some(children.iter().copied()),
        _ => None,
    });
    skipped.flatten().collect()
}

#[test]
fn the_handouts_tree_is_told_as_printed() {
    let record = handout();
    // "we notice that X ≤ 40", "min can force a 4 if we choose Y", and the same for Z.
    assert_eq!(words(&record, Why::Cut), ["cut: L = 50 ≥ β = 40", "cut: U = 4 ≤ α = 40", "cut: U = 2 ≤ α = 40"]);
    let skipped = passed_over(&record);
    assert!(skipped.iter().all(|&node| !record.nodes[node].searched && record.nodes[node].value.is_none()));
    let moved = |name: &str| Some(Step::Move { name: name.into() });
    let names: Vec<_> = skipped.iter().map(|&node| record.nodes[node].step.clone()).collect();
    assert_eq!(names, [moved("2"), moved("2"), moved("2")]);
    // The leaves that the notes narrate, in their order; 60, 5, 6, 7 and 8 are never evaluated.
    let leaves: Vec<f64> = record
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Leave { node, .. } => record.nodes[*node].value.as_ref()?.number(),
            _ => None,
        })
        .collect();
    assert_eq!(leaves, [30.0, 40.0, 50.0, 2.0, 4.0, 1.0, 2.0]);
    // α and β of every inner node, in the order in which it is entered.
    let asked: Vec<String> = record
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Enter { node, window, .. } if record.nodes[*node].turn != Turn::Over => {
                let end =
                    |value: &Option<secateur_trace::Value>| value.as_ref().map_or("-".to_owned(), ToString::to_string);
                Some(format!("{} {}", end(&window.alpha), end(&window.beta)))
            }
            _ => None,
        })
        .collect();
    assert_eq!(asked, ["- -", "- -", "- -", "- 40", "40 -", "40 -", "40 -", "40 -"]);
}

#[test]
fn a_chance_turn_is_cut_by_its_mean() {
    let record = star1();
    assert_eq!(words(&record, Why::Cut), ["cut: U = 3 ≤ α = 4"]);
    assert_eq!(passed_over(&record).len(), 1);
    let outcome = record.nodes.iter().find_map(|node| match &node.step {
        Some(Step::Outcome { weight, probability, .. }) => Some((*weight, *probability)),
        _ => None,
    });
    assert_eq!(outcome, Some((1, 0.5)));
    assert_eq!(record.totals.visits, 4);
}

#[test]
fn a_matrix_is_told_cell_by_cell() {
    let record = smab();
    let root = &record.nodes[0];
    assert_eq!(root.turn, Turn::Both);
    let struck = record.events.iter().filter(|event| matches!(event, Event::Strike { .. })).count();
    let strategies: Vec<_> = record
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Strategies { node: 0, max, min } => Some((max.clone(), min.clone())),
            _ => None,
        })
        .collect();
    assert!(struck > 0, "Example 1 is there to show a dominated action");
    assert_eq!(strategies.len(), 1);
    // What is told of a cell only ever gets closer, and the answer is the value of the game.
    let plain = record_of_everything();
    assert_eq!(
        record.bounds.lower.as_ref().map(ToString::to_string),
        plain.bounds.lower.as_ref().map(ToString::to_string)
    );
    assert!(record.totals.visits < plain.totals.visits);
}

fn record_of_everything() -> Record {
    record("tree", "../games/fixtures/smab-example-1.tree", "backward-induction")
}

#[test]
fn a_graph_of_sets_says_where_positions_meet() {
    let record = duo();
    assert!(record.has_lattice_values());
    assert!(record.nodes.iter().any(|node| node.same_as.is_some()));
    assert!(record.totals.cuts + record.totals.known > 0);
}

#[test]
fn every_request_that_has_no_tree_is_refused_in_a_line() {
    for (game, algorithm, part) in [
        ("pig", "interval-iteration", "list of all positions"),
        ("goofspiel", "layers", "by their numbers"),
        ("goofspiel", "sequence-form", "linear program"),
        ("tic-tac-toe", "parallel-minimax", "several threads"),
        ("goofspiel", "alpha-beta", "both players move at once"),
        ("2048", "mcms", "samples"),
    ] {
        let problem = trace(&Request::new(game).algorithm(algorithm), Keep::nodes(10)).unwrap_err().to_string();
        assert!(problem.contains(part) && !problem.contains('\n'), "{game} {algorithm}: {problem}");
    }
}

/// The same search as `solve`: the same positions are looked at, whatever the game and the algorithm.
#[test]
fn a_traced_search_is_the_search() {
    for (game, parameters, algorithm) in [
        ("tic-tac-toe", "position=5137", "alpha-beta:order=expert,table=on"),
        // Without a table and a learned order, which know moves by themselves: a traced search knows them by their places.
        ("connect-four", "width=4 height=3", "alpha-beta:order=expert,table=off"),
        ("random-tree", "depth=5 branching=3", "scout:deepening=on"),
        ("random-tree", "depth=4 branching=3", "minimax"),
        ("random-tree", "depth=3 branching=3 chance=0.8", "star2"),
        ("random-tree", "depth=3 branching=3 chance=0.8", "bounded-plus"),
        ("random-tree", "depth=3 branching=3 chance=0.8", "expectimax:table=off"),
        ("random-dag", "depth=7 branching=3", "duo:probe=off,refine=off"),
        ("two-criteria", "depth=5", "lattice-alpha-beta"),
        ("goofspiel", "cards=4", "smab"),
        ("goofspiel", "cards=4", "backward-induction"),
        ("random-mixed", "depth=4", "double-oracle"),
    ] {
        let mut request = Request::new(game).algorithm(algorithm);
        request.parameters = parameters.split_whitespace().map(str::to_owned).collect();
        request.resources.threads = Some(1);
        request.resources.memory = Some(16);
        let report = secateur_catalogue::solve(&request).unwrap();
        let record = trace(&request, Keep::nodes(50)).unwrap();
        let counts = report.answer.statistics;
        assert_eq!((record.totals.visits, record.totals.leaves), (counts.visits, counts.leaves), "{game} {algorithm}");
        assert_eq!(record.stopped, report.answer.stopped, "{game} {algorithm}");
    }
}

#[test]
fn drawings_are_whole() {
    for (name, record) in all() {
        let (svg, page) = (draw::svg(&record), draw::page(&record));
        let image = roxmltree::Document::parse(&svg).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let titles = image.descendants().filter(|part| part.has_tag_name("title")).count();
        assert_eq!(titles, record.nodes.len(), "{name}");
        let never = svg.matches("cut, never looked at").count();
        assert_eq!(never, record.nodes.iter().filter(|node| !node.searched).count(), "{name}");
        // The page holds the record as it is, and nothing from elsewhere.
        let data = page.split("<script id=\"record\" type=\"application/json\">").nth(1).unwrap();
        let told: Record = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
        assert_eq!(told, record, "{name}");
        assert!(!page.contains("http://") && !page.contains("https://"), "{name}");
        if let Ok(folder) = std::env::var("TRACE_PICTURES") {
            let write = |ending: &str, text: &str| std::fs::write(format!("{folder}/{name}.{ending}"), text).unwrap();
            write("svg", &svg);
            write("html", &page);
            write("dot", &draw::dot(&record));
            write("tex", &draw::tikz(&record));
            write("json", &serde_json::to_string(&record).unwrap());
        }
    }
}

/// Whether a program is here; a line that says so if it is not.
fn is_here(program: &str, argument: &str) -> bool {
    let found = Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let here = found.is_ok_and(|status| status.success());
    if !here {
        let _ = writeln!(std::io::stderr(), "left out: {program} is not installed");
    }
    here
}

#[test]
fn graphviz_reads_the_graphs() {
    if !is_here("dot", "-V") {
        return;
    }
    for (name, record) in all() {
        let mut dot = Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        dot.stdin.take().unwrap().write_all(draw::dot(&record).as_bytes()).unwrap();
        let done = dot.wait_with_output().unwrap();
        let drawn = String::from_utf8(done.stdout).unwrap();
        assert!(done.status.success() && drawn.matches("class=\"node\"").count() == record.nodes.len(), "{name}");
    }
}

#[test]
fn latex_compiles_the_pictures() {
    if !is_here("pdflatex", "--version") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, record) in all() {
        let source = folder.path().join(format!("{name}.tex"));
        std::fs::write(&source, draw::tikz(&record)).unwrap();
        let done = Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error", "-output-directory"])
            .args([folder.path(), &source])
            .output()
            .unwrap();
        assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stdout));
        assert!(source.with_extension("pdf").exists(), "{name}");
    }
}
