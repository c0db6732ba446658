//! Compression of a long sentence for a cell: a selection of its clauses (extractive sentence compression).

use super::words::SaidWord;

/// The most words of a sentence that is shortened.
pub const MOST_SHORTENED: usize = 25;

/// The fewest words that a clause is cut to.
const FEWEST: usize = 12;
/// Minimal number of words after the important word.
const FOLLOW: usize = 8;
/// Words that nothing ends with.
const OPEN: &str = " the a an of to in on for with by and or that which than from at as is are our its their we this \
    be not в на с и из к по для от о что как не или ";
/// Words that begin a clause.
const BEGIN: &str = " which while where when and but because although whereas thus thereby that to by with for using \
    without и а но что где когда чтобы так ";

/// A sentence in at most 25 words. One that is longer is cut where a clause ends; if the word that matters (`focus`)
/// would be lost, it begins with the clause of that word. An ellipsis stands where words were left out.
pub fn shortened(words: &[SaidWord<'_>], text: &str, focus: Option<usize>) -> String {
    let mark = text.starts_with(['-', '*', '+', '•']) && words.first().is_some_and(|word| word.core.is_empty());
    let begins = usize::from(mark);
    if words.len() - begins.min(words.len()) <= MOST_SHORTENED {
        return joined(&words[begins.min(words.len())..]);
    }
    let mut from = begins;
    let mut to = cut(words, from);
    if let Some(focus) = focus.filter(|focus| focus + FOLLOW > to) {
        let near = focus.saturating_sub(FEWEST).max(begins + 1);
        let clause = (near..=focus)
            .rev()
            .find(|at| strong(words, *at))
            .or_else(|| (near..=focus).rev().find(|at| weak(words, *at)));
        from = clause.unwrap_or_else(|| focus.saturating_sub(4).max(begins));
        to = cut(words, from);
    }
    let mut out = joined(&words[from..to]);
    if from > begins {
        out.insert(0, '…');
    }
    if to < words.len() {
        let kept = out
            .trim_end_matches(|c: char| matches!(c, ',' | ';' | ':' | '-' | '–' | '—' | '.') || c.is_whitespace())
            .len();
        out.truncate(kept);
        out.push('…');
    }
    out
}

/// The word at which the text from `from` is cut.
fn cut(words: &[SaidWord<'_>], from: usize) -> usize {
    let last = (from + MOST_SHORTENED).min(words.len());
    if last == words.len() {
        return last;
    }
    let least = (from + FEWEST).min(last);
    let at =
        (least..=last).rev().find(|at| strong(words, *at)).or_else(|| (least..=last).rev().find(|at| weak(words, *at)));
    let mut at = at.unwrap_or(last);
    while at > from + 1 && is_in(OPEN, &words[at - 1].lower) {
        at -= 1;
    }
    at
}

/// True if a mark separates the word at `at` from the one before it.
fn strong(words: &[SaidWord<'_>], at: usize) -> bool {
    at > 0 && (words[at - 1].raw.ends_with([',', ';', ':', '—', '–']) || words[at - 1].raw == "--")
}

/// True if a clause may begin with the word at `at`.
fn weak(words: &[SaidWord<'_>], at: usize) -> bool {
    at > 0 && words.get(at).is_some_and(|word| is_in(BEGIN, &word.lower))
}

fn is_in(list: &str, word: &str) -> bool {
    !word.is_empty() && list.split(' ').any(|one| one == word)
}

fn joined(words: &[SaidWord<'_>]) -> String {
    let mut out = String::new();
    for word in words {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word.raw);
    }
    out
}
