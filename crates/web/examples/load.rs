//! Two hundred connections at once, for half a minute: no error, and memory within a bound.
//!
//! `cargo run --release -p secateur-web --example load -- 200 30`

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use secateur_web::{House, Settings, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::{TcpListener, TcpStream};

/// The program with all its clients may hold so many MB.
const MOST_MEGABYTES: u64 = 512;

/// What clients ask for, again and again: pages, boards, searches.
const REQUESTS: [(&str, &str); 6] = [
    ("/", ""),
    ("/assets/style.css", ""),
    ("/api/play/position", r#"{"game":"connect-four","moves":[["4"],["4"]]}"#),
    ("/api/play/position", r#"{"game":"tictactoe"}"#),
    ("/api/solve", r#"{"game":"goofspiel","parameters":["cards=4"],"algorithm":"joint","seconds":0.05}"#),
    ("/api/tools/matrix", r#"{"text":"0 -1 1\n1 0 -1\n-1 1 0"}"#),
];

#[derive(Default)]
struct Counts {
    answers: AtomicU64,
    wrong: AtomicU64,
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let mut number = |usual: u64| words.next().map_or(Ok(usual), |word| word.parse());
    let (clients, seconds) = (number(200)?, number(30)?);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(serve(listener, House::new(Settings::default()), std::future::pending()));
    let counts = Arc::new(Counts::default());
    let end = Instant::now() + Duration::from_secs(seconds);
    let work = (0..clients).map(|client| tokio::spawn(ask(address, client as usize, end, Arc::clone(&counts))));
    let work: Vec<_> = work.collect();
    let mut most = 0;
    while Instant::now() < end {
        tokio::time::sleep(Duration::from_millis(100)).await;
        most = most.max(resident().unwrap_or(0));
    }
    for client in work {
        client.await?;
    }
    let (answers, wrong) = (counts.answers.load(Ordering::Relaxed), counts.wrong.load(Ordering::Relaxed));
    println!("{clients} connections, {seconds} s: {answers} answers, {wrong} wrong, at most {most} MB");
    assert!(answers > clients, "hardly anything was answered");
    assert_eq!(wrong, 0, "every request is answered as it should be");
    assert!(most <= MOST_MEGABYTES, "expected at most {MOST_MEGABYTES} MB");
    Ok(())
}

/// One connection, asked again and again.
async fn ask(address: SocketAddr, client: usize, end: Instant, counts: Arc<Counts>) {
    let Ok(stream) = TcpStream::connect(address).await else {
        counts.wrong.fetch_add(1, Ordering::Relaxed);
        return;
    };
    let mut stream = BufStream::new(stream);
    for turn in client.. {
        if Instant::now() >= end {
            return;
        }
        let (path, body) = REQUESTS[turn % REQUESTS.len()];
        let expected = if body.contains("tictactoe") { 422 } else { 200 };
        let right = matches!(one(&mut stream, path, body).await, Ok(status) if status == expected);
        counts.answers.fetch_add(1, Ordering::Relaxed);
        if !right {
            counts.wrong.fetch_add(1, Ordering::Relaxed);
            return;
        }
    }
}

/// One request; the status of its answer, which is read to its end.
async fn one(stream: &mut BufStream<TcpStream>, path: &str, body: &str) -> std::io::Result<u16> {
    let method = if body.is_empty() { "GET" } else { "POST" };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.flush().await?;
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        head.push(stream.read_u8().await?.into());
    }
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let lower = head.to_lowercase();
    if let Some(rest) = lower.split("content-length: ").nth(1) {
        let length = rest.lines().next().and_then(|word| word.trim().parse().ok()).unwrap_or(0);
        stream.read_exact(&mut vec![0; length]).await?;
    } else {
        // Pieces, each after its length in hexadecimal digits; the last has none.
        loop {
            let mut line = String::new();
            while !line.ends_with("\r\n") {
                line.push(stream.read_u8().await?.into());
            }
            let length = usize::from_str_radix(line.trim(), 16).unwrap_or(0);
            stream.read_exact(&mut vec![0; length + 2]).await?;
            if length == 0 {
                break;
            }
        }
    }
    Ok(status)
}

/// How many MB this program holds, where the system says so.
fn resident() -> Option<u64> {
    let said = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(said.split_ascii_whitespace().nth(1)?.parse::<u64>().ok()? * 4 / 1024)
}
