//! How every page looks: on a desk and on a phone, light and dark, for people who use no mouse, and for those who cannot see.

use std::path::Path;

use serde_json::{Value, json};

use crate::browser;
use crate::driver::{Browser, DESK, PHONE, Screen};

/// Pages, with what is there once they are ready.
const PAGES: [(&str, &str); 9] = [
    ("/", ".rooms"),
    ("/play?game=connect-four&seconds=0.1", ".four"),
    ("/play?game=chess&seconds=0.1", ".chess"),
    ("/play?game=goofspiel&seconds=0.1", ".playing-card.back"),
    ("/watch?example=handout", ".watch canvas"),
    ("/watch?example=handout&mode=practice", ".practice"),
    ("/solve", "#question button"),
    ("/tools", ".matrix"),
    ("/results", "h1"),
];

/// axe-core, where `cargo xtask browser` has put it.
fn axe() -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    std::fs::read_to_string(target.join("axe/package/axe.min.js")).ok()
}

/// What axe-core finds wrong, a line each.
async fn violations(browser: &Browser, axe: &str) -> Vec<String> {
    browser.client.execute(axe, vec![]).await.unwrap();
    let script = "const done = arguments[0]; axe.run().then((found) => done(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120) + ' ' + (node.any[0]?.message ?? '')).join(' | ')}`)))";
    let found = browser.client.execute_async(script, vec![]).await.unwrap();
    serde_json::from_value(found).unwrap()
}

async fn check(screen: Screen) {
    let browser = browser!(screen);
    let axe = axe();
    if axe.is_none() {
        eprintln!("left out: axe-core is not in target/axe; `cargo xtask browser` puts it there");
    }
    for (page, ready) in PAGES {
        browser.go(page).await;
        browser.until(&format!("document.querySelector({})", json!(ready))).await;
        let dark = browser.value("matchMedia('(prefers-color-scheme: dark)').matches").await;
        assert_eq!(dark, Value::Bool(screen.dark), "{page}");
        let paper = browser.value("getComputedStyle(document.body).backgroundColor").await;
        assert_eq!(paper, if screen.dark { json!("rgb(17, 20, 18)") } else { json!("rgb(247, 248, 246)") }, "{page}");
        let wide = browser.value("[document.documentElement.scrollWidth, innerWidth]").await;
        assert!(wide[0].as_u64() <= wide[1].as_u64(), "{page} is wider than its window: {wide}");
        if let Some(axe) = &axe {
            let found = violations(&browser, axe).await;
            assert!(found.is_empty(), "{page} on {screen:?}:\n{}", found.join("\n"));
        }
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_on_a_desk_in_daylight() {
    check(DESK).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_on_a_desk_at_night() {
    check(Screen { dark: true, ..DESK }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_on_a_phone_in_daylight() {
    check(PHONE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_on_a_phone_at_night() {
    check(Screen { dark: true, ..PHONE }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn themes_can_be_chosen_and_stay() {
    let browser = browser!(DESK);
    browser.go("/").await;
    browser.click("#theme").await;
    browser.click("#theme").await;
    assert_eq!(browser.value("document.documentElement.dataset.theme").await, "dark");
    browser.go("/tools").await;
    assert_eq!(browser.value("getComputedStyle(document.body).backgroundColor").await, "rgb(17, 20, 18)");
    assert_eq!(browser.value("document.querySelector('#theme').getAttribute('aria-label')").await, "Theme: dark");
    browser.close().await;
}

/// A search of 100,000 nodes is stepped through fluently: a step's work, drawing included, does not grow with the search. At 30 frames
/// a second or better, as is printed.
#[tokio::test(flavor = "multi_thread")]
async fn a_large_search_is_stepped_through_fluently() {
    let browser = browser!(DESK);
    browser.go("/watch?game=random-tree&parameters=depth%3D9%20branching%3D4%20seed%3D1%20vmax%3D9&algorithm=minimax&keep=100000").await;
    browser.until("document.querySelector('.watch canvas')").await;
    let nodes = browser.value("Number(document.querySelector('.watch input[type=range]').max)").await;
    assert!(nodes.as_f64() > Some(100_000.0), "{nodes} steps");
    let script = "const done = arguments[0]; const step = document.querySelector('[aria-label=\"One step\"]'); const times = []; \
        const slider = document.querySelector('.watch input[type=range]'); slider.value = 60000; slider.dispatchEvent(new Event('input')); \
        const frame = (now) => { times.push(now); if (times.length < 62) { step.click(); requestAnimationFrame(frame); } \
        else { const gaps = times.slice(1).map((time, place) => time - times[place]).sort((one, other) => one - other); done(gaps[30]); } }; \
        requestAnimationFrame(frame);";
    // What is aimed at is said below; a machine that does other things at the same time may take longer, but work that grows with the
    // whole search would take seconds.
    let (aim, most) = (34.0, 400.0);
    // A machine that does other things at the same time gets three tries.
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let gap = browser.client.execute_async(script, vec![]).await.unwrap();
        best = best.min(gap.as_f64().unwrap());
        if best <= aim {
            break;
        }
    }
    eprintln!("a step of a search with 100,000 nodes takes {best:.1} ms");
    assert!(best <= most, "{best} ms a step");
    browser.close().await;
}
