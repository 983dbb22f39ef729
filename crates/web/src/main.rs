//! The program `secateur-web`: binds the page to an address and serves it until Ctrl-C.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use secateur_web::{House, Settings, serve};
use tokio::net::TcpListener;

/// Serves Secateur's page on this machine: watch, play, solve, tools, results.
#[derive(Debug, Parser)]
#[command(name = "secateur-web", version)]
struct Arguments {
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 8117)]
    port: u16,
    /// The address to listen on. By default only this machine can use the page.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A name that browsers may call this server by, beside localhost and, with --address, its addresses.
    #[arg(long)]
    name: Vec<String>,
    /// The longest search, in seconds.
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// How many searches run at once; more wait in a line. As many as there are cores unless said.
    #[arg(long)]
    searches: Option<usize>,
    /// Memory limit of the program, in MB. Beyond it searches are stopped, and answer with what they have.
    #[arg(long, default_value_t = 2_048)]
    memory: u64,
    /// The folder with what `secateur reproduce` has written.
    #[arg(long, default_value = "reports")]
    reports: PathBuf,
}

/// Deep searches go deep in the stack as well.
const STACK: usize = 64 << 20;

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            complain(&format!("{problem:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: Arguments) -> Result<()> {
    ensure!(
        arguments.seconds > 0.0 && arguments.seconds <= 86_400.0,
        "--seconds {}: expected a number above 0, at most 86400",
        arguments.seconds
    );
    ensure!(arguments.searches != Some(0), "--searches 0: expected a number from 1");
    let mut settings = Settings::default();
    settings.names = arguments.name;
    settings.any_address = !arguments.address.is_loopback();
    settings.time = Duration::from_secs_f64(arguments.seconds);
    settings.searches = arguments.searches.unwrap_or(settings.searches);
    settings.resident = arguments.memory;
    settings.reports = arguments.reports;
    let address = SocketAddr::new(arguments.address, arguments.port);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
        say(&format!("Secateur is at http://{} (Ctrl-C stops it)", listener.local_addr()?));
        serve(listener, House::new(settings), interrupted()).await?;
        Ok(())
    })
}

/// Ends when somebody presses Ctrl-C, or asks the program to terminate.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut asked) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = asked.recv() => {}
            }
            return;
        }
    }
    // Without a handler, Ctrl-C ends the program at once.
    let _ = tokio::signal::ctrl_c().await;
}

#[expect(clippy::print_stdout, reason = "a program that talks to people")]
fn say(line: &str) {
    println!("{line}");
}

#[expect(clippy::print_stderr, reason = "a program that talks to people")]
fn complain(line: &str) {
    eprintln!("secateur-web: {line}");
}
