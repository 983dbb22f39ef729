//! From expressions to rules: a head, what must hold, what must not.

use std::collections::HashMap;

use super::read::{Expression, Kind, read};
use super::terms::{Symbol, Symbols};
use crate::error::{At, FormatError};

/// A term that may have variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pattern {
    Variable(u32),
    Term(Symbol, Vec<Pattern>),
}

/// `head` holds if all of `positive` do, none of `negative` does, and the two sides of each of `distinct` differ.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) at: At,
    pub(super) head: Pattern,
    pub(super) positive: Vec<Pattern>,
    pub(super) negative: Vec<Pattern>,
    pub(super) distinct: Vec<(Pattern, Pattern)>,
    pub(super) variables: usize,
}

/// The words that mean something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keywords {
    pub(super) role: Symbol,
    pub(super) init: Symbol,
    pub(super) truth: Symbol,
    pub(super) next: Symbol,
    pub(super) legal: Symbol,
    pub(super) does: Symbol,
    pub(super) goal: Symbol,
    pub(super) terminal: Symbol,
}

/// A rule sheet.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    pub(super) rules: Vec<Rule>,
    /// Max and Min.
    pub(super) roles: [Symbol; 2],
    pub(super) symbols: Symbols,
    pub(super) keywords: Keywords,
}

/// A condition, once `or` and `and` are gone.
#[derive(Clone, Debug)]
enum Literal {
    Holds(Pattern),
    HoldsNot(Pattern),
    Distinct(Pattern, Pattern),
}

/// No rule stands for more than this, once its `or` are written out.
const MOST_ALTERNATIVES: usize = 1_000;

/// How many arguments the words that mean something have.
const ARITIES: [(&str, usize); 9] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("next", 1),
    ("legal", 2),
    ("does", 2),
    ("goal", 2),
    ("terminal", 0),
    ("distinct", 2),
];

impl Sheet {
    /// Reads all rules and looks at each.
    pub(super) fn read(text: &str) -> Result<Self, FormatError> {
        let expressions = read(text)?;
        let mut symbols = Symbols::default();
        let mut keyword = |word| symbols.number(word);
        let keywords = Keywords {
            role: keyword("role"),
            init: keyword("init"),
            truth: keyword("true"),
            next: keyword("next"),
            legal: keyword("legal"),
            does: keyword("does"),
            goal: keyword("goal"),
            terminal: keyword("terminal"),
        };
        let arities = ARITIES.iter().map(|&(word, arity)| (symbols.number(word), arity)).collect();
        let mut reader = Reader { symbols, arities, rules: Vec::new() };
        for expression in &expressions {
            reader.rule(expression)?;
        }
        let Reader { symbols, rules, .. } = reader;
        let roles: Vec<(At, Symbol)> = rules.iter().filter_map(|rule| role_of(rule, keywords.role)).collect();
        if let Some(&(at, _)) = roles.iter().find(|(_, role)| symbols.name(*role) == "random") {
            return Err(at.error("two players and no chance", "the role `random`"));
        }
        match roles[..] {
            [(_, max), (_, min)] if max != min => Ok(Self { rules, roles: [max, min], symbols, keywords }),
            _ => {
                let at = roles.get(2).map_or(At::START, |(at, _)| *at);
                Err(at.error("two roles, such as `(role first) (role second)`", format!("{}", roles.len())))
            }
        }
    }
}

/// The role that a fact names.
fn role_of(rule: &Rule, keyword: Symbol) -> Option<(At, Symbol)> {
    match &rule.head {
        Pattern::Term(symbol, arguments) if *symbol == keyword => match arguments.first() {
            Some(Pattern::Term(role, nothing)) if nothing.is_empty() => Some((rule.at, *role)),
            _ => None,
        },
        _ => None,
    }
}

/// Reads rules one after the other.
struct Reader {
    symbols: Symbols,
    /// How many arguments each predicate had where it came first.
    arities: HashMap<Symbol, usize>,
    rules: Vec<Rule>,
}

impl Reader {
    fn rule(&mut self, expression: &Expression) -> Result<(), FormatError> {
        let mut names = Vec::new();
        let (head, body) = match &expression.kind {
            Kind::List(items) if matches!(items.first().map(|first| &first.kind), Some(Kind::Word(word)) if word == "<=") =>
            {
                let Some(head) = items.get(1) else {
                    return Err(expression.at.error("`(<= conclusion condition …)`", expression.shown()));
                };
                (head, &items[2..])
            }
            _ => (expression, &[][..]),
        };
        let conclusion = self.atom(head, &mut names)?;
        if let Kind::List(items) = &head.kind
            && let Some(Kind::Word(word)) = items.first().map(|first| &first.kind)
            && matches!(word.as_str(), "true" | "does" | "distinct" | "not" | "or" | "and" | "sees")
        {
            let expected = if word == "sees" { "a sheet in which players see everything" } else { "a conclusion" };
            return Err(head.at.error(expected, head.shown()));
        }
        let mut alternatives = vec![Vec::new()];
        for condition in body {
            let more = self.condition(condition, true, &mut names)?;
            alternatives = product(&alternatives, &more, condition.at)?;
        }
        for literals in alternatives {
            let mut rule = Rule {
                at: expression.at,
                head: conclusion.clone(),
                positive: Vec::new(),
                negative: Vec::new(),
                distinct: Vec::new(),
                variables: names.len(),
            };
            for literal in literals {
                match literal {
                    Literal::Holds(atom) => rule.positive.push(atom),
                    Literal::HoldsNot(atom) => rule.negative.push(atom),
                    Literal::Distinct(one, other) => rule.distinct.push((one, other)),
                }
            }
            check_bound(&rule, &names)?;
            self.rules.push(rule);
        }
        Ok(())
    }

    /// The ways in which a condition can hold, or fail to hold.
    fn condition(
        &mut self,
        expression: &Expression,
        holds: bool,
        names: &mut Vec<String>,
    ) -> Result<Vec<Vec<Literal>>, FormatError> {
        let (word, items) = match &expression.kind {
            Kind::List(items) => match items.first().map(|first| &first.kind) {
                Some(Kind::Word(word)) => (word.as_str(), &items[1..]),
                _ => ("", &[][..]),
            },
            Kind::Word(_) => ("", &[][..]),
        };
        match (word, items) {
            ("not", [denied]) => self.condition(denied, !holds, names),
            ("not", _) => Err(expression.at.error("`(not condition)`", expression.shown())),
            ("or" | "and", _) => {
                // What is denied holds the other way round.
                let each = (word == "and") == holds;
                let mut alternatives = if each { vec![Vec::new()] } else { Vec::new() };
                for item in items {
                    let more = self.condition(item, holds, names)?;
                    if each {
                        alternatives = product(&alternatives, &more, item.at)?;
                    } else {
                        alternatives.extend(more);
                    }
                }
                Ok(alternatives)
            }
            ("distinct", [one, other]) if holds => {
                let (one, other) = (self.term(one, names)?, self.term(other, names)?);
                Ok(vec![vec![Literal::Distinct(one, other)]])
            }
            ("distinct", _) => Err(expression.at.error("`(distinct one other)`, not denied", expression.shown())),
            ("sees", _) => Err(expression.at.error("a sheet in which players see everything", "`sees`")),
            _ => {
                let atom = self.atom(expression, names)?;
                Ok(vec![vec![if holds { Literal::Holds(atom) } else { Literal::HoldsNot(atom) }]])
            }
        }
    }

    /// Something that holds or does not.
    fn atom(&mut self, expression: &Expression, names: &mut Vec<String>) -> Result<Pattern, FormatError> {
        let pattern = self.term(expression, names)?;
        let Pattern::Term(symbol, arguments) = &pattern else {
            return Err(expression.at.error("a predicate", expression.shown()));
        };
        let arity = *self.arities.entry(*symbol).or_insert(arguments.len());
        if arity != arguments.len() {
            let name = self.symbols.name(*symbol);
            let expected = format!("{arity} argument{} of {name}", if arity == 1 { "" } else { "s" });
            return Err(expression.at.error(expected, format!("{}", arguments.len())));
        }
        Ok(pattern)
    }

    fn term(&mut self, expression: &Expression, names: &mut Vec<String>) -> Result<Pattern, FormatError> {
        match &expression.kind {
            Kind::Word(word) if word.starts_with('?') => {
                let known = names.iter().position(|name| name == word);
                Ok(Pattern::Variable(known.unwrap_or_else(|| {
                    names.push(word.clone());
                    names.len() - 1
                }) as u32))
            }
            Kind::Word(word) => Ok(Pattern::Term(self.symbols.number(word), Vec::new())),
            Kind::List(items) => match items.split_first() {
                Some((Expression { kind: Kind::Word(word), .. }, rest)) if !word.starts_with('?') => {
                    let symbol = self.symbols.number(word);
                    let arguments = rest.iter().map(|item| self.term(item, names)).collect::<Result<_, _>>()?;
                    Ok(Pattern::Term(symbol, arguments))
                }
                _ => Err(expression.at.error("a list that begins with a name", expression.shown())),
            },
        }
    }
}

/// Each of the one with each of the other.
fn product(ones: &[Vec<Literal>], others: &[Vec<Literal>], at: At) -> Result<Vec<Vec<Literal>>, FormatError> {
    if ones.len().saturating_mul(others.len()) > MOST_ALTERNATIVES {
        return Err(at.error(format!("a rule with at most {MOST_ALTERNATIVES} alternatives"), "more"));
    }
    Ok(ones.iter().flat_map(|one| others.iter().map(move |other| [&one[..], &other[..]].concat())).collect())
}

/// Every variable stands in a condition that is not denied, so that there is something to put in its place.
fn check_bound(rule: &Rule, names: &[String]) -> Result<(), FormatError> {
    let mut bound = vec![false; names.len()];
    rule.positive.iter().for_each(|atom| mark(atom, &mut bound));
    let mut needed = vec![false; names.len()];
    mark(&rule.head, &mut needed);
    rule.negative.iter().for_each(|atom| mark(atom, &mut needed));
    rule.distinct.iter().for_each(|(one, other)| {
        mark(one, &mut needed);
        mark(other, &mut needed);
    });
    match (0..names.len()).find(|&variable| needed[variable] && !bound[variable]) {
        None => Ok(()),
        Some(variable) => {
            let expected = format!("{} in a condition that is not denied", names[variable].escape_debug());
            Err(rule.at.error(expected, "it only elsewhere"))
        }
    }
}

fn mark(pattern: &Pattern, found: &mut [bool]) {
    match pattern {
        Pattern::Variable(variable) => found[*variable as usize] = true,
        Pattern::Term(_, arguments) => arguments.iter().for_each(|argument| mark(argument, found)),
    }
}
