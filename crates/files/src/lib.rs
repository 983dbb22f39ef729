//! Files that are whole or absent, and folders that one process uses at a time.
//!
//! A [`Draft`] is written beside its place, synced, and only then renamed into it; then the folder is synced, so that the
//! name lasts as long as the content. A reader, or a crash at any moment, sees the old file or the new one, never a part.
//! Beginning a draft before a long computation shows at once whether the result can be written.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that is being written. It takes its place when it is [kept](Draft::keep); dropped before, it leaves nothing.
///
/// ```
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("answer.txt");
/// let mut draft = secateur_files::Draft::begin(&path)?;
/// draft.write_all(b"42\n")?;
/// assert!(!path.exists());
/// draft.keep()?;
/// assert_eq!(std::fs::read(&path)?, b"42\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Draft {
    /// Where the file is to be.
    path: PathBuf,
    /// Where it is for now; nothing where the place is no file, such as a pipe, and is written to directly.
    part: Option<PathBuf>,
    out: BufWriter<File>,
}

/// Parts of this process have different names.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

/// How the name of a part ends.
const PART: &str = ".part";

impl Draft {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// If there can be no file at this place.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "expected a file, found a folder"));
        }
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            // A terminal or a pipe cannot be replaced, and has no old content to lose.
            let out = BufWriter::new(File::options().write(true).open(path)?);
            return Ok(Self { path: path.to_owned(), part: None, out });
        }
        let Some(name) = path.file_name() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "expected the name of a file"));
        };
        // A link goes on to point at the file.
        let path = match &there {
            Some(_) if path.is_symlink() => fs::canonicalize(path)?,
            _ => path.to_owned(),
        };
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{}{PART}", std::process::id(), DRAFTS.fetch_add(1, Ordering::Relaxed)));
        let part = path.with_file_name(hidden);
        let file = File::create(&part)?;
        let draft = Self { path, part: Some(part), out: BufWriter::with_capacity(1 << 16, file) };
        if let Some(there) = there {
            draft.out.get_ref().set_permissions(there.permissions())?;
        }
        Ok(draft)
    }

    /// Puts the file into its place. When this returns, it survives whatever happens.
    ///
    /// # Errors
    ///
    /// Whatever the file system says; the old file is then untouched.
    pub fn keep(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(part) = &self.part else { return Ok(()) };
        self.out.get_ref().sync_all()?;
        fs::rename(part, &self.path)?;
        self.part = None;
        sync_folder_of(&self.path)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // A part is of no use to anyone; that it cannot be removed harms nobody.
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes a file in one step.
///
/// # Errors
///
/// Whatever the file system says; the old file is then untouched.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("table.csv");
/// secateur_files::write(&path, b"cards,expanded\n")?;
/// assert_eq!(std::fs::read(&path)?, b"cards,expanded\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = Draft::begin(path)?;
    draft.write_all(bytes)?;
    draft.keep()
}

/// Reads a file of at most so many MB. What is made of a file takes many times its size, so a file that is far too large is
/// refused before it takes the memory of all.
///
/// # Errors
///
/// Whatever the file system says; and if the file is larger.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a.txt");
/// secateur_files::write(&path, &[b'a'; (1 << 20) + 1])?;
/// let problem = secateur_files::read(&path, 1).unwrap_err();
/// assert_eq!(problem.to_string(), "expected a file of at most 1 MB, found more");
/// assert!(secateur_files::read(&path, 2).is_ok());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read(path: &Path, most_megabytes: u64) -> io::Result<Vec<u8>> {
    read_from(&mut File::open(path)?, most_megabytes)
}

/// The same from anything that can be read, such as standard input.
///
/// # Errors
///
/// As [`read`].
pub fn read_from(from: &mut impl Read, most_megabytes: u64) -> io::Result<Vec<u8>> {
    let most = most_megabytes.saturating_mul(1 << 20);
    let mut bytes = Vec::new();
    from.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let problem = format!("expected a file of at most {most_megabytes} MB, found more");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}

/// The same as text.
///
/// # Errors
///
/// As [`read`]; and if the file is not UTF-8.
pub fn read_text(path: &Path, most_megabytes: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "expected UTF-8 text, found other bytes");
    String::from_utf8(read(path, most_megabytes)?).map_err(not_text)
}

/// Makes the name of a new, renamed or removed file as durable as its content, where the system can do that.
///
/// # Errors
///
/// If the folder cannot be opened or synced.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Takes a lock until the answer is dropped or the process ends in whatever way; nothing if another process has it.
///
/// # Errors
///
/// If the file that stands for the lock cannot be made.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join(".lock");
/// let held = secateur_files::lock(&path)?;
/// assert!(held.is_some() && secateur_files::lock(&path)?.is_none());
/// drop(held);
/// assert!(secateur_files::lock(&path)?.is_some());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    let file = File::options().write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        // A file system without locks cannot protect from a second run, and that is no reason to refuse the first.
        Err(TryLockError::Error(problem)) if problem.kind() == io::ErrorKind::Unsupported => Ok(Some(file)),
        Err(TryLockError::Error(problem)) => Err(problem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn nothing_is_left_beside_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_draft_that_is_not_kept_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"one").unwrap();
        let mut draft = Draft::begin(&path).unwrap();
        draft.write_all(b"two").unwrap();
        drop(draft);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn what_cannot_be_written_is_known_at_the_beginning() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Draft::begin(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert!(Draft::begin(&folder.path().join("no/such/place")).is_err());
        assert!(Draft::begin(Path::new("")).is_err());
        assert!(Draft::begin(&folder.path().join("..")).is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.txt"), folder.path().join("link"));
        write(&path, b"one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("a.txt", &link).unwrap();
        write(&link, b"two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_written_to() {
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
