//! Names that a file defines: targets of links, labels of headings, substitutions.

use std::collections::HashMap;

use super::rst_lines::{block_end, indent, is_blank, next_written, rule};
use crate::load::text_builder::one_line;

/// The longest text of a substitution, in bytes.
const LONGEST: usize = 1_000;
/// Bytes that references may add to a text: one name may be used many times.
const SPARE: usize = 1 << 20;

/// Definitions of one file.
#[derive(Debug)]
pub(super) struct Definitions {
    /// Addresses by their names.
    addresses: HashMap<String, String>,
    /// Headings by the labels above them.
    headings: HashMap<String, String>,
    /// Replacements by their names; empty where there are no words.
    replacements: HashMap<String, String>,
    /// Addresses without a name, in order.
    anonymous: Vec<String>,
    /// Number of references without a name so far.
    used: usize,
    spare: usize,
}

impl Definitions {
    /// The definitions in a file's lines, at any depth.
    pub(super) fn of(lines: &[&str]) -> Self {
        let mut all = Self {
            addresses: HashMap::new(),
            headings: HashMap::new(),
            replacements: HashMap::new(),
            anonymous: Vec::new(),
            used: 0,
            spare: SPARE,
        };
        let mut labels: Vec<String> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let text = line.trim_start();
            let explicit = text.strip_prefix(".. ").map(str::trim_start);
            if let Some(address) = text.strip_prefix("__ ").or(explicit.and_then(|text| text.strip_prefix("__:"))) {
                all.anonymous.push(full_address(lines, at, address));
            } else if let Some((name, address)) = explicit.and_then(target) {
                all.target(&mut labels, name, full_address(lines, at, address));
            } else if let Some((name, words)) = explicit.and_then(|text| replacement(lines, at, text)) {
                all.replacements.insert(key(name), words);
            } else if !labels.is_empty() && !is_blank(line) {
                if let Some(words) = heading(lines, at) {
                    labels.iter().for_each(|label| drop(all.headings.insert(label.clone(), words.clone())));
                }
                labels.clear();
            }
        }
        all
    }

    fn target(&mut self, labels: &mut Vec<String>, name: &str, address: String) {
        match address.is_empty() {
            true if labels.len() < 16 => labels.push(key(name)),
            true => {}
            false => {
                for label in labels.drain(..) {
                    self.addresses.entry(label).or_insert_with(|| address.clone());
                }
                self.addresses.entry(key(name)).or_insert(address);
            }
        }
    }

    /// Adds the address of a name.
    pub(super) fn add(&mut self, name: &str, address: &str) {
        if !name.is_empty() && self.spend(address.len()) {
            self.addresses.entry(key(name)).or_insert_with(|| address.to_owned());
        }
    }

    /// The address of a name; one alias is followed.
    pub(super) fn address(&mut self, name: &str) -> Option<String> {
        let mut address = self.addresses.get(&key(name))?;
        if let Some(other) = address.strip_suffix('_') {
            address = self.addresses.get(&key(other.trim_matches('`')))?;
        }
        let address = address.clone();
        self.spend(address.len()).then_some(address)
    }

    /// True if a name is one of this file.
    pub(super) fn is_known(&self, name: &str) -> bool {
        let name = key(name);
        self.addresses.contains_key(&name) || self.headings.contains_key(&name)
    }

    /// The address of the next reference without a name.
    pub(super) fn next_anonymous(&mut self) -> Option<String> {
        let address = self.anonymous.get(self.used)?.clone();
        self.used += 1;
        match address.strip_suffix('_') {
            Some(name) => self.address(name.trim_matches('`')),
            None => Some(address).filter(|address| !address.is_empty()),
        }
    }

    /// The words of the heading below a label.
    pub(super) fn heading(&mut self, label: &str) -> Option<String> {
        let words = self.headings.get(&key(label))?.clone();
        self.spend(words.len()).then_some(words)
    }

    /// The words for a substitution.
    pub(super) fn replacement(&mut self, name: &str) -> Option<String> {
        let words = self.replacements.get(&key(name))?.clone();
        self.spend(words.len()).then_some(words)
    }

    fn spend(&mut self, bytes: usize) -> bool {
        let left = self.spare.checked_sub(bytes);
        self.spare = left.unwrap_or(self.spare);
        left.is_some()
    }
}

/// The name and the address of a target `_name: address`.
fn target(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('_')?;
    if let Some(quoted) = text.strip_prefix('`') {
        let (name, address) = quoted.split_once("`:")?;
        return Some((name, address.trim()));
    }
    let end = text
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|at| !text[..*at].ends_with('\\') && (text.len() == at + 1 || text[at + 1..].starts_with(' ')))?;
    Some((&text[..end], text[end + 1..].trim()))
}

/// An address that may go on in the indented lines below.
fn full_address(lines: &[&str], at: usize, address: &str) -> String {
    let mut full: String = address.split_whitespace().collect();
    let own = indent(lines[at]);
    for line in lines[at + 1..].iter().take(8).take_while(|line| !is_blank(line) && indent(line) > own) {
        full.extend(line.split_whitespace());
    }
    full
}

/// The name and the words of a substitution `|name| replace:: words`.
fn replacement<'a>(lines: &[&str], at: usize, text: &'a str) -> Option<(&'a str, String)> {
    let (name, rest) = text.strip_prefix('|')?.split_once('|')?;
    let (kind, words) = rest.trim_start().split_once("::")?;
    let own = indent(lines[at]);
    let below = || lines[at + 1..].iter().take(16).take_while(|line| !is_blank(line) && indent(line) > own);
    let words = match kind {
        "replace" => below().fold(words.to_owned(), |all, line| all + " " + line),
        "image" => below().find_map(|line| line.trim_start().strip_prefix(":alt:")).unwrap_or_default().to_owned(),
        "unicode" => words.split_whitespace().map(letters).collect(),
        _ => return None,
    };
    let words = one_line(&words);
    (words.len() <= LONGEST).then_some((name, words))
}

/// A character by its code, as `U+2014` or `0x2014`; other text as it is.
fn letters(word: &str) -> String {
    let code = ["U+", "u+", "0x", "\\u", "\\x", "x"].iter().find_map(|before| word.strip_prefix(before));
    let letter = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
    letter.map_or_else(|| word.to_owned(), String::from)
}

/// The words of the heading that begins at a line.
fn heading(lines: &[&str], at: usize) -> Option<String> {
    let is_rule = |at: usize| lines.get(at).is_some_and(|line| rule(line).is_some());
    match is_rule(at) {
        true if is_rule(at + 2) => Some(one_line(lines[at + 1])),
        false if is_rule(at + 1) => Some(one_line(lines[at])),
        _ => None,
    }
}

/// Names differ neither by letter case nor by white space.
fn key(name: &str) -> String {
    one_line(&name.replace('\\', "")).to_lowercase()
}

/// The end of the lines that belong to the explicit markup at `at`: a comment, a target or a directive.
pub(super) fn explicit_end(lines: &[&str], at: usize) -> usize {
    let is_empty = lines[at].trim_end() == "..";
    match next_written(lines, at + 1) {
        Some(next) if is_empty && next > at + 1 => at + 1,
        _ => block_end(lines, at + 1),
    }
}

/// The words and the target of `words <target>`.
pub(super) fn with_target(text: &str) -> Option<(&str, &str)> {
    let (words, target) = text.strip_suffix('>')?.rsplit_once('<')?;
    let apart = words.is_empty() || words.ends_with(char::is_whitespace);
    (apart && !target.is_empty()).then(|| (words.trim(), target.trim()))
}
