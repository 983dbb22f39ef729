//! A real browser before a real server: Debian's chromium through its chromedriver.
//!
//! They start only where `SECATEUR_BROWSER` says so, which `cargo xtask browser` does once it has installed them.

use std::net::{SocketAddr, TcpListener as Port};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use secateur_web::{House, Settings, serve};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A browser, its driver and the server that it looks at. All of them end with this.
pub(crate) struct Browser {
    pub(crate) client: Client,
    pub(crate) server: SocketAddr,
    driver: Child,
    _profile: TempDir,
}

/// How large the window is, and in which theme the system is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dark: bool,
}

pub(crate) const DESK: Screen = Screen { width: 1280, height: 800, dark: false };
pub(crate) const PHONE: Screen = Screen { width: 390, height: 844, dark: false };

/// A program on the path.
fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let all = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|file| file.is_file())
}

impl Browser {
    /// A browser of this size before a fresh server, or nothing where there is no browser.
    pub(crate) async fn open(screen: Screen) -> Option<Self> {
        Self::open_with(screen, Settings::default()).await
    }

    /// The same with bounds of its own.
    pub(crate) async fn open_with(screen: Screen, settings: Settings) -> Option<Self> {
        std::env::var_os("SECATEUR_BROWSER")?;
        let (driver, chromium) =
            (program(&["chromedriver"])?, program(&["chromium", "chromium-browser", "google-chrome"])?);
        let listener = TcpListener::bind("127.0.0.1:0").await.ok()?;
        let server = listener.local_addr().ok()?;
        tokio::spawn(serve(listener, House::new(settings), std::future::pending()));
        // A port that was free a moment ago; chromedriver cannot be handed an open one.
        let port = Port::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let mut command = Command::new(driver);
        command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
        let driver = command.spawn().ok()?;
        let profile = tempfile::tempdir().ok()?;
        let mut arguments = vec![
            "--headless".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-quic".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--hide-scrollbars".to_owned(),
            format!("--user-data-dir={}", profile.path().display()),
            format!("--window-size={},{}", screen.width, screen.height),
        ];
        if screen.dark {
            arguments.push("--blink-settings=preferredColorScheme=0".to_owned());
        }
        // The window of the page, not of the browser, has this size; a phone has finer dots.
        let fine = if screen.width < 600 { 2 } else { 1 };
        let metrics =
            json!({"width": screen.width, "height": screen.height, "pixelRatio": fine, "touch": screen.width < 600});
        let options = json!({
            "binary": chromium, "args": arguments, "mobileEmulation": {"deviceMetrics": metrics},
        });
        let wanted = json!({"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}});
        let started = Instant::now();
        let client = loop {
            match Client::begin(port, &wanted).await {
                Ok(client) => break client,
                Err(_) if started.elapsed() < Duration::from_secs(30) => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Err(problem) => panic!("chromium does not start: {problem}"),
            }
        };
        Some(Self { client, server, driver, _profile: profile })
    }

    /// Opens a page of the server.
    pub(crate) async fn go(&self, path: &str) {
        let page = format!("http://localhost:{}{path}", self.server.port());
        self.client.ask("/url", &json!({"url": page})).await.unwrap();
    }

    /// What an expression is in the page.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        self.client
            .execute(&format!("return {expression}"), vec![])
            .await
            .unwrap_or_else(|problem| panic!("{expression}: {problem}"))
    }

    /// The text of an element; empty where there is none.
    pub(crate) async fn text(&self, selector: &str) -> String {
        let found = self.value(&format!("document.querySelector({})?.textContent ?? ''", json!(selector))).await;
        found.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub(crate) async fn until(&self, expression: &str) {
        let started = Instant::now();
        while self.value(&format!("Boolean({expression})")).await != Value::Bool(true) {
            if started.elapsed() > Duration::from_secs(40) {
                panic!("never true: {expression}; the page says: {}", self.text("#main").await);
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Clicks an element as soon as it can be clicked.
    pub(crate) async fn click(&self, selector: &str) {
        let element = format!("document.querySelector({})", json!(selector));
        self.until(&format!("{element} && !{element}.disabled")).await;
        self.value(&format!("{element}.click()")).await;
    }

    /// Presses a key where the focus is.
    pub(crate) async fn press(&self, key: &str) {
        let script = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true, cancelable: true}))";
        self.client.execute(script, vec![json!(key)]).await.unwrap();
    }

    /// Ends the session; the driver ends with the value.
    pub(crate) async fn close(self) {
        // A session that does not end by itself ends with the driver.
        let _ = self.client.request("DELETE", "", None).await;
    }
}

/// A session with a driver, by the few words of the WebDriver protocol that are needed here.
pub(crate) struct Client {
    port: u16,
    session: String,
}

impl Client {
    async fn begin(port: u16, wanted: &Value) -> Result<Self, String> {
        let mut client = Self { port, session: String::new() };
        let said = client.ask("", wanted).await?;
        client.session = said["sessionId"].as_str().ok_or("a session without a name")?.to_owned();
        Ok(client)
    }

    /// What a script returns.
    pub(crate) async fn execute(&self, script: &str, arguments: Vec<Value>) -> Result<Value, String> {
        self.ask("/execute/sync", &json!({"script": script, "args": arguments})).await
    }

    /// What a script hands to its last argument.
    pub(crate) async fn execute_async(&self, script: &str, arguments: Vec<Value>) -> Result<Value, String> {
        self.ask("/execute/async", &json!({"script": script, "args": arguments})).await
    }

    /// The window as a PNG, in base 64.
    #[allow(dead_code, reason = "the example that takes pictures asks for it, the tests do not")]
    pub(crate) async fn screenshot(&self) -> Result<String, String> {
        let said = self.request("GET", "/screenshot", None).await?;
        Ok(said.as_str().unwrap_or_default().to_owned())
    }

    async fn ask(&self, path: &str, body: &Value) -> Result<Value, String> {
        self.request("POST", path, Some(body)).await
    }

    /// One request, on a connection of its own; the value of its answer.
    async fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        let session = if self.session.is_empty() { String::new() } else { format!("/{}", self.session) };
        let body = body.map(Value::to_string).unwrap_or_default();
        let head = format!(
            "{method} /session{session}{path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.port,
            body.len()
        );
        let talk = async {
            let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
            stream.write_all(head.as_bytes()).await?;
            stream.write_all(body.as_bytes()).await?;
            let (mut said, mut buffer) = (Vec::new(), vec![0; 1 << 16]);
            // The driver may keep the connection open, so its answer ends where it says it does.
            while whole(&said).is_none() {
                match stream.read(&mut buffer).await? {
                    0 => break,
                    read => said.extend_from_slice(&buffer[..read]),
                }
            }
            Ok::<_, std::io::Error>(said)
        };
        let said = talk.await.map_err(|problem| problem.to_string())?;
        let text = whole(&said).ok_or("an answer without an end")?;
        let mut value: Value = serde_json::from_slice(text).map_err(|problem| problem.to_string())?;
        match value["value"].take() {
            wrong if wrong["error"].is_string() => Err(wrong["message"].to_string()),
            value => Ok(value),
        }
    }
}

/// The body of an answer, once all of it is there.
fn whole(said: &[u8]) -> Option<&[u8]> {
    let end = said.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&said[..end]).to_lowercase();
    let length: usize = head.split("content-length:").nth(1)?.lines().next()?.trim().parse().ok()?;
    said[end..].get(..length)
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Our own driver, by its handle.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
