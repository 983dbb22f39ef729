//! A game that promises what is not so gets no answer from a search: it hears which position is to blame.

use std::panic::{AssertUnwindSafe, catch_unwind};

use secateur_game::{Both, Game, Keyed, Never, Turn};
use secateur_search::{Engine, Joint, Search, Smab};
use secateur_value::{Bounds, Real};

/// Pennies for two, of which the game says that they are worth something between the two ends.
struct Liar(f64, f64);

#[derive(Clone, Copy)]
struct Hands;

impl Game for Liar {
    type Position = Option<i8>;
    type Move = i8;
    type Value = Real;
    type Undo = Option<i8>;
    type Chance = Never;
    type Both = Hands;

    fn start(&self) -> Option<i8> {
        None
    }
    fn turn(&self, position: &Option<i8>) -> Turn<Real, Never, Hands> {
        position.map_or(Turn::Both(Hands), |paid| Turn::Over(i32::from(paid).into()))
    }
    fn moves(&self, _: &Option<i8>) -> impl Iterator<Item = i8> + use<> {
        std::iter::empty()
    }
    fn play(&self, position: &mut Option<i8>, _: i8) -> Option<i8> {
        *position
    }
    fn undo(&self, position: &mut Option<i8>, before: Option<i8>) {
        *position = before;
    }
    fn bounds(&self, _: &Option<i8>) -> Bounds<Real> {
        Bounds::of(self.0, self.1)
    }
}

impl Both<Liar> for Hands {
    fn rows(self, _: &Liar, _: &Option<i8>) -> impl Iterator<Item = i8> + use<> {
        [-1, 1].into_iter()
    }
    fn columns(self, _: &Liar, _: &Option<i8>) -> impl Iterator<Item = i8> + use<> {
        [-1, 1].into_iter()
    }
    fn play(self, _: &Liar, position: &mut Option<i8>, row: i8, column: i8) -> Option<i8> {
        position.replace(if row == column { 2 + row } else { -2 })
    }
}

impl Keyed for Liar {
    type Key = u8;
    fn key(&self, position: &Option<i8>) -> u8 {
        position.map_or(0, |paid| paid as u8)
    }
}

/// The hands agree for 1 or 3 and differ for −2: (1·3 − 2·2) / (1 + 3 + 2 + 2) = −1/8.
const VALUE: f64 = -1.0 / 8.0;

#[test]
fn a_promise_that_holds_is_answered() {
    for outcome in [
        Search::new(&Liar(-2.0, 3.0)).backward_induction(),
        Search::new(&Liar(-2.0, 3.0)).joint(&Joint::default()),
        Search::new(&Liar(-2.0, 3.0)).engine(&Engine::default()),
        Search::new(&Liar(-2.0, 3.0)).smab(&Smab::default()),
    ] {
        assert!((outcome.bounds.midpoint() - VALUE).abs() < 1e-9, "{}", outcome.bounds);
    }
}

#[test]
fn a_promise_that_does_not_hold_is_an_error_that_names_the_position() {
    fn asked(name: &str, game: &Liar) {
        let search = Search::new(game);
        drop(match name {
            "backward induction" => search.backward_induction(),
            "joint" => search.joint(&Joint::default()),
            _ => search.engine(&Engine::default()),
        });
    }
    for name in ["backward induction", "joint", "engine"] {
        for game in [Liar(0.5, 3.0), Liar(-2.0, -0.5)] {
            let panic = catch_unwind(AssertUnwindSafe(|| asked(name, &game))).expect_err(name);
            let said = panic.downcast_ref::<String>().expect("a sentence");
            assert!(said.contains("breaks its promise at None"), "{name}: {said}");
        }
    }
}
