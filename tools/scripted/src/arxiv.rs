//! A stand-in for arXiv: it speaks the protocol of the query API, of HTML pages and of PDF files, over a folder of a few
//! papers, for tests and for machines without a network.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use crate::replies::{RecordedReply, RecordedServer, replay};
use crate::{page, pdf};

/// A few papers, as arXiv would serve them.
#[derive(Clone, Debug, Default)]
pub struct StandIn {
    /// What stands before the first paper of a feed.
    head: String,
    /// Each paper: its id with the version, its entry.
    entries: Vec<(String, String)>,
    /// Texts by id with the version, each as a page or as pages.
    texts: BTreeMap<String, (bool, String)>,
}

impl StandIn {
    /// Reads `feed.xml` and the texts beside it: `ID.html.md` and `ID.pdf.md`.
    ///
    /// # Errors
    /// When the folder or a file of it cannot be read.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let feed = std::fs::read_to_string(folder.join("feed.xml"))?;
        let mut parts = feed.split("<entry>");
        let head = parts.next().unwrap_or_default().to_owned();
        let entries = parts.filter_map(|part| {
            let entry = part.split("</entry>").next()?;
            let id = entry.split("<id>").nth(1)?.split("</id>").next()?;
            Some((id.rsplit("/abs/").next()?.to_owned(), format!("<entry>{entry}</entry>")))
        });
        let mut stand = Self { head, entries: entries.collect(), texts: BTreeMap::new() };
        for file in std::fs::read_dir(folder)?.flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            let html = name.strip_suffix(".html.md").map(|id| (id, true));
            if let Some((id, html)) = html.or_else(|| name.strip_suffix(".pdf.md").map(|id| (id, false))) {
                stand.texts.insert(id.to_owned(), (html, std::fs::read_to_string(file.path())?));
            }
        }
        Ok(stand)
    }

    /// The answer to a path with its query.
    pub fn answer(&self, path: &str) -> RecordedReply {
        let (place, query) = path.split_once('?').unwrap_or((path, ""));
        if place == "/api/query" {
            return RecordedReply::of(200, "application/atom+xml; charset=utf-8", self.feed(query));
        }
        let found = |kind: &str| place.strip_prefix(kind).and_then(|id| Some((id, self.texts.get(id)?)));
        match (found("/html/"), found("/pdf/")) {
            (Some((_, (true, text))), _) => RecordedReply::of(200, "text/html; charset=utf-8", page::page(text)),
            (_, Some((_, (_, text)))) => RecordedReply::of(200, "application/pdf", pdf::file(text)),
            _ => RecordedReply::of(404, "text/html; charset=utf-8", "<!DOCTYPE html><p>No such page here.</p>"),
        }
    }

    /// Serves them until what this gives is dropped.
    ///
    /// # Errors
    /// When it cannot listen at the address.
    pub fn serve(self, address: &str) -> io::Result<RecordedServer> {
        replay(address, move |path, _| self.answer(path))
    }

    fn feed(&self, query: &str) -> String {
        let values: BTreeMap<&str, String> = query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (key, decoded(value)))
            .collect();
        let value = |name: &str| values.get(name).map(String::as_str).unwrap_or_default();
        let ids: Vec<&str> = value("id_list").split(',').filter(|id| !id.is_empty()).collect();
        let words = words(value("search_query"));
        let bare = |id: &str| id.rsplit_once('v').map_or(id, |(id, _)| id).to_owned();
        let wanted = |id: &str, entry: &str| match ids.is_empty() {
            true => has_most(entry, &words),
            false => ids.iter().any(|asked| *asked == id || *asked == bare(id)),
        };
        let found: Vec<&String> =
            self.entries.iter().filter(|(id, entry)| wanted(id, entry)).map(|(_, entry)| entry).collect();
        let number = |name: &str, usual: usize| value(name).parse().unwrap_or(usual);
        let (start, most) = (number("start", 0), number("max_results", 10));
        let page: String = found.iter().skip(start).take(most).map(|entry| format!("  {entry}\n")).collect();
        let head = set(&set(&self.head, "totalResults", found.len()), "startIndex", start);
        format!("{head}{page}</feed>\n")
    }
}

/// Whether a paper has a third of the words at least: what is relevant need not have all.
fn has_most(entry: &str, words: &[String]) -> bool {
    let entry = entry.to_lowercase();
    let there = words.iter().filter(|word| entry.contains(word.as_str())).count();
    there > 0 && there * 3 >= words.len()
}

/// Puts a number into the one element of a name.
fn set(head: &str, name: &str, number: usize) -> String {
    let (open, close) = (format!("<opensearch:{name}>"), format!("</opensearch:{name}>"));
    let Some((before, rest)) = head.split_once(&open) else { return head.to_owned() };
    let after = rest.split_once(&close).map_or("", |(_, after)| after);
    format!("{before}{open}{number}{close}{after}")
}

/// The words that a query asks for, without its operators, fields and bounds.
fn words(query: &str) -> Vec<String> {
    let query = query.split("submittedDate:").next().unwrap_or_default();
    let words = query
        .split(|c: char| c.is_whitespace() || "\"()".contains(c))
        .filter(|word| !["AND", "OR", "ANDNOT"].contains(word));
    let bare = words.map(|word| word.split_once(':').map_or(word, |(_, word)| word).to_lowercase());
    bare.filter(|word| !word.is_empty()).collect()
}

fn decoded(value: &str) -> String {
    let (bytes, mut out, mut at) = (value.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        let hex = || u8::from_str_radix(value.get(at + 1..at + 3)?, 16).ok();
        match (bytes[at], hex()) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 2;
            }
            (b'+', _) => out.push(b' '),
            (byte, _) => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned()
}
