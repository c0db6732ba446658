//! Pooling: one vector of a text's rows.

use crate::Pooling;
use crate::compute::rows::squares;

/// Pools `rows`, and gives the result length 1 where asked; nothing where it has none.
pub(crate) fn pool(rows: &[f32], hidden: usize, pooling: Pooling, normalised: bool) -> Option<Vec<f32>> {
    let mut vector = match pooling {
        Pooling::Cls => rows.get(..hidden)?.to_vec(),
        Pooling::Mean => mean(rows, hidden),
    };
    let length = squares(&vector).sqrt();
    if !length.is_finite() || length == 0.0 {
        return None;
    }
    if normalised {
        vector.iter_mut().for_each(|value| *value /= length);
    }
    Some(vector)
}

fn mean(rows: &[f32], hidden: usize) -> Vec<f32> {
    let mut sums = vec![0.0; hidden];
    for row in rows.chunks_exact(hidden.max(1)) {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    let share = hidden as f32 / rows.len() as f32;
    sums.iter_mut().for_each(|sum| *sum *= share);
    sums
}
