//! The play of a suit with what the first look knows about each position, and without sets that are too light.

use secateur_game::{Game, Keyed, Never, Player, Turn};
use secateur_value::{Bounds, Lattice, Subset};

use crate::play::{Act, Key, Play, SuitPlay};
use crate::sketch::Sketch;
use crate::weights::{Heavy, Weights};

/// The rules of `play.rs`; values are families of heavy sets, and promised bounds are those of `sketch.rs`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guided<'g, 's, S> {
    pub(crate) rules: &'g SuitPlay<'s, S>,
    pub(crate) sketch: &'g Sketch<S>,
    pub(crate) weights: &'g Weights,
}

impl<'g, 's, S: Subset + Lattice> Game for Guided<'g, 's, S> {
    type Position = Play;
    type Move = Act;
    type Value = Heavy<'g, S>;
    type Undo = Play;
    type Chance = Never;
    type Both = Never;

    fn start(&self) -> Play {
        self.rules.start()
    }

    fn turn(&self, play: &Play) -> Turn<Heavy<'g, S>> {
        match self.rules.player(play) {
            None => Turn::Over(self.weights.one(self.rules.outcome(play))),
            Some(Player::Max) => Turn::Max,
            Some(Player::Min) => Turn::Min,
        }
    }

    fn moves(&self, play: &Play) -> impl Iterator<Item = Act> + use<'g, 's, S> {
        self.rules.moves(play)
    }

    fn play(&self, play: &mut Play, act: Act) -> Play {
        self.rules.play(play, act)
    }

    fn undo(&self, play: &mut Play, before: Play) {
        *play = before;
    }

    fn bounds(&self, play: &Play) -> Bounds<Heavy<'g, S>> {
        let Bounds { lower, upper } = match self.sketch.of(&self.rules.key(play)) {
            Some(known) => known.bounds(),
            None => self.rules.reachable(play),
        };
        Bounds { lower: self.weights.one(lower), upper: self.weights.one(upper) }
    }
}

impl<S: Subset + Lattice> Keyed for Guided<'_, '_, S> {
    type Key = Key;

    fn key(&self, play: &Play) -> Key {
        self.rules.key(play)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combination::{Combination, Layouts, VacantPlaces};
    use secateur_game::{Expert, laws};
    use secateur_search::Limits;
    use secateur_value::Set;

    impl<S: Subset + Lattice> Expert for Guided<'_, '_, S> {}

    /// The first look's bounds hold, whatever is too light.
    #[test]
    fn the_laws_hold() {
        let effort = laws::Effort::default().games(60).endgame(3_000);
        for (north, south) in [("AQ", "xx"), ("AK9", "JT"), ("KJ9x", "xx"), ("AT9", "Qxx"), ("9", "AJ7")] {
            let suit = Combination::new(north, south).unwrap();
            let layouts = Layouts::new(&suit, VacantPlaces::default(), true).unwrap();
            for goals in [vec![1], vec![2], (1..=suit.longest() as u8).collect()] {
                let count = goals.len();
                let rules = SuitPlay::<Set<12>>::new(&suit, &layouts, goals);
                let weights = Weights::new((0..layouts.len() * count).map(|pair| layouts.ways[pair / count]));
                for nodes in [0, 500, u64::MAX] {
                    let sketch = Sketch::new(&rules, &weights, &Limits::none().nodes(nodes));
                    for share in [0, 1, 2] {
                        let weights = weights.at_least(layouts.all_ways() * share / 3);
                        laws::check_values(&Guided { rules: &rules, sketch: &sketch, weights: &weights }, &effort)
                            .unwrap();
                    }
                }
            }
        }
    }
}
