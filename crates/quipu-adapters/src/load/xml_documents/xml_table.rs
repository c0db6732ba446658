//! Tables of CALS, HTML, TEI and DITA, as rows of cells.

use super::xml_line::{XmlLine, XmlTitles};
use super::xml_tree::XmlElement;
use crate::load::spans::{Repeats, SPAN};
use crate::load::text_builder::one_line;

/// Names of rows and of cells.
const ROWS: [&str; 4] = ["row", "tr", "strow", "sthead"];
const CELLS: [&str; 5] = ["entry", "td", "th", "cell", "stentry"];

/// The rows of the tables in an element; a `tgroup` is a table of its own.
pub(super) fn rows(element: &XmlElement, titles: &XmlTitles) -> Vec<Vec<Vec<String>>> {
    let mut groups = Vec::new();
    element.all(&["tgroup"], &mut groups);
    if groups.is_empty() {
        groups.push(element);
    }
    groups.into_iter().map(|group| table(group, titles)).collect()
}

fn table(element: &XmlElement, titles: &XmlTitles) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    element.all(&ROWS, &mut found);
    // A foot may stand before the body.
    let mut repeats = Repeats::default();
    found.into_iter().map(|row| cells(row, titles, &mut repeats)).filter(|row| !row.is_empty()).collect()
}

fn cells(row: &XmlElement, titles: &XmlTitles, repeats: &mut Repeats) -> Vec<String> {
    let mut out = Vec::new();
    for cell in row.elements().filter(|inside| CELLS.contains(&inside.name.as_str())) {
        let mut line = XmlLine::new(titles);
        line.inside(cell);
        let words = one_line(&line.words);
        let wide = ["colspan", "cols"].iter().find_map(|name| cell.attribute(name)?.parse().ok()).unwrap_or(1);
        for _ in 1..wide.clamp(1, SPAN) {
            let Some(words) = repeats.again(&words) else { break };
            out.push(words);
        }
        out.push(words);
    }
    out
}
