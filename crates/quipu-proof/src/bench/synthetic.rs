//! A synthetic workspace: reproducible documents of any number, shaped like the real ones that are
//! hard (a few names everywhere, millions of names nearly nowhere).
//!
//! Ten chunks and four metadata fields a document, ten mentions and one stated relation a chunk.
//! The name of rank r is in min(1/3, 1/(3r)) of the chunks for r up to 6; the other mentions are
//! drawn with probability proportional to 1/r from a pool of twenty names a chunk, which leaves
//! about three distinct names a chunk at a million chunks. Words are drawn likewise from 60,000.

use std::fmt::Write as _;

use quipu_engine::ports::{Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, NewChunk};
use quipu_kernel::model::{
    ByHand, Chunk, Facts, Format, Key, Kind, Mention, Metadata, Name, Period, SourceFile, Span, Statement,
};
use quipu_kernel::random::SplitMix;
use serde_json::json;

/// Chunks a document.
pub(super) const CHUNKS: u32 = 10;
/// Mentions a chunk.
const MENTIONS: usize = 10;
/// Words of the vocabulary.
const WORDS: u64 = 60_000;
/// Names that are hubs by construction.
pub(super) const HUBS: u64 = 6;
/// Size of a chunk's text, in bytes, about.
const TEXT: usize = 700;

/// A generator of one synthetic workspace.
#[derive(Debug, Clone, Copy)]
pub struct Synthetic {
    /// Final number of chunks of the whole workspace.
    pub chunks: u64,
    /// Components of a vector; 0 for none.
    pub dimension: usize,
    /// Seed of everything drawn.
    pub seed: u64,
}

/// A rank from `first` to `last` with probability proportional to 1/rank.
pub(super) fn zipf(draw: &mut SplitMix, first: u64, last: u64) -> u64 {
    let (first, last) = (first as f64, last.max(first + 1) as f64);
    (first * (last / first).powf(draw.unit())) as u64
}

const SYLLABLES: [&str; 32] = [
    "ba", "ke", "ri", "to", "mu", "la", "ne", "so", "vi", "da", "po", "ge", "shu", "fa", "li", "ro", "te", "ma", "no",
    "zi", "ca", "be", "du", "hi", "jo", "ku", "le", "mi", "pa", "re", "ta", "wo",
];

/// A pronounceable word for a number, different for each.
pub(super) fn word(mut number: u64) -> String {
    let mut out = String::new();
    loop {
        out.push_str(SYLLABLES[(number % 32) as usize]);
        number /= 32;
        if number == 0 {
            return out;
        }
        number -= 1;
    }
}

/// The name of a rank: two capitalised words.
pub(super) fn name(rank: u64) -> String {
    let capital = |number: u64| {
        let word = word(number);
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    format!("{} {}", capital(rank % 4096 + 40), capital(rank / 4096 + 33 * 32))
}

impl Synthetic {
    /// The change that adds documents `from..to`.
    pub fn change(&self, from: u64, to: u64) -> Change {
        let mut change = Change::default();
        for number in from..to {
            let (row, body) = self.document(number);
            change.documents.push(DocumentChange::Put(Box::new(row)));
            change.bodies.push(BodyChange::Put(body));
        }
        change
    }

    /// The change that removes a document.
    pub fn removal(&self, number: u64) -> Change {
        let (row, body) = self.document(number);
        let bodies = vec![BodyChange::Remove(body.text)];
        Change { documents: vec![DocumentChange::Remove(row.key)], bodies, decisions: Vec::new() }
    }

    fn document(&self, number: u64) -> (DocumentRow, Body) {
        let mut draw = SplitMix::new(self.seed ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let id = format!("synthetic/{number:08}.txt");
        let key = Key::document(&id);
        let title = format!("Report {number}");
        let mut offset = 0;
        let chunks: Vec<NewChunk> = (0..CHUNKS).map(|at| self.chunk(&mut draw, key, at, &mut offset)).collect();
        let text = Key::of("text", &[&number.to_le_bytes(), &self.seed.to_le_bytes()]);
        let name = Name::new(&title);
        let row = DocumentRow {
            key,
            id: id.clone(),
            source: SourceFile { path: id, mime: "text/plain".into(), text_offset: Some(0) },
            title: title.clone(),
            metadata: metadata(number),
            language: "en".into(),
            format: Format::Plain,
            partial: None,
            by_hand: ByHand::default(),
            text,
            rules: String::new(),
            title_links: Vec::new(),
            title_names: vec![Mention { name, form: title.clone(), span: Span::default(), kind: Kind::Work }],
        };
        let chunks = chunks.into_iter().map(|chunk| BodyChunk::New(Box::new(chunk))).collect();
        (row, Body { text, owner: key, title, chunks })
    }

    fn chunk(&self, draw: &mut SplitMix, document: Key, at: u32, offset: &mut usize) -> NewChunk {
        let ranks = self.ranks(draw);
        let mut text = String::with_capacity(TEXT + 80);
        let mut mentions = Vec::with_capacity(MENTIONS);
        for (rank, part) in ranks.iter().zip(1..) {
            while text.len() < TEXT * part / (MENTIONS + 1) {
                let _ = write!(text, "{} ", word(zipf(draw, 1, WORDS)));
            }
            let form = name(*rank);
            let span = Span::new(text.len(), text.len() + form.len());
            let _ = write!(text, "{form}. ");
            mentions.push(Mention { name: Name::new(&form), form, span, kind: Kind::from_number((rank % 6) as u8) });
        }
        let statement = Statement {
            source: mentions[0].name.clone(),
            predicate: ["uses", "part of", "is a", "depends on"][(ranks[0] % 4) as usize].to_owned(),
            target: mentions[1].name.clone(),
            quote: Span::new(0, mentions[1].span.end as usize),
            weight: 2.0,
            period: Period::default(),
            description: String::new(),
            keywords: Vec::new(),
        };
        let body = Span::new(*offset, *offset + text.len());
        *offset += text.len() + 1;
        let facts = Facts { mentions, statements: vec![statement], ..Facts::default() };
        let key = Chunk::key_of(document, &[], &text, at);
        let chunk = Chunk { key, document, body, language: "en".into(), text, ..Chunk::default() };
        NewChunk { chunk, facts: vec![facts], vector: self.vector(draw) }
    }

    /// The names of a chunk: hubs by their share, the others by Zipf's law.
    fn ranks(&self, draw: &mut SplitMix) -> Vec<u64> {
        let hub = |rank: u64| (1.0 / 3.0f64).min(1.0 / (3.0 * rank as f64));
        let mut ranks: Vec<u64> = Vec::with_capacity(MENTIONS);
        for rank in 1..=HUBS {
            if draw.unit() < hub(rank) {
                ranks.push(rank);
            }
        }
        while ranks.len() < MENTIONS {
            ranks.push(zipf(draw, HUBS + 1, self.chunks.max(1) * 20));
        }
        ranks.reverse();
        ranks
    }

    /// A unit vector near one of a thousand centres.
    pub(super) fn vector(&self, draw: &mut SplitMix) -> Option<Vec<f32>> {
        if self.dimension == 0 {
            return None;
        }
        let mut centre = SplitMix::new(draw.bits() % 1000);
        let normal = |draw: &mut SplitMix| (draw.unit() + draw.unit() + draw.unit() - 1.5) as f32;
        let mut vector: Vec<f32> = (0..self.dimension).map(|_| normal(&mut centre) + 0.7 * normal(draw)).collect();
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-9);
        vector.iter_mut().for_each(|x| *x /= length);
        Some(vector)
    }
}

fn metadata(number: u64) -> Metadata {
    let value = json!({
        "tags": [format!("tag{}", number % 100), format!("kind{}", number % 7)],
        "year": 1990 + number % 35,
        "author": {"name": format!("Author {}", number % 5000)},
        "next": format!("synthetic/{:08}.txt", number + 1),
    });
    value.as_object().cloned().unwrap_or_default()
}
