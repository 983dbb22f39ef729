//! The results of a finished experiment, and the files that are written of them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::experiment::{About, Settings};
use crate::machine::Machine;
use crate::page::Page;
use crate::record::Record;
use crate::runner::Error;
use crate::{csv, html, latex, markdown, plot};

/// The layout of the written JSON; raised when a reader would have to change.
pub const SCHEMA_VERSION: u32 = 1;

/// A finished experiment.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Results {
    /// What it is about.
    pub about: About,
    /// How it was run.
    pub settings: Settings,
    /// The command that measures the same again.
    pub command: String,
    /// What differs from the paper's choice of parameters, one each.
    pub departures: Vec<String>,
    /// Where its first session ran.
    pub machine: Machine,
    /// The machines, each with the threads used and how many instances it measured.
    pub machines: Vec<(String, usize)>,
    /// The builds of the program, each with how many instances it measured.
    pub builds: Vec<(String, usize)>,
    /// When its first instance was begun, in UTC.
    pub started: String,
    /// When its last instance was finished, in UTC.
    pub finished: String,
    /// A record for each instance, in the order of the instances.
    pub records: Vec<Record>,
    /// The page that shows them.
    pub page: Page,
}

impl Results {
    /// Writes `ID.csv`, `ID.json`, `ID.md`, `ID.tex`, and an SVG file for each figure; returns what was written. Each
    /// file is whole or absent.
    ///
    /// # Errors
    /// [`Error::Io`] if a file cannot be written.
    pub fn write(&self, directory: &Path) -> Result<Vec<PathBuf>, Error> {
        let id = self.about.id;
        let mut files = vec![
            (format!("{id}.csv"), csv::write(&self.records).into_bytes()),
            (format!("{id}.json"), self.json().into_bytes()),
        ];
        for (figure, name) in self.page.figures().zip(self.figure_names()) {
            files.push((format!("{name}.svg"), plot::svg(figure).into_bytes()));
        }
        files.push((format!("{id}.tex"), latex::page(self).into_bytes()));
        files.push((format!("{id}.md"), markdown::page(self).into_bytes()));
        let mut written = Vec::new();
        for (name, bytes) in files {
            let path = directory.join(name);
            secateur_files::write(&path, &bytes).map_err(|source| Error::io(&path, source))?;
            written.push(path);
        }
        Ok(written)
    }

    /// The records with all that is needed to judge and to repeat them, as JSON.
    pub fn json(&self) -> String {
        let document = json!({
            "schema_version": SCHEMA_VERSION,
            "experiment": self.about.id,
            "title": self.about.title,
            "paper": self.about.paper,
            "place": self.about.place,
            "version": self.settings.version,
            "seed": self.settings.seed,
            "settings": { "quick": self.settings.quick, "options": self.settings.options },
            "command": self.command,
            "departures": self.departures,
            "machine": self.machine,
            "builds": self.builds,
            "started": self.started,
            "finished": self.finished,
            "records": self.records,
        });
        format!("{document:#}\n")
    }

    /// The names of the figures' files without their endings: unique, and fit for every file system.
    pub fn figure_names(&self) -> Vec<String> {
        let mut taken = HashSet::new();
        let unique = |figure: &crate::Figure| {
            let base = format!("{}-{}", self.about.id, file_name(&figure.id));
            let numbered = (2..).map(|number: usize| format!("{base}-{number}"));
            let mut names = std::iter::once(base.clone()).chain(numbered);
            names.find(|name| taken.insert(name.clone())).unwrap_or(base)
        };
        self.page.figures().map(unique).collect()
    }
}

/// Writes `report.html` with all these experiments; returns its path.
///
/// # Errors
/// [`Error::Io`] if it cannot be written.
pub fn write_report(directory: &Path, title: &str, results: &[Results]) -> Result<PathBuf, Error> {
    let path = directory.join("report.html");
    let page = html::report(title, results);
    std::fs::create_dir_all(directory).map_err(|source| Error::io(directory, source))?;
    secateur_files::write(&path, page.as_bytes()).map_err(|source| Error::io(&path, source))?;
    Ok(path)
}

/// Lower-case letters and digits of a text, joined by hyphens where others stood.
fn file_name(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric();
    let words = text.split(|c| !fits(c)).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-").to_lowercase();
    if name.is_empty() { "figure".to_owned() } else { name }
}
