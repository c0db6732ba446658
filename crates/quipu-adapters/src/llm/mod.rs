//! Language models behind OpenAI's chat protocol, which Ollama, vLLM, llama.cpp, LM Studio, OpenRouter,
//! Groq and others speak as well, each with parts of its own.
//!
//! A server refuses unknown parameters once: [`Habits`] record them. Where it knows no tools, the
//! prompt describes them, and the gateway reads the calls out of the reply's text. A call without a
//! listener requests the whole reply at once, which costs a tenth of the work of a stream; it streams
//! for a listener, and where silence within a reply is bounded, since a reply that is not
//! streamed shows no difference between a slow server and a dead one.

mod answer;
mod awaited;
mod called;
mod chat;
mod endings;
mod escaped;
mod habits;
#[cfg(test)]
mod odd;
mod offered;
mod post;
mod reading;
mod refusal;
mod request;
mod rerank;
mod stream;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tools;
mod waits;

pub use chat::{ChatOptions, OpenAiChat};
pub use habits::{Habits, ReplyFormat, Room};
pub use rerank::{RerankOptions, ServerRerank};
pub use waits::Waits;
