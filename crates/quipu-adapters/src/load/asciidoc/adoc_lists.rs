//! Lists of AsciiDoc: points, numbers, terms, callouts, and the blocks that are attached to them.

use super::adoc_attributes::BlockAttributes;
use super::adoc_blocks::{AdocReader, dedented, ends_paragraph};
use super::adoc_lines::{heading, is_comment};
use super::adoc_list_marks::{ListMark, MarkKey, list_mark};

/// The deepest that lists are nested; deeper points stand in the innermost list.
const DEEPEST: usize = 12;

/// An open list.
struct OpenList {
    key: MarkKey,
    count: usize,
    /// True while a term waits for its description.
    waits: bool,
}

impl AdocReader<'_> {
    /// A list with all that is in it; gives the place behind it.
    pub(super) fn list(&mut self, lines: &[&str], at: usize, attributes: &BlockAttributes, depth: usize) -> usize {
        let start = attributes.named.get("start").and_then(|start| start.parse().ok()).unwrap_or(1usize);
        let mut open: Vec<OpenList> = Vec::new();
        let mut at = at;
        while let Some(line) = lines.get(at).copied().filter(|_| !self.to.is_full()) {
            if let Some(mark) = list_mark(line) {
                self.enter(&mark, &mut open, start);
                at = self.point_text(lines, at, &mark, &mut open);
            } else if line == "+" {
                self.described(&mut open);
                let next = lines.get(at + 1).is_some_and(|line| !line.is_empty());
                at = if next { self.block(lines, at + 1, depth + 1).max(at + 2) } else { at + 1 };
            } else {
                match self.goes_on(lines, at, &open) {
                    Some(next) => at = next,
                    None => break,
                }
            }
        }
        while let Some(list) = open.pop() {
            self.leave(&list);
        }
        self.to.end_list();
        at
    }

    /// The next line of the list behind one that is no point, or none where the list ends.
    fn goes_on(&mut self, lines: &[&str], at: usize, open: &[OpenList]) -> Option<usize> {
        let next = (at..lines.len()).find(|at| !lines[*at].is_empty() && !is_comment(lines[*at]))?;
        let line = lines[next];
        if list_mark(line).is_some() || line == "+" {
            return Some(next);
        }
        let waits = open.last().is_some_and(|list| list.waits);
        let is_text = !ends_paragraph(line) && heading(line).is_none() && !line.starts_with('.');
        if waits && is_text {
            let end = self.paragraph_end(lines, next);
            self.say_lines(&lines[next..end]);
            return Some(end);
        }
        // Indented lines behind a point are shown as they are.
        if next > at && line.starts_with([' ', '\t']) && !open.is_empty() {
            let end = next + lines[next..].iter().take_while(|line| !line.is_empty()).count();
            self.to.code("", &dedented(&lines[next..end]).join("\n"));
            return Some(end);
        }
        None
    }

    /// Opens the point of a mark, in its list.
    fn enter(&mut self, mark: &ListMark<'_>, open: &mut Vec<OpenList>, start: usize) {
        let known = open.iter().rposition(|list| list.key == mark.key);
        let position = known.or_else(|| (open.len() >= DEEPEST).then_some(DEEPEST - 1));
        let count = match position {
            Some(position) => {
                let same_term = position + 1 == open.len() && open[position].waits;
                while open.len() > position + 1 {
                    open.pop().iter().for_each(|list| self.leave(list));
                }
                if let (true, MarkKey::Term(..)) = (same_term, mark.key) {
                    let words = self.inline(mark.label);
                    self.to.lead_also(&words);
                    return;
                }
                let list = open.pop();
                list.iter().for_each(|list| self.leave(list));
                list.map_or(1, |list| list.count + 1)
            }
            None if open.is_empty() => start,
            None => 1,
        };
        match mark.key {
            MarkKey::Term(..) => {
                let words = self.inline(mark.label);
                self.to.lead(&words);
            }
            _ => self.to.begin_point(&shown_mark(mark, count)),
        }
        open.push(OpenList { key: mark.key, count, waits: matches!(mark.key, MarkKey::Term(..)) });
    }

    fn leave(&mut self, list: &OpenList) {
        match list.key {
            MarkKey::Term(..) => self.to.flush_leads(),
            _ => self.to.end_point(),
        }
    }

    /// The text of a point; gives the place behind it.
    fn point_text(&mut self, lines: &[&str], at: usize, mark: &ListMark<'_>, open: &mut [OpenList]) -> usize {
        let has_text = !mark.text.is_empty();
        let end = if has_text { self.paragraph_end(lines, at + 1) } else { at + 1 };
        let mut text = vec![mark.text];
        text.extend(&lines[at + 1..end]);
        if has_text {
            self.say_lines(&text);
            self.described(open);
        }
        end
    }

    fn described(&mut self, open: &mut [OpenList]) {
        open.last_mut().into_iter().for_each(|list| list.waits = false);
    }

    /// The end of a paragraph in a list.
    fn paragraph_end(&self, lines: &[&str], from: usize) -> usize {
        let goes_on = |line: &&&str| !ends_paragraph(line) && list_mark(line).is_none();
        from + lines[from..].iter().take_while(goes_on).count()
    }

    fn say_lines(&mut self, lines: &[&str]) {
        let text: Vec<&str> = lines.iter().filter(|line| !is_comment(line)).copied().collect();
        let words = self.inline(&text.join("\n"));
        self.to.paragraph(&words);
    }
}

/// The mark of a point in Markdown.
fn shown_mark(mark: &ListMark<'_>, count: usize) -> String {
    match mark.key {
        MarkKey::Number => format!("{}.", mark.label),
        MarkKey::Dots(_) => format!("{count}."),
        MarkKey::Callout => {
            format!("- <{}>", if mark.label == "." { count.to_string() } else { mark.label.to_owned() })
        }
        MarkKey::Letter => format!("- {}.", mark.label),
        _ if mark.label.is_empty() => "-".to_owned(),
        _ => format!("- {}", mark.label),
    }
}
