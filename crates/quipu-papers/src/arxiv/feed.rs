//! Replies of arXiv's query interface: Atom feeds (RFC 4287) with OpenSearch counts.
//!
//! A reply is hostile until read: a document type is refused before parsing, sizes and depths have bounds,
//! and half a feed is rejected as a whole.

use quick_xml::NsReader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;

use super::ArxivId;
use crate::{Author, Paper, PaperDate, PaperKind};

/// The largest reply, in bytes.
const LARGEST: usize = 16 << 20;
/// The most papers in one reply; arXiv itself gives no more.
const MOST_PAPERS: usize = 2000;
/// Maximal depth of elements in each other.
const DEEPEST: usize = 16;

/// One page of papers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feed {
    /// Total number of papers of the query.
    pub total: usize,
    /// The place of this page's first paper among them, from 0.
    pub start: usize,
    /// The papers of this page, in the order of the reply.
    pub papers: Vec<Paper>,
}

/// The reason why a reply holds no papers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeedError {
    /// The reply is something else, such as a page for people.
    #[error("the reply is no Atom feed: {reason}")]
    NoFeed {
        /// Description of the reply.
        reason: String,
    },
    /// The reply ends in the middle or is damaged.
    #[error("the reply is cut off or damaged: {reason}")]
    Broken {
        /// The error of the parser.
        reason: String,
    },
    /// arXiv refuses the request, in its own words.
    #[error("arXiv says: {said}")]
    Refused {
        /// The message.
        said: String,
    },
}

/// Reads one reply.
///
/// # Errors
/// When it is no feed, is not whole, or is arXiv's error message for a wrong request.
pub fn read_feed(bytes: &[u8]) -> Result<Feed, FeedError> {
    let text = checked(bytes)?;
    let mut reader = NsReader::from_str(text);
    reader.config_mut().check_end_names = true;
    let mut reading = Reading::default();
    loop {
        let event = reader.read_resolved_event().map_err(|error| FeedError::Broken { reason: error.to_string() })?;
        match event {
            (space, Event::Start(start)) => reading.begin(Space::of(&space), &start)?,
            (space, Event::Empty(start)) => {
                reading.begin(Space::of(&space), &start)?;
                reading.end();
            }
            (_, Event::End(_)) => reading.end(),
            (_, Event::Text(text)) => reading.text.push_str(&text.xml10_content()),
            (_, Event::CData(text)) => reading.text.push_str(&text.xml10_content()),
            (_, Event::GeneralRef(reference)) => {
                let named = reference.xml10_content();
                let letter = match reference.resolve_char_ref() {
                    Ok(Some(letter)) => Some(letter),
                    _ => quick_xml::escape::resolve_predefined_entity(&named).and_then(|text| text.chars().next()),
                };
                // A reference without a document type to define it is shown as it stands.
                match letter {
                    Some(letter) => reading.text.push(letter),
                    None => reading.text.push_str(&format!("&{named};")),
                }
            }
            (_, Event::Eof) => break,
            _ => {}
        }
    }
    reading.finish()
}

/// True if a paper states that it was withdrawn.
pub fn is_withdrawn(comment: &str, summary: &str) -> bool {
    let comment = comment.to_lowercase();
    let said = comment.split(|c: char| !c.is_alphanumeric()).any(|word| word == "withdrawn" || word == "withdraws");
    let summary: String = summary.trim_start_matches(['(', '[', '*', ' ']).chars().take(80).collect();
    let summary = summary.to_lowercase();
    let begins = [
        "withdrawn",
        "this paper has been withdrawn",
        "this article has been withdrawn",
        "this submission has been withdrawn",
        "this manuscript has been withdrawn",
        "the paper has been withdrawn",
        "paper withdrawn",
        "this paper is withdrawn",
        "this work has been withdrawn",
    ];
    said || begins.iter().any(|begin| summary.starts_with(begin))
}

/// The bytes as text, if they may be a feed at all.
fn checked(bytes: &[u8]) -> Result<&str, FeedError> {
    let no = |reason: &str| FeedError::NoFeed { reason: reason.to_owned() };
    if bytes.len() > LARGEST {
        return Err(no("it is larger than 16 MiB"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| no("it is not UTF-8"))?;
    let text = text.trim_start_matches('\u{feff}');
    let begin: String = text.trim_start().chars().take(1024).collect();
    let begin = begin.to_ascii_lowercase();
    if begin.starts_with("<html") || begin.contains("<!doctype html") {
        return Err(no("it is a page of HTML"));
    }
    if has_doctype(text) {
        return Err(no("it declares a document type, which no feed has"));
    }
    if !begin.starts_with('<') {
        return Err(no("it is no XML"));
    }
    Ok(text)
}

fn has_doctype(text: &str) -> bool {
    text.match_indices("<!")
        .any(|(at, _)| text[at + 2..].get(..7).is_some_and(|word| word.eq_ignore_ascii_case("doctype")))
}

/// The namespace of an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Atom,
    Arxiv,
    Search,
    Other,
}

impl Space {
    fn of(resolved: &ResolveResult<'_>) -> Self {
        let ResolveResult::Bound(space) = resolved else { return Self::Other };
        let space: &str = space.as_ref();
        match space {
            "http://www.w3.org/2005/Atom" => Self::Atom,
            "http://arxiv.org/schemas/atom" => Self::Arxiv,
            "http://a9.com/-/spec/opensearch/1.1/" => Self::Search,
            _ => Self::Other,
        }
    }
}

#[derive(Default)]
struct Reading {
    /// The elements that are open, the outermost first.
    open: Vec<(String, bool)>,
    text: String,
    feed: Feed,
    is_feed: bool,
    paper: Option<Entry>,
}

#[derive(Default)]
struct Entry {
    paper: Paper,
    id: String,
    primary: Option<String>,
}

impl Reading {
    fn begin(&mut self, space: Space, start: &BytesStart<'_>) -> Result<(), FeedError> {
        if self.open.len() >= DEEPEST {
            return Err(FeedError::Broken { reason: format!("elements lie deeper than {DEEPEST}") });
        }
        let local = start.local_name();
        let local: &str = local.as_ref();
        let name = match space {
            Space::Atom => local.to_owned(),
            Space::Arxiv => format!("arxiv:{local}"),
            Space::Search => format!("search:{local}"),
            Space::Other => format!("?:{local}"),
        };
        if self.open.is_empty() {
            if name != "feed" {
                return Err(FeedError::NoFeed { reason: format!("its outermost element is {local:?}") });
            }
            self.is_feed = true;
        }
        if name == "entry" && self.open.len() == 1 {
            if self.feed.papers.len() >= MOST_PAPERS {
                return Err(FeedError::Broken { reason: format!("it has more than {MOST_PAPERS} papers") });
            }
            self.paper = Some(Entry::default());
        }
        if let Some(entry) = &mut self.paper {
            entry.element(&name, start);
        }
        self.text.clear();
        self.open.push((name, true));
        Ok(())
    }

    fn end(&mut self) {
        let Some((name, _)) = self.open.pop() else { return };
        let text = collapsed(&std::mem::take(&mut self.text));
        let depth = self.open.len();
        match (&mut self.paper, name.as_str()) {
            (Some(_), "entry") if depth == 1 => {
                if let Some(entry) = self.paper.take() {
                    self.feed.papers.push(entry.finish());
                }
            }
            (Some(entry), name) => entry.told(name, text, depth),
            (None, "search:totalResults") => self.feed.total = text.parse().unwrap_or(0),
            (None, "search:startIndex") => self.feed.start = text.parse().unwrap_or(0),
            _ => {}
        }
    }

    fn finish(self) -> Result<Feed, FeedError> {
        if !self.open.is_empty() {
            return Err(FeedError::Broken { reason: "it ends before its last element does".to_owned() });
        }
        if !self.is_feed {
            return Err(FeedError::NoFeed { reason: "it is empty".to_owned() });
        }
        let refused = self.feed.papers.iter().find(|paper| paper.url.as_deref().is_some_and(is_error));
        if let Some(error) = refused {
            let said = error.summary.clone().unwrap_or_else(|| "the request was refused".to_owned());
            return Err(FeedError::Refused { said });
        }
        let mut feed = self.feed;
        // A paper without an id of arXiv cannot be requested.
        feed.papers.retain(|paper| paper.arxiv.is_some());
        Ok(feed)
    }
}

impl Entry {
    /// Reads the attributes of an element.
    fn element(&mut self, name: &str, start: &BytesStart<'_>) {
        let value = |wanted: &str| {
            let found = start.attributes().flatten().find(|attribute| attribute.key.as_ref() == wanted)?;
            quick_xml::escape::unescape(&found.value).map(|value| collapsed(&value)).ok()
        };
        match name {
            "category" => self.paper.categories.extend(value("term").filter(|term| is_category(term))),
            "arxiv:primary_category" => self.primary = value("term"),
            "author" => self.paper.authors.push(Author::default()),
            "link" if value("title").as_deref() == Some("doi") && self.paper.doi.is_none() => {
                self.paper.doi = value("href").and_then(|href| doi(&href));
            }
            _ => {}
        }
    }

    /// Reads the text of an element.
    fn told(&mut self, name: &str, text: String, depth: usize) {
        let direct = depth == 2;
        let paper = &mut self.paper;
        match name {
            "id" if direct => self.id = text,
            "title" if direct => paper.title = once(text),
            "summary" if direct => paper.summary = Some(once(text)).filter(|text| !text.is_empty()),
            "published" if direct => paper.published = PaperDate::read(&text),
            "updated" if direct => paper.updated = PaperDate::read(&text),
            "name" if depth == 3 => {
                if let Some(author) = paper.authors.last_mut() {
                    *author = named(&once(text), author.affiliation.take());
                }
            }
            "arxiv:affiliation" if depth == 3 => {
                if let Some(author) = paper.authors.last_mut() {
                    author.affiliation = Some(once(text)).filter(|text| !text.is_empty());
                }
            }
            "arxiv:comment" if direct => paper.comment = Some(once(text)).filter(|text| !text.is_empty()),
            "arxiv:journal_ref" if direct => paper.journal_line = Some(once(text)).filter(|text| !text.is_empty()),
            "arxiv:doi" if direct => paper.doi = doi(&text),
            _ => {}
        }
    }

    fn finish(mut self) -> Paper {
        let paper = &mut self.paper;
        paper.kind = PaperKind::Preprint;
        paper.authors.retain(|author| !author.family.is_empty());
        if let Ok(id) = self.id.parse::<ArxivId>() {
            paper.url = Some(id.page());
            paper.version = id.version;
            paper.arxiv = Some(id.id);
        } else {
            paper.url = Some(self.id);
        }
        if let Some(primary) = self.primary.filter(|term| is_category(term)) {
            paper.categories.retain(|category| *category != primary);
            paper.categories.insert(0, primary);
        }
        let comment = paper.comment.as_deref().unwrap_or_default();
        paper.withdrawn = is_withdrawn(comment, paper.summary.as_deref().unwrap_or_default());
        self.paper
    }
}

fn is_error(id: &str) -> bool {
    id.contains("/api/errors")
}

/// Categories of arXiv look so; codes of ACM and MSC, which stand among them, do not.
fn is_category(term: &str) -> bool {
    let (archive, class) = term.split_once('.').unwrap_or((term, ""));
    !archive.is_empty()
        && archive.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        && class.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
        && !term.ends_with('.')
}

/// A name as given: the last word is the family's, with the particles before it; a collaboration is one name.
fn named(name: &str, affiliation: Option<String>) -> Author {
    let words: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).collect();
    let lower = name.to_lowercase();
    let bodies =
        ["collaboration", "consortium", "team", "group", "organization", "organisation", "institute", "project"];
    let body = words.len() > 1 && bodies.iter().any(|word| lower.ends_with(word)) || lower.starts_with("the ");
    if body || words.len() < 2 {
        return Author { family: name.to_owned(), body, affiliation, ..Author::default() };
    }
    let mut end = words.len();
    let suffix = ["Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV"].contains(&words[end - 1]) && end > 2;
    let ending = if suffix { words[end - 1].to_owned() } else { String::new() };
    end -= usize::from(suffix);
    let mut start = end - 1;
    // "Rianne van den Berg": small words before the last belong to it, never the first.
    while start > 1 && words[start - 1].chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase) {
        start -= 1;
    }
    let (given, family) = (words[..start].join(" "), words[start..end].join(" "));
    Author { family, given, suffix: ending, body: false, affiliation }
}

fn doi(text: &str) -> Option<String> {
    let lower = text.trim().to_lowercase();
    let bare = ["https://doi.org/", "http://doi.org/", "https://dx.doi.org/", "http://dx.doi.org/", "doi:"]
        .iter()
        .find_map(|prefix| lower.strip_prefix(prefix))
        .unwrap_or(&lower);
    let bare = bare.split_whitespace().next()?;
    bare.starts_with("10.").then(|| bare.trim_end_matches(['.', ',', ';']).to_owned())
}

/// Blanks collapsed: those of ASCII alone, since other blanks may be half of a letter encoded twice.
fn collapsed(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text that its source has encoded twice, decoded once more: its letters are all of Latin-1, and as bytes they are
/// UTF-8 of fewer letters.
fn once(text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or(text)
}

#[cfg(test)]
mod tests;
