//! Texts as ids of tokens, by `tokenizer.json`.
//!
//! The file's own padding and cutting are set aside: the folder's length holds. A text is cut before it is
//! tokenised too, far beyond the reach of its tokens, so that a book costs no more than a page.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use tokenizers::{Tokenizer, TruncationParams};

use crate::EncoderError;

/// Maximal length of a token in bytes, except for words that no language has.
const LONGEST_TOKEN: usize = 256;

/// A folder's tokenizer.
pub(crate) struct Tokens {
    path: PathBuf,
    tokenizer: Tokenizer,
    longest: usize,
    lowercase: bool,
    /// Ids must be below it.
    vocabulary: usize,
}

impl Tokens {
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
    pub(crate) fn ids(&self, prefix: &str, text: &str) -> Result<Vec<u32>, EncoderError> {
        let failed = |reason: String| EncoderError::Tokens { path: self.path.clone(), reason };
        let text = head(text.trim(), self.longest.saturating_mul(LONGEST_TOKEN));
        let text = if prefix.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(format!("{prefix}{text}")) };
        let text = if self.lowercase { text.to_lowercase() } else { text.trim_end().to_owned() };
        let encoding = guarded(|| self.tokenizer.encode_fast(text, true)).map_err(failed)?;
        let ids = encoding.get_ids();
        if let Some(id) = ids.iter().find(|id| **id as usize >= self.vocabulary) {
            return Err(failed(format!("token {id} is beyond the {} that config.json names", self.vocabulary)));
        }
        if ids.is_empty() || ids.len() > self.longest {
            return Err(failed(format!("a text became {} tokens, of 1 to {} that may be", ids.len(), self.longest)));
        }
        Ok(ids.to_vec())
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
