//! Names of authors and editors: BibTeX's `First von Last`, `von Last, First` and `von Last, Jr, First`, and the forms
//! of RIS.

use super::tex::{Glyph, escaped, glyphs, words};
use super::text::collapsed;
use crate::Author;

/// The authors of a list, and true if it ends in "and others" or "et al."
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) authors: Vec<Author>,
    pub(super) cut: bool,
}

impl Names {
    /// Takes in one more name; "others" and "et al." mark the list as cut.
    pub(super) fn push(&mut self, name: &[Glyph]) {
        let whole = said(name);
        let lower = whole.to_lowercase();
        if matches!(lower.as_str(), "others" | "et al" | "et al." | "et alii") {
            self.cut = true;
            return;
        }
        let end = [" et al.", " et al"].into_iter().find(|end| lower.ends_with(end));
        let name = match end {
            Some(end) => {
                self.cut = true;
                name.get(..name.len().saturating_sub(end.len())).unwrap_or_default()
            }
            None => name,
        };
        self.authors.extend(one(trimmed(name)));
    }
}

/// The names of an `author` or `editor` field in TeX.
pub(super) fn names(tex: &str) -> Names {
    let all = glyphs(tex);
    let mut names = Names::default();
    let (mut start, mut at) = (0, 0);
    for word in all.split(|glyph| glyph.c == ' ' && glyph.group == 0) {
        if is_and(word) {
            names.push(trimmed(all.get(start..at).unwrap_or_default()));
            start = at + word.len();
        }
        at += word.len() + 1;
    }
    names.push(trimmed(all.get(start..).unwrap_or_default()));
    names
}

/// One name as RIS gives it: `Family, Given, Suffix`, a body in braces or with nothing after a comma.
pub(super) fn ris_name(text: &str, names: &mut Names) {
    let text = collapsed(text);
    let body = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).or_else(|| text.strip_suffix(','));
    if let Some(body) = body.map(str::trim).filter(|body| !body.is_empty()) {
        names.authors.push(Author { family: body.to_owned(), body: true, ..Author::default() });
        return;
    }
    if !text.contains(',') {
        let letters: Vec<Glyph> = text.chars().map(|c| Glyph { c, group: 0 }).collect();
        return names.push(&letters);
    }
    let mut parts = text.splitn(3, ',').map(str::trim);
    let mut part = || parts.next().unwrap_or_default().to_owned();
    names.authors.push(Author { family: part(), given: part(), suffix: part(), ..Author::default() });
}

fn is_and(word: &[Glyph]) -> bool {
    let letters = word.iter().map(|glyph| glyph.c.to_ascii_lowercase());
    letters.eq("and".chars()) && word.iter().all(|glyph| glyph.group == 0)
}

fn said(glyphs: &[Glyph]) -> String {
    collapsed(&glyphs.iter().map(|glyph| glyph.c).collect::<String>())
}

fn trimmed(mut glyphs: &[Glyph]) -> &[Glyph] {
    while let [Glyph { c: ' ', .. }, rest @ ..] | [rest @ .., Glyph { c: ' ', .. }] = glyphs {
        glyphs = rest;
    }
    glyphs
}

fn one(name: &[Glyph]) -> Option<Author> {
    let first = name.first()?;
    if first.group != 0 && name.iter().all(|glyph| glyph.group == first.group) {
        return Some(Author { family: said(name), body: true, ..Author::default() });
    }
    let parts: Vec<&[Glyph]> = name.splitn(3, |glyph| glyph.c == ',' && glyph.group == 0).map(trimmed).collect();
    let author = match parts.as_slice() {
        [whole] => unparted(whole),
        [family, given] => Author { family: said(family), given: said(given), ..Author::default() },
        [family, suffix, given] => {
            Author { family: said(family), given: said(given), suffix: said(suffix), ..Author::default() }
        }
        _ => return None,
    };
    (!author.family.is_empty() || !author.given.is_empty()).then_some(author)
}

/// `First von Last`: the last word is the family name, with the words in lower case before it.
fn unparted(name: &[Glyph]) -> Author {
    let words = words(name);
    let last = words.len().saturating_sub(1);
    let text = |from: usize, to: usize| {
        let words: Vec<String> = words.get(from..to).unwrap_or_default().iter().map(|word| said(word)).collect();
        words.join(" ")
    };
    if words.last().is_some_and(|word| matches!(said(word).as_str(), "Collaboration" | "Consortium")) {
        return Author { family: said(name), body: true, ..Author::default() };
    }
    let von = words.get(..last).unwrap_or_default().iter().position(|word| is_particle(word)).unwrap_or(last);
    Author { family: text(von, words.len()), given: text(0, von), ..Author::default() }
}

/// True if a word begins in lower case, outside of braces.
fn is_particle(word: &[Glyph]) -> bool {
    word.iter().find(|glyph| glyph.c.is_alphabetic()).is_some_and(|glyph| glyph.group == 0 && glyph.c.is_lowercase())
}

/// The names as an `author` field in TeX.
pub(super) fn in_tex(authors: &[Author], cut: bool) -> String {
    let mut names: Vec<String> = authors.iter().map(author_in_tex).collect();
    if cut {
        names.push("others".to_owned());
    }
    names.join(" and ")
}

fn author_in_tex(author: &Author) -> String {
    let family = escaped(&author.family);
    if author.body {
        return format!("{{{family}}}");
    }
    let part = |text: &str| {
        let braced = text.contains(',') || text.split_whitespace().any(|word| word.eq_ignore_ascii_case("and"));
        if braced { format!("{{{}}}", escaped(text)) } else { escaped(text) }
    };
    let (family, given, suffix) = (part(&author.family), part(&author.given), part(&author.suffix));
    match (given.is_empty(), suffix.is_empty()) {
        (true, true) if !family.contains(' ') && !family.starts_with('{') => family,
        (_, true) => format!("{family}, {given}").trim_end().to_owned(),
        (_, false) => format!("{family}, {suffix}, {given}").trim_end().to_owned(),
    }
}

/// The name as RIS writes it; a body has nothing after its comma.
pub(super) fn in_ris(author: &Author) -> String {
    let Author { family, given, suffix, body, .. } = author;
    match (given.is_empty(), suffix.is_empty()) {
        _ if *body => format!("{family},"),
        (true, true) if !family.contains([' ', ',']) => family.clone(),
        (_, true) => format!("{family}, {given}").trim_end().to_owned(),
        (_, false) => format!("{family}, {given}, {suffix}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tex: &str) -> Vec<String> {
        let parts = |author: &Author| format!("{}|{}|{}|{}", author.family, author.suffix, author.given, author.body);
        names(tex).authors.iter().map(parts).collect()
    }

    #[test]
    fn the_three_forms_of_a_name_are_told_apart() {
        assert_eq!(read("Ludwig van Beethoven"), ["van Beethoven||Ludwig|false"]);
        assert_eq!(read("van den Berg, Jr., Rianne"), ["van den Berg|Jr.|Rianne|false"]);
        assert_eq!(
            read(r"de la Vall{\'e}e Poussin, Charles Louis Xavier Joseph AND Plato"),
            ["de la Vallée Poussin||Charles Louis Xavier Joseph|false", "Plato|||false"]
        );
        assert_eq!(
            read(r"\L ukasz Kaiser and {\'E}mile {von Humboldt}"),
            ["Kaiser||Łukasz|false", "von Humboldt||Émile|false"]
        );
        assert_eq!(
            read(r"{Barnes and Noble, Inc.} and {\'Ecole du Nord}"),
            ["Barnes and Noble, Inc.|||true", "École du Nord|||true"]
        );
        assert_eq!(
            read("The ATLAS Collaboration and Bin Laden,"),
            ["The ATLAS Collaboration|||true", "Bin Laden|||false"]
        );
        assert!(read(" and , and ").is_empty());
    }

    #[test]
    fn others_cut_the_list() {
        for tex in ["A. One and others", "A. One and et al.", "A. One et al."] {
            let names = names(tex);
            assert!(names.cut, "{tex}");
            assert_eq!(names.authors.len(), 1, "{tex}");
            assert_eq!(names.authors[0].family, "One", "{tex}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let author = |family: &str, given: &str, suffix: &str, body: bool| Author {
            family: family.into(),
            given: given.into(),
            suffix: suffix.into(),
            body,
            affiliation: None,
        };
        let all = vec![
            author("van den Berg", "Rianne", "Jr.", false),
            author("Plato", "", "", false),
            author("Bin Laden", "", "", false),
            author("O'Neil & Co, and more", "", "", true),
            author("Smith and Wesson", "A_b", "", false),
        ];
        let tex = in_tex(&all, true);
        assert_eq!(names(&tex), Names { authors: all.clone(), cut: true }, "{tex}");
        let mut again = Names::default();
        all.iter().for_each(|author| ris_name(&in_ris(author), &mut again));
        assert_eq!(again.authors[..2], all[..2]);
        assert_eq!(again.authors[3..], all[3..]);
    }
}
