//! The page: watch a search prune, play against it, use the tools, see the results.
//!
//! One program on one port, all of it in the binary. [`app`] is the whole server as a router, so that tests can ask it
//! without a network; [`serve`] binds it to an address.
//!
//! * What a client may ask for, and how much of it: `settings.rs`, `ask.rs`.
//! * Who may ask: `guard.rs` (names of this server, origins, what a page may load).
//! * How long questions are answered: `queue.rs` (so many searches at once), `thinking.rs` (an answer as a stream of events;
//!   a client that leaves cancels its search), `memory.rs` (what the program may hold).
//! * What can be asked: `watch.rs`, `play.rs`, `solve.rs`, `tools.rs`, `results.rs`; the pages themselves in `pages.rs`.

mod ask;
mod assets;
mod commitments;
mod guard;
mod house;
mod memory;
mod pages;
mod play;
mod prose;
mod queue;
mod refusal;
mod results;
mod settings;
mod slices;
mod solve;
mod thinking;
mod tools;
mod watch;

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;

pub use house::House;
pub use settings::Settings;

/// The whole server.
pub fn app(house: Arc<House>) -> Router {
    let body = house.settings.body;
    Router::new()
        .route("/", get(pages::start))
        .route("/play", get(pages::play))
        .route("/watch", get(pages::watch))
        .route("/solve", get(pages::solve))
        .route("/tools", get(pages::tools))
        .route("/results", get(results::list))
        .route("/results/{name}", get(results::one))
        .route("/reports/{file}", get(results::file))
        .route("/assets/{*name}", get(assets::asset))
        .route("/api/catalogue", get(ask::catalogue))
        .route("/api/play/position", post(play::position))
        .route("/api/play/think", post(play::think))
        .route("/api/play/commit", post(play::commit))
        .route("/api/play/reveal", post(play::reveal))
        .route("/api/play/chance", post(play::chance))
        .route("/api/solve", post(solve::solve))
        .route("/api/watch", post(watch::watch))
        .route("/api/tools/matrix", post(tools::matrix))
        .route("/api/tools/suit", post(tools::suit))
        .route("/api/tools/faults", post(tools::faults))
        .fallback(refusal::no_page)
        .method_not_allowed_fallback(refusal::wrong_method)
        .layer(CatchPanicLayer::custom(refusal::panicked))
        .layer(DefaultBodyLimit::disable())
        .layer(RequestBodyLimitLayer::new(body))
        .layer(from_fn_with_state(Arc::clone(&house), guard::guard))
        .with_state(house)
}

/// Answers on a listener until `stop` comes; then cancels the searches and lets every answer end.
///
/// # Errors
///
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    house: Arc<House>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    memory::watch(&house);
    let closing = Arc::clone(&house);
    let stopped = async move {
        stop.await;
        closing.close();
    };
    axum::serve(listener, app(house)).with_graceful_shutdown(stopped).await
}
