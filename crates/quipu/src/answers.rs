//! The answer cache: an equal question, about the same documents and with the same settings, gets
//! the stored answer, without a call of a model. Quoted answers of one look are not cached: they cost no more than
//! reading one.

use std::sync::Arc;

use quipu_engine::Workspace;
use quipu_engine::answer::Answer;
use quipu_engine::base::Effort;
use quipu_engine::ports::{Kept, Listing, StoreError, Write};
use quipu_engine::query::Query;
use quipu_kernel::model::Key;

use crate::job::{Outcome, aside};
use crate::settings::{Settings, TABLE};
use crate::{Error, Quipu};

/// The key prefix of answers on the shelf.
const PREFIX: &[u8] = b"answer/";

/// The place of a question's answer in the cache.
pub(crate) struct KeptAnswer {
    shelf: Arc<dyn Kept>,
    key: Vec<u8>,
}

impl KeptAnswer {
    /// The place of a question's answer; none if the answer costs no more than the cache.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub(crate) async fn of(
        quipu: &Quipu,
        workspace: &Workspace,
        query: &Query,
        writer: Option<&str>,
    ) -> Result<Option<Self>, Error> {
        let settings = quipu.settings();
        let effort: Effort = settings.effort.parse().unwrap_or_default();
        if settings.answer_cache != "yes" || writer.is_none() && effort == Effort::Quick {
            return Ok(None);
        }
        let change = workspace.store.status().await?.change;
        let asked = query.text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let all = format!("{change}\n{asked}\n{:?}\n{writer:?}\n{}", query.filter, shown(settings));
        let key = [PREFIX, Key::text(&all).to_string().as_bytes()].concat();
        Ok(Some(Self { shelf: quipu.shelves().cache, key }))
    }

    /// The cached answer, if there is one. An unreadable one is computed again.
    pub(crate) async fn find(&self, question: &str) -> Option<Answer> {
        let bytes = self.shelf.get(&self.key).await.ok().flatten()?;
        let answer: Answer = serde_json::from_slice(&bytes).ok()?;
        Some(Answer { from_cache: true, spent: None, question: question.to_owned(), ..answer })
    }

    /// Stores a complete answer: one that a bound cut off, or that has problems with a model, is computed again.
    pub(crate) async fn keep(&self, answer: &Answer) {
        let cut = answer.agent.as_ref().is_some_and(|agent| agent.stopped != "done");
        if cut || answer.refused || !answer.trouble.is_empty() {
            return;
        }
        if let Ok(value) = serde_json::to_vec(answer) {
            // A cache that cannot be written costs time, and no answer.
            let _lost = self.shelf.put(&self.key, &value).await;
        }
    }
}

/// Every setting with its value: another one may mean another answer.
fn shown(settings: &Settings) -> String {
    let rows = TABLE.iter().map(|setting| format!("{}={}", setting.key, (setting.show)(settings)));
    rows.collect::<Vec<_>>().join("\n")
}

impl Quipu {
    /// Deletes the cached answers; returns their number.
    ///
    /// # Errors
    /// When they cannot be listed or removed.
    pub fn forget_answers(&self) -> Outcome<u64> {
        let quipu = self.clone();
        aside(move || async move { emptied(&*quipu.shelves().cache).await.map_err(Error::from) })
    }
}

async fn emptied(shelf: &dyn Kept) -> Result<u64, StoreError> {
    let mut gone = 0;
    loop {
        let listing = Listing { prefix: PREFIX.to_vec(), after: None, limit: 1000 };
        let pairs = shelf.list(&listing).await?;
        if pairs.is_empty() {
            return Ok(gone);
        }
        gone += pairs.len() as u64;
        shelf.write(pairs.into_iter().map(|(key, _)| Write::Remove { key }).collect()).await?;
    }
}
