//! The network: tables, layers, and how texts go through them.
//!
//! Tokens of all texts of a batch lie one after the other, without padding: what is done token by token runs
//! over all of them at once, and only attention looks at one text after the other. So a text costs the same in
//! any company, and nothing has to be masked.

mod attention;
mod forward;
mod load;
#[cfg(test)]
pub(crate) mod naive;

pub(crate) use forward::Scratch;

use crate::compute::matrix::{Layout, Matrix, product};
use crate::compute::rows::Norm;

/// A dense layer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Dense {
    /// A row an input, a column an output.
    pub(crate) weight: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

impl Dense {
    pub(crate) fn outputs(&self) -> usize {
        self.bias.len()
    }

    pub(crate) fn inputs(&self) -> usize {
        self.weight.len() / self.bias.len().max(1)
    }

    /// `out = rows * weight`, without the bias, which the next pass adds.
    fn multiply(&self, rows: &[f32], out: &mut [f32]) {
        let (inputs, outputs) = (self.inputs(), self.outputs());
        let count = rows.len() / inputs.max(1);
        let left = Matrix::new(rows, Layout::packed(count, inputs));
        let right = Matrix::new(&self.weight, Layout::packed(inputs, outputs));
        product(left, right, 1.0, out, Layout::packed(count, outputs));
    }
}

/// One layer of the network.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layer {
    /// Queries, keys and values side by side.
    pub(crate) projection: Dense,
    pub(crate) attended: Dense,
    pub(crate) attended_norm: Norm,
    pub(crate) wide: Dense,
    pub(crate) narrow: Dense,
    pub(crate) narrow_norm: Norm,
}

/// The network.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bert {
    pub(crate) hidden: usize,
    pub(crate) heads: usize,
    /// A row a token of the vocabulary.
    pub(crate) words: Vec<f32>,
    /// A row a place in the text, with that of the first token type added: there is no second text.
    pub(crate) places: Vec<f32>,
    pub(crate) norm: Norm,
    pub(crate) layers: Vec<Layer>,
}

impl Bert {
    /// Number of tokens that have a row.
    pub(crate) fn vocabulary(&self) -> usize {
        self.words.len() / self.hidden.max(1)
    }

    /// The most tokens of a text.
    pub(crate) fn longest(&self) -> usize {
        self.places.len() / self.hidden.max(1)
    }
}
