//! A game of one's own in which both players move at once: in each of three rounds both spend energy on the same hill, and
//! whoever spends more wins a point. `cargo run --release -p secateur --example simultaneous`

use secateur::prelude::*;
use std::io::{self, Write};

#[derive(Clone, Copy)]
struct Hills;

/// Rounds left, the energy of Max and Min, and what Max has won more than Min.
type Round = (i32, [u8; 2], i32);

impl Game for Hills {
    type Position = Round;
    type Move = u8;
    type Value = Real;
    type Undo = Round;
    type Chance = Never;
    type Both = Hills;

    fn start(&self) -> Round {
        (3, [5, 6], 0)
    }
    fn turn(&self, &(left, _, lead): &Round) -> Turn<Real, Never, Hills> {
        if left == 0 { Turn::Over(lead.into()) } else { Turn::Both(Hills) }
    }
    fn moves(&self, _: &Round) -> impl Iterator<Item = u8> + use<> {
        std::iter::empty() // nobody moves alone
    }
    fn play(&self, round: &mut Round, _: u8) -> Round {
        *round
    }
    fn undo(&self, round: &mut Round, before: Round) {
        *round = before;
    }
    fn bounds(&self, &(left, _, lead): &Round) -> Bounds<Real> {
        Bounds::new((lead - left).into(), (lead + left).into())
    }
}

impl Both<Hills> for Hills {
    fn rows(self, _: &Hills, (_, energy, _): &Round) -> impl Iterator<Item = u8> + use<> {
        0..=energy[0]
    }
    fn columns(self, _: &Hills, (_, energy, _): &Round) -> impl Iterator<Item = u8> + use<> {
        0..=energy[1]
    }
    fn play(self, _: &Hills, round: &mut Round, row: u8, column: u8) -> Round {
        let (left, energy, lead) = *round;
        let won = i32::from(row > column) - i32::from(row < column);
        std::mem::replace(round, (left - 1, [energy[0] - row, energy[1] - column], lead + won))
    }
}

fn main() -> io::Result<()> {
    let outcome = Search::new(&Hills).backward_induction();
    writeln!(io::stdout(), "The value is {}.\nMax: {:.3?}", outcome.bounds, outcome.strategies.max)?;
    writeln!(io::stdout(), "Min: {:.3?}", outcome.strategies.min)
}
