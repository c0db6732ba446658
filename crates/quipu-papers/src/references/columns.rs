//! Two columns of print side by side: the place of the gutter between them.

/// Blanks between two columns, at least.
const GUTTER: usize = 2;
/// Lines that vote for a gutter, at least.
const VOTES: usize = 3;

/// The parts of a line that stand in the left and in the right column, as bytes of it.
type Cut = (usize, usize);

/// The cut of each line, if most of the lines share a gutter.
pub(super) fn cuts(lines: &[&str]) -> Option<Vec<Cut>> {
    let at = gutter(lines)?;
    Some(lines.iter().map(|line| cut(line, at)).collect())
}

/// The character at which most right columns begin.
fn gutter(lines: &[&str]) -> Option<usize> {
    let written: Vec<&str> = lines.iter().copied().filter(|line| !line.trim().is_empty()).collect();
    let mut votes = std::collections::BTreeMap::<usize, usize>::new();
    for line in &written {
        for start in cells(line) {
            *votes.entry(start).or_default() += 1;
        }
    }
    let (&at, &count) = votes.iter().max_by_key(|(at, count)| (**count, usize::MAX - **at))?;
    let across = written.iter().filter(|line| crosses(line, at)).count();
    (count >= VOTES && 10 * count >= 4 * written.len() && 10 * across <= 2 * written.len()).then_some(at)
}

/// The characters at which a cell begins after a run of blanks within the line.
fn cells(line: &str) -> Vec<usize> {
    let (mut starts, mut blanks, mut begun) = (Vec::new(), 0usize, false);
    for (at, c) in line.chars().enumerate() {
        if c == ' ' || c == '\u{a0}' {
            blanks += 1;
        } else {
            if begun && blanks >= GUTTER {
                starts.push(at);
            }
            (blanks, begun) = (0, true);
        }
    }
    starts
}

/// True if the line has print in the gutter.
fn crosses(line: &str, at: usize) -> bool {
    let from = at.saturating_sub(GUTTER);
    line.trim_end().chars().skip(from).take(GUTTER).any(|c| !c.is_whitespace())
}

/// The ends of the left part and the beginnings of the right one.
fn cut(line: &str, at: usize) -> Cut {
    let end = |count: usize| line.char_indices().nth(count).map_or(line.len(), |(byte, _)| byte);
    if crosses(line, at) {
        return (line.len(), line.len());
    }
    (end(at), end(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gutter_is_where_most_lines_have_one() {
        let text =
            ["one two      five", "three        six", "four         seven", "eight", "", "a line over the whole width"];
        let cuts = cuts(&text).expect("a gutter");
        assert_eq!(&text[0][cuts[0].1..], "five");
        assert_eq!(&text[5][..cuts[5].0], text[5]);
        assert_eq!(super::cuts(&["one  two", "three four", "five"]), None);
    }
}
