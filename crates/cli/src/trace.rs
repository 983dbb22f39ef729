//! `secateur trace`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use secateur_files::Draft;
use secateur_trace::{Keep, Record, draw, trace};

use crate::arguments::Trace;
use crate::numbers::grouped;
use crate::watch::watched;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Page,
    Svg,
    Dot,
    Tikz,
    Json,
}

impl Form {
    const ENDINGS: &str = ".html, .svg, .dot, .tex or .json";

    fn of(path: &Path) -> Result<Self> {
        Ok(match path.extension().and_then(|ending| ending.to_str()) {
            Some("html" | "htm") => Self::Page,
            Some("svg") => Self::Svg,
            Some("dot" | "gv") => Self::Dot,
            Some("tex" | "tikz") => Self::Tikz,
            Some("json") => Self::Json,
            _ => bail!("--out {}: expected a file name that ends in {}", path.display(), Self::ENDINGS),
        })
    }

    /// How many nodes are kept unless something else is said: a page can hide what a drawing has to show at once.
    fn nodes(self) -> usize {
        match self {
            Self::Page => 20_000,
            Self::Svg | Self::Dot | Self::Tikz => 300,
            Self::Json => 100_000,
        }
    }

    fn write(self, record: &Record) -> Result<String> {
        Ok(match self {
            Self::Page => draw::page(record),
            Self::Svg => draw::svg(record),
            Self::Dot => draw::dot(record),
            Self::Tikz => draw::tikz(record),
            Self::Json => serde_json::to_string(record)? + "\n",
        })
    }
}

/// Records a search and writes it to a file.
pub(crate) fn run(arguments: &Trace, out: &mut impl Write) -> Result<ExitCode> {
    let path = &arguments.out;
    let form = Form::of(path)?;
    // Whether there can be such a file: known before the work.
    let mut draft = Draft::begin(path).with_context(|| path.display().to_string())?;
    let mut request = arguments.request();
    let limits = std::mem::take(&mut request.limits);
    let keep = Keep::nodes(arguments.keep().unwrap_or_else(|| form.nodes()));
    let record = watched(limits, |limits| trace(&request.clone().limits(limits), keep))?;
    draft
        .write_all(form.write(&record)?.as_bytes())
        .and_then(|()| draft.keep())
        .with_context(|| path.display().to_string())?;
    let totals = &record.totals;
    writeln!(out, "{}", record.title())?;
    writeln!(out, "Value       {}", record.answer())?;
    writeln!(
        out,
        "Search      {}: {} positions looked at, {} cuts",
        record.stopped,
        grouped(totals.visits),
        grouped(totals.cuts)
    )?;
    if let Some(thinned) = &record.thinned {
        writeln!(out, "Note        {}", thinned.words)?;
    }
    writeln!(out, "Written     {} with {} nodes", path.display(), grouped(record.nodes.len() as u64))?;
    Ok(ExitCode::SUCCESS)
}
