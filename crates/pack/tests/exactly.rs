//! Layers against the search in exact fractions, on all kinds of packs; and checkpoints that go on, mend themselves or complain.

use std::fs;
use std::path::Path;
use std::time::Duration;

use num_rational::BigRational;
use num_traits::FromPrimitive;
use secateur_game::{Both, Game, Random, Turn};
use secateur_games::Goofspiel;
use secateur_matrix::{certify, exact_rational_game};
use secateur_pack::{Deck, Error, Keep, Objective, Pack, Settings, Solved};
use secateur_search::{Cancel, Limits, Search, Stop};
use secateur_value::{Bounds, Real};

/// A few different cards.
fn hand(random: &mut Random, cards: usize) -> Vec<u8> {
    let mut hand = Vec::new();
    while hand.len() < cards {
        let card = random.below(8) as u8;
        if !hand.contains(&card) {
            hand.push(card);
        }
    }
    hand
}

/// A game of up to four cards each; hands are alike in every third.
fn deal(random: &mut Random, round: usize) -> Goofspiel {
    let cards = 1 + random.below(4) as usize;
    let max = hand(random, cards);
    let min = if round.is_multiple_of(3) { max.clone() } else { hand(random, cards) };
    let prizes = (0..cards).map(|_| random.below(6) as i16).collect();
    let lead = random.below(9) as i16 - 4;
    let objective = if round.is_multiple_of(2) { Objective::Win } else { Objective::Points };
    let deck = if round % 4 < 2 { Deck::Fixed } else { Deck::Shuffled };
    Goofspiel::dealt(prizes, &max, &min, lead).unwrap().objective(objective).deck(deck)
}

fn contains(bounds: Bounds<Real>, exact: &BigRational) -> bool {
    let fraction = |end: f64| BigRational::from_f64(end).unwrap();
    fraction(bounds.lower.get()) <= *exact && *exact <= fraction(bounds.upper.get())
}

#[test]
fn layers_agree_with_the_search_in_fractions() {
    let mut random = Random::new(17);
    let (mut not_zero, mut turned_up) = (0, 0);
    for round in 0..800 {
        let game = deal(&mut random, round);
        let mut table = game.start();
        // In some a prize lies on the table already.
        if let (Turn::Chance(chance), true) = (game.turn(&table), round % 8 < 4) {
            let (_, prize) = secateur_game::Chance::outcomes(chance, &game, &table).last().unwrap();
            game.play(&mut table, prize);
            turned_up += 1;
        }
        let pack = Pack::of(&game, &table).unwrap();
        let threads = 1 + round % 3;
        let solved = pack.solve(&Settings { threads, ..Settings::default() }).unwrap();
        let exact = Search::new(&game).position(table).exact().unwrap().value;
        assert!(contains(solved.bounds, &exact), "{pack:?}: {exact} is not in {:?}", solved.bounds);
        assert!(solved.error() < 1e-11 && solved.stopped == Stop::Solved, "{pack:?}: {:?}", solved.bounds);
        not_zero += usize::from(solved.bounds.lower > Real::ZERO || solved.bounds.upper < Real::ZERO);
    }
    assert!(not_zero > 400 && turned_up > 80, "{not_zero} values are not 0, {turned_up} prizes were turned up");
}

/// The exact value after a first prize, cell by cell.
fn matrix_of(game: &Goofspiel, table: &secateur_games::goofspiel::Table) -> (Vec<BigRational>, usize, usize) {
    let Turn::Both(bid) = game.turn(table) else { panic!("both bid") };
    let (rows, columns): (Vec<u8>, Vec<u8>) = (bid.rows(game, table).collect(), bid.columns(game, table).collect());
    let cell = |&(row, column): &(u8, u8)| {
        let mut next = *table;
        bid.play(game, &mut next, row, column);
        Search::new(game).position(next).exact().unwrap().value
    };
    let cells: Vec<_> = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column))).collect();
    (cells.iter().map(cell).collect(), rows.len(), columns.len())
}

#[test]
fn openings_are_worth_what_they_say() {
    let mut random = Random::new(5);
    let mut mixed = 0;
    for round in 0..60 {
        let game = deal(&mut random, 4 * round + 2 + round % 2);
        let solved = Pack::of(&game, &game.start()).unwrap().solve(&Settings::default()).unwrap();
        let Turn::Chance(chance) = game.turn(&game.start()) else { continue };
        for (_, prize) in secateur_game::Chance::outcomes(chance, &game, &game.start()) {
            let mut table = game.start();
            game.play(&mut table, prize);
            if matches!(game.turn(&table), Turn::Over(_)) {
                continue;
            }
            let worth = secateur_game::Describe::name(&game, &game.start(), prize);
            let opening = solved.openings.iter().find(|opening| opening.prize.to_string() == worth).unwrap();
            let (cells, rows, columns) = matrix_of(&game, &table);
            let exact = exact_rational_game(&cells, rows, columns).unwrap().value;
            assert!(contains(opening.bounds, &exact), "{exact} is not in {opening:?}");
            // The game lists cards from the highest.
            let weights = |cards: &[(u32, f64)]| cards.iter().rev().map(|&(_, weight)| weight).collect::<Vec<_>>();
            let doubles: Vec<f64> = cells.iter().map(|cell| num_traits::ToPrimitive::to_f64(cell).unwrap()).collect();
            let proved = certify(&doubles, rows, columns, &weights(&opening.max), &weights(&opening.min));
            assert!(proved.width() < 1e-9, "{opening:?} proves {proved:?}");
            mixed += usize::from(opening.max.iter().filter(|(_, weight)| *weight > 0.01).count() > 1);
        }
    }
    assert!(mixed > 20, "{mixed}");
}

fn seven() -> Pack {
    let cards = [1, 2, 3, 4, 5, 6, 7];
    Pack::new(&cards, &cards, &[7, 6, 5, 4, 3, 2, 1], Objective::Win).unwrap().lead(2)
}

fn solve(pack: &Pack, folder: &Path) -> Result<Solved, Error> {
    pack.solve(&Settings { folder: Some(folder), ..Settings::default() })
}

/// Two runs in one folder would remove each other's layers.
#[test]
fn a_folder_is_used_by_one_run_at_a_time() {
    let kept = tempfile::tempdir().unwrap();
    let folder = Some(kept.path());
    let second = std::sync::Mutex::new(None);
    let try_too = |_: secateur_pack::Progress| {
        second.lock().unwrap().get_or_insert_with(|| solve(&seven(), kept.path()).unwrap_err().to_string());
    };
    seven().solve(&Settings { folder, threads: 1, progress: Some(&try_too), ..Settings::default() }).unwrap();
    let refused = second.into_inner().unwrap().unwrap();
    assert!(refused.contains("another run works in this folder"), "{refused}");
    let nowhere = solve(&seven(), Path::new("")).unwrap_err();
    assert!(nowhere.to_string().contains("found an empty name"), "{nowhere}");
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    for pack in [seven(), seven().shuffled()] {
        let whole = pack.solve(&Settings::default()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let cancel = Cancel::new();
        let limits = Limits::none().until(&cancel);
        // The layer that is being solved has a file beside its place.
        let stop_soon = |_: secateur_pack::Progress| {
            if folder.path().join("layer-02.partial").exists() {
                cancel.cancel();
            }
        };
        let settings = Settings {
            threads: 1,
            folder: Some(folder.path()),
            limits: Some(&limits),
            progress: Some(&stop_soon),
            ..Settings::default()
        };
        // Whether it is seen in time is up to the clock: a layer takes milliseconds.
        let stopped = pack.solve(&settings).unwrap();
        assert!(stopped.bounds.lower <= whole.bounds.lower && stopped.bounds.upper >= whole.bounds.upper);
        if stopped.stopped == Stop::Solved {
            fs::remove_file(folder.path().join("layer-01.values")).unwrap();
            fs::remove_file(folder.path().join("layer-02.values")).unwrap();
        }
        let resumed = solve(&pack, folder.path()).unwrap();
        assert_eq!(resumed.stopped, Stop::Solved);
        assert!(resumed.resumed.is_some_and(|layer| layer >= 2), "{:?}", resumed.resumed);
        assert_eq!((resumed.bounds, &resumed.openings), (whole.bounds, &whole.openings));
        assert!(resumed.matrices < whole.matrices && resumed.notes.is_empty());

        let again = solve(&pack, folder.path()).unwrap();
        assert_eq!((again.resumed, again.matrices), (Some(1), whole.openings.len() as u64));
        let other = solve(&pack.lead(1), folder.path()).unwrap_err();
        assert!(other.to_string().contains("found one of another"), "{other}");
    }
}

#[test]
fn any_position_is_read_off_the_layers_of_the_whole_game() {
    let mut random = Random::new(23);
    let mut read = 0;
    for round in 0..40 {
        let game = deal(&mut random, round);
        let pack = Pack::of(&game, &game.start()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        solve(&pack, folder.path()).unwrap();
        let mut table = game.start();
        loop {
            match game.turn(&table) {
                Turn::Over(_) => break,
                Turn::Chance(chance) => {
                    let prizes: Vec<_> = secateur_game::Chance::outcomes(chance, &game, &table).collect();
                    game.play(&mut table, prizes[random.below(prizes.len() as u64) as usize].1);
                }
                Turn::Both(bid) => {
                    let row = bid.rows(&game, &table).last().unwrap();
                    let column = bid.columns(&game, &table).next().unwrap();
                    bid.play(&game, &mut table, row, column);
                    let position = Pack::of(&game, &table).unwrap();
                    let found = solve(&position, folder.path()).unwrap();
                    let alone = position.solve(&Settings::default()).unwrap();
                    let exact = Search::new(&game).position(table).exact().unwrap().value;
                    assert!(contains(found.bounds, &exact) && found.error() < 1e-11, "{position:?}: {found:?}");
                    assert_eq!(found.openings.len(), alone.openings.len());
                    assert!(found.matrices <= 3, "a matrix for each prize: {found:?}");
                    read += 1;
                }
                Turn::Max | Turn::Min => panic!("nobody moves alone"),
            }
        }
    }
    assert!(read > 60, "{read}");
    // What does not come up in the game of the folder is not answered from it.
    let folder = tempfile::tempdir().unwrap();
    solve(&seven(), folder.path()).unwrap();
    let other = Pack::new(&[1, 2], &[1, 2], &[2, 3], Objective::Win).unwrap();
    assert!(solve(&other, folder.path()).unwrap_err().to_string().contains("found one of another"));
}

#[test]
fn layers_that_stay_on_disk_say_the_same() {
    let cards: Vec<u32> = (1..=8).collect();
    let pack = Pack::new(&cards, &cards, &cards, Objective::Win).unwrap().shuffled();
    let whole = pack.solve(&Settings::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let needed = pack.cost().bytes >> 20;
    let settings = Settings { threads: 2, megabytes: 4, folder: Some(folder.path()), ..Settings::default() };
    assert!(needed > settings.megabytes, "{needed} MB");
    let bounded = pack.solve(&settings).unwrap();
    assert_eq!((bounded.bounds, bounded.openings, bounded.matrices), (whole.bounds, whole.openings, whole.matrices));
    // Without a folder, and where not even the blocks at hand fit, one line says so.
    let refused = pack.solve(&Settings { megabytes: 4, ..Settings::default() }).unwrap_err().to_string();
    assert!(refused.contains("8 MB, more than the 4 MB that are allowed; with a folder"), "{refused}");
    let refused = pack.solve(&Settings { megabytes: 0, ..settings }).unwrap_err().to_string();
    assert!(refused.ends_with("more than the 0 MB that are allowed"), "{refused}");
}

#[test]
fn only_the_newest_layer_stays_where_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { folder: Some(folder.path()), keep: Keep::Last, ..Settings::default() };
    let first = seven().solve(&settings).unwrap();
    let mut files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["layer-01.values", "lock"]);
    let second = seven().solve(&settings).unwrap();
    assert_eq!((second.resumed, second.matrices, second.bounds), (Some(1), 1, first.bounds));
}

#[test]
fn a_damaged_layer_is_named_and_computed_again() {
    let folder = tempfile::tempdir().unwrap();
    let whole = solve(&seven(), folder.path()).unwrap();
    for layer in [1, 4] {
        let file = folder.path().join(format!("layer-0{layer}.values"));
        let bytes = fs::read(&file).unwrap();
        let flipped = |place: usize| {
            let mut flipped = bytes.clone();
            flipped[place] ^= 1;
            flipped
        };
        for (damaged, complaint) in [
            (bytes[..bytes.len() - 1].to_vec(), "fewer values"),
            (flipped(bytes.len() - 1), "a wrong checksum"),
            (flipped(4096), "a wrong checksum"),
            ([&bytes[..], &[0; 8]].concat(), "more values"),
            (Vec::new(), "no first page"),
            (vec![b'x'; 5000], "another first page"),
            (fs::read(folder.path().join("layer-02.values")).unwrap(), "another layer"),
        ] {
            fs::write(&file, damaged).unwrap();
            let mended = solve(&seven(), folder.path()).unwrap();
            assert_eq!((mended.bounds, &mended.openings), (whole.bounds, &whole.openings));
            let [note] = &mended.notes[..] else { panic!("{:?}", mended.notes) };
            assert!(note.contains(&format!("layer-0{layer}.values: ")) && note.contains(complaint), "{note}");
            assert_eq!(fs::read(&file).unwrap(), bytes, "{complaint}");
        }
    }
}

#[test]
fn a_folder_is_for_one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let inside = std::sync::OnceLock::new();
    let meanwhile = |_: secateur_pack::Progress| {
        inside.get_or_init(|| solve(&seven(), folder.path()).unwrap_err().to_string());
    };
    let settings = Settings { folder: Some(folder.path()), progress: Some(&meanwhile), ..Settings::default() };
    seven().solve(&settings).unwrap();
    let refused = inside.get().unwrap();
    assert!(refused.ends_with("another run works in this folder; wait for it, or choose another folder"), "{refused}");
    assert!(solve(&seven(), folder.path()).is_ok());
}

#[test]
fn wrong_packs_and_limits_are_explained() {
    let message = |problem: Error| problem.to_string();
    let new = |max: &[u32], min: &[u32], prizes: &[u32]| Pack::new(max, min, prizes, Objective::Win);
    assert!(message(new(&[1], &[1, 2], &[1]).unwrap_err()).ends_with("found 1, 2 and 1"));
    assert!(message(new(&[2, 2], &[1, 2], &[1, 2]).unwrap_err()).ends_with("found 2 twice"));
    assert!(message(new(&[2], &[1], &[1001]).unwrap_err()).ends_with("found 1001"));
    let cards: Vec<u32> = (1..=13).collect();
    let large = new(&cards, &cards, &cards).unwrap().shuffled();
    let problem = large.solve(&Settings { megabytes: 10, ..Settings::default() }).unwrap_err();
    assert!(message(problem).contains("more than the 10 MB that are allowed"));
    let limits = Limits::none().time(Duration::ZERO);
    let even = new(&cards, &cards, &cards).unwrap();
    let stopped = even.solve(&Settings { limits: Some(&limits), ..Settings::default() }).unwrap();
    assert_eq!((stopped.stopped, stopped.bounds), (Stop::Time, Bounds::of(-1.0, 1.0)));
}

#[test]
fn the_whole_pack_takes_what_it_is_said_to_take() {
    let cards: Vec<u32> = (1..=13).collect();
    let points = Pack::new(&cards, &cards, &cards, Objective::Points).unwrap().shuffled().cost();
    // 84 million orders and decks of eight and nine cards, players' swap included, in doubles.
    assert_eq!((points.positions / 1_000_000, points.bytes >> 20), (168, 877));
    assert!((1.33e9..1.35e9).contains(&points.programs), "{points:?}");
    let win = Pack::new(&cards, &cards, &cards, Objective::Win).unwrap().shuffled().cost();
    assert!(win.positions / 1_000_000_000 == 11 && win.bytes >> 30 > 50, "{win:?}");
}
