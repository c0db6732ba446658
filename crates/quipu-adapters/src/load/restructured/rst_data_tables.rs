//! Tables of reStructuredText that are written as data: lists of lists, and rows with separators.

use super::rst_body::RstReader;
use super::rst_explicit::DirectiveParts;
use super::rst_lines::{indent, is_blank};

/// The most cells of a row.
const MOST_CELLS: usize = 256;

impl RstReader<'_> {
    /// `list-table`: each point is a row, each point in it a cell.
    pub(super) fn list_table(&mut self, parts: &DirectiveParts<'_>) {
        self.title_line(parts);
        let mut rows: Vec<Vec<String>> = Vec::new();
        for line in &parts.content {
            let mut rest = line.trim_start();
            let columns = indent(line);
            if columns == 0
                && let Some(row) = point(rest)
            {
                rows.push(Vec::new());
                rest = row.trim_start();
            }
            let Some(row) = rows.last_mut() else { continue };
            let is_cell = (columns == 0 && point(line).is_some()) || (1..=4).contains(&columns);
            match point(rest).filter(|_| is_cell && row.len() < MOST_CELLS) {
                Some(cell) => row.push(cell.trim().to_owned()),
                None if is_blank(rest) => {}
                None => match row.last_mut() {
                    Some(cell) => *cell = std::mem::take(cell) + "\n" + rest,
                    None => row.push(rest.to_owned()),
                },
            }
        }
        self.data_table(rows);
    }

    /// `csv-table`: rows with separators; a file that holds them is a link.
    pub(super) fn csv_table(&mut self, parts: &DirectiveParts<'_>) {
        self.title_line(parts);
        if let Some(file) = parts.option("file").or(parts.option("url")) {
            self.to.link(file);
        }
        let separator = match parts.option("delim").unwrap_or(",") {
            "tab" => b'\t',
            "space" => b' ',
            mark => mark.bytes().next().unwrap_or(b','),
        };
        let quote = parts.option("quote").and_then(|mark| mark.bytes().next()).unwrap_or(b'"');
        let text = [parts.option("header").unwrap_or_default(), "\n", &parts.content.join("\n")].concat();
        // Blanks before a quote are no text.
        let (mark, open) = (char::from(separator), char::from(quote));
        let text = text.replace(&format!("{mark} {open}"), &format!("{mark}{open}"));
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).delimiter(separator).quote(quote).trim(csv::Trim::All);
        let read = reader
            .from_reader(text.as_bytes())
            .into_records()
            .filter_map(Result::ok)
            .map(|row| row.iter().take(MOST_CELLS).map(str::to_owned).collect::<Vec<String>>());
        let rows = read.collect();
        self.data_table(rows);
    }

    fn data_table(&mut self, rows: Vec<Vec<String>>) {
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| self.inline(cell)).collect()).collect();
        self.to.table(&rows);
    }
}

/// The text behind a bullet.
fn point(line: &str) -> Option<&str> {
    if line == "*" || line == "-" { Some("") } else { line.strip_prefix("* ").or(line.strip_prefix("- ")) }
}
