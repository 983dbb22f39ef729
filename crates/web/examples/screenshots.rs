//! The pictures of the page in `docs/`: `SECATEUR_BROWSER=1 cargo run -p secateur-web --example screenshots`, once
//! `cargo xtask browser` has installed a browser.

#[path = "../tests/browser/driver.rs"]
#[expect(dead_code, reason = "pictures need less than tests")]
mod driver;

use std::path::Path;

use driver::{Browser, DESK, PHONE, Screen};

/// A picture: its name, its screen, its page, what is clicked there in turn, and what is there once it is ready.
type Picture = (&'static str, Screen, &'static str, &'static [&'static str], &'static str);

const NIGHT: Screen = Screen { dark: true, ..DESK };

const PICTURES: [Picture; 5] = [
    (
        "page-play",
        DESK,
        "/play?game=connect-four&seconds=0.5",
        &["[data-move='4']:not(:disabled)", "[data-move='4']:not(:disabled)", "[data-move='3']:not(:disabled)"],
        "#moves li:nth-child(6)",
    ),
    ("page-goofspiel", NIGHT, "/play?game=goofspiel&seconds=0.5", &["[data-move='3']"], "#moves li"),
    ("page-watch", DESK, "/watch?example=handout&step=39", &[], ".watch canvas"),
    ("page-matrix", NIGHT, "/tools#matrix", &[], ".matrix"),
    (
        "page-phone",
        PHONE,
        "/play?game=chess&seconds=0.3",
        &["[data-square='e2']", "[data-square='e4']"],
        "#moves li:nth-child(2)",
    ),
];

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    for (name, screen, page, clicks, ready) in PICTURES {
        let Some(browser) = Browser::open(screen).await else {
            return Err("there is no browser: say SECATEUR_BROWSER=1, and `cargo xtask browser` once before".into());
        };
        browser.go(page).await;
        for click in clicks {
            browser.click(click).await;
        }
        browser.until(&format!("document.querySelector({})", serde_json::json!(ready))).await;
        // Whatever still moves comes to rest.
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        let picture = from_base_64(&browser.client.screenshot().await?);
        std::fs::write(folder.join(format!("{name}.png")), picture)?;
        browser.close().await;
    }
    Ok(())
}

/// The bytes that base 64 stands for.
fn from_base_64(text: &str) -> Vec<u8> {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(digit).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0_u32, |bits, &digit| bits << 6 | u32::from(digit)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}
