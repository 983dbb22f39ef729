//! What can be varied in an experiment: parameters with the paper's choice, ours, and that of the quick version.
//!
//! An experiment lists its [`Parameter`]s; whoever runs it may say others on the command line (`b=2..12 runs=30`). What is run
//! is then [`Chosen`], and the page says beside every table and figure what differs from the paper.

use std::str::FromStr;

use crate::experiment::Settings;

/// Something that can be varied.
///
/// ```
/// use secateur_lab::{Chosen, Kind, Parameter, Settings};
///
/// const PARAMETERS: &[Parameter] = &[
///     Parameter { name: "b", meaning: "branching", kind: Kind::Counts { most: 20 }, paper: "2..9", full: "2..9", quick: "3,5" },
///     Parameter { name: "runs", meaning: "graphs a point", kind: Kind::Counts { most: 1000 }, paper: "10", full: "10", quick: "2" },
/// ];
/// let settings = Settings::new("0.1.0").option("b", "2..4,8");
/// let chosen = Chosen::of(PARAMETERS, &settings)?;
/// assert_eq!((chosen.counts("b"), chosen.count("runs")), (vec![2, 3, 4, 8], 10));
/// assert_eq!(chosen.departures(), ["b = 2..4,8 (the paper: 2..9)"]);
///
/// let wrong = Settings::new("0.1.0").option("b", "many");
/// let problem = Chosen::of(PARAMETERS, &wrong).unwrap_err();
/// assert_eq!(problem.to_string(), "b=many: expected whole numbers up to 20, such as 3 or 2,5 or 2..9");
/// # Ok::<(), secateur_lab::ParameterProblem>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a few words.
    pub meaning: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What the paper chose; empty where the paper does not say, or where it is ours alone.
    pub paper: &'static str,
    /// What the full version has.
    pub full: &'static str,
    /// What the quick version has.
    pub quick: &'static str,
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// Whole numbers up to this, as a list of numbers and ranges.
    Counts {
        /// The largest.
        most: u64,
    },
    /// Numbers from 0 on, as a list.
    Reals,
    /// Some of these words.
    Words(&'static [&'static str]),
}

/// A parameter that an experiment does not have, or cannot be that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParameterProblem(String);

impl ParameterProblem {
    pub(crate) fn new(words: String) -> Self {
        Self(words)
    }
}

/// The parameters of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen<'s> {
    parameters: &'s [Parameter],
    settings: &'s Settings,
}

/// No list is longer: nobody means it.
const LONGEST: u64 = 100_000;

impl<'s> Chosen<'s> {
    /// Reads the settings' options.
    ///
    /// # Errors
    /// [`ParameterProblem`] for a name that is not in the list, or a text that is not of its kind.
    pub fn of(parameters: &'s [Parameter], settings: &'s Settings) -> Result<Self, ParameterProblem> {
        for (name, text) in &settings.options {
            let Some(known) = parameters.iter().find(|known| known.name == name) else {
                let names: Vec<&str> = parameters.iter().map(|known| known.name).collect();
                let there =
                    if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
                return Err(ParameterProblem::new(format!(
                    "{name}={text}: the experiment has no parameter {name}; {there}"
                )));
            };
            known
                .kind
                .check(text)
                .map_err(|expected| ParameterProblem::new(format!("{name}={text}: expected {expected}")))?;
        }
        Ok(Self { parameters, settings })
    }

    /// The text of a parameter, as it was said or as the version has it.
    ///
    /// # Panics
    /// If the experiment asks for a parameter that it does not list.
    pub fn text(&self, name: &str) -> &'s str {
        let Some(known) = self.parameters.iter().find(|known| known.name == name) else {
            panic!("the experiment lists no parameter {name}")
        };
        let usual = if self.settings.quick { known.quick } else { known.full };
        self.settings.options.get(name).map_or(usual, String::as_str)
    }

    /// The whole numbers of a parameter, in the order in which they are listed.
    ///
    /// # Panics
    /// As [`text`](Self::text) does.
    pub fn counts(&self, name: &str) -> Vec<u64> {
        counts(self.text(name), LONGEST).unwrap_or_default()
    }

    /// The first whole number of a parameter.
    ///
    /// # Panics
    /// As [`text`](Self::text) does.
    pub fn count(&self, name: &str) -> u64 {
        self.counts(name).first().copied().unwrap_or(0)
    }

    /// The numbers of a parameter.
    ///
    /// # Panics
    /// As [`text`](Self::text) does.
    pub fn reals(&self, name: &str) -> Vec<f64> {
        reals(self.text(name)).unwrap_or_default()
    }

    /// The words of a parameter.
    ///
    /// # Panics
    /// As [`text`](Self::text) does.
    pub fn words(&self, name: &str) -> Vec<&'s str> {
        self.text(name).split(',').map(str::trim).filter(|word| !word.is_empty()).collect()
    }

    /// What differs from the paper's choice, one parameter each.
    pub fn departures(&self) -> Vec<String> {
        let differs = |known: &&Parameter| !known.paper.is_empty() && known.paper != self.text(known.name);
        let said =
            |known: &Parameter| format!("{} = {} (the paper: {})", known.name, self.text(known.name), known.paper);
        self.parameters.iter().filter(differs).map(said).collect()
    }
}

impl Kind {
    /// What was expected instead, if a text is not of this kind.
    fn check(self, text: &str) -> Result<(), String> {
        match self {
            Self::Counts { most } => match counts(text, most) {
                Some(numbers) if !numbers.is_empty() && numbers.iter().all(|&number| number <= most) => Ok(()),
                _ => Err(format!("whole numbers up to {most}, such as 3 or 2,5 or 2..9")),
            },
            Self::Reals => match reals(text) {
                Some(numbers) if !numbers.is_empty() => Ok(()),
                _ => Err("numbers from 0 on, such as 8 or 0,8,24".to_owned()),
            },
            Self::Words(known) => {
                let mut words = text.split(',').map(str::trim);
                if words.all(|word| known.contains(&word)) {
                    Ok(())
                } else {
                    Err(format!("some of {}", known.join(", ")))
                }
            }
        }
    }
}

/// The numbers of `2..5,8`, no more of them than anybody means.
fn counts(text: &str, most: u64) -> Option<Vec<u64>> {
    let mut numbers = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let (first, last) = (u64::from_str(first.trim()).ok()?, u64::from_str(last.trim()).ok()?);
        if last > most || last.saturating_sub(first) > LONGEST {
            return None;
        }
        numbers.extend((first..=last).filter(|number| !numbers.contains(number)).collect::<Vec<_>>());
    }
    Some(numbers)
}

fn reals(text: &str) -> Option<Vec<f64>> {
    let number = |part: &str| f64::from_str(part.trim()).ok().filter(|number| number.is_finite() && *number >= 0.0);
    text.split(',').map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SOME: &[Parameter] = &[
        Parameter { name: "n", meaning: "", kind: Kind::Counts { most: 9 }, paper: "5", full: "5", quick: "1" },
        Parameter { name: "epsilon", meaning: "", kind: Kind::Reals, paper: "", full: "0,8", quick: "0" },
        Parameter { name: "how", meaning: "", kind: Kind::Words(&["a", "b"]), paper: "a", full: "a,b", quick: "b" },
    ];

    #[test]
    fn wrong_words_are_told_what_was_expected() {
        let problem =
            |name: &str, text: &str| Chosen::of(SOME, &Settings::new("1").option(name, text)).unwrap_err().to_string();
        assert_eq!(problem("m", "3"), "m=3: the experiment has no parameter m; it has n, epsilon, how");
        for text in ["", "x", "10", "3..", "1..99999999999", "-1", "7..3", "1.5"] {
            assert!(problem("n", text).contains("expected whole numbers up to 9"), "{text}");
        }
        for text in ["", "nan", "-1", "inf", "1,,2"] {
            assert!(problem("epsilon", text).contains("expected numbers from 0 on"), "{text}");
        }
        assert_eq!(problem("how", "c"), "how=c: expected some of a, b");
    }

    #[test]
    fn what_the_paper_does_not_say_is_no_departure() {
        let quick = Settings::new("1").quick(true).option("epsilon", "3");
        let chosen = Chosen::of(SOME, &quick).unwrap();
        assert_eq!(chosen.departures(), ["n = 1 (the paper: 5)", "how = b (the paper: a)"]);
        assert_eq!((chosen.reals("epsilon"), chosen.words("how")), (vec![3.0], vec!["b"]));
    }

    proptest! {
        #[test]
        fn reading_never_panics(text in ".{0,20}") {
            let _ = (counts(&text, 100), reals(&text));
        }
    }
}
