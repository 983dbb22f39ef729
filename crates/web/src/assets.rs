//! The files of the page, in the program.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::commitments::hexadecimal;
use crate::refusal::Refusal;

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// A file of the folder `assets`.
macro_rules! embedded {
    ($($name:literal: $kind:expr),* $(,)?) => {
        &[$(($name, $kind, include_bytes!(concat!("../assets/", $name)).as_slice())),*]
    };
}

/// Name, kind and contents of every file.
const ASSETS: &[(&str, &str, &[u8])] = embedded![
    "style.css": STYLE,
    "board.css": STYLE,
    "theme.js": SCRIPT,
    "page.js": SCRIPT,
    "fields.js": SCRIPT,
    "answer.js": SCRIPT,
    "play.js": SCRIPT,
    "boards.js": SCRIPT,
    "cards.js": SCRIPT,
    "chess.js": SCRIPT,
    "solve.js": SCRIPT,
    "tools.js": SCRIPT,
    "results.js": SCRIPT,
    "watch-page.js": SCRIPT,
    "watch-page.css": STYLE,
    "practice.js": SCRIPT,
    "mark.svg": "image/svg+xml",
];

/// The viewer of recorded searches, which the self-contained pages of `secateur trace` have too.
const VIEWER: [(&str, &str, &[u8]); 2] = [
    ("watch.js", SCRIPT, secateur_trace::draw::SCRIPT.as_bytes()),
    ("watch.css", STYLE, secateur_trace::draw::STYLE.as_bytes()),
];

/// A file of the page. The browser asks each time whether its copy is still the right one.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some((_, kind, bytes)) = ASSETS.iter().chain(&VIEWER).find(|(known, ..)| *known == name) else {
        return Refusal::missing(format!("there is no asset {}", name.escape_debug())).into_response();
    };
    let tag = format!("\"{}\"", &hexadecimal(&Sha256::digest(bytes))[..16]);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let mut response = bytes.into_response();
    let answer = response.headers_mut();
    answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        answer.insert(header::ETAG, tag);
    }
    response
}
