//! Features of the tagger and the parser, each a hash: the words around, in the manner of Zhang and Nivre
//! (2011). A change of any line here needs new weights.

use super::hash::{four, mix};
use super::seen::{BEYOND, Seen};
use super::state::{NONE, State};

/// Number of features of a tag.
pub(super) const OF_TAG: usize = 20;
/// Number of features of a step.
pub(super) const OF_STEP: usize = 46;
/// Number of features of a label.
pub(super) const OF_LABEL: usize = 20;

/// The tag of the placeholder before the first word.
pub(super) const BEFORE: u32 = 62;

/// The features of a word's tag, after the two tags before it.
pub(super) fn of_tag(words: &[Seen], at: usize, one: u32, two: u32) -> [u32; OF_TAG] {
    let near = |offset: isize| at.checked_add_signed(offset).and_then(|at| words.get(at)).unwrap_or(&BEYOND);
    let (word, left, further, right, beyond) = (near(0), near(-1), near(-2), near(1), near(2));
    [
        mix(1, word.word),
        mix(2, word.id),
        mix(3, word.ends[0]),
        mix(4, word.ends[1]),
        mix(5, word.ends[2]),
        mix(6, mix(word.begins, word.shape)),
        mix(7, mix(word.shape, u32::from(at == 0))),
        mix(8, left.id),
        mix(9, right.id),
        mix(10, further.id),
        mix(11, beyond.id),
        mix(12, one),
        mix(13, one * 64 + two),
        mix(14, mix(one, word.id)),
        mix(15, mix(right.ends[1], right.shape)),
        mix(16, mix(word.shape, right.shape)),
        mix(17, mix(word.shape, mix(left.shape, one))),
        mix(18, mix(right.ends[0], mix(word.ends[0], one))),
        mix(19, mix(word.id, right.id)),
        mix(20, mix(one, right.id)),
    ]
}

/// The features of the kind of a word's name: those of its tag, of which four give way to the tags around.
pub(super) fn of_sort(words: &[Seen], tags: &[u8], at: usize, one: u32, two: u32) -> [u32; OF_TAG] {
    let near = |offset: isize| {
        let tag = at.checked_add_signed(offset).and_then(|at| tags.get(at));
        tag.map_or(77, |tag| u32::from(*tag) + 1)
    };
    let mut features = of_tag(words, at, one, two);
    features[2] = mix(201, near(0) | near(1) << 8);
    features[11] = mix(202, near(-1) | near(0) << 8 | near(1) << 16);
    features[17] = mix(203, near(0) | near(1) << 8 | near(2) << 16);
    features[18] = mix(204, mix(one, near(0) | near(1) << 8));
    features
}

/// A word as the parser sees it: its number, its tag, and the label of its tie.
#[derive(Clone, Copy)]
struct Corner {
    id: u32,
    tag: u32,
    label: u32,
}

impl Corner {
    /// The number and the tag together.
    fn both(self) -> u32 {
        mix(self.id, self.tag)
    }
}

/// The placeholder of a missing word.
const ROOT: Corner = Corner { id: 0x7777, tag: 70, label: 0 };
const NOWHERE: Corner = Corner { id: 0x7778, tag: 71, label: 0 };
const CHILDLESS: Corner = Corner { id: 0x7779, tag: 72, label: 0 };

/// A state with its words.
pub(super) struct Scene<'a> {
    /// The words.
    pub words: &'a [Seen],
    /// Their tags.
    pub tags: &'a [u8],
    /// The state.
    pub state: &'a State,
}

impl Scene<'_> {
    fn corner(&self, word: Option<usize>) -> Corner {
        let Some(word) = word else { return NOWHERE };
        match (self.words.get(word), self.tags.get(word)) {
            (Some(seen), Some(tag)) => {
                Corner { id: seen.id, tag: u32::from(*tag) + 1, label: u32::from(self.state.labels[word]) + 1 }
            }
            _ if word == self.state.words => ROOT,
            _ => NOWHERE,
        }
    }

    fn child(&self, of: &[[u16; 2]], word: Option<usize>, place: usize) -> Corner {
        match word.and_then(|word| of.get(word)).map(|outer| outer[place]) {
            Some(child) if child != NONE => self.corner(Some(usize::from(child))),
            _ => CHILDLESS,
        }
    }

    /// Numbers of dependents of a word to its left and right.
    fn counts(&self, word: Option<usize>) -> (u32, u32) {
        let counts = word.and_then(|word| self.state.counts.get(word));
        counts.map_or((9, 9), |[left, right]| (u32::from(*left).min(4), u32::from(*right).min(5)))
    }

    /// The features of the next step.
    pub(super) fn of_step(&self) -> [u32; OF_STEP] {
        let State { stack, next, words, left, right, .. } = self.state;
        let under = |depth: usize| stack.len().checked_sub(depth + 1).map(|at| usize::from(stack[at]));
        let ahead = |offset: usize| Some(next + offset).filter(|word| word <= words);
        let (top, below) = (under(0), under(1));
        let [s0, s1, s2] = [top, below, under(2)].map(|word| self.corner(word));
        let [b0, b1, b2] = [ahead(0), ahead(1), ahead(2)].map(|word| self.corner(word));
        let (s0l, s0r, s0r2) = (self.child(left, top, 0), self.child(right, top, 0), self.child(right, top, 1));
        let (s1l, s1r, b0l) = (self.child(left, below, 0), self.child(right, below, 0), self.child(left, ahead(0), 0));
        let apart = top.map_or(9, |top| ((next - top) as u32).min(8));
        let ((s0n, s0m), (_, s1m)) = (self.counts(top), self.counts(below));
        [
            mix(1, s0.id),
            mix(2, s0.tag),
            mix(3, s0.both()),
            mix(4, b0.id),
            mix(5, b0.tag),
            mix(6, b0.both()),
            mix(7, b1.both()),
            mix(8, b1.tag),
            mix(9, four(b1.tag, b2.tag, 0, 0)),
            mix(10, s1.both()),
            mix(11, s1.tag),
            mix(12, mix(s0.both(), b0.both())),
            mix(13, mix(s0.both(), b0.tag)),
            mix(14, mix(b0.both(), s0.tag)),
            mix(15, mix(s0.id, b0.id)),
            mix(16, four(s0.tag, b0.tag, 0, 0)),
            mix(17, four(s0.tag, b0.tag, b1.tag, 0)),
            mix(18, four(s1.tag, s0.tag, b0.tag, 0)),
            mix(19, four(s0.tag, b0.tag, b1.tag, b2.tag)),
            mix(20, four(s1.tag, s0.tag, b0.tag, b1.tag)),
            mix(21, four(s2.tag, s1.tag, s0.tag, b0.tag)),
            mix(22, mix(s1.id, s0.id)),
            mix(23, mix(s1.both(), s0.tag)),
            mix(24, mix(s1.tag, s0.both())),
            mix(25, four(s0.tag, b0.tag, apart, 0)),
            mix(26, mix(s0.id, apart)),
            mix(27, mix(b0.id, apart)),
            mix(28, four(s0.tag, s0n, s0m, b0.tag)),
            mix(29, mix(s0.id, s0m * 16 + s0n)),
            mix(30, four(s1.tag, s1m, s0.tag, b0.tag)),
            mix(31, four(s0.tag, s0l.tag, b0.tag, 0)),
            mix(32, four(s0.tag, s0r.tag, b0.tag, 0)),
            mix(33, four(s0.tag, b0.tag, b0l.tag, 0)),
            mix(34, four(s1.tag, s1r.tag, s0.tag, b0.tag)),
            mix(35, four(s0.tag, s0l.label, s0r.label, b0.tag)),
            mix(36, four(s1.tag, s1r.label, s0.tag, s1l.label)),
            mix(37, mix(s0r.id, four(s0.tag, b0.tag, s0r.label, 0))),
            mix(38, mix(s1.id, four(b0.tag, s0.tag, 0, 0))),
            mix(39, mix(s1.id, mix(s0.tag, b0.id))),
            mix(40, four(s0r.label, s0r2.label, s0.tag, b0.tag)),
            mix(41, mix(b0l.label, four(s0.tag, b0.tag, s1.tag, 0))),
            mix(42, mix(s0.id, four(b0.tag, b1.tag, 0, 0))),
            mix(43, mix(s1.id, four(s0.tag, s0r.tag, b0.tag, 0))),
            mix(44, mix(s0l.id, four(s0.tag, s1.tag, b0.tag, 1))),
            mix(45, mix(b1.id, four(s0.tag, b0.tag, 0, 0))),
            mix(46, mix(mix(s1.id, s0.id), s0r.id)),
        ]
    }

    /// The features of the label that ties a word to its head.
    pub(super) fn of_label(&self, head: usize, dependent: usize) -> [u32; OF_LABEL] {
        let State { left, right, .. } = self.state;
        let backwards = u32::from(head > dependent);
        let (over, under) = (self.corner(Some(head)), self.corner(Some(dependent)));
        let [dl, dr] = [left, right].map(|of| self.child(of, Some(dependent), 0));
        let [hl, hr] = [left, right].map(|of| self.child(of, Some(head), 0));
        let near = |offset: isize| {
            let tag = dependent.checked_add_signed(offset).and_then(|at| self.tags.get(at));
            tag.map_or(73, |tag| u32::from(*tag) + 1)
        };
        let apart = (head.abs_diff(dependent) as u32).min(6);
        let ends = self.words.get(dependent).map_or(0, |seen| seen.ends[1]);
        let pair = backwards | over.tag << 1 | under.tag << 9;
        [
            mix(101, pair),
            mix(102, mix(pair, over.id)),
            mix(103, mix(pair, under.id)),
            mix(104, mix(backwards, mix(over.id, under.id))),
            mix(105, mix(under.id, backwards)),
            mix(106, mix(over.id, backwards * 2 + 1)),
            mix(107, mix(pair, dl.tag)),
            mix(108, mix(pair, dl.label)),
            mix(109, mix(pair, dr.label)),
            mix(110, mix(pair, dr.id)),
            mix(111, mix(pair, hl.label)),
            mix(112, mix(pair, hr.label)),
            mix(113, mix(pair, near(-1))),
            mix(114, mix(pair, near(1))),
            mix(115, mix(pair, apart)),
            mix(116, mix(pair, dl.id)),
            mix(117, mix(mix(over.id, under.tag), hr.label)),
            mix(118, mix(mix(over.id, under.tag), hl.label * 2 + backwards)),
            mix(119, mix(pair, mix(near(1), near(-1)))),
            mix(120, mix(pair, ends)),
        ]
    }
}
