//! Errors of stores.

/// An error of a store.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The directory holds a format of another version.
    #[error("{path} holds format {found}, this program reads format {expected}; {advice}")]
    Format {
        /// The path of the directory.
        path: String,
        /// Version found.
        found: u32,
        /// Version read.
        expected: u32,
        /// The advised action.
        advice: String,
    },
    /// The index holds vectors of another model.
    #[error(
        "the index holds vectors of {found}, the settings name {expected}; set `embed.model` to the first, or give every chunk a vector of the second with `quipu reembed`"
    )]
    Model {
        /// Model of the index.
        found: String,
        /// The requested model.
        expected: String,
    },
    /// Another process writes.
    #[error("{holder} is writing to {path} and did not finish within {waited_s} s; try again when it is done")]
    Busy {
        /// The path of the directory.
        path: String,
        /// The process that holds the lock.
        holder: String,
        /// The time waited, in seconds.
        waited_s: u64,
    },
    /// Another model's vectors were to be used before all chunks had one.
    #[error("{waiting} chunks wait for a vector of {model}; `quipu reembed` continues where it stopped")]
    Waiting {
        /// The name of the model.
        model: String,
        /// Number of waiting chunks.
        waiting: u64,
    },
    /// Stored bytes do not decode.
    #[error("{part} is damaged: {reason}; run `quipu doctor --repair`")]
    Damaged {
        /// The name of the part.
        part: String,
        /// The reason.
        reason: String,
    },
    /// A key or a value does not fit.
    #[error("{what} has {found} bytes; give it {least} to {most}")]
    Size {
        /// The kind of key or value.
        what: String,
        /// Bytes it has.
        found: usize,
        /// Bytes it has at least.
        least: usize,
        /// Bytes it has at most.
        most: usize,
    },
    /// A test of a filter would look at too many different values of a field.
    #[error(
        "the filter looks at more than {most} different values of the field {field:?}; ask for values by `=`, `in` or `begins`, or for another field"
    )]
    Wide {
        /// The name of the field.
        field: String,
        /// The limit of values.
        most: usize,
    },
    /// The disk is full.
    #[error("{part}: {reason}")]
    Full {
        /// The name of the part.
        part: String,
        /// The exhausted resource, and the advised action.
        reason: String,
    },
    /// A resource of this process is exhausted: open files, address space.
    #[error("{part}: {reason}")]
    Limit {
        /// The name of the part.
        part: String,
        /// The resource, and the advised action.
        reason: String,
    },
    /// The disk, the directory or an engine below refused.
    #[error("{part}: {reason}")]
    Io {
        /// The name of the part.
        part: String,
        /// The reason given.
        reason: String,
    },
}
