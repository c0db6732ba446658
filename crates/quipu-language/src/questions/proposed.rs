//! Questions that a text seems to answer, made from its definitions, dated sentences, numbers and lists. A caller must ask
//! each: one that is not answered by its own place is dropped.

use quipu_kernel::model::{Format, Span};
use quipu_kernel::text::{Word, fold_name, is_stop_word, words};
use serde::{Deserialize, Serialize};

use crate::answer::{UnitKind, definition_term, told_units_below};
use crate::halves::{Halves, either};

/// Numbers of words of a subject.
const SUBJECT: std::ops::RangeInclusive<usize> = 1..=7;

/// Words that open a question.
const ASKS: Halves = [
    "what when where who which why how can do does is are should will may must",
    "что когда где кто какой какая какие какое почему зачем как можно сколько куда откуда чем",
];
/// Participles that say little, and words that make sense only beside a text.
const VAGUE: Halves = [
    "named used made based called given updated added taken known done found set seen",
    "сделан сделана использован использована дан дана",
];
const RELATIVE: &str =
    "only same first second last next following previous above below current this that other another such if when";

/// The kind of a proposed question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposedKind {
    /// The meaning of a term.
    Definition,
    /// A way to do something.
    HowTo,
    /// A number.
    Value,
    /// The members of a list.
    List,
    /// One end of a relation.
    Connection,
    /// A date.
    Time,
}

/// A question with the place that it was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedQuestion {
    /// The question.
    pub text: String,
    /// Its kind.
    pub kind: ProposedKind,
    /// The place that answers it, in the text.
    pub span: Span,
    /// The term that it asks for, of a definition.
    pub subject: Option<String>,
    /// The section that answers it, of a heading that asks.
    pub section: Option<Span>,
}

/// The questions that a text seems to answer, in the order of the text; `title` is that of its document.
pub fn proposed_questions(
    title: &str,
    text: &str,
    headings: &[String],
    format: Format,
    russian: bool,
) -> Vec<ProposedQuestion> {
    let mut found = told_units_below(text, headings, format);
    found.retain(|unit| !unit.aside);
    let mut proposed = Vec::new();
    let mut above: Option<&str> = None;
    for (at, unit) in found.iter().enumerate() {
        let heading = unit.headings.last().map(String::as_str);
        let opens = heading != above;
        above = heading;
        if let Some((kind, text)) = heading.filter(|_| opens).and_then(heading_question) {
            let behind = found[at..].iter().take_while(|next| next.headings == unit.headings);
            let end = behind.map(|next| next.span.end).max().unwrap_or(unit.span.end);
            let section = Some(Span { start: unit.span.start, end });
            proposed.push(ProposedQuestion { text, kind, span: unit.span, subject: None, section });
        } else if unit.kind == UnitKind::Sentence
            && let Some(asked) = sentence(&unit.text, &[title, heading.unwrap_or_default()], russian)
        {
            proposed.push(ProposedQuestion { span: unit.span, ..asked });
        }
    }
    proposed
}

/// A heading that asks, or that names a way: "How to wind the clock".
fn heading_question(heading: &str) -> Option<(ProposedKind, String)> {
    let heading = heading.trim();
    let words = heading.split(' ').count();
    if !(3..=12).contains(&words) {
        return None;
    }
    if heading.ends_with('?') {
        let first = heading.split(' ').next().unwrap_or_default().to_lowercase();
        if !either(ASKS, &first) || heading.contains(['!', '.', ':']) {
            return None;
        }
        let kind = match first.as_str() {
            "how" | "как" => ProposedKind::HowTo,
            "when" | "когда" => ProposedKind::Time,
            _ => ProposedKind::HowTo,
        };
        return Some((kind, heading.to_owned()));
    }
    let way = heading.strip_prefix("How to ").map(|way| format!("How do I {way}?"));
    way.or_else(|| heading.strip_prefix("Как ").map(|way| format!("Как {way}?")))
        .map(|text| (ProposedKind::HowTo, text))
}

/// The question that a sentence answers; its place is the caller's.
fn sentence(seen: &str, subjects: &[&str], russian: bool) -> Option<ProposedQuestion> {
    let said = words(seen);
    if !seen.starts_with(char::is_uppercase) {
        return None;
    }
    if said.first().is_none_or(|first| is_stop_word(&first.text) && !is_article(&first.text)) {
        return None;
    }
    let asked = |kind, text, subject| ProposedQuestion { text, kind, span: Span::default(), subject, section: None };
    dated(seen, &said, russian).map(|text| asked(ProposedKind::Time, text, None)).or_else(|| {
        let (text, term) = definition(seen, subjects, russian)?;
        Some(asked(ProposedKind::Definition, text, Some(term)))
    })
}

/// "X is a …": "What is X?"
fn definition(seen: &str, subjects: &[&str], russian: bool) -> Option<(String, String)> {
    let whole = definition_term(seen)?;
    let (term, behind) = (whole.trim().trim_matches(['*', '_', '`', '"', '«', '»']), &seen[whole.len()..]);
    let (read, rest) = (words(term), words(behind));
    let sort = |word: Option<&Word>| word.is_some_and(|word| matches!(word.text.as_str(), "a" | "an" | "the" | "one"));
    let bare = without_article(term);
    let own = |word: &Word| {
        !is_relative(&word.text) && (!is_stop_word(&word.text) || is_article(&word.text) || word.text == "of")
    };
    let named = read.iter().all(own) && read.iter().any(|word| !is_stop_word(&word.text)) && read.len() <= 4;
    match russian {
        true => {
            // A dash alone defines what the text is about.
            let own = subjects.iter().any(|subject| fold_name(subject) == fold_name(bare));
            let dash = behind.trim_start_matches(['*', '_', '»', '"', ' ']).starts_with(['—', '–', '-']);
            let stated = rest.first().is_some_and(|word| word.text == "это");
            (named && (stated && (own || read.len() > 1) || own && dash))
                .then(|| (format!("Что такое {bare}?"), bare.to_owned()))
        }
        false => (named && rest.first().is_some_and(|word| word.text == "is") && sort(rest.get(1)))
            .then(|| (format!("What is {term}?", term = lower_article(term)), bare.to_owned())),
    }
}

/// "X was founded … in 1869": "When was X founded?"
fn dated(seen: &str, said: &[Word], russian: bool) -> Option<String> {
    let at = said.iter().position(|word| is_past(&word.text, russian))?;
    let verb = said.get(at + 1).filter(|word| is_participle(&word.text, russian) && !either(VAGUE, &word.text))?;
    if said[..at].iter().any(|word| is_relative(&word.text)) {
        return None;
    }
    if !SUBJECT.contains(&at) {
        return None;
    }
    let year = said[at..].iter().take(14).find(|word| is_year(&word.text))?;
    let between = seen.get(verb.span.range().end..year.span.range().start)?;
    if between.contains([';', ':', '(']) {
        return None;
    }
    let subject = seen.get(..said[at].span.range().start)?.trim();
    if subject.contains([',', ';', ':', '(']) {
        return None;
    }
    let (be, verb) = (&said[at].text, &verb.text);
    Some(match russian {
        true => format!("Когда {be} {verb} {subject}?"),
        false => format!("When {be} {} {verb}?", lower_article(subject)),
    })
}

fn is_past(word: &str, russian: bool) -> bool {
    if russian {
        matches!(word, "был" | "была" | "было" | "были")
    } else {
        matches!(word, "was" | "were")
    }
}

fn is_participle(word: &str, russian: bool) -> bool {
    match russian {
        true => [
            "ан", "ана", "ано", "аны", "ен", "ена", "ено", "ены", "ён", "ят", "ята", "ято", "яты", "ыт", "ыта", "ыто",
            "ыты",
        ]
        .iter()
        .any(|end| word.ends_with(end) && word.chars().count() > 5),
        false => {
            word.ends_with("ed")
                || matches!(
                    word,
                    "founded"
                        | "built"
                        | "born"
                        | "written"
                        | "made"
                        | "held"
                        | "begun"
                        | "sold"
                        | "bought"
                        | "taken"
                        | "chosen"
                )
        }
    }
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse::<u32>().is_ok_and(|year| (1000..2100).contains(&year))
}

fn is_relative(word: &str) -> bool {
    RELATIVE.split(' ').any(|known| known == word)
}

fn is_article(word: &str) -> bool {
    matches!(word, "the" | "a" | "an")
}

/// A term without its article.
fn without_article(term: &str) -> &str {
    let (first, rest) = term.split_once(' ').unwrap_or((term, ""));
    if is_article(&first.to_lowercase()) && !rest.is_empty() { rest } else { term }
}

/// A subject with its article in small letters.
fn lower_article(subject: &str) -> String {
    let rest = without_article(subject);
    let article = &subject[..subject.len() - rest.len()];
    article.to_lowercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str, russian: bool) -> Vec<(ProposedKind, String)> {
        let found = proposed_questions("", text, &[], Format::Markdown, russian);
        found.into_iter().map(|one| (one.kind, one.text)).collect()
    }

    #[test]
    fn definitions_and_dates_give_questions() {
        let text =
            "A wick trimmer is a tool that cuts the wick.\n\nThe north tower was built by two brothers in 1869.\n";
        let expected = [
            (ProposedKind::Definition, "What is a wick trimmer?"),
            (ProposedKind::Time, "When was the north tower built?"),
        ];
        assert_eq!(asked(text, false), expected.map(|(kind, text)| (kind, text.to_owned())));
    }

    #[test]
    fn russian_texts_give_russian_questions() {
        let text =
            "# Маяк\n\nМаяк — это башня с огнём, видным с моря.\n\nМаяк Северный был построен братьями в 1869 году.\n";
        let expected =
            [(ProposedKind::Definition, "Что такое Маяк?"), (ProposedKind::Time, "Когда был построен Маяк Северный?")];
        assert_eq!(asked(text, true), expected.map(|(kind, text)| (kind, text.to_owned())));
    }

    #[test]
    fn headings_that_ask_or_name_a_way_give_questions() {
        let text = "## How to wind the clock\n\nTurn the key twice.\n\n## Who pays for the oil?\n\nThe harbour pays.\n";
        let expected =
            [(ProposedKind::HowTo, "How do I wind the clock?"), (ProposedKind::HowTo, "Who pays for the oil?")];
        assert_eq!(asked(text, false), expected.map(|(kind, text)| (kind, text.to_owned())));
        let first = proposed_questions("", text, &[], Format::Markdown, false).remove(0);
        assert_eq!(first.section.map(|section| &text[section.range()]), Some("Turn the key twice."));
    }

    #[test]
    fn sentences_that_lean_on_others_give_none() {
        let text = "It is a tool that cuts the wick.\n\nHe was born in 1869.\n\nThis is the load of 40 tons, and was measured in 1900.\n";
        assert_eq!(asked(text, false), []);
    }
}
