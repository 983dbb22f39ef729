//! Rule sheets: the network says what a plain interpreter says, games are worth what our own are, and bad sheets get one line.

mod interpreter;

use interpreter::Interpreter;
use secateur_formats::gdl::{Choice, Gdl, Spot};
use secateur_game::laws::{self, Effort};
use secateur_game::{Both, Describe, Game, Random, Turn};
use secateur_games::{Goofspiel, OshiZumo, Parameters, TicTacToe};
use secateur_search::Search;

const SHEETS: [&str; 12] = [
    "bidding-tic-tac-toe",
    "blocker",
    "connect-three",
    "goofspiel",
    "nim",
    "oshi-zumo",
    "pennies",
    "pursuit",
    "racing",
    "roshambo",
    "tic-tac-toe",
    "tron",
];

fn text(name: &str) -> String {
    let path = format!("{}/fixtures/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{path}: {problem}"))
}

fn sheet(name: &str) -> Gdl {
    Gdl::parse(text(name).as_bytes()).unwrap_or_else(|problem| panic!("{name}: {problem}"))
}

/// The moves of both players; the one who has no choice may be left out.
fn moves(game: &Gdl, spot: &Spot) -> (Vec<Choice>, Vec<Choice>) {
    match game.turn(spot) {
        Turn::Over(_) => (Vec::new(), Vec::new()),
        Turn::Max => (game.moves(spot).collect(), Vec::new()),
        Turn::Min => (Vec::new(), game.moves(spot).collect()),
        Turn::Both(both) => (both.rows(game, spot).collect(), both.columns(game, spot).collect()),
        Turn::Chance(never) => match never {},
    }
}

/// Plays moves with these names, of which one may belong to somebody who has no choice.
fn play(game: &Gdl, spot: &mut Spot, names: [&str; 2]) {
    let (rows, columns) = moves(game, spot);
    let find = |moves: &[Choice], name: &str| moves.iter().copied().find(|&chosen| game.name(spot, chosen) == name);
    let (row, column) = (find(&rows, names[0]), find(&columns, names[1]));
    match (game.turn(spot), row, column) {
        (Turn::Both(both), Some(row), Some(column)) => drop(both.play(game, spot, row, column)),
        (Turn::Max, Some(chosen), _) | (Turn::Min, _, Some(chosen)) => drop(game.play(spot, chosen)),
        (turn, ..) => panic!("{names:?} cannot be played where the turn is {turn:?}"),
    }
}

#[test]
fn the_network_says_what_a_plain_interpreter_says() {
    for name in SHEETS {
        let (game, plain) = (sheet(name), Interpreter::new(&text(name)));
        let mut random = Random::new(7);
        for _ in 0..4 {
            let (mut spot, mut facts) = (game.start(), plain.beginning());
            for turn in 0.. {
                let mut shown: Vec<String> = game.show(&spot).split_whitespace().map(str::to_owned).collect();
                shown.sort();
                let seen = plain.look(&facts);
                assert_eq!(shown, seen.facts, "{name}, turn {turn}");
                let (rows, columns) = moves(&game, &spot);
                let names = |moves: &[Choice]| {
                    let mut names: Vec<_> = moves.iter().map(|&chosen| game.name(&spot, chosen)).collect();
                    names.sort();
                    names
                };
                if let Turn::Over(value) = game.turn(&spot) {
                    assert!(seen.over, "{name}, turn {turn}");
                    assert_eq!(value.get(), f64::from(seen.goals[0]), "{name}, turn {turn}");
                    assert_eq!(seen.goals[0] + seen.goals[1], 100, "{name}, turn {turn}");
                    break;
                }
                assert!(!seen.over, "{name}, turn {turn}: {shown:?}");
                for (ours, theirs) in [(names(&rows), &seen.legal[0]), (names(&columns), &seen.legal[1])] {
                    assert!(ours == *theirs || (ours.is_empty() && theirs.len() == 1), "{name}: {ours:?} {theirs:?}");
                }
                let pair = [0, 1].map(|player| random.choose(&seen.legal[player]).expect("a legal move").clone());
                facts = plain.after(&facts, &pair);
                play(&game, &mut spot, [&pair[0], &pair[1]]);
            }
        }
    }
}

#[test]
fn the_laws_of_games_hold() {
    for name in SHEETS {
        let effort = Effort::default().games(20);
        laws::check(&sheet(name), &effort).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
}

fn value(game: &Gdl, spot: &Spot) -> f64 {
    let bounds = Search::new(game)
        .position(spot.clone())
        .memory(&secateur_search::Ledger::unlimited())
        .backward_induction()
        .bounds;
    assert!(bounds.upper.get() - bounds.lower.get() < 1e-9);
    bounds.lower.get()
}

#[test]
fn all_searches_find_the_exact_value() {
    for name in SHEETS.into_iter().filter(|&name| !matches!(name, "tic-tac-toe" | "blocker" | "connect-three")) {
        let game = sheet(name);
        let exact = Search::new(&game).exact().expect("a small game").value;
        let exact = num_traits::ToPrimitive::to_f64(&exact).expect("a number");
        for bounds in [
            Search::new(&game).joint(&Default::default()).bounds,
            Search::new(&game).smab(&Default::default()).bounds,
            Search::new(&game).engine(&Default::default()).bounds,
        ] {
            assert!(
                bounds.lower.get() - 1e-6 <= exact && exact <= bounds.upper.get() + 1e-6,
                "{name}: {bounds:?} {exact}"
            );
            assert!(bounds.upper.get() - bounds.lower.get() < 1e-6, "{name}: {bounds:?}");
        }
    }
}

#[test]
fn sheets_are_worth_what_is_known_of_their_games() {
    for (name, known) in
        [("roshambo", 50.0), ("nim", 0.0), ("tic-tac-toe", 50.0), ("goofspiel", 50.0), ("racing", 50.0)]
    {
        let game = sheet(name);
        assert!((value(&game, &game.start()) - known).abs() < 1e-6, "{name}: {}", value(&game, &game.start()));
    }
    // Twice matching pennies: each time even wins half of 25 and of 75.
    let game = sheet("pennies");
    assert!((value(&game, &game.start()) - 50.0).abs() < 1e-6);
    // Nim is lost where the heaps have no nimber.
    let game = sheet("nim");
    let mut spot = game.start();
    play(&game, &mut spot, ["leave(c,2)", ""]);
    assert_eq!(value(&game, &spot), 0.0, "the heaps 1, 2 and 2 have the nimber 1, for whoever moves now");
}

/// Random lines of play in two games at once: after every turn both are worth the same.
fn side_by_side<G: Game<Value = secateur_value::Real, Both: Both<G>> + Describe>(
    name: &str,
    native: &G,
    ours: impl Fn(&G, &G::Position) -> f64,
    to_sheet: impl Fn(&str) -> String,
) {
    let game = sheet(name);
    let mut random = Random::new(3);
    let mut different = std::collections::BTreeSet::new();
    for _ in 0..8 {
        let (mut spot, mut position) = (game.start(), native.start());
        loop {
            let (here, there) = (value(&game, &spot), ours(native, &position));
            assert!(
                (here - 50.0 - 50.0 * there).abs() < 1e-6,
                "{name}: {here} and {there} at {}",
                native.show(&position)
            );
            different.insert((here * 1e6).round() as i64);
            let Turn::Both(both) = native.turn(&position) else { break };
            let rows: Vec<_> = both.rows(native, &position).collect();
            let columns: Vec<_> = both.columns(native, &position).collect();
            let (&row, &column) = (random.choose(&rows).expect("a row"), random.choose(&columns).expect("a column"));
            let names = [to_sheet(&native.name(&position, row)), to_sheet(&native.name(&position, column))];
            if matches!(game.turn(&spot), Turn::Over(_)) {
                break;
            }
            play(&game, &mut spot, [&names[0], &names[1]]);
            both.play(native, &mut position, row, column);
        }
    }
    assert!(different.len() > 2, "{name} has positions of different values");
}

#[test]
fn goofspiel_and_oshi_zumo_are_worth_what_our_own_are_everywhere() {
    let words = Parameters::parse(["cards=3", "objective=win"]).unwrap();
    let native = Goofspiel::from_parameters(&words).unwrap();
    let solved = |game: &Goofspiel, position: &<Goofspiel as Game>::Position| {
        Search::new(game).position(*position).backward_induction().bounds.lower.get()
    };
    side_by_side("goofspiel", &native, solved, |name| format!("bid({name})"));
    let words = Parameters::parse(["coins=4", "size=2", "minimum=1"]).unwrap();
    let native = OshiZumo::from_parameters(&words).unwrap();
    let solved = |game: &OshiZumo, position: &<OshiZumo as Game>::Position| {
        Search::new(game).position(*position).backward_induction().bounds.lower.get()
    };
    side_by_side("oshi-zumo", &native, solved, |name| format!("bid({name})"));
}

#[test]
fn tic_tac_toe_is_worth_what_our_own_is_everywhere() {
    let (game, native) = (sheet("tic-tac-toe"), TicTacToe::from_moves("").unwrap());
    let mut random = Random::new(5);
    for _ in 0..6 {
        let (mut spot, mut position) = (game.start(), native.start());
        for _ in 0..4 {
            let moves: Vec<_> = native.moves(&position).collect();
            if native.turn(&position).is_over() {
                break;
            }
            let chosen = *random.choose(&moves).expect("a move");
            let cell: usize = native.name(&position, chosen).parse().expect("a cell from 1 to 9");
            let mark = format!("mark({},{})", (cell - 1) % 3 + 1, (cell - 1) / 3 + 1);
            play(&game, &mut spot, [&mark, &mark]);
            native.play(&mut position, chosen);
        }
        let there = Search::new(&native).position(position).alpha_beta().bounds.lower;
        assert_eq!(value(&game, &spot), 50.0 + 50.0 * f64::from(there));
    }
}

#[test]
fn bad_sheets_get_one_line() {
    let roles = "(role a) (role b)\n";
    for (sheet, line) in [
        ("(", "line 1, column 2: expected `)` for the `(` of line 1, column 1, found the end of the file"),
        (")", "line 1, column 1: expected `(` or the end of the file, found `)`"),
        ("(role a)", "line 1, column 1: expected two roles, such as `(role first) (role second)`, found 1"),
        (
            "(role a)\n(role b)\n(role c)",
            "line 3, column 1: expected two roles, such as `(role first) (role second)`, found 3",
        ),
        ("(role a) (role random)", "line 1, column 10: expected two players and no chance, found the role `random`"),
        ("<=", "line 1, column 1: expected"),
        ("(<=)", "line 1, column 1: expected `(<= conclusion condition …)`, found `(<= …)`"),
        ("(<= (p ?x) q)", "line 1, column 1: expected ?x in a condition that is not denied, found it only elsewhere"),
        ("(<= p (not (q ?x)))", "line 1, column 1: expected ?x in a condition that is not denied"),
        ("(p 1)\n  (p 1 2)", "line 2, column 3: expected 1 argument of p, found 2"),
        ("(legal a)", "line 1, column 1: expected 2 arguments of legal, found 1"),
        ("(<= p (sees a b))", "line 1, column 7: expected a sheet in which players see everything, found `sees`"),
        ("(<= (true p) q)", "line 1, column 5: expected a conclusion, found `(true …)`"),
        ("(<= p (distinct a))", "line 1, column 7: expected `(distinct one other)`, not denied, found `(distinct …)`"),
        ("(<= p ?x)", "line 1, column 7: expected a predicate, found `?x`"),
        ("((a) b)", "line 1, column 1: expected a list that begins with a name, found `((…) …)`"),
    ] {
        let said = Gdl::parse(sheet.as_bytes()).unwrap_err().to_string();
        assert!(said.starts_with(line), "{sheet}: {said}");
    }
    for (sheet, line) in [
        ("(<= p (not q)) (<= q (not p))", "line 2, column 1: expected a condition that does not deny what it leads to"),
        ("(init x) (<= p (true x) (not q)) (<= q (true x) (not p)) (<= terminal p)", "line 2, column "),
        ("(<= (init p) (true q))", "line 2, column 1: expected a beginning that depends on nothing"),
        (
            "(<= (goal a much) (true x)) (init x)",
            "line 2, column 1: expected a goal of a role from 0 to 100, found goal(a,much)",
        ),
        (
            "(init x) (legal a go) (legal b go) (<= terminal (does a go))",
            "line 1, column 1: expected `legal`, `goal` and `terminal` that depend on the position alone, found does(a,go)",
        ),
        (
            "(init x) (<= (next y) (does a l)) (legal a l) (legal a r) (legal b go) (<= terminal (not (true x))) (<= (goal a 100) (true y)) (goal b 0)",
            "line 1, column 1: expected goals of both roles that always add up to the same, found sums of ",
        ),
    ] {
        let said = Gdl::parse(format!("{roles}{sheet}").as_bytes()).unwrap_err().to_string();
        assert!(said.starts_with(line), "{sheet}: {said}");
    }
    assert!(Gdl::parse(b"\xff").unwrap_err().to_string().contains("expected text in UTF-8"));
    let deep = "(".repeat(500);
    assert!(Gdl::parse(deep.as_bytes()).unwrap_err().to_string().contains("expected at most 100 lists"));
    let endless = "(role a) (role b) (p z) (<= (p (s ?x)) (p ?x))";
    assert!(
        Gdl::parse(endless.as_bytes())
            .unwrap_err()
            .to_string()
            .contains("expected rules that lead to at most 100 terms")
    );
}

#[test]
fn a_sheet_that_does_nothing_is_a_game_that_is_over() {
    let game = Gdl::parse(b"(role a) (role b)").unwrap();
    assert!(matches!(game.turn(&game.start()), Turn::Over(_)));
}
