//! "Also known as": names that a sentence says mean its subject.
//!
//! The wording stands right before the other name, and between it and the subject nothing but brackets,
//! honours and small words. Cost: a bounded look back from each mention.

use super::super::found::Found;
use super::super::lexicon::{Marks, marks_of};
use super::sound;
use crate::model::{Kind, Span};
use crate::text::{char_start, head};

/// What stands right before the other name.
const WORDINGS: [&str; 68] = [
    "known as",
    "known professionally as",
    "known mononymously as",
    "known simply as",
    "known by the stage name",
    "by his stage name",
    "by her stage name",
    "by their stage name",
    "by the stage name",
    "under the pseudonym",
    "by the pen name",
    "a.k.a.",
    "aka",
    "also called",
    "also spelled",
    "formerly called",
    "(formerly",
    "born as",
    "born",
    "née",
    "известный как",
    "известная как",
    "известное как",
    "известен как",
    "настоящее имя —",
    "настоящее имя и фамилия —",
    "он же",
    "она же",
    ", или",
    ", то есть",
    "или, короче,",
    "или просто",
    "или сокращённо",
    "сокращённо",
    "сокращенно",
    "ныне",
    "ранее",
    "прежде",
    "бывший",
    "бывшая",
    "прежнее название",
    "прежнее название —",
    "прежнее имя —",
    "первоначальное название —",
    "урождённая",
    "урожденная",
    "при рождении",
    "по прозвищу",
    "прозванный",
    "прозванная",
    "чаще называемый",
    "чаще называемая",
    "в девичестве",
    "псевдоним —",
    "прозвище —",
    "настоящая фамилия",
    "настоящая фамилия —",
    "в миру",
    "по паспорту",
    "урождённый",
    "(теперь",
    "(сейчас",
    "(нынешний",
    "(нынешняя",
    ", теперь",
    ", нынешний",
    ", нынешняя",
    "творческий псевдоним —",
];
/// Wordings whose subject is the first thing that their sentence names.
const WIDE: [&str; 57] = [
    "взял псевдоним",
    "взяла псевдоним",
    "взял имя",
    "взяла имя",
    "принял имя",
    "приняла имя",
    "сменил название на",
    "сменила название на",
    "сменило название на",
    "сменила имя на",
    "сменило имя на",
    "сменили имя на",
    "сменили название на",
    "поменял имя на",
    "поменяла имя на",
    "поменял название на",
    "поменяла название на",
    "носил имя",
    "носила имя",
    "носило имя",
    "носил название",
    "носила название",
    "носило название",
    "сменил фамилию на",
    "под именем",
    "под прозвищем",
    "who was born",
    "changed its name to",
    "changed his name to",
    "changed her name to",
    "was renamed",
    "was renamed to",
    "назывался",
    "называлась",
    "называлось",
    "под псевдонимом",
    "переименован в",
    "переименована в",
    "переименовано в",
    "переименовали в",
    "настоящее имя",
    "сменил имя на",
    "стал называться",
    "стала называться",
    "стало называться",
    "отныне именуется",
    "новое название —",
    "новым названием —",
    "новое имя —",
    "фирменное наименование —",
    "получил название",
    "получила название",
    "получило название",
    "вернули имя",
    "вернули название",
    "возвращено название",
    "возвращено имя",
];
/// Wordings that may also tell in whose honour something is called.
const HONOURS: [&str; 5] = ["носил имя", "носила имя", "носило имя", "вернули имя", "возвращено имя"];
/// Wordings of people.
const PERSONAL: [&str; 5] = ["под псевдонимом", "под именем", "под прозвищем", "взял псевдоним", "взяла псевдоним"];
/// Small words between the subject and the wording.
const SMALL: [&str; 42] = [
    "is",
    "was",
    "are",
    "were",
    "who",
    "which",
    "he",
    "she",
    "it",
    "better",
    "best",
    "more",
    "most",
    "also",
    "commonly",
    "usually",
    "often",
    "sometimes",
    "widely",
    "generally",
    "popularly",
    "professionally",
    "formerly",
    "previously",
    "originally",
    "simply",
    "known",
    "and",
    "or",
    "the",
    "на",
    "тот",
    "тогда",
    "момент",
    "более",
    "также",
    "ранее",
    "широко",
    "прежде",
    "лучше",
    "всего",
    "всем",
];
/// How far before a name its wording and its subject are sought, in bytes.
const REACH: usize = 240;

/// How far around "стал" its year is sought, in bytes.
const NEAR: usize = 48;

/// How far before a name the bracket stands that it is in, behind the name of a language, in bytes.
const OPENED_WITHIN: usize = 20;

/// The longest noun before the name that a sentence begins with, in bytes.
const LEAD: usize = 32;

/// How many finds may be the subject.
const LOOKED: usize = 4;

/// Pairs of the subject and another name of it, among finds in the order of the text.
pub(in super::super) fn known(text: &str, sentences: &[Span], found: &[Found]) -> Vec<(Found, Found)> {
    let mut out = Vec::new();
    for (at, other) in found.iter().enumerate().filter(|(_, found)| found.kind != Kind::Date) {
        let next = sentences.partition_point(|span| span.range().start <= other.start);
        let Some(sentence) = next.checked_sub(1).map(|at| sentences[at].range()) else { continue };
        let from = sentence.start.max(char_start(text, other.start.saturating_sub(REACH)));
        let Some(before) = text.get(from..other.start) else { continue };
        // "Завод носил имя Кирова" says after whom it is called.
        let name = &text[other.start..other.end];
        let honoured = ends_with(before, &HONOURS).is_some() && name.ends_with(['а', 'я', 'о', 'й', 'ы', 'и']);
        if !honoured && ends_with(before, &WIDE).is_some() {
            out.extend(subject(text, sentences, found, at, next).map(|first| (first, *other)));
            continue;
        }
        let opened = before.bytes().rev().take(OPENED_WITHIN).any(|byte| byte == b'(');
        if let Some(subject) = opened.then(|| in_another_script(text, &found[..at], other)).flatten() {
            out.push((subject, *other));
            continue;
        }
        if let Some(subject) =
            until_then(before).and_then(|end| found[..at].iter().rev().find(|it| it.end == from + end))
        {
            out.push((*subject, *other));
            continue;
        }
        if let Some(subject) = became(before, &text[other.start..other.end], &text[other.end..]).and_then(|behind| {
            let topic = found[..at].iter().find(|first| first.kind != Kind::Date && first.start >= sentence.start);
            topic.filter(|first| first.end <= from + behind && !text[first.start..first.end].contains(' '))
        }) {
            out.push((*subject, *other));
            continue;
        }
        let Some(wording) = ends_with(before, &WORDINGS) else { continue };
        let said = from + before.len() - wording;
        let subject = found[..at].iter().rev().take_while(|subject| subject.start >= from);
        let subject = subject.filter(|subject| subject.kind != Kind::Date && subject.end <= said);
        let joined = |subject: &&Found| leads(&text[subject.end..said], &text[said..other.start]);
        let begins = || (said == sentence.start).then(|| self::subject(text, sentences, found, at, next)).flatten();
        let subject = subject.take(LOOKED).find(joined).copied().or_else(begins);
        out.extend(subject.map(|subject| (subject, *other)));
    }
    out
}

/// What a wide wording before the find at `at` is said of: the first thing that its sentence names, of people
/// a person; where that names none, what the sentence before begins with, or the text.
fn subject(text: &str, sentences: &[Span], found: &[Found], at: usize, next: usize) -> Option<Found> {
    let begins = |sentence: usize| found.partition_point(|first| first.start < sentences[sentence].range().start);
    let sentence = next.checked_sub(1)?;
    let told = |from: usize, to: usize| found[from..to].iter().take(LOOKED).filter(|first| first.kind != Kind::Date);
    let here = || told(begins(sentence), at);
    let before_it = text.get(..found[at].start)?;
    let person = |first: &&Found| text[first.start..first.end].contains(' ');
    let named = ends_with(before_it, &PERSONAL).and_then(|_| here().find(person)).or_else(|| here().next());
    let russian = text[sentences[sentence].range()].starts_with(|c| ('\u{400}'..='\u{4ff}').contains(&c));
    // "До 1996 года он назывался …": who, the sentence before says, or what the text is about.
    let before = || {
        let before = sentence.checked_sub(1).filter(|_| russian)?;
        // A noun may say what it is: "Барк «Седов» …".
        let near = |start: usize, first: usize| {
            start <= first
                && text.get(start..first).is_some_and(|lead| lead.len() < LEAD && lead.split(' ').count() <= 2)
        };
        let begun = |first: &&Found| sentences[..sentence].iter().any(|span| near(span.range().start, first.start));
        let first = told(begins(before), begins(sentence)).next();
        let topic = found.first().filter(|first| first.kind != Kind::Date);
        first.filter(begun).or_else(|| topic.filter(begun)).or(first)
    };
    named.or_else(before).filter(|first| first.end < found[at].start).copied()
}

/// Where "стал" stands before a name that a place got: "Новониколаевск в 1926 году стал Новосибирском". A name of
/// one word in the instrumental, and a year beside it.
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

/// Where the name ends in whose brackets a former one stands: "Стамбул (до 1930 года — Константинополь)".
fn until_then(before: &str) -> Option<usize> {
    let before = before.strip_suffix("— ").or_else(|| before.strip_suffix("– "))?;
    let (name, inside) = before.rsplit_once(" (")?;
    let years = inside.strip_prefix("до ").or_else(|| inside.strip_prefix("с "))?;
    (years.starts_with(|c: char| c.is_ascii_digit()) && !years.contains(')')).then_some(name.len())
}

/// The name right before the brackets in which another script spells it: "Тур Хейердал (норв. Thor
/// Heyerdahl)". Where no language is named, they must sound alike.
fn in_another_script(text: &str, found: &[Found], other: &Found) -> Option<Found> {
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

/// The length of the wording at the end, with what stands behind it.
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

/// Whether a sentence begins with a wording of several words: "Под именем …".
fn begins_as(tail: &str, wording: &str) -> bool {
    wording.contains(' ') && tail.chars().flat_map(char::to_lowercase).eq(wording.chars())
}

/// Whether what stands between the subject and the wording leads from one to the other.
fn leads(between: &str, wording: &str) -> bool {
    let birth = wording.starts_with("born") || wording.starts_with("née");
    let mut rest = between.trim();
    if birth && !rest.ends_with(['(', ',']) && !rest.is_empty() {
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
    small(&left)
}

/// Whether a text is small words and honours only.
fn small(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).all(|word| {
        let honour = word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_uppercase());
        honour || SMALL.contains(&word.to_lowercase().as_str())
    })
}
