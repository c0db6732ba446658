//! The fields of an entry: identifiers first, then names, year, title and the rest after it.

use super::Reference;
use super::authors::{Authors, authors};
use super::ids;
use super::titles::{self, Manner};
use super::tokens::tokens;
use super::venues;
use super::years::{self, Year};

/// The part that an entry takes from the one before it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing.
    Nothing,
    /// All of it: "Ibid."
    Same,
    /// The authors: a dash in their place. The rest begins at this byte.
    Author(usize),
}

/// The part that an entry takes from the one before it.
pub(super) fn before(text: &str) -> Before {
    let lower: String = text.chars().take(8).flat_map(char::to_lowercase).collect();
    if ["ibid.", "ibid,", "ibidem", "там же"].iter().any(|word| lower.starts_with(word)) || lower == "ibid" {
        return Before::Same;
    }
    let rest = text.trim_start_matches(['—', '–', '-', '_', '―', ' ']);
    let dashes = text.len() - rest.len();
    let three = ["———", "––", "---", "___", "——", "―――"].iter().any(|dash| text.starts_with(dash));
    if three && rest.starts_with([',', '.', ':', '(']) {
        return Before::Author(dashes);
    }
    Before::Nothing
}

/// Reads an entry without its label; `last` are the authors where a dash stood for them.
pub(super) fn read(text: &str, last: Option<(Vec<String>, bool)>) -> Reference {
    let mut text = text.to_owned();
    let ids = ids::take(&mut text);
    notes(&mut text);
    let lead = lead(&text);
    let comma = last.is_some() && text.trim_start().starts_with(',');
    let body = &text[lead..];
    let (names, year, rest) = match last {
        Some((families, cut)) => (Authors { families, cut, ..Authors::default() }, None, 0),
        None => names(body),
    };
    let manner = if comma { Manner::Commas } else { manner(body, &names, rest) };
    let undated = body[..rest].contains("n.d.") || body[..rest].contains("n. d.") || body[..rest].contains("б. г.");
    let (title, after) = titles::title(&body[rest..], manner);
    let tail = &body[(rest + after).min(body.len())..];
    let year = year.or_else(|| years::last(tail).filter(|_| !undated)).or_else(|| {
        // If a title was read up to the end, its last word can be the year.
        years::last(&body[rest..])
            .filter(|year| !undated && title.as_ref().is_none_or(|title| !title.contains(&year.year.to_string())))
    });
    let venue = venues::venue(tail);
    Reference {
        authors: names.families,
        authors_cut: names.cut,
        title,
        year: year.as_ref().map(|year| year.year),
        year_letter: year.and_then(|year| year.letter),
        venue: venue.name,
        volume: venue.volume,
        page: venue.page,
        doi: ids.doi,
        arxiv: ids.arxiv,
        url: ids.url,
        ..Reference::default()
    }
}

/// Removes notes that are no part of the work: dates of access, numbers of databases, classes of arXiv, and
/// lead-ins of identifiers.
fn notes(text: &mut String) {
    const LEADS: [&str; 12] = [
        "Available: ",
        "Available at ",
        "Preprint at ",
        "available at ",
        "Available from: ",
        "arXiv preprint ",
        "doi: ",
        "DOI: ",
        "doi:",
        "URL: ",
        "URL:",
        "Archived at",
    ];
    let mut from = 0;
    while let Some(open) = text[from..].find(['[', '(']).map(|at| from + at) {
        let close = if text[open..].starts_with('[') { ']' } else { ')' };
        let Some(end) = text[open..].find(close).map(|at| open + at + 1) else { break };
        if end - open < 120 && is_note(&text[open + 1..end - 1]) {
            ids::blank(text, open, end);
        }
        from = open + 1;
    }
    for sign in ["Retrieved ", "Accessed ", "accessed ", "PMID: ", "PMCID: ", "MR ", "ISBN ", "ISSN "] {
        if let Some(at) = text.find(sign).filter(|at| !text[..*at].ends_with(char::is_alphanumeric)) {
            let length =
                text[at + sign.len()..].find(['.', ';', ')', '—']).map_or(text.len() - at, |end| end + sign.len());
            let end = if sign == "Retrieved " { text[at..].find("from").map_or(length, |end| end + 4) } else { length };
            ids::blank(text, at, at + end);
        }
    }
    for sign in LEADS {
        if let Some(at) = text.find(sign) {
            ids::blank(text, at, at + sign.len());
        }
    }
}

/// True if a bracket describes the copy and not the work.
fn is_note(inner: &str) -> bool {
    const WORDS: [&str; 12] = [
        "online",
        "internet",
        "cited",
        "accessed",
        "дата обращения",
        "электронный ресурс",
        "preprint",
        "last accessed",
        "visited",
        "retrieved",
        "arxiv",
        "электронный",
    ];
    let lower = inner.trim().to_lowercase();
    let class = inner.len() < 16
        && inner.trim().split_once('.').is_some_and(|(archive, class)| {
            archive.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                && class.len() > 1
                && class.chars().all(|c| c.is_ascii_uppercase() || c == '-' || c.is_ascii_lowercase())
        });
    inner.trim().is_empty() || class || WORDS.iter().any(|word| lower.starts_with(word))
}

/// The length of the text before the names: "See, e.g.,", a mark in brackets.
fn lead(text: &str) -> usize {
    let mut from = text.len() - text.trim_start_matches([' ', ',', '.', ';']).len();
    for word in [
        "See also ",
        "See, e.g., ",
        "See e.g. ",
        "See for example ",
        "See, for example, ",
        "See ",
        "Cf. ",
        "cf. ",
        "see also ",
        "see, e.g., ",
        "see ",
    ] {
        if text[from..].starts_with(word) {
            from += word.len();
            break;
        }
    }
    let rest = &text[from..];
    let mark = rest.strip_prefix('[').and_then(|rest| rest.find(']')).filter(|end| *end < 12 && *end > 0);
    match mark {
        Some(end) if rest[end + 2..].trim_start().starts_with(char::is_uppercase) => {
            from + end + 2 + (rest[end + 2..].len() - rest[end + 2..].trim_start().len())
        }
        _ => from,
    }
}

/// The names, the year right after them, and the byte where the rest begins.
fn names(body: &str) -> (Authors, Option<Year>, usize) {
    let mut names = authors(body);
    let (year, rest) = dated(body, names.end);
    if names.unsure && year.is_none() {
        let (title, _) = titles::title(&body[rest..], Manner::Stops);
        if title.is_none_or(|title| title.split(' ').count() < 2) {
            names = Authors::default();
            return (names, None, 0);
        }
    }
    if names.families.is_empty() {
        return (names, None, 0);
    }
    (names, year, rest)
}

/// `(2019)`, `(2021a).`, `(n.d.)`, `(2024, April 24)`, `. 2024.` after the names: the year, and the byte after it.
fn dated(body: &str, end: usize) -> (Option<Year>, usize) {
    let editors = body[end..].trim_start_matches([',', ' ', '.']);
    let from = ["(Eds.)", "(Ed.)", "(eds.)", "(ed.)", "(editors)", "eds.", "editors"]
        .iter()
        .find_map(|word| editors.strip_prefix(word))
        .map_or(end, |rest| body.len() - rest.len());
    let rest = body[from..].trim_start_matches([',', ' ', '.', ':', ';']);
    let start = body.len() - rest.len();
    if rest.starts_with('(') {
        let Some(close) = rest.find(')').filter(|close| *close < 40) else { return (None, from) };
        let inner = &rest[1..close];
        let found = years::years(inner).into_iter().next().filter(|year| year.at.start == 0);
        let dated = found.is_some() || ["n.d.", "n. d.", "in press", "forthcoming", "б. г."].contains(&inner.trim());
        return (found, if dated { start + close + 1 } else { from });
    }
    let first = years::years(rest.get(..6).unwrap_or(rest)).into_iter().next().filter(|year| year.at.start == 0);
    match first {
        Some(year) if rest[year.at.end..].starts_with(['.', ',', ':']) && rest.len() > year.at.end + 4 => {
            let after = start + year.at.end + 1;
            (Some(year), after)
        }
        _ => (None, from),
    }
}

/// The separators of an entry, from the end of its names.
fn manner(body: &str, names: &Authors, rest: usize) -> Manner {
    let comma = body[rest..].trim_start().starts_with(',');
    if comma && !names.families.is_empty() { Manner::Commas } else { Manner::Stops }
}

/// True if a text is a work of its own: names with initials first, and a year or an id.
pub(super) fn is_work(text: &str) -> bool {
    let lead = lead(text);
    let tokens = tokens(text[lead..].get(..120).unwrap_or(&text[lead..]));
    let initials = tokens.first().is_some_and(|token| token.is_capital() && token.letters() == 1)
        && tokens.get(1).is_some_and(|token| token.text == ".");
    let named = initials && !authors(&text[lead..]).families.is_empty();
    let mut rest = text.to_owned();
    let ids = ids::take(&mut rest);
    named && (ids.arxiv.is_some() || ids.doi.is_some() || !years::years(&rest).is_empty())
}

/// True if a line can begin an entry without a label: it begins with a name, or with a dash for one.
pub(super) fn starts_entry(line: &str) -> bool {
    if before(line) != Before::Nothing {
        return true;
    }
    let names = authors(line);
    let dated = || dated(line, names.end).0.is_some() || line[names.end..].trim_start().starts_with('(');
    !names.families.is_empty() && (!names.unsure || dated())
}

/// The name of an entry without a label: `Smith2021a`.
pub(super) fn name_label(entry: &Reference, text: &str) -> Option<String> {
    let family: String = entry.authors.first()?.split_whitespace().collect();
    let undated = text.contains("(n.d.)") || text.contains("(n. d.)");
    let year = match entry.year {
        Some(year) => year.to_string(),
        None if undated => "nd".to_owned(),
        None => String::new(),
    };
    Some(format!("{family}{year}{}", entry.year_letter.map(String::from).unwrap_or_default()))
}
