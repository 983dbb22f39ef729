//! A game as a list of positions, so that it can be generated, taken apart and printed.
//!
//! One list serves every class of game. What a search sees of it is an [`Arena`](crate::arena::Arena): the list together with what the game
//! promises, estimates and recommends, all of it sound and none of it kind.

use std::fmt::{self, Write};

/// What happens in a position. Positions are called by their places in the list.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// The game is over.
    Leaf(f64),
    /// Max chooses.
    Max(Vec<u32>),
    /// Min chooses.
    Min(Vec<u32>),
    /// Chance chooses, with these weights.
    Chance(Vec<(u64, u32)>),
    /// Both choose at once; the cells row by row.
    Both {
        /// How many rows.
        rows: usize,
        /// What follows each cell.
        cells: Vec<u32>,
    },
}

impl Node {
    /// What may follow.
    pub fn children(&self) -> impl Iterator<Item = u32> + '_ {
        let (plain, weighted): (&[u32], &[(u64, u32)]) = match self {
            Self::Leaf(_) => (&[], &[]),
            Self::Max(moves) | Self::Min(moves) => (moves, &[]),
            Self::Chance(outcomes) => (&[], outcomes),
            Self::Both { cells, .. } => (cells, &[]),
        };
        plain.iter().copied().chain(weighted.iter().map(|&(_, child)| child))
    }

    /// What may follow, to be replaced.
    pub fn children_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        let (plain, weighted): (&mut [u32], &mut [(u64, u32)]) = match self {
            Self::Leaf(_) => (&mut [], &mut []),
            Self::Max(moves) | Self::Min(moves) => (moves, &mut []),
            Self::Chance(outcomes) => (&mut [], outcomes),
            Self::Both { cells, .. } => (cells, &mut []),
        };
        plain.iter_mut().chain(weighted.iter_mut().map(|(_, child)| child))
    }

    /// How many rows and columns a turn of both has.
    pub fn shape(&self) -> Option<(usize, usize)> {
        match self {
            Self::Both { rows, cells } => Some((*rows, cells.len() / rows)),
            _ => None,
        }
    }
}

/// Which kinds of turn a game has, in the order in which searches can do more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Only Max and Min move.
    Classic,
    /// Chance moves, too.
    Chance,
    /// Both players move at once somewhere.
    Joint,
}

/// A game: all positions, and where it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// All positions.
    pub nodes: Vec<Node>,
    /// Where the game starts.
    pub root: u32,
}

impl Graph {
    /// A position.
    pub fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// Which kinds of turn occur.
    pub fn class(&self) -> Class {
        let class = |node: &Node| match node {
            Node::Both { .. } => Class::Joint,
            Node::Chance(_) => Class::Chance,
            _ => Class::Classic,
        };
        self.nodes.iter().map(class).max().unwrap_or(Class::Classic)
    }

    /// The values of all finished positions.
    pub fn leaves(&self) -> impl Iterator<Item = f64> + '_ {
        self.nodes.iter().filter_map(|node| if let Node::Leaf(value) = node { Some(*value) } else { None })
    }

    /// The positions with every one after those that follow it; nothing if play can go in circles.
    pub fn in_order(&self) -> Option<Vec<u32>> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.nodes.len()];
        let (mut order, mut stack) = (Vec::new(), vec![(self.root, false)]);
        while let Some((number, leaving)) = stack.pop() {
            let mark = &mut marks[number as usize];
            match (leaving, *mark) {
                (true, _) => {
                    *mark = Mark::Done;
                    order.push(number);
                }
                (false, Mark::Done) => {}
                (false, Mark::Open) => return None,
                (false, Mark::New) => {
                    *mark = Mark::Open;
                    stack.push((number, true));
                    for child in self.node(number).children() {
                        match marks[child as usize] {
                            Mark::New => stack.push((child, false)),
                            Mark::Open => return None,
                            Mark::Done => {}
                        }
                    }
                }
            }
        }
        Some(order)
    }

    /// The same game without positions that cannot be reached; and what each position is called now.
    pub fn pruned(&self) -> (Self, Vec<Option<u32>>) {
        let mut names = vec![None; self.nodes.len()];
        let mut kept = vec![self.root];
        names[self.root as usize] = Some(0);
        let mut next = 0;
        while next < kept.len() {
            for child in self.node(kept[next]).children() {
                if names[child as usize].is_none() {
                    names[child as usize] = Some(kept.len() as u32);
                    kept.push(child);
                }
            }
            next += 1;
        }
        let mut nodes: Vec<Node> = kept.iter().map(|&number| self.node(number).clone()).collect();
        for child in nodes.iter_mut().flat_map(Node::children_mut) {
            *child = names[*child as usize].unwrap_or_default();
        }
        (Self { nodes, root: 0 }, names)
    }

    /// How many positions a walk through everything below each passes, transpositions as often as they are met; `None` where
    /// play goes in circles.
    pub fn sizes(&self) -> Option<Vec<u64>> {
        let mut sizes = vec![0u64; self.nodes.len()];
        for number in self.in_order()? {
            let below = self.node(number).children().map(|child| sizes[child as usize]);
            sizes[number as usize] = below.fold(1, u64::saturating_add);
        }
        Some(sizes)
    }

    /// How a leaf is written.
    fn number(value: f64) -> String {
        if value != 0.0 && !(1e-6..1e16).contains(&value.abs()) { format!("{value:e}") } else { value.to_string() }
    }

    fn write(&self, number: u32, out: &mut String) -> fmt::Result {
        let list = |out: &mut String, word: &str, children: &[u32]| -> fmt::Result {
            write!(out, "({word}")?;
            for &child in children {
                write!(out, " ")?;
                self.write(child, out)?;
            }
            write!(out, ")")
        };
        match self.node(number) {
            Node::Leaf(value) => out.write_str(&Self::number(*value)),
            Node::Max(moves) => list(out, "max", moves),
            Node::Min(moves) => list(out, "min", moves),
            Node::Chance(outcomes) => {
                out.write_str("(chance")?;
                for &(weight, child) in outcomes {
                    write!(out, " {weight}: ")?;
                    self.write(child, out)?;
                }
                out.write_str(")")
            }
            Node::Both { rows, cells } => {
                out.write_str("(both")?;
                for row in cells.chunks(cells.len() / rows) {
                    out.write_str(" [")?;
                    for (place, &cell) in row.iter().enumerate() {
                        out.write_str(if place == 0 { "" } else { " " })?;
                        self.write(cell, out)?;
                    }
                    out.write_str("]")?;
                }
                out.write_str(")")
            }
        }
    }

    /// The game from a position on, as a `.tree`; as a list of positions where play can go in circles.
    pub fn as_tree(&self, from: u32) -> String {
        let (below, _) = Self { root: from, nodes: self.nodes.clone() }.pruned();
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = match below.sizes() {
            Some(sizes) if sizes[0] <= 10_000 => below.write(0, &mut text),
            _ => below.nodes.iter().enumerate().try_for_each(|(number, node)| writeln!(text, "{number}: {node:?}")),
        };
        text
    }
}
