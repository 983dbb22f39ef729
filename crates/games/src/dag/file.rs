//! The JSON file of a graph.

use std::collections::HashMap;

use secateur_game::Player;
use secateur_value::{Bounds, Lattice};
use serde_json::{Map, Value, json};

use super::space::shown;
use super::{Dag, DagError, Element, InSpace, Kind, Space};

/// The graph of the paper's Figure 1 (left), as far as its text tells it: `v(r) = 1100`, and with `h(r) = ⊥`, `h(n) = ⊤`
/// and the window (1000, 1110) alpha-beta returns 1101 because the call on `n` is cut after its first child. Words
/// such as 1101 are written as the places of their ones.
pub const EXAMPLE: &[u8] = include_bytes!("../../graphs/figure-1-left.json");

impl Dag<Element> {
    /// Reads a graph from the contents of a file.
    pub fn from_json(bytes: &[u8]) -> Result<Self, DagError> {
        let json: Value = serde_json::from_slice(bytes).map_err(|problem| DagError::NotJson(problem.to_string()))?;
        let Value::Object(file) = &json else {
            return Err(unexpected("the file", format!("expected an object, found {}", shown(&json))));
        };
        let field = |name: &str| {
            file.get(name)
                .ok_or_else(|| unexpected("the file", format!("expected lattice, root and nodes, found no {name}")))
        };
        let space = Space::read(field("lattice")?, 0).map_err(|problem| unexpected("lattice", problem))?;
        let Value::Array(nodes) = field("nodes")? else {
            return Err(unexpected("nodes", "expected a list".to_owned()));
        };
        let mut numbers = HashMap::new();
        for (number, node) in nodes.iter().enumerate() {
            let name = name_of(node).ok_or_else(|| {
                unexpected(
                    &format!("node number {}", number + 1),
                    format!("expected an object with a name, found {}", shown(node)),
                )
            })?;
            if numbers.insert(name, super::small(number)?).is_some() {
                return Err(DagError::SameName(name.to_owned()));
            }
        }
        let ends = space.ends();
        let mut graph = Self::builder(space, ends);
        let mut children = Vec::new();
        for node in nodes {
            let (Some(name), Value::Object(fields)) = (name_of(node), node) else { continue };
            let promised = |field: &str, end: &Element| match fields.get(field) {
                None => Ok(end.clone()),
                Some(value) => {
                    let outside = |problem| DagError::OutsideLattice { node: name.to_owned(), problem };
                    graph.0.space.element(value).map_err(outside)
                }
            };
            if fields.contains_key("at_least") || fields.contains_key("at_most") {
                let ends = &graph.0.ends;
                let (lower, upper) = (promised("at_least", &ends.lower)?, promised("at_most", &ends.upper)?);
                let wrong =
                    || unexpected(&format!("node {name}"), "expected at_least to be at most at_most".to_owned());
                let bounds = lower.at_most(&upper).then_some(Bounds { lower, upper }).ok_or_else(wrong)?;
                graph.promise(numbers[name], bounds);
            }
            match read_node(name, fields)? {
                Read::Leaf(value) => {
                    let outside = |problem| DagError::OutsideLattice { node: name.to_owned(), problem };
                    let value = graph.0.space.element(value).map_err(outside)?;
                    graph.leaf(value)?;
                }
                Read::Choice(player, names) => {
                    children.clear();
                    for child in names {
                        let known = child.as_str().and_then(|child| numbers.get(child));
                        let dangling = || DagError::Dangling {
                            node: name.to_owned(),
                            child: child.as_str().map_or_else(|| shown(child), str::to_owned),
                        };
                        children.push(*known.ok_or_else(dangling)?);
                    }
                    graph.choice(player, &children)?;
                }
            }
        }
        graph.named(nodes.iter().filter_map(name_of).map(str::to_owned).collect());
        let root = field("root")?;
        match root.as_str().and_then(|root| numbers.get(root)) {
            Some(&root) => graph.finish(root),
            None => Err(DagError::NoRoot(root.as_str().map_or_else(|| shown(root), str::to_owned))),
        }
    }
}

impl<V: InSpace> Dag<V> {
    /// The graph as a file has it.
    pub fn to_json(&self) -> Value {
        let graph = &*self.graph;
        let names = |node| -> Vec<String> { graph.children(node).iter().map(|&child| graph.name(child)).collect() };
        let nodes = (0..self.nodes() as u32).map(|node| {
            let (kind, content) = match graph.nodes[node as usize].kind {
                Kind::Leaf => ("value", graph.values[graph.nodes[node as usize].first as usize].json(&graph.space)),
                Kind::Choice(Player::Max, _) => ("or", json!(names(node))),
                Kind::Choice(Player::Min, _) => ("and", json!(names(node))),
            };
            let mut written = json!({"name": graph.name(node), kind: content});
            if let Some(bounds) = graph.promised.get(&node) {
                written["at_least"] = bounds.lower.json(&graph.space);
                written["at_most"] = bounds.upper.json(&graph.space);
            }
            written
        });
        json!({"lattice": graph.space.json(), "root": graph.name(graph.root), "nodes": nodes.collect::<Vec<_>>()})
    }
}

enum Read<'j> {
    Leaf(&'j Value),
    Choice(Player, &'j [Value]),
}

fn read_node<'j>(name: &str, fields: &'j Map<String, Value>) -> Result<Read<'j>, DagError> {
    let problem = |problem: String| unexpected(&format!("node {}", crate::parameters::shown(name)), problem);
    let extra = ["name", "at_least", "at_most"];
    let mut others = fields.iter().filter(|(field, _)| !extra.contains(&field.as_str()));
    match (others.next(), others.next()) {
        (Some((field, value)), None) if field == "value" => Ok(Read::Leaf(value)),
        (Some((field, Value::Array(children))), None) if field == "or" => Ok(Read::Choice(Player::Max, children)),
        (Some((field, Value::Array(children))), None) if field == "and" => Ok(Read::Choice(Player::Min, children)),
        (Some((field, other)), None) if field == "or" || field == "and" => {
            Err(problem(format!("expected a list of children, found {}", shown(other))))
        }
        _ => Err(problem("expected a name and one of or, and, value".to_owned())),
    }
}

fn name_of(node: &Value) -> Option<&str> {
    node.as_object()?.get("name")?.as_str()
}

fn unexpected(place: &str, problem: String) -> DagError {
    DagError::Unexpected { place: place.to_owned(), problem }
}

#[cfg(test)]
mod tests {
    use secateur_game::Game;

    use super::*;

    /// The graph of Figure 1 (left) with promises of one's own about `n`, which is worth {1}.
    fn with(promise: &str) -> Result<Dag<Element>, DagError> {
        let text = String::from_utf8(EXAMPLE.to_vec()).unwrap();
        let node = "{\"name\": \"n\", ";
        assert!(text.contains(node));
        Dag::from_json(text.replace(node, &format!("{node}{promise}")).as_bytes())
    }

    #[test]
    fn promises_that_hold_are_kept_and_others_refused() {
        let game = with("\"at_least\": [1], \"at_most\": [1, 2], ").unwrap();
        let n = (0..game.nodes() as u32).find(|&node| game.graph.name(node) == "n").unwrap();
        let bounds = game.bounds(&super::super::Place(n));
        assert_ne!(bounds, game.bounds(&game.start()));
        let read = Dag::from_json(game.to_json().to_string().as_bytes()).unwrap();
        assert_eq!(read.bounds(&super::super::Place(n)), bounds);
        let problem = |promise: &str| with(promise).unwrap_err().to_string();
        assert!(problem("\"at_most\": [2], ").contains("at_least and at_most that hold"));
        assert!(problem("\"at_least\": [1, 2], ").contains("at_least and at_most that hold"));
        assert!(problem("\"at_least\": [1], \"at_most\": [2], ").contains("expected at_least to be at most at_most"));
        assert!(problem("\"at_most\": [9], ").contains("node n"));
    }
}
