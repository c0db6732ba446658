//! Texts as ids of tokens, by `tokenizer.json`.
//!
//! The file's own padding and cutting are set aside: the folder's length holds. A text is cut before it is
//! tokenised too, far beyond the reach of its tokens, so that a book costs no more than a page.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use tokenizers::{Encoding, Tokenizer, TruncationParams};

use crate::EncoderError;

/// Maximal length of a token in bytes, except for words that no language has.
const LONGEST_TOKEN: usize = 256;

/// A text as ids of tokens, or two texts one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TokenIds {
    pub(crate) ids: Vec<u32>,
    /// Position of the first token of the second text; the number of tokens where there is none.
    pub(crate) second: usize,
}

/// A folder's tokenizer.
pub(crate) struct FolderTokenizer {
    path: PathBuf,
    tokenizer: Tokenizer,
    longest: usize,
    lowercase: bool,
    /// Ids must be below it.
    vocabulary: usize,
}

impl FolderTokenizer {
    /// Reads `tokenizer.json`.
    pub(crate) fn open(
        path: PathBuf,
        longest: usize,
        lowercase: bool,
        vocabulary: usize,
    ) -> Result<Self, EncoderError> {
        let bytes = std::fs::read(&path).map_err(|reason| EncoderError::Unreadable { path: path.clone(), reason })?;
        let failed = |reason: String| EncoderError::malformed(&path, reason);
        let tokenizer = guarded(|| Tokenizer::from_bytes(&bytes)).map_err(failed)?;
        let tokenizer = guarded(|| cut(tokenizer, longest)).map_err(failed)?;
        Ok(Self { path, tokenizer, longest, lowercase, vocabulary })
    }

    /// Ids of a text after its prefix, those of its beginning and end included.
    pub(crate) fn ids(&self, prefix: &str, text: &str) -> Result<TokenIds, EncoderError> {
        let text = head(text.trim(), self.longest.saturating_mul(LONGEST_TOKEN));
        let text = if prefix.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(format!("{prefix}{text}")) };
        self.checked(|| self.tokenizer.encode_fast(self.written(&text), true))
    }

    /// Ids of a question and of a text beside it; where both are too long together, the longer is cut first.
    pub(crate) fn pair(&self, question: &str, text: &str) -> Result<TokenIds, EncoderError> {
        let written = |text: &str| self.written(head(text.trim(), self.longest.saturating_mul(LONGEST_TOKEN)));
        let both = (written(question), written(text));
        self.checked(|| self.tokenizer.encode_fast(both, true))
    }

    fn written(&self, text: &str) -> String {
        if self.lowercase { text.to_lowercase() } else { text.trim_end().to_owned() }
    }

    /// Ids that the network takes.
    fn checked(&self, encode: impl FnOnce() -> tokenizers::Result<Encoding>) -> Result<TokenIds, EncoderError> {
        let failed = |reason: String| EncoderError::Tokens { path: self.path.clone(), reason };
        let encoding = guarded(encode).map_err(failed)?;
        let ids = encoding.get_ids();
        if let Some(id) = ids.iter().find(|id| **id as usize >= self.vocabulary) {
            return Err(failed(format!("token {id} is beyond the {} that config.json names", self.vocabulary)));
        }
        if ids.is_empty() || ids.len() > self.longest {
            return Err(failed(format!("a text became {} tokens, of 1 to {} that may be", ids.len(), self.longest)));
        }
        let second = encoding.get_type_ids().iter().position(|kind| *kind > 0);
        Ok(TokenIds { ids: ids.to_vec(), second: second.unwrap_or(ids.len()) })
    }
}

fn cut(mut tokenizer: Tokenizer, longest: usize) -> tokenizers::Result<Tokenizer> {
    tokenizer.with_padding(None);
    tokenizer.with_truncation(Some(TruncationParams { max_length: longest, ..TruncationParams::default() }))?;
    Ok(tokenizer)
}

/// The library panics on some malformed files; that is an error of the file.
fn guarded<T>(call: impl FnOnce() -> tokenizers::Result<T>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the tokenizer library failed on it".to_owned()),
    }
}

/// At most `bytes` bytes of a text, cut between letters.
fn head(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or_default()]
}
