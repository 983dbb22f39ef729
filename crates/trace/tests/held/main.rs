//! What every record must keep, whoever searched: events nest, totals add up to the search's own statistics, and every pair of bounds
//! holds the value of the position.

mod chance;
mod classic;
mod joint;
mod lattice;

use std::collections::HashMap;

use secateur_game::{Both, Chance, Describe, Game, Keyed, Turn};
use secateur_search::{Ledger, Search, Statistics};
use secateur_trace::{Beyond, Bounds, Event, Record, Step, Value, Why};
use secateur_value::Real;

/// The position that a node stands for, found by the names of the steps that lead there.
pub(crate) fn position<G: Describe>(game: &G, record: &Record, node: usize) -> G::Position {
    let Some(parent) = record.nodes[node].parent else { return game.start() };
    let mut position = position(game, record, parent);
    let before = position.clone();
    let named = |chosen: &G::Move, name: &str| game.name(&before, *chosen) == name;
    match (record.nodes[node].step.as_ref().expect("a step"), game.turn(&before)) {
        (Step::Both { row, column }, Turn::Both(both)) => {
            let row = both.rows(game, &before).find(|chosen| named(chosen, row)).expect("a row");
            let column = both.columns(game, &before).find(|chosen| named(chosen, column)).expect("a column");
            both.play(game, &mut position, row, column);
        }
        (Step::Outcome { outcome, weight, .. }, Turn::Chance(chance)) => {
            let (found, chosen) =
                chance.outcomes(game, &before).find(|(_, chosen)| named(chosen, outcome)).expect("an outcome");
            assert_eq!(found, *weight);
            game.play(&mut position, chosen);
        }
        (Step::Move { name }, Turn::Max | Turn::Min) => {
            let chosen = game.moves(&before).find(|chosen| named(chosen, name)).expect("a move");
            game.play(&mut position, chosen);
        }
        (step, _) => panic!("{step:?} belongs to another turn"),
    }
    position
}

/// A number, or this where the end is open.
pub(crate) fn number(value: &Option<Value>, open: f64) -> f64 {
    value.as_ref().map_or(open, |value| value.number().expect("a number"))
}

/// Checks everything that does not depend on the game, and hands every pair of bounds to `holds` with whether its ends are about
/// the whole game.
pub(crate) fn check(
    record: &Record,
    counts: &Statistics,
    mut holds: impl FnMut(usize, &Bounds, (bool, bool)),
    mut cells: impl FnMut(usize, (usize, usize), &Bounds),
) {
    let mut open = Vec::new();
    let mut ends = (true, true);
    let mut visits: HashMap<usize, usize> = HashMap::new();
    let totals = &record.totals;
    let (mut left, mut skipped) = (HashMap::new(), 0);
    for event in &record.events {
        match event {
            Event::Pass { beyond, .. } => {
                ends = match beyond {
                    None => (true, true),
                    Some(Beyond::Lower) => (true, false),
                    Some(Beyond::Upper) => (false, true),
                    _ => (false, false),
                };
            }
            Event::Enter { node, visit, bounds, .. } => {
                assert_eq!(record.nodes[*node].parent, open.last().copied());
                assert!(record.nodes[*node].searched);
                *visits.entry(*node).or_default() += 1;
                assert_eq!(visits[node], *visit);
                holds(*node, bounds, ends);
                open.push(*node);
            }
            Event::Learn { node, bounds, .. } => {
                assert_eq!(open.last(), Some(node));
                holds(*node, bounds, ends);
            }
            Event::Skip { node, children } => {
                assert_eq!(open.last(), Some(node));
                skipped += children.len() as u64;
                assert!(children.iter().all(|&child| record.nodes[child].parent == Some(*node)));
            }
            Event::Leave { node, bounds, why, words } => {
                assert_eq!(open.pop(), Some(*node));
                *left.entry(*why).or_insert(0) += 1;
                holds(*node, bounds, ends);
                assert!(*why != Why::Cut || words.starts_with("cut: "));
            }
            Event::Cell { node, row, column, bounds } => {
                assert_eq!(open.last(), Some(node));
                let (rows, columns) = (&record.nodes[*node].rows, &record.nodes[*node].columns);
                assert!(*row < rows.len() && *column < columns.len());
                cells(*node, (*row, *column), bounds);
            }
            Event::Strike { node, player, line } => {
                assert_eq!(open.last(), Some(node));
                let at = &record.nodes[*node];
                let lines = if *player == secateur_trace::Turn::Max { &at.rows } else { &at.columns };
                assert!(*line < lines.len());
            }
            Event::Strategies { node, max, min } => {
                assert_eq!(open.last(), Some(node));
                for (weights, names) in [(max, &record.nodes[*node].rows), (min, &record.nodes[*node].columns)] {
                    assert!(weights.is_empty() || weights.len() == names.len());
                    assert!(weights.is_empty() || (weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                }
            }
            other => panic!("an event of another kind: {other:?}"),
        }
    }
    assert!(open.is_empty());
    for node in &record.nodes {
        assert_eq!(node.searched, visits.contains_key(&node.id));
        assert!(node.parent.is_none_or(|parent| parent < node.id));
    }
    if record.thinned.is_none() {
        let count = |why| left.get(&why).copied().unwrap_or(0);
        assert_eq!(totals.leaves, count(Why::Over) + count(Why::Horizon));
        assert_eq!((totals.cuts, totals.done, totals.known), (count(Why::Cut), count(Why::Done), count(Why::Known)));
        assert_eq!(totals.skipped, skipped);
        assert_eq!(totals.visits, visits.values().sum::<usize>() as u64);
    }
    // Leaves that were evaluated without a visit are no event of their own.
    let leaves = totals.leaves + counts.peeked;
    assert_eq!((totals.visits, leaves, totals.cuts), (counts.visits, counts.leaves, counts.cutoffs));
    assert!(totals.known >= counts.cache_hits);
    assert!(
        (totals.cuts + totals.done..=totals.cuts + totals.done + totals.interrupted + totals.put_off)
            .contains(&counts.expanded)
    );
}

/// The position after a pair of moves, by their places.
pub(crate) fn play_pair<G: Game>(game: &G, before: &G::Position, (row, column): (usize, usize)) -> G::Position {
    let Turn::Both(both) = game.turn(before) else { panic!("no turn of both") };
    let mut after = before.clone();
    let row = both.rows(game, before).nth(row).expect("a row");
    let column = both.columns(game, before).nth(column).expect("a column");
    both.play(game, &mut after, row, column);
    after
}

/// What positions are worth, by backward induction in intervals: it shares no window, no order and no bounds with what is tested.
pub(crate) struct Values<'g, G: Keyed<Value = Real>> {
    game: &'g G,
    ledger: Ledger<G::Key>,
}

impl<'g, G: Keyed<Value = Real, Key: Copy>> Values<'g, G> {
    pub(crate) fn of(game: &'g G) -> Self {
        Self { game, ledger: Ledger::unlimited() }
    }

    /// At least and at most this, which differ by rounding alone.
    pub(crate) fn of_position(&mut self, position: G::Position) -> (f64, f64) {
        if let Turn::Over(value) = self.game.turn(&position) {
            return (value.get(), value.get());
        }
        let bounds = Search::new(self.game).position(position).memory(&self.ledger).backward_induction().bounds;
        assert!(bounds.upper.get() - bounds.lower.get() < 1e-9);
        (bounds.lower.get(), bounds.upper.get())
    }
}
