//! From the text of a `.efg` file to the game, without recursion.

use std::collections::HashMap;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use secateur_games::tree::DEEPEST;

use super::number::{number, sum};
use super::tokens::{Token, Tokens};
use super::{ExtensiveForm, Mover, Node, Outcome, Set, Side};
use crate::error::{At, FormatError, shown, text};

impl ExtensiveForm {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the bytes are not a two-player constant-sum game in this format.
    pub fn parse(bytes: &[u8]) -> Result<Self, FormatError> {
        let mut reader = Reader::new(text(bytes)?)?;
        reader.header()?;
        reader.tree()?;
        reader.check_sums()?;
        Ok(reader.game)
    }
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    game: ExtensiveForm,
    /// Where a set or an outcome with this number is.
    sets: [HashMap<u64, usize>; 3],
    outcomes: HashMap<u64, usize>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Result<Self, FormatError> {
        let game = ExtensiveForm {
            title: String::new(),
            players: [String::new(), String::new()],
            comment: String::new(),
            sum: BigRational::zero(),
            nodes: Vec::new(),
            sets: [Vec::new(), Vec::new(), Vec::new()],
            outcomes: Vec::new(),
        };
        Ok(Self { tokens: Tokens::new(text)?, game, sets: Default::default(), outcomes: HashMap::new() })
    }

    fn header(&mut self) -> Result<(), FormatError> {
        self.word("EFG", &["EFG"])?;
        self.word("version 2 (`2`)", &["2"])?;
        self.word("`R` or `D` for the kind of numbers", &["R", "D"])?;
        self.game.title = self.text("the title in quotes")?;
        let at = self.tokens.at;
        self.open("`{` before the players' names")?;
        let mut names = Vec::new();
        while self.tokens.next != Token::Close {
            names.push(self.text("a player's name in quotes, or `}`")?);
        }
        self.tokens.advance()?;
        let count = names.len();
        self.game.players = names.try_into().map_err(|_| at.error("2 players", count.to_string()))?;
        if let Some(comment) = self.text_if_any()? {
            self.game.comment = comment;
        }
        Ok(())
    }

    /// All nodes. The stack holds the nodes whose children are not all read.
    fn tree(&mut self) -> Result<(), FormatError> {
        let mut open: Vec<usize> = Vec::new();
        loop {
            let at = self.tokens.at;
            let node = self.node()?;
            let number = self.game.nodes.len();
            if let Some(&parent) = open.last() {
                self.game.nodes[parent].children.push(number);
            }
            if let Some(mover) = node.mover {
                if open.len() == DEEPEST {
                    return Err(at.error(format!("at most {DEEPEST} turns after each other"), "another"));
                }
                self.game.sets[mover.side as usize][mover.set].nodes.push(number);
                open.push(number);
            }
            self.game.nodes.push(node);
            while let Some(&last) = open.last() {
                if self.game.nodes[last].children.len() < self.actions_of(last) {
                    break;
                }
                open.pop();
            }
            match (&self.tokens.next, open.last()) {
                (Token::End, None) => return Ok(()),
                (_, None) => return self.tokens.unexpected("the end of the file after the last node"),
                (Token::End, Some(&last)) => {
                    let (has, wants) = (self.game.nodes[last].children.len(), self.actions_of(last));
                    let of = self.game.nodes[last].at;
                    let missing = format!("a node after action {} of {wants} of the node at {of}", has + 1);
                    return self.tokens.unexpected(missing);
                }
                _ => {}
            }
        }
    }

    fn actions_of(&self, node: usize) -> usize {
        self.game.nodes[node].mover.map_or(0, |mover| self.game.set(mover).actions.len())
    }

    fn node(&mut self) -> Result<Node, FormatError> {
        let at = self.tokens.at;
        let expected = "a node (`c`, `p` or `t`)";
        let kind = match self.tokens.next {
            Token::Word(word @ ("c" | "p" | "t")) => word,
            _ => return self.tokens.unexpected(expected),
        };
        self.tokens.advance()?;
        let name = self.text("the node's name in quotes")?;
        let mover = match kind {
            "t" => None,
            "c" => Some(self.set(Side::Chance)?),
            _ => {
                let place = self.tokens.at;
                match self.whole("the player's number")? {
                    1 => Some(self.set(Side::Max)?),
                    2 => Some(self.set(Side::Min)?),
                    other => return Err(place.error("player 1 or 2", other.to_string())),
                }
            }
        };
        let outcome = self.outcome()?;
        Ok(Node { name, mover, outcome, children: Vec::new(), at })
    }

    /// The number of an information set; then, where it comes first, its name and its actions.
    fn set(&mut self, side: Side) -> Result<Mover, FormatError> {
        let at = self.tokens.at;
        let number = self.whole("the information set's number")?;
        let known = self.sets[side as usize].get(&number).copied();
        let name = self.text_if_any()?;
        let actions = if self.tokens.next == Token::Open { Some(self.actions(side)?) } else { None };
        let place = match (known, actions) {
            (None, Some((actions, probabilities))) => {
                let place = self.game.sets[side as usize].len();
                let name = name.unwrap_or_default();
                self.game.sets[side as usize].push(Set { number, name, actions, probabilities, nodes: Vec::new() });
                self.sets[side as usize].insert(number, place);
                place
            }
            (None, None) => return self.tokens.unexpected("`{` before the actions of an information set that is new"),
            (Some(place), None) => place,
            (Some(place), Some((actions, probabilities))) => {
                let set = &self.game.sets[side as usize][place];
                if set.actions.len() != actions.len() {
                    let (expected, found) = (set.actions.len(), actions.len());
                    return Err(at.error(
                        format!("{expected} actions as before in information set {number}"),
                        found.to_string(),
                    ));
                }
                if set.probabilities != probabilities {
                    return Err(at.error(format!("the probabilities of chance set {number} as before"), "others"));
                }
                place
            }
        };
        Ok(Mover { side, set: place })
    }

    fn actions(&mut self, side: Side) -> Result<(Vec<String>, Vec<BigRational>), FormatError> {
        let at = self.tokens.at;
        self.open("`{`")?;
        let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
        while self.tokens.next != Token::Close {
            actions.push(self.text("an action's name in quotes, or `}`")?);
            if side == Side::Chance {
                let place = self.tokens.at;
                let likely = self.number("a probability")?;
                if likely.is_negative() {
                    return Err(place.error("a probability of at least 0", likely.to_string()));
                }
                probabilities.push(likely);
            }
        }
        self.tokens.advance()?;
        if actions.is_empty() {
            return Err(at.error("at least one action", "none"));
        }
        if side == Side::Chance {
            let all = probabilities.iter().try_fold(BigRational::zero(), |all, likely| sum(&all, likely));
            let all = all.ok_or_else(|| at.error("probabilities with a common denominator", "none of 4096 bits"))?;
            if !all.is_one() {
                let found = format!("a sum of {}", shown(&all.to_string()));
                return Err(at.error("probabilities that sum to 1 exactly (a third is written 1/3)", found));
            }
        }
        Ok((actions, probabilities))
    }

    /// The number of an outcome, 0 for none; then, where it comes first, its name and its payoffs.
    fn outcome(&mut self) -> Result<Option<usize>, FormatError> {
        let at = self.tokens.at;
        let number = self.whole("the outcome's number")?;
        let name = self.text_if_any()?;
        let payoffs = if self.tokens.next == Token::Open { Some(self.payoffs()?) } else { None };
        if number == 0 {
            return match payoffs {
                Some(_) => Err(at.error("an outcome's number of at least 1 before payoffs", "0")),
                None => Ok(None),
            };
        }
        match (self.outcomes.get(&number), payoffs) {
            (Some(&known), None) => Ok(Some(known)),
            (Some(&known), Some(payoffs)) if self.game.outcomes[known].payoffs == payoffs => Ok(Some(known)),
            (Some(_), Some(_)) => Err(at.error(format!("the payoffs of outcome {number} as before"), "others")),
            (None, None) => self.tokens.unexpected("`{` before the payoffs of an outcome that is new"),
            (None, Some(payoffs)) => {
                let place = self.game.outcomes.len();
                self.game.outcomes.push(Outcome { number, name: name.unwrap_or_default(), payoffs });
                self.outcomes.insert(number, place);
                Ok(Some(place))
            }
        }
    }

    fn payoffs(&mut self) -> Result<[BigRational; 2], FormatError> {
        self.open("`{`")?;
        let payoffs = [self.number("player 1's payoff")?, self.number("player 2's payoff")?];
        if self.tokens.next != Token::Close {
            return self.tokens.unexpected("`}` after two payoffs");
        }
        self.tokens.advance()?;
        Ok(payoffs)
    }

    /// Both players' payoffs, added up along the way, must sum to the same at every end.
    fn check_sums(&mut self) -> Result<(), FormatError> {
        let mut first: Option<(At, BigRational)> = None;
        let mut below = vec![BigRational::zero(); self.game.nodes.len()];
        for (number, node) in self.game.nodes.iter().enumerate() {
            let mut both = std::mem::take(&mut below[number]);
            if let Some(outcome) = node.outcome {
                let [one, two] = &self.game.outcomes[outcome].payoffs;
                let added = sum(one, two).and_then(|added| sum(&both, &added));
                both = added.ok_or_else(|| node.at.error("payoffs with a common denominator", "none of 4096 bits"))?;
            }
            node.children.iter().for_each(|&child| below[child].clone_from(&both));
            if node.mover.is_none() {
                match &first {
                    None => first = Some((node.at, both)),
                    Some((at, expected)) if *expected != both => {
                        let expected =
                            format!("payoffs that add up to {} as at the end at {at}", shown(&expected.to_string()));
                        return Err(node.at.error(expected, shown(&both.to_string())));
                    }
                    Some(_) => {}
                }
            }
        }
        self.game.sum = first.map(|(_, sum)| sum).unwrap_or_default();
        Ok(())
    }

    fn word(&mut self, expected: &str, words: &[&str]) -> Result<(), FormatError> {
        match self.tokens.next {
            Token::Word(word) if words.contains(&word) => self.tokens.advance().map(drop),
            _ => self.tokens.unexpected(expected),
        }
    }

    fn open(&mut self, expected: &str) -> Result<(), FormatError> {
        match self.tokens.next {
            Token::Open => self.tokens.advance().map(drop),
            _ => self.tokens.unexpected(expected),
        }
    }

    fn text_if_any(&mut self) -> Result<Option<String>, FormatError> {
        match self.tokens.next {
            Token::Text(_) => self.text("a text").map(Some),
            _ => Ok(None),
        }
    }

    fn text(&mut self, expected: &str) -> Result<String, FormatError> {
        match &self.tokens.next {
            Token::Text(_) => match self.tokens.advance()? {
                Token::Text(text) => Ok(text),
                _ => unreachable!("it was a text a moment ago"),
            },
            _ => self.tokens.unexpected(expected),
        }
    }

    fn whole(&mut self, expected: &str) -> Result<u64, FormatError> {
        match self.tokens.next {
            Token::Word(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => match word.parse() {
                Ok(number) => self.tokens.advance().map(|_| number),
                Err(_) => self.tokens.unexpected(expected),
            },
            _ => self.tokens.unexpected(expected),
        }
    }

    fn number(&mut self, expected: &str) -> Result<BigRational, FormatError> {
        match self.tokens.next {
            Token::Word(word) => match number(word) {
                Some(number) => self.tokens.advance().map(|_| number),
                None => self.tokens.unexpected(expected),
            },
            _ => self.tokens.unexpected(expected),
        }
    }
}
