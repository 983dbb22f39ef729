//! One HTML report of a set of experiments. It opens offline: plots are inlined, nothing is fetched, no script runs.

use std::fmt::Write;

use crate::markdown::{provenance, subtitle, with_departures};
use crate::output::Results;
use crate::page::Block;
use crate::plot;
use crate::scene::escaped;
use crate::table::Table;

/// The report of a set of finished experiments, as one HTML file.
pub fn report(title: &str, results: &[Results]) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{}\n</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n",
        plot::style(),
        title = escaped(title),
    );
    // Writing to a String cannot fail.
    let _ = writeln!(html, "<nav aria-label=\"Experiments\">\n<ul>");
    for one in results {
        let about = &one.about;
        let (id, title, paper) = (escaped(about.id), escaped(about.title), escaped(about.paper));
        let place = escaped(about.place);
        let _ = writeln!(html, "<li><a href=\"#{id}\">{title}</a> <span class=\"quiet\">{paper}, {place}</span></li>");
    }
    html += "</ul>\n</nav>\n</header>\n<main>\n";
    for one in results {
        html += &section(one);
    }
    html + "</main>\n</body>\n</html>\n"
}

fn section(results: &Results) -> String {
    let mut html = format!(
        "<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"quiet\">{}</p>\n",
        escaped(results.about.id),
        escaped(results.about.title),
        inline(&subtitle(results)),
    );
    for block in &results.page.blocks {
        match block {
            Block::Heading(heading) => {
                let _ = writeln!(html, "<h3>{}</h3>", inline(heading));
            }
            Block::Prose(prose) => {
                for paragraph in prose.split("\n\n").filter(|text| !text.trim().is_empty()) {
                    let _ = writeln!(html, "<p>{}</p>", inline(paragraph));
                }
            }
            Block::Table(part) => {
                html += &table(part);
                html += &list(&with_departures(results, part.remarks()));
            }
            Block::Figure(figure) => {
                let _ = write!(html, "<figure tabindex=\"0\">\n{}", plot::inline_svg(figure));
                if !figure.caption.is_empty() {
                    let _ = writeln!(html, "<figcaption>{}</figcaption>", inline(&figure.caption));
                }
                html += "</figure>\n";
                html += &list(&with_departures(results, figure.remarks()));
            }
        }
    }
    html += "<details>\n<summary>How this was measured</summary>\n";
    html += &list(&provenance(results));
    html + "</details>\n</section>\n"
}

fn table(table: &Table) -> String {
    let (head, rows) = table.grid();
    let class = |numeric: bool| if numeric { " class=\"number\"" } else { "" };
    let mut html = String::from("<div class=\"scroll\" tabindex=\"0\">\n<table>\n");
    let _ = writeln!(html, "<caption>{}</caption>\n<thead><tr>", inline(&table.caption));
    for (name, numeric) in &head {
        let _ = writeln!(html, "<th scope=\"col\"{}>{}</th>", class(*numeric), inline(name));
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in &rows {
        html += "<tr>";
        for (cell, (_, numeric)) in row.iter().zip(&head) {
            let _ = write!(html, "<td{}>{}</td>", class(*numeric), inline(cell));
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n</div>\n"
}

fn list(items: &[String]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let items: String = items.iter().map(|item| format!("<li>{}</li>\n", inline(item))).collect();
    format!("<ul>\n{items}</ul>\n")
}

/// The three marks that prose may use, `` `code` ``, `**strong**` and `*emphasis*`, as HTML; all else is text. A mark
/// without its partner is text too.
fn inline(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*']) {
        html += &escaped(&rest[..at]);
        rest = &rest[at..];
        let marks = [("`", "code"), ("**", "strong"), ("*", "em")];
        let found = marks.iter().find_map(|(mark, element)| {
            let inner = rest.strip_prefix(mark)?;
            let end = inner.find(mark)?;
            let fits = end > 0 && !inner.starts_with(' ') && !inner[..end].ends_with(' ');
            fits.then(|| (*element, &inner[..end], &inner[end + mark.len()..]))
        });
        match found {
            Some(("code", inner, after)) => {
                let _ = write!(html, "<code>{}</code>", escaped(inner));
                rest = after;
            }
            Some((element, inner, after)) => {
                let _ = write!(html, "<{element}>{}</{element}>", inline(inner));
                rest = after;
            }
            None => {
                html += &escaped(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    html + &escaped(rest)
}

const STYLE: &str = "\
:root{color-scheme:light dark;--ground:#fff;--ink:#1c2026;--muted:#5a626e;--rule:#d9dde3;--tint:#f4f6f8;--link:#00598c}
@media (prefers-color-scheme:dark){:root{--ground:#15181d;--ink:#e8eaee;--muted:#a2abb8;--rule:#353c47;--tint:#1d2229;--link:#7cc4f2}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:54rem;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;overflow-wrap:anywhere}
h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0 1rem}
h2{font-size:1.35rem;line-height:1.25;margin:3rem 0 .25rem;padding-top:1rem;border-top:1px solid var(--rule)}
h3{font-size:1.1rem;margin:2rem 0 .5rem}
a{color:var(--link)}
.quiet,figcaption,caption,details{color:var(--muted);font-size:.92rem}
nav ul{padding-left:1.1rem}
code{font:.92em ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;background:var(--tint);padding:.1em .3em;border-radius:.25em}
.scroll{overflow-x:auto;margin:1.25rem 0 .5rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;overflow-wrap:normal}
caption{text-align:left;padding:0 0 .4rem}
th,td{padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top}
thead th{border-bottom:2px solid var(--rule)}
.number{text-align:right;white-space:nowrap}
figure{margin:1.5rem 0 .5rem;overflow-x:auto}
figure .plot{display:block;width:100%;min-width:34rem;height:auto}
summary{cursor:pointer;margin-top:1rem}
@media print{body{max-width:none}section{break-before:page}}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_elements_and_all_else_is_text() {
        for (text, html) in [
            ("a `x < y` b", "a <code>x &lt; y</code> b"),
            ("**very** *so*", "<strong>very</strong> <em>so</em>"),
            ("**a *b* c**", "<strong>a <em>b</em> c</strong>"),
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("`open *star", "`open *star"),
            ("<script>&\"", "&lt;script&gt;&amp;&quot;"),
            ("", ""),
        ] {
            assert_eq!(inline(text), html);
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_gets_out_of_its_element(text in "[ -~]{0,30}|[`*<a é]{0,12}") {
            let html = inline(&text);
            let mut bare = html;
            for element in ["code", "strong", "em"] {
                bare = bare.replace(&format!("<{element}>"), "").replace(&format!("</{element}>"), "");
            }
            proptest::prop_assert!(!bare.contains('<') && !bare.contains('>'));
        }
    }
}
