//! A game of which only the program knows what it is, and its faces.

use secateur_game::{Describe, Keyed, Never};
use secateur_games::Parameters;
use secateur_value::{Number, Real};

use crate::algorithms::lattice;
use crate::erased::board::{Abilities, AnyPosition, Seat};
use crate::erased::element::Element;
use crate::erased::key::Keys;
use crate::erased::rules::{Dice, Erased, Joint};
use crate::games::{AlternatingGame, Class, LatticeGame, Own, Visit, visit};
use crate::session::{Playing, Session};
use crate::{ChanceGame, Error, JointGame, Value};

/// Any game, with a face for each kind of algorithm that can search it. The crate's page of [`erased`](crate::erased) has an example.
#[derive(Clone, Debug)]
pub struct AnyGame {
    start: Start,
    class: Class,
}

#[derive(Clone, Debug)]
enum Start {
    Numbers(AnyPosition<Real>),
    Elements(AnyPosition<Element>),
}

/// Opens the game that these words describe.
///
/// # Errors
///
/// If there is no such game, or the words do not describe one; and if players do not see everything that has happened.
pub fn open(name: &str, parameters: &Parameters) -> Result<AnyGame, Error> {
    visit(name, parameters, Erase)
}

impl AnyGame {
    /// A game of numbers in which Max and Min move one at a time.
    pub fn of_alternating<G: AlternatingGame>(game: G) -> Self {
        Self::alternating_with(game, Own::none())
    }

    fn alternating_with<G: AlternatingGame>(game: G, own_searches: Own<G>) -> Self {
        let abilities = Abilities {
            outer: G::Value::real,
            own: |&value| G::Value::from_real(value),
            in_digits: digits,
            reported: |_, &value| number::<G::Value>(value),
            whole: G::Value::WHOLE,
            keys: Keys::words(),
            evaluate: Some(G::evaluate),
            judge: Some(|game, position| {
                let (bounds, candidates) = game.judge(position);
                (bounds, candidates.collect())
            }),
            rank: G::rank,
            slot: G::slot,
            own_searches,
        };
        Self::of_numbers(game, abilities, Class::Alternating)
    }

    /// A game in which Max, Min and chance move one at a time.
    pub fn of_chance<G: ChanceGame>(game: G) -> Self {
        Self::chance_with(game, Own::none())
    }

    fn chance_with<G: ChanceGame>(game: G, own_searches: Own<G>) -> Self {
        let abilities = Abilities { evaluate: Some(G::evaluate), ..reals(Keys::words(), own_searches) };
        Self::of_numbers(game, abilities, Class::Chance)
    }

    /// A game with every kind of turn.
    pub fn of_joint<G: JointGame>(game: G) -> Self {
        Self::joint_with(game, Own::none())
    }

    fn joint_with<G: JointGame>(game: G, own_searches: Own<G>) -> Self {
        Self::of_numbers(game, reals(Keys::numbered(), own_searches), Class::Joint)
    }

    fn of_numbers<G>(game: G, abilities: Abilities<G, Real>, class: Class) -> Self
    where
        G: Keyed<Key: 'static> + Describe + Send + 'static,
    {
        Self { start: Start::Numbers(AnyPosition(Box::new(Seat::new(game, abilities)))), class }
    }

    /// A game in which Max and Min move one at a time, for values of any lattice.
    pub fn of_lattice<G: LatticeGame>(game: G) -> Self {
        Self::lattice_with(game, Own::none())
    }

    fn lattice_with<G: LatticeGame>(game: G, own_searches: Own<G>) -> Self {
        let abilities = Abilities {
            outer: Element::new,
            own: |value| value.get().cloned(),
            in_digits: |value: &Element| format!("{value:?}"),
            reported: |game: &G, value: &Element| {
                value.get().map_or(Value::Real(f64::NAN), |own| lattice::element(game, own))
            },
            whole: false,
            keys: Keys::numbered(),
            evaluate: None,
            judge: None,
            rank: |_, _, _| 0,
            slot: |_, _, _| 0,
            own_searches,
        };
        Self { start: Start::Elements(AnyPosition(Box::new(Seat::new(game, abilities)))), class: Class::Lattice }
    }

    /// What kind of game it is.
    pub fn class(&self) -> Class {
        self.class
    }

    /// The game, to be played and asked about.
    pub fn session(self) -> Box<dyn Session> {
        match self.start {
            Start::Numbers(start) => Box::new(Playing::new(start, self.class)),
            Start::Elements(start) => Box::new(Playing::new(start, self.class)),
        }
    }

    /// The face of a game of numbers in which Max and Min move one at a time.
    pub fn alternating(&self) -> Option<Erased<Real, Never, Never>> {
        if self.class == Class::Alternating { self.numbers().map(Erased::starting) } else { None }
    }

    /// The face of a game of numbers without turns of both players.
    pub fn chance(&self) -> Option<Erased<Real, Dice, Never>> {
        if self.class == Class::Joint { None } else { self.numbers().map(Erased::starting) }
    }

    /// The face of a game of numbers, with any turns.
    pub fn mixed(&self) -> Option<Erased<Real, Dice, Joint>> {
        self.numbers().map(Erased::starting)
    }

    /// The face of a game in which Max and Min move one at a time for values that are only partially ordered.
    pub fn lattice(&self) -> Option<Erased<Element, Never, Never>> {
        match &self.start {
            Start::Elements(start) => Some(Erased::starting(start.clone())),
            Start::Numbers(_) => None,
        }
    }

    fn numbers(&self) -> Option<AnyPosition<Real>> {
        match &self.start {
            Start::Numbers(start) => Some(start.clone()),
            Start::Elements(_) => None,
        }
    }
}

/// A number as a report has it: whole where the game's values are.
fn number<N: Number>(value: Real) -> Value {
    let number = value.get();
    if N::WHOLE && number.fract() == 0.0 && number.abs() < 1e15 {
        Value::Whole(number as i64)
    } else {
        Value::Real(number)
    }
}

/// What a game of real numbers can do that no classic algorithm asks more of.
fn reals<G: Keyed<Value = Real>>(keys: Keys<G::Key>, own_searches: Own<G>) -> Abilities<G, Real> {
    Abilities {
        outer: Real::real,
        own: |&value| Some(value),
        in_digits: digits,
        reported: |_, &value| value.into(),
        whole: false,
        keys,
        evaluate: None,
        judge: None,
        rank: |_, _, _| 0,
        slot: |_, _, _| 0,
        own_searches,
    }
}

fn digits(value: &Real) -> String {
    value.to_string()
}

/// Takes the type from a game.
pub(crate) struct Erase;

impl Visit for Erase {
    type Answer = AnyGame;

    fn alternating<G: AlternatingGame>(self, game: G) -> AnyGame {
        AnyGame::of_alternating(game)
    }

    fn lattice<G: LatticeGame>(self, game: G) -> AnyGame {
        AnyGame::of_lattice(game)
    }

    fn chance<G: ChanceGame>(self, game: G) -> AnyGame {
        AnyGame::of_chance(game)
    }

    fn joint<G: JointGame>(self, game: G) -> AnyGame {
        AnyGame::of_joint(game)
    }

    fn alternating_with<G: AlternatingGame>(self, game: G, own: Own<G>) -> AnyGame {
        AnyGame::alternating_with(game, own)
    }

    fn lattice_with<G: LatticeGame>(self, game: G, own: Own<G>) -> AnyGame {
        AnyGame::lattice_with(game, own)
    }

    fn chance_with<G: ChanceGame>(self, game: G, own: Own<G>) -> AnyGame {
        AnyGame::chance_with(game, own)
    }

    fn joint_with<G: JointGame>(self, game: G, own: Own<G>) -> AnyGame {
        AnyGame::joint_with(game, own)
    }
}

#[cfg(test)]
mod tests {
    use secateur_game::{Both, Chance, Describe, Game, Keyed, Random, Turn};

    use super::*;
    use crate::games::GAMES;

    /// Random walks through a game and its erased form, side by side.
    struct Walk<'a> {
        erased: &'a AnyGame,
        random: Random,
    }

    impl Walk<'_> {
        fn compare<G, V, C, B>(&mut self, game: &G, erased: &Erased<V, C, B>, outer: impl Fn(G::Value) -> V)
        where
            G: Keyed + Describe,
            V: secateur_value::Lattice + Send + Sync + 'static,
            C: Chance<Erased<V, C, B>>,
            B: Both<Erased<V, C, B>>,
            Erased<V, C, B>: Game<Position = AnyPosition<V>, Move = crate::erased::Place, Value = V, Chance = C, Both = B>
                + Keyed
                + Describe,
        {
            for _ in 0..20 {
                let (mut position, mut other) = (game.start(), erased.start());
                let mut keys = vec![(game.key(&position), erased.key(&other))];
                for _ in 0..12 {
                    assert_eq!(game.show(&position), erased.show(&other));
                    let name = |place| erased.name(&other, place);
                    match (game.turn(&position), erased.turn(&other)) {
                        (Turn::Over(value), Turn::Over(found)) => {
                            let (own, shown) = (game.show_value(&value), erased.show_value(&found));
                            // A game without words of its own writes a number as a program does, 1.0; here it is 1.
                            match own.parse::<f64>() {
                                Ok(number) if own == format!("{value:?}") => assert_eq!(shown.parse(), Ok(number)),
                                _ => assert_eq!(shown, own),
                            }
                            assert_eq!(found, outer(value));
                            break;
                        }
                        (Turn::Max, Turn::Max) | (Turn::Min, Turn::Min) => {
                            let moves: Vec<_> = game.moves(&position).collect();
                            let places: Vec<_> = erased.moves(&other).collect();
                            assert_eq!(moves.len(), places.len());
                            let at = self.random.below(moves.len() as u64) as usize;
                            assert_eq!(game.name(&position, moves[at]), name(places[at]));
                            // There and back again, and on.
                            let (before, undo) = (erased.key(&other), erased.play(&mut other, places[0]));
                            erased.undo(&mut other, undo);
                            assert!(erased.key(&other) == before);
                            game.play(&mut position, moves[at]);
                            erased.play(&mut other, places[at]);
                        }
                        (Turn::Chance(one), Turn::Chance(two)) => {
                            let outcomes: Vec<_> = one.outcomes(game, &position).collect();
                            let places: Vec<_> = two.outcomes(erased, &other).collect();
                            let at = self.random.below(outcomes.len() as u64) as usize;
                            assert_eq!(outcomes.len(), places.len());
                            assert_eq!(outcomes[at].0, places[at].0);
                            game.play(&mut position, outcomes[at].1);
                            erased.play(&mut other, places[at].1);
                        }
                        (Turn::Both(one), Turn::Both(two)) => {
                            let rows: Vec<_> = one.rows(game, &position).zip(two.rows(erased, &other)).collect();
                            let columns: Vec<_> =
                                one.columns(game, &position).zip(two.columns(erased, &other)).collect();
                            let row = rows[self.random.below(rows.len() as u64) as usize];
                            let column = columns[self.random.below(columns.len() as u64) as usize];
                            assert_eq!(game.name(&position, column.0), name(column.1));
                            one.play(game, &mut position, row.0, column.0);
                            two.play(erased, &mut other, row.1, column.1);
                        }
                        _ => panic!("another turn in {}", game.show(&position)),
                    }
                    keys.push((game.key(&position), erased.key(&other)));
                }
                for (one, other) in &keys {
                    assert!(keys.iter().all(|(two, another)| (one == two) == (other == another)));
                }
            }
        }
    }

    impl Visit for Walk<'_> {
        type Answer = ();

        fn alternating<G: AlternatingGame>(mut self, game: G) {
            self.compare(&game, &self.erased.alternating().unwrap(), G::Value::real);
            self.compare(&game, &self.erased.mixed().unwrap(), G::Value::real);
        }

        fn lattice<G: LatticeGame>(mut self, game: G) {
            self.compare(&game, &self.erased.lattice().unwrap(), Element::new);
        }

        fn chance<G: ChanceGame>(mut self, game: G) {
            self.compare(&game, &self.erased.chance().unwrap(), Real::real);
            assert!(self.erased.alternating().is_none());
        }

        fn joint<G: JointGame>(mut self, game: G) {
            self.compare(&game, &self.erased.mixed().unwrap(), Real::real);
            assert!(self.erased.chance().is_none());
        }
    }

    #[test]
    fn every_game_is_the_same_without_its_type() {
        for (seed, entry) in GAMES.iter().enumerate() {
            let words = entry.example.split_whitespace();
            if entry.example.contains("file=") {
                continue;
            }
            let (name, parameters) = (entry.description.name, Parameters::parse(words).unwrap());
            let erased = open(name, &parameters).unwrap();
            visit(name, &parameters, Walk { erased: &erased, random: Random::new(seed as u64) }).unwrap();
        }
    }
}
