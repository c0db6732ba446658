//! The sound of a name, in few letters, for any script and any standard of romanisation.
//!
//! BGN, ISO 9, passports and the press write Чайковский as Chaykovskiy, Čajkovskij, Chaikovskii and
//! Tchaikovsky; all become one word here. Single sounds that Latin writes with several letters are
//! capitals (`S` for sh and shch, `C` for ch, `Z` for zh), soft vowels lose their softness, doubled
//! letters and final vowels go. Cost: linear in the word.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use quipu_kernel::text::fold_name;

/// Cyrillic letters with their sounds.
fn cyrillic(letter: char) -> Option<&'static str> {
    Some(match letter {
        'а' | 'я' => "a",
        'б' => "b",
        'в' => "v",
        'г' | 'ґ' => "g",
        'д' => "d",
        'е' | 'э' | 'є' | 'ё' => "e",
        'ж' => "Z",
        'з' => "z",
        'и' | 'й' | 'ы' | 'і' | 'ї' => "i",
        'к' => "k",
        'л' => "l",
        'м' => "m",
        'н' => "n",
        'о' => "o",
        'п' => "p",
        'р' => "r",
        'с' => "s",
        'т' => "t",
        'у' | 'ю' => "u",
        'ф' => "f",
        'х' => "h",
        'ц' => "c",
        'ч' => "C",
        'ш' | 'щ' => "S",
        'ъ' | 'ь' => "",
        _ => return None,
    })
}

/// Cyrillic groups with their sounds: Миядзаки is Miyazaki, Бетховен Beethoven.
const CYRILLIC: [(&str, &str); 3] = [("йо", "e"), ("дз", "z"), ("тх", "t")];

/// Latin groups with their sounds, the longest first.
const LATIN: [(&str, &str); 42] = [
    ("šč", "S"),
    ("tsch", "C"),
    ("shch", "S"),
    ("dzh", "dZ"),
    ("tch", "C"),
    ("sch", "S"),
    ("sh", "S"),
    // Rachmaninoff, Richter.
    ("chm", "hm"),
    ("cht", "ht"),
    ("ch", "C"),
    ("zh", "Z"),
    ("kh", "h"),
    ("ts", "c"),
    ("tz", "c"),
    ("ph", "f"),
    ("th", "t"),
    ("ck", "k"),
    ("yo", "e"),
    ("jo", "e"),
    ("ya", "a"),
    ("ja", "a"),
    ("yu", "u"),
    ("ju", "u"),
    ("ye", "e"),
    ("je", "e"),
    ("ce", "ce"),
    ("ci", "ci"),
    ("cy", "ci"),
    ("č", "C"),
    ("ć", "C"),
    ("š", "S"),
    ("ś", "S"),
    ("ž", "Z"),
    ("ż", "Z"),
    ("x", "ks"),
    ("dz", "z"),
    ("q", "k"),
    ("c", "k"),
    ("y", "i"),
    ("j", "i"),
    ("'", ""),
    ("’", ""),
];

/// Latin given names that Russians write as another one, by their sounds.
const GIVEN: [(&str, &str); 10] = [
    ("aleksander", "aleksandr"),
    ("leo", "lev"),
    ("peter", "petr"),
    ("josef", "osif"),
    ("eugen", "evgen"),
    ("evgenu", "evgen"),
    ("niColas", "nikol"),
    ("kateren", "ekaterin"),
    ("katerin", "ekaterin"),
    ("feodor", "fedor"),
];

/// Folded given names of other languages, with the sounds of their Russian spellings.
const FOREIGN: [(&str, &str); 17] = [
    ("jules", "Zul"),
    ("james", "dZeims"),
    ("jean", "Zan"),
    ("jacques", "Zak"),
    ("gene", "dZin"),
    ("george", "dZerdZ"),
    ("michael", "maikl"),
    ("henri", "anri"),
    ("louis", "lui"),
    ("claude", "klod"),
    ("antoine", "antuan"),
    ("wilhelm", "vilgelm"),
    ("friedrich", "fridrih"),
    ("heinrich", "genrih"),
    ("herman", "german"),
    ("hermann", "german"),
    ("charles", "Carlz"),
];

/// The sound of a word of Cyrillic letters; none when it has others.
pub(crate) fn of_cyrillic(word: &str) -> Option<String> {
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        if let Some((behind, sound)) =
            CYRILLIC.iter().find_map(|(group, sound)| Some((rest.strip_prefix(group)?, sound)))
        {
            out.push_str(sound);
            rest = behind;
            continue;
        }
        match cyrillic(letter) {
            Some(sound) => out.push_str(sound),
            None if letter.is_numeric() => out.push(letter),
            // Marks of stress.
            None if matches!(letter, '\u{300}' | '\u{301}') => {}
            None => return None,
        }
        rest = &rest[letter.len_utf8()..];
    }
    Some(softened(&out))
}

/// The sound of a folded word of Latin letters; none when it has others.
pub(crate) fn of_latin(word: &str) -> Option<String> {
    if let Some((_, sound)) = FOREIGN.iter().find(|(written, _)| *written == word) {
        return Some((*sound).to_owned());
    }
    // "-off" is the French spelling of "-ov"; but "Hasselhoff".
    let russian = |stem: &&str| stem.len() > 4 && stem.ends_with(['o', 'e']) && !stem.ends_with("elho");
    if let Some(stem) = word.strip_suffix("ff").filter(russian) {
        return of_latin(&format!("{stem}v"));
    }
    let mut out = String::with_capacity(word.len());
    let mut rest = word;
    'word: while let Some(letter) = rest.chars().next() {
        for (group, sound) in LATIN {
            if let Some(behind) = rest.strip_prefix(group) {
                out.push_str(sound);
                rest = behind;
                continue 'word;
            }
        }
        let plain = letter.nfd().find(|c| !is_combining_mark(*c)).unwrap_or(letter);
        if !plain.is_ascii_alphanumeric() {
            return None;
        }
        out.push(plain);
        rest = &rest[letter.len_utf8()..];
    }
    let out = softened(&out);
    let known = GIVEN.iter().find(|(written, _)| *written == out);
    Some(known.map_or(out, |(_, sound)| (*sound).to_owned()))
}

/// True if a folded Cyrillic letter is a vowel.
pub(crate) fn is_cyrillic_vowel(letter: char) -> bool {
    "аеиоуыэюя".contains(letter)
}

pub(crate) fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u')
}

/// Without softness and doubled letters: `ia` as `a`, `Co` as `Ce`.
pub(crate) fn softened(sounds: &str) -> String {
    let mut out = String::with_capacity(sounds.len());
    let mut chars = sounds.chars().peekable();
    while let Some(c) = chars.next() {
        let soft = c == 'i' && chars.peek().is_some_and(|next| is_vowel(*next));
        let c = if c == 'o' && out.ends_with(['C', 'S', 'Z']) { 'e' } else { c };
        if !soft && !out.ends_with(c) {
            out.push(c);
        }
    }
    out
}

/// True if a Cyrillic and a Latin name of as many words sound alike: half of their consonants are the same, in
/// their order.
pub(crate) fn is_alike(cyrillic: &str, latin: &str) -> bool {
    let consonants = |name: &str, heard: fn(&str) -> Option<String>| {
        let words = fold_name(name);
        let heard: Option<Vec<String>> = words.split(' ').map(heard).collect();
        heard.map(|heard| {
            heard.concat().chars().filter(|c| !is_vowel(*c)).flat_map(char::to_lowercase).collect::<Vec<_>>()
        })
    };
    let (Some(one), Some(other)) = (consonants(cyrillic, of_cyrillic), consonants(latin, of_latin)) else {
        return false;
    };
    let words = |name: &str| name.split_whitespace().count();
    let most = one.len().max(other.len());
    words(cyrillic) == words(latin) && most > 1 && common(&one, &other) * 2 >= most
}

/// The length of the longest common subsequence.
fn common(one: &[char], other: &[char]) -> usize {
    let mut lengths = vec![0; other.len() + 1];
    for a in one {
        let mut diagonal = 0;
        for (at, b) in other.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = if a == b { diagonal + 1 } else { above.max(lengths[at]) };
            diagonal = above;
        }
    }
    lengths[other.len()]
}

/// Without its final vowels but the first, where that is `i`.
pub(crate) fn stem_with_i(sounds: &str) -> &str {
    let stem = stem(sounds);
    if sounds[stem.len()..].starts_with('i') { &sounds[..=stem.len()] } else { stem }
}

/// Without its final vowels, unless nothing much would be left.
pub(crate) fn stem(sounds: &str) -> &str {
    let stem = sounds.trim_end_matches(is_vowel);
    if stem.len() >= 2 { stem } else { sounds }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(russian: &str, latin: &[&str]) {
        let sound = of_cyrillic(russian).unwrap();
        for word in latin {
            assert_eq!(stem(&of_latin(word).unwrap()), stem(&sound), "{word}");
        }
    }

    #[test]
    fn standards_of_romanisation_meet() {
        same("чайковский", &["chaykovskiy", "čajkovskij", "chaikovskii", "tchaikovsky", "chaikovsky"]);
        same("хрущев", &["khrushchev", "khrushchov", "hruščëv"]);
        same("путин", &["putin"]);
        same("дмитрий", &["dmitry", "dmitri", "dmitriy", "dmitrii"]);
        same("ельцин", &["yeltsin", "eltsin", "el’cin"]);
        same("юрий", &["yuri", "yury", "iurii", "yuriy"]);
        same("александр", &["alexander", "aleksandr", "alexandr"]);
        same("газпром", &["gazprom"]);
        same("тойота", &["toyota"]);
        same("горбачев", &["gorbachev", "gorbachyov"]);
    }

    #[test]
    fn spellings_of_one_name_sound_alike() {
        for (cyrillic, latin) in
            [("Джеффри Хинтон", "Geoffrey Hinton"), ("Осаму Тэдзука", "Osamu Tezuka"), ("Тойота", "Toyota")]
        {
            assert!(is_alike(cyrillic, latin), "{latin}");
        }
        for (cyrillic, latin) in [("Хинтон", "Google"), ("Москва", "Russia"), ("Иванов", "MIT"), ("Аляска", "USA")]
        {
            assert!(!is_alike(cyrillic, latin), "{latin}");
        }
    }

    #[test]
    fn other_scripts_have_no_sound_here() {
        assert_eq!(of_latin("путин"), None);
        assert_eq!(of_cyrillic("putin"), None);
        assert_eq!(of_cyrillic("東京"), None);
    }
}
