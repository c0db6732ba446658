//! Two entities side by side: common predicates, and those of one alone.

use std::collections::BTreeMap;

use quipu_language::clauses::clause_pieces::lowered;
use quipu_language::clauses::statement::statement;
use quipu_language::clauses::verb_families::is_small;
use serde::Serialize;

use super::tool_chunks::{ToolRef, read_passages, words};
use crate::base::{EngineError, Workspace};

/// A row of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ComparisonRow {
    /// The predicate.
    pub predicate: String,
    /// Its values for the first entity.
    pub a: Vec<String>,
    /// Its values for the second entity.
    pub b: Vec<String>,
    /// True if it is the same.
    pub same: bool,
    /// The places of the statements.
    pub refs: Vec<ToolRef>,
}

/// A comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Comparison {
    /// Predicates of both entities.
    pub rows: Vec<ComparisonRow>,
    /// Predicates of the first entity alone.
    pub only_a: Vec<String>,
    /// Predicates of the second entity alone.
    pub only_b: Vec<String>,
}

/// Statements about one entity: by the content words of a predicate, its wording, the values and their places.
type Told = BTreeMap<String, (String, Vec<String>, Vec<ToolRef>)>;

/// Compares two entities, by predicates that hold one of the words in `by` if there are any.
///
/// # Errors
/// When the store cannot be read.
pub async fn compare(workspace: &Workspace, a: &str, b: &str, by: &[String]) -> Result<Comparison, EngineError> {
    let (one, other) = (told(workspace, a).await?, told(workspace, b).await?);
    let asked = |predicate: &str| by.is_empty() || by.iter().any(|word| predicate.contains(&word.to_lowercase()));
    let mut out = Comparison { rows: Vec::new(), only_a: Vec::new(), only_b: Vec::new() };
    for (key, (predicate, values, refs)) in one.iter().filter(|(_, (predicate, _, _))| asked(predicate)) {
        match other.get(key) {
            Some((_, others, more)) => {
                let same = values.iter().any(|value| others.iter().any(|other| lowered(other) == lowered(value)));
                let refs = refs.iter().chain(more).cloned().collect();
                out.rows.push(ComparisonRow {
                    predicate: predicate.clone(),
                    a: values.clone(),
                    b: others.clone(),
                    same,
                    refs,
                });
            }
            None => out.only_a.push(predicate.clone()),
        }
    }
    let alone = other.iter().filter(|(key, (predicate, _, _))| !one.contains_key(*key) && asked(predicate));
    out.only_b = alone.map(|(_, (predicate, _, _))| predicate.clone()).collect();
    Ok(out)
}

async fn told(workspace: &Workspace, name: &str) -> Result<Told, EngineError> {
    let (read, _) = read_passages(workspace, name).await?;
    let wanted = words(name);
    let mut out = Told::new();
    for passage in &read {
        for clause in &passage.clauses {
            let Some(said) = statement(clause, &passage.topic) else { continue };
            let subject = words(&said.subject);
            if !wanted.iter().all(|word| subject.contains(word)) {
                continue;
            }
            let words = said
                .predicate
                .split(' ')
                .zip(&said.keys)
                .filter(|(word, _)| !is_small(word))
                .map(|(_, key)| key.as_str());
            let key = words.collect::<Vec<_>>().join(" ");
            if key.is_empty() {
                continue;
            }
            let row = out.entry(key).or_insert_with(|| (said.predicate.clone(), Vec::new(), Vec::new()));
            let value = said.value.trim_end_matches(['.', ',', ' ']).to_owned();
            if !row.1.contains(&value) {
                row.1.push(value);
                row.2.push(passage.place(clause.span));
            }
        }
    }
    Ok(out)
}
