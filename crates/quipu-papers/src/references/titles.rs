//! The title of an entry, and the beginning of the rest after it.

/// The separators of the parts of an entry in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// `Authors. Title. Venue`
    Stops,
    /// `Authors, title, venue`
    Commas,
}

/// The longest title, in bytes.
const LONGEST: usize = 500;

/// The title at the beginning of `text`, and the byte where the rest begins.
pub(super) fn title(text: &str, manner: Manner) -> (Option<String>, usize) {
    let lead = text.len() - text.trim_start_matches([' ', '.', ',', ':', ';']).len();
    let body = &text[lead..];
    let (end, rest) = quoted(body).or_else(|| gost(body)).unwrap_or_else(|| match manner {
        Manner::Stops => {
            let end = sentence(body);
            (end, end)
        }
        Manner::Commas => commas(body),
    });
    let clean = cleaned(&body[..end]);
    let good =
        clean.chars().filter(|c| c.is_alphabetic()).count() > 1 && clean.len() <= LONGEST && !is_no_title(&clean);
    (good.then_some(clean), if good { lead + rest } else { lead })
}

/// A title in quotation marks: its end, and where the rest begins.
fn quoted(body: &str) -> Option<(usize, usize)> {
    let open = body.chars().next()?;
    let close = match open {
        '“' => '”',
        '«' => '»',
        '‘' => '’',
        '„' => '“',
        '"' => '"',
        '`' if body.starts_with("``") => '\'',
        _ => return None,
    };
    let mut depth = 0usize;
    for (at, c) in body.char_indices().take_while(|(at, _)| *at < LONGEST * 2) {
        let next = body[at + c.len_utf8()..].chars().next();
        // An apostrophe within a word closes nothing.
        let within = c == '’' && next.is_some_and(char::is_alphabetic);
        let ends = !(within || close == '\'' && next != Some('\''));
        if c == open && (open != close || at == 0) {
            depth += 1;
        } else if c == close && ends {
            depth = depth.saturating_sub(1);
            if depth == 0 || close == '\'' {
                let end = at + c.len_utf8();
                return Some((end, end));
            }
        }
    }
    None
}

/// A title that a double stroke ends, as in GOST R 7.0.5.
fn gost(body: &str) -> Option<(usize, usize)> {
    if let Some(at) = body.find(" // ") {
        let end = [" / ", " : "].iter().filter_map(|sign| body[..at].find(sign)).min().unwrap_or(at);
        return Some((end, at + 4));
    }
    let at = body.find(" / ")?;
    let dash = body[at..].find(". — ").or_else(|| body[at..].find(". – "))?;
    let end = body[..at].find(" : ").unwrap_or(at);
    Some((end, at + dash + 2))
}

/// The byte after the first sentence.
pub(super) fn sentence(text: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '.' | '?' | '!' if depth == 0 => {
                let after = &text[at + 1..];
                let next = after.trim_start_matches(['”', '"', '»', '’', ' ', ',']);
                let apart = after.is_empty() || after.starts_with([' ', '”', '"', '»']);
                if apart && !goes_on(next) && (c != '.' || !is_short(&text[..at])) {
                    return at + 1;
                }
            }
            _ => (),
        }
    }
    text.len()
}

/// True if the text after a stop goes on with the sentence: a word in lower case that begins no part of an entry.
fn goes_on(next: &str) -> bool {
    const PARTS: [&str; 10] = ["pages", "pp", "in", "vol", "available", "arxiv", "edited", "ed", "eds", "no"];
    let word = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    word.starts_with(char::is_lowercase) && !word.chars().any(char::is_uppercase) && !PARTS.contains(&word)
}

/// True if the word before a stop is an abbreviation that occurs within titles.
fn is_short(before: &str) -> bool {
    let word = before.rsplit([' ', '(', '-', '–']).next().unwrap_or_default();
    let lower = word.to_lowercase();
    let capital = word.chars().count() == 1 && word.chars().all(|c| c.is_uppercase()) && before.len() > word.len();
    capital
        || matches!(
            lower.as_str(),
            "vs" | "st" | "dr" | "mr" | "mrs" | "e.g" | "i.e" | "cf" | "no" | "vol" | "u.s" | "al"
        )
}

/// A title in an entry whose parts are separated by commas: up to the first part that reads as one after titles.
fn commas(body: &str) -> (usize, usize) {
    let whole = sentence(body);
    let parts = parts(&body[..whole]);
    if parts.first().is_some_and(|(from, to)| is_no_title(&body[*from..*to]) || is_journal(&body[*from..])) {
        return (0, 0);
    }
    let venue = parts.iter().skip(1).find(|(from, to)| follows(&body[*from..*to], &body[*from..whole]));
    let end = match (venue, parts.first()) {
        (Some((from, _)), _) => body[..*from].trim_end_matches([',', ' ']).len(),
        (None, Some((_, to))) => *to,
        (None, None) => whole,
    };
    (end, end)
}

/// The parts between commas outside brackets.
fn parts(text: &str) -> Vec<(usize, usize)> {
    let (mut out, mut from, mut depth) = (Vec::new(), 0, 0usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 && text[at + 1..].starts_with([' ', '\t']) => {
                out.push((from, at));
                from = at + 2;
            }
            _ => (),
        }
    }
    out.push((from.min(text.len()), text.len()));
    out
}

/// True if a part reads as one that follows a title: a journal, a volume, a year, a note on its place.
fn follows(part: &str, rest: &str) -> bool {
    const WORDS: [&str; 24] = [
        "in",
        "vol",
        "pp",
        "pages",
        "available",
        "preprint",
        "to",
        "submitted",
        "ph",
        "phd",
        "master",
        "tech",
        "technical",
        "no",
        "arxiv",
        "forthcoming",
        "accepted",
        "unpublished",
        "thesis",
        "springer",
        "lecture",
        "proceedings",
        "proc",
        "report",
    ];
    let part = part.trim();
    let first = part.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    let digits = part.chars().filter(|c| c.is_ascii_digit()).count();
    let letters = part.chars().filter(|c| c.is_alphabetic()).count();
    part.is_empty()
        || WORDS.contains(&first.as_str()) && (first != "to" || part.starts_with("to appear"))
        || (digits > 3 && letters < digits)
        || is_abbreviated(part)
        || is_journal(rest)
}

/// True if one of the first two words is cut short by a stop: `J. Surveys`, `Grad. Texts`.
pub(super) fn is_abbreviated(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let short = |word: Option<&str>| {
        word.is_some_and(|word| word.ends_with('.') && word.len() < 12 && word.starts_with(char::is_uppercase))
    };
    let first = words.next();
    short(first) && words.next().is_some_and(|word| word.starts_with(|c: char| !c.is_lowercase()))
        || first.is_some_and(|word| word.starts_with(char::is_uppercase)) && short(words.next())
}

/// True if a text begins with a journal and its volume, as entries without titles do: `Phys. Lett. B 573, 94`.
pub(super) fn is_journal(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(9).collect();
    let Some(number) = words.iter().position(|word| word.starts_with(|c: char| c.is_ascii_digit())) else {
        return false;
    };
    let digits = words[number].bytes().take_while(u8::is_ascii_digit).count();
    let tail = &words[number][digits..];
    let next = words.get(number + 1).copied().unwrap_or_default();
    let named = (1..7).contains(&number)
        && words[..number].iter().all(|word| {
            let small = matches!(*word, "of" | "and" | "in" | "the" | "for" | "de" | "&");
            small || word.starts_with(char::is_uppercase)
        })
        && !words[..number].iter().any(|word| word.ends_with([',', ';', ':']));
    let page = |word: &str| word.starts_with(['(', 'L', 'A']) || word.starts_with(|c: char| c.is_ascii_digit());
    let numbered = matches!(tail, "," | ":") && page(next)
        || tail.is_empty() && next.starts_with('(')
        || tail.starts_with([':', '(']) && tail.len() > 2;
    named && digits < 5 && numbered
}

/// True for words at a title's place that are no title.
fn is_no_title(text: &str) -> bool {
    const WORDS: [&str; 18] = [
        "private communication",
        "personal communication",
        "in preparation",
        "in press",
        "to appear",
        "to be published",
        "unpublished",
        "submitted",
        "forthcoming",
        "preprint",
        "arxiv",
        "private communications",
        "ibid",
        "tech. rep",
        "manuscript",
        "в печати",
        "technical report",
        "thesis",
    ];
    let lower = text.trim_matches([' ', '.', ',', ';']).to_lowercase();
    WORDS.contains(&lower.as_str())
}

/// A title without quotation marks, a year at its end, and notes in brackets.
fn cleaned(text: &str) -> String {
    let mut text = text.trim();
    loop {
        let mut cut = text.trim_end_matches([',', ';', ':', ' ', '/']);
        cut = cut.strip_suffix('.').filter(|cut| !cut.ends_with('.')).unwrap_or(cut).trim_end();
        cut = cut.strip_suffix("URL").or_else(|| cut.strip_suffix("DOI")).unwrap_or(cut).trim_end();
        let note = cut.ends_with(')').then(|| cut.rfind('(')).flatten().filter(|at| is_note(&cut[at + 1..]));
        cut = note.map_or(cut, |at| cut[..at].trim_end());
        let year = super::years::years(cut).pop().filter(|year| year.at.end == cut.len());
        if let Some(before) = year.and_then(|year| cut[..year.at.start].trim_end().strip_suffix(',')) {
            cut = before;
        }
        cut = unquoted(cut);
        if cut.len() == text.len() {
            break;
        }
        text = cut;
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Without the quotation marks around the whole.
fn unquoted(text: &str) -> &str {
    const PAIRS: [(&str, &str); 6] = [("“", "”"), ("\"", "\""), ("«", "»"), ("‘", "’"), ("``", "''"), ("„", "“")];
    PAIRS
        .iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
        .map_or(text, |text| text.trim_end_matches([',', ' ']))
}

/// True if brackets after a title describe the edition and not the work.
fn is_note(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["ed.", "edn", "edition", "vol.", "rev.", "pp.", "report", "preprint", "изд."]
        .iter()
        .any(|word| lower.contains(word))
}
