//! Tables that are drawn: ruled lines that touch make a grid, and words fall into its cells.
//!
//! Two neighbouring cells without a line between them are one, and its text is repeated in each
//! place it spans, so that every column keeps its heading. Cost: level lines times upright ones
//! (both are bounded by `glyphs`).

use crate::aligned::{DrawnLevels, aligned};
use crate::cells::Cell;
use crate::cells::PdfTable;
use crate::lines::{lines, text};
use crate::ruled::RuledLine;
use crate::tabular::is_repeated;
use crate::words::PdfWord;

/// The most times that the words of a table are repeated, in the mean.
const MOST_REPEATED: usize = 3;
/// Lines closer than this touch, and positions closer than this are one.
const NEAR: f32 = 3.0;

/// Takes drawn tables out of the words of a page; each leaves one word that marks its place.
pub(crate) fn grids(mut words: Vec<PdfWord>, rules: &[RuledLine]) -> (Vec<PdfWord>, Vec<PdfTable>) {
    let mut tables = Vec::new();
    for group in groups(rules) {
        let Some(grid) = Grid::of(&group) else { continue };
        let (inside, outside): (Vec<PdfWord>, Vec<PdfWord>) = words.into_iter().partition(|word| grid.holds(word));
        match grid.tables(&inside) {
            Some(found) => {
                words = outside;
                for table in found {
                    words.push(mark(&table, tables.len()));
                    tables.push(table);
                }
            }
            None => words = inside.into_iter().chain(outside).collect(),
        }
    }
    (words, tables)
}

/// The word that stands for a table.
pub(crate) fn mark(table: &PdfTable, at: usize) -> PdfWord {
    let PdfTable { left, right, top, bottom, .. } = *table;
    PdfWord { left, right, top, y: bottom, size: 10.0, table: Some(at), ..PdfWord::default() }
}

/// Lines that touch, directly or through others.
fn groups(rules: &[RuledLine]) -> Vec<Vec<RuledLine>> {
    let mut group: Vec<usize> = (0..rules.len()).collect();
    fn root(group: &mut [usize], mut at: usize) -> usize {
        while group[at] != at {
            group[at] = group[group[at]];
            at = group[at];
        }
        at
    }
    let (level, upright): (Vec<usize>, Vec<usize>) = (0..rules.len()).partition(|at| rules[*at].is_level());
    let mut join = |one: usize, other: usize| {
        if touch(&rules[one], &rules[other]) {
            let (one, other) = (root(&mut group, one), root(&mut group, other));
            group[one.max(other)] = one.min(other);
        }
    };
    level.iter().for_each(|one| upright.iter().for_each(|other| join(*one, *other)));
    // Lines drawn in pieces, one after the other.
    for (pieces, upright) in [(level, false), (upright, true)] {
        let place = |at: &usize| {
            let RuledLine { left, top, .. } = rules[*at];
            if upright { (left, top) } else { (top, left) }
        };
        let mut pieces = pieces;
        pieces.sort_by(|a, b| {
            let near = |at: &usize| (place(at).0 / NEAR).round();
            near(a).total_cmp(&near(b)).then(place(a).1.total_cmp(&place(b).1))
        });
        pieces.windows(2).for_each(|pair| join(pair[0], pair[1]));
    }
    let mut groups: Vec<(usize, Vec<RuledLine>)> = Vec::new();
    let mut roots: Vec<(usize, usize)> = (0..rules.len()).map(|at| (root(&mut group, at), at)).collect();
    roots.sort_unstable();
    for (root, at) in roots {
        match groups.last_mut() {
            Some((last, group)) if *last == root => group.push(rules[at]),
            _ => groups.push((root, vec![rules[at]])),
        }
    }
    groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 3).collect()
}

fn touch(one: &RuledLine, other: &RuledLine) -> bool {
    one.left - NEAR <= other.right
        && other.left - NEAR <= one.right
        && one.top - NEAR <= other.bottom
        && other.top - NEAR <= one.bottom
}

/// Positions of lines, and the lines.
struct Grid<'a> {
    columns: Vec<f32>,
    rows: Vec<f32>,
    rules: &'a [RuledLine],
}

impl<'a> Grid<'a> {
    fn of(rules: &'a [RuledLine]) -> Option<Self> {
        let (level, upright): (Vec<&RuledLine>, Vec<&RuledLine>) = rules.iter().partition(|rule| rule.is_level());
        let ends = |of: &dyn Fn(&RuledLine) -> [f32; 2], rules: &[&RuledLine]| -> Vec<f32> {
            let all: Vec<f32> = rules.iter().flat_map(|rule| of(rule)).collect();
            let low = all.iter().copied().reduce(f32::min);
            low.into_iter().chain(all.iter().copied().reduce(f32::max)).collect()
        };
        let mut columns: Vec<f32> = upright.iter().map(|rule| (rule.left + rule.right) / 2.0).collect();
        columns.extend(ends(&|rule| [rule.left, rule.right], &level));
        let mut rows: Vec<f32> = level.iter().map(|rule| (rule.top + rule.bottom) / 2.0).collect();
        rows.extend(ends(&|rule| [rule.top, rule.bottom], &upright));
        let (columns, rows) = (merged(columns), merged(rows));
        let cells = columns.len().saturating_sub(1) * rows.len().saturating_sub(1);
        (columns.len() > 2 && rows.len() > 1 && cells <= 20_000).then_some(Self { columns, rows, rules })
    }

    fn holds(&self, word: &PdfWord) -> bool {
        let middle = (word.top + word.y) / 2.0;
        let inside = |ends: &[f32], at: f32| {
            ends.first().is_some_and(|low| at > *low) && ends.last().is_some_and(|top| at < *top)
        };
        word.table.is_none() && inside(&self.columns, word.middle()) && inside(&self.rows, middle)
    }

    /// The column and row of a word.
    fn place(&self, word: &PdfWord) -> (usize, usize) {
        let before = |ends: &[f32], at: f32| ends.partition_point(|end| *end <= at).clamp(1, ends.len() - 1) - 1;
        (before(&self.columns, word.middle()), before(&self.rows, (word.top + word.y) / 2.0))
    }

    /// The tables of a grid: one, unless a cell as wide as the grid holds rows of its own.
    fn tables(&self, words: &[PdfWord]) -> Option<Vec<PdfTable>> {
        let (width, height) = (self.columns.len() - 1, self.rows.len() - 1);
        let owners = self.owners(width, height);
        let mut cells: Vec<Vec<PdfWord>> = vec![Vec::new(); width * height];
        for word in words {
            let (column, row) = self.place(word);
            cells[owners[row * width + column]].push(word.clone());
        }
        let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
        let mut kinds: Vec<usize> = owners.clone();
        kinds.sort_unstable();
        kinds.dedup();
        // A chart has many cells and few words; a frame has one cell with all of them.
        let largest = cells.iter().map(Vec::len).max().unwrap_or(0);
        if filled < 2 || 4 * filled < kinds.len() || (filled < 4 && 10 * largest > 9 * words.len()) || !self.is_closed()
        {
            return None;
        }
        let texts: Vec<Cell> = cells.iter().map(|cell| cell_lines(cell)).collect();
        let (&left, &right) = (self.columns.first()?, self.columns.last()?);
        let mut tables: Vec<PdfTable> = Vec::new();
        let (mut start, mut taken) = (true, None);
        for row in 0..height {
            let (top, bottom) = (self.rows[row], self.rows[row + 1]);
            let own = &owners[row * width..(row + 1) * width];
            let only = own.first().copied().filter(|first| own.iter().all(|owner| owner == first));
            if only.is_some() && only == taken {
                if let Some(table) = tables.last_mut() {
                    table.bottom = bottom;
                }
                continue;
            }
            if let Some(table) = only.and_then(|owner| inner(&cells[owner], (left, right, top, bottom))) {
                tables.push(table);
                (start, taken) = (true, only);
                continue;
            }
            if start {
                tables.push(PdfTable { rows: Vec::new(), left, right, top, bottom });
            }
            start = false;
            if let Some(table) = tables.last_mut() {
                table.rows.extend(split_row(own, &cells, &texts));
                table.bottom = bottom;
            }
        }
        for table in &mut tables {
            table.rows.retain(|row: &Vec<Cell>| row.iter().any(|cell| !cell.is_empty()));
            drop_empty_columns(&mut table.rows);
        }
        tables.retain(|table| !table.rows.is_empty());
        // Boxes below each other, joined by a line through their middle; a drawing whose lines cut it finely.
        let told = tables.iter().flat_map(|table| table.rows.iter().flatten().flatten());
        let told: usize = told.map(|line| line.split_whitespace().count()).sum();
        if told > MOST_REPEATED * words.len() || tables.iter().all(|table| is_repeated(&table.rows, 8)) {
            return None;
        }
        let columns = tables.iter().filter_map(|table| table.rows.first()).map(Vec::len).max().unwrap_or(0);
        (columns > 1).then_some(tables)
    }

    /// Most of two sides that face each other, or of one end, is drawn: the boxes of a drawing have no side in common.
    fn is_closed(&self) -> bool {
        let (width, height) = (self.columns.len() - 1, self.rows.len() - 1);
        let most = |count: usize, all: usize| 10 * count >= 7 * all;
        let shelf = |row: usize| most((0..width).filter(|column| self.shelf(*column, row)).count(), width);
        let wall = |column: usize| most((0..height).filter(|row| self.wall(column, *row)).count(), height);
        shelf(0) || shelf(height) || (wall(0) && wall(width))
    }

    /// For each place, the upper left place of the cell that it belongs to.
    fn owners(&self, width: usize, height: usize) -> Vec<usize> {
        let mut owners: Vec<usize> = (0..width * height).collect();
        for row in 0..height {
            for column in 0..width {
                let at = row * width + column;
                if column > 0 && !self.wall(column, row) {
                    owners[at] = owners[at - 1];
                }
                // Upwards only where the whole cell does, so that cells stay boxes.
                else if row > 0 && !self.shelf(column, row) {
                    let above = owners[at - width];
                    let starts = above % width == column;
                    owners[at] = if starts { above } else { at };
                }
            }
        }
        owners
    }

    /// An upright line on the left of a place.
    fn wall(&self, column: usize, row: usize) -> bool {
        let (x, top, bottom) = (self.columns[column], self.rows[row], self.rows[row + 1]);
        let covers = |rule: &&RuledLine| !rule.is_level() && ((rule.left + rule.right) / 2.0 - x).abs() <= NEAR;
        let shared = |rule: &RuledLine| (rule.bottom.min(bottom) - rule.top.max(top)).max(0.0);
        self.rules.iter().filter(covers).map(shared).sum::<f32>() >= 0.5 * (bottom - top)
    }

    /// A level line above a place.
    fn shelf(&self, column: usize, row: usize) -> bool {
        let (y, left, right) = (self.rows[row], self.columns[column], self.columns[column + 1]);
        let covers = |rule: &&RuledLine| rule.is_level() && ((rule.top + rule.bottom) / 2.0 - y).abs() <= NEAR;
        let shared = |rule: &RuledLine| (rule.right.min(right) - rule.left.max(left)).max(0.0);
        self.rules.iter().filter(covers).map(shared).sum::<f32>() >= 0.5 * (right - left)
    }
}

/// The rows without lines between them that a cell holds, where that is all it holds.
fn inner(words: &[PdfWord], (left, right, top, bottom): (f32, f32, f32, f32)) -> Option<PdfTable> {
    let lines = lines(words.to_vec());
    let (table, count) = aligned(&lines, DrawnLevels::Boxed)?;
    (count == lines.len()).then_some(PdfTable { left, right, top, bottom, ..table })
}

fn cell_lines(words: &[PdfWord]) -> Cell {
    lines(words.to_vec()).iter().map(|line| text(&line.words)).collect()
}

/// A row without lines between its rows of text: one row for each, where most columns agree.
fn split_row(owners: &[usize], cells: &[Vec<PdfWord>], texts: &[Cell]) -> Vec<Vec<Cell>> {
    let whole = || vec![owners.iter().map(|owner| texts[*owner].clone()).collect()];
    let mut distinct = owners.to_vec();
    distinct.dedup();
    let most = distinct.iter().map(|owner| texts[*owner].len()).max().unwrap_or(0);
    let full: Vec<usize> = distinct.iter().copied().filter(|owner| texts[*owner].len() == most).collect();
    let even = distinct.iter().all(|owner| texts[*owner].is_empty() || texts[*owner].len() == most);
    if most < 3 || full.len() < 2 || !even || distinct.len() != owners.len() {
        return whole();
    }
    let baselines = |owner: usize| -> Vec<f32> { lines(cells[owner].clone()).iter().map(|line| line.y).collect() };
    let first = baselines(full[0]);
    let level = full.iter().all(|owner| baselines(*owner).iter().zip(&first).all(|(a, b)| (a - b).abs() < 2.0));
    if !level {
        return whole();
    }
    let mut rows = vec![vec![Cell::new(); owners.len()]; most];
    for (column, owner) in owners.iter().enumerate() {
        for (line, y) in texts[*owner].iter().zip(baselines(*owner)) {
            let row = first.partition_point(|base| *base < y - 2.0).min(most - 1);
            rows[row][column].push(line.clone());
        }
    }
    rows
}

fn drop_empty_columns(rows: &mut [Vec<Cell>]) {
    let width = rows.first().map_or(0, Vec::len);
    let filled: Vec<bool> = (0..width).map(|at| rows.iter().any(|row| !row[at].is_empty())).collect();
    for row in rows {
        let mut filled = filled.iter();
        row.retain(|_| filled.next().copied().unwrap_or(true));
    }
}

/// Sorted positions, those that are near each other as one.
fn merged(mut values: Vec<f32>) -> Vec<f32> {
    values.sort_by(f32::total_cmp);
    let mut merged: Vec<f32> = Vec::new();
    for value in values {
        if merged.last().is_none_or(|last| value - last > NEAR) {
            merged.push(value);
        }
    }
    merged
}
