//! Windows: neighbouring chunks of one document that a call reads together.
//!
//! A window ends where the next chunk would not fit, and, once it is half full, where a section begins or
//! at a chunk chosen by its own text: after an edit, windows realign a few chunks on, and a file that
//! moves is not read again. The rest of the document stays together where it fits: one more call costs more than
//! the realignment would save.

use std::ops::Range;

use quipu_kernel::model::{Chunk, Key};

use crate::base::gateway::tokens;

/// One in this many chunks begins a window by its text alone.
const ONE_OF: u8 = 4;

/// The windows of a document's chunks, each of at most `most` tokens but where one chunk alone is longer.
pub(super) fn windows(chunks: &[&Chunk], most: u64) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let (mut full, mut left) = (0, chunks.iter().map(|chunk| tokens::near(&chunk.text)).sum::<u64>());
    for (at, chunk) in chunks.iter().enumerate() {
        let size = tokens::near(&chunk.text);
        let fits = full + size <= most && full > 0;
        let half = full * 2 >= most && full + left > most;
        left -= size;
        let section = at > 0 && chunks[at - 1].headings != chunk.headings;
        match out.last_mut() {
            Some(last) if fits && !(half && (section || begins(&chunk.text))) => {
                last.end = at + 1;
                full += size;
            }
            _ => {
                out.push(at..at + 1);
                full = size;
            }
        }
    }
    out
}

fn begins(text: &str) -> bool {
    Key::text(text).bytes().last().is_some_and(|byte| byte % ONE_OF == 0)
}

/// The text of a window: its chunks under the headings that are new with each.
pub(super) fn text(chunks: &[&Chunk]) -> String {
    let mut out = String::new();
    let mut before: &[String] = &[];
    for chunk in chunks {
        let same = before.iter().zip(&chunk.headings).take_while(|(a, b)| a == b).count();
        let new = chunk.headings.get(same..).unwrap_or_default();
        if !out.is_empty() {
            out.push_str("\n\n");
        }
        if !new.is_empty() && !chunk.text.trim_start().starts_with('#') {
            out.push_str(&new.join(" › "));
            out.push_str("\n\n");
        }
        out.push_str(chunk.text.trim());
        before = &chunk.headings;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chunk of so many words; `begin` is true if a window may begin with it.
    fn chunk(words: usize, heading: &str, begin: bool) -> Chunk {
        let texts = ('a'..='z').map(|letter| format!("{}ab{letter} ", "abc ".repeat(words - 1)));
        let text = texts.into_iter().find(|text| begins(text) == begin).unwrap();
        Chunk { text, headings: vec![heading.to_owned()], ..Chunk::default() }
    }

    fn cut(chunks: &[Chunk]) -> Vec<Range<usize>> {
        windows(&chunks.iter().collect::<Vec<_>>(), 100)
    }

    #[test]
    fn windows_are_filled_and_cover_every_chunk_once() {
        let chunks: Vec<Chunk> = (0..10).map(|_| chunk(30, "a", false)).collect();
        assert_eq!(cut(&chunks), [0..3, 3..6, 6..9, 9..10]);
        assert_eq!(cut(&[chunk(500, "a", false), chunk(5, "a", false)]), [0..1, 1..2]);
        assert!(cut(&[]).is_empty());
    }

    #[test]
    fn a_section_or_a_text_ends_a_window_that_is_half_full() {
        let [a, b] = ["a", "b"].map(|heading| chunk(30, heading, false));
        let chunks = [a.clone(), a.clone(), b.clone(), b];
        assert_eq!(cut(&chunks), [0..2, 2..4]);
        let keyed = [a.clone(), a.clone(), chunk(30, "a", true), a];
        assert_eq!(cut(&keyed), [0..2, 2..4]);
        assert_eq!(cut(&keyed[..3]).first(), Some(&(0..3)), "the rest fits");
        let small = [chunk(10, "a", false), chunk(10, "b", true), chunk(10, "c", true)];
        assert_eq!(cut(&small).first(), Some(&(0..3)));
    }

    #[test]
    fn headings_are_said_once() {
        let [a, b] = ["a", "b"].map(|heading| chunk(1, heading, false));
        let said = a.text.trim().to_owned();
        let chunks = [a.clone(), a, b];
        let expected = format!("a\n\n{said}\n\n{said}\n\nb\n\n{said}");
        assert_eq!(text(&chunks.iter().collect::<Vec<_>>()), expected);
    }
}
