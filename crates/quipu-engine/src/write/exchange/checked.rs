//! Checks of an imported line: places in order, facts inside their text, valid pages.
//! A store writes its input in short forms that cannot represent anything else.

use quipu_kernel::model::{Chunk, ExtractedBy, Facts, Pages, Span};

use crate::write::change::{Given, same_chunk};

/// The heaviest statement: sums over the maximum number of statements stay exact.
const HEAVIEST: f32 = 1e6;

/// The problem of an invalid chunk.
pub(super) fn wrong(chunk: &Chunk, facts: &[Facts]) -> Option<&'static str> {
    let stands = |span: &Span| chunk.text.get(span.range()).is_some();
    let facts_stand = facts.iter().all(|facts| {
        facts.mentions.iter().all(|mention| stands(&mention.span))
            && facts.statements.iter().all(|said| stands(&said.quote))
            && facts.links.iter().all(|link| stands(&link.quote))
            && facts.claims.iter().all(|claim| stands(&claim.quote))
    });
    let mut statements = facts.iter().flat_map(|facts| &facts.statements);
    match () {
        () if [&chunk.body].into_iter().chain(&chunk.prefix).any(|span| span.end < span.start) => {
            Some("is a chunk with a place that ends before it begins")
        }
        () if chunk.text.len() != chunk.body.len() => Some("is a chunk whose text is not as long as its place"),
        () if !chunk.pages.as_ref().is_none_or(|pages| lie_in(pages, chunk.body)) => {
            Some("is a chunk whose pages do not begin in it one after the other, the first from 1")
        }
        () if facts.iter().any(is_no_rule) => Some("is a chunk of which rules say what only a model can"),
        () if !facts_stand => Some("is a chunk with a fact outside its text"),
        () if !statements.all(|said| (0.0..=HEAVIEST).contains(&said.weight)) => {
            Some("is a chunk with a statement whose weight is not between 0 and a million")
        }
        () => None,
    }
}

/// True if facts that name the rules as their source hold more than rules find.
fn is_no_rule(facts: &Facts) -> bool {
    let more = facts.window.is_some() || !facts.descriptions.is_empty() || !facts.claims.is_empty();
    facts.extractor == ExtractedBy::Rules && more
}

/// True if pages lie within a span of text.
fn lie_in(pages: &Pages, body: Span) -> bool {
    let inside = |at: &u32| body.start < *at && *at < body.end;
    pages.first > 0
        && pages.breaks.iter().all(inside)
        && pages.breaks.is_sorted()
        && u32::try_from(pages.breaks.len()).is_ok_and(|more| pages.first.checked_add(more).is_some())
}

/// True if two lists of chunks are one text: the same places, headings and words, of any owner.
pub(super) fn same_text(some: &[Given], other: &[Given]) -> bool {
    some.len() == other.len() && some.iter().zip(other).all(|(a, b)| same_chunk(&a.chunk.chunk, &b.chunk.chunk))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(body: (u32, u32), text: &str, pages: Option<(u32, &[u32])>) -> Chunk {
        let pages = pages.map(|(first, breaks)| Pages { first, breaks: breaks.to_vec() });
        Chunk { body: Span { start: body.0, end: body.1 }, text: text.to_owned(), pages, ..Chunk::default() }
    }

    #[test]
    fn places_and_pages_that_no_text_has_are_refused() {
        let is_right = |chunk: &Chunk| wrong(chunk, &[]).is_none();
        assert!(is_right(&chunk((5, 10), "words", Some((1, &[6, 6, 9])))));
        assert!(is_right(&chunk((5, 10), "words", Some((u32::MAX, &[])))));
        assert!(!is_right(&chunk((5, 3), "", None)));
        assert!(!is_right(&chunk((5, 9), "words", None)));
        for pages in [(0, &[3u32, 900][..]), (0, &[]), (1, &[9, 6]), (1, &[5]), (1, &[10]), (u32::MAX, &[6])] {
            assert!(!is_right(&chunk((5, 10), "words", Some(pages))), "{pages:?}");
        }
        let prefix = vec![Span { start: 4, end: 1 }];
        assert!(!is_right(&Chunk { prefix, ..chunk((5, 10), "words", None) }));
    }
}
