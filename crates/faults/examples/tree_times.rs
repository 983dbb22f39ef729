//! How long the minimal cut sets of fault trees take:
//! `cargo run --release -p secateur-faults --example tree_times -- FILE.xml… [order=N]`.

#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::time::Instant;

use secateur_faults::FaultTree;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let order = words.iter().find_map(|word| word.strip_prefix("order=")).map(|order| order.parse().expect("an order"));
    for path in words.iter().filter(|word| !word.contains('=')) {
        let tree = FaultTree::from_xml(&std::fs::read_to_string(path).expect("a file")).expect("a fault tree");
        let started = Instant::now();
        let cuts = tree.minimal_cut_sets(None, order).expect("cut sets");
        println!("{path}: {} cut sets in {:.1} ms", cuts.sets.len(), 1e3 * started.elapsed().as_secs_f64());
    }
}
