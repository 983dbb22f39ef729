//! Tables: columns of ours, columns of ours beside the paper's, and a sentence on each difference.

use crate::number::Format;

/// A table.
///
/// ```
/// use secateur_lab::Table;
///
/// let mut table = Table::new("expanded", "Expanded positions").column("cards").compared("SMAB");
/// table.row("6").beside(Some(13_560.0), Some(13_560.0));
/// table.row("7").beside(Some(757_700.0), Some(757_699.0)).note("one position is counted twice here");
/// assert_eq!(
///     secateur_lab::markdown::table(&table),
///     "\
/// | cards | SMAB | SMAB, paper |
/// | --- | ---: | ---: |
/// | 6 | 13,560 | 13,560 |
/// | 7 | 757,700 | 757,699 |
/// "
/// );
/// assert_eq!(
///     table.remarks(),
///     [
///         "1 of 2 figures is as printed in the paper. The furthest is SMAB in row 7: 757,700 beside the paper's 757,699.",
///         "7: one position is counted twice here",
///     ]
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Names the table, for instance between the markers of a README.
    pub id: String,
    /// What the table shows, in one sentence.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// A sentence on each difference between ours and the paper's that concerns more than a row.
    pub differences: Vec<String>,
}

/// A column, or a pair of columns, of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What stands above it.
    pub name: String,
    /// Whether the paper's figures stand beside ours.
    pub compared: bool,
    /// How its numbers are written.
    pub format: Format,
    /// By which share of the paper's figure ours may differ and still count as the same; 0 means as printed.
    pub tolerance: f64,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The cells, one for each column.
    pub cells: Vec<Cell>,
    /// A sentence on how this row differs from the paper's.
    pub note: Option<String>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell {
    /// A text.
    Text(String),
    /// A number, if there is one.
    Number(Option<f64>),
    /// A mean and half the width of its confidence interval, if that is known.
    Interval(f64, Option<f64>),
    /// Our figure and the paper's, as far as there are any.
    Beside(Option<f64>, Option<f64>),
}

impl Table {
    /// A table without columns and rows.
    pub fn new(id: impl Into<String>, caption: impl Into<String>) -> Self {
        Self { id: id.into(), caption: caption.into(), columns: Vec::new(), rows: Vec::new(), differences: Vec::new() }
    }

    /// The same table with a column more.
    #[must_use]
    pub fn column(self, name: impl Into<String>) -> Self {
        self.with_column(name.into(), false)
    }

    /// The same table with a column more that has the paper's figures beside ours.
    #[must_use]
    pub fn compared(self, name: impl Into<String>) -> Self {
        self.with_column(name.into(), true)
    }

    /// The same table with another format of the numbers in the column that was added last.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.format = format;
        }
        self
    }

    /// The same table, where figures of the column that was added last count as the same up to a share of the paper's.
    #[must_use]
    pub fn within(mut self, tolerance: f64) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.tolerance = tolerance;
        }
        self
    }

    /// The same table with a sentence on a difference from the paper.
    #[must_use]
    pub fn difference(mut self, sentence: impl Into<String>) -> Self {
        self.differences.push(sentence.into());
        self
    }

    /// Adds a row whose first cell is this text, and returns it so that further cells can follow.
    pub fn row(&mut self, first: impl Into<String>) -> &mut Row {
        self.rows.push(Row { cells: vec![Cell::Text(first.into())], note: None });
        let last = self.rows.len() - 1;
        &mut self.rows[last]
    }

    /// The written table: names of the columns with whether they hold numbers, and the cells. Short rows are filled
    /// up and long ones cut, so that every row has as many cells as there are columns.
    pub fn grid(&self) -> (Vec<(String, bool)>, Vec<Vec<String>>) {
        let mut head = Vec::new();
        for (place, column) in self.columns.iter().enumerate() {
            let mut cells = self.rows.iter().filter_map(|row| row.cells.get(place));
            let numeric = column.compared || cells.any(|cell| !matches!(cell, Cell::Text(_)));
            head.push((column.name.clone(), numeric));
            if column.compared {
                head.push((format!("{}, paper", column.name), true));
            }
        }
        let rows = self.rows.iter().map(|row| self.written_row(row)).collect();
        (head, rows)
    }

    /// What is to be said below the table: how many figures are the paper's, and the sentences on the differences.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = self.agreement().into_iter().collect();
        remarks.extend(self.differences.iter().cloned());
        for row in &self.rows {
            if let Some(note) = &row.note {
                remarks.push(format!("{}: {note}", row.label()));
            }
        }
        remarks
    }

    fn with_column(mut self, name: String, compared: bool) -> Self {
        self.columns.push(Column { name, compared, format: Format::Tidy, tolerance: 0.0 });
        self
    }

    fn written_row(&self, row: &Row) -> Vec<String> {
        let mut written = Vec::new();
        for (place, column) in self.columns.iter().enumerate() {
            let optional = |value: &Option<f64>| value.map_or_else(String::new, |value| column.format.write(value));
            let (ours, paper) = match row.cells.get(place) {
                None => (String::new(), String::new()),
                Some(Cell::Text(text)) => (text.clone(), String::new()),
                Some(Cell::Number(value)) => (optional(value), String::new()),
                Some(Cell::Interval(mean, None)) => (column.format.write(*mean), String::new()),
                Some(Cell::Interval(mean, Some(half))) => {
                    let (mean, half) = (column.format.write(*mean), column.format.write(*half));
                    (format!("{mean} ± {half}"), String::new())
                }
                Some(Cell::Beside(ours, paper)) => (optional(ours), optional(paper)),
            };
            written.push(ours);
            if column.compared {
                written.push(paper);
            }
        }
        written
    }

    /// One sentence on how many figures are the paper's, if the table compares any.
    fn agreement(&self) -> Option<String> {
        let (mut total, mut same) = (0, 0);
        let mut furthest: Option<(f64, String)> = None;
        for row in &self.rows {
            for (column, cell) in self.columns.iter().zip(&row.cells) {
                let Cell::Beside(Some(ours), Some(paper)) = cell else {
                    continue;
                };
                total += 1;
                if column.agrees(*ours, *paper) {
                    same += 1;
                    continue;
                }
                let ratio = ours / paper;
                let distance = if ratio > 0.0 { ratio.ln().abs() } else { f64::INFINITY };
                if furthest.as_ref().is_none_or(|(known, _)| distance > *known) {
                    let place = format!("{} in row {}", column.name, row.label());
                    let (ours, paper) = (column.format.write(*ours), column.format.write(*paper));
                    let times = match Format::Decimals(2).write(ratio) {
                        times if distance.is_finite() && times != "1.00" => {
                            format!(" ({times} times it)")
                        }
                        _ => String::new(),
                    };
                    let sentence = format!("The furthest is {place}: {ours} beside the paper's {paper}{times}.");
                    furthest = Some((distance, sentence));
                }
            }
        }
        let unexplained = self.differences.is_empty() && self.rows.iter().all(|row| row.note.is_none());
        match furthest {
            _ if total == 0 => None,
            None if total == 1 => Some("The figure is as printed in the paper.".to_owned()),
            None => Some(format!("All {total} figures are as printed in the paper.")),
            Some((_, sentence)) => {
                let verb = if same == 1 { "is" } else { "are" };
                let plea = if unexplained { " No reason has been found yet." } else { "" };
                Some(format!("{same} of {total} figures {verb} as printed in the paper. {sentence}{plea}"))
            }
        }
    }
}

impl Column {
    /// Whether a figure of ours counts as the paper's: it reads the same, or is within the tolerance.
    fn agrees(&self, ours: f64, paper: f64) -> bool {
        self.format.write(ours) == self.format.write(paper) || (ours - paper).abs() <= self.tolerance * paper.abs()
    }
}

impl Row {
    /// Adds a text.
    pub fn text(&mut self, text: impl Into<String>) -> &mut Self {
        self.cell(Cell::Text(text.into()))
    }

    /// Adds a number, or an empty cell.
    pub fn number(&mut self, value: impl Into<Option<f64>>) -> &mut Self {
        self.cell(Cell::Number(value.into()))
    }

    /// Adds a mean with its 95% confidence interval.
    pub fn summary(&mut self, summary: &crate::statistics::Summary) -> &mut Self {
        self.cell(Cell::Interval(summary.mean, summary.half_width))
    }

    /// Adds our figure and the paper's.
    pub fn beside(&mut self, ours: Option<f64>, paper: Option<f64>) -> &mut Self {
        self.cell(Cell::Beside(ours, paper))
    }

    /// Adds a cell.
    pub fn cell(&mut self, cell: Cell) -> &mut Self {
        self.cells.push(cell);
        self
    }

    /// Says why this row differs from the paper's.
    pub fn note(&mut self, sentence: impl Into<String>) -> &mut Self {
        self.note = Some(sentence.into());
        self
    }

    fn label(&self) -> &str {
        match self.cells.first() {
            Some(Cell::Text(text)) => text,
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_fit_the_columns_whatever_was_put_in() {
        let mut table = Table::new("t", "c").column("a").compared("b").column("c");
        table.row("short");
        table.row("long").beside(Some(1.0), None).number(2.0).number(3.0).text("too much");
        let (head, rows) = table.grid();
        assert_eq!(head.len(), 4);
        assert!(rows.iter().all(|row| row.len() == 4));
        assert_eq!(rows[1], ["long", "1", "", "2"]);
    }

    #[test]
    fn agreement_is_by_what_is_printed_or_by_tolerance() {
        let mut table = Table::new("t", "c").column("a").compared("b").format(Format::Decimals(2));
        table.row("1").beside(Some(0.954), Some(0.95));
        assert_eq!(table.remarks(), ["The figure is as printed in the paper."]);
        table.row("2").beside(Some(1.0), Some(0.95));
        let remark = &table.remarks()[0];
        assert!(remark.starts_with("1 of 2 figures is as printed"), "{remark}");
        assert!(
            remark.ends_with("1.00 beside the paper's 0.95 (1.05 times it). No reason has been found yet."),
            "{remark}"
        );
        let table = table.within(0.06);
        assert_eq!(table.remarks(), ["All 2 figures are as printed in the paper."]);
    }

    #[test]
    fn a_zero_in_the_paper_is_compared_without_a_ratio() {
        let mut table = Table::new("t", "c").column("a").compared("b").difference("Rounded there.");
        table.row("x").beside(Some(3.0), Some(0.0));
        assert_eq!(
            table.remarks(),
            [
                "0 of 1 figures are as printed in the paper. The furthest is b in row x: 3 beside the paper's 0.",
                "Rounded there."
            ]
        );
    }
}
