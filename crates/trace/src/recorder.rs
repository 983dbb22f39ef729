//! The observer that writes a [`Record`] while a search runs.
//!
//! It keeps nodes from the root down. When there are more than the limit, the deepest levels are dropped until the rest fits, and what
//! lies below is only counted from then on. Nodes only ever come, so the level that is left in the end is the same as if everything
//! had been kept first: the rule can be told without telling how it is carried out.

use std::collections::HashMap;

use secateur_game::{Both, Chance, Describe, Game, Keyed, Player};
use secateur_search::{self as search, Left, Observer};
use secateur_value::{self as value, Lattice};

use crate::record::{Beyond, Bounds, Event, Node, Record, SCHEMA_VERSION, Step, Thinned, Totals, Turn, Why, Window};
use crate::{Value, words};

/// How much of a search is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Nodes at most.
    pub nodes: usize,
    /// Events at most.
    pub events: usize,
}

impl Keep {
    /// So many nodes, and as many events as they usually have.
    pub fn nodes(nodes: usize) -> Self {
        Self { nodes, events: nodes.saturating_mul(EVENTS_A_NODE) }
    }
}

/// Most nodes are entered, left and learnt about a few times.
const EVENTS_A_NODE: usize = 12;

/// Positions are kept as text where there are at most so many nodes …
const NODES_WITH_TEXT: usize = 400;
/// … and the text is no longer than this.
const LONGEST_TEXT: usize = 1_000;

/// A value as the record has it; nothing for the open end of a window.
pub type Shown<G> = fn(&G, &<G as Game>::Value) -> Option<Value>;

/// Hears a search and writes it down.
pub struct Recorder<G: Keyed> {
    keep: Keep,
    shown: Shown<G>,
    record: Record,
    /// What is known of each kept node beside what stands in the record.
    places: Vec<Place<G>>,
    /// The positions that were entered and not left yet.
    path: Vec<Open<G>>,
    keys: HashMap<G::Key, usize>,
    /// Nodes of this depth are kept, and none below.
    deepest: usize,
    /// Whether the events have reached their limit.
    full: bool,
    events_left_out: u64,
    visits_left_out: u64,
    pass: usize,
    /// Whether the pass was announced that is about to begin.
    announced: bool,
    /// Whether what is said now is about the whole game.
    whole: bool,
}

/// A kept node.
struct Place<G: Game> {
    children: Vec<(search::Step<G::Move>, usize)>,
    visits: usize,
    /// What is known about the whole game.
    known: Option<value::Bounds<G::Value>>,
}

/// A visit that has not ended.
struct Open<G: Game> {
    /// The node, or the last kept one above it.
    node: usize,
    /// Nothing if the node is not kept.
    kept: Option<Kept<G>>,
    /// The children that were looked at in this visit: they are not passed over, whoever says so.
    looked_at: Vec<search::Step<G::Move>>,
}

struct Kept<G: Game> {
    position: G::Position,
    asked: value::Window<G::Value>,
    /// What its next children are asked with.
    window: value::Window<G::Value>,
    known: Option<value::Bounds<G::Value>>,
}

impl<G: Keyed + Describe> Recorder<G> {
    /// A recorder that keeps so much, and shows values in this way.
    pub fn new(keep: Keep, shown: Shown<G>) -> Self {
        Self {
            keep,
            shown,
            record: Record { schema_version: SCHEMA_VERSION, ..Record::default() },
            places: Vec::new(),
            path: Vec::new(),
            keys: HashMap::new(),
            deepest: usize::MAX,
            full: false,
            events_left_out: 0,
            visits_left_out: 0,
            pass: 0,
            announced: false,
            whole: true,
        }
    }

    /// The record of a search that answered with these bounds. Who was asked about what is left to the caller.
    pub fn finish(mut self, game: &G, bounds: &value::Bounds<G::Value>, stopped: &str) -> Record {
        self.record.bounds = self.bounds(game, bounds);
        stopped.clone_into(&mut self.record.stopped);
        if self.record.nodes.len() > NODES_WITH_TEXT {
            self.record.nodes.iter_mut().for_each(|node| node.position = None);
        }
        if self.deepest < usize::MAX || self.full {
            let mut thinned = Thinned {
                nodes_limit: self.keep.nodes,
                deepest: self.deepest.min(self.record.nodes.iter().map(|node| node.depth).max().unwrap_or(0)),
                visits_left_out: self.visits_left_out,
                events_left_out: self.events_left_out,
                words: String::new(),
            };
            thinned.words = words::thinned(&thinned, &self.record.totals);
            self.record.thinned = Some(thinned);
        }
        self.record
    }

    fn value(&self, game: &G, value: &G::Value) -> Option<Value> {
        (self.shown)(game, value)
    }

    fn bounds(&self, game: &G, bounds: &value::Bounds<G::Value>) -> Bounds {
        Bounds { lower: self.value(game, &bounds.lower), upper: self.value(game, &bounds.upper) }
    }

    fn window(&self, game: &G, window: &value::Window<G::Value>) -> Window {
        Window { alpha: self.value(game, &window.alpha), beta: self.value(game, &window.beta) }
    }

    fn tell(&mut self, event: Event) {
        if self.full || self.record.events.len() >= self.keep.events {
            self.full = true;
            self.events_left_out += 1;
        } else {
            self.record.events.push(event);
        }
    }

    /// The node that was entered last, if it is kept.
    fn here(&self) -> Option<usize> {
        self.path.last().filter(|open| open.kept.is_some()).map(|open| open.node)
    }

    /// The child of the node entered last that this step leads to, new if need be; nothing if it is too deep to be kept.
    fn child(&mut self, game: &G, step: search::Step<G::Move>) -> Option<usize> {
        let open = self.path.last()?;
        let (parent, kept) = (open.node, open.kept.as_ref()?);
        if let Some(&(_, id)) = self.places[parent].children.iter().find(|(known, _)| *known == step) {
            return Some(id);
        }
        let depth = self.record.nodes[parent].depth + 1;
        if depth > self.deepest {
            return None;
        }
        let named = name(game, &kept.position, step);
        let mut after = kept.position.clone();
        play(game, &mut after, step);
        let id = self.add(game, &after, Some((parent, named)), depth);
        self.places[parent].children.push((step, id));
        Some(id)
    }

    fn add(&mut self, game: &G, position: &G::Position, from: Option<(usize, Step)>, depth: usize) -> usize {
        let id = self.record.nodes.len();
        let turn = game.turn(position);
        let told = match turn {
            secateur_game::Turn::Over(_) => Turn::Over,
            secateur_game::Turn::Max => Turn::Max,
            secateur_game::Turn::Min => Turn::Min,
            secateur_game::Turn::Chance(_) => Turn::Chance,
            secateur_game::Turn::Both(_) => Turn::Both,
        };
        let parent = from.as_ref().map(|(parent, _)| *parent);
        let mut node = Node::new(id, parent, from.map(|(_, step)| step), depth, told);
        let mut known = None;
        if node.turn != Turn::Over {
            let promised = game.bounds(position);
            node.promised = Some(self.bounds(game, &promised));
            known = Some(promised);
            if let secateur_game::Turn::Both(both) = turn {
                let names = |chosen| game.name(position, chosen);
                node.rows = both.rows(game, position).map(names).collect();
                node.columns = both.columns(game, position).map(names).collect();
            }
            let first = *self.keys.entry(game.key(position)).or_insert(id);
            node.same_as = Some(first).filter(|&first| first != id);
        }
        if id < NODES_WITH_TEXT {
            node.position = Some(game.show(position)).filter(|text| text.len() <= LONGEST_TEXT);
        }
        self.record.nodes.push(node);
        self.places.push(Place { children: Vec::new(), visits: 0, known });
        id
    }

    /// Drops the deepest levels until the rest fits the limit. The root and its children stay whatever the limit is.
    fn thin(&mut self) {
        if self.deepest <= 1 {
            return;
        }
        let mut levels = Vec::new();
        for node in &self.record.nodes {
            if levels.len() <= node.depth {
                levels.resize(node.depth + 1, 0);
            }
            levels[node.depth] += 1;
        }
        let mut total = 0;
        let fits = levels.iter().take_while(|&&level| {
            total += level;
            total <= self.keep.nodes
        });
        let deepest = fits.count().saturating_sub(1).max(1);
        if deepest >= self.deepest {
            return;
        }
        self.deepest = deepest;
        // A parent comes before its children, so what replaces it is known already.
        let mut new_ids: Vec<Result<usize, usize>> = Vec::with_capacity(self.record.nodes.len());
        let mut kept = 0;
        let mut below = Vec::new();
        for (node, place) in self.record.nodes.iter().zip(&self.places) {
            if node.depth <= deepest {
                new_ids.push(Ok(kept));
                kept += 1;
                below.push(node.collapsed);
            } else {
                let above = node.parent.map_or(0, |parent| match new_ids[parent] {
                    Ok(id) | Err(id) => id,
                });
                new_ids.push(Err(above));
                let visits = place.visits as u64;
                below[above] += visits + node.collapsed;
                self.visits_left_out += visits;
            }
        }
        let id = |old: usize| new_ids[old].ok();
        let mut place = 0;
        self.record.nodes.retain_mut(|node| {
            place += 1;
            let Ok(new) = new_ids[place - 1] else { return false };
            node.id = new;
            node.collapsed = below[new];
            node.parent = node.parent.and_then(id);
            node.same_as = node.same_as.and_then(id);
            true
        });
        let mut place = 0;
        self.places.retain_mut(|kept| {
            place += 1;
            kept.children.retain_mut(|(_, child)| id(*child).map(|new| *child = new).is_some());
            new_ids[place - 1].is_ok()
        });
        self.keys.retain(|_, node| id(*node).map(|new| *node = new).is_some());
        for open in &mut self.path {
            match new_ids[open.node] {
                Ok(new) => open.node = new,
                Err(above) => (open.node, open.kept) = (above, None),
            }
        }
        self.record.events.retain_mut(|event| {
            let node = match event {
                Event::Pass { .. } => return true,
                Event::Enter { node, .. }
                | Event::Learn { node, .. }
                | Event::Cell { node, .. }
                | Event::Strike { node, .. }
                | Event::Strategies { node, .. }
                | Event::Leave { node, .. } => node,
                Event::Skip { node, children } => {
                    children.retain_mut(|child| id(*child).map(|new| *child = new).is_some());
                    if children.is_empty() {
                        return false;
                    }
                    node
                }
            };
            id(*node).map(|new| *node = new).is_some()
        });
    }

    /// What is known of a node and what was said now, both at once where they agree.
    fn narrowed(
        &self,
        known: Option<&value::Bounds<G::Value>>,
        said: &value::Bounds<G::Value>,
    ) -> value::Bounds<G::Value> {
        let Some(known) = known.filter(|_| self.whole) else { return said.clone() };
        let (lower, upper) = (known.lower.join(&said.lower), known.upper.meet(&said.upper));
        if lower.at_most(&upper) { value::Bounds { lower, upper } } else { said.clone() }
    }

    /// Takes in what is said about the node that was entered last; returns what is known now.
    fn learnt(&mut self, said: &value::Bounds<G::Value>) -> Option<value::Bounds<G::Value>> {
        let node = self.here()?;
        let known = self.path.last()?.kept.as_ref()?.known.as_ref();
        let now = self.narrowed(known, said);
        self.path.last_mut()?.kept.as_mut()?.known = Some(now.clone());
        if self.whole {
            self.places[node].known = Some(now.clone());
        }
        Some(now)
    }
}

/// The name of a step.
fn name<G: Describe>(game: &G, position: &G::Position, step: search::Step<G::Move>) -> Step {
    let chosen = match step {
        search::Step::Both(row, column) => {
            return Step::Both { row: game.name(position, row), column: game.name(position, column) };
        }
        search::Step::One(chosen) => chosen,
    };
    let name = game.name(position, chosen);
    let secateur_game::Turn::Chance(chance) = game.turn(position) else { return Step::Move { name } };
    let (mut total, mut weight) = (0, 0);
    for (share, outcome) in chance.outcomes(game, position) {
        total += share;
        weight = if outcome == chosen { share } else { weight };
    }
    Step::Outcome { outcome: name, weight, probability: weight as f64 / total.max(1) as f64 }
}

fn play<G: Game>(game: &G, position: &mut G::Position, step: search::Step<G::Move>) {
    match (step, game.turn(position)) {
        (search::Step::Both(row, column), secateur_game::Turn::Both(both)) => {
            both.play(game, position, row, column);
        }
        (search::Step::One(chosen) | search::Step::Both(chosen, _), _) => {
            game.play(position, chosen);
        }
    }
}

impl<G: Keyed + Describe> Observer<G> for Recorder<G> {
    fn pass(&mut self, _: &G, depth: Option<u32>, beyond: search::Beyond) {
        (self.pass, self.announced) = (self.pass + 1, true);
        let beyond = depth.and(match beyond {
            search::Beyond::Lower => Some(Beyond::Lower),
            search::Beyond::Upper => Some(Beyond::Upper),
            search::Beyond::Promise => None,
            _ => Some(Beyond::Estimate),
        });
        self.whole = beyond.is_none();
        self.record.totals.passes += 1;
        self.tell(Event::Pass { pass: self.pass, depth, beyond });
    }

    fn enter(
        &mut self,
        game: &G,
        position: &G::Position,
        step: Option<search::Step<G::Move>>,
        window: &value::Window<G::Value>,
    ) {
        if step.is_none() && !std::mem::take(&mut self.announced) {
            self.pass(game, None, search::Beyond::Promise);
            self.announced = false;
        }
        self.record.totals.visits += 1;
        let node = match step {
            None if self.record.nodes.is_empty() => Some(self.add(game, position, None, 0)),
            None => Some(0),
            Some(step) => {
                if let Some(above) = self.path.last_mut() {
                    above.looked_at.push(step);
                }
                self.child(game, step)
            }
        };
        let Some(node) = node else {
            let above = self.path.last().map_or(0, |open| open.node);
            self.record.nodes[above].collapsed += 1;
            self.visits_left_out += 1;
            self.path.push(Open { node: above, kept: None, looked_at: Vec::new() });
            return;
        };
        self.record.nodes[node].searched = true;
        self.places[node].visits += 1;
        let known = self.places[node].known.clone().filter(|_| self.whole);
        let bounds = known.as_ref().map_or_else(Bounds::default, |known| self.bounds(game, known));
        let (pass, visit) = (self.pass, self.places[node].visits);
        self.tell(Event::Enter { node, pass, visit, window: self.window(game, window), bounds });
        let kept = Kept { position: position.clone(), asked: window.clone(), window: window.clone(), known };
        self.path.push(Open { node, kept: Some(kept), looked_at: Vec::new() });
        if self.record.nodes.len() > self.keep.nodes {
            self.thin();
        }
    }

    fn learn(&mut self, game: &G, _: &G::Position, bounds: &value::Bounds<G::Value>, window: &value::Window<G::Value>) {
        let (Some(node), Some(now)) = (self.here(), self.learnt(bounds)) else { return };
        if let Some(kept) = self.path.last_mut().and_then(|open| open.kept.as_mut()) {
            kept.window = window.clone();
        }
        self.tell(Event::Learn { node, bounds: self.bounds(game, &now), window: self.window(game, window) });
    }

    fn cell(&mut self, game: &G, _: &G::Position, (row, column): (usize, usize), bounds: &value::Bounds<G::Value>) {
        if let Some(node) = self.here() {
            self.tell(Event::Cell { node, row, column, bounds: self.bounds(game, bounds) });
        }
    }

    fn strike(&mut self, _: &G, _: &G::Position, player: Player, line: usize) {
        if let Some(node) = self.here() {
            let player = if player == Player::Max { Turn::Max } else { Turn::Min };
            self.tell(Event::Strike { node, player, line });
        }
    }

    fn strategies(&mut self, _: &G, _: &G::Position, max: &[f64], min: &[f64]) {
        if let Some(node) = self.here() {
            self.tell(Event::Strategies { node, max: max.to_vec(), min: min.to_vec() });
        }
    }

    fn leave(&mut self, game: &G, position: &G::Position, bounds: &value::Bounds<G::Value>, left: Left) {
        let totals: &mut Totals = &mut self.record.totals;
        let (why, count) = match left {
            Left::Over => (Why::Over, &mut totals.leaves),
            Left::Horizon => (Why::Horizon, &mut totals.leaves),
            Left::Known => (Why::Known, &mut totals.known),
            Left::Cut => (Why::Cut, &mut totals.cuts),
            Left::PutOff => (Why::PutOff, &mut totals.put_off),
            Left::Interrupted => (Why::Interrupted, &mut totals.interrupted),
            _ => (Why::Done, &mut totals.done),
        };
        *count += 1;
        let learnt = self.learnt(bounds);
        let open = self.path.pop();
        let (Some(now), Some(Open { node, kept: Some(kept), .. })) = (learnt, open) else { return };
        if why == Why::Over
            && let secateur_game::Turn::Over(value) = game.turn(position)
        {
            self.record.nodes[node].value = self.value(game, &value);
        }
        let conditions = words::Conditions {
            asked: self.window(game, &kept.asked),
            window: self.window(game, &kept.window),
            fails_low: now.upper.at_most(&kept.asked.alpha),
            fails_high: kept.asked.beta.at_most(&now.lower),
            closed: kept.window.beta.at_most(&kept.window.alpha),
        };
        let bounds = self.bounds(game, &now);
        let words = words::left(why, &bounds, &conditions);
        self.tell(Event::Leave { node, bounds, why, words });
    }

    fn skip(&mut self, game: &G, _: &G::Position, skipped: search::Step<G::Move>) {
        if self.path.last().is_some_and(|above| above.looked_at.contains(&skipped)) {
            return;
        }
        self.record.totals.skipped += 1;
        let Some(node) = self.here() else { return };
        let Some(child) = self.child(game, skipped) else { return };
        if let (false, Some(Event::Skip { node: before, children })) = (self.full, self.record.events.last_mut())
            && *before == node
        {
            children.push(child);
        } else {
            self.tell(Event::Skip { node, children: vec![child] });
        }
        if self.record.nodes.len() > self.keep.nodes {
            self.thin();
        }
    }
}
