//! What `secateur reproduce` has written, to be looked at.

use std::path::Path as FilePath;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use maud::{PreEscaped, html};
use serde_json::Value;

use crate::house::House;
use crate::pages::page;
use crate::play::aside;
use crate::prose;
use crate::refusal::Refusal;

/// Reports are not larger than this, in MB.
const LARGEST: u64 = 32;

/// What a report's own files may do: have a style, and nothing else.
const BARE: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox; frame-ancestors 'self'";

/// A finished experiment, from the head of its JSON.
struct Finished {
    id: String,
    title: String,
    paper: String,
    place: String,
    quick: bool,
    finished: String,
}

/// The experiments with a report, by name.
fn finished(folder: &FilePath) -> Vec<Finished> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut known: Vec<Finished> = files
        .filter_map(|file| {
            let path = file.path();
            if path.extension()? != "json" {
                return None;
            }
            let report: Value = serde_json::from_str(&secateur_files::read_text(&path, LARGEST).ok()?).ok()?;
            let word = |name: &str| report[name].as_str().map(str::to_owned);
            Some(Finished {
                id: word("experiment").filter(|id| is_plain(id))?,
                title: word("title")?,
                paper: word("paper")?,
                place: word("place").unwrap_or_default(),
                quick: report["settings"]["quick"] == true,
                finished: word("finished").unwrap_or_default(),
            })
        })
        .collect();
    known.sort_by(|one, other| (&one.paper, &one.id).cmp(&(&other.paper, &other.id)));
    known
}

/// Whether a name is a file's or an experiment's, and no way out of the folder.
fn is_plain(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !name.is_empty() && name.len() <= 100 && !name.starts_with('.') && !name.contains("..") && name.chars().all(fits)
}

/// All reports.
pub(crate) async fn list(State(house): State<Arc<House>>) -> Result<Html<String>, Refusal> {
    aside(move || {
        let folder = &house.settings.reports;
        let reports = finished(folder);
        let contents = html! {
            h1 { "Results" }
            @if reports.is_empty() {
                div.panel.empty {
                    p { "There are no reports in the folder " code { (folder.display()) } " yet." }
                    p { "Make one, and it appears here: " code { "secateur reproduce bab-figure-4 --quick" } }
                }
            } @else {
                ul.rooms {
                    @for report in &reports {
                        li {
                            a href=(format!("/results/{}", report.id)) {
                                strong { (report.title) }
                                span { (report.paper) ", " (report.place) }
                                span.tags {
                                    code { (report.id) }
                                    @if report.quick { span.tag { "quick version" } }
                                    span { (report.finished) }
                                }
                            }
                        }
                    }
                }
            }
        };
        Ok(Html(page("/results", "Results", &["page.js"], &contents).into_string()))
    })
    .await
}

/// One report.
pub(crate) async fn one(State(house): State<Arc<House>>, Path(name): Path<String>) -> Response {
    let read = aside(move || {
        let missing = || Refusal::missing(format!("there is no report {}", name.escape_debug()));
        let path = house.settings.reports.join(format!("{name}.md"));
        let text = is_plain(&name).then(|| secateur_files::read_text(&path, LARGEST).ok()).flatten();
        let text = text.ok_or_else(missing)?;
        let contents = html! {
            p.crumbs { a href="/results" { "Results" } " / " (name) }
            article.report { (PreEscaped(prose::html(&text))) }
            p.crumbs {
                "As files: "
                @for ending in ["json", "csv", "md"] {
                    a href=(format!("/reports/{name}.{ending}")) { (ending) } " "
                }
            }
            dialog #zoomed aria-label="The plot, larger" {}
        };
        Ok(Html(page("/results", &name, &["page.js", "results.js"], &contents).into_string()))
    });
    match read.await {
        Ok(page) => page.into_response(),
        Err(refusal) => crate::pages::problem(&refusal),
    }
}

/// A file of a report.
pub(crate) async fn file(State(house): State<Arc<House>>, Path(name): Path<String>) -> Result<Response, Refusal> {
    aside(move || {
        let kind = match name.rsplit('.').next() {
            Some("svg") => "image/svg+xml",
            Some("csv") => "text/csv; charset=utf-8",
            Some("json") => "application/json",
            Some("md") => "text/markdown; charset=utf-8",
            Some("html") => "text/html; charset=utf-8",
            _ => "",
        };
        let path = house.settings.reports.join(&name);
        let known = !kind.is_empty() && is_plain(&name);
        let bytes = known.then(|| secateur_files::read(&path, LARGEST).ok()).flatten();
        let bytes = bytes.ok_or_else(|| Refusal::missing(format!("there is no file {}", name.escape_debug())))?;
        let mut response = bytes.into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(BARE));
        Ok(response)
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        assert!(is_plain("bab-figure-4.json") && is_plain("a_b"));
        for name in ["", ".git", "../x", "a/../b", "/etc/passwd", "a\\b", "x..y", "a b"] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
