use super::*;
use crate::parameters::Parameters;
use secateur_game::laws::{self, Effort};

fn game(words: &[&str]) -> Snakes {
    Snakes::from_parameters(&Parameters::parse(words).unwrap()).unwrap()
}

#[test]
fn the_laws_hold() {
    let forms: [&[&str]; 6] = [
        &[],
        &["width=11", "height=11", "turns=12", "chance=15"],
        &["width=7", "height=5", "turns=15", "health=6", "minimum=2", "food=c2,c4"],
        &["width=3", "height=3", "turns=20", "length=2", "health=4"],
        &["width=4", "height=2", "chance=0", "minimum=0", "food=none"],
        &["width=2", "height=1"],
    ];
    for words in forms {
        let game = game(words);
        // On a large board every turn has a hundred outcomes.
        let games = if game.grid.cells() > 30 { 1 } else { 20 };
        let effort = Effort::default().games(games);
        laws::check(&game, &effort.clone().games(3 * games)).unwrap();
        laws::check_keys(&game, &effort).unwrap();
        let effort = effort.clone().games(games.min(4));
        laws::check_canonical(&game, &effort, |value| value.get()).unwrap();
    }
}

/// Both snakes make steps (n, e, s, w), and chance serves nothing, or food where it must, on its first cell.
fn after(game: &Snakes, steps: &[&str]) -> Board {
    let mut board = game.start();
    for pair in steps {
        let Turn::Both(ways) = game.turn(&board) else { panic!("both move") };
        let step = |place: usize| {
            let name = &pair[place..=place];
            Move::Step(STEPS.iter().position(|step| step.2 == name).unwrap() as u8)
        };
        let (row, column) = (step(0), step(1));
        assert!(ways.rows(game, &board).any(|way| way == row), "{pair}");
        assert!(ways.columns(game, &board).any(|way| way == column), "{pair}");
        ways.play(game, &mut board, row, column);
        if let Turn::Chance(serving) = game.turn(&board) {
            let (_, first) = serving.outcomes(game, &board).next().unwrap();
            game.play(&mut board, first);
        }
    }
    board
}

#[test]
fn a_snake_unrolls_follows_its_tail_and_grows_a_turn_after_food() {
    let words = ["width=6", "height=3", "max=a1", "min=a3", "food=d1", "minimum=0", "chance=0", "turns=20"];
    let game = game(&words);
    let lines = |board: &Board| game.show(board).lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&after(&game, &["ee", "ee"])), ["xxX+..", "......", "ooO..."]);
    let fed = after(&game, &["ee", "ee", "ee"]);
    assert_eq!(lines(&fed), [".xxX..", "......", ".ooO.."]);
    assert_eq!(fed.snakes.map(|snake| (snake.length(), snake.health)), [(4, 100), (3, 97)]);
    let later = after(&game, &["ee", "ee", "ee", "ee"]);
    assert_eq!(lines(&later), [".xxxX.", "......", "..ooO."]);
    assert_eq!(lines(&after(&game, &["ee", "ee", "ee", "ee", "ee"])), ["..xxxX", "......", "...ooO"]);
}

#[test]
fn heads_that_meet_spare_the_longer_snake() {
    let words = ["width=5", "height=1", "max=a1", "min=e1", "minimum=0", "chance=0"];
    let game = game(&[&words[..], &["food=b1"]].concat());
    let board = after(&game, &["ew", "ew"]);
    assert_eq!(game.show(&board).lines().next(), Some("xx*oo"));
    assert!(matches!(game.turn(&board), Turn::Over(value) if value == 1.into()));
    let fair = Snakes::from_parameters(&Parameters::parse([&words[..], &["food=none"]].concat()).unwrap()).unwrap();
    assert!(matches!(fair.turn(&after(&fair, &["ew", "ew"])), Turn::Over(value) if value == Real::ZERO));
}

#[test]
fn a_snake_without_food_starves_and_the_longer_one_wins_in_the_end() {
    let words = ["width=5", "height=5", "max=a1", "min=e5", "minimum=0", "chance=0", "food=b1", "turns=3"];
    let hungry = game(&[&words[..], &["health=2"]].concat());
    let board = after(&hungry, &["ew", "ew"]);
    assert!(matches!(hungry.turn(&board), Turn::Over(value) if value == 1.into()), "Min had nothing to eat");
    let calm = game(&words);
    let board = after(&calm, &["ew", "ew", "ew"]);
    assert!(matches!(calm.turn(&board), Turn::Over(value) if value == 1.into()), "Max is longer");
}

#[test]
fn chance_serves_where_there_is_room() {
    let game = game(&["width=3", "height=2", "max=a1", "min=c2", "food=none", "chance=20", "minimum=1"]);
    let mut board = game.start();
    let Turn::Both(ways) = game.turn(&board) else { panic!("both move") };
    ways.play(&game, &mut board, Move::Step(1), Move::Step(3));
    let Turn::Chance(serving) = game.turn(&board) else { panic!("food is missing") };
    let outcomes: Vec<_> = serving.outcomes(&game, &board).collect();
    assert_eq!(outcomes, [(1, Move::Food(2)), (1, Move::Food(3))]);
    board.food = 1 << 2;
    let outcomes: Vec<_> = serving.outcomes(&game, &board).collect();
    assert_eq!(outcomes, [(80, Move::Nothing), (20, Move::Food(3))]);
}

#[test]
fn impossible_words_are_explained() {
    let problem = |words: &[&str]| Snakes::from_parameters(&Parameters::parse(words).unwrap()).unwrap_err().to_string();
    assert_eq!(problem(&["food=z9"]), "food=z9: expected cells from a1 to e5, such as a1,b1");
    assert_eq!(problem(&["max=c3", "min=c3"]), "max=c3: expected another cell than Min's, c3");
    assert_eq!(problem(&["width=1", "height=1"]), "width=1: expected at least two cells");
    assert_eq!(problem(&["food=b2", "max=b2"]), "food=b2: expected free cells");
}
