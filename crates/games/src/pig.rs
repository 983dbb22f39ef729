//! Pig (John Scarne, 1945): roll a die as often as you dare.
//!
//! A turn is any number of rolls, at least one. Each roll of 2 or more is added to the turn's total; a 1 ends the turn and
//! the total is lost; holding ends it and the total is kept. Who first has the goal with the total of the turn wins, at
//! once. The value is Max's probability of winning, Max moving first: 0.5306 to 100 (Neller and Presser, "Optimal Play of
//! the Dice Game Pig", 2004).
//!
//! With `rules=loose` a player may also hold nothing, and a total wins only when it is held: the rules of some programs. Best
//! play and its value are the same.
//!
//! Two turns that score nothing lead back to the same position, so the game need not end, although it does with
//! probability 1 whatever the players do. A search needs a depth limit, whose answer is then a sound interval; the interval
//! iteration of the crate `search` needs none.

use secateur_game::{Chance, Describe, Evaluate, Expert, Game, Keyed, Never, Player, Turn};
use secateur_value::{Bounds, Real};

use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pig {
    goal: u16,
    sides: u16,
    loose: bool,
    start: Score,
}

/// A state of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// What Max has.
    pub max: u16,
    /// What Min has.
    pub min: u16,
    /// What the turn has brought so far.
    pub turn: u16,
    /// Whose turn it is.
    pub max_to_move: bool,
    /// Whether the die is in the air.
    pub rolling: bool,
}

/// What a player decides, or what the die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Roll the die.
    Roll,
    /// Keep what the turn has brought.
    Hold,
    /// The die shows this.
    Shows(u16),
}

impl Pig {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "pig",
        summary: "roll a die as often as you dare; the value is Max's probability of winning",
        parameters: &[
            Parameter { name: "goal", default: Some("100"), meaning: "how many points win" },
            Parameter { name: "sides", default: Some("6"), meaning: "how many sides the die has; a 1 ends the turn" },
            Parameter {
                name: "rules",
                default: Some("usual"),
                meaning: "usual, or loose: nothing may be held, and a total wins only when it is",
            },
            Parameter { name: "max", default: Some("0"), meaning: "how many points Max has" },
            Parameter { name: "min", default: Some("0"), meaning: "how many points Min has" },
            Parameter { name: "turn", default: Some("0"), meaning: "what Max's turn has brought so far" },
        ],
    };

    /// The most points that a game may be played to.
    pub const HIGHEST_GOAL: u16 = 1_000;

    /// The game to this many points with an ordinary die. Impossible goals become the nearest possible.
    pub fn new(goal: u16) -> Self {
        let start = Score { max: 0, min: 0, turn: 0, max_to_move: true, rolling: false };
        Self { goal: goal.clamp(1, Self::HIGHEST_GOAL), sides: 6, loose: false, start }
    }

    /// The game that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let goal = values.whole("goal", 1..=Self::HIGHEST_GOAL)?;
        let sides = values.whole("sides", 2..=100)?;
        let loose = values.choice("rules", &[("usual", false), ("loose", true)])?;
        let max = values.whole("max", 0..=goal - 1)?;
        let min = values.whole("min", 0..=goal - 1)?;
        let turn = values.whole("turn", 0..=goal - 1 - max)?;
        Ok(Self { goal, sides, loose, start: Score { max, min, turn, ..Self::new(goal).start } })
    }

    fn points(score: &Score) -> u16 {
        if score.max_to_move { score.max } else { score.min }
    }
}

impl Game for Pig {
    type Position = Score;
    type Move = Move;
    type Value = Real;
    type Undo = Score;
    type Chance = Die;
    type Both = Never;

    fn start(&self) -> Score {
        self.start
    }

    fn turn(&self, score: &Score) -> Turn<Real, Die> {
        if score.rolling {
            return Turn::Chance(Die { sides: self.sides });
        }
        let total = if self.loose { 0 } else { score.turn };
        match score.max_to_move {
            max if Self::points(score) + total >= self.goal => Turn::Over(Real::from(i32::from(max))),
            // Who has just held moves no more.
            max if score.max.max(score.min) >= self.goal => Turn::Over(Real::from(i32::from(!max))),
            true => Turn::Max,
            false => Turn::Min,
        }
    }

    fn moves(&self, score: &Score) -> impl Iterator<Item = Move> + use<> {
        // Holding nothing would only let time pass, and rolling on with enough would only risk it.
        let enough = Self::points(score) + score.turn >= self.goal;
        let hold = (score.turn > 0 || self.loose).then_some(Move::Hold);
        (!enough).then_some(Move::Roll).into_iter().chain(hold)
    }

    fn play(&self, score: &mut Score, chosen: Move) -> Score {
        let before = *score;
        match chosen {
            Move::Roll => score.rolling = true,
            Move::Shows(1) => *score = Score { turn: 0, max_to_move: !before.max_to_move, rolling: false, ..before },
            Move::Shows(points) => (score.turn, score.rolling) = (before.turn + points, false),
            Move::Hold => {
                let (max, min) = if before.max_to_move { (before.turn, 0) } else { (0, before.turn) };
                *score = Score {
                    max: before.max + max,
                    min: before.min + min,
                    turn: 0,
                    max_to_move: !before.max_to_move,
                    rolling: false,
                };
            }
        }
        before
    }

    fn undo(&self, score: &mut Score, before: Score) {
        *score = before;
    }

    /// Whoever is to roll with one good roll missing wins at least with that roll.
    fn bounds(&self, score: &Score) -> Bounds<Real> {
        let missing = self.goal.saturating_sub(Self::points(score) + score.turn);
        // Of the sides from 2 up, those that reach the goal; one less in the last place, so that the quotient is below
        // the true probability.
        let good = (self.sides + 1).saturating_sub(missing.max(2));
        let surely = (f64::from(good) / f64::from(self.sides)).next_down().max(0.0);
        let (none, all) = (Real::ZERO, Real::from(1));
        match score.max_to_move {
            true => Bounds::new(Real::new(surely).unwrap_or(none), all),
            false => Bounds::new(none, Real::new((1.0 - surely).next_up().min(1.0)).unwrap_or(all)),
        }
    }
}

/// The die in the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    sides: u16,
}

impl Chance<Pig> for Die {
    fn outcomes(self, _: &Pig, _: &Score) -> impl Iterator<Item = (u64, Move)> + use<> {
        (1..=self.sides).map(|number| (1, Move::Shows(number)))
    }

    /// A probability, whatever happens.
    fn range(self, _: &Pig, _: &Score) -> Option<Bounds<Real>> {
        Some(Bounds::new(Real::ZERO, Real::from(1)))
    }
}

impl Keyed for Pig {
    type Key = u64;

    fn key(&self, score: &Score) -> u64 {
        let points = u64::from(score.max) << 34 | u64::from(score.min) << 18 | u64::from(score.turn) << 2;
        points | u64::from(score.max_to_move) << 1 | u64::from(score.rolling)
    }
}

impl Evaluate for Pig {
    /// Half a win for a lead of the goal, the turn's total included.
    fn evaluate(&self, score: &Score) -> Real {
        let turn = if score.max_to_move { f64::from(score.turn) } else { -f64::from(score.turn) };
        let lead = f64::from(score.max) - f64::from(score.min) + turn;
        let Bounds { lower, upper } = self.bounds(score);
        Real::new(0.5 + lead / f64::from(2 * self.goal)).map_or(lower, |estimate| estimate.clamp(lower, upper))
    }
}

impl Expert for Pig {}

impl Describe for Pig {
    fn show(&self, score: &Score) -> String {
        let player = if score.max_to_move { Player::Max } else { Player::Min };
        let doing = if score.rolling { "rolls" } else { "is to decide" };
        let Score { max, min, turn, .. } = score;
        format!("Max has {max}, Min has {min}, of {}; {player} {doing} with {turn} this turn", self.goal)
    }

    fn name(&self, _: &Score, chosen: Move) -> String {
        match chosen {
            Move::Roll => "roll".to_owned(),
            Move::Hold => "hold".to_owned(),
            Move::Shows(number) => number.to_string(),
        }
    }

    fn show_value(&self, value: &Real) -> String {
        format!("Max wins with probability {:.6}", value.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::laws;

    /// The probability that the player who is about to roll wins, by value iteration: `[own][other][turn]`.
    fn value_iteration(goal: usize) -> Vec<Vec<Vec<f64>>> {
        let mut win = vec![vec![vec![0.0f64; goal]; goal]; goal];
        loop {
            let mut change = 0.0f64;
            for own in (0..goal).rev() {
                for other in (0..goal).rev() {
                    for turn in (0..goal - own).rev() {
                        let bust = 1.0 - win[other][own][0];
                        let rolled = |side| if own + turn + side >= goal { 1.0 } else { win[own][other][turn + side] };
                        let roll = (bust + (2..=6).map(rolled).sum::<f64>()) / 6.0;
                        let hold = if turn == 0 { 0.0 } else { 1.0 - win[other][own + turn][0] };
                        let better = roll.max(hold);
                        change = change.max((better - win[own][other][turn]).abs());
                        win[own][other][turn] = better;
                    }
                }
            }
            if change < 1e-13 {
                return win;
            }
        }
    }

    #[test]
    fn the_oracle_has_the_published_value() {
        let value = value_iteration(100)[0][0][0];
        assert!((value - 0.530_592_7).abs() < 5e-8, "{value}");
    }

    #[test]
    fn the_laws_hold() {
        for goal in [1, 2, 10, 40] {
            laws::check(&Pig::new(goal), &laws::Effort::default()).unwrap();
            laws::check_keys(&Pig::new(goal), &laws::Effort::default()).unwrap();
        }
    }

    /// Every position's value, by the oracle, keeps the promise and is what its moves are worth.
    #[test]
    fn positions_agree_with_value_iteration() {
        let (game, goal) = (Pig::new(30), 30);
        let win = value_iteration(goal.into());
        let worth = |score: &Score| {
            if let Turn::Over(value) = game.turn(score) {
                return value.get();
            }
            let (own, other) = if score.max_to_move { (score.max, score.min) } else { (score.min, score.max) };
            let value = win[usize::from(own)][usize::from(other)][usize::from(score.turn)];
            if score.max_to_move { value } else { 1.0 - value }
        };
        let after = |score: &Score, chosen| {
            let mut child = *score;
            game.play(&mut child, chosen);
            child
        };
        let rolled = |score: &Score| {
            let air = after(score, Move::Roll);
            let Turn::Chance(die) = game.turn(&air) else { panic!("a die was thrown") };
            die.outcomes(&game, &air).map(|(_, outcome)| worth(&after(&air, outcome))).sum::<f64>() / 6.0
        };
        for (max, min) in (0..goal).flat_map(|max| (0..goal).map(move |min| (max, min))) {
            for max_to_move in [true, false] {
                for turn in 0..goal - if max_to_move { max } else { min } {
                    let score = Score { max, min, turn, max_to_move, rolling: false };
                    let value = worth(&score);
                    let options = game.moves(&score).map(|chosen| match chosen {
                        Move::Roll => rolled(&score),
                        held => worth(&after(&score, held)),
                    });
                    let best = if max_to_move { options.fold(0.0, f64::max) } else { options.fold(1.0, f64::min) };
                    assert!((best - value).abs() < 1e-12, "{}", game.show(&score));
                    for score in [score, after(&score, Move::Roll)] {
                        let (value, Bounds { lower, upper }) = (worth(&score), game.bounds(&score));
                        let kept = |value: f64| lower.get() <= value + 1e-12 && value - 1e-12 <= upper.get();
                        assert!(kept(value) || score.rolling && kept(rolled(&Score { rolling: false, ..score })));
                        assert!((lower..=upper).contains(&game.evaluate(&score)));
                    }
                }
            }
        }
    }

    #[test]
    fn loose_rules_keep_the_laws() {
        let game = Pig { loose: true, ..Pig::new(12) };
        laws::check(&game, &laws::Effort::default()).unwrap();
        laws::check_keys(&game, &laws::Effort::default()).unwrap();
        let mut score = Score { max: 9, turn: 5, ..game.start() };
        assert_eq!(game.moves(&score).collect::<Vec<_>>(), [Move::Hold]);
        game.play(&mut score, Move::Hold);
        assert_eq!(game.turn(&score), Turn::Over(Real::from(1)));
    }

    #[test]
    fn words_build_a_game_or_are_explained() {
        let build = |words: &[&str]| Parameters::parse(words).and_then(|words| Pig::from_parameters(&words));
        let message = |words: &[&str]| build(words).unwrap_err().to_string();
        assert_eq!(build(&[]).unwrap(), Pig::new(100));
        assert_eq!(message(&["goal=0"]), "goal=0: expected a whole number from 1 to 1000");
        assert_eq!(message(&["goal=10", "max=10"]), "max=10: expected a whole number from 0 to 9");
        let game = build(&["goal=10", "max=3", "min=4", "turn=2"]).unwrap();
        let shown = "Max has 3, Min has 4, of 10; Max is to decide with 2 this turn";
        assert_eq!(game.show(&game.start()), shown);
    }
}
