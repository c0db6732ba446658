//! Sentences of real corpora with places for names: the material of generated text.
//!
//! The extractor itself finds the names, so that it will find the replacements
//! again. One name of a sentence is one place, with all its occurrences.

use std::path::{Path, PathBuf};

use quipu_kernel::model::{Chunk, Kind, Mention};
use quipu_kernel::text::{language_of, sentences};
use quipu_language::names::extract;
use serde::Deserialize;

use super::BenchError;

/// Sentences of fewer bytes say nothing, of more are mostly lists.
const SENTENCE: std::ops::RangeInclusive<usize> = 40..=420;
/// Kinds that are recognised by their own wording: with another they would not be found.
const KEPT: [Kind; 4] = [Kind::Date, Kind::Concept, Kind::Identifier, Kind::Metric];
/// The language whose sets are taken.
const LANGUAGE: &str = "en";

/// A sentence with places for names.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Template {
    /// The text before each place, and which name stands there; the last text ends the sentence.
    pieces: Vec<(String, Option<usize>)>,
    /// Number of names that it takes.
    pub(super) names: usize,
    /// True if it states a relation.
    pub(super) states: bool,
    /// True if it says that two names mean the same. Such sentences are left out: names drawn by
    /// chance would join thousands of others, hubs among them, into one entity.
    links: bool,
}

/// A passage of a set.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct SetText {
    /// Its title.
    #[serde(default)]
    pub(super) title: String,
    /// Its text.
    pub(super) text: String,
}

/// The sentences from the sets.
#[derive(Debug, Default)]
pub(super) struct TemplateSets {
    /// Sentences of their corpora, those that state a relation first.
    pub(super) sentences: Vec<Template>,
    /// Number of them that state a relation.
    pub(super) stating: usize,
    /// Their questions, those that name something.
    pub(super) questions: Vec<Template>,
}

impl Template {
    /// A sentence, its names made places.
    pub(super) fn of(sentence: &str) -> Self {
        let chunk = Chunk { text: sentence.to_owned(), language: LANGUAGE.to_owned(), ..Chunk::default() };
        let facts = extract(&chunk);
        let mut mentions = facts.mentions;
        mentions.retain(|mention| !mention.span.is_empty() && !KEPT.contains(&mention.kind));
        mentions.sort_by_key(|mention| (mention.span.start, u32::MAX - mention.span.end));
        let (states, links) = (!facts.statements.is_empty(), !facts.links.is_empty() || sentence.contains("[["));
        Self { states, links, ..Self::with(sentence, &mentions) }
    }

    fn with(sentence: &str, mentions: &[Mention]) -> Self {
        let mut out = Self::default();
        let mut names: Vec<&str> = Vec::new();
        let mut at = 0;
        for mention in mentions {
            let span = mention.span.range();
            if span.start < at {
                continue;
            }
            let name = mention.name.folded.as_str();
            let place = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            out.pieces.push((sentence[at..span.start].to_owned(), Some(place)));
            at = span.end;
        }
        out.pieces.push((sentence[at..].to_owned(), None));
        out.names = names.len();
        out
    }

    /// The sentence with these names in its places.
    pub(super) fn fill(&self, names: &[String], out: &mut String) {
        for (text, place) in &self.pieces {
            out.push_str(text);
            out.extend(place.and_then(|place| names.get(place)).map(String::as_str));
        }
    }

    /// Its bytes without names.
    pub(super) fn bytes(&self) -> usize {
        self.pieces.iter().map(|(text, _)| text.len()).sum()
    }
}

impl TemplateSets {
    /// Reads every English set below `folder`.
    ///
    /// # Errors
    /// When a file does not read, or there is no sentence in any.
    pub(super) fn read(folder: &Path) -> Result<Self, BenchError> {
        let mut out = Self::default();
        for set in folders(folder)? {
            let rows = rows(&set.join("corpus.jsonl"))?;
            let sample: String = rows.iter().take(20).map(|row| row.text.as_str()).collect::<Vec<_>>().join(" ");
            if language_of(&sample) != LANGUAGE {
                continue;
            }
            for row in &rows {
                let parts = sentences(&row.text).into_iter().map(|span| row.text[span.range()].trim());
                let parts = parts.filter(|part| SENTENCE.contains(&part.len()) && !part.contains('\n'));
                out.sentences.extend(parts.map(Template::of).filter(|sentence| !sentence.links));
            }
            let asked = self::rows(&set.join("questions.jsonl"))?;
            out.questions.extend(asked.iter().map(|row| Template::of(row.text.trim())));
        }
        out.sentences.sort_by_key(|sentence| !sentence.states);
        out.stating = out.sentences.partition_point(|sentence| sentence.states);
        out.questions.retain(|question| (1..=3).contains(&question.names));
        if out.sentences.is_empty() || out.questions.is_empty() {
            return Err(BenchError::Sentences { folder: folder.display().to_string() });
        }
        Ok(out)
    }
}

/// The folders of sets below `folder`, sorted.
pub(super) fn folders(folder: &Path) -> Result<Vec<PathBuf>, BenchError> {
    let missing = |_| BenchError::Sentences { folder: folder.display().to_string() };
    let entries = std::fs::read_dir(folder).map_err(missing)?;
    let mut sets: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sets.retain(|set| set.join("corpus.jsonl").is_file());
    sets.sort();
    Ok(sets)
}

/// The lines of a file of a set.
pub(super) fn rows(file: &Path) -> Result<Vec<SetText>, BenchError> {
    let shown = || file.display().to_string();
    let text = std::fs::read_to_string(file).map_err(|error| BenchError::file(file, &error))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let row = |line: &str| {
        serde_json::from_str(line).map_err(|error| BenchError::File { file: shown(), reason: error.to_string() })
    };
    lines.map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filled_sentence_names_what_it_was_filled_with() {
        let template = Template::of("In 1911 Ilse Varga met Anton Weiss, and Ilse Varga built the mill.");
        assert_eq!(template.names, 2, "{template:?}");
        let mut text = String::new();
        template.fill(&["Bakori Tomulu".into(), "Nesovi".into()], &mut text);
        assert_eq!(text, "In 1911 Bakori Tomulu met Nesovi, and Bakori Tomulu built the mill.");
    }

    #[test]
    fn a_sentence_without_names_stays_as_it_is() {
        let template = Template::of("it rained all day.");
        let mut text = String::new();
        template.fill(&[], &mut text);
        assert_eq!((text.as_str(), template.names), ("it rained all day.", 0));
    }
}
