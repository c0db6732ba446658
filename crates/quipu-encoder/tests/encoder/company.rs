//! A text has one vector, for any texts, batches and threads around it.

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use proptest::prelude::*;
use quipu_encoder::{Encoder, EncoderOptions, Side};

use super::{encode, fetched, open, runtimes, small};

static ENCODERS: LazyLock<Vec<Encoder>> =
    LazyLock::new(|| runtimes().into_iter().map(|runtime| open(&small(), runtime)).collect());

fn far(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,40}", "[a-z ]{0,300}", "(ёжик |и |the ){0,9}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn company_changes_nothing(texts in prop::collection::vec(text(), 1..40), rotated in 0_usize..40) {
        for encoder in &*ENCODERS {
            let together = encode(encoder, &texts, Side::Passage);
            let mut others = texts.clone();
            others.rotate_left(rotated % texts.len());
            let mut elsewhere = encode(encoder, &others, Side::Passage);
            elsewhere.rotate_right(rotated % texts.len());
            for (at, text) in texts.iter().enumerate() {
                let alone = encode(encoder, std::slice::from_ref(text), Side::Passage);
                prop_assert!(far(&together[at], &alone[0]) < 1e-6, "{text:?}: {}", far(&together[at], &alone[0]));
                prop_assert!(far(&together[at], &elsewhere[at]) < 1e-6, "{text:?}");
                let length = together[at].iter().map(|x| f64::from(*x).powi(2)).sum::<f64>();
                prop_assert!((length - 1.0).abs() < 1e-5);
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let texts: Vec<String> = (0..400).map(|at| format!("{at} {}", "the and ".repeat(at % 13))).collect();
    let threads = |count| EncoderOptions {
        threads: NonZeroUsize::new(count).expect("one at least"),
        ..EncoderOptions::default()
    };
    let [one, three] =
        [1, 3].map(|count| encode(&Encoder::open(&small(), &threads(count)).expect("a model"), &texts, Side::Passage));
    assert_eq!(one, three);
}

#[test]
fn company_changes_nothing_for_minilm() {
    let Some(folder) = fetched("all-MiniLM-L6-v2", "minilm") else { return };
    let texts: Vec<String> =
        (0..24).map(|at| format!("The {at}th king of the river. ").repeat(1 + at * at % 17)).collect();
    for runtime in runtimes() {
        let encoder = open(&folder, runtime.clone());
        let together = encode(&encoder, &texts, Side::Passage);
        let alone = texts.iter().map(|text| encode(&encoder, std::slice::from_ref(text), Side::Passage).remove(0));
        let most = alone.zip(&together).map(|(a, b)| far(&a, b)).fold(0.0, f32::max);
        println!("{runtime:?}: components differ by {most:e} at most");
        assert!(most < 1e-6, "{runtime:?}: {most}");
    }
}

#[test]
fn no_texts_have_no_vectors() {
    for encoder in &*ENCODERS {
        assert!(encode(encoder, &[], Side::Passage).is_empty());
    }
}
