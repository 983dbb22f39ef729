//! Any words, one a line, build a game that keeps the laws, or an error of one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_game::{Game, laws};
use secateur_games::random_tree::{Leaves, RandomTree};
use secateur_games::{AnyRandomTree, ParameterError, Parameters, TicTacToe};

fuzz_target!(|text: &str| {
    let one_line = |problem: &ParameterError| assert!(!problem.to_string().contains('\n'), "{problem}");
    let parameters = match Parameters::parse(text.lines()) {
        Ok(parameters) => parameters,
        Err(problem) => return one_line(&problem),
    };
    TicTacToe::from_parameters(&parameters).err().iter().for_each(one_line);
    match AnyRandomTree::from_parameters(&parameters) {
        Err(problem) => one_line(&problem),
        Ok(AnyRandomTree::Integer(tree)) => keeps_the_laws(&tree),
        Ok(AnyRandomTree::Real(tree)) => keeps_the_laws(&tree),
        Ok(AnyRandomTree::ChanceInteger(tree)) => keeps_the_rules(&tree),
        Ok(AnyRandomTree::ChanceReal(tree)) => keeps_the_rules(&tree),
        Ok(_) => unreachable!("a kind of random tree that this target does not know"),
    }
});

fn keeps_the_laws<L: Leaves>(tree: &RandomTree<L>) {
    // The law that moves differ compares all pairs, and a game is checked move by move.
    if u32::from(tree.shape().branching) * tree.shape().depth <= 1_000 {
        let effort = laws::Effort::default().games(1).endgame(50);
        laws::check_values(tree, &effort).unwrap();
        laws::check_keys(tree, &effort).unwrap();
    }
}

/// What can be asked of trees with chance, too.
fn keeps_the_rules<G: Game<Position: PartialEq>>(tree: &G) {
    laws::check(tree, &laws::Effort::default().games(1).longest(50)).unwrap();
}
