//! A game with its type erased, to be played and asked about by code that need not be generic.

use secateur_game::{Game, Player, Turn, find_move};
use secateur_games::Parameters;
use secateur_search::Limits;

use crate::algorithms::{ALGORITHMS, Algorithm};
use crate::alternating::{self, Found};
use crate::games::{AlternatingGame, Class, LatticeGame, Visit, visit};
use crate::joint_session::JointSession;
use crate::{
    Answer, ChanceGame, Choice, Counts, Error, Exploitability, JointGame, Plan, PositionStrategy, Strategy, Value,
    chance, lattice,
};

/// How a session stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum State {
    /// This player is to move.
    ToMove(Player),
    /// Both players are to move at once.
    Both,
    /// Chance is to decide.
    Chance,
    /// The game is over, with this value in the game's own words.
    Over(String),
}

/// A game in progress.
///
/// ```
/// use secateur_catalogue::{State, open};
/// use secateur_game::Player;
/// use secateur_games::Parameters;
///
/// let mut game = open("tic-tac-toe", &Parameters::default())?;
/// assert!(game.play("5") && !game.play("5"));
/// assert_eq!(game.state(), State::ToMove(Player::Min));
/// assert!(game.undo() && !game.undo());
/// # Ok::<(), secateur_catalogue::Error>(())
/// ```
pub trait Session: Send {
    /// What kind of game it is.
    fn class(&self) -> Class;

    /// The position as text.
    fn show(&self) -> String;

    /// Who is to move.
    fn state(&self) -> State;

    /// The names of the legal moves.
    fn moves(&self) -> Vec<String>;

    /// Plays the move with this name. Says whether there was one.
    fn play(&mut self, name: &str) -> bool;

    /// Takes the last move back. Says whether there was one.
    fn undo(&mut self) -> bool;

    /// The names of a player's moves where it moves, alone or at once with the other.
    fn moves_of(&self, player: Player) -> Vec<String> {
        if self.state() == State::ToMove(player) { self.moves() } else { Vec::new() }
    }

    /// What chance may do, with weights, where it is to decide. [`Session::play`] lets it happen.
    fn outcomes(&self) -> Vec<(u64, String)> {
        Vec::new()
    }

    /// Plays the moves with these names at once. Says whether both players had them.
    fn play_both(&mut self, _max: &str, _min: &str) -> bool {
        false
    }

    /// What a search finds about the position.
    fn answer(&self, plan: &Plan, limits: &Limits) -> Result<Answer, Error>;

    /// What both players do in every position that a player may need to know about, where both move at once somewhere.
    fn strategies(&self, _plan: &Plan, _limits: &Limits) -> Result<Vec<PositionStrategy>, Error> {
        Err(Error::NoStrategies)
    }

    /// What such strategies are worth against opponents who know them.
    fn exploitability(&self, _positions: &[PositionStrategy]) -> Result<Exploitability, Error> {
        Err(Error::NoStrategies)
    }
}

/// The plan's algorithm solves games of this class.
pub(crate) fn check_class(plan: &Plan, class: Class) -> Result<(), Error> {
    if plan.algorithm.solves.contains(&class) {
        return Ok(());
    }
    let solvers = ALGORITHMS.iter().filter(|known| known.solves.contains(&class));
    Err(Error::OtherClass {
        algorithm: plan.algorithm.name(),
        class: class.name(),
        solvers: solvers.map(Algorithm::name).collect::<Vec<_>>().join(", "),
    })
}

/// Opens the game that these words describe.
pub fn open(name: &str, parameters: &Parameters) -> Result<Box<dyn Session>, Error> {
    visit(name, parameters, Open)
}

struct Open;

impl Visit for Open {
    type Answer = Box<dyn Session>;

    fn alternating<G: AlternatingGame>(self, game: G) -> Box<dyn Session> {
        Box::new(Typed::new(game, Class::Alternating, alternating::run, |_, value| (*value).into()))
    }

    fn lattice<G: LatticeGame>(self, game: G) -> Box<dyn Session> {
        Box::new(Typed::new(game, Class::Lattice, lattice::run, lattice::element))
    }

    fn chance<G: ChanceGame>(self, game: G) -> Box<dyn Session> {
        Box::new(JointSession::with(game, Class::Chance, chance::run, |game, value| game.show_value(value)))
    }

    fn joint<G: JointGame>(self, game: G) -> Box<dyn Session> {
        Box::new(JointSession::new(game))
    }
}

/// Runs a plan on a position of a game.
type Run<G> = fn(&G, &<G as Game>::Position, &Plan, &Limits) -> Result<Found<G>, Error>;

/// A session of a game in which players move one at a time.
struct Typed<G: Game> {
    game: G,
    class: Class,
    position: G::Position,
    before: Vec<G::Position>,
    run: Run<G>,
    /// A value as a report has it.
    reported: fn(&G, &G::Value) -> Value,
}

impl<G: Game> Typed<G> {
    fn new(game: G, class: Class, run: Run<G>, reported: fn(&G, &G::Value) -> Value) -> Self {
        let position = game.start();
        Self { game, class, position, before: Vec::new(), run, reported }
    }
}

impl<G: LatticeGame> Session for Typed<G> {
    fn class(&self) -> Class {
        self.class
    }

    fn show(&self) -> String {
        self.game.show(&self.position)
    }

    fn state(&self) -> State {
        match self.game.turn(&self.position) {
            Turn::Over(value) => State::Over(self.game.show_value(&value)),
            Turn::Max => State::ToMove(Player::Max),
            Turn::Min => State::ToMove(Player::Min),
            Turn::Chance(never) => match never {},
            Turn::Both(never) => match never {},
        }
    }

    fn moves(&self) -> Vec<String> {
        if self.game.turn(&self.position).is_over() {
            return Vec::new();
        }
        self.game.moves(&self.position).map(|chosen| self.game.name(&self.position, chosen)).collect()
    }

    fn play(&mut self, name: &str) -> bool {
        if self.game.turn(&self.position).is_over() {
            return false;
        }
        let Some(chosen) = find_move(&self.game, &self.position, name) else {
            return false;
        };
        self.before.push(self.position.clone());
        self.game.play(&mut self.position, chosen);
        true
    }

    fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else {
            return false;
        };
        self.position = before;
        true
    }

    fn answer(&self, plan: &Plan, limits: &Limits) -> Result<Answer, Error> {
        check_class(plan, self.class)?;
        (self.run)(&self.game, &self.position, plan, limits).map(|found| self.in_words(plan, found))
    }
}

impl<G: LatticeGame> Typed<G> {
    /// An outcome with moves and values by name.
    fn in_words(&self, plan: &Plan, found: Found<G>) -> Answer {
        let (lower, upper) = (&found.bounds.lower, &found.bounds.upper);
        let shown = |value| self.game.show_value(value);
        let reported = |value| (self.reported)(&self.game, value);
        let in_words = match &found.estimate {
            _ if lower == upper => shown(lower),
            Some(estimate) => {
                format!("about {}; certainly between {} and {}", shown(estimate), shown(lower), shown(upper))
            }
            None => format!("between {} and {}", shown(lower), shown(upper)),
        };
        let strategy = |moves: &[(G::Move, f64)]| {
            let name = |&(chosen, probability)| Choice { chosen: self.game.name(&self.position, chosen), probability };
            moves.iter().map(name).collect()
        };
        let cuts = !matches!(plan.algorithm.name(), "minimax" | "parallel-minimax" | "lattice-minimax");
        let cache = plan.table.is_some()
            || matches!(plan.algorithm.name(), "lattice-minimax" | "lattice-alpha-beta-cache" | "duo" | "duo-plus");
        let counts = &found.statistics;
        Answer {
            lower: reported(lower),
            upper: reported(upper),
            estimate: found.estimate.as_ref().map(reported),
            stopped: found.stopped.name().to_owned(),
            strategy: Strategy { max: strategy(&found.strategies.max), min: strategy(&found.strategies.min) },
            line: self.names(&found.line),
            statistics: Counts {
                expanded: counts.expanded,
                leaves: counts.leaves,
                visits: counts.visits,
                cutoffs: cuts.then_some(counts.cutoffs),
                cache_hits: cache.then_some(counts.cache_hits),
                distinct: counts.distinct,
                operations: counts.operations,
                depth: counts.depth,
                seconds: counts.time.as_secs_f64(),
                ..Counts::default()
            },
            in_words,
        }
    }

    /// The names of moves that follow each other.
    fn names(&self, line: &[G::Move]) -> Vec<String> {
        let mut position = self.position.clone();
        let mut name = |&chosen| {
            let name = self.game.name(&position, chosen);
            self.game.play(&mut position, chosen);
            name
        };
        line.iter().map(&mut name).collect()
    }
}
