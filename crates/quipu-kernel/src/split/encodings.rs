//! Encodings of text as tokens of a language model, by the `tiktoken` crate, made on first use.
//!
//! Making one takes less than a tenth of a second: the binary holds the published ranks, packed, and the crate
//! merges by them alone. Within a piece (a part into which an encoding's rules cut a text before merging) it keeps a
//! heap, of some 40 bytes for each byte of the piece. A text is therefore counted segment by segment, cut where
//! pieces end anyway: one that is a single piece costs no more memory than any other, and may count one token
//! more a segment.

use std::iter;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use tiktoken::CoreBpe;

use crate::text::char_start;

/// The longest segment that is counted at once, in bytes.
const SEGMENT: usize = 1 << 20;

/// An encoding of text as tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// Encoding of GPT-4o and later models.
    #[default]
    O200k,
    /// Encoding of GPT-3.5, GPT-4 and the third embedding models.
    Cl100k,
}

named! { Encoding { O200k: "o200k", Cl100k: "cl100k" } }

static O200K: LazyLock<&CoreBpe> = LazyLock::new(|| made("o200k_base"));
static CL100K: LazyLock<&CoreBpe> = LazyLock::new(|| made("cl100k_base"));

fn made(name: &str) -> &'static CoreBpe {
    tiktoken::get_encoding(name).expect("the crate is built with both: a test makes them")
}

impl Encoding {
    fn tokenizer(self) -> &'static CoreBpe {
        match self {
            Self::O200k => *O200K,
            Self::Cl100k => *CL100K,
        }
    }

    /// The number of tokens of a text.
    pub fn count(self, text: &str) -> u64 {
        segments(text, SEGMENT).map(|segment| self.tokenizer().count(segment) as u64).sum()
    }

    /// Hands the length of each token to `take`, in bytes, in order.
    pub(super) fn each(self, text: &str, mut take: impl FnMut(usize)) {
        let tokenizer = self.tokenizer();
        for segment in segments(text, SEGMENT) {
            for token in tokenizer.encode(segment) {
                take(tokenizer.decode(&[token]).len());
            }
        }
    }
}

/// The segments of a text, none longer than `most` bytes and no character cut.
fn segments(text: &str, most: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    iter::from_fn(move || {
        let segment;
        (segment, rest) = rest.split_at(if rest.len() <= most { rest.len() } else { cut(rest, most) });
        (!segment.is_empty()).then_some(segment)
    })
}

/// The last place within the first `most` bytes where a piece surely ends; else the beginning of the last
/// character there.
fn cut(text: &str, most: usize) -> usize {
    let end = char_start(text, most);
    let mut next = text[end..].chars().next();
    for (at, before) in text[..end].char_indices().rev() {
        if next.is_some_and(|next| ends_a_piece(before, next)) {
            return at + before.len_utf8();
        }
        next = Some(before);
    }
    end
}

/// True if a piece ends between two characters in any context: white space belongs to the piece
/// after it, but ends of lines to signs and white space before them, and slashes to the piece before them.
fn ends_a_piece(before: char, after: char) -> bool {
    match before {
        '\n' => !after.is_whitespace() && after != '/',
        _ => !before.is_whitespace() && after.is_whitespace() && !matches!(after, '\r' | '\n'),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts that encodings treat differently, separated by bars.
    const BITS: &str = " |  |\n|\r\n|\n\n|\t|/|'s|’t|'LL|don't|Aa|АБв|日本語の|漢字。|한국|ภาษา|हिन्दी|عربي|e\u{301}|👩‍🚀|🇫🇮|\
        \u{a0}|\u{3000}|\0|12345|٣٤|Ⅷ|ǅ|::|!=\n|/*|{}|let x_1 = vec![];|https://a.b/c?d=e|ſ|\u{fffd}|----|....|\
        aaaaaaaaaaaaaaaaaaaa|qzxjk";

    fn texts() -> impl Strategy<Value = String> {
        let bits = prop::sample::select(BITS.split('|').collect::<Vec<_>>());
        let mixed = prop::collection::vec(prop_oneof![3 => bits.prop_map(str::to_owned), 1 => "\\PC{1,3}"], 0..60);
        prop_oneof![
            any::<String>(),
            mixed.prop_map(|bits| bits.concat()),
            "([ \\n]{0,3}[a-zA-Zа-яА-Я0-9'’./]{1,9}){0,30}",
            "[a-z]{0,300}",
            "\\p{L}{0,90}",
        ]
    }

    fn lengths(encoding: Encoding, text: &str) -> Vec<usize> {
        let mut lengths = Vec::new();
        encoding.each(text, |length| lengths.push(length));
        lengths
    }

    proptest! {
        #[test]
        fn tokens_are_those_of_another_library(text in texts()) {
            for (encoding, other) in
                [(Encoding::O200k, bpe_openai::o200k_base()), (Encoding::Cl100k, bpe_openai::cl100k_base())]
            {
                let tokens = other.encode(text.as_str());
                prop_assert_eq!(&encoding.tokenizer().encode(&text), &tokens);
                prop_assert_eq!(encoding.count(&text), tokens.len() as u64);
                let others: Vec<usize> = tokens.iter().map(|token| other.bpe.token_len(*token)).collect();
                prop_assert_eq!(lengths(encoding, &text), others);
            }
        }

        #[test]
        fn where_a_piece_ends_a_text_may_be_cut(text in texts()) {
            let chars: Vec<(usize, char)> = text.char_indices().collect();
            for pair in chars.windows(2).filter(|pair| ends_a_piece(pair[0].1, pair[1].1)) {
                let (before, after) = text.split_at(pair[1].0);
                for &encoding in Encoding::ALL {
                    let whole = encoding.tokenizer().encode(&text);
                    let parts = [encoding.tokenizer().encode(before), encoding.tokenizer().encode(after)].concat();
                    prop_assert_eq!(parts, whole, "{:?} and {:?}", before, after);
                }
            }
        }

        #[test]
        fn segments_are_the_text(text in texts(), most in 4_usize..99) {
            let segments: Vec<&str> = segments(&text, most).collect();
            prop_assert!(segments.iter().all(|segment| (1..=most).contains(&segment.len())));
            prop_assert_eq!(segments.concat(), text);
        }
    }

    #[test]
    fn a_text_of_several_segments_has_the_tokens_of_its_whole() {
        let text =
            "The bell was cast in 1911.\nОна звонила, до «Тарнфельда»!\n\n時計塔の鐘。\n".repeat(2 * SEGMENT / 90);
        for &encoding in Encoding::ALL {
            assert_eq!(encoding.count(&text), encoding.tokenizer().count(&text) as u64);
            assert_eq!(lengths(encoding, &text).iter().sum::<usize>(), text.len());
        }
    }

    #[test]
    fn a_long_run_of_one_letter_is_counted_at_once() {
        let text = "a".repeat(5 * SEGMENT / 2);
        assert_eq!(Encoding::O200k.count(&text), text.len() as u64 / 8);
    }
}
