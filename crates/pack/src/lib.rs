//! Goofspiel with a whole pack: backward induction layer by layer, on all cores, resumable.
//!
//! A search from the root meets the same position on many paths and has to remember it. That is not needed: after `k` rounds
//! both players hold a known number of cards, so the positions after `k` rounds can be numbered, and the values of one layer
//! are computed from those of the next in one pass over memory. That holds for prizes in a known order and for a shuffled
//! deck, for points and where only winning counts. What keeps the numbers small is that only the *order* of the cards in
//! both hands matters, and that the players are interchangeable: of the 15.1 billion positions of the whole pack with a shuffled
//! deck 168 million are left.
//!
//! Every value comes with an error that holds: a layer stores the middles of rigorous intervals and how far any of them
//! can be off; the value of a matrix moves by no more than its entries do, so errors add up from layer to layer and are
//! never amplified.
//!
//! ```
//! use secateur_pack::{Objective, Pack, Settings};
//!
//! let even = Pack::new(&[1, 2, 3, 4, 5], &[1, 2, 3, 4, 5], &[5, 4, 3, 2, 1], Objective::Win)?;
//! assert_eq!(even.solve(&Settings::default())?.bounds.lower, 0.into());
//!
//! // One point ahead, the same cards are worth more.
//! let ahead = even.lead(1).solve(&Settings::default())?;
//! assert!(ahead.bounds.lower.get() > 0.1 && ahead.error() < 1e-12);
//!
//! // From a shuffled deck any prize may come first, and each has its own opening.
//! let shuffled = even.shuffled().solve(&Settings::default())?;
//! assert_eq!(shuffled.openings.len(), 5);
//! # Ok::<(), secateur_pack::Error>(())
//! ```
//!
//! Files: `orders.rs` lists orders of cards, `decks.rs` what prizes are left, `bidding.rs` is the game as layers. What is done
//! with layers is the same for every game: see [`secateur_search::Layers`].

mod bidding;
mod decks;
mod hands;
mod orders;

use std::time::{Duration, Instant};

use secateur_games::Goofspiel;
use secateur_games::goofspiel::Table;
use secateur_matrix::Solver;
use secateur_search::{Below, LayersError, Stop, game_of_layers, open_layers, solve_layers};
use secateur_value::{Bounds, Mean, Real};

use bidding::Bidding;
use orders::Order;
pub use secateur_games::goofspiel::{Deck, Objective};
pub use secateur_search::{
    FileProblem, Keep, LayerProgress as Progress, LayersCost as Cost, LayersSettings as Settings,
};

/// A position of Goofspiel, before a round. A tie discards the prize.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    max: Vec<u32>,
    min: Vec<u32>,
    prizes: Vec<u32>,
    deck: Deck,
    /// The place of the prize that a shuffled deck has turned up already.
    on_table: Option<usize>,
    lead: i32,
    objective: Objective,
}

/// No hand has more cards.
pub const MOST_CARDS: usize = 16;
/// No prize and no lead is larger: so the strips of leads stay short.
pub const LARGEST_PRIZE: u32 = 1000;

impl Pack {
    /// The position in which the players hold these cards and these prizes are still to come, in this order.
    ///
    /// # Errors
    ///
    /// If the hands and the prizes are not equally many, there are none or more than [`MOST_CARDS`], a hand has the same
    /// card twice, or a prize is above [`LARGEST_PRIZE`].
    pub fn new(max: &[u32], min: &[u32], prizes: &[u32], objective: Objective) -> Result<Self, Error> {
        let sorted = |hand: &[u32]| {
            let mut hand = hand.to_vec();
            hand.sort_unstable();
            let twice = hand.windows(2).find(|pair| pair[0] == pair[1]);
            twice.map_or(Ok(()), |pair| Err(Error::Twice { card: pair[0] })).map(|()| hand)
        };
        let (max, min) = (sorted(max)?, sorted(min)?);
        if max.len() != min.len() || max.len() != prizes.len() || !(1..=MOST_CARDS).contains(&max.len()) {
            return Err(Error::Cards { max: max.len(), min: min.len(), prizes: prizes.len() });
        }
        if let Some(&prize) = prizes.iter().find(|&&prize| prize > LARGEST_PRIZE) {
            return Err(Error::Prize { prize });
        }
        Ok(Self { max, min, prizes: prizes.to_vec(), deck: Deck::Fixed, on_table: None, lead: 0, objective })
    }

    /// The same cards and prizes, but the prizes come from a shuffled deck.
    #[must_use]
    pub fn shuffled(&self) -> Self {
        let mut prizes = self.prizes.clone();
        prizes.sort_unstable();
        Self { prizes, deck: Deck::Shuffled, on_table: None, ..self.clone() }
    }

    /// The same with a prize of the shuffled deck turned up already. Nothing changes if the deck has no such prize, or is not
    /// shuffled.
    #[must_use]
    pub fn turned_up(&self, prize: u32) -> Self {
        let place = self.prizes.iter().position(|&other| other == prize);
        Self { on_table: place.filter(|_| self.deck == Deck::Shuffled), ..self.clone() }
    }

    /// A position of the game. Cards have the numbers of the game's moves.
    ///
    /// # Errors
    ///
    /// As for [`Pack::new`].
    pub fn of(game: &Goofspiel, table: &Table) -> Result<Self, Error> {
        let deal = game.deal(table);
        let numbers = |cards: &[u8]| cards.iter().map(|&card| card.into()).collect::<Vec<u32>>();
        let prizes: Vec<u32> = deal.prizes.iter().map(|&prize| prize.unsigned_abs().into()).collect();
        let pack = Self::new(&numbers(&deal.max), &numbers(&deal.min), &prizes, deal.objective)?.lead(deal.lead.into());
        Ok(match (deal.deck, deal.on_table) {
            (Deck::Fixed, _) => pack,
            (Deck::Shuffled, None) => pack.shuffled(),
            (Deck::Shuffled, Some(place)) => pack.shuffled().turned_up(prizes[place]),
        })
    }

    /// The same with Max this many points ahead. A lead that no prize can turn is cut to the least such lead.
    #[must_use]
    pub fn lead(&self, lead: i32) -> Self {
        let decided = self.prizes.iter().sum::<u32>() as i32 + 1;
        let lead = match self.objective {
            Objective::Win => lead.clamp(-decided, decided),
            Objective::Points => lead,
        };
        Self { lead, ..self.clone() }
    }

    /// What the layers are of, in words: positions that have the same layers have the same words.
    fn in_words(&self) -> String {
        let list = |cards: &[u32]| cards.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let (max, min, prizes) = (list(&self.max), list(&self.min), list(&self.prizes));
        let (objective, deck) = (self.objective, self.deck);
        // For points what was won before changes nothing; where winning counts, it says which leads can come up.
        let lead = if objective == Objective::Points { 0 } else { self.lead.abs() };
        format!("goofspiel max={max} min={min} prizes={prizes} deck={deck:?} lead={lead} objective={objective:?}")
    }

    /// The game of which [`Pack::in_words`] gave these words.
    fn from_words(words: &str) -> Option<Self> {
        let mut words = words.strip_prefix("goofspiel ")?.split(' ');
        let mut word = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix('=');
        let list = |words: Option<&str>| words?.split(',').map(|word| word.parse().ok()).collect::<Option<Vec<u32>>>();
        let (max, min, prizes) = (list(word("max"))?, list(word("min"))?, list(word("prizes"))?);
        let shuffled = word("deck")? == "Shuffled";
        let lead = word("lead")?.parse().ok()?;
        let objective = if word("objective")? == "Win" { Objective::Win } else { Objective::Points };
        let pack = Self::new(&max, &min, &prizes, objective).ok()?;
        Some(if shuffled { pack.shuffled() } else { pack }.lead(lead))
    }

    /// The order of the cards of both hands.
    fn order(&self) -> Order {
        Order::of(&self.max, &self.min)
    }

    /// Whether neither player has anything that the other has not.
    fn is_even(&self) -> bool {
        self.max == self.min && (self.lead == 0 || self.objective == Objective::Points)
    }

    /// What solving the position takes.
    #[must_use]
    pub fn cost(&self) -> Cost {
        Cost::of(&Bidding::new(self))
    }

    /// Solves the position. If the folder of the settings has the layers of a larger game in which the position comes up, it is
    /// looked up there.
    ///
    /// # Errors
    ///
    /// If more memory is needed than the settings allow, or a checkpoint cannot be read or written.
    pub fn solve(&self, settings: &Settings<'_>) -> Result<Solved, Error> {
        let started = Instant::now();
        let mut solved = Solved {
            bounds: self.promise(),
            stopped: Stop::Solved,
            max: Vec::new(),
            min: Vec::new(),
            openings: Vec::new(),
            matrices: 0,
            resumed: None,
            notes: Vec::new(),
            time: Duration::ZERO,
        };
        let whole = settings.folder.and_then(|folder| Some((folder, Whole::of(self, &game_of_layers(folder)?)?)));
        if let Some((folder, whole)) = whole {
            let bidding = Bidding::new(&whole.pack);
            let below = open_layers(&bidding, folder, whole.layer)?;
            self.read_root(&Root { bidding, layer: whole.layer, places: whole.places }, &below, &mut solved)?;
            solved.resumed = Some(whole.layer + 1);
        } else {
            let bidding = Bidding::new(self);
            let run = solve_layers(&bidding, settings)?;
            (solved.stopped, solved.matrices) = (run.stopped, run.programs);
            (solved.resumed, solved.notes) = (run.resumed, run.notes);
            if let Some(below) = &run.below {
                let places = (0..self.prizes.len()).collect();
                self.read_root(&Root { bidding, layer: 0, places }, below, &mut solved)?;
            }
        }
        solved.time = started.elapsed();
        Ok(solved)
    }

    /// What is known without any search.
    fn promise(&self) -> Bounds<Real> {
        let rest = self.prizes.iter().sum::<u32>() as i32;
        match self.objective {
            Objective::Win if self.lead > rest => Bounds::exact(1.into()),
            Objective::Win if self.lead < -rest => Bounds::exact((-1).into()),
            Objective::Win => Bounds::new((-1).into(), 1.into()),
            Objective::Points => Bounds::new((self.lead - rest).into(), (self.lead + rest).into()),
        }
    }

    /// The root's bounds and strategies, from the layer below it.
    fn read_root(&self, root: &Root<'_>, below: &Below, solved: &mut Solved) -> Result<(), Error> {
        let first = match (self.deck, self.on_table) {
            (Deck::Fixed, _) => 0..1,
            (Deck::Shuffled, Some(place)) => place..place + 1,
            (Deck::Shuffled, None) => 0..self.prizes.len(),
        };
        let mut mean = Mean::default();
        for place in first {
            let opening = self.opening(root, below, place)?;
            solved.matrices += 1;
            mean.add(1, &opening.bounds);
            if solved.openings.iter().all(|other| other.prize != opening.prize) {
                solved.openings.push(opening);
            }
        }
        let known = self.fair().map_or(solved.bounds, Bounds::exact);
        solved.bounds = known.narrowed(&mean.bounds());
        if let [opening] = &solved.openings[..] {
            (solved.max, solved.min) = (opening.max.clone(), opening.min.clone());
        }
        Ok(())
    }

    /// The value, where neither player has anything that the other has not.
    fn fair(&self) -> Option<Real> {
        self.is_even().then_some(match self.objective {
            Objective::Win => Real::ZERO,
            Objective::Points => self.lead.into(),
        })
    }

    /// What to do when this prize comes first.
    fn opening(&self, root: &Root<'_>, below: &Below, place: usize) -> Result<Opening, Error> {
        let (cards, prize) = (self.max.len(), self.prizes[place]);
        let others = root.places.iter().enumerate().filter(|&(other, _)| other != place);
        let after = others.fold(0, |after, (_, place)| after | 1 << place);
        let (matrix, rounding) =
            root.bidding.matrix(root.layer, after, prize as i32, self.lead, self.order(), below)?;
        let mut solver = Solver::new();
        let Ok(interval) = solver.solve(&matrix, cards, cards) else {
            unreachable!("the root has a row and a column, and values are finite");
        };
        let error = match below.error() + rounding {
            0.0 => 0.0,
            error => error.next_up(),
        };
        let around = match self.objective {
            Objective::Win => 0.0,
            Objective::Points => f64::from(self.lead),
        };
        let out = |end: f64, error: f64, round: fn(f64) -> f64| match (error == 0.0, around == 0.0) {
            (true, true) => end,
            (_, true) => round(end + error),
            _ => round(round(end + error) + around),
        };
        let (lower, upper) = (interval.lower.get(), interval.upper.get());
        let found = Bounds::of(out(lower, -error, f64::next_down), out(upper, error, f64::next_up));
        let bounds = self.fair().map_or(found, |value| Bounds::exact(value).narrowed(&found));
        let named = |cards: &[u32], weights: &[f64]| {
            let total: f64 = weights.iter().sum();
            cards.iter().zip(weights).map(|(&card, &weight)| (card, weight / total)).collect()
        };
        let (max, min) = (named(&self.max, solver.row_strategy()), named(&self.min, solver.column_strategy()));
        Ok(Opening { prize, bounds, max, min })
    }
}

/// A position whose value is read off a layer.
struct Root<'p> {
    bidding: Bidding<'p>,
    /// Its own layer.
    layer: usize,
    /// Where its prizes stand among those of the game that the layers are of.
    places: Vec<usize>,
}

/// A larger game in which a position comes up.
struct Whole {
    pack: Pack,
    layer: usize,
    places: Vec<usize>,
}

impl Whole {
    /// The game that these words describe, if the position comes up in it after a round or more.
    fn of(position: &Pack, words: &str) -> Option<Self> {
        let pack = Pack::from_words(words)?;
        let layer = pack.prizes.len().checked_sub(position.prizes.len()).filter(|&layer| layer > 0)?;
        if (pack.deck, pack.objective) != (position.deck, position.objective) {
            return None;
        }
        let places = match pack.deck {
            Deck::Fixed => (pack.prizes[layer..] == position.prizes).then(|| (layer..pack.prizes.len()).collect())?,
            Deck::Shuffled => {
                // Both lists are sorted.
                let mut places: Vec<usize> = Vec::new();
                for &prize in &position.prizes {
                    let from = places.last().map_or(0, |last| last + 1);
                    places.push(from + pack.prizes[from..].iter().position(|&other| other == prize)?);
                }
                places
            }
        };
        let played: u32 = pack.prizes.iter().sum::<u32>() - position.prizes.iter().sum::<u32>();
        let possible = position.lead.unsigned_abs() <= played + pack.lead.unsigned_abs();
        let comes_up = Bidding::new(&pack).comes_up(layer, position.order());
        (comes_up && (possible || position.objective == Objective::Points)).then_some(Self { pack, layer, places })
    }
}

/// What both players do when a prize is turned up.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Opening {
    /// The prize.
    pub prize: u32,
    /// The value lies between these once it is turned up.
    pub bounds: Bounds<Real>,
    /// Max's cards with the probabilities of playing them.
    pub max: Vec<(u32, f64)>,
    /// Min's.
    pub min: Vec<(u32, f64)>,
}

/// What came of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solved {
    /// The value lies between these, whatever stopped the run.
    pub bounds: Bounds<Real>,
    /// Why the run ended.
    pub stopped: Stop,
    /// Max's cards with the probabilities of playing them now; empty if the run was stopped, or if a prize has still to be
    /// turned up.
    pub max: Vec<(u32, f64)>,
    /// Min's.
    pub min: Vec<(u32, f64)>,
    /// What to do for each prize that may come now; empty if the run was stopped.
    pub openings: Vec<Opening>,
    /// How many matrices were solved.
    pub matrices: u64,
    /// The layer nearest to the root that was found in a checkpoint, if one was.
    pub resumed: Option<usize>,
    /// What the user should know, each in one line: which files were damaged.
    pub notes: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

impl Solved {
    /// How far the middle of the bounds can be from the value.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.bounds.width() / 2.0).next_up()
    }
}

/// What can be wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Hands and prizes do not fit together.
    #[error("expected as many cards for Max and Min as prizes, 1 to {MOST_CARDS}; found {max}, {min} and {prizes}")]
    Cards {
        /// Max's cards.
        max: usize,
        /// Min's cards.
        min: usize,
        /// The prizes.
        prizes: usize,
    },
    /// A hand with the same card twice.
    #[error("expected different cards in a hand, found {card} twice")]
    Twice {
        /// The card.
        card: u32,
    },
    /// A prize that is too large.
    #[error("expected prizes up to {LARGEST_PRIZE}, found {prize}")]
    Prize {
        /// The prize.
        prize: u32,
    },
    /// The layers do not fit, or something is wrong with a checkpoint.
    #[error(transparent)]
    Layers(#[from] LayersError),
}
