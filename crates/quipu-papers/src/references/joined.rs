//! Lines of an entry as one: words, addresses and ids that a line's end broke are joined.

use rustc_hash::FxHashSet;

use super::lines::Line;

/// Known words that stand for the vocabulary of a paper, at least.
const MANY: usize = 400;

/// The words that are known to be whole, in lower case.
#[derive(Debug, Default)]
pub(super) struct Known(FxHashSet<String>);

impl Known {
    /// The words of texts. A word broken by a line's end is left out.
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let mut known = FxHashSet::default();
        let mut broken = false;
        for line in lines {
            let words = line.split(|c: char| !(c.is_alphanumeric() || c == '-'));
            let mut first = true;
            for word in words {
                let cut = (first && broken) || word.ends_with('-');
                first = false;
                if word.len() > 2 && !cut {
                    known.insert(word.to_lowercase());
                }
            }
            broken = line.trim_end().ends_with('-');
        }
        Self(known)
    }

    fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

/// The lines as one text.
pub(super) fn joined(lines: &[Line], known: &Known) -> String {
    let mut out = String::new();
    for line in lines {
        add(&mut out, &line.text, known);
    }
    out
}

/// Lines of running text as one, words that a line's end broke joined again.
pub(crate) fn unbroken<'a>(lines: impl Iterator<Item = &'a str> + Clone, known: &'a str) -> String {
    let known = Known::of(lines.clone().chain(known.lines()));
    let mut out = String::new();
    for line in lines {
        add(&mut out, line, &known);
    }
    out
}

fn add(out: &mut String, line: &str, known: &Known) {
    if out.is_empty() {
        out.push_str(line);
        return;
    }
    let last = out.rsplit(' ').next().unwrap_or_default();
    let next = line.split(' ').next().unwrap_or_default();
    if is_broken_id(last, next) {
        out.push_str(line);
        return;
    }
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let before = last.strip_suffix('-');
    if let Some(before) = before.filter(|before| letter(before.chars().next_back()) && letter(next.chars().next())) {
        if !keeps_hyphen(before, next, known) {
            out.pop();
        }
    } else if before
        .or_else(|| last.strip_suffix(['–', '/']))
        .is_some_and(|before| before.ends_with(char::is_alphanumeric))
    {
        // A range of pages, or an address.
    } else {
        out.push(' ');
    }
    out.push_str(line);
}

/// An address, a DOI or an id in arXiv that goes on in the next line.
fn is_broken_id(last: &str, next: &str) -> bool {
    let lower = last.to_ascii_lowercase();
    let address = lower.contains("://") || lower.contains("www.") || lower.contains("doi") || lower.starts_with("10.");
    let arxiv = lower.starts_with("arxiv:") || lower.contains("abs/");
    let digit = next.starts_with(|c: char| c.is_ascii_digit());
    let open = lower.ends_with(['/', '_', '=', '&', '?', '%', '#', '-']);
    if lower == "https:" || lower == "http:" {
        return next.starts_with("//");
    }
    let dotted = lower.ends_with('.')
        && next.bytes().any(|c| c.is_ascii_digit())
        && next.bytes().any(|c| c == b'.' || c == b'/')
        && next.trim_end_matches('.').len() > 4
        && !next.starts_with(char::is_uppercase);
    (arxiv && lower.ends_with(['.', '/', ':']) && digit) || (address && (open || (dotted && lower.contains('/'))))
}

/// True if the hyphen at a line's end belongs to the word.
fn keeps_hyphen(before: &str, next: &str, known: &Known) -> bool {
    let head: String = {
        let reversed: String = before.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
        reversed.chars().rev().collect()
    };
    let tail: String = next.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
    if !tail.starts_with(char::is_lowercase) {
        return true;
    }
    let (head, tail) = (head.to_lowercase(), tail.to_lowercase());
    if known.has(&format!("{head}{tail}")) {
        return false;
    }
    if known.has(&format!("{head}-{tail}")) || (known.has(&head) && known.has(&tail)) {
        return true;
    }
    // If many words are known, an unknown one is no word.
    if known.0.len() > MANY { known.has(&tail) } else { !is_ending(&tail) }
}

/// True if the text after the break cannot be a word: a suffix, alone or with the syllable before it.
fn is_ending(tail: &str) -> bool {
    const ENDINGS: [&str; 44] = [
        "tion", "tions", "tional", "tionally", "sion", "sions", "sive", "tive", "tives", "ting", "ted", "ing", "ings",
        "ment", "ments", "ness", "ity", "ities", "ally", "ble", "bly", "cal", "cally", "tic", "tics", "ized", "ised",
        "izing", "ization", "isation", "ular", "ers", "ter", "tor", "tors", "ture", "tures", "ence", "ance", "ies",
        "ent", "ous", "ed", "al",
    ];
    const RUSSIAN: [&str; 14] =
        ["ние", "ния", "ний", "ции", "ция", "ций", "ный", "ная", "ное", "ных", "ного", "ость", "ости", "ского"];
    ENDINGS.contains(&tail)
        || RUSSIAN.contains(&tail)
        || ENDINGS.iter().any(|end| end.len() > 3 && tail.ends_with(end) && tail.len() - end.len() < 3)
        || RUSSIAN.iter().any(|end| tail.ends_with(end) && tail.chars().count() - end.chars().count() < 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(lines: &[&str]) -> String {
        let known = Known::of(lines.iter().copied());
        let lines: Vec<Line> = lines.iter().map(|text| Line { text: (*text).to_owned(), ..Line::default() }).collect();
        joined(&lines, &known)
    }

    #[test]
    fn what_a_line_broke_is_joined() {
        assert_eq!(join(&["deep bidirec-", "tional models"]), "deep bidirectional models");
        assert_eq!(join(&["query-", "focused and", "x"]), "query-focused and x");
        assert_eq!(join(&["an encoder of encod-", "er or encoder"]), "an encoder of encoder or encoder");
        assert_eq!(join(&["arXiv:2404.", "16130, 2024"]), "arXiv:2404.16130, 2024");
        assert_eq!(join(&["https://arxiv.org/abs/", "2005.11401 (2020)"]), "https://arxiv.org/abs/2005.11401 (2020)");
        assert_eq!(
            join(&["https://doi.org/10.1016/j.", "tpb.2009.10.003."]),
            "https://doi.org/10.1016/j.tpb.2009.10.003."
        );
        assert_eq!(join(&["at https://example.org/x.", "Accessed 2020."]), "at https://example.org/x. Accessed 2020.");
        assert_eq!(join(&["pp. 579–", "612"]), "pp. 579–612");
        assert_eq!(join(&["https:", "//doi.org/x"]), "https://doi.org/x");
    }
}
