//! Sentence encoders and cross-encoders of the BERT family, run inside the process from a folder as sentence-transformers writes it.
//!
//! The one idea: the folder says everything. `config.json` gives the shape, `model.safetensors` the weights,
//! `tokenizer.json` the tokens, and the small files beside them the pooling, the length and the prefixes. The
//! network is run in one of two ways that give the same vectors: by this crate alone, or by an ONNX Runtime
//! library where one is found, which gets the same weights as a graph made in memory.
//!
//! ```no_run
//! use quipu_encoder::{Encoder, EncoderOptions, EncodingRole};
//!
//! let encoder = Encoder::open("models/all-MiniLM-L6-v2".as_ref(), &EncoderOptions::default())?;
//! let vectors = encoder.encode(&["A quipu is made of cords."], EncodingRole::Passage)?;
//! assert_eq!(vectors[0].len(), encoder.card().dimension);
//! # Ok::<(), quipu_encoder::EncoderError>(())
//! ```

mod batches;
mod bert;
mod compute;
mod cross_encoder;
mod encoder;
mod error;
mod folder;
pub mod known_models;
mod network;
mod onnx;
mod options;
mod pool;
mod tokenizer;

pub use cross_encoder::CrossEncoder;
pub use encoder::{Card, Encoder, EncodingRole};
pub use error::EncoderError;
pub use folder::{Pooling, Prefixes};
pub use onnx::find_library;
pub use options::{EncoderOptions, Runtime};
