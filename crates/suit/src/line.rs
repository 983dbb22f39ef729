//! The best line of play as advice that branches on what the defenders play.
//!
//! A plan succeeds on a set of layouts. Where declarer plays, the plan goes on with any card after which that set is
//! still won, the one that leaves least to be said; where a defender plays, it has an answer to each card. What the
//! search's cache knows about a position from below is always justified by what it knows about the positions after it, so
//! following it finds such a card.
//!
//! Players do not say "lead the king, and if West follows low lead the nine": from where leading the highest card each
//! time is good enough, the advice is just that, to play from the top.

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
    /// Lead the highest card of both hands and play the lowest one opposite, again and again.
    Top,
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
    let (costs, from_the_top) = (HashMap::new(), HashMap::new());
    Planner { game, suit, cache, target, costs, from_the_top }.from(&game.start())
}

struct Planner<'p, 'g, 's, S> {
    game: &'p Guided<'g, 's, S>,
    suit: &'p Combination,
    cache: &'p Cache<Key, Heavy<'g, S>>,
    target: &'p S,
    /// How much there is to be said from a position on, and the place of the card that leaves least to be said in the
    /// list of moves. Positions with one key list the same cards, if perhaps with other spots.
    costs: HashMap<Key, (u32, Option<usize>)>,
    /// Whether playing from the top wins all of the target.
    from_the_top: HashMap<Key, bool>,
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
            Some(Player::Max) if play.stage == Stage::Lead && self.wins_from_the_top(play) => Line::Top,
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
        // A card after which nothing matters needs no advice of its own, and what wins in any order wins from the top.
        if plays.len() > 1 {
            plays.retain(|branch| branch.then != Line::Any);
        }
        if let Some(top) = plays.iter().position(|branch| branch.then == Line::Top)
            && let Some(cash) = plays.iter().position(|branch| branch.then == Line::Cash)
        {
            let cards = std::mem::take(&mut plays[cash].cards);
            plays[top].cards.extend(cards);
            plays.remove(cash);
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
            Some(Player::Max) if play.stage == Stage::Lead && self.wins_from_the_top(play) => (1, None),
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

    /// Whether playing from the top wins all of the target that is still possible.
    fn wins_from_the_top(&mut self, play: &Play) -> bool {
        let key = self.game.key(play);
        if let Some(&known) = self.from_the_top.get(&key) {
            return known;
        }
        let rules = self.game.rules;
        let wins = match rules.player(play) {
            None => rules.outcome(play).words().iter().zip(self.target.words()).all(|(won, target)| target & !won == 0),
            Some(Player::Min) => self.game.moves(play).all(|act| self.wins_from_the_top(&self.after(play, act))),
            Some(Player::Max) => {
                let card = if play.stage == Stage::Lead { rules.highest(play) } else { self.game.moves(play).next() };
                card.is_some_and(|act| self.wins_from_the_top(&self.after(play, act)))
            }
        };
        self.from_the_top.insert(key, wins);
        wins
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
            Self::Top => f.write_str("play from the top\n"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combination::{Layouts, VacantPlaces};
    use crate::play::SuitPlay;
    use secateur_game::Random;
    use secateur_search::Limits;
    use secateur_value::Set;

    /// One layout, the rules and the goal: the defenders play every card that they have, declarer what the line says.
    struct Trial<'t> {
        rules: &'t SuitPlay<'t, Set<8>>,
        suit: &'t Combination,
        /// How many cards of each group West has, and how many there are.
        west: &'t [u8],
        sizes: &'t [u8],
        layout: usize,
    }

    impl Trial<'_> {
        fn succeeds(&self, play: &Play, line: &Line) -> bool {
            let after = |act| {
                let mut next = *play;
                self.rules.play(&mut next, act);
                next
            };
            match (self.rules.player(play), line) {
                (None, _) => self.rules.outcome(play).contains(self.layout),
                (Some(Player::Min), _) => self.rules.moves(play).filter(|&act| self.has(play, act)).all(|act| {
                    let card = match act {
                        Act::Theirs(group) => self.rules.group_name(group),
                        _ => "-".to_owned(),
                    };
                    let next = match line {
                        Line::Watch { defender, plays } if *defender == ["West", "East"][play.defender()] => {
                            plays.iter().find(|branch| branch.cards.contains(&card)).map(|branch| &branch.then)
                        }
                        other => Some(other),
                    };
                    next.is_some_and(|next| self.succeeds(&after(act), next))
                }),
                (Some(Player::Max), Line::Lead { hand, card, then } | Line::Follow { hand, card, then }) => {
                    let named = |act: &Act| match *act {
                        Act::Ours(Hand::North, rank) => *hand == "North" && self.suit.name(rank) == *card,
                        Act::Ours(Hand::South, rank) => *hand == "South" && self.suit.name(rank) == *card,
                        _ => false,
                    };
                    self.rules.moves(play).find(named).is_some_and(|act| self.succeeds(&after(act), then))
                }
                (Some(Player::Max), Line::Cash | Line::Top) => {
                    let lead = play.stage == Stage::Lead;
                    let act = if lead { self.rules.highest(play) } else { self.rules.moves(play).next() };
                    act.is_some_and(|act| self.succeeds(&after(act), line))
                }
                _ => false,
            }
        }

        fn has(&self, play: &Play, act: Act) -> bool {
            let holds = |group: usize| {
                let (west, shown) = (self.west[group], play.shown_by(play.defender(), group));
                let held = if play.defender() == 0 { west } else { self.sizes[group] - west };
                held > shown
            };
            match act {
                Act::Theirs(group) => holds(group.into()),
                _ => !(0..self.sizes.len()).any(holds),
            }
        }
    }

    /// Whoever follows the advice succeeds on every layout that it promises, whatever the defenders play.
    #[test]
    fn lines_win_what_they_promise() {
        let mut random = Random::new(3);
        for round in 0..300 {
            let mut cards: Vec<char> = "AKQJT98765432".chars().collect();
            let mut draw = |count: u64| -> String {
                (0..count).map(|_| cards.remove(random.below(cards.len() as u64) as usize)).collect()
            };
            let suit = Combination::new(&draw(2 + round % 3), &draw(4)).unwrap();
            let layouts = Layouts::new(&suit, VacantPlaces::default(), true).unwrap();
            let sizes: Vec<u8> = layouts.groups.iter().map(|group| group.size).collect();
            for goal in 1..=suit.longest() as u8 {
                let plan = crate::best_plan(&suit, &layouts, vec![goal], &Limits::none());
                let rules = SuitPlay::<Set<8>>::new(&suit, &layouts, vec![goal]);
                for &layout in &plan.won {
                    let west = &layouts.west[layout];
                    let trial = Trial { rules: &rules, suit: &suit, west, sizes: &sizes, layout };
                    let line = &plan.line;
                    assert!(trial.succeeds(&rules.start(), line), "{suit}, {goal} tricks, West {west:?}:\n{line}");
                }
            }
        }
    }
}
