//! Characters that a page replaces (`/ActualText`), which the parser gives as the bytes of their UTF-8, each a letter of
//! Windows-1252: a narrow space is "â€¯". They are joined again.

use pdf_oxide::layout::TextChar;

/// The letters of Windows-1252 from byte 0x80 on that are no code points of Latin-1; a blank stands for no letter.
const HIGH: &str = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/// Joins the letters of one encoded character that follow each other on a line.
pub(crate) fn restore(chars: &mut Vec<TextChar>) {
    if chars.iter().all(|one| lead(one.char).is_none()) {
        return;
    }
    let mut kept = Vec::with_capacity(chars.len());
    let mut rest = chars.drain(..).peekable();
    while let Some(mut first) = rest.next() {
        let Some((byte, more)) = lead(first.char) else {
            kept.push(first);
            continue;
        };
        let mut parts = Vec::with_capacity(more);
        while parts.len() < more {
            let level = |next: &TextChar| (next.origin_y - first.origin_y).abs() < 0.5 && is_continued(next.char);
            let Some(next) = rest.next_if(level) else { break };
            parts.push(next);
        }
        let bytes: Vec<u8> = [byte].into_iter().chain(parts.iter().filter_map(|part| byte_of(part.char))).collect();
        match std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next()) {
            Some(char) if parts.len() == more => {
                first.char = if char.is_whitespace() { ' ' } else { char };
                kept.push(first);
            }
            _ => kept.extend([first].into_iter().chain(parts)),
        }
    }
    drop(rest);
    *chars = kept;
}

/// The byte of a letter that begins an encoded character of three or four bytes, and the number of bytes behind it. Those
/// of two bytes begin with letters that texts write ("Ã").
fn lead(char: char) -> Option<(u8, usize)> {
    match byte_of(char)? {
        byte @ 0xe1..=0xef => Some((byte, 2)),
        byte @ 0xf0..=0xf4 => Some((byte, 3)),
        _ => None,
    }
}

fn is_continued(char: char) -> bool {
    byte_of(char).is_some_and(|byte| matches!(byte, 0x80..=0xbf))
}

/// The byte of a letter in Windows-1252.
fn byte_of(char: char) -> Option<u8> {
    match HIGH.chars().position(|known| known == char) {
        Some(at) if char != ' ' => u8::try_from(0x80 + at).ok(),
        _ => u8::try_from(u32::from(char)).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_one_character_are_joined() {
        let read = |text: &str| -> String {
            let one = |char| TextChar { char, ..TextChar::default() };
            let mut chars: Vec<TextChar> = text.chars().map(one).collect();
            restore(&mut chars);
            chars.iter().map(|one| one.char).collect()
        };
        assert_eq!(read("Fig.â€¯2â€‚An"), "Fig. 2 An");
        assert_eq!(read("pâté, forêt, â, âge €5"), "pâté, forêt, â, âge €5");
        assert_eq!(read("â€"), "â€");
        assert_eq!(HIGH.chars().count(), 32);
    }
}
