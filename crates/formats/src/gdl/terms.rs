//! Symbols and ground terms, each with a number: equal terms have equal numbers.

use std::collections::HashMap;
use std::fmt::Write;

/// A symbol.
pub(super) type Symbol = u32;

/// A term without variables.
pub(super) type Term = u32;

/// Names by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols {
    names: Vec<String>,
    numbers: HashMap<String, Symbol>,
}

impl Symbols {
    pub(super) fn number(&mut self, name: &str) -> Symbol {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let number = self.names.len() as Symbol;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    pub(super) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol as usize]
    }
}

/// Terms by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    terms: Vec<(Symbol, Box<[Term]>)>,
    depths: Vec<u32>,
    numbers: HashMap<(Symbol, Box<[Term]>), Term>,
}

impl Terms {
    pub(super) fn number(&mut self, symbol: Symbol, arguments: Box<[Term]>) -> Term {
        let key = (symbol, arguments);
        if let Some(&known) = self.numbers.get(&key) {
            return known;
        }
        let number = self.terms.len() as Term;
        let depth = key.1.iter().map(|&argument| self.depths[argument as usize]).max().unwrap_or(0);
        self.depths.push(depth + 1);
        self.terms.push(key.clone());
        self.numbers.insert(key, number);
        number
    }

    pub(super) fn symbol(&self, term: Term) -> Symbol {
        self.terms[term as usize].0
    }

    pub(super) fn arguments(&self, term: Term) -> &[Term] {
        &self.terms[term as usize].1
    }

    /// How many terms lie inside each other.
    pub(super) fn depth(&self, term: Term) -> u32 {
        self.depths[term as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    /// A term as a person types it: `mark(1,2)`, so that it is one word.
    pub(super) fn shown(&self, symbols: &Symbols, term: Term) -> String {
        let mut text = symbols.name(self.symbol(term)).to_owned();
        let arguments = self.arguments(term);
        if !arguments.is_empty() {
            let parts: Vec<_> = arguments.iter().map(|&argument| self.shown(symbols, argument)).collect();
            // Writing to a string cannot fail.
            let _ = write!(text, "({})", parts.join(","));
        }
        text
    }
}
