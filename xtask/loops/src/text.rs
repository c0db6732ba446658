//! The loops over text: the labelled sentences of the repository, six a paragraph.

use quipu_kernel::model::{Chunk, Document, Format};
use quipu_kernel::split::{SPLITTERS, SplitOptions};
use quipu_kernel::text;
use quipu_language::names;

use super::Loop;

const SENTENCES: [(&str, &str); 2] =
    [("en", include_str!("../../../eval/mentions/en.jsonl")), ("ru", include_str!("../../../eval/mentions/ru.jsonl"))];

/// A document a language.
fn documents() -> Vec<Document> {
    let document = |(language, lines): (&str, &str)| {
        let sentences: Vec<String> = lines.lines().filter_map(sentence).collect();
        let paragraphs: Vec<String> = sentences.chunks(6).map(|six| six.join(" ")).collect();
        let text = paragraphs.join("\n\n");
        Document {
            id: language.into(),
            language: language.into(),
            format: Format::Markdown,
            text,
            ..Document::default()
        }
    };
    SENTENCES.into_iter().map(document).collect()
}

fn sentence(line: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(line).ok()?;
    value.get("text")?.as_str().map(str::to_owned)
}

fn bytes(documents: &[Document]) -> usize {
    documents.iter().map(|document| document.text.len()).sum()
}

fn chunks_of(documents: &[Document]) -> Vec<Chunk> {
    documents.iter().flat_map(|document| SPLITTERS[0].split(document, &SplitOptions::default())).collect()
}

pub(super) fn split() -> Loop {
    let documents = documents();
    Loop::new(bytes(&documents), move || chunks_of(&documents))
}

pub(super) fn extract() -> Loop {
    let documents = documents();
    let chunks = chunks_of(&documents);
    Loop::new(bytes(&documents), move || chunks.iter().map(names::extract).collect::<Vec<_>>())
}

pub(super) fn terms() -> Loop {
    let documents = documents();
    let count = move |documents: &[Document]| {
        let mut count = 0;
        for document in documents {
            text::terms(&document.text, &document.language, |term| count += term.len());
        }
        count
    };
    Loop::new(bytes(&documents), move || count(&documents))
}

pub(super) fn stems() -> Loop {
    let documents = documents();
    let words: Vec<String> =
        documents.iter().flat_map(|document| text::words(&document.text)).map(|word| word.text).collect();
    Loop::new(words.len(), move || words.iter().map(|word| text::variants(word).len()).sum::<usize>())
}
