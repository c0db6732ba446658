//! The network as in the paper, in double precision, one text at a time: the reference for the fast one.

use super::input_tables::places;
use super::{Bert, DenseLayer};
use crate::compute::row_functions::Norm;
use crate::tokenizer::TokenIds;

type Rows = Vec<Vec<f64>>;

/// Rows of the last layer of one text.
pub(crate) fn run(bert: &Bert, text: &TokenIds) -> Rows {
    let table = &bert.table;
    let row = |rows: &[f32], at: usize| -> Vec<f64> {
        rows[at * bert.hidden()..][..bert.hidden()].iter().map(|x| f64::from(*x)).collect()
    };
    let embed = |(at, (place, id)): (usize, (usize, &u32))| {
        let kind: Vec<f64> = table.kind(at >= text.second).iter().map(|x| f64::from(*x)).collect();
        let word = add(&row(&table.words, *id as usize), &kind);
        norm(&table.norm, &add(&word, &row(&table.places, place)))
    };
    let mut rows: Rows = places(&text.ids, table.padding).zip(&text.ids).enumerate().map(embed).collect();
    for layer in &bert.layers {
        let projected = dense(&layer.projection, &rows);
        let attended = dense(&layer.attended, &attend(bert, &projected));
        rows = rows.iter().zip(&attended).map(|(a, b)| norm(&layer.attended_norm, &add(a, b))).collect();
        let mut wide = dense(&layer.wide, &rows);
        wide.iter_mut().flatten().for_each(|x| *x = *x / 2.0 * (1.0 + erf(*x / 2.0_f64.sqrt())));
        let narrow = dense(&layer.narrow, &wide);
        rows = rows.iter().zip(&narrow).map(|(a, b)| norm(&layer.narrow_norm, &add(a, b))).collect();
    }
    rows
}

fn add(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

fn dense(layer: &DenseLayer, rows: &Rows) -> Rows {
    let outputs = layer.outputs();
    let column = |row: &Vec<f64>, out: usize| {
        let products = row.iter().enumerate().map(|(at, x)| x * f64::from(layer.weight[at * outputs + out]));
        products.sum::<f64>() + f64::from(layer.bias[out])
    };
    rows.iter().map(|row| (0..outputs).map(|out| column(row, out)).collect()).collect()
}

fn attend(bert: &Bert, projected: &Rows) -> Rows {
    let (hidden, width) = (bert.hidden(), bert.hidden() / bert.heads);
    let mut out = vec![vec![0.0; hidden]; projected.len()];
    for (at, query) in projected.iter().enumerate() {
        for head in (0..hidden).step_by(width) {
            let score = |key: &Vec<f64>| {
                (head..head + width).map(|i| query[i] * key[hidden + i]).sum::<f64>() / (width as f64).sqrt()
            };
            let powers: Vec<f64> = projected.iter().map(|key| score(key).exp()).collect();
            let total: f64 = powers.iter().sum();
            for (power, value) in powers.iter().zip(projected) {
                (head..head + width).for_each(|i| out[at][i] += power / total * value[2 * hidden + i]);
            }
        }
    }
    out
}

fn norm(norm: &Norm, row: &[f64]) -> Vec<f64> {
    let mean = row.iter().sum::<f64>() / row.len() as f64;
    let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / row.len() as f64;
    let factor = (variance + f64::from(norm.epsilon)).sqrt().recip();
    let learned = norm.scale.iter().zip(&norm.shift);
    row.iter()
        .zip(learned)
        .map(|(x, (scale, shift))| (x - mean) * factor * f64::from(*scale) + f64::from(*shift))
        .collect()
}

/// By its series, which is exact enough where it is not 1.
fn erf(x: f64) -> f64 {
    if x.abs() > 5.0 {
        return x.signum();
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}
