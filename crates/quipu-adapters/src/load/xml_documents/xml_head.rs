//! Data on a document, where its vocabulary gives them: title, authors, date, identifiers, keywords.

use quipu_kernel::model::Metadata;
use serde_json::Value;

use super::roles::{XmlRole, role};
use super::xml_tree::XmlElement;

/// The most authors and keywords that are kept.
const MOST: usize = 2_000;
/// Elements with data on the whole document.
const HEADS: [&str; 14] = [
    "info",
    "bookinfo",
    "articleinfo",
    "refentryinfo",
    "setinfo",
    "teiheader",
    "front",
    "article-meta",
    "prolog",
    "meta",
    "metadaten",
    "chapterinfo",
    "prefaceinfo",
    "preface",
];
/// Names of a title within a head, the best first.
const TITLES: [&str; 5] = ["article-title", "langue", "doctitle", "title", "heading"];

/// The data of a document.
#[derive(Debug, Default)]
pub(super) struct XmlHead {
    /// Its title, with its number.
    pub(super) title: Option<String>,
    /// Fields for its metadata.
    pub(super) fields: Metadata,
}

/// The data of a document by its outermost element.
pub(super) fn head(root: &XmlElement) -> XmlHead {
    let mut head = XmlHead { title: title(root), fields: Metadata::new() };
    let mut put = |field: &str, value: Option<Value>| {
        if let Some(value) = value {
            head.fields.insert(field.to_owned(), value);
        }
    };
    let text = |value: Option<String>| value.filter(|value| !value.is_empty()).map(Value::from);
    put("lang", text(root.attribute("lang").map(str::to_owned)));
    if let Some(about) = about(root) {
        put("authors", list(authors(about)));
        put("date", text(date(about)));
        put("keywords", list(said_all(about, &["keyword", "kwd"])));
        for (field, names) in [
            ("publisher", &["publishername", "publisher-name", "publisher"][..]),
            ("journal", &["journal-title"]),
            ("edition", &["edition"]),
            ("isbn", &["isbn"]),
            ("subtitle", &["subtitle"]),
            ("abbreviation", &["amtabk", "jurabk"]),
        ] {
            put(field, text(about.any(names).map(XmlElement::said)));
        }
        let mut ids = Vec::new();
        about.all(&["article-id", "idno", "biblioid"], &mut ids);
        let kind = |id: &XmlElement| {
            let kind = ["pub-id-type", "type", "class"].iter().find_map(|name| id.attribute(name));
            kind.map(str::to_lowercase)
        };
        put("doi", text(ids.iter().find(|id| kind(id).as_deref() == Some("doi")).map(|id| id.said())));
    }
    put("title", head.title.clone().map(Value::from));
    head
}

/// The element with data on a document.
fn about(root: &XmlElement) -> Option<&XmlElement> {
    root.first(&HEADS).or_else(|| {
        // The head of an act stands in it: `akomaNtoso/act/meta`, `dokumente/norm/metadaten`.
        root.elements().take(3).find_map(|inside| inside.first(&HEADS))
    })
}

fn title(root: &XmlElement) -> Option<String> {
    let said = |element: &XmlElement| Some(element.said()).filter(|words| !words.is_empty());
    let heading = root.elements().find(|inside| role(&inside.name) == XmlRole::Heading && !inside.has_block);
    if let Some(words) = heading.and_then(said) {
        let parts = [root.first(&["prefix"]), root.first(&["num"]).filter(|num| num.attribute("type").is_none())];
        let parts: Vec<String> = parts.into_iter().flatten().filter_map(said).chain([words]).collect();
        return Some(parts.join(" "));
    }
    if let Some(name) = root.any(&["refname"]).filter(|_| root.name == "refentry") {
        return said(name);
    }
    let about = about(root)?;
    TITLES.iter().find_map(|name| about.any(&[name]).and_then(said))
}

fn list(values: Vec<String>) -> Option<Value> {
    (!values.is_empty()).then(|| values.into_iter().take(MOST).collect())
}

fn said_all(element: &XmlElement, names: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    element.all(names, &mut found);
    found.into_iter().map(XmlElement::said).filter(|words| !words.is_empty()).collect()
}

/// The names of the authors.
pub(super) fn authors(about: &XmlElement) -> Vec<String> {
    let mut found = Vec::new();
    about.all(&["author", "creator", "contrib"], &mut found);
    let is_author = |element: &&XmlElement| element.attribute("contrib-type").is_none_or(|kind| kind == "author");
    let mut names: Vec<String> = Vec::new();
    for author in found.into_iter().filter(is_author) {
        let name = person(author);
        if !name.is_empty() && !names.contains(&name) && names.len() < MOST.min(200) {
            names.push(name);
        }
    }
    names
}

/// The name of a person, given name first.
fn person(author: &XmlElement) -> String {
    let part = |names: &[&str]| author.any(names).map(XmlElement::said).unwrap_or_default();
    let given = part(&["firstname", "given-names", "forename", "givenname"]);
    let last = part(&["surname"]);
    match last.is_empty() {
        false => [given, part(&["othername"]), last].join(" ").split_whitespace().collect::<Vec<_>>().join(" "),
        true => author.any(&["personname", "persname", "orgname", "collab", "name"]).unwrap_or(author).said(),
    }
}

/// The date of a document: `2006-05-01` from fields or from words.
pub(super) fn date(about: &XmlElement) -> Option<String> {
    let mut found = Vec::new();
    about.all(&["pub-date", "pubdate", "date", "effective", "frbrdate", "ausfertigung-datum", "created"], &mut found);
    let rank = |date: &&XmlElement| match date.attribute("pub-type").or(date.attribute("date-type")) {
        Some("epub" | "pub") => 0,
        None => 1,
        Some(_) => 2,
    };
    found.sort_by_key(rank);
    found.into_iter().find_map(|date| {
        if let Some(day) = ["iso-8601-date", "when", "date", "value"].iter().find_map(|name| date.attribute(name)) {
            return Some(day.to_owned());
        }
        let part = |name: &str| date.first(&[name]).map(XmlElement::said).and_then(|part| part.parse::<u32>().ok());
        match (part("year"), part("month"), part("day")) {
            (Some(year), Some(month), Some(day)) => Some(format!("{year}-{month:02}-{day:02}")),
            (Some(year), Some(month), None) => Some(format!("{year}-{month:02}")),
            (Some(year), ..) => Some(year.to_string()),
            _ => Some(date.said()).filter(|words| words.contains(|c: char| c.is_ascii_digit()) && words.len() < 40),
        }
    })
}
