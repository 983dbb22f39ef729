//! What is asked about a game: an algorithm with its options, a window, limits. Plain data, so that it can be printed and made
//! simpler.

use std::fmt;

use secateur_game::Random;
use secateur_search::Way;

use crate::graph::{Class, Graph};

/// An algorithm with its options.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the searches' own names")]
pub enum Algorithm {
    Minimax,
    ParallelMinimax {
        cutoff: u32,
    },
    AlphaBeta,
    Scout,
    Mtdf {
        guess: f64,
        halve: bool,
    },
    Deepening {
        from: u32,
        step: u32,
        aspiration: bool,
    },
    Jamboree {
        shared: ThreadOptions,
    },
    JamboreeMtdf {
        shared: ThreadOptions,
        guess: f64,
        halve: bool,
    },
    JamboreeDeepening {
        shared: ThreadOptions,
        aspiration: bool,
    },
    ProofNumber {
        goal: f64,
        bytes: Option<usize>,
    },
    Expectimax,
    IntervalIteration {
        error: f64,
    },
    Star1,
    Star2,
    Bounded {
        epsilon: f64,
    },
    BoundedPlus {
        policies: Policies,
    },
    BoundedJamboree {
        policies: Policies,
        shared: ThreadOptions,
    },
    Mcms {
        samples: u32,
        seed: u64,
    },
    ChanceProbCut {
        reduction: u32,
        margin: f64,
    },
    BackwardInduction,
    Smab {
        lexicographic: bool,
        skip: usize,
        printed: bool,
        promises: bool,
    },
    Serialized {
        remember: bool,
    },
    DoubleOracle {
        serialize: bool,
        remember: bool,
    },
    Joint {
        epsilon: f64,
        serialize: bool,
        bytes: Option<usize>,
    },
    SequenceForm,
    NormalForm,
    Engine {
        epsilon: f64,
        bytes: Option<usize>,
        way: Way,
        /// Whether it goes on with what its other questions about this game have shown.
        keeps: bool,
    },
    /// What the program takes unless something else is said, for a game of this class.
    Usual {
        class: Class,
    },
}

/// How threads share a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the searches' own names")]
pub struct ThreadOptions {
    pub in_sequence: f64,
    pub cutoff: u32,
    pub plies: usize,
}

/// How a bounded search spends its error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the searches' own names")]
pub struct Policies {
    pub epsilon: f64,
    pub windows: bool,
    pub slack: bool,
    pub skip: bool,
    pub likely_first: bool,
    pub probe: bool,
    pub sort: bool,
    pub narrowing: bool,
}

/// In which order moves are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// The game's own.
    Listed,
    /// The table's move first.
    HintFirst,
    /// By the expert's rank.
    Ranked,
    /// The same, and by what the search has seen.
    Learned,
}

impl MoveOrder {
    /// Whether the expert is believed.
    pub fn is_expert(self) -> bool {
        matches!(self, Self::Ranked | Self::Learned)
    }
}

/// What a search may remember, for all questions of a case together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Nothing.
    Nothing,
    /// A table of so many lines.
    Lines(usize),
    /// A table in which everything has room.
    Large,
    /// The ledger, of so many bytes if they are limited.
    Ledger(Option<usize>),
}

/// One question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Who answers.
    pub algorithm: Algorithm,
    /// About which position.
    pub position: u32,
    /// The window, if it is not open.
    pub window: Option<(f64, f64)>,
    /// How far to look ahead.
    pub depth: Option<u32>,
    /// How many nodes, at most.
    pub nodes: Option<u64>,
    /// How many microseconds, at most.
    pub micros: Option<u64>,
    /// Cancelled after so many looks at a position.
    pub cancel: Option<u64>,
    /// How many threads.
    pub threads: usize,
    /// Whether the evaluator is asked at the depth limit.
    pub estimate: bool,
    /// In which order moves are looked at.
    pub order: MoveOrder,
    /// Whether the memory is used.
    pub remembers: bool,
    /// Whether an observer listens.
    pub heard: bool,
    /// Whether it is asked in words, as the program is, and not the library.
    pub program: bool,
}

impl Question {
    /// The plainest question about a position.
    pub fn plain(algorithm: Algorithm, position: u32) -> Self {
        Self {
            algorithm,
            position,
            window: None,
            depth: None,
            nodes: None,
            micros: None,
            cancel: None,
            threads: 1,
            estimate: false,
            order: MoveOrder::Listed,
            remembers: false,
            heard: false,
            program: false,
        }
    }

    /// Whether a limit may stop the search anywhere.
    pub fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.micros.is_some() || self.cancel.is_some()
    }

    /// How far apart the bounds of a finished answer may be.
    pub fn tolerated(&self) -> f64 {
        match self.algorithm {
            // The program never asks for less.
            Algorithm::IntervalIteration { error } if self.program => error.max(1e-8),
            Algorithm::Usual { class: Class::Chance } => 1e-8,
            Algorithm::IntervalIteration { error } => error,
            Algorithm::Bounded { epsilon } | Algorithm::Joint { epsilon, .. } | Algorithm::Engine { epsilon, .. } => {
                epsilon
            }
            Algorithm::BoundedPlus { policies } | Algorithm::BoundedJamboree { policies, .. } => policies.epsilon,
            _ => 0.0,
        }
    }

    /// A random question about one of the game's positions. Where play can go in circles it has a limit.
    pub fn random(graph: &Graph, whole: bool, random: &mut Random) -> Self {
        let (class, ends) = (graph.class(), graph.in_order().is_some());
        let leaves: Vec<f64> = graph.leaves().collect();
        let range = leaves.iter().copied().fold(f64::INFINITY, f64::min)
            ..=leaves.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let number = |random: &mut Random| {
            let leaf = random.choose(&leaves).copied().unwrap_or(0.0);
            let number = match random.below(6) {
                0..3 => leaf,
                3 => leaf + 1.0,
                4 => leaf - 1.0,
                _ => {
                    let spread = range.end() - range.start();
                    let between = if spread.is_finite() { range.start() + random.unit() * spread } else { 0.0 };
                    if whole { between.round() } else { between }
                }
            };
            if whole { number.clamp(i32::MIN.into(), i32::MAX.into()) } else { number }
        };
        let algorithm = Algorithm::random(class, range.end() - range.start(), &number, random);
        let position = if random.below(4) == 0 { random.below(graph.nodes.len() as u64) as u32 } else { graph.root };
        let mut question = Self::plain(algorithm, position);
        if random.below(4) == 0 {
            let (one, other) = (number(random), number(random));
            if one != other {
                question.window = Some((one.min(other), one.max(other)));
            }
        }
        question.depth = (random.below(3) == 0).then(|| random.below(7) as u32);
        match random.below(if ends { 12 } else { 4 }) {
            0 => question.nodes = Some(random.below(12)),
            1 => question.nodes = Some(random.below(200)),
            2 => question.micros = Some(random.below(300)),
            3 => question.cancel = Some(random.below(60)),
            _ => {}
        }
        // Interval iteration looks at each position once and then only at its list, so a bell that rings after so many looks may
        // never ring; and where play leaves a circle once in 10¹⁵ times nothing else ends it.
        if !ends && matches!(algorithm, Algorithm::IntervalIteration { .. }) {
            question.nodes = question.nodes.or(question.cancel.take());
        }
        let many = random.below(5) == 0;
        question.threads = if many && algorithm.is_parallel() { 2 + random.below(7) as usize } else { 1 };
        question.estimate = random.below(5) == 0;
        let orders = [MoveOrder::Listed, MoveOrder::HintFirst, MoveOrder::Ranked, MoveOrder::Learned];
        question.order = orders[random.below(if algorithm.class() == Class::Joint { 1 } else { 4 }) as usize];
        question.remembers = random.below(3) != 0;
        question.heard = random.below(8) == 0;
        question
    }

    /// The command of the program that comes nearest, about a tree.
    pub fn command(&self, memory: Memory) -> String {
        self.command_about("tree file=case.tree", &self.words(memory))
    }

    /// The algorithm as the program is told.
    pub fn words(&self, memory: Memory) -> String {
        let table = if self.remembers && memory != Memory::Nothing { "on" } else { "off" };
        let order = match self.order {
            MoveOrder::Listed | MoveOrder::HintFirst => "listed",
            MoveOrder::Ranked => "expert",
            MoveOrder::Learned => "learned",
        };
        self.algorithm.words(table, order)
    }

    /// The command about a game that is described in words.
    pub fn command_about(&self, game: &str, algorithm: &str) -> String {
        let mut words = format!("secateur solve {game} --algorithm {algorithm}");
        let mut add = |word: &str, value: Option<String>| {
            if let Some(value) = value {
                words += &format!(" --{word} {value}");
            }
        };
        add("depth", self.depth.map(|depth| depth.to_string()));
        add("nodes", self.nodes.map(|nodes| nodes.to_string()));
        add("time", self.micros.map(|micros| format!("{}ms", micros.div_ceil(1000))));
        add("threads", Some(self.threads.to_string()));
        add("memory", Some(1.to_string()));
        add("epsilon", Some(self.tolerated()).filter(|&epsilon| epsilon > 0.0).map(|epsilon| epsilon.to_string()));
        if self.estimate {
            words += " --estimate";
        }
        words
    }
}

/// What the program takes for a game of this class unless something else is said.
#[cfg(feature = "program")]
fn usual(class: Class) -> &'static str {
    use secateur_catalogue::defaults;
    match class {
        Class::Classic => defaults::PLAYER,
        Class::Chance => defaults::EVERY_POSITION,
        Class::Joint => "joint",
    }
}

/// Nobody asks without the program.
#[cfg(not(feature = "program"))]
fn usual(_: Class) -> &'static str {
    "usual"
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.algorithm)?;
        let mut say = |word: &str, value: Option<String>| match value {
            Some(value) => write!(f, ", {word} {value}"),
            None => Ok(()),
        };
        say("window", self.window.map(|(alpha, beta)| format!("({alpha:?}, {beta:?})")))?;
        say("depth", self.depth.map(|depth| depth.to_string()))?;
        say("nodes", self.nodes.map(|nodes| nodes.to_string()))?;
        say("microseconds", self.micros.map(|micros| micros.to_string()))?;
        say("cancelled after looks", self.cancel.map(|looks| looks.to_string()))?;
        say("threads", (self.threads > 1).then(|| self.threads.to_string()))?;
        say("order", (self.order != MoveOrder::Listed).then(|| format!("{:?}", self.order)))?;
        say("with", self.estimate.then(|| "the evaluator".to_owned()))?;
        say("with", self.remembers.then(|| "the memory".to_owned()))?;
        say("with", self.heard.then(|| "an observer".to_owned()))
    }
}

impl Algorithm {
    /// The least class of games that it is for: it also answers for simpler ones.
    pub fn class(self) -> Class {
        match self {
            Self::Minimax
            | Self::ParallelMinimax { .. }
            | Self::AlphaBeta
            | Self::Scout
            | Self::Mtdf { .. }
            | Self::Deepening { .. }
            | Self::Jamboree { .. }
            | Self::JamboreeMtdf { .. }
            | Self::JamboreeDeepening { .. }
            | Self::ProofNumber { .. } => Class::Classic,
            Self::Expectimax
            | Self::IntervalIteration { .. }
            | Self::Star1
            | Self::Star2
            | Self::Bounded { .. }
            | Self::BoundedPlus { .. }
            | Self::BoundedJamboree { .. }
            | Self::Mcms { .. }
            | Self::ChanceProbCut { .. } => Class::Chance,
            Self::Usual { class } => class,
            _ => Class::Joint,
        }
    }

    /// Whether threads change anything.
    pub fn is_parallel(self) -> bool {
        matches!(
            self,
            Self::ParallelMinimax { .. }
                | Self::Jamboree { .. }
                | Self::JamboreeMtdf { .. }
                | Self::JamboreeDeepening { .. }
                | Self::BoundedJamboree { .. }
                | Self::Joint { .. }
        )
    }

    /// Whether its answer is an estimate whatever it is asked.
    pub fn estimates(self) -> bool {
        matches!(self, Self::Mcms { .. } | Self::ChanceProbCut { .. })
    }

    /// Its name alone, for tables of what was done.
    pub fn name(self) -> String {
        let words = format!("{self:?}");
        words.split([' ', '{']).next().unwrap_or_default().to_owned()
    }

    /// The name and options by which the program knows it.
    fn words(self, table: &str, order: &str) -> String {
        let classic = |name: &str, more: &str| format!("{name}:table={table},order={order}{more}");
        let switch = |on: bool| if on { "on" } else { "off" };
        let next = |halve: bool| if halve { "halve" } else { "returned" };
        let policies = |p: Policies| {
            format!(
                "bounded-plus:windows={},slack={},skip={},likely-first={},probe={},sort={},narrowing={},table={table}",
                switch(p.windows),
                switch(p.slack),
                switch(p.skip),
                switch(p.likely_first),
                switch(p.probe),
                switch(p.sort),
                switch(p.narrowing)
            )
        };
        let shared = |s: ThreadOptions| format!(",share={},cutoff={},plies={}", s.in_sequence, s.cutoff, s.plies);
        match self {
            Self::Minimax => "minimax".into(),
            Self::ParallelMinimax { cutoff } => format!("parallel-minimax:cutoff={cutoff}"),
            Self::AlphaBeta => classic("alpha-beta", ""),
            Self::Scout => classic("scout", ""),
            Self::Mtdf { halve, .. } => classic("mtdf", &format!(",next={}", next(halve))),
            Self::Deepening { .. } => classic("scout", ",deepening=on"),
            Self::Jamboree { shared: s } => classic("jamboree", &shared(s)),
            Self::JamboreeMtdf { shared: s, halve, .. } => {
                classic("jamboree", &format!("{},windows=null,next={}", shared(s), next(halve)))
            }
            Self::JamboreeDeepening { shared: s, .. } => classic("jamboree", &format!("{},deepening=on", shared(s))),
            Self::ProofNumber { .. } => "proof-number".into(),
            Self::Expectimax => format!("expectimax:table={table}"),
            Self::IntervalIteration { .. } => "interval-iteration".into(),
            Self::Star1 => format!("star1:table={table}"),
            Self::Star2 => format!("star2:table={table}"),
            Self::Bounded { .. } => "bounded".into(),
            Self::BoundedPlus { policies: p } | Self::BoundedJamboree { policies: p, .. } => policies(p),
            Self::Mcms { samples, seed } => format!("mcms:samples={samples},seed={seed}"),
            Self::ChanceProbCut { reduction, margin } => {
                format!("chance-probcut:reduction={reduction},margin={margin}")
            }
            Self::BackwardInduction => format!("backward-induction:cache={table}"),
            Self::Smab { lexicographic, skip, printed, promises } => format!(
                "smab:order={},skip={skip},reading={},promises={}",
                if lexicographic { "lexicographic" } else { "l-shaped" },
                if printed { "printed" } else { "fitted" },
                switch(promises)
            ),
            Self::Serialized { remember } => format!("serialized:cache={}", switch(remember)),
            Self::DoubleOracle { serialize, remember } => {
                format!("double-oracle{}:cache={}", if serialize { "-alpha-beta" } else { "" }, switch(remember))
            }
            Self::Joint { serialize, .. } => format!("joint:serialize={}", switch(serialize)),
            Self::SequenceForm => "sequence-form".into(),
            Self::NormalForm => "normal-form".into(),
            Self::Engine { way, .. } => format!("engine:way={}", format!("{way:?}").to_lowercase()),
            Self::Usual { class } => usual(class).into(),
        }
    }

    /// A random algorithm that answers for games of this class, with random options.
    fn random(class: Class, spread: f64, number: &impl Fn(&mut Random) -> f64, random: &mut Random) -> Self {
        // The simpler searches, which most people use, are asked most.
        let asked = match (class, random.below(10)) {
            (Class::Classic, 0..8) => Class::Classic,
            (Class::Classic, 8) | (Class::Chance, 0..8) => Class::Chance,
            _ => Class::Joint,
        };
        let on = |random: &mut Random| random.below(2) == 0;
        let shared = |random: &mut Random| ThreadOptions {
            in_sequence: [0.0, 0.5, 1.0][random.below(3) as usize],
            cutoff: random.below(3) as u32,
            plies: random.below(8) as usize,
        };
        let bytes = |random: &mut Random| [None, Some(0), Some(500), Some(5_000)][random.below(4) as usize];
        let epsilon = |random: &mut Random| {
            let share = [0.0, 0.0, 1e-9, 0.1, 0.5, 3.0][random.below(6) as usize];
            if spread.is_finite() { (share * spread).min(f64::MAX) } else { share }
        };
        let policies = |random: &mut Random| Policies {
            epsilon: epsilon(random),
            windows: on(random),
            slack: on(random),
            skip: on(random),
            likely_first: on(random),
            probe: on(random),
            sort: on(random),
            narrowing: on(random),
        };
        match asked {
            Class::Classic => match random.below(21) {
                0 => Self::Minimax,
                1 => Self::ParallelMinimax { cutoff: random.below(3) as u32 },
                2..5 => Self::AlphaBeta,
                5..8 => Self::Scout,
                8..11 => Self::Mtdf { guess: number(random), halve: on(random) },
                11..14 => Self::Deepening {
                    from: random.below(4) as u32,
                    step: random.below(4) as u32,
                    aspiration: on(random),
                },
                14 | 15 => Self::Jamboree { shared: shared(random) },
                16 | 17 => Self::JamboreeMtdf { shared: shared(random), guess: number(random), halve: on(random) },
                18 => Self::JamboreeDeepening { shared: shared(random), aspiration: on(random) },
                _ => Self::ProofNumber { goal: number(random), bytes: bytes(random) },
            },
            Class::Chance => match random.below(16) {
                0 | 1 => Self::Expectimax,
                2 | 3 => Self::IntervalIteration { error: epsilon(random) },
                4 | 5 => Self::Star1,
                6 | 7 => Self::Star2,
                8 => Self::Bounded { epsilon: epsilon(random) },
                9..13 => Self::BoundedPlus { policies: policies(random) },
                13 => Self::BoundedJamboree { policies: policies(random), shared: shared(random) },
                14 => Self::Mcms { samples: 1 + random.below(4) as u32, seed: random.below(9) },
                _ => Self::ChanceProbCut { reduction: 1 + random.below(2) as u32, margin: epsilon(random) },
            },
            Class::Joint => match random.below(18) {
                0..3 => Self::BackwardInduction,
                3..6 => Self::Smab {
                    lexicographic: on(random),
                    skip: random.below(3) as usize,
                    printed: on(random),
                    promises: on(random),
                },
                6 => Self::Serialized { remember: on(random) },
                7 | 8 => Self::DoubleOracle { serialize: on(random), remember: on(random) },
                9..12 => Self::Joint { epsilon: epsilon(random), serialize: on(random), bytes: bytes(random) },
                12 => Self::SequenceForm,
                13 => Self::NormalForm,
                _ => Self::Engine {
                    epsilon: epsilon(random),
                    bytes: bytes(random),
                    way: [Way::Cheaper, Way::Gap, Way::Plain][random.below(3) as usize],
                    keeps: on(random),
                },
            },
        }
    }
}
