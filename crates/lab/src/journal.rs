//! The journal of a run: what is finished stays finished, also after `kill -9`.
//!
//! A journal is a text file of JSON lines. The first line says which experiment it belongs to (the [`Identity`]) and with which
//! settings it was begun; each further line is one finished instance, or the settings of a later session where they differ. A
//! line is appended, flushed and synced before the instance counts as finished, and nothing is ever rewritten. So after any
//! crash the file is a sequence of whole lines and perhaps one torn line at the end, which is cut off: its instance was not yet
//! counted. Each line ends with a checksum of what stands before it, so a line that a damaged disk or an editor changed is not
//! taken for a measurement; it costs its own instance only.
//!
//! An entry is known by *what* it measured, a checksum of the instance's key, parameters and seed. So a journal takes more
//! runs, or other parameters, later, and keeps what it has; and it says which build of the program measured each entry.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::experiment::Settings;
use crate::machine::Machine;
use crate::progress::Notice;
use crate::record::Record;
use crate::runner::Error;

/// The layout of the file; a journal with another number is set aside.
const FORMAT: u32 = 3;

/// Which experiment a journal belongs to. Records are comparable if and only if their journals' identities are equal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// The id of the experiment.
    pub(crate) experiment: String,
    /// The [`revision`](crate::Experiment::revision) of the experiment.
    pub(crate) revision: u32,
    /// The version of the program.
    pub(crate) version: String,
}

impl Identity {
    /// The first difference in words, or `None` if both are the same.
    fn difference(&self, now: &Self) -> Option<String> {
        let differs = |what: &str, old: &dyn std::fmt::Display, new: &dyn std::fmt::Display| {
            Some(format!("it was written for {what} {old}, this run has {new}"))
        };
        if self.experiment != now.experiment {
            differs("experiment", &self.experiment, &now.experiment)
        } else if self.version != now.version {
            differs("version", &self.version, &now.version)
        } else if self.revision != now.revision {
            differs("revision", &self.revision, &now.revision)
        } else {
            None
        }
    }
}

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    journal: u32,
    /// When the first session began, in UTC.
    pub(crate) started: String,
    /// Which experiment it is.
    #[serde(flatten)]
    pub(crate) identity: Identity,
    /// Where the first session ran.
    pub(crate) machine: Machine,
    /// What the first session wanted.
    pub(crate) settings: Settings,
}

/// The settings of a later session that differ from those before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Session {
    settings: Settings,
}

/// A finished instance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The key of the instance.
    pub(crate) key: String,
    /// A checksum of its key, parameters and seed.
    pub(crate) what: String,
    /// The build that measured it.
    pub(crate) build: String,
    /// The machine, with the threads used, that measured it.
    pub(crate) machine: String,
    /// How long it took, for the estimate of the time left.
    pub(crate) seconds: f64,
    /// When it was finished, in UTC.
    pub(crate) finished: String,
    /// What was measured.
    pub(crate) record: Record,
}

/// What the bytes of a journal say.
#[derive(Debug, PartialEq)]
pub(crate) struct Parsed {
    /// The first line.
    pub(crate) header: Option<Header>,
    /// The settings of the last session.
    pub(crate) settings: Option<Settings>,
    /// What is finished.
    pub(crate) entries: Vec<Entry>,
    /// Whole lines that are no entries.
    damaged: usize,
    /// The length of the part that ends with a line break; what follows is torn.
    whole: usize,
}

/// Reads what can be read; never fails, whatever the bytes are. Of two entries of one instance and machine the first counts.
pub(crate) fn parse(bytes: &[u8]) -> Parsed {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    // The first line of another format may have no checksum, and is to be told from a damaged one.
    let header = lines.next().and_then(|line| {
        let header: Header = serde_json::from_slice(line).ok()?;
        (header.journal != FORMAT || is_as_written(line)).then_some(header)
    });
    let mut settings = header.as_ref().map(|header| header.settings.clone());
    let mut entries: Vec<Entry> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut damaged = 0;
    for line in lines {
        match serde_json::from_slice::<Entry>(line) {
            Ok(_) if !is_as_written(line) => damaged += 1,
            Ok(entry) if seen.insert((entry.what.clone(), entry.machine.clone())) => entries.push(entry),
            Ok(_) => {}
            Err(_) => match serde_json::from_slice::<Session>(line) {
                Ok(session) if is_as_written(line) => settings = Some(session.settings),
                _ => damaged += 1,
            },
        }
    }
    Parsed { header, settings, entries, damaged, whole }
}

/// An open journal, to which finished instances are appended.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    header: Header,
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
        settings: &Settings,
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
                        let mut journal = Self { path: path.to_owned(), file, header, broken: false };
                        if parsed.settings.as_ref() != Some(settings) {
                            journal.write(&Session { settings: settings.clone() })?;
                        }
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
        Ok((Self::begin(path, identity, settings).map_err(io)?, Vec::new(), notices))
    }

    fn begin(path: &Path, identity: &Identity, settings: &Settings) -> std::io::Result<Self> {
        let header = Header {
            journal: FORMAT,
            started: crate::machine::utc_now(),
            identity: identity.clone(),
            machine: Machine::this(),
            settings: settings.clone(),
        };
        // Only an empty file can be in the way: every other one was resumed or set aside.
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
        write_line(&mut file, &header)?;
        secateur_files::sync_folder_of(path)?;
        Ok(Self { path: path.to_owned(), file, header, broken: false })
    }

    /// Appends a finished instance. When this returns, the entry is on the disk. After a failure every further call
    /// fails too, so that a torn line stays the last one.
    ///
    /// # Errors
    /// [`Error::Io`] if it could not be written.
    pub(crate) fn append(&mut self, entry: &Entry) -> Result<(), Error> {
        self.write(entry)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Error> {
        let written = if self.broken {
            Err(std::io::Error::other("an earlier write to this journal failed"))
        } else {
            write_line(&mut self.file, line)
        };
        self.broken |= written.is_err();
        written.map_err(|source| Error::io(&self.path, source))
    }

    /// The first line.
    pub(crate) fn header(&self) -> &Header {
        &self.header
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
    // One call, so that a line is torn by a crash only, never by another thread.
    file.write_all(&sealed(value)?)?;
    file.sync_data()
}

/// What stands before and after the digits of a checksum, at the end of a line.
const SEAL: (&[u8], &[u8]) = (b",\"checksum\":\"", b"\"}\n");

/// An object as a line of JSON whose last field is a checksum of all before it.
fn sealed(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.pop();
    let digits = checksum(&line);
    line.extend([SEAL.0, digits.as_bytes(), SEAL.1].concat());
    Ok(line)
}

/// Whether a line has the checksum that [`sealed`] gave it.
fn is_as_written(line: &[u8]) -> bool {
    let split = line.strip_suffix(SEAL.1).and_then(|rest| rest.split_last_chunk::<16>());
    let Some((rest, digits)) = split else { return false };
    rest.strip_suffix(SEAL.0).is_some_and(|value| checksum(value).as_bytes() == digits)
}

/// Sixteen digits that any change of one byte changes (FNV-1a). They guard against accidents, not against forgery.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn identity() -> Identity {
        Identity { experiment: "trees".to_owned(), revision: 1, version: "0.1.0".to_owned() }
    }

    fn settings() -> Settings {
        Settings::new("0.1.0")
    }

    fn open(path: &Path, fresh: bool) -> (Journal, Vec<Entry>, Vec<Notice>) {
        Journal::open(path, &identity(), &settings(), fresh).unwrap()
    }

    fn entry(number: usize) -> Entry {
        Entry {
            key: format!("n={number}"),
            what: format!("{number:016x}"),
            build: "f00d".to_owned(),
            machine: "abacus".to_owned(),
            seconds: 0.25,
            finished: "2026-01-02T03:04:05Z".to_owned(),
            record: Record::new().with("n", number).with("third", number as f64 / 3.0),
        }
    }

    /// A journal of `count` entries, as bytes.
    fn written(directory: &Path, count: usize) -> (PathBuf, Vec<u8>) {
        let path = directory.join("trees.journal");
        let (mut journal, entries, notices) = open(&path, false);
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
            let (mut journal, entries, notices) = open(&path, false);
            assert_eq!(entries, (0..whole).map(entry).collect::<Vec<_>>());
            assert_eq!(notices.is_empty(), bytes[length - 1] == b'\n');
            // What is appended next starts on a line of its own.
            journal.append(&entry(9)).unwrap();
            let again = open(&path, false).1;
            assert_eq!(again.len(), whole + 1);
            assert_eq!(again.last(), Some(&entry(9)));
        }
    }

    #[test]
    fn a_torn_first_line_is_set_aside_and_an_empty_file_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let (path, bytes) = written(directory.path(), 0);
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let (_, entries, notices) = open(&path, false);
        assert!(entries.is_empty() && matches!(notices[..], [Notice::SetAside { .. }]));
        std::fs::write(&path, "").unwrap();
        let (_, entries, notices) = open(&path, false);
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
        let (_, entries, notices) = open(&path, false);
        assert_eq!(entries, [entry(0), entry(2)]);
        assert!(matches!(notices[..], [Notice::Damaged { lines: 1 }]));
    }

    /// A digit that somebody edits leaves a line that reads well, and that nobody measured.
    #[test]
    fn an_edited_number_is_not_taken_for_a_measurement() {
        let directory = tempfile::tempdir().unwrap();
        let (path, bytes) = written(directory.path(), 3);
        let text = String::from_utf8(bytes).unwrap();
        std::fs::write(&path, text.replace("\"third\":0.3", "\"third\":0.4")).unwrap();
        let (_, entries, notices) = open(&path, false);
        assert_eq!(entries, [entry(0), entry(2)]);
        assert!(matches!(notices[..], [Notice::Damaged { lines: 1 }]));
        std::fs::write(&path, text.replace("\"seed\":1", "\"seed\":7")).unwrap();
        let (_, entries, notices) = open(&path, false);
        assert!(entries.is_empty() && matches!(notices[..], [Notice::SetAside { .. }]), "{notices:?}");
    }

    #[test]
    fn journals_of_another_format_are_set_aside_by_name() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("trees.journal");
        let (started, machine) = (String::new(), Machine::this());
        let old = Header { journal: 1, started, identity: identity(), machine, settings: settings() };
        std::fs::write(&path, serde_json::to_string(&old).unwrap() + "\n").unwrap();
        let (_, _, notices) = open(&path, false);
        let [Notice::SetAside { reason, .. }] = &notices[..] else { panic!("{notices:?}") };
        assert_eq!(reason, "it has format 1, this program writes 3");
    }

    #[test]
    fn another_identity_is_set_aside_and_named() {
        let directory = tempfile::tempdir().unwrap();
        type Change = fn(&mut Identity);
        let changes: [(Change, &str); 2] = [
            (|now| now.version = "0.2.0".to_owned(), "version 0.1.0, this run has 0.2.0"),
            (|now| now.revision = 2, "revision 1, this run has 2"),
        ];
        for (number, (change, words)) in changes.into_iter().enumerate() {
            let (path, bytes) = written(directory.path(), 2);
            let mut now = identity();
            change(&mut now);
            let (_, entries, notices) = Journal::open(&path, &now, &settings(), false).unwrap();
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
    fn other_settings_go_into_the_same_journal_and_the_last_ones_are_known() {
        let directory = tempfile::tempdir().unwrap();
        let (path, _) = written(directory.path(), 2);
        let more = settings().option("runs", "30");
        let (mut journal, entries, notices) = Journal::open(&path, &identity(), &more, false).unwrap();
        assert_eq!((entries.len(), notices.len()), (2, 0));
        journal.append(&entry(2)).unwrap();
        let length = std::fs::metadata(&path).unwrap().len();
        let (_, entries, _) = Journal::open(&path, &identity(), &more, false).unwrap();
        assert_eq!((entries.len(), std::fs::metadata(&path).unwrap().len()), (3, length));
        let parsed = parse(&std::fs::read(&path).unwrap());
        assert_eq!((parsed.settings, parsed.damaged), (Some(more), 0));
    }

    #[test]
    fn nothing_is_written_after_a_failed_write() {
        let directory = tempfile::tempdir().unwrap();
        let (path, bytes) = written(directory.path(), 1);
        let (mut journal, ..) = open(&path, false);
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
        let (_, entries, notices) = open(&path, true);
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
            let mut bytes = sealed(&Header {
                journal: FORMAT,
                started: String::new(),
                identity: identity(),
                machine: Machine::this(),
                settings: settings(),
            }).unwrap();
            let header = bytes.len();
            for entry in &entries {
                bytes.extend(sealed(entry).unwrap());
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
            prop_assert!(parsed.entries.iter().all(|entry| entries.contains(entry)));
        }
    }
}
