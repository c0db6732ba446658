//! The part of an entry after the title: the venue, the volume and the first page.

use quipu_language::months::MONTHS;

use super::titles;

/// Fields read after a title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Venue {
    pub(super) name: Option<String>,
    pub(super) volume: Option<String>,
    pub(super) page: Option<String>,
}

/// Reads the text after a title; also a line of journal, volume and pages alone.
pub(super) fn venue(text: &str) -> Venue {
    let text = led(text);
    let end = name_end(text);
    let name = name(&text[..end]);
    let rest = &text[end..];
    let (volume, after) = volume(rest);
    let page = page(rest).or_else(|| after.and_then(first_number));
    Venue { name, volume, page }
}

/// The text without the lead-in of a venue: `In:`, a dash, a stroke.
fn led(text: &str) -> &str {
    let mut text = text;
    loop {
        let cut = text.trim_start_matches([' ', '.', ',', ':', ';', '—', '–', '-', '/', '|', '”', '"', '»']);
        let cut = ["In:", "In ", "in:", "in ", "В кн.:", "В сб.:", "en. "]
            .iter()
            .find_map(|lead| cut.strip_prefix(lead))
            .unwrap_or(cut);
        if cut.len() == text.len() {
            return text;
        }
        text = cut;
    }
}

/// The end of the name of the venue.
fn name_end(text: &str) -> usize {
    let abbreviated = titles::is_abbreviated(text);
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let ends = match c {
            ',' | ';' | '(' | '[' | '—' | '|' => true,
            '.' | '?' => {
                let next = rest[1..].trim_start().chars().next();
                let apart = rest[1..].is_empty() || rest[1..].starts_with(' ');
                let digit = next.is_some_and(|c| c.is_ascii_digit());
                let dash = next.is_none_or(|c| !c.is_alphanumeric());
                let place = rest[1..].trim_start().starts_with(':');
                apart && !place && (dash || (digit && !volumed(&rest[1..])) || !abbreviated)
            }
            '0'..='9' => before == ' ' && is_volume(rest) && at > 0,
            'v' | 'V' | 'p' => {
                before == ' '
                    && ["vol. ", "Vol. ", "volume ", "pp. ", "pages "].iter().any(|word| rest.starts_with(word))
            }
            _ => false,
        };
        if ends {
            // The stop of an abbreviation is part of it.
            return at + usize::from(c == '.' && abbreviated && volumed(&rest[1..]));
        }
        before = c;
    }
    text.len()
}

/// True if a stop before this number belongs to an abbreviation: a volume and a page follow, not a date.
fn volumed(text: &str) -> bool {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..4).contains(&digits) && is_volume(text)
}

/// True if a number stands for a volume: no part of a name, and no year within one.
fn is_volume(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let tail = text[digits..].chars().next();
    let year = digits == 4 && text.get(..4).is_some_and(|year| ("1800".."2100").contains(&year));
    if year {
        return matches!(tail, None | Some(';' | ':'));
    }
    digits < 5 && (tail.is_none_or(|c| matches!(c, ' ' | ',' | ':' | '(' | '.' | ';' | '–' | '-')))
}

/// The name of the venue, if it is one.
fn name(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches([':', '-', '–', '/']).trim();
    // A place before the publisher: `Oxford: Made-up Press`.
    let text = match text.split_once(": ").or_else(|| text.split_once(" : ")) {
        Some((place, publisher)) if place.split_whitespace().count() < 3 && !publisher.trim().is_empty() => {
            publisher.trim()
        }
        _ => text,
    };
    let text = text.trim_start_matches([':', ' ']).trim();
    const NONE: [&str; 22] = [
        "vol",
        "pp",
        "p",
        "pages",
        "available",
        "forthcoming",
        "tech",
        "technical",
        "arxiv",
        "accessed",
        "edited",
        "ed",
        "eds",
        "and",
        "url",
        "doi",
        "archived",
        "unpublished",
        "submitted",
        "preprint",
        "isbn",
        "lic",
    ];
    let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let edition = text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains(' ');
    let private =
        ["in preparation", "in press", "to appear", "private communication"].iter().any(|note| text.starts_with(note));
    let good = letters > 1
        && !NONE.contains(&first.as_str())
        && text.len() <= 300
        && !private
        && !edition
        && !is_month(&first);
    good.then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn is_month(word: &str) -> bool {
    MONTHS.iter().any(|month| month.short() == word)
}

/// The volume, and the rest after it.
fn volume(text: &str) -> (Option<String>, Option<&str>) {
    const NAMES: [&str; 8] = ["vol. ", "Vol. ", "volume ", "Volume ", "Т. ", "т. ", "Bd. ", "vol "];
    let named = NAMES.iter().filter_map(|name| Some((text.find(name)?, name.len()))).min();
    if let Some((at, length)) = named {
        let from = &text[at + length..];
        let end = from.find(|c: char| !c.is_alphanumeric()).unwrap_or(from.len());
        return (Some(from[..end].to_owned()).filter(|volume| !volume.is_empty()), None);
    }
    let (start, digits) = match lone_number(text) {
        Some(found) => found,
        None => return (None, None),
    };
    let after = &text[start + digits..];
    (Some(text[start..start + digits].to_owned()), Some(after))
}

/// The first number that can be a volume: not a year, not in brackets.
fn lone_number(text: &str) -> Option<(usize, usize)> {
    let (mut depth, mut at) = (0usize, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b'0'..=b'9' if depth == 0 => {
                let digits = bytes[at..].iter().take_while(|c| c.is_ascii_digit()).count();
                let inner =
                    text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '–' | '/'));
                let follows = text[at + digits..].trim_start();
                let paged = follows.starts_with([',', ':', '(', '.'])
                    && follows[1..].trim_start().starts_with(|c: char| {
                        c.is_ascii_digit() || c == '(' || c == 'n' || c == 'p' || c == 'A' || c == 'L'
                    });
                if inner || digits > 4 || (digits == 4 && ("1800".."2100").contains(&&text[at..at + 4])) {
                    at += digits;
                    continue;
                }
                return paged.then_some((at, digits));
            }
            b'p' if depth == 0 && text[at..].starts_with("pp") => return None,
            _ => (),
        }
        at += 1;
    }
    None
}

/// A page with the mark of one.
fn page(text: &str) -> Option<String> {
    const NAMES: [&str; 9] = ["pp. ", "pages ", "p. ", "С. ", "с. ", "P. ", "S. ", "pp ", "page "];
    for name in NAMES {
        let found = text.match_indices(name).find_map(|(at, _)| {
            let apart = !text[..at].ends_with(char::is_alphanumeric);
            let rest = &text[at + name.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            (apart && rest[..end].bytes().any(|c| c.is_ascii_digit())).then(|| rest[..end].to_owned())
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The page after a volume: `, 94`, `(2003) 021802`, `(1), 3–9`, `:5998`, `.6 (1989)` has none.
fn first_number(after: &str) -> Option<String> {
    let mut rest = after;
    if let Some(issue) = rest.strip_prefix('.') {
        rest = issue.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    for _ in 0..4 {
        rest = rest.trim_start_matches([' ', ',', ':', ';']);
        if rest.starts_with('(') {
            rest = rest.find(')').map_or("", |at| &rest[at + 1..]);
        } else if let Some(number) = ["no. ", "No. ", "№ "].iter().find_map(|name| rest.strip_prefix(name)) {
            rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
        } else {
            break;
        }
    }
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let number = &rest[..end];
    let good = number.bytes().any(|c| c.is_ascii_digit())
        && number.len() <= 8
        && number.bytes().filter(u8::is_ascii_alphabetic).count() < 2;
    good.then(|| number.to_owned())
}
