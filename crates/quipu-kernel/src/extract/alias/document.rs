//! A document as its names are understood: what stands around each of them.

use std::collections::{BTreeMap, BTreeSet};

use super::Said;
use super::context::{self, Whose};
use super::heard::{self, Heard};
use crate::model::{AliasRule, Extractor, Kind, Mention};

/// A document as its names are understood.
#[derive(Default)]
pub(super) struct Document<'a> {
    /// Its names, each with its most telling mention and, of Russian ones, how it is heard.
    pub(super) names: BTreeMap<&'a str, (&'a Mention, Option<Heard>)>,
    /// Single Russian words that stand in quotes wherever they stand: brands, teams, works.
    pub(super) quoted: BTreeSet<&'a str>,
    /// Single words that are said of places: "in Washington".
    pub(super) placed: BTreeSet<&'a str>,
    /// Names of what was called otherwise before, as towns are and people are not.
    pub(super) renamed: BTreeSet<&'a str>,
    /// Single Russian words that are towns where they stand: "в Иванове".
    pub(super) towns: BTreeSet<&'a str>,
    /// Russian names that may be of him or of her, with all that what stands around them says of it.
    pub(super) told: BTreeSet<(&'a str, Whose)>,
    /// Whether it, or some name, is written in Cyrillic.
    pub(super) russian: bool,
}

impl<'a> Document<'a> {
    pub(super) fn of(said: &'a [Said<'_>]) -> Self {
        let facts = |said: &'a Said<'_>| said.facts.iter().filter(|facts| facts.extractor == Extractor::Rules);
        let mentions = said.iter().flat_map(|said| {
            let text = said.chunk.text.as_str();
            facts(said).flat_map(|facts| &facts.mentions).map(move |mention| (text, mention))
        });
        let russian = said.iter().any(|said| is_russian(&said.chunk.text));
        let mut out = Self { russian, renamed: renamed(said), ..Self::default() };
        let mut bare = BTreeSet::new();
        for (text, mention) in mentions.filter(|(_, mention)| heard::is_heard(mention)) {
            let folded = mention.name.folded.as_str();
            let (single, cyrillic) = (!folded.contains(' '), heard::is_cyrillic(folded));
            out.russian |= cyrillic;
            if single && is_placed(text, mention) {
                out.placed.insert(folded);
            }
            if single && cyrillic {
                let quoted = if is_quoted(text, mention) { &mut out.quoted } else { &mut bare };
                quoted.insert(folded);
                out.towns.extend(context::is_town(text, mention).then_some(folded));
            }
            match out.names.get_mut(folded) {
                // Who is once said to be a person is one, and else the first way to write it counts.
                Some((known, _)) if mention.kind == Kind::Person && known.kind != Kind::Person => *known = mention,
                Some(_) => {}
                None => {
                    let heard = cyrillic.then(|| Heard::new(folded, &mention.form));
                    out.names.insert(folded, (mention, heard));
                }
            }
            if out.names.get(folded).and_then(|(_, heard)| heard.as_ref()).is_some_and(|heard| heard.ambiguous) {
                out.told.extend(context::whose(text, mention).map(|whose| (folded, whose)));
            }
        }
        out.quoted.retain(|name| !bare.contains(name));
        out
    }
}

/// Whether a mention stands where places do.
fn is_placed(text: &str, mention: &Mention) -> bool {
    const BEFORE: [&str; 8] =
        [" in ", " city of ", " state of ", " near ", "In ", " town of ", " в городе ", " из города "];
    let before = text.get(..mention.span.range().start).unwrap_or_default();
    !mention.span.is_empty() && BEFORE.iter().any(|word| before.ends_with(word))
}

/// Folded names of which a sentence says that they were others before: "Тольятти до 1964 года назывался …".
fn renamed<'a>(said: &'a [Said<'_>]) -> BTreeSet<&'a str> {
    const WORDS: [&str; 2] = ["называл", "переимен"];
    let told = said.iter().flat_map(|said| {
        let links = said.facts.iter().flat_map(|facts| &facts.links).filter(|link| link.rule == AliasRule::Known);
        links.map(|link| (link, said.chunk.text.get(link.quote.range()).unwrap_or_default()))
    });
    let told = told.filter(|(_, sentence)| WORDS.iter().any(|word| sentence.contains(word)));
    told.map(|(link, _)| link.a.folded.as_str()).collect()
}

/// Whether a text is written in Cyrillic: most of its first letters.
fn is_russian(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic()).take(64);
    letters().filter(|c| ('\u{400}'..='\u{4ff}').contains(c)).count() * 2 > letters().count()
}

/// Whether a mention stands in Russian quotes.
fn is_quoted(text: &str, mention: &Mention) -> bool {
    let (before, behind) = (text.get(..mention.span.range().start), text.get(mention.span.range().end..));
    before.is_some_and(|before| before.ends_with(['«', '„']))
        && behind.is_some_and(|behind| behind.starts_with(['»', '“']))
}
