//! Answers over real files, judged by people: each set holds `docs`, `questions.jsonl` and `verdicts.jsonl`.

use std::path::{Path, PathBuf};

use quipu::settings::Settings;
use quipu::{Error, Workers};
use quipu_engine::query::Query;
use quipu_kernel::view::Filter;
use serde::Serialize;

use super::file_questions::indexed_files;
use super::{Sets, name, read};
use crate::eval::{JudgedAnswer, JudgedQuestion, JudgedRow, Verdicts, judged_answers};

/// The file of a set's questions, and of the verdicts on answers to them.
const QUESTIONS: &str = "questions.jsonl";
const VERDICTS: &str = "verdicts.jsonl";

/// The figures of judged answers, and the answers.
#[derive(Debug, Clone, Default, Serialize)]
pub struct JudgedRows {
    /// Even corpora, odd ones, and all: by the number that begins the name of a set, else by its place among the sets.
    pub rows: Vec<JudgedRow>,
    /// Ids of the questions whose present answer has no verdict.
    pub stale: Vec<String>,
    /// Every answer.
    pub answers: Vec<JudgedAnswer>,
}

/// Indexes the files of every set afresh, asks its questions, and looks up the verdicts on these answers. A folder
/// without questions stands for the sets in it.
///
/// # Errors
/// When a set does not read, or its files cannot be indexed.
pub async fn judged(sets: &Sets, settings: &Settings, workers: &Workers) -> Result<JudgedRows, Error> {
    let mut numbered = Vec::new();
    for (place, folder) in folders(sets)?.iter().enumerate() {
        let set = name(folder);
        let digits: String = set.chars().take_while(char::is_ascii_digit).collect();
        let number = digits.parse().unwrap_or(place + 1);
        let answers = asked(folder, sets, settings, workers).await?;
        numbered.extend(answers.into_iter().map(|answer| (number, answer)));
    }
    let rows = JudgedRow::halves(&numbered);
    let answers: Vec<JudgedAnswer> = numbered.into_iter().map(|(_, answer)| answer).collect();
    let stale = answers.iter().filter(|answer| answer.verdict.is_none()).map(|answer| answer.id.clone()).collect();
    Ok(JudgedRows { rows, stale, answers })
}

/// The folders of sets, those in a folder without questions in the order of their names.
fn folders(sets: &Sets) -> Result<Vec<PathBuf>, Error> {
    let mut out = Vec::new();
    for folder in sets.folders() {
        if folder.join(QUESTIONS).is_file() {
            out.push(folder.to_owned());
            continue;
        }
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(Error::at(folder))? {
            inside.push(entry.map_err(Error::at(folder))?.path());
        }
        inside.retain(|path| path.join(QUESTIONS).is_file());
        inside.sort();
        out.extend(inside);
    }
    Ok(out)
}

async fn asked(folder: &Path, sets: &Sets, settings: &Settings, workers: &Workers) -> Result<Vec<JudgedAnswer>, Error> {
    let mut questions = JudgedQuestion::parse(&read(&folder.join(QUESTIONS))?)?;
    questions.truncate(sets.questions.unwrap_or(usize::MAX));
    let kept = folder.join(VERDICTS);
    let verdicts = if kept.is_file() { Verdicts::parse(&read(&kept)?)? } else { Verdicts::default() };
    let (workspace, _scratch) = indexed_files(folder, settings, workers, &mut Vec::new()).await?;
    let (strategy, options) = (settings.strategy.clone(), settings.look.clone());
    let query = Query { text: String::new(), filter: Filter::default(), strategy, options };
    Ok(judged_answers(&name(folder), &workspace, &questions, &verdicts, &query).await?)
}
