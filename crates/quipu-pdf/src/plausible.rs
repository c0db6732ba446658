//! Detection of noise in the text of a file: a font without a map from codes to letters gives noise.
//!
//! Words of European scripts have vowels (a third to a half of their letters), few letters beyond ASCII where they are
//! Latin, no digits or capitals amid small letters, and no long runs of consonants. No table of a language is needed:
//! noise breaks these rules in most words, no language in a tenth of them. Other scripts are judged only by characters
//! without meaning outside their font. Cost: linear.

use std::collections::{BTreeMap, HashSet};

use crate::glyphs::Glyph;
use crate::letters::is_void;
use crate::words::{Word, words};

/// Different words that are enough for a verdict.
const ENOUGH: usize = 10;

/// Leaves out the glyphs of unreadable fonts, and returns their number.
pub(crate) fn readable(mut glyphs: Vec<Glyph>) -> (Vec<Glyph>, usize) {
    let mut fonts: BTreeMap<u16, Vec<Glyph>> = BTreeMap::new();
    for glyph in &glyphs {
        fonts.entry(glyph.font).or_default().push(*glyph);
    }
    let noise = |glyphs: &[Glyph]| is_noise(glyphs) || !is_readable(&words(glyphs.to_vec()), glyphs);
    let lost: Vec<u16> = fonts.iter().filter(|(_, glyphs)| noise(glyphs)).map(|(font, _)| *font).collect();
    let before = glyphs.len();
    glyphs.retain(|glyph| !lost.contains(&glyph.font));
    let lost = before - glyphs.len();
    // A page may be noise as a whole where each font has too few words to say.
    if lost == 0 && !is_readable(&words(glyphs.clone()), &glyphs) {
        return (Vec::new(), before);
    }
    (glyphs, lost)
}

/// Many different signs among hardly any letters: codes counted from the first printable one.
fn is_noise(glyphs: &[Glyph]) -> bool {
    let signs = || glyphs.iter().filter(|glyph| !glyph.letter.is_whitespace());
    let odd = |glyph: &&Glyph| glyph.letter.is_ascii_punctuation() && !".,-".contains(glyph.letter);
    let mut kinds: Vec<char> = signs().filter(odd).map(|glyph| glyph.letter).collect();
    let many = kinds.len();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.len() > 6 && 5 * many > 2 * signs().count() && !glyphs.iter().all(|glyph| glyph.style.mono)
}

/// True if words are readable; few words are accepted unless their signs are void.
fn is_readable(words: &[Word], glyphs: &[Glyph]) -> bool {
    let signs = glyphs.iter().filter(|glyph| !glyph.letter.is_whitespace());
    let (mut all, mut void) = (0_usize, 0_usize);
    for glyph in signs {
        all += 1;
        void += usize::from(is_void(glyph.letter) || glyph.letter.is_control());
    }
    if all > 0 && 4 * void > all {
        return false;
    }
    let (mut long, mut odd, mut strange, mut plain) = (0_usize, 0_usize, 0_usize, 0_usize);
    let (mut vowels, mut letters_seen) = (0_usize, 0_usize);
    let mut seen: HashSet<&str> = HashSet::new();
    for word in words {
        let text = word.text.trim_matches(|letter: char| !letter.is_alphanumeric());
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        plain += letters;
        strange += text.chars().filter(|letter| is_strange(*letter)).count();
        if letters >= 4
            && is_european(text)
            && !word.mono
            && !text.contains(['/', '@', '.', '_', ':', '='])
            && seen.insert(text)
        {
            long += 1;
            odd += usize::from(is_odd(text));
            letters_seen += letters;
            vowels += text.chars().filter(|letter| is_vowel(*letter)).count();
        }
    }
    // Noise of signs: hardly a letter on the page, and it is no page of numbers.
    let digits: usize = words.iter().map(|word| word.text.chars().filter(char::is_ascii_digit).count()).sum();
    if all > 60 && 3 * (plain + digits) < all && is_noise(glyphs) {
        return false;
    }
    // A third to a half of the letters of any such language are vowels.
    let skewed = letters_seen > 80 && !(25 * letters_seen..=70 * letters_seen).contains(&(100 * vowels));
    let noise = long >= ENOUGH && (10 * odd > 4 * long || skewed);
    !noise && 5 * strange <= plain.max(20)
}

fn is_european(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic());
    letters
        .into_iter()
        .all(|letter| matches!(letter, 'A'..='Z' | 'a'..='z' | '\u{aa}'..='\u{24f}' | '\u{400}'..='\u{4ff}'))
}

/// Signs that stand inside words only where codes are taken for letters.
fn is_strange(letter: char) -> bool {
    matches!(letter, '\u{80}'..='\u{9f}' | '¤' | '¦' | '¬' | '¯' | '¸' | 'þ' | 'ð' | '÷' | '×' | '\u{2400}'..='\u{243f}')
}

fn is_odd(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|letter| letter.is_alphabetic()).collect();
    let latin = letters.iter().filter(|letter| **letter < '\u{250}').count();
    let foreign = letters.iter().filter(|letter| **letter >= '\u{80}' && **letter < '\u{250}').count();
    let mixed = latin > 0 && latin < letters.len();
    let inner_digit =
        text.chars().skip(1).zip(text.chars().skip(2)).any(|(a, b)| a.is_ascii_digit() && b.is_lowercase());
    let humps = letters.windows(2).filter(|pair| pair[0].is_lowercase() && pair[1].is_uppercase()).count();
    let vowels = letters.iter().filter(|letter| is_vowel(**letter)).count();
    let capitals = letters.iter().all(|letter| letter.is_uppercase());
    let run = letters.split(|letter| is_vowel(*letter)).map(<[char]>::len).max().unwrap_or(0);
    let soft = !capitals && (vowels == 0 || run > 5);
    // An abbreviation has no vowels either, but is short.
    let loud = capitals && letters.len() > 5 && vowels == 0;
    mixed || 2 * foreign > letters.len() || inner_digit || humps > 1 || soft || loud
}

fn is_vowel(letter: char) -> bool {
    let small = letter.to_lowercase().next().unwrap_or(letter);
    "aeiouyаеёиоуыэюяіїєўѣåøæœ".contains(small)
        || matches!(small, 'à'..='ö' | 'ø'..='ÿ' | 'ā'..='ű') && !"çñðþćčĉďđĝğħĵķĺļłńņňŕřśşšţťź".contains(small)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readable(text: &str) -> bool {
        let words: Vec<Word> = text.split(' ').map(|text| Word { text: text.to_owned(), ..Word::default() }).collect();
        let glyph =
            |letter| Glyph { letter, left: 0.0, right: 1.0, y: 0.0, size: 10.0, style: Default::default(), font: 0 };
        is_readable(&words, &text.chars().map(glyph).collect::<Vec<_>>())
    }

    #[test]
    fn languages_are_readable() {
        for text in [
            "The quick brown fox jumps over the lazy dog near the strengths of rhythmic lengths",
            "Широкая электрификация южных губерний даст мощный толчок подъёму сельского хозяйства",
            "Příliš žluťoučký kůň úpěl ďábelské ódy, zatímco čtvrtá smršť prošla krajinou",
            "Zażółć gęślą jaźń, a potem źdźbło trawy wstrzymało chrząszcza przed świtem",
            "Falsches Üben von Xylophonmusik quält jeden größeren Zwerg mit Selbstverständlichkeit",
            "Tôi có thể ăn thủy tinh mà không hại gì, những người khác cũng nói như vậy",
            "코로나 관련 보험약관상 재해보험금 지급문제",
            "12.5 13.75 1,000 2019 88 17 33 20 4,5 19,8 18,6 17,3 16,1",
        ] {
            assert!(readable(text), "{text}");
        }
    }

    #[test]
    fn codes_are_not() {
        for text in [
            "Ìàãàçèí ïðîäàåò õëåá êàæäûé äåíü ñ óòðà äî âå÷åðà êðîìå âîñêðåñåíüÿ ãîâîðÿò ñîñåäè",
            "7KLV WH[W KDV QR FKDUDFWHU PDS EHFDXVH HYHU\\ FRGH LV VKLIWHG E\\ WZHQW\\QLQH SODFHV LQVWHDG ZKLOH QRERG\\ ZRQGHUV DERXW PLVVLQJ OHWWHUV",
            "\u{e001}\u{e002}\u{e003} \u{e004}\u{e005} abc",
            "\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
        ] {
            assert!(!readable(text), "{text}");
        }
    }
}
