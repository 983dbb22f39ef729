//! Records as CSV (RFC 4180): one row for each record, one column for each field that any of them has.

use crate::record::Record;

/// The records as CSV, columns in the order in which fields first appear.
///
/// ```
/// use secateur_lab::{Record, csv};
/// let records = [
///     Record::new().with("cards", 6).with("order", "l-shaped, skip 1"),
///     Record::new().with("cards", 7).with("expanded", 757_699_u64),
/// ];
/// assert_eq!(
///     csv::write(&records),
///     "cards,order,expanded\r\n6,\"l-shaped, skip 1\",\r\n7,,757699\r\n"
/// );
/// ```
pub fn write(records: &[Record]) -> String {
    let columns = columns(records);
    let mut text = row(columns.iter().map(|name| quoted(name)));
    for record in records {
        let value = |name: &&str| record.get(name).map_or_else(String::new, ToString::to_string);
        text += &row(columns.iter().map(|name| quoted(&value(name))));
    }
    text
}

/// The rows of a CSV file, header included. Lines may end with or without a carriage return, and cells may be quoted.
///
/// ```
/// use secateur_lab::csv;
/// assert_eq!(csv::read("a,\"b, c\"\n1,\"say \"\"x\"\"\"\r\n"), [["a", "b, c"], ["1", "say \"x\""]]);
/// ```
pub fn read(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut inside, mut begun) = (false, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        begun = true;
        match letter {
            '"' if inside && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => inside = !inside,
            ',' if !inside => row.push(std::mem::take(&mut cell)),
            '\r' if !inside && letters.peek() == Some(&'\n') => {}
            '\n' if !inside => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
                begun = false;
            }
            other => cell.push(other),
        }
    }
    if begun {
        row.push(cell);
        rows.push(row);
    }
    rows
}

fn columns(records: &[Record]) -> Vec<&str> {
    let mut seen = std::collections::HashSet::new();
    let names = records.iter().flat_map(Record::names);
    names.filter(|name| seen.insert(*name)).collect()
}

fn row(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(",") + "\r\n"
}

fn quoted(cell: &str) -> String {
    if cell.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_read_back(texts in prop::collection::vec(any::<String>(), 1..6)) {
            let records: Vec<_> =
                texts.iter().map(|text| Record::new().with("n", 1).with("t", text.as_str())).collect();
            let rows = read(&write(&records));
            prop_assert_eq!(rows.len(), texts.len() + 1);
            for (row, text) in rows[1..].iter().zip(&texts) {
                prop_assert_eq!(&row[1], text);
            }
        }
    }
}
