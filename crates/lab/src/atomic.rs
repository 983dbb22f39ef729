//! Files that are whole or absent: written beside their place, synced, then renamed into it.

use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Writes a file in one step: a reader, or a crash, sees the old content or the new, never a part.
///
/// # Errors
/// Whatever the file system says; the old file is then untouched.
///
/// ```
/// let directory = tempfile::tempdir().unwrap();
/// let path = directory.path().join("table.csv");
/// secateur_lab::atomic::write(&path, b"cards,expanded\n").unwrap();
/// assert_eq!(std::fs::read(&path).unwrap(), b"cards,expanded\n");
/// ```
pub fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| std::fs::rename(&part, path));
    if renamed.is_err() {
        // The part is of no use to anyone; that it cannot be removed is less than the error at hand.
        let _ = std::fs::remove_file(&part);
    }
    renamed?;
    sync_directory_of(path)
}

/// Makes a new or renamed file's name as durable as its content, where the system can do that.
pub(crate) fn sync_directory_of(path: &Path) -> std::io::Result<()> {
    let Some(parent) = path.parent() else {
        return Ok(());
    };
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    if cfg!(unix) { File::open(parent)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_is_left_beside_the_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.txt");
        super::write(&path, b"one").unwrap();
        super::write(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failure_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("in-the-way");
        std::fs::create_dir(&target).unwrap();
        std::fs::write(target.join("full"), "").unwrap();
        assert!(super::write(&target, b"x").is_err());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
        assert!(super::write(&directory.path().join("no/such/place"), b"x").is_err());
    }
}
