//! The context of chunks: a model places each chunk in its document in one sentence, which is searched and
//! embedded with the chunk (Anthropic calls it contextual retrieval).
//!
//! The sentence is kept with the chunk and is no part of its text: no answer quotes it. It carries the hash of the
//! request, so that a new request is made only for chunks whose title, beginning of the document, text or neighbours
//! changed.

mod ask;
mod estimate;
mod run;

pub use crate::write::extract::estimate::ContextEstimate;
pub use crate::write::extract::report::ContextReport;
pub use ask::ContextAsker;
pub use estimate::estimate_context;
pub use run::enrich;

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
