//! A tidy layout (Reingold and Tilford 1981; Walker 1990): parents above the middle of their children, equal depths on one line,
//! no crossings, and subtrees as close as their outlines allow.
//!
//! Siblings are pushed together once from the left and once from the right, and stand half way between: both are allowed, the
//! conditions are linear, so the half-way place is allowed too, and small subtrees between large ones are spread out evenly.

use serde::{Deserialize, Serialize};

use crate::Record;

/// Where the nodes of a record stand. The root's middle is at the top; `x` grows to the right and `y` downwards.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Layout {
    /// The middles of the nodes, by their places.
    pub x: Vec<f64>,
    /// The depths of the nodes, as distances.
    pub y: Vec<f64>,
    /// The whole width. The leftmost edge is at 0.
    pub width: f64,
    /// The whole height.
    pub height: f64,
}

/// The left and the right edge of a subtree on each level, from its root's middle.
type Outline = Vec<(f64, f64)>;

impl Layout {
    /// A layout of nodes that reach so far to the left and to the right of their middles, with gaps between neighbours and levels.
    pub fn new(record: &Record, reach: impl Fn(usize) -> (f64, f64), gap: f64, level: f64) -> Self {
        let count = record.nodes.len();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for node in &record.nodes {
            if let Some(parent) = node.parent {
                children[parent].push(node.id);
            }
        }
        let mut outlines: Vec<Outline> = vec![Outline::new(); count];
        let mut offsets = vec![0.0; count];
        // Parents come before their children, so backwards all children are done before their parent.
        for node in (0..count).rev() {
            let below: Vec<Outline> =
                children[node].iter().map(|&child| std::mem::take(&mut outlines[child])).collect();
            let places = side_by_side(&below, gap);
            let (left, right) = reach(node);
            let mut outline = vec![(-left, right)];
            for ((&child, place), below) in children[node].iter().zip(places).zip(&below) {
                offsets[child] = place;
                for (depth, &(left, right)) in below.iter().enumerate() {
                    let (left, right) = (left + place, right + place);
                    match outline.get_mut(depth + 1) {
                        Some(edges) => *edges = (edges.0.min(left), edges.1.max(right)),
                        None => outline.push((left, right)),
                    }
                }
            }
            outlines[node] = outline;
        }
        let edges = |side: fn(&(f64, f64)) -> f64| outlines.first().into_iter().flatten().map(side);
        let left = edges(|edges| edges.0).fold(0.0, f64::min);
        let right = edges(|edges| edges.1).fold(0.0, f64::max);
        let mut layout = Self { width: right - left, ..Self::default() };
        for node in &record.nodes {
            layout.x.push(node.parent.map_or(-left, |parent| layout.x[parent] + offsets[node.id]));
            layout.y.push(node.depth as f64 * level);
            layout.height = layout.height.max(node.depth as f64 * level);
        }
        layout
    }
}

/// Where subtrees stand, from the middle of the first and the last.
fn side_by_side(subtrees: &[Outline], gap: f64) -> Vec<f64> {
    let from_left = pushed(subtrees.iter(), gap, |&(left, right)| (left, right));
    let from_right = pushed(subtrees.iter().rev(), gap, |&(left, right)| (-right, -left));
    let end = from_left.last().copied().unwrap_or(0.0).max(from_right.last().copied().unwrap_or(0.0));
    // Seen from the other side, the last is the first.
    let mirrored = from_right.iter().rev().map(|place| end - place);
    let middle: Vec<f64> = from_left.iter().zip(mirrored).map(|(one, other)| (one + other) / 2.0).collect();
    let (Some(first), Some(last)) = (middle.first().copied(), middle.last().copied()) else { return middle };
    middle.iter().map(|place| place - (first + last) / 2.0).collect()
}

/// Subtrees pushed against those before them; the first stands at 0.
fn pushed<'o>(
    subtrees: impl Iterator<Item = &'o Outline>,
    gap: f64,
    turned: impl Fn(&(f64, f64)) -> (f64, f64),
) -> Vec<f64> {
    let mut right_edge: Vec<f64> = Vec::new();
    let mut places = Vec::new();
    for outline in subtrees {
        let needs = right_edge.iter().zip(outline).map(|(edge, level)| edge + gap - turned(level).0);
        let place = if places.is_empty() { 0.0 } else { needs.fold(f64::NEG_INFINITY, f64::max) };
        places.push(place);
        for (depth, level) in outline.iter().enumerate() {
            let right = turned(level).1 + place;
            match right_edge.get_mut(depth) {
                Some(edge) => *edge = edge.max(right),
                None => right_edge.push(right),
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Node, Turn};

    /// A tree by its parents.
    fn tree(parents: &[usize]) -> Record {
        let mut record = Record::default();
        for id in 0..=parents.len() {
            let parent = id.checked_sub(1).map(|before| parents[before]);
            let depth = parent.map_or(0, |parent: usize| record.nodes[parent].depth + 1);
            record.nodes.push(Node::new(id, parent, None, depth, Turn::Max));
        }
        record
    }

    #[test]
    fn parents_stand_above_the_middle_and_nothing_overlaps() {
        let mut random = secateur_game::Random::new(5);
        for _ in 0..300 {
            let count = 1 + random.below(40) as usize;
            let parents: Vec<usize> = (0..count).map(|id| random.below(id as u64 + 1) as usize).collect();
            let record = tree(&parents);
            let width = |node: usize| 10.0 + (node * 7 % 13) as f64;
            let layout = Layout::new(&record, |node| (width(node) / 2.0, width(node) / 2.0), 4.0, 50.0);
            for node in &record.nodes {
                let below: Vec<usize> =
                    record.nodes.iter().filter(|n| n.parent == Some(node.id)).map(|n| n.id).collect();
                if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
                    assert!((layout.x[node.id] - (layout.x[first] + layout.x[last]) / 2.0).abs() < 1e-9);
                }
                assert!(below.windows(2).all(|pair| layout.x[pair[0]] < layout.x[pair[1]]));
                assert!(layout.x[node.id] - width(node.id) / 2.0 > -1e-9);
                assert!(layout.x[node.id] + width(node.id) / 2.0 < layout.width + 1e-9);
                for other in record.nodes.iter().filter(|other| other.depth == node.depth && other.id != node.id) {
                    let apart = (layout.x[node.id] - layout.x[other.id]).abs();
                    assert!(apart > (width(node.id) + width(other.id)) / 2.0 + 4.0 - 1e-9);
                }
            }
        }
    }

    #[test]
    fn a_small_subtree_between_large_ones_stands_in_the_middle() {
        // 0 has the children 1, 2, 3; 1 and 3 have four each.
        let layout = Layout::new(&tree(&[0, 0, 0, 1, 1, 1, 1, 3, 3, 3, 3]), |_| (5.0, 5.0), 10.0, 50.0);
        assert_eq!(layout.x[2], layout.x[0]);
    }

    #[test]
    fn long_chains_and_nothing_at_all_are_laid_out() {
        let chain: Vec<usize> = (0..5_000).collect();
        let layout = Layout::new(&tree(&chain), |_| (5.0, 5.0), 4.0, 1.0);
        assert_eq!((layout.width, layout.height), (10.0, 5_000.0));
        assert_eq!(Layout::new(&Record::default(), |_| (0.5, 0.5), 1.0, 1.0).width, 0.0);
    }
}
