//! Names of uploads: read in every encoding that clients use, and kept as data, never as a path.
//!
//! A name comes as `filename*` (RFC 5987), as encoded words (RFC 2047, sent by .NET and some Java clients), or as
//! plain bytes of UTF-8 or an older encoding. Composed and decomposed letters are one name (NFC), so that a file
//! which comes once from macOS and once from elsewhere is one document.

use std::borrow::Cow;

use axum::http::{HeaderMap, header};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use mail_parser::parsers::MessageStream;
use unicode_normalization::UnicodeNormalization as _;

/// The most characters of a part of a name: the limit of current file systems.
const PART: usize = 255;
/// The most parts.
const DEPTH: usize = 16;
/// Number of characters of a hash in a shortened name.
const HASH: usize = 16;
/// The longest ending that stays when a name is shortened, in characters.
const ENDING: usize = 16;

/// The name of a file by the headers of its part of a form; missing for a part that is no file.
pub(crate) fn of_part(headers: &HeaderMap) -> Option<String> {
    let bytes = headers.get(header::CONTENT_DISPOSITION)?.as_bytes();
    let plain = plain(&decoded(bytes));
    // Where both stand the plain one is for clients of old.
    let name = extended(bytes, plain.as_deref()).or_else(|| plain.map(|plain| words(&plain)));
    name.map(|name| clean(&name))
}

/// The value of `filename*`, whole or in numbered pieces (RFC 2231), beside a plain one.
fn extended(bytes: &[u8], plain: Option<&str>) -> Option<String> {
    let lower = bytes.to_ascii_lowercase();
    lower.windows(9).any(|part| part == b"filename*").then_some(())?;
    let ended = [bytes, b"\n"].concat();
    let read = MessageStream::new(&ended).parse_content_type();
    let attributes = read.as_content_type()?.attributes()?.iter();
    let named = attributes.filter(|attribute| attribute.name.eq_ignore_ascii_case("filename"));
    let is_plain = |text: &str| plain.is_some_and(|plain| plain == text || words(plain) == text);
    let mut texts = named.map(|attribute| attribute.value.to_string());
    texts.find(|text| !text.is_empty() && !is_plain(text))
}

/// The text of a header: UTF-8, or in a guessed encoding.
fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Allow).decode_without_bom_handling(bytes).0
}

/// The value of `filename`, quoted or not. Only a quotation mark is escaped in it: a backslash is a sign of Windows' paths.
fn plain(header: &str) -> Option<String> {
    let lower = header.to_ascii_lowercase();
    let is_start = |at: &usize| lower[..*at].trim_end().ends_with(';');
    let at = lower.match_indices("filename").map(|(at, _)| at).find(is_start)?;
    let value = header[at + "filename".len()..].trim_start().strip_prefix('=')?.trim_start();
    let name = match value.strip_prefix('"') {
        Some(quoted) => {
            let mut name = String::new();
            let mut letters = quoted.chars().peekable();
            while let Some(letter) = letters.next_if(|letter| *letter != '"') {
                match letters.next_if(|next| letter == '\\' && *next == '"') {
                    Some(mark) => name.push(mark),
                    None => name.push(letter),
                }
            }
            name
        }
        None => value.split([';', ' ']).next().unwrap_or_default().to_owned(),
    };
    Some(name.replace("%22", "\""))
}

/// A text with its encoded words read.
fn words(text: &str) -> String {
    if !text.contains("=?") {
        return text.to_owned();
    }
    let ended = format!("{text}\n");
    let read = MessageStream::new(ended.as_bytes()).parse_unstructured();
    read.into_text().map_or_else(|| text.to_owned(), Cow::into_owned)
}

/// A client's name of a file as data: its parts without ways up, roots, drives and control characters, composed.
pub(crate) fn clean(name: &str) -> String {
    let visible = |letter: &char| !letter.is_control() && !is_mark(*letter);
    let parts = name.split(['/', '\\']).map(|part| part.nfc().filter(visible).collect::<String>());
    let parts = parts.map(|part| part.trim().trim_end_matches(':').to_owned());
    let mut parts: Vec<String> = parts.filter(|part| !matches!(part.as_str(), "" | "." | "..")).collect();
    if parts.len() > DEPTH {
        // Another name that ends alike is another.
        let above: Vec<String> = parts.drain(..=parts.len() - DEPTH).collect();
        parts.insert(0, hash(&above.join("/")));
    }
    parts.iter_mut().for_each(shorten);
    match parts.join("/") {
        name if name.is_empty() => "unnamed".to_owned(),
        name => name,
    }
}

/// Shortens a part that is too long: its begin and its ending stay, between them a hash of the whole, which no other part has.
fn shorten(part: &mut String) {
    if part.chars().count() <= PART {
        return;
    }
    let ending = part.rsplit_once('.').map(|(_, ending)| format!(".{ending}"));
    let ending = ending.filter(|ending| ending.chars().count() <= ENDING).unwrap_or_default();
    let begin: String = part.chars().take(PART - HASH - 1 - ending.chars().count()).collect();
    *part = format!("{begin}-{}{ending}", hash(part));
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..HASH].to_owned()
}

/// Marks that turn the direction of a text, or have no width: they make a name look like another.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(value: &[u8]) -> Option<String> {
        of_part(&HeaderMap::from_iter([(header::CONTENT_DISPOSITION, HeaderValue::from_bytes(value).unwrap())]))
    }

    #[test]
    fn a_name_is_read_in_whatever_way_it_is_written() {
        for (value, expected) in [
            ("form-data; name=\"file\"; filename=\"отчёт.md\"", "отчёт.md"),
            ("form-data; name=file; filename=a.md", "a.md"),
            ("form-data; name=\"filename\"; filename=\"b.md\"", "b.md"),
            ("form-data; name=\"file\"; FileName = \"c d.md\"; x=y", "c d.md"),
            ("form-data; name=file; filename=\"a \\\"b\\\".md\"", "a \"b\".md"),
            ("form-data; name=file; filename=\"a %22b%22.md\"", "a \"b\".md"),
            ("form-data; name=file; filename=\"C:\\notes\\a.md\"", "C/notes/a.md"),
            // Encoded words: base64 and quoted-printable, one and two.
            ("form-data; name=file; filename=\"=?utf-8?B?0L7RgtGH0ZHRgi5tZA==?=\"", "отчёт.md"),
            ("form-data; name=file; filename=\"=?UTF-8?Q?r=C3=A9sum=C3=A9.md?=\"", "résumé.md"),
            ("form-data; name=file; filename=\"=?utf-8?B?0L7RgtGH?= =?utf-8?B?0ZHRgi5tZA==?=\"", "отчёт.md"),
            ("form-data; name=file; filename=\"=?windows-1251?B?7vL3uPIubWQ=?=\"", "отчёт.md"),
            ("form-data; name=file; filename=\"a =? b.md\"", "a =? b.md"),
            // Extended values.
            ("form-data; name=file; filename*=UTF-8''%D0%BE%D1%82%D1%87%D1%91%D1%82.md", "отчёт.md"),
            ("form-data; name=file; filename*=utf-8'ru'%D0%BE%D1%82%D1%87%D1%91%D1%82.md", "отчёт.md"),
            ("form-data; name=file; filename*=iso-8859-1''r%E9sum%E9.md", "résumé.md"),
            ("form-data; name=file; filename=\"fallback.md\"; filename*=UTF-8''%C3%A9.md", "é.md"),
            ("form-data; name=file; filename*=UTF-8''%C3%A9.md; filename=\"fallback.md\"", "é.md"),
            (
                "form-data; name=file; filename=\"=?utf-8?B?0L7RgtGH0ZHRgi5tZA==?=\"; filename*=utf-8''%D0%BE%D1%82%D1%87%D1%91%D1%82.md",
                "отчёт.md",
            ),
        ] {
            assert_eq!(read(value.as_bytes()).as_deref(), Some(expected), "{value}");
        }
        for value in ["form-data; name=\"offline\"", "form-data; name=\"filename\"", "form-data"] {
            assert_eq!(read(value.as_bytes()), None, "{value}");
        }
        let russian =
            b"form-data; name=\"file\"; filename=\"\xee\xf2\xf7\xe5\xf2 \xee \xef\xf0\xee\xe4\xe0\xe6\xe0\xf5.md\"";
        assert_eq!(read(russian).as_deref(), Some("отчет о продажах.md"));
    }

    #[test]
    fn composed_and_decomposed_letters_are_one_name() {
        assert_eq!(clean("re\u{301}sume\u{301}.md"), "résumé.md");
        assert_eq!(clean("и\u{306}.md"), clean("й.md"));
    }

    #[test]
    fn names_are_data() {
        for (name, expected) in [
            ("../../etc/passwd", "etc/passwd"),
            ("..\\..\\x.md", "x.md"),
            ("C:\\notes\\a.md", "C/notes/a.md"),
            ("\\\\host\\share", "host/share"),
            ("/etc/x", "etc/x"),
            ("a/./../b", "a/b"),
            ("a\0b\u{202e}.md", "ab.md"),
            ("..", "unnamed"),
            ("", "unnamed"),
            ("отчёт 2024.pdf", "отчёт 2024.pdf"),
        ] {
            assert_eq!(clean(name), expected, "{name:?}");
        }
    }

    #[test]
    fn long_names_are_shortened_and_never_to_one_name() {
        let fits = format!("{}.docx", "ё".repeat(250));
        assert_eq!(clean(&fits), fits);
        let long = |end: &str| clean(&format!("{}{end}.docx", "ё".repeat(300)));
        assert_ne!(long("январь"), long("февраль"));
        assert_eq!(long("январь").chars().count(), PART);
        assert!(long("январь").starts_with("ёё") && long("январь").ends_with(".docx"));
        let deep = |root: &str| clean(&format!("{root}/{}z.md", "a/".repeat(40)));
        assert_ne!(deep("one"), deep("two"));
        assert_eq!(deep("one").split('/').count(), DEPTH);
        assert!(clean(&format!("a.{}", "b".repeat(400))).chars().count() <= PART);
    }
}
