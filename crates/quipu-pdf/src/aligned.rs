//! Tables that are only aligned: lines in parts that stand below each other.
//!
//! A run of lines, most of them in several parts, is projected onto the x axis; white stripes over the whole run
//! separate columns. A line that leaves the first column empty goes on with the row above. Lists, entries of a table of
//! contents and running text fall through. Cost: linear in words. Tunable: `WHITE`.

use crate::cells::{Cell, Table};
use crate::lines::{Line, text};
use crate::words::Word;

/// White between columns, in ems.
const WHITE: f32 = 0.6;
/// Lines of one table on one page.
const MOST_LINES: usize = 300;

/// The table that starts with the first of these lines, and its number of lines.
pub(crate) fn aligned(lines: &[Line]) -> Option<(Table, usize)> {
    let first = lines.first()?;
    if first.parts().len() < 2 || first.bullet().is_some() || first.table().is_some() {
        return None;
    }
    let mut count = run(lines);
    while count > 1 {
        if let Some(table) = table(&lines[..count]) {
            return Some((table, count));
        }
        // A heading that spans columns, or a last line of text, may hide them.
        count = if count > 12 { count / 2 } else { count - 1 };
    }
    None
}

/// Number of lines from here that may be one table.
fn run(lines: &[Line]) -> usize {
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

fn table(lines: &[Line]) -> Option<Table> {
    let several: Vec<&Line> = lines.iter().filter(|line| line.parts().len() > 1).collect();
    if several.len() < 3 && !(several.len() == 2 && several.iter().all(|line| line.parts().len() > 2)) {
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
    let mut last: Option<&Line> = None;
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
    is_table(&rows).then(|| Table {
        rows,
        left: lines.iter().map(|line| line.left).fold(f32::MAX, f32::min),
        right: lines.iter().map(|line| line.right).fold(f32::MIN, f32::max),
        top: lines.first().map_or(0.0, |line| line.top),
        bottom: lines.last().map_or(0.0, |line| line.y),
    })
}

/// Beginnings and ends of columns: the ranges of the parts, joined where less than `white` separates them.
fn columns(lines: &[&Line], white: f32) -> Vec<(f32, f32)> {
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

/// A line's text by column; none where a part lies over several.
fn cells(line: &Line, columns: &[(f32, f32)]) -> Option<Vec<Cell>> {
    let mut words: Vec<Vec<Word>> = vec![Vec::new(); columns.len()];
    for word in &line.words {
        let at = columns.partition_point(|column| column.1 < word.middle()).min(columns.len() - 1);
        words[at].push(word.clone());
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

/// Cells are short, most are filled, and the first column is no list's.
fn is_table(rows: &[Vec<Cell>]) -> bool {
    let columns = rows.first().map_or(0, Vec::len);
    if rows.len() < 2 || columns < 2 {
        return false;
    }
    let cells = || rows.iter().flatten();
    let filled = cells().filter(|cell| !cell.is_empty()).count();
    let words: usize = cells().flatten().map(|line| line.split(' ').count()).sum();
    let signs = rows.iter().filter(|row| row[0].first().is_some_and(|text| is_sign(text))).count();
    let leaders = cells().flatten().filter(|text| text.contains(". . .") || text.contains("....")).count();
    let listed = rows
        .iter()
        .flatten()
        .filter(|cell| cell.first().is_some_and(|text| text.starts_with(['•', '▪', '◦', '–'])))
        .count();
    // Two unseparated columns of text have long lines in both.
    let long = words > 7 * filled;
    2 * filled > rows.len() * columns
        && !long
        && 3 * listed < filled
        && !(columns == 2 && 2 * signs > rows.len())
        && 3 * leaders < rows.len()
}

/// The number or sign of a list's entry.
fn is_sign(text: &str) -> bool {
    let ends = text.ends_with(['.', ')', ']', ':']) || text.chars().all(|letter| !letter.is_alphanumeric());
    ends && text.chars().count() < 6 && !text.contains(' ')
}
