//! A document as its names are understood: properties of each name and of the words around it.

use std::collections::{BTreeMap, BTreeSet};

use super::ExtractedChunk;
use super::beside;
use super::context::{self, NameOwner};
use super::heard::{self, HeardMention, sound_of};
use super::people::is_full_name;
use super::{lives, regions, seats};
use crate::names::sorts::NameSort;
use quipu_kernel::model::{AliasRule, ExtractedBy, Kind, Mention};
use quipu_kernel::text::{char_start, head};
use rustc_hash::FxHashSet;

/// A document as its names are understood.
#[derive(Default)]
pub(super) struct NamedDocument<'a> {
    /// Its names, each with its most informative mention and, for Russian ones, its sound.
    pub(super) names: BTreeMap<&'a str, (&'a Mention, Option<HeardMention>)>,
    /// Single Russian words that stand in quotes wherever they stand: brands, teams, works.
    pub(super) quoted: BTreeSet<&'a str>,
    /// Single words that are said of places: "in Washington".
    pub(super) placed: BTreeSet<&'a str>,
    /// Names of renamed things: towns are renamed, people are not.
    pub(super) renamed: BTreeSet<&'a str>,
    /// Single Russian words that are towns where they stand: "в Иванове".
    pub(super) towns: BTreeSet<&'a str>,
    /// Russian names that may be a man's or a woman's, with all evidence of the words around them.
    pub(super) told: BTreeSet<(&'a str, NameOwner)>,
    /// Sorts of things of its single names, by their sounds, each with true if it is quoted there.
    pub(super) sorts: BTreeMap<(String, bool), BTreeSet<NameSort>>,
    /// Regions of its towns, by their sounds.
    regions: BTreeSet<(String, String)>,
    /// Birth years of people of one full name, by its sound.
    pub(super) born: BTreeMap<String, BTreeSet<u16>>,
    /// Towns in which bodies and buildings are said to be, and lands of towns ("Springfield, Illinois"), by how these are
    /// heard.
    pub(super) seats: BTreeMap<String, BTreeSet<String>>,
    /// Single Russian common nouns that the document speaks of, by their sounds.
    pub(super) terms: BTreeSet<String>,
    /// Full names of people after whom something is named there, whose short name may be its name.
    pub(super) honoured: BTreeSet<&'a str>,
    /// Last words of its Latin names of unknown kind that it writes in small letters, too: of "Harbor Search", no surname.
    pub(super) common: BTreeSet<&'a str>,
    /// True if it, or some name, is written in Cyrillic.
    pub(super) russian: bool,
}

impl<'a> NamedDocument<'a> {
    pub(super) fn of(said: &'a [ExtractedChunk<'_>]) -> Self {
        let mentions = said.iter().flat_map(|said| {
            let facts = said.facts.iter().filter(|facts| facts.extractor == ExtractedBy::Rules);
            facts.flat_map(|facts| &facts.mentions).map(|mention| (said.chunk.text.as_str(), mention))
        });
        let russian = said.iter().any(|said| is_russian(&said.chunk.text));
        let mut out = Self { russian, renamed: renamed(said), ..Self::default() };
        let mut bare = BTreeSet::new();
        let mut terms = Terms::default();
        for (text, mention) in mentions.filter(|(_, mention)| heard::is_heard(mention)) {
            let folded = mention.name.folded.as_str();
            let (single, cyrillic) = (!folded.contains(' '), heard::is_cyrillic(folded));
            out.russian |= cyrillic;
            if single && is_placed(text, mention) {
                out.placed.insert(folded);
            }
            let quoted = single && (cyrillic || russian) && is_quoted(text, mention);
            if single && cyrillic {
                let names = if quoted { &mut out.quoted } else { &mut bare };
                names.insert(folded);
                out.towns.extend(context::is_town(text, mention).then_some(folded));
            }
            let acronym = || mention.form.chars().all(char::is_uppercase);
            let sort = if single && russian && !acronym() { beside::sort(text, mention, quoted) } else { None };
            match out.names.get_mut(folded) {
                // A name that is once said to be a person is one, and else the first spelling counts.
                Some((known, _)) if mention.kind == Kind::Person && known.kind != Kind::Person => *known = mention,
                Some(_) => {}
                None => {
                    let heard = cyrillic.then(|| HeardMention::new(folded, &mention.form));
                    out.names.insert(folded, (mention, heard));
                }
            }
            let heard = out.names.get(folded).and_then(|(_, heard)| heard.as_ref());
            let sound = || sound_of(folded, heard);
            if single && cyrillic {
                terms.add(text, mention, sound);
            }
            out.honoured.extend((!single && cyrillic && is_honoured(text, mention)).then_some(folded));
            let (born, seat) = told_apart(text, mention, cyrillic);
            if let Some(year) = born {
                out.born.entry(sound()).or_default().insert(year);
            }
            if let Some(seat) = seat {
                out.seats.entry(sound()).or_default().insert(seat);
            }
            let (sort, region) = if quoted { (sort, None) } else { in_region(text, mention, sort, sound) };
            out.regions.extend(region.map(|region| (sound(), region)));
            if let Some(sort) = sort {
                out.sorts.entry((sound(), quoted)).or_default().insert(sort);
            }
            if heard.is_some_and(|heard| heard.ambiguous) {
                out.told.extend(context::whose(text, mention).map(|whose| (folded, whose)));
            }
        }
        out.quoted.retain(|name| !bare.contains(name));
        out.common = common(said, &out.names);
        out.terms = terms.nouns.difference(&terms.names).cloned().collect();
        out
    }

    /// The sorts of things that a single name is said to be.
    pub(super) fn sorts_of(&self, folded: &str, heard: Option<&HeardMention>) -> Option<&BTreeSet<NameSort>> {
        if self.sorts.is_empty() || folded.contains(' ') {
            return None;
        }
        self.sorts.get(&(sound_of(folded, heard), self.quoted.contains(folded)))
    }

    /// The one region in which a town is said to be.
    pub(super) fn region_of(&self, folded: &str, heard: Option<&HeardMention>) -> Option<&str> {
        let first = (sound_of(folded, heard), String::new());
        let mut regions = self.regions.range(&first..).take_while(|(town, _)| *town == first.0);
        regions.next().filter(|_| regions.next().is_none()).map(|(_, region)| region.as_str())
    }

    /// True if two names are of people whose birth years the document gives, and no year is of both.
    pub(super) fn are_two(&self, one: &str, other: &str) -> bool {
        let years = |folded: &str| self.born.get(&sound_of(folded, self.names.get(folded)?.1.as_ref()));
        matches!((years(one), years(other)), (Some(one), Some(other)) if one.is_disjoint(other))
    }

    /// True if a single name is said to be a thing, and so no person.
    pub(super) fn is_thing(&self, folded: &str, heard: Option<&HeardMention>) -> bool {
        self.sorts_of(folded, heard).is_some()
    }
}

/// The last words of Latin names of unknown kind that the texts write in small letters, too.
fn common<'a>(
    said: &'a [ExtractedChunk<'_>],
    names: &BTreeMap<&'a str, (&'a Mention, Option<HeardMention>)>,
) -> BTreeSet<&'a str> {
    let unknown = names.iter().filter(|(_, (mention, heard))| heard.is_none() && mention.kind != Kind::Person);
    let last: FxHashSet<&str> = unknown.filter_map(|(folded, _)| Some(folded.rsplit_once(' ')?.1)).collect();
    if last.is_empty() {
        return BTreeSet::new();
    }
    let words = said.iter().flat_map(|said| said.chunk.text.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| last.contains(word)).collect()
}

/// The year of birth, and the town or land, that the words behind a name give, which tell its bearers apart.
fn told_apart(text: &str, mention: &Mention, cyrillic: bool) -> (Option<u16>, Option<String>) {
    let several = mention.name.folded.contains(' ');
    let person = several && (cyrillic || is_full_name(mention, None));
    let born = if person { lives::born(text, mention) } else { None };
    let seat = match (cyrillic, several) {
        (true, true) => seats::seat(text, mention),
        (true, false) => None,
        (false, _) => regions::land(text, mention),
    };
    (born, seat)
}

/// Spellings of single words, by their sound.
#[derive(Default)]
struct Terms {
    /// Words that somewhere stand as a noun in lower case.
    nouns: BTreeSet<String>,
    /// Words that somewhere stand as a name.
    names: BTreeSet<String>,
}

impl Terms {
    fn add(&mut self, text: &str, mention: &Mention, sound: impl Fn() -> String) {
        let tag = text.get(..mention.span.range().start).is_some_and(|before| before.ends_with('#'));
        let lower = mention.form.starts_with(char::is_lowercase);
        let noun = matches!(mention.kind, Kind::Concept | Kind::Word) && lower;
        if tag || mention.kind != Kind::Concept && !noun {
            self.names.insert(sound());
        } else if noun {
            self.nouns.insert(sound());
        }
    }
}

/// The sort of a name outside quotes, and the region in which it lies, from the words after it: a name in a region
/// is a town, by its form.
fn in_region(
    text: &str,
    mention: &Mention,
    sort: Option<NameSort>,
    sound: impl Fn() -> String,
) -> (Option<NameSort>, Option<String>) {
    let folded = mention.name.folded.as_str();
    let single = !folded.contains(' ') && heard::is_cyrillic(folded);
    let region = if single { regions::region(text, mention) } else { None };
    let town = region.is_some() && sort.is_none() && regions::sounds_like_town(&sound());
    (sort.or(town.then_some(NameSort::Town)), region)
}

/// True if something is named after the person of a mention, by its sentence.
fn is_honoured(text: &str, mention: &Mention) -> bool {
    const BEFORE: [&str; 2] = ["в честь ", "в память "];
    const BEHIND: [&str; 4] = ["его именем", "её именем", "его имя", "её имя"];
    let span = mention.span.range();
    let before = text.get(..span.start).unwrap_or_default();
    let near = &before[char_start(before, before.len().saturating_sub(NEAR))..];
    let rest = head(text.get(span.end..).unwrap_or_default(), AROUND);
    let rest = rest.split(['.', '!', '?', ';', '\n']).next().unwrap_or_default();
    BEFORE.iter().any(|word| near.contains(word)) || BEHIND.iter().any(|word| rest.contains(word))
}

/// Maximal distance before a name at which words of honour are sought, in bytes.
const NEAR: usize = 48;
/// Maximal distance from a name at which its sentence is looked at, in bytes.
const AROUND: usize = 240;

/// True if a mention stands in a position of places.
fn is_placed(text: &str, mention: &Mention) -> bool {
    const BEFORE: [&str; 8] =
        [" in ", " city of ", " state of ", " near ", "In ", " town of ", " в городе ", " из города "];
    let before = text.get(..mention.span.range().start).unwrap_or_default();
    !mention.span.is_empty() && BEFORE.iter().any(|word| before.ends_with(word))
}

/// Folded names that had other forms before, by a sentence: "Тольятти до 1964 года назывался …".
fn renamed<'a>(said: &'a [ExtractedChunk<'_>]) -> BTreeSet<&'a str> {
    const WORDS: [&str; 2] = ["называл", "переимен"];
    let told = said.iter().flat_map(|said| {
        let links = said.facts.iter().flat_map(|facts| &facts.links).filter(|link| link.rule == AliasRule::Known);
        links.map(|link| (link, said.chunk.text.get(link.quote.range()).unwrap_or_default()))
    });
    let told = told.filter(|(_, sentence)| WORDS.iter().any(|word| sentence.contains(word)));
    told.map(|(link, _)| link.a.folded.as_str()).collect()
}

/// True if a text is written in Cyrillic: most of its first letters.
fn is_russian(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic()).take(64);
    letters().filter(|c| ('\u{400}'..='\u{4ff}').contains(c)).count() * 2 > letters().count()
}

/// True if a mention stands in quotes.
fn is_quoted(text: &str, mention: &Mention) -> bool {
    let (before, behind) = (text.get(..mention.span.range().start), text.get(mention.span.range().end..));
    before.is_some_and(|before| before.ends_with(['«', '„', '“', '"']))
        && behind.is_some_and(|behind| behind.starts_with(['»', '“', '”', '"']))
}
