//! Pursuit and evasion on a grid: one evader, two pursuers that one player moves.
//!
//! Max moves the evader, Min both pursuers, all at once, each to a neighbouring cell north, east, south or west; nobody may
//! stay. The evader is caught when a pursuer is in its cell, or crossed the same edge the other way. The game is over when
//! the evader is caught (−1) or after `depth` rounds (1).
//!
//! This is the pursuit-evasion game of Bošanský, Lisý, Lanctot, Čermák, Winands, "Algorithms for Computing Strategies in
//! Two-Player Simultaneous Move Games" (AIJ 2016), as far as we know its rules. That nobody stays is read from its counts: 5 × 5
//! cells and six rounds have 4·10⁷ positions without staying, 10¹¹ with it; the paper expands 4.9·10⁷. Where the units
//! start was drawn at random there; here `seed` draws it, so that no pursuer is farther away than two thirds of the rounds,
//! unless `evader` and `pursuers` say it.

use secateur_game::{Both, Describe, Evaluate, Game, Keyed, Never, Random, Turn};
use secateur_value::{Bounds, Real};

use crate::estimates::estimate;
use crate::grid::{Grid, STEPS};
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The game.
///
/// ```
/// use secateur_game::{Both, Game, Turn};
/// use secateur_games::{Parameters, Pursuit};
///
/// let words = ["width=4", "height=4", "evader=a1", "pursuers=c3,d4", "depth=5"];
/// let game = Pursuit::from_parameters(&Parameters::parse(words)?)?;
/// let chase = game.start();
/// let Turn::Both(ways) = game.turn(&chase) else { panic!("both players move") };
/// assert_eq!(ways.rows(&game, &chase).count(), 2); // the evader leaves its corner
/// assert_eq!(ways.columns(&game, &chase).count(), 4 * 2); // one pursuer from the inside, one from a corner
/// # Ok::<(), secateur_games::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pursuit {
    grid: Grid,
    start: Chase,
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chase {
    evader: u8,
    /// In order, because which pursuer is which does not matter.
    pursuers: [u8; 2],
    /// How many rounds are left.
    left: u8,
    caught: bool,
}

/// Where the units may go: a bit for every direction of the evader, one for every pair of directions of the pursuers.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    evader: u8,
    pursuers: [u8; 2],
}

/// Where the numbers of the evader's moves begin.
const EVADER: u8 = 16;

impl Pursuit {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "pursuit",
        summary: "an evader (Max) against two pursuers (Min) on a grid; all move at once",
        parameters: &[
            Parameter { name: "width", default: Some("4"), meaning: "how many columns" },
            Parameter { name: "height", default: Some("4"), meaning: "how many rows" },
            Parameter { name: "depth", default: Some("5"), meaning: "how many rounds the evader has to survive" },
            Parameter { name: "evader", default: Some(""), meaning: "where the evader starts; drawn unless said" },
            Parameter {
                name: "pursuers",
                default: Some(""),
                meaning: "where the pursuers start, such as a1,d4; drawn unless said",
            },
            Parameter { name: "seed", default: Some("1"), meaning: "draws where the units start" },
        ],
    };

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let grid = Grid::from_values(&values)?;
        if grid.cells() < 2 {
            return values.invalid("width", "expected at least two cells");
        }
        let left = values.whole("depth", 1..=200)?;
        let mut random = Random::new(values.whole("seed", 0..=u64::MAX)?);
        let mut draw = || random.below(grid.cells() as u64) as u8;
        let evader = match grid.parse(&values, "evader")?[..] {
            [] => draw(),
            [cell] => cell,
            _ => return values.invalid("evader", "expected one cell"),
        };
        let reach = (2 * left / 3).max(1);
        let pursuers = match grid.parse(&values, "pursuers")?[..] {
            [one, other] => [one, other],
            [] => [(); 2].map(|()| {
                loop {
                    let cell = draw();
                    if cell != evader && grid.distance(cell, evader) <= reach {
                        break cell;
                    }
                }
            }),
            _ => return values.invalid("pursuers", "expected two cells"),
        };
        if pursuers.contains(&evader) {
            return values
                .invalid("pursuers", format!("expected other cells than the evader's, {}", grid.name(evader)));
        }
        Ok(Self { grid, start: Chase { evader, pursuers: in_order(pursuers), left, caught: false } })
    }

    fn ways(&self, cell: u8) -> u8 {
        let exists = |&direction: &usize| self.grid.step(cell, direction).is_some();
        (0..4).filter(exists).fold(0, |ways, direction| ways | 1 << direction)
    }
}

/// The first pursuer is the one farther north, or farther west in the same row.
fn in_order([one, other]: [u8; 2]) -> [u8; 2] {
    [one.min(other), one.max(other)]
}

impl Game for Pursuit {
    type Position = Chase;
    /// One of the first pursuer's directions and four times one of the second's, or one of the evader's and sixteen.
    type Move = u8;
    type Value = Real;
    type Undo = Chase;
    type Chance = Never;
    type Both = Ways;

    fn start(&self) -> Chase {
        self.start
    }

    fn turn(&self, chase: &Chase) -> Turn<Real, Never, Ways> {
        if chase.caught {
            Turn::Over((-1).into())
        } else if chase.left == 0 {
            Turn::Over(1.into())
        } else {
            let pursuers = chase.pursuers.map(|cell| self.ways(cell));
            Turn::Both(Ways { evader: self.ways(chase.evader), pursuers })
        }
    }

    fn moves(&self, _: &Chase) -> impl Iterator<Item = u8> + use<> {
        // Nobody ever moves alone.
        std::iter::empty()
    }

    fn play(&self, chase: &mut Chase, _: u8) -> Chase {
        *chase
    }

    fn undo(&self, chase: &mut Chase, before: Chase) {
        *chase = before;
    }

    /// Two units come nearer by two cells a round at most.
    fn bounds(&self, chase: &Chase) -> Bounds<Real> {
        let near = |&cell: &u8| u32::from(self.grid.distance(cell, chase.evader)) <= 2 * u32::from(chase.left);
        let least = if chase.pursuers.iter().any(near) { -1 } else { 1 };
        Bounds::new(least.into(), 1.into())
    }
}

impl Both<Pursuit> for Ways {
    fn rows(self, _: &Pursuit, _: &Chase) -> impl Iterator<Item = u8> + use<> {
        (0..4).filter(move |direction| self.evader & 1 << direction != 0).map(|direction| EVADER + direction)
    }

    fn columns(self, _: &Pursuit, _: &Chase) -> impl Iterator<Item = u8> + use<> {
        let [first, second] = self.pursuers;
        (0..16).filter(move |pair| first & 1 << (pair % 4) != 0 && second & 1 << (pair / 4) != 0)
    }

    fn play(self, game: &Pursuit, chase: &mut Chase, row: u8, column: u8) -> Chase {
        let before = *chase;
        let step = |cell, direction: u8| game.grid.step(cell, direction.into()).unwrap_or(cell);
        let evader = step(before.evader, row - EVADER);
        let pursuers = [step(before.pursuers[0], column % 4), step(before.pursuers[1], column / 4)];
        let catches = |from: u8, to: u8| to == evader || (to == before.evader && from == evader);
        let caught = (0..2).any(|unit| catches(before.pursuers[unit], pursuers[unit]));
        *chase = Chase { evader, pursuers: in_order(pursuers), left: before.left - 1, caught };
        before
    }
}

impl Evaluate for Pursuit {
    /// The nearer the pursuers and the more rounds they have, the likelier is a catch; and two who come from one side catch less.
    fn evaluate(&self, chase: &Chase) -> Real {
        let [near, far] = chase.pursuers.map(|cell| f64::from(self.grid.distance(cell, chase.evader)));
        let ways = f64::from(self.ways(chase.evader).count_ones());
        let work = near.min(far) + 0.6 * near.max(far) + 0.5 * ways;
        let left = f64::from(chase.left);
        estimate(1.0 - 2.0 * left / (left + work), self.bounds(chase))
    }
}

impl Keyed for Pursuit {
    type Key = u64;

    fn key(&self, chase: &Chase) -> u64 {
        let pursuers = u64::from(chase.pursuers[0]) << 8 | u64::from(chase.pursuers[1]) << 16;
        u64::from(chase.evader) | pursuers | u64::from(chase.left) << 24 | u64::from(chase.caught) << 32
    }
}

impl Describe for Pursuit {
    fn show(&self, chase: &Chase) -> String {
        let board = self.grid.show(|cell| match (cell == chase.evader, chase.pursuers.contains(&cell)) {
            (true, true) => '*',
            (true, false) => 'E',
            (false, true) => 'P',
            (false, false) => '.',
        });
        format!("{board}\n{} rounds left", chase.left)
    }

    /// `ne`: the first pursuer (the one farther north, or farther west in the same row) goes north, the second east. The
    /// evader's moves are single letters.
    fn name(&self, _: &Chase, chosen: u8) -> String {
        let letter = |direction: u8| STEPS[usize::from(direction % 4)].2;
        if chosen < EVADER { letter(chosen).to_owned() + letter(chosen / 4) } else { letter(chosen).to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws::{self, Effort};

    fn game(words: &[&str]) -> Pursuit {
        Pursuit::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
    }

    #[test]
    fn the_laws_hold() {
        let forms: [&[&str]; 4] = [
            &[],
            &["width=3", "height=5", "depth=9", "seed=4"],
            &["evader=b2", "pursuers=a1,a1", "depth=2"],
            &["width=2", "height=1", "seed=3"],
        ];
        for words in forms {
            laws::check(&game(words), &Effort::default()).unwrap();
            laws::check_keys(&game(words), &Effort::default()).unwrap();
        }
    }

    #[test]
    fn the_same_edge_the_other_way_is_a_capture() {
        let game = game(&["width=2", "height=2", "evader=a1", "pursuers=b1,b2", "depth=3"]);
        let Turn::Both(ways) = game.turn(&game.start()) else { panic!("both move") };
        let after = |row: &str, column: &str| {
            let mut chase = game.start();
            let find = |name: &str, mut moves: Box<dyn Iterator<Item = u8> + '_>| {
                moves.find(|&chosen| game.name(&chase, chosen) == name).unwrap()
            };
            let row = find(row, Box::new(ways.rows(&game, &chase)));
            let column = find(column, Box::new(ways.columns(&game, &chase)));
            ways.play(&game, &mut chase, row, column);
            chase.caught
        };
        assert!(after("e", "ww"), "b1 went to a1 while the evader went to b1");
        assert!(after("s", "sw"), "b2 went to a2, and so did the evader");
        assert!(!after("s", "wn"), "b1 went to the evader's old cell, b2 away");
        assert!(!after("s", "sn"), "everybody is elsewhere");
    }

    #[test]
    fn pursuers_share_a_key_in_either_order() {
        let [one, other] = ["pursuers=a1,d4", "pursuers=d4,a1"].map(|word| game(&["evader=b2", word]));
        assert_eq!(one.key(&one.start()), other.key(&other.start()));
        let far = game(&["width=9", "height=9", "evader=a1", "pursuers=i9,i8", "depth=7"]);
        assert_eq!(far.bounds(&far.start()), Bounds::exact(1.into()));
    }
}
