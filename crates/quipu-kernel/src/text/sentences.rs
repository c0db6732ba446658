//! Sentences: the places where a text may be cut so that each part can be quoted by itself.
//!
//! One pass from left to right. A full stop ends a sentence unless something near it speaks against
//! it: an abbreviation, an initial, a number, a lower-case word after it. The text looked at around a
//! stop is bounded, so the cost is linear in the text.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::span::Span;

/// Abbreviations after which a sentence always goes on.
const NEVER_LAST: &str = " mr mrs ms dr st prof rev hon gen col lt capt sgt maj cmdr adm gov sen rep pres messrs mme mlle \
    fr sr no nos vol vols pp ed eds fig figs eq sec ch art al cf vs v viz ca c approx est dept univ mt ft ave blvd rd e.g i.e eg ie \
    им ул пл пр просп наб пер см ср рис табл стр гл ст п пп изд ред дж акад проф доц тов гос о-в оз р напр т.е т.к т.н т.о ок б св ";
/// Abbreviations that often end a sentence: one ends there if the next word is usual at a beginning.
const SOMETIMES_LAST: &str = " etc inc ltd co corp jr bros esq ph.d m.d b.a m.a u.s u.k u.n d.c a.m p.m a.d b.c b.c.e c.e jan feb mar apr jun jul aug sep sept \
    oct nov dec mon tue wed thu fri sat sun ";
/// Russian abbreviations after which a capital begins a new sentence.
const RUSSIAN_LAST: &str = " г гг в вв др пр т.д т.п н.э э тыс млн млрд трлн руб коп долл мин сек ч км см мм кг ";
/// Words that are usual at the beginning of an English sentence, and no names.
const BEGINNERS: &str = " the a an in on at it its he she they we you i this that these those there then when while after before during \
    however although though but and or so as if for from by with since until his her their our my your what who where why how no not \
    some many most all each every both one two several other another such only also because under over between among today later ";
/// All of these, and where each stands among them.
const LISTS: [&str; 4] = [NEVER_LAST, SOMETIMES_LAST, RUSSIAN_LAST, BEGINNERS];
const NEVER: usize = 0;
const SOMETIMES: usize = 1;
const RUSSIAN: usize = 2;
const BEGINNER: usize = 3;
/// The longest abbreviation looked for, in characters.
const LONGEST_ABBREVIATION: usize = 10;
/// The longest bracketed note ("[citation needed]") that is kept with the sentence before it, in bytes.
const LONGEST_NOTE: usize = 48;

/// The sentences of a text, in order, without the white space around them.
///
/// Every character that is not white space lies in exactly one. A blank line, a heading, a list
/// entry and a table row always part sentences; a single line break does not.
pub fn sentences(text: &str) -> Vec<Span> {
    let mut cutter = Cutter { text, start: 0, out: Vec::new() };
    let mut at = 0;
    let mut in_block_line = opens_block(text);
    loop {
        at += plain_ascii(&text.as_bytes()[at..]);
        let Some(c) = text[at..].chars().next() else { break };
        let next = at + c.len_utf8();
        at = next;
        if c == '\n' {
            let opens = opens_block(&text[next..]);
            if opens || in_block_line {
                cutter.cut(next);
            }
            in_block_line = opens && keeps_to_line(&text[next..]);
        } else if is_stop(c) {
            at = after_closers(text, next);
            if ends_sentence(text, cutter.start, next - c.len_utf8(), c, at) {
                cutter.cut(at);
            }
        }
    }
    cutter.cut(text.len());
    cutter.out
}

/// Number of bytes at the beginning of a text that end neither a sentence nor a line.
fn plain_ascii(bytes: &[u8]) -> usize {
    let plain = |byte: &u8| byte.is_ascii() && !matches!(byte, b'\n' | b'.' | b'!' | b'?');
    bytes.iter().position(|byte| !plain(byte)).unwrap_or(bytes.len())
}

struct Cutter<'a> {
    text: &'a str,
    start: usize,
    out: Vec<Span>,
}

impl Cutter<'_> {
    fn cut(&mut self, end: usize) {
        let piece = &self.text[self.start..end];
        let body = piece.trim();
        if !body.is_empty() {
            let from = self.start + (piece.len() - piece.trim_start().len());
            self.out.push(Span::new(from, from + body.len()));
        }
        self.start = end;
    }
}

/// True if the line that begins here stands apart from the one before: blank, a heading, a list
/// entry, a quotation, a table row, a fence.
fn opens_block(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '\r']);
    let mut chars = line.chars();
    match chars.next() {
        None | Some('\n' | '#' | '|' | '>') => true,
        Some('-' | '*' | '+' | '•') => chars.next().is_some_and(|c| c == ' ' || c == '-'),
        Some('`') => line.starts_with("```"),
        Some(c) if c.is_ascii_digit() => {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            line.len() - rest.len() <= 3 && (rest.starts_with(". ") || rest.starts_with(") "))
        }
        _ => false,
    }
}

/// True if the block that begins here ends with its line.
fn keeps_to_line(line: &str) -> bool {
    line.trim_start_matches([' ', '\t']).starts_with(['#', '|'])
}

fn is_stop(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…') || is_wide_stop(c)
}

/// Stops of scripts that put no space after them, or that mean nothing else.
fn is_wide_stop(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | '｡' | '؟' | '۔' | '।' | '॥' | '።' | '။' | '។')
}

/// The end of the stops, quotes, brackets and bracketed notes that follow a stop at once.
fn after_closers(text: &str, mut at: usize) -> usize {
    while let Some(c) = text[at..].chars().next() {
        if is_stop(c) || matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '」' | '』' | '）' | '】' | '*' | '_')
        {
            at += c.len_utf8();
        } else if c == '[' {
            let note = text.as_bytes()[at..].iter().take(LONGEST_NOTE).position(|b| *b == b']');
            match note {
                Some(length) => at += length + 1,
                None => break,
            }
        } else {
            break;
        }
    }
    at
}

fn ends_sentence(text: &str, start: usize, stop: usize, c: char, end: usize) -> bool {
    let rest = &text[end..];
    if is_wide_stop(c) || rest.is_empty() {
        return true;
    }
    let ahead = rest.trim_start();
    if ahead.len() == rest.len() {
        return false;
    }
    let next = ahead.trim_start_matches(['"', '\'', '“', '‘', '«', '„', '(', '[', '*', '_']);
    if next.chars().next().is_some_and(char::is_lowercase) {
        return false;
    }
    c != '.' || end > stop + 1 || ends_at_dot(&text[start..stop], next)
}

/// True if the plain dot after `before` ends a sentence that `next` would follow.
fn ends_at_dot(before: &str, next: &str) -> bool {
    let word = last_word(before);
    if word.is_empty() {
        return true;
    }
    if word.bytes().all(|b| b.is_ascii_digit()) && before[..before.len() - word.len()].trim_end().is_empty() {
        return false;
    }
    // "(норв. Thor Heyerdahl)"
    let opened = || before[..before.len() - word.len()].ends_with('(');
    if word.chars().all(|c| ('а'..='я').contains(&c) || c == '-') && opened() {
        return false;
    }
    let lower = word.to_lowercase();
    let mut letters = word.chars();
    let is_initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    // "н. э." ends, "Уильям Э. Саймон" goes on.
    if !is_initial && listed(RUSSIAN, &lower) {
        return lower != "г" && lower != "в" || follows_number(before, word);
    }
    if listed(NEVER, &lower) {
        return false;
    }
    let dotted = word.contains('.') && !word.bytes().any(|b| b.is_ascii_digit());
    if is_initial || dotted || listed(SOMETIMES, &lower) { begins_sentence(next) } else { true }
}

/// The letters, digits and inner dots just before a stop, at most [`LONGEST_ABBREVIATION`] of them;
/// empty when there are more, since no abbreviation is so long.
fn last_word(before: &str) -> &str {
    let mut start = before.len();
    for (seen, (at, c)) in before.char_indices().rev().enumerate() {
        if !(c.is_alphanumeric() || c == '.' || c == '-') {
            break;
        }
        if seen == LONGEST_ABBREVIATION {
            return "";
        }
        start = at;
    }
    before[start..].trim_start_matches(['.', '-'])
}

fn follows_number(before: &str, word: &str) -> bool {
    before[..before.len() - word.len()].trim_end().ends_with(|c: char| c.is_numeric() || matches!(c, 'I' | 'V' | 'X'))
}

fn begins_sentence(next: &str) -> bool {
    let word: String = next
        .chars()
        .take_while(|c| c.is_alphabetic())
        .take(LONGEST_ABBREVIATION)
        .flat_map(char::to_lowercase)
        .collect();
    !word.is_empty() && listed(BEGINNER, &word)
}

/// The lists, each word with those that it stands in.
static LISTED: LazyLock<FxHashMap<&str, u8>> = LazyLock::new(|| {
    let mut out = FxHashMap::default();
    for (list, words) in LISTS.iter().enumerate() {
        words.split_whitespace().for_each(|word| *out.entry(word).or_default() |= 1 << list);
    }
    out
});

fn listed(list: usize, word: &str) -> bool {
    LISTED.get(word).is_some_and(|lists| lists & (1 << list) != 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        sentences(text).into_iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn abbreviations_and_initials_do_not_end_a_sentence() {
        assert_eq!(cut("Dr. Smith met J. R. Tolkien. They talked."), ["Dr. Smith met J. R. Tolkien.", "They talked."]);
        assert_eq!(cut("He lives in the U.S. with a dog."), ["He lives in the U.S. with a dog."]);
        assert_eq!(cut("He left the U.S. The dog stayed."), ["He left the U.S.", "The dog stayed."]);
        assert_eq!(cut("It is 3.14 or so. See fig. 2 for more."), ["It is 3.14 or so.", "See fig. 2 for more."]);
    }

    #[test]
    fn russian_abbreviations() {
        assert_eq!(cut("Он родился в 1999 г. Потом уехал."), ["Он родился в 1999 г.", "Потом уехал."]);
        assert_eq!(cut("Он жил в г. Москва. А. С. Пушкин писал."), ["Он жил в г. Москва.", "А. С. Пушкин писал."]);
        assert_eq!(cut("Это было в 44 г. до н. э. Рим пал."), ["Это было в 44 г. до н. э.", "Рим пал."]);
        assert_eq!(cut("Пришёл Уильям Э. Саймон. Ч. Дарвин спал."), ["Пришёл Уильям Э. Саймон.", "Ч. Дарвин спал."]);
        assert_eq!(cut("Яблоки, груши и т. д. растут."), ["Яблоки, груши и т. д. растут."]);
        assert_eq!(cut("Приплыл Тур (норв. Thor). Дом пуст."), ["Приплыл Тур (норв. Thor).", "Дом пуст."]);
        assert_eq!(cut("Улица им. Кирова. Дом пуст!"), ["Улица им. Кирова.", "Дом пуст!"]);
    }

    #[test]
    fn quotes_and_notes_stay_with_their_sentence() {
        assert_eq!(
            cut("\"Is it?\" he asked. \"It is.\" She left."),
            ["\"Is it?\" he asked.", "\"It is.\"", "She left."]
        );
        assert_eq!(cut("It rained.[citation needed] He left."), ["It rained.[citation needed]", "He left."]);
    }

    #[test]
    fn stops_of_other_scripts() {
        assert_eq!(cut("今日は。元気？はい！"), ["今日は。", "元気？", "はい！"]);
        assert_eq!(cut("यह है। वह था।"), ["यह है।", "वह था।"]);
    }

    #[test]
    fn blocks_part_and_wrapped_lines_do_not() {
        assert_eq!(cut("# Title\nA line\ngoes on.\n\n- one\n- two"), ["# Title", "A line\ngoes on.", "- one", "- two"]);
        assert_eq!(cut("1. First thing. Second."), ["1. First thing.", "Second."]);
    }

    proptest! {
        #[test]
        fn every_visible_character_lies_in_one_sentence(text in "[\\PC\n.!? ]{0,200}") {
            let spans = sentences(&text);
            let mut at = 0;
            for span in &spans {
                prop_assert!(text[at..span.range().start].trim().is_empty());
                prop_assert!(!text[span.range()].trim().is_empty());
                at = span.range().end;
            }
            prop_assert!(text[at..].trim().is_empty());
        }
    }
}
