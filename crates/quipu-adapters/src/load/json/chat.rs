//! Conversations: lists of messages, each with a speaker and a text, as chat programs and training sets
//! keep them. Each message is a paragraph that begins with its speaker.

use super::ordered::Ordered;
use super::prose;
use crate::load::written::{Written, one_line};

/// Fields of the speaker.
const SPEAKERS: [&str; 4] = ["role", "speaker", "sender", "from"];
/// Further such fields, valid only in lists with the name of a conversation.
const LOOSE: [&str; 4] = ["author", "user", "username", "name"];
/// Fields of the content.
const SAID: [&str; 7] = ["content", "value", "text", "message", "parts", "body", "data"];
/// Names of lists of messages.
const NAMES: [&str; 12] = [
    "messages",
    "message",
    "conversation",
    "conversations",
    "chat",
    "chat_messages",
    "dialog",
    "dialogue",
    "turns",
    "history",
    "thread",
    "contents",
];
/// The speakers of messages that differ by their kind.
const KINDS: [&str; 7] = ["human", "ai", "system", "tool", "user", "assistant", "function"];
/// Fields of a message that say nothing about its content.
const BESIDE: [&str; 13] = [
    "id",
    "uuid",
    "type",
    "parent",
    "parent_id",
    "weight",
    "index",
    "status",
    "create_time",
    "update_time",
    "end_turn",
    "recipient",
    "channel",
];

/// True if a value is a conversation; `name` is that of its field.
pub(super) fn is_chat(value: &Ordered, name: &str) -> bool {
    let loose = NAMES.iter().any(|known| name.eq_ignore_ascii_case(known));
    match value {
        Ordered::List(values) => {
            let speaks = |value: &Ordered| speaker(value, loose).is_some() && said(value).is_some();
            !values.is_empty() && values.iter().all(speaks)
        }
        Ordered::Object(fields) => {
            name == "mapping" && !fields.is_empty() && fields.iter().all(|(_, one)| is_step(one))
        }
        Ordered::Scalar(_) => false,
    }
}

/// Writes the fields of an object.
type WriteFields = fn(&mut Written, &[(String, Ordered)]);

/// Writes a conversation; `beside` writes what its messages say beside their words.
pub(super) fn write(to: &mut Written, value: &Ordered, beside: WriteFields) {
    let messages: Vec<&Ordered> = match value {
        Ordered::List(values) => values.iter().collect(),
        value => {
            let messages = value.fields().iter().filter_map(|(_, step)| step.at("message"));
            let mut messages: Vec<&Ordered> =
                messages.filter(|message| said(message).is_some_and(|(_, what)| !is_silent(what))).collect();
            messages.sort_by(|one, other| when(one).total_cmp(&when(other)));
            messages
        }
    };
    messages.into_iter().for_each(|message| turn(to, message, beside));
}

/// True if a content holds no words, though it may name its kind.
fn is_silent(what: &Ordered) -> bool {
    what.clone().without("content_type").is_blank()
}

/// A step of a conversation that is kept as a tree.
fn is_step(value: &Ordered) -> bool {
    let holds = |message: &Ordered| message.at("author").is_some();
    value.field("message").is_some() && value.at("message").is_none_or(holds)
}

fn when(message: &Ordered) -> f64 {
    match message.at("create_time") {
        Some(Ordered::Scalar(serde_json::Value::Number(number))) => number.as_f64().unwrap_or_default(),
        _ => 0.0,
    }
}

/// The speaker, and the field that names it.
fn speaker(message: &Ordered, loose: bool) -> Option<(&'static str, String)> {
    let named = |field: &'static str| {
        let who = message.at(field)?;
        let who = who.text().or_else(|| ["role", "name"].iter().find_map(|name| who.at(name)?.text()))?;
        Some((field, one_line(who))).filter(|(_, who)| !who.is_empty())
    };
    let kind = || {
        let kind = message.at("type")?.text().filter(|kind| KINDS.contains(kind))?;
        Some(("type", kind.to_owned()))
    };
    let loosely = || LOOSE.iter().filter(|_| loose).find_map(|field| named(field));
    SPEAKERS.iter().find_map(|field| named(field)).or_else(kind).or_else(loosely)
}

/// The content of a message and its field; there must be some, if only the use of a tool.
fn said(message: &Ordered) -> Option<(&'static str, &Ordered)> {
    let holds = |value: &Ordered| match value {
        Ordered::Scalar(value) => value.is_string(),
        Ordered::List(parts) => parts.iter().all(|part| part.text().is_some() || !part.fields().is_empty()),
        Ordered::Object(_) => ["parts", "content", "text"].iter().any(|inner| value.at(inner).is_some()),
    };
    let found = SAID.iter().find_map(|field| Some((*field, message.at(field).filter(|value| holds(value))?)));
    let calls = || ["tool_calls", "function_call"].iter().find_map(|field| Some((*field, message.at(field)?)));
    found.or_else(calls)
}

fn turn(to: &mut Written, message: &Ordered, write_beside: WriteFields) {
    let (Some((by, who)), Some((field, what))) = (speaker(message, true), said(message)) else { return };
    let mut texts = Vec::new();
    let mut others = Vec::new();
    parts(what, &mut texts, &mut others);
    let mut inner = Written::new(usize::MAX);
    if is_run(what) {
        prose::blocks(&mut inner, &texts.concat());
    } else {
        texts.into_iter().for_each(|text| {
            prose::blocks(&mut inner, text);
        });
    }
    to.block(format!("{who}: {}", inner.text()).trim_end());
    let rest = message.fields().iter().filter(|(name, value)| {
        let speaks = *name == by && value.fields().iter().filter(|(_, value)| !value.is_blank()).count() < 2;
        let known = BESIDE.contains(&name.as_str()) || *name == field || speaks;
        !known && !value.is_blank()
    });
    let mut beside: Vec<(String, Ordered)> = others.into_iter().map(|part| ("part".to_owned(), part)).collect();
    beside.extend(rest.cloned());
    write_beside(to, &beside);
}

/// True if a content is one text in pieces, of which some are marked up: strings and objects by turns.
fn is_run(what: &Ordered) -> bool {
    let Ordered::List(parts) = what else { return false };
    parts.iter().any(|part| part.text().is_some()) && parts.iter().any(|part| !part.fields().is_empty())
}

/// The texts in a content, and its other values.
fn parts<'v>(what: &'v Ordered, texts: &mut Vec<&'v str>, others: &mut Vec<Ordered>) {
    if let Some(text) = what.text() {
        return texts.push(text);
    }
    if let Ordered::List(values) = what {
        return values.iter().for_each(|value| parts(value, texts, others));
    }
    let holds = |inner: &Ordered| inner.text().is_some() || matches!(inner, Ordered::List(_));
    let inner =
        ["text", "parts", "content"].iter().find_map(|name| Some((*name, what.at(name).filter(|one| holds(one))?)));
    let rest = match inner {
        Some((name, inner)) => {
            parts(inner, texts, others);
            what.clone().without(name).without("type")
        }
        None => what.clone(),
    };
    if !rest.is_blank() {
        others.push(rest);
    }
}
