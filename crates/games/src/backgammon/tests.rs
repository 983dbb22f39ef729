use std::collections::BTreeSet;

use super::*;
use crate::parameters::Parameters;
use secateur_game::Random;
use secateur_game::laws::{self, Effort};

fn game(words: &[&str]) -> Backgammon {
    Backgammon::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
}

#[test]
fn the_laws_hold() {
    let forms: [&[&str]; 5] = [
        &[],
        &["turns=0", "gammons=no"],
        &["max=23:1,3:2", "min=25:1,20:1,1:4", "turns=30"],
        &["max=25:3,6:2,5:2,4:2", "min=6:2,5:2,4:2,3:2,2:2,1:2", "opening=yes"],
        &["max=6:1", "min=6:1"],
    ];
    for words in forms {
        let effort = Effort::default().games(15);
        laws::check(&game(words), &effort).unwrap();
        laws::check_keys(&game(words), &effort).unwrap();
        laws::check_canonical(&game(words), &effort.clone().games(2), |value| value.get()).unwrap();
    }
}

/// The names of all plays with a throw.
fn names(words: &[&str], high: u8, low: u8) -> Vec<String> {
    let game = game(words);
    let mut table = game.start();
    game.play(&mut table, Move::Throw(high, low));
    let mut names: Vec<_> = game.moves(&table).map(|play| game.name(&table, play)).collect();
    names.sort();
    names
}

#[test]
fn both_dice_must_be_used_or_the_larger_one() {
    // The six cannot be played first; after the one it can.
    assert_eq!(names(&["max=24:1", "min=7:2"], 6, 1), ["24/23,23/17"]);
    // Either die can be played, then the other cannot: it must be the six.
    assert_eq!(names(&["max=24:1", "min=8:2"], 6, 1), ["24/18"]);
    // Only the one can be played.
    assert_eq!(names(&["max=24:1", "min=8:2,7:2"], 6, 1), ["24/23"]);
    assert_eq!(names(&["max=24:1", "min=2:2,7:2"], 6, 1), ["pass"]);
    // Of a double as many steps as can be made.
    assert_eq!(names(&["max=24:1", "min=13:2"], 4, 4), ["24/20,20/16"]);
}

#[test]
fn checkers_enter_first_and_hit_blots() {
    assert_eq!(names(&["max=25:2,6:1", "min=3:1,4:2"], 4, 3), ["bar/22*"]);
    let mut table = game(&["max=25:2,6:1", "min=3:1,4:2"]).start();
    let rules = game(&[]);
    rules.play(&mut table, Move::Throw(4, 3));
    let play = rules.moves(&table).next().unwrap();
    rules.play(&mut table, play);
    assert_eq!((table.men[1].on(BAR), table.men[1].on(3), table.men[0].on(22)), (1, 0, 1));
    assert_eq!(names(&["max=25:1,6:1", "min=1:2,2:2,3:2,4:2,5:2,6:2"], 6, 6), ["pass"]);
}

#[test]
fn checkers_are_taken_off_when_all_are_home() {
    assert_eq!(names(&["max=6:1,3:1", "min=1:1"], 6, 3), ["6/3,3/off", "6/off,3/off"]);
    // The larger die takes from the highest point; two orders that lead to the same position are one play.
    assert_eq!(names(&["max=3:1,2:1", "min=1:1"], 5, 4), ["3/off,2/off"]);
    assert_eq!(names(&["max=7:1,1:1", "min=1:1"], 6, 1).len(), 1);
    assert_eq!(names(&["max=8:1,6:1", "min=1:1"], 6, 2).len(), 2);
    assert_eq!(names(&["max=6:1,5:1,4:1", "min=1:1"], 6, 6), ["6/off,5/off,4/off"]);
}

#[test]
fn wins_count_one_two_or_three_points() {
    let won = |words: &[&str]| {
        let game = game(words);
        let mut table = game.start();
        game.play(&mut table, Move::Throw(2, 1));
        let play = game.moves(&table).find(|&play| game.name(&table, play).ends_with("off")).unwrap();
        game.play(&mut table, play);
        match game.turn(&table) {
            Turn::Over(value) => value.get(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(won(&["max=1:1", "min=6:14"]), 1.0);
    assert_eq!(won(&["max=1:1", "min=6:15"]), 2.0);
    assert_eq!(won(&["max=1:1", "min=6:14,23:1"]), 3.0);
    assert_eq!(won(&["max=1:1", "min=6:14,25:1"]), 3.0);
    assert_eq!(won(&["max=1:1", "min=6:14,25:1", "gammons=no"]), 1.0);
}

/// All results of a throw by the letter of the rules: every order of steps, then the rule about using as many dice as can be.
fn by_the_letter(own: &[u8; 26], other: &[u8; 26], dice: &[u8]) -> BTreeSet<([u8; 26], [u8; 26])> {
    type Lines = Vec<(Vec<u8>, [u8; 26], [u8; 26])>;
    fn walk(own: [u8; 26], other: [u8; 26], dice: &[u8], used: &[u8], lines: &mut Lines) {
        lines.push((used.to_vec(), own, other));
        for place in 0..dice.len() {
            let die = dice[place];
            let mut left = dice.to_vec();
            left.remove(place);
            for from in 1..=25u8 {
                if own[usize::from(from)] == 0 || (own[25] > 0 && from != 25) {
                    continue;
                }
                let (mut own, mut other) = (own, other);
                own[usize::from(from)] -= 1;
                if from > die {
                    let to = from - die;
                    let facing = &mut other[usize::from(25 - to)];
                    if *facing > 1 {
                        continue;
                    }
                    let hit = std::mem::take(facing);
                    other[25] += hit;
                    own[usize::from(to)] += 1;
                } else {
                    let outside = own[7..].iter().any(|&men| men > 0) || from > 6;
                    let higher = own[usize::from(from) + 1..].iter().any(|&men| men > 0);
                    if outside || (from < die && higher) {
                        continue;
                    }
                    own[0] += 1;
                }
                walk(own, other, &left, &[used, &[die]].concat(), lines);
            }
        }
    }
    let mut lines = Vec::new();
    walk(*own, *other, dice, &[], &mut lines);
    let most = lines.iter().map(|(used, ..)| used.len()).max().unwrap();
    lines.retain(|(used, ..)| used.len() == most);
    if most == 1 && dice.len() == 2 {
        let largest = lines.iter().map(|(used, ..)| used[0]).max().unwrap();
        lines.retain(|(used, ..)| used[0] == largest);
    }
    lines.into_iter().map(|(_, own, other)| (own, other)).collect()
}

#[test]
fn plays_are_those_of_the_rules_in_random_games() {
    let rules = game(&["turns=0"]);
    let mut random = Random::new(5);
    let mut throws = 0;
    for round in 0..60 {
        let mut table = rules.start();
        let list = |men: Men| std::array::from_fn(|point| men.on(point as u8));
        loop {
            match rules.turn(&table) {
                Turn::Over(_) => break,
                Turn::Chance(_) => {
                    let mut die = || 1 + random.below(6) as u8;
                    let (one, two) = (die(), die());
                    rules.play(&mut table, Move::Throw(one.max(two), one.min(two)));
                }
                _ => {
                    let plays: Vec<Move> = rules.moves(&table).collect();
                    let (high, low) = table.dice.unwrap();
                    // Four equal steps in every order take long: now and then is enough.
                    if high != low || round % 10 == 0 {
                        throws += 1;
                        let mover = Backgammon::mover(&table);
                        let dice = if high == low { vec![high; 4] } else { vec![high, low] };
                        let expected = by_the_letter(&list(table.men[mover]), &list(table.men[1 - mover]), &dice);
                        let results: BTreeSet<_> = plays
                            .iter()
                            .map(|&play| {
                                let mut after = table;
                                rules.play(&mut after, play);
                                (list(after.men[mover]), list(after.men[1 - mover]))
                            })
                            .collect();
                        assert_eq!(results, expected, "{table:?}");
                        assert_eq!(results.len(), plays.len(), "each result once: {table:?}");
                        let mut names: Vec<_> = plays.iter().map(|&play| rules.name(&table, play)).collect();
                        names.sort();
                        names.dedup();
                        assert_eq!(names.len(), plays.len(), "each name once: {table:?}");
                    }
                    let play = *random.choose(&plays).unwrap();
                    rules.play(&mut table, play);
                }
            }
        }
    }
    assert!(throws > 3_000, "{throws}");
}

#[test]
fn impossible_words_are_explained() {
    let problem =
        |words: &[&str]| Backgammon::from_parameters(&Parameters::parse(words).unwrap()).unwrap_err().to_string();
    for bad in ["max=26:1", "max=6:16", "max=6", "max=0:3", "max=6:0", "max="] {
        assert!(problem(&[bad]).contains("expected point:number pairs"), "{bad}");
    }
    assert_eq!(
        problem(&["max=6:1", "min=19:1"]),
        "min=19:1: expected no checkers on Max's point 6, where Max has some"
    );
    assert_eq!(problem(&["turns=x"]), "turns=x: expected a whole number from 0 to 10000");
}

/// How many plays each throw has in the usual starting position.
#[test]
fn the_first_throws_have_as_many_plays_as_others_count() {
    let mut counts = Vec::new();
    for high in 1..=6 {
        counts.push((1..=high).map(|low| names(&[], high, low).len()).collect::<Vec<_>>());
    }
    // As the crate bkgm 0.6.0 counts them.
    let expected: [&[usize]; 6] =
        [&[42], &[15, 75], &[16, 17, 73], &[14, 18, 17, 52], &[8, 8, 9, 9, 4], &[10, 14, 14, 14, 7, 11]];
    assert_eq!(counts, expected);
}
