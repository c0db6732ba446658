//! A sentence with its annotation by a teacher, and the agreement of a parser with it.

use super::{Parser, Tag};

/// A sentence that a teacher has parsed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lesson {
    /// Its words.
    pub words: Vec<String>,
    /// Their tags, by number.
    pub tags: Vec<u8>,
    /// Their heads; the number of words is the root.
    pub heads: Vec<u16>,
    /// The labels of their ties, by number.
    pub labels: Vec<u8>,
    /// The kinds of their names, by number.
    pub sorts: Vec<u8>,
}

impl Lesson {
    /// True if it can be learned from: lists of one length, a tree of one root, no crossing dependencies.
    pub fn is_sound(&self) -> bool {
        let words = self.words.len();
        let whole = [self.tags.len(), self.heads.len(), self.labels.len(), self.sorts.len()] == [words; 4];
        let inside = |(at, head): (usize, &u16)| usize::from(*head) <= words && usize::from(*head) != at;
        whole
            && (2..=super::MOST_WORDS).contains(&words)
            && self.heads.iter().enumerate().all(inside)
            && self.heads.iter().filter(|head| usize::from(**head) == words).count() == 1
            && self.is_tree()
            && !self.crosses()
    }

    fn is_tree(&self) -> bool {
        let words = self.words.len();
        (0..words).all(|word| {
            let up = |at: &usize| self.heads.get(*at).map(|head| usize::from(*head));
            std::iter::successors(Some(word), up).take(words + 2).any(|at| at == words)
        })
    }

    fn crosses(&self) -> bool {
        let words = self.words.len();
        let ties = self.heads.iter().map(|head| usize::from(*head)).enumerate().filter(|(_, head)| *head < words);
        let ties: Vec<(usize, usize)> = ties.map(|(at, head)| (at.min(head), at.max(head))).collect();
        ties.iter().any(|(a, b)| ties.iter().any(|(c, d)| a < c && c < b && b < d))
    }
}

/// Agreement of a parser with a teacher; dependencies of signs are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Agreement {
    /// Words.
    pub words: usize,
    /// Number of equally tagged ones.
    pub tags: usize,
    /// Words with a letter or a digit.
    pub ties: usize,
    /// Number of those with the same head.
    pub heads: usize,
    /// Number of these with the same label.
    pub labels: usize,
    /// Words that the teacher or the parser takes for a person's or a place's name.
    pub named: usize,
    /// Number of those with the same kind.
    pub sorts: usize,
}

impl Agreement {
    /// Parses a lesson, and counts.
    pub fn add(&mut self, parser: &mut Parser<'_>, lesson: &Lesson) {
        parser.parse(lesson.words.iter().map(String::as_str));
        let sorts = parser.sort().to_vec();
        self.words += lesson.words.len();
        for (at, word) in lesson.words.iter().enumerate() {
            self.tags += usize::from(parser.tags()[at] == lesson.tags[at]);
            if sorts[at] != 0 || lesson.sorts[at] != 0 {
                self.named += 1;
                self.sorts += usize::from(sorts[at] == lesson.sorts[at]);
            }
            if word.contains(char::is_alphanumeric) {
                let head = parser.heads()[at] == lesson.heads[at];
                self.ties += 1;
                self.heads += usize::from(head);
                self.labels += usize::from(head && parser.labels()[at] == lesson.labels[at]);
            }
        }
    }

    /// Shares in percent: tags, heads, heads with labels, sorts.
    pub fn shares(&self) -> [f64; 4] {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        [
            share(self.tags, self.words),
            share(self.heads, self.ties),
            share(self.labels, self.ties),
            share(self.sorts, self.named),
        ]
    }
}

/// The most tags there are room for, which a bit each must hold.
const _: () = assert!(Tag::ALL.len() <= 64);

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(heads: &[u16]) -> Lesson {
        let none = vec![0; heads.len()];
        let words = heads.iter().map(u16::to_string).collect();
        Lesson { words, tags: none.clone(), heads: heads.to_vec(), labels: none.clone(), sorts: none }
    }

    #[test]
    fn only_trees_without_crossing_ties_are_learned_from() {
        assert!(lesson(&[1, 3, 1]).is_sound());
        assert!(!lesson(&[1, 0, 3]).is_sound(), "a circle");
        assert!(!lesson(&[3, 3, 1]).is_sound(), "two roots");
        assert!(!lesson(&[2, 3, 4, 1]).is_sound(), "crossing");
        assert!(!lesson(&[1]).is_sound() && !lesson(&[9, 2, 2]).is_sound());
    }
}
