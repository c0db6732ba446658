//! The authors below a title where they stand side by side: each with the affiliation and the address below the name.
//!
//! Such lines look like a table without lines. They are known by two addresses of mail in the block, and are read
//! down each column, so a name stands alone. Cost: linear in words.

use crate::lines::{TextLine, text};
use crate::words::PdfWord;

/// White between columns, in ems.
const WHITE: f32 = 0.6;
/// Lines of one row of authors.
const MOST: usize = 8;
/// White above a line that ends the block, in ems.
const APART: f32 = 3.2;

/// The lines of a row of authors by column, and its number of lines on the page.
pub(crate) fn authors(lines: &[TextLine]) -> Option<(Vec<Vec<TextLine>>, usize)> {
    let first = lines.first()?;
    let names = first.parts().len();
    if names < 2 || first.table().is_some() || addresses(first) > 0 {
        return None;
    }
    let more = lines.windows(2).take(MOST).take_while(|pair| goes_on(&pair[0], &pair[1])).count();
    let block = &lines[..=more];
    if block.iter().map(addresses).sum::<usize>() < 2 {
        return None;
    }
    let columns = columns(block);
    if columns.len() < names || columns.len() > 6 {
        return None;
    }
    let place = |word: &PdfWord| columns.partition_point(|column| column.1 < word.middle()).min(columns.len() - 1);
    let column = |at: usize| -> Vec<TextLine> {
        let own =
            |line: &TextLine| -> Vec<PdfWord> { line.words.iter().filter(|word| place(word) == at).cloned().collect() };
        block.iter().map(own).filter(|words| !words.is_empty()).map(TextLine::of).collect()
    };
    Some(((0..columns.len()).map(column).collect(), more + 1))
}

/// A line of several parts close below, an address, or a lone sign of a footnote. What follows the addresses is the next
/// row, if anything.
fn goes_on(last: &TextLine, line: &TextLine) -> bool {
    let near = line.y - last.y < APART * last.size.max(line.size);
    let below = addresses(last) == 0 || addresses(line) > 0;
    let belongs = line.parts().len() > 1 || addresses(line) > 0 || text(&line.words).chars().count() < 3;
    near && below && belongs && line.table().is_none()
}

/// Words that are addresses of mail.
fn addresses(line: &TextLine) -> usize {
    line.words.iter().filter(|word| word.text.trim_matches('@').contains('@')).count()
}

/// Beginnings and ends of the columns of a block.
fn columns(block: &[TextLine]) -> Vec<(f32, f32)> {
    let size = block.first().map_or(10.0, |line| line.size);
    let spans = block.iter().flat_map(|line| line.parts());
    let mut spans: Vec<(f32, f32)> = spans.filter_map(|part| Some((part.first()?.left, part.last()?.right))).collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut columns: Vec<(f32, f32)> = Vec::new();
    for (left, right) in spans {
        match columns.last_mut() {
            Some(last) if left - last.1 < WHITE * size => last.1 = last.1.max(right),
            _ => columns.push((left, right)),
        }
    }
    columns
}
