//! How long the minimal cut sets of fault trees take in both forms of families:
//! `cargo run --release -p secateur-faults --example tree_times -- FILE.xml… [order=N] [masks=no]`.

#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::time::Instant;

use secateur_faults::{Families, FaultTree};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let order = words.iter().find_map(|word| word.strip_prefix("order=")).map(|order| order.parse().expect("an order"));
    let masks = !words.iter().any(|word| word == "masks=no");
    for path in words.iter().filter(|word| !word.contains('=')) {
        let tree = FaultTree::from_xml(&std::fs::read_to_string(path).expect("a file")).expect("a fault tree");
        let forms = [("diagrams", Families::Diagrams), ("masks", Families::Masks)];
        for (name, families) in forms.into_iter().take(if masks { 2 } else { 1 }) {
            let started = Instant::now();
            let cuts = tree.minimal_cut_sets_as(families, None, order).expect("cut sets");
            println!(
                "{path}: {} cut sets in {:.1} ms as {name}",
                cuts.sets.len(),
                1e3 * started.elapsed().as_secs_f64()
            );
        }
    }
}
