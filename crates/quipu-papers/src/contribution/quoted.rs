//! The place of a quotation in a text, without regard to case, blanks and forms of quotes and dashes (matching after
//! normalisation).

use std::ops::Range;

use super::PaperStretch;

/// The most bytes of a paper in which quotations are sought.
const LONGEST: usize = 8_000_000;

/// The folded texts of a paper's stretches.
pub(super) struct Pages(Vec<String>);

impl Pages {
    /// Folds the stretches of a paper; text beyond 8 MB is left out.
    pub(super) fn of(stretches: &[PaperStretch<'_>]) -> Self {
        let mut left = LONGEST;
        let mut page = |one: &PaperStretch<'_>| {
            let text = quipu_kernel::text::head(one.text, left);
            left -= text.len();
            folded(text)
        };
        Self(stretches.iter().map(&mut page).collect())
    }

    /// The first stretch in which a folded quotation stands, and its bytes there.
    pub(super) fn find(&self, quote: &str, stretches: &[PaperStretch<'_>]) -> Option<(usize, Range<usize>)> {
        if quote.is_empty() {
            return None;
        }
        let (at, from) = self.0.iter().enumerate().find_map(|(at, page)| Some((at, page.find(quote)?)))?;
        Some((at, unfolded(stretches[at].text, from, from + quote.len())))
    }
}

/// A quotation, folded, without the marks and dots around it.
pub(super) fn folded_quote(quote: &str) -> String {
    folded(quote.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '“' | '”' | '«' | '»' | '…' | '.')))
}

fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| out.extend(fold(c)));
    out
}

/// A character without case; nothing for a blank or a mark that no one sees.
fn fold(c: char) -> impl Iterator<Item = char> {
    let plain = match c {
        '’' | '‘' | '`' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        '‐' | '‑' | '–' | '—' | '−' => '-',
        other => other,
    };
    let hidden = c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}');
    (!hidden).then_some(plain).into_iter().flat_map(char::to_lowercase)
}

/// The bytes of a text that were folded to these bytes.
fn unfolded(text: &str, from: usize, to: usize) -> Range<usize> {
    let (mut at, mut start) = (0, None);
    for (byte, c) in text.char_indices() {
        let next = at + fold(c).map(char::len_utf8).sum::<usize>();
        if start.is_none() && next > from {
            start = Some(byte);
        }
        if next >= to {
            return start.unwrap_or(byte)..byte + c.len_utf8();
        }
        at = next;
    }
    start.unwrap_or(text.len())..text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_found_in_other_case_blanks_and_marks() {
        let text = "Before. İt “reads”\n  the old—logs. After.";
        let all = [PaperStretch { heading: &[], start: 0, text }];
        let pages = Pages::of(&all);
        let found = pages.find(&folded_quote("\"reads\" THE old-logs."), &all);
        assert_eq!(found.map(|(_, range)| &text[range]), Some("reads”\n  the old—logs"));
        assert!(pages.find(&folded_quote("new logs"), &all).is_none() && pages.find("", &all).is_none());
    }
}
