//! A session of a game in which both players move at once somewhere, or chance does.

use secateur_game::{Both, Chance, Game, Player, Turn};
use secateur_search::best_response::{Unprepared, guaranteed};
use secateur_search::{Behaviour, Limits, Outcome, Profile, Step};
use secateur_value::{Bounds, Real};

use crate::games::Class;
use crate::joint::{self, JointGame};
use crate::session::{Session, State, check_class};
use crate::strategy_file::{Exploitability, PositionStrategy};
use crate::{Answer, Choice, Counts, Error, Plan, Strategy};

/// A game in progress.
pub(crate) struct JointSession<G: JointGame> {
    game: G,
    position: G::Position,
    before: Vec<G::Position>,
    class: Class,
    run: Run<G>,
    /// A value in words.
    shown: fn(&G, &Real) -> String,
}

/// Runs a plan on a position of a game.
type Run<G> = fn(&G, &<G as Game>::Position, &Plan, &Limits) -> Result<Outcome<Real, <G as Game>::Move>, Error>;

impl<G: JointGame> JointSession<G> {
    pub(crate) fn new(game: G) -> Self {
        Self::with(game, Class::Joint, joint::run, |_, value| number(value.get()))
    }

    /// A session of a game of this class, solved like this.
    pub(crate) fn with(game: G, class: Class, run: Run<G>, shown: fn(&G, &Real) -> String) -> Self {
        let position = game.start();
        Self { game, position, before: Vec::new(), class, run, shown }
    }

    /// The moves of a player in a position: those of a turn of both, or of its own.
    fn moves_in(&self, position: &G::Position, player: Player) -> Vec<G::Move> {
        match (self.game.turn(position), player) {
            (Turn::Max, Player::Max) | (Turn::Min, Player::Min) => self.game.moves(position).collect(),
            (Turn::Both(both), Player::Max) => both.rows(&self.game, position).collect(),
            (Turn::Both(both), Player::Min) => both.columns(&self.game, position).collect(),
            _ => Vec::new(),
        }
    }

    fn outcomes_in(&self, position: &G::Position) -> Vec<(u64, G::Move)> {
        match self.game.turn(position) {
            Turn::Chance(chance) => chance.outcomes(&self.game, position).collect(),
            _ => Vec::new(),
        }
    }

    /// The move with this name among some.
    fn named(&self, position: &G::Position, moves: &[G::Move], name: &str) -> Option<G::Move> {
        let name = name.trim();
        moves.iter().copied().find(|&chosen| self.game.name(position, chosen).eq_ignore_ascii_case(name))
    }

    /// Plays what one step of a path says. Says what is wrong where it is impossible.
    fn step(&self, position: &mut G::Position, names: &[String]) -> Result<(), String> {
        let find = |moves: &[G::Move], name: &String| {
            self.named(position, moves, name).ok_or_else(|| format!("there is no move {} there", name.escape_debug()))
        };
        match (self.game.turn(position), names) {
            (Turn::Max | Turn::Min, [name]) => {
                let chosen = find(&self.game.moves(position).collect::<Vec<_>>(), name)?;
                self.game.play(position, chosen);
            }
            (Turn::Chance(_), [name]) => {
                let outcomes: Vec<_> = self.outcomes_in(position).into_iter().map(|(_, outcome)| outcome).collect();
                let outcome = find(&outcomes, name)?;
                self.game.play(position, outcome);
            }
            (Turn::Both(both), [max, min]) => {
                let row = find(&self.moves_in(position, Player::Max), max)?;
                let column = find(&self.moves_in(position, Player::Min), min)?;
                both.play(&self.game, position, row, column);
            }
            (Turn::Over(_), _) => return Err("the game is over there".to_owned()),
            (Turn::Both(_), _) => {
                return Err("expected a move of Max and one of Min, because both move at once".to_owned());
            }
            _ => return Err("expected one move, because only one moves there".to_owned()),
        }
        Ok(())
    }

    /// The names of a path's moves.
    fn path_names(&self, path: &[Step<G::Move>]) -> Vec<Vec<String>> {
        let mut position = self.position.clone();
        let mut names = Vec::new();
        for &step in path {
            names.push(match step {
                Step::One(chosen) => {
                    let name = self.game.name(&position, chosen);
                    self.game.play(&mut position, chosen);
                    vec![name]
                }
                Step::Both(row, column) => {
                    let both = [row, column].map(|chosen| self.game.name(&position, chosen));
                    if let Turn::Both(turn) = self.game.turn(&position) {
                        turn.play(&self.game, &mut position, row, column);
                    }
                    both.into()
                }
            });
        }
        names
    }

    /// A player's behaviour in a position: weights by the places of the moves.
    fn behaviour(&self, position: &G::Position, player: Player, said: &PositionStrategy) -> Result<Vec<f64>, String> {
        let strategy = said.of(player);
        if strategy.is_empty() {
            return Ok(Vec::new());
        }
        let moves = self.moves_in(position, player);
        let mut weights = vec![0.0; moves.len()];
        for (name, &probability) in strategy {
            let chosen = self
                .named(position, &moves, name)
                .ok_or_else(|| format!("{player} has no move {} there", name.escape_debug()))?;
            if !(0.0..=1.0).contains(&probability) {
                return Err(format!(
                    "expected a probability from 0 to 1 for {}, found {probability}",
                    name.escape_debug()
                ));
            }
            let place = moves.iter().position(|&other| other == chosen).unwrap_or(0);
            weights[place] = probability;
        }
        let total: f64 = weights.iter().sum();
        if (total - 1.0).abs() > 1e-6 {
            return Err(format!("expected the probabilities of {player} to sum to 1, found {total}"));
        }
        Ok(weights)
    }

    /// What a file says, by position.
    fn profile(&self, positions: &[PositionStrategy]) -> Result<Profile<G::Key>, Error> {
        let mut profile = Profile::default();
        for (number, said) in positions.iter().enumerate() {
            let wrong = |problem| Error::StrategyFile(format!("position {}: {problem}", number + 1));
            let mut position = self.position.clone();
            said.path.iter().try_for_each(|step| self.step(&mut position, step)).map_err(wrong)?;
            let max = self.behaviour(&position, Player::Max, said).map_err(wrong)?;
            let min = self.behaviour(&position, Player::Min, said).map_err(wrong)?;
            profile.insert(self.game.key(&position), Behaviour { max, min });
        }
        Ok(profile)
    }

    fn in_words(&self, plan: &Plan, found: Outcome<Real, G::Move>) -> Answer {
        let Bounds { lower, upper } = found.bounds;
        let strategy = |moves: &[(G::Move, f64)]| {
            let name = |&(chosen, probability)| Choice { chosen: self.game.name(&self.position, chosen), probability };
            moves.iter().map(name).collect()
        };
        let counts = &found.statistics;
        let everything = matches!(
            plan.algorithm.name(),
            "backward-induction" | "sequence-form" | "normal-form" | "expectimax" | "interval-iteration"
        );
        let line: Vec<_> = found.line.iter().map(|&chosen| Step::One(chosen)).collect();
        let shown = |value: Real| (self.shown)(&self.game, &value);
        Answer {
            lower: lower.into(),
            upper: upper.into(),
            estimate: found.estimate.map(Into::into),
            stopped: found.stopped.name().to_owned(),
            strategy: Strategy { max: strategy(&found.strategies.max), min: strategy(&found.strategies.min) },
            line: self.path_names(&line).concat(),
            statistics: Counts {
                expanded: counts.expanded,
                leaves: counts.leaves,
                visits: counts.visits,
                cutoffs: (!everything).then_some(counts.cutoffs),
                cache_hits: Some(counts.cache_hits).filter(|&hits| hits > 0),
                distinct: counts.distinct,
                operations: None,
                depth: counts.depth,
                lp_calls: counts.lp_calls,
                lp_seconds: counts.lp_time.map(|time| time.as_secs_f64()),
                serialized: counts.serialized,
                seconds: counts.time.as_secs_f64(),
            },
            in_words: match found.estimate {
                Some(estimate) => format!("about {}", shown(estimate)),
                None => value_in_words(lower, upper, shown),
            },
        }
    }
}

/// A value that is known up to rounding is shown as one number.
fn value_in_words(lower: Real, upper: Real, shown: impl Fn(Real) -> String) -> String {
    let middle = lower.get().midpoint(upper.get());
    if lower == upper || shown(lower) == shown(upper) {
        shown(lower)
    } else if upper.get() - lower.get() <= 1e-9 * middle.abs().max(1.0) {
        shown(Real::new((middle * 1e9).round() / 1e9).unwrap_or(lower))
    } else {
        format!("between {} and {}", shown(lower), shown(upper))
    }
}

fn number(number: f64) -> String {
    // Adding 0 turns −0 into 0.
    (number + 0.0).to_string()
}

impl<G: JointGame> Session for JointSession<G> {
    fn class(&self) -> Class {
        self.class
    }

    fn show(&self) -> String {
        self.game.show(&self.position)
    }

    fn state(&self) -> State {
        match self.game.turn(&self.position) {
            Turn::Over(value) => State::Over((self.shown)(&self.game, &value)),
            Turn::Max => State::ToMove(Player::Max),
            Turn::Min => State::ToMove(Player::Min),
            Turn::Chance(_) => State::Chance,
            Turn::Both(_) => State::Both,
        }
    }

    fn moves(&self) -> Vec<String> {
        [Player::Max, Player::Min].into_iter().flat_map(|player| self.moves_of(player)).collect()
    }

    fn moves_of(&self, player: Player) -> Vec<String> {
        let moves = self.moves_in(&self.position, player);
        moves.into_iter().map(|chosen| self.game.name(&self.position, chosen)).collect()
    }

    fn outcomes(&self) -> Vec<(u64, String)> {
        let name = |(weight, outcome)| (weight, self.game.name(&self.position, outcome));
        self.outcomes_in(&self.position).into_iter().map(name).collect()
    }

    fn play(&mut self, name: &str) -> bool {
        self.play_step(&[name.to_owned()])
    }

    fn play_both(&mut self, max: &str, min: &str) -> bool {
        self.play_step(&[max.to_owned(), min.to_owned()])
    }

    fn undo(&mut self) -> bool {
        self.before.pop().map(|before| self.position = before).is_some()
    }

    fn answer(&self, plan: &Plan, limits: &Limits) -> Result<Answer, Error> {
        check_class(plan, self.class)?;
        (self.run)(&self.game, &self.position, plan, limits).map(|found| self.in_words(plan, found))
    }

    fn strategies(&self, plan: &Plan, limits: &Limits) -> Result<Vec<PositionStrategy>, Error> {
        let told = joint::strategies(&self.game, &self.position, plan, limits)?;
        let named = |told: &secateur_search::Told<G::Move>| {
            let mut position = self.position.clone();
            let path = self.path_names(&told.path);
            path.iter().for_each(|step| drop(self.step(&mut position, step)));
            let name = |&(chosen, probability): &(G::Move, f64)| (self.game.name(&position, chosen), probability);
            let (max, min) = (&told.strategies.max, &told.strategies.min);
            PositionStrategy { path, max: max.iter().map(name).collect(), min: min.iter().map(name).collect() }
        };
        Ok(told.iter().map(named).collect())
    }

    fn exploitability(&self, positions: &[PositionStrategy]) -> Result<Exploitability, Error> {
        let profile = self.profile(positions)?;
        let worth = |player| {
            guaranteed(&self.game, &self.position, &profile, player).map_err(|gap: Unprepared<G::Move>| {
                let path = self.path_names(&gap.path).iter().map(|step| step.join("-")).collect::<Vec<_>>();
                let place =
                    if path.is_empty() { "at the start".to_owned() } else { format!("after {}", path.join(" ")) };
                Error::StrategyFile(format!("the strategy of {player} says nothing {place}"))
            })
        };
        Ok(Exploitability::new(worth(Player::Max)?, worth(Player::Min)?))
    }
}

impl<G: JointGame> JointSession<G> {
    fn play_step(&mut self, names: &[String]) -> bool {
        let mut position = self.position.clone();
        let legal = self.step(&mut position, names).is_ok();
        if legal {
            self.before.push(std::mem::replace(&mut self.position, position));
        }
        legal
    }
}
