//! Works of language models: the model of each may be another.

/// The kind of a model's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Facts of chunks.
    Extract,
    /// Descriptions.
    Summarise,
    /// Answers.
    Answer,
    /// The check of answers.
    Judge,
    /// The order of chunks.
    Rerank,
}

impl Work {
    /// All of it.
    pub const ALL: [Self; 5] = [Self::Extract, Self::Summarise, Self::Answer, Self::Judge, Self::Rerank];

    /// Its name, as settings and ledgers write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Extract => "extract",
            Self::Summarise => "summarise",
            Self::Answer => "answer",
            Self::Judge => "judge",
            Self::Rerank => "rerank",
        }
    }
}
