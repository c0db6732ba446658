//! Mentions measured: against sentences labelled by hand, and against the names in a set's gold
//! evidence.

use std::collections::BTreeSet;

use quipu_engine::ports::{Select, SelectChunks};
use quipu_engine::{EngineError, Extractor, Workspace};
use quipu_kernel::model::{Chunk, Key};
use quipu_kernel::text::fold_name;
use serde::{Deserialize, Serialize};

use super::score::{Score, is_named};
use super::{Half, Set, SetQuestion, set};
use crate::ProofError;

/// Sentences with their mentions labelled, all in one language.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Labels {
    /// The name of their file.
    pub name: String,
    /// Their language, by its ISO 639-1 code.
    pub language: String,
    sentences: Vec<Labelled>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Labelled {
    text: String,
    mentions: Vec<String>,
}

/// The quality of mentions in labelled sentences of one half. Shares are in percent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MentionRow {
    /// Name of the labels.
    pub labels: String,
    /// The half of the sentences.
    pub half: Half,
    /// Number of sentences.
    pub sentences: usize,
    /// Mentions labelled.
    pub labelled: usize,
    /// Mentions found.
    pub found: usize,
    /// Share of found mentions that are labelled.
    pub precision: f64,
    /// Share of the labels that was found.
    pub recall: f64,
    /// Precision, where a shared word is enough.
    pub lenient_precision: f64,
    /// Recall, where a shared word is enough.
    pub lenient_recall: f64,
}

/// The share of names in the gold evidence that are entities of the gold documents, on one half.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EvidenceRow {
    /// The half of the questions.
    pub half: Half,
    /// Names that the evidence gives and a gold document says, counted question by question.
    pub names: usize,
    /// Share of them that are entities of a gold document, in percent.
    pub found: f64,
}

impl Labels {
    /// Reads labels from the text of a file; the part after the last `_` of `name` is their
    /// language.
    ///
    /// # Errors
    /// When a line is not of the shape.
    pub fn parse(name: &str, text: &str) -> Result<Self, ProofError> {
        let language = name.rsplit('_').next().unwrap_or(name).to_owned();
        Ok(Self { name: name.to_owned(), language, sentences: set::lines(&format!("{name}.jsonl"), text)? })
    }

    /// Scores an extractor.
    pub fn score(&self, extractor: &dyn Extractor) -> Vec<MentionRow> {
        let scores: Vec<Score> = self.sentences.iter().map(|sentence| self.one(extractor, sentence)).collect();
        Half::EACH.map(|half| self.row(half, &scores)).into()
    }

    fn one(&self, extractor: &dyn Extractor, sentence: &Labelled) -> Score {
        let chunk = Chunk { text: sentence.text.clone(), language: self.language.clone(), ..Chunk::default() };
        let mentions = extractor.extract("", &chunk).mentions;
        let found = mentions.iter().filter(|mention| is_named(mention)).map(|mention| mention.form.as_str());
        let mut score = Score::default();
        score.add(sentence.mentions.iter().map(String::as_str), found);
        score
    }

    fn row(&self, half: Half, scores: &[Score]) -> MentionRow {
        let of: Vec<Score> =
            scores.iter().enumerate().filter(|(at, _)| half.has(*at)).map(|(_, score)| *score).collect();
        let mut score = Score::default();
        of.iter().for_each(|part| score.merge(*part));
        MentionRow {
            labels: self.name.clone(),
            half,
            sentences: of.len(),
            labelled: score.labelled,
            found: score.found,
            precision: 100.0 * score.precision(),
            recall: 100.0 * score.recall(),
            lenient_precision: 100.0 * score.lenient_precision(),
            lenient_recall: 100.0 * score.lenient_recall(),
        }
    }
}

/// Looks up the names of the set's gold evidence in a workspace that holds the set's documents. No
/// rows when the set has no evidence.
///
/// # Errors
/// When the store fails.
pub async fn evidence(workspace: &Workspace, set: &Set) -> Result<Vec<EvidenceRow>, EngineError> {
    let mut counts = Vec::new();
    for question in &set.questions {
        counts.push(covered(workspace, question).await?);
    }
    let row = |half: Half| {
        let of = counts.iter().enumerate().filter(|(at, _)| half.has(*at)).map(|(_, counts)| counts);
        let (found, names) = of.fold((0, 0), |sum, counts| (sum.0 + counts.0, sum.1 + counts.1));
        EvidenceRow { half, names, found: 100.0 * found as f64 / names.max(1) as f64 }
    };
    let none = counts.iter().all(|(_, names)| *names == 0);
    Ok(if none { Vec::new() } else { Half::EACH.map(row).into() })
}

/// Number of names in the question's evidence that are entities of its gold documents, and number of names
/// that these documents contain.
async fn covered(workspace: &Workspace, question: &SetQuestion) -> Result<(usize, usize), EngineError> {
    if question.evidence.is_empty() {
        return Ok((0, 0));
    }
    let (mut text, mut entities) = (String::new(), BTreeSet::new());
    for row in workspace.store.documents(&Select::Keys(question.gold().map(Key::document).collect())).await? {
        text.push_str(&format!(" {} ", fold_name(&row.title)));
        entities.extend(row.title_names.into_iter().map(|mention| mention.name.folded));
        for stored in workspace.store.chunks(&SelectChunks::OfDocument(row.key)).await? {
            text.push_str(&format!(" {} ", fold_name(&stored.chunk.text)));
            let mentions = stored.facts.into_iter().flat_map(|facts| facts.mentions);
            entities.extend(mentions.map(|mention| mention.name.folded));
        }
    }
    let names: BTreeSet<String> = question.evidence.iter().map(|name| fold_name(name)).collect();
    let said: Vec<&String> = names.iter().filter(|name| text.contains(&format!(" {name} "))).collect();
    Ok((said.iter().filter(|name| entities.contains(name.as_str())).count(), said.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quipu_language::Rules;

    #[test]
    fn labels_are_scored_by_half() {
        let text = "{\"text\": \"Ada Lovelace met Charles Babbage.\", \"mentions\": [\"Ada Lovelace\", \"Charles Babbage\"]}\n{\"text\": \"Nothing here.\", \"mentions\": [\"X\"]}\n";
        let labels = Labels::parse("held_en", text).unwrap();
        assert_eq!(labels.language, "en");
        let rows = labels.score(&Rules);
        assert_eq!((rows[0].sentences, rows[0].recall, rows[1].recall), (1, 100.0, 0.0));
        assert_eq!(rows[2].labelled, 3);
    }
}
