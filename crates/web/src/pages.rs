//! The pages. What moves in them is in `assets`.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use crate::refusal::Refusal;

/// The rooms of the page: path, name, and what they are for.
const ROOMS: [(&str, &str, &str); 5] = [
    (
        "/watch",
        "Watch",
        "Step through a search: windows, bounds, and why each position was left; or choose yourself what to cut",
    ),
    ("/play", "Play", "Chess, Connect Four, Goofspiel, 2048 and more, against a search that shows its bounds"),
    ("/solve", "Solve", "Any game by any algorithm, with the bounds as they move"),
    ("/tools", "Tools", "A matrix, a bridge suit, a fault tree, a tree of your own"),
    ("/results", "Results", "The papers' tables and figures, measured again here"),
];

/// A whole page around its contents.
pub(crate) fn page(path: &str, title: &str, scripts: &[&str], contents: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Secateur" }
                link rel="icon" href="/assets/mark.svg" type="image/svg+xml";
                // Not a module: it sets the theme before anything is drawn.
                script src="/assets/theme.js" {}
                @if path == "/watch" {
                    link rel="stylesheet" href="/assets/watch.css";
                }
                link rel="stylesheet" href="/assets/style.css";
                link rel="stylesheet" href="/assets/board.css";
                @if path == "/watch" {
                    link rel="stylesheet" href="/assets/watch-page.css";
                }
                @for script in scripts {
                    script type="module" src=(format!("/assets/{script}")) {}
                }
            }
            body {
                a.skip href="#main" { "Skip to the contents" }
                header.top {
                    a.brand href="/" aria-label="Secateur: start" {
                        img src="/assets/mark.svg" alt="" width="24" height="24";
                        span { "Secateur" }
                    }
                    nav aria-label="Rooms" {
                        @for (to, name, _) in ROOMS {
                            a href=(to) aria-current=[(path == to).then_some("page")] { (name) }
                        }
                    }
                    button.quiet #theme type="button" aria-label="Theme: as the system has it" { "◐" }
                }
                main #main tabindex="-1" { (contents) }
            }
        }
    }
}

fn shown(path: &str, title: &str, scripts: &[&str], contents: &Markup) -> Html<String> {
    Html(page(path, title, scripts, contents).into_string())
}

/// The first page: what there is.
pub(crate) async fn start() -> Html<String> {
    let contents = html! {
        section.hero {
            h1 { "Games, cut down to their value" }
            p.lead {
                "Secateur solves two-player zero-sum games by cutting their trees soundly. Every answer is a pair of bounds "
                "that hold, also when a limit stops the search."
            }
        }
        ul.rooms {
            @for (to, name, about) in ROOMS {
                li { a href=(to) { strong { (name) } span { (about) } } }
            }
        }
    };
    shown("/", "Start", &["page.js"], &contents)
}

/// Where games are played.
pub(crate) async fn play() -> Html<String> {
    let contents = html! {
        h1 { "Play" }
        div.bench {
            section.panel.controls aria-label="The game" {
                form #setup autocomplete="off" {}
            }
            section.stage aria-label="The board" {
                p.status #status role="status" aria-live="polite" { "Getting the board out…" }
                div.board-frame { div #board {} }
                div.buttons #actions {}
                details { summary { "The board as text" } pre #text tabindex="0" {} }
            }
            section.panel.thoughts aria-label="What the engine thinks" {
                h2 { "The engine" }
                div #thoughts {}
                h2 { "Moves" }
                ol.moves #moves {}
            }
        }
    };
    shown("/play", "Play", &["page.js", "play.js"], &contents)
}

/// Where searches are watched.
pub(crate) async fn watch() -> Html<String> {
    let contents = html! {
        h1.small { "Watch" }
        section.panel.watch-form aria-label="What to watch" { form #question autocomplete="off" {} }
        p.status #status role="status" aria-live="polite" { "Choose an example, or a game of your own." }
        div #stage {}
    };
    shown("/watch", "Watch", &["page.js", "watch-page.js"], &contents)
}

/// Where games are solved.
pub(crate) async fn solve() -> Html<String> {
    let contents = html! {
        h1 { "Solve" }
        div.two {
            section.panel aria-label="The question" { form #question autocomplete="off" {} }
            section.panel aria-label="The answer" {
                p.status #status role="status" aria-live="polite" { "Choose a game and an algorithm." }
                div #answer {}
            }
        }
    };
    shown("/solve", "Solve", &["page.js", "solve.js"], &contents)
}

/// The tools.
pub(crate) async fn tools() -> Html<String> {
    let contents = html! {
        h1 { "Tools" }
        div.tabs #tabs role="tablist" aria-label="Tools" {}
        div #tool {}
    };
    shown("/tools", "Tools", &["page.js", "tools.js"], &contents)
}

/// A problem as a page.
pub(crate) fn problem(refusal: &Refusal) -> Response {
    let contents = html! {
        h1 { @if refusal.status == StatusCode::NOT_FOUND { "Not here" } @else { "That did not work" } }
        p { (refusal.line) }
        p { a href="/" { "Back to the start" } }
    };
    (refusal.status, shown("", "Not here", &["page.js"], &contents)).into_response()
}
