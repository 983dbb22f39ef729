//! 2048 against dynamic programming over arrays of tiles, which shares no code with the game.

use std::collections::HashMap;

use secateur_game::{Random, laws};

use super::*;
use crate::parameters::Parameters;

/// Boards as tiles in reading order, Max to slide.
struct Oracle {
    rows: usize,
    columns: usize,
    goal: u32,
    known: HashMap<Vec<u32>, f64>,
}

impl Oracle {
    fn of(game: &Game2048) -> Self {
        let (rows, columns) = (game.rows.into(), game.columns.into());
        Self { rows, columns, goal: 1 << game.goal, known: HashMap::new() }
    }

    fn value(&mut self, tiles: &[u32]) -> f64 {
        if tiles.contains(&self.goal) {
            return 1.0;
        }
        if let Some(&known) = self.known.get(tiles) {
            return known;
        }
        let mut best = 0.0f64;
        for (first, step, lines, length, across) in [
            (0, 1isize, self.rows, self.columns, self.columns as isize),
            (self.columns - 1, -1, self.rows, self.columns, self.columns as isize),
            (0, self.columns as isize, self.columns, self.rows, 1),
            ((self.rows - 1) * self.columns, -(self.columns as isize), self.columns, self.rows, 1),
        ] {
            let mut after = vec![0; tiles.len()];
            for line in 0..lines as isize {
                let cells: Vec<_> =
                    (0..length as isize).map(|i| (first as isize + line * across + i * step) as usize).collect();
                let (mut to, mut open) = (0, false);
                for &cell in cells.iter().filter(|&&cell| tiles[cell] != 0) {
                    if open && after[cells[to - 1]] == tiles[cell] {
                        (after[cells[to - 1]], open) = (2 * tiles[cell], false);
                    } else {
                        (after[cells[to]], open) = (tiles[cell], true);
                        to += 1;
                    }
                }
            }
            if after != tiles {
                best = best.max(if after.contains(&self.goal) { 1.0 } else { self.spawned(&after, 1) });
            }
        }
        self.known.insert(tiles.to_vec(), best);
        best
    }

    fn spawned(&mut self, tiles: &[u32], missing: u32) -> f64 {
        if missing == 0 {
            return self.value(tiles);
        }
        let empty: Vec<_> = (0..tiles.len()).filter(|&cell| tiles[cell] == 0).collect();
        let mut sum = 0.0;
        for &cell in &empty {
            for (tile, probability) in [(2, 0.9), (4, 0.1)] {
                let mut after = tiles.to_vec();
                after[cell] = tile;
                sum += probability * self.spawned(&after, missing - 1);
            }
        }
        sum / empty.len() as f64
    }
}

fn exhaust(game: &Game2048, board: Board, known: &mut HashMap<u128, f64>) -> f64 {
    if let Some(&value) = known.get(&game.key(&board)) {
        return value;
    }
    let mut below = |chosen| {
        let mut child = board;
        game.play(&mut child, chosen);
        exhaust(game, child, known)
    };
    let value = match game.turn(&board) {
        Turn::Over(value) => value.get(),
        Turn::Max => game.moves(&board).map(&mut below).fold(0.0, f64::max),
        Turn::Min => unreachable!("nobody plays Min"),
        Turn::Chance(tile) => {
            let outcomes: Vec<_> = tile.outcomes(game, &board).collect();
            let sum: f64 = outcomes.iter().map(|&(weight, outcome)| weight as f64 * below(outcome)).sum();
            sum / outcomes.iter().map(|&(weight, _)| weight as f64).sum::<f64>()
        }
    };
    assert!((0.0..=1.0).contains(&game.evaluate(&board).get()));
    known.insert(game.key(&board), value);
    value
}

#[test]
fn small_boards_agree_with_dynamic_programming() {
    for (rows, columns, goal, expected) in
        [(2, 2, 32, Some(0.0829)), (2, 2, 16, None), (1, 4, 16, None), (3, 2, 32, None), (2, 3, 32, None)]
    {
        let game = Game2048::new(rows, columns, goal).unwrap();
        let value = exhaust(&game, game.start(), &mut HashMap::new());
        let oracle = Oracle::of(&game).spawned(&vec![0; usize::from(rows * columns)], 2);
        assert!((value - oracle).abs() < 1e-12, "{rows}x{columns} to {goal}: {value}, not {oracle}");
        assert!(expected.is_none_or(|published: f64| (value - published).abs() < 5e-5), "{value}");
    }
}

#[test]
fn the_laws_hold() {
    for (rows, columns, goal) in [(2, 2, 32), (3, 4, 64), (4, 4, 2048), (4, 3, 8), (1, 2, 8)] {
        let game = Game2048::new(rows, columns, goal).unwrap();
        let effort = laws::Effort::default().games(30);
        laws::check(&game, &effort).unwrap();
        laws::check_keys(&game, &effort).unwrap();
    }
}

/// The goal is found wherever it stands, and only it.
#[test]
fn the_goal_is_seen() {
    let game = Game2048::new(4, 4, 2048).unwrap();
    let mut random = Random::new(5);
    for _ in 0..10_000 {
        let tiles = (0..16).fold(0, |tiles, _| tiles << 4 | random.below(16));
        let there = (0..16).any(|cell| tiles >> (4 * cell) & 15 == 11);
        assert_eq!(game.is_won(tiles), there, "{tiles:x}");
    }
}

#[test]
fn the_evaluator_is_its_formula() {
    let game = Game2048::new(2, 2, 32).unwrap().from_tiles(&[vec![2, 2], vec![0, 8]]).unwrap();
    // Rows 2 2 and . 8, columns 2 . and 2 8: two of eight cells are empty, two pairs of which one is equal.
    let expected = 0.4 + (0.4 * (0.5 + 0.5) + 0.2 * 1.0) / 4.0;
    assert!((game.evaluate(&game.start()).get() - expected).abs() < 1e-12);
    let game = Game2048::new(1, 3, 16).unwrap().from_tiles(&[vec![8, 2, 4]]).unwrap();
    let expected = 0.4 - 0.6 * (3.0 / 16.0) / 4.0;
    assert!((game.evaluate(&game.start()).get() - expected).abs() < 1e-12);
}

#[test]
fn words_build_a_game_or_are_explained() {
    let build = |words: &[&str]| Parameters::parse(words).and_then(|words| Game2048::from_parameters(&words));
    let message = |words: &[&str]| build(words).unwrap_err().to_string();
    let game = build(&["board=2x2", "goal=32", "position=2,0/4,8"]).unwrap();
    assert_eq!(game.show(&game.start()), "     2     .\n     4     8");
    assert_eq!(message(&["board=5x5"]), "board=5x5: expected a board from 1x2 to 4x4");
    assert_eq!(message(&["board=4"]), "board=4: expected a board from 1x2 to 4x4");
    let goal = "expected a power of 2 from 8 to 32, the highest tile that fits on this board";
    assert_eq!(message(&["board=2x2", "goal=64"]), format!("goal=64: {goal}"));
    assert_eq!(message(&["board=2x2", "goal=24"]), format!("goal=24: {goal}"));
    let position = "expected 2 rows of 2 tiles below the goal, such as 0,0/2,2, 0 for an empty cell";
    for bad in ["2,0", "2,0/4,x", "2,0/4,3", "2,0/4,32", "2,0/4,1", "2,0,0/4,8,0"] {
        let word = format!("position={bad}");
        assert_eq!(message(&["board=2x2", "goal=32", &word]), format!("position={bad}: {position}"));
    }
}
