//! "Also known as": names that a sentence declares as other names of its subject.
//!
//! The wording stands right before the other name, and between it and the subject nothing but brackets,
//! honours and small words. Cost: a bounded look back from each mention.

use super::is_form_of_given;
use super::wordings::{HONOURS, PERSONAL, SMALL, WIDE, WORDINGS};
use crate::names::found::FoundName;
use crate::names::lexicon::marks_of;
use crate::sound;
use crate::tables::marks::Marks;
use quipu_kernel::model::{Kind, Span};
use quipu_kernel::text::{char_start, fold_name, head, is_stop_word};

/// Maximal distance before a name at which its wording and its subject are sought, in bytes.
const REACH: usize = 240;

/// Maximal distance around "стал" at which its year is sought, in bytes.
const NEAR: usize = 48;

/// Maximal distance before a name of the bracket that it is in, after the name of a language, in bytes.
const OPENED_WITHIN: usize = 20;

/// The longest noun before the name that a sentence begins with, in bytes.
const LEAD: usize = 32;

/// Maximal number of finds that may be the subject.
const LOOKED: usize = 4;

/// Pairs of the subject and another name of it, among finds in the order of the text.
pub(in crate::names) fn known(text: &str, sentences: &[Span], found: &[FoundName]) -> Vec<(FoundName, FoundName)> {
    let others = found.iter().enumerate().filter(|(_, other)| other.kind != Kind::Date);
    others.filter_map(|(at, other)| Some((subject_of(text, sentences, found, at)?, *other))).collect()
}

/// The subject of which the find at `at` is another name, by its sentence.
fn subject_of(text: &str, sentences: &[Span], found: &[FoundName], at: usize) -> Option<FoundName> {
    let other = &found[at];
    let next = sentences.partition_point(|span| span.range().start <= other.start);
    let sentence = sentences[next.checked_sub(1)?].range();
    let from = sentence.start.max(char_start(text, other.start.saturating_sub(REACH)));
    let (before, name) = (text.get(from..other.start)?, &text[other.start..other.end]);
    let ends_at = |end: usize| {
        let near = found[..at].iter().rev().take_while(|subject| subject.end >= from + end);
        near.last().filter(|subject| subject.end == from + end).copied()
    };
    let is_person = |subject: &FoundName| is_full(name) && is_full(&text[subject.start..subject.end]);
    let who = || before.strip_suffix(" — это ").map(str::len).and_then(ends_at).filter(is_person);
    if let Some(subject) = called(before).and_then(ends_at).or_else(who) {
        return Some(subject);
    }
    // "Завод носил имя Кирова" gives the person after whom it is named.
    let honoured = ends_with(before, &HONOURS).is_some() && name.ends_with(['а', 'я', 'о', 'й', 'ы', 'и']);
    if !honoured && ends_with(before, &WIDE).is_some() {
        return subject(text, sentences, found, at, next);
    }
    let opened = before.bytes().rev().take(OPENED_WITHIN).any(|byte| byte == b'(');
    let spelled = || opened.then(|| in_another_script(text, &found[..at], other)).flatten();
    let former = || until_then(before).and_then(ends_at);
    let renamed = || {
        let behind = became(before, name, &text[other.end..])?;
        let topic = found[..at].iter().find(|first| first.kind != Kind::Date && first.start >= sentence.start);
        topic.filter(|first| first.end <= from + behind && !text[first.start..first.end].contains(' ')).copied()
    };
    if let Some(subject) = spelled().or_else(former).or_else(renamed) {
        return Some(subject);
    }
    let said = from + before.len() - ends_with(before, &WORDINGS)?;
    let subjects = found[..at].iter().rev().take_while(|subject| subject.start >= from);
    let subjects = subjects.filter(|subject| subject.kind != Kind::Date && subject.end <= said);
    let joined = |subject: &&FoundName| {
        leads(&text[subject.end..said], &text[said..other.start]) && !continues(text, subject.start)
    };
    let begins = || (said == sentence.start).then(|| subject(text, sentences, found, at, next)).flatten();
    let apposed = |subject| before_appositions(text, &found[..at], subject);
    subjects.take(LOOKED).find(joined).copied().map(apposed).or_else(begins)
}

/// True if a capital word that is no part of the name stands right before it: of "West Africa", "Africa" alone is
/// another thing.
fn continues(text: &str, start: usize) -> bool {
    let Some(before) = text[..start].strip_suffix(' ') else { return false };
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let adjoins = word.len() > 1 && before.ends_with(word);
    adjoins && word.starts_with(|c: char| c.is_ascii_uppercase()) && !is_stop_word(&word.to_lowercase())
}

/// The name that a subject stands in apposition to, behind a comma: of "Publix Super Markets, Inc.", and of "Bogotá,
/// D.C.", the first one.
fn before_appositions(text: &str, found: &[FoundName], subject: FoundName) -> FoundName {
    let latin = |name: &FoundName| text[name.start..].starts_with(|c: char| c.is_alphabetic() && c < '\u{370}');
    let mut first = subject;
    for _ in 0..LOOKED {
        let apposed = |before: &&FoundName| {
            let between = text.get(before.end..first.start);
            between == Some(", ") && before.kind != Kind::Date && latin(before)
        };
        match found.iter().rev().find(apposed) {
            Some(before) => first = *before,
            None => break,
        }
    }
    first
}

/// The subject of a wide wording before the find at `at`: the first thing that its sentence names, of people
/// a person; without a name there, the beginning of the sentence before, or of the text.
fn subject(text: &str, sentences: &[Span], found: &[FoundName], at: usize, next: usize) -> Option<FoundName> {
    let begins = |sentence: usize| found.partition_point(|first| first.start < sentences[sentence].range().start);
    let sentence = next.checked_sub(1)?;
    let told = |from: usize, to: usize| found[from..to].iter().take(LOOKED).filter(|first| first.kind != Kind::Date);
    let here = || told(begins(sentence), at);
    let before_it = text.get(..found[at].start)?;
    let person = |first: &&FoundName| text[first.start..first.end].contains(' ');
    let named = ends_with(before_it, &PERSONAL).and_then(|_| here().find(person)).or_else(|| here().next());
    let russian = text[sentences[sentence].range()].starts_with(|c| ('\u{400}'..='\u{4ff}').contains(&c));
    // "До 1996 года он назывался …": the subject is that of the sentence before, or of the text.
    let before = || {
        let before = sentence.checked_sub(1).filter(|_| russian)?;
        // A noun may give the sort: "Барк «Седов» …".
        let near = |start: usize, first: usize| {
            start <= first
                && text.get(start..first).is_some_and(|lead| lead.len() < LEAD && lead.split(' ').count() <= 2)
        };
        let begun = |first: &&FoundName| sentences[..sentence].iter().any(|span| near(span.range().start, first.start));
        let first = told(begins(before), begins(sentence)).next();
        let topic = found.first().filter(|first| first.kind != Kind::Date);
        first.filter(begun).or_else(|| topic.filter(begun)).or(first)
    };
    named.or_else(before).filter(|first| first.end < found[at].start).copied()
}

/// The end of the former name where "стал" stands before a place's new name: "Новониколаевск в 1926 году стал
/// Новосибирском". A name of one word in the instrumental, and a year beside it.
fn became(before: &str, name: &str, behind: &str) -> Option<usize> {
    let at = ["стал ", "стала ", "стало "].iter().find_map(|verb| before.strip_suffix(verb))?;
    let apart = at.ends_with([' ', ',']);
    let instrumental = ["ом", "ем", "ой", "ей", "ью", "ым"].iter().any(|ending| name.ends_with(ending));
    let year = |text: &str| text.contains("год") && text.contains(|c: char| c.is_ascii_digit());
    let near = &at[char_start(at, at.len().saturating_sub(NEAR))..];
    let closed = behind.starts_with(['.', ',', ';', ')', ':']);
    let dated = closed && year(near) || behind.starts_with(" в ") && year(head(behind, NEAR));
    let single = !name.contains(' ')
        && name.starts_with(char::is_uppercase)
        && !marks_of(&name.to_lowercase()).any(Marks::TITLE);
    (apart && instrumental && dated && single).then_some(at.len())
}

/// The end of a name with a relative clause that gives another one: "Батавию, которая с 1942 года называется
/// Джакартой", "султан, которого называли …".
fn called(before: &str) -> Option<usize> {
    const ITSELF: [&str; 4] = ["называется", "назывался", "называлась", "называлось"];
    const BY_OTHERS: [&str; 8] =
        ["называют", "называли", "называл", "зовут", "звали", "прозвали", "именуют", "именовали"];
    let before = before.trim_end_matches([' ', '"', '«', '“']);
    let clause = |verbs: &[&str], pronouns: &[&str]| {
        let clause = verbs.iter().find_map(|verb| before.strip_suffix(verb))?;
        let at = clause.rfind(", котор")?;
        let inside = &clause[at + 2..];
        let fits =
            pronouns.iter().any(|pronoun| inside.strip_prefix(pronoun).is_some_and(|rest| rest.starts_with(' ')));
        (fits && inside.ends_with(' ') && !inside.contains([',', ';', '(', ')'])).then_some(at)
    };
    clause(&ITSELF, &["который", "которая", "которое"])
        .or_else(|| clause(&BY_OTHERS, &["которого", "которую", "которое"]))
}

/// True if a name is that of a person, with a usual given name: "Марк Твен — это Сэмюэл Клеменс".
fn is_full(name: &str) -> bool {
    let capitals = || name.split(' ').all(|word| word.starts_with(char::is_uppercase));
    name.split_once(' ').is_some_and(|(first, _)| is_form_of_given(&fold_name(first)) && capitals())
}

/// The end of a name with its former name in brackets: "Стамбул (до 1930 года — Константинополь)".
fn until_then(before: &str) -> Option<usize> {
    let before = before.strip_suffix("— ").or_else(|| before.strip_suffix("– "))?;
    let (name, inside) = before.rsplit_once(" (")?;
    let years = inside.strip_prefix("до ").or_else(|| inside.strip_prefix("с "))?;
    (years.starts_with(|c: char| c.is_ascii_digit()) && !years.contains(')')).then_some(name.len())
}

/// The name right before the brackets in which another script spells it: "Тур Хейердал (норв. Thor
/// Heyerdahl)". Where no language is named, they must sound alike.
fn in_another_script(text: &str, found: &[FoundName], other: &FoundName) -> Option<FoundName> {
    let subject = *found.iter().rev().find(|found| found.end <= other.start && found.kind != Kind::Date)?;
    let inside = text.get(subject.end..other.start)?.trim_start().strip_prefix('(')?;
    let language = inside.trim().strip_suffix('.');
    let closed = text.get(other.end..)?.starts_with([')', ',', ';']);
    let (name, spelled) = (&text[subject.start..subject.end], &text[other.start..other.end]);
    let scripts = name.chars().all(|c| !c.is_ascii_alphabetic())
        && spelled.starts_with(|c: char| c.is_alphabetic() && c < '\u{370}');
    let told = language.is_some_and(|word| word.chars().count() <= 6 && word.chars().all(char::is_lowercase));
    (closed && scripts && (told || inside.trim().is_empty() && sound::is_alike(name, spelled))).then_some(subject)
}

/// The length of the wording at the end, with the text after it.
fn ends_with(before: &str, wordings: &[&str]) -> Option<usize> {
    let trimmed = before.trim_end_matches([' ', '"', '«', '“', '\'', '*', '\n']);
    let last = trimmed.as_bytes().last()?.to_ascii_lowercase();
    wordings
        .iter()
        .filter(|wording| wording.as_bytes().last() == Some(&last))
        .filter(|wording| {
            let cut = trimmed.len().checked_sub(wording.len());
            let Some((rest, tail)) = cut.and_then(|cut| trimmed.split_at_checked(cut)) else { return false };
            let apart = !rest.ends_with(char::is_alphanumeric) || wording.starts_with(',');
            (tail.eq_ignore_ascii_case(wording) || rest.is_empty() && begins_as(tail, wording)) && apart
        })
        .map(|wording| before.len() - (trimmed.len() - wording.len()))
        .max()
}

/// True if a sentence begins with a wording of several words: "Под именем …".
fn begins_as(tail: &str, wording: &str) -> bool {
    wording.contains(' ') && tail.chars().flat_map(char::to_lowercase).eq(wording.chars())
}

/// True if the text between the subject and the wording connects them.
fn leads(between: &str, wording: &str) -> bool {
    let birth = wording.starts_with("born") || wording.starts_with("née");
    let mut rest = between.trim();
    if birth && !rest.ends_with(['(', ',']) && !rest.is_empty() {
        return false;
    }
    // "A German born Union soldier" tells where he comes from.
    let plain_birth = rest.is_empty() && wording.starts_with("born ") && !wording.starts_with("born as");
    if plain_birth || closes(rest) {
        return false;
    }
    let mut left = String::new();
    while let Some((before, behind)) = rest.split_once(['(', '[']) {
        left.push_str(before);
        left.push(' ');
        match behind.find([')', ']']) {
            Some(close) => rest = &behind[close + 1..],
            // The wording stands in these brackets.
            None => rest = if behind.contains(char::is_alphanumeric) && !small(behind) { behind } else { "" },
        }
    }
    left.push_str(rest);
    // "In the time of the Empire it was known as": the pronoun stands for another subject.
    small(&left) && !left.split(|c: char| !c.is_alphanumeric()).any(|word| word == "it")
}

/// True if brackets that were opened before a text close in it: the name before it stands inside them, and is no
/// subject.
fn closes(text: &str) -> bool {
    let mut open = 0_usize;
    for c in text.chars() {
        match c {
            '(' | '[' => open += 1,
            ')' | ']' if open == 0 => return true,
            ')' | ']' => open -= 1,
            _ => {}
        }
    }
    false
}

/// True if a text is small words and honours only.
fn small(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).all(|word| {
        let honour = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        honour || SMALL.contains(&word.to_lowercase().as_str())
    })
}
