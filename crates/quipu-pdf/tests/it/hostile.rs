//! Any bytes give a text or an error, and text has no void signs.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quipu_pdf::{PdfOptions, read};

fn whole() -> Vec<u8> {
    std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/plain-text.pdf")).expect("the sample is there")
}

fn check(bytes: &[u8]) {
    if let Ok(pdf) = read(bytes, PdfOptions { most_pages: 50, ..PdfOptions::default() }) {
        let (text, starts) = pdf.text();
        assert!(!text.contains(['\u{fffd}', '\u{ad}']));
        assert!(starts.is_sorted() && starts.iter().all(|start| text.is_char_boundary(*start)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, rng_seed: RngSeed::Fixed(5), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        check(&bytes);
        check(&[b"%PDF-1.4\n".as_slice(), &bytes].concat());
    }

    #[test]
    fn changed_bytes(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12)) {
        let mut bytes = whole();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        check(&bytes);
    }

    #[test]
    fn missing_bytes(from in any::<prop::sample::Index>(), count in 1_usize..200) {
        let mut bytes = whole();
        let from = from.index(bytes.len());
        bytes.drain(from..(from + count).min(bytes.len()));
        check(&bytes);
    }
}
