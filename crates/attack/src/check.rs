//! Whether an answer may be what it is.

use num_rational::BigRational;
use secateur_search::Stop;

use crate::arena::Arena;
use crate::ask::Reply;
use crate::graph::{Class, Node};
use crate::oracle::{exact, seen};
use crate::question::{Algorithm, Question};

/// A kind of wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The value lies outside the bounds.
    FalseBounds,
    /// The bounds cross, or are none.
    NoBounds,
    /// Two answers to one question contradict each other.
    Contradiction,
    /// Called solved, with bounds that are too far apart.
    Unsolved,
    /// Stopped for a reason that there was not.
    WrongReason,
    /// Closer bounds were certainly available.
    Loose,
    /// A line or a move that is not legal.
    Illegal,
    /// The line or the best move is worth less than is said.
    BadLine,
    /// A strategy that is none, or guarantees less than is said.
    BadStrategy,
    /// The estimate is not that of the definition.
    BadEstimate,
    /// Counts that contradict their definitions.
    BadCounts,
    /// A limit that was not kept.
    Overrun,
    /// The search says that it cannot.
    Refusal,
    /// A panic.
    Panic,
}

/// A wrong answer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What kind.
    pub fault: Fault,
    /// To which question of the case.
    pub question: usize,
    /// What was expected and what was found.
    pub what: String,
}

type Verdict = Result<(), (Fault, String)>;

/// Fails unless `holds`, with words that are made only then.
fn ensure(holds: bool, fault: Fault, what: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err((fault, what())) }
}

/// How much of the largest number in sight rounding may leave open.
const ROUNDING: f64 = 1e-9;
/// Trees of histories that are larger are given up, as if a limit of nodes had said so.
const TOO_LARGE: u64 = 1 << 22;
/// How much later than its limit a search may end, where the machine has other things to do as well.
const LATE: std::time::Duration = std::time::Duration::from_millis(250);

impl Fault {
    /// Whether a busy machine alone may have made this: then it counts only if it happens again and again.
    pub fn may_be_the_machines(self, question: &Question, reply: &Reply) -> bool {
        self == Self::Overrun && question.is_limited() && reply.took > LATE
    }
}

/// Judges a reply.
pub fn reply(arena: &Arena, question: &Question, reply: &Reply) -> Verdict {
    let judge = Judge { arena, question, reply };
    judge.bounds()?;
    judge.reason()?;
    judge.solved()?;
    judge.depth()?;
    judge.line()?;
    judge.strategies()?;
    judge.counts()?;
    judge.limits()
}

struct Judge<'a> {
    arena: &'a Arena,
    question: &'a Question,
    reply: &'a Reply,
}

impl Judge<'_> {
    fn bounds(&self) -> Verdict {
        let (lower, upper) = (self.reply.lower, self.reply.upper);
        ensure(lower <= upper, Fault::NoBounds, || format!("[{lower:?}, {upper:?}]"))?;
        let (truth, number) = (&self.arena.truth, self.question.position);
        ensure(truth.meets(number, lower, upper), Fault::FalseBounds, || {
            format!("[{lower:?}, {upper:?}], the value is {}", self.value(number))
        })
    }

    /// The exact value in words.
    fn value(&self, number: u32) -> String {
        let (low, high) = (self.arena.truth.low(number), self.arena.truth.high(number));
        let text = |value: &BigRational| {
            let near = crate::oracle::rounded_down(value);
            if exact(near) == *value { format!("{near:?}") } else { format!("{near:?} (a fraction)") }
        };
        if low == high { text(low) } else { format!("between {} and {}", text(low), text(high)) }
    }

    /// The largest number that has to do with the game.
    fn largest(&self) -> f64 {
        self.arena.graph.leaves().filter(|leaf| leaf.is_finite()).fold(0.0, |most: f64, leaf| most.max(leaf.abs()))
    }

    /// What rounding may leave open.
    fn rounding(&self) -> f64 {
        let (low, high) = self.arena.promised[self.question.position as usize];
        if self.question.algorithm.class() == Class::Classic {
            return 0.0;
        }
        ROUNDING * low.abs().max(high.abs()) + f64::MIN_POSITIVE
    }

    /// Whether there are numbers that floating point may be at its end with.
    fn is_extreme(&self) -> bool {
        let graph = &self.arena.graph;
        let far = |leaf: f64| leaf != 0.0 && !(1e-100..1e100).contains(&leaf.abs());
        let heavy = |node: &Node| matches!(node, Node::Chance(outcomes) if outcomes.iter().any(|&(weight, _)| weight >> 31 > 0));
        graph.leaves().any(far) || graph.nodes.iter().any(heavy)
    }

    fn is_solved(&self) -> bool {
        self.reply.stopped == Stop::Solved
    }

    fn reason(&self) -> Verdict {
        let question = self.question;
        let could_be = match self.reply.stopped {
            Stop::Solved => {
                let (alpha, beta) = question.window.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
                // What the game promises may be enough.
                !question.algorithm.estimates()
                    || matches!(self.node(), Node::Leaf(_))
                    || self.reply.lower.clamp(alpha, beta) == self.reply.upper.clamp(alpha, beta)
            }
            // Where play can go in circles the program never looks further ahead than some depth.
            Stop::Depth => question.depth.is_some() || question.program && !self.arena.truth.is_exact(),
            Stop::Estimated => question.algorithm.estimates(),
            // The one large linear program of the sequence form is solved by somebody else, to fewer digits.
            Stop::Exhausted => {
                let roughly = question.algorithm == Algorithm::SequenceForm;
                // A promise about one position says nothing of how large the numbers below it are that were rounded.
                let rounded = self.reply.upper - self.reply.lower <= ROUNDING * self.largest();
                roughly || rounded || !self.arena.truth.is_exact() || self.is_extreme()
            }
            // The whole tree of some games does not fit into memory.
            Stop::Nodes => {
                let whole = matches!(question.algorithm, Algorithm::SequenceForm | Algorithm::NormalForm);
                question.nodes.is_some() || (whole && self.reply.statistics.visits >= TOO_LARGE)
            }
            Stop::Time => question.micros.is_some(),
            Stop::Cancelled => question.cancel.is_some(),
            _ => false,
        };
        ensure(could_be, Fault::WrongReason, || format!("{:?}", self.reply.stopped))
    }

    fn node(&self) -> &Node {
        self.arena.graph.node(self.question.position)
    }

    fn solved(&self) -> Verdict {
        if !self.is_solved() {
            return Ok(());
        }
        let (lower, upper) = (self.reply.lower, self.reply.upper);
        // The program asks until the value is known.
        if let Algorithm::ProofNumber { goal, .. } = self.question.algorithm
            && !self.question.program
        {
            // What was asked is a value of the game.
            return ensure(lower >= goal || upper < goal, Fault::Unsolved, || {
                format!("[{lower:?}, {upper:?}] says neither yes nor no to {goal:?}")
            });
        }
        let (alpha, beta) = self.question.window.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let clamp = |end: f64| end.clamp(alpha, beta);
        let apart = if clamp(lower) == clamp(upper) { 0.0 } else { clamp(upper) - clamp(lower) };
        let allowed = self.question.tolerated() * (1.0 + ROUNDING) + self.rounding();
        ensure(apart <= allowed, Fault::Unsolved, || {
            format!("[{lower:?}, {upper:?}] is called solved, {apart:e} apart, {allowed:e} allowed")
        })
    }

    /// What is known to lie within a depth limit.
    fn depth(&self) -> Verdict {
        let (question, reply) = (self.question, self.reply);
        let plain = question.algorithm.class() == Class::Classic
            // A game of the catalogue has an evaluator and promises of its own.
            && !question.program
            && !matches!(question.algorithm, Algorithm::ProofNumber { .. })
            && question.window.is_none()
            && !question.is_limited()
            && !question.order.is_expert();
        let Some(depth) = question.depth.filter(|&depth| plain && depth > 0) else { return Ok(()) };
        let arena = self.arena;
        if question.estimate {
            let Some(estimate) = reply.estimate.filter(|_| !question.remembers) else { return Ok(()) };
            let plain = seen(&arena.graph, question.position, depth, &|number| arena.estimated[number as usize]);
            return ensure(estimate == plain, Fault::BadEstimate, || {
                format!("{estimate:?}, by the definition {plain:?}")
            });
        }
        let lower = seen(&arena.graph, question.position, depth, &|number| arena.promised[number as usize].0);
        let upper = seen(&arena.graph, question.position, depth, &|number| arena.promised[number as usize].1);
        ensure(lower <= reply.lower && reply.upper <= upper, Fault::Loose, || {
            format!("[{:?}, {:?}], within the depth [{lower:?}, {upper:?}] is seen", reply.lower, reply.upper)
        })
    }

    fn line(&self) -> Verdict {
        let (arena, reply) = (self.arena, self.reply);
        let proved = reply.proved;
        ensure(proved <= reply.line.len(), Fault::BadLine, || {
            format!("{proved} moves of {:?} are proved", reply.line)
        })?;
        if let Some((rows, columns)) = self.node().shape() {
            let legal = matches!(*reply.line, [row, column]
                if usize::from(row) < rows && (rows..rows + columns).contains(&column.into()));
            return ensure(legal, Fault::Illegal, || {
                format!("{:?} where {rows} rows meet {columns} columns", reply.line)
            });
        }
        let mut number = self.question.position;
        for (ply, &chosen) in reply.line.iter().enumerate() {
            let Some(after) = arena.graph.node(number).children().nth(chosen.into()) else {
                return Err((Fault::Illegal, format!("move {ply} of the line {:?}", reply.line)));
            };
            number = after;
            ensure(ply >= proved || arena.truth.meets(number, reply.lower, reply.upper), Fault::BadLine, || {
                let said = format!(
                    "{proved} moves of {:?} are proved to keep [{:?}, {:?}]",
                    reply.line, reply.lower, reply.upper
                );
                format!("{said}, after move {} the value is {}", ply + 1, self.value(number))
            })?;
        }
        let mover = matches!(self.node(), Node::Max(_) | Node::Min(_));
        ensure(!mover || !reply.line.is_empty(), Fault::Illegal, || "no move is named".to_owned())?;
        // What is solved must say what to do, and mean it. A limit or an expert may settle the value without a move; the
        // line then says that it is a guess.
        let question = self.question;
        let whole = question.window.is_none() && question.depth.is_none() && !question.is_limited();
        let certain = self.is_solved() && whole && !question.order.is_expert() && !self.arena.knows_more;
        let decides = question.program || !matches!(question.algorithm, Algorithm::ProofNumber { .. });
        let Some(&first) = reply.line.first().filter(|_| mover && certain && decides) else { return Ok(()) };
        let Some(after) = self.node().children().nth(first.into()) else { return Ok(()) };
        let slack = self.rounding();
        let keeps = match self.node() {
            Node::Max(_) => *arena.truth.high(after) >= exact(reply.lower - slack),
            _ => *arena.truth.low(after) <= exact(reply.upper + slack),
        };
        ensure(keeps, Fault::BadLine, || {
            format!(
                "the best move {first} is worth {}, solved [{:?}, {:?}]",
                self.value(after),
                reply.lower,
                reply.upper
            )
        })
    }

    fn strategies(&self) -> Verdict {
        let (reply, node) = (self.reply, self.node());
        let children = node.children().count();
        let (max, min) = match node {
            Node::Max(_) => (0..children, 0..0),
            Node::Min(_) => (0..0, 0..children),
            _ => node.shape().map_or((0..0, 0..0), |(rows, columns)| (0..rows, rows..rows + columns)),
        };
        for (strategy, legal) in [(&reply.max, max), (&reply.min, min)] {
            let sum: f64 = strategy.iter().map(|&(_, probability)| probability).sum();
            let fine = strategy.iter().all(|&(pick, probability)| legal.contains(&pick.into()) && probability >= 0.0)
                && strategy.is_empty() == legal.is_empty()
                && (strategy.is_empty() || (sum - 1.0).abs() < 1e-9);
            ensure(fine, Fault::BadStrategy, || format!("{strategy:?} of the moves {legal:?}"))?;
        }
        let Some((rows, columns)) = node.shape() else { return Ok(()) };
        if !self.is_solved()
            || self.question.window.is_some()
            || self.question.depth.is_some()
            || !self.arena.truth.is_exact()
            // A limit may come before any matrix is solved; the value is then the word of the game or of the memory, and no strategy
            // comes with it.
            || (self.question.is_limited() && (self.arena.knows_more || self.question.remembers))
        {
            return Ok(());
        }
        let cell = |row: usize, column: usize| {
            let cell = node.children().nth(row * columns + column).unwrap_or_default();
            self.arena.truth.low(cell)
        };
        // The one large linear program is solved by somebody else, to fewer digits.
        let digits = if self.question.algorithm == Algorithm::SequenceForm { 1e3 } else { 1.0 };
        let rounding = self.rounding().max(ROUNDING * self.largest());
        let slack = exact((rounding * digits + self.question.tolerated()).min(f64::MAX));
        let secured: BigRational = (0..columns)
            .map(|column| reply.max.iter().map(|&(row, x)| cell(row.into(), column) * exact(x)).sum())
            .min()
            .unwrap_or_default();
        ensure(&secured + &slack >= exact(reply.lower), Fault::BadStrategy, || {
            format!("{:?} secures {:?} and not {:?}", reply.max, crate::oracle::rounded_down(&secured), reply.lower)
        })?;
        let conceded: BigRational = (0..rows)
            .map(|row| reply.min.iter().map(|&(column, y)| cell(row, usize::from(column) - rows) * exact(y)).sum())
            .max()
            .unwrap_or_default();
        ensure(conceded <= exact(reply.upper) + slack, Fault::BadStrategy, || {
            format!("{:?} concedes {:?} and not {:?}", reply.min, crate::oracle::rounded_down(&conceded), reply.upper)
        })
    }

    fn counts(&self) -> Verdict {
        let (question, counts) = (self.question, &self.reply.statistics);
        let told = || format!("{counts:?}, heard {:?}", self.reply.heard);
        let parts = counts.expanded + counts.leaves + counts.cache_hits;
        // Positions that a promise answered are visits, too; and a limit may come before a position is expanded.
        ensure(parts <= counts.visits, Fault::BadCounts, told)?;
        let everything = match question.algorithm {
            Algorithm::Minimax | Algorithm::ParallelMinimax { .. } => true,
            Algorithm::Expectimax => !question.remembers,
            _ => false,
        };
        if everything && question.depth.is_none() && !question.is_limited() && question.window.is_none() {
            let sizes = self.arena.graph.sizes().unwrap_or_default();
            let size = sizes.get(question.position as usize).copied().unwrap_or(counts.visits);
            ensure(size == 0 || counts.visits == size, Fault::BadCounts, || {
                format!("a walk through everything passes {size} positions, {}", told())
            })?;
        }
        let Some(heard) = self.reply.heard else { return Ok(()) };
        let agree = heard.entered == heard.left
            && !heard.out_of_order
            && heard.entered == counts.visits
            && heard.leaves == counts.leaves
            && heard.cut == counts.cutoffs
            && counts.cache_hits <= heard.known
            && (heard.cut + heard.done..=heard.cut + heard.done + heard.interrupted).contains(&counts.expanded);
        ensure(agree, Fault::BadCounts, told)
    }

    fn limits(&self) -> Verdict {
        let (question, reply) = (self.question, self.reply);
        if let Some(nodes) = question.nodes {
            let visits = reply.statistics.visits;
            let exactly = reply.stopped != Stop::Nodes || visits == nodes;
            ensure(visits <= nodes && exactly, Fault::Overrun, || {
                format!("{visits} nodes of {nodes}, {:?}", reply.stopped)
            })?;
        }
        // The matrix of all strategies is not counted in nodes, so a limit of nodes alone says nothing about its time.
        let counted =
            question.algorithm == Algorithm::NormalForm && question.micros.is_none() && question.cancel.is_none();
        if !question.is_limited() || counted {
            return Ok(());
        }
        let allowed = question.micros.map(std::time::Duration::from_micros).unwrap_or_default() + LATE;
        ensure(reply.took <= allowed, Fault::Overrun, || format!("took {:?} of {allowed:?}", reply.took))
    }
}
