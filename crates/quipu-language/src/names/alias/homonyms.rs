//! Homonyms, names of several people or things: the one that a document means follows from the words around.
//!
//! A dictionary of well-known homonyms gives each sense beginnings of words that texts on it use. The sense
//! of which most different ones stand where the document writes the name is meant (simplified Lesk: Lesk
//! 1986, Kilgarriff and Rosenzweig 2000); without a leading sense, the name stays unchanged. So two documents
//! differ over a name only where each gives evidence of another bearer. Cost: a look-up a name; for a
//! document with names of the dictionary, a look at each name and mention, and the words of the chunks that write them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::heard::Heard;
use super::{Document, Meaning, Said, usual};
use quipu_kernel::model::{AliasRule, ExtractedBy, Name, Span};
use quipu_kernel::text::{each_word, sentences};

/// The dictionary: blocks that a blank line parts. The first line of one is a name by sound and as it is written, the
/// others are senses with their words: `troick: Троицк`, `город в Москве: измиран калужск`. A block of one line says
/// that a name is another spelling: `apple = epl`.
const DICTIONARY: &str = include_str!("../../../data/homonyms.txt");
/// Maximal number of chunks with a name that are looked at.
const MOST_CHUNKS: usize = 8;
/// Minimal number of words that support a sense.
const LEAST: usize = 2;
/// And of a single word that no sentence begins with, which may only say where something is.
const LEAST_ASIDE: usize = 3;
/// Length of a year in digits.
const YEAR: usize = 4;
/// Length of the shortest beginnings, which begin many words, and the maximal length of words that they match.
const SHORTEST: usize = 3;
const LONGEST_OF_SHORTEST: usize = 5;
/// Maximal number of words before a name that begins a sentence.
const LEAD: usize = 1;

/// The blocks by the name of each.
static BLOCKS: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let blocks = DICTIONARY.split("\n\n").filter(|block| !block.starts_with('#'));
    blocks.filter_map(|block| Some((block.split_once([':', '='])?.0.trim_end(), block))).collect()
});

/// A name of the dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    /// Its key: its first spelling, by sound.
    name: &'static str,
    /// The lines of its senses.
    senses: &'static str,
}

/// The entry of a name by sound.
fn entry(sound: &str) -> Option<Entry> {
    let (&name, &block) = BLOCKS.get_key_value(sound)?;
    match block.split_once('\n') {
        Some((_, senses)) => Some(Entry { name, senses }),
        None => {
            let (&name, &block) = BLOCKS.get_key_value(block.split_once(" = ")?.1.trim_end())?;
            Some(Entry { name, senses: block.split_once('\n')?.1 })
        }
    }
}

/// A name of the dictionary in a document.
struct Found<'a> {
    entry: Entry,
    /// Its spellings in the document, each with its usual name.
    names: Vec<(&'a str, Name)>,
    words: Words,
}

/// The names of a document that several are known to bear, and whom they mean there.
pub(super) fn homonyms<'a>(title: &str, said: &[Said<'_>], document: &Document<'a>) -> Vec<(&'a str, Meaning)> {
    let mut found: BTreeMap<&'static str, Found<'a>> = BTreeMap::new();
    let mut entries: FxHashMap<&str, &'static str> = FxHashMap::default();
    for (folded, (_, heard)) in &document.names {
        let Some((entry, usual)) = known(folded, heard.as_ref(), document) else { continue };
        entries.insert(folded, entry.name);
        let new = || Found { entry, names: Vec::new(), words: Words::of(title) };
        found.entry(entry.name).or_insert_with(new).names.push((*folded, usual));
    }
    if !found.is_empty() {
        said.iter().for_each(|said| read(said, &entries, &mut found));
    }
    found.into_values().flat_map(meanings).collect()
}

/// Adds the words of a chunk around each name that it writes.
fn read(said: &Said<'_>, entries: &FxHashMap<&str, &'static str>, found: &mut BTreeMap<&'static str, Found<'_>>) {
    let mut places: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    let facts = said.facts.iter().filter(|facts| facts.extractor == ExtractedBy::Rules);
    for mention in facts.flat_map(|facts| &facts.mentions) {
        if let Some(entry) = entries.get(mention.name.folded.as_str()) {
            places.entry(entry).or_default().push(mention.span.range().start);
        }
    }
    if places.is_empty() {
        return;
    }
    let text = said.chunk.text.as_str();
    let sentences = sentences(text);
    for (entry, places) in places {
        if let Some(found) = found.get_mut(entry) {
            found.words.near(text, &sentences, &places);
        }
    }
}

/// The meanings of the names, if the words around decide.
fn meanings(found: Found<'_>) -> Vec<(&str, Meaning)> {
    let Found { entry, names, words } = found;
    let whole = names.iter().any(|(folded, _)| folded.contains(' '));
    let least = if whole || words.topic { LEAST } else { LEAST_ASIDE };
    let Some(sense) = words.sense(entry.senses, least) else { return Vec::new() };
    let full = Name::canonical(format!("{} ({sense})", entry.name));
    let meaning = |usual| Meaning { usually: vec![usual], ..Meaning::here(full.clone(), AliasRule::Homonym) };
    names.into_iter().map(|(folded, usual)| (folded, meaning(usual))).collect()
}

/// The entry of a document's name, with its usual meaning. A surname is left to the full name beside it.
fn known(folded: &str, heard: Option<&Heard>, document: &Document<'_>) -> Option<(Entry, Name)> {
    let mut others = document.names.iter().filter(|(name, _)| name.contains(' '));
    let (entry, words, short) = match heard {
        None => {
            let ends = |name: &str| name.strip_suffix(folded).is_some_and(|before| before.ends_with(' '));
            (entry(folded)?, None, others.any(|(name, _)| ends(name)))
        }
        Some(heard) => {
            let mut entries = heard.readings.iter().filter_map(|words| Some((read_as(words)?, words)));
            let (entry, words) = entries.next().filter(|_| entries.next().is_none())?;
            let ends = |whole: &Heard| whole.readings.iter().any(|more| more.last() == words.last());
            let short = words.len() == 1 && others.any(|(_, (_, whole))| whole.as_ref().is_some_and(ends));
            (entry, Some(words.as_slice()), short)
        }
    };
    (!short).then(|| (entry, usual(folded, heard, words, document.quoted.contains(folded))))
}

/// The entry of a Russian name that is read so.
fn read_as(words: &[String]) -> Option<Entry> {
    match words {
        [word] => entry(word),
        _ => entry(&words.join(" ")),
    }
}

/// The different folded words around a name.
#[derive(Default)]
struct Words {
    words: BTreeSet<String>,
    /// True if a sentence begins with the name: it is then the topic, and not only a place.
    topic: bool,
    /// Number of chunks that they are from.
    chunks: usize,
}

impl Words {
    /// The words of a title.
    fn of(title: &str) -> Self {
        let mut out = Self::default();
        out.add(title);
        out
    }

    /// Adds the sentences of a chunk in which these places are, and those beside them.
    fn near(&mut self, text: &str, sentences: &[Span], places: &[usize]) {
        if self.chunks == MOST_CHUNKS {
            return;
        }
        self.chunks += 1;
        let mut near = BTreeSet::new();
        for &place in places {
            let behind = sentences.partition_point(|sentence| sentence.range().start <= place);
            let Some(at) = behind.checked_sub(1) else { continue };
            let lead = text.get(sentences[at].range().start..place).unwrap_or_default();
            self.topic |= lead.split_whitespace().nth(LEAD).is_none();
            near.extend(at.saturating_sub(1)..=behind.min(sentences.len() - 1));
        }
        near.into_iter().for_each(|at| self.add(&text[sentences[at].range()]));
    }

    fn add(&mut self, text: &str) {
        each_word(text, &mut |word, _| {
            self.words.insert(word.to_owned());
        });
    }

    /// The leading sense, by the number of its words that are there.
    fn sense(&self, senses: &'static str, least: usize) -> Option<&'static str> {
        let (mut best, mut second) = ((0, ""), 0);
        for (label, cues) in senses.lines().filter_map(|line| line.split_once(": ")) {
            let told = cues.split(' ').filter(|cue| self.has(cue)).count();
            if told > best.0 {
                second = best.0;
                best = (told, label);
            } else {
                second = second.max(told);
            }
        }
        (best.0 >= least && best.0 > second).then_some(best.1)
    }

    /// True if a word begins with `cue`: after three letters only a short word, after digits only a year.
    fn has(&self, cue: &str) -> bool {
        let (year, short) = (cue.starts_with(|c: char| c.is_ascii_digit()), cue.chars().count() == SHORTEST);
        let fits = |word: &String| match word.chars().count() {
            length if year => length == YEAR,
            length => !short || length <= LONGEST_OF_SHORTEST,
        };
        let from = (Bound::Included(cue), Bound::Unbounded);
        self.words.range::<str, _>(from).take_while(|word| word.starts_with(cue)).any(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::super::heard;
    use super::*;
    use quipu_kernel::text::fold_name;

    /// The blocks that say something, each with its first line.
    fn blocks() -> impl Iterator<Item = (&'static str, &'static str)> {
        let blocks = DICTIONARY.trim_end().split("\n\n").filter(|block| !block.starts_with('#'));
        blocks.map(|block| block.split_once('\n').unwrap_or((block, "")))
    }

    fn sound(name: &str) -> String {
        let folded = fold_name(name);
        let heard = heard::is_cyrillic(&folded).then(|| Heard::new(&folded, name));
        heard::sound_of(&folded, heard.as_ref())
    }

    #[test]
    fn every_name_is_found_by_its_sound() {
        for (first, senses) in blocks() {
            if senses.is_empty() {
                let (name, other) = first.split_once(" = ").expect("another spelling");
                assert!(entry(other).is_some_and(|entry| entry.name == other), "{name}: {other} has no block");
                continue;
            }
            let (name, written) = first.split_once(": ").expect("a name");
            let mut spellings = written.split(" / ");
            assert_eq!(name, sound(spellings.next().expect("a spelling")), "{first}");
            for other in spellings {
                assert_eq!(entry(&sound(other)).map(|entry| entry.name), Some(name), "{first}: {other}");
            }
        }
        assert_eq!(BLOCKS.len(), blocks().count(), "a name has two blocks");
    }

    #[test]
    fn words_of_a_sense_are_its_own() {
        for (first, senses) in blocks().filter(|(_, senses)| !senses.is_empty()) {
            let lines: Vec<_> = senses.lines().map(|line| line.split_once(": ").expect("a sense")).collect();
            let labels: BTreeSet<_> = lines.iter().map(|(label, _)| label).collect();
            assert!(lines.len() > 1 && labels.len() == lines.len(), "{first}");
            let all = || lines.iter().flat_map(|(label, cues)| cues.split(' ').map(move |cue| (label, cue)));
            for (label, cue) in all() {
                let plain = cue.chars().nth(2).is_some() && cue.chars().all(char::is_alphanumeric);
                assert!(plain && *cue == cue.to_lowercase() && !cue.contains('ё'), "{first}: {cue}");
                let mut others = all().filter(|(other, _)| *other != label);
                assert!(!others.any(|(_, other)| other.starts_with(cue)), "{first}: {cue} is of two");
            }
        }
    }

    #[test]
    fn the_sense_that_leads_is_meant() {
        const SENSES: &str = "river: flow bank 185\nbow: arrow shoot bend";
        let of = |text: &str| Words::of(text).sense(SENSES, LEAST);
        assert_eq!(of("It flows, and its banks are low"), Some("river"));
        assert_eq!(of("Arrows were shot at the bank: shooters bend"), Some("bow"));
        assert_eq!(of("Banks, flowing in 1854, bend"), Some("river"));
        assert_eq!(of("A bank"), None, "one word is too little");
        assert_eq!(of("The bank flows, the arrow bends"), None, "neither leads");
        assert_eq!(of("A bank of 18546"), None, "no year");
        const SHORT: &str = "city: rim pope\nman: sword";
        let of = |text: &str| Words::of(text).sense(SHORT, LEAST);
        assert_eq!((of("The pope saw Rima"), of("The pope saw rimstone")), (Some("city"), None));
    }
}
