//! A game against the engine. The client keeps the moves; every request brings them all, and the rules are played again here.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use secateur_catalogue::{Answer, Choice, State as Turn};
use secateur_game::{Player, Random};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ask::{Asked, Opened, class_word, shortened};
use crate::commitments::{Commitment, hexadecimal};
use crate::house::House;
use crate::refusal::{Body, Refusal};
use crate::slices::{in_slices, shown};
use crate::thinking::{Events, think as thinking};

/// How long the engine thinks unless somebody says so.
const USUAL: Duration = Duration::from_secs(1);

/// Work that takes no search, away from the threads that answer requests.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Refusal::ours()))
}

/// How a game stands: the board as text, whose turn it is, and what can be done.
pub(crate) async fn position(
    State(house): State<Arc<House>>,
    Body(asked): Body<Asked>,
) -> Result<Json<Value>, Refusal> {
    aside(move || Ok(Json(stand(&asked.open(&house.settings)?)))).await
}

fn stand(opened: &Opened) -> Value {
    let session = &*opened.session;
    let (turn, value) = match session.state() {
        Turn::ToMove(Player::Max) => ("max", None),
        Turn::ToMove(Player::Min) => ("min", None),
        Turn::Both => ("both", None),
        Turn::Chance => ("chance", None),
        Turn::Over(value) => ("over", Some(value)),
        _ => ("other", None),
    };
    let mut position = json!({
        "text": session.show(), "turn": turn, "value": value, "class": class_word(session.class()),
        "max": session.moves_of(Player::Max), "min": session.moves_of(Player::Min),
        "outcomes": session.outcomes().into_iter().map(|(weight, name)| json!([weight, name])).collect::<Vec<_>>(),
    });
    if let Some(by_squares) = &opened.by_squares {
        // Both list the moves in the order in which the rules make them.
        position["squares"] = json!(by_squares.moves());
    }
    position
}

/// What the engine would do: bounds, line and strategies while it thinks, and a move at the end.
pub(crate) async fn think(State(house): State<Arc<House>>, Body(asked): Body<Asked>) -> Result<Events, Refusal> {
    asked.check()?;
    thinking(&house, move |house, thought| {
        let opened = asked.open(&house.settings)?;
        let answer = consider(&asked, &opened, house, thought)?;
        let mut said = shown(&answer);
        said["choice"] = json!(match opened.session.state() {
            Turn::ToMove(player) => Some(drawn(&answer, player)?),
            _ => None,
        });
        Ok(said)
    })
}

fn consider(
    asked: &Asked,
    opened: &Opened,
    house: &House,
    thought: &crate::thinking::Thought,
) -> Result<Answer, Refusal> {
    let plan = asked.plan(&house.settings, &*opened.session)?;
    let limits = asked.limits(&house.settings)?.time(asked.time(&house.settings, USUAL)?);
    in_slices(&*opened.session, &plan, &limits, opened.by_squares.is_some(), thought)
}

/// A move by the engine's strategy, or the first of its line.
fn drawn(answer: &Answer, player: Player) -> Result<String, Refusal> {
    let strategy = if player == Player::Max { &answer.strategy.max } else { &answer.strategy.min };
    let mut random = unforeseeable()?;
    let mixed = draw(strategy, &mut random).filter(|_| strategy.len() > 1);
    mixed
        .or_else(|| answer.line.first().cloned())
        .or_else(|| draw(strategy, &mut random))
        .ok_or_else(|| Refusal::wrong("the engine found no move in this time; give it more"))
}

/// A move of a mixed strategy, by its probability.
fn draw(strategy: &[Choice], random: &mut Random) -> Option<String> {
    let mut left = random.unit() * strategy.iter().map(|choice| choice.probability).sum::<f64>();
    let found = strategy.iter().find(|choice| {
        left -= choice.probability;
        left < 0.0
    });
    found.or(strategy.iter().rfind(|choice| choice.probability > 0.0)).map(|choice| choice.chosen.clone())
}

/// Random numbers that nobody foresees.
fn unforeseeable() -> Result<Random, Refusal> {
    let mut seed = [0; 8];
    getrandom::fill(&mut seed).map_err(|_| Refusal::ours())?;
    Ok(Random::new(u64::from_le_bytes(seed)))
}

/// A position, and whose part the engine plays in it.
#[derive(Debug, Deserialize)]
pub(crate) struct Commit {
    asked: Asked,
    seat: Seat,
}

/// Whose part somebody plays.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Seat {
    Max,
    Min,
}

impl From<Seat> for Player {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::Max => Self::Max,
            Seat::Min => Self::Min,
        }
    }
}

/// Where both move at once: the engine draws its move, keeps it, and shows a hash.
pub(crate) async fn commit(
    State(house): State<Arc<House>>,
    Body(Commit { asked, seat }): Body<Commit>,
) -> Result<Events, Refusal> {
    asked.check()?;
    thinking(&house, move |house, thought| {
        let opened = asked.open(&house.settings)?;
        if opened.session.state() != Turn::Both {
            return Err(Refusal::wrong("expected a position in which both players move at once"));
        }
        let answer = consider(&asked, &opened, house, thought)?;
        let strategy = if Player::from(seat) == Player::Max { &answer.strategy.max } else { &answer.strategy.min };
        let mut random = unforeseeable()?;
        // Without a strategy every move is as good as any: a limit came before anything was known.
        let chosen = draw(strategy, &mut random)
            .or_else(|| random.choose(&opened.session.moves_of(seat.into())).cloned())
            .ok_or_else(|| Refusal::wrong("there is no move"))?;
        let mut secret = [0; 16];
        getrandom::fill(&mut secret).map_err(|_| Refusal::ours())?;
        let made = Commitment { chosen, secret: hexadecimal(&secret), position: asked.place(), answered: None };
        let hash = house.commitments.lock().unwrap_or_else(PoisonError::into_inner).make(made);
        let mut said = shown(&answer);
        said["hash"] = json!(hash);
        Ok(said)
    })
}

/// What the opponent plays against a hash.
#[derive(Debug, Deserialize)]
pub(crate) struct Reveal {
    asked: Asked,
    seat: Seat,
    hash: String,
    chosen: String,
}

/// The opponent has moved: the engine's move is shown, with what proves that it was chosen before.
pub(crate) async fn reveal(
    State(house): State<Arc<House>>,
    Body(Reveal { asked, seat, hash, chosen }): Body<Reveal>,
) -> Result<Json<Value>, Refusal> {
    aside(move || {
        let opened = asked.open(&house.settings)?;
        let opponent = Player::from(seat).opponent();
        if !opened.session.moves_of(opponent).contains(&chosen) {
            return Err(Refusal::wrong(format!("{} cannot be played there", shortened(&chosen))));
        }
        let mut commitments = house.commitments.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = commitments.get(&hash).filter(|kept| kept.position == asked.place());
        let kept = kept.ok_or_else(|| Refusal::missing("no move was promised with this hash in this position"))?;
        if kept.answered.get_or_insert_with(|| chosen.clone()) != &chosen {
            return Err(Refusal::wrong("another move was shown for this hash already"));
        }
        Ok(Json(json!({"chosen": kept.chosen, "secret": kept.secret})))
    })
    .await
}

/// Chance moves.
pub(crate) async fn chance(State(house): State<Arc<House>>, Body(asked): Body<Asked>) -> Result<Json<Value>, Refusal> {
    aside(move || {
        let outcomes = asked.open(&house.settings)?.session.outcomes();
        let total: u64 = outcomes.iter().map(|(weight, _)| weight).sum();
        if total == 0 {
            return Err(Refusal::wrong("expected a position in which chance decides"));
        }
        let mut left = unforeseeable()?.below(total);
        let outcome = outcomes.into_iter().find(|&(weight, _)| {
            let here = left < weight;
            left = left.saturating_sub(weight);
            here
        });
        Ok(Json(json!({"outcome": outcome.map(|(_, name)| name)})))
    })
    .await
}
