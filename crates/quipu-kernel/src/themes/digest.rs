//! The words of a document that say what it is about.

use rustc_hash::FxHashMap;

use crate::model::Key;
use crate::text::{Stems, each_word, is_ideograph, is_stop_word, words};

/// Weights of a word in the title, in a heading and in the text.
const IN_TITLE: f32 = 4.0;
const IN_HEADING: f32 = 2.0;
const IN_TEXT: f32 = 1.0;
/// Numbers of words of the text, and of headings, that are read.
const READ_WORDS: usize = 300;
const READ_HEADINGS: usize = 40;
/// The maximal number of different words of a document.
const KEPT: usize = 160;

/// The parts of a document from which its theme is found.
#[derive(Debug, Clone)]
pub struct ThemeSource<'a> {
    /// Its key.
    pub key: Key,
    /// Its title.
    pub title: &'a str,
    /// The words that its authors file it under: tags, keywords.
    pub tags: &'a [String],
    /// Its headings, in order, each once.
    pub headings: &'a [String],
    /// The beginning of its text.
    pub start: &'a str,
    /// Its language, ISO 639-1, or empty.
    pub language: &'a str,
    /// The folders above it, outermost first.
    pub folders: &'a [String],
    /// Its unit vector by the meanings of its words, where a lexicon knows them.
    pub vector: Option<Vec<f32>>,
    /// True for the page of its folder.
    pub index: bool,
}

/// A label of a document: one or two words of its title, of a tag or of a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ThemeLabel {
    /// Its stems.
    pub(super) stems: String,
    /// Its words as they are written.
    pub(super) form: String,
    /// True if the title or a tag has it, and it can name a subject.
    pub(super) titled: bool,
}

/// The digest of a document.
#[derive(Debug, Clone)]
pub struct DocumentDigest {
    /// Its key.
    pub key: Key,
    /// Its words with their weights, by hash.
    pub(super) terms: Vec<(u64, f32)>,
    /// Its title.
    pub(super) title: String,
    /// Its unit vector by the meanings of its words.
    pub(super) vector: Option<Vec<f32>>,
    /// True for the page of its folder.
    pub(super) index: bool,
    /// Labels, each once.
    pub(super) labels: Vec<ThemeLabel>,
    /// The folders above it, outermost first.
    pub(super) folders: Vec<String>,
}

impl DocumentDigest {
    /// The digest of a document; `stems` are remembered from document to document. `names` is true for words of a title
    /// that can name a subject.
    pub fn of(source: ThemeSource<'_>, stems: &mut Stems, names: &mut dyn FnMut(&str) -> bool) -> Self {
        let mut terms: FxHashMap<u64, f32> = FxHashMap::default();
        let headings = &source.headings[..source.headings.len().min(READ_HEADINGS)];
        let mut count = |text: &str, weight: f32, most: usize| {
            let mut read = 0;
            each_content(text, source.language, stems, &mut |stem| {
                if read < most {
                    *terms.entry(hashed(stem)).or_default() += weight;
                }
                read += 1;
            });
        };
        count(source.title, IN_TITLE, READ_WORDS);
        headings.iter().for_each(|heading| count(heading, IN_HEADING, READ_WORDS));
        count(source.start, IN_TEXT, READ_WORDS);
        let mut labels = Vec::new();
        add_labels(&mut labels, source.title, source.language, true);
        source
            .tags
            .iter()
            .for_each(|tag| add_labels(&mut labels, &tag.replace(['-', '_'], " "), source.language, true));
        headings.iter().for_each(|heading| add_labels(&mut labels, heading, source.language, false));
        labels.iter_mut().for_each(|label| label.titled = label.titled && names(&label.form));
        Self {
            key: source.key,
            terms: heaviest(terms),
            title: source.title.to_owned(),
            vector: source.vector,
            index: source.index,
            labels,
            folders: source.folders.to_vec(),
        }
    }
}

/// The heaviest terms, by hash.
fn heaviest(terms: FxHashMap<u64, f32>) -> Vec<(u64, f32)> {
    let mut terms: Vec<(u64, f32)> = terms.into_iter().collect();
    terms.sort_unstable_by(|x, y| y.1.total_cmp(&x.1).then(x.0.cmp(&y.0)));
    terms.truncate(KEPT);
    terms.sort_unstable_by_key(|term| term.0);
    terms
}

impl DocumentDigest {
    /// The weight of a word in the document, by hash; 0 without it.
    pub(super) fn term(&self, hash: u64) -> f32 {
        self.terms.binary_search_by_key(&hash, |term| term.0).map_or(0.0, |at| self.terms[at].1)
    }
}

/// The hash of a stem.
pub(super) fn hashed(stem: &str) -> u64 {
    let key = Key::of("theme word", &[stem.as_bytes()]);
    u64::from_le_bytes(std::array::from_fn(|at| key.bytes()[at]))
}

/// True if a folded word can say what a text is about.
fn tells(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let long = letters > 2 || word.chars().any(is_ideograph) && letters > 1;
    long && !is_stop_word(word)
}

/// Hands the stem of each content word to `take`.
fn each_content(text: &str, language: &str, stems: &mut Stems, take: &mut impl FnMut(&str)) {
    each_word(text, &mut |word, _| {
        if tells(word) {
            stems.terms(word, language, |stem| take(stem));
        }
    });
}

/// Adds the labels of a title or of a heading: its content words, and pairs of them that stand side by side.
fn add_labels(labels: &mut Vec<ThemeLabel>, text: &str, language: &str, titled: bool) {
    let mut before: Option<(String, usize, usize)> = None;
    let mut read_to = 0;
    for word in words(text) {
        // The parts of a compound follow it.
        if word.span.start < read_to {
            continue;
        }
        read_to = word.span.end;
        if !tells(&word.text) {
            before = None;
            continue;
        }
        let stem = crate::text::stemmed(&word.text, language);
        let (start, end) = (word.span.start as usize, word.span.end as usize);
        let mut add = |stems: String, form: &str| {
            if !labels.iter().any(|label| label.stems == stems) {
                labels.push(ThemeLabel { stems, form: form.to_owned(), titled });
            }
        };
        add(stem.clone(), &text[start..end]);
        if let Some((first, from, until)) = before.take()
            && text[until..start].trim_matches(' ').is_empty()
            && first != stem
        {
            add(format!("{first} {stem}"), &text[from..end]);
        }
        before = Some((stem, start, end));
    }
}
