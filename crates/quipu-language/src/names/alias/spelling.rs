//! Other spellings of one name: accents, ligatures, `&`, dots and hyphens, British and American, with an article.
//!
//! Every spelling leads to one: without accents, with `and`, initials and hyphenated words joined, as
//! Americans write it. A name that is so written leads nowhere.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use quipu_kernel::model::Name;
use quipu_kernel::text::fold_name;

/// Letters that no accent makes.
const LIGATURES: [(char, &str); 10] = [
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o"),
    ('ß', "ss"),
    ('ł', "l"),
    ('đ', "d"),
    ('ð', "d"),
    ('þ', "th"),
    ('ı', "i"),
    ('ə', "a"),
];

/// Whole words, British and American.
const WORDS: [(&str, &str); 24] = [
    ("aluminium", "aluminum"),
    ("armour", "armor"),
    ("behaviour", "behavior"),
    ("catalogue", "catalog"),
    ("centre", "center"),
    ("centres", "centers"),
    ("colour", "color"),
    ("colours", "colors"),
    ("defence", "defense"),
    ("favourite", "favorite"),
    ("fibre", "fiber"),
    ("grey", "gray"),
    ("harbour", "harbor"),
    ("honour", "honor"),
    ("honours", "honors"),
    ("labour", "labor"),
    ("licence", "license"),
    ("metre", "meter"),
    ("neighbour", "neighbor"),
    ("neighbourhood", "neighborhood"),
    ("programme", "program"),
    ("sulphur", "sulfur"),
    ("theatre", "theater"),
    ("theatres", "theaters"),
];

/// Names of one place in common use for each other; acronyms as they are written.
const PLACES: [(&str, &str); 10] = [
    ("US", "united states"),
    ("U.S.", "united states"),
    ("USA", "united states"),
    ("United States of America", "united states"),
    ("UK", "united kingdom"),
    ("U.K.", "united kingdom"),
    ("Kyiv", "kiev"),
    ("Kharkiv", "kharkov"),
    ("Lviv", "lvov"),
    ("Odesa", "odessa"),
];

/// The spelling that a written name of this folded form leads to, where it is another one.
pub(super) fn plain_of(form: &str, folded: &str) -> Option<Name> {
    if let Some((_, place)) = PLACES.iter().find(|(written, _)| *written == form) {
        return Some(Name { folded: (*place).to_owned(), sense: String::new() });
    }
    if let Some(bare) = declined_acronym(form) {
        return Some(Name { folded: fold_name(bare), sense: String::new() });
    }
    let written = folded;
    let (form, folded) = without_article(form, folded);
    let company = company(folded);
    let folded = company.as_deref().unwrap_or(folded);
    let marked = !form.is_ascii() || form.contains(['&', '.', '-']);
    if folded == written
        && !marked
        && !folded.split(' ').enumerate().any(|(at, word)| american(at, word, form).is_some())
    {
        return None;
    }
    let out = match &company {
        Some(company) => fold_name(&unmarked(company)),
        None if marked => fold_name(&unmarked(form)),
        None => folded.to_owned(),
    };
    let word = |(at, word): (usize, &str)| american(at, word, form).unwrap_or_else(|| word.to_owned());
    let out = out.split(' ').enumerate().map(word).collect::<Vec<_>>().join(" ");
    (out != written && !out.is_empty()).then(|| Name { folded: out, sense: String::new() })
}

/// Legal forms of companies at the end of a name, each with the one that it is taken for.
const FORMS: [(&str, &str); 22] = [
    ("corporation", "corp"),
    ("corp", "corp"),
    ("incorporated", "inc"),
    ("inc", "inc"),
    ("limited", "ltd"),
    ("ltd", "ltd"),
    ("llc", "llc"),
    ("plc", "plc"),
    ("gmbh", "gmbh"),
    ("mbh", "gmbh"),
    ("ag", "ag"),
    ("kg", "kg"),
    ("kgaa", "kg"),
    ("ohg", "ohg"),
    ("se", "se"),
    ("sa", "sa"),
    ("sarl", "sarl"),
    ("spa", "spa"),
    ("bv", "bv"),
    ("nv", "nv"),
    ("ab", "ab"),
    ("oy", "oy"),
];

/// A company by one spelling of its legal form, and without it where several words name it: "Orvane Corporation" is
/// "orvane corp", "Stadtwerke Lindau GmbH" is "stadtwerke lindau".
fn company(folded: &str) -> Option<String> {
    let (mut rest, mut last) = (folded, None);
    while let Some((before, word)) = rest.rsplit_once(' ') {
        let word = word.trim_matches(['.', ',']);
        // "GmbH & Co. KG".
        if word == "co" && last.is_some() {
            rest = before.trim_end_matches([',', '&', ' ']);
            continue;
        }
        let Some((_, form)) = FORMS.iter().find(|(written, _)| *written == word) else { break };
        rest = before.trim_end_matches([',', '&', ' ']);
        last = last.or(Some(*form));
    }
    let last = last?;
    Some(if rest.contains(' ') { rest.to_owned() } else { format!("{rest} {last}") })
}

/// A German name without umlauts, as it is written where there are none: "Müller" is "Mueller".
pub(super) fn without_umlauts(form: &str) -> Option<Name> {
    let umlaut = |c: char| matches!(c, 'ä' | 'ö' | 'ü' | 'Ä' | 'Ö' | 'Ü');
    let composed: String = form.nfc().collect();
    composed.contains(umlaut).then(|| {
        let plain = composed.to_lowercase().replace('ä', "ae").replace('ö', "oe").replace('ü', "ue");
        Name { folded: fold_name(&plain.replace('ß', "ss")), sense: String::new() }
    })
}

/// A name of several words without the article that some write before it: "The Grey Harbour". A single word may be
/// another name: The Hague, and William Hague.
fn without_article<'a>(form: &'a str, folded: &'a str) -> (&'a str, &'a str) {
    let bare = form.strip_prefix("The ").zip(folded.strip_prefix("the "));
    bare.filter(|(_, folded)| folded.contains(' ')).unwrap_or((form, folded))
}

/// The acronym that stands in a Russian case: БАМ of "БАМа".
fn declined_acronym(form: &str) -> Option<&str> {
    let upper = form.trim_end_matches(|c: char| ('а'..='я').contains(&c));
    let ending = &form[upper.len()..];
    let acronym = upper.chars().nth(2).is_some() && upper.chars().all(|c| ('А'..='Я').contains(&c));
    (acronym && ["а", "у", "е", "ом"].contains(&ending)).then_some(upper)
}

/// Without accents, `&`, dots of initials and hyphens.
fn unmarked(form: &str) -> String {
    let mut out = if form.is_ascii() { form.to_owned() } else { bare(form) };
    if form.contains('&') {
        out = out.replace('&', " and ");
    }
    if form.contains('.') {
        out = initials_joined(&out);
    }
    if !form.contains(' ') && form.contains('-') {
        out = hyphens_joined(&out);
    }
    out
}

/// Latin letters without their accents; other scripts as they are.
fn bare(form: &str) -> String {
    let mut out = String::with_capacity(form.len());
    let mut latin = false;
    for c in form.nfd() {
        if is_combining_mark(c) && latin {
            continue;
        }
        let lower = c.to_lowercase().next().unwrap_or(c);
        latin = lower.is_ascii_alphabetic();
        match LIGATURES.iter().find(|(ligature, _)| *ligature == lower) {
            Some((_, plain)) => out.push_str(plain),
            None => out.push(c),
        }
    }
    out.nfc().collect()
}

/// "U.S." and "J. R. R. Tolkien": single letters with dots become one word.
fn initials_joined(form: &str) -> String {
    let mut words: Vec<(String, bool)> = Vec::new();
    for word in form.split_whitespace() {
        let parts = || word.split('.').filter(|part| !part.is_empty());
        let initials = word.contains('.') && parts().all(|part| part.chars().nth(1).is_none());
        match words.last_mut().filter(|(_, before)| *before && initials) {
            Some((before, _)) => before.extend(parts()),
            None if initials => words.push((parts().collect(), true)),
            None => words.push((word.to_owned(), false)),
        }
    }
    words.into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(" ")
}

/// "Spider-Man", when it is all of the name and has no single letters or numbers.
fn hyphens_joined(form: &str) -> String {
    let parts = || form.split('-');
    let words = parts().count() == 2
        && parts()
            .all(|part| part.chars().nth(1).is_some() && part.chars().all(|c| c.is_alphabetic() && c < '\u{370}'));
    // "Медиа-холдинг", but "Нью-Йорк".
    let noun = || {
        parts().count() == 2
            && parts()
                .all(|part| part.chars().nth(2).is_some() && part.chars().all(|c| ('\u{400}'..='\u{4ff}').contains(&c)))
            && parts().next_back().is_some_and(|part| part.starts_with(char::is_lowercase))
    };
    if words || noun() { form.replace('-', "") } else { form.to_owned() }
}

/// The word as Americans write it and in full, where that is another one.
fn american(at: usize, word: &str, form: &str) -> Option<String> {
    if let Some((_, american)) = WORDS.iter().find(|(british, _)| *british == word) {
        return Some((*american).to_owned());
    }
    match word {
        "st" if at == 0 && form.starts_with("St") && form.contains(' ') => Some("saint".to_owned()),
        "mt" if at == 0 && form.starts_with("Mt") && form.contains(' ') => Some("mount".to_owned()),
        _ => {
            let cut = if word.len() > 9 { word.find("isation")? } else { return None };
            Some(format!("{}iz{}", &word[..cut], &word[cut + 2..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain(form: &str) -> Option<Name> {
        plain_of(form, &fold_name(form))
    }

    fn of(form: &str) -> String {
        plain(form).map_or_else(|| fold_name(form), |name| name.folded)
    }

    #[test]
    fn spellings_meet() {
        for (one, other) in [
            ("Beyoncé", "Beyonce"),
            ("Kurt Gödel", "Kurt Godel"),
            ("Mærsk", "Maersk"),
            ("Johnson & Johnson", "Johnson and Johnson"),
            ("U.S.", "US"),
            ("J. R. R. Tolkien", "J.R.R. Tolkien"),
            ("J.R.R. Tolkien", "JRR Tolkien"),
            ("Spider-Man", "Spiderman"),
            ("World Health Organisation", "World Health Organization"),
            ("St. Petersburg", "Saint Petersburg"),
            ("Sydney Harbour", "Sydney Harbor"),
            ("The Iron Bridge", "Iron Bridge"),
            ("The Grey Mill", "Gray Mill"),
            ("БАМа", "БАМ"),
            ("Varno Corporation", "VARNO Corp."),
            ("Bauhof Singen GmbH & Co. KG", "Bauhof Singen"),
            ("Straße der Musik", "Strasse der Musik"),
        ] {
            assert_eq!(of(one), of(other));
        }
    }

    #[test]
    fn other_names_stay_apart() {
        assert_eq!(plain("Ada Lovelace"), None);
        assert_eq!(plain("Владимир Путин"), None);
        assert_eq!(plain("Королёв"), None);
        assert_ne!(of("F-16"), of("F16A"));
        assert_eq!(plain("George W. Bush"), None);
        assert!(of("The Hague") != of("Hague") && of("Theo Grant") != of("o Grant"));
    }

    proptest! {
        #[test]
        fn the_plain_spelling_leads_nowhere(form in "\\PC{0,24}") {
            if let Some(name) = plain(&form) {
                prop_assert!(!name.folded.is_empty());
            }
        }
    }
}
