//! Memory: how much of it the process held at most while something ran.
//!
//! Linux keeps a high-water mark and lowers it on request, so that every run has a peak of its own. It is the whole process's,
//! what was there before included, as the papers measured it; elsewhere, and where the system refuses, nothing is told.

/// Watches the process's memory from now on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peak {
    watched: bool,
}

impl Peak {
    pub(crate) fn watch() -> Self {
        // 5 lowers the mark to what is held now.
        Self { watched: std::fs::write("/proc/self/clear_refs", "5").is_ok() }
    }

    /// The most bytes held since, where the system tells.
    pub(crate) fn bytes(self) -> Option<u64> {
        if !self.watched {
            return None;
        }
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests run side by side, so that only growth can be told.
    #[test]
    #[expect(clippy::print_stdout, reason = "says what was left out")]
    fn a_large_vector_shows() {
        let peak = Peak::watch();
        let Some(before) = peak.bytes() else { return println!("the system does not tell; nothing was tested") };
        let large = std::hint::black_box(vec![1_u8; 64 << 20]);
        assert_eq!(large.iter().map(|&one| u64::from(one)).sum::<u64>(), 64 << 20);
        drop(large);
        assert!(peak.bytes().unwrap() >= before.max(64 << 20));
    }
}
