//! An answer that takes a while: a place in the line, then a search in a thread of its own, told about as a stream of
//! server-sent events.
//!
//! | event | when | data |
//! | --- | --- | --- |
//! | `queued` | the place in the line changed | `place` |
//! | `progress` | ten times a second while it works | `nodes`, `note`, `seconds` |
//! | `known` | something is known by now | as the question says |
//! | `done` | at the end | as the question says |
//! | `failed` | instead of `done` | `error` |
//!
//! When the client leaves, the receiver of the events is dropped, and that cancels the search.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::response::sse::{Event, Sse};
use secateur_search::{Cancel, Progress};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::house::House;
use crate::queue::Ticket;
use crate::refusal::Refusal;

/// How often the client hears how far a search has come.
const EVERY: Duration = Duration::from_millis(100);

/// Events on their way to a client.
pub(crate) type Events = Sse<ReceiverStream<Result<Event, Infallible>>>;

/// What a search has at hand: its ends, and a way to say what it knows.
pub(crate) struct Thought {
    pub(crate) cancel: Cancel,
    pub(crate) progress: Progress,
    events: mpsc::Sender<Result<Event, Infallible>>,
}

impl Thought {
    /// Tells the client what is known by now.
    pub(crate) fn know(&self, what: &Value) {
        // Whoever does not read fast enough gets the next one.
        let _ = self.events.try_send(Ok(event("known", what)));
    }
}

fn event(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}

/// Runs a piece of work in its turn, and streams what comes of it.
pub(crate) fn think(
    house: &Arc<House>,
    work: impl FnOnce(&House, &Thought) -> Result<Value, Refusal> + Send + 'static,
) -> Result<Events, Refusal> {
    if house.is_closed() {
        return Err(Refusal::full());
    }
    let ticket = house.line.enter().ok_or_else(Refusal::full)?;
    let (events, heard) = mpsc::channel(64);
    tokio::spawn(attend(Arc::clone(house), ticket, events, work));
    Ok(Sse::new(ReceiverStream::new(heard)))
}

async fn attend(
    house: Arc<House>,
    mut ticket: Ticket,
    events: mpsc::Sender<Result<Event, Infallible>>,
    work: impl FnOnce(&House, &Thought) -> Result<Value, Refusal> + Send + 'static,
) {
    let mut told = None;
    while let Some(place) = ticket.take_seat() {
        if told.replace(place) != Some(place)
            && events.send(Ok(event("queued", &json!({"place": place})))).await.is_err()
        {
            return;
        }
        tokio::select! {
            () = events.closed() => return,
            () = ticket.moved() => {}
            () = tokio::time::sleep(EVERY) => {}
        }
    }
    let (cancel, progress) = (Cancel::new(), Progress::new());
    let running = house.admit(&cancel);
    let thought = Thought { cancel: cancel.clone(), progress: progress.clone(), events: events.clone() };
    let place = Arc::clone(&house);
    let mut search = tokio::task::spawn_blocking(move || {
        // The seat is given back when the work is done, not when the client leaves.
        let (_ticket, _running) = (ticket, running);
        catch_unwind(AssertUnwindSafe(|| work(&place, &thought))).unwrap_or_else(|_| Err(Refusal::ours()))
    });
    let started = Instant::now();
    loop {
        tokio::select! {
            done = &mut search => {
                let last = match done.unwrap_or_else(|_| Err(Refusal::ours())) {
                    Ok(answer) => event("done", &answer),
                    Err(refusal) => event("failed", &json!({"error": refusal.line})),
                };
                // A client that has left needs no answer.
                let _ = events.send(Ok(last)).await;
                return;
            }
            () = events.closed() => {
                cancel.cancel();
                return;
            }
            () = tokio::time::sleep(EVERY) => {
                let seconds = started.elapsed().as_secs_f64();
                let _ = events.try_send(Ok(event(
                    "progress",
                    &json!({"nodes": progress.nodes(), "note": progress.note(), "seconds": seconds}),
                )));
            }
        }
    }
}
