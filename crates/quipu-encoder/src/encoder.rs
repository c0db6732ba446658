//! An open model: texts in, vectors out, in the order of the texts.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::batches::spread;
use crate::bert::Bert;
use crate::folder::{Config, ModelFolder, SentenceConfig, WeightFile};
use crate::network::Network;
use crate::options::EncoderOptions;
use crate::pool::pool;
use crate::tokenizer::{FolderTokenizer, TokenIds};
use crate::{EncoderError, Pooling, Prefixes};

/// Texts that one thread cuts into tokens at a time.
const TEXTS_TOGETHER: usize = 16;

/// The purpose of an encoded text; some models prefix the two differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EncodingRole {
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
    tokens: FolderTokenizer,
    network: Network,
    threads: NonZeroUsize,
}

impl Encoder {
    /// Reads a folder.
    ///
    /// # Errors
    /// Names the file that is missing, malformed or not supported, and the next step.
    pub fn open(folder: &Path, options: &EncoderOptions) -> Result<Self, EncoderError> {
        let files = ModelFolder::new(folder);
        let config = Config::read(&files)?;
        if config.labels.is_some() {
            return Err(EncoderError::unsupported(&files.file("config.json"), "a classifier of texts"));
        }
        let sentence = SentenceConfig::read(&files, &config)?;
        let SentenceConfig { longest, lowercase, .. } = sentence;
        let tokens = FolderTokenizer::open(files.file("tokenizer.json"), longest, lowercase, config.vocabulary)?;
        let bert = Bert::load(&mut WeightFile::open(files.file("model.safetensors"))?, &config)?;
        let network = Network::open(bert, options)?;
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
    pub fn count_tokens(&self, text: &str, side: EncodingRole) -> Result<usize, EncoderError> {
        Ok(self.tokens.ids(self.prefix(side), text)?.ids.len())
    }

    /// A vector for each text, in order. Equal texts get equal vectors (within 1e-6) in any company.
    ///
    /// # Errors
    /// When a text cannot be cut into the model's tokens, or the library or the weights fail; all texts fail then.
    pub fn encode(&self, texts: &[&str], side: EncodingRole) -> Result<Vec<Vec<f32>>, EncoderError> {
        let ids = self.ids(texts, side)?;
        let vectors = self.network.run(&ids, self.threads, |rows| self.pool(rows))?;
        vectors.into_iter().map(|vector| vector.ok_or(EncoderError::NoVector { folder: self.folder.clone() })).collect()
    }

    fn ids(&self, texts: &[&str], side: EncodingRole) -> Result<Vec<TokenIds>, EncoderError> {
        let groups: Vec<&[&str]> = texts.chunks(TEXTS_TOGETHER).collect();
        let prefix = self.prefix(side);
        let ids = |(): &mut (), at: usize| -> Result<Vec<TokenIds>, EncoderError> {
            groups[at].iter().map(|text| self.tokens.ids(prefix, text)).collect()
        };
        let groups: Result<Vec<_>, _> = spread(groups.len(), self.threads, || (), ids).into_iter().collect();
        Ok(groups?.into_iter().flatten().collect())
    }

    fn prefix(&self, side: EncodingRole) -> &str {
        match side {
            EncodingRole::Question => &self.card.prefixes.question,
            EncodingRole::Passage => &self.card.prefixes.passage,
        }
    }

    fn pool(&self, rows: &[f32]) -> Option<Vec<f32>> {
        pool(rows, self.card.dimension, self.card.pooling, self.card.normalised)
    }
}
