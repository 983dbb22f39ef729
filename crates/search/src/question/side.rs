//! The two players as types, so that one body of code serves both without a sign change or a branch.
//!
//! This is what the negamax form is for; doing it with types instead of negation also works for values that have no
//! negative (truth values, sets), and costs nothing.

use secateur_game::Player;
use secateur_value::{Chain, Window};

/// A player, as a type.
pub(crate) trait Side: 'static {
    const PLAYER: Player;

    /// The worst value of all for this player.
    fn worst<V: Chain>() -> V;

    /// Whether this player prefers `a` to `b`.
    fn better<V: Chain>(a: V, b: V) -> bool;

    /// The least improvement on a value.
    fn improve<V: Chain>(value: V) -> V;

    /// The window from what this player already has and what the opponent allows.
    fn window<V: Chain>(own: V, cap: V) -> Window<V>;

    /// `(own, cap)` of a window: the inverse of [`window`](Side::window).
    fn ends<V: Chain>(window: Window<V>) -> (V, V);
}

/// Max as a type.
pub(crate) enum MaxSide {}
/// Min as a type.
pub(crate) enum MinSide {}

impl Side for MaxSide {
    const PLAYER: Player = Player::Max;
    #[inline(always)]
    fn worst<V: Chain>() -> V {
        V::LEAST
    }
    #[inline(always)]
    fn better<V: Chain>(a: V, b: V) -> bool {
        a > b
    }
    #[inline(always)]
    fn improve<V: Chain>(value: V) -> V {
        value.next_up()
    }
    #[inline(always)]
    fn window<V: Chain>(own: V, cap: V) -> Window<V> {
        Window { alpha: own, beta: cap }
    }
    #[inline(always)]
    fn ends<V: Chain>(window: Window<V>) -> (V, V) {
        (window.alpha, window.beta)
    }
}

impl Side for MinSide {
    const PLAYER: Player = Player::Min;
    #[inline(always)]
    fn worst<V: Chain>() -> V {
        V::GREATEST
    }
    #[inline(always)]
    fn better<V: Chain>(a: V, b: V) -> bool {
        a < b
    }
    #[inline(always)]
    fn improve<V: Chain>(value: V) -> V {
        value.next_down()
    }
    #[inline(always)]
    fn window<V: Chain>(own: V, cap: V) -> Window<V> {
        Window { alpha: cap, beta: own }
    }
    #[inline(always)]
    fn ends<V: Chain>(window: Window<V>) -> (V, V) {
        (window.beta, window.alpha)
    }
}
