//! Tables that are only aligned: lines in parts that stand below each other.
//!
//! A run of lines, most of them in several parts, is projected onto the x axis; white stripes over the whole run
//! separate columns. A line that leaves the first column empty goes on with the row above. Lists, entries of a table of
//! contents, running text, formulas and the words of drawings fall through (`tabular`). Cost: linear in words. Tunable:
//! `WHITE`.

use crate::cells::{Cell, PdfTable};
use crate::lines::{TextLine, text};
use crate::ruled::RuledLine;
use crate::tabular::{Columns, is_table};
use crate::words::PdfWord;

/// White between columns, in ems.
const WHITE: f32 = 0.6;
/// Lines of one table on one page.
const MOST_LINES: usize = 300;
/// Distance of a drawn line from the text that it belongs to, in ems.
const BESIDE: f32 = 1.6;
/// Drawn lines at which a table may end.
const MOST_ENDS: usize = 8;

/// Level lines drawn on the page that no grid has taken.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DrawnLevels<'a> {
    /// The lines between which text may stand.
    Level(&'a [RuledLine]),
    /// The text stands in a drawn box.
    Boxed,
}

/// The table that starts with the first of these lines, and its number of lines.
pub(crate) fn aligned(lines: &[TextLine], drawn: DrawnLevels<'_>) -> Option<(PdfTable, usize)> {
    let first = lines.first()?;
    if first.parts().len() < 2 || first.bullet().is_some() || first.table().is_some() {
        return None;
    }
    let mut count = run(lines);
    for count in drawn.ends(&lines[..count]) {
        if let Some(table) = table(&lines[..count], drawn) {
            return Some((table, count));
        }
    }
    while count > 1 {
        if let Some(table) = table(&lines[..count], drawn) {
            return Some((table, count));
        }
        // A heading that spans columns, or a last line of text, may hide them.
        count = if count > 12 { count / 2 } else { count - 1 };
    }
    None
}

impl DrawnLevels<'_> {
    /// Level lines over most of the width of some text that belong to it.
    fn level<'a>(&'a self, lines: &'a [TextLine]) -> impl Iterator<Item = &'a RuledLine> + 'a {
        let rules: &[RuledLine] = if let Self::Level(rules) = self { rules } else { &[] };
        let left = lines.iter().map(|line| line.left).fold(f32::MAX, f32::min);
        let right = lines.iter().map(|line| line.right).fold(f32::MIN, f32::max);
        let size = lines.first().map_or(10.0, |line| line.size);
        let top = lines.first().map_or(0.0, |line| line.top) - BESIDE * size;
        let bottom = lines.last().map_or(0.0, |line| line.y) + BESIDE * size;
        rules.iter().filter(move |rule| {
            let wide = rule.right - rule.left > 0.6 * (right - left);
            let within = rule.left > left - 6.0 * size && rule.right < right + 6.0 * size;
            rule.is_level() && wide && within && rule.top > top && rule.bottom < bottom
        })
    }

    /// True if lines are drawn above and below some of these.
    fn rules(&self, lines: &[TextLine]) -> bool {
        if let Self::Boxed = self {
            return true;
        }
        let heights = || self.level(lines).map(|rule| rule.top);
        let (low, high) = (heights().fold(f32::MAX, f32::min), heights().fold(f32::MIN, f32::max));
        high - low > lines.first().map_or(10.0, |line| line.size)
    }

    /// Numbers of lines that end above a drawn line, the largest first.
    fn ends(&self, lines: &[TextLine]) -> Vec<usize> {
        let above = |rule: &RuledLine| lines.iter().take_while(|line| line.y < rule.bottom + 1.0).count();
        let mut ends: Vec<usize> = self.level(lines).map(above).filter(|count| *count > 1).collect();
        ends.sort_unstable_by(|a, b| b.cmp(a));
        ends.dedup();
        ends.truncate(MOST_ENDS);
        ends
    }
}

/// Number of lines from here that may be one table.
fn run(lines: &[TextLine]) -> usize {
    let mut count = 1;
    let mut alone = 0;
    for pair in lines.windows(2) {
        let gap = pair[1].y - pair[0].y;
        if pair[1].table().is_some() || gap > 3.2 * pair[0].size.max(pair[1].size) || pair[1].mono != pair[0].mono {
            break;
        }
        alone = if pair[1].parts().len() < 2 { alone + 1 } else { 0 };
        if alone > 2 || count > MOST_LINES {
            break;
        }
        count += 1;
    }
    // It does not end with lines of one part that may be text, unless they are short.
    while count > 1 && lines[count - 1].parts().len() < 2 {
        count -= 1;
    }
    count
}

fn table(lines: &[TextLine], drawn: DrawnLevels<'_>) -> Option<PdfTable> {
    let several: Vec<&TextLine> = lines.iter().filter(|line| line.parts().len() > 1).collect();
    let ruled = drawn.rules(lines);
    if several.len() < 3 && !(ruled && several.len() == 2 && several.iter().all(|line| line.parts().len() > 2)) {
        return None;
    }
    if 5 * several.len() < 3 * lines.len() {
        return None;
    }
    let size = lines.first()?.size;
    let columns = columns(&several, WHITE * size);
    if columns.len() < 2 || columns.len() > 40 {
        return None;
    }
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut last: Option<&TextLine> = None;
    for line in lines {
        let cells = cells(line, &columns)?;
        let tight = last.is_some_and(|last| line.y - last.y < 1.45 * line.size);
        match rows.last_mut() {
            Some(row) if tight && goes_on(&cells, row) => {
                row.iter_mut().zip(cells).for_each(|(cell, more)| cell.extend(more));
            }
            _ => rows.push(cells),
        }
        last = Some(line);
    }
    let places: Vec<Columns> = several.iter().map(|line| placed(line, &columns)).collect();
    is_table(&rows, &places, size, ruled).then(|| PdfTable {
        rows,
        left: lines.iter().map(|line| line.left).fold(f32::MAX, f32::min),
        right: lines.iter().map(|line| line.right).fold(f32::MIN, f32::max),
        top: lines.first().map_or(0.0, |line| line.top),
        bottom: lines.last().map_or(0.0, |line| line.y),
    })
}

/// Beginnings and ends of columns: the ranges of the parts, joined where less than `white` separates them.
fn columns(lines: &[&TextLine], white: f32) -> Vec<(f32, f32)> {
    let mut spans: Vec<(f32, f32)> = lines
        .iter()
        .flat_map(|line| line.parts())
        .filter_map(|part| Some((part.first()?.left, part.last()?.right)))
        .collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut columns: Vec<(f32, f32)> = Vec::new();
    for (left, right) in spans {
        match columns.last_mut() {
            Some(last) if left - last.1 < white => last.1 = last.1.max(right),
            _ => columns.push((left, right)),
        }
    }
    columns
}

/// The extents of a line's text in each column.
fn placed(line: &TextLine, columns: &[(f32, f32)]) -> Columns {
    let mut places: Columns = vec![None; columns.len()];
    for word in &line.words {
        let place = &mut places[column(word, columns)];
        *place =
            Some(place.map_or((word.left, word.right), |(left, right)| (left.min(word.left), right.max(word.right))));
    }
    places
}

fn column(word: &PdfWord, columns: &[(f32, f32)]) -> usize {
    columns.partition_point(|column| column.1 < word.middle()).min(columns.len() - 1)
}

/// A line's text by column; none where a part lies over several.
fn cells(line: &TextLine, columns: &[(f32, f32)]) -> Option<Vec<Cell>> {
    let mut words: Vec<Vec<PdfWord>> = vec![Vec::new(); columns.len()];
    for word in &line.words {
        words[column(word, columns)].push(word.clone());
    }
    if line.parts().len() == 1 && line.left < columns[0].1 && line.right > columns.get(1)?.0 {
        return None;
    }
    Some(words.iter().map(|words| if words.is_empty() { Cell::new() } else { vec![text(words)] }).collect())
}

fn goes_on(cells: &[Cell], row: &[Cell]) -> bool {
    let filled = |cells: &[Cell]| cells.iter().filter(|cell| !cell.is_empty()).count();
    let into_filled = cells.iter().zip(row).all(|(cell, above)| cell.is_empty() || !above.is_empty());
    cells[0].is_empty() && !row[0].is_empty() && filled(cells) < filled(row) && into_filled
}
