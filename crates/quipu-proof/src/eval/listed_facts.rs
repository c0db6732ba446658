//! An index with listed relations beside those that rules find, as if a model had read the passages.

use std::sync::Arc;

use quipu_engine::Extractor;
use quipu_kernel::extract::Said;
use quipu_kernel::model::{AliasLink, Chunk, Day, Document, Facts, Key, Kind, Mention, Name, Period, Span, Statement};
use quipu_kernel::text::fold_name;
use rustc_hash::FxHashMap;

use super::relations::Listed;

/// The weight of a listed relation: that of one found by rules.
const WEIGHT: f32 = 2.0;

/// An extractor that adds the listed relations of a passage, where the chunk says one of their ends.
pub struct ListedFacts {
    inner: Arc<dyn Extractor>,
    listed: FxHashMap<Key, Vec<[String; 3]>>,
}

impl ListedFacts {
    /// Adds `listed` to the facts of `inner`.
    pub fn new(inner: Arc<dyn Extractor>, listed: Listed) -> Self {
        Self { inner, listed: listed.by_passage().map(|(id, facts)| (Key::document(id), facts)).collect() }
    }
}

impl Extractor for ListedFacts {
    fn recipe(&self) -> String {
        format!("{} and listed", self.inner.recipe())
    }

    fn extract(&self, title: &str, chunk: &Chunk) -> Facts {
        let mut facts = self.inner.extract(title, chunk);
        let text = chunk.text.to_lowercase();
        let whole = Span { start: 0, end: chunk.text.len() as u32 };
        let said = |end: &str| {
            let at = text.find(&end.to_lowercase())?;
            // Lower case may be longer than the original: then the place of the statement is unknown.
            let span = Span { start: at as u32, end: (at + end.len()) as u32 };
            Some(if chunk.text.get(span.range()).is_some() { span } else { Span { start: 0, end: 0 } })
        };
        for [source, predicate, target] in self.listed.get(&chunk.document).into_iter().flatten() {
            let ends = [source, target];
            if ends.iter().all(|end| said(end).is_none()) || ends.iter().any(|end| fold_name(end).is_empty()) {
                continue;
            }
            for end in ends {
                let (name, form) = (Name::new(end), end.clone());
                if !facts.mentions.iter().any(|mention| mention.name == name) {
                    let span = said(end).unwrap_or(Span { start: 0, end: 0 });
                    facts.mentions.push(Mention { name, form, span, kind: Kind::default() });
                }
            }
            facts.statements.push(Statement {
                source: Name::new(source),
                predicate: predicate.clone(),
                target: Name::new(target),
                quote: whole,
                weight: WEIGHT,
                period: Period::default(),
                description: String::new(),
                keywords: Vec::new(),
            });
        }
        facts.mentions.sort_by_key(|mention| (mention.span.start, mention.span.end));
        facts
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        self.inner.title_names(document)
    }

    fn title_links(&self, document: &Document) -> Vec<AliasLink> {
        self.inner.title_links(document)
    }

    fn settle(&self, title: &str, said: &mut [Said<'_>]) {
        self.inner.settle(title, said);
    }

    fn settle_models(&self, title: &str, said: &mut [Said<'_>]) {
        self.inner.settle_models(title, said);
    }

    fn spellings(&self, folded: &str) -> Vec<Name> {
        self.inner.spellings(folded)
    }

    fn day(&self, text: &str) -> Option<Day> {
        self.inner.day(text)
    }
}
