//! The metadata of a file: title, authors, date; titles made up by programs are left out.

use std::collections::HashMap;

use pdf_oxide::PdfDocument;
use pdf_oxide::object::Object;

/// Longest text of a field that is believed, in characters.
const LONGEST: usize = 500;

/// The fields that people look at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Metadata {
    pub(crate) title: Option<String>,
    pub(crate) authors: Vec<String>,
    pub(crate) date: Option<String>,
}

/// Reads the information dictionary; missing or damaged fields are left out.
pub(crate) fn metadata(document: &PdfDocument) -> Metadata {
    let fields = document.trailer().as_dict().and_then(|trailer| trailer.get("Info"));
    let Some(Ok(fields)) = fields.map(|fields| document.resolve_object(fields)) else { return Metadata::default() };
    let Some(fields) = fields.as_dict() else { return Metadata::default() };
    let text = |name: &str| field(document, fields, name);
    let authors = text("Author").map(|authors| names(&authors)).unwrap_or_default();
    let date = text("CreationDate").or_else(|| text("ModDate")).and_then(|date| day(&date));
    Metadata { title: text("Title").filter(|title| !is_made_up(title)), authors, date }
}

fn field(document: &PdfDocument, fields: &HashMap<String, Object>, name: &str) -> Option<String> {
    let value = document.resolve_object(fields.get(name)?).ok()?;
    let text = decoded(value.as_string()?);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty() && text.chars().count() <= LONGEST).then_some(text)
}

/// Text strings are UTF-16 or UTF-8 with a mark, else near Latin-1 (ISO 32000-1, 7.9.2.2); old
/// Russian programs wrote windows-1251 there.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    let wide = |pair: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|two| pair([two[0], two[1]]));
        char::decode_utf16(units).map(|letter| letter.unwrap_or('\u{fffd}')).collect::<String>()
    };
    let text = match bytes {
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => narrow(bytes),
    };
    // Lines stay apart.
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    text.chars().filter(|letter| (!letter.is_control() || *letter == '\n') && *letter != '\u{fffd}').collect()
}

fn narrow(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let high = bytes.iter().filter(|byte| **byte >= 0xc0).count();
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let letter = |byte: &u8| match byte {
        0xc0.. if high > letters => char::from_u32(0x410 + u32::from(byte - 0xc0)).unwrap_or('\u{fffd}'),
        0xa8 if high > letters => 'Ё',
        0xb8 if high > letters => 'ё',
        _ => char::from(*byte),
    };
    bytes.iter().map(letter).collect()
}

/// Names of a list; a comma inside "Last, First" counts like one between names.
fn names(text: &str) -> Vec<String> {
    let parts = text.split([';', ',', '&']).flat_map(|part| part.split(" and "));
    let names = parts.map(str::trim).filter(|name| !name.is_empty() && !is_made_up(name));
    names.map(str::to_owned).take(50).collect()
}

/// `D:20240131...` as `2024-01-31`.
fn day(text: &str) -> Option<String> {
    let digits = text.strip_prefix("D:").unwrap_or(text);
    let digits: String = digits.chars().take_while(char::is_ascii_digit).take(8).collect();
    let number = |from: usize, to: usize| digits.get(from..to)?.parse::<u32>().ok();
    let (year, month, day) = (number(0, 4)?, number(4, 6).unwrap_or(1), number(6, 8).unwrap_or(1));
    let sane = (1900..2200).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    sane.then(|| match digits.len() {
        8 => format!("{year:04}-{month:02}-{day:02}"),
        6 => format!("{year:04}-{month:02}"),
        _ => format!("{year:04}"),
    })
}

/// A program's or a file's name where a person's words should be.
fn is_made_up(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let starts = ["microsoft word", "microsoft powerpoint", "microsoft excel", "untitled", "file:", "http"];
    let words = [
        "",
        "title",
        "no title",
        "unknown",
        "anonymous",
        "(anonymous)",
        "unspecified",
        "user",
        "admin",
        "administrator",
        "powerpoint presentation",
        "pdf",
        "print",
        "без названия",
        "презентация powerpoint",
        "owner",
    ];
    let ends = [
        ".doc", ".docx", ".dvi", ".tex", ".pdf", ".txt", ".ppt", ".pptx", ".xls", ".xlsx", ".indd", ".qxd", ".rtf",
        ".odt", ".html", ".htm", ".ps", ".pages", ".fm", ".cdr", ".p65", ".pmd",
    ];
    let numbered = text.trim_end_matches(|letter: char| letter.is_ascii_digit() || " .-()".contains(letter));
    let counted = numbered.len() < text.len();
    let stock = ["document", "presentation", "slide", "документ", "презентация", "книга", "book", "doc", "лист"];
    starts.iter().any(|start| text.starts_with(start))
        || words.contains(&text.as_str())
        || ends.iter().any(|end| text.ends_with(end))
        || (stock.contains(&numbered) && counted)
        || !text.chars().any(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_titles_go() {
        for title in
            ["Microsoft Word - x.doc", "untitled", "Документ1", "cp1251.txt", "2019-03", "Slide 1", "paper.dvi"]
        {
            assert!(is_made_up(title), "{title}");
        }
        for title in ["On tides", "Документ о приливах", "Book of hours", "1984: a reader's guide"] {
            assert!(!is_made_up(title), "{title}");
        }
    }

    #[test]
    fn text_strings_decode() {
        assert_eq!(decoded(b"\xfe\xff\x04\x1f\x04\x40"), "Пр");
        assert_eq!(decoded(b"\xcf\xf0\xe8\xeb\xe8\xe2"), "Прилив");
        assert_eq!(decoded(b"Caf\xe9"), "Café");
        assert_eq!(decoded(b"\xff\xfe\x3f"), "");
    }

    #[test]
    fn dates_are_days() {
        assert_eq!(day("D:20240131120000Z").as_deref(), Some("2024-01-31"));
        assert_eq!(day("2019").as_deref(), Some("2019"));
        assert_eq!(day("D:20241399"), None);
    }
}
