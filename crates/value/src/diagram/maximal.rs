//! From a decision diagram to the maximal sets of the family (after Rauzy, "New algorithms for fault trees analysis", 1993,
//! who asks for the minimal solutions of a monotone function: the complements of our sets).
//!
//! At a node that asks for the member `x`, the maximal sets with `x` are those of the branch that has it; those without
//! `x` are the maximal sets of the other branch that do not belong to the first. Maximal sets are kept by what they *lack*,
//! in a zero-suppressed diagram (Minato 1993): members that no node asks for are lacked by no maximal set, and cost nothing.

use std::collections::HashMap;

use biodivine_lib_bdd::{Bdd, BddPointer};

use super::Diagram;

impl Diagram {
    /// For every maximal set, the members that it lacks, in order; only where they are at most `order`.
    pub fn complements(&self, order: Option<usize>) -> Vec<Vec<usize>> {
        let mut sets = Lacking::of(&self.0);
        let root = sets.maximal(self.0.root_pointer());
        let mut found = Vec::new();
        sets.list(root, order.unwrap_or(usize::MAX), &mut Vec::new(), &mut found);
        found
    }
}

/// A set of sets of lacked members.
type Sets = u32;
/// No set of members.
const NONE: Sets = 0;
/// The one set that lacks nothing.
const NOTHING: Sets = 1;

/// The zero-suppressed diagram that is being built.
struct Lacking<'b> {
    family: &'b Bdd,
    /// The member that a node asks for, the sets that do not lack it and those that do. The first two are the ends.
    nodes: Vec<(u16, Sets, Sets)>,
    unique: HashMap<(u16, Sets, Sets), Sets>,
    maximal: HashMap<BddPointer, Sets>,
    outside: HashMap<(Sets, BddPointer), Sets>,
}

impl<'b> Lacking<'b> {
    fn of(family: &'b Bdd) -> Self {
        let end = (u16::MAX, NONE, NONE);
        let (unique, maximal, outside) = Default::default();
        Self { family, nodes: vec![end, end], unique, maximal, outside }
    }

    fn node(&mut self, member: u16, having: Sets, lacking: Sets) -> Sets {
        if lacking == NONE {
            return having;
        }
        let Self { nodes, unique, .. } = self;
        *unique.entry((member, having, lacking)).or_insert_with(|| {
            nodes.push((member, having, lacking));
            nodes.len() as Sets - 1
        })
    }

    /// The maximal sets of a part of the family.
    fn maximal(&mut self, part: BddPointer) -> Sets {
        if part.is_terminal() {
            return if part.is_one() { NOTHING } else { NONE };
        }
        if let Some(&known) = self.maximal.get(&part) {
            return known;
        }
        let (high, low) = (self.family.high_link_of(part), self.family.low_link_of(part));
        let having = self.maximal(high);
        let all = self.maximal(low);
        let lacking = self.outside(all, high);
        let found = self.node(self.member(part), having, lacking);
        self.maximal.insert(part, found);
        found
    }

    /// Those of the sets that do not belong to a part of the family.
    fn outside(&mut self, sets: Sets, part: BddPointer) -> Sets {
        if sets == NONE || part.is_zero() {
            return sets;
        }
        if part.is_one() {
            return NONE;
        }
        if let Some(&known) = self.outside.get(&(sets, part)) {
            return known;
        }
        let (member, having, lacking) = self.nodes[sets as usize];
        let found = if self.member(part) < member {
            // None of the sets lacks what the part asks for.
            self.outside(sets, self.family.high_link_of(part))
        } else {
            let (high, low) = if self.member(part) == member {
                (self.family.high_link_of(part), self.family.low_link_of(part))
            } else {
                (part, part)
            };
            let (having, lacking) = (self.outside(having, high), self.outside(lacking, low));
            self.node(member, having, lacking)
        };
        self.outside.insert((sets, part), found);
        found
    }

    fn member(&self, part: BddPointer) -> u16 {
        self.family.var_of(part).to_index() as u16
    }

    /// Lists sets of at most so many lacked members.
    fn list(&self, sets: Sets, order: usize, lacked: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        match sets {
            NONE => {}
            NOTHING => found.push(lacked.clone()),
            _ => {
                let (member, having, lacking) = self.nodes[sets as usize];
                if lacked.len() < order {
                    lacked.push(member.into());
                    self.list(lacking, order, lacked, found);
                    lacked.pop();
                }
                self.list(having, order, lacked, found);
            }
        }
    }
}
