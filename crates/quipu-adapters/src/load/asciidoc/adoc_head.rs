//! The head of an AsciiDoc file: title, authors, revision, attributes.

use super::adoc_blocks::AdocReader;
use super::adoc_lines::{attribute_entry, heading, is_comment, underlined};
use crate::load::text_builder::one_line;

/// The most fields kept as metadata.
const MOST_FIELDS: usize = 64;
/// Attributes that direct a program.
const DIRECTIONS: [&str; 46] = [
    "allow-uri-read",
    "appendix-caption",
    "asset-uri-scheme",
    "attribute-missing",
    "attribute-undefined",
    "backend",
    "caution-caption",
    "compat-mode",
    "data-uri",
    "docinfo",
    "doctype",
    "encoding",
    "example-caption",
    "experimental",
    "figure-caption",
    "hardbreaks",
    "hide-uri-scheme",
    "icons",
    "iconfont-cdn",
    "idprefix",
    "idseparator",
    "imagesdir",
    "important-caption",
    "lang",
    "leveloffset",
    "linkattrs",
    "linkcss",
    "listing-caption",
    "media",
    "nofooter",
    "noheader",
    "note-caption",
    "outfilesuffix",
    "reproducible",
    "sectanchors",
    "sectids",
    "sectlinks",
    "sectnumlevels",
    "sectnums",
    "source-language",
    "stem",
    "stylesheet",
    "table-caption",
    "tip-caption",
    "toclevels",
    "warning-caption",
];

impl AdocReader<'_> {
    /// Reads the head of a file; gives the place behind it.
    pub(super) fn head(&mut self, lines: &[&str]) -> usize {
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            match attribute_entry(line) {
                Some((name, value)) => self.entry(lines, &mut at, name, value),
                None if line.is_empty() || is_comment(line) => {}
                None if line.len() > 3 && line.bytes().all(|byte| byte == b'/') => {
                    at += 1 + lines[at + 1..].iter().take_while(|other| *other != line).count();
                }
                None => break,
            }
            at += 1;
        }
        let title = lines.get(at).and_then(|line| match heading(line) {
            Some((1, words)) => Some((words, at + 1)),
            _ => underlined(line, lines.get(at + 1)).filter(|level| *level == 1).map(|_| (*line, at + 2)),
        });
        let Some((title, behind)) = title else { return 0 };
        // Attributes of the head may be named in its title.
        let mut end = behind;
        let mut people: Vec<&str> = Vec::new();
        while let Some(line) = lines.get(end).filter(|line| !line.is_empty()) {
            match attribute_entry(line) {
                Some((name, value)) => self.entry(lines, &mut end, name, value),
                None if is_comment(line) => {}
                None if people.len() < 2 && is_of_people(line, people.len()) => people.push(line),
                None => break,
            }
            end += 1;
        }
        let words = self.inline(title);
        self.to.heading(1, &words);
        self.people(&people);
        end
    }

    fn entry(&mut self, lines: &[&str], at: &mut usize, name: &str, value: &str) {
        let value = self.value_below(lines, at, value);
        self.attributes.set(name, &value);
        let is_kept = !value.is_empty() && !DIRECTIONS.contains(&name) && !is_path(name) && !value.contains("://");
        if is_kept && self.to.fields.len() < MOST_FIELDS {
            let value = self.attributes.get(name).unwrap_or_default().to_owned();
            let name = if name == "revdate" { "date" } else { name };
            self.to.fields.insert(name.to_owned(), value.into());
        }
    }

    /// Shows the authors, the revision and the description as points.
    fn people(&mut self, lines: &[&str]) {
        if let Some(authors) = lines.first() {
            let names: Vec<String> = authors
                .split(';')
                .map(|name| one_line(name.split('<').next().unwrap_or(name)).replace('_', " "))
                .collect();
            let addresses = authors.split(';').filter_map(|name| name.split_once('<')?.1.split_once('>'));
            let addresses: Vec<&str> = addresses.map(|(address, _)| address).collect();
            self.attributes.set("author", &names[0]);
            self.attributes.set("email", addresses.first().unwrap_or(&""));
            self.keep("author", &names.join("; "));
            let shown: Vec<String> =
                authors.split(';').map(|name| one_line(name.split('[').next().unwrap_or(name))).collect();
            let shown = shown.join("; ").replace('<', "(").replace('>', ")");
            self.point(if names.len() > 1 { "Authors" } else { "Author" }, &shown);
        } else if let Some(author) = self.attributes.get("author").or(self.attributes.get("authors")).map(str::to_owned)
        {
            self.point("Author", &author);
        }
        let revision = lines.get(1).map(|line| line.to_string());
        if let Some(line) = revision {
            let (numbers, remark) = line.split_once(": ").unwrap_or((&line, ""));
            let (number, date) = match numbers.split_once(',') {
                Some((number, date)) => (number.trim(), date.trim()),
                None if numbers.starts_with('v') => (numbers.trim(), ""),
                None => ("", numbers.trim()),
            };
            let number = number.trim_start_matches(|c: char| !c.is_ascii_digit());
            for (name, key, value) in
                [("Revision", "revnumber", number), ("Date", "date", date), ("Remark", "revremark", remark)]
            {
                self.attributes.set(if key == "date" { "revdate" } else { key }, value);
                self.keep(key, value);
                self.point(name, value);
            }
        } else {
            for (name, key) in [("Revision", "revnumber"), ("Date", "revdate"), ("Remark", "revremark")] {
                let value = self.attributes.get(key).unwrap_or_default().to_owned();
                self.point(name, &value);
            }
        }
        for (name, key) in [("Description", "description"), ("Keywords", "keywords")] {
            let value = self.attributes.get(key).unwrap_or_default().to_owned();
            self.point(name, &value);
        }
        self.to.end_list();
    }

    fn keep(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            self.to.fields.insert(name.to_owned(), value.into());
        }
    }

    fn point(&mut self, name: &str, value: &str) {
        if !value.is_empty() {
            let words = self.inline(value);
            self.to.begin_point("-");
            self.to.paragraph(&format!("{name}: {words}"));
            self.to.end_point();
        }
    }
}

/// True for attributes that lead to files or pages, or style them.
fn is_path(name: &str) -> bool {
    ["uri-", "url-", "icon", "page-", "source-", "toc", "env-", "fn-"].iter().any(|start| name.starts_with(start))
        || ["dir", "-uri", "-url", "-caption", "-label"].iter().any(|end| name.ends_with(end))
}

/// True if a line below the title names authors, or, as the second, the revision.
fn is_of_people(line: &str, before: usize) -> bool {
    match before {
        0 => {
            let names = |part: &str| {
                let name = part.split('<').next().unwrap_or(part).trim();
                let words = name.split_whitespace().count();
                (1..=4).contains(&words)
                    && name.starts_with(char::is_alphabetic)
                    && !name.ends_with(['.', ':', '!', '?'])
                    && name.chars().all(|c| c.is_alphanumeric() || " -_.'’".contains(c))
            };
            line.split(';').all(names)
        }
        _ => {
            let number = line.strip_prefix('v').unwrap_or(line);
            number.starts_with(|c: char| c.is_ascii_digit())
                || line.contains(", ") && line.contains(|c: char| c.is_ascii_digit())
        }
    }
}
