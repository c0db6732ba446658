//! What chat completions look like, for OpenAPI: `chunks.rs`, `annotated.rs` and `told.rs` write them.

#![allow(dead_code)] // It says what replies look like.

use utoipa::ToSchema;

use crate::schemas::{self, Message};

/// A completion.
#[derive(ToSchema)]
pub(super) struct ChatReply {
    /// Its id.
    id: String,
    /// `chat.completion`.
    object: String,
    /// When it was made, in seconds since 1970.
    created: u64,
    /// The model that was asked for.
    model: String,
    /// The answer, as the only choice.
    choices: Vec<ChatChoice>,
    /// Tokens.
    usage: ChatUsage,
    /// What is our own.
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
    /// Why it ends: `stop`, `length` or `tool_calls`.
    finish_reason: String,
}

/// A message.
#[derive(ToSchema)]
struct AssistantMessage {
    /// `assistant`.
    role: String,
    /// The text; none where a tool is called.
    content: Option<String>,
    /// Always null: an answer that refuses is one.
    refusal: Option<String>,
    /// Which characters of the text cite which page.
    #[schema(required = false)]
    annotations: Vec<ChatAnnotation>,
    /// The call that a client asked for by `tool_choice`.
    #[schema(required = false)]
    tool_calls: Vec<ChatToolCall>,
}

/// A citation within a text.
#[derive(ToSchema)]
struct ChatAnnotation {
    /// `url_citation`.
    #[schema(rename = "type")]
    kind: String,
    /// Which characters cite what.
    url_citation: ChatUrlCitation,
}

/// Which characters cite what.
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
    /// What is called.
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
    /// Those that were read.
    prompt_tokens: u64,
    /// Those that were written.
    completion_tokens: u64,
    /// Both.
    total_tokens: u64,
}

/// What is our own of a completion: of an answer its citations and how far it is to be trusted, of evidence the hits, of a
/// task of the client (a title, tags) its name.
#[derive(ToSchema)]
struct ChatOwn {
    /// What it cites, each with `url` and `title`.
    #[schema(required = false)]
    citations: Vec<ChatCitation>,
    /// How far it is to be trusted.
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
    /// What a follow-up question was understood as.
    asked: Option<String>,
    /// What the reader should know.
    #[schema(required = false)]
    notes: Vec<String>,
    /// What a model spent.
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
    /// The model that was asked for.
    model: String,
    /// What comes next; none in the piece that counts tokens.
    choices: Vec<ChatPieceChoice>,
    /// Tokens, in the last piece, where `stream_options` asks for them.
    usage: Option<ChatUsage>,
    /// What is our own, in the piece that ends the answer.
    #[schema(required = false)]
    x_quipu: ChatOwn,
}

/// What comes next.
#[derive(ToSchema)]
struct ChatPieceChoice {
    /// 0.
    index: u32,
    /// What is added to the message.
    delta: ChatDelta,
    /// Why it ends, where it does.
    finish_reason: Option<String>,
}

/// What is added to a message.
#[derive(ToSchema)]
struct ChatDelta {
    /// `assistant`, in the first piece.
    #[schema(required = false)]
    role: String,
    /// A piece of the text.
    #[schema(required = false)]
    content: String,
    /// Which characters of the text cite which page.
    #[schema(required = false)]
    annotations: Vec<ChatAnnotation>,
}

/// What a streamed completion consists of.
pub(super) type ChatMessages = Message<ChatPiece>;
