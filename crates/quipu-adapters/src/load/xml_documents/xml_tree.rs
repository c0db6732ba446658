//! XML as a tree of elements, bounded in depth, number and size.
//!
//! Namespaces are ignored, and so is letter case in names. Entities are those of HTML and the short texts that the
//! document itself declares; nothing outside of it is read. Markup that breaks off gives the tree up to that point.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::roles::{is_block, is_verbatim};

/// Nesting limit of elements; deeper parts are left out.
const DEEPEST: usize = 120;
/// Limit of elements.
const MOST: usize = 1_000_000;
/// Attributes that say something about the words of an element.
const ATTRIBUTES: [&str; 28] = [
    "id",
    "type",
    "role",
    "rend",
    "style",
    "class",
    "lang",
    "href",
    "url",
    "target",
    "linkend",
    "endterm",
    "rid",
    "ref-type",
    "list-type",
    "contrib-type",
    "pub-id-type",
    "pub-type",
    "date-type",
    "iso-8601-date",
    "when",
    "date",
    "value",
    "name",
    "cols",
    "rows",
    "colspan",
    "rowspan",
];
/// Depth to which examples of markup are shown with all attributes.
const SHOWN: usize = 12;
/// The most attributes of an element that are kept.
const MOST_ATTRIBUTES: usize = 8;
/// The longest attribute that is kept, in bytes.
const LONGEST_ATTRIBUTE: usize = 2_000;
/// The longest text of a declared entity, and the most that all their uses write, in bytes.
const LONGEST_ENTITY: usize = 200;
const MOST_EXPANDED: usize = 1 << 20;

/// An element, by its name in lower case without a prefix.
#[derive(Debug, Default)]
pub(super) struct XmlElement {
    /// Its name.
    pub(super) name: String,
    attributes: Vec<(String, String)>,
    /// Its content.
    pub(super) inside: Vec<XmlInside>,
    /// True if words stand right inside.
    pub(super) has_words: bool,
    /// True if an element that is a block stands inside, however deep.
    pub(super) has_block: bool,
}

/// A piece of an element's content.
#[derive(Debug)]
pub(super) enum XmlInside {
    /// Another.
    Element(XmlElement),
    /// Words.
    Words(String),
    /// White space.
    Blank,
}

impl XmlElement {
    /// An element with the attributes that say something, or all of them.
    fn new(start: &BytesStart<'_>, all: bool) -> Self {
        let mut found = start.attributes();
        let kept = found.with_checks(false).flatten().filter_map(|one| {
            let name = lower(one.key.as_ref());
            ((all || ATTRIBUTES.contains(&name.as_str())) && one.value.len() <= LONGEST_ATTRIBUTE).then(|| {
                let value = quick_xml::escape::unescape(&one.value);
                (name, value.map_or_else(|_| one.value.to_string(), |value| value.into_owned()))
            })
        });
        let attributes = kept.take(MOST_ATTRIBUTES).collect();
        Self { name: lower(start.name().as_ref()), attributes, ..Self::default() }
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.trim())
    }

    /// Its tag as it is written, with the attributes that were kept.
    pub(super) fn tag(&self) -> String {
        let attributes: String = self.attributes.iter().map(|(name, value)| format!(" {name}=\"{value}\"")).collect();
        format!("<{}{attributes}", self.name)
    }

    /// The elements right inside.
    pub(super) fn elements(&self) -> impl DoubleEndedIterator<Item = &XmlElement> {
        self.inside.iter().filter_map(|piece| match piece {
            XmlInside::Element(element) => Some(element),
            XmlInside::Words(_) | XmlInside::Blank => None,
        })
    }

    /// The first element of these names right inside.
    pub(super) fn first(&self, names: &[&str]) -> Option<&XmlElement> {
        self.elements().find(|element| names.contains(&element.name.as_str()))
    }

    /// The first element of these names, however deep.
    pub(super) fn any(&self, names: &[&str]) -> Option<&XmlElement> {
        self.elements().find_map(|element| match names.contains(&element.name.as_str()) {
            true => Some(element),
            false => element.any(names),
        })
    }

    /// All elements of these names, none inside of another.
    pub(super) fn all<'e>(&'e self, names: &[&str], found: &mut Vec<&'e XmlElement>) {
        for element in self.elements() {
            match names.contains(&element.name.as_str()) {
                true => found.push(element),
                false => element.all(names, found),
            }
        }
    }

    /// Its words as they are, those of elements inside set apart by blanks where no words stand beside them.
    pub(super) fn said(&self) -> String {
        let mut words = String::new();
        self.say(&mut words);
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn say(&self, words: &mut String) {
        for piece in &self.inside {
            match piece {
                XmlInside::Words(text) => words.push_str(text),
                XmlInside::Blank => words.push(' '),
                XmlInside::Element(element) => {
                    element.say(words);
                    if !self.has_words {
                        words.push(' ');
                    }
                }
            }
        }
    }

    fn push_words(&mut self, text: &str) {
        match self.inside.last_mut() {
            Some(XmlInside::Words(words)) => words.push_str(text),
            Some(XmlInside::Blank) if text.trim().is_empty() && !is_verbatim(&self.name) => {}
            _ if text.trim().is_empty() && !is_verbatim(&self.name) => self.inside.push(XmlInside::Blank),
            _ => self.inside.push(XmlInside::Words(text.to_owned())),
        }
        self.has_words |= !text.trim().is_empty();
    }
}

/// A document that was read.
#[derive(Debug)]
pub(super) struct XmlTree {
    /// Its outermost element.
    pub(super) root: XmlElement,
    /// The missing part and the reason.
    pub(super) cut: Option<String>,
}

/// Reads a document; missing where there is no element.
pub(super) fn read_tree(xml: &str) -> Option<XmlTree> {
    let mut reader = Reader::from_str(xml);
    let settings = reader.config_mut();
    settings.check_end_names = false;
    settings.allow_unmatched_ends = true;
    settings.allow_dangling_amp = true;
    let mut tree = XmlBuilder { open: Vec::new(), deeper: 0, lost: 0, count: 0, entities: XmlEntities::default() };
    let (root, broken) = loop {
        match reader.read_event() {
            Ok(Event::Eof) => break (None, !tree.open.is_empty()),
            Err(_) => break (None, true),
            Ok(event) => {
                if let Some(root) = tree.take(&event) {
                    break (Some(root), false);
                }
            }
        }
        if tree.count > MOST {
            break (None, true);
        }
    };
    let lost = (tree.lost > 0).then(|| format!("{} elements nested deeper than {DEEPEST} were left out", tree.lost));
    let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
    let broken = broken.then(|| format!("its markup is broken or too large at byte {at}; what stands before was read"));
    let root = root.or_else(|| tree.close_all())?;
    Some(XmlTree { root, cut: broken.or(lost) })
}

/// A tree under construction.
struct XmlBuilder {
    open: Vec<XmlElement>,
    /// Number of open elements beyond the limit of nesting.
    deeper: usize,
    /// Number of elements that were left out.
    lost: usize,
    count: usize,
    entities: XmlEntities,
}

impl XmlBuilder {
    /// Takes an event; the outermost element once it ends.
    fn take(&mut self, event: &Event<'_>) -> Option<XmlElement> {
        match event {
            Event::Start(_) if self.deeper > 0 || self.open.len() >= DEEPEST => {
                self.deeper += 1;
                self.lost += 1;
            }
            Event::End(_) if self.deeper > 0 => self.deeper -= 1,
            _ if self.deeper > 0 => {}
            Event::Start(start) => {
                self.count += 1;
                let all = self.in_example();
                self.open.push(XmlElement::new(start, all));
            }
            Event::Empty(start) => {
                self.count += 1;
                let all = self.in_example();
                self.open.push(XmlElement::new(start, all));
                return self.close();
            }
            Event::End(_) => return self.close(),
            Event::DocType(declared) => self.entities.declare(declared),
            Event::Text(text) => self.say(&text.xml10_content()),
            Event::CData(text) => self.say(&text.xml10_content()),
            Event::GeneralRef(reference) => {
                let words = self.entities.resolve(reference);
                self.say(&words);
            }
            _ => {}
        }
        None
    }

    /// True if markup is shown to readers here.
    fn in_example(&self) -> bool {
        self.open.iter().rev().take(SHOWN).any(|element| element.name == "egxml")
    }

    fn say(&mut self, text: &str) {
        if let Some(element) = self.open.last_mut() {
            element.push_words(text);
        }
    }

    /// Ends the innermost element; gives it back where it is the outermost.
    fn close(&mut self) -> Option<XmlElement> {
        let done = self.open.pop()?;
        let Some(above) = self.open.last_mut() else { return Some(done) };
        above.has_block |= done.has_block || is_block(&done.name);
        above.inside.push(XmlInside::Element(done));
        None
    }

    fn close_all(&mut self) -> Option<XmlElement> {
        (0..=self.open.len()).find_map(|_| self.close())
    }
}

/// The entities of a document.
#[derive(Default)]
struct XmlEntities {
    declared: HashMap<String, String>,
    written: usize,
}

impl XmlEntities {
    /// Reads the short texts among the declared entities; files and texts with markup are left alone.
    fn declare(&mut self, declared: &str) {
        for part in declared.split("<!ENTITY").skip(1).take(4_000) {
            let Some((name, rest)) = part.trim_start().split_once(char::is_whitespace) else { continue };
            let rest = rest.trim_start();
            let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
            let Some(end) = rest[1..].find(quote).filter(|end| *end <= LONGEST_ENTITY) else { continue };
            let text = &rest[1..=end];
            if !text.contains('<')
                && let Ok(text) = quick_xml::escape::unescape(text)
            {
                self.declared.entry(name.to_owned()).or_insert_with(|| text.into_owned());
            }
        }
    }

    /// The words that a reference stands for; its name where nobody says.
    fn resolve(&mut self, reference: &BytesRef<'_>) -> String {
        if let Ok(Some(c)) = reference.resolve_char_ref() {
            return c.to_string();
        }
        let name = reference.xml10_content();
        if let Some(text) = self.declared.get(name.as_ref())
            && self.written + text.len() <= MOST_EXPANDED
        {
            self.written += text.len();
            return text.clone();
        }
        quick_xml::escape::resolve_html5_entity(&name).map_or_else(|| name.into_owned(), str::to_owned)
    }
}

fn lower(name: &str) -> String {
    name.rsplit_once(':').map_or(name, |(_, name)| name).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(xml: &str) -> String {
        read_tree(xml).expect("it is XML").root.said()
    }

    #[test]
    fn entities_are_those_of_the_document_and_nothing_outside_of_it() {
        let head = "<!DOCTYPE a [<!ENTITY bell 'the &quot;Great&quot; bell'><!ENTITY out SYSTEM 'file:///etc/passwd'>\
            <!ENTITY deep '&bell;&bell;'>]>";
        let text = format!("{head}<a>&bell; &mdash; &out; &#66;&lt; &deep;</a>");
        assert_eq!(said(&text), "the \"Great\" bell — out B< deep");
    }

    #[test]
    fn what_nests_without_end_is_left_out_and_what_breaks_off_is_read_so_far() {
        let deep = format!("<a>bell{}tower{}</a>", "<b>".repeat(5000), "</b>".repeat(5000));
        let tree = read_tree(&deep).expect("it is XML");
        assert_eq!((tree.root.said().as_str(), tree.cut.is_some()), ("bell", true));
        let tree = read_tree("<a>bell <b>tower").expect("it begins");
        assert_eq!((tree.root.said().as_str(), tree.cut.is_some()), ("bell tower", true));
        assert!(read_tree("no markup").is_none());
    }
}
