//! The fast network equals the one written down in double precision.

use proptest::prelude::*;

use super::{Bert, DenseLayer, InputTables, Layer, Scratch, naive};
use crate::compute::row_functions::Norm;
use crate::tokenizer::TokenIds;

/// Numbers from a seed, of about this size.
fn numbers(seed: &mut u64, count: usize, size: f32) -> Vec<f32> {
    let mut next = || {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*seed >> 40) as f32 / (1 << 23) as f32 - 1.0) * size
    };
    (0..count).map(|_| next()).collect()
}

fn bert(heads: usize, width: usize, layers: usize, mut seed: u64) -> Bert {
    let hidden = heads * width;
    let dense = |inputs: usize, outputs: usize, seed: &mut u64| DenseLayer {
        weight: numbers(seed, inputs * outputs, 1.0 / (inputs as f32).sqrt()),
        bias: numbers(seed, outputs, 0.3),
    };
    let norm = |seed: &mut u64| Norm {
        scale: numbers(seed, hidden, 0.5).into_iter().map(|x| x + 1.0).collect(),
        shift: numbers(seed, hidden, 0.2),
        epsilon: 1e-6,
    };
    let layer = |seed: &mut u64| Layer {
        projection: dense(hidden, 3 * hidden, seed),
        attended: dense(hidden, hidden, seed),
        attended_norm: norm(seed),
        wide: dense(hidden, 2 * hidden + 1, seed),
        narrow: dense(2 * hidden + 1, hidden, seed),
        narrow_norm: norm(seed),
    };
    let padding = seed.is_multiple_of(2).then_some(1);
    let kinds = if seed.is_multiple_of(3) { 1 } else { 2 };
    let table = InputTables {
        words: numbers(&mut seed, 30 * hidden, 1.0),
        places: numbers(&mut seed, 51 * hidden, 0.5),
        kinds: numbers(&mut seed, kinds * hidden, 0.1),
        hidden,
        padding,
        norm: norm(&mut seed),
    };
    Bert { table, heads, layers: (0..layers).map(|_| layer(&mut seed)).collect() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn it_equals_the_naive_one(
        heads in 1_usize..4, width in 1_usize..20, layers in 1_usize..3, seed: u64,
        texts in prop::collection::vec((prop::collection::vec(0_u32..30, 1..50), 0_usize..50), 1..4),
    ) {
        let bert = bert(heads, width, layers, seed);
        let texts: Vec<TokenIds> = texts.into_iter().map(|(ids, second)| TokenIds { ids, second }).collect();
        let views: Vec<&TokenIds> = texts.iter().collect();
        let mut found = Vec::new();
        bert.run(&views, &mut Scratch::default(), |rows| found.push(rows.to_vec()));
        prop_assert_eq!(found.len(), texts.len());
        for (text, rows) in texts.iter().zip(&found) {
            let exact: Vec<f64> = naive::run(&bert, text).concat();
            prop_assert_eq!(exact.len(), rows.len());
            // A row of one or two components is normalised to its signs, which may be those of noise.
            let off = exact.iter().zip(rows).map(|(a, b)| (a - f64::from(*b)).abs()).fold(0.0, f64::max);
            prop_assert!(off < 1e-3 || bert.hidden() < 4, "off by {off}");
        }
    }
}
