//! Finished layers as the layer before them reads them: whole in memory, or block by block from their files.

use std::collections::{HashMap, VecDeque};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use super::files::Kept;
use super::game::Shape;
use super::settings::LayersError;

/// A finished layer.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) layer: usize,
    pub(super) shape: Shape,
    /// How far a value can be off.
    pub(super) error: f64,
    pub(super) values: Values,
}

/// Where its values are.
#[derive(Debug)]
pub(super) enum Values {
    Memory(Vec<f64>),
    File(Pages),
}

/// The finished layers that a layer reads.
#[derive(Debug, Default)]
pub struct Below {
    /// From the nearest.
    pub(super) layers: VecDeque<Finished>,
}

impl Below {
    /// A block of values of a finished layer.
    ///
    /// # Errors
    ///
    /// If the layer is in a file that cannot be read.
    ///
    /// # Panics
    ///
    /// If the layer is not among those that are read, or has no such block.
    pub fn block(&self, layer: usize, block: usize) -> Result<Block<'_>, LayersError> {
        let finished = &self.layers[layer - self.layers[0].layer];
        Ok(match &finished.values {
            Values::Memory(values) => {
                let begin = finished.shape.block * block;
                Block::Whole(&values[begin..begin + finished.shape.length_of(block)])
            }
            Values::File(pages) => Block::Read(pages.block(block)?),
        })
    }

    /// How far a value of any of these layers can be off.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.layers.iter().map(|layer| layer.error).fold(0.0, f64::max)
    }

    /// The number of the nearest of these layers, if there is one.
    #[must_use]
    pub fn nearest(&self) -> Option<usize> {
        self.layers.front().map(|layer| layer.layer)
    }
}

/// A block of values.
#[derive(Clone, Debug)]
pub enum Block<'b> {
    /// Of a layer that is in memory.
    Whole(&'b [f64]),
    /// Read from a file.
    Read(Arc<[f64]>),
}

impl Deref for Block<'_> {
    type Target = [f64];

    #[inline]
    fn deref(&self) -> &[f64] {
        match self {
            Self::Whole(values) => values,
            Self::Read(values) => values,
        }
    }
}

/// A layer in its file, with the blocks that were read lately kept in memory.
#[derive(Debug)]
pub(super) struct Pages {
    shelves: Vec<Mutex<Shelf>>,
}

/// So many threads can look for blocks at once.
const SHELVES: usize = 16;

/// A part of the blocks that are in memory.
#[derive(Debug)]
struct Shelf {
    kept: Kept,
    blocks: HashMap<usize, (Arc<[f64]>, bool)>,
    /// The same blocks in the order in which they came. One that was asked for again since goes back once to the end.
    order: VecDeque<usize>,
    held: usize,
    /// How many values may be held, unless somebody still needs them.
    most: usize,
}

impl Pages {
    /// A layer of which at most so many bytes are kept in memory.
    pub(super) fn new(kept: &Kept, bytes: u64) -> Result<Self, LayersError> {
        let most = (bytes / 8) as usize / SHELVES;
        let shelf = |_| {
            let (blocks, order) = (HashMap::new(), VecDeque::new());
            Ok(Mutex::new(Shelf { kept: kept.again()?, blocks, order, held: 0, most }))
        };
        Ok(Self { shelves: (0..SHELVES).map(shelf).collect::<Result<_, LayersError>>()? })
    }

    fn block(&self, block: usize) -> Result<Arc<[f64]>, LayersError> {
        self.shelves[block % SHELVES].lock().unwrap_or_else(PoisonError::into_inner).block(block)
    }
}

impl Shelf {
    fn block(&mut self, block: usize) -> Result<Arc<[f64]>, LayersError> {
        if let Some((values, wanted)) = self.blocks.get_mut(&block) {
            *wanted = true;
            return Ok(Arc::clone(values));
        }
        let values: Arc<[f64]> = self.kept.read(block)?.into();
        while self.held + values.len() > self.most
            && let Some(oldest) = self.order.pop_front()
        {
            match self.blocks.get_mut(&oldest) {
                Some((_, wanted @ true)) => {
                    *wanted = false;
                    self.order.push_back(oldest);
                }
                _ => self.held -= self.blocks.remove(&oldest).map_or(0, |(values, _)| values.len()),
            }
        }
        self.held += values.len();
        self.order.push_back(block);
        self.blocks.insert(block, (Arc::clone(&values), false));
        Ok(values)
    }
}
