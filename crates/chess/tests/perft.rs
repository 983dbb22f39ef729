//! The move generator, and the game on top of it, against published counts.

use secateur_chess::{Chess, divide, perft, read_fen};
use secateur_game::{Game, Turn};

const PUBLISHED: &str = include_str!("published.perft");

fn published() -> impl Iterator<Item = (&'static str, u32, u64)> {
    let lines = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(|line| {
        let (fen, counts) = line.split_once(';').unwrap();
        counts.split(';').map(move |pair| {
            let (depth, count) = pair.trim().split_once(' ').unwrap();
            (fen, depth.parse().unwrap(), count.parse().unwrap())
        })
    })
}

#[test]
fn counts_are_the_published_ones() {
    assert_eq!(published().count(), 5 + 4 + 5 + 4 * 9);
    for (fen, depth, count) in published() {
        assert_eq!(perft(&read_fen(fen).unwrap(), depth), count, "{fen} depth {depth}");
    }
}

#[test]
fn the_parts_sum_to_the_whole() {
    for (fen, depth, count) in published().filter(|&(_, depth, _)| depth == 3) {
        let parts = divide(&read_fen(fen).unwrap(), depth);
        assert_eq!(parts.iter().map(|(_, below)| below).sum::<u64>(), count);
    }
}

/// The game plays and takes back the same moves. (None of these trees reaches the hundredth move or bare kings.)
#[test]
fn the_game_counts_the_same() {
    fn leaves(game: &Chess, position: &mut <Chess as Game>::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if let Turn::Over(_) = game.turn(position) {
            return 0;
        }
        let moves = game.moves(position);
        moves
            .map(|chosen| {
                let undo = game.play(position, chosen);
                let below = leaves(game, position, depth - 1);
                game.undo(position, undo);
                below
            })
            .sum()
    }
    for (fen, depth, count) in published().filter(|&(_, depth, _)| depth == 3) {
        let game = Chess::from_fen(fen).unwrap();
        assert_eq!(leaves(&game, &mut game.start(), depth), count, "{fen} depth {depth}");
    }
}
