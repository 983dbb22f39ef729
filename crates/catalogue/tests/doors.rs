//! Every algorithm that can handle a game's turns solves it, and finds what every other does.

use secateur_catalogue::algorithms::{ALGORITHMS, Algorithm};
use secateur_catalogue::games::{Class, GAMES, file_format};
use secateur_catalogue::{Answer, Basis, Plan, Request, Resources, Threshold, Value, open, solve};
use secateur_games::Parameters;
use secateur_search::Limits;
use secateur_value::Window;

/// A small instance of every game of numbers that is not read from a file.
const SMALL: &[(&str, &str)] = &[
    ("tic-tac-toe", "position=513"),
    ("connect-four", "width=3 height=3 score=distance"),
    ("connect-four", "width=4 height=4 position=1234123"),
    ("chess", "fen=6k1/5ppp/8/8/8/8/5PPP/3R2K1_w_-_-_0_1 depth=2"),
    ("random-tree", "depth=5 branching=3 irregular=yes vmin=-7 vmax=30"),
    ("random-tree", "depth=4 branching=3 leaves=real"),
    ("random-tree", "depth=3 branching=2 chance=0.8"),
    ("random-tree", "depth=3 branching=2 chance=0.8 leaves=real"),
    ("einstein", "board=3x3 stones=1"),
    ("2048", "board=1x3 goal=8"),
    ("bearoff", "max=2 min=1"),
    ("backgammon", "max=1:1 min=1:1 turns=1"),
    ("cops-and-robbers", "grid=3x3 cops=1 depth=2 chance=0.8"),
    ("goofspiel", "cards=3 lead=1 max=1,3 prizes=3,1,2 min=2,3"),
    ("oshi-zumo", "coins=3 size=1 max=4"),
    ("bidding-tic-tac-toe", "coins=1 min=2 board=XOXOX.O.."),
    ("tron", "width=3 height=2"),
    ("pursuit", "depth=2 width=3 height=2"),
    ("random-joint", "depth=2 rows=2 columns=3"),
    ("random-mixed", "depth=3 moves=2"),
    ("attrition", "max=2/1 min=1/2"),
    ("duel", "max=2 min=3 rounds=2"),
    ("battle", "team=1 rounds=1"),
    ("snakes", "width=2 height=2 turns=1"),
];

fn numbers(answer: &Answer) -> (f64, f64) {
    let number = |value: &Value| match value {
        Value::Whole(number) => *number as f64,
        Value::Real(number) => *number,
        other => panic!("{other:?} is no number"),
    };
    (number(&answer.lower), number(&answer.upper))
}

/// Estimates promise nothing; strategies of the normal form are too many for all but the smallest.
fn promises(known: &Algorithm) -> bool {
    !matches!(known.name(), "mcms" | "chance-probcut" | "normal-form")
}

#[test]
fn every_algorithm_solves_every_game_whose_turns_it_can_handle() {
    for (game, words) in SMALL {
        let words: Vec<String> = words.split(' ').map(|word| word.replace('_', " ")).collect();
        let session = open(game, &Parameters::parse(&words).unwrap()).unwrap();
        let mut request = Request::new(*game);
        request.parameters = words;
        let (low, high) = numbers(&solve(&request).unwrap().answer);
        for known in ALGORITHMS.iter().filter(|known| known.solves.contains(&session.class()) && promises(known)) {
            for (epsilon, estimate) in [(0.0, false), (0.25, false)] {
                let resources = Resources { epsilon, estimate, threads: Some(2), memory: Some(8) };
                let what = format!("{} on {game} within {epsilon}", known.name());
                let asked = request.clone().algorithm(known.name()).resources(resources);
                let answer = match solve(&asked) {
                    Ok(report) => report.answer,
                    // Of all algorithms only this one asks for more than turns.
                    Err(problem) if known.name() == "layers" => {
                        assert!(
                            problem.to_string().starts_with("layers solves games that number"),
                            "{what}: {problem}"
                        );
                        continue;
                    }
                    Err(problem) => panic!("{what}: {problem}"),
                };
                let (lower, upper) = numbers(&answer);
                let noise = 1e-6 * (1.0 + low.abs());
                assert!(
                    lower <= high + noise && upper >= low - noise,
                    "{what}: {lower} to {upper}, not {low} to {high}"
                );
                let allowed = if known.uses_epsilon { epsilon } else { 0.0 };
                assert!(upper - lower <= allowed + noise, "{what}: {lower} to {upper}");
                assert!(matches!(answer.stopped.as_str(), "solved" | "exhausted"), "{what}: {}", answer.stopped);
                // Whoever is to move is told what to do, in a move's own name.
                let (max, min) = (&answer.strategy.max, &answer.strategy.min);
                for (strategy, player) in [(max, secateur_game::Player::Max), (min, secateur_game::Player::Min)] {
                    let moves = session.moves_of(player);
                    assert!(
                        strategy.is_empty() == moves.is_empty(),
                        "{what}: {player} has {moves:?}, told {strategy:?}"
                    );
                    assert!(strategy.iter().all(|choice| moves.contains(&choice.chosen)), "{what}: {strategy:?}");
                }
            }
            // A limit leaves bounds that hold.
            for nodes in [0, 1, 7, 60] {
                let asked = request.clone().algorithm(known.name()).limits(Limits::none().nodes(nodes));
                let Ok(report) = solve(&asked) else { continue };
                let (lower, upper) = numbers(&report.answer);
                let noise = 1e-6 * (1.0 + low.abs());
                assert!(
                    lower <= high + noise && upper >= low - noise,
                    "{} on {game}: {lower} to {upper}",
                    known.name()
                );
            }
        }
    }
}

#[test]
fn no_game_of_numbers_is_forgotten() {
    for entry in GAMES.iter().filter(|entry| entry.class != Class::Lattice) {
        let name = entry.description.name;
        // Files are asked below; Pig goes in circles.
        let elsewhere = matches!(name, "tree" | "efg" | "gdl" | "pig");
        assert!(elsewhere || SMALL.iter().any(|&(known, _)| known == name), "{name}");
    }
}

#[test]
fn files_of_every_kind_are_solved_by_whatever_can_handle_them() {
    let folder = std::env::temp_dir().join(format!("secateur-doors-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (tree, value, takes, refuses) in [
        ("(max (min 3 5) (max 2 (min 4 9)))", 4.0, "bounded", "duo"),
        ("(max 3 (chance 1/2: 10 1/2: (min 2 9)))", 6.0, "joint", "alpha-beta"),
        ("(max 1 (both [3 0] [0 3]))", 1.5, "smab", "bounded-plus"),
        ("(both [(chance 1: 2 1: 4) 0] [0 (min 3 8)])", 1.5, "engine", "star1"),
        ("7", 7.0, "engine", "duo"),
    ] {
        let file = folder.join("a.tree");
        std::fs::write(&file, tree).unwrap();
        let request = Request::new("tree").parameter(format!("file={}", file.display())).unwrap();
        for asked in [request.clone(), request.clone().algorithm(takes)] {
            let (lower, upper) = numbers(&solve(&asked).unwrap().answer);
            assert!((lower - value).abs() < 1e-9 && (upper - value).abs() < 1e-9, "{tree}: {lower} to {upper}");
        }
        let problem = solve(&request.algorithm(refuses)).unwrap_err().to_string();
        assert!(problem.starts_with(&format!("{refuses} does not solve games in which")), "{problem}");
        assert!(problem.ends_with(" do"), "{problem}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_rule_sheet_is_solved_by_whatever_takes_joint_turns() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../formats/fixtures/roshambo.kif");
    let request = Request::new("gdl").parameter(format!("file={file}")).unwrap();
    for algorithm in ["joint", "engine", "smab", "backward-induction", "sequence-form", "double-oracle"] {
        let (lower, upper) = numbers(&solve(&request.clone().algorithm(algorithm)).unwrap().answer);
        assert!((lower - 50.0).abs() < 1e-6 && (upper - 50.0).abs() < 1e-6, "{algorithm}: {lower} to {upper}");
    }
}

/// Tree searches of games that go in circles stop at the end of their stack or at a limit, and say so.
#[test]
fn circles_end_in_one_line() {
    let request = Request::new("pig").parameter("goal=10").unwrap();
    let (low, high) = numbers(&solve(&request).unwrap().answer);
    for algorithm in ["joint", "engine", "backward-induction", "serialized", "smab", "expectimax"] {
        let asked = request.clone().algorithm(algorithm).limits(Limits::none().nodes(30_000));
        let answer = solve(&asked).unwrap().answer;
        let (lower, upper) = numbers(&answer);
        assert!(lower <= high + 1e-9 && upper >= low - 1e-9, "{algorithm}: {lower} to {upper}");
        assert!(answer.stopped != "solved" || upper - lower < 1e-6, "{algorithm}: {}", answer.stopped);
    }
}

#[test]
fn words_that_mean_the_same_get_the_same_default() {
    for (game, one, other) in [
        ("einstein", "board=3x3 stones=3", "stones=03 board=3x3"),
        ("einstein", "board=3x3 stones=3", "board=3x3"),
        ("goofspiel", "cards=4", "cards=04"),
    ] {
        let plan = |words: &str| {
            let mut request = Request::new(game);
            request.parameters = words.split(' ').map(str::to_owned).collect();
            request.open().unwrap().plan(&request).unwrap().algorithm.name()
        };
        assert_eq!(plan(one), plan(other), "{game} {other}");
    }
}

/// What a default cannot use is not asked of it where something else can.
#[test]
fn an_evaluator_is_asked_by_a_search_that_can() {
    let mut request = Request::new("pig").parameter("goal=10").unwrap().limits(Limits::none().depth(2));
    request.resources.estimate = true;
    let opened = request.open().unwrap();
    let plan = opened.plan(&request).unwrap();
    assert!(plan.check_settings(opened.session.class(), false).is_ok(), "{}", plan.algorithm.name());
    assert!(opened.solve(&request).unwrap().answer.estimate.is_some());
}

#[test]
fn games_have_numbers_where_the_table_says_so() {
    for entry in GAMES.iter().filter(|entry| !entry.example.contains("file=")) {
        let parameters = Parameters::parse(entry.example.split_whitespace()).unwrap();
        let session = open(entry.description.name, &parameters).unwrap();
        assert_eq!(session.layers_cost().is_some(), entry.numbered, "{}", entry.description.name);
        assert_eq!(session.class(), entry.class, "{}", entry.description.name);
        assert!(Plan::read(entry.usual, Resources::default()).unwrap().algorithm.can_solve(entry));
    }
}

/// A number that a value is compared with is answered as the value says, for every kind of turn.
#[test]
fn thresholds_are_answered_as_the_value_says() {
    let real = |number| secateur_value::Real::new(number).unwrap();
    for (game, words) in SMALL {
        let mut request = Request::new(*game);
        request.parameters = words.split(' ').map(|word| word.replace('_', " ")).collect();
        let opened = request.open().unwrap();
        let (low, high) = numbers(&opened.solve(&request).unwrap().answer);
        let step = 0.01 * (1.0 + low.abs());
        for (number, least, most) in [(low - step, true, false), (high + step, false, true)] {
            for (asked, expected) in
                [(Threshold::AtLeast(real(number)), least), (Threshold::AtMost(real(number)), most)]
            {
                let (holds, report) = opened.threshold(&request, asked).unwrap();
                assert_eq!(holds, Some(expected), "{game} {words}: {asked:?}, the value is {low} to {high}");
                let (lower, upper) = numbers(&report.answer);
                assert!(lower <= high + 1e-6 && upper >= low - 1e-6, "{game}: {lower} to {upper}");
            }
        }
    }
    let lattice = Request::new("two-criteria").parameter("depth=2").unwrap();
    assert!(lattice.open().unwrap().threshold(&lattice, Threshold::AtLeast(real(0.0))).is_err());
}

#[test]
fn files_have_a_format_that_is_shown() {
    for entry in GAMES {
        let reads = entry.description.parameters.iter().any(|parameter| parameter.name == "file");
        assert_eq!(file_format(entry.description.name).is_some(), reads, "{}", entry.description.name);
    }
    // The example of the format is a tree.
    let shown = file_format("tree").unwrap();
    let tree: String = shown.lines().skip(1).map(|line| format!("{line}\n")).collect();
    assert!(tree.parse::<secateur_games::Tree>().is_ok(), "{tree}");
}

/// A search that was stopped before it knew anything says so; one that knows something does not.
#[test]
fn what_a_strategy_rests_on_is_said() {
    let basis = |words: &str, limits: Limits| {
        let mut words = words.split(' ').map(str::to_owned);
        let mut request = Request::new(words.next().unwrap());
        request.parameters = words.collect();
        solve(&request.algorithm("joint").limits(limits)).unwrap().answer.basis
    };
    assert_eq!(basis("tron width=9 height=9", Limits::none().nodes(2)), Basis::Fallback);
    assert_eq!(basis("tron width=3 height=3", Limits::none()), Basis::Exact);
    let goofspiel = "goofspiel cards=5 objective=points lead=3 max=1,2,5 min=1,3,4";
    let bases: Vec<Basis> = (0..200).map(|nodes| basis(goofspiel, Limits::none().nodes(nodes))).collect();
    assert_eq!((bases[0], bases[199]), (Basis::Fallback, Basis::Exact), "{bases:?}");
    assert!(bases.contains(&Basis::Bounds), "{bases:?}");
}

/// Within a window every algorithm that heeds it answers enough: the bounds hold, and both say the same about what lies inside.
#[test]
fn answers_within_windows_are_the_value_clamped() {
    /// What rounding may leave open.
    const ROUNDING: f64 = 1e-6;
    for (game, words) in SMALL {
        let words: Vec<String> = words.split(' ').map(|word| word.replace('_', " ")).collect();
        let session = open(game, &Parameters::parse(&words).unwrap()).unwrap();
        let mut request = Request::new(*game);
        request.parameters = words;
        let (low, high) = numbers(&solve(&request).unwrap().answer);
        let windows = [
            (low - 2.0, high - 1.0),
            (high + 1.0, high + 5.0),
            (low - 0.75, high + 0.75),
            (low, high + 1.0),
            (-1e9, low),
        ];
        for (alpha, beta) in windows {
            let window = Window::new(alpha.try_into().unwrap(), beta.try_into().unwrap());
            let asked = request.clone().window(window);
            let heeds = |known: &&Algorithm| known.uses_window && known.solves.contains(&session.class());
            let named = ALGORITHMS.iter().filter(heeds).map(|known| Some(known.name()));
            for name in named.chain([None]) {
                let mut asked = asked.clone();
                asked.algorithm = name.map(str::to_owned);
                let report = solve(&asked).unwrap();
                let who = format!("{game} {:?} by {name:?} within ({alpha}, {beta})", asked.parameters);
                let (lower, upper) = numbers(&report.answer);
                assert_eq!((report.answer.stopped.as_str(), report.window), ("solved", Some([alpha, beta])), "{who}");
                assert!(lower <= high + ROUNDING && low <= upper + ROUNDING, "{who}: {lower} to {upper}");
                for end in [lower, upper] {
                    let clamped = |value: f64| value.clamp(alpha, beta);
                    assert!((clamped(end) - clamped(low)).abs() <= ROUNDING, "{who}: {lower} to {upper}");
                }
            }
        }
        for known in ALGORITHMS.iter().filter(|known| known.solves.contains(&session.class()) && !known.uses_window) {
            let window = Window::new(0.into(), 1.into());
            let problem = solve(&request.clone().algorithm(known.name()).window(window)).unwrap_err().to_string();
            let refused = problem.contains("does not use --window; ") || known.name() == "layers";
            assert!(refused, "{game} by {}: {problem}", known.name());
        }
    }
}

#[test]
fn what_would_be_ignored_is_refused() {
    let refused = |words: &str, resources: Resources| {
        let plan = Plan::read(words, resources).unwrap();
        plan.check_settings(plan.algorithm.solves[0], true).unwrap_err().to_string()
    };
    let resources = Resources::default();
    assert_eq!(
        refused("alpha-beta", Resources { epsilon: 0.1, ..resources }),
        "alpha-beta does not use --epsilon; interval-iteration, bounded, bounded-plus, joint, engine do"
    );
    assert!(
        refused("interval-iteration", Resources { estimate: true, ..resources }).contains("--estimate; expectimax, ")
    );
    assert_eq!(
        refused("alpha-beta", Resources { memory: Some(64), ..resources }),
        "alpha-beta keeps no memory that --memory could limit; alpha-beta:table=on does"
    );
    assert!(refused("minimax", Resources { threads: Some(2), ..resources }).contains("parallel-minimax"));
    for known in ALGORITHMS {
        assert!(Plan::read(known.name(), resources).unwrap().check_settings(known.solves[0], true).is_ok());
        let one = Resources { threads: Some(1), ..resources };
        assert!(
            Plan::read(known.name(), one).unwrap().check_settings(known.solves[0], true).is_ok(),
            "at most one is what all use"
        );
    }
}
