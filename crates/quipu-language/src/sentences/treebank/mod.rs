//! Sentences of a chunk as the parser reads them. Cost: linear in the text.

mod brackets;
mod known;
mod markup;
mod sentence_reader;
mod technical;
#[cfg(test)]
mod tests;
mod tokens;

use quipu_kernel::model::{Chunk, Kind, Mention, Span};
use quipu_kernel::text::sentences;

use super::ReadSentences;
use crate::names::extract;
use crate::read::{ReadPage, Topic};

/// Reads sentences for the parser.
#[derive(Debug, Clone, Copy)]
pub struct TreebankSentences<'c> {
    /// Title of the document.
    pub title: &'c str,
    /// Mentions of the text: a date among them becomes one word.
    pub mentions: &'c [Mention],
    /// True if the document begins with the text.
    pub opens: bool,
}

impl ReadSentences for TreebankSentences<'_> {
    type Said<'t> = ReadPage<'t>;

    fn read<'t>(&self, text: &'t str) -> ReadPage<'t> {
        page(text, self)
    }
}

/// Reads the text of a chunk.
fn page<'a>(text: &'a str, chunk: &TreebankSentences<'_>) -> ReadPage<'a> {
    let TreebankSentences { title, mentions, opens } = *chunk;
    let spans = sentences(text);
    let technical = technical::is_technical(text, &spans, mentions);
    let topic = if technical { None } else { Topic::of(title) };
    let dates: Vec<(usize, usize)> = mentions
        .iter()
        .filter(|mention| mention.kind == Kind::Date && !mention.span.is_empty())
        .map(|mention| (mention.span.range().start, mention.span.range().end))
        .collect();
    let fences = markup::fences(text);
    let mut reader =
        sentence_reader::Reader { text, topic: topic.as_ref(), dates: &dates, technical, tokens: Vec::new() };
    let mut out = Vec::with_capacity(spans.len());
    for span in whole(text, spans) {
        if fences.iter().all(|fence| fence.end <= span.range().start || span.range().end <= fence.start) {
            reader.read(span, &mut out);
        }
    }
    ReadPage { text, topic, technical, first: opens, sentences: out }
}

/// The most bytes that a sentence goes on for where a stop inside brackets seemed to end it.
const LONGEST_BRACKET: usize = 400;

/// Sentences, those joined that fall apart inside brackets.
fn whole(text: &str, spans: Vec<Span>) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        if let Some(last) = out.last_mut()
            && opens(&text[last.range()])
            && span.len() <= LONGEST_BRACKET
            && text[span.range()].contains(')')
            && !text[last.range().end..span.range().start].contains('\n')
        {
            *last = Span { start: last.start, end: span.end };
        } else {
            out.push(span);
        }
    }
    out
}

/// True if a bracket is open at the end of a sentence.
fn opens(sentence: &str) -> bool {
    sentence.len() <= 4 * LONGEST_BRACKET && sentence.matches('(').count() > sentence.matches(')').count()
}

/// The sentences of a text of this title as a parser reads them, for a teacher. Each word comes with true if a blank
/// follows it.
pub fn shown(title: &str, text: &str) -> Vec<Vec<(String, bool)>> {
    let chunk = Chunk { text: text.to_owned(), language: "en".to_owned(), ..Chunk::default() };
    let page = TreebankSentences { title, mentions: &extract(&chunk).mentions, opens: true }.read(&chunk.text);
    page.sentences.iter().map(|sentence| sentence.shown(page.text)).collect()
}
