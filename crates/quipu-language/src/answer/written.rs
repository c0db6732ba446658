//! The analysis of an answer that a model wrote: its sentences, and the sources that each cites.
//!
//! Models cite in many ways: `[1]`, `[1, 3]`, `[2-4]`, `[^1]`, `【1】`, `[Source 2]`. A bracket that holds
//! more than numbers and one such word is part of the sentence. A reply is untrusted: any text is taken apart
//! without a panic, in time linear in it.

use quipu_kernel::model::Span;
use quipu_kernel::text::sentences;

/// The longest bracket that is looked at, in bytes.
const LONGEST: usize = 60;
/// The most sources that one bracket may name, so that `[1-99999]` stays small.
const MOST: usize = 50;
/// Words that may stand before the numbers of a bracket.
const CALLED: &str = "source sources passage passages document documents doc docs ref refs источник источники документ документы отрывок отрывки";
/// A sentence without a citation is a refusal if it holds two words of these kinds.
const PLACES: &str = "passage passages document documents context text texts source sources information evidence отрывок отрывках отрывки отрывков \
    документе документах документы тексте текстах текст тексты контекст контексте источниках источники информации информация";
const DENIALS: &str = "not no don't doesn't didn't cannot can't isn't aren't нет не отсутствует отсутствуют";

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// Place in the answer, its citations included.
    pub span: Span,
    /// Its text, without them.
    pub text: String,
    /// The numbers that it cites, each once, in their order.
    pub cites: Vec<usize>,
}

/// The sentences of an answer. A citation alone belongs to the sentence before it.
pub fn written(text: &str) -> Vec<Written> {
    let mut out: Vec<Written> = Vec::new();
    for span in sentences(text) {
        let (said, cites) = parted(text.get(span.range()).unwrap_or_default());
        match out.last_mut() {
            Some(before) if !said.contains(char::is_alphanumeric) => {
                before.span.end = span.end;
                cites.into_iter().for_each(|n| add(&mut before.cites, n));
            }
            _ => out.push(Written { span, text: said, cites }),
        }
    }
    out
}

/// True if a sentence is a refusal for lack of an answer in the sources.
pub fn declines(sentence: &Written) -> bool {
    let folded = sentence.text.to_lowercase().replace('’', "'");
    let has = |list: &str| {
        let mut words = folded.split(|c: char| !c.is_alphanumeric() && c != '\'');
        words.any(|word| list.split_ascii_whitespace().any(|known| known == word))
    };
    sentence.cites.is_empty() && has(PLACES) && has(DENIALS)
}

/// A passage's text with its own brackets of numbers made round, so that they are not taken for citations.
pub fn without_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['[', '【']) {
        let (before, bracket) = rest.split_at(at);
        out.push_str(before);
        match mark(bracket) {
            Some((length, _)) => {
                let inner = bracket[..length].trim_matches(['[', ']', '【', '】']);
                out.push('(');
                out.push_str(inner);
                out.push(')');
                rest = &bracket[length..];
            }
            None => {
                let length = bracket.chars().next().map_or(0, char::len_utf8);
                out.push_str(&bracket[..length]);
                rest = &bracket[length..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// A sentence without its citations, and these.
fn parted(sentence: &str) -> (String, Vec<usize>) {
    let (mut said, mut cites) = (String::with_capacity(sentence.len()), Vec::new());
    let mut rest = sentence;
    while let Some(at) = rest.find(['[', '【']) {
        let (before, bracket) = rest.split_at(at);
        said.push_str(before);
        let length = match mark(bracket) {
            Some((length, found)) => {
                found.into_iter().for_each(|n| add(&mut cites, n));
                // A blank before a mark goes with it.
                said.truncate(said.trim_end().len());
                length
            }
            None => {
                let length = bracket.chars().next().map_or(0, char::len_utf8);
                said.push_str(&bracket[..length]);
                length
            }
        };
        rest = &bracket[length..];
    }
    said.push_str(rest);
    (said.trim().to_owned(), cites)
}

fn add(cites: &mut Vec<usize>, n: usize) {
    if cites.len() < MOST && !cites.contains(&n) {
        cites.push(n);
    }
}

/// A citation that a text begins with: its length in bytes, and its numbers.
fn mark(text: &str) -> Option<(usize, Vec<usize>)> {
    let close = if text.starts_with('[') { ']' } else { '】' };
    let end = text.char_indices().take_while(|(at, _)| *at <= LONGEST).find(|(_, c)| *c == close)?.0;
    let open = text.chars().next()?.len_utf8();
    let mut inner = text.get(open..end)?.trim().trim_start_matches(['^', '#']).trim();
    let word = inner.find(|c: char| !c.is_alphabetic()).unwrap_or(inner.len());
    if word > 0 {
        let called = inner[..word].to_lowercase();
        if !CALLED.split_ascii_whitespace().any(|known| known == called) {
            return None;
        }
        inner = inner[word..].trim_start_matches([' ', ':', '#']);
    }
    let mut found = Vec::new();
    for part in inner.split([',', ';', '&']) {
        let part = part.trim().trim_start_matches(['^', '#']);
        match part.split_once(['-', '–']) {
            Some((from, to)) => {
                let (from, to): (usize, usize) = (number(from)?, number(to)?);
                found.extend((from..=to).take(MOST));
            }
            None => found.push(number(part)?),
        }
    }
    Some((end + close.len_utf8(), found))
}

fn number(text: &str) -> Option<usize> {
    let text = text.trim();
    let short = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if short { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(text: &str) -> Vec<(String, Vec<usize>)> {
        written(text).into_iter().map(|one| (one.text, one.cites)).collect()
    }

    #[test]
    fn each_sentence_has_its_citations() {
        let text = "Ilse Varga cast the bell in 1911 [2]. It was heard in Tarnfeld [1, 3][5]. [6]\n\nNobody [sic] knew why [Source 4].";
        let expected = [
            ("Ilse Varga cast the bell in 1911.", vec![2]),
            ("It was heard in Tarnfeld.", vec![1, 3, 5, 6]),
            ("Nobody [sic] knew why.", vec![4]),
        ];
        let expected: Vec<_> = expected.map(|(said, cites)| (said.to_owned(), cites)).to_vec();
        assert_eq!(of(text), expected);
        assert_eq!(
            of("Колокол отлили в 1911 году【1】 [^2] [3-5]."),
            [("Колокол отлили в 1911 году.".to_owned(), vec![1, 2, 3, 4, 5])]
        );
    }

    #[test]
    fn a_passage_has_no_marks_of_its_own() {
        assert_eq!(without_marks("It fell [12] in [sic] 1911.[3, 4]"), "It fell (12) in [sic] 1911.(3, 4)");
    }

    #[test]
    fn that_there_is_no_answer_can_be_said_in_many_words() {
        let declined = |text: &str| written(text).first().is_some_and(declines);
        assert!(declined("The passages do not mention who painted it."));
        assert!(declined("The provided context doesn’t contain this information."));
        assert!(declined("В документах нет сведений о мастере."));
        assert!(!declined("The passages name Ilse Varga."));
        assert!(!declined("The document was not signed [1]."));
    }

    proptest! {
        #[test]
        fn any_text_is_taken_apart(text in "(\\PC|\\[|\\]|[0-9]|,|-|【|】|\\. |\n){0,80}") {
            let mut last = 0;
            for one in written(&text) {
                prop_assert!(one.span.start >= last && one.span.end <= text.len() as u32);
                prop_assert!(text.get(one.span.range()).is_some());
                prop_assert!(one.cites.len() <= MOST);
                last = one.span.end;
            }
            prop_assert!(written(&without_marks(&text)).iter().all(|one| one.cites.is_empty()));
        }
    }
}
