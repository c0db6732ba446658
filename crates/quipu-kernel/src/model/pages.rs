//! Pages: the offset of each page or slide of the source in a document's text.

use serde::{Deserialize, Serialize};

use crate::span::Span;

/// The pages that a stretch of a text lies on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Pages {
    /// The page on which it begins, from 1.
    pub first: u32,
    /// Offsets of the following pages in the document's text, up to the end of the stretch.
    pub breaks: Vec<u32>,
}

impl Pages {
    /// The pages of `span` in a text whose pages begin at `starts`, in order; none without pages.
    pub fn of(starts: &[u32], span: Span) -> Option<Self> {
        let begun = starts.partition_point(|start| *start <= span.start);
        let breaks = starts[begun..].iter().copied().take_while(|start| *start < span.end).collect();
        (!starts.is_empty()).then(|| Self { first: begun.max(1) as u32, breaks })
    }

    /// The page on which byte `offset` of the document's text stands.
    pub fn at(&self, offset: u32) -> u32 {
        self.first.saturating_add(self.breaks.partition_point(|start| *start <= offset) as u32)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_place_is_on_the_page_that_began_last(
            mut starts in prop::collection::vec(0..60u32, 1..8), from in 0..60u32, length in 1..20u32,
        ) {
            starts.sort_unstable();
            starts[0] = 0;
            let span = Span { start: from, end: from + length };
            let pages = Pages::of(&starts, span).expect("there are pages");
            for offset in span.range() {
                let begun = starts.iter().filter(|start| **start as usize <= offset).count();
                prop_assert_eq!(pages.at(offset as u32) as usize, begun);
            }
        }
    }

    #[test]
    fn a_text_without_pages_has_none() {
        assert_eq!(Pages::of(&[], Span::new(0, 9)), None);
    }
}
