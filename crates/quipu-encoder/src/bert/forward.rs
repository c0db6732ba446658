//! A batch of texts through the network.

use std::ops::Range;

use super::{Bert, Layer, places};
use crate::compute::rows::{add_bias, bias_gelu};

/// What a thread works in, kept from one batch to the next.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    rows: Vec<f32>,
    projected: Vec<f32>,
    attended: Vec<f32>,
    wide: Vec<f32>,
    narrow: Vec<f32>,
    scores: Vec<f32>,
}

/// The first `length` numbers, whatever they are.
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
    pub(crate) fn run(&self, texts: &[&[u32]], scratch: &mut Scratch, mut each: impl FnMut(&[f32])) {
        let tokens: usize = texts.iter().map(|text| text.len()).sum();
        let mut rows = std::mem::take(&mut scratch.rows);
        self.begin(texts, scratch, first(&mut rows, tokens * self.hidden));
        for layer in &self.layers {
            self.layer(layer, texts, scratch, first(&mut rows, tokens * self.hidden));
        }
        for text in spans(texts) {
            each(&rows[text.start * self.hidden..text.end * self.hidden]);
        }
        scratch.rows = rows;
    }

    /// The rows of tokens and places.
    fn begin(&self, texts: &[&[u32]], scratch: &mut Scratch, rows: &mut [f32]) {
        let hidden = self.hidden;
        let second = first(&mut scratch.narrow, rows.len());
        let ids = texts.iter().flat_map(|text| places(text, self.padding).zip(text.iter()));
        let lines = rows.chunks_exact_mut(hidden).zip(second.chunks_exact_mut(hidden));
        for ((place, id), (row, second)) in ids.zip(lines) {
            let word = *id as usize * hidden;
            row.copy_from_slice(&self.words[word..word + hidden]);
            second.copy_from_slice(&self.places[place * hidden..(place + 1) * hidden]);
        }
        self.norm.apply(rows, second, &vec![0.0; hidden]);
    }

    fn layer(&self, layer: &Layer, texts: &[&[u32]], scratch: &mut Scratch, rows: &mut [f32]) {
        let tokens = rows.len() / self.hidden;
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

/// Which rows are of which text.
fn spans(texts: &[&[u32]]) -> impl Iterator<Item = Range<usize>> {
    texts.iter().scan(0, |end, text| {
        let start = *end;
        *end += text.len();
        Some(start..*end)
    })
}
