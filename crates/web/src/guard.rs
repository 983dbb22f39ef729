//! Who may ask, and what a page may load.
//!
//! A page from elsewhere, open in the same browser, can send requests to this server. So a request must call the server by a
//! name of its own (otherwise a name that somebody else's name server points here would do), and what changes or computes
//! something must not come from another origin. What a page of ours may load is ours alone.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::house::House;
use crate::refusal::Refusal;
use crate::settings::Settings;

/// What a page of ours may load and do: nothing but what comes from here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/// Checks a request, and says in the answer what it may do.
pub(crate) async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let checked = check(&house.settings, request.method(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

fn check(settings: &Settings, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !is_ours(settings, host) {
        let status = StatusCode::MISDIRECTED_REQUEST;
        let line = format!("this server is not called {}; say --name to allow a name", host.escape_debug());
        return Err(Refusal { status, line });
    }
    if method == Method::GET || method == Method::HEAD {
        return Ok(());
    }
    let forbidden = |line: &str| Err(Refusal { status: StatusCode::FORBIDDEN, line: line.to_owned() });
    if let Some(origin) = headers.get(header::ORIGIN)
        && !origin.to_str().is_ok_and(|origin| origin.eq_ignore_ascii_case(&format!("http://{host}")))
    {
        return forbidden("requests from pages of another origin are not answered");
    }
    match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        None | Some(b"same-origin" | b"none") => Ok(()),
        Some(_) => forbidden("requests from pages of another site are not answered"),
    }
}

/// Whether a `Host` names this server. The port is not looked at: it does not say whose name it is.
fn is_ours(settings: &Settings, host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let known = settings.names.iter().map(String::as_str).chain(["localhost"]);
    // An address cannot be pointed here by somebody else's name server.
    let address = name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback() || settings.any_address);
    address || known.into_iter().any(|known| name.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_our_own_are_answered() {
        let mut settings = Settings::default();
        for host in ["localhost", "localhost:8117", "127.0.0.1:1", "[::1]:8117", "LOCALHOST"] {
            assert!(is_ours(&settings, host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org:8117", "192.168.1.7:8117", "[fe80::1]:3"] {
            assert!(!is_ours(&settings, host), "{host}");
        }
        (settings.any_address, settings.names) = (true, vec!["desk.local".to_owned()]);
        assert!(is_ours(&settings, "192.168.1.7:8117") && is_ours(&settings, "desk.local:80"));
        assert!(!is_ours(&settings, "desk.example"));
    }
}
