//! Requests that no page of ours would send: the server refuses them or answers, and never fails.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use secateur_web::{House, Settings, app};
use serde_json::{Value, json};
use tower::ServiceExt;

const PATHS: [&str; 9] = [
    "/api/play/position",
    "/api/play/think",
    "/api/play/commit",
    "/api/play/reveal",
    "/api/play/chance",
    "/api/solve",
    "/api/tools/matrix",
    "/api/tools/suit",
    "/api/tools/faults",
];

fn word() -> impl Strategy<Value = String> {
    const GAMES: &[&str] =
        &["tic-tac-toe", "goofspiel", "tree", "efg", "dag", "2048", "tron", "chess", "einstein", "battle", "pig"];
    const WORDS: &[&str] =
        &["cards=3", "position=5", "5", "1", "e2e4", "file=x", "deck=shuffled", "width=3", "board=2x2", "joint", "n"];
    const TEXTS: &[&str] =
        &["(max 1 2)", "(both [1 2])", "1 2\n3 4", "AKx", "Qxx", "<a/>", "{}", "EFG 2 R \"\" {\"a\" \"b\"}", "1 nan"];
    prop_oneof![
        prop::sample::select(GAMES).prop_map(str::to_owned),
        prop::sample::select(WORDS).prop_map(str::to_owned),
        prop::sample::select(TEXTS).prop_map(str::to_owned),
        "\\PC{0,12}",
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<i64>().prop_map(|n| json!(n)),
        any::<f64>().prop_map(|n| json!(n)),
        (0..5i64).prop_map(|n| json!(n))
    ];
    let plain =
        prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::Bool), number, word().prop_map(Value::String)];
    plain.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((field(), inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Games with parameters and moves that there are.
const RIGHT: &[(&str, &str, &str)] = &[
    ("tic-tac-toe", "position=5", "1 9"),
    ("goofspiel", "cards=3", "3/1"),
    ("goofspiel", "cards=2 deck=shuffled", ""),
    ("connect-four", "width=4 height=4", "1 1 2"),
    ("einstein", "board=3x3 stones=2", ""),
    ("2048", "board=2x2 goal=16", ""),
    ("tron", "width=3 height=3", "e/w"),
    ("chess", "fen=6k1/5ppp/8/8/8/8/5PPP/3R2K1", "Rd8#"),
    ("battle", "", "strike/protect"),
    ("pig", "goal=10", ""),
    ("random-dag", "depth=3 branching=2", ""),
];

fn field() -> impl Strategy<Value = String> {
    const NAMES: &[&str] = &[
        "game",
        "parameters",
        "moves",
        "text",
        "algorithm",
        "seconds",
        "nodes",
        "depth",
        "epsilon",
        "estimate",
        "asked",
        "seat",
        "hash",
        "chosen",
        "north",
        "south",
        "vacant",
        "top",
        "order",
    ];
    prop::sample::select(NAMES).prop_map(str::to_owned)
}

/// A request that is nearly right: the fields of a real one, some with other values.
fn nearly() -> impl Strategy<Value = Value> {
    let right = prop::sample::select(RIGHT).prop_map(|(game, parameters, moves)| {
        let parameters = parameters.split_whitespace().map(str::to_owned).collect();
        let moves = moves.split_whitespace().map(|step| step.split('/').map(str::to_owned).collect()).collect();
        (game.to_owned(), parameters, moves)
    });
    let base =
        (word(), prop::collection::vec(word(), 0..3), prop::collection::vec(prop::collection::vec(word(), 0..3), 0..3));
    (prop_oneof![3 => right, 1 => base], prop::collection::vec((field(), value()), 0..3)).prop_map(
        |((game, parameters, moves), others)| {
            let mut asked =
                json!({"game": game, "parameters": parameters, "moves": moves, "seconds": 0.01, "nodes": 500});
            for (name, value) in others {
                asked[name] = value;
            }
            // Nobody waits for longer than this here.
            if asked["seconds"].as_f64().is_some_and(|seconds| seconds > 0.01) {
                asked["seconds"] = json!(0.01);
            }
            asked
        },
    )
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let wrapped = (nearly(), word(), word()).prop_map(|(asked, hash, chosen)| {
        json!({"asked": asked, "seat": "max", "hash": hash, "chosen": chosen}).to_string().into_bytes()
    });
    let tool = (word(), word()).prop_map(|(one, other)| json!({"north": one, "south": other}).to_string().into_bytes());
    let text = word().prop_map(|text| json!({"text": text}).to_string().into_bytes());
    prop_oneof![
        4 => nearly().prop_map(|asked| asked.to_string().into_bytes()),
        2 => wrapped,
        1 => tool,
        1 => text,
        1 => value().prop_map(|value| value.to_string().into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..60),
    ]
}

#[test]
fn no_request_makes_the_server_fail() {
    let mut settings = Settings::default();
    // Searches that are asked for without a time end soon all the same.
    settings.time = std::time::Duration::from_millis(30);
    let server = app(House::new(settings));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(32 << 20).build().unwrap();
    let answered = std::cell::Cell::new(0);
    let mut runner = TestRunner::new(Config { cases: 4_000, failure_persistence: None, ..Config::default() });
    runner
        .run(&(prop::sample::select(&PATHS[..]), body()), |(path, body)| {
            let shown = String::from_utf8_lossy(&body).into_owned();
            let request = Request::post(path)
                .header(header::HOST, "localhost")
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body))
                .unwrap();
            let (status, said) = runtime.block_on(async {
                let response = server.clone().oneshot(request).await.unwrap();
                let status = response.status();
                (status, response.into_body().collect().await.unwrap().to_bytes())
            });
            let said = String::from_utf8_lossy(&said);
            prop_assert!(status == StatusCode::OK || status.is_client_error(), "{path} {shown}: {status}");
            answered.set(answered.get() + u32::from(status == StatusCode::OK));
            prop_assert!(!said.contains("this is a bug"), "{path} {shown}: {said}");
            Ok(())
        })
        .unwrap();
    // Requests of which none is answered would show nothing.
    assert!(answered.get() > 200, "only {} of 4,000 were answered", answered.get());
}
