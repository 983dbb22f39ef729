//! Monotone Boolean circuits as games: OR-gates are Max's, AND-gates Min's, and the value is whether the circuit says yes.
//!
//! Evaluating such a circuit is the AND-OR graph of the smallest lattice, truth values. Several assignments of the inputs
//! can be asked about at once: the value is then the set of assignments for which the circuit says yes, an element of
//! `2^S`, so that all of them are answered by one search. A random circuit has gates over inputs and over gates before them;
//! its output is its last gate.

use secateur_game::{Player, Random};
use secateur_value::{Bounds, Set, Subset};

use crate::dag::{Dag, DagError, Members, Space};
use crate::parameters::{Description, Parameter, ParameterError, Parameters};

/// The form of a random circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circuit {
    /// How many inputs.
    pub inputs: u32,
    /// How many gates.
    pub gates: u32,
    /// How many wires lead into a gate.
    pub wires: u32,
    /// How many random assignments of the inputs are asked about at once.
    pub assignments: usize,
}

impl Circuit {
    /// The most inputs.
    pub const MOST_INPUTS: u32 = 1 << 16;
    /// The most gates.
    pub const MOST_GATES: u32 = 1 << 20;
    /// The most wires into a gate.
    pub const MOST_WIRES: u32 = 64;

    /// What the program says about this game.
    pub const DESCRIPTION: Description = Description {
        name: "circuit",
        summary: "a random monotone Boolean circuit, asked about several assignments of its inputs at once",
        parameters: &[
            Parameter { name: "inputs", default: Some("20"), meaning: "how many inputs" },
            Parameter { name: "gates", default: Some("200"), meaning: "how many AND- and OR-gates" },
            Parameter { name: "wires", default: Some("3"), meaning: "how many wires lead into a gate" },
            Parameter {
                name: "assignments",
                default: Some("16"),
                meaning: "how many random assignments are asked about",
            },
            Parameter { name: "seed", default: Some("1"), meaning: "which of the random circuits" },
        ],
    };

    /// The circuit that these words describe.
    pub fn from_parameters(parameters: &Parameters) -> Result<Dag<Set<1>>, ParameterError> {
        let values = parameters.of(&Self::DESCRIPTION)?;
        let circuit = Self {
            inputs: values.whole("inputs", 1..=Self::MOST_INPUTS)?,
            gates: values.whole("gates", 1..=Self::MOST_GATES)?,
            wires: values.whole("wires", 1..=Self::MOST_WIRES)?,
            assignments: values.whole("assignments", 1..=Set::<1>::LARGEST_GROUND)?,
        };
        let seed = values.whole("seed", 0..=u64::MAX)?;
        circuit.random(seed).or_else(|problem| values.invalid("gates", problem))
    }

    /// The random circuit of this form; different seeds give different circuits.
    ///
    /// Wires come from the inputs and from the gates shortly before, so that circuits are deep; a wire may come twice.
    ///
    /// ```
    /// use secateur_games::circuit::Circuit;
    ///
    /// let circuit = Circuit { inputs: 8, gates: 30, wires: 2, assignments: 4 }.random(1)?;
    /// assert_eq!(circuit.nodes(), 8 + 30);
    /// # Ok::<(), secateur_games::dag::DagError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the circuit is deeper than a graph may be.
    pub fn random(&self, seed: u64) -> Result<Dag<Set<1>>, DagError> {
        let mut random = Random::new(Random::mix(seed ^ 0x00C1_4C01_7000_0006));
        let ends = Bounds::new(Set::empty(self.assignments), Set::full(self.assignments));
        let mut graph = Dag::builder(Space::Set(Members::Count(self.assignments)), ends);
        for _ in 0..self.inputs {
            let chosen = (0..self.assignments).filter(|_| random.next_u64() >> 63 == 1);
            graph.leaf(Set::of(self.assignments, chosen))?;
        }
        // A wire from far away makes the circuit shallow: it reaches back over a part of what is there, at least the inputs.
        let mut wires = Vec::new();
        for gate in 0..self.gates {
            let there = self.inputs + gate;
            let reach = there.min(self.inputs + self.gates / 8);
            wires.clear();
            wires.extend((0..self.wires).map(|_| there - 1 - random.below(reach.into()) as u32));
            graph.choice(if random.next_u64() >> 63 == 0 { Player::Max } else { Player::Min }, &wires)?;
        }
        graph.finish(self.inputs + self.gates - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::plain;
    use secateur_game::{Game, Turn, laws};

    #[test]
    fn the_laws_hold() {
        let effort = laws::Effort::default().games(30).endgame(500);
        for seed in 0..10 {
            let circuit = Circuit { inputs: 6, gates: 25, wires: 3, assignments: 5 }.random(seed).unwrap();
            laws::check_values(&circuit, &effort).unwrap();
            laws::check_keys(&circuit, &effort).unwrap();
        }
    }

    /// One search answers what evaluating the circuit for each assignment answers.
    #[test]
    fn the_value_is_the_set_of_assignments_that_are_accepted() {
        fn says_yes(circuit: &Dag<Set<1>>, place: &<Dag<Set<1>> as Game>::Position, assignment: usize) -> bool {
            let mut below = circuit.moves(place).map(|wire| {
                let mut next = *place;
                circuit.play(&mut next, wire);
                says_yes(circuit, &next, assignment)
            });
            match circuit.turn(place) {
                Turn::Over(accepted) => accepted.contains(assignment),
                Turn::Max => below.any(|yes| yes),
                Turn::Min => below.all(|yes| yes),
            }
        }
        for seed in 0..50 {
            let circuit = Circuit { inputs: 5, gates: 12, wires: 2, assignments: 8 }.random(seed).unwrap();
            let value = plain(&circuit, &circuit.start());
            let expected = Set::of(8, (0..8).filter(|&assignment| says_yes(&circuit, &circuit.start(), assignment)));
            assert_eq!(value, expected);
        }
    }

    #[test]
    fn words_build_a_circuit_or_are_explained() {
        let build = |words: &[&str]| Parameters::parse(words).and_then(|p| Circuit::from_parameters(&p));
        assert_eq!(build(&[]).unwrap().nodes(), 220);
        let message = |words: &[&str]| build(words).unwrap_err().to_string();
        assert_eq!(message(&["gates=0"]), "gates=0: expected a whole number from 1 to 1048576");
    }
}
