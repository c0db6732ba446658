//! Names that run into each other: "президент США Барак Обама" has two, of which the first is a genitive. Names in
//! quotation marks behind a noun that governs them are no common words.

use quipu_kernel::model::{Facts, Kind, Mention, Name, Span};
use quipu_kernel::text::tail;
use rustc_hash::FxHashSet;

use super::line::{is_of_thing, is_raised};
use super::names::marks_of;
use super::nouns::{is_adjective_in, is_doer, is_genitive, nominative};
use super::{cases, given, lowered};
use crate::tables::marks::Marks;

/// The most words of a person's name.
const MOST_WORDS: usize = 3;
/// The most bytes before a name that are looked at.
const BEFORE: usize = 64;

/// Parts the mentions of a text in which a place or a body stands before a person.
pub(super) fn part(text: &str, facts: &mut Facts) {
    let count = facts.mentions.len();
    let names = |mentions: &[Mention]| mentions.iter().map(|mention| mention.name.clone()).collect::<Vec<_>>();
    let before = names(&facts.mentions);
    let mentions = &mut facts.mentions;
    let mut parted: Vec<Mention> = Vec::new();
    mentions.iter_mut().for_each(|mention| leave_noun(text, mention));
    for mention in mentions.iter_mut().filter(|mention| !mention.span.is_empty() && mention.kind != Kind::Date) {
        let Some(cut) = boundary(text, mention) else { continue };
        let start = mention.span.range().start;
        let form = mention.form[cut + 1..].to_owned();
        let span = Span::new(start + cut + 1, mention.span.range().end);
        parted.push(Mention { name: Name::new(&form), form, span, kind: Kind::Person });
        mention.form.truncate(cut);
        mention.name = Name::new(&mention.form);
        mention.span = Span::new(start, start + cut);
        if mention.kind == Kind::Person {
            mention.kind = Kind::Entity;
        }
    }
    mentions.extend(parted);
    if mentions.len() == count && names(mentions) == before {
        return;
    }
    mentions.sort_by_key(|mention| mention.span);
    // Statements and links of a name that is gone are left out.
    let known: FxHashSet<&Name> = mentions.iter().map(|mention| &mention.name).collect();
    let gone: FxHashSet<Name> = before.into_iter().filter(|name| !known.contains(name)).collect();
    facts.statements.retain(|said| !gone.contains(&said.source) && !gone.contains(&said.target));
    facts.links.retain(|link| !gone.contains(&link.a) && !gone.contains(&link.b));
}

/// Leaves the noun that begins a sentence out of a name: "Посол Японии".
fn leave_noun(text: &str, mention: &mut Mention) {
    let range = mention.span.range();
    let begins = text.get(..range.start).is_some_and(|before| {
        let before = before.trim_end_matches([' ', '«', '"']);
        before.is_empty() || before.ends_with(['.', '!', '?', '\n', '•', '—'])
    });
    if range.is_empty() || range.len() != mention.form.len() || !begins {
        return;
    }
    let Some((first, rest)) = mention.form.split_once(' ') else { return };
    let (noun, next) = (lowered(first), rest.split(' ').next().unwrap_or(rest));
    let is_doer_in = |case: u8| nominative(&noun, case).is_some_and(|noun| is_doer(&noun));
    // A person's words agree: "Ректором Сорбонны" is none.
    let differ = (is_doer_in(given::INS) || is_doer_in(given::DAT)) && lowered(next).ends_with(['а', 'я', 'ы', 'и']);
    let is_noun = (differ || is_doer_in(given::NOM))
        && !given::is_form_of_given(&noun)
        && !cases::is_like_person(&noun)
        && first.chars().skip(1).any(char::is_lowercase);
    let land = marks_of(&lowered(next)).any(Marks::LAND) && is_genitive(&lowered(next));
    if is_noun && (differ || land || is_acronym(next)) {
        let cut = first.len() + 1;
        mention.form = mention.form[cut..].to_owned();
        mention.name = Name::new(&mention.form);
        mention.span = Span::new(range.start + cut, range.end);
    }
}

fn is_acronym(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().all(|c| matches!(c, 'А'..='Я'))
}

/// The blank between a place or a body and a person, in one mention.
fn boundary(text: &str, mention: &Mention) -> Option<usize> {
    let form = mention.form.as_str();
    if mention.span.range().len() != form.len() {
        return None;
    }
    let words: Vec<&str> = form.split(' ').collect();
    let [first, person @ ..] = words.as_slice() else { return None };
    let fits = |word: &&str| is_raised(word) && word.chars().skip(1).any(char::is_lowercase);
    if !(2..=MOST_WORDS).contains(&person.len()) || !person.iter().all(fits) {
        return None;
    }
    let low: Vec<String> = person.iter().map(|word| lowered(word)).collect();
    let noun = low.iter().any(|word| is_of_thing(word));
    let adjective = is_adjective_in(&low[0], given::NOM) || is_adjective_in(&low[0], given::GEN);
    if noun || adjective && !given::is_form_of_given(&low[0]) || given::is_form_of_given(&lowered(first)) {
        return None;
    }
    let first_low = lowered(first);
    let land = marks_of(&first_low).any(Marks::LAND) && is_genitive(&first_low);
    let known = given::is_form_of_given(&low[0]) && !marks_of(&first_low).any(Marks::TITLE);
    let start = mention.span.range().start;
    let inside = || {
        let before = text[..start].strip_suffix(' ').and_then(|before| before.chars().next_back());
        is_genitive(&first_low) && before.is_some_and(char::is_lowercase)
    };
    let governed = || !cases::is_like_person(&first_low) && (inside() || noun_before(text, start));
    (is_acronym(first) || land || known && fits(first) && governed()).then_some(first.len())
}

/// True if a noun for a person stands right before a place.
fn noun_before(text: &str, at: usize) -> bool {
    let Some(before) = tail(&text[..at], BEFORE).strip_suffix(' ') else { return false };
    let word = lowered(before.rsplit([' ', '\n', '«', '(']).next().unwrap_or(before));
    let cases = [given::NOM, given::GEN | given::ACC, given::DAT, given::INS, given::PRE];
    cases.into_iter().filter_map(|case| nominative(&word, case)).any(|noun| is_doer(&noun) || noun.ends_with('а'))
}
