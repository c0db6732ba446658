//! Declarations of a document about its own name: aliases in its metadata, a redirect, and a qualifier in
//! the brackets of its title, which gives the sense of the bare title.

use quipu_kernel::model::{AliasLink, AliasRule, Kind, Mention, Metadata, Name, Span};

/// Metadata fields that hold other names of a document's topic.
const FIELDS: [&str; 4] = ["aliases", "alias", "redirects", "aka"];
/// The most names taken from them.
const MOST: usize = 32;
/// Words that begin a page which only leads to another one.
const REDIRECTS: [&str; 2] = ["#redirect", "#перенаправление"];

/// The bare names of a title with a qualifier in brackets, each with the whole: with its article, and
/// without.
pub(in crate::names) fn qualified(title: &str) -> Vec<(Name, Name)> {
    let whole = title.trim();
    let Some(at) = whole.rfind(['(', '（']).filter(|at| *at > 0 && whole.ends_with([')', '）'])) else {
        return Vec::new();
    };
    let (bare, full) = (whole[..at].trim_end(), Name::new(whole));
    let plain = ["The ", "A ", "An "].iter().find_map(|article| bare.strip_prefix(article)).unwrap_or(bare);
    let mut out = vec![(Name::new(bare), full.clone()), (Name::new(plain), full)];
    out.retain(|(bare, full)| !bare.folded.is_empty() && bare.folded != full.folded);
    out.dedup();
    out
}

/// A mention in the sense that a title with a qualifier gives it.
pub(in crate::names) fn in_sense(title: &str, mention: Mention) -> Mention {
    let named = |(bare, _): &(Name, Name)| bare.folded == mention.name.folded;
    match qualified(title).into_iter().find(named) {
        Some((bare, whole)) => Mention { name: bare.in_sense_of(&whole.folded), ..mention },
        None => mention,
    }
}

/// Other names that metadata declare, as mentions of a document of this title.
pub fn declared_names(title: &str, metadata: &Metadata) -> Vec<Mention> {
    let whole = Name::new(title);
    let mention =
        |form: String| Mention { name: meant(&form, &whole), form, span: Span::default(), kind: Kind::Entity };
    aliases(metadata).into_iter().map(mention).collect()
}

/// A declared name: an acronym may be that of other pages too, and means this one in a sense of its own.
fn meant(form: &str, whole: &Name) -> Name {
    let name = Name::new(form);
    let acronym = form.chars().nth(6).is_none() && form.chars().all(char::is_uppercase) && !whole.folded.is_empty();
    if acronym { name.in_sense_of(&whole.folded) } else { name }
}

/// Other names that metadata declare.
fn aliases(metadata: &Metadata) -> Vec<String> {
    let values = FIELDS.iter().filter_map(|field| metadata.get(*field));
    let one = |value: &serde_json::Value| value.as_str().map(|text| text.trim().to_owned());
    let each = |value: &serde_json::Value| match value.as_array() {
        Some(several) => several.iter().filter_map(one).collect(),
        None => one(value).into_iter().collect::<Vec<_>>(),
    };
    let mut out: Vec<String> = values.flat_map(each).filter(|name| !Name::new(name).folded.is_empty()).collect();
    out.truncate(MOST);
    out
}

/// The page that a text only leads to.
fn redirect(text: &str) -> Option<Name> {
    let line = text.trim_start().lines().next()?;
    let lower = line.to_lowercase();
    REDIRECTS.iter().find(|word| lower.starts_with(**word))?;
    let (_, rest) = line.split_once("[[")?;
    let (target, _) = rest.split_once("]]")?;
    let target = target.split(['|', '#']).next().unwrap_or_default();
    Some(Name::new(target)).filter(|name| !name.folded.is_empty())
}

/// True if a text has a name of one word in small letters, too: elsewhere it is a common noun, as that of the film
/// "Casino".
fn is_common(name: &Name, text: &str) -> bool {
    !name.folded.contains(' ') && text.split(|c: char| !c.is_alphanumeric()).any(|word| word == name.folded)
}

/// Links between names of one meaning that a document's title, metadata and text declare.
pub fn declared(title: &str, metadata: &Metadata, text: &str) -> Vec<AliasLink> {
    let whole = Name::new(title);
    let link = |a: &Name, b: Name, rule| AliasLink { a: a.clone(), b, rule, quote: Span::default() };
    let mut out = Vec::new();
    for (bare, whole) in qualified(title) {
        let sensed = bare.in_sense_of(&whole.folded);
        out.push(link(&whole, sensed, AliasRule::Title));
        // A number or a year means itself in other documents: 1984, and the opera "1984".
        let is_number = !bare.folded.contains(char::is_alphabetic);
        let elsewhere = !is_number && !is_common(&bare, text);
        out.extend(elsewhere.then(|| link(&whole, bare, AliasRule::Title)));
    }
    for name in aliases(metadata) {
        let (plain, meant) = (Name::new(&name), meant(&name, &whole));
        out.extend((plain != meant).then(|| link(&whole, meant, AliasRule::Declared)));
        out.push(link(&whole, plain, AliasRule::Declared));
    }
    out.extend(redirect(text).map(|target| link(&target, whole.clone(), AliasRule::Declared)));
    out.retain(|link| link.a != link.b && !link.a.folded.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(title: &str, metadata: &str, text: &str) -> Vec<(String, String, bool)> {
        let metadata: Metadata = serde_json::from_str(metadata).unwrap();
        let told = |link: AliasLink| (link.a.folded.clone(), link.b.folded.clone(), link.is_tentative());
        declared(title, &metadata, text).into_iter().map(told).collect()
    }

    fn told(a: &str, b: &str, tentative: bool) -> (String, String, bool) {
        (a.to_owned(), b.to_owned(), tentative)
    }

    #[test]
    fn a_qualifier_gives_a_sense_and_leads_there_from_elsewhere() {
        let expected =
            [told("moonlight 2016 film", "moonlight", false), told("moonlight 2016 film", "moonlight", true)];
        assert_eq!(pairs("Moonlight (2016 film)", "{}", ""), expected);
        let common = pairs("Depot (1995 film)", "{}", "A guard sleeps in a depot.");
        assert_eq!(common, [told("depot 1995 film", "depot", false)]);
        assert_eq!(pairs("1984 (opera)", "{}", ""), [told("1984 opera", "1984", false)]);
        assert!(pairs("Moonlight", "{}", "").is_empty() && pairs("(2016)", "{}", "").is_empty());
    }

    #[test]
    fn aliases_and_redirects_are_declared() {
        let expected = [told("machine learning", "ml", false), told("machine learning", "ml", true)];
        assert_eq!(pairs("Machine learning", r#"{"aliases": ["ML"]}"#, ""), expected);
        assert_eq!(pairs("Tea", r#"{"aliases": ["Chai"]}"#, ""), [told("tea", "chai", true)]);
        let text = "#REDIRECT [[Mount Everest#Names|x]]\nmore";
        assert_eq!(pairs("Sagarmatha", "{}", text), [told("mount everest", "sagarmatha", true)]);
    }
}
