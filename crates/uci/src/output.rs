//! Where answers go: written by the reading and by the searching thread, whole lines, at once.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// A place for answers. Clones share it.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Place>>);

enum Place {
    Writer(Box<dyn Write + Send>),
    Text(String),
}

impl Output {
    /// Answers go to a writer, which is flushed after each line.
    pub fn to(writer: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Place::Writer(Box::new(writer)))))
    }

    /// Answers are collected; [`lines`](Output::lines) has them.
    pub fn collecting() -> Self {
        Self(Arc::new(Mutex::new(Place::Text(String::new()))))
    }

    /// What was collected.
    pub fn collected(&self) -> String {
        match &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Place::Text(text) => text.clone(),
            Place::Writer(_) => String::new(),
        }
    }

    /// What was collected, line by line.
    pub fn lines(&self) -> std::vec::IntoIter<String> {
        self.collected().lines().map(str::to_owned).collect::<Vec<_>>().into_iter()
    }

    pub(crate) fn say(&self, line: &str) {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Place::Text(text) => *text += &format!("{line}\n"),
            Place::Writer(writer) => {
                // Nobody listens any more: the end of the input will end the conversation.
                let _ = writeln!(writer, "{line}").and_then(|()| writer.flush());
            }
        }
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Output")
    }
}
