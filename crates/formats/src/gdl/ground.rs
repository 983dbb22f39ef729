//! Which instances of the rules can ever matter.
//!
//! Predicates that depend neither on the position nor on moves are worked out once and for all, in an order in which what is denied is
//! known before it is asked. For the rest, everything is collected that could hold in some position if nothing were ever denied: facts of
//! the beginning, what may come next, what may be legal and hence be done. Each new fact is put into the conditions that it fits, and the other
//! conditions are looked up by what is known of them, so that no rule is tried that cannot fire.

use std::collections::{HashMap, HashSet};

use super::rules::{Pattern, Rule, Sheet};
use super::terms::{Symbol, Term, Terms};
use crate::error::{At, FormatError};

/// More instances than this are a mistake, or more than a search could use.
const MOST_INSTANCES: usize = 2_000_000;

/// Terms that lie in so many others come from a rule that leads to ever larger ones.
const DEEPEST: u32 = 100;

/// An instance of a rule, without what is settled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Instance {
    pub(super) at: At,
    pub(super) head: Term,
    pub(super) positive: Vec<Term>,
    pub(super) negative: Vec<Term>,
}

/// A sheet written out.
#[derive(Clone, Debug)]
pub(super) struct Grounded {
    pub(super) terms: Terms,
    /// What holds at the beginning, as terms inside `init`.
    pub(super) beginning: Vec<Term>,
    /// What could hold in a position, as terms inside `true`.
    pub(super) facts: Vec<Term>,
    /// The moves of each role that could be legal.
    pub(super) moves: [Vec<Term>; 2],
    /// Rules whose conditions depend on the position or on moves.
    pub(super) instances: Vec<Instance>,
    /// What holds always, of all predicates.
    pub(super) always: HashSet<Term>,
}

/// Writes a sheet out.
pub(super) fn ground(sheet: &Sheet) -> Result<Grounded, FormatError> {
    let keywords = sheet.keywords;
    let dynamic = dynamic_predicates(sheet);
    let mut grounder = Grounder {
        sheet,
        terms: Terms::default(),
        store: Store::default(),
        settled: HashSet::new(),
        queue: Vec::new(),
        seen: HashSet::new(),
        instances: Vec::new(),
    };
    for stratum in strata(sheet, &dynamic)? {
        let rules: Vec<usize> =
            (0..sheet.rules.len()).filter(|&rule| stratum.contains(&head_symbol(&sheet.rules[rule]))).collect();
        grounder.run(&rules, &stratum, false)?;
        grounder.settled.extend(stratum);
    }
    let always = grounder.store.known.clone();
    let beginning: Vec<Term> =
        grounder.store.of(keywords.init).iter().map(|&init| grounder.terms.arguments(init)[0]).collect();
    for &fact in &beginning {
        let holds = grounder.terms.number(keywords.truth, [fact].into());
        grounder.queue.push(holds);
    }
    let rules: Vec<usize> =
        (0..sheet.rules.len()).filter(|&rule| dynamic.contains(&head_symbol(&sheet.rules[rule]))).collect();
    // What is always legal can always be done; what always comes next can be true.
    for &atom in grounder.store.of(keywords.legal).to_vec().iter().chain(&grounder.store.of(keywords.next).to_vec()) {
        grounder.consequence(atom);
    }
    grounder.run(&rules, &dynamic, true)?;
    let facts = grounder.store.of(keywords.truth).iter().map(|&holds| grounder.terms.arguments(holds)[0]).collect();
    let mut moves = [Vec::new(), Vec::new()];
    for &done in grounder.store.of(keywords.does) {
        let &[role, chosen] = grounder.terms.arguments(done) else { continue };
        if let Some(player) = sheet.roles.iter().position(|&known| known == grounder.terms.symbol(role)) {
            moves[player].push(chosen);
        }
    }
    let Grounder { terms, instances, .. } = grounder;
    Ok(Grounded { terms, beginning, facts, moves, instances, always })
}

fn head_symbol(rule: &Rule) -> Symbol {
    symbol_of(&rule.head)
}

/// The predicate of an atom.
fn symbol_of(atom: &Pattern) -> Symbol {
    match atom {
        Pattern::Term(symbol, _) => *symbol,
        Pattern::Variable(_) => unreachable!("an atom begins with a predicate"),
    }
}

/// The predicates that depend on the position or on moves.
fn dynamic_predicates(sheet: &Sheet) -> HashSet<Symbol> {
    let mut dynamic = HashSet::from([sheet.keywords.truth, sheet.keywords.does]);
    loop {
        let before = dynamic.len();
        for rule in &sheet.rules {
            if rule.positive.iter().chain(&rule.negative).any(|atom| dynamic.contains(&symbol_of(atom))) {
                dynamic.insert(head_symbol(rule));
            }
        }
        if dynamic.len() == before {
            return dynamic;
        }
    }
}

/// The other predicates in an order in which each comes after those that it depends on; those that depend on each other together.
fn strata(sheet: &Sheet, dynamic: &HashSet<Symbol>) -> Result<Vec<HashSet<Symbol>>, FormatError> {
    let mut predicates: Vec<Symbol> = Vec::new();
    let mut needs: HashMap<Symbol, HashSet<Symbol>> = HashMap::new();
    for rule in sheet.rules.iter().filter(|rule| !dynamic.contains(&head_symbol(rule))) {
        let head = head_symbol(rule);
        if !needs.contains_key(&head) {
            predicates.push(head);
        }
        needs.entry(head).or_default().extend(rule.positive.iter().chain(&rule.negative).map(symbol_of));
    }
    if let Some(rule) = sheet
        .rules
        .iter()
        .find(|rule| head_symbol(rule) == sheet.keywords.init && dynamic.contains(&sheet.keywords.init))
    {
        return Err(rule.at.error("a beginning that depends on nothing", "a condition on the position or on moves"));
    }
    // Reaching each other is rare and sheets have few predicates, so that the plain way is good enough.
    let reach = |from: Symbol| {
        let (mut found, mut open) = (HashSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            for &need in needs.get(&next).into_iter().flatten() {
                if found.insert(need) {
                    open.push(need);
                }
            }
        }
        found
    };
    let reached: HashMap<Symbol, HashSet<Symbol>> = predicates.iter().map(|&symbol| (symbol, reach(symbol))).collect();
    for rule in sheet.rules.iter().filter(|rule| !dynamic.contains(&head_symbol(rule))) {
        let head = head_symbol(rule);
        let denied = rule.negative.iter().map(symbol_of);
        if let Some(denied) = denied
            .into_iter()
            .find(|&denied| denied == head || reached.get(&denied).is_some_and(|below| below.contains(&head)))
        {
            let name = sheet.symbols.name(denied).to_owned();
            return Err(rule
                .at
                .error("a condition that does not deny what it leads to", format!("`(not ({name} …))`")));
        }
    }
    let mut strata: Vec<HashSet<Symbol>> = Vec::new();
    let mut placed: HashSet<Symbol> = HashSet::new();
    // What reaches less comes first: whoever needs a predicate reaches all that it reaches, and it.
    predicates.sort_by_key(|symbol| reached[symbol].len());
    for symbol in predicates {
        if !placed.contains(&symbol) {
            let mut stratum: HashSet<Symbol> = reached[&symbol]
                .iter()
                .copied()
                .filter(|other| reached.get(other).is_some_and(|back| back.contains(&symbol)))
                .collect();
            stratum.insert(symbol);
            placed.extend(&stratum);
            strata.push(stratum);
        }
    }
    Ok(strata)
}

/// What is known, by predicate and by what stands where.
#[derive(Default)]
struct Store {
    known: HashSet<Term>,
    by_predicate: HashMap<Symbol, Vec<Term>>,
    by_place: HashMap<(Symbol, Place), Vec<Term>>,
}

/// What stands at a place of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// This term, as an argument.
    Argument(u8, Term),
    /// Something with this name and arguments of its own, as an argument.
    Named(u8, Symbol),
    /// This term, as an argument of an argument.
    Within(u8, u8, Term),
}

impl Store {
    fn of(&self, predicate: Symbol) -> &[Term] {
        self.by_predicate.get(&predicate).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, terms: &Terms, atom: Term) -> bool {
        if !self.known.insert(atom) {
            return false;
        }
        let predicate = terms.symbol(atom);
        self.by_predicate.entry(predicate).or_default().push(atom);
        for (i, &argument) in terms.arguments(atom).iter().enumerate().take(250) {
            let mut add = |place| self.by_place.entry((predicate, place)).or_default().push(atom);
            add(Place::Argument(i as u8, argument));
            let within = terms.arguments(argument);
            if !within.is_empty() {
                add(Place::Named(i as u8, terms.symbol(argument)));
                within.iter().enumerate().take(250).for_each(|(j, &part)| add(Place::Within(i as u8, j as u8, part)));
            }
        }
        true
    }

    /// The shortest list of atoms among which are all that a condition can be.
    fn candidates(&self, terms: &mut Terms, atom: &Pattern, bindings: &[Option<Term>]) -> &[Term] {
        let Pattern::Term(predicate, arguments) = atom else { return &[] };
        let mut best = self.of(*predicate);
        let mut consider = |place| {
            let list = self.by_place.get(&(*predicate, place)).map_or(&[][..], Vec::as_slice);
            if list.len() < best.len() {
                best = list;
            }
        };
        for (i, argument) in arguments.iter().enumerate().take(250) {
            if let Some(term) = instance(terms, argument, bindings) {
                consider(Place::Argument(i as u8, term));
            } else if let Pattern::Term(name, within) = argument {
                consider(Place::Named(i as u8, *name));
                for (j, part) in within.iter().enumerate().take(250) {
                    if let Some(term) = instance(terms, part, bindings) {
                        consider(Place::Within(i as u8, j as u8, term));
                    }
                }
            }
        }
        best
    }
}

/// A term with everything put in, if all its variables are bound.
fn instance(terms: &mut Terms, pattern: &Pattern, bindings: &[Option<Term>]) -> Option<Term> {
    match pattern {
        Pattern::Variable(variable) => bindings[*variable as usize],
        Pattern::Term(symbol, arguments) => {
            let arguments =
                arguments.iter().map(|argument| instance(terms, argument, bindings)).collect::<Option<_>>()?;
            Some(terms.number(*symbol, arguments))
        }
    }
}

/// Binds variables so that a pattern is a term; says whether that can be. What was bound is noted on the trail.
fn fit(terms: &Terms, pattern: &Pattern, term: Term, bindings: &mut [Option<Term>], trail: &mut Vec<u32>) -> bool {
    match pattern {
        Pattern::Variable(variable) => match bindings[*variable as usize] {
            Some(bound) => bound == term,
            None => {
                bindings[*variable as usize] = Some(term);
                trail.push(*variable);
                true
            }
        },
        Pattern::Term(symbol, arguments) => {
            let found = terms.arguments(term);
            terms.symbol(term) == *symbol
                && found.len() == arguments.len()
                && arguments.iter().zip(found.to_vec()).all(|(part, term)| fit(terms, part, term, bindings, trail))
        }
    }
}

struct Grounder<'s> {
    sheet: &'s Sheet,
    terms: Terms,
    store: Store,
    /// Predicates of which everything is known.
    settled: HashSet<Symbol>,
    queue: Vec<Term>,
    seen: HashSet<Instance>,
    instances: Vec<Instance>,
}

impl Grounder<'_> {
    /// Finds everything that some rules lead to. `growing` are the predicates of which more may come to be known meanwhile; `kept` says whether
    /// instances are written down.
    fn run(&mut self, rules: &[usize], growing: &HashSet<Symbol>, kept: bool) -> Result<(), FormatError> {
        let sheet = self.sheet;
        // Where each predicate that may grow stands in conditions.
        let mut occurs: HashMap<Symbol, Vec<(usize, usize)>> = HashMap::new();
        for &rule in rules {
            let growing_ones =
                sheet.rules[rule].positive.iter().enumerate().filter(|(_, atom)| growing.contains(&symbol_of(atom)));
            let mut any = false;
            for (place, atom) in growing_ones {
                occurs.entry(symbol_of(atom)).or_default().push((rule, place));
                any = true;
            }
            if !any {
                self.fire(rule, None, kept)?;
            }
        }
        while let Some(atom) = self.queue.pop() {
            if !self.store.add(&self.terms, atom) {
                continue;
            }
            for &(rule, place) in occurs.get(&self.terms.symbol(atom)).into_iter().flatten() {
                self.fire(rule, Some((place, atom)), kept)?;
            }
        }
        Ok(())
    }

    /// Finds all instances of a rule, of which one condition may be given.
    fn fire(&mut self, rule: usize, given: Option<(usize, Term)>, kept: bool) -> Result<(), FormatError> {
        let rule = &self.sheet.rules[rule];
        let mut bindings = vec![None; rule.variables];
        let mut left: Vec<usize> = (0..rule.positive.len()).collect();
        if let Some((place, atom)) = given {
            if !fit(&self.terms, &rule.positive[place], atom, &mut bindings, &mut Vec::new()) {
                return Ok(());
            }
            left.retain(|&other| other != place);
        }
        self.join(rule, &mut left, &mut bindings, kept)
    }

    fn join(
        &mut self,
        rule: &Rule,
        left: &mut Vec<usize>,
        bindings: &mut Vec<Option<Term>>,
        kept: bool,
    ) -> Result<(), FormatError> {
        for (one, other) in &rule.distinct {
            let (one, other) = (instance(&mut self.terms, one, bindings), instance(&mut self.terms, other, bindings));
            if one.is_some() && one == other {
                return Ok(());
            }
        }
        // The condition that leaves least to try comes next.
        let shortest = (0..left.len())
            .min_by_key(|&place| self.store.candidates(&mut self.terms, &rule.positive[left[place]], bindings).len());
        let Some(place) = shortest else { return self.conclude(rule, bindings, kept) };
        let condition = left.swap_remove(place);
        let candidates = self.store.candidates(&mut self.terms, &rule.positive[condition], bindings).to_vec();
        let mut trail = Vec::new();
        for candidate in candidates {
            if fit(&self.terms, &rule.positive[condition], candidate, bindings, &mut trail) {
                self.join(rule, left, bindings, kept)?;
            }
            trail.drain(..).for_each(|variable| bindings[variable as usize] = None);
        }
        left.push(condition);
        Ok(())
    }

    /// Writes an instance down, all variables of which are bound.
    fn conclude(&mut self, rule: &Rule, bindings: &[Option<Term>], kept: bool) -> Result<(), FormatError> {
        let atoms = |patterns: &[Pattern], terms: &mut Terms| -> Vec<Term> {
            patterns.iter().filter_map(|atom| instance(terms, atom, bindings)).collect()
        };
        let (mut positive, mut negative) =
            (atoms(&rule.positive, &mut self.terms), atoms(&rule.negative, &mut self.terms));
        let settled = |terms: &Terms, atom: &Term| self.settled.contains(&terms.symbol(*atom));
        if negative.iter().any(|atom| settled(&self.terms, atom) && self.store.known.contains(atom)) {
            return Ok(());
        }
        positive.retain(|atom| !settled(&self.terms, atom));
        negative.retain(|atom| !settled(&self.terms, atom) && self.exists(*atom));
        let Some(head) = instance(&mut self.terms, &rule.head, bindings) else { return Ok(()) };
        if self.terms.depth(head) > DEEPEST {
            return Err(rule.at.error(format!("rules that lead to at most {DEEPEST} terms inside each other"), "more"));
        }
        self.queue.push(head);
        if kept {
            self.consequence(head);
            positive.sort_unstable();
            positive.dedup();
            negative.sort_unstable();
            negative.dedup();
            let instance = Instance { at: rule.at, head, positive, negative };
            if self.seen.insert(instance.clone()) {
                self.instances.push(instance);
            }
        }
        if self.instances.len() > MOST_INSTANCES || self.terms.len() > 4 * MOST_INSTANCES {
            return Err(rule.at.error(format!("rules with at most {MOST_INSTANCES} instances"), "more"));
        }
        Ok(())
    }

    /// Whether some rule could lead to this predicate, or the game itself can.
    fn exists(&self, atom: Term) -> bool {
        let symbol = self.terms.symbol(atom);
        let keywords = self.sheet.keywords;
        symbol == keywords.truth
            || symbol == keywords.does
            || self.sheet.rules.iter().any(|rule| head_symbol(rule) == symbol)
    }

    /// What may come next can be true, and what may be legal can be done.
    fn consequence(&mut self, atom: Term) {
        let keywords = self.sheet.keywords;
        let symbol = self.terms.symbol(atom);
        let becomes = match symbol {
            _ if symbol == keywords.next => keywords.truth,
            _ if symbol == keywords.legal => keywords.does,
            _ => return,
        };
        let arguments = self.terms.arguments(atom).into();
        let becomes = self.terms.number(becomes, arguments);
        self.queue.push(becomes);
    }
}
