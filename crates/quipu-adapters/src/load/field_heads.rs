//! Heads of plain texts: lines `Title: …`, `Author: …` before the first blank line, as letters have them (RFC 822) and
//! proposals for Python had. The lines stay text.

use quipu_kernel::model::Metadata;

/// The fewest fields of a head, and the most of its lines.
const FEWEST: usize = 3;
const MOST: usize = 60;
/// The longest name of a field, in bytes.
const LONGEST: usize = 30;
/// Fields of which a head has one beside its title.
const KNOWN: [&str; 8] = ["author", "authors", "date", "version", "status", "created", "type", "last-modified"];

/// The fields of a text's head; empty unless it has a title and other well-known fields.
pub(super) fn field_head(text: &str) -> Metadata {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in text.trim_start_matches(['\u{feff}', '\n', '\r']).lines().take(MOST) {
        if line.trim().is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) {
            let Some((_, value)) = fields.last_mut() else { return Metadata::new() };
            *value = format!("{value} {}", line.trim()).trim().to_owned();
            continue;
        }
        let Some((name, value)) = line.split_once(':') else { return Metadata::new() };
        let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.len() <= LONGEST
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_name {
            return Metadata::new();
        }
        fields.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let has = |name: &str| fields.iter().any(|(known, value)| known == name && !value.is_empty());
    match fields.len() >= FEWEST && has("title") && KNOWN.iter().any(|name| has(name)) {
        true => fields
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name, value.into()))
            .collect(),
        false => Metadata::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_with_a_title_is_fields_and_any_other_text_is_none() {
        let head = "PEP: 77\nTitle: Bells for\n    Ferries\nAuthor: Mara Lind <m@orr.example>,\n        Jon Moe\nStatus: Active\n\nAbstract\n";
        let fields = field_head(head);
        let field = |name: &str| fields.get(name).and_then(|value| value.as_str()).unwrap_or_default();
        assert_eq!((field("title"), field("author")), ("Bells for Ferries", "Mara Lind <m@orr.example>, Jon Moe"));
        for other in [
            "Title: Bells\n\nText.",
            "Note: it rains.\nTitle: x\nHe said: no.\n",
            "Title: a\nStatus: b\nthen words\n",
            "",
        ] {
            assert!(field_head(other).is_empty(), "{other}");
        }
    }
}
