//! What is said when a request cannot be served: a status and one line, as JSON or as a page.

use std::any::Any;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use secateur_catalogue::Error;
use secateur_games::ParameterError;
use serde_json::json;

/// Why a request is not served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) line: String,
}

impl Refusal {
    /// What was asked for makes no sense.
    pub(crate) fn wrong(line: impl Into<String>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, line: line.into() }
    }

    /// More was asked for than is given.
    pub(crate) fn full() -> Self {
        let line = "too many searches are waiting; try again in a while";
        Self { status: StatusCode::SERVICE_UNAVAILABLE, line: line.to_owned() }
    }

    /// There is nothing by this name.
    pub(crate) fn missing(line: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, line: line.into() }
    }

    /// It is our own fault.
    pub(crate) fn ours() -> Self {
        let line = "the computation failed; this is a bug of Secateur";
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, line: line.to_owned() }
    }
}

impl From<Error> for Refusal {
    fn from(problem: Error) -> Self {
        Self::wrong(problem.to_string())
    }
}

impl From<ParameterError> for Refusal {
    fn from(problem: ParameterError) -> Self {
        Self::wrong(problem.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({"error": self.line}))).into_response()
    }
}

/// The JSON body of a request. What is wrong with it is said in our way.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let read: Result<Json<T>, JsonRejection> = Json::from_request(request, state).await;
        read.map(|Json(body)| Self(body))
            .map_err(|problem| Refusal { status: problem.status(), line: problem.body_text().replace('\n', " ") })
    }
}

/// A path that there is not: a page for people, JSON for programs.
pub(crate) async fn no_page(uri: Uri) -> Response {
    let refusal = Refusal::missing(format!("there is nothing at {}", uri.path().escape_debug()));
    if uri.path().starts_with("/api/") { refusal.into_response() } else { crate::pages::problem(&refusal) }
}

/// A path that is asked in another way.
pub(crate) async fn wrong_method(method: Method, uri: Uri) -> Refusal {
    Refusal {
        status: StatusCode::METHOD_NOT_ALLOWED,
        line: format!("{} does not take {method}", uri.path().escape_debug()),
    }
}

/// A request whose answer panicked.
pub(crate) fn panicked(_: Box<dyn Any + Send>) -> Response {
    let mut response = Refusal::ours().into_response();
    response.headers_mut().insert(header::CONNECTION, header::HeaderValue::from_static("close"));
    response
}
