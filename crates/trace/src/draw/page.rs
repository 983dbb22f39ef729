//! A page that needs nothing but itself: the record, where its nodes stand, and the script that steps through it.

use crate::Record;
use crate::draw::look;
use crate::draw::svg::escaped;

/// The script that draws a record and steps through it; a module that exports `watch(place, record, layout)`. It loads nothing.
pub const SCRIPT: &str = include_str!("../../assets/watch.js");
/// How it looks.
pub const STYLE: &str = include_str!("../../assets/watch.css");

/// Writes the page.
pub fn page(record: &Record) -> String {
    let json = |value: serde_json::Result<String>| value.unwrap_or_else(|_| "null".to_owned()).replace("</", "<\\/");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main id=\"watch\"></main>\n\
         <script id=\"record\" type=\"application/json\">{}</script>\n\
         <script id=\"layout\" type=\"application/json\">{}</script>\n\
         <script type=\"module\">\n{SCRIPT}\n\
         const data = (id) => JSON.parse(document.getElementById(id).textContent);\n\
         watch(document.getElementById('watch'), data('record'), data('layout'));\n</script>\n</body>\n</html>\n",
        escaped(&record.title()),
        json(serde_json::to_string(record)),
        json(serde_json::to_string(&look::layout(record))),
    )
}
