//! The authors: lines of names between title and abstract, without marks of footnotes, affiliations and addresses.

use super::Row;
use super::furniture::is_furniture;
use crate::Author;
use crate::references::naming::{is_body, is_particle};

/// Names in a line, at most.
const MOST: usize = 300;

/// The authors in the rows after the title, and true if there are more than these. `bounded` is true if an abstract or
/// an introduction follows them; otherwise names must stand right after the title.
pub(super) fn people(rows: &[Row], bounded: bool) -> (Vec<Author>, bool) {
    let mut out: Vec<Author> = Vec::new();
    let mut cut = false;
    let mut left = false;
    let reach = if bounded { 60 } else { 1 };
    for (at, row) in rows.iter().enumerate().take(reach) {
        if !bounded && (row.level > 0 || is_shouted(&row.text)) || is_sentence(&row.text) {
            break;
        }
        let Some((names, more)) = names(&row.text) else {
            left |= !out.is_empty();
            continue;
        };
        // After an affiliation, a further author has one of their own below.
        let next = rows.get(at + 1).map(|row| row.text.as_str()).unwrap_or_default();
        if left && !(is_affiliation(next) || next.contains('@')) {
            continue;
        }
        out.extend(names.into_iter().filter(|name| !out.contains(name)).collect::<Vec<_>>());
        cut |= more;
    }
    (out, cut)
}

/// True if a line is running text: where that begins, no authors follow.
fn is_sentence(line: &str) -> bool {
    line.ends_with('.')
        && !is_affiliation(line)
        && line.split_whitespace().filter(|word| word.starts_with(char::is_lowercase)).count() > 6
}

/// True if a line holds names and nothing else.
pub(super) fn is_line(line: &str) -> bool {
    names(line).is_some()
}

/// The names of a line that holds nothing else, and true if it ends in "et al."
fn names(line: &str) -> Option<(Vec<Author>, bool)> {
    if line.len() > 4000
        || is_affiliation(line)
        || is_furniture(line)
        || line.ends_with(['.', '?', ':']) && !line.ends_with("al.")
    {
        return None;
    }
    let line = ["By ", "by ", "Authors: ", "Author: ", "Авторы: "]
        .iter()
        .find_map(|lead| line.strip_prefix(lead))
        .unwrap_or(line);
    let line = without_marks(line);
    let (line, cut) = match line.trim_end().strip_suffix("et al.").or_else(|| line.trim_end().strip_suffix("и др."))
    {
        Some(rest) => (rest.to_owned(), true),
        None => (line, false),
    };
    let line = [" and ", " & ", " и ", " with ", ", and "].iter().fold(line, |line, and| line.replace(and, " ; "));
    let chunks: Vec<Vec<&str>> =
        line.split([';', '·', '•', '|', '\t']).map(parts).filter(|parts| !parts.is_empty()).collect();
    let inverted = !chunks.is_empty() && chunks.iter().all(|parts| parts.len() == 2 && is_inverted(parts));
    let mut out = Vec::new();
    for chunk in chunks {
        if inverted {
            out.push(Author { family: chunk[0].to_owned(), given: chunk[1].to_owned(), ..Author::default() });
            continue;
        }
        for part in chunk.into_iter().flat_map(runs) {
            out.push(author(&part)?);
        }
    }
    (!out.is_empty() && out.len() <= MOST).then_some((out, cut))
}

/// Marks of footnotes and numbers of affiliations end a name: each becomes a comma.
fn without_marks(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        let raised = matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹');
        match c {
            '*' | '∗' | '†' | '‡' | '§' | '¶' | '#' | '^' | '⋆' | '★' | '✉' | '\\' | '(' | ')' | '[' | ']' => {
                out.push(',')
            }
            c if raised || c.is_ascii_digit() => out.push(','),
            c => out.push(c),
        }
    }
    out
}

/// The parts between commas, without parts that are no names: ids, degrees, single letters of affiliations.
fn parts(chunk: &str) -> Vec<&str> {
    let parts = chunk.split(',').map(|part| part.trim_matches([' ', ':', '-', '–', '—', '$', '{', '}']));
    parts
        .filter(|part| {
            part.chars().count() > 1
                && !matches!(*part, "ID" | "iD" | "ORCID" | "PhD" | "Ph.D." | "MD" | "Jr." | "III" | "II")
        })
        .collect()
}

/// `Di Cosmo, Roberto`: a family name, and given names of one word or initials.
fn is_inverted(parts: &[&str]) -> bool {
    let word =
        |part: &str| part.split(' ').all(|word| word.starts_with(|c: char| c.is_uppercase()) || is_particle(word));
    let given = parts[1].split(' ').collect::<Vec<_>>();
    let short = given.iter().filter(|word| !is_initial(word)).count() <= 1;
    word(parts[0])
        && word(parts[1])
        && short
        && parts[0].split(' ').count() <= 3
        && !parts[0].contains('.')
        && !is_place(parts[1])
}

/// `А. П. Ветрова И. С. Гаврилов` is a run of names: initials begin each.
fn runs(part: &str) -> Vec<String> {
    let words: Vec<&str> = part.split_whitespace().collect();
    if !words.first().is_some_and(|word| is_initial(word)) {
        return vec![part.to_owned()];
    }
    let mut out: Vec<Vec<&str>> = vec![Vec::new()];
    let mut before = "";
    for word in words {
        if is_initial(word) && !before.is_empty() && !is_initial(before) {
            out.push(Vec::new());
        }
        if let Some(name) = out.last_mut() {
            name.push(word);
        }
        before = word;
    }
    out.into_iter().map(|words| words.join(" ")).collect()
}

/// `A.`, `J.-P.`, `И.`
fn is_initial(word: &str) -> bool {
    word.ends_with('.')
        && word.split(['.', '-', '‐']).all(|letter| letter.chars().count() < 3)
        && word.starts_with(char::is_uppercase)
}

/// A name of two to four words, or more with particles.
fn author(part: &str) -> Option<Author> {
    let words: Vec<&str> = part.split_whitespace().collect();
    let small = words.iter().filter(|word| is_particle(word)).count();
    let good = |word: &&str| {
        is_particle(word)
            || is_initial(word)
            || (word.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase())
                && word
                    .chars()
                    .all(|c| c.is_alphabetic() || matches!(c, '-' | '‐' | '\'' | '’' | '.' | '\u{300}'..='\u{36f}'))
                && (word.chars().count() == 1
                    || word.chars().skip(1).any(char::is_lowercase)
                    || word.chars().count() < 24 && !word.is_ascii()
                    || is_shouted(part)))
    };
    let whole = words.iter().filter(|word| word.chars().count() > 1 && !is_initial(word) && !is_particle(word)).count();
    // Four and more whole words without initials are two names as well as one.
    if !(2..=4).contains(&(words.len() - small)) || whole == 0 || whole > 3 || !words.iter().all(good) || is_place(part)
    {
        return None;
    }
    if words.iter().any(|word| is_title_word(word)) {
        return None;
    }
    Some(named(&words))
}

/// A line of names in capital letters.
fn is_shouted(part: &str) -> bool {
    part.chars().filter(|c| c.is_alphabetic()).all(char::is_uppercase)
}

/// Splits words into given and family names.
fn named(words: &[&str]) -> Author {
    let patronymic = |word: &str| ["ович", "евич", "овна", "евна", "ична"].iter().any(|end| word.ends_with(end));
    let last = words.len() - 1;
    let leads = is_initial(words[last]) || (words.len() == 3 && patronymic(words[2]));
    if leads {
        let end = (1..=last).find(|at| is_initial(words[*at])).unwrap_or(1);
        return Author { family: words[..end].join(" "), given: words[end..].join(" "), ..Author::default() };
    }
    let mut from = last;
    while from > 1 && is_particle(words[from - 1]) {
        from -= 1;
    }
    Author { family: words[from..].join(" "), given: words[..from].join(" "), ..Author::default() }
}

/// Words that stand in titles and headings and in no name.
fn is_title_word(word: &str) -> bool {
    matches!(
        word,
        "Dear"
            | "The"
            | "And"
            | "Of"
            | "For"
            | "With"
            | "In"
            | "On"
            | "Using"
            | "From"
            | "Towards"
            | "Toward"
            | "Learning"
            | "Networks"
            | "Network"
            | "Models"
            | "Model"
            | "Analysis"
            | "Survey"
            | "Review"
            | "Abstract"
            | "Summary"
            | "Introduction"
            | "Edited"
            | "Reviewed"
            | "Equal"
            | "Contribution"
            | "Corresponding"
            | "Author"
            | "Authors"
            | "Keywords"
            | "Index"
            | "Terms"
            | "Work"
            | "Google"
            | "Microsoft"
            | "Amazon"
            | "Brain"
            | "Meta"
            | "Apple"
            | "Research"
            | "Team"
    )
}

/// True if a line is an affiliation.
fn is_affiliation(line: &str) -> bool {
    const WORDS: &str = "universit|institut|department|dept|laborator|college|school|faculty|center|centre|academy|corporation|inc.|ltd|gmbh|hospital|\
        ministry|company|division|google|microsoft|research|cnrs|inria|labs|университет|институт|кафедра|лаборатория|академия|факультет|центр";
    let lower = line.to_lowercase();
    WORDS.split('|').any(|word| lower.contains(word)) || lower.split(|c: char| !c.is_alphanumeric()).any(is_body)
}

/// True if a part is a country, a state or a city that affiliations end in.
fn is_place(part: &str) -> bool {
    const PLACES: &str = "united states|united kingdom|south korea|new zealand|new york|san francisco|hong kong|los angeles|south africa|saudi arabia|\
        czech republic|united arab emirates|palo alto|mountain view|menlo park|santa barbara|new jersey|north carolina|sri lanka|costa rica|tel aviv|\
        great britain|the netherlands|new delhi|san diego|san jose|santa clara|santa cruz|new haven|new mexico|ann arbor|republic of korea|new south wales";
    let lower = part.to_lowercase();
    PLACES.split('|').any(|place| lower == place)
}
