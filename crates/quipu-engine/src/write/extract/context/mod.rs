//! The context of chunks: a model places each chunk in its document in one sentence, which is searched and
//! embedded with the chunk (Anthropic calls it contextual retrieval).
//!
//! The sentence is kept with the chunk and is no part of its text: no answer quotes it. It carries the hash of the
//! request, so that a new request is made only for chunks whose title, beginning of the document, text or neighbours
//! changed.

mod placing;
mod placing_estimate;
mod placing_run;

pub use crate::write::extract::estimate::ContextEstimate;
pub use crate::write::extract::extract_report::ContextReport;
pub use placing::ContextAsker;
pub use placing_estimate::estimate_context;
pub use placing_run::enrich;

/// The [`Words`](crate::base::prompt::Words) in the binary.
pub const CONTEXT_WORDS: &str = include_str!("../../../../prompts/context.toml");

#[cfg(test)]
mod tests {
    use super::CONTEXT_WORDS;

    #[test]
    fn the_words_have_every_place() {
        let places = ["{title}", "{beginning}", "{before}", "{passages}", "{after}", "{language}"];
        assert!(places.iter().all(|place| CONTEXT_WORDS.contains(place)));
    }
}
