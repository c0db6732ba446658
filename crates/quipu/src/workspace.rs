//! The workspace as a whole: its contents, checks and repair, dumps, and removal.

use std::borrow::Cow;
use std::collections::BTreeMap;

use quipu_adapters::store::Stamp;
use quipu_engine::extract::failed;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

pub use quipu_adapters::store::{UpgradeReport, Upgrading};
pub use quipu_engine::extract::Failed;
pub use quipu_engine::ports::{DumpRow, Held, Lagging, Problem, Status, Verified};

pub use crate::reading::Totals;

use crate::job::{Job, Outcome, Working, aside};
use crate::{Access, Error, Quipu, open};

/// The contents of a workspace.
#[derive(Debug)]
pub struct Holdings {
    /// Counts and sizes of its store.
    pub status: Status,
    /// The shelves beside the truth, by name; an unreadable one hides nothing of the rest.
    pub kept: Vec<(&'static str, Result<Held, Error>)>,
    /// Windows that a model could not read.
    pub not_read: Vec<Failed>,
}

/// The contents of a shelf, or the reason why it cannot be read.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
enum KeptShown<'a> {
    /// Its sizes.
    Held(&'a Held),
    /// It cannot be read.
    Failed {
        /// The error.
        error: String,
    },
}

/// The contents of a workspace.
#[derive(Serialize, schemars::JsonSchema)]
#[schemars(rename = "Holdings")]
struct HoldingsShown<'a> {
    #[serde(flatten)]
    status: &'a Status,
    /// Windows that a model could not read.
    not_read: &'a [Failed],
    /// The shelves beside the documents, by name.
    kept: BTreeMap<&'static str, KeptShown<'a>>,
}

impl Serialize for Holdings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let kept = self.kept.iter().map(|(name, held)| {
            let held = match held {
                Ok(held) => KeptShown::Held(held),
                Err(error) => KeptShown::Failed { error: error.to_string() },
            };
            (*name, held)
        });
        HoldingsShown { status: &self.status, not_read: &self.not_read, kept: kept.collect() }.serialize(serializer)
    }
}

impl JsonSchema for Holdings {
    fn schema_name() -> Cow<'static, str> {
        HoldingsShown::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        HoldingsShown::json_schema(generator)
    }
}

impl Quipu {
    /// Creates the workspace if missing.
    ///
    /// # Errors
    /// When it cannot be made, or there is no right to.
    pub fn make(&self) -> Outcome<()> {
        let quipu = self.clone();
        aside(move || async move {
            let before = quipu.stamp().filter(Stamp::is_settled);
            let workspace = quipu.creating()?;
            // A server that prepares a thousand workspaces asks for the totals of each next.
            if before.is_some() { quipu.remember_totals(before, &*workspace.store).await } else { Ok(()) }
        })
    }

    /// Opens the workspace to be read, so that errors show before it is used.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn ready(&self) -> Outcome<()> {
        let quipu = self.clone();
        aside(move || async move { quipu.reading().map(drop) })
    }

    /// The contents of the workspace.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn status(&self) -> Outcome<Holdings> {
        let quipu = self.clone();
        aside(move || async move {
            let status = quipu.reading()?.store.status().await?;
            let shelves = quipu.shelves();
            let mut kept = Vec::new();
            for (name, shelf) in shelves.named() {
                kept.push((name, shelf.held().await.map_err(Error::from)));
            }
            let not_read = failed(&*shelves.replies).await.unwrap_or_default();
            Ok(Holdings { status, kept, not_read })
        })
    }

    /// The totals of the workspace. Frequent requests, for many workspaces, open only those that were written since.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn totals(&self) -> Outcome<Totals> {
        if let Some(known) = self.known_totals() {
            return Box::pin(async move { Ok(known) });
        }
        let quipu = self.clone();
        aside(move || async move { quipu.totalled().await })
    }

    /// The number of the last change: data read at this number is up to date while the number stays.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn change(&self) -> Outcome<u64> {
        let quipu = self.clone();
        aside(move || async move { Ok(quipu.reading()?.store.status().await?.change) })
    }

    /// Number of documents in the workspace, with vectors of any model.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn count(&self) -> Outcome<u64> {
        let quipu = self.clone();
        aside(move || async move { Ok(open::store_alone(quipu.location(), None)?.status().await?.documents) })
    }

    /// Checks every reference, count and kept value; with `repair`, damaged derived data is computed again.
    ///
    /// # Errors
    /// When the workspace cannot be read at all, or the repair cannot be written.
    pub fn doctor(&self, repair: bool) -> Outcome<Verified> {
        let quipu = self.clone();
        aside(move || async move {
            let workspace = match repair {
                true => {
                    quipu.allowed(Access::Write)?;
                    open::to_repair(quipu.location(), quipu.settings())?
                }
                false => quipu.reading()?,
            };
            let mut verified = workspace.store.verify(repair).await?;
            for (_, shelf) in quipu.shelves().named() {
                let kept = shelf.verify(repair).await?;
                verified.checked += kept.checked;
                verified.problems.extend(kept.problems);
            }
            Ok(verified)
        })
    }

    /// Brings a workspace of an older program to the format that this one reads: derived data is computed again beside
    /// the present data, and no file is read again. A stopped upgrade continues the next time.
    pub fn upgrade(&self) -> Job<Upgrading, UpgradeReport> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move {
            quipu.allowed(Access::Write)?;
            quipu.close();
            let mut watch = |at: Upgrading| {
                teller.tell(at);
                !stop.asked()
            };
            open::upgrade(quipu.location(), quipu.settings(), &mut watch)
        })
    }

    /// Everything, row by row, in the canonical order; `take` returns false to stop.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn dump(&self, mut take: impl FnMut(DumpRow) -> bool + Send + 'static) -> Outcome<()> {
        let quipu = self.clone();
        aside(move || async move { Ok(quipu.reading()?.store.dump(&mut take).await?) })
    }

    /// Removes the stored data of the workspace; files that were read, and its settings, stay. No other process writes
    /// to it meanwhile.
    ///
    /// # Errors
    /// When another process keeps writing, or a file cannot be removed.
    pub fn destroy(&self) -> Outcome<()> {
        let quipu = self.clone();
        aside(move || async move {
            quipu.allowed(Access::Write)?;
            quipu.close();
            open::remove(quipu.location(), quipu.settings())
        })
    }
}
