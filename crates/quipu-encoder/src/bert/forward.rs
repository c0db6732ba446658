//! A batch of texts through the network.

use std::ops::Range;

use super::{Bert, Layer};
use crate::compute::row_functions::{add_bias, bias_gelu};
use crate::tokenizer::TokenIds;

/// The buffers of a thread, kept from one batch to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    rows: Vec<f32>,
    projected: Vec<f32>,
    attended: Vec<f32>,
    wide: Vec<f32>,
    narrow: Vec<f32>,
    scores: Vec<f32>,
}

/// The first `length` numbers, of any value.
fn first(buffer: &mut Vec<f32>, length: usize) -> &mut [f32] {
    if buffer.len() < length {
        buffer.resize(length, 0.0);
    }
    &mut buffer[..length]
}

impl Bert {
    /// Calls `each` with every text's tokens as rows of the last layer, in order.
    ///
    /// Ids must be below the vocabulary's size, texts no longer than there are places, and none empty.
    pub(crate) fn run(&self, texts: &[&TokenIds], scratch: &mut Scratch, mut each: impl FnMut(&[f32])) {
        let tokens: usize = texts.iter().map(|text| text.ids.len()).sum();
        let hidden = self.hidden();
        let mut rows = std::mem::take(&mut scratch.rows);
        let filled = first(&mut rows, tokens * hidden);
        for (text, span) in texts.iter().zip(spans(texts)) {
            self.table.write(text, &mut filled[span.start * hidden..span.end * hidden]);
        }
        for layer in &self.layers {
            self.layer(layer, texts, scratch, filled);
        }
        for span in spans(texts) {
            each(&filled[span.start * hidden..span.end * hidden]);
        }
        scratch.rows = rows;
    }

    fn layer(&self, layer: &Layer, texts: &[&TokenIds], scratch: &mut Scratch, rows: &mut [f32]) {
        let tokens = rows.len() / self.hidden();
        let projected = first(&mut scratch.projected, tokens * layer.projection.outputs());
        layer.projection.multiply(rows, projected);
        add_bias(projected, &layer.projection.bias);

        let attended = first(&mut scratch.attended, rows.len());
        for text in spans(texts) {
            self.attend(text.clone(), projected, first(&mut scratch.scores, text.len().pow(2)), attended);
        }
        let narrow = first(&mut scratch.narrow, rows.len());
        layer.attended.multiply(attended, narrow);
        layer.attended_norm.apply(rows, narrow, &layer.attended.bias);

        let wide = first(&mut scratch.wide, tokens * layer.wide.outputs());
        layer.wide.multiply(rows, wide);
        bias_gelu(wide, &layer.wide.bias);
        layer.narrow.multiply(wide, narrow);
        layer.narrow_norm.apply(rows, narrow, &layer.narrow.bias);
    }
}

/// The range of rows of each text.
fn spans(texts: &[&TokenIds]) -> impl Iterator<Item = Range<usize>> {
    texts.iter().scan(0, |end, text| {
        let start = *end;
        *end += text.ids.len();
        Some(start..*end)
    })
}
