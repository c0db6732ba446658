//! The comparison of generated with real text: both are split, read by the rules and embedded,
//! in turns, so that a busy machine slows both.

use std::path::Path;

use quipu_adapters::clock::thread_cpu;
use quipu_adapters::embed::StaticVectors;
use quipu_kernel::model::{Document, Format, SourceFile};
use quipu_kernel::split::{SPLITTERS, SplitOptions};
use quipu_kernel::text::terms;
use quipu_language::names::extract;

use super::BenchError;
use super::made::Made;
use super::templates::rows;

/// Documents of each kind: about 2.8 MB.
const DOCUMENTS: usize = 400;

/// The cost of a text, and the number of its names.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Costs {
    /// Bytes of text.
    pub(super) bytes: f64,
    /// Seconds of CPU for cutting, facts, words and vectors.
    seconds: f64,
    mentions: f64,
    statements: f64,
    links: f64,
    chunks: f64,
}

impl Costs {
    /// Nanoseconds a byte.
    pub(super) fn cost(&self) -> f64 {
        self.seconds * 1e9 / self.bytes.max(1.0)
    }

    /// Mentions a thousand bytes.
    pub(super) fn mentions(&self) -> f64 {
        self.mentions * 1e3 / self.bytes.max(1.0)
    }

    /// Mentions a chunk.
    pub(super) fn of_chunk(&self) -> f64 {
        self.mentions / self.chunks.max(1.0)
    }

    /// Statements a thousand bytes.
    pub(super) fn statements(&self) -> f64 {
        self.statements * 1e3 / self.bytes.max(1.0)
    }

    /// Alias links per thousand chunks.
    pub(super) fn links(&self) -> f64 {
        self.links * 1e3 / self.chunks.max(1.0)
    }

    fn add(&mut self, document: &Document, vectors: &StaticVectors) {
        let began = thread_cpu();
        for chunk in SPLITTERS[0].split(document, &SplitOptions::default()) {
            let facts = extract(&chunk);
            let mut words = 0;
            terms(&chunk.text, &chunk.language, |_| words += 1);
            let vector = vectors.vector(&chunk.text);
            std::hint::black_box((words, vector));
            self.mentions += facts.mentions.len() as f64;
            self.statements += facts.statements.len() as f64;
            self.links += facts.links.len() as f64;
            self.chunks += 1.0;
        }
        self.seconds += (thread_cpu() - began).as_secs_f64();
        self.bytes += document.text.len() as f64;
    }
}

/// The costs of generated text, and of a set's own: ten of its passages a document.
pub(super) fn compare(made: &Made<'_>, set: &Path) -> Result<(Costs, Costs), BenchError> {
    let vectors = StaticVectors::new();
    let passages = rows(&set.join("corpus.jsonl"))?;
    let (mut ours, mut theirs) = (Costs::default(), Costs::default());
    for (number, ten) in passages.chunks(10).take(DOCUMENTS).enumerate() {
        let text: Vec<&str> = ten.iter().map(|row| row.text.as_str()).collect();
        theirs.add(&document(text.join("\n\n")), &vectors);
        let text = made.document(number as u64);
        let body = text.split_once("\n---\n").map_or(text.as_str(), |(_, body)| body);
        ours.add(&document(body.to_owned()), &vectors);
    }
    Ok((ours, theirs))
}

fn document(text: String) -> Document {
    let source = SourceFile::default();
    Document { source, format: Format::Markdown, language: "en".to_owned(), text, ..Document::default() }
}
