//! Candidates of concepts: noun phrases, names and short forms of a title and an abstract, those of one thing together
//! (candidate generation and grouping for keyphrase extraction).
//!
//! Cost: linear in the phrases, with look-ups of bounded length.

use quipu_language::parser::Label;
use quipu_language::scholarly::{
    Class, PaperToken, ParsedLine, Phrase, PhrasePart, ShortForm, Traits, folded, looks_named, singular, spelled,
    traits,
};
use rustc_hash::FxHashMap;

use super::{ConceptField, ConceptPlace};

/// The most candidates of one paper.
const MOST: usize = 256;

/// The most places of a candidate that are kept.
const MOST_PLACES: usize = 64;

/// The roles of a candidate in sentences, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles(pub u16);

impl Roles {
    /// The object of a verb.
    pub(super) const OBJECT: Self = Self(1);
    /// The subject of a verb.
    pub(super) const SUBJECT: Self = Self(2);
    /// After "for".
    pub(super) const AFTER_FOR: Self = Self(4);
    /// After "with", "via", "by", "through".
    pub(super) const AFTER_WITH: Self = Self(8);
    /// After "of".
    pub(super) const AFTER_OF: Self = Self(16);
    /// After "in", "to", "from".
    pub(super) const AFTER_IN: Self = Self(32);
    /// After "on", "over", "across".
    pub(super) const AFTER_ON: Self = Self(64);
    /// A member of a list after its first.
    pub(super) const LISTED: Self = Self(128);
    /// The object of a verb that papers use of their things.
    pub(super) const OF_CUE: Self = Self(256);
    /// A thing that the paper proposes.
    pub(super) const BROUGHT: Self = Self(512);

    pub(super) fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }
}

/// A thing that may be a concept.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    /// Its name as it is written first.
    pub(super) name: String,
    /// Its other names.
    pub(super) aliases: Vec<String>,
    /// Its places, in order.
    pub(super) places: Vec<ConceptPlace>,
    /// Its words in lower case and singular, as first written.
    pub(super) words: Vec<String>,
    /// True if it is written like a name.
    pub(super) named: bool,
    /// True if it has a capital inside a sentence.
    pub(super) capital: bool,
    /// True if the paper gives a short form of it.
    pub(super) short: bool,
    /// True if it stands in the title.
    pub(super) titled: bool,
    /// True if words of praise were taken off it.
    pub(super) trimmed: bool,
    /// Its roles.
    pub(super) roles: Roles,
    /// True if the title begins with it as its topic: `NAME: what it is`.
    pub(super) lead: bool,
    /// True if it stands in a position of data: "on the X dataset", "X is a benchmark".
    pub(super) among_data: bool,
}

/// All candidates of a paper.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// They, in the order of the text.
    pub(super) all: Vec<Candidate>,
    /// The long forms that short forms are given for, with their candidates.
    long: Vec<(ConceptPlace, usize)>,
    by_key: FxHashMap<String, usize>,
}

impl Candidates {
    /// The candidate of a folded name.
    pub(super) fn of(&self, key: &str) -> Option<usize> {
        self.by_key.get(key).copied()
    }

    /// Adds the pairs of short and long forms.
    pub(super) fn add_pair(&mut self, pair: &ShortForm<'_>, field: ConceptField) {
        let long = spelled(&pair.long_words);
        let (key, short) = (folded(&long), folded(&pair.short));
        let Some(at) = self.of(&key).or_else(|| self.of(&short)).or_else(|| self.open(&key)) else { return };
        self.by_key.entry(key).or_insert(at);
        self.by_key.entry(short).or_insert(at);
        let one = &mut self.all[at];
        if one.name.is_empty() {
            one.name.clone_from(&long);
            one.words = words_of(&long);
        }
        one.short = true;
        one.call(&long);
        one.call(&pair.short);
        one.named |= pair.long_words.len() == 1;
        one.stand(place(&pair.long_words, field));
        one.stand(place(&pair.short_words, field));
        self.long.extend(place(&pair.long_words, field).map(|place| (place, at)));
    }

    /// Adds words inside brackets that are written like a name.
    pub(super) fn add_bracket(&mut self, words: &[PaperToken<'_>], field: ConceptField) {
        let mut at = 0;
        while at < words.len() {
            let mut last = at;
            while last + 2 < words.len() && words[last + 1].joins() && words[last + 1].end == words[last + 2].start {
                last += 2;
            }
            let part = &words[at..=last];
            let name = spelled(part);
            at = last + 1;
            let named = part.iter().any(|token| looks_named(token.text)) && name.starts_with(char::is_alphabetic);
            let key = folded(&name);
            let Some(at) = named.then(|| self.of(&key).or_else(|| self.open(&key))).flatten() else { continue };
            let one = &mut self.all[at];
            if one.name.is_empty() {
                one.name.clone_from(&name);
                one.words = words_of(&name);
                one.named = true;
            }
            one.call(&name);
            one.stand(place(part, field));
        }
    }

    /// Adds a phrase.
    pub(super) fn add_phrase(&mut self, parsed: &ParsedLine<'_, '_>, phrase: &Phrase, field: ConceptField) {
        let tokens = &parsed.line.words;
        let roles = roles(parsed, phrase);
        if let Some(at) = self.within(tokens, phrase, field) {
            self.all[at].roles.0 |= roles.0;
            return;
        }
        let mut parts = phrase.parts.as_slice();
        if let [front @ .., before, last] = parts
            && is_hollow_tail(before, last)
        {
            parts = &parts[..=front.len()];
        }
        let head = parts.len() - 1;
        let lead = lead(parts);
        let ends = parts[head].last;
        if lead > 0 && lead <= head {
            let words = &tokens[parts[0].first..=parts[lead - 1].last];
            let tail = traits(&parts[lead].word);
            let hollow = lead == head && tail.any(Traits::EMPTY.and(Traits::BROAD).and(Traits::DATASET));
            let name = spelled(words);
            let own = hollow
                || self.of(&folded(&name)).is_some()
                || name.chars().any(|c| c.is_lowercase() || c.is_ascii_digit());
            if own {
                self.add(words, &parts[..lead], roles, field);
            }
            if hollow {
                let key = folded(&spelled(words));
                if let Some(at) = self.of(&key) {
                    let whole = &tokens[parts[0].first..=ends];
                    self.all[at].among_data |= tail.any(Traits::DATASET);
                    self.all[at].call(&spelled(whole));
                    self.all[at].stand(place(whole, field));
                }
                return;
            }
        }
        let words = &tokens[parts[0].first..=ends];
        if let Some(at) = self.add(words, parts, roles, field) {
            self.all[at].trimmed |= phrase.trimmed;
        }
    }

    /// Marks names that are said to be data: "X, a new benchmark".
    pub(super) fn mark_data(&mut self, parsed: &ParsedLine<'_, '_>) {
        for pair in parsed.phrases.windows(2) {
            let words = &parsed.line.words;
            let between = &words[pair[0].last() + 1..pair[1].first().max(pair[0].last() + 1)];
            let comma = between.first().is_some_and(|word| matches!(word.text, "," | "is"));
            let article = between.get(1).is_some_and(|word| matches!(word.text, "a" | "an" | "the"));
            let data = pair[1].parts.last().is_some_and(|part| traits(&part.word).any(Traits::DATASET));
            if comma && article && data && between.len() <= 5 {
                let name = folded(&spelled(&words[pair[0].first()..=pair[0].last()]));
                if let Some(at) = self.of(&name) {
                    self.all[at].among_data = true;
                }
            }
        }
    }

    /// The candidate whose long form a phrase is a part of, or is with the words that were taken off before it.
    fn within(&mut self, tokens: &[PaperToken<'_>], phrase: &Phrase, field: ConceptField) -> Option<usize> {
        let (start, end) = (tokens.get(phrase.first())?.start, tokens.get(phrase.last())?.end);
        let around = |place: &ConceptPlace| place.field == field && place.start <= start && end <= place.end;
        // "Brief Hospital Course (BHC) narratives": a phrase that begins with a long form belongs to it.
        let begins =
            |place: &ConceptPlace| place.field == field && place.start <= start && start < place.end && place.end < end;
        if let Some((_, at)) = self.long.iter().find(|(place, _)| around(place) || begins(place)) {
            return Some(*at);
        }
        (0..phrase.off.min(3)).find_map(|back| {
            let words = &tokens[phrase.first().checked_sub(back + 1)?..=phrase.last()];
            let at = self.of(&folded(&spelled(words))).filter(|at| self.all[*at].short)?;
            self.all[at].stand(place(words, field));
            Some(at)
        })
    }

    /// Adds words that name one thing.
    fn add(
        &mut self,
        words: &[PaperToken<'_>],
        parts: &[PhrasePart],
        roles: Roles,
        field: ConceptField,
    ) -> Option<usize> {
        let name = spelled(words);
        let key = folded(&name);
        let at = self.known(&key).or_else(|| self.open(&key))?;
        let one = &mut self.all[at];
        if one.name.is_empty() {
            one.name.clone_from(&name);
            one.words = parts.iter().map(|part| part.word.clone()).collect();
        }
        let named = parts.iter().all(|part| part.named || part.capital) && parts.iter().any(|part| part.named)
            || parts.last().is_some_and(|part| part.named);
        one.named |= named;
        one.capital |= parts.iter().any(|part| part.capital);
        one.roles.0 |= roles.0;
        one.call(&name);
        one.stand(place(words, field));
        Some(at)
    }

    /// The candidate of a key, or of the key without an empty word after a short form.
    fn known(&self, key: &str) -> Option<usize> {
        if let Some(at) = self.of(key) {
            return Some(at);
        }
        let (front, last) = key.rsplit_once(' ')?;
        let at = self.of(front)?;
        let hollow = traits(last).any(Traits::EMPTY.and(Traits::BROAD).and(Traits::DATASET));
        (hollow && (self.all[at].short || self.all[at].named)).then_some(at)
    }

    fn open(&mut self, key: &str) -> Option<usize> {
        if key.is_empty() || self.all.len() >= MOST {
            return None;
        }
        self.all.push(Candidate::default());
        self.by_key.insert(key.to_owned(), self.all.len() - 1);
        Some(self.all.len() - 1)
    }
}

impl Candidate {
    /// All of its names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.aliases.iter().map(String::as_str))
    }

    /// Its head noun.
    pub(super) fn head(&self) -> &str {
        self.words.last().map_or("", |word| last_word_of(word))
    }

    pub(super) fn call(&mut self, name: &str) {
        if name != self.name && !self.aliases.iter().any(|alias| alias == name) {
            self.aliases.push(name.to_owned());
        }
    }

    fn stand(&mut self, place: Option<ConceptPlace>) {
        let Some(place) = place else { return };
        self.titled |= place.field == ConceptField::Title;
        if self.places.len() < MOST_PLACES && !self.places.contains(&place) {
            self.places.push(place);
        }
    }
}

/// True if a phrase means the same without its last word: "reinforcement learning approach", "throughput improvement".
fn is_hollow_tail(before: &PhrasePart, last: &PhrasePart) -> bool {
    const WORKS: [&str; 9] =
        ["approach", "method", "framework", "technique", "recipe", "problem", "task", "system", "procedure"];
    const CHANGES: [&str; 7] = ["improvement", "reduction", "saving", "gain", "increase", "decrease", "degradation"];
    let known = traits(last_word_of(&before.word));
    let noun = before.class == Class::Noun || before.word.ends_with("ing");
    let act = known.any(Traits::METHOD) || ["ing", "tion", "sion"].iter().any(|ending| before.word.ends_with(ending));
    noun && (act && WORKS.contains(&last.word.as_str())
        || known.any(Traits::METRIC) && CHANGES.contains(&last.word.as_str()))
}

/// The last word of words that hyphens join.
fn last_word_of(word: &str) -> &str {
    word.rsplit(['-', '/', '–']).next().unwrap_or(word)
}

/// Number of parts at the beginning that are written like a name.
fn lead(parts: &[PhrasePart]) -> usize {
    let length = parts.iter().take_while(|part| part.named || part.capital).count();
    let named = parts[..length].iter().any(|part| part.named);
    let plain = parts.first().is_some_and(|part| part.last == part.first || part.class == Class::Noun);
    if named && plain { length } else { 0 }
}

fn words_of(name: &str) -> Vec<String> {
    name.to_lowercase().split_whitespace().map(singular).collect()
}

fn place(words: &[PaperToken<'_>], field: ConceptField) -> Option<ConceptPlace> {
    Some(ConceptPlace { field, start: words.first()?.start, end: words.last()?.end })
}

/// Verbs whose object is a thing of the paper.
const CUES: &str = "use employ leverage utilize propose introduce present develop design combine incorporate apply adopt \
    integrate outperform extend improve enhance evaluate train finetune pretrain describe study investigate analyze \
    analyse address solve tackle learn build construct compute exploit explore examine replace perform enable support";

/// The roles of a phrase in a sentence.
fn roles(parsed: &ParsedLine<'_, '_>, phrase: &Phrase) -> Roles {
    let mut at = phrase.last();
    let mut out = Roles::default();
    for _ in 0..4 {
        if parsed.labels.get(at) != Some(&Label::Conj) {
            break;
        }
        out.0 |= Roles::LISTED.0;
        at = parsed.heads[at];
        if at >= parsed.heads.len() {
            return out;
        }
    }
    let Some(&head) = parsed.heads.get(at) else { return out };
    let Some(word) = parsed.line.words.get(head).filter(|_| head < parsed.heads.len()) else { return out };
    let lower = word.text.to_lowercase();
    let role = match parsed.labels[at] {
        Label::Dobj => {
            let stem = verb_stem(&lower);
            let cue = CUES.split_ascii_whitespace().any(|cue| verb_stem(cue) == stem);
            let brought = ["propos", "introduc", "present", "develop", "describ"].contains(&stem);
            let object = if cue { Roles(Roles::OBJECT.0 | Roles::OF_CUE.0) } else { Roles::OBJECT };
            if brought { Roles(object.0 | Roles::BROUGHT.0) } else { object }
        }
        Label::Nsubj | Label::NsubjPass => Roles::SUBJECT,
        Label::Pobj => match lower.as_str() {
            "for" => Roles::AFTER_FOR,
            "with" | "via" | "by" | "through" | "using" => Roles::AFTER_WITH,
            "of" => Roles::AFTER_OF,
            "in" | "to" | "into" | "from" => Roles::AFTER_IN,
            "on" | "over" | "across" => Roles::AFTER_ON,
            _ => Roles::default(),
        },
        _ => Roles::default(),
    };
    out.0 |= role.0;
    out
}

/// The common beginning of the forms of a regular verb.
fn verb_stem(verb: &str) -> &str {
    let stem = ["ing", "ed", "es", "s", "e"].iter().find_map(|ending| verb.strip_suffix(ending)).unwrap_or(verb);
    stem.strip_suffix('e').unwrap_or(stem)
}

/// True if one folded name is the end of another.
pub(super) fn is_tail(short: &str, long: &str) -> bool {
    long.strip_suffix(short).is_some_and(|before| before.ends_with(' '))
}
