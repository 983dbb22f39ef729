//! How a game is chosen in words: `key=value`, checked against what the game says about itself.
//!
//! A game's [`Description`] is the one place that names its parameters, their defaults and their meaning: it is what
//! the program prints, what unknown names are compared with, and where defaults come from.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// No file that describes a game has more MB: in memory a tree takes up to thirty times as much.
pub const LARGEST_FILE: u64 = 64;

/// What a game says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name on the command line.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// Its parameters, in the order in which they are worth reading.
    pub parameters: &'static [Parameter],
}

/// A parameter of a game, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What stands before the `=`.
    pub name: &'static str,
    /// What stands after it unless something else is said; `None` where the game cannot do without.
    pub default: Option<&'static str>,
    /// What it means, in one line.
    pub meaning: &'static str,
}

/// Why words do not describe a game. Every message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// A word without `=`, or with nothing before it.
    #[error("expected key=value, found {}", shown(word))]
    NotAPair {
        /// The word.
        word: String,
    },
    /// One parameter, two values.
    #[error("{} is given twice", shown(name))]
    Repeated {
        /// The parameter.
        name: String,
    },
    /// The game has no such parameter.
    #[error("{game} has no parameter {}; {hint}", shown(name))]
    Unknown {
        /// The game.
        game: &'static str,
        /// What was given.
        name: String,
        /// What was perhaps meant.
        hint: String,
    },
    /// The game cannot do without this parameter.
    #[error("{game} needs {name}= ({meaning})")]
    Missing {
        /// The game.
        game: &'static str,
        /// The parameter.
        name: &'static str,
        /// What it means.
        meaning: &'static str,
    },
    /// The parameter exists and cannot have this value.
    #[error("{name}={}: {problem}", shown(value))]
    Invalid {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: String,
        /// What was expected.
        problem: String,
    },
}

/// Words of the form `key=value`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    pairs: Vec<(String, String)>,
}

impl Parameters {
    /// Splits words at their first `=`.
    ///
    /// ```
    /// use secateur_games::Parameters;
    ///
    /// assert!(Parameters::parse(["depth=4", "seed=1"]).is_ok());
    /// assert_eq!(Parameters::parse(["depth"]).unwrap_err().to_string(), "expected key=value, found depth");
    /// ```
    pub fn parse<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> Result<Self, ParameterError> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for word in words {
            let word = word.as_ref();
            let (name, value) = match word.split_once('=') {
                Some((name, value)) if !name.trim().is_empty() => (name.trim(), value.trim()),
                _ => return Err(ParameterError::NotAPair { word: word.to_owned() }),
            };
            if pairs.iter().any(|(known, _)| known == name) {
                return Err(ParameterError::Repeated { name: name.to_owned() });
            }
            pairs.push((name.to_owned(), value.to_owned()));
        }
        Ok(Self { pairs })
    }

    /// Whether this parameter was given, and not left to its default.
    pub fn says(&self, name: &str) -> bool {
        self.pairs.iter().any(|(known, _)| known == name)
    }

    /// The same with a value for a parameter that was not given.
    pub fn or(mut self, name: &str, value: impl Display) -> Self {
        if !self.says(name) {
            self.pairs.push((name.to_owned(), value.to_string()));
        }
        self
    }

    /// The parameters as values of one game; fails if the game has no parameter of some name.
    pub fn of<'a>(&'a self, game: &'a Description) -> Result<Values<'a>, ParameterError> {
        for (name, _) in &self.pairs {
            if !game.parameters.iter().any(|parameter| parameter.name == name) {
                let names = game.parameters.iter().map(|parameter| parameter.name);
                let hint = match (nearest(name, names.clone()), names.clone().next()) {
                    (Some(near), _) => format!("did you mean {near}?"),
                    (None, Some(_)) => format!("it has {}", names.collect::<Vec<_>>().join(", ")),
                    (None, None) => "it has none".to_owned(),
                };
                return Err(ParameterError::Unknown { game: game.name, name: name.clone(), hint });
            }
        }
        Ok(Values { parameters: self, game })
    }
}

/// The values that a game's parameters have: the given ones, and the defaults of the others.
///
/// # Panics
///
/// Every method panics when it is asked for a parameter that the game's own description does not have.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    parameters: &'a Parameters,
    game: &'a Description,
}

impl<'a> Values<'a> {
    /// All parameters that have a value, as a report shows them.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &'a str)> + use<'a> {
        let values = *self;
        let parameters: &'static [Parameter] = self.game.parameters;
        parameters.iter().filter_map(move |p| values.given(p.name).or(p.default).map(|value| (p.name, value)))
    }

    /// The value as it was typed.
    pub fn text(&self, name: &'static str) -> Result<&'a str, ParameterError> {
        let Some(described) = self.game.parameters.iter().find(|parameter| parameter.name == name) else {
            panic!("{} does not describe {name}", self.game.name);
        };
        self.given(name).or(described.default).ok_or(ParameterError::Missing {
            game: self.game.name,
            name,
            meaning: described.meaning,
        })
    }

    /// A whole number within limits.
    pub fn whole<N>(&self, name: &'static str, limits: RangeInclusive<N>) -> Result<N, ParameterError>
    where
        N: FromStr + PartialOrd + Display,
    {
        self.text(name)?.parse().ok().filter(|number| limits.contains(number)).map_or_else(
            || self.invalid(name, format!("expected a whole number from {} to {}", limits.start(), limits.end())),
            Ok,
        )
    }

    /// A finite number, with or without decimals.
    pub fn number(&self, name: &'static str) -> Result<f64, ParameterError> {
        self.text(name)?
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .map_or_else(|| self.invalid(name, "expected a number such as 3 or 0.25"), Ok)
    }

    /// One of several words, each with what it stands for.
    pub fn choice<T: Clone>(&self, name: &'static str, choices: &[(&'static str, T)]) -> Result<T, ParameterError> {
        let text = self.text(name)?;
        choices.iter().find(|(word, _)| *word == text).map(|(_, meaning)| meaning.clone()).map_or_else(
            || {
                let words = choices.iter().map(|&(word, _)| word);
                let hint = nearest(text, words.clone()).map(|near| format!("; did you mean {near}?"));
                let list = words.collect::<Vec<_>>().join(" or ");
                self.invalid(name, format!("expected {list}{}", hint.unwrap_or_default()))
            },
            Ok,
        )
    }

    /// `yes` or `no`.
    pub fn flag(&self, name: &'static str) -> Result<bool, ParameterError> {
        self.choice(name, &[("no", false), ("yes", true)])
    }

    /// The error that this parameter cannot have the value it has.
    pub fn invalid<T>(&self, name: &'static str, problem: impl Display) -> Result<T, ParameterError> {
        let value = self.text(name)?.to_owned();
        Err(ParameterError::Invalid { name, value, problem: problem.to_string() })
    }

    fn given(&self, name: &str) -> Option<&'a str> {
        self.parameters.pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The candidate that was probably meant by a misspelt word, if one is near enough to say so.
///
/// ```
/// use secateur_games::parameters::nearest;
///
/// assert_eq!(nearest("conect-for", ["connect-four", "tic-tac-toe"]), Some("connect-four"));
/// assert_eq!(nearest("chess", ["connect-four", "tic-tac-toe"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Distances grow with the product of the lengths; nobody misspells a name into hundreds of letters.
    if word.len() > 100 {
        return None;
    }
    let word = word.to_lowercase();
    let (distance, candidate) = candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, candidate), candidate))
        .min_by_key(|&(distance, _)| distance)?;
    // A third of the letters wrong is still a misspelling; more is another word.
    (distance <= candidate.chars().count().div_ceil(3)).then_some(candidate)
}

/// Foreign text inside a one-line message: control characters escaped, shortened where it is long.
pub(crate) fn shown(text: &str) -> Shown<'_> {
    Shown(text)
}

pub(crate) struct Shown<'a>(&'a str);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 60;
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        let mut letters = self.0.chars();
        for letter in letters.by_ref().take(LONGEST) {
            if letter.is_control() { write!(f, "{}", letter.escape_default())? } else { write!(f, "{letter}")? }
        }
        if letters.next().is_some() { f.write_str("…") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GAME: Description = Description {
        name: "sticks",
        summary: "take one or two",
        parameters: &[
            Parameter { name: "sticks", default: Some("10"), meaning: "how many at the start" },
            Parameter { name: "goal", default: Some("last"), meaning: "who wins" },
            Parameter { name: "prize", default: None, meaning: "what the winner gets" },
            Parameter { name: "loud", default: Some("no"), meaning: "whether to shout" },
        ],
    };

    fn message<T: fmt::Debug>(words: &[&str], get: impl Fn(Values<'_>) -> Result<T, ParameterError>) -> String {
        let parameters = match Parameters::parse(words) {
            Ok(parameters) => parameters,
            Err(error) => return error.to_string(),
        };
        match parameters.of(&GAME).and_then(get) {
            Ok(value) => format!("{value:?}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn given_values_win_over_defaults() {
        let sticks = |values: Values<'_>| values.whole::<u8>("sticks", 1..=100);
        assert_eq!(message(&[], sticks), "10");
        assert_eq!(message(&["sticks=21"], sticks), "21");
        assert_eq!(message(&["sticks= 21 "], sticks), "21");
        let parameters = Parameters::parse(["goal=first"]).unwrap();
        let all: Vec<_> = parameters.of(&GAME).unwrap().all().collect();
        assert_eq!(all, [("sticks", "10"), ("goal", "first"), ("loud", "no")]);
    }

    #[test]
    fn errors_name_the_parameter_the_value_and_what_was_expected() {
        let sticks = |values: Values<'_>| values.whole::<u8>("sticks", 1..=100);
        assert_eq!(message(&["sticks=many"], sticks), "sticks=many: expected a whole number from 1 to 100");
        assert_eq!(message(&["sticks=0"], sticks), "sticks=0: expected a whole number from 1 to 100");
        assert_eq!(message(&["sticks=300"], sticks), "sticks=300: expected a whole number from 1 to 100");
        assert_eq!(message(&["sticks="], sticks), "sticks=nothing: expected a whole number from 1 to 100");
        let goal = |values: Values<'_>| values.choice("goal", &[("last", 1), ("first", 2)]);
        assert_eq!(message(&["goal=frist"], goal), "goal=frist: expected last or first; did you mean first?");
        assert_eq!(message(&["goal=7"], goal), "goal=7: expected last or first");
        let prize = |values: Values<'_>| values.number("prize");
        assert_eq!(message(&[], prize), "sticks needs prize= (what the winner gets)");
        assert_eq!(message(&["prize=0.5"], prize), "0.5");
        for bad in ["prize=inf", "prize=NaN", "prize=1,5"] {
            let value = &bad[6..];
            assert_eq!(message(&[bad], prize), format!("prize={value}: expected a number such as 3 or 0.25"));
        }
        assert_eq!(message(&["loud=yes"], |values| values.flag("loud")), "true");
        assert_eq!(message(&["loud=maybe"], |values| values.flag("loud")), "loud=maybe: expected no or yes");
    }

    #[test]
    fn words_that_are_no_parameters_are_refused() {
        let nothing = |_: Values<'_>| Ok(());
        assert_eq!(message(&["stick=3"], nothing), "sticks has no parameter stick; did you mean sticks?");
        assert_eq!(message(&["colour=3"], nothing), "sticks has no parameter colour; it has sticks, goal, prize, loud");
        assert_eq!(message(&["=3"], nothing), "expected key=value, found =3");
        assert_eq!(message(&["goal=a", "goal=a"], nothing), "goal is given twice");
        assert_eq!(message(&["a\nb"], nothing), "expected key=value, found a\\nb");
    }

    proptest! {
        /// Whatever is typed, the answer is a value or one line.
        #[test]
        fn every_error_is_one_line(words in prop::collection::vec("\\PC{0,9}(=\\PC{0,90})?|sticks=.{0,5}|[a-z]{4}=\n", 0..4)) {
            let answer = match Parameters::parse(&words) {
                Err(error) => error.to_string(),
                Ok(parameters) => match parameters.of(&GAME).and_then(|v| v.whole::<u64>("sticks", 1..=9)) {
                    Err(error) => error.to_string(),
                    Ok(sticks) => { prop_assert!((1..=9).contains(&sticks)); String::new() }
                },
            };
            prop_assert!(!answer.contains('\n') && answer.chars().count() < 300, "{}", answer);
        }
    }
}
