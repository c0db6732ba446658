//! Attention of one text: each head's scores, their softmax, and the values they weigh.

use std::ops::Range;

use super::Bert;
use crate::compute::matrix::{Layout, Matrix, product};
use crate::compute::rows::softmax;

impl Bert {
    /// Writes the attention of the tokens `text`, from rows of queries, keys and values side by side.
    pub(super) fn attend(&self, text: Range<usize>, projected: &[f32], scores: &mut [f32], out: &mut [f32]) {
        let (length, hidden) = (text.len(), self.hidden());
        let (width, step) = (hidden / self.heads, 3 * hidden);
        let projected = &projected[text.start * step..text.end * step];
        let out = &mut out[text.start * hidden..text.end * hidden];
        let scores = &mut scores[..length * length];
        let rows = Layout::strided(length, width, step);
        let scale = 1.0 / (width as f32).sqrt();
        for head in (0..hidden).step_by(width) {
            let queries = Matrix::new(&projected[head..], rows);
            let keys = Matrix::new(&projected[hidden + head..], rows.transposed());
            let values = Matrix::new(&projected[2 * hidden + head..], rows);
            product(queries, keys, scale, scores, Layout::packed(length, length));
            softmax(scores, length);
            let scores = Matrix::new(scores, Layout::packed(length, length));
            product(scores, values, 1.0, &mut out[head..], Layout::strided(length, width, hidden));
        }
    }
}
