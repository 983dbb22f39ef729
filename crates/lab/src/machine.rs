//! The machine that a result was measured on, and the time at which it was.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// What of a machine matters to a measured time. What the system does not tell is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Machine {
    /// The processor's own name of itself.
    pub cpu: Option<String>,
    /// How many threads can run at once.
    pub cores: Option<usize>,
    /// The memory in bytes.
    pub memory_bytes: Option<u64>,
    /// The operating system, such as `linux`.
    pub os: String,
    /// The instruction set, such as `x86_64`.
    pub architecture: String,
}

impl Machine {
    /// The machine that this program runs on.
    ///
    /// ```
    /// let machine = secateur_lab::Machine::this();
    /// assert_eq!(machine.os, std::env::consts::OS);
    /// ```
    pub fn this() -> Self {
        let (cpu, memory_bytes) = system::cpu_and_memory();
        Self {
            cpu: cpu.map(|name| name.split_whitespace().collect::<Vec<_>>().join(" ")),
            cores: std::thread::available_parallelism().ok().map(Into::into),
            memory_bytes,
            os: std::env::consts::OS.to_owned(),
            architecture: std::env::consts::ARCH.to_owned(),
        }
    }

    /// Processor, cores and system in one line; memory is left out, since a virtual machine's changes a little with
    /// every start.
    pub fn identity(&self) -> String {
        let cpu = self.cpu.as_deref().unwrap_or("unknown processor");
        let cores = self.cores.map_or_else(|| "?".to_owned(), |cores| cores.to_string());
        format!("{cpu}, {} {}, {cores} cores", self.os, self.architecture)
    }
}

/// The machine in one line, as a page shows it.
impl std::fmt::Display for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.identity())?;
        match self.memory_bytes {
            Some(bytes) => write!(f, ", {:.1} GiB", bytes as f64 / f64::from(1 << 30)),
            None => Ok(()),
        }
    }
}

#[cfg(target_os = "linux")]
mod system {
    pub(super) fn cpu_and_memory() -> (Option<String>, Option<u64>) {
        let cpu = std::fs::read_to_string("/proc/cpuinfo").ok();
        let memory = std::fs::read_to_string("/proc/meminfo").ok();
        (
            cpu.and_then(|text| super::field(&text, "model name").map(str::to_owned)),
            memory.and_then(|text| {
                let kibibytes = super::field(&text, "MemTotal")?.strip_suffix("kB")?.trim();
                kibibytes.parse::<u64>().ok()?.checked_mul(1024)
            }),
        )
    }
}

#[cfg(target_os = "macos")]
mod system {
    pub(super) fn cpu_and_memory() -> (Option<String>, Option<u64>) {
        let ask = |name: &str| {
            let output = std::process::Command::new("sysctl").args(["-n", name]).output().ok()?;
            String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
        };
        (ask("machdep.cpu.brand_string"), ask("hw.memsize").and_then(|text| text.parse().ok()))
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod system {
    pub(super) fn cpu_and_memory() -> (Option<String>, Option<u64>) {
        (std::env::var("PROCESSOR_IDENTIFIER").ok(), None)
    }
}

/// The first non-empty value of a `name : value` line.
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        let value = value.trim();
        (key.trim() == name && !value.is_empty()).then_some(value)
    })
}

/// Which build of the program this is: sixteen digits made of the bytes of the running program, so that two builds of one version
/// are told apart. Where the program cannot read itself, `unknown`.
pub fn build() -> &'static str {
    static BUILD: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    BUILD.get_or_init(|| {
        let bytes = std::env::current_exe().and_then(std::fs::read);
        bytes.map_or_else(|_| "unknown".to_owned(), |bytes| crate::journal::checksum(&bytes))
    })
}

/// The present moment in UTC, such as `2026-05-04T03:02:01Z`.
pub fn utc_now() -> String {
    utc(SystemTime::now())
}

/// A moment in UTC as ISO 8601 writes it, to the second; a moment before 1970 is shown as the start of 1970.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
/// let moment = UNIX_EPOCH + Duration::from_secs(951_782_400);
/// assert_eq!(secateur_lab::machine::utc(moment), "2000-02-29T00:00:00Z");
/// ```
pub fn utc(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil_date(day);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Year, month and day of the Gregorian calendar, `days` days after 1970-01-01.
fn civil_date(mut days: u64) -> (u64, usize, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    loop {
        let length = if leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if leap(year) { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= months[month] {
        days -= months[month];
        month += 1;
    }
    (year, month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn moments_are_written_as_the_calendar_says() {
        // Pairs as `date -u -d @SECONDS` prints them.
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (68_169_599, "1972-02-28T23:59:59Z"),
            (68_169_600, "1972-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
        assert_eq!(utc(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn fields_are_found_by_their_whole_name() {
        let text = "model\t\t: 106\nmodel name\t: \nmodel name\t: Quick One\nmodel name\t: Other\n";
        assert_eq!(field(text, "model name"), Some("Quick One"));
        assert_eq!(field(text, "cores"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn linux_tells_its_memory() {
        assert!(Machine::this().memory_bytes.unwrap() > 1 << 20);
    }
}
