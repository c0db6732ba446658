//! The network: tables, layers, and the way of texts through them.
//!
//! Tokens of all texts of a batch lie one after the other, without padding: operations on tokens run
//! over all of them at once, and only attention looks at one text after the other. So a text costs the same in
//! any company, and nothing has to be masked.

mod attention;
mod classifier;
mod forward;
mod input_tables;
mod load;
#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

pub(crate) use classifier::Classifier;
pub(crate) use forward::Scratch;
pub(crate) use input_tables::InputTables;

use crate::compute::matrix::{Layout, Matrix, product};
use crate::compute::row_functions::Norm;

/// A dense layer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DenseLayer {
    /// A row an input, a column an output.
    pub(crate) weight: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

impl DenseLayer {
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
    pub(crate) projection: DenseLayer,
    pub(crate) attended: DenseLayer,
    pub(crate) attended_norm: Norm,
    pub(crate) wide: DenseLayer,
    pub(crate) narrow: DenseLayer,
    pub(crate) narrow_norm: Norm,
}

/// The network.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bert {
    pub(crate) table: InputTables,
    pub(crate) heads: usize,
    pub(crate) layers: Vec<Layer>,
}

impl Bert {
    /// Components of a row.
    pub(crate) fn hidden(&self) -> usize {
        self.table.hidden
    }
}
