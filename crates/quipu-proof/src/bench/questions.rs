//! Questions to a synthetic workspace: distinct, reproducible, a third of them naming a hub.

use quipu_kernel::random::SplitMix;
use quipu_kernel::view::Question;

use super::synthetic::{HUBS, Synthetic, name, word, zipf};

impl Synthetic {
    /// Question `number`: two names (the first a hub in every third question) and four words.
    pub(super) fn question(&self, number: u64) -> Question {
        let mut draw = SplitMix::new(self.seed ^ 0x5155_4553 ^ (number << 20));
        let first =
            if number.is_multiple_of(3) { 1 + number / 3 % HUBS } else { zipf(&mut draw, HUBS + 1, self.chunks * 20) };
        let second = zipf(&mut draw, 50, self.chunks * 20);
        // The commonest words are the language's own; half of a question's words are such.
        let mut words: Vec<String> = (0..2).map(|_| word(zipf(&mut draw, 1, 30))).collect();
        words.extend((0..2).map(|_| word(zipf(&mut draw, 200, 60_000))));
        let text = format!("{} {} {} the {} {} {}", words[0], name(first), words[1], name(second), words[2], words[3]);
        Question { vector: self.vector(&mut draw), ..Question::new(&text) }
    }
}
