//! Relations of two neighbouring names by the words between them: a verb, a participle with its agent in the
//! instrumental, or a relational noun.

use quipu_kernel::model::{Mention, Span};
use quipu_kernel::text::tail;

use super::appositions::NounTie;
use super::tie_words::{FILLERS, PASSIVE, PRESENT, RELATIONAL, VERBS, has, is_of_date, noun, participle, past};
use super::{PlacedTie, WEIGHT, is_named, lowered};

/// The most bytes between two names.
const FARTHEST: usize = 160;
/// The most bytes before a name that are looked at.
const BEFORE: usize = 160;

/// A tie between two neighbours.
#[derive(Debug, PartialEq, Eq)]
struct Tie {
    predicate: String,
    /// True if it leads from the second to the first.
    reversed: bool,
}

/// The relations of neighbours.
pub(super) fn ties(text: &str, sentences: &[Span], mentions: &[Mention]) -> Vec<PlacedTie> {
    let names: Vec<usize> = (0..mentions.len()).filter(|at| is_named(&mentions[*at])).collect();
    let mut out = Vec::new();
    for pair in names.windows(2) {
        let [first, second] = pair else { continue };
        let [a, b] = [first, second].map(|at| &mentions[*at]);
        let (start, end) = (a.span.range(), b.span.range());
        let Some(quote) = within(sentences, start.start, end.end) else { continue };
        if end.start < start.end || end.start - start.end > FARTHEST || a.name == b.name {
            continue;
        }
        let before = tail(&text[quote.range().start..start.start], BEFORE);
        if let Some(Tie { predicate, reversed }) = tie(before, &text[start.end..end.start], &a.form, &b.form) {
            let (source, target) = if reversed { (*second, *first) } else { (*first, *second) };
            // "Мэр Москвы Юрий Лужков" is the mayor, whatever a sentence guesses of him.
            let tie = NounTie { source, predicate, target, weight: WEIGHT, is_presupposed: reversed };
            out.push(PlacedTie { quote, tie });
        }
    }
    out
}

/// The sentence that holds both places.
fn within(sentences: &[Span], start: usize, end: usize) -> Option<Span> {
    let next = sentences.partition_point(|span| span.range().start <= start);
    sentences[..next].last().copied().filter(|span| end <= span.range().end)
}

/// The tie of two neighbours by the words between them, and before the first.
fn tie(before: &str, between: &str, a: &str, b: &str) -> Option<Tie> {
    let (said, hung) = said(between)?;
    let words: Vec<&str> = said.iter().map(String::as_str).collect();
    let forward = |predicate: String| Some(Tie { predicate: predicate.replace('+', " "), reversed: false });
    match words.as_slice() {
        [] => role(before, between, a, b),
        ["не", ..] => None,
        [first, rest @ ..] if is_dash(first) || is_copula(first) => {
            let rest: Vec<&str> = rest.iter().copied().filter(|word| *word != "это").collect();
            match rest.as_slice() {
                [word] if !is_copula(first) || instrumental(word) => noun(RELATIONAL, word).and_then(forward),
                _ => participles(&rest, b).filter(|_| is_was(first)).and_then(forward),
            }
        }
        _ if oblique(a) => None,
        // The words after a comma are about the name only if they begin with a participle: "гитарист Битлз, родился в".
        words if hung => participles(words, b).and_then(forward),
        words => verbs(words).or_else(|| participles(words, b)).and_then(forward),
    }
}

/// The words between two names, in lower case, without dates, fillers and openings of clauses about the first, and true
/// if they stand after a comma; none where the names are separated.
fn said(between: &str) -> Option<(Vec<String>, bool)> {
    let low = lowered(between);
    let low = low.trim_matches([' ', '\n', '«', '»', '"', '„', '“']);
    let (low, hung) = match low.strip_prefix(',') {
        None => (low, false),
        Some(clause) => {
            let clause = clause.trim_start();
            let which = ["который ", "которая ", "которое ", "которые "];
            let opened = which.iter().find_map(|word| clause.strip_prefix(word));
            (opened.unwrap_or(clause), opened.is_none())
        }
    };
    if low.contains([',', ';', ':', '.', '!', '?', '(', ')', '|', '[', ']']) {
        return None;
    }
    let raw: Vec<&str> = low.split_whitespace().collect();
    let is_number = |word: &str| word.chars().next().is_some_and(|c| c.is_ascii_digit());
    let mut out = Vec::new();
    for (at, word) in raw.iter().enumerate() {
        let dated = is_number(word)
            || is_of_date(word)
            || matches!(*word, "в" | "с" | "до")
                && raw.get(at + 1).is_some_and(|next| is_number(next) || is_of_date(next));
        if !dated && !has(FILLERS, word) {
            out.push((*word).to_owned());
        }
    }
    Some((out, hung))
}

fn is_dash(word: &str) -> bool {
    matches!(word, "—" | "–" | "-")
}

fn is_was(word: &str) -> bool {
    matches!(word, "был" | "была" | "было" | "были")
}

fn is_copula(word: &str) -> bool {
    is_was(word) || matches!(word, "является" | "являлся" | "являлась" | "стал" | "стала" | "стало")
}

/// A verb, with its preposition.
fn verbs(words: &[&str]) -> Option<String> {
    let joined = words.join("+");
    if words.len() > 2 {
        return None;
    }
    has(PRESENT, &joined).then(|| joined.clone()).or_else(|| past(VERBS, &joined))
}

/// A participle, where who did it stands in the instrumental.
fn participles(words: &[&str], doer: &str) -> Option<String> {
    let words = match words {
        [was, rest @ ..] if is_was(was) => rest,
        all => all,
    };
    let [word] = words else { return None };
    participle(PASSIVE, word).filter(|_| instrumental(last_word(doer)))
}

/// "режиссёр X Y": Y is the director of X, where nothing stands between and Y is a full name.
fn role(before: &str, between: &str, a: &str, b: &str) -> Option<Tie> {
    let word = lowered(before.trim_end_matches([' ', '«', '"']).rsplit([' ', '\n', '(']).next()?);
    let full = b.split(' ').count() == 2 && b.split(' ').all(|word| word.starts_with(char::is_uppercase));
    let bare = between.trim_matches(['»', '"']) == " ";
    let fits = bare && full && a != b && has(RELATIONAL, &word) && !oblique_person(b);
    fits.then_some(Tie { predicate: word, reversed: true })
}

fn last_word(name: &str) -> &str {
    name.rsplit(' ').next().unwrap_or(name).trim_matches(['»', '"', '«'])
}

/// True if a word has an ending of the instrumental.
fn instrumental(word: &str) -> bool {
    let low = word.to_lowercase();
    ["ом", "ем", "ём", "ым", "им", "ой", "ей", "ою", "ею", "ью", "ами", "ями", "ми"]
        .iter()
        .any(|end| low.ends_with(end))
}

/// True if a name has an ending that no subject has.
pub(super) fn oblique(name: &str) -> bool {
    let low = last_word(name).to_lowercase();
    let adjective = |word: &str| ["ого", "его", "ому", "ему", "ых", "их"].iter().any(|end| word.ends_with(end));
    name.contains(' ') && name.split(' ').any(adjective)
        || low.chars().count() > 3
            && ["у", "ю", "ом", "ем", "ой", "ей", "ым", "ах", "ях", "ами", "ями", "ого", "его", "ему", "ому", "ых"]
                .iter()
                .any(|end| low.ends_with(end))
}

fn oblique_person(name: &str) -> bool {
    let low = last_word(name).to_lowercase();
    ["у", "ю", "ом", "ем", "ым", "ого", "его", "ому", "ему"].iter().any(|end| low.ends_with(end))
}
