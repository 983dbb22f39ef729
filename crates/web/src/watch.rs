//! A search as a record that the page steps through: what it looked at, with which windows and bounds, and why it left.

use std::sync::Arc;

use axum::extract::State;
use secateur_catalogue::games::Class;
use secateur_trace::draw::layout;
use secateur_trace::{Keep, trace};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ask::Asked;
use crate::house::House;
use crate::refusal::{Body, Refusal};
use crate::thinking::{Events, think};

/// So many nodes of a record are kept at most: more than a screen shows, and what a browser steps through fluently.
const MOST_KEPT: usize = 100_000;

/// What the page asks for to practise on: a search that looks at everything, as its algorithm.
const PRACTICE: &str = "practice";

/// What is to be watched, and how much of it is kept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Watched {
    asked: Asked,
    #[serde(default)]
    keep: Option<usize>,
}

/// Searches, and answers with the record and the places of its nodes.
pub(crate) async fn watch(
    State(house): State<Arc<House>>,
    Body(Watched { asked, keep }): Body<Watched>,
) -> Result<Events, Refusal> {
    asked.check()?;
    let keep = keep.unwrap_or(3_000);
    if !(1..=MOST_KEPT).contains(&keep) {
        return Err(Refusal::wrong(format!("keep: expected a number from 1 to {MOST_KEPT}")));
    }
    think(&house, move |house, thought| {
        let opened = asked.open(&house.settings)?;
        let mut request = opened.request.clone();
        request.limits = request.limits.until(&thought.cancel).progress(&thought.progress);
        if request.algorithm.as_deref() == Some(PRACTICE) {
            let everything = match opened.session.class() {
                Class::Alternating => "minimax",
                Class::Chance => "expectimax:table=off",
                _ => return Err(Refusal::wrong("practice is for trees of Max, Min and chance")),
            };
            request.algorithm = Some(everything.to_owned());
        }
        let mut record = trace(&request, Keep::nodes(keep)).map_err(|problem| opened.explain(problem))?;
        // Where our copy of a text lies is nobody's business.
        record.parameters.remove("file");
        let places = layout(&record);
        Ok::<Value, Refusal>(json!({"record": record, "layout": places}))
    })
}
