//! Any game by any algorithm.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use secateur_search::Limits;
use serde_json::{Value, json};

use crate::ask::Asked;
use crate::house::House;
use crate::refusal::{Body, Refusal};
use crate::slices::shown;
use crate::thinking::{Events, think};

/// Two quick looks show something early; they take this long at most, each.
const LOOKS: [Duration; 2] = [Duration::from_millis(80), Duration::from_millis(400)];

/// A board with more letters is shown in part.
const LARGEST_BOARD: usize = 4_000;

/// Solves a game within the limits: streams what is known, and answers with the report that `secateur solve --json` prints.
pub(crate) async fn solve(State(house): State<Arc<House>>, Body(asked): Body<Asked>) -> Result<Events, Refusal> {
    asked.check()?;
    think(&house, move |house, thought| {
        let asked = Asked { algorithm: Some(asked.algorithm.clone().unwrap_or_default()), ..asked };
        let opened = asked.open(&house.settings)?;
        let board = opened.session.show();
        let ask = |limits: Limits| {
            let mut request = opened.request.clone();
            request.limits = limits.until(&thought.cancel).progress(&thought.progress);
            request.answer(&*opened.session).map_err(|problem| opened.explain(problem))
        };
        let whole = opened.request.limits.clone();
        let time = whole.time.unwrap_or_default();
        for look in LOOKS.into_iter().filter(|&look| look * 4 < time) {
            let report = ask(whole.clone().time(look))?;
            let more = report.answer.stopped == "time" && !thought.cancel.is_cancelled();
            if !more {
                return Ok(said(&report, &asked, &board));
            }
            thought.know(&shown(&report.answer));
        }
        Ok(said(&ask(whole)?, &asked, &board))
    })
}

fn said(report: &secateur_catalogue::Report, asked: &Asked, board: &str) -> Value {
    // The parameters as they were asked for; a text is not repeated.
    let parameters = asked.parameters.iter().filter_map(|word| word.split_once('='));
    let parameters = parameters.map(|(name, value)| (name.trim().to_owned(), json!(value)));
    let mut printed = json!(report);
    printed["parameters"] = Value::Object(parameters.collect());
    let board: String = board.chars().take(LARGEST_BOARD).collect();
    json!({"report": printed, "answer": shown(&report.answer), "board": board})
}
