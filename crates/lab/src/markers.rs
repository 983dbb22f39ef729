//! Generated parts of Markdown files: what stands between `<!-- generated: ID -->` and `<!-- end generated -->` is
//! replaced, the rest of the file is left alone.

use std::path::Path;

use crate::atomic;

const END: &str = "<!-- end generated -->";

/// Why a generated part could not be replaced.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MarkerError {
    /// There is no opening marker with this id.
    #[error("no line `<!-- generated: {0} -->`")]
    Missing(String),
    /// There are several opening markers with this id.
    #[error("the line `<!-- generated: {0} -->` stands there more than once")]
    Repeated(String),
    /// The part that an opening marker begins has no end.
    #[error("`<!-- generated: {0} -->` is not followed by `<!-- end generated -->`")]
    Unclosed(String),
    /// The generated text has a marker in it, so it could not be replaced the next time.
    #[error("the generated text of `{0}` contains a marker")]
    Nested(String),
    /// The file could not be read or written.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// The Markdown text with the part `id` replaced by `generated`. Doing it again changes nothing.
///
/// ```
/// use secateur_lab::markers::replace;
/// let readme = "Before.\n<!-- generated: sizes -->\nold\n<!-- end generated -->\nAfter.\n";
/// let new = replace(readme, "sizes", "| a |\n").unwrap();
/// assert_eq!(new, "Before.\n<!-- generated: sizes -->\n\n| a |\n\n<!-- end generated -->\nAfter.\n");
/// assert_eq!(replace(&new, "sizes", "| a |\n").unwrap(), new);
/// assert!(replace(readme, "nodes", "").is_err());
/// ```
///
/// # Errors
/// [`MarkerError`] if the markers are not there exactly once and in order.
pub fn replace(markdown: &str, id: &str, generated: &str) -> Result<String, MarkerError> {
    let opening = format!("<!-- generated: {id} -->");
    if generated.contains("<!-- generated:") || generated.contains(END) {
        return Err(MarkerError::Nested(id.to_owned()));
    }
    let (before, rest) = markdown.split_once(&opening).ok_or_else(|| MarkerError::Missing(id.to_owned()))?;
    if rest.contains(&opening) {
        return Err(MarkerError::Repeated(id.to_owned()));
    }
    let (old, after) = rest.split_once(END).ok_or_else(|| MarkerError::Unclosed(id.to_owned()))?;
    if old.contains("<!-- generated:") {
        return Err(MarkerError::Unclosed(id.to_owned()));
    }
    // Blank lines around the text, since Markdown needs them between a comment and a table.
    let generated = generated.trim_matches(['\n', '\r']);
    let body = if generated.is_empty() { String::new() } else { format!("\n{generated}\n\n") };
    Ok(format!("{before}{opening}\n{body}{END}{after}"))
}

/// Whether the file would change if the part `id` were replaced by `generated`; the file is left alone.
///
/// # Errors
/// [`MarkerError`] if the file cannot be read or lacks the markers.
pub fn would_change(path: &Path, id: &str, generated: &str) -> Result<bool, MarkerError> {
    let old = std::fs::read_to_string(path)?;
    Ok(replace(&old, id, generated)? != old)
}

/// Replaces the part `id` of a file by `generated`; returns whether the file changed. An equal file is not written.
///
/// # Errors
/// [`MarkerError`] if the file cannot be read or written or lacks the markers.
pub fn update(path: &Path, id: &str, generated: &str) -> Result<bool, MarkerError> {
    let old = std::fs::read_to_string(path)?;
    let new = replace(&old, id, generated)?;
    if new == old {
        return Ok(false);
    }
    atomic::write(path, new.as_bytes())?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn misplaced_markers_are_named() {
        let replace = |text: &str| replace(text, "a", "x").unwrap_err();
        assert!(matches!(replace(""), MarkerError::Missing(_)));
        assert!(matches!(replace("<!-- generated: a -->"), MarkerError::Unclosed(_)));
        let swallowing = "<!-- generated: a --><!-- generated: b --><!-- end generated -->";
        assert!(matches!(replace(swallowing), MarkerError::Unclosed(_)));
        let twice = "<!-- generated: a --><!-- end generated -->".repeat(2);
        assert!(matches!(replace(&twice), MarkerError::Repeated(_)));
        let before = "<!-- end generated --><!-- generated: a -->";
        assert!(matches!(replace(before), MarkerError::Unclosed(_)));
        let nested = super::replace(&twice, "a", "<!-- end generated -->").unwrap_err();
        assert!(matches!(nested, MarkerError::Nested(_)));
    }

    #[test]
    fn a_file_is_checked_before_and_written_once() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("README.md");
        std::fs::write(&path, "# T\n<!-- generated: a -->\n<!-- end generated -->\n").unwrap();
        assert!(would_change(&path, "a", "| x |\n").unwrap());
        assert!(update(&path, "a", "| x |\n").unwrap());
        assert!(!would_change(&path, "a", "| x |\n").unwrap());
        assert!(!update(&path, "a", "| x |\n").unwrap());
        assert!(would_change(&path, "a", "| y |\n").unwrap());
        assert!(matches!(update(&directory.path().join("no"), "a", ""), Err(MarkerError::Io(_))));
    }

    proptest! {
        #[test]
        fn replacing_is_idempotent_and_local(
            before in "[a-z\n#|]{0,20}", old in "[a-z\n|]{0,20}", after in "[a-z\n|]{0,20}", new in "[a-z\n|]{0,20}"
        ) {
            let text = format!("{before}<!-- generated: t -->{old}{END}{after}");
            let once = replace(&text, "t", &new).unwrap();
            prop_assert_eq!(&*replace(&once, "t", &new).unwrap(), &*once);
            prop_assert!(once.starts_with(&before) && once.ends_with(&after));
        }
    }
}
