//! Texts as JSON strings. Prompts are long, and little in them needs an escape: eight bytes are tested at once.
//! Replies are JSON in such a string, with an escape for each quote: they are copied piece by piece into room for all.

use memchr::memchr;
use serde_json::value::RawValue;

/// Eight bytes that are 1.
const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The highest bit of each of eight bytes.
const HIGH: u64 = ONES << 7;

/// Appends a text with its quotes.
pub(super) fn escaped(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    let mut from = 0;
    out.push(b'"');
    while let Some(at) = next(bytes, from) {
        out.extend_from_slice(&bytes[from..at]);
        match bytes[at] {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            sign @ (b'"' | b'\\') => out.extend_from_slice(&[b'\\', sign]),
            control => out.extend_from_slice(format!("\\u{control:04x}").as_bytes()),
        }
        from = at + 1;
    }
    out.extend_from_slice(&bytes[from..]);
    out.push(b'"');
}

/// The text of a string of JSON.
///
/// # Errors
/// When it is no string, or tells half of a sign.
pub(super) fn unescaped(written: &RawValue) -> serde_json::Result<String> {
    let plain = || {
        let mut rest = written.get().strip_prefix('"')?.strip_suffix('"')?;
        let mut out = String::with_capacity(rest.len());
        while let Some(at) = memchr(b'\\', rest.as_bytes()) {
            out.push_str(&rest[..at]);
            out.push(match rest.as_bytes().get(at + 1)? {
                b'n' => '\n',
                b'r' => '\r',
                b't' => '\t',
                sign @ (b'"' | b'\\' | b'/') => char::from(*sign),
                _ => return None,
            });
            rest = &rest[at + 2..];
        }
        out.push_str(rest);
        Some(out)
    };
    // Numeric escapes are left to the general parser.
    plain().map_or_else(|| serde_json::from_str(written.get()), Ok)
}

fn needs_escape(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// The next byte that needs an escape.
fn next(bytes: &[u8], from: usize) -> Option<usize> {
    let (words, rest) = bytes[from..].as_chunks::<8>();
    let plain = words.iter().take_while(|word| is_plain(u64::from_ne_bytes(**word))).count() * 8;
    let near = if plain < words.len() * 8 { &bytes[from + plain..from + plain + 8] } else { rest };
    near.iter().position(|byte| needs_escape(*byte)).map(|at| from + plain + at)
}

/// True if none of eight bytes needs an escape. The borrow of a byte that does may mark a higher one too, but never
/// a byte where none does.
fn is_plain(word: u64) -> bool {
    let zero = |of: u64| of.wrapping_sub(ONES) & !of;
    let control = word.wrapping_sub(ONES * u64::from(b' ')) & !word;
    let signs = zero(word ^ (ONES * u64::from(b'"'))) | zero(word ^ (ONES * u64::from(b'\\')));
    (control | signs) & HIGH == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn texts_are_written_as_others_read_them(text in "([\\x00-\\x7f]|[а-я€\\\\\"\n]){0,40}") {
            let mut out = Vec::new();
            escaped(&text, &mut out);
            prop_assert_eq!(&serde_json::from_slice::<String>(&out).unwrap(), &text);
            let written: Box<RawValue> = serde_json::from_slice(&out).unwrap();
            prop_assert_eq!(unescaped(&written).unwrap(), text);
        }
    }

    #[test]
    fn strings_are_read_as_others_read_them() {
        for written in [r#""""#, r#""\\\"/\/\n""#, r#""\u00e9\ud83d\ude00\b""#, r#""\ud83d""#, "[]", r#""\\""#] {
            let raw: Box<RawValue> = serde_json::from_str(written).unwrap();
            let ours = unescaped(&raw).map_err(|error| error.to_string());
            assert_eq!(ours, serde_json::from_str::<String>(written).map_err(|error| error.to_string()), "{written}");
        }
    }

    #[test]
    fn it_is_written_behind_what_is_there() {
        let mut out = b"x".to_vec();
        escaped("Plain words, ten and more \u{1}\"\\\r\n\t", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), r#"x"Plain words, ten and more \u0001\"\\\r\n\t""#);
    }
}
