//! The journal of a run: what is finished stays finished, also after `kill -9`.
//!
//! A journal is a text file of JSON lines. The first line says what is being measured (the [`Identity`]); each further
//! line is one finished instance. A line is appended, flushed and synced before the instance counts as finished, and
//! nothing is ever rewritten. So after any crash the file is a sequence of whole lines and perhaps one torn line at the
//! end, which is cut off: its instance was not yet counted. A line in the middle that does not parse (a damaged disk)
//! costs its own instance only.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::experiment::Settings;
use crate::progress::Notice;
use crate::record::Record;
use crate::runner::Error;

/// The layout of the file; a journal with another number is set aside.
const FORMAT: u32 = 1;

/// What is being measured. Records are comparable if and only if their journals' identities are equal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// The id of the experiment.
    pub(crate) experiment: String,
    /// The [`revision`](crate::Experiment::revision) of the experiment.
    pub(crate) revision: u32,
    /// How it is run, with the version of the program.
    pub(crate) settings: Settings,
    /// A fingerprint of the list of instances.
    pub(crate) instances: String,
    /// The machine and the threads used, where times are measured; counts are the same everywhere.
    pub(crate) machine: Option<String>,
}

impl Identity {
    /// The first difference in words, or `None` if both are the same.
    fn difference(&self, now: &Self) -> Option<String> {
        let differs = |what: &str, old: &dyn std::fmt::Display, new: &dyn std::fmt::Display| {
            Some(format!("it was written for {what} {old}, this run has {new}"))
        };
        let (old, new) = (&self.settings, &now.settings);
        if self.experiment != now.experiment {
            differs("experiment", &self.experiment, &now.experiment)
        } else if old.version != new.version {
            differs("version", &old.version, &new.version)
        } else if self.revision != now.revision {
            differs("revision", &self.revision, &now.revision)
        } else if old.quick != new.quick {
            let name = |quick| if quick { "quick" } else { "full" };
            Some(format!("it belongs to the {} version, this run is the {} one", name(old.quick), name(new.quick)))
        } else if old.seed != new.seed {
            differs("seed", &old.seed, &new.seed)
        } else if old.options != new.options {
            let list = |settings: &Settings| format!("{:?}", settings.options);
            differs("options", &list(old), &list(new))
        } else if self.machine != now.machine {
            let name = |machine: &Option<String>| machine.clone().unwrap_or_default();
            differs("machine", &name(&self.machine), &name(&now.machine))
        } else if self.instances != now.instances {
            Some("it was written for another list of instances".to_owned())
        } else {
            None
        }
    }
}

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    journal: u32,
    started: String,
    #[serde(flatten)]
    identity: Identity,
}

/// A finished instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The key of the instance.
    pub(crate) key: String,
    /// How long it took, for the estimate of the time left.
    pub(crate) seconds: f64,
    /// When it was finished, in UTC.
    pub(crate) finished: String,
    /// What was measured.
    pub(crate) record: Record,
}

/// What the bytes of a journal say.
#[derive(Debug, PartialEq)]
struct Parsed {
    header: Option<Header>,
    entries: Vec<Entry>,
    /// Whole lines that are no entries.
    damaged: usize,
    /// The length of the part that ends with a line break; what follows is torn.
    whole: usize,
}

/// Reads what can be read; never fails, whatever the bytes are. Of two entries with one key the first counts.
fn parse(bytes: &[u8]) -> Parsed {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    let header = lines.next().and_then(|line| serde_json::from_slice(line).ok());
    let mut entries: Vec<Entry> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut damaged = 0;
    for line in lines {
        match serde_json::from_slice::<Entry>(line) {
            Ok(entry) if seen.insert(entry.key.clone()) => entries.push(entry),
            Ok(_) => {}
            Err(_) => damaged += 1,
        }
    }
    Parsed { header, entries, damaged, whole }
}

/// An open journal, to which finished instances are appended.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    started: String,
    /// Whether a write failed, perhaps in the middle of a line; nothing may follow it then.
    broken: bool,
}

impl Journal {
    /// Opens the journal at `path`, or begins it. Returns it with the instances that it says are finished.
    ///
    /// A journal with another identity is renamed (`.old-1`, `.old-2`, …) and a new one begun; with `fresh` that is
    /// done whatever it says. What was found and done is told in the notices.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read or written.
    pub(crate) fn open(
        path: &Path,
        identity: &Identity,
        fresh: bool,
    ) -> Result<(Self, Vec<Entry>, Vec<Notice>), Error> {
        let io = |source| Error::io(path, source);
        let mut notices = Vec::new();
        if path.exists() {
            let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(io)?;
            let parsed = parse(&bytes);
            match reason_to_set_aside(&parsed, bytes.is_empty(), identity, fresh) {
                None => {
                    if let Some(header) = parsed.header {
                        if bytes.len() > parsed.whole || parsed.damaged > 0 {
                            let torn = usize::from(bytes.len() > parsed.whole);
                            notices.push(Notice::Damaged { lines: parsed.damaged + torn });
                        }
                        file.set_len(parsed.whole as u64).map_err(io)?;
                        file.seek(SeekFrom::End(0)).map_err(io)?;
                        let journal = Self { path: path.to_owned(), file, started: header.started, broken: false };
                        return Ok((journal, parsed.entries, notices));
                    }
                }
                Some(reason) => {
                    drop(file);
                    let to = set_aside(path).map_err(io)?;
                    notices.push(Notice::SetAside { to, reason, finished: parsed.entries.len() });
                }
            }
        }
        Ok((Self::begin(path, identity).map_err(io)?, Vec::new(), notices))
    }

    fn begin(path: &Path, identity: &Identity) -> std::io::Result<Self> {
        let started = crate::machine::utc_now();
        let header = Header { journal: FORMAT, started, identity: identity.clone() };
        // Only an empty file can be in the way: every other one was resumed or set aside.
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
        write_line(&mut file, &header)?;
        crate::atomic::sync_directory_of(path)?;
        Ok(Self { path: path.to_owned(), file, started: header.started, broken: false })
    }

    /// Appends a finished instance. When this returns, the entry is on the disk. After a failure every further call
    /// fails too, so that a torn line stays the last one.
    ///
    /// # Errors
    /// [`Error::Io`] if it could not be written.
    pub(crate) fn append(&mut self, entry: &Entry) -> Result<(), Error> {
        let written = if self.broken {
            Err(std::io::Error::other("an earlier write to this journal failed"))
        } else {
            write_line(&mut self.file, entry)
        };
        self.broken |= written.is_err();
        written.map_err(|source| Error::io(&self.path, source))
    }

    /// When the first session of this run began, in UTC.
    pub(crate) fn started(&self) -> &str {
        &self.started
    }
}

fn reason_to_set_aside(parsed: &Parsed, empty: bool, identity: &Identity, fresh: bool) -> Option<String> {
    match &parsed.header {
        _ if empty => None,
        _ if fresh => Some("a fresh run was asked for".to_owned()),
        None => Some("its first line cannot be read".to_owned()),
        Some(header) if header.journal != FORMAT => {
            Some(format!("it has format {}, this program writes {FORMAT}", header.journal))
        }
        Some(header) => header.identity.difference(identity),
    }
}

/// Renames a journal to the first free name beside it.
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let mut number = 1_u32;
    loop {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".old-{number}"));
        let to = path.with_file_name(name);
        if !to.exists() {
            std::fs::rename(path, &to)?;
            return Ok(to);
        }
        number += 1;
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    // One call, so that a line is torn by a crash only, never by another thread.
    file.write_all(&line)?;
    file.sync_data()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn identity() -> Identity {
        Identity {
            experiment: "trees".to_owned(),
            revision: 1,
            settings: Settings::new("0.1.0"),
            instances: "00ff".to_owned(),
            machine: None,
        }
    }

    fn entry(number: usize) -> Entry {
        Entry {
            key: format!("n={number}"),
            seconds: 0.25,
            finished: "2026-01-02T03:04:05Z".to_owned(),
            record: Record::new().with("n", number).with("third", number as f64 / 3.0),
        }
    }

    /// A journal of `count` entries, as bytes.
    fn written(directory: &Path, count: usize) -> (PathBuf, Vec<u8>) {
        let path = directory.join("trees.journal");
        let (mut journal, entries, notices) = Journal::open(&path, &identity(), false).unwrap();
        assert!(entries.is_empty() && notices.is_empty());
        for number in 0..count {
            journal.append(&entry(number)).unwrap();
        }
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        (path, bytes)
    }

    #[test]
    fn every_prefix_resumes_with_its_whole_lines() {
        let directory = tempfile::tempdir().unwrap();
        let (path, bytes) = written(directory.path(), 3);
        let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for length in header..=bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            let whole = bytes[..length].iter().filter(|&&byte| byte == b'\n').count() - 1;
            let (mut journal, entries, notices) = Journal::open(&path, &identity(), false).unwrap();
            assert_eq!(entries, (0..whole).map(entry).collect::<Vec<_>>());
            assert_eq!(notices.is_empty(), bytes[length - 1] == b'\n');
            // What is appended next starts on a line of its own.
            journal.append(&entry(9)).unwrap();
            let again = Journal::open(&path, &identity(), false).unwrap().1;
            assert_eq!(again.len(), whole + 1);
            assert_eq!(again.last(), Some(&entry(9)));
        }
    }

    #[test]
    fn a_torn_first_line_is_set_aside_and_an_empty_file_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let (path, bytes) = written(directory.path(), 0);
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let (_, entries, notices) = Journal::open(&path, &identity(), false).unwrap();
        assert!(entries.is_empty() && matches!(notices[..], [Notice::SetAside { .. }]));
        std::fs::write(&path, "").unwrap();
        let (_, entries, notices) = Journal::open(&path, &identity(), false).unwrap();
        assert!(entries.is_empty() && notices.is_empty());
    }

    #[test]
    fn a_damaged_line_costs_its_own_instance_only() {
        let directory = tempfile::tempdir().unwrap();
        let (path, bytes) = written(directory.path(), 3);
        let mut damaged = bytes;
        let second = damaged.windows(5).position(|window| window == b"\"n=1\"").unwrap();
        damaged[second..second + 5].fill(0);
        std::fs::write(&path, damaged).unwrap();
        let (_, entries, notices) = Journal::open(&path, &identity(), false).unwrap();
        assert_eq!(entries, [entry(0), entry(2)]);
        assert!(matches!(notices[..], [Notice::Damaged { lines: 1 }]));
    }

    #[test]
    fn other_settings_are_set_aside_and_named() {
        let directory = tempfile::tempdir().unwrap();
        type Change = fn(&mut Identity);
        let changes: [(Change, &str); 7] = [
            (|now| now.settings.version = "0.2.0".to_owned(), "version 0.1.0, this run has 0.2.0"),
            (|now| now.settings.quick = true, "the full version, this run is the quick one"),
            (|now| now.settings.seed = 9, "seed 1, this run has 9"),
            (|now| now.settings.options = [("a".to_owned(), "b".to_owned())].into(), "options"),
            (|now| now.revision = 2, "revision 1, this run has 2"),
            (|now| now.machine = Some("abacus".to_owned()), "abacus"),
            (|now| now.instances.clear(), "another list of instances"),
        ];
        for (number, (change, words)) in changes.into_iter().enumerate() {
            let (path, bytes) = written(directory.path(), 2);
            let mut now = identity();
            change(&mut now);
            let (_, entries, notices) = Journal::open(&path, &now, false).unwrap();
            assert!(entries.is_empty());
            let [Notice::SetAside { to, reason, finished: 2 }] = &notices[..] else {
                panic!("{notices:?}");
            };
            assert!(reason.contains(words), "{reason}");
            assert!(to.to_string_lossy().ends_with(&format!("trees.journal.old-{}", number + 1)));
            assert_eq!(std::fs::read(to).unwrap(), bytes, "nothing of the old journal is lost");
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn nothing_is_written_after_a_failed_write() {
        let directory = tempfile::tempdir().unwrap();
        let (path, bytes) = written(directory.path(), 1);
        let (mut journal, ..) = Journal::open(&path, &identity(), false).unwrap();
        let writable = std::mem::replace(&mut journal.file, File::open(&path).unwrap());
        assert!(matches!(journal.append(&entry(1)), Err(Error::Io { .. })));
        journal.file = writable;
        assert!(journal.append(&entry(2)).unwrap_err().to_string().contains("an earlier write"));
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn a_fresh_run_keeps_the_old_journal_beside() {
        let directory = tempfile::tempdir().unwrap();
        let (path, _) = written(directory.path(), 2);
        let (_, entries, notices) = Journal::open(&path, &identity(), true).unwrap();
        assert!(entries.is_empty() && matches!(notices[..], [Notice::SetAside { finished: 2, .. }]));
    }

    proptest! {
        #[test]
        fn parsing_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let parsed = parse(&bytes);
            prop_assert!(parsed.whole <= bytes.len());
        }

        #[test]
        fn damage_never_adds_an_entry(
            hits in prop::collection::vec((0.0..1.0_f64, any::<u8>()), 1..6),
            cut in 0.0..1.0_f64,
        ) {
            let entries: Vec<_> = (0..4).map(entry).collect();
            let mut bytes = serde_json::to_vec(&Header {
                journal: FORMAT,
                started: String::new(),
                identity: identity(),
            }).unwrap();
            bytes.push(b'\n');
            let header = bytes.len();
            for entry in &entries {
                bytes.extend(serde_json::to_vec(entry).unwrap());
                bytes.push(b'\n');
            }
            let length = header + ((bytes.len() - header) as f64 * cut) as usize;
            bytes.truncate(length);
            let sound = parse(&bytes);
            prop_assert_eq!(&sound.entries[..], &entries[..sound.entries.len()]);
            for (place, byte) in hits {
                let at = ((bytes.len() - 1) as f64 * place) as usize;
                bytes[at] = byte;
            }
            let parsed = parse(&bytes);
            prop_assert!(parsed.entries.len() <= entries.len());
        }
    }
}
