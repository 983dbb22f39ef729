//! Layers against backward induction in exact fractions, on asymmetric packs; and checkpoints that go on or complain.

use std::fs;
use std::time::Duration;

use num_rational::BigRational;
use num_traits::FromPrimitive;
use secateur_game::Random;
use secateur_matrix::exact_rational_game;
use secateur_pack::{Error, Objective, Pack, Settings};
use secateur_search::{Cancel, Limits, Stop};

/// The plain definition.
fn value(max: &[u32], min: &[u32], prizes: &[u32], lead: i32, objective: Objective) -> BigRational {
    let Some((&prize, rest)) = prizes.split_first() else {
        let value = match objective {
            Objective::Win => lead.signum(),
            Objective::Points => lead,
        };
        return BigRational::from_i32(value).unwrap();
    };
    let without = |hand: &[u32], card| hand.iter().copied().filter(|&other| other != card).collect::<Vec<_>>();
    let cells: Vec<_> = max
        .iter()
        .flat_map(|&a| min.iter().map(move |&b| (a, b)))
        .map(|(a, b)| {
            let lead = lead + prize as i32 * a.cmp(&b) as i32;
            value(&without(max, a), &without(min, b), rest, lead, objective)
        })
        .collect();
    exact_rational_game(&cells, max.len(), min.len()).unwrap().value
}

/// A few different cards.
fn hand(random: &mut Random, cards: usize) -> Vec<u32> {
    let mut hand = Vec::new();
    while hand.len() < cards {
        let card = random.below(8) as u32;
        if !hand.contains(&card) {
            hand.push(card);
        }
    }
    hand
}

#[test]
fn layers_agree_with_backward_induction_in_fractions() {
    let mut random = Random::new(17);
    let mut not_zero = 0;
    for round in 0..600 {
        let cards = 1 + random.below(4) as usize;
        let max = hand(&mut random, cards);
        let min = if round % 3 == 0 { max.clone() } else { hand(&mut random, cards) };
        let prizes: Vec<u32> = (0..cards).map(|_| random.below(6) as u32).collect();
        let lead = random.below(9) as i32 - 4;
        let objective = if round % 2 == 0 { Objective::Win } else { Objective::Points };
        let pack = Pack::new(&max, &min, &prizes, objective).unwrap().lead(lead);
        let threads = 1 + round % 3;
        let solved = pack.solve(&Settings { threads, ..Settings::default() }).unwrap();
        let exact = value(&max, &min, &prizes, lead, objective);
        let fraction = |end: f64| BigRational::from_f64(end).unwrap();
        let (lower, upper) = (fraction(solved.bounds.lower), fraction(solved.bounds.upper));
        assert!(lower <= exact && exact <= upper, "{pack:?}: {exact} is not in {:?}", solved.bounds);
        assert!(solved.error() < 1e-11, "{pack:?}: {:?}", solved.bounds);
        assert_eq!((solved.max.len(), solved.stopped), (cards, Stop::Solved));
        not_zero += usize::from(lower > BigRational::default() || upper < BigRational::default());
    }
    assert!(not_zero > 300, "{not_zero} values are not 0");
}

fn seven() -> Pack {
    let cards = [1, 2, 3, 4, 5, 6, 7];
    Pack::new(&cards, &cards, &[7, 6, 5, 4, 3, 2, 1], Objective::Win).unwrap().lead(2)
}

#[test]
fn a_run_that_was_stopped_goes_on_where_it_was() {
    let whole = seven().solve(&Settings::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cancel = Cancel::new();
    let limits = Limits::none().until(&cancel);
    let stop_soon = |progress: secateur_pack::Progress| {
        if progress.layer == 2 {
            cancel.cancel();
        }
    };
    let checkpoint = Some(folder.path());
    let settings =
        Settings { threads: 1, checkpoint, limits: Some(&limits), progress: Some(&stop_soon), ..Settings::default() };
    let stopped = seven().solve(&settings).unwrap();
    assert_eq!(stopped.stopped, Stop::Cancelled);
    assert!(stopped.bounds.lower <= whole.bounds.lower && stopped.bounds.upper >= whole.bounds.upper);

    let resumed = seven().solve(&Settings { checkpoint, ..Settings::default() }).unwrap();
    assert_eq!((resumed.resumed, resumed.stopped), (Some(3), Stop::Solved));
    assert_eq!(resumed.bounds, whole.bounds);
    assert!(resumed.matrices < whole.matrices);

    let other = seven().lead(1).solve(&Settings { checkpoint, ..Settings::default() }).unwrap_err();
    assert!(other.to_string().contains("found one of another"), "{other}");
}

#[test]
fn a_damaged_checkpoint_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Some(folder.path());
    seven().solve(&Settings { checkpoint, ..Settings::default() }).unwrap();
    let file = folder.path().join("layer-01.values");
    let whole = fs::read(&file).unwrap();
    let solve = || seven().solve(&Settings { checkpoint, ..Settings::default() });
    assert!(solve().is_ok());
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let longer = [&whole[..], &[0; 8]].concat();
    for (bytes, complaint) in [
        (&whole[..whole.len() - 1], "fewer values"),
        (&flipped, "a wrong checksum"),
        (&longer, "more values"),
        (&[], "another first line"),
        (b"{}\n", "another first line"),
    ] {
        fs::write(&file, bytes).unwrap();
        let problem = solve().unwrap_err();
        assert!(matches!(problem, Error::Checkpoint { .. }) && problem.to_string().contains(complaint), "{problem}");
    }
}

#[test]
fn wrong_packs_and_limits_are_explained() {
    let message = |problem: Error| problem.to_string();
    let new = |max: &[u32], min: &[u32], prizes: &[u32]| Pack::new(max, min, prizes, Objective::Win);
    assert!(message(new(&[1], &[1, 2], &[1]).unwrap_err()).ends_with("found 1, 2 and 1"));
    assert!(message(new(&[2, 2], &[1, 2], &[1, 2]).unwrap_err()).ends_with("found 2 twice"));
    assert!(message(new(&[2], &[1], &[1001]).unwrap_err()).ends_with("found 1001"));
    let cards: Vec<u32> = (0..13).collect();
    let large = new(&cards, &cards, &cards).unwrap();
    assert!(large.memory() < 4 << 30, "{}", large.memory());
    let problem = large.solve(&Settings { megabytes: 10, ..Settings::default() }).unwrap_err();
    assert!(matches!(problem, Error::Memory { allowed: 10, .. }));
    let limits = Limits::none().time(Duration::ZERO);
    let stopped = large.solve(&Settings { limits: Some(&limits), ..Settings::default() }).unwrap();
    assert_eq!((stopped.stopped, stopped.bounds.lower, stopped.bounds.upper), (Stop::Time, -1.0, 1.0));
}
