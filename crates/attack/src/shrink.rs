//! A case that fails, made as small as it will go while it fails in the same way.

use std::time::{Duration, Instant};

use crate::arena::Promise;
use crate::case::Case;
use crate::check::Failure;
use crate::graph::{Graph, Node};
use crate::question::{Algorithm, Memory, MoveOrder, Policies, Question};
use crate::report::Tally;

/// The smallest case that was found in this time, and how it fails.
pub fn smallest(mut case: Case, mut failure: Failure, patience: Duration) -> (Case, Failure) {
    let until = Instant::now() + patience;
    case.questions.truncate(failure.question + 1);
    while let Some((smaller, found)) = step(&case, &failure, until) {
        (case, failure) = (smaller, found);
    }
    (case, failure)
}

/// The first candidate that fails in the same way.
fn step(case: &Case, failure: &Failure, until: Instant) -> Option<(Case, Failure)> {
    let in_time = candidates(case).take_while(|_| Instant::now() < until);
    in_time.filter_map(|candidate| fails(&candidate, failure).map(|found| (candidate, found))).next()
}

/// Whether a case fails in the same way. Threads and clocks need several attempts.
pub fn fails(case: &Case, as_before: &Failure) -> Option<Failure> {
    let chancy = case.questions.iter().any(|question| question.threads > 1 || question.micros.is_some());
    let attempts = if chancy { 20 } else { 1 };
    let found = (0..attempts).find_map(|_| case.run(&mut Tally::default()))?;
    (found.fault == as_before.fault).then_some(found)
}

/// Cases that are a step simpler, the largest steps first.
fn candidates(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let fewer = (0..case.questions.len()).filter(|_| case.questions.len() > 1).map(move |place| {
        let mut fewer = case.clone();
        fewer.questions.remove(place);
        fewer
    });
    let plainer = (0..case.questions.len()).flat_map(move |place| {
        simpler_questions(&case.questions[place]).into_iter().map(move |question| {
            let mut plainer = case.clone();
            plainer.questions[place] = question;
            plainer
        })
    });
    let knowing_less =
        [Promise::Range(0.0), Promise::Below].into_iter().filter(|&promise| promise != case.knowledge.promise);
    let knowing_less = knowing_less.map(move |promise| {
        let mut less = case.clone();
        less.knowledge.promise = promise;
        less
    });
    let real = case.knowledge.whole.then(|| {
        let mut real = case.clone();
        real.knowledge.whole = false;
        real
    });
    let forgetful = [Memory::Nothing, Memory::Lines(1), Memory::Lines(100)].into_iter();
    let forgetful =
        forgetful.filter(|&memory| memory != case.memory && case.memory != Memory::Nothing).map(move |memory| {
            let mut forgetful = case.clone();
            forgetful.memory = memory;
            forgetful
        });
    let smaller = simpler_graphs(&case.graph).filter_map(|graph| case.with_graph(graph));
    let all = fewer.chain(smaller).chain(plainer).chain(knowing_less).chain(real).chain(forgetful);
    all.filter(Case::can_be_asked)
}

impl Case {
    /// The same case on a simpler graph, with positions that cannot be reached left out.
    fn with_graph(&self, graph: Graph) -> Option<Self> {
        let (graph, names) = graph.pruned();
        let whole = |leaf: f64| leaf.fract() == 0.0 && leaf.abs() <= f64::from(i32::MAX);
        if graph == self.graph || (self.knowledge.whole && !graph.leaves().all(whole)) {
            return None;
        }
        let mut case = Self { graph, ..self.clone() };
        for question in &mut case.questions {
            question.position = names[question.position as usize]?;
        }
        Some(case)
    }

    /// Where play can go in circles a search needs a limit.
    fn can_be_asked(&self) -> bool {
        self.graph.in_order().is_some() || self.questions.iter().all(Question::is_limited)
    }
}

fn simpler_graphs(graph: &Graph) -> impl Iterator<Item = Graph> + '_ {
    let with = |number: u32, node: Node| {
        let mut simpler = graph.clone();
        simpler.nodes[number as usize] = node;
        simpler
    };
    let roots = graph.node(graph.root).children().map(|root| Graph { root, ..graph.clone() });
    let all = 0..graph.nodes.len() as u32;
    let replaced = all.clone().flat_map(move |number| {
        graph
            .node(number)
            .children()
            .filter(move |&child| child != number)
            .map(move |child| with(number, graph.node(child).clone()))
    });
    let leaves = all.clone().flat_map(move |number| {
        let values: &[f64] = match graph.node(number) {
            Node::Leaf(_) => &[],
            _ => &[0.0, 1.0, -1.0],
        };
        values.iter().map(move |&value| with(number, Node::Leaf(value)))
    });
    let narrower = all
        .clone()
        .flat_map(move |number| narrower(graph.node(number)).into_iter().map(move |node| with(number, node)));
    let rounder =
        all.flat_map(move |number| rounder(graph.node(number)).into_iter().map(move |node| with(number, node)));
    roots.chain(replaced).chain(leaves).chain(narrower).chain(rounder)
}

/// A turn with a move less.
fn narrower(node: &Node) -> Vec<Node> {
    let without = |moves: &[u32], place: usize| {
        let mut fewer = moves.to_vec();
        fewer.remove(place);
        fewer
    };
    match node {
        Node::Max(moves) if moves.len() > 1 => (0..moves.len()).map(|place| Node::Max(without(moves, place))).collect(),
        Node::Min(moves) if moves.len() > 1 => (0..moves.len()).map(|place| Node::Min(without(moves, place))).collect(),
        Node::Chance(outcomes) if outcomes.len() > 1 => {
            let without = |place| outcomes.iter().enumerate().filter(move |&(other, _)| other != place);
            (0..outcomes.len())
                .map(|place| Node::Chance(without(place).map(|(_, &outcome)| outcome).collect()))
                .collect()
        }
        Node::Both { rows, cells } => {
            let columns = cells.len() / rows;
            let keep = |kept: &dyn Fn(usize, usize) -> bool| {
                let cells = cells.iter().enumerate().filter(|(place, _)| kept(place / columns, place % columns));
                cells.map(|(_, &cell)| cell).collect::<Vec<_>>()
            };
            let fewer_rows = (0..*rows)
                .filter(|_| *rows > 1)
                .map(|row| Node::Both { rows: rows - 1, cells: keep(&|i, _| i != row) });
            let fewer_columns = (0..columns)
                .filter(|_| columns > 1)
                .map(|column| Node::Both { rows: *rows, cells: keep(&|_, j| j != column) });
            fewer_rows.chain(fewer_columns).collect()
        }
        _ => Vec::new(),
    }
}

/// The same with plainer numbers.
fn rounder(node: &Node) -> Vec<Node> {
    match node {
        Node::Leaf(value) => {
            let value = *value;
            let cost = |value: f64| format!("{value:?}").len();
            let plainer = [
                0.0,
                1.0,
                -1.0,
                2.0,
                1e10,
                1e300,
                -1e300,
                value.round(),
                (value / 8.0).trunc(),
                (value * 10.0).round() / 10.0,
            ];
            let fewer = plainer.into_iter().filter(|&plain| {
                (plain.abs() < value.abs() || cost(plain) < cost(value))
                    && cost(plain) <= cost(value)
                    && plain.is_finite()
            });
            fewer.map(|plain| Node::Leaf(plain + 0.0)).collect()
        }
        Node::Chance(outcomes) => {
            let mut rounder = Vec::new();
            for (place, &(weight, child)) in outcomes.iter().enumerate() {
                for plain in [1, 2, 1 << 32, weight / 1000 * 1000, weight / 10] {
                    if 0 < plain && plain < weight {
                        let mut outcomes = outcomes.clone();
                        outcomes[place] = (plain, child);
                        rounder.push(Node::Chance(outcomes));
                    }
                }
            }
            rounder
        }
        _ => Vec::new(),
    }
}

/// The same question without one of its conditions.
fn simpler_questions(question: &Question) -> Vec<Question> {
    let mut simpler = Vec::new();
    let mut add = |change: &dyn Fn(&mut Question)| {
        let mut changed = question.clone();
        change(&mut changed);
        if changed != *question {
            simpler.push(changed);
        }
    };
    add(&|q| q.window = None);
    add(&|q| q.micros = None);
    add(&|q| q.cancel = None);
    add(&|q| q.nodes = None);
    add(&|q| q.depth = None);
    add(&|q| q.threads = 1);
    add(&|q| q.threads = q.threads.min(2));
    add(&|q| q.estimate = false);
    add(&|q| q.heard = false);
    add(&|q| q.remembers = false);
    add(&|q| q.order = MoveOrder::Listed);
    add(&|q| q.order = MoveOrder::HintFirst);
    add(&|q| q.depth = q.depth.map(|depth| depth.saturating_sub(1)));
    add(&|q| q.nodes = q.nodes.map(|nodes| nodes / 2));
    add(&|q| q.nodes = q.nodes.map(|nodes| nodes.saturating_sub(1)));
    add(&|q| q.cancel = q.cancel.map(|looks| looks / 2));
    add(&|q| q.cancel = q.cancel.map(|looks| looks.saturating_sub(1)));
    if question.algorithm.class() == crate::graph::Class::Classic {
        add(&|q| q.algorithm = Algorithm::AlphaBeta);
        add(&|q| q.algorithm = Algorithm::Scout);
    }
    let switches: [fn(&mut Policies) -> &mut bool; 7] = [
        |p| &mut p.windows,
        |p| &mut p.slack,
        |p| &mut p.skip,
        |p| &mut p.likely_first,
        |p| &mut p.probe,
        |p| &mut p.sort,
        |p| &mut p.narrowing,
    ];
    for switch in switches {
        add(&|q| {
            if let Algorithm::BoundedPlus { policies } | Algorithm::BoundedJamboree { policies, .. } = &mut q.algorithm
            {
                *switch(policies) = false;
            }
        });
    }
    add(&|q| match &mut q.algorithm {
        Algorithm::BoundedPlus { policies } | Algorithm::BoundedJamboree { policies, .. } => policies.epsilon = 0.0,
        Algorithm::Mtdf { guess, .. } | Algorithm::JamboreeMtdf { guess, .. } => *guess = 0.0,
        Algorithm::Deepening { from, step, aspiration } => (*from, *step, *aspiration) = (1, 1, false),
        Algorithm::Joint { epsilon, bytes, .. } => (*epsilon, *bytes) = (0.0, None),
        Algorithm::Smab { lexicographic, skip, printed, promises } => {
            (*lexicographic, *skip, *printed, *promises) = (false, 0, false, false);
        }
        _ => {}
    });
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_simpler_than_a_leaf() {
        let graph = Graph { nodes: vec![Node::Leaf(0.0)], root: 0 };
        assert_eq!(simpler_graphs(&graph).count(), 0);
    }
}
