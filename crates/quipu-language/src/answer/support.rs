//! Support of a sentence by the sources that it cites, judged by words alone: most of its words beyond the question
//! stand there, and so does every name and number.
//!
//! That is neither proof nor refutation: it finds inventions, misses reversed statements, and asks for a judge where
//! the words differ (a translation, a paraphrase). Linear in the texts.

use rustc_hash::FxHashSet;

use super::asked::only_asks;
use super::weigh::root;
use quipu_kernel::model::Span;
use quipu_kernel::text::{is_stop_word, sentences, variants, words};

/// The least share of a sentence's words that its sources say.
const LEAST: f64 = 0.5;
/// Words by which an answer speaks of itself.
const ITSELF: &str = "yes according based passage passages document documents source sources states stated mentions mentioned answer following \
    да согласно отрывок отрывке отрывку документ документе документу документам источник ответ следующие";

/// Words of texts, in any inflection.
#[derive(Debug, Clone, Default)]
pub struct Backing {
    terms: FxHashSet<String>,
    roots: FxHashSet<String>,
}

/// Support of a sentence by sources.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Support {
    /// Share of its words that they say, 0 to 1; of a sentence that says nothing to be checked it is 1.
    pub share: f64,
    /// Number of checked words.
    pub looked_for: usize,
    /// Its names and numbers that they do not say.
    pub missing: Vec<String>,
}

impl Support {
    /// True if the support suffices.
    pub fn holds(&self) -> bool {
        self.missing.is_empty() && (self.looked_for == 0 || self.share >= LEAST)
    }
}

/// A word that counts.
struct Counted {
    text: String,
    shown: String,
    marked: bool,
}

/// The words of a sentence that count, each once.
fn counted(sentence: &str) -> Vec<Counted> {
    let mut out: Vec<Counted> = Vec::new();
    for (at, word) in words(sentence).into_iter().enumerate() {
        let shown = sentence.get(word.span.range()).unwrap_or_default();
        let digit = shown.contains(|c: char| c.is_numeric());
        let marked = digit || (at > 0 && shown.starts_with(char::is_uppercase));
        let of_itself = || ITSELF.split_ascii_whitespace().any(|known| known == word.text);
        let empty = !digit && (is_stop_word(&word.text) || only_asks(&word.text) || of_itself());
        if !empty && out.iter().all(|known| known.text != word.text) {
            out.push(Counted { text: word.text, shown: shown.to_owned(), marked });
        }
    }
    out
}

impl Backing {
    /// The combined words of these texts.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut backing = Self::default();
        for word in texts.into_iter().flat_map(words) {
            if let Some(root) = root(&word.text) {
                backing.roots.insert(root.to_owned());
            }
            if !backing.terms.contains(&word.text) {
                backing.terms.extend(variants(&word.text));
                backing.terms.insert(word.text);
            }
        }
        backing
    }

    /// True if they hold a folded word; a number must be the same to its last digit.
    fn says(&self, folded: &str) -> bool {
        let exact = self.terms.contains(folded);
        if folded.contains(char::is_numeric) {
            return exact;
        }
        exact
            || variants(folded).iter().any(|term| self.terms.contains(term))
            || root(folded).is_some_and(|root| self.roots.contains(root))
    }

    /// Support of a sentence of an answer to `question`. Words of the question itself count only where the sentence has
    /// no others.
    pub fn support(&self, sentence: &str, question: &Self) -> Support {
        let all = counted(sentence);
        let beyond: Vec<&Counted> = all.iter().filter(|word| !question.says(&word.text)).collect();
        let looked_for = if beyond.is_empty() { all.iter().collect() } else { beyond };
        let said = looked_for.iter().filter(|word| self.says(&word.text)).count();
        let missing = looked_for.iter().filter(|word| word.marked && !self.says(&word.text));
        Support {
            share: if looked_for.is_empty() { 1.0 } else { said as f64 / looked_for.len() as f64 },
            looked_for: looked_for.len(),
            missing: missing.map(|word| word.shown.clone()).collect(),
        }
    }
}

/// The sentence of a text that holds most of the words of `said`; none where it holds none of them.
pub fn nearest(text: &str, said: &str) -> Option<Span> {
    let counted = counted(said);
    let score = |span: &Span| {
        let sentence = Backing::new([text.get(span.range()).unwrap_or_default()]);
        counted.iter().filter(|word| sentence.says(&word.text)).map(|word| 1 + usize::from(word.marked)).sum::<usize>()
    };
    let scored = sentences(text).into_iter().map(|span| (score(&span), span));
    let best = scored.max_by_key(|(score, span)| (*score, std::cmp::Reverse(span.start)));
    best.filter(|(score, _)| *score > 0).map(|(_, span)| span)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "The bell of the tower was cast by Ilse Varga in 1911. It weighs 1,200 kg. Колокол отлили в Залесье.";

    fn support(sentence: &str) -> Support {
        Backing::new([SOURCE]).support(sentence, &Backing::new(["Who cast the bell of the tower?"]))
    }

    #[test]
    fn what_the_source_says_holds_and_what_it_does_not_say_does_not() {
        assert!(support("The bell was cast by Ilse Varga.").holds());
        assert!(support("Ilse Varga was casting it in 1911.").holds());
        assert!(support("В Залесье его и отлили.").holds());
        assert_eq!(support("The bell was cast by Joan Miller.").missing, ["Joan", "Miller"]);
        assert_eq!(support("Ilse Varga cast it in 1912.").missing, ["1912"]);
        assert!(!support("She had learned it from an old monk abroad.").holds());
    }

    #[test]
    fn what_says_nothing_needs_no_source_and_what_only_repeats_the_question_does() {
        assert!(support("According to the passages, yes.").holds());
        let foreign = Backing::new(["Cats sleep."]);
        let question = Backing::new(["Was the bell cast in Rome?"]);
        assert!(!foreign.support("Yes, the bell was cast in Rome.", &question).holds());
    }

    #[test]
    fn the_nearest_sentence_is_quoted() {
        let span = nearest(SOURCE, "It was Varga who cast it.").unwrap();
        assert_eq!(&SOURCE[span.range()], "The bell of the tower was cast by Ilse Varga in 1911.");
        assert_eq!(nearest(SOURCE, "Quite another thing."), None);
    }
}
