//! Acronyms with their long forms: "Long Form (LF)" and "LF (Long Form)", in any script with case.
//!
//! The matching is that of Schwartz and Hearst, "A simple algorithm for identifying abbreviation
//! definitions in biomedical text" (PSB 2003): the letters of the short form are sought from right
//! to left in the words before it, the first one at a word's beginning. Cost: linear in the window,
//! which is bounded by the length of the short form.

use super::runs::COUNTRIES;
use super::spelled::{SHORTEST_WORD, spelled_out};
use super::spelling::{is_adjective, is_cyrillic};
use super::tokens::{Gap, Shape, Token};
use crate::names::acronym_pair::Pair;
use crate::tables::marks::Marks;
use quipu_kernel::text::fold_char;

/// Lengths of a short form, in letters and digits.
const SHORT: std::ops::RangeInclusive<usize> = 2..=10;

/// The acronyms that a text explains, in order.
pub(super) fn acronyms(text: &str, tokens: &[Token]) -> Vec<Pair> {
    let mut out = Vec::new();
    for at in 1..tokens.len() {
        let Some(before) = before_brackets(text, tokens, at) else { continue };
        let long = || long_in_brackets(text, tokens, at).filter(|_| before == at - 1);
        out.extend(short_in_brackets(text, tokens, before, at).or_else(long));
    }
    let more = spelled_out(text, tokens, &out);
    out.extend(more);
    out
}

/// Words that may stand before a short form within its brackets.
const LEADS: [&str; 8] = ["далее", "сокращённо", "сокращенно", "сокр", "англ", "или", "аббревиатура", "также"];

/// The last token of the long form after which `at`, in brackets, is the short one.
fn before_brackets(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    if opens_bracket(text, tokens, at) {
        return Some(at - 1);
    }
    // Most words have no bracket two words before them.
    let lead = at.checked_sub(1).filter(|lead| *lead > 0 && text[..tokens[*lead].start].ends_with('('))?;
    let word = &text[tokens[lead].start..tokens[lead].core];
    let between = text[tokens[lead].core..tokens[at].start].trim_matches([' ', '.', '—', '–', '-', ':', '«', '"']);
    (LEADS.contains(&word) && between.is_empty() && opens_bracket(text, tokens, lead)).then(|| lead - 1)
}

/// True if an opening bracket stands between the token and the one before, both near.
fn opens_bracket(text: &str, tokens: &[Token], at: usize) -> bool {
    let between = &text[tokens[at - 1].end..tokens[at].start];
    tokens[at].gap == Gap::Break
        && !tokens[at].first
        && between.len() <= 6
        && between.trim_matches([' ', '\n', '"', '«', '»', '“', '”', '*', '\'']) == "("
}

fn is_short(text: &str, token: &Token) -> bool {
    let word = token.word(text);
    let mut chars = word.chars();
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    SHORT.contains(&word.chars().count())
        && chars.next().is_some_and(|c| c.is_uppercase())
        && capitals * 2 > word.chars().filter(|c| c.is_alphabetic()).count()
        && capitals >= 2
}

/// "Long Form (LF)": the short form at `at`, the end of the long one at `before`.
fn short_in_brackets(text: &str, tokens: &[Token], before: usize, at: usize) -> Option<Pair> {
    let short = tokens[at];
    let closed = |token: &Token| text[token.end..].starts_with([')', ',', ';', '"', '»']);
    // "(ГК РФ)"
    let of_country = tokens.get(at + 1).filter(|next| next.gap == Gap::Space && COUNTRIES.contains(&next.word(text)));
    let last = if closed(&short) { &short } else { of_country.filter(|next| closed(next))? };
    if !is_short(text, &short) {
        return None;
    }
    let mut first = before;
    let length = if last.start == short.start { short.length } else { short.length + last.length };
    let most = (length + 5).min(length * 2);
    while first > 0 && before + 1 - first < most && tokens[first].gap != Gap::Break && !tokens[first].first {
        first -= 1;
    }
    let words = &tokens[first..=before];
    let letters = letters_of(&text[short.start..last.core]);
    let start = by_initials(text, &letters, words)
        .or_else(|| of_body(text, &short, words))
        .or_else(|| by_letters(text, &letters, words))
        .or_else(|| translated(text, &short, words))
        .or_else(|| in_quotes(text, &short, words))?;
    Some(Pair { short: (short.start, last.core), long: (start, tokens[before].core) })
}

/// True if a short form is that of a country, which gives an origin.
fn is_country(text: &str, short: &Token) -> bool {
    short.has(Marks::LAND) || COUNTRIES.contains(&short.word(text))
}

/// The text in quotes right before the brackets, if it has the first two letters: "«бацилла Кальметта — Герена» (БЦЖ)".
fn in_quotes(text: &str, short: &Token, words: &[Token]) -> Option<usize> {
    let (first, last) = (words.first()?, words.last()?);
    let quoted = text[..first.start].ends_with('«') && text[last.core..].starts_with('»');
    let mut letters = short.word(text).chars().flat_map(fold_char);
    let (one, two) = (letters.next()?, letters.next()?);
    let rest = text[first.start..last.core].to_lowercase();
    let begins = rest.strip_prefix(one).is_some_and(|rest| rest.contains(two));
    (quoted && begins && !is_country(text, short) && words.len() > 1).then_some(first.start)
}

/// A body that begins with an adjective, with any letters in another language: "Международная федерация футбола
/// (ФИФА)".
fn of_body(text: &str, short: &Token, words: &[Token]) -> Option<usize> {
    let first = (0..words.len()).rev().find(|at| words[*at].is_capital())?;
    let (begins, rest) = words[first..].split_first()?;
    let body = rest.iter().take(MOST_ADJECTIVES).any(|token| token.has(Marks::ORG));
    let russian = |token: &Token| is_cyrillic(token.word(text));
    let whole = short.shape == Shape::Upper && short.length > 2 && !is_country(text, short);
    (whole && body && is_adjective(begins.word(text)) && russian(begins) && rest.iter().all(russian))
        .then_some(begins.start)
}

/// "Австралийская радиовещательная корпорация (ABC)": letters of another script than the words. The long
/// form begins with the last capital, unless that is its last word, or where it is: "университет в Лос-Анджелесе".
/// If no word has a capital, the long form has as many words as letters: "обработка естественного языка (NLP)".
fn translated(text: &str, short: &Token, words: &[Token]) -> Option<usize> {
    let latin = |token: &Token| token.word(text).starts_with(|c: char| c.is_ascii_alphabetic());
    if !latin(short) {
        return None;
    }
    let long = |token: &Token| is_cyrillic(token.word(text)) && token.length >= SHORTEST_WORD;
    let full = |token: &Token| long(token) && token.shape == Shape::Lower;
    // "Непрерывная интеграция (CI)" begins a sentence.
    let described = |words: &[Token]| {
        let (noun, adjectives) = words.split_last().unwrap_or((short, &[]));
        let begins = adjectives.first().is_some_and(|first| first.first && first.shape == Shape::Capital);
        begins && full(noun) && adjectives.iter().all(|token| long(token) && is_adjective(token.word(text)))
    };
    let as_many = words.len().checked_sub(short.length).map(|first| &words[first..]);
    let as_many = as_many.filter(|words| words.iter().all(full) || described(words));
    let named = |at: usize| at > 0 && words[at - 1].word(text) == "имени";
    let first = (0..words.len()).rev().find(|at| words[*at].is_capital() && !named(*at));
    let located = |at: usize| at > 1 && matches!(words[at - 1].word(text), "в" | "во" | "на" | "при");
    let before = |at: usize| (0..at - 1).rev().find(|before| words[*before].is_capital());
    let first = first.map(|at| if located(at) { before(at).unwrap_or(at) } else { at });
    let long = first.map(|first| &words[first..]).filter(|long| long.len() >= 3 && !long.iter().any(latin));
    match (long, as_many) {
        // An adjective begins a body's name; of another name only as many words are sure.
        (Some(long), Some(_)) if is_adjective(long[0].word(text)) => Some(long[0].start),
        (_, Some(long)) | (Some(long), None) => Some(long[0].start),
        (None, None) => None,
    }
}

/// "LF (Long Form)".
fn long_in_brackets(text: &str, tokens: &[Token], at: usize) -> Option<Pair> {
    let short = tokens[at - 1];
    if !is_short(text, &short) {
        return None;
    }
    let most = (short.length + 5).min(short.length * 2);
    let words =
        1 + tokens[at + 1..].iter().take(most).take_while(|token| token.gap != Gap::Break && !token.first).count();
    let long = &tokens[at..at + words];
    let end = long.last()?.core;
    let closed = text[end..].starts_with([')', ',', ';', '"', '»']);
    let start = matched(text, short.word(text), long).filter(|start| closed && *start == tokens[at].start)?;
    Some(Pair { short: (short.start, short.core), long: (start, end) })
}

/// The letters and digits of a short form, folded.
fn letters_of(short: &str) -> Vec<char> {
    short.chars().filter(|c| c.is_alphanumeric()).flat_map(fold_char).collect()
}

/// The beginning of the long form among `words`, if the letters of the short form are found in them.
fn matched(text: &str, short: &str, words: &[Token]) -> Option<usize> {
    let letters = letters_of(short);
    by_initials(text, &letters, words).or_else(|| by_letters(text, &letters, words))
}

/// Every letter is the initial of a word; function words may be left out.
fn by_initials(text: &str, letters: &[char], words: &[Token]) -> Option<usize> {
    let initial = |word: &Token| text[word.start..word.core].chars().flat_map(fold_char).next();
    let mut left = letters.len();
    for (at, word) in words.iter().enumerate().rev() {
        let wanted = Some(letters[left - 1]);
        // "налогом на добычу": the first letter is that of a full word where one is there.
        let fuller = word.has(Marks::STOP) && left == 1 && at > 0 && initial(&words[at - 1]) == wanted;
        if initial(word) == wanted && !fuller {
            left -= 1;
        } else if !word.has(Marks::STOP | Marks::LOOSE) {
            return None;
        }
        if left == 0 {
            return Some(word.start);
        }
    }
    None
}

/// The most adjectives before the noun of a body.
const MOST_ADJECTIVES: usize = 3;
/// Minimal number of letters of a single Russian word that may be the long form of an acronym: "электрокардиограмма
/// (ЭКГ)".
const LONG_ENOUGH: usize = 12;

/// The letters stand in order in the words, the first one at a word's beginning.
fn by_letters(text: &str, letters: &[char], words: &[Token]) -> Option<usize> {
    let mut left = letters.len();
    for (at, word) in words.iter().enumerate().rev() {
        let chars: Vec<char> = text[word.start..word.core].chars().flat_map(fold_char).take(64).collect();
        for position in (0..chars.len()).rev() {
            let wanted = letters[left - 1];
            if chars[position] == wanted && (left > 1 || position == 0) {
                left -= 1;
            }
            if left == 0 {
                let compound = is_cyrillic(word.word(text)) && chars.len() >= LONG_ENOUGH;
                return (words.len() - at >= 2 || compound && letters.len() > 2).then_some(word.start);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tokens::tokens;
    use quipu_kernel::text::sentences;

    fn pairs(text: &str) -> Vec<(&str, &str)> {
        let tokens = tokens(text, &sentences(text), &[]);
        acronyms(text, &tokens)
            .iter()
            .map(|pair| (&text[pair.short.0..pair.short.1], &text[pair.long.0..pair.long.1]))
            .collect()
    }

    #[test]
    fn both_directions_and_both_languages() {
        assert_eq!(pairs("We use Reciprocal Rank Fusion (RRF) here."), [("RRF", "Reciprocal Rank Fusion")]);
        assert_eq!(pairs("The NSA (National Security Agency) said so."), [("NSA", "National Security Agency")]);
        assert_eq!(pairs("Варшавская фондовая биржа (ВФБ) открыта."), [("ВФБ", "Варшавская фондовая биржа")]);
        assert_eq!(
            pairs("СССР (Союз Советских Социалистических Республик) распался."),
            [("СССР", "Союз Советских Социалистических Республик")]
        );
        assert_eq!(pairs("the mean reciprocal rank (MRR) is"), [("MRR", "mean reciprocal rank")]);
        let corporation = "Австралийская радиовещательная корпорация (ABC) вещает.";
        assert_eq!(pairs(corporation), [("ABC", "Австралийская радиовещательная корпорация")]);
        let college = "Техасский университет в Остине (UTA) велик.";
        assert_eq!(pairs(college), [("UTA", "Техасский университет в Остине")]);
        let league = "Решение Международной федерации футбола (ФИФА) известно.";
        assert_eq!(pairs(league), [("ФИФА", "Международной федерации футбола")]);
        let code = "Уголовный кодекс Российской Федерации (УК РФ) толст.";
        assert_eq!(pairs(code), [("УК РФ", "Уголовный кодекс Российской Федерации")]);
        assert_eq!(pairs("Непрерывное развёртывание (CD) удобно."), [("CD", "Непрерывное развёртывание")]);
        assert_eq!(pairs("Это «бацилла Кальметта — Герена» (БЦЖ)."), [("БЦЖ", "бацилла Кальметта — Герена")]);
        assert!(pairs("Фильм «Служебный роман» (СССР) смотрят.").is_empty());
    }

    #[test]
    fn what_is_spelled_out_without_brackets() {
        let europe = "Организации по безопасности и сотрудничеству в Европе";
        for (text, short, long) in [
            ("КПД машины растёт. Найдём коэффициент полезного действия.", "КПД", "коэффициент полезного действия"),
            (&format!("В ОБСЕ, то есть {europe}, решили."), "ОБСЕ", europe),
            ("Завершение Байкало-Амурской магистрали; на БАМ ехали.", "БАМ", "Байкало-Амурской магистрали"),
            (
                "Пропускная способность БАМа, то есть Байкало-Амурской магистрали, мала.",
                "БАМа",
                "Байкало-Амурской магистрали",
            ),
            ("основы обработки естественного языка (NLP) и всего прочего", "NLP", "обработки естественного языка"),
            (
                "заменены налогом на добычу полезных ископаемых (далее — НДПИ).",
                "НДПИ",
                "налогом на добычу полезных ископаемых",
            ),
        ] {
            assert_eq!(pairs(text), [(short, long)]);
        }
        assert!(pairs("ООН и США. Он ответил нет, и сказал вам.").is_empty());
    }

    #[test]
    fn brackets_that_explain_nothing() {
        assert!(pairs("He met Bob (USA) and the Panthers (NFL).").is_empty());
    }
}
