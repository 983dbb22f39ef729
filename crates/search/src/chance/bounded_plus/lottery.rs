//! A chance turn while its outcomes are looked at: what each is asked, and what becomes of the answers.

use secateur_value::{Bounds, Real, Toward, Window};

use super::BoundedPlus;
use super::node::Asked;
use super::share::{Choice, Share};
use crate::chance::weighing::{Scaled, Weighing};

pub(super) struct Lottery {
    /// Where its outcomes begin in the list of choices.
    pub(super) start: usize,
    pub(super) mean: Weighing,
    /// What the turn is asked.
    pub(super) asked: Scaled,
    /// What the windows of its outcomes follow from: the same, unless policies say otherwise.
    pub(super) window: Scaled,
    pub(super) share: Share,
}

impl Lottery {
    /// What an outcome is asked: its share of the error, and the window in which it matters.
    #[inline(always)]
    pub(super) fn ask<M>(&self, policies: &BoundedPlus, outcome: &Choice<M>, asked: &Asked) -> Asked {
        let error = self.share.grant(outcome, policies.slack);
        let mut window = self.mean.window(outcome.weight, outcome.known, &self.window);
        if !policies.windows && error > Real::ZERO {
            window = Window::new(window.alpha.plus(error, Toward::Down), window.beta.minus(error, Toward::Up));
        }
        Asked { window, error, depth: asked.depth, ply: asked.ply + 1, lined: false }
    }

    /// Takes in what was found about an outcome, in addition to what was known.
    #[inline(always)]
    pub(super) fn improve<M>(&mut self, outcome: &Choice<M>, found: Bounds<Real>) -> Bounds<Real> {
        let known = found.clamped_to(&outcome.known);
        self.mean.improve(outcome.weight, outcome.known, known);
        known
    }

    /// The same for an outcome that was looked at in full.
    #[inline(always)]
    pub(super) fn take<M: Copy>(&mut self, outcome: Choice<M>, found: Bounds<Real>) -> Choice<M> {
        let known = self.improve(&outcome, found);
        self.share.take(&outcome, known);
        Choice { known, done: true, ..outcome }
    }
}
