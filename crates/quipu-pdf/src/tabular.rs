//! Whether cells are those of a table: short, most of them filled, aligned.
//!
//! A table has drawn lines, or three columns whose cells start, end or are centred below each other, or a column of
//! figures beside one of words. A line of prose that ends in a hyphen is no cell. A sentence that a drawing writes
//! several times side by side, word below word, is none either.

use crate::cells::Cell;

/// The extents of a line's text in each column.
pub(crate) type Columns = Vec<Option<(f32, f32)>>;

/// Words of a cell on the average, at most, between drawn lines and without them.
const MOST_WORDS: (usize, usize) = (7, 4);
/// Share of a column's cells that are aligned.
const ALIGNED: f32 = 0.6;

/// True if these rows are a table's. `places` are those of its lines, `size` is that of their letters.
pub(crate) fn is_table(rows: &[Vec<Cell>], places: &[Columns], size: f32, ruled: bool) -> bool {
    let columns = rows.first().map_or(0, Vec::len);
    if rows.len() < 2 || columns < 2 {
        return false;
    }
    let cells = || rows.iter().flatten();
    let filled = cells().filter(|cell| !cell.is_empty()).count();
    let words: usize = cells().flatten().map(|line| line.split(' ').count()).sum();
    let most = if ruled { MOST_WORDS.0 } else { MOST_WORDS.1 };
    let broken = cells().flatten().filter(|line| is_broken(line)).count();
    // Few words over many lines are hyphens of a narrow cell.
    let prose = words > most * filled || broken > if ruled { rows.len() / 3 } else { 0 };
    let half = if ruled { 2 * filled > rows.len() * columns } else { 5 * filled > 3 * rows.len() * columns };
    let named = cells().flatten().any(|line| line.chars().filter(|letter| letter.is_alphabetic()).count() > 1);
    let shaped = half && named && !prose && !is_listed(rows, filled) && !is_repeated(rows, 6);
    shaped && is_aligned(rows, places, size, ruled)
}

/// A list, or a table of contents.
fn is_listed(rows: &[Vec<Cell>], filled: usize) -> bool {
    let columns = rows.first().map_or(0, Vec::len);
    let cells = || rows.iter().flatten();
    let signs = rows.iter().filter(|row| row[0].first().is_some_and(|text| is_sign(text))).count();
    let leaders = cells().flatten().filter(|text| text.contains(". . .") || text.contains("....")).count();
    let starts = |cell: &&Cell| cell.first().is_some_and(|text| text.starts_with(['•', '▪', '◦', '–']));
    let listed = cells().filter(starts).count();
    // Lines of an algorithm.
    let counted = |text: &String| text.strip_suffix(':').is_some_and(|text| text.chars().all(|c| c.is_ascii_digit()));
    // Numbers of lines in both margins.
    let margin = |row: &&Vec<Cell>| {
        let digits = |text: &String| text.chars().all(|letter| letter.is_ascii_digit());
        row.first() == row.last() && !row[0].is_empty() && row[0].iter().all(digits)
    };
    let margins = rows.iter().filter(margin).count();
    let steps = rows.iter().filter(|row| row[0].first().is_some_and(counted)).count();
    2 * steps > rows.len()
        || (columns > 2 && 2 * margins > rows.len())
        || 3 * listed >= filled
        || (columns == 2 && 2 * signs > rows.len())
        || 3 * leaders >= rows.len()
}

/// Several words, the last of which is broken.
fn is_broken(line: &str) -> bool {
    let half = line.strip_suffix(['-', '\u{ad}']).is_some_and(|line| line.ends_with(char::is_alphabetic));
    half && line.split(' ').count() > 2
}

/// The cells of most rows, `share` tenths of them, say one thing each, the same one.
pub(crate) fn is_repeated(rows: &[Vec<Cell>], share: usize) -> bool {
    let same = |row: &&Vec<Cell>| {
        let mut filled = row.iter().filter(|cell| !cell.is_empty());
        let first = filled.next();
        let letters = first.is_some_and(|cell| cell.iter().any(|text| text.chars().any(char::is_alphabetic)));
        letters && row.len() > 1 && filled.all(|cell| Some(cell) == first)
    };
    let full = |row: &&Vec<Cell>| row.iter().filter(|cell| !cell.is_empty()).count() > 1;
    let several = rows.iter().filter(full).count();
    several > 2 && 10 * rows.iter().filter(full).filter(same).count() >= share * several
}

/// Three columns are aligned, or two if one is of figures; between drawn lines half of the columns are enough.
fn is_aligned(rows: &[Vec<Cell>], places: &[Columns], size: f32, ruled: bool) -> bool {
    let columns = rows.first().map_or(0, Vec::len);
    let aligned = (0..columns).filter(|at| is_column(places, *at, size)).count();
    match columns {
        _ if ruled => 2 * aligned >= columns,
        2 => aligned == 2 && rows.len() > 2 && has_figures(rows),
        _ => aligned > 2 && 10 * aligned >= 7 * columns,
    }
}

/// Most cells of a column have one beginning, one end or one middle.
fn is_column(places: &[Columns], at: usize, size: f32) -> bool {
    let cells: Vec<(f32, f32)> = places.iter().filter_map(|places| *places.get(at)?).collect();
    let best = |of: &dyn Fn(&(f32, f32)) -> f32| {
        let mut values: Vec<f32> = cells.iter().map(of).collect();
        values.sort_by(f32::total_cmp);
        (0..values.len())
            .map(|from| values.partition_point(|value| *value <= values[from] + 0.6 * size) - from)
            .max()
            .unwrap_or(0)
    };
    let best = best(&|cell| cell.0).max(best(&|cell| cell.1)).max(best(&|cell| cell.0 + cell.1));
    cells.len() > 1 && best > 1 && best as f32 >= ALIGNED * cells.len() as f32
}

/// Words in the first column, figures in the second; the number of a formula is none.
fn has_figures(rows: &[Vec<Cell>]) -> bool {
    let text = |cell: &Cell| cell.join(" ");
    let figure = |row: &&Vec<Cell>| {
        let text = text(&row[1]);
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        let digits = text.chars().filter(char::is_ascii_digit).count();
        digits > 0 && letters <= digits.max(3) && !(text.starts_with('(') && text.ends_with(')'))
    };
    let words = |row: &&Vec<Cell>| text(&row[0]).chars().filter(|letter| letter.is_alphabetic()).count() > 2;
    let figures = rows.iter().filter(figure).count();
    let named = rows.iter().filter(words).count();
    3 * figures >= 2 * rows.len() && 3 * named >= 2 * rows.len()
}

/// The number or sign of a list's entry.
fn is_sign(text: &str) -> bool {
    let ends = text.ends_with(['.', ')', ']', ':']) || text.chars().all(|letter| !letter.is_alphanumeric());
    ends && text.chars().count() < 6 && !text.contains(' ')
}
