//! The names of the store at which a question begins: the longest runs of its words that name an entity.

use std::collections::BTreeSet;

use quipu_kernel::text::fold_name;
use quipu_language::plan::plan;

use crate::base::ports::{Store, StoreError};

/// The longest name in lookups, in words.
const LONGEST: usize = 14;
/// Longer questions are not read into parts.
const MOST_WORDS: usize = 60;
/// First words of questions, and words for kinds of things: no names by themselves.
const NO_NAMES: [&str; 44] = [
    "who",
    "whose",
    "what",
    "which",
    "when",
    "where",
    "why",
    "how",
    "are",
    "is",
    "was",
    "were",
    "do",
    "does",
    "did",
    "has",
    "have",
    "the",
    "a",
    "an",
    "both",
    "film",
    "films",
    "song",
    "album",
    "magazine",
    "director",
    "directors",
    "composer",
    "performer",
    "founder",
    "country",
    "nationality",
    "or",
    "and",
    "of",
    "movie",
    "book",
    "company",
    "band",
    "name",
    "in",
    "mother",
    "father",
];

/// A name that a question begins at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Begun {
    /// As the question writes it.
    pub(super) shown: String,
    /// Folded.
    pub(super) folded: String,
}

/// The names of a question, in its order, and its folded words without them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Beginning {
    pub(super) names: Vec<Begun>,
    pub(super) words: String,
}

/// A folded word of the question, its piece of text, and true if that begins with a capital.
struct Word<'a> {
    folded: String,
    piece: &'a str,
    raised: bool,
}

/// Finds the names of a question.
pub(super) async fn begin(store: &dyn Store, question: &str) -> Result<Beginning, StoreError> {
    let words = words(question);
    let whole = words.iter().map(|word| word.folded.as_str()).collect::<Vec<_>>().join(" ");
    // Most questions have no such shape, with any names: then names are not looked up.
    if words.len() > MOST_WORDS || [1, 2].iter().all(|names| plan(&whole, *names).is_none()) {
        return Ok(Beginning::default());
    }
    let mut runs = runs(&words);
    let asked: BTreeSet<&str> = runs.iter().map(|(_, folded)| folded.as_str()).collect();
    let asked: Vec<String> = asked.into_iter().map(str::to_owned).collect();
    let found = store.named(&asked).await?;
    let known: BTreeSet<&str> = found.iter().flat_map(|row| &row.names).map(String::as_str).collect();
    runs.retain(|(_, folded)| known.contains(folded.as_str()));
    runs.sort_by_key(|((start, end), _)| (std::cmp::Reverse(end - start), *start));
    let mut taken: Vec<((usize, usize), String)> = Vec::new();
    for ((start, end), folded) in runs {
        if taken.iter().all(|((first, last), _)| end <= *first || *last <= start) {
            taken.push(((start, end), folded));
        }
    }
    // Of more names than can be compared the longest are used.
    let both = words.iter().any(|word| matches!(word.folded.as_str(), "or" | "and" | "both"));
    taken.truncate(if both { 2 } else { 1 });
    taken.sort();
    let inside = |at: &usize| taken.iter().any(|((start, end), _)| (*start..*end).contains(at));
    let left: Vec<&str> = (0..words.len()).filter(|at| !inside(at)).map(|at| words[at].folded.as_str()).collect();
    let left = left.join(" ");
    let shown = |start: usize, end: usize| {
        let mut pieces: Vec<&str> = words[start..end].iter().map(|word| word.piece).collect();
        pieces.dedup_by(|a, b| std::ptr::eq(a.as_ptr(), b.as_ptr()));
        pieces.join(" ").trim_matches(|c: char| matches!(c, ',' | '?' | '.' | ';' | '"')).to_owned()
    };
    let names = taken.into_iter().map(|((start, end), folded)| Begun { shown: shown(start, end), folded });
    Ok(Beginning { names: names.collect(), words: left })
}

fn words(question: &str) -> Vec<Word<'_>> {
    let mut out = Vec::new();
    for piece in question.split_whitespace() {
        let raised = piece.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| c.is_uppercase() || c.is_numeric());
        let folded = fold_name(piece);
        let bare = piece.strip_suffix("'s").or_else(|| piece.strip_suffix("’s")).unwrap_or(piece);
        let words = folded.split(' ').filter(|word| !word.is_empty());
        out.extend(words.map(|word| Word { folded: word.to_owned(), piece: bare, raised }));
    }
    out
}

/// The runs of words that may be names: they begin with a capital, and are not only a word of the question's own.
fn runs(words: &[Word<'_>]) -> Vec<((usize, usize), String)> {
    let mut out = Vec::new();
    for start in (0..words.len()).filter(|at| words[*at].raised) {
        for end in start + 1..=words.len().min(start + LONGEST) {
            let run = &words[start..end];
            let own = run.iter().all(|word| NO_NAMES.contains(&word.folded.as_str()));
            if !own {
                out.push(((start, end), run.iter().map(|word| word.folded.as_str()).collect::<Vec<_>>().join(" ")));
            }
        }
    }
    out
}
