//! What was done, and what was found.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

use crate::case::Case;
use crate::check::{Failure, Fault};
use crate::graph::{Class, Node};
use crate::question::{Memory, MoveOrder, Question};

/// How many questions were asked, of each kind. A question is of several kinds.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// All questions.
    pub questions: u64,
    kinds: BTreeMap<(&'static str, String), u64>,
}

impl Tally {
    /// Counts a question.
    pub fn question(&mut self, case: &Case, question: &Question) {
        self.questions += 1;
        let graph = &case.graph;
        let mut count = |group, kind: &str| *self.kinds.entry((group, kind.to_owned())).or_default() += 1;
        count("algorithm", &question.algorithm.name());
        count(
            "game",
            match graph.class() {
                Class::Classic => "Max and Min",
                Class::Chance => "with chance",
                Class::Joint => "with turns of both",
            },
        );
        count("values", if case.knowledge.whole { "32-bit integers" } else { "floating-point numbers" });
        if graph.in_order().is_none() {
            count("game", "play can go in circles");
        } else if graph.sizes().is_some_and(|sizes| sizes[graph.root as usize] > graph.nodes.len() as u64) {
            count("game", "with transpositions");
        }
        let count_if = |holds: bool, group, kind: &str, count: &mut dyn FnMut(&'static str, &str)| {
            if holds {
                count(group, kind);
            }
        };
        let largest = graph.leaves().filter(|leaf| leaf.is_finite()).fold(0.0, |most: f64, leaf| most.max(leaf.abs()));
        let heavy = graph.nodes.iter().any(
            |node| matches!(node, Node::Chance(outcomes) if outcomes.iter().any(|&(weight, _)| weight >= 1 << 32)),
        );
        for (holds, group, kind) in [
            (question.window.is_some(), "asked", "a window"),
            (question.depth.is_some(), "asked", "a depth limit"),
            (question.nodes.is_some(), "asked", "a node limit"),
            (question.micros.is_some(), "asked", "a time limit"),
            (question.cancel.is_some(), "asked", "cancelled at some moment"),
            (question.threads > 1, "asked", "2 to 8 threads"),
            (question.tolerated() > 0.0, "asked", "an error is allowed"),
            (question.estimate, "asked", "the evaluator at the depth limit"),
            (question.heard, "asked", "an observer listens"),
            (question.order.is_expert(), "asked", "an expert is believed"),
            (question.order == MoveOrder::HintFirst, "asked", "the table's move first"),
            (graph.leaves().any(f64::is_infinite), "values", "infinities"),
            (largest > 1e100, "values", "huge"),
            (largest < 1e-5 && largest > 0.0, "values", "tiny"),
            (largest == 0.0, "values", "nothing but 0"),
            (heavy, "values", "weights beyond 32 bits"),
        ] {
            count_if(holds, group, kind, &mut count);
        }
        count(
            "memory",
            match case.memory {
                _ if !question.remembers => "none",
                Memory::Nothing => "none",
                Memory::Lines(1) => "a table of one line",
                Memory::Lines(_) => "a small table",
                Memory::Large => "a large table",
                Memory::Ledger(None) => "a ledger",
                Memory::Ledger(_) => "a small ledger",
            },
        );
    }

    /// Counts a question about a game of sets.
    pub fn sets(&mut self, algorithm: &'static str, shared: bool, limited: bool) {
        self.questions += 1;
        let mut count = |group, kind: &str| *self.kinds.entry((group, kind.to_owned())).or_default() += 1;
        count("algorithm", algorithm);
        count("values", "sets");
        for (holds, kind) in [(shared, "2 to 8 threads"), (limited, "a node limit")] {
            if holds {
                count("asked", kind);
            }
        }
    }

    /// Counts a question to the program about one of its games.
    pub fn program(&mut self, game: &str, question: &Question) {
        self.questions += 1;
        for (group, kind) in [("program", game.to_owned()), ("algorithm", question.algorithm.name())] {
            *self.kinds.entry((group, kind)).or_default() += 1;
        }
    }

    /// Adds another thread's counts.
    pub fn add(&mut self, other: &Self) {
        self.questions += other.questions;
        for (kind, count) in &other.kinds {
            *self.kinds.entry(kind.clone()).or_default() += count;
        }
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut group = "";
        for ((of, kind), count) in &self.kinds {
            writeln!(f, "{:<10} {kind:<34} {count:>12}", if *of == group { "" } else { of })?;
            group = of;
        }
        write!(f, "{:<10} {:<34} {:>12}", "all", "searches", self.questions)
    }
}

/// A failure as people need it: a tree, a command, and what went wrong.
pub fn told(case: &Case, failure: &Failure) -> String {
    let mut text = String::new();
    let question = &case.questions[failure.question];
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{:?}: {}\n\n{}\n\n{}\n{}\nknown: {:?}; memory: {:?}\n",
        failure.fault,
        failure.what,
        case.graph.as_tree(question.position),
        question.command(case.memory),
        question,
        case.knowledge,
        case.memory
    );
    for (place, before) in case.questions[..failure.question].iter().enumerate() {
        let _ = writeln!(text, "asked before, {}: position {} ({})", place + 1, before.position, before);
    }
    text
}

/// What makes a failure a different one.
pub fn kind(case: &Case, failure: &Failure) -> (Fault, String) {
    (failure.fault, case.questions[failure.question].algorithm.name())
}
