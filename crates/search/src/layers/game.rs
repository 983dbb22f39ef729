//! A game as layers: how they are laid out, and how one block of a layer is computed from finished layers.

use super::settings::LayersError;
use super::store::Below;

/// How a layer is laid out: values in blocks of the same length, of which the last may be shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many values the layer has.
    pub values: u64,
    /// How many of them make a block.
    pub block: usize,
}

impl Shape {
    /// How many blocks there are.
    #[must_use]
    pub fn blocks(self) -> usize {
        self.values.div_ceil(self.block as u64) as usize
    }

    /// How many values a block has.
    #[must_use]
    pub fn length_of(self, block: usize) -> usize {
        let before = self.block as u64 * block as u64;
        (self.values.saturating_sub(before)).min(self.block as u64) as usize
    }

    /// How many bytes the values take.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.values.saturating_mul(8)
    }
}

/// A game as layers of values. Layer 0 is the root's; a layer is computed from the `reach` layers after it.
pub trait Layers: Sync {
    /// What the blocks of a layer share, made once before the layer is solved.
    type Plan: Sync;
    /// What a worker needs for itself.
    type Room: Send;

    /// The game in words, the same for the same game: a folder of layers belongs to one.
    fn in_words(&self) -> String;

    /// How many layers there are, at least one.
    fn layers(&self) -> usize;

    /// How many layers after it a layer may read, at least one.
    fn reach(&self) -> usize;

    /// How a layer is laid out.
    fn shape(&self, layer: usize) -> Shape;

    /// About how many matrices or other small problems a layer takes: known before it is solved.
    fn programs(&self, layer: usize) -> f64;

    /// How long a layer takes, in a unit of the game's own.
    fn effort(&self, layer: usize) -> f64 {
        self.programs(layer)
    }

    /// How many blocks one block is computed from, at most.
    fn reads(&self, layer: usize) -> usize;

    /// What the blocks of a layer share.
    fn plan(&self, layer: usize) -> Self::Plan;

    /// What a worker needs.
    fn room(&self) -> Self::Room;

    /// Computes the values of a block.
    ///
    /// # Errors
    ///
    /// If a block that it needs cannot be read.
    fn solve(
        &self,
        plan: &Self::Plan,
        block: usize,
        below: &Below,
        room: &mut Self::Room,
        values: &mut [f64],
    ) -> Result<LayerFound, LayersError>;
}

/// What solving some blocks has found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LayerFound {
    /// How far a value is from what the values that it was computed from stand for, at most.
    pub widest: f64,
    /// How many matrices or other small problems were solved.
    pub programs: u64,
}

impl LayerFound {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { widest: self.widest.max(other.widest), programs: self.programs + other.programs }
    }
}
