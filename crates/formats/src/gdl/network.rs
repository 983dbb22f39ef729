//! The written-out rules as a network of conditions, run for up to 64 cases at once: one bit of a word each.
//!
//! Conditions stand in an order in which each comes after those that it needs. Some need each other (who is connected with whom): these
//! are run together until nothing changes.

use std::collections::{HashMap, HashSet};

use super::ground::{Grounded, Instance};
use super::rules::Sheet;
use super::terms::{Symbols, Term, Terms};
use crate::error::FormatError;

/// How many cases are run at once.
pub(super) const LANES: usize = 64;

/// The network of a rule sheet.
#[derive(Clone, Debug)]
pub(super) struct Network {
    /// How many facts a position is made of. They are the first values.
    pub(super) facts: usize,
    /// The facts of the beginning.
    pub(super) beginning: Vec<usize>,
    /// The moves of Max and of Min, by number; the values behind the facts say which of them are made.
    pub(super) moves: [Vec<Input>; 2],
    /// Where it stands whether the game is over.
    pub(super) terminal: Wire,
    /// What each role gets where this holds.
    pub(super) goals: [Vec<(Wire, f64)>; 2],
    /// Where each fact of the next position stands.
    next: Vec<Wire>,
    /// What a position shows: whether it is over, what is legal, what the goals are.
    look: Program,
    /// What the next position is.
    step: Program,
    values: usize,
    /// The names of facts.
    pub(super) fact_names: Vec<String>,
}

/// A move that a role may have.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// Where it stands whether it is made.
    made: usize,
    pub(super) legal: Wire,
    pub(super) name: String,
}

/// Where a condition stands, unless it is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wire {
    Always,
    Never,
    Value(usize),
}

/// Conditions in an order in which they can be run.
#[derive(Clone, Debug, Default)]
struct Program {
    gates: Vec<Gate>,
    /// Where each alternative of a gate begins among the literals; one more for the end.
    alternatives: Vec<u32>,
    /// A value's place, doubled, and one more where it is denied.
    literals: Vec<u32>,
}

#[derive(Clone, Debug)]
enum Gate {
    /// The value at this place holds if one of these alternatives does.
    Any { target: u32, from: u32, to: u32 },
    /// So many of the gates that follow are run until nothing changes.
    Together(u32),
}

impl Network {
    /// Builds the network.
    pub(super) fn new(sheet: &Sheet, grounded: Grounded) -> Result<Self, FormatError> {
        let Grounded { mut terms, beginning, facts, moves, instances, always } = grounded;
        let keywords = sheet.keywords;
        // A move that can be legal needs a place; so do facts, and everything that a rule concludes.
        let mut places: HashMap<Term, usize> = HashMap::new();
        for &fact in &facts {
            let atom = terms.number(keywords.truth, [fact].into());
            places.insert(atom, places.len());
        }
        let fact_count = places.len();
        let roles = sheet.roles.map(|role| terms.number(role, [].into()));
        let mut inputs = [Vec::new(), Vec::new()];
        for (player, moves) in moves.iter().enumerate() {
            for &chosen in moves {
                let atom = terms.number(keywords.does, [roles[player], chosen].into());
                inputs[player].push((chosen, places.len()));
                places.insert(atom, places.len());
            }
        }
        let given = places.len();
        let mut by_head: HashMap<Term, Vec<&Instance>> = HashMap::new();
        for instance in &instances {
            by_head.entry(instance.head).or_default().push(instance);
        }
        let mut heads: Vec<Term> = by_head.keys().copied().collect();
        heads.sort_unstable();
        for &head in &heads {
            if !always.contains(&head) {
                places.insert(head, places.len());
            }
        }
        let wire = |atom: Option<Term>| match atom {
            Some(atom) if always.contains(&atom) => Wire::Always,
            Some(atom) => places.get(&atom).map_or(Wire::Never, |&place| Wire::Value(place)),
            None => Wire::Never,
        };
        let legal: [Vec<Wire>; 2] = [0, 1].map(|player| {
            let atom = |&(chosen, _): &(Term, usize)| terms.number(keywords.legal, [roles[player], chosen].into());
            inputs[player].iter().map(atom).collect::<Vec<_>>().into_iter().map(|atom| wire(Some(atom))).collect()
        });
        let next: Vec<Wire> = facts
            .iter()
            .map(|&fact| terms.number(keywords.next, [fact].into()))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|atom| wire(Some(atom)))
            .collect();
        let terminal = wire(Some(terms.number(keywords.terminal, [].into())));
        let mut goals = [Vec::new(), Vec::new()];
        for &atom in heads.iter().chain(always.iter().filter(|&&atom| terms.symbol(atom) == keywords.goal)) {
            if terms.symbol(atom) != keywords.goal {
                continue;
            }
            let &[role, points] = terms.arguments(atom) else { continue };
            if let (Some(player), Ok(points)) =
                (roles.iter().position(|&known| known == role), sheet.symbols.name(terms.symbol(points)).parse::<u32>())
            {
                goals[player].push((wire(Some(atom)), f64::from(points)));
            } else {
                let at = by_head.get(&atom).map_or(crate::error::At::START, |rules| rules[0].at);
                return Err(at.error("a goal of a role from 0 to 100", terms.shown(&sheet.symbols, atom)));
            }
        }
        goals.iter_mut().for_each(|goals| goals.sort_by(|one, other| one.1.total_cmp(&other.1)));
        let builder =
            Builder { by_head: &by_head, places: &places, always: &always, terms: &terms, symbols: &sheet.symbols };
        let seen = legal.iter().flatten().chain([&terminal]).chain(goals.iter().flatten().map(|(wire, _)| wire));
        let look = builder.program(seen.copied(), given)?;
        if let Some(place) = look
            .literals
            .iter()
            .map(|literal| literal / 2)
            .find(|&place| (fact_count..given).contains(&(place as usize)))
        {
            let atom = places.iter().find(|(_, known)| **known == place as usize).map(|(&atom, _)| atom);
            let shown = atom.map_or_else(String::new, |atom| terms.shown(&sheet.symbols, atom));
            return Err(crate::error::At::START
                .error("`legal`, `goal` and `terminal` that depend on the position alone", shown));
        }
        let step = builder.program(next.iter().copied(), given)?;
        let fact_places: HashMap<Term, usize> = facts.iter().enumerate().map(|(place, &fact)| (fact, place)).collect();
        let named = |(player, inputs): (usize, Vec<(Term, usize)>)| -> Vec<Input> {
            let input = |((chosen, made), &legal): ((Term, usize), &Wire)| Input {
                made,
                legal,
                name: terms.shown(&sheet.symbols, chosen),
            };
            inputs.into_iter().zip(&legal[player]).map(input).collect()
        };
        let [max, min] = inputs;
        Ok(Self {
            facts: fact_count,
            beginning: beginning.iter().filter_map(|fact| fact_places.get(fact).copied()).collect(),
            moves: [named((0, max)), named((1, min))],
            terminal,
            goals,
            next,
            look,
            step,
            values: places.len(),
            fact_names: facts.iter().map(|&fact| terms.shown(&sheet.symbols, fact)).collect(),
        })
    }

    /// Room for values.
    pub(super) fn room(&self) -> Vec<u64> {
        vec![0; self.values]
    }

    /// From facts to all that a position shows.
    pub(super) fn look(&self, values: &mut [u64]) {
        self.look.run(values);
    }

    /// From one position and one pair of moves in each lane to the facts of the next positions.
    pub(super) fn step(&self, position: &[u64], pairs: &[(u32, u32)], values: &mut [u64]) {
        debug_assert!(pairs.len() <= LANES);
        for (fact, value) in values[..self.facts].iter_mut().enumerate() {
            *value = if position[fact / 64] >> (fact % 64) & 1 == 1 { u64::MAX } else { 0 };
        }
        self.moves.iter().flatten().for_each(|input| values[input.made] = 0);
        for (lane, &(row, column)) in pairs.iter().enumerate() {
            values[self.moves[0][row as usize].made] |= 1 << lane;
            values[self.moves[1][column as usize].made] |= 1 << lane;
        }
        self.step.run(values);
        let next: Vec<u64> = self.next.iter().map(|&wire| read(values, wire)).collect();
        values[..self.facts].copy_from_slice(&next);
    }
}

/// The lanes in which something holds.
pub(super) fn read(values: &[u64], wire: Wire) -> u64 {
    match wire {
        Wire::Always => u64::MAX,
        Wire::Never => 0,
        Wire::Value(place) => values[place],
    }
}

impl Program {
    fn run(&self, values: &mut [u64]) {
        let mut at = 0;
        while at < self.gates.len() {
            match self.gates[at] {
                Gate::Any { .. } => {
                    self.any(at, values);
                    at += 1;
                }
                Gate::Together(count) => {
                    let gates = at + 1..at + 1 + count as usize;
                    for gate in gates.clone() {
                        if let Gate::Any { target, .. } = self.gates[gate] {
                            values[target as usize] = 0;
                        }
                    }
                    // Every round but the last makes something true that was not: it ends.
                    while gates.clone().fold(false, |changed, gate| self.any(gate, values) | changed) {}
                    at = gates.end;
                }
            }
        }
    }

    /// Runs a gate; says whether its value changed.
    #[inline]
    fn any(&self, gate: usize, values: &mut [u64]) -> bool {
        let Gate::Any { target, from, to } = self.gates[gate] else { return false };
        let mut value = 0;
        for alternative in from as usize..to as usize {
            let literals = self.alternatives[alternative] as usize..self.alternatives[alternative + 1] as usize;
            let mut all = u64::MAX;
            for &literal in &self.literals[literals] {
                all &= values[(literal / 2) as usize] ^ (u64::from(literal & 1).wrapping_neg());
            }
            value |= all;
            if value == u64::MAX {
                break;
            }
        }
        let before = std::mem::replace(&mut values[target as usize], value);
        before != value
    }
}

/// What programs are made from.
struct Builder<'a> {
    by_head: &'a HashMap<Term, Vec<&'a Instance>>,
    places: &'a HashMap<Term, usize>,
    always: &'a HashSet<Term>,
    terms: &'a Terms,
    symbols: &'a Symbols,
}

impl Builder<'_> {
    /// The program that works out these values from those that are given.
    fn program(&self, wanted: impl Iterator<Item = Wire>, given: usize) -> Result<Program, FormatError> {
        let mut atoms = vec![None; self.places.len()];
        self.places.iter().for_each(|(&atom, &place)| atoms[place] = Some(atom));
        let atom_at = |place: usize| atoms[place].expect("every place belongs to an atom");
        let mut program = Program { alternatives: vec![0], ..Program::default() };
        let roots = wanted.filter_map(|wire| match wire {
            Wire::Value(place) if place >= given => Some(place),
            _ => None,
        });
        for component in self.components(roots.collect(), given, &atom_at) {
            let cyclic =
                component.len() > 1 || self.needs(atom_at(component[0])).any(|(place, _)| place == component[0]);
            if cyclic {
                program.gates.push(Gate::Together(component.len() as u32));
            }
            for &place in &component {
                let atom = atom_at(place);
                if let Some((rule, denied)) = self.denied_within(atom, &component).filter(|_| cyclic) {
                    let name = self.terms.shown(self.symbols, denied);
                    return Err(rule
                        .at
                        .error("a condition that does not deny what it leads to", format!("`(not {name})`")));
                }
                let from = program.alternatives.len() - 1;
                for rule in &self.by_head[&atom] {
                    self.alternative(rule, &mut program);
                }
                let to = program.alternatives.len() - 1;
                program.gates.push(Gate::Any { target: place as u32, from: from as u32, to: to as u32 });
            }
        }
        Ok(program)
    }

    /// Adds what a rule asks for, unless it can never hold.
    fn alternative(&self, rule: &Instance, program: &mut Program) {
        let mut literals = Vec::with_capacity(rule.positive.len() + rule.negative.len());
        for &atom in &rule.positive {
            match (self.always.contains(&atom), self.places.get(&atom)) {
                (true, _) => {}
                (false, Some(&place)) => literals.push(place as u32 * 2),
                (false, None) => return,
            }
        }
        for &atom in &rule.negative {
            match (self.always.contains(&atom), self.places.get(&atom)) {
                (true, _) => return,
                (false, Some(&place)) => literals.push(place as u32 * 2 + 1),
                (false, None) => {}
            }
        }
        program.literals.extend(literals);
        program.alternatives.push(program.literals.len() as u32);
    }

    /// The places that an atom's rules look at, and whether they deny them.
    fn needs(&self, atom: Term) -> impl Iterator<Item = (usize, bool)> {
        let rules = self.by_head.get(&atom).into_iter().flatten();
        let place = move |denied| move |atom: &Term| self.places.get(atom).map(|&place| (place, denied));
        rules.flat_map(move |rule| {
            rule.positive.iter().filter_map(place(false)).chain(rule.negative.iter().filter_map(place(true)))
        })
    }

    /// A rule that denies something that it leads to.
    fn denied_within(&self, atom: Term, component: &[usize]) -> Option<(&Instance, Term)> {
        self.by_head.get(&atom)?.iter().find_map(|rule| {
            let denied = rule
                .negative
                .iter()
                .find(|denied| self.places.get(denied).is_some_and(|place| component.contains(place)));
            denied.map(|&denied| (*rule, denied))
        })
    }

    /// All places that these need, in groups that need each other, each group after those that it needs: Tarjan's algorithm, without
    /// recursion.
    fn components(&self, roots: Vec<usize>, given: usize, atom_at: &impl Fn(usize) -> Term) -> Vec<Vec<usize>> {
        const UNSEEN: usize = usize::MAX;
        let count = self.places.len();
        let (mut order, mut low, mut on_stack) = (vec![UNSEEN; count], vec![UNSEEN; count], vec![false; count]);
        let (mut stack, mut components, mut next) = (Vec::new(), Vec::new(), 0);
        for root in roots {
            if order[root] != UNSEEN {
                continue;
            }
            let below = |place: usize| -> Vec<usize> {
                self.needs(atom_at(place)).map(|(place, _)| place).filter(|&place| place >= given).collect()
            };
            let mut path = vec![(root, below(root), 0)];
            (order[root], low[root], on_stack[root]) = (next, next, true);
            next += 1;
            stack.push(root);
            while let Some((place, needs, at)) = path.last_mut() {
                let place = *place;
                if let Some(&need) = needs.get(*at) {
                    *at += 1;
                    if order[need] == UNSEEN {
                        (order[need], low[need], on_stack[need]) = (next, next, true);
                        next += 1;
                        stack.push(need);
                        path.push((need, below(need), 0));
                    } else if on_stack[need] {
                        low[place] = low[place].min(order[need]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, ..)) = path.last() {
                    low[*parent] = low[*parent].min(low[place]);
                }
                if low[place] == order[place] {
                    let mut component = Vec::new();
                    while let Some(member) = stack.pop() {
                        on_stack[member] = false;
                        component.push(member);
                        if member == place {
                            break;
                        }
                    }
                    components.push(component);
                }
            }
        }
        components
    }
}
