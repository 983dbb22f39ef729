//! A plain interpreter of rule sheets: everything that holds in one position, by trying all facts in all conditions, stratum by
//! stratum. It shares no code with the crate.

use std::collections::{BTreeMap, BTreeSet};

/// A word, or a list of expressions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum E {
    W(String),
    L(Vec<E>),
}

type Facts = BTreeSet<E>;
type Bindings = BTreeMap<String, E>;

/// What a position shows.
pub(crate) struct Seen {
    pub(crate) facts: Vec<String>,
    pub(crate) over: bool,
    /// The names of both roles' moves.
    pub(crate) legal: [Vec<String>; 2],
    pub(crate) goals: [u32; 2],
}

pub(crate) struct Interpreter {
    /// Conclusions with their conditions, by stratum.
    strata: Vec<Vec<(E, Vec<E>)>>,
    roles: Vec<String>,
}

fn read(text: &str) -> Vec<E> {
    let plain: String = text.lines().map(|line| line.split(';').next().unwrap_or("").to_lowercase() + "\n").collect();
    let spaced = plain.replace('(', " ( ").replace(')', " ) ");
    let mut stack = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let done = E::L(stack.pop().unwrap());
                stack.last_mut().unwrap().push(done);
            }
            _ => stack.last_mut().unwrap().push(E::W(word.to_owned())),
        }
    }
    stack.pop().unwrap()
}

fn list(parts: &[&E]) -> E {
    E::L(parts.iter().map(|&part| part.clone()).collect())
}

fn word(text: &str) -> E {
    E::W(text.to_owned())
}

fn head(e: &E) -> &str {
    match e {
        E::W(word) => word,
        E::L(items) => head(&items[0]),
    }
}

fn shown(e: &E) -> String {
    match e {
        E::W(word) => word.clone(),
        E::L(items) => format!("{}({})", shown(&items[0]), items[1..].iter().map(shown).collect::<Vec<_>>().join(",")),
    }
}

fn fit(pattern: &E, fact: &E, bindings: &mut Bindings) -> bool {
    match (pattern, fact) {
        (E::W(name), _) if name.starts_with('?') => match bindings.get(name) {
            Some(bound) => bound == fact,
            None => {
                bindings.insert(name.clone(), fact.clone());
                true
            }
        },
        (E::W(one), E::W(other)) => one == other,
        (E::L(ones), E::L(others)) => {
            ones.len() == others.len() && ones.iter().zip(others).all(|(one, other)| fit(one, other, bindings))
        }
        _ => false,
    }
}

fn put(pattern: &E, bindings: &Bindings) -> E {
    match pattern {
        E::W(name) => bindings.get(name).unwrap_or(pattern).clone(),
        E::L(items) => E::L(items.iter().map(|item| put(item, bindings)).collect()),
    }
}

/// Every way in which the conditions hold.
fn ways(conditions: &[E], facts: &Facts, bindings: Bindings, found: &mut Vec<Bindings>) {
    let Some((first, rest)) = conditions.split_first() else { return found.push(bindings) };
    let items = match first {
        E::L(items) => &items[1..],
        E::W(_) => &[],
    };
    match head(first) {
        "or" => items.iter().for_each(|item| {
            let all: Vec<E> = std::iter::once(item.clone()).chain(rest.iter().cloned()).collect();
            ways(&all, facts, bindings.clone(), found);
        }),
        "and" => ways(&[items, rest].concat(), facts, bindings, found),
        "distinct" => {
            if put(&items[0], &bindings) != put(&items[1], &bindings) {
                ways(rest, facts, bindings, found);
            }
        }
        "not" => {
            let mut denied = Vec::new();
            ways(&items[..1], facts, bindings.clone(), &mut denied);
            if denied.is_empty() {
                ways(rest, facts, bindings, found);
            }
        }
        _ => {
            for fact in facts {
                let mut more = bindings.clone();
                if fit(first, fact, &mut more) {
                    ways(rest, facts, more, found);
                }
            }
        }
    }
}

/// The predicates of a condition, and whether they are denied.
fn predicates(condition: &E, denied: bool, found: &mut Vec<(String, bool)>) {
    match (head(condition), condition) {
        ("distinct", _) => {}
        ("not", E::L(items)) => predicates(&items[1], true, found),
        ("or" | "and", E::L(items)) => items[1..].iter().for_each(|item| predicates(item, denied, found)),
        (name, _) => found.push((name.to_owned(), denied)),
    }
}

/// What is asked for with variables bound comes first, so that what is denied or distinct is bound when it is asked.
fn in_order(conditions: &[E]) -> Vec<E> {
    let late = |condition: &E| matches!(head(condition), "not" | "distinct" | "or");
    let (last, first): (Vec<E>, Vec<E>) = conditions.iter().cloned().partition(late);
    [first, last].concat()
}

impl Interpreter {
    pub(crate) fn new(text: &str) -> Self {
        let mut rules = Vec::new();
        for expression in read(text) {
            match &expression {
                E::L(items) if items[0] == word("<=") => rules.push((items[1].clone(), in_order(&items[2..]))),
                _ => rules.push((expression, Vec::new())),
            }
        }
        let roles =
            rules.iter().filter(|(conclusion, _)| head(conclusion) == "role").map(|(conclusion, _)| match conclusion {
                E::L(items) => shown(&items[1]),
                E::W(_) => unreachable!("a role has a name"),
            });
        let roles = roles.collect();
        let mut level: BTreeMap<String, usize> = BTreeMap::new();
        loop {
            let before = level.clone();
            for (conclusion, conditions) in &rules {
                let mut found = Vec::new();
                conditions.iter().for_each(|condition| predicates(condition, false, &mut found));
                let needed = found
                    .iter()
                    .map(|(name, denied)| level.get(name).copied().unwrap_or(0) + usize::from(*denied))
                    .max();
                let own = level.entry(head(conclusion).to_owned()).or_default();
                *own = (*own).max(needed.unwrap_or(0));
            }
            if level == before {
                break;
            }
        }
        let highest = level.values().copied().max().unwrap_or(0);
        let mut strata = vec![Vec::new(); highest + 1];
        for rule in rules {
            strata[level[head(&rule.0)]].push(rule);
        }
        Self { strata, roles }
    }

    /// Everything that follows from these facts.
    fn all(&self, given: Facts) -> Facts {
        let mut facts = given;
        for stratum in &self.strata {
            loop {
                let mut new = Vec::new();
                for (conclusion, conditions) in stratum {
                    let mut found = Vec::new();
                    ways(conditions, &facts, Bindings::new(), &mut found);
                    new.extend(
                        found.iter().map(|bindings| put(conclusion, bindings)).filter(|fact| !facts.contains(fact)),
                    );
                }
                if new.is_empty() {
                    break;
                }
                facts.extend(new);
            }
        }
        facts
    }

    fn inside<'a>(facts: &'a Facts, name: &'a str) -> impl Iterator<Item = &'a [E]> {
        facts.iter().filter_map(move |fact| match fact {
            E::L(items) if items[0] == word(name) => Some(&items[1..]),
            _ => None,
        })
    }

    /// The facts of a position, each inside `true`.
    pub(crate) fn beginning(&self) -> Vec<String> {
        Self::inside(&self.all(Facts::new()), "init").map(|items| shown(&items[0])).collect()
    }

    fn position(facts: &[String]) -> Facts {
        facts.iter().map(|fact| list(&[&word("true"), &unshown(fact)])).collect()
    }

    pub(crate) fn look(&self, facts: &[String]) -> Seen {
        let all = self.all(Self::position(facts));
        let of = |name, role: &String| -> Vec<String> {
            let mut found: Vec<_> = Self::inside(&all, name)
                .filter(|items| shown(&items[0]) == *role)
                .map(|items| shown(&items[1]))
                .collect();
            found.sort();
            found
        };
        let mut facts = facts.to_vec();
        facts.sort();
        Seen {
            facts,
            over: all.contains(&word("terminal")),
            legal: [0, 1].map(|player| of("legal", &self.roles[player])),
            goals: [0, 1]
                .map(|player| of("goal", &self.roles[player]).first().map_or(0, |points| points.parse().unwrap())),
        }
    }

    pub(crate) fn after(&self, facts: &[String], moves: &[String; 2]) -> Vec<String> {
        let mut given = Self::position(facts);
        for (role, chosen) in self.roles.iter().zip(moves) {
            given.insert(list(&[&word("does"), &word(role), &unshown(chosen)]));
        }
        Self::inside(&self.all(given), "next").map(|items| shown(&items[0])).collect()
    }
}

/// A term that was shown as one word.
fn unshown(text: &str) -> E {
    match text.split_once('(') {
        None => word(text),
        Some((name, rest)) => {
            // Facts and moves of the fixtures have plain words inside.
            let parts = rest.trim_end_matches(')').split(',').map(word);
            E::L(std::iter::once(word(name)).chain(parts).collect())
        }
    }
}
