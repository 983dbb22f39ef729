//! Where layers live: in memory, or in their files where there is too little of it.

use std::path::Path;

use super::body::{layers_memory, window};
use super::files::Kept;
use super::game::{Layers, Shape};
use super::settings::{LayersError, LayersSettings};
use super::store::{Finished, Pages, Values};

/// Where layers live.
#[derive(Debug)]
pub(super) struct Home {
    /// A layer of more bytes stays in its file.
    pub(super) largest: u64,
    /// How many bytes of a layer in its file are kept in memory.
    pub(super) cache: u64,
}

impl Home {
    /// Everything in memory if it fits; otherwise each of the layers that are needed at once gets the same share.
    pub(super) fn choose<L: Layers>(game: &L, settings: &LayersSettings<'_>) -> Result<Self, LayersError> {
        let (needed, allowed) = (layers_memory(game), settings.megabytes.saturating_mul(1 << 20));
        let refused = |needed: u64, folder| {
            Err(LayersError::Memory { needed: needed.div_ceil(1 << 20), allowed: settings.megabytes, folder })
        };
        if needed <= allowed {
            return Ok(Self { largest: u64::MAX, cache: 0 });
        }
        if settings.folder.is_none() || settings.crew.is_some() {
            // Several processes hand whole layers to each other.
            return refused(needed, settings.crew.is_some());
        }
        let share = allowed / (game.reach() as u64 + 1);
        // What the workers hold in their hands has to fit, too.
        let hands = |layer| {
            let block = |layer: usize| 8 * game.shape(layer).block as u64;
            let widest = window(game, layer).map(block).max().unwrap_or(0);
            settings.threads.max(1) as u64 * (block(layer) + game.reads(layer) as u64 * widest)
        };
        let busiest = (1..game.layers()).map(hands).max().unwrap_or(0);
        if busiest > share {
            return refused(busiest.saturating_mul(game.reach() as u64 + 1), true);
        }
        Ok(Self { largest: share, cache: share - busiest })
    }

    /// A layer that is finished in its file.
    pub(super) fn load(
        &self,
        mut kept: Kept,
        layer: usize,
        shape: Shape,
        file: &Path,
    ) -> Result<Finished, LayersError> {
        let error = kept.error;
        let values = if shape.bytes() <= self.largest {
            let mut values = Vec::with_capacity(shape.values as usize);
            kept.read_all(|block| values.extend_from_slice(block)).map_err(|problem| problem.at(file))?;
            Values::Memory(values)
        } else {
            Values::File(Pages::new(&kept, self.cache)?)
        };
        Ok(Finished { layer, shape, error, values })
    }
}
