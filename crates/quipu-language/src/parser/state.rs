//! The state of a parse, and the three steps of the arc-hybrid system (Kuhlmann, Gómez-Rodríguez and Satta 2011): shift
//! the next word, tie the top of the stack to the next word, tie it to the word below it. The root stands after the
//! last word.

/// No word.
pub(super) const NONE: u16 = u16::MAX;

/// The next step of a parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Step {
    /// The next word goes onto the stack.
    Shift = 0,
    /// The next word is the head of the top of the stack.
    Left = 1,
    /// The word below is the head of the top of the stack.
    Right = 2,
}

impl Step {
    pub(super) const ALL: [Self; 3] = [Self::Shift, Self::Left, Self::Right];
}

/// The state of a parse of one sentence.
#[derive(Debug, Default)]
pub(super) struct State {
    /// Number of words; it is also the root.
    pub words: usize,
    /// Words whose head is not known yet.
    pub stack: Vec<u16>,
    /// The next word.
    pub next: usize,
    /// The head of each word.
    pub heads: Vec<u16>,
    /// The label of each word's tie to its head.
    pub labels: Vec<u8>,
    /// The two outermost dependents to the left of each word, the outermost first.
    pub left: Vec<[u16; 2]>,
    /// The two outermost dependents to the right of each word, the outermost first.
    pub right: Vec<[u16; 2]>,
    /// Numbers of dependents of each word to its left and its right.
    pub counts: Vec<[u8; 2]>,
}

impl State {
    /// Begins a sentence of `words` words.
    pub(super) fn begin(&mut self, words: usize) {
        fn fill<T: Clone>(list: &mut Vec<T>, length: usize, value: T) {
            list.clear();
            list.resize(length, value);
        }
        self.words = words;
        self.next = 0;
        self.stack.clear();
        fill(&mut self.heads, words + 1, NONE);
        fill(&mut self.labels, words + 1, 0);
        fill(&mut self.left, words + 1, [NONE; 2]);
        fill(&mut self.right, words + 1, [NONE; 2]);
        fill(&mut self.counts, words + 1, [0; 2]);
    }

    /// True if every word has a head.
    pub(super) fn is_done(&self) -> bool {
        self.next == self.words && self.stack.is_empty()
    }

    /// True if a step is possible. The last word on the stack is tied to the root, so that there is one root.
    pub(super) fn allows(&self, step: Step) -> bool {
        match step {
            Step::Shift => self.next < self.words,
            Step::Left => !self.stack.is_empty() && (self.next < self.words || self.stack.len() == 1),
            Step::Right => self.stack.len() >= 2,
        }
    }

    /// The head and the dependent that a step ties.
    pub(super) fn tie(&self, step: Step) -> Option<(usize, usize)> {
        let dependent = usize::from(*self.stack.last()?);
        match step {
            Step::Shift => None,
            Step::Left => Some((self.next, dependent)),
            Step::Right => Some((usize::from(self.stack[self.stack.len().checked_sub(2)?]), dependent)),
        }
    }

    /// Does a step that is allowed; `label` is that of the tie, where the step makes one.
    pub(super) fn apply(&mut self, step: Step, label: u8) {
        match self.tie(step) {
            Some((head, dependent)) => {
                self.attach(head, dependent, label);
                self.stack.pop();
            }
            None => {
                self.stack.push(self.next as u16);
                self.next += 1;
            }
        }
    }

    fn attach(&mut self, head: usize, dependent: usize, label: u8) {
        self.heads[dependent] = head as u16;
        self.labels[dependent] = label;
        let (side, number) = if dependent < head { (&mut self.left, 0) } else { (&mut self.right, 1) };
        side[head] = [dependent as u16, side[head][0]];
        self.counts[head][number] = self.counts[head][number].saturating_add(1);
    }

    /// The number of `gold` ties that each step loses (Goldberg and Nivre 2013). Cost: linear in the words.
    pub(super) fn losses(&self, gold: &[u16]) -> [u32; 3] {
        let mut losses = [0; 3];
        let head_of = |word: usize| usize::from(gold[word]);
        let next = self.next;
        let top = self.stack.last().map(|top| usize::from(*top));
        if next < self.words {
            for (at, word) in self.stack.iter().enumerate() {
                let is_top = at + 1 == self.stack.len();
                losses[Step::Shift as usize] += u32::from(!is_top && head_of(next) == usize::from(*word));
                losses[Step::Shift as usize] += u32::from(head_of(usize::from(*word)) == next);
            }
        }
        if let Some(top) = top {
            let below = self.stack.len().checked_sub(2).map(|at| usize::from(self.stack[at]));
            let dependents = (next..self.words).filter(|word| head_of(*word) == top).count() as u32;
            let head = head_of(top);
            losses[Step::Left as usize] = dependents + u32::from(Some(head) == below || head > next);
            losses[Step::Right as usize] = dependents + u32::from(head >= next);
        }
        losses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Follows steps that lose nothing, which must lead to the gold tree.
    fn followed(gold: &[u16]) -> Vec<u16> {
        let mut state = State::default();
        state.begin(gold.len());
        while !state.is_done() {
            let losses = state.losses(gold);
            let free = Step::ALL.into_iter().find(|step| state.allows(*step) && losses[*step as usize] == 0);
            state.apply(free.expect("a projective tree can always be reached"), 0);
        }
        state.heads[..gold.len()].to_vec()
    }

    #[test]
    fn a_tree_is_reached_without_a_loss() {
        for gold in [&[1, 5, 1, 2, 3][..], &[2, 0, 3], &[1], &[2, 0, 3, 2].map(|head| if head == 3 { 4 } else { head })]
        {
            assert_eq!(followed(gold), gold);
        }
    }
}
