//! Cops and robbers against retrograde analysis, which shares no code with the game.

use std::collections::HashMap;

use secateur_game::laws;

use super::*;
use crate::parameters::Parameters;

/// How many moves the robber lasts on an open grid without a limit, by repeated sweeps: `[robber to move][robber][cops]`.
struct Retrograde {
    columns: u8,
    /// Sorted cells of the cops, and where each combination stands in the tables.
    groups: Vec<Vec<u8>>,
    number: HashMap<Vec<u8>, usize>,
    /// `None` while no end is proved.
    moves: [Vec<Option<u8>>; 2],
    cells: u8,
}

impl Retrograde {
    fn new(rows: u8, columns: u8, cops: u8) -> Self {
        let cells = rows * columns;
        let mut groups: Vec<Vec<u8>> = vec![vec![]];
        for _ in 0..cops {
            let longer = |group: &Vec<u8>| {
                let (group, least) = (group.clone(), group.last().copied().unwrap_or(0));
                (least..cells).map(move |cell| [&group[..], &[cell]].concat())
            };
            groups = groups.iter().flat_map(longer).collect();
        }
        let number = groups.iter().cloned().zip(0..).collect();
        let empty = vec![None; groups.len() * usize::from(cells)];
        let mut found = Self { columns, groups, number, moves: [empty.clone(), empty], cells };
        found.solve();
        found
    }

    fn neighbours(&self, cell: u8) -> Vec<u8> {
        let next = |other: &u8| {
            let (dy, dx) = (
                (cell / self.columns).abs_diff(other / self.columns),
                (cell % self.columns).abs_diff(other % self.columns),
            );
            dy + dx <= 1
        };
        (0..self.cells).filter(next).collect()
    }

    fn place(&self, robber: u8, group: usize) -> usize {
        usize::from(robber) * self.groups.len() + group
    }

    /// Which groups a group can become.
    fn successors(&self, group: &[u8]) -> Vec<usize> {
        let mut all: Vec<Vec<u8>> = vec![vec![]];
        for &cop in group {
            let to = self.neighbours(cop);
            all = all.iter().flat_map(|start| to.iter().map(|&cell| [&start[..], &[cell]].concat())).collect();
        }
        let mut numbers: Vec<_> = all
            .into_iter()
            .map(|mut group| {
                group.sort_unstable();
                self.number[&group]
            })
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// After sweep `n`, every position is marked from which the cops can end the game within `n` moves.
    fn solve(&mut self) {
        for group in 0..self.groups.len() {
            for robber in self.groups[group].clone() {
                let place = self.place(robber, group);
                (self.moves[0][place], self.moves[1][place]) = (Some(0), Some(0));
            }
        }
        let cop_moves: Vec<_> = self.groups.iter().map(|group| self.successors(group)).collect();
        let robber_moves: Vec<_> = (0..self.cells).map(|cell| self.neighbours(cell)).collect();
        for sweep in 1..=u8::MAX {
            let mut found = Vec::new();
            for robber in 0..self.cells {
                for (group, groups) in cop_moves.iter().enumerate() {
                    let place = self.place(robber, group);
                    let ends = |turn: usize, place: usize| self.moves[turn][place].is_some_and(|moves| moves < sweep);
                    let caught = |to: &usize| ends(1, self.place(robber, *to));
                    if self.moves[0][place].is_none() && groups.iter().any(caught) {
                        found.push((0, place));
                    }
                    let lost = |to: &u8| ends(0, self.place(*to, group));
                    if self.moves[1][place].is_none() && robber_moves[usize::from(robber)].iter().all(lost) {
                        found.push((1, place));
                    }
                }
            }
            if found.is_empty() {
                return;
            }
            found.into_iter().for_each(|(turn, place)| self.moves[turn][place] = Some(sweep));
        }
    }

    /// How long the robber lasts who is to move.
    fn moves(&self, robber: u8, cops: &[u8]) -> Option<u8> {
        let mut group = cops.to_vec();
        group.sort_unstable();
        self.moves[1][self.place(robber, self.number[&group])]
    }
}

fn exhaust(game: &CopsAndRobbers, chase: Chase, known: &mut HashMap<u128, f64>) -> f64 {
    if let Some(&value) = known.get(&game.key(&chase)) {
        return value;
    }
    let mut below = |step| {
        let mut child = chase;
        game.play(&mut child, step);
        exhaust(game, child, known)
    };
    let value = match game.turn(&chase) {
        Turn::Over(value) => return value.get(),
        Turn::Max => game.moves(&chase).map(&mut below).fold(0.0, f64::max),
        Turn::Min => game.moves(&chase).map(&mut below).fold(f64::MAX, f64::min),
        Turn::Chance(slip) => {
            let outcomes: Vec<_> = slip.outcomes(game, &chase).collect();
            let all: u64 = outcomes.iter().map(|&(weight, _)| weight).sum();
            outcomes.iter().map(|&(weight, step)| weight as f64 * below(step)).sum::<f64>() / all as f64
        }
    };
    let Bounds { lower, upper } = game.bounds(&chase);
    assert!(lower.get() - 1e-9 <= value && value <= upper.get() + 1e-9, "{} {value}", game.show(&chase));
    assert!((lower..=upper).contains(&game.evaluate(&chase)));
    known.insert(game.key(&chase), value);
    value
}

/// A robber who is caught within the depth is worth the time of it; one who is not is worth at least the depth.
#[test]
fn values_agree_with_retrograde_analysis() {
    for (rows, columns, cops, depth, games) in [(4, 4, 2, 12, 40), (3, 5, 1, 9, 60), (5, 4, 2, 9, 20)] {
        let oracle = Retrograde::new(rows, columns, cops);
        let (mut caught, mut known) = (0, HashMap::new());
        for seed in 0..games {
            let game = CopsAndRobbers::random(rows, columns, cops, 0, seed).unwrap().lasting(depth);
            let chase = game.start();
            let value = exhaust(&game, chase, &mut known);
            match oracle.moves(chase.robber, game.places(&chase.cops)) {
                Some(moves) if moves <= depth => {
                    assert_eq!(value, f64::from(moves), "{}", game.show(&chase));
                    caught += 1;
                }
                _ => assert!(value >= f64::from(depth), "{}", game.show(&chase)),
            }
        }
        assert!(caught > 0 || cops == 1, "some robber is caught");
    }
}

/// One cop catches nobody on a grid, two always do.
#[test]
fn two_cops_are_needed_on_a_grid() {
    let one = Retrograde::new(4, 4, 1);
    assert!(one.moves[1].iter().any(Option::is_none));
    let two = Retrograde::new(4, 4, 2);
    assert!(two.moves.iter().flatten().all(Option::is_some));
}

/// The paper's grid: 607,392 positions, and nobody lasts longer than 20 moves.
#[test]
fn three_cops_need_twenty_moves_at_most_on_six_by_six() {
    let oracle = Retrograde::new(6, 6, 3);
    assert_eq!(oracle.moves.iter().map(Vec::len).sum::<usize>(), 607_392);
    assert_eq!(oracle.moves.iter().flatten().map(|moves| moves.unwrap()).max(), Some(20));
}

/// The promise holds and every key has one value, with chance and obstacles, too.
#[test]
fn promises_hold_with_chance_and_obstacles() {
    for seed in 0..12 {
        let game = CopsAndRobbers::random(3, 4, 2, (seed % 3) as u8, seed).unwrap().lasting(4);
        let game = game.with_chance(Some(Odds { chosen: 4, of: 5 })).unwrap();
        let value = exhaust(&game, game.start(), &mut HashMap::new());
        let paper = game.clone().reading(Reading::Paper);
        let cut = exhaust(&paper, paper.start(), &mut HashMap::new());
        assert!(cut <= 7.0 && value > 0.0, "{cut} and {value}");
    }
}

#[test]
fn the_laws_hold() {
    for seed in 0..4 {
        let game = CopsAndRobbers::random(4, 5, 2, 3, seed).unwrap().lasting(7);
        let effort = laws::Effort::default().games(10);
        laws::check(&game, &effort).unwrap();
        laws::check(&game.with_chance(Some(Odds { chosen: 4, of: 5 })).unwrap(), &effort).unwrap();
    }
}

/// The literal reading of the paper: promises hold, and a robber who is caught may be worth more than one who is free.
#[test]
fn a_leaf_may_be_worth_the_distance_alone() {
    let mut other = 0;
    for seed in 0..12 {
        let game = CopsAndRobbers::random(4, 4, 2, 2, seed).unwrap().lasting(4);
        let literal = game.clone().leaf(Leaf::Distance);
        let value = exhaust(&literal, literal.start(), &mut HashMap::new());
        other += u32::from(value != exhaust(&game, game.start(), &mut HashMap::new()));
        let lucky = literal.clone().with_chance(Some(Odds { chosen: 4, of: 5 })).unwrap();
        exhaust(&lucky, lucky.start(), &mut HashMap::new());
        laws::check(&literal, &laws::Effort::default().games(10)).unwrap();
    }
    assert!(other > 0, "some value differs");
}

#[test]
fn positions_can_be_typed() {
    let game = |text: &str| CopsAndRobbers::from_parameters(&Parameters::parse([text, "cops=2", "depth=3"]).unwrap());
    // One step away, and the cops move after the robber's step.
    let typed = game("position=0.0/0.1,1.0").unwrap();
    assert_eq!(exhaust(&typed, typed.start(), &mut HashMap::new()), 2.0);
    for wrong in ["position=0.0/0.1", "position=0.0", "position=9.0/0.1,1.0", "position=x/0.1,1.0"] {
        assert!(game(wrong).unwrap_err().to_string().contains("expected the free cells"), "{wrong}");
    }
}

#[test]
fn a_chosen_move_is_as_likely_as_said() {
    let game = CopsAndRobbers::random(6, 6, 3, 0, 4).unwrap().with_chance(Some(Odds { chosen: 4, of: 5 })).unwrap();
    let mut chase = game.start();
    let step = game.moves(&chase).next().unwrap();
    game.play(&mut chase, step);
    let outcomes: Vec<_> = Slip.outcomes(&game, &chase).collect();
    let all: u64 = outcomes.iter().map(|&(weight, _)| weight).sum();
    assert_eq!(outcomes[0].1, step);
    assert_eq!(outcomes[0].0 * 5, all * 4);
    assert!(outcomes[1..].iter().all(|&(weight, _)| weight == outcomes[1].0));
}

#[test]
fn words_build_a_game_or_are_explained() {
    let build = |words: &[&str]| Parameters::parse(words).and_then(|words| CopsAndRobbers::from_parameters(&words));
    let message = |words: &[&str]| build(words).unwrap_err().to_string();
    assert_eq!(build(&[]).unwrap(), CopsAndRobbers::random(6, 6, 3, 0, 1).unwrap());
    assert_eq!(build(&["chance=0.80"]).unwrap().chance, Some(Odds { chosen: 80, of: 100 }));
    assert_eq!(build(&["chance=1.0"]).unwrap().chance, None);
    assert_eq!(message(&["grid=8x8"]), "grid=8x8: expected a grid from 1x2 to 7x9, of at most 63 cells");
    assert_eq!(
        message(&["grid=2x2", "cops=4"]),
        "obstacles=0: expected obstacles that leave room for the robber and every cop"
    );
    assert_eq!(message(&["cops=0"]), "cops=0: expected a whole number from 1 to 4");
    let chance = "expected a probability from 0 (or 1) for moves that always happen, such as 0.8";
    for bad in ["1.5", "-0.5", "x", "", ".", "0.1234567"] {
        let shown = if bad.is_empty() { "nothing" } else { bad };
        assert_eq!(message(&[&format!("chance={bad}")]), format!("chance={shown}: {chance}"));
    }
}
