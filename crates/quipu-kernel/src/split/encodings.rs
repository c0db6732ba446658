//! Encodings of text as tokens of a language model, made when they are first asked for.
//!
//! The ranks are those that OpenAI published with tiktoken, packed: 2.5 MB, where the tables that
//! `bpe-openai` brings ready made are 47 MB of the binary. Making them takes less than a second and
//! happens once in a process. The rules that cut text before it is encoded are tiktoken's, too, with
//! its look-ahead as two patterns of which the first gives its last letter back.

use std::io::Read as _;
use std::sync::LazyLock;

use bpe::byte_pair_encoding::{BytePairEncoding, read_tiktoken};
use bpe_openai::Tokenizer;
use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};

/// An encoding of text as tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// Of GPT-4o and later models.
    #[default]
    O200k,
    /// Of GPT-3.5, GPT-4 and the third embedding models.
    Cl100k,
}

named! { Encoding { O200k: "o200k", Cl100k: "cl100k" } }

static O200K: LazyLock<Tokenizer> = LazyLock::new(|| {
    let pieces = [
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+$",
    ];
    tokenizer(include_bytes!("../../data/o200k.tiktoken.gz"), &pieces.join("|"))
});

static CL100K: LazyLock<Tokenizer> = LazyLock::new(|| {
    let pieces = [
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)",
        r"[^\r\n\p{L}\p{N}]?\p{L}+",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n]*",
        r"\s*[\r\n]+",
        r"\s+$",
    ];
    tokenizer(include_bytes!("../../data/cl100k.tiktoken.gz"), &pieces.join("|"))
});

/// A factor under which the hashes of both encodings' tokens differ, as `bpe-openai` gives it.
const HASH_FACTOR: u64 = 17_846_336_922_010_275_747;

fn tokenizer(packed: &[u8], pieces: &str) -> Tokenizer {
    let mut ranks = String::new();
    GzDecoder::new(packed).read_to_string(&mut ranks).expect("the packed ranks are whole: a test reads them");
    let tokens = read_tiktoken(&ranks).expect("the ranks are as they were published: a test reads them");
    let bpe = BytePairEncoding::from_dictionary(tokens, Some(HASH_FACTOR));
    let patterns = [(pieces, false), (r"\s+\s", true), (r"\s+", false)];
    Tokenizer::new_lookahead(bpe, &patterns, false).expect("the patterns are fixed: a test compiles them")
}

impl Encoding {
    fn tokenizer(self) -> &'static Tokenizer {
        match self {
            Self::O200k => &O200K,
            Self::Cl100k => &CL100K,
        }
    }

    /// The number of tokens of a text.
    pub fn count(self, text: &str) -> u64 {
        self.tokenizer().count(text) as u64
    }

    /// Hands the length of each token to `take`, in bytes, in order.
    pub(super) fn each(self, text: &str, mut take: impl FnMut(usize)) {
        let tokenizer = self.tokenizer();
        for piece in tokenizer.split(text) {
            let tokens = tokenizer.bpe.encode_via_backtracking(piece.as_bytes());
            tokens.into_iter().for_each(|token| take(tokenizer.bpe.token_len(token)));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn tokens_are_those_of_the_library(text: String, words in "([ \\n]{0,3}[a-zA-Zа-яА-Я0-9'’./]{1,9}){0,30}") {
            for (encoding, library) in
                [(Encoding::O200k, bpe_openai::o200k_base()), (Encoding::Cl100k, bpe_openai::cl100k_base())]
            {
                for text in [&text, &words] {
                    prop_assert_eq!(encoding.tokenizer().encode(text.as_str()), library.encode(text.as_str()));
                }
            }
        }
    }
}
