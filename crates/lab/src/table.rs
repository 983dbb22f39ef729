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
///         "1 of 2 figures is as printed in the paper, every digit. The furthest is SMAB in row 7: 757,700 beside the paper's 757,699.",
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
    /// The reader's own figures, which stand beside both.
    pub own: Vec<OwnFigure>,
}

/// A figure of the reader's own, to stand beside ours and the paper's.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnFigure {
    /// The id of the table.
    pub table: String,
    /// The texts with which the row begins, joined by a comma and a space, such as `depth 9, 32`.
    pub row: String,
    /// The name of the column.
    pub column: String,
    /// The figure.
    pub value: f64,
}

impl OwnFigure {
    /// Reads a CSV file with the columns `table`, `row`, `column` and `value`.
    ///
    /// ```
    /// use secateur_lab::OwnFigure;
    /// let own = OwnFigure::read("table,row,column,value\ntrees,\"depth 9, 32\",ER,0.41\n")?;
    /// assert_eq!((own[0].row.as_str(), own[0].value), ("depth 9, 32", 0.41));
    /// assert!(OwnFigure::read("table,row\n").is_err());
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// What was expected, and in which line.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        let mut rows = crate::csv::read(text).into_iter();
        let expected = "expected the columns table,row,column,value";
        if rows.next().is_none_or(|head| head != ["table", "row", "column", "value"]) {
            return Err(format!("line 1: {expected}"));
        }
        let read = |(number, cells): (usize, Vec<String>)| match <[String; 4]>::try_from(cells) {
            Ok([table, row, column, value]) => {
                let value = value
                    .trim()
                    .parse()
                    .map_err(|_| format!("row {}: expected a number, found {value}", number + 2))?;
                Ok(Self { table, row, column, value })
            }
            Err(_) => Err(format!("row {}: {expected}", number + 2)),
        };
        rows.enumerate().map(read).collect()
    }
}

/// A column, or a pair of columns, of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What stands above it.
    pub name: String,
    /// Whether the paper's figures stand beside ours.
    pub compared: bool,
    /// How its numbers are written; the paper's too, so that "as printed" means every printed digit.
    pub format: Format,
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
    /// Our mean, half the width of its 95% confidence interval, and the paper's figure, as far as there are any.
    Estimate(f64, Option<f64>, Option<f64>),
}

impl Table {
    /// A table without columns and rows.
    pub fn new(id: impl Into<String>, caption: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            caption: caption.into(),
            columns: Vec::new(),
            rows: Vec::new(),
            differences: Vec::new(),
            own: Vec::new(),
        }
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
            if self.has_own(column) {
                head.push((format!("{}, yours", column.name), true));
            }
        }
        let rows = self.rows.iter().map(|row| self.written_row(row)).collect();
        (head, rows)
    }

    /// What is to be said below the table: how many figures are the paper's, and the sentences on the differences.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = self.agreement();
        remarks.extend(self.differences.iter().cloned());
        for row in &self.rows {
            if let Some(note) = &row.note {
                remarks.push(format!("{}: {note}", row.label()));
            }
        }
        remarks
    }

    fn with_column(mut self, name: String, compared: bool) -> Self {
        self.columns.push(Column { name, compared, format: Format::Tidy });
        self
    }

    /// Whether the reader has figures for a column.
    fn has_own(&self, column: &Column) -> bool {
        self.own.iter().any(|own| own.table == self.id && own.column == column.name)
    }

    fn written_row(&self, row: &Row) -> Vec<String> {
        let mut written = Vec::new();
        for (place, column) in self.columns.iter().enumerate() {
            let optional = |value: &Option<f64>| value.map_or_else(String::new, |value| column.format.write(value));
            let (ours, paper) = match row.cells.get(place) {
                None => (String::new(), String::new()),
                Some(Cell::Text(text)) => (text.clone(), String::new()),
                Some(Cell::Number(value)) => (optional(value), String::new()),
                Some(Cell::Interval(mean, half)) => (column.interval(*mean, *half), String::new()),
                Some(Cell::Estimate(mean, half, paper)) => (column.interval(*mean, *half), optional(paper)),
                Some(Cell::Beside(ours, paper)) => (optional(ours), optional(paper)),
            };
            written.push(ours);
            if column.compared {
                written.push(paper);
            }
            if self.has_own(column) {
                let label = row.label();
                let mut mine = self.own.iter().filter(|own| own.table == self.id && own.column == column.name);
                let found = mine.find(|own| own.row == label);
                written.push(found.map_or_else(String::new, |own| column.format.write(own.value)));
            }
        }
        written
    }

    /// How many figures are the paper's, if the table compares any; and for each that has an interval and is not, how far off.
    fn agreement(&self) -> Vec<String> {
        let (mut total, mut same, mut inside) = (0, 0, 0);
        let mut furthest: Option<(f64, String)> = None;
        let mut apart = Vec::new();
        for row in &self.rows {
            for (column, cell) in self.columns.iter().zip(&row.cells) {
                let (ours, half, paper) = match *cell {
                    Cell::Beside(Some(ours), Some(paper)) => (ours, None, paper),
                    Cell::Estimate(ours, half, Some(paper)) => (ours, half, paper),
                    _ => continue,
                };
                total += 1;
                if column.agrees(ours, paper) {
                    same += 1;
                    continue;
                }
                let place = format!("{} in row {}", column.name, row.label());
                if let Some(half) = half {
                    let within = (ours - paper).abs() <= half;
                    inside += usize::from(within);
                    let (difference, side) =
                        (column.format.write((ours - paper).abs()), if ours > paper { "above" } else { "below" });
                    let (ours, paper) = (column.interval(ours, Some(half)), column.format.write(paper));
                    let where_it_is = if within { "inside" } else { "outside" };
                    apart.push(format!(
                        "{place}: {ours}, {difference} {side} the printed {paper}, which lies {where_it_is} the 95% interval."
                    ));
                }
                let ratio = ours / paper;
                let distance = if ratio > 0.0 { ratio.ln().abs() } else { f64::INFINITY };
                if furthest.as_ref().is_none_or(|(known, _)| distance > *known) {
                    let (ours, paper) = (column.format.write(ours), column.format.write(paper));
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
        let first = match furthest {
            _ if total == 0 => return Vec::new(),
            None if total == 1 => "The figure is as printed in the paper, every digit.".to_owned(),
            None => format!("All {total} figures are as printed in the paper, every digit."),
            Some((_, sentence)) => {
                let verb = if same == 1 { "is" } else { "are" };
                let close = if apart.is_empty() {
                    String::new()
                } else {
                    format!(" {inside} more lie inside the 95% interval of ours.")
                };
                let plea = if unexplained { " No reason has been found yet." } else { "" };
                format!(
                    "{same} of {total} figures {verb} as printed in the paper, every digit.{close} {sentence}{plea}"
                )
            }
        };
        std::iter::once(first).chain(apart).collect()
    }
}

impl Column {
    /// Whether a figure of ours is the paper's, every printed digit.
    fn agrees(&self, ours: f64, paper: f64) -> bool {
        self.format.write(ours) == self.format.write(paper)
    }

    fn interval(&self, mean: f64, half: Option<f64>) -> String {
        let mean = self.format.write(mean);
        half.map_or_else(|| mean.clone(), |half| format!("{mean} ± {}", self.format.write(half)))
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

    /// Adds our mean with its 95% confidence interval, and the paper's figure; nothing where nothing was measured.
    pub fn estimate(&mut self, summary: Option<crate::statistics::Summary>, paper: Option<f64>) -> &mut Self {
        self.cell(match summary {
            Some(summary) => Cell::Estimate(summary.mean, summary.half_width, paper),
            None => Cell::Beside(None, paper),
        })
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

    /// The texts that the row begins with.
    fn label(&self) -> String {
        let texts = self.cells.iter().map_while(|cell| match cell {
            Cell::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(", ")
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
    fn agreement_is_by_every_printed_digit_and_the_rest_is_told_with_its_interval() {
        let mut table = Table::new("t", "c").column("a").compared("b").format(Format::Decimals(2));
        table.row("1").beside(Some(0.954), Some(0.95));
        assert_eq!(table.remarks(), ["The figure is as printed in the paper, every digit."]);
        table.row("2").beside(Some(1.0), Some(0.95));
        let remark = &table.remarks()[0];
        assert!(remark.starts_with("1 of 2 figures is as printed"), "{remark}");
        assert!(
            remark.ends_with("1.00 beside the paper's 0.95 (1.05 times it). No reason has been found yet."),
            "{remark}"
        );
        let mut table = Table::new("t", "c").column("a").compared("b").format(Format::Decimals(2));
        let summary =
            |mean| Some(crate::statistics::Summary { count: 9, mean, deviation: 1.0, half_width: Some(0.03) });
        table.row("1").estimate(summary(0.97), Some(0.95)).note("A note.");
        table.row("2").estimate(summary(32.0), Some(30.97));
        let remarks = table.remarks();
        assert!(
            remarks[0].starts_with("0 of 2 figures are as printed in the paper, every digit. 1 more lie inside"),
            "{remarks:?}"
        );
        assert_eq!(
            remarks[1],
            "b in row 1: 0.97 ± 0.03, 0.02 above the printed 0.95, which lies inside the 95% interval."
        );
        assert_eq!(
            remarks[2],
            "b in row 2: 32.00 ± 0.03, 1.03 above the printed 30.97, which lies outside the 95% interval."
        );
    }

    #[test]
    fn own_figures_stand_beside_both() {
        let mut table = Table::new("t", "c").column("a").compared("b").column("c");
        table.row("1").text("x").number(3.0);
        table.columns[1].compared = false;
        table.own = OwnFigure::read("table,row,column,value\nt,\"1, x\",c,7\nother,1,c,9\n").unwrap();
        let (head, rows) = table.grid();
        assert_eq!(head.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["a", "b", "c", "c, yours"]);
        assert_eq!(rows[0], ["1", "x", "3", "7"]);
        assert!(
            OwnFigure::read("table,row,column,value\nt,1,c,many").unwrap_err().starts_with("row 2: expected a number")
        );
    }

    #[test]
    fn a_zero_in_the_paper_is_compared_without_a_ratio() {
        let mut table = Table::new("t", "c").column("a").compared("b").difference("Rounded there.");
        table.row("x").beside(Some(3.0), Some(0.0));
        assert_eq!(
            table.remarks(),
            [
                "0 of 1 figures are as printed in the paper, every digit. The furthest is b in row x: 3 beside the paper's 0.",
                "Rounded there."
            ]
        );
    }
}
