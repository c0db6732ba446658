//! An open cross-encoder: a question and texts in, a score of each text out.
//!
//! Both are read in one pass, so that each word of the text is seen beside each word of the question: better than two
//! vectors, and as many passes as texts (Nogueira and Cho, "Passage Re-ranking with BERT", 2019).

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use crate::EncoderError;
use crate::batches::spread;
use crate::bert::{Bert, Classifier};
use crate::folder::{Config, ModelFolder, SentenceConfig, WeightFile};
use crate::network::Network;
use crate::options::EncoderOptions;
use crate::tokenizer::{FolderTokenizer, TokenIds};

/// Pairs that one thread cuts into tokens at a time.
const PAIRS_TOGETHER: usize = 8;

/// An open model with one label.
pub struct CrossEncoder {
    name: String,
    folder: PathBuf,
    longest: usize,
    tokens: FolderTokenizer,
    network: Network,
    classifier: Classifier,
    threads: NonZeroUsize,
}

impl CrossEncoder {
    /// Reads a folder: BERT or XLM-RoBERTa with a classifier of one label.
    ///
    /// # Errors
    /// Names the file that is missing, malformed or not supported, and the next step.
    pub fn open(folder: &Path, options: &EncoderOptions) -> Result<Self, EncoderError> {
        let files = ModelFolder::new(folder);
        let config = Config::read(&files)?;
        if config.labels != Some(1) {
            let found = config.labels.map_or("no classifier".to_owned(), |labels| format!("{labels} labels"));
            return Err(EncoderError::NoCrossEncoder { path: files.file("config.json"), found });
        }
        let SentenceConfig { longest, lowercase, .. } = SentenceConfig::read(&files, &config)?;
        let tokens = FolderTokenizer::open(files.file("tokenizer.json"), longest, lowercase, config.vocabulary)?;
        let mut weights = WeightFile::open(files.file("model.safetensors"))?;
        let classifier = Classifier::load(&mut weights, &config)?;
        let network = Network::open(Bert::load(&mut weights, &config)?, options)?;
        let (name, folder, threads) = (files.name(), folder.to_owned(), options.threads);
        Ok(Self { name, folder, longest, tokens, network, classifier, threads })
    }

    /// The folder's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Maximal number of tokens of a question and a text together, marks included; longer ones are cut.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// A logit for each text, in order: the higher, the better it answers. Scores of one model can be compared.
    ///
    /// # Errors
    /// When a text cannot be cut into the model's tokens, or the library or the weights fail; all texts fail then.
    pub fn score(&self, question: &str, texts: &[&str]) -> Result<Vec<f32>, EncoderError> {
        let groups: Vec<&[&str]> = texts.chunks(PAIRS_TOGETHER).collect();
        let ids = |(): &mut (), at: usize| -> Result<Vec<TokenIds>, EncoderError> {
            groups[at].iter().map(|text| self.tokens.pair(question, text)).collect()
        };
        let ids: Result<Vec<Vec<TokenIds>>, _> = spread(groups.len(), self.threads, || (), ids).into_iter().collect();
        let ids: Vec<TokenIds> = ids?.into_iter().flatten().collect();
        let logits = self.network.run(&ids, self.threads, |rows| self.classifier.logit(rows))?;
        let is_sane = logits.iter().all(|logit| logit.is_finite());
        if is_sane { Ok(logits) } else { Err(EncoderError::NoVector { folder: self.folder.clone() }) }
    }
}
