//! Data of papers kept beside the truth: the metadata from their sources, and their state.
//!
//! The truth has the text of a paper and its metadata for filters; everything here follows from its source and its
//! text, except for the day of its arrival. A document that is gone takes its paper with it when the shelf is next
//! read.

use quipu_engine::ports::{KeyValue, Listing, StoreError, Write};
use quipu_kernel::model::Key;
use quipu_papers::concepts::Concepts;
use quipu_papers::references::Reference;
use quipu_papers::{Paper, TextForm};
use serde::{Deserialize, Serialize};

/// Another format of the kept data raises the number.
const PREFIX: &[u8] = b"paper/1/";
/// The prefix of keys of sessions.
const SESSIONS: &[u8] = b"session/1/";
/// Number of rows read at once.
const PAGE: usize = 500;

/// The state of a paper in the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperState {
    /// Its title and abstract; its text may come.
    #[default]
    Abstract,
    /// Its whole text.
    Read,
}

/// The reason why the text of a paper is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PaperFailure {
    /// The id of the paper's document, or the given name.
    pub id: String,
    /// A name for programs.
    pub code: String,
    /// A sentence for people.
    pub detail: String,
}

/// A paper, as it is kept.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct KeptPaper {
    /// The id of its document.
    pub(super) document: String,
    /// Its metadata from its source.
    pub(super) paper: Paper,
    /// The state of its text.
    pub(super) state: PaperState,
    /// True if its document is an entry of a bibliography in a folder, which no fetched text replaces.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) listed: bool,
    /// The form of its text.
    pub(super) form: Option<TextForm>,
    /// The reason why its text is missing.
    pub(super) failed: Option<PaperFailure>,
    /// The newest version known from its source.
    pub(super) newest: Option<u32>,
    /// The file of its text, below the folder of papers.
    pub(super) file: Option<String>,
    /// Its references, as its text prints them.
    pub(super) references: Vec<Reference>,
    /// Its concepts, where a model read its title and abstract.
    #[serde(default)]
    pub(super) by_model: Option<Concepts>,
}

/// A set of papers that a user works with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PaperSession {
    /// Eight hexadecimal digits.
    pub id: String,
    /// The first topic.
    pub topic: String,
    /// Ids of the documents of its papers, in the order in which they came.
    pub documents: Vec<String>,
    /// The id of the token that began it, where a server requires tokens: other tokens have no access to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// The shelf of papers.
pub(super) struct PaperShelf(pub(super) std::sync::Arc<dyn KeyValue>);

impl PaperShelf {
    /// All papers, in the order of their documents' keys.
    ///
    /// # Errors
    /// When the shelf cannot be read.
    pub(super) async fn all(&self) -> Result<Vec<KeptPaper>, StoreError> {
        let (mut papers, mut after) = (Vec::new(), None);
        loop {
            let listing = Listing { prefix: PREFIX.to_vec(), after, limit: PAGE };
            let page = self.0.list(&listing).await?;
            let Some((last, _)) = page.last() else { return Ok(papers) };
            after = Some(last.clone());
            // Data that another program wrote in another format are left alone.
            papers.extend(page.iter().filter_map(|(_, value)| serde_json::from_slice::<KeptPaper>(value).ok()));
        }
    }

    /// The paper of a document.
    ///
    /// # Errors
    /// When the shelf cannot be read.
    pub(super) async fn get(&self, document: &str) -> Result<Option<KeptPaper>, StoreError> {
        let value = self.0.get(&key(document)).await?;
        Ok(value.and_then(|value| serde_json::from_slice(&value).ok()))
    }

    /// Keeps papers.
    ///
    /// # Errors
    /// When they cannot be made durable.
    pub(super) async fn put(&self, papers: &[KeptPaper]) -> Result<(), StoreError> {
        let value = |paper: &KeptPaper| serde_json::to_vec(paper).unwrap_or_default();
        let write = |paper: &KeptPaper| Write::Put { key: key(&paper.document), value: value(paper) };
        if papers.is_empty() { Ok(()) } else { self.0.write(papers.iter().map(write).collect()).await }
    }

    /// A session.
    ///
    /// # Errors
    /// When the shelf cannot be read.
    pub(super) async fn session(&self, id: &str) -> Result<Option<PaperSession>, StoreError> {
        if id.is_empty() || id.len() > 64 {
            return Ok(None);
        }
        let value = self.0.get(&[SESSIONS, id.as_bytes()].concat()).await?;
        Ok(value.and_then(|value| serde_json::from_slice(&value).ok()))
    }

    /// Keeps a session.
    ///
    /// # Errors
    /// When it cannot be made durable.
    pub(super) async fn keep_session(&self, session: &PaperSession) -> Result<(), StoreError> {
        let value = serde_json::to_vec(session).unwrap_or_default();
        self.0.write(vec![Write::Put { key: [SESSIONS, session.id.as_bytes()].concat(), value }]).await
    }
}

fn key(document: &str) -> Vec<u8> {
    [PREFIX, Key::document(document).bytes().as_slice()].concat()
}
