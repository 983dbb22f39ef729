//! Any bytes are a tree that keeps the laws and reads back as printed, or an error of one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_game::laws;
use secateur_games::{AlternatingTree, Tree};

fuzz_target!(|bytes: &[u8]| match Tree::from_bytes(bytes) {
    Err(problem) => assert!(!problem.to_string().contains('\n'), "{problem}"),
    Ok(tree) => {
        assert_eq!(tree.to_string().parse::<Tree>().as_ref(), Ok(&tree));
        let effort = laws::Effort::default().games(2).endgame(100);
        laws::check(&tree, &effort).unwrap();
        laws::check_keys(&tree, &effort).unwrap();
        if let Ok(tree) = AlternatingTree::try_from(tree) {
            laws::check_values(&tree, &effort).unwrap();
        }
    }
});
