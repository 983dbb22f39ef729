//! EinStein against dynamic programming over sets of stones, which shares no code with the game.

use std::collections::HashMap;

use secateur_game::{Random, laws};

use super::*;
use crate::parameters::Parameters;

/// Where a player's stones stand, by number.
type Stones = Vec<Option<i8>>;

/// Whoever is to throw runs to the lower right; after a turn the board is turned by half a turn.
struct Oracle {
    size: i8,
    known: HashMap<(Stones, Stones), f64>,
}

impl Oracle {
    /// The probability that the player who is to throw wins.
    fn value(&mut self, own: &[Option<i8>], other: &[Option<i8>]) -> f64 {
        let key = (own.to_vec(), other.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let count = own.len() as i8;
        let mut sum = 0.0;
        for die in 0..count {
            let left = |&n: &i8| own[n as usize].is_some();
            let stones: Vec<i8> = if left(&die) {
                vec![die]
            } else {
                (0..die).rev().find(left).into_iter().chain((die..count).find(left)).collect()
            };
            let mut best = 0.0f64;
            for stone in stones {
                let cell = own[stone as usize].unwrap();
                for (down, right) in [(0, 1), (1, 0), (1, 1)] {
                    let (row, column) = (cell / self.size + down, cell % self.size + right);
                    if row < self.size && column < self.size {
                        best = best.max(self.after(own, other, stone, row * self.size + column));
                    }
                }
            }
            sum += best;
        }
        let value = sum / f64::from(count);
        self.known.insert(key, value);
        value
    }

    fn after(&mut self, own: &[Option<i8>], other: &[Option<i8>], stone: i8, to: i8) -> f64 {
        let last = self.size * self.size - 1;
        let without = |stones: &[Option<i8>]| -> Vec<_> { stones.iter().map(|c| c.filter(|&c| c != to)).collect() };
        let (mut own, other) = (without(own), without(other));
        own[stone as usize] = Some(to);
        if to == last || other.iter().all(Option::is_none) {
            return 1.0;
        }
        let turned = |stones: &[Option<i8>]| -> Vec<_> { stones.iter().map(|c| c.map(|c| last - c)).collect() };
        1.0 - self.value(&turned(&other), &turned(&own))
    }
}

fn oracle_value(game: &Einstein) -> f64 {
    let stones = |player: usize| -> Vec<Option<i8>> {
        game.start.cells[player][..usize::from(game.stones)].iter().map(|&cell| Some(cell as i8)).collect()
    };
    Oracle { size: game.size as i8, known: HashMap::new() }.value(&stones(0), &stones(1))
}

/// The plain value with a cache, and at each position the promise and the estimate are held against it.
fn exhaust(game: &Einstein, board: Board, known: &mut HashMap<u64, f64>) -> f64 {
    if let Some(&value) = known.get(&game.key(&board)) {
        return value;
    }
    let below = |chosen, known: &mut _| {
        let mut child = board;
        game.play(&mut child, chosen);
        exhaust(game, child, known)
    };
    let value = match game.turn(&board) {
        Turn::Over(value) => return value.get(),
        Turn::Max => game.moves(&board).map(|m| below(m, known)).fold(0.0, f64::max),
        Turn::Min => game.moves(&board).map(|m| below(m, known)).fold(1.0, f64::min),
        Turn::Chance(die) => {
            let outcomes: Vec<_> = die.outcomes(game, &board).collect();
            let sum: f64 = outcomes.iter().map(|&(_, outcome)| below(outcome, known)).sum();
            sum / outcomes.len() as f64
        }
    };
    let Bounds { lower, upper } = game.bounds(&board);
    assert!((lower.get() - 1e-12..=upper.get() + 1e-12).contains(&value), "{}", game.show(&board));
    assert!((lower..=upper).contains(&game.evaluate(&board)), "{}", game.show(&board));
    known.insert(game.key(&board), value);
    value
}

#[test]
fn the_laws_hold() {
    for (size, stones) in [(2, 1), (3, 3), (4, 6), (5, 6)] {
        let game = Einstein::new(size, stones).unwrap();
        laws::check(&game, &laws::Effort::default()).unwrap();
        laws::check_keys(&game, &laws::Effort::default()).unwrap();
    }
}

/// The published values, and every position below against its promise.
#[test]
fn the_usual_arrangements_have_the_known_values() {
    for (size, stones, known) in [(3, 3, 0.699_588), (4, 2, 0.570_801)] {
        let game = Einstein::new(size, stones).unwrap();
        let value = exhaust(&game, game.start(), &mut HashMap::new());
        assert!((value - known).abs() < 5e-7, "{size}x{size}, {stones} stones: {value}");
        if size == 3 {
            assert!((value - oracle_value(&game)).abs() < 1e-12);
        }
    }
}

#[test]
fn arranged_boards_agree_with_dynamic_programming() {
    let mut random = Random::new(3);
    for _ in 0..12 {
        let mut shuffled = || {
            let mut numbers = vec![1, 2, 3];
            for i in (1..3).rev() {
                numbers.swap(i, random.below(i as u64 + 1) as usize);
            }
            numbers
        };
        let game = Einstein::arranged(3, 3, &shuffled(), &shuffled()).unwrap();
        let value = exhaust(&game, game.start(), &mut HashMap::new());
        assert!((value - oracle_value(&game)).abs() < 1e-12, "{game}");
    }
}

#[test]
fn boards_and_moves_have_names() {
    let game = Einstein::new(3, 3).unwrap();
    let mut board = game.start();
    assert_eq!(game.show(&board), " +1 +2  .\n +3  . -3\n  . -2 -1\nMax (+ is Max, - is Min) throws the die");
    game.play(&mut board, Move::Throw(1));
    let names: Vec<_> = game.moves(&board).map(|m| game.name(&board, m)).collect();
    assert_eq!(names, ["2-1,3", "2-2,2", "2-2,3"]);
}

#[test]
fn words_build_a_game_or_are_explained() {
    let build = |words: &[&str]| Parameters::parse(words).and_then(|words| Einstein::from_parameters(&words));
    let message = |words: &[&str]| build(words).unwrap_err().to_string();
    assert_eq!(build(&[]).unwrap(), Einstein::new(3, 3).unwrap());
    let arranged = Einstein::arranged(4, 3, &[3, 1, 2], &[1, 2, 3]).unwrap();
    assert_eq!(build(&["board=4x4", "max=312"]).unwrap(), arranged);
    assert_eq!(message(&["board=3x4"]), "board=3x4: expected a square from 2x2 to 5x5");
    assert_eq!(message(&["board=6x6"]), "board=6x6: expected a square from 2x2 to 5x5");
    assert_eq!(message(&["stones=4"]), "stones=4: expected from 1 to 3 stones on this board");
    assert_eq!(message(&["max=113"]), "max=113: expected each number from 1 to 3 once, such as 123");
    assert_eq!(message(&["min=12x"]), "min=12x: expected each number from 1 to 3 once, such as 123");
}
