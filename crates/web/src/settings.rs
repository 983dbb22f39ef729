//! What a client may ask for at most.

use std::path::PathBuf;
use std::time::Duration;

/// The bounds of the house.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// Names of this server beside `localhost` that a browser may call it by.
    pub names: Vec<String>,
    /// Whether it may be called by any address, because it listens on more than the loopback.
    pub any_address: bool,
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// The longest search.
    pub time: Duration,
    /// The most nodes of a search.
    pub nodes: u64,
    /// The table or cache of a search, in MB.
    pub table: usize,
    /// How many MB the whole program may hold; searches are stopped beyond.
    pub resident: u64,
    /// How many searches run at once.
    pub searches: usize,
    /// How many may wait.
    pub queue: usize,
    /// Where `secateur reproduce` has written its reports.
    pub reports: PathBuf,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            names: Vec::new(),
            any_address: false,
            body: 1 << 18,
            time: Duration::from_secs(60),
            nodes: 2_000_000_000,
            table: 64,
            resident: 2_048,
            searches: cores.clamp(1, 8),
            queue: 256,
            reports: PathBuf::from("reports"),
        }
    }
}
