//! A game in which nothing is hidden but simultaneous choices, as a tree of ours.

use std::fmt::Write;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use secateur_games::Tree;

use super::number::sum;
use super::{ExtensiveForm, Mover, Side};
use crate::error::{FormatError, shown};

impl ExtensiveForm {
    /// The game as a tree that all algorithms take, worth what Max gets. Leaves are the floating-point numbers nearest to the
    /// payoffs, outcomes of probability 0 are left out.
    ///
    /// # Errors
    ///
    /// If an information set hides more than a simultaneous choice ([`solve`](Self::solve) is for these games), or if numbers do not fit.
    pub fn tree(&self) -> Result<Tree, FormatError> {
        self.check_visible()?;
        let mut text = String::new();
        self.write(0, &BigRational::zero(), &mut text)?;
        Ok(text.parse().unwrap_or_else(|problem| unreachable!("{problem} in a tree that was just written")))
    }

    /// Whether an information set hides more than a simultaneous choice; an answer to why [`tree`](Self::tree) refuses.
    #[must_use]
    pub fn hides(&self) -> bool {
        self.check_visible().is_err()
    }

    /// Every information set has one node, or hides what the opponent chooses at this moment and nothing else.
    fn check_visible(&self) -> Result<(), FormatError> {
        let mut visible = [Side::Max, Side::Min]
            .map(|side| self.sets[side as usize].iter().map(|set| set.nodes.len() == 1).collect::<Vec<_>>());
        for node in 0..self.nodes.len() {
            if let Some(answer) = self.answer_at_once(node) {
                visible[answer.side as usize][answer.set] = true;
            }
        }
        for side in [Side::Max, Side::Min] {
            if let Some(set) = visible[side as usize].iter().position(|&visible| !visible) {
                let set = &self.sets[side as usize][set];
                return Err(self.nodes[set.nodes[0]].at.error(
                    "an information set that hides a simultaneous choice at most",
                    format!("more hidden in {} of player {}", shown(&set.title()), side as usize + 1),
                ));
            }
        }
        Ok(())
    }

    /// Where both players choose at once: the information set of the second, which holds just what follows the first's actions.
    fn answer_at_once(&self, node: usize) -> Option<Mover> {
        let first = self.nodes[node].mover.filter(|mover| mover.side != Side::Chance)?;
        let children = &self.nodes[node].children;
        let answer = self.nodes[*children.first()?].mover?;
        let other_player = answer.side != Side::Chance && answer.side != first.side;
        let at_once = other_player
            && children.len() > 1
            && self.set(first).nodes.len() == 1
            && self.set(answer).nodes == *children;
        at_once.then_some(answer)
    }

    /// Writes the subtree as a tree file has it. Recursion is safe: the parser limits the depth.
    fn write(&self, number: usize, so_far: &BigRational, text: &mut String) -> Result<(), FormatError> {
        let node = &self.nodes[number];
        let too_long = || node.at.error("payoffs with a common denominator", "none of 4096 bits");
        let add =
            |so_far: &BigRational, node| self.payoff(node).map_or(Some(so_far.clone()), |payoff| sum(so_far, payoff));
        let so_far = &add(so_far, number).ok_or_else(too_long)?;
        let Some(mover) = node.mover else {
            let payoff = so_far.to_f64().filter(|payoff| payoff.is_finite());
            let payoff = payoff.ok_or_else(|| node.at.error("a payoff of less than 10^308", "a larger one"))?;
            write!(text, " {payoff}").unwrap_or_else(|_| unreachable!("a text takes everything"));
            return Ok(());
        };
        let set = self.set(mover);
        let names = names(&set.actions);
        match (mover.side, self.answer_at_once(number)) {
            (Side::Chance, _) => {
                let weights = weights(&set.probabilities).ok_or_else(|| {
                    node.at.error("probabilities whose common denominator fits 64 bits", "a larger one")
                })?;
                text.push_str(" (chance");
                for ((name, weight), &child) in names.iter().zip(weights).zip(&node.children) {
                    if weight > 0 {
                        text.push_str(&format!(" {} {weight}:", name.as_deref().unwrap_or_default()));
                        self.write(child, so_far, text)?;
                    }
                }
            }
            (side, Some(answer)) => {
                let answers = self::names(&self.set(answer).actions);
                let (rows, columns) = if side == Side::Max { (&names, &answers) } else { (&answers, &names) };
                text.push_str(" (both");
                for (title, names) in [("rows", rows), ("columns", columns)] {
                    text.push_str(&format!(" ({title}"));
                    for (place, name) in names.iter().enumerate() {
                        let numbered = || format!("\"{}\"", place + 1);
                        text.push_str(&format!(" {}", name.clone().unwrap_or_else(numbered)));
                    }
                    text.push(')');
                }
                // What is paid between the two choices is paid after both.
                let paid: Vec<_> = node.children.iter().map(|&child| add(so_far, child).ok_or_else(too_long)).collect();
                for row in 0..rows.len() {
                    text.push_str(" [");
                    for column in 0..columns.len() {
                        let (first, second) = if side == Side::Max { (row, column) } else { (column, row) };
                        let between = node.children[first];
                        let so_far = paid[first].as_ref().map_err(Clone::clone)?;
                        self.write(self.nodes[between].children[second], so_far, text)?;
                    }
                    text.push(']');
                }
            }
            (side, None) => {
                text.push_str(if side == Side::Max { " (max" } else { " (min" });
                for (name, &child) in names.iter().zip(&node.children) {
                    text.push_str(&name.as_ref().map_or_else(String::new, |name| format!(" {name}:")));
                    self.write(child, so_far, text)?;
                }
            }
        }
        text.push(')');
        Ok(())
    }
}

/// Names in quotes, or none where a player could not type them or tell them apart.
fn names(actions: &[String]) -> Vec<Option<String>> {
    let mut different: Vec<_> = actions.iter().map(|action| action.to_lowercase()).collect();
    different.sort();
    different.dedup();
    let usable = different.len() == actions.len()
        && actions.iter().all(|action| {
            !action.trim().is_empty() && action.trim() == action && !action.chars().any(char::is_control)
        });
    let quoted = |action: &String| format!("\"{}\"", action.replace('\\', "\\\\").replace('"', "\\\""));
    actions.iter().map(|action| usable.then(|| quoted(action))).collect()
}

/// Integers in the proportion of the probabilities whose sum fits 63 bits.
fn weights(probabilities: &[BigRational]) -> Option<Vec<u64>> {
    let mut below = BigInt::one();
    for likely in probabilities {
        below = below.lcm(likely.denom());
        if below.bits() > 63 {
            return None;
        }
    }
    probabilities.iter().map(|likely| (likely.numer() * (&below / likely.denom())).to_u64()).collect()
}
