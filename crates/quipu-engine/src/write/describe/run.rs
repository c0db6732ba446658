//! Makes one description of many: in groups that a model can read, then of the results,
//! until one is left (LightRAG's map and reduce; Microsoft's GraphRAG folds one after the other).

use std::sync::Arc;

use futures::future::join_all;
use futures::{StreamExt as _, stream};
use quipu_kernel::model::Key;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::counted::Bound;
use super::fragments::{Much, gather};
use super::overheard::Overheard;
use super::summary::{self, Summary};
use crate::base::EngineError;
use crate::base::Stop;
use crate::base::Stopped;
use crate::base::gateway::{Remembered, tokens};
use crate::base::ports::{Kept, LlmError, Store};
use crate::base::prompt::Words;

/// The most tokens of one description.
const ROOM: u32 = 600;
/// The most tokens of descriptions that a model reads at once.
const GROUP: u64 = 12_000;
/// Number of chunks that a description cites.
const CHUNKS: usize = 8;

/// Options of descriptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescribeOptions {
    /// For things with more descriptions than this, or
    pub fragments: u64,
    /// with more tokens of them than this.
    pub tokens: u64,
    /// Concurrent calls.
    pub at_once: usize,
    /// The language; empty for that of the descriptions.
    pub language: String,
    /// The prompt texts.
    pub words: Words,
}

/// A thing that could not be described.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Undescribed {
    /// Its name.
    pub name: String,
    /// The error.
    pub error: LlmError,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DescribeReport {
    /// The model.
    pub model: String,
    /// Descriptions made.
    pub made: u64,
    /// Descriptions that are unchanged.
    pub unchanged: u64,
    /// Things that could not be described; their single descriptions stay.
    pub failed: Vec<Undescribed>,
    /// The reason of an early end: a model's failure is serialized by itself, a stop by a user as [`Stopped`].
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "told", deserialize_with = "heard", default)]
    pub stopped: Option<Stopped>,
}

fn told<S: Serializer>(stopped: &Option<Stopped>, to: S) -> Result<S::Ok, S::Error> {
    match stopped {
        Some(Stopped::Model(error)) => error.serialize(to),
        stopped => stopped.serialize(to),
    }
}

fn heard<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Stopped>, D::Error> {
    /// A model's failure as it is, or another reason.
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Told {
        Stopped(Stopped),
        Model(LlmError),
    }
    let told = Option::<Told>::deserialize(from)?;
    Ok(told.map(|told| match told {
        Told::Stopped(stopped) => stopped,
        Told::Model(error) => Stopped::Model(error),
    }))
}

/// Describes everything with many descriptions that has changed since it was described; given counts of all
/// chunks of the store since its last change are not read again.
///
/// # Errors
/// When the store fails; the failure of a model is part of the report.
pub async fn describe(
    store: &dyn Store,
    llm: &Remembered,
    kept: &Arc<dyn Kept>,
    options: &DescribeOptions,
    overheard: Option<Overheard>,
    stop: &Stop,
) -> Result<DescribeReport, EngineError> {
    let mut report = DescribeReport { model: llm.card().name.clone(), ..DescribeReport::default() };
    let change = store.status().await?.change;
    let asked = Key::text(&format!(
        "{}\n{}\n{}\n{}\n{:?}",
        report.model, options.fragments, options.tokens, options.language, options.words
    ));
    let state = format!("{change} {asked}");
    if summary::is_done(&**kept, &state).await? {
        return Ok(report);
    }
    let much = gather(store, Bound { fragments: options.fragments, tokens: options.tokens }, overheard).await?;
    let each = |one: Much| async move {
        if stop.asked() {
            return None;
        }
        Some((one.name.clone(), described(llm, &**kept, options, &one).await))
    };
    let mut done = stream::iter(much.clone()).map(each).buffer_unordered(options.at_once.max(1));
    let mut whole = true;
    while let Some(one) = done.next().await {
        match one {
            Some((_, Ok(true))) => report.made += 1,
            Some((_, Ok(false))) => report.unchanged += 1,
            Some((name, Err(error))) => {
                whole = false;
                match error {
                    LlmError::Spent { .. }
                    | LlmError::CallsSpent { .. }
                    | LlmError::TokensSpent { .. }
                    | LlmError::Resting { .. }
                    | LlmError::Kept { .. } => {
                        report.stopped = Some(Stopped::Model(error));
                        break;
                    }
                    error => report.failed.push(Undescribed { name, error }),
                }
            }
            None => {
                whole = false;
                report.stopped = Some(Stopped::Asked);
            }
        }
    }
    drop(done);
    if whole {
        summary::retain(&**kept, &much).await?;
        summary::done(&**kept, &state).await?;
    }
    report.failed.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(report)
}

/// Describes one thing; returns true if that was necessary.
async fn described(
    llm: &Remembered,
    kept: &dyn Kept,
    options: &DescribeOptions,
    much: &Much,
) -> Result<bool, LlmError> {
    let said = serde_json::to_string(&(&llm.card().name, &options.language, &options.words, &much.fragments));
    let of = Key::text(&said.unwrap_or_default());
    let known = summary::of(kept, much.key).await.map_err(LlmError::unkept)?;
    let fresh = known.as_ref().is_some_and(|known| known.of == of);
    if known.as_ref().is_some_and(|known| fresh && known.seen == much.seen) {
        return Ok(false);
    }
    let text = match known {
        Some(known) if fresh => known.text,
        _ => merged(llm, options, &much.name, much.fragments.clone()).await?,
    };
    let chunks = much.chunks.iter().take(CHUNKS).copied().collect();
    let made = Summary { of, text, fragments: much.fragments.len() as u64, seen: much.seen, chunks };
    summary::put(kept, much.key, &made).await.map_err(LlmError::unkept)?;
    Ok(!fresh)
}

/// One description of these.
async fn merged(
    llm: &Remembered,
    options: &DescribeOptions,
    name: &str,
    mut fragments: Vec<String>,
) -> Result<String, LlmError> {
    let most = GROUP.min(u64::from(llm.card().context) / 2);
    loop {
        // All are awaited, even if one fails: their replies are paid for.
        let groups = groups(fragments, most);
        let next = join_all(groups.iter().map(|group| asked(llm, options, name, group))).await;
        let mut next = next.into_iter().collect::<Result<Vec<_>, _>>()?;
        match next.len() {
            1 => return Ok(next.remove(0)),
            _ => fragments = next,
        }
    }
}

/// Descriptions in groups of at most so many tokens, with two at least, so that there are fewer each time.
fn groups(fragments: Vec<String>, most: u64) -> Vec<Vec<String>> {
    let mut out: Vec<Vec<String>> = Vec::new();
    let mut size = 0;
    for text in fragments {
        let tokens = tokens::near(&text);
        match out.last_mut() {
            Some(group) if size + tokens <= most || group.len() < 2 => {
                size += tokens;
                group.push(text);
            }
            _ => {
                size = tokens;
                out.push(vec![text]);
            }
        }
    }
    // A last one alone joins those before it.
    if let [.., before, last] = out.as_mut_slice()
        && last.len() == 1
    {
        before.append(last);
    }
    out.retain(|group| !group.is_empty());
    out
}

async fn asked(
    llm: &Remembered,
    options: &DescribeOptions,
    name: &str,
    fragments: &[String],
) -> Result<String, LlmError> {
    let list = fragments.iter().map(|text| format!("- {text}")).collect::<Vec<_>>().join("\n");
    let user = options.words.user(&[("name", name), ("fragments", &list)], &options.language);
    let prompt = options.words.prompt(&user, ROOM);
    let read = |text: &str| match text.trim() {
        "" => Err("it is empty".to_owned()),
        text => Ok(text.to_owned()),
    };
    llm.ask(&prompt, read).await
}

#[cfg(test)]
mod tests {
    use super::super::DESCRIBE_WORDS;
    use super::*;

    #[test]
    fn groups_fit_and_grow_fewer() {
        let texts = |count: usize| (0..count).map(|at| format!("{at:04} {}", "word ".repeat(19))).collect::<Vec<_>>();
        let sizes = |count: usize, most| groups(texts(count), most).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sizes(9, 100), [4, 5]);
        assert_eq!(sizes(8, 100), [4, 4]);
        assert_eq!(sizes(5, 1), [2, 3], "two at least, however long they are");
        assert_eq!(sizes(1, 1), [1]);
    }

    #[test]
    fn the_words_have_every_place() {
        assert!(["{name}", "{fragments}", "{language}"].iter().all(|place| DESCRIBE_WORDS.contains(place)));
    }
}
