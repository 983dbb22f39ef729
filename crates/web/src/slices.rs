//! Bounds that move while a search thinks: it is asked again and again, each time for twice as long.
//!
//! Every answer's bounds hold, so their intersection does. The last slice takes about half of the time, which is what
//! seeing something meanwhile costs.

use std::time::{Duration, Instant};

use secateur_catalogue::{Answer, Plan, Session, Value};
use secateur_search::Limits;
use serde_json::{Value as Json, json};

use crate::refusal::Refusal;
use crate::thinking::Thought;

/// The first slice.
const FIRST: Duration = Duration::from_millis(60);
/// The chess engine hears its clock alone, so that it has to be asked often for a cancel to be prompt.
const LONGEST_OF_CHESS: Duration = Duration::from_millis(500);

/// Thinks about a position until it is solved, the limits are reached or the client leaves; tells what is known after each
/// slice.
pub(crate) fn in_slices(
    session: &dyn Session,
    plan: &Plan,
    limits: &Limits,
    chess: bool,
    thought: &Thought,
) -> Result<Answer, Refusal> {
    let (started, whole) = (Instant::now(), limits.time.unwrap_or(FIRST));
    let mut slice = FIRST.min(whole);
    let mut best: Option<Answer> = None;
    loop {
        let limits = limits.clone().time(slice).until(&thought.cancel).progress(&thought.progress);
        let mut answer = session.answer(plan, &limits)?;
        let over = thought.cancel.is_cancelled();
        if let Some(before) = best.take() {
            keep_the_best(&mut answer, before);
        }
        let left = whole.saturating_sub(started.elapsed());
        let done = over || !matches!(answer.stopped.as_str(), "time") || left.is_zero();
        if done {
            return Ok(answer);
        }
        thought.know(&shown(&answer));
        best = Some(answer);
        slice = (slice * 2).min(if chess { LONGEST_OF_CHESS } else { whole });
        // Too little would be left for another one.
        slice = if left < slice * 2 && !chess { left } else { slice.min(left) };
    }
}

/// Bounds of an earlier answer hold as well, and what it says to do is better than nothing.
fn keep_the_best(answer: &mut Answer, before: Answer) {
    let number = |value: &Value| match value {
        Value::Whole(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        _ => None,
    };
    if number(&before.lower) > number(&answer.lower) {
        answer.lower = before.lower;
    }
    if let (Some(then), Some(now)) = (number(&before.upper), number(&answer.upper))
        && then < now
    {
        answer.upper = before.upper;
    }
    if answer.strategy.max.is_empty() && answer.strategy.min.is_empty() && answer.line.is_empty() {
        (answer.strategy, answer.line, answer.line_proved) = (before.strategy, before.line, before.line_proved);
        answer.estimate = before.estimate;
    }
}

/// An answer as the pages read it.
pub(crate) fn shown(answer: &Answer) -> Json {
    let mut shown = json!(answer);
    shown["in_words"] = json!(answer.in_words);
    shown["exact"] = json!(answer.is_exact());
    shown
}
