//! In-text citations: the references that the running text cites, with their sentences.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::folded::{folded, same_family};
use super::labels::raised_digit;
use super::mentions::{Mention, mentions};
use super::sentences::sentences;
use super::{Reference, find};

/// Numbers in one range (`[3-95]`), at most.
const RANGE: u32 = 100;

/// The places in the running text that cite a reference: its index, and the bytes of the sentence. They come in the
/// order of the text; the reference section itself is left out. A mark that fits several references equally is skipped.
pub fn cited(text: &str, references: &[Reference]) -> Vec<(usize, Range<usize>)> {
    let section = find(text).unwrap_or(text.len()..text.len());
    let labels = Labels::of(references);
    let named = Named::of(references);
    let mut found: Vec<(usize, usize)> = Vec::new();
    for part in [0..section.start, section.end..text.len()] {
        let body = &text[part.clone()];
        for (reference, at) in labels.marks(body).into_iter().chain(named.marks(body, references)) {
            found.push((part.start + at, reference));
        }
    }
    found.sort_unstable();
    placed(text, found)
}

/// The sentences of the marks, each pair once.
fn placed(text: &str, found: Vec<(usize, usize)>) -> Vec<(usize, Range<usize>)> {
    let sentences = sentences(text);
    let mut out: Vec<(usize, Range<usize>)> = Vec::new();
    for (at, reference) in found {
        let next = sentences.partition_point(|sentence| sentence.end <= at);
        let Some(sentence) = sentences.get(next).filter(|sentence| sentence.start <= at) else { continue };
        let new = out.iter().rev().take_while(|(_, place)| place == sentence).all(|(known, _)| *known != reference);
        if new {
            out.push((reference, sentence.clone()));
        }
    }
    out
}

/// References by label.
struct Labels {
    by: FxHashMap<String, Vec<usize>>,
    numbered: bool,
}

impl Labels {
    fn of(references: &[Reference]) -> Self {
        let mut by: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        let mut numbers = 0;
        for (at, reference) in references.iter().enumerate() {
            let Some(label) = &reference.label else { continue };
            let number = label.trim_end_matches(|c: char| c.is_ascii_lowercase());
            let numbered = !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit());
            numbers += usize::from(numbered);
            by.entry(label.clone()).or_default().push(at);
            // `[3]` cites all works of an entry.
            if numbered && number != label {
                by.entry(number.to_owned()).or_default().push(at);
            }
        }
        Self { by, numbered: 2 * numbers > references.len() }
    }

    /// The marks of a text: the reference and the byte. Of brackets and raised numbers, the more frequent ones count.
    fn marks(&self, text: &str) -> Vec<(usize, usize)> {
        let brackets = self.brackets(text);
        if !self.numbered {
            return brackets;
        }
        let raised = self.raised(text);
        if raised.len() > brackets.len() { raised } else { brackets }
    }

    /// `[3]`, `[3, 5–7]`, `[VSP+17, DCLT18]`, `[3, p. 12]`.
    fn brackets(&self, text: &str) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        for (open, _) in text.match_indices('[') {
            let mut reach = (open + 200).min(text.len());
            while !text.is_char_boundary(reach) {
                reach -= 1;
            }
            let Some(end) = text[open + 1..reach].find([']', '[']) else { continue };
            let inner = text[open + 1..open + 1 + end].trim_end_matches('\\');
            if !text[open + 1 + end..].starts_with(']') {
                continue;
            }
            let mut all = Vec::new();
            let mut good = true;
            for (at, part) in inner.split([',', ';']).enumerate() {
                let known = self.part(part.trim(), &mut all);
                // Words after a label say where in the work.
                good &= known || at > 0 && !part.trim().starts_with(|c: char| c.is_ascii_digit());
            }
            if good {
                out.extend(all.into_iter().map(|reference| (reference, open)));
            }
        }
        out
    }

    /// One label, or a range of numbers. Returns true if it is one.
    fn part(&self, part: &str, out: &mut Vec<usize>) -> bool {
        if let Some(found) = self.by.get(part) {
            out.extend(found);
            return true;
        }
        let bound = |text: &str| text.trim().parse::<u32>().ok();
        let Some((from, to)) = part.split_once(['-', '–', '—', '‐', '‑', '−', '⁻']) else { return false };
        let (Some(from), Some(to)) = (bound(from), bound(to.trim_start_matches(['-', '–']))) else { return false };
        if from > to || to - from > RANGE || !self.by.contains_key(&from.to_string()) {
            return false;
        }
        out.extend((from..=to).filter_map(|number| self.by.get(&number.to_string())).flatten());
        true
    }

    /// `³`, `¹,²`, `³⁻⁵`, `^3`, `^1,2` after a word or a mark.
    fn raised(&self, text: &str) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        let mut until = 0;
        for (at, c) in text.char_indices() {
            if at < until || !(raised_digit(c).is_some() || c == '^') || !self.follows_word(&text[..at]) {
                continue;
            }
            let (label, length) = raised_run(&text[at..]);
            until = at + length;
            let mut all = Vec::new();
            let good = !label.is_empty()
                && label.split(',').filter(|part| !part.is_empty()).all(|part| self.part(part, &mut all));
            if good {
                out.extend(all.into_iter().map(|reference| (reference, at)));
            }
        }
        out
    }

    /// A number raised after a digit, a symbol or a unit is a power.
    fn follows_word(&self, before: &str) -> bool {
        let close = before.chars().next_back();
        let letters = before.chars().rev().take(4).take_while(|c| c.is_alphabetic()).count();
        letters > 2
            || close.is_some_and(|c| matches!(c, '.' | ',' | ';' | ':' | '?' | '!' | ')' | '”' | '"' | '»' | '’'))
    }
}

/// The numbers of a raised mark as plain ones, and its bytes.
fn raised_run(text: &str) -> (String, usize) {
    let caret = text.starts_with('^');
    let (mut label, mut length) = (String::new(), usize::from(caret));
    for (at, c) in text.char_indices().skip(usize::from(caret)).take(40) {
        let digit = if caret { Some(c).filter(char::is_ascii_digit) } else { raised_digit(c) };
        match (digit, c) {
            (Some(digit), _) => label.push(digit),
            (None, ',' | '⁻' | '–' | '-' | '˒' | '⁃') => {
                label.push(if matches!(c, ',' | '˒') { ',' } else { '-' })
            }
            _ => break,
        }
        length = at + c.len_utf8();
    }
    (label.trim_end_matches([',', '-']).to_owned(), length)
}

/// References by year and the last word of the first author's name.
struct Named {
    by: FxHashMap<(i32, String), Vec<usize>>,
}

impl Named {
    fn of(references: &[Reference]) -> Self {
        let mut by: FxHashMap<(i32, String), Vec<usize>> = FxHashMap::default();
        for (at, reference) in references.iter().enumerate() {
            if let (Some(year), Some(first), None) = (reference.year, reference.authors.first(), reference.same_as) {
                by.entry((year, last_word(first))).or_default().push(at);
            }
        }
        Self { by }
    }

    fn marks(&self, text: &str, references: &[Reference]) -> Vec<(usize, usize)> {
        let one = |mention: Mention| Some((self.one(&mention, references)?, mention.at));
        mentions(text).into_iter().filter_map(one).collect()
    }

    /// The one reference that a mention means.
    fn one(&self, mention: &Mention, references: &[Reference]) -> Option<usize> {
        let found = self.by.get(&(mention.year, last_word(&mention.first)))?;
        let fits = |at: &&usize| {
            let reference = &references[**at];
            let count = reference.authors.len();
            let second = mention.second.as_ref().is_none_or(|second| {
                count == 2 && reference.authors.get(1).is_some_and(|other| same_family(second, other))
            });
            let many = !mention.cut || count > 2 || reference.authors_cut || (count == 2 && found.len() == 1);
            let letter = mention.letter.is_none()
                || mention.letter == reference.year_letter
                || found.len() == 1 && reference.year_letter.is_none();
            second && many && letter
        };
        let mut fitting = found.iter().take(64).filter(fits);
        let first = fitting.next()?;
        // Without "et al." and a second name one author is meant.
        fitting.next().is_none().then_some(*first)
    }
}

fn last_word(name: &str) -> String {
    let name = folded(name);
    name.rsplit(' ').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::split;
    use super::*;

    fn cites(text: &str) -> Vec<(String, &str)> {
        let entries = find(text).map(|range| split(&text[range]).entries).unwrap_or_default();
        let label = |at: usize| entries[at].label.clone().unwrap_or_default();
        cited(text, &entries).into_iter().map(|(at, place)| (label(at), &text[place])).collect()
    }

    fn labels(text: &str) -> String {
        cites(text).into_iter().map(|(label, _)| label).collect::<Vec<_>>().join(" ")
    }

    const NUMBERED: &str = "\n\nReferences\n[1] A. One. First things. 2001.\n[2] B. Two. Second things. 2002.\n\
        [3] C. Three et al. Third things. 2003.\n";

    #[test]
    fn numbers_are_read() {
        assert_eq!(labels(&format!("A thing [2]. Others [1, 3]. All [1-3]. No [17], x[0].{NUMBERED}")), "2 1 3 1 2 3");
        assert_eq!(labels(&format!("A thing [2, p. 12]. A link [3](#bib3). Made \\[1\\].{NUMBERED}")), "2 3 1");
        let text = format!("First. The thing. [2] Then more.{NUMBERED}");
        let found = cites(&text);
        assert_eq!(found, [("2".to_owned(), "The thing. [2]")]);
    }

    #[test]
    fn raised_numbers_are_read() {
        let text = format!("Attention spread quickly.¹,² Others disagree.²⁻³ Ten km² and 10^6.{NUMBERED}");
        let found = cites(&text);
        assert_eq!(found[0], ("1".to_owned(), "Attention spread quickly.¹,²"));
        assert_eq!(found.iter().map(|(label, _)| label.as_str()).collect::<String>(), "1223");
        assert_eq!(labels(&format!("Known since long^1. Also elsewhere^2,3.{NUMBERED}")), "1 2 3");
    }

    #[test]
    fn labels_of_letters_are_read() {
        let text = "As in [VSP+17, DCLT18] and [Knu].\n\nReferences\n\n[DCLT18] J. Devlin. BERT of things. 2018.\n\
            [Knu] D. Knuth. The art of things.\n[VSP+17] A. Vaswani. All things. 2017.\n";
        assert_eq!(labels(text), "DCLT18 VSP+17 Knu");
    }

    #[test]
    fn names_and_years_are_read() {
        let list = "\n\nReferences\n\nDevlin, J., Chang, M., & Lee, K. (2018). Pre-training of things. *Venue*.\n\n\
            Smith, J. (2021a). A survey. Journal.\n\nSmith, J. (2021b). Another survey. Journal.\n\n\
            van der Berg, R., & Meyer, A. (2020). Bergs of paper. Nature.\n";
        assert_eq!(labels(&format!("So say Devlin et al. (2018).{list}")), "Devlin2018");
        assert_eq!(
            labels(&format!("It is so (see Devlin et al., 2018; Smith, 2021b).{list}")),
            "Devlin2018 Smith2021b"
        );
        assert_eq!(
            labels(&format!("Smith (2021a, 2021b) and van der Berg and Meyer (2020).{list}")),
            "Smith2021a Smith2021b vanderBerg2020"
        );
        assert_eq!(labels(&format!("Smith (2021) is none, nor is Jones (2018), nor the year 2018.{list}")), "");
    }
}
