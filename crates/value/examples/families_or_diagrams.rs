//! Which form of a family of sets is faster: a list of its maximal sets, or a decision diagram?
//!
//! Joins and meets of two families with the same number of sets, in both forms, side by side; the answers are compared.
//! *Scattered* sets are drawn at random; *structured* ones choose one member from each of a few groups, as the cut sets of a
//! fault tree do. Run it with
//! `cargo run --release -p secateur-value --features diagrams --example families_or_diagrams`.

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use secateur_value::{Diagram, Family, Lattice, Set, Subset};

type Sets = Vec<Set<1>>;

fn main() {
    println!("family      sets      join of lists   of diagrams   factor     meet of lists   of diagrams   factor");
    let mut dice = Dice(0x5eca_7e0a);
    for sets in [4, 16, 64, 256, 1024] {
        let [a, b] = [(); 2].map(|()| scattered(32, sets, &mut dice));
        compare("scattered", 32, &a, &b);
    }
    for groups in 1..=6 {
        let [a, b] = [0, 1].map(|shift| structured(32, groups, shift));
        compare("structured", 32, &a, &b);
    }
}

/// Prints one line: both operations in both forms.
fn compare(name: &str, ground: usize, a: &Sets, b: &Sets) {
    let lists = [a, b].map(|sets| Family::of(sets.iter().cloned()));
    let diagrams = [a, b].map(|sets| Diagram::of(ground, sets));
    let join = (timed(|| lists[0].join(&lists[1])), timed(|| diagrams[0].join(&diagrams[1])));
    let meet = (timed(|| lists[0].meet(&lists[1])), timed(|| diagrams[0].meet(&diagrams[1])));
    for ((list, _), (diagram, _)) in [(&join.0, &join.1), (&meet.0, &meet.1)] {
        assert_eq!(list.sets().len(), diagram.sets::<Set<1>>().len(), "both forms are the same family");
    }
    let [join, meet] = [(join.0.1, join.1.1), (meet.0.1, meet.1.1)].map(|(list, diagram)| {
        let factor = list.as_secs_f64() / diagram.as_secs_f64();
        format!("{list:>13.1?} {diagram:>13.1?} {factor:>8.2}")
    });
    println!("{name:<10} {:>5} {join} {meet}", lists[0].sets().len());
}

/// The result of an operation, and the mean time it took over a twentieth of a second.
fn timed<T>(operation: impl Fn() -> T) -> (T, Duration) {
    let answer = operation();
    let start = Instant::now();
    let mut times = 0;
    while start.elapsed() < Duration::from_millis(50) {
        black_box(operation());
        times += 1;
    }
    (answer, start.elapsed() / times)
}

/// Sets of a third of the ground set, at random.
fn scattered(ground: usize, count: usize, dice: &mut Dice) -> Sets {
    (0..count).map(|_| Set::of(ground, (0..ground).filter(|_| dice.below(3) == 0))).collect()
}

/// All sets that leave out one of four members of each of `groups` groups; the groups begin at `shift`.
fn structured(ground: usize, groups: u32, shift: usize) -> Sets {
    (0..4usize.pow(groups))
        .map(|choice| {
            let out = |group: u32| shift + 4 * group as usize + choice / 4usize.pow(group) % 4;
            let out: Vec<usize> = (0..groups).map(out).collect();
            Set::of(ground, (0..ground).filter(|member| !out.contains(member)))
        })
        .collect()
}

/// A small generator of random numbers, so that every run measures the same families.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}
