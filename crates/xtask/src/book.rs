//! The pages that people read: every link between them leads somewhere, and the book builds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

/// Folders that hold no pages of the project's own.
const PASSED_OVER: [&str; 4] = ["target", ".git", "node_modules", "reports"];

/// Follows every link of every page, and builds the book where mdbook is installed.
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
pub(crate) fn check() -> Result<()> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).canonicalize()?;
    let mut pages = BTreeMap::new();
    gather(&root, &mut pages)?;
    let broken: Vec<String> = pages.iter().flat_map(|(page, text)| broken_links(page, text, &pages, &root)).collect();
    ensure!(broken.is_empty(), "{}", broken.join("\n"));
    let links: usize = pages.values().map(|text| links(text).len()).sum();
    println!("{} pages, {links} links", pages.len());
    let missing = missing_chapters(&root, &pages);
    ensure!(missing.is_empty(), "docs/SUMMARY.md does not name {}", missing.join(", "));
    match Command::new("mdbook").arg("build").arg(root.join("docs")).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => bail!("mdbook ended with {status}"),
        Err(_) => {
            println!("left out: the book was not built, because mdbook is not installed (cargo install mdbook)");
            Ok(())
        }
    }
}

/// All pages below a folder, with their texts.
fn gather(folder: &Path, pages: &mut BTreeMap<PathBuf, String>) -> Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !PASSED_OVER.contains(&name) {
                gather(&path, pages)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            pages.insert(path, text);
        }
    }
    Ok(())
}

/// The pages of the book's folder that its table of contents leaves out.
fn missing_chapters(root: &Path, pages: &BTreeMap<PathBuf, String>) -> Vec<String> {
    let folder = root.join("docs");
    let Some(summary) = pages.get(&folder.join("SUMMARY.md")) else { return vec!["itself".to_owned()] };
    let named: BTreeSet<&str> = links(summary).into_iter().collect();
    let pages =
        pages.keys().filter(|page| page.parent() == Some(&folder)).filter_map(|page| page.file_name()?.to_str());
    pages.filter(|name| *name != "SUMMARY.md" && !named.contains(name)).map(str::to_owned).collect()
}

/// What is wrong with the links of a page, a line each.
fn broken_links(page: &Path, text: &str, pages: &BTreeMap<PathBuf, String>, root: &Path) -> Vec<String> {
    let folder = page.parent().unwrap_or(root);
    let shown = page.strip_prefix(root).unwrap_or(page).display();
    let problem = |link: &&str| {
        if link.contains("://") || link.starts_with("mailto:") {
            return None; // other people's pages are not asked
        }
        let (path, heading) = link.split_once('#').map_or((*link, None), |(path, heading)| (path, Some(heading)));
        let target = if path.is_empty() { page.to_owned() } else { resolved(&folder.join(path)) };
        if !target.exists() {
            return Some(format!("{shown}: there is no {link}"));
        }
        let known = |heading: &str| pages.get(&target).is_none_or(|text| headings(text).contains(heading));
        heading.filter(|heading| !known(heading)).map(|_| format!("{shown}: there is no heading for {link}"))
    };
    links(text).iter().filter_map(problem).collect()
}

/// A path without `..`, also where nothing is there.
fn resolved(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The lines of a page that are text: what stands between fences is code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// Where the links of a page lead to.
fn links(text: &str) -> Vec<&str> {
    let line = |line: &'_ str| -> Vec<(usize, usize)> {
        let starts = line.match_indices("](").map(|(at, _)| at + 2);
        starts.filter_map(|start| Some((start, start + line[start..].find(')')?))).collect()
    };
    prose(text).flat_map(|text| line(text).into_iter().map(move |(start, end)| &text[start..end])).collect()
}

/// The anchors of a page's headings, made as the common forges make them.
fn headings(text: &str) -> BTreeSet<String> {
    let titles = prose(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |title: &str| {
        let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    titles.map(anchor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_headings_are_found_and_code_is_passed_over() {
        let page = "# The program's JSON\n[a](b.md#c) and [d](e)\n```text\n[not](here)\n# no heading\n```\n";
        assert_eq!(links(page), ["b.md#c", "e"]);
        assert_eq!(headings(page), BTreeSet::from(["the-programs-json".to_owned()]));
    }

    #[test]
    fn a_link_that_leads_nowhere_is_named() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let page = root.join("README.md");
        let pages = BTreeMap::from([(page.clone(), "# Here".to_owned())]);
        let wrong = |text| broken_links(&page, text, &pages, root);
        assert_eq!(wrong("[x](no-such-page.md)"), ["README.md: there is no no-such-page.md"]);
        assert_eq!(wrong("[x](#there)"), ["README.md: there is no heading for #there"]);
        assert!(wrong("[x](#here) [y](Cargo.toml) [z](https://example.org/)").is_empty());
    }
}
