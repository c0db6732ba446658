//! Conversations: what was asked and answered, kept so that the next question may lean on it.
//!
//! One key an exchange, in the order of time; whoever writes beside others loses nothing. A session is there
//! as soon as something was said in it.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::ask::Answer;
use crate::paged;
use crate::ports::{Kept, StoreError, Write};

/// What a key begins with.
const PREFIX: &[u8] = b"session/1/";
/// What parts a session's name from the time of an exchange.
const END: u8 = 0;
/// The longest name, in bytes.
const LONGEST: usize = 200;

/// A question and what was answered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
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
    /// Whether it says that the documents do not answer.
    #[serde(default)]
    pub refused: bool,
    /// Ids of the documents that it cites, each once.
    #[serde(default)]
    pub documents: Vec<String>,
}

impl Exchange {
    /// What an answer leaves behind.
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
        }
    }
}

/// A session, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Session {
    /// Its name.
    pub name: String,
    /// Exchanges in it.
    pub exchanges: u64,
    /// When the last one was, in seconds since 1970.
    pub last: u64,
    /// Its first question.
    pub first: String,
}

/// Why a name cannot be a session's.
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

/// Refuses what cannot be the name of a session.
///
/// # Errors
/// When it is empty, too long, or holds control characters.
pub fn check(name: &str) -> Result<(), SessionName> {
    let fits = !name.trim().is_empty() && name.len() <= LONGEST && !name.contains(char::is_control);
    if fits { Ok(()) } else { Err(SessionName { found: name.to_owned() }) }
}

fn prefix(name: &str) -> Vec<u8> {
    [PREFIX, name.as_bytes(), &[END]].concat()
}

/// The exchanges of a session, the oldest first; none where there is no such session.
///
/// # Errors
/// When they cannot be read.
pub async fn read(kept: &dyn Kept, name: &str) -> Result<Vec<Exchange>, StoreError> {
    let rows = paged::rows(kept, &prefix(name)).await?;
    Ok(rows.into_iter().filter_map(|(_, value)| serde_json::from_slice(&value).ok()).collect())
}

/// Adds an exchange to a session.
///
/// # Errors
/// When it cannot be made durable.
pub async fn add(kept: &dyn Kept, name: &str, exchange: &Exchange) -> Result<(), StoreError> {
    let value = serde_json::to_vec(exchange).unwrap_or_default();
    // Two at the same microsecond are told apart by what they say.
    let time = format!("{:020}/{}", micros(), quipu_kernel::model::Key::text(&exchange.question));
    kept.put(&[prefix(name), time.into_bytes()].concat(), &value).await
}

/// Every session, the last one first.
///
/// # Errors
/// When they cannot be read.
pub async fn list(kept: &dyn Kept) -> Result<Vec<Session>, StoreError> {
    let mut out: Vec<Session> = Vec::new();
    for (key, value) in paged::rows(kept, PREFIX).await? {
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

/// Deletes a session; says how many exchanges it had.
///
/// # Errors
/// When it cannot be made durable.
pub async fn delete(kept: &dyn Kept, name: &str) -> Result<u64, StoreError> {
    let rows = paged::rows(kept, &prefix(name)).await?;
    let count = rows.len() as u64;
    let writes: Vec<Write> = rows.into_iter().map(|(key, _)| Write::Remove { key }).collect();
    if !writes.is_empty() {
        kept.write(writes).await?;
    }
    Ok(count)
}
