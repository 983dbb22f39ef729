//! The page in a real browser, for `cargo xtask browser`. Elsewhere each test passes and says in one line what it left out.

#![expect(clippy::print_stderr, reason = "says what it left out, and what it measured")]

mod driver;
mod looks;

use driver::{Browser, DESK};
use serde_json::{Value, json};

/// A browser, or a word about what is left out.
macro_rules! browser {
    ($screen:expr) => {
        match Browser::open($screen).await {
            Some(browser) => browser,
            None => {
                eprintln!("left out: this needs a browser; `cargo xtask browser` runs it");
                return;
            }
        }
    };
}
pub(crate) use browser;

/// Steps through a whole search with the button and returns the sentence of every step.
async fn sentences(browser: &Browser) -> Vec<String> {
    browser.until("document.querySelector('.watch .say')?.textContent.length > 0").await;
    let told = browser
        .value(
            "(() => { const all = []; const step = document.querySelector('[aria-label=\"One step\"]'); \
             const slider = document.querySelector('.watch input[type=range]'); \
             while (Number(slider.value) < Number(slider.max)) { step.click(); all.push(document.querySelector('.watch .say').textContent); } \
             return all; })()",
        )
        .await;
    serde_json::from_value(told).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_handouts_tree_is_stepped_through_as_printed() {
    let browser = browser!(DESK);
    browser.go("/watch?example=handout").await;
    let told = sentences(&browser).await;
    // Every position that is looked at, with its window; then every way of leaving one, in the order of the lecture notes.
    let looked: Vec<&str> = told.iter().filter_map(|line| line.strip_prefix("Looks at ")).collect();
    assert_eq!(
        looked,
        [
            "the root with (−∞, ∞).",
            "“X” with (−∞, ∞).",
            "“1” with (−∞, ∞).",
            "“1” with (−∞, ∞).",
            "“2” with (30, ∞).",
            "“2” with (−∞, 40).",
            "“1” with (−∞, 40).",
            "“Y” with (40, ∞).",
            "“1” with (40, ∞).",
            "“1” with (40, ∞).",
            "“2” with (40, ∞).",
            "“Z” with (40, ∞).",
            "“1” with (40, ∞).",
            "“1” with (40, ∞).",
            "“2” with (40, ∞).",
        ],
        "{told:#?}"
    );
    let cuts: Vec<&str> = told.iter().filter_map(|line| Some(&line[line.find("cut: ")?..])).collect();
    assert_eq!(cuts, ["cut: L = 50 ≥ β = 40.", "cut: U = 4 ≤ α = 40.", "cut: U = 2 ≤ α = 40."]);
    assert!(told.last().unwrap().starts_with("Leaves the root"));
    assert!(browser.text(".watch header").await.contains("40"));
    // Back, to the start, and forth again by keyboard: the same sentences.
    browser.value("document.querySelector('.watch').focus()").await;
    browser.press("Home").await;
    assert_eq!(browser.text(".watch .say").await, "Before the search.");
    browser.press("ArrowRight").await;
    browser.press("ArrowRight").await;
    assert_eq!(browser.text(".watch .say").await, told[1]);
    browser.press("ArrowLeft").await;
    assert_eq!(browser.text(".watch .say").await, told[0]);
    browser.press("n").await;
    assert!(browser.text(".watch .say").await.contains("cut: L = 50 ≥ β = 40"));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_graph_with_lattice_values_and_two_searches_beside_each_other() {
    let browser = browser!(DESK);
    browser.go("/watch?example=duo").await;
    let told = sentences(&browser).await;
    assert!(told.iter().any(|line| line.contains("cut: ")), "{told:#?}");
    assert!(told.iter().any(|line| line.contains('[')), "values are sets: {told:#?}");
    browser.go("/watch?example=handout&mode=two").await;
    browser.until("document.querySelectorAll('.viewer.watch').length === 2").await;
    let counts = browser.value("[...document.querySelectorAll('.compared tbody tr')].map((row) => [...row.children].map((one) => one.textContent))").await;
    assert_eq!(counts[0][0], "alpha-beta");
    assert_eq!(counts[1][0], "minimax");
    // Twelve leaves and ten positions above them, of which the cuts save seven.
    assert_eq!((&counts[0][1], &counts[1][1]), (&json!("15"), &json!("22")), "{counts}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_moves_open_into_their_matrix() {
    let browser = browser!(DESK);
    browser.go("/watch?example=smab").await;
    let told = sentences(&browser).await;
    // The paper's Example 1: the subgame is worth less than the 5 that Max has, so its row is dominated.
    for expected in ["The cell A1 / B1: 5.", "Looks at “A2 / B1” with (5, ", "Row A2 is dominated."] {
        assert!(told.iter().any(|line| line.starts_with(expected)), "{expected}: {told:#?}");
    }
    let details = browser.text(".watch aside").await;
    assert!(
        details.contains("Matrix: p above o") && details.contains("Max plays") && details.contains("100.0%"),
        "{details}"
    );
    assert_eq!(browser.text(".watch aside th.row.struck").await, "A2");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_says_whether_a_cut_was_allowed() {
    let browser = browser!(DESK);
    browser.go("/watch?example=handout&mode=practice").await;
    browser.until("document.querySelector('.practice')").await;
    let verdict = || browser.text(".verdict");
    let node = |path: &'static [usize]| {
        let browser = &browser;
        async move {
            // The node at the end of a path of places among the children, found by the server's record.
            let all = browser.value("[...document.querySelectorAll('.practice g')].map((one) => [Number(one.dataset.node), one.getAttribute('transform')])").await;
            let mut places: Vec<(i64, f64, f64)> = all
                .as_array()
                .unwrap()
                .iter()
                .map(|one| {
                    let words =
                        one[1].as_str().unwrap().trim_start_matches("translate(").trim_end_matches(')').to_owned();
                    let (x, y) = words.split_once(' ').unwrap();
                    (one[0].as_i64().unwrap(), y.parse().unwrap(), x.parse().unwrap())
                })
                .collect();
            places.sort_by(|one, other| (one.1, one.2).partial_cmp(&(other.1, other.2)).unwrap());
            // A complete tree: 1 root, 3 moves, 6 answers, 12 leaves.
            let place = match *path {
                [a] => 1 + a,
                [a, b] => 4 + 2 * a + b,
                [a, b, c] => 10 + 4 * a + 2 * b + c,
                _ => 0,
            };
            format!("[data-node='{}']", places[place].0)
        }
    };
    let look = |path: &'static [usize]| {
        let (browser, node) = (&browser, &node);
        async move {
            let selector = node(path).await;
            browser.value(&format!("document.querySelector(\"{selector}\").dispatchEvent(new Event('click'))")).await;
        }
    };
    let leave = || browser.click("#stage .buttons button:first-child");
    for leaf in [&[0, 0, 0], &[0, 0, 1], &[0, 1, 0]] {
        look(leaf).await;
    }
    look(&[0, 1]).await;
    leave().await;
    assert!(verdict().await.starts_with("Right, a cut is allowed: L = 50 ≥ β = 40"), "{}", verdict().await);
    look(&[1, 0, 0]).await;
    look(&[1]).await;
    leave().await;
    assert!(verdict().await.starts_with("No: its value is between"), "{}", verdict().await);
    look(&[1, 0, 1]).await;
    look(&[1, 1, 0]).await;
    assert!(verdict().await.contains("You need not have looked: U = 4 ≤ α = 40"), "{}", verdict().await);
    look(&[1]).await;
    leave().await;
    for leaf in [&[2, 0, 0], &[2, 0, 1]] {
        look(leaf).await;
    }
    assert!(
        verdict().await.contains("Solved: the root is worth 40. You looked at 8 of 12 leaves, 1 of them needlessly."),
        "{}",
        verdict().await
    );
    browser.close().await;
}

/// Plays the first move that can be clicked until the game is over.
async fn play_on(browser: &Browser) -> Value {
    browser.until("document.querySelector('#board')?.children.length > 0").await;
    for _ in 0..200 {
        browser.until("document.querySelector('#board [data-move]:not(:disabled)') || /is over|cannot/.test(document.querySelector('#status').textContent)").await;
        if browser.text("#status").await.contains("is over") {
            break;
        }
        // From the middle outwards, so that games last.
        browser
            .value(
                "(() => { const all = [...document.querySelectorAll('#board [data-move]:not(:disabled)')]; \
                 const before = document.querySelectorAll('#moves li').length; window.before = before; all[Math.floor(all.length / 2)].click(); return before; })()",
            )
            .await;
        browser.until("document.querySelectorAll('#moves li').length > window.before || /is over/.test(document.querySelector('#status').textContent)").await;
    }
    browser
        .value("[document.querySelector('#status').textContent, document.querySelectorAll('#moves li').length]")
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_connect_four() {
    let browser = browser!(DESK);
    browser.go("/play?game=connect-four&seconds=0.1").await;
    let end = play_on(&browser).await;
    assert!(end[0].as_str().unwrap().starts_with("The game is over: ") && end[1].as_u64() >= Some(7), "{end}");
    // The engine said what it thought, and its move can be taken back.
    assert!(!browser.text("#thoughts .value").await.is_empty());
    browser
        .value("[...document.querySelectorAll('#actions button')].find((one) => one.textContent === 'Undo').click()")
        .await;
    browser.until(&format!("document.querySelectorAll('#moves li').length < {}", end[1])).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_goofspiel_with_kept_promises() {
    let browser = browser!(DESK);
    browser.go("/play?game=goofspiel&seconds=0.1").await;
    browser.until("document.querySelector('.promise')?.textContent.startsWith('Its card is fixed. SHA-256 ')").await;
    let hash = browser.text(".promise").await.replace("Its card is fixed. SHA-256 ", "");
    browser.click("#board [data-move]").await;
    browser
        .until(&format!("document.querySelector('.promise').textContent !== 'Its card is fixed. SHA-256 {hash}'"))
        .await;
    let end = play_on(&browser).await;
    // The last rounds may not matter any more.
    assert!(end[0].as_str().unwrap().starts_with("The game is over: ") && end[1].as_u64() >= Some(4), "{end}");
    assert!(browser.text(".promise").await.starts_with("It kept its word: "), "{}", browser.text(".promise").await);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tools_and_their_errors() {
    let browser = browser!(DESK);
    browser.go("/tools#matrix").await;
    let solve = |text: &'static str| {
        let browser = &browser;
        async move {
            browser.until("document.querySelector('textarea[name=text]')").await;
            browser.value(&format!("document.querySelector('textarea[name=text]').value = {}", json!(text))).await;
            browser.value("document.querySelector('#status').textContent = ''").await;
            browser.click("#tool button[type=submit]").await;
            browser
                .until("['Asking…', ''].every((word) => document.querySelector('#status').textContent !== word)")
                .await;
        }
    };
    browser.until("document.querySelector('#status')?.textContent === 'Done.'").await;
    solve("4 0\n0 4\n1 2").await;
    let shown = browser.text("#answer").await;
    assert!(shown.starts_with('2') && shown.contains("exactly 2") && shown.contains("row 3"), "{shown}");
    assert_eq!(browser.value("document.querySelectorAll('.matrix td.struck').length").await, 2);
    solve("1 2\n3 x").await;
    let line = browser.text("#status").await;
    assert!(line.starts_with("line 2, column 3: expected") && browser.text("#answer").await.is_empty(), "{line}");
    browser.go("/tools#suit").await;
    browser.until("document.querySelector('#answer table')").await;
    let suit = browser.text("#answer").await;
    assert!(suit.contains("5 or more") && suit.contains("cards missing") && suit.contains('%'), "{suit}");
    browser.go("/tools#tree").await;
    browser.until("document.querySelector('#answer .value')?.textContent.startsWith('40')").await;
    browser.go("/solve?game=goofspiel&parameters=cards%3D5").await;
    browser.click("#question button[type=submit]").await;
    browser.until("document.querySelector('#json')").await;
    let report: Value = serde_json::from_str(&browser.text("#json").await).unwrap();
    assert_eq!(report["stopped"], "solved");
    browser.go("/solve?game=goofspiel&parameters=cards%3D99").await;
    browser.click("#question button[type=submit]").await;
    browser.until("document.querySelector('#status.bad')").await;
    assert!(browser.text("#status").await.starts_with("cards=99: expected"), "{}", browser.text("#status").await);
    browser.close().await;
}
