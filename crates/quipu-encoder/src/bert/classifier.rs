//! The head of a cross-encoder: one number of the first token's row.

use super::DenseLayer;

/// Two dense layers with a hyperbolic tangent between them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Classifier {
    pub(crate) dense: DenseLayer,
    /// A layer of one output.
    pub(crate) label: DenseLayer,
}

impl Classifier {
    /// The logit of a text, from the rows of its tokens in the last layer.
    pub(crate) fn logit(&self, rows: &[f32]) -> f32 {
        let first = &rows[..self.dense.inputs()];
        let mut hidden = vec![0.0; self.dense.outputs()];
        self.dense.multiply(first, &mut hidden);
        hidden.iter_mut().zip(&self.dense.bias).for_each(|(value, bias)| *value = (*value + bias).tanh());
        let sum: f32 = hidden.iter().zip(&self.label.weight).map(|(value, weight)| value * weight).sum();
        sum + self.label.bias[0]
    }
}
