//! The network of an open model, by the runtime that was chosen: tokens in, what a caller makes of their rows out.

use std::num::NonZeroUsize;

use crate::EncoderError;
use crate::batches::{Batches, spread};
use crate::bert::{Bert, Scratch};
use crate::onnx::Library;
use crate::options::{EncoderOptions, Runtime};
use crate::tokenizer::TokenIds;

/// Tokens that go through the network together: enough for products at full speed, few enough for the caches.
const TOKENS_TOGETHER: usize = 768;
/// Tokens that go through a library together; it has more overhead a call.
const TOKENS_TO_LIBRARY: usize = 4096;

/// A network with its runtime.
pub(crate) enum Network {
    Native(Box<Bert>),
    Library(Box<Library>),
}

impl Network {
    /// Gives the network to the runtime.
    pub(crate) fn open(bert: Bert, options: &EncoderOptions) -> Result<Self, EncoderError> {
        Ok(match &options.runtime {
            Runtime::Native => Self::Native(Box::new(bert)),
            Runtime::Library(path) => Self::Library(Box::new(Library::open(path, bert, options.threads)?)),
        })
    }

    /// What `each` makes of the rows of each text's tokens in the last layer, in the order of the texts.
    pub(crate) fn run<T: Send>(
        &self,
        ids: &[TokenIds],
        threads: NonZeroUsize,
        each: impl Fn(&[f32]) -> T + Sync,
    ) -> Result<Vec<T>, EncoderError> {
        let lengths: Vec<usize> = ids.iter().map(|text| text.ids.len()).collect();
        match self {
            Self::Native(bert) => {
                let batches = Batches::new(&lengths, TOKENS_TOGETHER);
                let run = |scratch: &mut Scratch, at: usize| {
                    let texts = members(&batches, at, ids);
                    let mut results = Vec::with_capacity(texts.len());
                    bert.run(&texts, scratch, |rows| results.push(each(rows)));
                    results
                };
                let results = spread(batches.ranges.len(), threads, Scratch::default, run);
                Ok(restored(&batches, results.into_iter().flatten()))
            }
            Self::Library(library) => {
                let batches = Batches::new(&lengths, TOKENS_TO_LIBRARY);
                let mut results = Vec::with_capacity(ids.len());
                for at in 0..batches.ranges.len() {
                    library.run(&members(&batches, at, ids), |rows| results.push(each(rows)))?;
                }
                Ok(restored(&batches, results))
            }
        }
    }
}

/// The texts of a batch.
fn members<'a>(batches: &Batches, at: usize, ids: &'a [TokenIds]) -> Vec<&'a TokenIds> {
    batches.order[batches.ranges[at].clone()].iter().map(|text| &ids[*text]).collect()
}

/// Results of batches in the order of the texts.
fn restored<T>(batches: &Batches, results: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut placed: Vec<(usize, T)> = batches.order.iter().copied().zip(results).collect();
    placed.sort_by_key(|(at, _)| *at);
    placed.into_iter().map(|(_, result)| result).collect()
}
