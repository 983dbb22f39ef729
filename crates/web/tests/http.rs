//! The server over HTTP, in this process: every route, what is refused and how, limits, leaving, the line.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use secateur_web::{House, Settings, app};
use serde_json::{Value, json};
use tower::ServiceExt;

fn house(change: impl FnOnce(&mut Settings)) -> Arc<House> {
    let mut settings = Settings::default();
    settings.searches = 2;
    change(&mut settings);
    House::new(settings)
}

fn server() -> Router {
    app(house(|_| ()))
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).header(header::HOST, "localhost:8117").body(Body::empty()).unwrap()
}

fn post(path: &str, body: impl ToString) -> Request<Body> {
    let request = Request::post(path).header(header::HOST, "localhost:8117");
    request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())).unwrap()
}

async fn text(server: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = server.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

async fn said(server: &Router, path: &str, body: Value) -> (StatusCode, Value) {
    let (status, text) = text(server, post(path, body)).await;
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

/// The data of the last event with this name.
fn event(stream: &str, name: &str) -> Option<Value> {
    let begin = format!("event: {name}\ndata: ");
    let at = stream.rfind(&begin)? + begin.len();
    serde_json::from_str(stream[at..].lines().next()?).ok()
}

/// What a stream ends with.
async fn streamed(server: &Router, path: &str, body: Value) -> Result<Value, String> {
    let (status, stream) = text(server, post(path, body)).await;
    if status != StatusCode::OK {
        return Err(format!("{status}: {stream}"));
    }
    match event(&stream, "failed") {
        Some(problem) => Err(problem["error"].as_str().unwrap().to_owned()),
        None => Ok(event(&stream, "done").unwrap_or_else(|| panic!("{stream}"))),
    }
}

#[tokio::test]
async fn every_page_and_asset_is_there_and_loads_nothing_from_elsewhere() {
    let server = server();
    let mut assets = vec!["/assets/theme.js".to_owned()];
    for page in ["/", "/play", "/solve", "/tools", "/results"] {
        let response = server.clone().oneshot(get(page)).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{page}");
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"), "{policy}");
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        let html = String::from_utf8(bytes.to_vec()).unwrap();
        for attribute in ["src=\"", "href=\""] {
            for target in html.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(target.starts_with('/') || target.starts_with('#'), "{page} loads {target}");
                assets.extend(target.starts_with("/assets/").then(|| target.to_owned()));
            }
        }
        let lower = html.to_lowercase();
        assert!(!lower.contains("style=\"") && !lower.contains("onclick") && !lower.contains("javascript:"), "{page}");
        let inline = html.split("<script").skip(1).filter(|rest| !rest.contains("></script>"));
        assert_eq!(inline.count(), 0, "{page}");
    }
    // What scripts import, and what those import.
    let mut seen = 0;
    while seen < assets.len() {
        let (status, contents) = text(&server, get(&assets[seen])).await;
        assert_eq!(status, StatusCode::OK, "{}", assets[seen]);
        for rest in contents.split("from \"./").skip(1) {
            let name = format!("/assets/{}", rest.split('"').next().unwrap());
            if !assets.contains(&name) {
                assets.push(name);
            }
        }
        assert!(!contents.replace("http://www.w3.org/", "").contains("http://"), "{}", assets[seen]);
        seen += 1;
    }
    let fresh = server.clone().oneshot(get("/assets/style.css")).await.unwrap();
    let mut again = get("/assets/style.css");
    again.headers_mut().insert(header::IF_NONE_MATCH, fresh.headers()[header::ETAG].clone());
    assert_eq!(text(&server, again).await.0, StatusCode::NOT_MODIFIED);
    assert_eq!(text(&server, get("/assets/../Cargo.toml")).await.0, StatusCode::NOT_FOUND);
    let (status, page) = text(&server, get("/nowhere%3Cb%3E")).await;
    assert!(status == StatusCode::NOT_FOUND && page.contains("there is nothing at /nowhere") && !page.contains("<b>"));
}

#[tokio::test]
async fn strangers_are_sent_away() {
    let server = server();
    let ask = |name: &'static str, value: &'static str| {
        let mut request = post("/api/play/position", json!({"game": "tic-tac-toe"}));
        request.headers_mut().insert(name, value.parse().unwrap());
        text(&server, request)
    };
    assert_eq!(ask("host", "evil.example").await.0, StatusCode::MISDIRECTED_REQUEST);
    assert_eq!(ask("origin", "http://evil.example").await.0, StatusCode::FORBIDDEN);
    assert_eq!(ask("origin", "null").await.0, StatusCode::FORBIDDEN);
    assert_eq!(ask("origin", "http://localhost:1").await.0, StatusCode::FORBIDDEN);
    assert_eq!(ask("sec-fetch-site", "cross-site").await.0, StatusCode::FORBIDDEN);
    assert_eq!(ask("origin", "http://localhost:8117").await.0, StatusCode::OK);
    let nameless = Request::get("/").body(Body::empty()).unwrap();
    assert_eq!(text(&server, nameless).await.0, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn what_cannot_be_served_is_said_in_one_line() {
    let server = server();
    let position = "/api/play/position";
    for (body, status, words) in [
        (json!({"game": "tictactoe"}), 422, "did you mean tic-tac-toe?"),
        (json!({"game": "tic-tac-toe", "parameters": ["position=55"]}), 422, "position"),
        (json!({"game": "tic-tac-toe", "moves": [["5"], ["5"]]}), 422, "move 2: 5 cannot be played there"),
        (json!({"game": "tic-tac-toe", "moves": [["1", "2"]]}), 422, "move 1"),
        (json!({"game": "tic-tac-toe", "moves": [[]]}), 422, "move 1"),
        (json!({"game": "tree", "parameters": ["file=/etc/passwd"]}), 422, "files of this machine are not read"),
        (json!({"game": "tree", "parameters": [" file=/etc/passwd"]}), 422, "files of this machine are not read"),
        (json!({"game": "tree", "text": "(max 1"}), 422, "line 1"),
        (json!({"game": "tree", "text": "(max 1", "parameters": ["file =/etc/passwd"]}), 422, ""),
        (json!({"game": "goofspiel", "algorithm": "layers:checkpoint=elsewhere"}), 422, "nothing is written"),
        (json!({"game": "tic-tac-toe", "seconds": -1}), 422, "seconds: expected a number from 0 to 60"),
        (json!({"game": "tic-tac-toe", "epsilon": -1}), 422, "epsilon"),
        (json!({"game": "tic-tac-toe", "wishes": 3}), 422, "wishes"),
        (json!({"parameters": []}), 422, "game"),
        (json!({"game": "x".repeat(3000)}), 422, "at most 2000 bytes"),
        (json!({"game": "tic-tac-toe", "parameters": vec!["a=b"; 65]}), 422, "at most 64 parameters"),
    ] {
        let (found, answer) = said(&server, position, body.clone()).await;
        let line = answer["error"].as_str().unwrap_or_else(|| panic!("{body}: {answer}"));
        assert!(found.as_u16() == status && line.contains(words) && !line.contains('\n'), "{body}: {found} {line}");
        assert!(!line.contains("/tmp/") && !line.contains("root:"), "{line}");
    }
    assert_eq!(text(&server, post(position, "{")).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(text(&server, post(position, " ".repeat(300_000))).await.0, StatusCode::PAYLOAD_TOO_LARGE);
    let mut other = post(position, "{}");
    other.headers_mut().insert(header::CONTENT_TYPE, "text/plain".parse().unwrap());
    assert_eq!(text(&server, other).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(text(&server, get(position)).await.0, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(text(&server, post("/play", "{}")).await.0, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(text(&server, post("/api/none", "{}")).await.0, StatusCode::NOT_FOUND);
    for path in
        ["/results/..%2f..%2fCargo", "/results/none", "/reports/none.svg", "/reports/..%2fCargo.toml", "/reports/.git"]
    {
        assert_eq!(text(&server, get(path)).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn positions_of_every_game_can_be_shown() {
    let server = server();
    let (_, catalogue) = text(&server, get("/api/catalogue")).await;
    let catalogue: Value = serde_json::from_str(&catalogue).unwrap();
    let mut shown = 0;
    for game in catalogue["games"].as_array().unwrap() {
        let example = game["example"].as_str().unwrap();
        if example.contains("file=") {
            continue;
        }
        let parameters: Vec<&str> = example.split_whitespace().filter(|word| !word.starts_with("fen")).collect();
        let (status, answer) =
            said(&server, "/api/play/position", json!({"game": game["name"], "parameters": parameters})).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        assert!(!answer["text"].as_str().unwrap().is_empty() && answer["turn"] != "other", "{answer}");
        shown += 1;
    }
    assert!(shown > 15);
    let chess = json!({"game": "chess", "moves": [["e2e4"], ["Nf6"]]});
    let (_, answer) = said(&server, "/api/play/position", chess).await;
    assert_eq!(answer["turn"], "max", "{answer}");
    assert_eq!(answer["squares"].as_array().unwrap().len(), answer["max"].as_array().unwrap().len());
}

#[tokio::test]
async fn the_engine_answers_and_every_answer_is_sound() {
    let server = server();
    let body = json!({"game": "tic-tac-toe", "moves": [["5"], ["1"]], "seconds": 1});
    let found = streamed(&server, "/api/play/think", body).await.unwrap();
    assert_eq!((&found["lower"], &found["upper"], &found["stopped"]), (&json!(0), &json!(0), &json!("solved")));
    assert!(found["choice"].is_string());
    // A mate in one, found by the chess engine within its time.
    let mate = json!({"game": "chess", "parameters": ["fen=6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"], "seconds": 0.3});
    let found = streamed(&server, "/api/play/think", mate).await.unwrap();
    assert_eq!(found["choice"], "Rd8#", "{found}");
    // Solved by a named algorithm; the same answer as the program's.
    let body = json!({"game": "goofspiel", "parameters": ["cards=4"], "algorithm": "joint"});
    let found = streamed(&server, "/api/solve", body).await.unwrap();
    assert_eq!((&found["report"]["stopped"], &found["report"]["algorithm"]), (&json!("solved"), &json!("joint")));
    assert_eq!(found["report"]["parameters"]["cards"], "4");
    assert!(found["answer"]["lower"].as_f64().unwrap().abs() < 1e-9);
    // A limit: the bounds hold and say which limit.
    let body = json!({"game": "goofspiel", "parameters": ["cards=9"], "algorithm": "joint", "seconds": 0.1});
    let found = streamed(&server, "/api/solve", body).await.unwrap();
    let bound = |name: &str| found["answer"][name].as_f64().unwrap();
    assert!(found["report"]["stopped"] == "time" && bound("lower") <= 0.0 && bound("upper") >= 0.0, "{found}");
    // Texts: a tree, an extensive form.
    let body = json!({"game": "tree", "text": "(max (min 3 12) (min 2 4))", "algorithm": "alpha-beta"});
    assert_eq!(streamed(&server, "/api/solve", body).await.unwrap()["answer"]["lower"], json!(3.0));
    let kuhn = include_str!("../../formats/fixtures/kuhn.efg");
    let found = streamed(&server, "/api/solve", json!({"game": "efg", "text": kuhn})).await.unwrap();
    assert!((found["answer"]["lower"].as_f64().unwrap() + 1.0 / 18.0).abs() < 1e-6, "{found}");
    let wrong = json!({"game": "goofspiel", "algorithm": "alpha-beta"});
    let line = streamed(&server, "/api/solve", wrong).await.unwrap_err();
    assert!(line.contains("alpha-beta does not solve"), "{line}");
}

#[tokio::test]
async fn searches_are_recorded() {
    let server = server();
    let tree = "(max (min 3 12) (min 2 4))";
    let asked = json!({"game": "tree", "text": tree, "algorithm": "alpha-beta"});
    let found = streamed(&server, "/api/watch", json!({"asked": asked, "keep": 100})).await.unwrap();
    let (record, nodes) = (&found["record"], found["record"]["nodes"].as_array().unwrap());
    assert_eq!((record["bounds"]["lower"].as_f64(), record["totals"]["cuts"].as_u64()), (Some(3.0), Some(1)));
    assert_eq!(found["layout"]["x"].as_array().unwrap().len(), nodes.len());
    assert!(!found.to_string().contains("/tmp"), "{record}");
    for (game, algorithm, words) in
        [("goofspiel", "practice", "practice is for trees"), ("goofspiel", "layers", "layers"), ("chess", "", "time")]
    {
        let asked = json!({"game": game, "algorithm": algorithm, "seconds": 0.1});
        match streamed(&server, "/api/watch", json!({"asked": asked, "keep": 50})).await {
            Ok(found) => {
                assert_eq!(found["record"]["stopped"], words);
            }
            Err(line) => assert!(line.contains(words) && !line.contains('\n'), "{game}: {line}"),
        }
    }
    let line = streamed(&server, "/api/watch", json!({"asked": {"game": "pig"}, "keep": 0})).await.unwrap_err();
    assert!(line.contains("keep: expected a number from 1 to 100000"), "{line}");
}

#[tokio::test]
async fn a_promised_card_is_shown_once_and_proved() {
    let server = server();
    let asked = json!({"game": "goofspiel", "parameters": ["cards=5"], "seconds": 0.3});
    let found = streamed(&server, "/api/play/commit", json!({"asked": asked, "seat": "min"})).await.unwrap();
    let hash = found["hash"].as_str().unwrap();
    assert!(hash.len() == 64 && !found.to_string().contains("secret"));
    let place = json!({"game": "goofspiel", "parameters": ["cards=5"]});
    let reveal = |asked: &Value, hash: &str, chosen: &str| {
        said(&server, "/api/play/reveal", json!({"asked": asked, "seat": "min", "hash": hash, "chosen": chosen}))
    };
    assert_eq!(reveal(&place, hash, "9").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(reveal(&place, &"0".repeat(64), "3").await.0, StatusCode::NOT_FOUND);
    let elsewhere = json!({"game": "goofspiel", "parameters": ["cards=5"], "moves": [["1", "1"]]});
    assert_eq!(reveal(&elsewhere, hash, "3").await.0, StatusCode::NOT_FOUND);
    let (status, shown) = reveal(&place, hash, "3").await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    let (secret, card) = (shown["secret"].as_str().unwrap(), shown["chosen"].as_str().unwrap());
    use sha2::{Digest, Sha256};
    let digest: String = Sha256::digest(format!("{secret}:{card}")).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, hash);
    // Nobody takes a move back after having seen the other.
    assert_eq!(reveal(&place, hash, "4").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(reveal(&place, hash, "3").await.0, StatusCode::OK);
    let alone = json!({"asked": {"game": "tic-tac-toe"}, "seat": "min"});
    assert!(streamed(&server, "/api/play/commit", alone).await.unwrap_err().contains("both players move at once"));
}

#[tokio::test]
async fn chance_does_what_it_may() {
    let server = server();
    let asked = json!({"game": "einstein", "parameters": ["board=3x3", "stones=3"]});
    for _ in 0..20 {
        let (_, answer) = said(&server, "/api/play/chance", asked.clone()).await;
        assert!(["1", "2", "3"].contains(&answer["outcome"].as_str().unwrap()), "{answer}");
    }
    let (status, _) = said(&server, "/api/play/chance", json!({"game": "tic-tac-toe"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn the_tools_answer() {
    let server = server();
    let found = streamed(&server, "/api/tools/matrix", json!({"text": "4 0\n0 4\n1 2"})).await.unwrap();
    assert_eq!((&found["exact"]["value"], &found["dominated"]), (&json!("2"), &json!([{"row": 2}])));
    assert!(found["lower"].as_f64().unwrap() <= 2.0 && found["upper"].as_f64().unwrap() >= 2.0);
    for (text, words) in [("", "expected"), ("1 2\n3", "line"), ("a b", "line 1, column 1"), ("1 1e999", "")] {
        let line = streamed(&server, "/api/tools/matrix", json!({"text": text})).await.unwrap_err();
        assert!(line.contains(words) && !line.contains('\n'), "{text}: {line}");
    }
    let large = vec!["1 ".repeat(150); 150].join("\n");
    let line = streamed(&server, "/api/tools/matrix", json!({"text": large})).await.unwrap_err();
    assert!(line.contains("at most 20000 cells"), "{line}");
    let found = streamed(&server, "/api/tools/suit", json!({"north": "AQx", "south": "xxx"})).await.unwrap();
    assert_eq!(found["missing"], 7);
    assert!((found["goals"][1]["probability"].as_f64().unwrap() - 0.5).abs() < 0.05, "{}", found["goals"][1]);
    let line = streamed(&server, "/api/tools/suit", json!({"north": "AA", "south": ""})).await.unwrap_err();
    assert!(!line.is_empty());
    let faults = "<opsa-mef><define-fault-tree name='t'><define-gate name='top'><and><event name='a'/><event name='b'/>\
                  </and></define-gate></define-fault-tree></opsa-mef>";
    let found = streamed(&server, "/api/tools/faults", json!({"text": faults})).await.unwrap();
    assert_eq!(found["cut_sets"][0]["events"], json!(["a", "b"]));
    assert!(streamed(&server, "/api/tools/faults", json!({"text": "<x"})).await.is_err());
}

#[tokio::test]
async fn reports_are_shown_as_pages() {
    let folder = tempfile::tempdir().unwrap();
    let report = json!({"experiment": "dots", "title": "Dots & <b>", "paper": "Elements", "place": "I", "settings": {"quick": true}});
    std::fs::write(folder.path().join("dots.json"), report.to_string()).unwrap();
    std::fs::write(folder.path().join("dots.md"), "# Dots\n\n![Plot](dots-a.svg)\n").unwrap();
    std::fs::write(folder.path().join("dots-a.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>").unwrap();
    std::fs::write(folder.path().join("broken.json"), "{").unwrap();
    let reports = folder.path().to_owned();
    let server = app(house(|settings| settings.reports = reports));
    let (_, list) = text(&server, get("/results")).await;
    assert!(list.contains("/results/dots") && list.contains("Dots &amp; &lt;b&gt;") && list.contains("quick version"));
    assert!(text(&server, get("/results/dots")).await.1.contains("/reports/dots-a.svg"));
    let plot = server.clone().oneshot(get("/reports/dots-a.svg")).await.unwrap();
    assert_eq!(plot.headers()[header::CONTENT_TYPE], "image/svg+xml");
    assert!(plot.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().contains("sandbox"));
}

/// A search that takes as long as it may.
fn endless() -> Request<Body> {
    let body = json!({"game": "goofspiel", "parameters": ["cards=13"], "algorithm": "joint", "seconds": 50});
    post("/api/solve", body)
}

/// Waits for something that must happen soon.
async fn soon(what: &str, mut happened: impl FnMut() -> bool) {
    let started = Instant::now();
    while !happened() {
        assert!(started.elapsed() < Duration::from_secs(20), "{what} did not happen");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_cancels_its_search_and_the_line_moves_up() {
    let house = house(|settings| (settings.searches, settings.queue) = (1, 1));
    let server = app(Arc::clone(&house));
    let first = server.clone().oneshot(endless()).await.unwrap();
    soon("the search", || house.searching() == 1).await;
    let second = server.clone().oneshot(endless()).await.unwrap();
    let mut waiting = second.into_body();
    let told = waiting.frame().await.unwrap().unwrap().into_data().unwrap();
    assert_eq!(event(&String::from_utf8_lossy(&told), "queued"), Some(json!({"place": 1})));
    let (status, line) = text(&server, endless()).await;
    assert!(status == StatusCode::SERVICE_UNAVAILABLE && line.contains("too many"), "{status} {line}");
    drop(first);
    let mut begun = false;
    while !begun {
        let told = waiting.frame().await.unwrap().unwrap().into_data().unwrap();
        begun = String::from_utf8_lossy(&told).contains("event: progress");
    }
    drop(waiting);
    soon("the end of all searches", || house.searching() == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_ends_every_search_and_then_the_server() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let house = house(|_| ());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let address = listener.local_addr().unwrap();
    let serving = tokio::spawn(secateur_web::serve(listener, Arc::clone(&house), async move {
        let _ = stopped.await;
    }));
    let running = tokio::spawn(async move {
        use tokio::io::{AsyncReadExt, AsyncWriteExt};
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let body = r#"{"game":"goofspiel","parameters":["cards=13"],"algorithm":"joint","seconds":50}"#;
        let head = format!(
            "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut said = Vec::new();
        stream.read_to_end(&mut said).await.unwrap();
        String::from_utf8_lossy(&said).into_owned()
    });
    soon("the search", || house.searching() == 1).await;
    stop.send(()).unwrap();
    let said = tokio::time::timeout(Duration::from_secs(20), running).await.unwrap().unwrap();
    assert!(said.contains("event: done") && said.contains("cancelled"), "{said}");
    tokio::time::timeout(Duration::from_secs(20), serving).await.unwrap().unwrap().unwrap();
}
