//! Backgammon, whole: entering from the bar, hits, bearing off, doubles, and the duty to use both dice where one can.
//!
//! Each player has fifteen checkers and counts the points from 24 down to 1, the other way round from the other player; 25 is the
//! bar. A turn is a throw of two dice and a step for each, four for a double. A point with two or more of the other's checkers is
//! blocked; a single checker (a blot) is hit and put on the bar, from which it must enter before its owner may move anything else.
//! With all checkers on the points 1 to 6 they may be taken off: with the exact number, or from the highest point with a larger one.
//! As many dice are used as can be; where either die can be used, but not both, it is the larger.
//!
//! Who is first without checkers wins one point; with `gammons=yes` two if the other player has taken none off, and three if one of
//! those is on the bar or in the winner's home. There is no doubling cube. A player's choice is a whole turn: orders of the dice
//! that lead to the same position are one move. Checkers that are not on the board at the start have been taken off.
//!
//! Hits make play go in circles, so a tree search needs an end: after `turns` throws nobody has won. With `turns=0` there is no such
//! limit, and positions with few checkers are solved by interval iteration, which knows what to do about circles.

mod board;
mod estimate;
mod words;

#[cfg(test)]
mod tests;

use secateur_game::{Canonical, Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Player, Turn};
use secateur_value::{Bounds, Real};

pub use board::Play;
use board::{BAR, CHECKERS, HOME, Men, hits, plays};

/// The rules, and the position from which the game is played.
///
/// ```
/// use secateur_game::{Chance, Describe, Game, Turn};
/// use secateur_games::{Backgammon, Parameters};
///
/// let game = Backgammon::from_parameters(&Parameters::parse::<&str>([])?)?;
/// let mut table = game.start();
/// let Turn::Chance(dice) = game.turn(&table) else { panic!("Max throws") };
/// assert_eq!(dice.outcomes(&game, &table).count(), 15); // the first throw is never a double
/// let (_, throw) = dice.outcomes(&game, &table).find(|&(_, throw)| game.name(&table, throw) == "3-1").expect("a throw");
/// game.play(&mut table, throw);
/// assert!(game.moves(&table).any(|play| game.name(&table, play) == "8/5,6/5"));
/// # Ok::<(), secateur_games::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    start: Table,
    /// Whether games may count two or three points.
    gammons: bool,
    /// Whether there is a last turn.
    limited: bool,
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// Max's and Min's checkers, as each of them counts the points.
    men: [Men; 2],
    max_to_move: bool,
    /// What was thrown, the larger die first; nothing before the throw.
    dice: Option<(u8, u8)>,
    /// Whether this is the first throw, which is never a double.
    opening: bool,
    /// How many throws are left; 0 if there is no limit.
    turns: u16,
}

/// What was thrown, or what a player does with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Two dice, the larger first.
    Throw(u8, u8),
    /// Steps of checkers.
    Play(Play),
}

impl Backgammon {
    /// Who is to move, as a place in the list of men.
    fn mover(table: &Table) -> usize {
        usize::from(!table.max_to_move)
    }

    /// What the winner gets, as the board stands.
    fn points(&self, table: &Table, winner: usize) -> i32 {
        let loser = table.men[1 - winner];
        if !self.gammons || loser.off() > 0 {
            1
        } else if (25 - HOME..=BAR).any(|point| loser.on(point) > 0) {
            3
        } else {
            2
        }
    }

    /// What a player can still win at most: nothing comes back to the board that was taken off.
    fn most(&self, table: &Table, winner: usize) -> i32 {
        if self.gammons && table.men[1 - winner].off() == 0 { 3 } else { 1 }
    }
}

impl Game for Backgammon {
    type Position = Table;
    type Move = Move;
    type Value = Real;
    type Undo = Table;
    type Chance = Dice;
    type Both = Never;

    fn start(&self) -> Table {
        self.start
    }

    fn turn(&self, table: &Table) -> Turn<Real, Dice> {
        if table.men[0].off() == CHECKERS {
            return Turn::Over(self.points(table, 0).into());
        }
        if table.men[1].off() == CHECKERS {
            return Turn::Over((-self.points(table, 1)).into());
        }
        match table.dice {
            None if self.limited && table.turns == 0 => Turn::Over(Real::ZERO),
            None => Turn::Chance(Dice),
            Some(_) if table.max_to_move => Turn::Max,
            Some(_) => Turn::Min,
        }
    }

    fn moves(&self, table: &Table) -> impl Iterator<Item = Move> + use<> {
        let mover = Self::mover(table);
        let (own, other) = (table.men[mover], table.men[1 - mover]);
        table.dice.into_iter().flat_map(move |dice| plays(own, other, dice)).map(Move::Play)
    }

    fn play(&self, table: &mut Table, chosen: Move) -> Table {
        let before = *table;
        match chosen {
            Move::Throw(high, low) => {
                (table.dice, table.opening) = (Some((high, low)), false);
                table.turns = table.turns.saturating_sub(1);
            }
            Move::Play(play) => {
                let mover = Self::mover(table);
                let [own, other] = [table.men[mover], table.men[1 - mover]];
                let (own, other) = play.made(own, other);
                (table.men[mover], table.men[1 - mover]) = (own, other);
                (table.dice, table.max_to_move) = (None, !table.max_to_move);
            }
        }
        before
    }

    fn undo(&self, table: &mut Table, before: Table) {
        *table = before;
    }

    fn bounds(&self, table: &Table) -> Bounds<Real> {
        Bounds::new((-self.most(table, 1)).into(), self.most(table, 0).into())
    }
}

/// Two dice in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice;

impl Chance<Backgammon> for Dice {
    /// A double has half the weight of any other throw.
    fn outcomes(self, _: &Backgammon, table: &Table) -> impl Iterator<Item = (u64, Move)> + use<> {
        let opening = table.opening;
        (1..=6u8).flat_map(move |high| {
            let last = if opening { high - 1 } else { high };
            (1..=last).map(move |low| (if high == low { 1 } else { 2 }, Move::Throw(high, low)))
        })
    }

    /// The dice change nothing on the board.
    fn range(self, game: &Backgammon, table: &Table) -> Option<Bounds<Real>> {
        Some(game.bounds(table))
    }
}

/// A position as whoever is to move sees it: both players' checkers, the dice, the turns.
fn seen(table: &Table, first: usize, max_to_move: bool) -> u128 {
    let dice = table.dice.map_or(0, |(high, low)| u128::from(high) << 3 | u128::from(low));
    let men = table.men[first].unary() << 40 | table.men[1 - first].unary();
    ((men << 16 | u128::from(table.turns)) << 6 | dice) << 2 | u128::from(table.opening) << 1 | u128::from(max_to_move)
}

impl Keyed for Backgammon {
    type Key = u128;

    fn key(&self, table: &Table) -> u128 {
        seen(table, 0, table.max_to_move)
    }

    /// Whoever is to move is Max.
    fn canonical(&self, table: &Table) -> Canonical<u128> {
        Canonical { key: seen(table, Self::mover(table), true), swapped: !table.max_to_move }
    }
}

impl Evaluate for Backgammon {
    fn evaluate(&self, table: &Table) -> Real {
        let Bounds { lower, upper } = self.bounds(table);
        let mover = Self::mover(table);
        let equity = estimate::equity(table.men[mover], table.men[1 - mover], table.dice.is_some());
        let equity = if table.max_to_move { equity } else { -equity };
        Real::new(equity).map_or(lower, |equity| equity.clamp(lower, upper))
    }
}

impl Expert for Backgammon {}

impl Describe for Backgammon {
    fn show(&self, table: &Table) -> String {
        let [max, min] = table.men;
        let point = |number: u8| match (max.on(number), min.on(25 - number)) {
            (0, 0) => "  .".to_owned(),
            (0, o) => format!("{o:>2}O"),
            (x, _) => format!("{x:>2}X"),
        };
        let row = |numbers: &mut dyn Iterator<Item = u8>| {
            let (mut names, mut points) = (String::new(), String::new());
            for (place, number) in numbers.enumerate() {
                if place == 6 {
                    names.push_str("   ");
                    points.push_str(" | ");
                }
                names.push_str(&format!("{number:>4}"));
                points.push_str(&format!(" {}", point(number)));
            }
            [names, points]
        };
        let [high_names, high] = row(&mut (13..=24));
        let [low_names, low] = row(&mut (1..=12).rev());
        let about = |name: &str, men: Men| {
            format!("{name}: {} on the bar, {} off, {} pips", men.on(BAR), men.off(), men.pips())
        };
        let player = if table.max_to_move { Player::Max } else { Player::Min };
        let doing = match table.dice {
            None => "throws".to_owned(),
            Some((high, low)) => format!("has thrown {high} and {low}"),
        };
        format!(
            "{high_names}\n{high}\n{low}\n{low_names}\n{}\n{}\n{player} {doing}",
            about("X Max", max),
            about("O Min", min)
        )
    }

    /// The dice, such as `6-5`, or the steps, such as `bar/22,13/8*` (a star for a hit), or `pass`. Players count their own way.
    fn name(&self, table: &Table, chosen: Move) -> String {
        match chosen {
            Move::Throw(high, low) => format!("{high}-{low}"),
            Move::Play(play) => {
                let mover = Self::mover(table);
                let steps: Vec<String> = hits(table.men[mover], table.men[1 - mover], play)
                    .map(|(from, to, hit)| {
                        let from = if from == BAR { "bar".to_owned() } else { from.to_string() };
                        let to = if to == 0 { "off".to_owned() } else { to.to_string() };
                        format!("{from}/{to}{}", if hit { "*" } else { "" })
                    })
                    .collect();
                if steps.is_empty() { "pass".to_owned() } else { steps.join(",") }
            }
        }
    }

    fn show_value(&self, value: &Real) -> String {
        let points = value.get();
        let many = |points: f64| if points == 1.0 { "1 point".to_owned() } else { format!("{points} points") };
        match points {
            0.0 => "even".to_owned(),
            points if points > 0.0 => format!("{} for Max", many(points)),
            points => format!("{} for Min", many(-points)),
        }
    }
}
