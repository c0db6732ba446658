//! Chat requests in the forms that clients send: with nulls, lists of parts, roles of several years, and fields without
//! effect.

use quipu::Earlier;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::lenient;
use super::source_marks::{self, SourcesShown};
use crate::problem::HttpProblem;
use crate::shapes::FilterBody;

/// A chat. Fields that are not named have no effect, and any may be null.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ChatBody {
    /// A workspace, or a workspace and a strategy: `papers`, `papers:walk`, `papers:deep`, `papers:context`.
    pub(super) model: String,
    /// The conversation: the last user message is the question, and earlier messages are its context.
    pub(super) messages: Vec<ChatMessage>,
    /// True for an answer piece by piece.
    #[serde(default, deserialize_with = "lenient::flag")]
    pub(super) stream: Option<bool>,
    /// Additional content of a stream.
    pub(super) stream_options: Option<StreamWish>,
    /// The most tokens of the answer; -1 or 0 for no bound.
    #[serde(default, deserialize_with = "lenient::bound")]
    pub(super) max_tokens: Option<u64>,
    /// The limit of tokens under its newer name.
    #[serde(default, deserialize_with = "lenient::bound")]
    pub(super) max_completion_tokens: Option<u64>,
    /// Number of answers: one.
    #[serde(default, deserialize_with = "lenient::count")]
    n: Option<i64>,
    /// Not given.
    #[serde(default, deserialize_with = "lenient::flag")]
    logprobs: Option<bool>,
    /// Functions with their parameters; one that is forced gets the answer as its arguments.
    #[schema(value_type = Option<Vec<Object>>)]
    pub(super) tools: Option<Vec<Value>>,
    /// `auto` or `none`: no tool is called. A named function, or `required` with a single one, is called with the answer.
    #[schema(value_type = Option<Object>)]
    pub(super) tool_choice: Option<Value>,
    /// Not supported: `tools` and `tool_choice` are.
    #[schema(value_type = Option<Object>)]
    function_call: Option<Value>,
    /// The shape of the answer: `text`, `json_object` or `json_schema`.
    pub(super) response_format: Option<ResponseWish>,
    /// `text` alone.
    modalities: Option<Vec<String>>,
    /// Extensions of Quipu.
    #[serde(default)]
    pub(super) x_quipu: Option<ChatWish>,
}

/// A message.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ChatMessage {
    /// Its role: system, developer, user, assistant or tool.
    pub(super) role: String,
    /// Its content: a text, null, or a list of parts, of which those of the type `text` are read.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(super) content: Value,
}

/// Additional content of a stream.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(super) struct StreamWish {
    /// True if its last chunk reports the number of tokens.
    #[serde(default, deserialize_with = "lenient::flag")]
    pub(super) include_usage: Option<bool>,
}

/// The shape of the answer.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ResponseWish {
    /// `text`, `json_object` or `json_schema`.
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    /// With `json_schema`: a name, and the schema as `schema`.
    #[schema(value_type = Option<Object>)]
    pub(super) json_schema: Option<Value>,
    /// The schema, where a client puts it beside the type.
    #[schema(value_type = Option<Object>)]
    pub(super) schema: Option<Value>,
}

/// The extensions of a request.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ChatWish {
    /// Conditions that documents must meet.
    pub(super) filter: FilterBody,
    /// The strategy; overrides that of the model's name.
    pub(super) strategy: Option<String>,
    /// Maximal number of chunks.
    #[schema(minimum = 1, maximum = 200)]
    pub(super) limit: Option<usize>,
    /// Other options of the strategy.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    pub(super) look: std::collections::BTreeMap<String, String>,
    /// True if no model writes the answer, though one is named.
    pub(super) offline: bool,
    /// The form of sources in the text: list, marks or none; by default as `openai.sources` says.
    pub(super) sources: Option<String>,
}

/// The content of a chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChatInput {
    /// The question.
    pub(super) question: String,
    /// Earlier questions and answers.
    pub(super) history: Vec<Earlier>,
    /// True if a picture or a file stood beside the question.
    pub(super) unread: bool,
}

/// Marks around the question of a person where a program writes documents of its own around it.
const ASKED: (&str, &str) = ("<user_query>", "</user_query>");

impl ChatBody {
    /// Refuses parameters with another meaning than their sender expects.
    pub(super) fn check(&self) -> Result<(), HttpProblem> {
        let refused =
            |part: &str, detail: &str| Err(HttpProblem::invalid(format!("{part}: {detail}")).at(&format!("/{part}")));
        let sounds = self.modalities.iter().flatten().any(|kind| kind != "text");
        let calls = self.function_call.as_ref().is_some_and(|call| !call.is_null() && call != "auto" && call != "none");
        match () {
            () if self.n.is_some_and(|count| count != 1) => refused("n", "there is one answer"),
            () if self.logprobs == Some(true) => refused("logprobs", "answers have none"),
            () if calls => refused("function_call", "use `tools` and `tool_choice`"),
            () if sounds => refused("modalities", "answers are text"),
            () => Ok(()),
        }
    }

    /// The function that must be called, where one is named.
    pub(super) fn called(&self) -> Option<&str> {
        self.tool_choice.as_ref()?.get("function")?.get("name")?.as_str()
    }

    /// True if JSON of a schema is wanted.
    pub(super) fn wants_schema(&self) -> bool {
        self.shape() == Some("json_schema")
    }

    /// The name of the wanted shape.
    pub(super) fn shape(&self) -> Option<&str> {
        self.response_format.as_ref()?.kind.as_deref()
    }

    /// The most tokens of the answer.
    pub(super) fn most(&self) -> Option<u64> {
        self.max_completion_tokens.or(self.max_tokens)
    }

    /// The form of sources in the text.
    pub(super) fn shown(&self, usual: &str) -> Result<SourcesShown, HttpProblem> {
        let asked = self.x_quipu.as_ref().and_then(|wish| wish.sources.as_deref());
        asked
            .unwrap_or(usual)
            .parse()
            .map_err(|()| HttpProblem::invalid("sources: there are list, marks and none").at("/x_quipu/sources"))
    }

    /// The question, and the earlier conversation.
    pub(super) fn said(&self) -> Result<ChatInput, HttpProblem> {
        let mut turns: Vec<(bool, String)> = Vec::new();
        let asking = self.messages.iter().rposition(|message| message.role == "user");
        let mut unread = false;
        for (number, message) in self.messages.iter().enumerate() {
            let text = message.text(number)?;
            if asking == Some(number) {
                unread = message.unread(number, &text)?;
            }
            match message.role.as_str() {
                "user" => turns.push((true, text)),
                "assistant" => turns.push((false, source_marks::without_list(&text).to_owned())),
                // Instructions of a program about style or tools are no part of the conversation.
                "system" | "developer" | "tool" | "function" => {}
                other => {
                    let detail = format!(
                        "messages[{number}].role: {other:?} is not one of system, developer, user, assistant, tool"
                    );
                    return Err(HttpProblem::invalid(detail).at(&format!("/messages/{number}/role")));
                }
            }
        }
        let last = turns.iter().rposition(|(by_user, text)| *by_user && !text.trim().is_empty());
        let Some(last) = last else {
            let detail = "messages: there is no question; send a message of the role user";
            return Err(HttpProblem::new(axum::http::StatusCode::BAD_REQUEST, "question-empty", detail).at("/messages"));
        };
        let question = asked(&turns[last].1).to_owned();
        turns.truncate(last);
        Ok(ChatInput { question, history: exchanges(&turns), unread })
    }

    /// All texts, for counting.
    pub(super) fn words(&self) -> String {
        let texts = self.messages.iter().enumerate().filter_map(|(number, message)| message.text(number).ok());
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// The question within a message.
fn asked(text: &str) -> &str {
    let inner = text.rsplit_once(ASKED.0).and_then(|(_, rest)| rest.split_once(ASKED.1)).map(|(inner, _)| inner.trim());
    inner.filter(|inner| !inner.is_empty()).unwrap_or(text.trim())
}

/// Questions with their answers; of several questions in a row the last was answered.
fn exchanges(turns: &[(bool, String)]) -> Vec<Earlier> {
    let mut out: Vec<Earlier> = Vec::new();
    for (by_user, text) in turns {
        match (by_user, out.last_mut()) {
            (true, _) => out.push(Earlier { question: asked(text).to_owned(), answer: String::new() }),
            (false, Some(last)) if last.answer.is_empty() => last.answer.clone_from(text),
            (false, _) => {}
        }
    }
    out.retain(|one| !one.answer.is_empty());
    out
}

impl ChatMessage {
    /// Its text, without parts that are none: pictures, files, sounds, refusals, thoughts. `number` is its position,
    /// for the error about a content of another form.
    pub(super) fn text(&self, number: usize) -> Result<String, HttpProblem> {
        let wrong = |part: &str, pointer: &str| {
            let detail = format!("messages[{number}].content{part}: send a text, or a list of parts of the type text");
            Err(HttpProblem::invalid(detail).at(&format!("/messages/{number}/content{pointer}")))
        };
        match &self.content {
            Value::Null => Ok(String::new()),
            Value::String(text) => Ok(text.clone()),
            Value::Array(parts) => {
                let mut all = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    match (part, &part["text"]) {
                        (Value::String(text), _) => all.push(text.as_str()),
                        (Value::Object(_), Value::String(text)) if is_text(part) => all.push(text),
                        (Value::Object(_), Value::Null) if is_text(part) => {}
                        (Value::Object(_), _) if !is_text(part) => {}
                        _ => return wrong(&format!("[{at}]"), &format!("/{at}")),
                    }
                }
                Ok(all.join("\n"))
            }
            _ => wrong("", ""),
        }
    }

    /// True if the message of the question has a part that is not read beside its text.
    ///
    /// # Errors
    /// When it has no text at all.
    fn unread(&self, number: usize, text: &str) -> Result<bool, HttpProblem> {
        let parts = self.content.as_array().into_iter().flatten().enumerate();
        let other = parts.into_iter().find(|(_, part)| part.is_object() && !is_text(part));
        let Some((at, part)) = other else { return Ok(false) };
        if !text.trim().is_empty() {
            return Ok(true);
        }
        let kind = part["type"].as_str().unwrap_or("none");
        let detail = format!("messages[{number}].content[{at}]: a part of the type {kind:?} is not read; send text");
        Err(HttpProblem::invalid(detail).at(&format!("/messages/{number}/content/{at}")))
    }
}

/// True for a part of a content that is text.
fn is_text(part: &Value) -> bool {
    matches!(part["type"].as_str(), Some("text" | "input_text" | "output_text"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn body(value: Value) -> ChatBody {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_chat_is_its_last_question_and_what_was_answered_before() {
        let said = body(json!({ "model": "a", "messages": [
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": "Who cast the bell?" },
            { "role": "assistant", "content": "Ilse Varga. [1]\n\n**Sources**\n\n- [1] bell" },
            { "role": "user", "content": [{ "type": "text", "text": "And when" }, { "type": "text", "text": "was it?" }] },
        ] }));
        let said = said.said().unwrap();
        assert_eq!(said.question, "And when\nwas it?");
        let answer = "Ilse Varga. [1]".to_owned();
        assert_eq!(said.history, [Earlier { question: "Who cast the bell?".to_owned(), answer }]);
    }

    #[test]
    fn a_question_within_documents_of_a_program_is_found() {
        let text =
            "### Task:\nRespond by the context.\n<context>x</context>\n<user_query>\nWho rang it?\n</user_query>";
        let said = body(json!({ "model": "a", "messages": [{ "role": "user", "content": text }] })).said().unwrap();
        assert_eq!(said.question, "Who rang it?");
    }

    #[test]
    fn what_is_null_is_as_if_it_were_not_there() {
        let chat = body(json!({
            "model": "a", "messages": [{ "role": "user", "content": "Who?" }, { "role": "assistant", "content": null,
            "tool_calls": [{ "id": null }] }], "n": null, "logprobs": null, "tool_choice": null, "response_format": null,
            "stream": null, "stream_options": null, "max_tokens": null, "x_quipu": null, "anything": { "else": 1 },
        }));
        chat.check().unwrap();
        assert_eq!(chat.said().unwrap().question, "Who?");
        assert_eq!(chat.most(), None);
    }

    #[test]
    fn parts_that_are_no_text_do_not_end_a_conversation() {
        let picture = json!({ "type": "image_url", "image_url": { "url": "data:image/png;base64,iVBORw0KGgo=" } });
        let messages = json!([
            { "role": "user", "content": [{ "type": "text", "text": "What is on this?" }, picture] },
            { "role": "assistant", "content": [{ "type": "refusal", "refusal": "No." }, { "type": "thinking", "thinking": "Hm." }] },
            { "role": "user", "content": [{ "type": "input_audio", "input_audio": {} }, { "type": "file", "file": {} }] },
            { "role": "assistant", "content": "That is a sound." },
            { "role": "user", "content": ["Who cast the bell?"] },
        ]);
        let said = body(json!({ "model": "a", "messages": messages })).said().unwrap();
        assert_eq!((said.question.as_str(), said.unread), ("Who cast the bell?", false));
        let beside =
            json!([{ "role": "user", "content": [picture, { "type": "text", "text": "Who cast the bell?" }] }]);
        assert!(body(json!({ "model": "a", "messages": beside })).said().unwrap().unread);
        for content in
            [json!({ "text": "x" }), json!(7), json!(true), json!([7]), json!([{ "type": "text", "text": 7 }])]
        {
            let odd = body(json!({ "model": "a", "messages": [{ "role": "user", "content": content }] }));
            assert!(odd.said().unwrap_err().errors[0].pointer.starts_with("/messages/0/content"), "{content}");
        }
    }

    #[test]
    fn what_cannot_be_given_is_refused_by_its_name() {
        for (part, value) in [
            ("n", json!(2)),
            ("n", json!("0")),
            ("logprobs", json!(true)),
            ("function_call", json!({ "name": "x" })),
            ("modalities", json!(["text", "audio"])),
        ] {
            let mut chat = json!({ "model": "a", "messages": [] });
            chat[part] = value;
            let problem = body(chat).check().unwrap_err();
            assert_eq!(problem.errors[0].pointer, format!("/{part}"));
        }
        let picture = json!({ "model": "a", "messages": [{ "role": "user", "content": [{ "type": "image_url" }] }] });
        assert_eq!(body(picture).said().unwrap_err().errors[0].pointer, "/messages/0/content/0");
        let nobody = json!({ "model": "a", "messages": [{ "role": "narrator", "content": "x" }] });
        assert_eq!(body(nobody).said().unwrap_err().errors[0].pointer, "/messages/0/role");
        assert!(body(json!({ "model": "a", "messages": [] })).said().is_err());
    }
}
