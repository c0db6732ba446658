//! Reading passages with a question in mind: which of its words each sentence says, and where.

use rustc_hash::FxHashMap;

use super::Passage;
use super::asked::{Asked, asked, only_asks};
use crate::model::Span;
use crate::rank::bm25::idf;
use crate::split::is_pictures;
use crate::text::{is_stop_word, sentences, variants, words};
use crate::view::{Question, View};

/// A question's words with their weights.
pub(super) struct Weighed {
    /// Position in [`Question::words`] of each term.
    terms: FxHashMap<String, usize>,
    /// Position in [`Question::words`] of each root.
    roots: FxHashMap<String, usize>,
    /// Weight of each word of the question: its idf, 0 for stop words and for words that only ask.
    pub(super) weights: Vec<f64>,
    /// Words of the question that follow each other, stop words left out.
    pub(super) pairs: Vec<(usize, usize)>,
    /// What is asked for.
    pub(super) asked: Asked,
}

impl Weighed {
    pub(super) fn new(question: &Question, view: &View) -> Self {
        let folded: Vec<String> = words(&question.text).into_iter().map(|word| word.text).collect();
        let weight = |(at, word): (usize, &crate::view::QuestionWord)| {
            let chunks = view.word_chunks.get(at).copied().unwrap_or(0);
            if is_stop_word(&word.text) || only_asks(&word.text) { 0.0 } else { idf(&view.counts, chunks) }
        };
        let weights: Vec<f64> = question.words.iter().enumerate().map(weight).collect();
        let mut terms = FxHashMap::default();
        for (at, word) in question.words.iter().enumerate() {
            for term in &word.terms {
                terms.entry(term.clone()).or_insert(at);
            }
        }
        let rooted =
            question.words.iter().enumerate().filter_map(|(at, word)| Some((root(&word.text)?.to_owned(), at)));
        let roots = rooted.filter(|(_, at)| weights[*at] > 0.0).collect();
        let order: Vec<usize> =
            folded.iter().filter_map(|word| terms.get(word).copied()).filter(|at| weights[*at] > 0.0).collect();
        let pairs = order.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let asked = asked(&folded.iter().map(String::as_str).collect::<Vec<_>>());
        Self { terms, roots, weights, pairs, asked }
    }

    /// Weight of all words.
    pub(super) fn total(&self) -> f64 {
        self.weights.iter().sum()
    }

    /// Share of the question's weight that `said` words have; 0 when nothing has weight.
    pub(super) fn share(&self, said: &[bool]) -> f64 {
        let found: f64 = self.weights.iter().zip(said).filter(|(_, said)| **said).map(|(weight, _)| weight).sum();
        let total = self.total();
        if total > 0.0 { found / total } else { 0.0 }
    }

    /// The largest share that [`WINDOW`] words in a row say, of words that were found or not.
    fn window(&self, found: &[Option<usize>]) -> f64 {
        let mut counts = vec![0_usize; self.weights.len()];
        let mut best: f64 = 0.0;
        for (place, at) in found.iter().enumerate() {
            if let Some(left) = place.checked_sub(WINDOW).and_then(|left| found[left]) {
                counts[left] -= 1;
            }
            if let Some(at) = *at {
                counts[at] += 1;
                let said: Vec<bool> = counts.iter().map(|count| *count > 0).collect();
                best = best.max(self.share(&said));
            }
        }
        best
    }

    fn find(&self, folded: &str) -> Option<usize> {
        let known = |term: &str| self.terms.get(term).copied();
        let stemmed = || variants(folded).iter().find_map(|term| known(term));
        known(folded).or_else(stemmed).or_else(|| self.roots.get(root(folded)?).copied())
    }

    /// Positions of the question's words that a text says, stop words left out.
    pub(super) fn positions(&self, text: &str) -> Vec<usize> {
        words(text).iter().filter_map(|word| self.find(&word.text)).filter(|at| self.weights[*at] > 0.0).collect()
    }

    /// Which words of the question a text says.
    pub(super) fn said(&self, text: &str) -> Vec<bool> {
        let mut said = vec![false; self.weights.len()];
        for word in words(text) {
            if let Some(at) = self.find(&word.text) {
                said[at] = true;
            }
        }
        said
    }
}

/// The first letters of a longer word, which its inflected forms share where stemmers fail.
pub(super) fn root(folded: &str) -> Option<&str> {
    let letters = if folded.is_ascii() { 6 } else { 5 };
    let end = folded.char_indices().nth(letters)?.0;
    folded.get(..end)
}

/// A sentence, read.
pub(super) struct Sentence {
    pub(super) span: Span,
    /// Its words: where each ends, for cutting.
    pub(super) ends: Vec<u32>,
    /// Which words of the question it says.
    pub(super) said: Vec<bool>,
    /// How many of the question's pairs of words stand close together in it.
    pub(super) near: usize,
    /// Share of the question's weight that the best [`WINDOW`] words in a row say.
    pub(super) window: f64,
    /// Whether it holds something of the kind asked for that the question did not say.
    pub(super) answers: bool,
}

/// A passage, read.
pub(super) struct Read {
    pub(super) sentences: Vec<Sentence>,
    /// What title and prefix say.
    pub(super) about: Vec<bool>,
    /// What the whole says, title and prefix included.
    pub(super) said: Vec<bool>,
}

pub(super) fn read(weighed: &Weighed, question: &Question, passage: &Passage<'_>) -> Read {
    let mut about = weighed.said(passage.title);
    merge(&mut about, &weighed.said(passage.prefix));
    let (signs, spans): (Vec<Span>, Vec<Span>) = sentences(passage.text)
        .into_iter()
        .partition(|span| is_sign(passage.text.get(span.range()).unwrap_or_default()));
    for sign in signs {
        merge(&mut about, &weighed.said(passage.text.get(sign.range()).unwrap_or_default()));
    }
    let sentences: Vec<Sentence> =
        spans.into_iter().filter_map(|span| sentence(weighed, question, passage.text, span)).collect();
    let mut said = about.clone();
    sentences.iter().for_each(|sentence| merge(&mut said, &sentence.said));
    Read { sentences, about, said }
}

/// Whether a line tells what follows and says nothing itself: a Markdown heading, a table's rule, the
/// targets of links, images.
fn is_sign(line: &str) -> bool {
    let line = line.trim();
    let marks = line.chars().take_while(|c| *c == '#').count();
    let heading = (1..=6).contains(&marks) && line[marks..].starts_with([' ', '\t']);
    let defines =
        |line: &str| line.starts_with('[') && line.find("]: ").is_some_and(|at| !line[at + 3..].trim().contains(' '));
    heading
        || is_pictures(line)
        || line.lines().all(|line| defines(line.trim()))
        || (!line.is_empty() && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '=' | '*' | '_')))
}

/// Adds what `more` says.
pub(super) fn merge(said: &mut [bool], more: &[bool]) {
    said.iter_mut().zip(more).for_each(|(said, more)| *said |= more);
}

/// How far apart two words may stand and still be near.
const NEAR: usize = 3;
/// How many words in a row say something together.
const WINDOW: usize = 20;

fn sentence(weighed: &Weighed, question: &Question, text: &str, span: Span) -> Option<Sentence> {
    let quote = text.get(span.range())?;
    let words = words(quote);
    let found: Vec<Option<usize>> = words.iter().map(|word| weighed.find(&word.text)).collect();
    let mut said = vec![false; question.words.len()];
    found.iter().flatten().for_each(|at| said[*at] = true);
    let close = |pair: &&(usize, usize)| {
        let starts = found.iter().enumerate().filter(|(_, at)| **at == Some(pair.0));
        starts.take(8).any(|(i, _)| found[i + 1..].iter().take(NEAR).any(|at| *at == Some(pair.1)))
    };
    let answers = words.iter().zip(&found).enumerate().any(|(i, (word, found))| {
        let capital = quote.get(word.span.range()).is_some_and(|source| source.starts_with(char::is_uppercase));
        found.is_none() && weighed.asked.answers(&word.text, capital, i == 0)
    });
    Some(Sentence {
        span,
        ends: words.iter().map(|word| span.start + word.span.end).collect(),
        near: weighed.pairs.iter().filter(close).count(),
        window: weighed.window(&found),
        said,
        answers,
    })
}
