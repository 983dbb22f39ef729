//! The page of an experiment: prose, tables with the paper's figures beside ours, and figures.
//!
//! A page is data. [`markdown`](crate::markdown) and [`html`](crate::html) write it, [`plot`](crate::plot) draws its
//! figures.

use crate::figure::Figure;
use crate::table::Table;

/// A page: blocks in reading order.
///
/// Prose may use `` `code` ``, `*emphasis*` and `**strong**`, which both writers understand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The blocks, in reading order.
    pub blocks: Vec<Block>,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Block {
    /// A heading of a part of the page.
    Heading(String),
    /// A paragraph.
    Prose(String),
    /// A table.
    Table(Table),
    /// A figure.
    Figure(Figure),
}

impl Page {
    /// An empty page.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same page with a heading more.
    #[must_use]
    pub fn heading(self, text: impl Into<String>) -> Self {
        self.with(Block::Heading(text.into()))
    }

    /// The same page with a paragraph more.
    #[must_use]
    pub fn prose(self, text: impl Into<String>) -> Self {
        self.with(Block::Prose(text.into()))
    }

    /// The same page with a table more.
    #[must_use]
    pub fn table(self, table: Table) -> Self {
        self.with(Block::Table(table))
    }

    /// The same page with a figure more.
    #[must_use]
    pub fn figure(self, figure: Figure) -> Self {
        self.with(Block::Figure(figure))
    }

    /// The table with this id, for instance to put it into a README.
    pub fn find_table(&self, id: &str) -> Option<&Table> {
        self.blocks.iter().find_map(|block| match block {
            Block::Table(table) if table.id == id => Some(table),
            _ => None,
        })
    }

    /// Puts the reader's own figures beside ours and the paper's.
    pub fn with_own(&mut self, own: &[crate::table::OwnFigure]) {
        for block in &mut self.blocks {
            if let Block::Table(table) = block {
                table.own = own.to_vec();
            }
        }
    }

    /// The figures, in reading order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            _ => None,
        })
    }

    fn with(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }
}
