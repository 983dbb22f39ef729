//! A game of one's own, solved: players take 1, 3 or 4 sticks in turn, and whoever takes the last one wins.
//!
//! `cargo run --release -p secateur --example own_game`

use std::io::{self, Write};

use secateur::prelude::*;

struct Sticks(u32);

#[derive(Clone, Copy, PartialEq, Debug)]
struct Heap {
    left: u32,
    max_moves: bool,
}

impl Game for Sticks {
    type Position = Heap;
    type Move = u32;
    type Value = i8;
    type Undo = Heap;
    type Chance = Never;
    type Both = Never;

    fn start(&self) -> Heap {
        Heap { left: self.0, max_moves: true }
    }
    fn turn(&self, heap: &Heap) -> Turn<i8> {
        match (heap.left, heap.max_moves) {
            (0, max_moves) => Turn::Over(if max_moves { -1 } else { 1 }), // the other one took the last stick
            (_, true) => Turn::Max,
            (_, false) => Turn::Min,
        }
    }
    fn moves(&self, heap: &Heap) -> impl Iterator<Item = u32> + use<> {
        let left = heap.left;
        [1, 3, 4].into_iter().filter(move |&taken| taken <= left)
    }
    fn play(&self, heap: &mut Heap, taken: u32) -> Heap {
        let next = Heap { left: heap.left - taken, max_moves: !heap.max_moves };
        std::mem::replace(heap, next)
    }
    fn undo(&self, heap: &mut Heap, before: Heap) {
        *heap = before;
    }
    fn bounds(&self, _: &Heap) -> Bounds<i8> {
        Bounds::new(-1, 1)
    }
}

fn main() -> io::Result<()> {
    for sticks in 1..=15 {
        let outcome = Search::new(&Sticks(sticks)).alpha_beta();
        let best = outcome.best_move().map_or_else(String::new, |taken| format!(", take {taken}"));
        writeln!(io::stdout(), "{sticks:2} sticks: {:2}{best}", outcome.bounds.lower)?;
    }
    Ok(())
}
