//! Toys for the laws: a splitter, an extractor and an embedder that are small enough to trust and
//! use every part of the contract: headings, prefixes, repeats, links, texts without a vector.

use std::sync::Arc;

use quipu_engine::ports::{Boxed, EmbedError, Embedder, EmbeddingRole, ModelCard, Store};
use quipu_engine::{Chunker, Extractor, Workspace};
use quipu_kernel::change::rekey;
use quipu_kernel::extract::{ExtractedChunk, unsettle};
use quipu_kernel::model::{
    AliasLink, AliasRule, Chunk, Day, Document, ExtractedBy, Facts, Kind, Mention, Name, Period, Span, Statement,
};
use quipu_kernel::text::{language_of, words};

/// A workspace of toys around a store.
pub fn workspace(store: Arc<dyn Store>) -> Workspace {
    Workspace {
        store,
        embedder: Some(Arc::new(Toy { card: card() })),
        lexicon: None,
        splitter: Arc::new(Paragraphs),
        extractor: Arc::new(Capitals),
        ontology: Arc::default(),
        reranker: None,
        reader: None,
        communities: None,
    }
}

/// The toys' embedding model.
pub fn card() -> ModelCard {
    ModelCard { name: "toy".to_owned(), dimension: DIMENSION, normalised: true }
}

/// Another embedding model, whose vectors have another length.
pub fn other() -> Arc<dyn Embedder> {
    let card = ModelCard { name: "other toy".to_owned(), dimension: DIMENSION - 3, normalised: true };
    Arc::new(Toy { card })
}

/// A chunk a paragraph; a line that begins with `# ` is a heading.
struct Paragraphs;

impl Chunker for Paragraphs {
    fn recipe(&self) -> String {
        "paragraphs".to_owned()
    }

    fn split(&self, document: &Document) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        let mut heading: Option<(String, Span)> = None;
        for paragraph in document.text.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
            let span = place(&document.text, paragraph);
            let mut prefix = heading.as_ref().map(|(_, span)| vec![*span]).unwrap_or_default();
            if let Some(line) = paragraph.strip_prefix("# ").and_then(|rest| rest.lines().next()) {
                heading = Some((line.to_owned(), place(&document.text, line)));
                prefix.clear();
            }
            chunks.push(Chunk {
                headings: heading.iter().map(|(line, _)| line.clone()).collect(),
                body: span,
                prefix_text: prefix.iter().filter_map(|span| document.text.get(span.range())).collect(),
                prefix,
                language: language_of(paragraph).to_owned(),
                text: paragraph.to_owned(),
                ..Chunk::default()
            });
        }
        rekey(&mut chunks, document.key());
        chunks
    }
}

/// The span of `part`, a slice of `text`.
fn place(text: &str, part: &str) -> Span {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    Span::new(start, start + part.len())
}

/// Words with a capital are names; `A uses B` is a relation, which holds `since` or `until` a year; `A (B)` is a link, and in a document that
/// has one such link alone, `B` is used in the sense of `A`.
struct Capitals;

impl Extractor for Capitals {
    fn extract(&self, _: &str, chunk: &Chunk) -> Facts {
        let text = chunk.text.as_str();
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let mentions = tokens.iter().filter(|token| is_name(token)).map(|token| mention(text, token));
        let mut facts = Facts { mentions: mentions.collect(), ..Facts::default() };
        for (at, three) in tokens.windows(3).enumerate() {
            if is_name(three[0]) && three[1] == "uses" && is_name(three[2]) {
                let quote = Span { start: place(text, three[0]).start, end: place(text, three[2]).end };
                let period = period(tokens.get(at + 3..at + 5));
                facts.statements.push(Statement { period, ..uses(three[0], three[2], quote) });
            }
        }
        for two in tokens.windows(2).filter(|two| is_name(two[0]) && two[1].starts_with('(')) {
            let quote = Span { start: place(text, two[0]).start, end: place(text, two[1]).end };
            facts.links.push(AliasLink { a: Name::new(two[0]), b: Name::new(two[1]), rule: AliasRule::Acronym, quote });
        }
        facts
    }

    fn title_links(&self, document: &Document) -> Vec<AliasLink> {
        let of = |tag: &serde_json::Value| tag.as_str().filter(|tag| *tag == "knot").map(Name::new);
        let tags = document.metadata.get("tags").and_then(|tags| tags.as_array()).into_iter().flatten();
        let link = |b, rule| AliasLink { a: Name::new("Quipu"), b, rule, quote: Span::default() };
        let titled = (document.title == "Knots").then(|| link(Name::new("Ada"), AliasRule::Title));
        tags.filter_map(of).map(|b| link(b, AliasRule::Declared)).take(1).chain(titled).collect()
    }

    fn resolve_names(&self, title: &str, said: &mut [ExtractedChunk<'_>]) {
        said.iter_mut().flat_map(|said| said.facts.iter_mut()).for_each(unsettle);
        let told = said.iter().flat_map(|said| said.facts.iter()).flat_map(|facts| &facts.links);
        let mut told: Vec<(Name, Name)> = told.map(|link| (link.a.clone(), link.b.clone())).collect();
        told.sort();
        told.dedup();
        let [(a, b)] = told.as_slice() else { return };
        let meant = b.in_sense_of(&format!("{}{title}", a.folded));
        for facts in said.iter_mut().flat_map(|said| said.facts.iter_mut()) {
            let mut used = None;
            for mention in facts.mentions.iter_mut().filter(|mention| mention.name == *b) {
                mention.name = meant.clone();
                used = Some(mention.span);
            }
            facts.settled_names().filter(|name| **name == *b).for_each(|name| *name = meant.clone());
            if facts.extractor != ExtractedBy::Rules {
                continue;
            }
            let link = |quote| AliasLink { a: a.clone(), b: meant.clone(), rule: AliasRule::Short, quote };
            facts.links.extend(used.map(link));
        }
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        let title = document.title.as_str();
        let name = |token: &str| Mention { span: Span::default(), ..mention(title, token) };
        title.split_whitespace().filter(|token| is_name(token)).map(name).collect()
    }
}

fn is_name(token: &str) -> bool {
    token.chars().find(|c| c.is_alphanumeric()).is_some_and(char::is_uppercase)
}

fn mention(text: &str, token: &str) -> Mention {
    let form = token.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let kind = if form.len() > 4 { Kind::Person } else { Kind::Entity };
    Mention { name: Name::new(token), form, span: place(text, token), kind }
}

/// The period that two words behind a relation say.
fn period(words: Option<&[&str]>) -> Period {
    let Some([which, year]) = words else { return Period::default() };
    let day = year.parse().ok().map(|year| Day { year, month: 0, day: 0 });
    match *which {
        "since" => Period { valid_from: day, valid_to: None },
        "until" => Period { valid_from: None, valid_to: day },
        _ => Period::default(),
    }
}

fn uses(source: &str, target: &str, quote: Span) -> Statement {
    Statement {
        source: Name::new(source),
        predicate: "uses".to_owned(),
        target: Name::new(target),
        quote,
        weight: 2.0,
        period: Period::default(),
        description: String::new(),
        keywords: Vec::new(),
    }
}

const DIMENSION: usize = 8;

/// Adds up a sign a word; texts without a Latin letter have no vector.
struct Toy {
    card: ModelCard,
}

impl Embedder for Toy {
    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [&'a str],
        _: EmbeddingRole,
    ) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        Box::pin(async move { Ok(texts.iter().map(|text| vector(text, self.card.dimension)).collect()) })
    }
}

fn vector(text: &str, dimension: usize) -> Option<Vec<f32>> {
    text.chars().any(|c| c.is_ascii_alphabetic()).then_some(())?;
    let mut sum = vec![0.25f32; dimension];
    for word in words(text) {
        let hash = word.text.bytes().fold(7u64, |hash, byte| hash.wrapping_mul(0x0100_0193) ^ u64::from(byte));
        sum[hash as usize % dimension] += 1.0;
    }
    let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
    Some(sum.iter().map(|x| x / length).collect())
}
