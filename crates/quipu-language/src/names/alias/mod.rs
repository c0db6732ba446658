//! Names that mean the same (entity resolution, coreference, entity linking): the chunks of one document are understood
//! together.
//!
//! Facts are found chunk by chunk; here they are settled document by document. A document's short name, acronym or
//! title without its qualifier gets a sense made from the full name, never a number, so that documents that agree meet
//! in it and others do not; another spelling of a name anywhere is linked to one spelling of all. Each chunk links the
//! names that it writes itself, so that links go when it goes. Settling starts over each time: it can be repeated,
//! under another title or beside other chunks. Cost: linear in mentions, a sort of the document's names.

mod also_known_as;
mod beside;
mod context;
mod declared;
mod document;
mod genders;
mod heard;
mod homonyms;
mod initials;
mod lives;
mod people;
mod plural;
mod regions;
mod same_sort;
mod seats;
mod short;
mod spelling;
#[cfg(test)]
mod tests;
mod wordings;

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::extract::{ExtractedChunk, unsettle};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::nations::nation;
use crate::russian::cases;
use context::NameOwner;
use document::NamedDocument;
use heard::HeardMention;
use quipu_kernel::model::{AliasLink, AliasRule, ExtractedBy, Facts, Mention, Name};

pub(super) use crate::russian::given::{NOM, cases_of_given, is_form_of_given};
pub(super) use also_known_as::known;
pub(super) use declared::in_sense;
use declared::qualified;
pub use declared::{declared, declared_names};
pub(super) use regions::is_like_town;

/// The meaning of a name in one document.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Meaning {
    /// The fuller name.
    full: Name,
    /// The rule.
    rule: AliasRule,
    /// True if it means so in any document; else in this document, in a sense of its own.
    anywhere: bool,
    /// Names taken for the same unless other documents use them for another thing.
    usually: Vec<Name>,
}

impl Meaning {
    fn here(full: Name, rule: AliasRule) -> Self {
        Self { full, rule, anywhere: false, usually: Vec::new() }
    }
}

/// The meanings of the names of one document, by folded name; a missing name means itself.
type Meanings = FxHashMap<String, Meaning>;

/// Settles the facts of the chunks of a document of this title.
pub fn resolve_names(title: &str, said: &mut [ExtractedChunk<'_>], homonyms: bool) {
    said.iter_mut().flat_map(|said| said.facts.iter_mut()).for_each(unsettle);
    let document = NamedDocument::of(said);
    // By the folded names of the rules and the links that the text gives.
    let (meanings, russian) = (meanings(title, said, &document, homonyms), document.russian);
    for facts in said.iter_mut().flat_map(|said| said.facts.iter_mut()) {
        // A model's names are names of the rules, or lead nowhere.
        if facts.extractor == ExtractedBy::Rules {
            let links = links(facts, &meanings, russian);
            facts.links.extend(links);
        }
        rename(facts, &meanings);
    }
}

/// Settles the facts of a model in chunks whose facts from rules are all settled under this title, and not
/// split by a person: the result equals settling everything again. Meanings of names follow from the settled ones.
pub fn settle_models(title: &str, said: &mut [ExtractedChunk<'_>]) {
    let titled = titled(title);
    let rules = said.iter().flat_map(|said| said.facts.iter()).filter(|facts| facts.extractor == ExtractedBy::Rules);
    let mut senses: FxHashMap<String, Name> = FxHashMap::default();
    for name in rules.flat_map(in_senses) {
        if !senses.contains_key(&name.folded) {
            senses.insert(name.folded.clone(), name.clone());
        }
    }
    let facts = said.iter_mut().flat_map(|said| said.facts.iter_mut());
    for facts in facts.filter(|facts| facts.extractor != ExtractedBy::Rules) {
        unsettle(facts);
        for name in facts.settled_names() {
            match senses.get(&name.folded) {
                _ if titled.contains_key(&name.folded) => *name = meant(name, &titled),
                Some(settled) => name.clone_from(settled),
                None => {}
            }
        }
    }
}

/// The names that settling gave a sense: of mentions, and of links in the text.
fn in_senses(facts: &Facts) -> impl Iterator<Item = &Name> {
    let mentioned = facts.mentions.iter().map(|mention| &mention.name);
    let all = mentioned.chain(facts.links.iter().map(|link| &link.b));
    all.filter(|name| !name.sense.is_empty() && !name.is_canonical())
}

/// The name by sound of a word in quotes: the team Спартак, not the man. A name composed of parts of words
/// ("Уралмаш") is nothing else without them; of "Зеркало" and "в «Зеркале»" the vowel goes.
fn in_quotes(folded: &str, heard: Option<&HeardMention>) -> Name {
    // Each with the least of sounds before it: "Кристалл" is one word.
    const PARTS: [(&str, usize); 12] = [
        ("maS", 3),
        ("prom", 3),
        ("bank", 3),
        ("neft", 3),
        ("gaz", 3),
        ("flot", 3),
        ("avto", 3),
        ("hleb", 3),
        ("energ", 4),
        ("stro", 4),
        ("torg", 4),
        ("stal", 4),
    ];
    let sound = heard::sound_of(folded, heard);
    let put_together =
        |(end, least): &(&str, usize)| sound.strip_suffix(*end).is_some_and(|before| before.len() >= *least);
    if heard::is_cyrillic(folded) && PARTS.iter().any(put_together) {
        return Name::canonical(sound);
    }
    let plain = sound.strip_suffix('o').filter(|stem| stem.chars().nth(4).is_some()).unwrap_or(&sound);
    Name::canonical(format!("«{plain}»"))
}

/// The usual meaning in other documents of a name with this reading (none in Latin letters).
fn usual(folded: &str, heard: Option<&HeardMention>, reading: Option<&[String]>, quoted: bool) -> Name {
    match reading {
        _ if quoted => in_quotes(folded, heard),
        Some(words) => heard::named(words),
        None => Name { folded: folded.to_owned(), sense: String::new() },
    }
}

/// The names that a folded name leads to in any document, for names in questions.
pub fn alike(folded: &str) -> Vec<Name> {
    let sounds = if heard::is_cyrillic(folded) {
        heard::led(&HeardMention::new(folded, ""))
    } else {
        heard::romanised(folded, false)
    };
    let spelled = spelling::plain_of(folded, folded).into_iter().chain(spelling::without_umlauts(folded));
    spelled.chain(sounds).chain(said_otherwise(folded)).collect()
}

/// The nation of an adjective, and a name with the article that it lacks: "the French" asks about France, "Beatles" about
/// The Beatles. A run of the question without its article is a name of its own already.
fn said_otherwise(folded: &str) -> Vec<Name> {
    let nation = Some(nation(folded)).filter(|nation| *nation != folded && !folded.starts_with("the "));
    let bare = !folded.starts_with("the ") && folded.is_ascii() && folded.chars().any(char::is_alphabetic);
    let plain = |folded: String| Name { folded, sense: String::new() };
    nation.map(str::to_owned).into_iter().chain(bare.then(|| format!("the {folded}"))).map(plain).collect()
}

/// Meanings of names from a title.
fn titled(title: &str) -> Meanings {
    qualified(title).into_iter().map(|(bare, whole)| (bare.folded, Meaning::here(whole, AliasRule::Title))).collect()
}

/// The meanings of the document's names: by its title, then by its statements in words, then by other names
/// there, then by its people.
fn meanings(title: &str, said: &[ExtractedChunk<'_>], document: &NamedDocument<'_>, dictionary: bool) -> Meanings {
    let mut out = titled(title);
    let facts = || said.iter().flat_map(|said| said.facts.iter()).filter(|facts| facts.extractor == ExtractedBy::Rules);
    let mut told: BTreeMap<&str, BTreeSet<(&Name, AliasRule)>> = BTreeMap::new();
    for link in facts().flat_map(|facts| &facts.links).filter(|link| link.is_given()) {
        told.entry(&link.b.folded).or_default().insert((&link.a, link.rule));
    }
    for (name, fuller) in told {
        let one = fuller.first().filter(|(first, _)| fuller.iter().all(|(other, _)| other == first));
        if let Some((full, rule)) = one.filter(|_| !out.contains_key(name)) {
            let anywhere = *rule == AliasRule::Known && in_two_scripts(name, &full.folded);
            let known = *rule == AliasRule::Known && !anywhere;
            let usually = if known { known_elsewhere(document, name, &full.folded) } else { Vec::new() };
            out.insert(name.to_owned(), Meaning { anywhere, usually, ..Meaning::here((*full).clone(), *rule) });
        }
    }
    for (name, meaning) in other_forms(document, &out) {
        out.insert(name, meaning);
    }
    let (homonyms, things) = told_by_words_around(title, said, document, dictionary);
    for (name, meaning) in homonyms {
        out.entry(name.to_owned()).or_insert(meaning);
    }
    let decided = decided(document);
    // Initials are first sought among the people of the document.
    let full = |name: &str| name.contains(' ') && name.split(' ').all(|word| word.chars().nth(1).is_some());
    let (several, single): (Vec<_>, Vec<_>) = decided.into_iter().partition(|(name, _)| full(name));
    for (name, full) in several {
        out.entry(name).or_insert(Meaning::here(full, AliasRule::Sound));
    }
    for (name, full) in initials::initials(document) {
        out.entry(name).or_insert(Meaning::here(full, AliasRule::Acronym));
    }
    for (name, meaning) in things {
        out.entry(name.to_owned()).or_insert(meaning);
    }
    for name in &document.quoted {
        let heard = document.names.get(name).and_then(|(_, heard)| heard.as_ref());
        out.entry((*name).to_owned()).or_insert_with(|| Meaning::here(in_quotes(name, heard), AliasRule::Sound));
    }
    for (name, sound) in document.towns.iter().filter_map(|name| Some((*name, cases::town_of(name)?))) {
        out.entry(name.to_owned()).or_insert_with(|| Meaning::here(Name::canonical(sound), AliasRule::Sound));
    }
    for short in short::shorts(document, &out) {
        let meaning = Meaning { anywhere: short.anywhere, ..Meaning::here(short.full, AliasRule::Short) };
        out.entry(short.name).or_insert(meaning);
    }
    for (name, full) in single {
        out.entry(name).or_insert(Meaning::here(full, AliasRule::Sound));
    }
    // Two people were not born in two years and are one.
    out.retain(|name, meaning| !document.are_two(name, &meaning.full.folded));
    out
}

/// Meanings of names by the words around them: well-known homonyms, and things of a sort, people born in a year and
/// terms.
fn told_by_words_around<'a>(
    title: &str,
    said: &[ExtractedChunk<'_>],
    document: &NamedDocument<'a>,
    dictionary: bool,
) -> (Vec<(&'a str, Meaning)>, BTreeMap<&'a str, Meaning>) {
    let mut things = BTreeMap::new();
    let told_apart = same_sort::told_apart(document).into_iter().chain(same_sort::things(document));
    for (name, meaning) in told_apart.chain(same_sort::terms(title, document)) {
        things.entry(name).or_insert(meaning);
    }
    let mut homonyms = if dictionary { homonyms::homonyms(title, said, document) } else { Vec::new() };
    // A common noun is no name.
    homonyms.retain(|(name, _)| things.get(name).is_none_or(|thing| !thing.usually.is_empty()));
    for (name, meaning) in &mut homonyms {
        // If another document has only its noun, or the year of birth, it is the same.
        if let Some(thing) = things.get(name) {
            meaning.usually = [&thing.full].into_iter().chain(&thing.usually).cloned().collect();
        }
    }
    (homonyms, things)
}

/// Meanings of other cases of names whose meaning the text states: "стал Новосибирском", and Новосибирск.
fn other_forms(document: &NamedDocument<'_>, told: &Meanings) -> Vec<(String, Meaning)> {
    let heard = |name: &str| document.names.get(name)?.1.as_ref().filter(|heard| !heard.ambiguous);
    let mut by_sound: BTreeMap<&Vec<String>, Option<&Meaning>> = BTreeMap::new();
    for (name, meaning) in told {
        for words in heard(name).iter().flat_map(|heard| &heard.readings) {
            let one = by_sound.entry(words).or_insert(Some(meaning));
            *one = one.filter(|one| *one == meaning);
        }
    }
    if by_sound.is_empty() {
        return Vec::new();
    }
    let full: BTreeSet<&str> = told.values().map(|meaning| meaning.full.folded.as_str()).collect();
    let others = document.names.keys().filter(|name| !told.contains_key(**name) && !full.contains(**name));
    let found = others.filter_map(|name| {
        let meanings = heard(name)?.readings.iter().filter_map(|words| by_sound.get(words).copied().flatten());
        Some(((*name).to_owned(), only(meanings)?.clone()))
    });
    found.collect()
}

/// True if two names of several words are one in two scripts, which is enough to mean the same elsewhere.
fn in_two_scripts(one: &str, other: &str) -> bool {
    heard::is_cyrillic(one) != heard::is_cyrillic(other) && one.contains(' ') && other.contains(' ')
}

/// The usual meanings elsewhere of another Russian name of several words: a pseudonym with its given name is taken for
/// one person while no documents use it for two.
fn known_elsewhere(document: &NamedDocument<'_>, name: &str, full: &str) -> Vec<Name> {
    let heard = document.names.get(name).and_then(|(_, heard)| heard.as_ref());
    let heard = heard.filter(|heard| !heard.ambiguous && name.contains(' ') && full.contains(' '));
    heard.and_then(|heard| heard.readings.first()).map(|words| heard::named(words)).into_iter().collect()
}

/// Russian names that may be a man's or a woman's, where other names of the document or the words around leave one
/// reading.
fn decided(document: &NamedDocument<'_>) -> Vec<(String, Name)> {
    let heard = || document.names.iter().filter_map(|(name, (_, heard))| Some((name, heard.as_ref()?)));
    let sure = heard().filter(|(_, heard)| !heard.ambiguous).flat_map(|(_, heard)| &heard.readings);
    let sure: BTreeSet<&String> = sure.filter_map(|words| words.last()).collect();
    let mut out = Vec::new();
    for (name, heard) in heard().filter(|(_, heard)| heard.ambiguous) {
        let known = |words: &&Vec<String>| words.last().is_some_and(|last| sure.contains(last));
        let told = |whose: NameOwner| document.told.contains(&(*name, whose));
        let of = |words: &&Vec<String>| {
            let hers = words.last().is_some_and(|last| last.ends_with('a'));
            told(if hers { NameOwner::Hers } else { NameOwner::His })
        };
        if let Some(words) =
            only(heard.readings.iter().filter(known)).or_else(|| only(heard.readings.iter().filter(of)))
        {
            out.push(((*name).to_owned(), heard::named(words)));
        }
    }
    out
}

/// The only one of some values, if there is exactly one.
fn only<T>(mut of: impl Iterator<Item = T>) -> Option<T> {
    of.next().filter(|_| of.next().is_none())
}

/// The name that is meant: itself, or in the sense of the fuller name.
fn meant(name: &Name, meanings: &Meanings) -> Name {
    match meanings.get(&name.folded) {
        Some(meaning) if name.sense.is_empty() && !meaning.anywhere => {
            // The full name may itself be one of several: its sense then holds for its short name too.
            let full = meanings.get(&meaning.full.folded).filter(|full| full.rule == AliasRule::Title);
            let whole = full.filter(|_| meaning.full.sense.is_empty()).map_or("", |full| &full.full.folded);
            name.in_sense_of(&format!("{}{whole}", meaning.full.folded))
        }
        _ => name.clone(),
    }
}

/// The links of the names that a chunk writes, and of those that it explains.
fn links(facts: &Facts, meanings: &Meanings, russian: bool) -> Vec<AliasLink> {
    let (mut out, mut seen) = (Vec::new(), FxHashSet::default());
    let mut add = |link: AliasLink| {
        if link.a != link.b && seen.insert((link.a.clone(), link.b.clone())) {
            out.push(link);
        }
    };
    for link in &facts.links {
        let (a, b) = (meant(&link.a, meanings), meant(&link.b, meanings));
        if !b.sense.is_empty() {
            add(AliasLink { a, b, ..link.clone() });
        }
    }
    for (at, mention) in facts.mentions.iter().enumerate() {
        if facts.mentions[..at].iter().rev().take(NEAR).any(|before| before.form == mention.form) {
            continue;
        }
        let link = |a: Name, b: Name, rule: AliasRule| AliasLink { a, b, rule, quote: mention.span };
        if let Some(meaning) = meanings.get(&mention.name.folded) {
            add(link(meant(&meaning.full, meanings), meant(&mention.name, meanings), meaning.rule));
            let mut told = &meaning.full;
            for usual in &meaning.usually {
                add(link(told.clone(), usual.clone(), AliasRule::Usual));
                told = usual;
            }
            // Its usual meaning may be spelled otherwise as well: Siemens, "Сименс".
            if !meaning.anywhere && !meaning.usually.contains(&mention.name) {
                continue;
            }
        }
        for (other, rule) in spellings(mention, russian) {
            add(link(meant(&other, meanings), mention.name.clone(), rule));
        }
    }
    out
}

/// Number of mentions before a repeated one that are searched for it; beyond, its link is only found twice.
const NEAR: usize = 32;

/// The names that are other spellings of a mention's name wherever they stand; `russian` documents write
/// some in both scripts.
fn spellings(mention: &Mention, russian: bool) -> Vec<(Name, AliasRule)> {
    let mut out = Vec::new();
    out.extend(spelling::plain_of(&mention.form, &mention.name.folded).map(|name| (name, AliasRule::Spelling)));
    out.extend(spelling::without_umlauts(&mention.form).map(|name| (name, AliasRule::Spelling)));
    out.extend(plural::singular(&mention.form).map(|name| (name, AliasRule::Plural)));
    if heard::is_heard(mention) {
        let folded = &mention.name.folded;
        if heard::is_cyrillic(folded) {
            let heard = HeardMention::new(folded, &mention.form);
            out.extend(heard::led(&heard).into_iter().map(|name| (name, AliasRule::Sound)));
        } else {
            out.extend(heard::romanised(folded, russian).into_iter().map(|name| (name, AliasRule::Sound)));
        }
    }
    out
}

fn rename(facts: &mut Facts, meanings: &Meanings) {
    if meanings.is_empty() {
        return;
    }
    for name in facts.settled_names() {
        if meanings.contains_key(&name.folded) {
            *name = meant(name, meanings);
        }
    }
}
