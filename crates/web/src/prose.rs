//! The Markdown of reports as HTML: headings, paragraphs, lists, tables, plots, `code`, *emphasis* and **strong**.

use std::fmt::Write;

/// A report's Markdown as HTML. Whatever is not understood stays text.
pub(crate) fn html(text: &str) -> String {
    let mut html = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_end();
        // Writing to a String cannot fail.
        if let Some(title) = line.strip_prefix("# ") {
            let _ = writeln!(html, "<h1>{}</h1>", inline(title));
        } else if let Some(title) = line.strip_prefix("## ") {
            let _ = writeln!(html, "<h2>{}</h2>", inline(title));
        } else if let Some((title, file)) = plot(line) {
            let (title, file) = (inline(title), escaped(file));
            let _ = writeln!(
                html,
                "<figure><button type=\"button\" class=\"plot\" aria-label=\"Enlarge: {title}\"><img src=\"/reports/{file}\" \
                 alt=\"{title}\"></button></figure>"
            );
        } else if line.starts_with("- ") {
            html += "<ul>\n";
            let mut item = Some(line);
            while let Some(words) = item.and_then(|line| line.strip_prefix("- ")) {
                let _ = writeln!(html, "<li>{}</li>", inline(words));
                item = lines.next_if(|line| line.starts_with("- "));
            }
            html += "</ul>\n";
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            html += &table(&rows);
        } else if !line.is_empty() {
            let mut words = line.to_owned();
            while let Some(more) =
                lines.next_if(|line| !line.trim().is_empty() && !line.starts_with(['#', '|', '-', '!']))
            {
                words = words + " " + more;
            }
            let _ = writeln!(html, "<p>{}</p>", inline(&words));
        }
    }
    html
}

/// `![title](file.svg)`, the file beside the report.
fn plot(line: &str) -> Option<(&str, &str)> {
    let (title, file) = line.strip_prefix("![")?.strip_suffix(')')?.split_once("](")?;
    (file.ends_with(".svg") && !file.contains(['/', ':', '\\'])).then_some((title, file))
}

/// The cells of a row; a bar after a backslash belongs to a cell.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|');
    let line = line.strip_suffix('|').unwrap_or(line);
    line.replace("\\|", "\u{1}").split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
}

fn table(rows: &[Vec<String>]) -> String {
    let is_rule =
        |row: &&Vec<String>| row.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| c == '-' || c == ':'));
    let rule = rows.get(1).filter(is_rule);
    let right = |column: usize| rule.is_some_and(|rule| rule.get(column).is_some_and(|cell| cell.ends_with(':')));
    let mut html = String::from("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>\n");
    for (number, row) in rows.iter().enumerate().filter(|&(number, _)| number != 1 || rule.is_none()) {
        let name = if number == 0 && rule.is_some() { "th" } else { "td" };
        html += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            let class = if right(column) { " class=\"number\"" } else { "" };
            let _ = write!(html, "<{name}{class}>{}</{name}>", inline(cell));
        }
        html += "</tr>\n";
    }
    html + "</table></div>\n"
}

/// Text with its marks as elements.
fn inline(text: &str) -> String {
    let mut html = String::new();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            let _ = write!(html, "<code>{}</code>", escaped(part));
            continue;
        }
        let strong = marked(&escaped(part), "**", "strong");
        html += &marked(&strong, "*", "em");
    }
    html
}

/// Text between two marks as an element. A mark without a second one stays a mark.
fn marked(text: &str, mark: &str, element: &str) -> String {
    let parts: Vec<&str> = text.split(mark).collect();
    let whole = parts.len() % 2 == 1;
    let mut html = String::new();
    for (number, part) in parts.iter().enumerate() {
        match number % 2 {
            1 if whole || number + 1 < parts.len() => {
                let _ = write!(html, "<{element}>{part}</{element}>");
            }
            1 => {
                let _ = write!(html, "{mark}{part}");
            }
            _ => html += part,
        }
    }
    html
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_become_html_and_nothing_else_does() {
        let text = "# A & B\n\nWords *of* `a<b>` and **more**, 2 * 3.\n\n| x | y |\n| --- | ---: |\n| a\\|b | 1 |\n\n- one\n- two\n\n\
                    ![Plot](p.svg)\n![No](http://x/y.svg)\n<script>alert(1)</script>\n";
        let html = html(text);
        assert!(html.contains("<h1>A &amp; B</h1>") && html.contains("<em>of</em> <code>a&lt;b&gt;</code>"));
        assert!(html.contains("<strong>more</strong>, 2 * 3."), "{html}");
        assert!(html.contains("<td>a|b</td><td class=\"number\">1</td>") && html.contains("<li>two</li>"));
        assert!(html.contains("src=\"/reports/p.svg\"") && !html.contains("http://x/y.svg\""));
        assert!(html.contains("&lt;script&gt;"));
    }
}
