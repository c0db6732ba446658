//! Hostile texts for tests of loaders: pieces of a format's syntax in any order, and one piece many times over.

use quipu_engine::ports::{Input, Loader};

/// Pieces of syntax, and how they are put together.
pub(super) struct MixedParts<'p> {
    pub(super) parts: &'p [&'p str],
    /// The first state of the generator.
    pub(super) seed: u64,
    /// Number of texts.
    pub(super) rounds: usize,
    /// A text has fewer pieces than this.
    pub(super) longest: usize,
}

impl MixedParts<'_> {
    /// Reads each text behind `begin`: a loader never fails, and no text exceeds the limit.
    pub(super) fn are_read(&self, begin: &str, path: &str, loaders: &[&dyn Loader]) {
        let mut state = self.seed;
        for round in 0..self.rounds {
            let mut text = String::from(begin);
            for _ in 0..round % self.longest {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text += self.parts[(state >> 33) as usize % self.parts.len()];
            }
            let most = if round % 3 == 0 { round % 50 } else { 1 << 16 };
            for loader in loaders {
                if let Ok(loaded) = loader.parse(&Input::whole(path, text.as_bytes(), most)) {
                    assert!(loaded.documents.iter().all(|page| page.text.len() <= most), "{text}");
                }
            }
        }
    }
}

/// Each part many times over costs no more than its bytes.
pub(super) fn cost_their_bytes(parts: &[&str], path: &str, loader: &dyn Loader) {
    for part in parts {
        let text = part.repeat((1 << 18) / part.len());
        let begun = std::time::Instant::now();
        let _ = loader.parse(&Input::whole(path, text.as_bytes(), 1 << 20));
        assert!(begun.elapsed().as_secs() < 10, "{part:?} takes {:?}", begun.elapsed());
    }
}
