//! How Russians write what English spells: Reagan as Рейган, Churchill as Черчилль.
//!
//! English spelling tells less than half of it; what is read here is what most names have. Sounds are
//! those of [`crate::sound`]. Cost: linear in the word.

use crate::sound::{is_vowel, softened};

/// Groups of letters with their sounds, the longest first.
const GROUPS: [(&str, &str); 48] = [
    ("micro", "maikro"),
    ("ough", "o"),
    ("augh", "o"),
    ("tch", "C"),
    ("dge", "dZ"),
    ("igh", "ai"),
    ("sch", "S"),
    ("ch", "C"),
    ("sh", "S"),
    ("th", "t"),
    ("ph", "f"),
    ("ck", "k"),
    ("wh", "u"),
    ("gh", "g"),
    ("qu", "ku"),
    ("ee", "i"),
    ("ea", "i"),
    ("oo", "u"),
    ("ou", "au"),
    ("ow", "o"),
    ("oa", "o"),
    ("oe", "o"),
    ("ew", "u"),
    ("ai", "ei"),
    ("ay", "ei"),
    ("ey", "i"),
    ("ie", "i"),
    ("au", "o"),
    ("aw", "o"),
    ("yo", "e"),
    ("ya", "a"),
    ("yu", "u"),
    ("ye", "e"),
    ("ce", "se"),
    ("ci", "si"),
    ("cy", "si"),
    ("ge", "dZe"),
    ("gi", "dZi"),
    ("gy", "dZi"),
    ("j", "dZ"),
    ("x", "ks"),
    ("q", "k"),
    ("c", "k"),
    ("w", "u"),
    ("y", "i"),
    ("kn", "n"),
    ("'", ""),
    ("’", ""),
];

/// A folded word as it is mostly read.
pub(crate) fn plain(word: &str) -> Option<String> {
    read(word, false)
}

/// The sounds of a folded word with a first `a` as in Marilyn and `ea` as in Reagan.
pub(crate) fn broad(word: &str) -> Option<String> {
    read(word, true)
}

fn read(word: &str, broad: bool) -> Option<String> {
    if !word.is_ascii() {
        return None;
    }
    // A final `e` is silent.
    let silent = word.strip_suffix('e').filter(|rest| rest.len() > 2 && !rest.ends_with(is_vowel));
    let (mut rest, mut out) = (silent.unwrap_or(word), String::with_capacity(word.len()));
    'word: while let Some(letter) = rest.chars().next() {
        if let Some(sound) = long_vowel(&out, rest).filter(|_| silent.is_some()) {
            out.push_str(sound);
            rest = &rest[1..];
            continue;
        }
        let ahead = rest.as_bytes().get(1..).unwrap_or_default();
        let closed = ahead.get(1).is_some_and(|next| !is_vowel(char::from(*next)));
        let read = match letter {
            'e' if broad && rest.starts_with("ea") => Some(("ei", 2)),
            'a' if broad && closed_vowel(&out, ahead) => Some(("e", 1)),
            'u' if rest.starts_with("ur") && closed => Some(("er", 2)),
            // "John"
            'h' if out.ends_with(is_vowel) && ahead.first().is_some_and(|next| !is_vowel(char::from(*next))) => {
                Some(("", 1))
            }
            _ => None,
        };
        if let Some((sound, length)) = read {
            out.push_str(sound);
            rest = &rest[length..];
            continue;
        }
        for (group, sound) in GROUPS {
            if let Some(behind) = rest.strip_prefix(group) {
                out.push_str(sound);
                rest = behind;
                continue 'word;
            }
        }
        if !letter.is_ascii_alphanumeric() {
            return None;
        }
        out.push(letter);
        rest = &rest[1..];
    }
    Some(softened(&out))
}

/// The last vowel of a word before a consonant and a silent `e`: Steve, Mike, Kate.
fn long_vowel(before: &str, rest: &str) -> Option<&'static str> {
    let alone = rest.len() == 2 && !before.ends_with(is_vowel) && !rest.ends_with(is_vowel);
    let (_, sound) = [('a', "ei"), ('e', "i"), ('i', "ai")].into_iter().find(|(vowel, _)| rest.starts_with(*vowel))?;
    alone.then_some(sound)
}

/// True if an `a` is the first vowel of its word, with a consonant after it.
fn closed_vowel(before: &str, ahead: &[u8]) -> bool {
    !before.contains(is_vowel) && ahead.first().is_some_and(|next| !b"aeiouwy".contains(next))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sound::{of_cyrillic, stem};

    #[test]
    fn english_names_sound_as_russians_write_them() {
        for (latin, cyrillic) in [
            ("reagan", "рейган"),
            ("churchill", "черчилль"),
            ("winston", "уинстон"),
            ("marilyn", "мэрилин"),
            ("monroe", "монро"),
            ("new", "нью"),
            ("york", "йорк"),
            ("john", "джон"),
            ("moore", "мур"),
            ("steve", "стив"),
        ] {
            let sound = of_cyrillic(cyrillic).unwrap();
            let read = [plain(latin), broad(latin)].map(|read| read.unwrap());
            assert!(read.iter().any(|read| stem(read) == stem(&sound)), "{latin}: {read:?}, {sound}");
        }
    }

    proptest! {
        #[test]
        fn any_words_are_safe(word in "\\PC{0,20}", latin in "[a-z']{0,12}") {
            plain(&word);
            prop_assert!(broad(&latin).is_some());
        }
    }
}
