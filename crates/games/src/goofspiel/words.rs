//! Goofspiel as the program's words describe it.

use secateur_game::Random;

use super::{Deck, Goofspiel, Keys, Objective};
use crate::parameters::{Description, Parameter, ParameterError, Parameters, Values};

/// Why there is no such deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GoofspielError {
    /// Every round takes a card of each player and a prize.
    #[error("expected two hands and the prizes to be equally many and at least one, found {max}, {min} and {prizes}")]
    Sizes {
        /// Max's cards.
        max: usize,
        /// Min's cards.
        min: usize,
        /// Prizes.
        prizes: usize,
    },
    /// Cards are bits of a word.
    #[error("expected every card once, and at most {} different cards", Goofspiel::MOST_CARDS)]
    Card,
    /// Prizes are won, not paid.
    #[error("expected prizes that are not negative")]
    Prize,
    /// The key has room for so many points.
    #[error("expected all prizes and the lead to sum to at most {}", Goofspiel::LARGEST_LEAD)]
    Lead,
}

impl Goofspiel {
    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "goofspiel",
        summary: "both bid a card at once for the prize on the table; the higher card wins it, a tie discards it",
        parameters: &[
            Parameter { name: "cards", default: Some("4"), meaning: "how many cards a suit has" },
            Parameter {
                name: "prizes",
                default: Some("descending"),
                meaning: "descending, ascending, random:SEED, or a list such as 5,1,4 in the order of play",
            },
            Parameter {
                name: "objective",
                default: Some("win"),
                meaning: "win: 1, 0 or -1 for who has won more; points: the difference",
            },
            Parameter { name: "max", default: Some("all"), meaning: "Max's hand, such as 1,3,5" },
            Parameter {
                name: "min",
                default: Some("all"),
                meaning: "Min's hand; after some rounds only the last prizes are left",
            },
            Parameter { name: "lead", default: Some("0"), meaning: "what Max has won more than Min so far" },
            Parameter {
                name: "deck",
                default: Some("fixed"),
                meaning: "fixed: both know the order of the prizes; shuffled: chance turns them up",
            },
            Parameter {
                name: "lowest",
                default: Some("1"),
                meaning: "the lowest card and the lowest prize: 1, or 0 as in Bošanský et al. 2016",
            },
            Parameter {
                name: "keys",
                default: Some("exact"),
                meaning: "exact: one key a position; ranked: hands that compare alike share a key",
            },
        ],
    };

    /// The words with the size of the suit that the hands and the prizes need, where nothing says it.
    ///
    /// ```
    /// use secateur_games::{Goofspiel, Parameters};
    ///
    /// let words = Parameters::parse(["max=1,3,5", "min=2,4,5"])?;
    /// assert_eq!(Goofspiel::completed(&words), Parameters::parse(["max=1,3,5", "min=2,4,5", "cards=5"])?);
    /// # Ok::<(), secateur_games::ParameterError>(())
    /// ```
    pub fn completed(parameters: &Parameters) -> Parameters {
        let needed = parameters.of(&Self::DESCRIPTION).ok().and_then(|values| needed(&values));
        let parameters = parameters.clone();
        if let Some(cards) = needed { parameters.or("cards", cards) } else { parameters }
    }

    /// The game that these words describe.
    ///
    /// ```
    /// use secateur_games::{Goofspiel, Parameters};
    ///
    /// let words = Parameters::parse(["cards=5", "prizes=ascending", "max=1,3,5", "min=2,4,5", "lead=-2"])?;
    /// assert!(Goofspiel::from_parameters(&words).is_ok());
    /// # Ok::<(), secateur_games::ParameterError>(())
    /// ```
    pub fn from_parameters(parameters: &Parameters) -> Result<Self, ParameterError> {
        let parameters = Self::completed(parameters);
        let values = parameters.of(&Self::DESCRIPTION)?;
        let cards = values.whole("cards", 1..=Self::MOST_CARDS)?;
        let lowest = values.whole("lowest", 0..=1u8)?;
        let (max, min) = (hand(&values, "max", cards, lowest)?, hand(&values, "min", cards, lowest)?);
        let prizes = prizes(&values, cards, lowest, max.len())?;
        let lead = values.whole("lead", -Self::LARGEST_LEAD..=Self::LARGEST_LEAD)?;
        let objective = values.choice("objective", &[("win", Objective::Win), ("points", Objective::Points)])?;
        let deck = values.choice("deck", &[("fixed", Deck::Fixed), ("shuffled", Deck::Shuffled)])?;
        let keys = values.choice("keys", &[("exact", Keys::Exact), ("ranked", Keys::Ranked)])?;
        match Self::dealt(prizes, &max, &min, lead) {
            Ok(game) => Ok(game.objective(objective).deck(deck).keys(keys).lowest(lowest)),
            Err(problem @ GoofspielError::Lead) => values.invalid("lead", problem),
            Err(problem @ GoofspielError::Prize) => values.invalid("prizes", problem),
            Err(problem) => values.invalid("min", problem),
        }
    }
}

/// How many cards a suit has in which there are these hands and prizes, if they are listed.
fn needed(values: &Values<'_>) -> Option<usize> {
    let list = |name| -> Option<Vec<usize>> {
        values.text(name).ok()?.split(',').map(|word| word.trim().parse().ok()).collect()
    };
    let lowest: usize = values.text("lowest").ok()?.parse().ok()?;
    let highest = ["max", "min"].into_iter().filter_map(list).flatten().max();
    highest.map(|card| (card + 1).saturating_sub(lowest)).max(list("prizes").map(|prizes| prizes.len()))
}

/// The cards of a hand, numbered from 0.
fn hand(values: &Values<'_>, name: &'static str, cards: usize, lowest: u8) -> Result<Vec<u8>, ParameterError> {
    let text = values.text(name)?;
    if text == "all" {
        return Ok((0..cards as u8).collect());
    }
    let highest = lowest + (cards - 1) as u8;
    let mut hand = Vec::new();
    for word in text.split(',') {
        match word.trim().parse::<u8>() {
            Ok(card) if (lowest..=highest).contains(&card) && !hand.contains(&(card - lowest)) => {
                hand.push(card - lowest);
            }
            _ => {
                let expected =
                    format!("expected different cards from {lowest} to {highest}, such as {lowest},{highest}");
                return values.invalid(name, expected);
            }
        }
    }
    Ok(hand)
}

/// The prizes in their order. Of a whole suit the last ones are left for hands from which cards were played.
fn prizes(values: &Values<'_>, cards: usize, lowest: u8, rounds: usize) -> Result<Vec<i16>, ParameterError> {
    let text = values.text("prizes")?;
    let suit = i16::from(lowest)..i16::from(lowest) + cards as i16;
    let mut prizes: Vec<i16> = match text {
        "descending" => suit.rev().collect(),
        "ascending" => suit.collect(),
        _ => match text.strip_prefix("random:") {
            Some(seed) => match seed.parse() {
                Ok(seed) => shuffled(suit.collect(), seed),
                Err(_) => return values.invalid("prizes", "expected a whole number after random:, such as random:7"),
            },
            None => {
                let list: Result<Vec<i16>, _> = text.split(',').map(|word| word.trim().parse()).collect();
                match list {
                    Ok(list) if list.len() == cards || list.len() == rounds => list,
                    _ => {
                        let expected =
                            format!("expected descending, ascending, random:SEED or a list of {rounds} whole numbers");
                        return values.invalid("prizes", expected);
                    }
                }
            }
        },
    };
    let played = prizes.len().saturating_sub(rounds);
    Ok(prizes.split_off(played))
}

/// The same prizes in the order that a seed stands for, for ever.
fn shuffled(mut prizes: Vec<i16>, seed: u64) -> Vec<i16> {
    let mut random = Random::new(Random::mix(seed ^ 0x0060_0F59_1E1D_EA15));
    for place in (1..prizes.len()).rev() {
        prizes.swap(place, random.below(place as u64 + 1) as usize);
    }
    prizes
}

#[cfg(test)]
mod tests {
    use super::*;
    use secateur_game::{Describe, Game};

    fn build(words: &[&str]) -> Result<Goofspiel, ParameterError> {
        Parameters::parse(words).and_then(|parameters| Goofspiel::from_parameters(&parameters))
    }

    fn shown(words: &[&str]) -> String {
        build(words).map(|game| game.show(&game.start())).unwrap_or_else(|problem| problem.to_string())
    }

    #[test]
    fn words_describe_hands_prizes_and_lead() {
        assert_eq!(shown(&[]), "Max  4 3 2 1\nMin  4 3 2 1\nprize 4; to come: 3 2 1; Max leads by 0");
        assert_eq!(
            shown(&["cards=5", "lowest=0", "max=0,4", "min=1,2", "lead=-3"]),
            "Max  4 0\nMin  2 1\nprize 1; to come: 0; Max leads by -3"
        );
        assert_eq!(
            shown(&["cards=3", "prizes=9,0,4", "deck=shuffled"]),
            "Max  3 2 1\nMin  3 2 1\na prize is turned up; to come: 9 0 4; Max leads by 0"
        );
        assert_eq!(shown(&["cards=6", "prizes=random:3"]), shown(&["cards=6", "prizes=random:3"]));
    }

    #[test]
    fn impossible_words_get_one_line() {
        for (words, message) in [
            (&["cards=17"][..], "cards=17: expected a whole number from 1 to 16"),
            (&["cards=4", "max=1,5"], "max=1,5: expected different cards from 1 to 4, such as 1,4"),
            (&["max=1,1,4"], "max=1,1,4: expected different cards from 1 to 4, such as 1,4"),
            (
                &["max=1,2", "cards=4"],
                "min=all: expected two hands and the prizes to be equally many and at least one, found 2, 4 and 2",
            ),
            (&["prizes=random:x"], "prizes=random:x: expected a whole number after random:, such as random:7"),
            (
                &["prizes=1,2", "cards=4"],
                "prizes=1,2: expected descending, ascending, random:SEED or a list of 4 whole numbers",
            ),
            (&["prizes=1,2,3,-4"], "prizes=1,2,3,-4: expected prizes that are not negative"),
            (&["lead=2040"], "lead=2040: expected all prizes and the lead to sum to at most 2047"),
        ] {
            assert_eq!(shown(words), message);
        }
    }
}
