//! Background requests of chat pages beside a question: titles, tags, follow-ups, queries. They look like any
//! other chat, and are recognised by their words alone (`tasks.json`). They never cause a search.

use std::sync::LazyLock;
use std::time::Duration;

use quipu::Quipu;
use serde::Deserialize;
use serde_json::json;

use super::sent::ChatBody;
use super::sources::language;

/// Timeout of a model for such a request.
const PATIENCE: Duration = Duration::from_secs(10);
/// The most tokens of its reply.
const ROOM: u32 = 300;
/// Number of words of a question that make a title.
const WORDS: usize = 5;

/// The pattern of a known request.
#[derive(Debug, Deserialize)]
struct Pattern {
    name: String,
    #[allow(dead_code)] // It says where the words come from.
    from: String,
    begins: String,
    holds: Vec<String>,
    lacks: Vec<String>,
    reply: Form,
}

/// The form of a reply without a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Form {
    Title,
    Emoji,
    JsonTitle,
    JsonTags,
    JsonFollowUps,
    JsonQueries,
    JsonPrompt,
    JsonText,
}

static PATTERNS: LazyLock<Vec<Pattern>> =
    LazyLock::new(|| serde_json::from_str(include_str!("tasks.json")).unwrap_or_default());

/// A request of a program, and no question of a person.
#[derive(Debug)]
pub(super) struct Background {
    /// Its purpose.
    pub(super) name: &'static str,
    form: Form,
    words: String,
    /// The function that its sender requests in place of a text, and true if JSON is wanted at all.
    pub(super) called: Option<String>,
    structured: bool,
}

impl Background {
    /// The background request in a chat, if it is one: a person's question that quotes such words is not one, for it
    /// is not alone or does not begin so.
    pub(super) fn of(chat: &ChatBody) -> Option<Self> {
        let mut by_user = chat.messages.iter().enumerate().filter(|(_, message)| message.role == "user");
        let (number, one) = by_user.next().filter(|_| by_user.next().is_none())?;
        if chat.messages.iter().any(|message| matches!(message.role.as_str(), "assistant" | "tool")) {
            return None;
        }
        let words = one.text(number).ok()?;
        let text = words.trim_start();
        let fits = |pattern: &&Pattern| {
            let holds = |part: &String| text.contains(part.as_str());
            text.starts_with(&pattern.begins) && pattern.holds.iter().all(holds) && !pattern.lacks.iter().any(holds)
        };
        let pattern = PATTERNS.iter().find(fits)?;
        let called = chat.called().map(str::to_owned);
        let structured = called.is_some() || chat.wants_schema();
        Some(Self { name: &pattern.name, form: pattern.reply, words, called, structured })
    }

    /// The reply: by the cheapest configured model, within its time; else by rule, as where JSON of a schema is wanted.
    pub(super) async fn reply(&self, quipu: &Quipu) -> String {
        if self.structured {
            return self.by_rule();
        }
        let said = tokio::time::timeout(PATIENCE, quipu.said_cheaply(&self.words, ROOM)).await;
        match said {
            Ok(Ok(Some(said))) if !said.trim().is_empty() => said,
            _ => self.by_rule(),
        }
    }

    fn by_rule(&self) -> String {
        match self.form {
            Form::Title if self.structured => {
                let language = if language(&self.words) == 1 { "Russian" } else { "English" };
                json!({ "language": language, "title": title(&self.words) }).to_string()
            }
            Form::Title => title(&self.words),
            Form::Emoji => "💬".to_owned(),
            Form::JsonTitle => json!({ "title": title(&self.words) }).to_string(),
            Form::JsonTags => json!({ "tags": ["General"] }).to_string(),
            Form::JsonFollowUps => json!({ "follow_ups": [] }).to_string(),
            Form::JsonQueries => json!({ "queries": [] }).to_string(),
            Form::JsonPrompt => json!({ "prompt": "" }).to_string(),
            Form::JsonText => json!({ "text": "" }).to_string(),
        }
    }
}

/// The first words of a person's first question in a quoted conversation.
fn title(words: &str) -> String {
    let history = words.split_once("<chat_history>").map_or(words, |(_, rest)| rest);
    let history = history.split_once("</chat_history>").map_or(history, |(history, _)| history);
    let marks = ["USER:", "User:", "user:", "Human:", "Conversation:", "Prompt:", "query:"];
    let asked = marks.iter().find_map(|mark| history.split_once(mark).map(|(_, rest)| rest)).unwrap_or(history);
    let line = asked.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let line = marks.iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line);
    let first: Vec<&str> = line.split_whitespace().take(WORDS).collect();
    let title = first.join(" ");
    let title = title.trim_end_matches(|letter: char| letter.is_ascii_punctuation());
    if title.is_empty() { "Chat".to_owned() } else { title.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn known(text: &str) -> Option<(&'static str, String)> {
        let chat = json!({ "model": "a", "messages": [{ "role": "user", "content": text }] });
        let chat: ChatBody = serde_json::from_value(chat).unwrap();
        Background::of(&chat).map(|task| (task.name, task.by_rule()))
    }

    /// A request in the shape of a template: its task, the JSON that it wants, and a conversation.
    fn shaped(task: &str, output: &str) -> String {
        format!(
            "### Task:\n{task}\n### Guidelines:\n- Be brief.\n### Output:\nJSON format: {output}\n### Chat History:\n\
             <chat_history>\nUSER: Who cast the bell of the old tower?\nASSISTANT: Ilse Varga.\n</chat_history>"
        )
    }

    #[test]
    fn every_pattern_is_read() {
        assert!(PATTERNS.len() >= 12);
    }

    #[test]
    fn each_is_answered_in_the_shape_that_it_wants() {
        let title = shaped("Generate a concise, 3-5 word title with an emoji.", r#"{ "title": "your title" }"#);
        assert_eq!(known(&title), Some(("title", r#"{"title":"Who cast the bell of"}"#.to_owned())));
        for (output, name, reply) in [
            (r#"{ "tags": ["tag1", "tag2"] }"#, "tags", json!({ "tags": ["General"] })),
            (r#"{ "follow_ups": ["Question 1?"] }"#, "follow_ups", json!({ "follow_ups": [] })),
            (r#"{ "queries": ["query1"] }"#, "queries", json!({ "queries": [] })),
        ] {
            let (found, said) = known(&shaped("Do it.", output)).unwrap();
            assert_eq!((found, serde_json::from_str::<Value>(&said).unwrap()), (name, reply));
        }
        let libre = "Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return \
            the title itself.\n\nConversation:\nUser: Who cast the bell?\nAI: Ilse Varga.";
        assert_eq!(known(libre), Some(("title", "Who cast the bell".to_owned())));
    }

    #[test]
    fn a_request_in_parts_behind_a_system_message_is_known() {
        let text = shaped("Find tags.", r#"{ "tags": ["tag1"] }"#);
        let chat = json!({ "model": "a", "messages": [
            { "role": "system", "content": "Be brief." }, { "role": "user", "content": [{ "type": "text", "text": text }] },
        ] });
        let chat: ChatBody = serde_json::from_value(chat).unwrap();
        assert_eq!(Background::of(&chat).map(|task| task.name), Some("tags"));
    }

    #[test]
    fn a_person_who_quotes_such_words_is_answered() {
        let quoted = shaped("Generate a concise, 3-5 word title.", r#"{ "title": "x" }"#);
        for text in [
            format!("What does this prompt of Open WebUI mean?\n\n{quoted}"),
            "### Task:\nWho cast the bell?".to_owned(),
            "### Task: what is <chat_history> for?".to_owned(),
            "Provide a concise, 5-word-or-less title for the conversation of Varga and Lind".to_owned(),
            "### Task:\nRespond to the query by the context.\n<context>x</context>\n<user_query>Who?</user_query>"
                .to_owned(),
        ] {
            assert_eq!(known(&text), None, "{text}");
        }
        let chat = json!({ "model": "a", "messages": [
            { "role": "user", "content": "Who?" }, { "role": "assistant", "content": "She." }, { "role": "user", "content": quoted },
        ] });
        let chat: ChatBody = serde_json::from_value(chat).unwrap();
        assert!(Background::of(&chat).is_none(), "it is no request of its own");
    }
}
