//! What each player remembers: its own choices on the way to a node, as one number.
//!
//! A *sequence* is the last information set in which a player chose, with what it chose there; the ones before follow from it if the
//! player forgets nothing (perfect recall): all nodes of an information set then lie behind the same sequence of their player.

use super::{ExtensiveForm, Side};
use crate::error::{FormatError, shown};

/// The sequences of both players. Sequence 0 of each is the empty one.
#[derive(Debug)]
pub(super) struct Sequences {
    /// The first sequence of every information set; that of its last action comes before the next set's.
    pub(super) first: [Vec<usize>; 2],
    /// Behind which sequence every information set lies. It belongs to an earlier set.
    pub(super) before: [Vec<usize>; 2],
    /// How many there are.
    pub(super) count: [usize; 2],
    /// Max's and Min's on the way to every node.
    pub(super) of_node: Vec<[usize; 2]>,
}

impl ExtensiveForm {
    /// The sequences, or where a player forgets something.
    pub(super) fn sequences(&self) -> Result<Sequences, FormatError> {
        let mut sequences = Sequences {
            first: Default::default(),
            before: Default::default(),
            count: [1, 1],
            of_node: vec![[0, 0]; self.nodes.len()],
        };
        for side in [Side::Max as usize, Side::Min as usize] {
            sequences.before[side] = vec![usize::MAX; self.sets[side].len()];
            for set in &self.sets[side] {
                sequences.first[side].push(sequences.count[side]);
                sequences.count[side] += set.actions.len();
            }
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let here = sequences.of_node[number];
            let mover = node.mover.filter(|mover| mover.side != Side::Chance);
            if let Some(mover) = mover {
                let before = &mut sequences.before[mover.side as usize][mover.set];
                if *before != usize::MAX && *before != here[mover.side as usize] {
                    let set = self.set(mover);
                    let expected = format!(
                        "perfect recall: the same choices of player {} on the way to every node of an information set",
                        mover.side as usize + 1
                    );
                    return Err(node
                        .at
                        .error(expected, format!("others on the way to this node of {}", shown(&set.title()))));
                }
                *before = here[mover.side as usize];
            }
            for (action, &child) in node.children.iter().enumerate() {
                sequences.of_node[child] = here;
                if let Some(mover) = mover {
                    let side = mover.side as usize;
                    sequences.of_node[child][side] = sequences.first[side][mover.set] + action;
                }
            }
        }
        Ok(sequences)
    }
}
