//! Minimal cut sets of fault trees.
//!
//! A fault tree says which combinations of basic events bring a top event about. Its minimal cut sets are the value of an
//! AND-OR graph over the lattice of families of sets (`cuts.rs`), so the searches for lattices find them.
//!
//! Files are Open-PSA XML; [`FaultTree`] says which parts of it.

mod cuts;
mod model;

use std::collections::HashMap;

use secateur_game::{Game, Player};
use secateur_games::dag::{Builder, Dag, Space};
use secateur_search::Search;
use secateur_value::{Bounds, Diagram};
use serde::Serialize;

use cuts::{Diagrams, Form, Masks};
use model::Formula;
pub use model::{Event, FaultError, FaultTree};

/// The minimal cut sets of a fault tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CutSets {
    /// The top gate.
    pub top: String,
    /// The greatest order that was asked for.
    pub order: Option<u32>,
    /// Every minimal cut set up to that order, as numbers of events, smaller ones first.
    pub sets: Vec<Vec<usize>>,
}

impl CutSets {
    /// The cut sets by the names of their events.
    pub fn names<'t>(&self, tree: &'t FaultTree) -> Vec<Vec<&'t str>> {
        let name = |&event: &usize| tree.events()[event].name.as_str();
        self.sets.iter().map(|set| set.iter().map(name).collect()).collect()
    }

    /// How likely all events of a cut set are together, if independent and if the file says how likely each is.
    pub fn probability(&self, tree: &FaultTree, set: &[usize]) -> Option<f64> {
        set.iter().map(|&event| tree.events()[event].probability).product()
    }

    /// The sum over all cut sets, which is at least the probability of the top event when no order limits them.
    pub fn rare_event_sum(&self, tree: &FaultTree) -> Option<f64> {
        self.sets.iter().map(|set| self.probability(tree, set)).sum()
    }

    /// `1 − ∏ (1 − p)` over all cut sets, the min-cut upper bound: at least the probability of the top event when no
    /// order limits them, since cut sets of independent events are positively associated.
    pub fn min_cut_upper_bound(&self, tree: &FaultTree) -> Option<f64> {
        let none = self.sets.iter().map(|set| self.probability(tree, set).map(|p| 1.0 - p)).product::<Option<f64>>();
        none.map(|none| 1.0 - none)
    }
}

/// In which form families of cut sets are kept; the answer is the same.
///
/// Measured on three trees of the Aralia benchmark: all cut sets of `baobab1` (46,188) take 0.1 s as diagrams and 50 s as
/// lists, those of `baobab2` (4,805) 8 and 440 ms, those of `chinese` (392) 0.5 and 14 ms. Lists leave out what is of too high
/// an order at every gate: up to order 3 they need 9 ms at most, diagrams up to 98 ms; from order 4 on it depends on the tree,
/// and lists are the ones that may take very long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Families {
    /// Lists where the order is at most [`Families::LOW_ORDER`] or there are too many events for a diagram, diagrams
    /// otherwise.
    #[default]
    Measured,
    /// The list of minimal sets, each a word of bits.
    Masks,
    /// A decision diagram.
    Diagrams,
}

impl Families {
    /// Up to this order lists are the measured choice.
    pub const LOW_ORDER: u32 = 3;

    fn as_diagrams(self, events: usize, order: Option<u32>) -> bool {
        events <= Diagram::LARGEST_GROUND
            && match self {
                Self::Measured => order.is_none_or(|order| order > Self::LOW_ORDER),
                Self::Masks => false,
                Self::Diagrams => true,
            }
    }
}

impl FaultTree {
    /// The minimal cut sets of a gate, or of the only top gate, up to an order.
    ///
    /// # Errors
    ///
    /// When there is no such gate or no single top, or a gate is below itself.
    pub fn minimal_cut_sets(&self, top: Option<&str>, order: Option<u32>) -> Result<CutSets, FaultError> {
        self.minimal_cut_sets_as(Families::default(), top, order)
    }

    /// The same with a choice of the form in which families are kept.
    ///
    /// # Errors
    ///
    /// As [`minimal_cut_sets`](Self::minimal_cut_sets).
    pub fn minimal_cut_sets_as(
        &self,
        families: Families,
        top: Option<&str>,
        order: Option<u32>,
    ) -> Result<CutSets, FaultError> {
        let top = match (top, &self.tops()[..]) {
            (Some(top), _) => top.to_owned(),
            (None, [top]) => top.clone(),
            (None, tops) => return Err(FaultError::NoTop(tops.to_vec())),
        };
        let root = *self.numbers.get(&top).ok_or_else(|| FaultError::NoGate(top.clone()))?;
        let count = self.events.len();
        let mut sets = if families.as_diagrams(count, order) {
            self.solved(root, &Diagrams::new(self.events_from(root), order))?
        } else {
            self.solved(root, &Masks { count, order })?
        };
        sets.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        Ok(CutSets { top, order, sets })
    }

    fn solved<F: Form>(&self, root: usize, form: &F) -> Result<Vec<Vec<usize>>, FaultError> {
        let graph = Translation::new(self, form).translate(root)?;
        let value = Search::at(&graph, graph.start()).lattice_minimax(None).bounds.lower;
        Ok(form.minimal(&value))
    }

    /// Every event once, those below a gate first, in the order in which a walk from the gate comes upon them: events of
    /// one gate are near each other, which keeps diagrams small.
    fn events_from(&self, root: usize) -> Vec<usize> {
        let (mut seen, mut passed) = (vec![false; self.events.len()], vec![false; self.gates.len()]);
        let mut events = Vec::with_capacity(self.events.len());
        let mut open = vec![&self.gates[root].formula];
        while let Some(formula) = open.pop() {
            match formula {
                Formula::Constant(_) => {}
                Formula::Event(event) => {
                    if !std::mem::replace(&mut seen[*event], true) {
                        events.push(*event);
                    }
                }
                Formula::Gate(name) => {
                    if let Some(&gate) = self.numbers.get(name)
                        && !std::mem::replace(&mut passed[gate], true)
                    {
                        open.push(&self.gates[gate].formula);
                    }
                }
                Formula::And(parts) | Formula::Or(parts) | Formula::AtLeast(_, parts) => {
                    open.extend(parts.iter().rev());
                }
            }
        }
        events.extend((0..self.events.len()).filter(|&event| !seen[event]));
        events
    }
}

/// From formulas to a graph. Gate `n` is node `n`; what is inside its formula follows after all gates.
struct Translation<'t, F: Form> {
    tree: &'t FaultTree,
    form: &'t F,
    /// Nodes that are still to be added, in order: gates first.
    nodes: Vec<Translated<'t, F::Cuts>>,
    leaves: HashMap<usize, u32>,
}

#[derive(Clone)]
enum Translated<'t, C> {
    /// A node that stands for another.
    Same(u32),
    Formula(&'t Formula),
    Leaf(C),
    Choice(Player, Vec<u32>),
}

impl<'t, F: Form> Translation<'t, F> {
    fn new(tree: &'t FaultTree, form: &'t F) -> Self {
        let nodes = tree.gates.iter().map(|gate| Translated::Formula(&gate.formula)).collect();
        Self { tree, form, nodes, leaves: HashMap::new() }
    }

    fn translate(mut self, root: usize) -> Result<Dag<F::Cuts>, FaultError> {
        // Formulas are translated in the order in which they were found, each into nodes behind all others.
        let mut next = 0;
        while next < self.nodes.len() {
            if let Translated::Formula(formula) = self.nodes[next] {
                self.nodes[next] = self.formula(formula)?;
            }
            next += 1;
        }
        let ends = Bounds { lower: self.form.never(), upper: self.form.always() };
        let mut graph: Builder<F::Cuts> = Dag::builder(Space::Product(Vec::new()), ends);
        for node in self.nodes {
            match node {
                Translated::Leaf(cuts) => graph.leaf(cuts),
                Translated::Choice(player, children) => graph.choice(player, &children),
                Translated::Same(other) => graph.choice(Player::Max, &[other]),
                Translated::Formula(_) => unreachable!("every formula was translated"),
            }
            .map_err(|problem| self.tree.in_gates(&problem))?;
        }
        graph.finish(root as u32).map_err(|problem| self.tree.in_gates(&problem))
    }

    fn formula(&mut self, formula: &'t Formula) -> Result<Translated<'t, F::Cuts>, FaultError> {
        Ok(match formula {
            Formula::Constant(true) => Translated::Leaf(self.form.always()),
            Formula::Constant(false) => Translated::Leaf(self.form.never()),
            Formula::Event(event) => Translated::Same(self.leaf(*event)),
            Formula::Gate(name) => Translated::Same(self.gate(name)?),
            Formula::Or(parts) => Translated::Choice(Player::Max, self.parts(parts)?),
            Formula::And(parts) => Translated::Choice(Player::Min, self.parts(parts)?),
            Formula::AtLeast(least, parts) => {
                let parts = self.parts(parts)?;
                Translated::Same(self.at_least(*least, &parts))
            }
        })
    }

    fn parts(&mut self, parts: &'t [Formula]) -> Result<Vec<u32>, FaultError> {
        let part = |part: &'t Formula| match part {
            Formula::Event(event) => Ok(self.leaf(*event)),
            Formula::Gate(name) => self.gate(name),
            formula => Ok(self.add(Translated::Formula(formula))),
        };
        parts.iter().map(part).collect()
    }

    fn gate(&self, name: &str) -> Result<u32, FaultError> {
        self.tree.numbers.get(name).map(|&number| number as u32).ok_or_else(|| FaultError::NoGate(name.to_owned()))
    }

    fn leaf(&mut self, event: usize) -> u32 {
        if let Some(&node) = self.leaves.get(&event) {
            return node;
        }
        let node = self.add(Translated::Leaf(self.form.event(event)));
        self.leaves.insert(event, node);
        node
    }

    fn add(&mut self, node: Translated<'t, F::Cuts>) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// "At least k of these": with the first one k − 1 of the rest, or k of the rest; built from the back, so that every
    /// "at least j of the last i" is one node.
    fn at_least(&mut self, least: usize, parts: &[u32]) -> u32 {
        let never = self.add(Translated::Leaf(self.form.never()));
        if least > parts.len() {
            return never;
        }
        let always = self.add(Translated::Leaf(self.form.always()));
        // `of_rest[j]`: at least j of the parts that were passed.
        let mut of_rest: Vec<u32> = (0..=least).map(|j| if j == 0 { always } else { never }).collect();
        for &part in parts.iter().rev() {
            for j in (1..=least).rev() {
                let with = self.add(Translated::Choice(Player::Min, vec![part, of_rest[j - 1]]));
                of_rest[j] = self.add(Translated::Choice(Player::Max, vec![with, of_rest[j]]));
            }
        }
        of_rest[least]
    }
}

impl FaultTree {
    /// A problem of the graph with gates by name instead of number.
    fn in_gates(&self, problem: &secateur_games::dag::DagError) -> FaultError {
        use secateur_games::dag::DagError;
        let gate = |node: &str| {
            let number = node.parse::<usize>().ok();
            number.and_then(|number| self.gates.get(number)).map_or("a gate", |gate| gate.name.as_str()).to_owned()
        };
        FaultError::Graph(match problem {
            DagError::Cycle(node) => format!("expected gates without cycles, found {} below itself", gate(node)),
            DagError::TooDeep(node) => {
                format!("expected at most 1000 gates inside each other, found more at {}", gate(node))
            }
            other => other.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree(gates: &str) -> Result<FaultTree, FaultError> {
        FaultTree::from_xml(&format!("<opsa-mef><define-fault-tree name='t'>\n{gates}</define-fault-tree></opsa-mef>"))
    }

    fn cuts(gates: &str, order: Option<u32>) -> Vec<Vec<String>> {
        let tree = tree(gates).unwrap();
        let cuts = tree.minimal_cut_sets(None, order).unwrap();
        cuts.names(&tree).into_iter().map(|set| set.into_iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn two_out_of_three_have_three_cut_sets() {
        let gates = "<define-gate name='top'><atleast min='2'><event name='a'/><event name='b'/><event name='c'/></atleast></define-gate>";
        assert_eq!(cuts(gates, None), [["a", "b"], ["a", "c"], ["b", "c"]]);
        assert_eq!(cuts(gates, Some(1)), [[""; 0]; 0]);
    }

    #[test]
    fn more_than_there_are_never_happen_and_none_always() {
        let gate = |least: &str| {
            let parts = "<event name='a'/><event name='b'/>";
            cuts(&format!("<define-gate name='top'><atleast min='{least}'>{parts}</atleast></define-gate>"), None)
        };
        assert!(gate("3").is_empty() && gate("18446744073709551615").is_empty());
        assert_eq!(gate("0"), [[""; 0]]);
    }

    #[test]
    fn shared_gates_houses_and_nested_formulas_are_read() {
        let gates = "
            <define-gate name='top'><label>the top</label><or><gate name='g'/><and><event name='g'/><event name='x'/></and>
                <and><house-event name='on'/><event name='y'/></and><and><event name='off'/><event name='z'/></and></or></define-gate>
            <define-gate name='g'><and><basic-event name='a'/><basic-event name='b'/></and></define-gate>
            <define-house-event name='on'><constant value='true'/></define-house-event>
            <define-house-event name='off'><constant value='false'/></define-house-event>";
        assert_eq!(cuts(gates, None), [vec!["y"], vec!["a", "b"]]);
    }

    #[test]
    fn probabilities_are_those_of_the_file() {
        let gates = "<define-gate name='top'><or><event name='a'/><and><event name='b'/><event name='c'/></and></or></define-gate>
            <define-basic-event name='a'><float value='0.1'/></define-basic-event>
            <define-basic-event name='b'><float value='0.5'/></define-basic-event>
            <define-basic-event name='c'><float value='0.2'/></define-basic-event>";
        let tree = tree(gates).unwrap();
        let cuts = tree.minimal_cut_sets(None, None).unwrap();
        assert!((cuts.rare_event_sum(&tree).unwrap() - 0.2).abs() < 1e-12);
        assert!((cuts.min_cut_upper_bound(&tree).unwrap() - 0.19).abs() < 1e-12);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let message =
            |gates: &str| tree(gates).and_then(|tree| tree.minimal_cut_sets(None, None)).unwrap_err().to_string();
        let not = "<define-gate name='top'><not><event name='a'/></not></define-gate>";
        assert_eq!(message(not), "line 2: expected and, or, atleast and events, found not");
        let cycle = "<define-gate name='top'><gate name='g'/></define-gate><define-gate name='g'><or><gate name='h'/></or></define-gate>
            <define-gate name='h'><gate name='g'/></define-gate>";
        assert_eq!(message(cycle), "expected gates without cycles, found g below itself");
        assert_eq!(message("<define-gate name='top'><gate name='g'/></define-gate>"), "expected a gate named g");
        assert_eq!(
            message("<define-gate name='top'><or/></define-gate>"),
            "line 2: or: expected at least one formula inside"
        );
        assert_eq!(message(""), "expected one top gate, found none; name one");
        let two = "<define-gate name='s'><event name='a'/></define-gate><define-gate name='t'><event name='a'/></define-gate>";
        assert_eq!(message(two), "expected one top gate, found s, t; name one");
        let again = "<define-gate name='t'><event name='a'/></define-gate>\n<define-gate name='t'><event name='a'/></define-gate>";
        assert_eq!(message(again), "line 3: expected each name once, found t again");
        let certain = "<define-gate name='t'><event name='a'/></define-gate><define-basic-event name='a'><float value='2'/></define-basic-event>";
        assert_eq!(message(certain), "line 2: float: expected a probability from 0 to 1");
        assert_eq!(message("<define-gate name='a&#10;b'/>"), "line 2: define-gate: expected a name of one line");
        assert_eq!(FaultTree::from_xml("<a><b/\n").unwrap_err().to_string().lines().count(), 1);
        assert!(FaultTree::from_xml("<a").unwrap_err().to_string().starts_with("expected XML: "));
    }

    /// A random formula over six events as XML, and what it says for a set of events.
    fn formula() -> impl Strategy<Value = (String, oracle::Truth)> {
        let leaf = (0usize..6).prop_map(|event| (format!("<event name='e{event}'/>"), oracle::Truth::Event(event)));
        leaf.prop_recursive(4, 24, 4, |inner| {
            (prop::collection::vec(inner, 1..4), 0usize..4).prop_map(|(parts, kind)| {
                let (xml, truths): (Vec<String>, Vec<oracle::Truth>) = parts.into_iter().unzip();
                let least = match kind {
                    0 => truths.len(),
                    1 => 1,
                    least => least.min(truths.len()),
                };
                let xml = match kind {
                    0 => format!("<and>{}</and>", xml.concat()),
                    1 => format!("<or>{}</or>", xml.concat()),
                    _ => format!("<atleast min='{least}'>{}</atleast>", xml.concat()),
                };
                (xml, oracle::Truth::AtLeast(least, truths))
            })
        })
    }

    mod oracle {
        #[derive(Clone, Debug)]
        pub(super) enum Truth {
            Event(usize),
            AtLeast(usize, Vec<Truth>),
        }

        impl Truth {
            pub(super) fn holds(&self, events: u32) -> bool {
                match self {
                    Self::Event(event) => events >> event & 1 == 1,
                    Self::AtLeast(least, parts) => parts.iter().filter(|part| part.holds(events)).count() >= *least,
                }
            }
        }
    }

    proptest! {
        /// Minimal cut sets are exactly the minimal sets of events for which the formula holds.
        #[test]
        fn cut_sets_are_the_minimal_solutions(
            (xml, truth) in formula(),
            order in prop::option::of(1u32..5),
            families in prop_oneof![Just(Families::Measured), Just(Families::Masks), Just(Families::Diagrams)],
        ) {
            let tree = tree(&format!("<define-gate name='top'>{xml}</define-gate>")).unwrap();
            let found = tree.minimal_cut_sets_as(families, None, order).unwrap();
            let mut found: Vec<u32> = found.names(&tree).iter()
                .map(|set| set.iter().map(|name| 1 << name[1..].parse::<u32>().unwrap()).sum()).collect();
            let minimal = |&set: &u32| truth.holds(set) && (0..6).all(|e| set >> e & 1 == 0 || !truth.holds(set & !(1 << e)));
            let short = |set: &u32| order.is_none_or(|order| set.count_ones() <= order);
            let expected: Vec<u32> = (0u32..64).filter(minimal).filter(short).collect();
            found.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}
