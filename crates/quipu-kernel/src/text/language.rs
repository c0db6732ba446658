//! Language detection: ISO 639-1 codes, empty when the language is unclear.
//!
//! Detectors err on short texts full of names, and a wrong language costs recall (no stemming), so
//! a text in Latin script is English and one in Cyrillic is Russian unless a longer text says
//! otherwise with confidence.

use std::borrow::Cow;

use whatlang::{Lang, detect};

use super::boundary::char_start;
use super::function_words::language_by_function_words;
use super::stopwords::is_own_stop_word;

/// Texts of fewer letters than this are judged by their script alone.
const SHORT: usize = 200;
/// Texts of fewer letters are judged by their function words, too.
const LONG: usize = 1_000;
/// Number of bytes at each of the three places where a longer text is looked at: its beginning, its middle and its end.
/// Language detection costs more per byte than any other reading of a whole text.
const SAMPLE: usize = 1_000;

/// In a text that its commonest words alone show to be English or Russian, at least one of this number of words is one
/// of these.
const ONE_OF: usize = 10;

/// Common in English; all of them together are rare in any other language.
fn is_english(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "of"
            | "and"
            | "to"
            | "is"
            | "was"
            | "with"
            | "by"
            | "from"
            | "that"
            | "for"
            | "his"
            | "her"
            | "are"
            | "were"
            | "which"
            | "this"
            | "has"
            | "had"
            | "their"
    )
}

/// True for a common Russian word.
fn is_russian(word: &str) -> bool {
    matches!(word, "и" | "в" | "на" | "что" | "не" | "с" | "был" | "это")
}

/// Letters of other languages that are written in Cyrillic; those that have none of them have no `ы`.
const FOREIGN: [char; 15] = ['і', 'ї', 'є', 'ў', 'ј', 'ђ', 'ћ', 'џ', 'қ', 'ө', 'ү', 'ң', 'ғ', 'һ', 'ӑ'];

/// True for letters of Ukrainian without any that it lacks.
fn is_ukrainian(text: &str) -> bool {
    let has = |letters: [char; 4]| text.to_lowercase().contains(letters);
    has(['і', 'ї', 'є', 'ґ']) && !has(['ы', 'э', 'ъ', 'ў'])
}

/// The language of a text.
pub fn language_of(text: &str) -> &'static str {
    let sample = sample(text);
    let sample = sample.as_ref();
    let by_script = script_language(sample);
    if by_script.code == "ru" && is_ukrainian(sample) {
        return "uk";
    }
    if is_plainly(by_script.code, sample) {
        return by_script.code;
    }
    if by_script.letters < LONG
        && let Some(code) = language_by_function_words(sample, is_own_stop_word)
    {
        return code;
    }
    if by_script.letters < SHORT {
        return by_script.code;
    }
    match detect(sample) {
        Some(info) if info.is_reliable() && info.confidence() > 0.9 => code(info.lang()).unwrap_or(by_script.code),
        _ => by_script.code,
    }
}

/// The language of a text; where that is unclear, the language that most texts in its script are in.
pub fn language_or_script(text: &str) -> &'static str {
    let found = language_of(text);
    if found.is_empty() { by_other_script(text) } else { found }
}

/// The language that most texts are in whose script is neither Latin nor Cyrillic; empty where there is none.
fn by_other_script(text: &str) -> &'static str {
    let mut han = false;
    for c in text.chars().take(LONG) {
        match c {
            '\u{3041}'..='\u{30ff}' => return "ja",
            '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' => return "ko",
            '\u{e01}'..='\u{e7f}' => return "th",
            '\u{370}'..='\u{3ff}' => return "el",
            '\u{590}'..='\u{5ff}' => return "he",
            '\u{600}'..='\u{6ff}' => return "ar",
            '\u{900}'..='\u{97f}' => return "hi",
            '\u{4e00}'..='\u{9fff}' => han = true,
            _ => {}
        }
    }
    if han { "zh" } else { "" }
}

/// The English name of a language, by its code; the code where it has none here.
pub fn language_name(code: &str) -> &str {
    let found = NAMES.iter().find(|(known, _)| *known == code);
    found.map_or(code, |(_, name)| name)
}

/// The languages that are found, by their codes.
const NAMES: [(&str, &str); 31] = [
    ("en", "English"),
    ("ru", "Russian"),
    ("uk", "Ukrainian"),
    ("be", "Belarusian"),
    ("bg", "Bulgarian"),
    ("sr", "Serbian"),
    ("mk", "Macedonian"),
    ("de", "German"),
    ("fr", "French"),
    ("es", "Spanish"),
    ("pt", "Portuguese"),
    ("it", "Italian"),
    ("nl", "Dutch"),
    ("pl", "Polish"),
    ("cs", "Czech"),
    ("sv", "Swedish"),
    ("da", "Danish"),
    ("no", "Norwegian"),
    ("fi", "Finnish"),
    ("hu", "Hungarian"),
    ("tr", "Turkish"),
    ("ro", "Romanian"),
    ("el", "Greek"),
    ("ar", "Arabic"),
    ("he", "Hebrew"),
    ("hi", "Hindi"),
    ("zh", "Chinese"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
    ("vi", "Vietnamese"),
    ("th", "Thai"),
];

/// The text where it is short, else its three places.
fn sample(text: &str) -> Cow<'_, str> {
    if text.len() <= 3 * SAMPLE {
        return Cow::Borrowed(text);
    }
    let middle = text.len() / 2 - SAMPLE / 2;
    let places = [0, middle, text.len() - SAMPLE];
    let parts = places.map(|from| &text[char_start(text, from)..char_start(text, from + SAMPLE)]);
    Cow::Owned(parts.join("\n"))
}

/// True if the commonest words of a text show that it is English or Russian: far cheaper than a comparison with every
/// language.
fn is_plainly(code: &str, text: &str) -> bool {
    let (is_common, sure): (fn(&str) -> bool, _) = match code {
        "en" => (is_english, memchr::memmem::find(text.as_bytes(), b" the ").is_some()),
        "ru" => (is_russian, text.contains('ы') && !text.contains(FOREIGN)),
        _ => return false,
    };
    if !sure {
        return false;
    }
    let (mut words, mut found) = (0, 0);
    for word in text.split_whitespace() {
        words += 1;
        found += usize::from(is_common(word));
    }
    found * ONE_OF >= words
}

struct ByScript {
    code: &'static str,
    letters: usize,
}

fn script_language(text: &str) -> ByScript {
    let (mut latin, mut cyrillic, mut other) = (0usize, 0usize, 0usize);
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' => latin += 1,
            _ if c.is_ascii() || !c.is_alphabetic() => {}
            '\u{c0}'..='\u{24f}' => latin += 1,
            '\u{400}'..='\u{4ff}' => cyrillic += 1,
            _ => other += 1,
        }
    }
    let letters = latin + cyrillic + other;
    let code = match letters {
        0 => "",
        _ if cyrillic * 2 > letters => "ru",
        _ if latin * 2 > letters => "en",
        _ => "",
    };
    ByScript { code, letters }
}

fn code(lang: Lang) -> Option<&'static str> {
    Some(match lang {
        Lang::Eng => "en",
        Lang::Rus => "ru",
        Lang::Ukr => "uk",
        Lang::Bel => "be",
        Lang::Bul => "bg",
        Lang::Srp => "sr",
        Lang::Mkd => "mk",
        Lang::Deu => "de",
        Lang::Fra => "fr",
        Lang::Spa => "es",
        Lang::Por => "pt",
        Lang::Ita => "it",
        Lang::Nld => "nl",
        Lang::Pol => "pl",
        Lang::Ces => "cs",
        Lang::Swe => "sv",
        Lang::Dan => "da",
        Lang::Nob => "no",
        Lang::Fin => "fi",
        Lang::Hun => "hu",
        Lang::Tur => "tr",
        Lang::Ron => "ro",
        Lang::Ell => "el",
        Lang::Ara => "ar",
        Lang::Heb => "he",
        Lang::Hin => "hi",
        Lang::Cmn => "zh",
        Lang::Jpn => "ja",
        Lang::Kor => "ko",
        Lang::Vie => "vi",
        Lang::Tha => "th",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_go_by_script() {
        assert_eq!(language_of("Terence D. Robinson was a wrestler."), "en");
        assert_eq!(language_of("Кейван Шорт"), "ru");
        assert_eq!(language_of("1999"), "");
    }

    #[test]
    fn a_script_tells_where_nothing_else_does() {
        assert_eq!(language_or_script("駅は北にある。"), "ja");
        assert_eq!(language_or_script("车站在北边。"), "zh");
        assert_eq!(language_or_script("역은 북쪽에 있다."), "ko");
        assert_eq!(language_or_script("The station is there."), "en");
        assert_eq!(language_or_script("1999"), "");
        assert_eq!((language_name("uk"), language_name("xx")), ("Ukrainian", "xx"));
    }

    #[test]
    fn a_long_text_says_its_language() {
        let text =
            "Der Hund lief über die Straße und die Katze saß auf dem Dach des alten Hauses, während der Regen fiel. "
                .repeat(4);
        assert_eq!(language_of(&text), "de");
        assert_eq!(language_of(&text.repeat(20)), "de");
    }

    #[test]
    fn common_words_tell_english_and_russian_alone() {
        let [english, russian] = [
            "The keeper of the lighthouse wrote in his book that the lamp was lit at dusk and put out at dawn. ",
            "Смотритель записал в книгу, что лампа не погасла и была зажжена на закате, а потушена на рассвете. ",
        ]
        .map(|text| text.repeat(4));
        assert!(is_plainly("en", &english) && is_plainly("ru", &russian));
        let others = [
            "Пазачът на фара записа в книгата, че лампата не е угаснала и е запалена на залез в събота и неделя. ",
            "Доглядач записав у книгу, що лампа не згасла і була запалена на заході, а погашена на світанку, ы. ",
            "Der Wärter des Turms schrieb in sein Buch, dass die Lampe in der Nacht hell brannte, was er stets tat: the end. ",
        ];
        for (other, taken_for) in others.into_iter().zip(["ru", "ru", "en"]) {
            assert!(!is_plainly(taken_for, other), "{other}");
        }
    }

    #[test]
    fn a_text_is_sampled_at_characters() {
        for length in 1_400..1_600 {
            let text = "я".repeat(length);
            assert_eq!(language_of(&text), "ru");
        }
    }
}
