//! The body of a reStructuredText file: sections, paragraphs, quotations, literal blocks.

use super::rst_inline::inline;
use super::rst_lines::{block_end, dedent, indent, is_blank, next_written, rule};
use super::rst_targets::Definitions;
use crate::load::nested_text::NestedText;

/// The deepest that parts are nested; deeper ones are paragraphs.
const DEEPEST: usize = 24;
/// The longest heading that is repeated, in bytes.
const LONGEST_REPEATED: usize = 200;
/// The shortest line below a heading that is longer than the line.
const SHORTEST_RULE: usize = 4;

/// The place of lines in their file.
#[derive(Debug, Clone, Copy)]
pub(super) struct RstPlace {
    depth: usize,
    /// True if headings may stand here.
    pub(super) sections: bool,
    /// The number of descriptions around, where a description may have a heading.
    pub(super) objects: Option<usize>,
}

impl RstPlace {
    /// The top of a file.
    pub(super) const TOP: Self = Self { depth: 0, sections: true, objects: Some(0) };

    /// A place inside of a list, a quotation or an admonition.
    pub(super) fn inside(self) -> Self {
        Self { depth: self.depth + 1, sections: false, objects: None }
    }

    /// A place that is in no way different.
    pub(super) fn within(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    /// A place below the heading of a description.
    pub(super) fn described(self) -> Self {
        Self { depth: self.depth + 1, sections: false, objects: self.objects.map(|around| around + 1) }
    }
}

/// Knowledge about the lines of one body, so that nothing is searched twice.
#[derive(Debug, Default)]
pub(super) struct BodyMemo {
    /// End of a run of descriptions, and whether they may have headings.
    pub(super) run: Option<(usize, bool)>,
    /// True if no simple table ends in the rest.
    pub(super) endless: bool,
    /// The heading above what stands here, if there is one.
    pub(super) heading: Option<LastHeading>,
}

/// A heading that was written.
#[derive(Debug, Clone)]
pub(super) struct LastHeading {
    level: usize,
    words: String,
}

/// Reads the lines of a file.
pub(super) struct RstReader<'a> {
    /// The text in the making.
    pub(super) to: NestedText<'a>,
    /// Definitions of the file.
    pub(super) names: Definitions,
    /// Ending of the file's name, which those beside it have, too.
    pub(super) ending: &'a str,
    /// Styles of headings, in the order of their levels.
    styles: Vec<(char, bool)>,
    /// Level of the last heading.
    pub(super) level: usize,
    /// Number of levels above the first style.
    pub(super) above: usize,
    /// The last heading that was written; none where that is too long to be repeated.
    last: Option<LastHeading>,
}

impl<'a> RstReader<'a> {
    /// A reader that writes to `to`.
    pub(super) fn new(to: NestedText<'a>, names: Definitions, ending: &'a str) -> Self {
        Self { to, names, ending, styles: Vec::new(), level: 0, above: 0, last: None }
    }

    /// Words of a paragraph, as Markdown.
    pub(super) fn inline(&mut self, text: &str) -> String {
        let said = inline(text, &mut self.names, self.ending);
        said.links.iter().for_each(|link| self.to.link(link));
        said.words
    }

    /// Reads lines that stand at one place.
    pub(super) fn body(&mut self, lines: &[&str], place: RstPlace) {
        if place.depth > DEEPEST {
            lines.split(|line| is_blank(line)).for_each(|part| self.to.paragraph(&part.join(" ")));
            return;
        }
        let heading = self.last.clone().filter(|_| place.objects.is_some());
        let mut memo = BodyMemo { heading, ..BodyMemo::default() };
        let mut at = 0;
        while let Some(next) = next_written(lines, at).filter(|_| !self.to.is_full()) {
            at = self.block(lines, next, place, &mut memo).max(next + 1);
        }
    }

    /// Reads the block that begins at a line; gives the place behind it.
    fn block(&mut self, lines: &[&str], at: usize, place: RstPlace, memo: &mut BodyMemo) -> usize {
        if indent(lines[at]) > 0 {
            self.back_to(memo);
            return self.quotation(lines, at, place);
        }
        if let Some(end) = self.explicit(lines, at, place, memo) {
            return end;
        }
        if heading_at(lines, at).is_none() {
            self.back_to(memo);
        }
        self.table(lines, at, memo)
            .or_else(|| self.title(lines, at, place, memo))
            .or_else(|| self.list(lines, at, place))
            .unwrap_or_else(|| self.text(lines, at, place))
    }

    /// An indented part. Parts that are indented by chance are no quotations, so no sign stands before them.
    fn quotation(&mut self, lines: &[&str], at: usize, place: RstPlace) -> usize {
        let end = block_end(lines, at);
        self.to.flush_leads();
        self.body(&dedent(&lines[at..end]), place.inside());
        end
    }

    /// Writes a heading.
    pub(super) fn heading(&mut self, level: usize, words: &str) {
        self.to.heading(level, words);
        let fits = words.len() <= LONGEST_REPEATED && !words.is_empty();
        self.last = fits.then(|| LastHeading { level, words: words.to_owned() });
    }

    /// Repeats the heading above what stands here, where descriptions with headings of their own stand between.
    pub(super) fn back_to(&mut self, memo: &BodyMemo) {
        let deeper = |last: &LastHeading, here: &LastHeading| last.level > here.level;
        if let (Some(last), Some(here)) = (&self.last, &memo.heading)
            && deeper(last, here)
        {
            let LastHeading { level, words } = here.clone();
            self.heading(level, &words);
        }
    }

    /// A heading, or a line between two parts.
    fn title(&mut self, lines: &[&str], at: usize, place: RstPlace, memo: &mut BodyMemo) -> Option<usize> {
        if let Some(heading) = heading_at(lines, at) {
            let words = self.inline(heading.words);
            match place.sections {
                true => {
                    let style = (heading.mark, heading.is_over);
                    let known = self.styles.iter().position(|known| *known == style);
                    let index = known.unwrap_or_else(|| {
                        self.styles.push(style);
                        self.styles.len() - 1
                    });
                    self.level = self.above + index + 1;
                    self.heading(self.level, &words);
                    memo.heading = self.last.clone();
                }
                false => self.to.paragraph(&words),
            }
            return Some(heading.end);
        }
        let alone = lines.get(at + 1).is_none_or(|line| is_blank(line));
        (rule(lines[at]).is_some() && lines[at].len() >= SHORTEST_RULE && alone).then_some(at + 1)
    }

    /// A paragraph, and the literal block that it may announce.
    fn text(&mut self, lines: &[&str], at: usize, place: RstPlace) -> usize {
        let below = lines.get(at + 1).filter(|line| !is_blank(line) && indent(line) > 0);
        if below.is_some() && !lines[at].ends_with("::") {
            return self.term(lines, at, place);
        }
        let mut end = at + 1;
        while lines.get(end).is_some_and(|line| !is_blank(line) && indent(line) == 0) {
            if lines[end - 1].ends_with("::") || heading_at(lines, end).is_some_and(|heading| heading.is_over) {
                break;
            }
            end += 1;
        }
        let text = lines[at..end].join("\n");
        let Some(before) = text.strip_suffix("::") else {
            let words = self.inline(&text);
            self.to.paragraph(&words);
            return end;
        };
        let before = if before.is_empty() || before.ends_with(char::is_whitespace) {
            before.trim_end().to_owned()
        } else {
            format!("{before}:")
        };
        let words = self.inline(&before);
        self.to.paragraph(&words);
        self.literal_block(lines, end)
    }

    /// The indented or quoted lines behind `::`.
    fn literal_block(&mut self, lines: &[&str], from: usize) -> usize {
        let Some(first) = next_written(lines, from) else { return from };
        let end = match lines[first].chars().next() {
            Some(' ') => block_end(lines, first),
            Some(mark) if mark.is_ascii_punctuation() => {
                first + lines[first..].iter().take_while(|line| line.starts_with(mark)).count()
            }
            _ => return from,
        };
        self.to.code("", &dedent(&lines[first..end]).join("\n"));
        end
    }

    /// A term with its description below; a classifier stands in brackets.
    fn term(&mut self, lines: &[&str], at: usize, place: RstPlace) -> usize {
        let end = block_end(lines, at + 1);
        let mut parts = lines[at].split(" : ");
        let term = parts.next().unwrap_or_default();
        let classifiers: Vec<&str> = parts.map(str::trim).collect();
        let words = match classifiers.is_empty() {
            true => self.inline(term),
            false => self.inline(&format!("{term} ({})", classifiers.join(", "))),
        };
        self.to.lead(&words);
        self.body(&dedent(&lines[at + 1..end]), place.inside());
        self.to.flush_leads();
        end
    }
}

/// A heading in the lines of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct RstHeading<'a> {
    /// Its words.
    pub(super) words: &'a str,
    /// The place behind it.
    pub(super) end: usize,
    mark: char,
    is_over: bool,
}

/// The heading that begins at a line, with a line of marks below its words, or on both sides.
pub(super) fn heading_at<'a>(lines: &[&'a str], at: usize) -> Option<RstHeading<'a>> {
    let line = *lines.get(at)?;
    if let Some(mark) = rule(line) {
        let words = lines.get(at + 1).map(|words| words.trim())?;
        let below = lines.get(at + 2).and_then(|below| rule(below));
        let fits = line.len() >= SHORTEST_RULE || line.len() >= words.chars().count();
        let is_heading = below == Some(mark) && fits && !words.is_empty() && rule(words).is_none();
        return is_heading.then_some(RstHeading { words, end: at + 3, mark, is_over: true });
    }
    let below = *lines.get(at + 1)?;
    let mark = rule(below)?;
    let fits = below.len() >= SHORTEST_RULE || below.len() >= line.chars().count();
    let is_heading = !is_blank(line) && indent(line) == 0 && fits;
    is_heading.then_some(RstHeading { words: line, end: at + 2, mark, is_over: false })
}
