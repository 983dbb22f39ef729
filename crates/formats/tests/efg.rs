//! Gambit's extensive form: files, what they become, and what their values are.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use secateur_formats::efg::ExtensiveForm;
use secateur_game::{Player, Random};
use secateur_games::Tree;
use secateur_matrix::exact_rational_game;
use secateur_search::{Cancel, Limits, Search, Stop};
use secateur_value::Real;

fn read(text: &str) -> ExtensiveForm {
    ExtensiveForm::parse(text.as_bytes()).unwrap()
}

fn fixture(name: &str) -> ExtensiveForm {
    let bytes = std::fs::read(format!("{}/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    ExtensiveForm::parse(&bytes).unwrap()
}

#[test]
fn poker_is_worth_what_kuhn_says() {
    let game = fixture("kuhn.efg");
    assert!(game.hides());
    let problem = game.tree().unwrap_err().to_string();
    assert_eq!(
        problem,
        "line 5, column 1: expected an information set that hides a simultaneous choice at most, \
         found more hidden in J of player 1"
    );
    let solution = game.solve(&Limits::none()).unwrap();
    let value = -1.0 / 18.0;
    assert!(solution.bounds.contains(&Real::new(value).unwrap()), "{solution:?}");
    assert!(solution.bounds.width() < 1e-12, "{solution:?}");
    assert_eq!(solution.stopped, Stop::Solved);
    // With a king in hand nobody folds.
    let set = game.information_sets(Player::Min).iter().position(|name| name == "K after a bet").unwrap();
    assert_eq!((game.actions(Player::Min, set)[0].as_str(), solution.min[set][0]), ("call", 1.0));
}

#[test]
fn simultaneous_choices_and_chance_become_a_tree() {
    let game = fixture("duels.efg");
    assert!(!game.hides());
    let tree = game.tree().unwrap();
    assert_eq!(tree.kinds_of_turn(), ["max", "chance", "both"]);
    let found = Search::new(&tree).backward_induction().bounds;
    // By hand: the second duel is [1 0; 0 1/3], worth 1/4, so the calm leads to 2/3·1/4 + 1/3·1 = 1/2 and, less the toll, to 1/4.
    // Fast against low is 1/2 − 1/4 = 1/4; slow is 0 against high and 1 against low: high is best, worth 1/4.
    assert!((found.lower.get() - 0.25).abs() < 1e-12, "{found:?}");
    let solution = game.solve(&Limits::none()).unwrap();
    assert!((solution.bounds.midpoint() - 0.25).abs() < 1e-12 && solution.bounds.width() < 1e-12, "{solution:?}");
}

#[test]
fn files_read_back_as_they_were_written() {
    for name in ["kuhn.efg", "duels.efg"] {
        let game = fixture(name);
        assert_eq!(read(&game.to_string()), game);
    }
    for seed in 0..500 {
        let game = read(&Generator::new(seed, seed % 2 == 0).text());
        assert_eq!(read(&game.to_string()), game, "seed {seed}");
    }
}

#[test]
fn a_limit_leaves_bounds_that_hold() {
    let game = fixture("kuhn.efg");
    let cancel = Cancel::new();
    cancel.cancel();
    for (limits, stop) in [
        (Limits::none().time(std::time::Duration::ZERO), Stop::Time),
        (Limits::none().nodes(3), Stop::Nodes),
        (Limits::none().until(&cancel), Stop::Cancelled),
    ] {
        let solution = game.solve(&limits).unwrap();
        assert_eq!(solution.stopped, stop);
        assert!(solution.bounds.contains(&Real::new(-1.0 / 18.0).unwrap()));
        assert!(solution.bounds.lower >= Real::from(-2) && solution.bounds.upper <= Real::from(2));
    }
}

/// What is visible is worth the same as a tree, solved by backward induction, and by the sequence form.
#[test]
fn both_ways_agree_on_random_visible_games() {
    for seed in 0..1500 {
        let game = read(&Generator::new(seed, false).text());
        let tree: Tree = game.tree().unwrap();
        let value = Search::new(&tree).backward_induction().bounds;
        let solution = game.solve(&Limits::none()).unwrap();
        let slack = 1e-12 * 20.0;
        assert!(solution.bounds.lower.get() <= value.upper.get() + slack, "seed {seed}: {solution:?} {value:?}");
        assert!(solution.bounds.upper.get() >= value.lower.get() - slack, "seed {seed}: {solution:?} {value:?}");
        assert!(solution.bounds.width() < 1e-9, "seed {seed}: {solution:?}");
    }
}

/// What is hidden is worth what the matrix of all pure strategies is worth, exactly.
#[test]
fn the_bounds_hold_on_random_games_with_hidden_information() {
    let (mut hidden, mut compared) = (0, 0);
    for seed in 0..3000 {
        let mut generator = Generator::new(seed, true);
        let game = read(&generator.text());
        hidden += usize::from(game.hides());
        let Some(value) = generator.value() else { continue };
        compared += 1;
        let solution = game.solve(&Limits::none()).unwrap();
        let exactly = |end: f64| BigRational::from_float(end).unwrap();
        assert!(exactly(solution.bounds.lower.get()) <= value, "seed {seed}: {solution:?} {value}");
        assert!(exactly(solution.bounds.upper.get()) >= value, "seed {seed}: {solution:?} {value}");
        assert!(solution.bounds.width() < 1e-9, "seed {seed}: {solution:?}");
        assert_eq!(solution.stopped, Stop::Solved, "seed {seed}: {solution:?}");
    }
    assert!(hidden > 500 && compared > 1500, "{hidden} {compared}");
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let head = "EFG 2 R \"\" { \"A\" \"B\" }\n";
    let deep = format!("{head}{}", "p \"\" 1 1 \"\" { \"a\" } 0\n".repeat(1001));
    let digits = "9".repeat(300);
    let cases: &[(&str, &str)] = &[
        ("", "line 1, column 1: expected EFG, found the end of the file"),
        ("NFG 1 R", "line 1, column 1: expected EFG, found `NFG`"),
        ("EFG 1", "line 1, column 5: expected version 2 (`2`), found `1`"),
        ("EFG 2 R \"", "line 1, column 9: expected a closing quote, found the end of the file"),
        ("EFG 2 R \"\" { \"A\" }", "line 1, column 12: expected 2 players, found 1"),
        ("EFG 2 R \"\" { \"A\" \"B\" \"C\" }", "line 1, column 12: expected 2 players, found 3"),
        (head, "line 2, column 1: expected a node (`c`, `p` or `t`), found the end of the file"),
        ("EFG 2 R \"\" { \"A\" \"B\" } t \"\" 1 { 1 }", "line 1, column 35: expected player 2's payoff, found `}`"),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } p \"\" 3 1 \"\" { \"a\" } 0",
            "line 1, column 29: expected player 1 or 2, found 3",
        ),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } c \"\" 1 \"\" { \"a\" 1/2 \"b\" 1/3 } 0",
            "line 1, column 34: expected probabilities that sum to 1 exactly (a third is written 1/3), found a sum of 5/6",
        ),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } c \"\" 1 \"\" { \"a\" -1/2 } 0",
            "line 1, column 40: expected a probability of at least 0, found -1/2",
        ),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } p \"\" 1 1 \"\" { } 0",
            "line 1, column 36: expected at least one action, found none",
        ),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } p \"\" 1 1 0",
            "line 1, column 33: expected `{` before the actions of an information set that is new, found `0`",
        ),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } p \"\" 1 1 \"\" { \"a\" \"b\" } 0 t \"\" 0",
            "line 1, column 56: expected a node after action 2 of 2 of the node at line 1, column 24, found the end of the file",
        ),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } t \"\" 0 t",
            "line 1, column 31: expected the end of the file after the last node, found `t`",
        ),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } p \"\" 1 1 \"\" { \"a\" \"b\" } 0 t \"\" 0 t \"\" 1 { 1 0 }",
            "line 1, column 57: expected payoffs that add up to 0 as at the end at line 1, column 50, found 1",
        ),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } p \"\" 1 1 \"\" { \"a\" \"b\" } 0 p \"\" 1 1 \"\" { \"a\" } 0",
            "line 1, column 57: expected 2 actions as before in information set 1, found 1",
        ),
        (
            "EFG 2 R \"\" { \"A\" \"B\" } t \"\" 0 { 1 -1 }",
            "line 1, column 29: expected an outcome's number of at least 1 before payoffs, found 0",
        ),
        (&deep, "line 1002, column 1: expected at most 1000 turns after each other, found another"),
    ];
    for (text, expected) in cases {
        let problem = ExtensiveForm::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(problem, *expected, "{text}");
    }
    let text = format!("{head}t \"\" 1 {{ {digits} 0 }}");
    assert!(ExtensiveForm::parse(text.as_bytes()).unwrap_err().to_string().contains("…"));
    let bytes = ExtensiveForm::parse(b"EFG 2\n R\xff").unwrap_err().to_string();
    assert_eq!(bytes, "line 2, column 3: expected text in UTF-8, found other bytes");
    // The player does not know what it has just done.
    let forgetful = read(
        "EFG 2 R \"\" { \"A\" \"B\" } p \"\" 1 1 \"s\" { \"a\" \"b\" } 0 p \"\" 1 2 \"t\" { \"a\" \"b\" } 0 t \"\" 0 t \"\" 0 p \"\" 1 2 0 t \"\" 0 t \"\" 0",
    );
    assert_eq!(
        forgetful.solve(&Limits::none()).unwrap_err().to_string(),
        "line 1, column 92: expected perfect recall: the same choices of player 1 on the way to every node of an \
         information set, found others on the way to this node of t"
    );
}

/// Any bytes are a game or an error of one line.
#[test]
fn damaged_files_never_panic() {
    let mut random = Random::new(7);
    let originals = [fixture("kuhn.efg").to_string(), fixture("duels.efg").to_string()];
    for round in 0..20_000 {
        let mut bytes = originals[round % 2].clone().into_bytes();
        for _ in 0..=random.below(4) {
            let place = random.below(bytes.len() as u64) as usize;
            match random.below(3) {
                0 => bytes.truncate(place.max(1)),
                1 => bytes[place] = random.below(256) as u8,
                _ => drop(bytes.remove(place)),
            }
            if bytes.is_empty() {
                bytes.push(b' ');
            }
        }
        match ExtensiveForm::parse(&bytes) {
            Err(problem) => assert!(!problem.to_string().contains('\n')),
            Ok(game) => {
                assert_eq!(read(&game.to_string()), game);
                if game.tree().is_err() {
                    assert!(game.hides());
                }
            }
        }
    }
}

/// A random game, as text and for the plain oracle.
struct Generator {
    random: Random,
    /// Whether information sets hide more than simultaneous choices.
    hiding: bool,
    nodes: Vec<Plain>,
    /// The actions of the sets of Max and Min.
    sets: [Vec<usize>; 2],
    /// Sets by the player's sequence and the number of actions, so that there is perfect recall.
    alike: Vec<(Alike, usize)>,
}

/// What the nodes of one set have in common: the player, its sequence and how many actions there are.
type Alike = (usize, (usize, usize), usize);

enum Plain {
    End(i64),
    Chance(Vec<u64>, Vec<usize>),
    Turn(usize, usize, Vec<usize>),
}

impl Generator {
    fn new(seed: u64, hiding: bool) -> Self {
        Self { random: Random::new(seed), hiding, nodes: Vec::new(), sets: Default::default(), alike: Vec::new() }
    }

    fn text(&mut self) -> String {
        self.below(0, [(0, 0), (0, 0)]);
        let mut text = "EFG 2 R \"random\" { \"A\" \"B\" }\n".to_owned();
        let (mut ends, mut throws) = (0, 0);
        for node in &self.nodes {
            match node {
                Plain::End(payoff) => {
                    ends += 1;
                    text.push_str(&format!("t \"\" {ends} \"\" {{ {payoff}/4, {}/4 }}\n", 8 - payoff));
                }
                Plain::Chance(weights, _) => {
                    throws += 1;
                    let sum: u64 = weights.iter().sum();
                    let list: String = weights.iter().map(|weight| format!(" \"x\" {weight}/{sum}")).collect();
                    text.push_str(&format!("c \"\" {throws} \"\" {{{list} }} 0\n"));
                }
                Plain::Turn(player, set, children) => {
                    let list: String = (0..children.len()).map(|action| format!(" \"a{action}\"")).collect();
                    text.push_str(&format!("p \"\" {} {} \"\" {{{list} }} 0\n", player + 1, set + 1));
                }
            }
        }
        text
    }

    fn set(&mut self, player: usize, sequence: (usize, usize), actions: usize) -> usize {
        let known: Vec<usize> = (self.alike.iter())
            .filter(|(alike, _)| *alike == (player, sequence, actions))
            .map(|&(_, set)| set)
            .collect();
        if self.hiding && !known.is_empty() && self.random.below(3) > 0 {
            return known[self.random.below(known.len() as u64) as usize];
        }
        self.sets[player].push(actions);
        let set = self.sets[player].len() - 1;
        self.alike.push(((player, sequence, actions), set));
        set
    }

    /// A node with what is below it. `sequences` are the last set of each player and the action, numbered from 1.
    fn below(&mut self, depth: u64, sequences: [(usize, usize); 2]) -> usize {
        let number = self.nodes.len();
        let kind = self.random.below(6 + depth);
        if depth >= 4 || kind >= 6 {
            self.nodes.push(Plain::End(self.random.below(41) as i64 - 20));
            return number;
        }
        self.nodes.push(Plain::End(0));
        let actions = 1 + self.random.below(3) as usize;
        if kind == 0 {
            let mut weights: Vec<u64> = (0..actions).map(|_| self.random.below(5)).collect();
            weights[0] += 1;
            let children = (0..actions).map(|_| self.below(depth + 1, sequences)).collect();
            self.nodes[number] = Plain::Chance(weights, children);
            return number;
        }
        let player = kind as usize % 2;
        let set = self.set(player, sequences[player], actions);
        let behind = |action: usize| {
            let mut behind = sequences;
            behind[player] = (set + 1, action);
            behind
        };
        let children = if kind >= 4 && depth < 3 {
            // Both at once: what follows is in one set of the other player.
            let answers = 1 + self.random.below(3) as usize;
            let other = 1 - player;
            self.sets[other].push(answers);
            let answer = self.sets[other].len() - 1;
            (0..actions)
                .map(|action| {
                    let between = self.nodes.len();
                    self.nodes.push(Plain::End(0));
                    let children = (0..answers)
                        .map(|reply| {
                            let mut sequences = behind(action);
                            sequences[other] = (answer + 1, reply);
                            self.below(depth + 2, sequences)
                        })
                        .collect();
                    self.nodes[between] = Plain::Turn(other, answer, children);
                    between
                })
                .collect()
        } else {
            (0..actions).map(|action| self.below(depth + 1, behind(action))).collect()
        };
        self.nodes[number] = Plain::Turn(player, set, children);
        number
    }

    /// The value of the matrix of all pure strategies, if it is small.
    fn value(&self) -> Option<BigRational> {
        let count = |sets: &[usize]| sets.iter().try_fold(1usize, |all, &actions| all.checked_mul(actions));
        let (rows, columns) = (count(&self.sets[0])?, count(&self.sets[1])?);
        if rows * columns > 2500 || rows.max(columns) > 150 {
            return None;
        }
        let pure = |sets: &[usize], mut number: usize| {
            let digit = |&actions: &usize| {
                let digit = number % actions;
                number /= actions;
                digit
            };
            sets.iter().map(digit).collect::<Vec<_>>()
        };
        let mut payoffs = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let chosen = [pure(&self.sets[0], row), pure(&self.sets[1], column)];
                payoffs.push(self.payoff(0, &chosen));
            }
        }
        Some(exact_rational_game(&payoffs, rows, columns).unwrap().value)
    }

    fn payoff(&self, node: usize, chosen: &[Vec<usize>; 2]) -> BigRational {
        match &self.nodes[node] {
            Plain::End(payoff) => BigRational::new((*payoff).into(), 4.into()),
            Plain::Turn(player, set, children) => self.payoff(children[chosen[*player][*set]], chosen),
            Plain::Chance(weights, children) => {
                let sum: u64 = weights.iter().sum();
                let likely = |weight: u64| BigRational::new(BigInt::from(weight), BigInt::from(sum));
                let each = weights.iter().zip(children);
                each.fold(BigRational::zero(), |all, (&weight, &child)| {
                    all + likely(weight) * self.payoff(child, chosen)
                })
            }
        }
    }
}
