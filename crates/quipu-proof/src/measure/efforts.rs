//! The benefit of more effort on questions over files, and the cost of a right answer with each.

use std::time::Instant;

use quipu::ask::Effort;
use quipu::settings::LoadedSettings;
use quipu::{Access, Error, Files, Opening, Quipu, Workers};

use super::{FILES, Sets, name, read, scratch};
use crate::ProofError;
use crate::eval::{EffortRow, WantedQuestion};

/// Indexes the files of every set afresh, and asks its questions with each effort; a model answers where the settings name one.
///
/// # Errors
/// When a set does not read, its files cannot be indexed, or a question cannot be asked.
pub async fn efforts(sets: &Sets, settings: &LoadedSettings, workers: &Workers) -> Result<Vec<EffortRow>, Error> {
    let mut rows = Vec::new();
    for folder in sets.folders() {
        let mut questions = WantedQuestion::parse(&read(&folder.join("questions.jsonl"))?)?;
        questions.truncate(sets.questions.unwrap_or(usize::MAX));
        let (scratch, files) = (scratch()?, folder.join(FILES));
        let opening = Opening { settings: settings.clone(), workers: workers.clone(), ..Opening::default() };
        let quipu = Quipu::at(scratch.path(), Access::Create, opening);
        let indexed = quipu.index(Files { offline: true, ..Files::of([&files]) }).await?;
        if indexed.index.added == 0 {
            return Err(ProofError::NoFiles { folder: files }.into());
        }
        for effort in Effort::ALL {
            // Each question is independent, and no statistics change.
            let own = [("answer.effort", effort.name()), ("answer.cache", "no"), ("answer.monitor", "no")];
            let quipu = quipu.with(own)?;
            let mut tried = Vec::new();
            for (at, question) in questions.iter().enumerate() {
                let began = Instant::now();
                let answer = quipu.ask(question.text.as_str()).await?;
                tried.push(question.tried(at, &answer, began.elapsed()));
            }
            rows.extend(EffortRow::of(&name(folder), effort, &tried));
        }
    }
    Ok(rows)
}
