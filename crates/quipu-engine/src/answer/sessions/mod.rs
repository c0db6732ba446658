//! Conversations: questions and answers, kept so that the next question may refer to them.
//!
//! One key an exchange, in the order of time; concurrent writers lose nothing. A session exists from
//! its first exchange. The evidence of an answer (its citations and hits, without the texts of
//! chunks, which the workspace has) lies under a key of its own beside it, so that lists stay cheap.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::base::paging;
use crate::base::ports::{Kept, StoreError, Write};

/// The key prefix of exchanges.
const PREFIX: &[u8] = b"session/1/";
/// The key prefix of answers.
const ANSWERS: &[u8] = b"session-answer/1/";
/// The separator of a session's name and the time of an exchange.
const END: u8 = 0;
/// The longest name, in bytes.
const LONGEST: usize = 200;

/// A question and its answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Exchange {
    /// When, in seconds since 1970.
    pub at: u64,
    /// The question, as it was typed.
    pub question: String,
    /// The question as it was understood, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The answer.
    pub answer: String,
    /// True if it states that the documents do not answer.
    #[serde(default)]
    pub refused: bool,
    /// Ids of the documents that it cites, each once.
    #[serde(default)]
    pub documents: Vec<String>,
    /// The options of the question, where given: its effort, its filter of documents.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub how: BTreeMap<String, Vec<String>>,
    /// The answer with its evidence: citations, and hits without the texts of chunks; none for exchanges
    /// that a former version kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<Box<Answer>>,
}

impl Exchange {
    /// The exchange to keep of an answer.
    pub fn of(answer: &Answer) -> Self {
        let mut documents: Vec<String> = Vec::new();
        for citation in &answer.citations {
            if !documents.contains(&citation.document) {
                documents.push(citation.document.clone());
            }
        }
        Self {
            at: micros() / 1_000_000,
            question: answer.question.clone(),
            asked: answer.asked.clone(),
            answer: answer.answer.clone(),
            refused: answer.refused,
            documents,
            how: BTreeMap::new(),
            whole: Some(Box::new(without_texts(answer))),
        }
    }
}

/// An answer without data that the workspace has (texts of chunks), and without duplicates in its trace (the agent's
/// own).
fn without_texts(answer: &Answer) -> Answer {
    let mut kept = Answer { agent: None, ..answer.clone() };
    for hit in &mut kept.hits {
        hit.text = String::new();
        hit.prefix = String::new();
    }
    kept
}

/// A session, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Session {
    /// Its name.
    pub name: String,
    /// Exchanges in it.
    pub exchanges: u64,
    /// The time of the last one, in seconds since 1970.
    pub last: u64,
    /// Its first question.
    pub first: String,
}

/// The error of an invalid name of a session.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} cannot be the name of a session; use letters, digits and blanks, at most {LONGEST} bytes")]
pub struct SessionName {
    /// The name.
    pub found: String,
}

fn micros() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
}

/// Refuses an invalid name of a session.
///
/// # Errors
/// When it is empty, too long, or holds control characters.
pub fn check(name: &str) -> Result<(), SessionName> {
    let fits = !name.trim().is_empty() && name.len() <= LONGEST && !name.contains(char::is_control);
    if fits { Ok(()) } else { Err(SessionName { found: name.to_owned() }) }
}

/// The key prefix of a session in a list.
fn of(list: &[u8], name: &str) -> Vec<u8> {
    [list, name.as_bytes(), &[END]].concat()
}

/// The rows of a session in a list, each with the rest of its key behind the session's name.
async fn rows(kept: &dyn Kept, list: &[u8], name: &str) -> Result<Vec<(Vec<u8>, Vec<u8>)>, StoreError> {
    let before = of(list, name);
    let rows = paging::rows(kept, &before).await?;
    Ok(rows.into_iter().map(|(key, value)| (key[before.len()..].to_vec(), value)).collect())
}

/// The exchanges of a session, the oldest first, without the evidence of their answers; empty if there is no such
/// session.
///
/// # Errors
/// When they cannot be read.
pub async fn read(kept: &dyn Kept, name: &str) -> Result<Vec<Exchange>, StoreError> {
    let rows = rows(kept, PREFIX, name).await?;
    Ok(rows.into_iter().filter_map(|(_, value)| serde_json::from_slice(&value).ok()).collect())
}

/// The exchanges with the evidence of their answers.
///
/// # Errors
/// When they cannot be read.
pub async fn read_whole(kept: &dyn Kept, name: &str) -> Result<Vec<Exchange>, StoreError> {
    let mut answers: BTreeMap<Vec<u8>, Vec<u8>> = rows(kept, ANSWERS, name).await?.into_iter().collect();
    let mut whole = |(time, value): (Vec<u8>, Vec<u8>)| {
        let exchange: Exchange = serde_json::from_slice(&value).ok()?;
        let answer = answers.remove(&time).and_then(|value| serde_json::from_slice(&value).ok());
        Some(Exchange { whole: answer, ..exchange })
    };
    Ok(rows(kept, PREFIX, name).await?.into_iter().filter_map(&mut whole).collect())
}

/// Adds an exchange to a session.
///
/// # Errors
/// When it cannot be made durable.
pub async fn add(kept: &dyn Kept, name: &str, mut exchange: Exchange) -> Result<(), StoreError> {
    let whole = exchange.whole.take().and_then(|answer| serde_json::to_vec(&answer).ok());
    let value = serde_json::to_vec(&exchange).unwrap_or_default();
    // Two exchanges at the same microsecond differ in the hash of their questions.
    let time = format!("{:020}/{}", micros(), quipu_kernel::model::Key::text(&exchange.question));
    let put = |list, value| Write::Put { key: [of(list, name), time.clone().into_bytes()].concat(), value };
    let writes = [Some(put(PREFIX, value)), whole.map(|value| put(ANSWERS, value))];
    kept.write(writes.into_iter().flatten().collect()).await
}

/// Begins a session with the first exchanges of another, or with all of them: a branch. Says how many it has then.
///
/// # Errors
/// When they cannot be read, or it cannot be made durable.
pub async fn branch(kept: &dyn Kept, from: &str, to: &str, first: usize) -> Result<u64, StoreError> {
    let (exchanges, answers) = (rows(kept, PREFIX, from).await?, rows(kept, ANSWERS, from).await?);
    let taken: Vec<(Vec<u8>, Vec<u8>)> = exchanges.into_iter().take(first).collect();
    let count = taken.len() as u64;
    let last = taken.last().map(|(time, _)| time.clone());
    let answers = answers.into_iter().filter(|(time, _)| last.as_ref().is_some_and(|last| time <= last));
    let put = |list: &[u8], (time, value): (Vec<u8>, Vec<u8>)| Write::Put { key: [of(list, to), time].concat(), value };
    let writes: Vec<Write> =
        taken.into_iter().map(|row| put(PREFIX, row)).chain(answers.map(|row| put(ANSWERS, row))).collect();
    if !writes.is_empty() {
        kept.write(writes).await?;
    }
    Ok(count)
}

/// Every session, the last one first.
///
/// # Errors
/// When they cannot be read.
pub async fn list(kept: &dyn Kept) -> Result<Vec<Session>, StoreError> {
    let mut out: Vec<Session> = Vec::new();
    for (key, value) in paging::rows(kept, PREFIX).await? {
        let name = key[PREFIX.len()..].split(|byte| *byte == END).next().unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        let Ok(exchange) = serde_json::from_slice::<Exchange>(&value) else { continue };
        match out.last_mut() {
            Some(session) if session.name == name => {
                session.exchanges += 1;
                session.last = exchange.at;
            }
            _ => out.push(Session { name, exchanges: 1, last: exchange.at, first: exchange.question }),
        }
    }
    out.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.name.cmp(&b.name)));
    Ok(out)
}

/// Deletes a session; returns the number of its exchanges.
///
/// # Errors
/// When it cannot be made durable.
pub async fn delete(kept: &dyn Kept, name: &str) -> Result<u64, StoreError> {
    let rows = paging::rows(kept, &of(PREFIX, name)).await?;
    let count = rows.len() as u64;
    let answers = paging::rows(kept, &of(ANSWERS, name)).await?;
    let writes: Vec<Write> = rows.into_iter().chain(answers).map(|(key, _)| Write::Remove { key }).collect();
    if !writes.is_empty() {
        kept.write(writes).await?;
    }
    Ok(count)
}
