//! Shapes of chat completions, for OpenAPI: `chunks.rs`, `annotated.rs` and `told.rs` write them.

#![allow(dead_code)] // It says what replies look like.

use utoipa::ToSchema;

use crate::schemas::{self, EventMessage};

/// A completion.
#[derive(ToSchema)]
pub(super) struct ChatReply {
    /// Its id.
    id: String,
    /// `chat.completion`.
    object: String,
    /// When it was made, in seconds since 1970.
    created: u64,
    /// The requested model.
    model: String,
    /// The answer, as the only choice.
    choices: Vec<ChatChoice>,
    /// Tokens.
    usage: ChatUsage,
    /// Extensions of Quipu.
    x_quipu: ChatOwn,
}

/// A choice.
#[derive(ToSchema)]
struct ChatChoice {
    /// 0.
    index: u32,
    /// The message.
    message: AssistantMessage,
    /// None are given.
    logprobs: Option<bool>,
    /// The reason of its end: `stop`, `length` or `tool_calls`.
    finish_reason: String,
}

/// A message.
#[derive(ToSchema)]
struct AssistantMessage {
    /// `assistant`.
    role: String,
    /// The text; missing where a tool is called.
    content: Option<String>,
    /// Always null: an answer that refuses is one.
    refusal: Option<String>,
    /// Citations of pages by ranges of characters.
    #[schema(required = false)]
    annotations: Vec<ChatAnnotation>,
    /// The call that a client requested by `tool_choice`.
    #[schema(required = false)]
    tool_calls: Vec<ChatToolCall>,
}

/// A citation within a text.
#[derive(ToSchema)]
struct ChatAnnotation {
    /// `url_citation`.
    #[schema(rename = "type")]
    kind: String,
    /// The cited range and page.
    url_citation: ChatUrlCitation,
}

/// A cited range and its page.
#[derive(ToSchema)]
struct ChatUrlCitation {
    /// The first character.
    start_index: usize,
    /// One past the last.
    end_index: usize,
    /// The title of the document.
    title: String,
    /// The address of the place.
    url: String,
}

/// A call of a tool.
#[derive(ToSchema)]
struct ChatToolCall {
    /// Its id.
    id: String,
    /// `function`.
    #[schema(rename = "type")]
    kind: String,
    /// The called function.
    function: ChatFunction,
}

/// A function with its arguments.
#[derive(ToSchema)]
struct ChatFunction {
    /// Its name.
    name: String,
    /// Its arguments, as JSON.
    arguments: String,
}

/// Tokens of a completion.
#[derive(ToSchema)]
struct ChatUsage {
    /// Tokens that were read.
    prompt_tokens: u64,
    /// Tokens that were written.
    completion_tokens: u64,
    /// Both.
    total_tokens: u64,
}

/// Extensions of a completion: of an answer its citations and its confidence, of evidence the hits, of a
/// task of the client (a title, tags) its name.
#[derive(ToSchema)]
struct ChatOwn {
    /// Its citations, each with `url` and `title`.
    #[schema(required = false)]
    citations: Vec<ChatCitation>,
    /// The trust in the answer.
    #[schema(required = false)]
    confidence: schemas::Trust,
    /// True if the documents do not answer the question.
    #[schema(required = false)]
    refused: bool,
    /// The way that was taken.
    #[schema(required = false)]
    strategy: String,
    /// The model that wrote it.
    written_by: Option<String>,
    /// The interpretation of a follow-up question.
    asked: Option<String>,
    /// Notes for the reader.
    #[schema(required = false)]
    notes: Vec<String>,
    /// Usage of models.
    spent: Option<schemas::LedgerLine>,
    /// The hits, of evidence.
    #[schema(required = false)]
    hits: Vec<ChatHit>,
    /// The task, of a background task.
    #[schema(required = false)]
    task: String,
    /// The id of the request.
    trace: Option<String>,
}

/// A citation with the address of its place.
#[derive(ToSchema)]
struct ChatCitation {
    /// The citation.
    #[serde(flatten)]
    citation: schemas::Citation,
    /// The address of the place.
    url: String,
    /// The title of the document.
    title: String,
}

/// A passage that was found.
#[derive(ToSchema)]
struct ChatHit {
    /// Its key.
    chunk: String,
    /// The id of its document.
    document: String,
    /// Title of the document.
    title: String,
    /// Headings above it.
    heading: Vec<String>,
    /// The page, where there are pages.
    page: Option<u32>,
    /// First byte in the document's text.
    start: u32,
    /// One past the last.
    end: u32,
    /// Its score.
    score: f64,
    /// The address of the place.
    url: String,
}

/// A piece of a completion; behind the last stands `[DONE]`.
#[derive(ToSchema)]
pub(super) struct ChatPiece {
    /// Its id, the same for all.
    id: String,
    /// `chat.completion.chunk`.
    object: String,
    /// When it began, in seconds since 1970.
    created: u64,
    /// The requested model.
    model: String,
    /// The next piece; empty in the piece that counts tokens.
    choices: Vec<ChatPieceChoice>,
    /// Tokens, in the last piece, if `stream_options` requests them.
    usage: Option<ChatUsage>,
    /// Extensions of Quipu, in the piece that ends the answer.
    #[schema(required = false)]
    x_quipu: ChatOwn,
}

/// The next piece.
#[derive(ToSchema)]
struct ChatPieceChoice {
    /// 0.
    index: u32,
    /// The addition to the message.
    delta: ChatDelta,
    /// The reason of its end, where it ends.
    finish_reason: Option<String>,
}

/// An addition to a message.
#[derive(ToSchema)]
struct ChatDelta {
    /// `assistant`, in the first piece.
    #[schema(required = false)]
    role: String,
    /// A piece of the text.
    #[schema(required = false)]
    content: String,
    /// A piece of the call that a client requested by `tool_choice`.
    #[schema(required = false)]
    tool_calls: Vec<ChatToolCallPiece>,
    /// Citations of pages by ranges of characters.
    #[schema(required = false)]
    annotations: Vec<ChatAnnotation>,
}

/// A piece of a call: its name in the first, then its arguments.
#[derive(ToSchema)]
struct ChatToolCallPiece {
    /// 0.
    index: u32,
    /// Its id, in the first piece.
    #[schema(required = false)]
    id: String,
    /// `function`, in the first piece.
    #[schema(rename = "type", required = false)]
    kind: String,
    /// The name, and a piece of the arguments.
    function: ChatFunctionPiece,
}

/// A piece of a function's call.
#[derive(ToSchema)]
struct ChatFunctionPiece {
    /// Its name, in the first piece.
    #[schema(required = false)]
    name: String,
    /// A piece of its arguments.
    arguments: String,
}

/// A message of a streamed completion.
pub(super) type ChatMessages = EventMessage<ChatPiece>;
