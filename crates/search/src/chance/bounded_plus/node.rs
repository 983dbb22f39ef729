//! A question, and a player's turn while its moves are tried.

use secateur_game::Player;
use secateur_value::{Bounds, Real, Toward, Window};

use crate::question::side::Side;

/// What a position is asked.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) window: Window<Real>,
    pub(super) error: Real,
    /// How many more moves may be looked ahead.
    pub(super) depth: u32,
    /// How many moves and outcomes the root is away.
    pub(super) ply: usize,
    /// Whether best play from here belongs to best play from the root: not below a chance turn.
    pub(super) lined: bool,
}

impl Asked {
    /// Whether these bounds are an answer.
    #[inline(always)]
    pub(super) fn is_answered(&self, lower: Real, upper: Real) -> bool {
        upper <= self.window.alpha || lower >= self.window.beta || upper.is_within(lower, self.error)
    }
}

/// A player's turn while its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// What the player has for sure, and what is promised about the rest.
    pub(super) near: Real,
    pub(super) promised: Bounds<Real>,
    /// The best that the moves tried so far may bring.
    far: Real,
    /// The best of what they bring for sure.
    best: Option<Real>,
    pub(super) best_number: Option<u8>,
}

impl Node {
    #[inline(always)]
    pub(super) fn new<S: Side>(promised: Bounds<Real>) -> Self {
        let (near, _) = S::ends(Window::new(promised.lower, promised.upper));
        Self { near, promised, far: S::worst(), best: None, best_number: None }
    }

    /// What a move is asked.
    #[inline(always)]
    pub(super) fn ask<S: Side>(&self, asked: &Asked) -> Asked {
        let (own, cap) = S::ends(asked.window);
        let enough = match S::PLAYER {
            Player::Max => self.near.plus(asked.error, Toward::Down),
            Player::Min => self.near.minus(asked.error, Toward::Up),
        };
        let own = if S::better(enough, own) { enough } else { own };
        Asked { window: S::window(own, cap), error: asked.error, depth: asked.depth - 1, ply: asked.ply + 1, ..*asked }
    }

    /// Takes in what a move brings. Says whether it is the best so far.
    #[inline(always)]
    pub(super) fn take<S: Side>(&mut self, number: u8, known: Bounds<Real>) -> bool {
        let (near, far) = S::ends(Window::new(known.lower, known.upper));
        if S::better(near, self.near) {
            self.near = near;
        }
        if S::better(far, self.far) {
            self.far = far;
        }
        let improves = self.best.is_none_or(|best| S::better(near, best));
        if improves {
            self.best = Some(near);
            self.best_number = Some(number);
        }
        improves
    }

    /// Whether the question is answered, whatever the other moves bring.
    #[inline(always)]
    pub(super) fn is_enough<S: Side>(&self, asked: &Asked) -> bool {
        let Bounds { lower, upper } = self.bounds::<S>(true);
        asked.is_answered(lower, upper)
    }

    /// What is known, if some moves were left out or none.
    #[inline(always)]
    pub(super) fn bounds<S: Side>(&self, left_out: bool) -> Bounds<Real> {
        let Bounds { lower, upper } = self.promised;
        let far = self.far.clamp(lower, upper);
        match S::PLAYER {
            Player::Max => {
                let near = self.near.min(upper);
                Bounds { lower: near, upper: if left_out { upper } else { far.max(near) } }
            }
            Player::Min => {
                let near = self.near.max(lower);
                Bounds { lower: if left_out { lower } else { far.min(near) }, upper: near }
            }
        }
    }
}
