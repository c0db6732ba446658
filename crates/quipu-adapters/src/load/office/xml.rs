//! XML as a small tree, for parts of a document that are read as a whole.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// Nesting limit of elements; deeper parts are left out.
const DEEPEST: usize = 200;

/// An element, known by its name without a prefix.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tag {
    /// Its name.
    pub(super) name: String,
    /// Its attributes, by their names without prefixes.
    attributes: Vec<(String, String)>,
    /// Its content.
    pub(super) inside: Vec<Piece>,
}

/// A piece of an element's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Another.
    Tag(Tag),
    /// Words.
    Text(String),
}

impl Tag {
    fn new(start: &BytesStart<'_>) -> Self {
        let mut found = start.attributes();
        let attributes = found.with_checks(false).flatten();
        let attributes = attributes.map(|one| (local(one.key.as_ref()).to_owned(), unescaped(&one.value))).collect();
        Self { name: local(start.name().as_ref()).to_owned(), attributes, inside: Vec::new() }
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The `val` of the element `name` right inside, as OOXML says most things.
    pub(super) fn said(&self, name: &str) -> Option<&str> {
        self.tag(name)?.attribute("val")
    }

    /// True if the element `name` is right inside and not switched off.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.tag(name).is_some_and(|tag| is_on(tag.attribute("val")))
    }

    /// The elements right inside.
    pub(super) fn tags(&self) -> impl Iterator<Item = &Tag> {
        self.inside.iter().filter_map(|piece| match piece {
            Piece::Tag(tag) => Some(tag),
            Piece::Text(_) => None,
        })
    }

    /// The first element of a name right inside.
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags().find(|tag| tag.name == name)
    }

    /// The words in all elements of a name, however deep.
    pub(super) fn words_of(&self, name: &str) -> String {
        let mut words = String::new();
        self.gather(name, self.name == name, &mut words);
        words
    }

    fn gather(&self, name: &str, within: bool, words: &mut String) {
        for piece in &self.inside {
            match piece {
                Piece::Tag(tag) => tag.gather(name, within || tag.name == name, words),
                Piece::Text(text) if within => words.push_str(text),
                Piece::Text(_) => {}
            }
        }
    }
}

/// A name without its prefix.
pub(super) fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, name)| name)
}

/// True if a switch is on: it is, unless it says otherwise.
pub(super) fn is_on(value: Option<&str>) -> bool {
    !matches!(value, Some("0" | "false" | "off" | "none" | "noStrike"))
}

/// The value of an attribute of a tag that was just begun.
pub(super) fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = start.attributes();
    attributes.with_checks(false).flatten().find(|one| local(one.key.as_ref()) == name).map(|one| unescaped(&one.value))
}

fn unescaped(value: &str) -> String {
    quick_xml::escape::unescape(value).map_or_else(|_| value.to_owned(), |value| value.into_owned())
}

/// The words that an event says: a text's, or the character that a reference stands for.
pub(super) fn words<'e>(event: &'e Event<'_>) -> Option<Cow<'e, str>> {
    match event {
        Event::Text(text) => Some(text.xml10_content()),
        Event::CData(text) => Some(text.xml10_content()),
        Event::GeneralRef(reference) => referred(reference).map(|c| c.to_string().into()),
        _ => None,
    }
}

/// The position of a reader, in bytes.
pub(super) fn place(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}

/// The character that a reference stands for.
fn referred(reference: &BytesRef<'_>) -> Option<char> {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return Some(c);
    }
    Some(match reference.xml10_content().as_ref() {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => return None,
    })
}

/// A reader that takes XML as it comes.
pub(super) fn reader(xml: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(xml);
    let settings = reader.config_mut();
    settings.check_end_names = false;
    settings.allow_unmatched_ends = true;
    settings.allow_dangling_amp = true;
    reader
}

/// The outermost element of a part; missing where it is broken.
pub(super) fn read(xml: &str) -> Option<Tag> {
    let mut reader = reader(xml);
    loop {
        match reader.read_event().ok()? {
            Event::Start(start) => return subtree(&mut reader, &start),
            Event::Empty(start) => return Some(Tag::new(&start)),
            Event::Eof => return None,
            _ => {}
        }
    }
}

/// The element that was just begun, up to its end.
pub(super) fn subtree(reader: &mut Reader<&[u8]>, start: &BytesStart<'_>) -> Option<Tag> {
    let mut open = vec![Tag::new(start)];
    let mut deeper = 0usize;
    loop {
        match reader.read_event().ok()? {
            Event::Start(_) if deeper > 0 || open.len() >= DEEPEST => deeper += 1,
            Event::End(_) if deeper > 0 => deeper -= 1,
            Event::Start(start) => open.push(Tag::new(&start)),
            Event::Empty(start) => open.last_mut()?.inside.push(Piece::Tag(Tag::new(&start))),
            Event::End(_) => {
                let done = open.pop()?;
                match open.last_mut() {
                    Some(above) => above.inside.push(Piece::Tag(done)),
                    None => return Some(done),
                }
            }
            Event::Eof => return None,
            event if deeper == 0 => words(&event).iter().for_each(|words| push(&mut open, words)),
            _ => {}
        }
    }
}

fn push(open: &mut [Tag], words: &str) {
    let Some(tag) = open.last_mut() else { return };
    match tag.inside.last_mut() {
        Some(Piece::Text(text)) => text.push_str(words),
        _ => tag.inside.push(Piece::Text(words.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_known_without_their_prefixes() {
        let tag =
            read("<?xml version='1.0'?><a:p x:val='1 &amp; 2'><a:t>A &lt; <b/>&#66;</a:t></a:p>").expect("it is XML");
        assert_eq!(tag.attribute("val"), Some("1 & 2"));
        assert_eq!(tag.words_of("t"), "A < B");
        assert_eq!(read("<a><b>"), None);
    }

    #[test]
    fn what_nests_without_end_is_left_out() {
        let deep = format!("<a>{}words{}</a>", "<b>".repeat(5000), "</b>".repeat(5000));
        assert_eq!(read(&deep).expect("it is XML").words_of("a"), "");
    }
}
