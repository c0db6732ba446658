//! A mention by its sound: its words, Russian ones by their sound in the nominative, and the names by
//! sound that other spellings of it lead to.

use crate::english::sounds;
use crate::names::lexicon::marks_of;
use crate::russian::{cases, given};
use crate::sound;
use crate::tables::marks::Marks;
use quipu_kernel::model::{Kind, Mention, Name};

/// The shortest single word that is linked by its sound, in sounds.
const SHORTEST: usize = 3;
/// The shortest single Latin word that is.
const SHORTEST_LATIN: usize = 4;

/// A mention as it is heard.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Heard {
    /// Each way to read its words; of other languages than Russian the folded words.
    pub(super) readings: Vec<Vec<String>>,
    /// True if they may be different people.
    pub(super) ambiguous: bool,
    /// True if it is written in Cyrillic.
    pub(super) russian: bool,
    /// True if it is longer than it sounds, as short names with an ending are: Ока.
    declined: bool,
    /// True if one of several words is a usual given name, an initial or a patronymic.
    pub(super) has_given: bool,
    /// True if the last two words are one surname: Римский-Корсаков.
    pub(super) doubled: bool,
}

impl Heard {
    /// The sound of a name by its folded form; `form` has its capitals.
    pub(super) fn new(folded: &str, form: &str) -> Self {
        let mut words: Vec<(&str, bool)> = folded.split(' ').zip(capitals(form)).collect();
        if let [(_, first), rest @ ..] = words.as_mut_slice()
            && !rest.is_empty()
            && rest.iter().all(|(_, capital)| !capital)
        {
            // The capital of a sentence's beginning, or of an official name: no surname.
            *first = false;
        }
        while words.len() > 1 && marks_of(words[0].0).any(Marks::TITLE) {
            words.remove(0);
        }
        let honours = form.split_whitespace().rev().take_while(|word| is_honour(word)).count();
        if words.len() > honours + 1 && form.contains(char::is_lowercase) {
            words.truncate(words.len() - honours);
        }
        let plain = || words.iter().map(|(word, _)| (*word).to_owned()).collect::<Vec<_>>();
        if !is_cyrillic(folded) {
            let given = words.len() > 1 && words.iter().any(|(word, _)| marks_of(word).any(Marks::GIVEN));
            return Self { readings: vec![plain()], has_given: given, ..Self::default() };
        }
        let mut sounds = cases::sounds(words.iter().copied());
        let initial = |word: &str| word.chars().nth(1).is_none() && !cases::is_numeral(word);
        let initials = words.iter().rev().take_while(|(word, _)| initial(word)).count();
        if initials < words.len() {
            // "Ландау Л. Д."
            sounds.readings.iter_mut().for_each(|words| words.rotate_right(initials));
        }
        let known = |sound: &String| {
            sound.chars().nth(1).is_none() || given::is_given(sound).is_some() || cases::is_patronymic(sound)
        };
        let declined = folded.chars().nth(2).is_some() && form.contains(char::is_lowercase);
        let has_given = words.len() > 1 && sounds.readings.iter().flatten().any(known);
        let doubled = initials == 0 && is_doubled(form);
        Self { readings: sounds.readings, ambiguous: sounds.ambiguous, russian: true, declined, has_given, doubled }
    }

    /// True if it leads to names by sound at all: a single short word could be anything.
    fn leads(&self) -> bool {
        let long =
            |words: &Vec<String>| words.len() > 1 || self.declined || words.iter().all(|word| word.len() >= SHORTEST);
        self.russian && self.readings.iter().all(long)
    }
}

/// True if a form ends with two capitalised words that a hyphen joins.
fn is_doubled(form: &str) -> bool {
    let last = form.rsplit(' ').next().unwrap_or_default();
    let parts = || last.split(['-', '‑']);
    parts().count() == 2 && parts().all(|part| part.chars().nth(1).is_some() && part.starts_with(char::is_uppercase))
}

/// True if a word is an honour after a name: "OBE".
pub(super) fn is_honour(word: &str) -> bool {
    (2..=4).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_uppercase())
        && !word.bytes().all(|b| b"IVX".contains(&b))
}

/// A name as it is first heard; one in other letters as it is written.
pub(super) fn sound_of(folded: &str, heard: Option<&Heard>) -> String {
    let words = heard.and_then(|heard| heard.readings.first());
    words.map_or_else(|| folded.to_owned(), |words| words.join(" "))
}

/// True if a folded name is written in Cyrillic.
pub(super) fn is_cyrillic(folded: &str) -> bool {
    folded.starts_with(|c| ('\u{430}'..='\u{45f}').contains(&c))
}

/// For each word of a form, true if it begins with a capital; true beyond them.
fn capitals(form: &str) -> impl Iterator<Item = bool> + '_ {
    let words = form.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| word.starts_with(char::is_uppercase)).chain(std::iter::repeat(true))
}

/// True if sounds are sought for a mention at all.
pub(super) fn is_heard(mention: &Mention) -> bool {
    !matches!(mention.kind, Kind::Date | Kind::Identifier | Kind::Service)
}

/// The names by sound that a mention in Cyrillic leads to, wherever it stands.
pub(super) fn led(heard: &Heard) -> Vec<Name> {
    if heard.ambiguous || !heard.leads() {
        return Vec::new();
    }
    heard.readings.iter().map(|words| named(words)).collect()
}

/// The name of sounds: of "Путин Владимир Владимирович" with the surname last.
pub(super) fn named(words: &[String]) -> Name {
    let mut words = words.to_vec();
    if words.len() == 3 && cases::is_patronymic(&words[2]) {
        words.rotate_left(1);
    }
    Name::canonical(words.join(" "))
}

/// The names by sound that a name in Latin letters leads to: where it looks Russian, or `beside` Russian
/// names in one document, where it is also read as English.
pub(super) fn romanised(folded: &str, beside: bool) -> Vec<Name> {
    let words: Vec<&str> = folded.split(' ').collect();
    let read = !is_cyrillic(folded) && folded.starts_with(char::is_alphabetic) && words.len() <= 4;
    if !read || !beside && !words.iter().copied().any(looks_russian) {
        return Vec::new();
    }
    let heard = |sound: fn(&str) -> Option<String>| words.iter().map(|word| sound(word)).collect::<Option<Vec<_>>>();
    let Some(sounds) = heard(sound::of_latin) else { return Vec::new() };
    let russian = beside || (words.len() > 1 && sounds.iter().any(|sound| given::is_given(sound).is_some()));
    let single = words.len() > 1 || (words[0].len() >= SHORTEST_LATIN && sounds[0].len() >= SHORTEST_LATIN);
    if !russian && words.len() > 1 || !single {
        return Vec::new();
    }
    // "Ludwig van Beethoven"; a single word may be English.
    let german = |sound: &String| sound.replace('w', "v");
    let mut all = vec![if words.len() > 1 { sounds.iter().map(german).collect() } else { sounds }];
    if beside {
        all.extend([heard(sounds::plain), heard(sounds::broad)].into_iter().flatten());
    }
    let name = |sounds: &Vec<String>| {
        let words = sounds.iter().zip(&words).map(|(sound, written)| nominative(sound, written));
        Name::canonical(words.collect::<Vec<_>>().join(" "))
    };
    let mut out: Vec<Name> = all.iter().map(name).collect();
    out.sort();
    out.dedup();
    out
}

/// The form of a Latin word's sound beside that of a Russian one: without its ending.
fn nominative(sound: &str, written: &str) -> String {
    let ends = |endings: [&str; 4], word: &str| endings.iter().any(|end| word.ends_with(end));
    let kept = if ends(["ova", "eva", "ina", "ska"], sound) {
        "a"
    } else if ends(["ia", "iya", "ija", "iia"], written) {
        "i"
    } else if sound.ends_with('o') && !ends(["ao", "eo", "io", "uo"], written) {
        "o"
    } else {
        ""
    };
    if sound.chars().nth(1).is_none() {
        return sound.to_owned();
    }
    given::is_given(sound).unwrap_or_else(|| format!("{}{kept}", sound::stem(sound)))
}

/// Endings of Russian surnames in Latin letters.
const ENDINGS: [&str; 27] = [
    "insk", "arsk", "ansk", "orsk", "ovsk", "evsk", "grad", "ov", "ev", "yov", "ova", "eva", "sky", "skiy", "skii",
    "skij", "skaya", "skaia", "enko", "chuk", "vich", "vych", "vna", "off", "eff", "shin", "tin",
];

fn looks_russian(word: &str) -> bool {
    word.len() >= 5 && word.is_ascii() && ENDINGS.iter().any(|ending| word.ends_with(ending))
}
