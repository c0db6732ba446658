//! Tuples: `("entity"<|>"Scrooge"<|>"person"<|>"…")##…<|COMPLETE|>`, as the prompts of Microsoft GraphRAG ask
//! for them, nano-graphrag and LightRAG after it, and as models write them: without brackets, without
//! quotes, with other bars, with prose around.
//!
//! A record begins where the name of its kind stands before a bar and ends where the next one begins, or
//! where the brackets do. Between them may stand records that do not name their kind, as Microsoft's claims:
//! their kind follows from the number of their fields.

use super::keys::{CLAIM, ENTITY, RELATION};
use super::notes::{Claim, Entity, Loss, Notes, Relation, clean, number};

/// Separators of fields; the longest first.
const BARS: [&str; 7] = ["<|#|>", "<|>", "<||>", "<| >", "< | >", "<|", "|>"];
/// End marks of a reply.
const ENDS: [&str; 3] = ["<|COMPLETE|>", "<|complete|>", "{completion_delimiter}"];
/// Characters before a bar among which the name of a kind is sought.
const REACH: usize = 40;

/// Kinds of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Entity,
    Relation,
    Claim,
}

fn sort(word: &str) -> Option<Sort> {
    let word = word.to_lowercase();
    let sorts = [(ENTITY, Sort::Entity), (RELATION, Sort::Relation), (CLAIM, Sort::Claim)];
    sorts.into_iter().find(|(names, _)| names.contains(&word.as_str())).map(|(_, sort)| sort)
}

/// The beginning of a record.
struct Start {
    at: usize,
    /// The beginning of its fields.
    fields: usize,
    sort: Sort,
}

/// The place of a reply's end mark.
fn end_of(text: &str) -> Option<usize> {
    ENDS.iter().filter_map(|end| text.find(end)).min()
}

/// The bar that a text begins with, and its length.
fn bar(text: &str) -> Option<usize> {
    BARS.iter().find(|bar| text.starts_with(**bar)).map(|bar| bar.len())
}

/// Beginnings of records: a bracket, quotes, the name of a kind, a bar.
fn starts(reply: &str) -> Vec<Start> {
    let mut out: Vec<Start> = Vec::new();
    let mut from = 0;
    while let Some(found) = reply[from..].find(['<', '|']) {
        let at = from + found;
        let Some(length) = bar(&reply[at..]) else {
            from = at + 1;
            continue;
        };
        from = at + length;
        let reach = reply[..at].char_indices().rev().take(REACH).last().map_or(at, |(start, _)| start);
        let reach = reach.max(out.last().map_or(0, |last| last.fields));
        let before = reply[reach..at].trim_end_matches([' ', '"', '\'', '”', '*', '`']);
        let word = before.rfind(|c: char| !c.is_alphabetic()).map_or(before, |end| {
            let end = end + before[end..].chars().next().map_or(1, char::len_utf8);
            &before[end..]
        });
        if let Some(sort) = sort(word) {
            let lead = before[..before.len() - word.len()].trim_end_matches([' ', '"', '\'', '“', '*', '`', '(', '-']);
            out.push(Start { at: reach + lead.len(), fields: from, sort });
        }
    }
    out
}

/// Reads a reply of tuples; none where it holds none.
pub(super) fn read(reply: &str) -> Option<Notes> {
    let (starts, ended) = (starts(reply), end_of(reply).is_some());
    if !reply.contains("<|") || (starts.is_empty() && !ended) {
        return None;
    }
    let mut out = Notes { shaped: true, whole: ended, ..Notes::default() };
    unnamed(&mut out, &reply[..starts.first().map_or(reply.len(), |first| first.at)], ended);
    for (number, start) in starts.iter().enumerate() {
        let next = starts.get(number + 1).map(|next| next.at);
        let text = &reply[start.at..next.unwrap_or(reply.len())];
        let body = &reply[start.fields..next.unwrap_or(reply.len())];
        let bracketed = text.trim_start().starts_with('(');
        let (body, closed, behind) = body_of(body, bracketed);
        let marked = next.is_some() || ended;
        // Without the end mark, the last record's closing bracket shows that the reply is complete.
        out.whole |= next.is_none() && closed;
        take_in(&mut out, start.sort, &fields(body), text, closed || marked);
        unnamed(&mut out, behind, marked);
    }
    Some(out)
}

/// Takes in the text between records that has bars. `marked`: the reply goes on, or has its end mark.
fn unnamed(out: &mut Notes, text: &str, marked: bool) {
    let text = &text[..end_of(text).unwrap_or(text.len())];
    for line in text.split("##").flat_map(str::lines).map(str::trim).filter(|line| line.contains("<|")) {
        let line_of = line.trim_end_matches([',', ' ']);
        let (inner, closed) = match line_of.find('(').map(|at| &line_of[at + 1..]) {
            Some(inner) => (inner.strip_suffix(')').unwrap_or(inner), inner.ends_with(')') || marked),
            None => (line_of, true),
        };
        let fields = fields(inner);
        let strong = fields.last().is_some_and(|last| last.parse::<f32>().is_ok());
        let sort = match fields.len() {
            3 => Sort::Entity,
            4 | 5 if strong => Sort::Relation,
            6.. => Sort::Claim,
            _ if !closed => Sort::Entity,
            _ => {
                out.lose(Loss::Unreadable, line);
                continue;
            }
        };
        take_in(out, sort, &fields, line, closed);
    }
}

/// A record's fields, true if it is closed, and the text after it.
fn body_of(body: &str, bracketed: bool) -> (&str, bool, &str) {
    let end = end_of(body);
    let (body, ended) = (&body[..end.unwrap_or(body.len())], end.is_some());
    let close = if bracketed {
        let at = |close: &str| body.find(close);
        [")##", ") ##", ")\n", ")\r"].iter().filter_map(|close| at(close)).min().or_else(|| {
            let trimmed = body.trim_end_matches(['#', ' ', '\n', '\r', ',', '<', '|', '>']);
            trimmed.ends_with(')').then(|| trimmed.len() - 1)
        })
    } else {
        body.find(['\n', '\r']).into_iter().chain(body.find("##")).min()
    };
    match close {
        Some(close) => (&body[..close], true, body[close..].strip_prefix(')').unwrap_or(&body[close..])),
        None => (body.trim_end_matches(['#', ' ', '\n', '\r']), ended, ""),
    }
}

fn fields(body: &str) -> Vec<String> {
    let (mut out, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(found) = body[at..].find(['<', '|']) {
        let place = at + found;
        match bar(&body[place..]) {
            Some(length) => {
                out.push(clean(&body[start..place]));
                (start, at) = (place + length, place + length);
            }
            None => at = place + 1,
        }
    }
    out.push(clean(&body[start..]));
    out
}

/// Takes in a record; the last field of one that is not `closed` may have been cut off.
fn take_in(out: &mut Notes, sort: Sort, fields: &[String], text: &str, closed: bool) {
    let field = |at: usize| fields.get(at).cloned().unwrap_or_default();
    let least = match sort {
        Sort::Entity => 1,
        Sort::Relation | Sort::Claim => 2,
    };
    if !closed {
        return out.lose(Loss::Cut, text);
    }
    if fields.len() < least {
        return out.lose(if sort == Sort::Relation { Loss::Endless } else { Loss::Unreadable }, text);
    }
    match sort {
        Sort::Entity => {
            out.entity(Entity { name: field(0), kind: field(1), description: field(2) }, || text.to_owned())
        }
        Sort::Relation => out.relation(relation(fields), || text.to_owned()),
        Sort::Claim => out.claim(claim(fields), || text.to_owned()),
    }
}

/// The order of a relation's fields follows from their number and from the type of the last one:
/// Microsoft's has a strength, LightRAG's has keywords before the description, or after it.
fn relation(fields: &[String]) -> Relation {
    let field = |at: usize| fields.get(at).cloned().unwrap_or_default();
    let is_number = |at: usize| fields.get(at).is_some_and(|text| text.parse::<f32>().is_ok());
    let strength = (2..fields.len()).rev().find(|at| is_number(*at));
    let words: Vec<String> = (2..fields.len()).filter(|at| Some(*at) != strength).map(field).collect();
    let (keywords, description) = match words.as_slice() {
        [] => (String::new(), String::new()),
        [description] => (String::new(), description.clone()),
        // Without a strength the keywords stand first, with one they stand after the description.
        [keywords, description, ..] if strength.is_none() => (keywords.clone(), description.clone()),
        [description, keywords, ..] => (keywords.clone(), description.clone()),
    };
    Relation {
        source: field(0),
        target: field(1),
        description,
        keywords: keywords_of(&keywords),
        strength: strength.and_then(|at| number(&field(at))),
        ..Relation::default()
    }
}

/// Keywords as a list.
pub(super) fn keywords_of(text: &str) -> Vec<String> {
    text.split([',', ';', '，']).map(clean).filter(|word| !word.is_empty()).collect()
}

/// Microsoft's claims: subject, object, type, status, start, end, description, quote.
fn claim(fields: &[String]) -> Claim {
    let field = |at: usize| fields.get(at).cloned().unwrap_or_default();
    let said = |at: usize| Some(field(at)).filter(|text| !text.eq_ignore_ascii_case("none")).unwrap_or_default();
    Claim {
        subject: field(0),
        object: said(1),
        kind: field(2),
        status: field(3),
        from: said(4),
        to: said(5),
        description: field(6),
        quote: field(7),
    }
}
