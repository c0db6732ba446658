//! Generated text: documents of ten passages of about 700 bytes, and questions about them.
//!
//! A name is known by its rank. The first six are hubs, in min(1/3, 1/(3r)) of the passages; the
//! others are drawn with probability proportional to 1/r from twenty names a passage, which leaves
//! about three distinct names a passage. The same seed gives the same text.

use std::fmt::Write as _;
use std::path::Path;

use quipu_kernel::random::SplitMix;

use super::BenchError;
use super::templates::{Sets, Template};
use crate::bench::synthetic::{HUBS, word, zipf};

/// Passages a document.
pub(super) const PASSAGES: u64 = 10;
/// Bytes of a passage: no two of them fit one chunk, and each fits one.
const PASSAGE: std::ops::Range<usize> = 640..780;
/// The share of passages that begin with a sentence chosen because it states a relation; with the
/// statements of the others by chance that makes about one relation a passage.
const STATING: f64 = 0.7;
/// Documents of one folder.
const FOLDER: u64 = 1_000;
/// Documents of one author.
const OF_AUTHOR: u64 = 20;

/// Text of any size.
#[derive(Debug)]
pub(super) struct Made<'a> {
    pub(super) sets: &'a Sets,
    /// Passages of all documents together.
    pub(super) passages: u64,
    pub(super) seed: u64,
}

/// The name of a rank: of one capitalised word where the rank ends in 0, 1 or 2, else of two.
pub(super) fn name(rank: u64) -> String {
    // Words of three syllables and more are no words of any language by chance.
    let capital = |number: u64| {
        let word = word(number + 33 * 32);
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    match rank % 10 {
        0..=2 => capital(5_000 + rank),
        _ => {
            // An odd factor makes a permutation of 25 bits, so that neighbours share no word.
            let mixed = rank.wrapping_mul(0x9e37_79b1) % (1 << 25);
            format!("{} {}", capital(mixed / 4096), capital(8_192 + mixed % 4096))
        }
    }
}

/// The names of the hubs.
pub(super) fn hubs() -> impl Iterator<Item = String> {
    (1..=HUBS).map(name)
}

impl Made<'_> {
    /// Number of documents.
    pub(super) fn documents(&self) -> u64 {
        self.passages.div_ceil(PASSAGES)
    }

    /// A document as a Markdown file with front matter.
    pub(super) fn document(&self, number: u64) -> String {
        let mut draw = SplitMix::new(self.seed ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let authors = (self.documents() / OF_AUTHOR).max(1);
        let mut out = String::with_capacity(8_000);
        // A line is short and holds no quotes: nothing has to be escaped.
        let _ = write!(
            out,
            "---\nid: made-{number:08}\ntitle: Report {number} on {}\ntags: [tag{}, kind{}]\nyear: {}\n\
             author: Author {}\nnext: made-{:08}\n---\n",
            name(self.rank(&mut draw)),
            number % 100,
            number % 7,
            1990 + number % 35,
            number % authors,
            number + 1,
        );
        for _ in 0..PASSAGES {
            self.passage(&mut draw, &mut out);
            out.push_str("\n\n");
        }
        out
    }

    /// A name that is no hub.
    fn rank(&self, draw: &mut SplitMix) -> u64 {
        zipf(draw, HUBS + 1, self.passages.max(1) * 20)
    }

    fn passage(&self, draw: &mut SplitMix, out: &mut String) {
        let (mut chosen, mut bytes) = (Vec::<&Template>::new(), 0);
        for turn in 0..64 {
            let stating = turn == 0 && self.sets.stating > 0 && draw.unit() < STATING;
            let among = if stating { self.sets.stating } else { self.sets.sentences.len() };
            let sentence = &self.sets.sentences[(draw.bits() % among as u64) as usize];
            // A name has twelve bytes or so.
            let more = sentence.bytes() + sentence.names * 12 + 1;
            if bytes + more < PASSAGE.end {
                bytes += more;
                chosen.push(sentence);
            }
            if bytes >= PASSAGE.start {
                break;
            }
        }
        let places: usize = chosen.iter().map(|sentence| sentence.names).sum();
        let mut names: Vec<String> = (0..places).map(|_| name(self.rank(draw))).collect();
        for rank in 1..=HUBS {
            if draw.unit() < (1.0 / 3.0f64).min(1.0 / (3.0 * rank as f64)) && places > 0 {
                names[(draw.bits() % places as u64) as usize] = name(rank);
            }
        }
        let mut names = names.as_slice();
        for sentence in chosen {
            let (own, rest) = names.split_at(sentence.names);
            sentence.fill(own, out);
            out.push(' ');
            names = rest;
        }
    }

    /// Writes documents as files below `folder`, and gives the bytes.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn write(&self, folder: &Path, numbers: std::ops::Range<u64>) -> Result<u64, BenchError> {
        let mut bytes = 0;
        for number in numbers {
            let part = folder.join(format!("{:04}", number / FOLDER));
            if number % FOLDER == 0 || !part.is_dir() {
                std::fs::create_dir_all(&part).map_err(|error| BenchError::file(&part, &error))?;
            }
            let (file, text) = (part.join(format!("{number:08}.md")), self.document(number));
            std::fs::write(&file, &text).map_err(|error| BenchError::file(&file, &error))?;
            bytes += text.len() as u64;
        }
        Ok(bytes)
    }

    /// Distinct questions; every third names a hub.
    pub(super) fn questions(&self, seed: u64, count: usize) -> Vec<String> {
        let mut draw = SplitMix::new(self.seed ^ seed);
        let mut known = std::collections::BTreeSet::new();
        let mut out = Vec::with_capacity(count);
        while out.len() < count {
            let question = &self.sets.questions[(draw.bits() % self.sets.questions.len() as u64) as usize];
            let mut names: Vec<String> = (0..question.names).map(|_| name(self.rank(&mut draw))).collect();
            if out.len() % 3 == 0 {
                names[0] = name(1 + out.len() as u64 / 3 % HUBS);
            }
            let mut text = String::new();
            question.fill(&names, &mut text);
            if known.insert(text.clone()) {
                out.push(text);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::{Document, Format};
    use quipu_kernel::split::{SPLITTERS, SplitOptions};

    use super::*;

    fn sets() -> Sets {
        let sentence = "Ilse Varga met Anton Weiss in the town of Selm, which Clara Brandt had left for Oslo in May.";
        Sets {
            sentences: vec![Template::of(sentence), Template::of("It was built by Clara Brandt.")],
            stating: 1,
            questions: vec![Template::of("Who met Anton Weiss in Selm?"), Template::of("Where is Oslo?")],
        }
    }

    #[test]
    fn a_document_falls_into_ten_chunks() {
        let sets = sets();
        let made = Made { sets: &sets, passages: 1_000, seed: 7 };
        let text = made.document(3);
        assert_eq!(text, made.document(3));
        let (_, body) = text.split_once("\n---\n").expect("front matter ends");
        let document = Document { text: body.to_owned(), format: Format::Markdown, ..Document::default() };
        let chunks = SPLITTERS[0].split(&document, &SplitOptions::default());
        assert_eq!(chunks.len() as u64, PASSAGES);
    }

    #[test]
    fn questions_are_distinct_and_a_third_name_hubs() {
        let sets = sets();
        let made = Made { sets: &sets, passages: 1_000, seed: 7 };
        let mut questions = made.questions(1, 60);
        let hubs: Vec<String> = hubs().collect();
        let naming = questions.iter().filter(|text| hubs.iter().any(|hub| text.contains(hub.as_str()))).count();
        assert!(naming >= 20, "{naming}");
        questions.sort();
        questions.dedup();
        assert_eq!(questions.len(), 60);
    }

    #[test]
    fn names_differ() {
        let mut names: Vec<String> = (0..30_000).map(name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 30_000);
    }
}
