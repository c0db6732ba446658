//! Names that several are known to bear: whom, or what, a document means by one, as the words around say.
//!
//! A dictionary of well-known homonyms gives each sense beginnings of words that texts on it use. The sense
//! of which most different ones stand where the document writes the name is meant (simplified Lesk: Lesk
//! 1986, Kilgarriff and Rosenzweig 2000); where none leads, the name stays what it is. So two documents
//! part over a name only where each gives evidence of another bearer. Cost: a look-up a name; for names of
//! the dictionary, the words of the chunks that write them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::heard::{self, Heard};
use super::{Document, Meaning, Said, in_quotes};
use crate::model::{AliasRule, Extractor, Name, Span};
use crate::text::sentences;

/// The dictionary: blocks that a blank line parts. The first line of one is a name by sound and as it is written, the
/// others are senses with their words: `troick: Троицк`, `город в Москве: измиран калужск`. A block of one line says
/// that a name is another spelling: `apple = epl`.
const DICTIONARY: &str = include_str!("../../../data/homonyms.txt");
/// How many chunks that write a name are looked at.
const MOST_CHUNKS: usize = 8;
/// How many words at least must tell a sense.
const LEAST: usize = 2;
/// And of a single word that no sentence begins with, which may only say where something is.
const LEAST_ASIDE: usize = 3;
/// How long a year is.
const YEAR: usize = 4;
/// How long the shortest beginnings are, which begin many words, and how long the longest word is that they stand for.
const SHORTEST: usize = 3;
const LONGEST_OF_SHORTEST: usize = 5;
/// How many words may lead to the name that a sentence begins with.
const LEAD: usize = 1;

/// The blocks by the name of each.
static BLOCKS: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let blocks = DICTIONARY.split("\n\n").filter(|block| !block.starts_with('#'));
    blocks.filter_map(|block| Some((block.split_once([':', '='])?.0.trim_end(), block))).collect()
});

/// A name of the dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    /// By which it is known: its first spelling, by sound.
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

/// The names of a document that several are known to bear, and whom they mean there.
pub(super) fn homonyms<'a>(title: &str, said: &[Said<'_>], document: &Document<'a>) -> Vec<(&'a str, Meaning)> {
    let mut found: BTreeMap<&'static str, (Entry, Vec<(&'a str, Name)>)> = BTreeMap::new();
    for (folded, (_, heard)) in &document.names {
        let Some((entry, usual)) = known(folded, heard.as_ref(), document) else { continue };
        found.entry(entry.name).or_insert_with(|| (entry, Vec::new())).1.push((*folded, usual));
    }
    let mut out = Vec::new();
    for (entry, names) in found.into_values() {
        let words = Words::around(title, said, |name| names.iter().any(|(folded, _)| *folded == name));
        let whole = names.iter().any(|(folded, _)| folded.contains(' '));
        let least = if whole || words.topic { LEAST } else { LEAST_ASIDE };
        let Some(sense) = words.sense(entry.senses, least) else { continue };
        let full = Name::canonical(format!("{} ({sense})", entry.name));
        out.extend(names.into_iter().map(|(folded, usual)| {
            (folded, Meaning { usually: vec![usual], ..Meaning::here(full.clone(), AliasRule::Homonym) })
        }));
    }
    out
}

/// The entry of a document's name, and what that usually means. A surname is left to the full name beside it.
fn known(folded: &str, heard: Option<&Heard>, document: &Document<'_>) -> Option<(Entry, Name)> {
    let others = || document.names.iter().filter(|(name, _)| name.contains(' '));
    let Some(heard) = heard else {
        let entry = entry(folded)?;
        let short = others().any(|(name, _)| name.strip_suffix(folded).is_some_and(|before| before.ends_with(' ')));
        return (!short).then(|| (entry, Name { folded: folded.to_owned(), sense: String::new() }));
    };
    let entry_of = |words: &[String]| match words {
        [word] => entry(word),
        _ => entry(&words.join(" ")),
    };
    let mut entries = heard.readings.iter().filter_map(|words| Some((entry_of(words)?, words)));
    let (entry, words) = entries.next().filter(|_| entries.next().is_none())?;
    let is_surname = |whole: &Heard| whole.readings.iter().any(|more| more.last() == words.last());
    if words.len() == 1 && others().any(|(_, (_, whole))| whole.as_ref().is_some_and(is_surname)) {
        return None;
    }
    let quoted = document.quoted.contains(folded);
    Some((entry, if quoted { in_quotes(folded, Some(heard)) } else { heard::named(words) }))
}

/// The different words around a name, sorted, in lower case and without `ё`.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Whether a sentence begins with the name: it is spoken of, and not only where something is.
    topic: bool,
}

impl Words {
    /// Those of the title and of what stands near a name in the first chunks that write it.
    fn around(title: &str, said: &[Said<'_>], is_name: impl Fn(&str) -> bool) -> Self {
        let mut out = Self::default();
        out.add(title);
        let spans = said.iter().map(|said| {
            let facts = said.facts.iter().filter(|facts| facts.extractor == Extractor::Rules);
            let mentions = facts.flat_map(|facts| &facts.mentions).filter(|mention| is_name(&mention.name.folded));
            (said.chunk.text.as_str(), mentions.map(|mention| mention.span).collect::<Vec<_>>())
        });
        spans.filter(|(_, spans)| !spans.is_empty()).take(MOST_CHUNKS).for_each(|(text, spans)| out.near(text, &spans));
        out.words.sort_unstable();
        out.words.dedup();
        out
    }

    /// Adds the sentences in which these places are, and those beside them.
    fn near(&mut self, text: &str, places: &[Span]) {
        let sentences = sentences(text);
        let starts = |at: usize| sentences[at].range().start;
        let mut near = BTreeSet::new();
        for place in places.iter().map(|place| place.range().start) {
            let behind = sentences.partition_point(|sentence| sentence.range().start <= place);
            let Some(at) = behind.checked_sub(1) else { continue };
            let lead = text.get(starts(at)..place).unwrap_or_default();
            self.topic |= lead.split_whitespace().nth(LEAD).is_none();
            near.extend(at.saturating_sub(1)..=behind.min(sentences.len() - 1));
        }
        near.into_iter().for_each(|at| self.add(&text[sentences[at].range()]));
    }

    fn add(&mut self, text: &str) {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        self.words.extend(words.map(|word| word.to_lowercase().replace('ё', "е")));
    }

    /// The sense that leads, by how many of its words are there.
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

    /// Whether a word begins so: of three letters a short one; of digits, a year.
    fn has(&self, cue: &str) -> bool {
        let (year, short) = (cue.starts_with(|c: char| c.is_ascii_digit()), cue.chars().count() == SHORTEST);
        let fits = |word: &String| match word.chars().count() {
            length if year => length == YEAR,
            length => !short || length <= LONGEST_OF_SHORTEST,
        };
        let from = self.words.partition_point(|word| word.as_str() < cue);
        self.words[from..].iter().take_while(|word| word.starts_with(cue)).any(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold_name;

    /// The blocks that say something, each with its first line.
    fn blocks() -> impl Iterator<Item = (&'static str, &'static str)> {
        let blocks = DICTIONARY.trim_end().split("\n\n").filter(|block| !block.starts_with('#'));
        blocks.map(|block| block.split_once('\n').unwrap_or((block, "")))
    }

    fn sound(name: &str) -> String {
        let folded = fold_name(name);
        let heard = heard::is_cyrillic(&folded).then(|| Heard::new(&folded, name));
        super::super::document::sound_of(&folded, heard.as_ref())
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
        let of = |text: &str| Words::around(text, &[], |_| false).sense(SENSES, LEAST);
        assert_eq!(of("It flows, and its banks are low"), Some("river"));
        assert_eq!(of("Arrows were shot at the bank: shooters bend"), Some("bow"));
        assert_eq!(of("Banks, flowing in 1854, bend"), Some("river"));
        assert_eq!(of("A bank"), None, "one word is too little");
        assert_eq!(of("The bank flows, the arrow bends"), None, "neither leads");
        assert_eq!(of("A bank of 18546"), None, "no year");
        const SHORT: &str = "city: rim pope\nman: sword";
        let of = |text: &str| Words::around(text, &[], |_| false).sense(SHORT, LEAST);
        assert_eq!((of("The pope saw Rima"), of("The pope saw rimstone")), (Some("city"), None));
    }
}
