//! The search as it stood after some of its events.

use crate::record::{Bounds, Event, Record, Turn, Why, Window};

/// What is known of every node after some events.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// By the nodes' places.
    pub nodes: Vec<Seen>,
    /// The node that the last event was about.
    pub current: Option<usize>,
}

/// What is known of a node.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Seen {
    /// How often it was entered.
    pub visits: usize,
    /// Whether it was entered and not left yet.
    pub open: bool,
    /// Whether it was passed over in the last visit of its parent, and not looked at in any.
    pub skipped: bool,
    /// What the last visit was asked with.
    pub asked: Option<Window>,
    /// What its next child is asked with.
    pub window: Option<Window>,
    /// What is known about its value.
    pub bounds: Option<Bounds>,
    /// Why it was left last.
    pub why: Option<Why>,
    /// The same in words.
    pub words: Option<String>,
    /// The bounds of its cells, row by row; empty where both players do not move.
    pub cells: Vec<Option<Bounds>>,
    /// Which rows are out.
    pub struck_rows: Vec<usize>,
    /// Which columns are out.
    pub struck_columns: Vec<usize>,
    /// What both players should do, by places.
    pub strategies: Option<(Vec<f64>, Vec<f64>)>,
}

impl Record {
    /// The search after its first `steps` events.
    ///
    /// ```
    /// let record: secateur_trace::Record = serde_json::from_str(include_str!("../fixtures/small.json"))?;
    /// let half_way = record.after(13);
    /// assert_eq!(half_way.current, Some(5));
    /// assert!(half_way.nodes[4].open && !half_way.nodes[6].skipped);
    /// assert!(record.after(record.events.len()).nodes[6].skipped);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn after(&self, steps: usize) -> Standing {
        let mut nodes = vec![Seen::default(); self.nodes.len()];
        let mut current = None;
        for event in self.events.iter().take(steps) {
            current = self.apply(event, &mut nodes).or(current);
        }
        Standing { nodes, current }
    }

    /// The search when it was over.
    pub fn end(&self) -> Standing {
        self.after(self.events.len())
    }

    fn apply(&self, event: &Event, nodes: &mut [Seen]) -> Option<usize> {
        match event {
            Event::Pass { .. } => None,
            Event::Enter { node, visit, window, bounds, .. } => {
                let cells = self.nodes[*node].rows.len() * self.nodes[*node].columns.len();
                nodes[*node] = Seen {
                    visits: *visit,
                    open: true,
                    asked: Some(window.clone()),
                    window: Some(window.clone()),
                    bounds: Some(bounds.clone()),
                    cells: vec![None; cells],
                    ..Seen::default()
                };
                Some(*node)
            }
            Event::Learn { node, bounds, window } => {
                nodes[*node].bounds = Some(bounds.clone());
                nodes[*node].window = Some(window.clone());
                Some(*node)
            }
            Event::Cell { node, row, column, bounds } => {
                let place = row * self.nodes[*node].columns.len() + column;
                if let Some(cell) = nodes[*node].cells.get_mut(place) {
                    *cell = Some(bounds.clone());
                }
                Some(*node)
            }
            Event::Strike { node, player, line } => {
                let seen = &mut nodes[*node];
                let lines = if *player == Turn::Max { &mut seen.struck_rows } else { &mut seen.struck_columns };
                lines.push(*line);
                Some(*node)
            }
            Event::Strategies { node, max, min } => {
                nodes[*node].strategies = Some((max.clone(), min.clone()));
                Some(*node)
            }
            Event::Skip { node, children } => {
                for &child in children {
                    nodes[child].skipped = nodes[child].visits == 0;
                }
                Some(*node)
            }
            Event::Leave { node, bounds, why, words } => {
                let seen = &mut nodes[*node];
                seen.open = false;
                (seen.bounds, seen.why, seen.words) = (Some(bounds.clone()), Some(*why), Some(words.clone()));
                Some(*node)
            }
        }
    }
}
