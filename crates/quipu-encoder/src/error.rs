//! Errors of an encoder: each names the file, the fault and the next step.

use std::path::{Path, PathBuf};

/// The reason why a folder could not be opened, or texts got no vectors.
#[derive(Debug, thiserror::Error)]
pub enum EncoderError {
    /// A file of the folder is not there or cannot be read.
    #[error(
        "{path}: {reason}; a model's folder holds config.json, model.safetensors and tokenizer.json: fetch it again"
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: std::io::Error,
    },
    /// A file of the folder has unexpected contents.
    #[error("{path}: {reason}; fetch the file again")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// The model is of a kind that is not run here.
    #[error("{path}: {what} is not supported; choose a BERT or XLM-RoBERTa encoder with mean or cls pooling")]
    Unsupported {
        /// The file with the unsupported setting.
        path: PathBuf,
        /// The unsupported setting.
        what: String,
    },
    /// The model scores no pairs of texts.
    #[error("{path}: a cross-encoder has a classifier with one label, this model has {found}; choose another folder")]
    NoCrossEncoder {
        /// The configuration.
        path: PathBuf,
        /// Its head.
        found: String,
    },
    /// A tensor of the weights is missing or has another shape than the configuration says.
    #[error(
        "{path}: tensor {tensor} has shape {found:?}, and config.json asks for {expected:?}; fetch both files of one model"
    )]
    Shape {
        /// The file of weights.
        path: PathBuf,
        /// The tensor.
        tensor: String,
        /// The shape by the configuration.
        expected: Vec<usize>,
        /// The actual shape; none where the tensor is missing.
        found: Option<Vec<usize>>,
    },
    /// The tokenizer could not cut a text, or gave a token that the weights do not know.
    #[error("{path}: {reason}; fetch tokenizer.json and model.safetensors of one model")]
    Tokens {
        /// The tokenizer's file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// The ONNX Runtime library failed.
    #[error("ONNX Runtime {library}: {reason}; use a library of version 1.17 or newer, or the built-in runtime")]
    Library {
        /// The library.
        library: PathBuf,
        /// Its error.
        reason: String,
    },
    /// The weights gave an invalid vector.
    #[error("{folder}: a vector is zero or not a number, so the weights are damaged; fetch model.safetensors again")]
    NoVector {
        /// The model's folder.
        folder: PathBuf,
    },
}

impl EncoderError {
    pub(crate) fn malformed(path: &Path, reason: impl ToString) -> Self {
        Self::Malformed { path: path.to_owned(), reason: reason.to_string() }
    }

    pub(crate) fn unsupported(path: &Path, what: impl ToString) -> Self {
        Self::Unsupported { path: path.to_owned(), what: what.to_string() }
    }
}
