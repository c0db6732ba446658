//! From bytes to text: UTF-8, else the encoding that the file declares, else Windows-1252.

use encoding_rs::{Encoding, WINDOWS_1252};

/// Number of bytes of a file in which its declaration of an encoding is looked for.
const HEAD: usize = 2048;

/// A text whose lines end in `\n`.
pub(super) struct Decoded {
    pub(super) text: String,
    /// The encoding, if the file neither is UTF-8 nor declares one.
    pub(super) guessed: Option<&'static str>,
}

/// Reads bytes as text. A byte order mark counts first.
pub(super) fn decode(bytes: &[u8]) -> Decoded {
    let (text, guessed) = if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        (encoding.decode_without_bom_handling(bytes.get(length..).unwrap_or_default()).0, None)
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        (text.into(), None)
    } else {
        let named = named(bytes).filter(|encoding| *encoding != encoding_rs::UTF_8);
        let encoding = named.unwrap_or(WINDOWS_1252);
        let guessed = named.is_none().then(|| encoding.name());
        (encoding.decode_without_bom_handling(bytes).0, guessed)
    };
    let text = if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.into_owned() };
    Decoded { text, guessed }
}

/// The encoding that a file declares: `% Encoding: ISO8859_1`, `-*- coding: latin-1 -*-`.
fn named(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(bytes.get(..HEAD).unwrap_or(bytes)).to_ascii_lowercase();
    let rest = head.split_once("coding:")?.1.trim_start();
    let word: String = rest.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')).collect();
    // Java and Emacs have names of their own.
    let tries = [
        word.clone(),
        word.replace("cp", "windows-"),
        word.replace("iso8859", "iso-8859").replace('_', "-"),
        word.replace("latin-", "latin"),
    ];
    tries.iter().find_map(|label| Encoding::for_label(label.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_found() {
        assert_eq!(decode("\u{FEFF}é\r\nb\rc".as_bytes()).text, "é\nb\nc");
        assert_eq!(decode(b"\xFF\xFEa\0\xE9\0").text, "aé");
        let guessed = decode(b"a\xE9\x93");
        assert_eq!((guessed.text.as_str(), guessed.guessed), ("aé“", Some("windows-1252")));
        for word in ["Cp1251", "windows-1251"] {
            let bytes = [format!("% Encoding: {word}\n").as_bytes(), b"\xCF"].concat();
            assert!(decode(&bytes).text.ends_with("П"), "{word}");
        }
        let bytes = [b"-*- coding: ISO8859_5 -*-\n".as_slice(), b"\xBF"].concat();
        assert!(decode(&bytes).text.ends_with("П"));
    }
}
