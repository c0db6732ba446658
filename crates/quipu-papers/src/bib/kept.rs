//! Parts of a title that keep their case: braces of BibTeX, `nocase` of CSL. Words such as `BERT` and `LaTeX` show it
//! by their letters, so that only the other parts have to be remembered.

use std::collections::BTreeSet;
use std::ops::Range;

use super::tex::{Glyph, math_at};
use super::text::collapsed;

/// Maximal number of parts of a title that are looked for.
const MOST_PARTS: usize = 100;

/// The parts of a title whose case is kept by braces and not by their letters, as they are remembered: each one once.
pub(super) fn remembered(title: &str, parts: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for part in marked(title, parts).into_iter().filter_map(|span| title.get(span)) {
        if out.len() < MOST_PARTS && !out.iter().any(|known| known == part) {
            out.push(part.to_owned());
        }
    }
    out
}

/// The spans of a title whose case has to be marked, since their letters do not tell it.
pub(super) fn marked(title: &str, parts: &[String]) -> Vec<Range<usize>> {
    let by_letters: BTreeSet<(usize, usize)> = by_letters(title).iter().map(|span| (span.start, span.end)).collect();
    let capital =
        |span: &Range<usize>| title.get(span.clone()).is_some_and(|part| part.chars().any(char::is_uppercase));
    let told = |span: &Range<usize>| by_letters.contains(&(span.start, span.end));
    spans(title, parts).into_iter().filter(|span| capital(span) && !told(span)).collect()
}

/// The texts of a title's groups of braces, in order.
pub(super) fn groups(glyphs: &[Glyph]) -> Vec<String> {
    let runs =
        glyphs.chunk_by(|a, b| a.group == b.group).filter(|run| run.first().is_some_and(|glyph| glyph.group != 0));
    runs.map(|run| collapsed(&run.iter().map(|glyph| glyph.c).collect::<String>())).collect()
}

/// The spans of a title whose case is to be kept: those of the parts, and those whose letters tell it, joined where
/// they overlap.
pub(super) fn spans(title: &str, parts: &[String]) -> Vec<Range<usize>> {
    let mut spans = by_letters(title);
    let each: BTreeSet<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    for part in each.into_iter().take(MOST_PARTS) {
        spans.extend(places(title, part).into_iter().map(|at| at..at + part.len()));
    }
    spans.sort_by_key(|span| (span.start, span.end));
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    joined
}

/// The places of a part where it is no piece of a longer word, or else its first place.
fn places(title: &str, part: &str) -> Vec<usize> {
    let whole = |at: &usize| {
        let before = title.get(..*at).is_some_and(|before| before.ends_with(char::is_alphanumeric));
        let after = title.get(at + part.len()..).is_some_and(|after| after.starts_with(char::is_alphanumeric));
        !before && !after
    };
    let places: Vec<usize> = title.match_indices(part).map(|(at, _)| at).filter(whole).collect();
    if places.is_empty() { title.find(part).into_iter().collect() } else { places }
}

/// Math, and words with a capital after their first letter; no words in a title that is all in capitals.
fn by_letters(title: &str) -> Vec<Range<usize>> {
    let capitals = !title.chars().any(char::is_lowercase);
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(rest) = title.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(math) = math_at(rest) {
            spans.push(at..at + math.len());
            at += math.len();
            continue;
        }
        let word = rest.len() - rest.trim_start_matches(char::is_alphanumeric).len();
        let text = rest.get(..word).unwrap_or_default();
        if !capitals && text.chars().skip(1).any(char::is_uppercase) {
            spans.push(at..at + word);
        }
        at += if word > 0 { word } else { rest.chars().next().map_or(1, char::len_utf8) };
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_letters_do_not_tell_is_remembered() {
        let parts = |parts: &[&str]| parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>();
        let title = "The BERT of All Things: $X$ of LaTeX";
        assert_eq!(remembered(title, &parts(&["BERT", "All Things", "$X$", "of"])), ["All Things"]);
        assert_eq!(remembered("DEEP LEARNING", &parts(&["DEEP"])), ["DEEP"]);
        assert_eq!(remembered("GraphRAG", &parts(&["Graph"])), Vec::<String>::new());
        assert_eq!(spans("Artificial Art", &parts(&["Art", "none"])), vec![11..14]);
        let twice = "Papers, and Papers";
        assert_eq!(spans(twice, &parts(&["Papers"])), vec![0..6, 12..18]);
        assert_eq!(remembered(twice, &parts(&["Papers", "Papers"])), ["Papers"]);
    }
}
