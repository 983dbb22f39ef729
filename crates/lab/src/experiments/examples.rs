//! The worked examples of the four documents: what the text says of each, and what comes of it here.
//!
//! Every row is one small tree or graph, most of them in `crates/games/fixtures` and `graphs`, where each file says what its text
//! keeps of a drawing that is lost and what is ours. The verdict is worked out.

use secateur_game::Game;
use secateur_games::dag::{Dag, Element, Place};
use secateur_games::{AlternatingTree, Tree};
use secateur_search::{Outcome, Reading, Search, Smab};
use secateur_value::{Real, Window};

use crate::{About, Context, Experiment, Instance, Page, Record, RunError, Settings, Table};

/// See the file's page.
pub(crate) struct Examples;

/// What a text says, and what was found.
struct ExampleTold {
    here: String,
    as_told: bool,
}

/// An example of a text.
struct Example {
    id: &'static str,
    place: &'static str,
    says: &'static str,
    show: fn() -> Result<ExampleTold, RunError>,
}

const EXAMPLES: &[Example] = &[
    Example {
        id: "handout-bound",
        place: "handout, \u{201c}Alpha-Beta Pruning\u{201d}, first tree",
        says: "after three leaves x cannot matter: Y = min(3, x) ≤ 3 is less than the 10 that Max has",
        show: handout_bound,
    },
    Example {
        id: "handout-cut-offs",
        place: "handout, \u{201c}Alpha-Beta Pruning\u{201d}, second tree",
        says: "30, 40, 50; 2, 4; 1, 2 are evaluated, and the rest is cut",
        show: handout_cut_offs,
    },
    Example {
        id: "smab-example-1",
        place: "SMAB, Example 1",
        says: "H is worth at most 4, and \u{201c}we do not even need to compute the exact value for H\u{201d} (Algorithm 1 as printed)",
        show: || smab_example_1(Smab::default().reading(Reading::Printed)),
    },
    Example {
        id: "smab-example-1-fitted",
        place: "SMAB, Example 1, by the rules that fit Table 4",
        says: "the same",
        show: || smab_example_1(Smab::default().reading(Reading::Fitted)),
    },
    Example {
        id: "smab-example-2",
        place: "SMAB, Example 2",
        says: "the only equilibrium is (A2, B2), worth 3, and no action is dominated, so that all nine cells are looked at",
        show: smab_example_2,
    },
    Example {
        id: "bab-figure-2",
        place: "BAB, Figure 2",
        says: "cutting at β ≤ α + ε errs by mε; BAB by no more than ε",
        show: bab_figure_2,
    },
    Example {
        id: "bab-figure-3",
        place: "BAB, Figure 3",
        says: "a larger ε may look at more: D is pruned for one ε, E for another",
        show: bab_figure_3,
    },
    Example {
        id: "duo-figure-1-left",
        place: "duo, Figure 1 (left)",
        says: "v(r) = 1100, and f(r, 1000, 1110) = 1101 ≠ v(r), yet the same inside the window (Corollary 1)",
        show: duo_figure_1_left,
    },
    Example {
        id: "duo-figure-1-right",
        place: "duo, Figure 1 (right)",
        says: "v(R) = 001, and with α = 010 and β = 110 the returned 010 is neither a lower nor an upper bound",
        show: duo_figure_1_right,
    },
    Example {
        id: "duo-figure-2",
        place: "duo, Figure 2 (right)",
        says: "with α = 110, the join of what two ancestors have, Algorithm 1 prunes T",
        show: duo_figure_2,
    },
];

impl Experiment for Examples {
    fn about(&self) -> &About {
        &About {
            id: "examples",
            title: "The worked examples of the documents",
            paper: "The handout, SMAB, alpha-beta duo and bounded alpha-beta",
            place: "examples and small figures",
            seconds: 1.0,
            quick_seconds: 1.0,
        }
    }

    fn instances(&self, _: &Settings) -> Vec<Instance> {
        EXAMPLES.iter().map(|example| Instance::new(example.id)).collect()
    }

    fn run(&self, instance: &Instance, _: &Context) -> Result<Record, RunError> {
        let Some(example) = EXAMPLES.iter().find(|example| example.id == instance.key) else {
            return Err(RunError::failed("there is no such example"));
        };
        let told = (example.show)()?;
        Ok(Record::new().with("here", told.here).with("as told", told.as_told))
    }

    fn page(&self, records: &[Record]) -> Page {
        let mut table = Table::new("examples", "Worked examples").column("place").column("what the text says");
        table = table.column("here").column("as told");
        let mut holds = 0;
        for record in records {
            let Some(example) = EXAMPLES.iter().find(|example| record.text("instance") == Some(example.id)) else {
                continue;
            };
            let as_told = record.get("as told").and_then(crate::Scalar::flag) == Some(true);
            holds += u32::from(as_told);
            let row = table.row(example.place).text(example.says);
            row.text(record.text("here").unwrap_or_default()).text(if as_told { "yes" } else { "no" });
        }
        Page::new().prose(format!("{holds} of {} examples come out as their text says.", records.len())).table(table)
    }
}

fn tree(text: &str) -> Result<Tree, RunError> {
    text.parse().map_err(RunError::failed)
}

fn alternating(text: &str) -> Result<AlternatingTree, RunError> {
    AlternatingTree::try_from(tree(text)?).map_err(RunError::failed)
}

fn handout_bound() -> Result<ExampleTold, RunError> {
    let text = include_str!("../../../games/fixtures/handout-bound.tree");
    let game = alternating(text)?;
    let outcome = Search::new(&game).alpha_beta();
    let (value, leaves) = (outcome.bounds.lower.get(), outcome.statistics.leaves);
    // x is not looked at: whatever it is worth, the leaves are the same.
    let other = alternating(&text.replace("x: 7", "x: 1"))?;
    let same = Search::new(&other).alpha_beta().statistics.leaves == leaves;
    Ok(ExampleTold {
        here: format!("worth {value}, after {leaves} leaves"),
        as_told: value == 10.0 && leaves == 3 && same,
    })
}

fn handout_cut_offs() -> Result<ExampleTold, RunError> {
    let game = alternating(include_str!("../../../games/fixtures/handout-cut-offs.tree"))?;
    let mut leaves = Leaves(Vec::new());
    let outcome = Search::new(&game).observer(&mut leaves).alpha_beta();
    let shown: Vec<String> = leaves.0.iter().map(f64::to_string).collect();
    let as_told = leaves.0 == [30.0, 40.0, 50.0, 2.0, 4.0, 1.0, 2.0] && outcome.bounds.lower.get() == 40.0;
    Ok(ExampleTold {
        here: format!("{} are evaluated; worth {}", shown.join(", "), outcome.bounds.lower.get()),
        as_told,
    })
}

/// The leaves that are evaluated, in order.
struct Leaves(Vec<f64>);

impl<G: Game<Value = Real>> secateur_search::Observer<G> for Leaves {
    fn enter(&mut self, game: &G, position: &G::Position, _: Option<secateur_search::Step<G::Move>>, _: &Window<Real>) {
        if let secateur_game::Turn::Over(value) = game.turn(position) {
            self.0.push(value.get());
        }
    }
}

fn smab_example_1(smab: Smab) -> Result<ExampleTold, RunError> {
    let game = tree(include_str!("../../../games/fixtures/smab-example-1.tree"))?;
    let outcome = Search::new(&game).smab(&smab);
    let visits = outcome.statistics.visits;
    // The whole game, its two cells, and the four cells of H.
    let here = format!("{visits} of 7 nodes looked at; worth {}", outcome.bounds.lower.get());
    Ok(ExampleTold { here, as_told: visits < 7 && outcome.bounds.contains(&Real::from(5)) })
}

fn smab_example_2() -> Result<ExampleTold, RunError> {
    let game = tree(include_str!("../../../games/fixtures/smab-example-2.tree"))?;
    let outcome = Search::new(&game).smab(&Smab::default().reading(Reading::Printed));
    let leaves = outcome.statistics.leaves;
    let value = outcome.bounds.lower.get();
    Ok(ExampleTold {
        here: format!("worth {value:.6}, {leaves} cells looked at"),
        as_told: (value - 3.0).abs() < 1e-9 && leaves == 9,
    })
}

fn bab_figure_2() -> Result<ExampleTold, RunError> {
    let game = alternating(include_str!("../../../games/fixtures/bounded-figure-2.tree"))?;
    let naive = Search::new(&game).naive_bounded(2.0).map_err(RunError::failed)?;
    let sound = Search::new(&game).bounded(2.0).map_err(RunError::failed)?;
    let estimate = naive.estimate.map_or(f64::NAN, Real::get);
    let (low, high) = (sound.bounds.lower.get(), sound.bounds.upper.get());
    let here = format!("worth 10, ε = 2: the naive cut finds {estimate}, BAB {low} to {high}");
    Ok(ExampleTold { here, as_told: estimate == 16.0 && low <= 10.0 && 10.0 <= high && high - low <= 2.0 })
}

fn bab_figure_3() -> Result<ExampleTold, RunError> {
    let game = alternating(include_str!("../../../games/fixtures/bounded-figure-3.tree"))?;
    let leaves = |epsilon: f64| -> Result<Vec<f64>, RunError> {
        let mut leaves = Leaves(Vec::new());
        Search::new(&game).observer(&mut leaves).bounded(epsilon).map_err(RunError::failed)?;
        Ok(leaves.0)
    };
    let (one, two) = (leaves(1.0)?, leaves(2.0)?);
    let prunes = |leaves: &[f64]| match (leaves.contains(&6.0), leaves.contains(&9.0)) {
        (false, true) => "D",
        (true, false) => "E",
        (false, false) => "D and E",
        (true, true) => "nothing",
    };
    let (first, second) = (prunes(&one), prunes(&two));
    Ok(ExampleTold {
        here: format!("ε = 1 prunes {first}, ε = 2 prunes {second}"),
        as_told: (first, second) == ("E", "D"),
    })
}

fn graph(text: &[u8]) -> Result<Dag<Element>, RunError> {
    Dag::from_json(text).map_err(RunError::failed)
}

/// An element as the places of its ones, and the other way round.
fn set(game: &Dag<Element>, places: &str) -> Result<Element, RunError> {
    let places = serde_json::from_str(places).map_err(RunError::failed)?;
    game.space().element(&places).map_err(RunError::failed)
}

fn shown(game: &Dag<Element>, value: &Element) -> String {
    use secateur_game::Describe;
    game.show_value(value)
}

fn duo_figure_1_left() -> Result<ExampleTold, RunError> {
    use secateur_value::Lattice;
    let game = graph(include_bytes!("../../../games/graphs/figure-1-left.json"))?;
    let value = Search::at(&game, game.start()).lattice_minimax(None).bounds.lower;
    let (alpha, beta) = (set(&game, "[1]")?, set(&game, "[1,2,3]")?);
    let returned = algorithm_1(&game, game.start(), alpha.clone(), beta.clone());
    let (expected, other) = (set(&game, "[1,2]")?, set(&game, "[1,2,4]")?);
    let clamped = beta.meet(&alpha.join(&returned));
    let here = format!(
        "v = {}, f = {}, inside the window {}",
        shown(&game, &value),
        shown(&game, &returned),
        shown(&game, &clamped)
    );
    Ok(ExampleTold { here, as_told: value == expected && returned == other && clamped == value })
}

fn duo_figure_1_right() -> Result<ExampleTold, RunError> {
    use secateur_value::Lattice;
    let game = graph(include_bytes!("../../../games/graphs/figure-1-right.json"))?;
    let value = Search::at(&game, game.start()).lattice_minimax(None).bounds.lower;
    let returned = algorithm_1(&game, game.start(), set(&game, "[2]")?, set(&game, "[1,2]")?);
    let incomparable = !returned.at_most(&value) && !value.at_most(&returned);
    let here = format!("v = {}, f = {}", shown(&game, &value), shown(&game, &returned));
    Ok(ExampleTold { here, as_told: value == set(&game, "[3]")? && returned == set(&game, "[2]")? && incomparable })
}

/// Algorithm 1 itself, which returns one value: the search proper returns bounds.
fn algorithm_1(game: &Dag<Element>, mut node: Place, mut alpha: Element, mut beta: Element) -> Element {
    use secateur_game::Turn;
    use secateur_value::Lattice;
    let ends = game.bounds(&node);
    let (mut value, or) = match game.turn(&node) {
        Turn::Over(value) => return value,
        Turn::Max => (ends.lower, true),
        Turn::Min => (ends.upper, false),
        Turn::Chance(never) => match never {},
        Turn::Both(never) => match never {},
    };
    for chosen in game.moves(&node).collect::<Vec<_>>() {
        if or {
            alpha = alpha.join(&value);
        } else {
            beta = beta.meet(&value);
        }
        if beta.at_most(&alpha) {
            break;
        }
        let undo = game.play(&mut node, chosen);
        let child = algorithm_1(game, node, alpha.clone(), beta.clone());
        game.undo(&mut node, undo);
        value = if or { value.join(&child) } else { value.meet(&child) };
    }
    value
}

fn duo_figure_2() -> Result<ExampleTold, RunError> {
    // 100 comes from the root, 010 from the OR-node below it; the AND-node at the bottom has a child worth 110.
    let text = r#"{"lattice": {"set": 3}, "root": "r", "nodes": [
        {"name": "r", "or": ["a", "b"]}, {"name": "a", "value": [1]}, {"name": "b", "and": ["c", "top"]},
        {"name": "top", "value": [1, 2, 3]}, {"name": "c", "or": ["d", "e"]}, {"name": "d", "value": [2]},
        {"name": "e", "and": ["v", "T"]}, {"name": "v", "value": [1, 2]}, {"name": "T", "value": [3]}]}"#;
    let game = graph(text.as_bytes())?;
    let mut seen = Visited { leaf: set(&game, "[3]")?, seen: false };
    let outcome: Outcome<Element, u32> = Search::at(&game, game.start()).observer(&mut seen).lattice_alpha_beta();
    let pruned = !seen.seen;
    let here = format!(
        "{}T is {}",
        if outcome.bounds.is_exact() { "solved; " } else { "" },
        if pruned { "pruned" } else { "visited" }
    );
    Ok(ExampleTold { here, as_told: pruned && outcome.bounds.is_exact() })
}

/// Whether a leaf of this value is visited.
struct Visited {
    leaf: Element,
    seen: bool,
}

impl secateur_search::Observer<Dag<Element>> for Visited {
    fn enter(&mut self, game: &Dag<Element>, node: &Place, _: Option<secateur_search::Step<u32>>, _: &Window<Element>) {
        self.seen |= matches!(game.turn(node), secateur_game::Turn::Over(value) if value == self.leaf);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All but one are as told: Algorithm 1 as printed does not prune the paper's own Example 1.
    #[test]
    fn every_example_but_one_comes_out() {
        for example in EXAMPLES {
            let told = (example.show)().unwrap();
            assert_eq!(told.as_told, example.id != "smab-example-1", "{}: {}", example.place, told.here);
        }
    }
}
