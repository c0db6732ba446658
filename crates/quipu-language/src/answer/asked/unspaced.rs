//! Questions in Chinese, Japanese and Korean: their question words and particles, which are closed classes of grammar.
//! A word of Chinese and Japanese is a pair of characters here, as in the index; a pair that a particle is part of says
//! nothing of the topic.

use super::WantedValue;
use quipu_kernel::text::is_ideograph;

/// Characters by which a question asks, and final particles: no pair with one of them is content.
const ASKING: &str = "誰谁何哪什么麼吗嗎呢";
/// Particles of Japanese that stand between words.
const PARTICLES: &str = "はがをのにでとへもやか";
/// The beginnings of `する` behind a noun.
const VERBAL: &str = "しさす";
/// Characters of grammar in Chinese.
const CHINESE: &str = "的了是在有被由于於和与與";
/// Phrases of Japanese grammar: each pair of characters in them is none of content.
const JAPANESE: &str = "ですか ますか でしたか ましたか でしょうか である であった でした されました された している していた いるか \
    ありますか ありました いますか いません いつから いつまで いつに いつの どこに どこの どこで どこへ どこから どこまで なぜ だれが だれの だれに なにが なにを いくつの いくら \
    どのくらい どれ どんな どうして ました ません から まで より では には とは のは のが";
/// Ways to ask for a time.
const WHEN: &str = "いつ 何年 何月 何日 何時 何时 什么时候 什麼時候 哪年 哪一年 哪天 哪一天 언제";
/// Ways to ask for a number.
const NUMBER: &str = "いくつ いくら 何人 何個 何円 何冊 何本 何台 何点 多少 几个 几人 几年 几点 幾個 幾人 몇 얼마";
/// Ways to ask for a reason.
const REASON: &str = "なぜ 何故 どうして 为什么 為什麼 为何 왜";
/// Beginnings of Korean question words.
const KOREAN: &str = "누구 누가 언제 어디 왜 몇 무엇 무슨 뭐 어느 어떤 어떻게 얼마";
/// Particles at the end of a Korean word.
const KOREAN_PARTICLES: [char; 15] =
    ['은', '는', '이', '가', '을', '를', '의', '에', '로', '와', '과', '도', '만', '라', '서'];

/// True for a text most of whose letters are Han, kana or Hangul.
pub(super) fn is_unspaced(text: &str) -> bool {
    let (mut own, mut other) = (0_usize, 0_usize);
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        *(if is_own(c) { &mut own } else { &mut other }) += 1;
    }
    own > other
}

fn is_own(c: char) -> bool {
    is_ideograph(c) || is_hangul(c)
}

fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}')
}

fn is_hiragana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}')
}

fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}')
}

/// True if a word of such a question says nothing of the topic; `text` is the question.
pub(super) fn is_grammar(text: &str, word: &str) -> bool {
    if word.chars().any(is_hangul) {
        return KOREAN.split_ascii_whitespace().any(|known| word.starts_with(known));
    }
    if !word.chars().any(is_own) {
        return false;
    }
    let letters: Vec<char> = word.chars().collect();
    if word.contains(|c| ASKING.contains(c)) || ["多少", "几个", "怎样"].contains(&word) {
        return true;
    }
    if !text.contains(is_kana) {
        return word.contains(|c| CHINESE.contains(c));
    }
    match letters[..] {
        [first, second] if is_hiragana(first) && is_hiragana(second) => is_hiragana_of_grammar(text, word),
        [first, _] if is_hiragana(first) => true,
        [_, second] if is_hiragana(second) => PARTICLES.contains(second) || VERBAL.contains(second),
        [only] => PARTICLES.contains(only),
        _ => false,
    }
}

/// True if two hiragana belong to grammar wherever they stand: in a run behind Han or katakana, which begins with a
/// particle or with the ending of a verb; in a phrase of grammar; beside a particle that no word holds.
fn is_hiragana_of_grammar(text: &str, pair: &str) -> bool {
    let behind = |at: usize| {
        let before = text[..at].chars().rev().find(|c| !is_hiragana(*c));
        before.is_some_and(|c| is_own(c) && c != '・')
    };
    text.match_indices(pair).all(|(at, _)| behind(at))
        || JAPANESE.split_ascii_whitespace().any(|phrase| phrase.contains(pair))
        || pair.contains(['は', 'を'])
}

/// A Korean word without the particle at its end; none where there is none.
pub(in crate::answer) fn without_particle(word: &str) -> Option<&str> {
    let bare = word.strip_suffix(KOREAN_PARTICLES)?;
    (bare.chars().count() > 1 && bare.chars().all(is_hangul)).then_some(bare)
}

/// The type of value that a question asks for. A name has no capital here, so that no person or place is known by its
/// letters.
pub(super) fn value(text: &str) -> WantedValue {
    let says = |list: &str| list.split_ascii_whitespace().any(|known| text.contains(known));
    match text {
        _ if says(REASON) => WantedValue::Anything,
        _ if says(WHEN) => WantedValue::When,
        _ if says(NUMBER) => WantedValue::Number,
        _ => WantedValue::Anything,
    }
}

/// True if a question asks for a reason.
pub(super) fn wants_reason(text: &str) -> bool {
    REASON.split_ascii_whitespace().any(|known| text.contains(known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quipu_kernel::text::words;

    fn content(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.text).filter(|word| !is_grammar(text, word)).collect()
    }

    #[test]
    fn particles_and_question_words_are_no_content() {
        assert_eq!(content("駅長は誰ですか？"), ["駅長"]);
        assert_eq!(content("北山駅はいつ開業しましたか？"), ["北山", "山駅", "開業"]);
        assert_eq!(content("りんごはどこですか？"), ["りん", "んご"]);
        assert_eq!(content("扉が開く"), ["開く"]);
        assert_eq!(content("北山站的站长是谁？"), ["北山", "山站", "站长"]);
        assert_eq!(content("票价多少？"), ["票价", "价多"]);
        assert_eq!(content("역장은 누구입니까?"), ["역장은"]);
    }

    #[test]
    fn a_question_says_its_type_of_value() {
        assert_eq!(value("北山駅はいつ開業しましたか"), WantedValue::When);
        assert_eq!(value("料金はいくらですか"), WantedValue::Number);
        assert_eq!(value("站长是谁"), WantedValue::Anything);
        assert!(wants_reason("为什么关门？") && !wants_reason("站长是谁"));
    }

    #[test]
    fn scripts_without_capitals_are_known() {
        assert!(is_unspaced("駅長は誰ですか") && is_unspaced("역장은 누구입니까?"));
        assert!(!is_unspaced("Who is 佐藤?") && !is_unspaced("") && !is_unspaced("Кто?"));
        assert_eq!(without_particle("역장은"), Some("역장"));
        assert_eq!(without_particle("은"), None);
    }
}
