//! Folding of titles and names: case, accents, punctuation, TeX and the names of Greek letters.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The words of a text without case, accents, punctuation and TeX, a blank between them: `α` is `alpha`.
pub(super) fn folded(text: &str) -> String {
    let text = without_tex(text);
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in text.nfkd() {
        // Apostrophes join the letters around them.
        if is_combining_mark(c) || matches!(c, '\'' | '’' | '‘' | 'ʼ' | '\u{ad}') {
            continue;
        }
        if !c.is_alphanumeric() {
            gap = true;
            continue;
        }
        if gap && !out.is_empty() {
            out.push(' ');
        }
        gap = false;
        match spelled(c) {
            Some(letters) => out.push_str(letters),
            None => out.extend(c.to_lowercase().filter(|c| !is_combining_mark(*c))),
        }
    }
    out
}

/// The folded text without blanks: two ways of hyphenating a title meet here.
pub(super) fn compact(text: &str) -> String {
    folded(text).split(' ').collect()
}

/// Commands of TeX: the name of a symbol stays, one that sets type goes.
fn without_tex(text: &str) -> String {
    if !text.contains(['\\', '$', '{']) {
        return text.to_owned();
    }
    const TYPE: [&str; 18] = [
        "textbf",
        "textit",
        "textsc",
        "texttt",
        "textrm",
        "textsf",
        "textsl",
        "emph",
        "mathrm",
        "mathbf",
        "mathcal",
        "mathbb",
        "mathit",
        "mathsf",
        "operatorname",
        "text",
        "em",
        "it",
    ];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                let (command, tail) = rest.split_at(length);
                if length == 0 {
                    // An accent: `\'e`.
                    let mark = tail.chars().next().map_or(0, |c| if c.is_whitespace() { 0 } else { c.len_utf8() });
                    rest = &tail[mark..];
                } else {
                    if !TYPE.contains(&command) {
                        out.push_str(command);
                    }
                    rest = tail;
                }
            }
            '$' | '{' | '}' => (),
            c => out.push(c),
        }
    }
    out
}

/// Letters that have no accent to take off, and those of Greek.
fn spelled(c: char) -> Option<&'static str> {
    const GREEK: [&str; 25] = [
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu",
        "xi", "omicron", "pi", "rho", "sigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    ];
    let greek = |from: char| GREEK.get((c as usize).checked_sub(from as usize)?).copied();
    Some(match c {
        'ß' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'ø' | 'Ø' => "o",
        'ł' | 'Ł' => "l",
        'đ' | 'Đ' | 'ð' | 'Ð' => "d",
        'þ' | 'Þ' => "th",
        'ı' => "i",
        'α'..='ω' => greek('α')?,
        'Α'..='Ω' => greek('Α')?,
        _ => return None,
    })
}

/// True if two family names are one: equal, or one is the other without its first parts (`Gutiérrez` and `Jiménez
/// Gutiérrez`, `Gouvêa` and `de Gouvêa`).
pub(super) fn same_family(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    let within = |long: &str, short: &str| {
        !short.is_empty() && long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
    };
    within(&one, &other) || within(&other, &one)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spellings_of_a_title_meet() {
        assert_eq!(folded("The $\\alpha$-Stable {BERT}"), "the alpha stable bert");
        assert_eq!(folded("the α-stable BERT"), "the alpha stable bert");
        assert_eq!(folded(r"Caf\'e \textit{Müller}"), "cafe muller");
        assert_eq!(folded("Bayes’s Łódź"), "bayess lodz");
        assert_eq!(compact("Query-focused sum-marization"), "queryfocusedsummarization");
        assert!(same_family("Gutierrez", "Jiménez Gutiérrez"));
        assert!(!same_family("Smith", "Goldsmith"));
        assert!(!same_family("", "Smith"));
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,40}") {
            let once = folded(&text);
            prop_assert_eq!(folded(&once), once);
        }
    }
}
