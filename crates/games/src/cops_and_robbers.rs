//! Cops and robbers on a grid: the domain C&R of Atzmon, Stern and Saffidine, "Bounded Suboptimal Game Tree Search" (2018),
//! after Moldenhauer and Sturtevant, "Evaluating Strategies for Running from the Cops" (2009).
//!
//! The robber is Max and moves first, the cops are Min and all move at once. Everybody stays or goes to a neighbouring free
//! cell; cops may share a cell. The game is over when a cop and the robber meet, and is then worth the time, counted in
//! single moves; or when `depth` moves were made, and is then worth the time and the average Manhattan distance of the
//! cops from the robber. With `chance`, a chosen move happens with that probability and each other legal move of the turn
//! with an equal share of the rest.
//!
//! The paper says neither who moves first nor what `time` counts, and gives the distance alone as the worth of a leaf
//! (`leaf=distance`), so that a robber who is free may be worth less than one who was caught; it
//! takes 0 to 12 as the range of values on 6×6, although the largest distance is 10. These are readings. With
//! `reading=paper` every position promises 0 to rows + columns, what is worth more is cut to it, and chance has no say in
//! the last move, as the paper's figures need; with `reading=close` the promise is as close as the time and the
//! distances allow.

mod words;

use secateur_game::{Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Random, Turn};
use secateur_value::{Bounds, Real};

/// The rules, the grid, and the position from which the game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopsAndRobbers {
    rows: u8,
    columns: u8,
    /// One bit a cell.
    obstacles: u64,
    cops: u8,
    depth: u8,
    chance: Option<Odds>,
    reading: Reading,
    leaf: Leaf,
    start: Chase,
}

/// The probability of a chosen move, as a fraction below 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The numerator, at least 1.
    pub chosen: u64,
    /// The denominator.
    pub of: u64,
}

/// What a position promises about its value, and how far chance reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// What the time and the distances allow.
    Close,
    /// 0 to rows + columns; what is worth more is cut to it. The last move always happens.
    Paper,
}

/// What a robber who is still free is worth when the last move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The moves made and the average distance of the cops.
    TimeAndDistance,
    /// The average distance of the cops.
    Distance,
}

/// A state of play. A cell is its row times the number of columns plus its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chase {
    robber: u8,
    cops: [u8; CopsAndRobbers::MOST_COPS],
    /// How many moves were made.
    time: u8,
    robber_to_move: bool,
    /// What the mover has chosen, while chance decides what happens.
    chosen: Option<Step>,
}

/// Where the movers go: the robber's cell, or each cop's, a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step([u8; CopsAndRobbers::MOST_COPS]);

/// A cop or a mover that is not there.
const NOBODY: u8 = 63;

/// Why there is no such game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChaseError {
    /// A grid of another size.
    #[error("expected a grid from 1x2 to 7x9, of at most 63 cells")]
    Grid,
    /// Too few or too many cops.
    #[error("expected from 1 to {} cops", CopsAndRobbers::MOST_COPS)]
    Cops,
    /// No room is left.
    #[error("expected obstacles that leave room for the robber and every cop")]
    Obstacles,
    /// A start that is not on the grid.
    #[error(
        "expected the free cells of the robber and of every cop, such as 0.0/5.5,5.4,4.5 (rows and columns from 0)"
    )]
    Start,
    /// No probability.
    #[error("expected a probability from 0 (or 1) for moves that always happen, such as 0.8")]
    Chance,
}

impl CopsAndRobbers {
    /// There are never more cops.
    pub const MOST_COPS: usize = 4;
    /// The most moves that a game lasts.
    pub const LONGEST: u8 = 200;

    /// A game on an open grid in which the cells of obstacles, robber and cops, all different, are drawn at random.
    ///
    /// ```
    /// use secateur_game::{Game, Turn};
    /// use secateur_games::CopsAndRobbers;
    ///
    /// let game = CopsAndRobbers::random(6, 6, 3, 0, 1)?.lasting(5);
    /// assert_eq!(game.turn(&game.start()), Turn::Max);
    /// assert!(CopsAndRobbers::random(2, 2, 4, 0, 1).is_err());
    /// # Ok::<(), secateur_games::cops_and_robbers::ChaseError>(())
    /// ```
    pub fn random(rows: u8, columns: u8, cops: u8, obstacles: u8, seed: u64) -> Result<Self, ChaseError> {
        let cells = u16::from(rows) * u16::from(columns);
        if !(2..=63).contains(&cells) {
            return Err(ChaseError::Grid);
        }
        if !(1..=Self::MOST_COPS).contains(&usize::from(cops)) {
            return Err(ChaseError::Cops);
        }
        if u16::from(obstacles) + u16::from(cops) + 1 > cells {
            return Err(ChaseError::Obstacles);
        }
        let mut random = Random::new(Random::mix(seed ^ 0xC095_A4D0_20BB_E125));
        let mut free: Vec<u8> = (0..cells as u8).collect();
        let mut draw = || free.swap_remove(random.below(free.len() as u64) as usize);
        let blocked = (0..obstacles).fold(0, |mask, _| mask | 1u64 << draw());
        let robber = draw();
        let mut places = [NOBODY; Self::MOST_COPS];
        places.iter_mut().take(cops.into()).for_each(|cop| *cop = draw());
        let start = Chase { robber, cops: places, time: 0, robber_to_move: true, chosen: None };
        Ok(Self {
            rows,
            columns,
            obstacles: blocked,
            cops,
            depth: 3,
            chance: None,
            reading: Reading::Close,
            leaf: Leaf::TimeAndDistance,
            start,
        })
    }

    /// The same game over after so many moves, at most [`LONGEST`](Self::LONGEST).
    pub fn lasting(self, depth: u8) -> Self {
        Self { depth: depth.min(Self::LONGEST), ..self }
    }

    /// The same game from another position, where so many more moves are made at most and time begins anew.
    pub fn from_here(self, chase: &Chase, moves: u8) -> Self {
        Self { start: Chase { time: 0, ..*chase }, ..self }.lasting(moves)
    }

    /// The same game in which a chosen move happens with this probability.
    pub fn with_chance(self, chance: Option<Odds>) -> Result<Self, ChaseError> {
        match chance {
            Some(Odds { chosen, of }) if chosen == 0 || chosen >= of || of > 1_000_000 => Err(ChaseError::Chance),
            chance => Ok(Self { chance, ..self }),
        }
    }

    /// The same game in another reading.
    pub fn reading(self, reading: Reading) -> Self {
        Self { reading, ..self }
    }

    /// The same game in which a robber who is free at the end is worth this.
    pub fn leaf(self, leaf: Leaf) -> Self {
        Self { leaf, ..self }
    }

    /// The same game from a start of one's own: the robber's cell, then each cop's, each a row and a column counted from 0. The
    /// robber is to move.
    ///
    /// ```
    /// use secateur_games::CopsAndRobbers;
    ///
    /// let game = CopsAndRobbers::random(3, 3, 1, 0, 1)?.starting((0, 0), &[(2, 2)])?;
    /// assert!(game.clone().starting((0, 3), &[(2, 2)]).is_err()); // outside the grid
    /// assert!(game.starting((0, 0), &[(2, 2), (1, 1)]).is_err()); // another number of cops
    /// # Ok::<(), secateur_games::cops_and_robbers::ChaseError>(())
    /// ```
    pub fn starting(self, robber: (u8, u8), cops: &[(u8, u8)]) -> Result<Self, ChaseError> {
        let cell = |(row, column): (u8, u8)| {
            if row >= self.rows || column >= self.columns {
                return Err(ChaseError::Start);
            }
            let cell = row * self.columns + column;
            if self.obstacles >> cell & 1 == 1 { Err(ChaseError::Start) } else { Ok(cell) }
        };
        if cops.len() != usize::from(self.cops) {
            return Err(ChaseError::Start);
        }
        let mut places = [NOBODY; Self::MOST_COPS];
        for (place, &cop) in places.iter_mut().zip(cops) {
            *place = cell(cop)?;
        }
        let start = Chase { robber: cell(robber)?, cops: places, time: 0, robber_to_move: true, chosen: None };
        Ok(Self { start, ..self })
    }

    /// Whether a move that is chosen now may slip.
    fn may_slip(&self, chase: &Chase) -> bool {
        self.chance.is_some() && (self.reading == Reading::Close || chase.time + 1 < self.depth)
    }

    /// The cops, without those that are not there.
    fn places<'p>(&self, cops: &'p [u8; Self::MOST_COPS]) -> &'p [u8] {
        &cops[..usize::from(self.cops)]
    }

    fn distance(&self, one: u8, other: u8) -> u8 {
        let (rows, columns) = (one / self.columns, one % self.columns);
        rows.abs_diff(other / self.columns) + columns.abs_diff(other % self.columns)
    }

    fn is_caught(&self, chase: &Chase) -> bool {
        self.places(&chase.cops).contains(&chase.robber)
    }

    /// The average distance of the cops.
    fn apart(&self, chase: &Chase) -> f64 {
        let sum: u32 = self.places(&chase.cops).iter().map(|&cop| u32::from(self.distance(cop, chase.robber))).sum();
        f64::from(sum) / f64::from(self.cops)
    }

    /// What a robber who is free after so many moves is worth at this distance.
    fn free(&self, time: u8, apart: f64) -> f64 {
        match self.leaf {
            Leaf::TimeAndDistance => f64::from(time) + apart,
            Leaf::Distance => apart,
        }
    }

    /// A value within the range.
    fn real(&self, worth: f64) -> Real {
        let most = match self.reading {
            Reading::Close => f64::INFINITY,
            Reading::Paper => f64::from(self.rows + self.columns),
        };
        Real::new(worth.min(most)).unwrap_or(Real::ZERO)
    }

    /// The cells that somebody can go to: the own one first, then up, left, right, down.
    fn reach(&self, cell: u8) -> Reach {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let mut reach = Reach { cells: [cell; 5], count: 1 };
        let mut add = |there: bool, to: u8| {
            if there && self.obstacles >> to & 1 == 0 {
                reach.cells[usize::from(reach.count)] = to;
                reach.count += 1;
            }
        };
        add(row > 0, cell.wrapping_sub(self.columns));
        add(column > 0, cell.wrapping_sub(1));
        add(column + 1 < self.columns, cell + 1);
        add(row + 1 < self.rows, cell + self.columns);
        reach
    }

    /// Every joint move of those who are to move, the last of them changing fastest.
    fn steps(&self, chase: &Chase) -> impl Iterator<Item = Step> + Clone + use<> {
        let mut reaches = [Reach { cells: [NOBODY; 5], count: 1 }; Self::MOST_COPS];
        if chase.robber_to_move {
            reaches[0] = self.reach(chase.robber);
        } else {
            for (reach, &cop) in reaches.iter_mut().zip(self.places(&chase.cops)) {
                *reach = self.reach(cop);
            }
        }
        let count = reaches.iter().map(|reach| usize::from(reach.count)).product::<usize>();
        (0..count).map(move |mut number| {
            let mut step = [NOBODY; Self::MOST_COPS];
            for (to, reach) in step.iter_mut().zip(&reaches).rev() {
                *to = reach.cells[number % usize::from(reach.count)];
                number /= usize::from(reach.count);
            }
            Step(step)
        })
    }

    /// What follows when a step really happens.
    fn after(chase: &Chase, Step(to): Step) -> Chase {
        let (robber, cops) = if chase.robber_to_move { (to[0], chase.cops) } else { (chase.robber, to) };
        Chase { robber, cops, time: chase.time + 1, robber_to_move: !chase.robber_to_move, chosen: None }
    }
}

/// Up to five cells.
#[derive(Clone, Copy, Debug)]
struct Reach {
    cells: [u8; 5],
    count: u8,
}

impl Game for CopsAndRobbers {
    type Position = Chase;
    type Move = Step;
    type Value = Real;
    type Undo = Chase;
    type Chance = Slip;
    type Both = Never;

    fn start(&self) -> Chase {
        self.start
    }

    fn turn(&self, chase: &Chase) -> Turn<Real, Slip> {
        if chase.chosen.is_some() {
            return Turn::Chance(Slip);
        }
        if self.is_caught(chase) {
            return Turn::Over(self.real(chase.time.into()));
        }
        if chase.time >= self.depth {
            return Turn::Over(self.real(self.free(chase.time, self.apart(chase))));
        }
        if chase.robber_to_move { Turn::Max } else { Turn::Min }
    }

    fn moves(&self, chase: &Chase) -> impl Iterator<Item = Step> + use<> {
        self.steps(chase)
    }

    fn play(&self, chase: &mut Chase, step: Step) -> Chase {
        let before = *chase;
        *chase = if before.chosen.is_none() && self.may_slip(&before) {
            Chase { chosen: Some(step), ..before }
        } else {
            Self::after(&before, step)
        };
        before
    }

    fn undo(&self, chase: &mut Chase, before: Chase) {
        *chase = before;
    }

    /// Nobody is caught earlier than the nearest cop and the robber can meet, and at the end the distance is at most the
    /// grid's, or what it is now and a step for every move.
    fn bounds(&self, chase: &Chase) -> Bounds<Real> {
        if self.reading == Reading::Paper {
            return Bounds::new(Real::ZERO, self.real(f64::INFINITY));
        }
        let left = self.depth.saturating_sub(chase.time);
        let nearest = self.places(&chase.cops).iter().map(|&cop| self.distance(cop, chase.robber)).min().unwrap_or(0);
        let apart = f64::from(self.rows + self.columns - 2);
        let average = self.apart(chase);
        // Who cannot be caught in time is worth the end and what distance the cops cannot make up for.
        let caught = f64::from(chase.time) + f64::from(nearest);
        let left_apart = (average - f64::from(left)).max(f64::from(nearest) - f64::from(left)).max(0.0);
        let escaped = self.free(self.depth, left_apart);
        let lower = if nearest > left { escaped } else { caught.min(self.free(self.depth, left_apart)) };
        let most = self.free(self.depth, (average + f64::from(left)).min(apart));
        // Where a leaf is worth the distance alone, being caught late may be worth more than being free.
        let upper = if nearest > left { most } else { most.max(f64::from(self.depth)) };
        // Averages are rounded; the promise is not.
        Bounds::new(self.real((lower - 1e-9).max(0.0)), self.real(upper + 1e-9))
    }
}

/// Chance decides whether a chosen move happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slip;

impl Chance<CopsAndRobbers> for Slip {
    /// What was chosen comes first.
    fn outcomes(self, game: &CopsAndRobbers, chase: &Chase) -> impl Iterator<Item = (u64, Step)> + use<> {
        let (chosen, steps) = (chase.chosen.into_iter(), game.steps(chase));
        let (likely, others) = (chase.chosen, steps.clone().count() as u64 - 1);
        let Odds { chosen: share, of } = game.chance.unwrap_or(Odds { chosen: 1, of: 1 });
        // With nothing else to happen, the choice does.
        let weight = if others == 0 { 1 } else { share * others };
        let others = steps.filter(move |&step| Some(step) != likely).map(move |step| (of - share, step));
        chosen.map(move |step| (weight, step)).chain(others)
    }

    /// The promise follows from how far everybody can come, so it holds after every step.
    fn range(self, game: &CopsAndRobbers, chase: &Chase) -> Option<Bounds<Real>> {
        Some(game.bounds(chase))
    }
}

impl Keyed for CopsAndRobbers {
    type Key = u128;

    /// Cops are alike, so their order does not matter, unless chance is about to move each as chosen.
    fn key(&self, chase: &Chase) -> u128 {
        let mut cops = chase.cops;
        if chase.chosen.is_none() {
            cops.sort_unstable();
        }
        let chosen = chase.chosen.map_or([0; Self::MOST_COPS], |Step(to)| to.map(|cell| cell + 1));
        let cells = cops.into_iter().chain(chosen).chain([chase.robber]);
        let cells = cells.fold(0u128, |key, cell| key << 7 | u128::from(cell));
        cells << 9 | u128::from(chase.time) << 1 | u128::from(chase.robber_to_move)
    }
}

impl Evaluate for CopsAndRobbers {
    /// The time and the average distance, as at the end.
    fn evaluate(&self, chase: &Chase) -> Real {
        let Bounds { lower, upper } = self.bounds(chase);
        self.real(self.free(chase.time, self.apart(chase))).clamp(lower, upper)
    }
}

impl Expert for CopsAndRobbers {}

impl Describe for CopsAndRobbers {
    fn show(&self, chase: &Chase) -> String {
        let mut text = String::new();
        for cell in 0..self.rows * self.columns {
            let cops = self.places(&chase.cops).iter().filter(|&&cop| cop == cell).count();
            text += &match (cell == chase.robber, cops) {
                (true, 0) => " R".to_owned(),
                (true, _) => " X".to_owned(),
                (false, 0) if self.obstacles >> cell & 1 == 1 => " #".to_owned(),
                (false, 0) => " .".to_owned(),
                (false, 1) => " C".to_owned(),
                (false, _) => format!(" {cops}"),
            };
            if (cell + 1) % self.columns == 0 {
                text.push('\n');
            }
        }
        let mover = if chase.robber_to_move { "the robber (Max)" } else { "the cops (Min)" };
        let doing = if chase.chosen.is_some() { "moved, and chance decides" } else { "to move" };
        text + &format!("{mover} {doing}; {} of {} moves were made", chase.time, self.depth)
    }

    /// Rows and columns from 1, such as `1,2` for the robber and `1,2-3,4` for two cops.
    fn name(&self, _: &Chase, Step(to): Step) -> String {
        let cell = |&cell: &u8| format!("{},{}", cell / self.columns + 1, cell % self.columns + 1);
        to.iter().filter(|&&cell| cell != NOBODY).map(cell).collect::<Vec<_>>().join("-")
    }
}

#[cfg(test)]
mod tests;
