//! An open model: texts in, vectors out, in the order of the texts.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::batches::{Batches, spread};
use crate::bert::{Bert, Scratch};
use crate::folder::{Config, Folder, Sentence, Weights};
use crate::onnx::Library;
use crate::pool::pool;
use crate::tokens::Tokens;
use crate::{EncoderError, Pooling, Prefixes};

/// Tokens that go through the network together: enough for products at full speed, few enough for the caches.
const TOKENS_TOGETHER: usize = 768;
/// Tokens that go through a library together; it has more overhead a call.
const TOKENS_TO_LIBRARY: usize = 4096;
/// Texts that one thread cuts into tokens at a time.
const TEXTS_TOGETHER: usize = 16;

/// The runtime of the network.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Runtime {
    /// This crate alone.
    #[default]
    Native,
    /// The ONNX Runtime library at this path (see [`crate::find_library`]). A process loads one, the first requested
    /// one.
    Library(PathBuf),
}

/// Options of opening a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncoderOptions {
    /// Number of threads of a call; vectors do not depend on it.
    pub threads: NonZeroUsize,
    /// The runtime of the network.
    pub runtime: Runtime,
}

impl Default for EncoderOptions {
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, runtime: Runtime::default() }
    }
}

/// The purpose of an encoded text; some models prefix the two differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A question.
    Question,
    /// A passage that is searched.
    Passage,
}

/// Properties of a model, from its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The folder's name.
    pub name: String,
    /// Number of components of a vector.
    pub dimension: usize,
    /// True if vectors have length 1.
    pub normalised: bool,
    /// Maximal number of tokens of a text, prefix and marks included; longer texts are cut.
    pub longest: usize,
    /// The pooling of tokens into one vector.
    pub pooling: Pooling,
    /// Prefixes of texts.
    pub prefixes: Prefixes,
}

/// An open model.
pub struct Encoder {
    card: Card,
    folder: PathBuf,
    tokens: Tokens,
    network: Network,
    threads: NonZeroUsize,
}

enum Network {
    Native(Box<Bert>),
    Library(Box<Library>),
}

impl Encoder {
    /// Reads a folder.
    ///
    /// # Errors
    /// Names the file that is missing, malformed or not supported, and the next step.
    pub fn open(folder: &Path, options: &EncoderOptions) -> Result<Self, EncoderError> {
        let files = Folder::new(folder);
        let config = Config::read(&files)?;
        let sentence = Sentence::read(&files, &config)?;
        let Sentence { longest, lowercase, .. } = sentence;
        let tokens = Tokens::open(files.file("tokenizer.json"), longest, lowercase, config.vocabulary)?;
        let bert = Bert::load(&mut Weights::open(files.file("model.safetensors"))?, &config)?;
        let network = match &options.runtime {
            Runtime::Native => Network::Native(Box::new(bert)),
            Runtime::Library(path) => Network::Library(Box::new(Library::open(path, bert, options.threads)?)),
        };
        let card = Card {
            name: files.name(),
            dimension: config.hidden,
            normalised: sentence.normalised,
            longest: sentence.longest,
            pooling: sentence.pooling,
            prefixes: sentence.prefixes,
        };
        Ok(Self { card, folder: folder.to_owned(), tokens, network, threads: options.threads })
    }

    /// Properties of the model, from its folder.
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// Number of tokens of a text after its prefix was added and it was cut.
    ///
    /// # Errors
    /// When the tokenizer fails.
    pub fn count_tokens(&self, text: &str, side: Side) -> Result<usize, EncoderError> {
        Ok(self.tokens.ids(self.prefix(side), text)?.len())
    }

    /// A vector for each text, in order. Equal texts get equal vectors (within 1e-6) in any company.
    ///
    /// # Errors
    /// When a text cannot be cut into the model's tokens, or the library or the weights fail; all texts fail then.
    pub fn encode(&self, texts: &[&str], side: Side) -> Result<Vec<Vec<f32>>, EncoderError> {
        let ids = self.ids(texts, side)?;
        let lengths: Vec<usize> = ids.iter().map(Vec::len).collect();
        let vectors = match &self.network {
            Network::Native(bert) => {
                let batches = Batches::new(&lengths, TOKENS_TOGETHER);
                let run = |scratch: &mut Scratch, at: usize| {
                    let texts = members(&batches, at, &ids);
                    let mut vectors = Vec::with_capacity(texts.len());
                    bert.run(&texts, scratch, |rows| vectors.push(self.pool(rows)));
                    vectors
                };
                let vectors = spread(batches.ranges.len(), self.threads, Scratch::default, run);
                restored(&batches, vectors.into_iter().flatten())
            }
            Network::Library(library) => {
                let batches = Batches::new(&lengths, TOKENS_TO_LIBRARY);
                let mut vectors = Vec::with_capacity(ids.len());
                for at in 0..batches.ranges.len() {
                    library.run(&members(&batches, at, &ids), |rows| vectors.push(self.pool(rows)))?;
                }
                restored(&batches, vectors)
            }
        };
        vectors.into_iter().map(|vector| vector.ok_or(EncoderError::NoVector { folder: self.folder.clone() })).collect()
    }

    fn ids(&self, texts: &[&str], side: Side) -> Result<Vec<Vec<u32>>, EncoderError> {
        let groups: Vec<&[&str]> = texts.chunks(TEXTS_TOGETHER).collect();
        let prefix = self.prefix(side);
        let ids = |(): &mut (), at: usize| -> Result<Vec<Vec<u32>>, EncoderError> {
            groups[at].iter().map(|text| self.tokens.ids(prefix, text)).collect()
        };
        let groups: Result<Vec<_>, _> = spread(groups.len(), self.threads, || (), ids).into_iter().collect();
        Ok(groups?.into_iter().flatten().collect())
    }

    fn prefix(&self, side: Side) -> &str {
        match side {
            Side::Question => &self.card.prefixes.question,
            Side::Passage => &self.card.prefixes.passage,
        }
    }

    fn pool(&self, rows: &[f32]) -> Option<Vec<f32>> {
        pool(rows, self.card.dimension, self.card.pooling, self.card.normalised)
    }
}

/// The texts of a batch.
fn members<'a>(batches: &Batches, at: usize, ids: &'a [Vec<u32>]) -> Vec<&'a [u32]> {
    batches.order[batches.ranges[at].clone()].iter().map(|text| ids[*text].as_slice()).collect()
}

/// Results of batches in the order of the texts.
fn restored<T>(batches: &Batches, results: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut placed: Vec<(usize, T)> = batches.order.iter().copied().zip(results).collect();
    placed.sort_by_key(|(at, _)| *at);
    placed.into_iter().map(|(_, result)| result).collect()
}
