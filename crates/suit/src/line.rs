//! The best line of play as advice that branches on what the defenders play.
//!
//! A plan succeeds on a set of layouts. Where declarer plays, the plan goes on with any card after which that set is
//! still won, the one that leaves least to be said; where a defender plays, it has an answer to each card. What the search's cache knows about a position from
//! below is always justified by what it knows about the positions after it, so following it finds such a card.

use std::collections::HashMap;
use std::fmt;

use secateur_game::{Game, Keyed, Player, Turn};
use secateur_search::Cache;
use secateur_value::{Lattice, Subset};
use serde::Serialize;

use crate::combination::Combination;
use crate::guided::Guided;
use crate::play::{Act, Hand, Key, Play, Stage};
use crate::weights::Heavy;

/// What declarer does from here on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
#[non_exhaustive]
pub enum Line {
    /// The goal is reached with the top cards, in any order.
    Cash,
    /// Nothing that the plan hopes for is possible any more.
    Any,
    /// Declarer leads a card.
    Lead {
        /// From this hand.
        hand: &'static str,
        /// This card.
        card: char,
        /// What then.
        then: Box<Line>,
    },
    /// Declarer plays a card from the hand opposite the lead.
    Follow {
        /// From this hand.
        hand: &'static str,
        /// This card.
        card: char,
        /// What then.
        then: Box<Line>,
    },
    /// What next depends on a defender.
    Watch {
        /// This defender.
        defender: &'static str,
        /// For its cards, what then.
        plays: Vec<Branch>,
    },
}

/// What declarer does after one of some cards of a defender.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch {
    /// The cards; `-` is showing out.
    pub cards: Vec<String>,
    /// What then.
    pub then: Line,
}

/// The plan that wins the pairs `target`, which the cache or the first look knows to be won.
pub(crate) fn line<'g, S: Subset + Lattice>(
    game: &Guided<'g, '_, S>,
    suit: &Combination,
    cache: &Cache<Key, Heavy<'g, S>>,
    target: &S,
) -> Line {
    Planner { game, suit, cache, target, costs: HashMap::new() }.from(&game.start())
}

struct Planner<'p, 'g, 's, S> {
    game: &'p Guided<'g, 's, S>,
    suit: &'p Combination,
    cache: &'p Cache<Key, Heavy<'g, S>>,
    target: &'p S,
    /// How much there is to be said from a position on, and the place of the card that leaves least to be said in the
    /// list of moves. Positions with one key list the same cards, if perhaps with other spots.
    costs: HashMap<Key, (u32, Option<usize>)>,
}

/// Past so many positions the first card that wins is as good as any.
const MOST_COSTS: usize = 5_000;

impl<S: Subset + Lattice> Planner<'_, '_, '_, S> {
    fn from(&mut self, play: &Play) -> Line {
        if self.game.rules.possible(play).intersection(self.target).count() == 0 {
            return Line::Any;
        }
        match self.game.rules.player(play) {
            None => Line::Cash,
            Some(Player::Max) => self.ours(play),
            Some(Player::Min) => self.theirs(play),
        }
    }

    fn ours(&mut self, play: &Play) -> Line {
        let (_, best) = self.cost(play);
        let Some(act @ Act::Ours(hand, rank)) = best.and_then(|place| self.game.moves(play).nth(place)) else {
            // Every card that wins was forgotten: only possible when the search was stopped.
            return Line::Any;
        };
        let next = self.after(play, act);
        let (card, then) = (self.suit.name(rank), Box::new(self.from(&next)));
        let hand = match hand {
            Hand::North => "North",
            Hand::South => "South",
        };
        if play.stage == Stage::Lead { Line::Lead { hand, card, then } } else { Line::Follow { hand, card, then } }
    }

    fn theirs(&mut self, play: &Play) -> Line {
        let mut plays: Vec<Branch> = Vec::new();
        for act in self.game.moves(play) {
            let then = self.from(&self.after(play, act));
            let card = match act {
                Act::Theirs(group) => self.game.rules.group_name(group),
                _ => "-".to_owned(),
            };
            match plays.iter_mut().find(|branch| branch.then == then) {
                Some(branch) => branch.cards.push(card),
                None => plays.push(Branch { cards: vec![card], then }),
            }
        }
        // A card after which nothing matters needs no advice of its own.
        if plays.len() > 1 {
            plays.retain(|branch| branch.then != Line::Any);
        }
        let defender = ["West", "East"][play.defender()];
        match <[Branch; 1]>::try_from(plays) {
            Ok([Branch { then, .. }]) => then,
            Err(plays) => Line::Watch { defender, plays },
        }
    }

    /// How much there is to be said from here on, and with which card.
    fn cost(&mut self, play: &Play) -> (u32, Option<usize>) {
        let key = self.game.key(play);
        if let Some(&known) = self.costs.get(&key) {
            return known;
        }
        if self.game.rules.possible(play).intersection(self.target).count() == 0 {
            return (0, None);
        }
        let found = match self.game.rules.player(play) {
            None => return (0, None),
            Some(Player::Min) => {
                let costs = self.game.moves(play).map(|act| self.cost(&self.after(play, act)).0);
                (costs.fold(1, u32::saturating_add), None)
            }
            Some(Player::Max) => {
                let mut best = (u32::MAX, None);
                for (place, act) in self.game.moves(play).enumerate() {
                    let next = self.after(play, act);
                    if best.1.is_some() && self.costs.len() > MOST_COSTS || !self.is_won(&next) {
                        continue;
                    }
                    let cost = self.cost(&next).0.saturating_add(1);
                    if best.1.is_none() || cost < best.0 {
                        best = (cost, Some(place));
                    }
                }
                best
            }
        };
        self.costs.insert(key, found);
        found
    }

    fn after(&self, play: &Play, act: Act) -> Play {
        let mut next = *play;
        self.game.play(&mut next, act);
        next
    }

    /// Whether all of the target is known to be won after a move.
    fn is_won(&self, play: &Play) -> bool {
        match self.game.turn(play) {
            Turn::Over(value) => value.contains(self.target),
            _ => {
                let known = self.cache.peek(&self.game.key(play)).is_some_and(|k| k.lower().contains(self.target));
                known || self.game.bounds(play).lower.contains(self.target)
            }
        }
    }
}

impl Line {
    fn write(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        match self {
            Self::Cash => f.write_str("cash the top cards\n"),
            Self::Any => f.write_str("nothing is lost by any card\n"),
            Self::Lead { hand, card, then } => {
                write!(f, "lead {card} from {hand}{}", then.link())?;
                then.write(f, depth)
            }
            Self::Follow { hand, card, then } => {
                write!(f, "play {card} from {hand}{}", then.link())?;
                then.write(f, depth)
            }
            Self::Watch { defender, plays } => {
                f.write_str("\n")?;
                for Branch { cards, then } in plays {
                    let showing =
                        |card: &String| if card == "-" { "shows out".to_owned() } else { format!("plays {card}") };
                    let cards: Vec<String> = cards.iter().map(showing).collect();
                    write!(f, "{:indent$}if {defender} {}: ", "", cards.join(" or "), indent = 2 * (depth + 1))?;
                    then.write(f, depth + 1)?;
                }
                Ok(())
            }
        }
    }

    fn link(&self) -> &'static str {
        match self {
            Self::Watch { .. } => "",
            Self::Follow { .. } => ", ",
            _ => "; ",
        }
    }
}

impl fmt::Display for Line {
    /// One step a line, indented by what it depends on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}
