//! Texts of chunks joined to the text that they were cut from.

use quipu_kernel::model::Chunk;

/// The text of a document from its chunks in order, each at its place.
pub fn text_of<'a>(chunks: impl IntoIterator<Item = &'a Chunk>) -> String {
    let mut text = String::new();
    let mut end = 0;
    for chunk in chunks {
        append(chunk, end, &mut text);
        end = chunk.body.end;
    }
    text
}

/// Joins the texts of chunks that follow each other, from the first one's place on.
pub(crate) fn join(chunks: &[Chunk], text: &mut String) {
    let mut end = chunks.first().map_or(0, |first| first.body.start);
    for chunk in chunks {
        append(chunk, end, text);
        end = chunk.body.end;
    }
}

/// Adds a chunk behind what ends at `end`; what lies between is white space, of which only the length is known: line
/// breaks, or the indent of what follows.
fn append(chunk: &Chunk, end: u32, text: &mut String) {
    let gap = chunk.body.start.saturating_sub(end) as usize;
    let listed = chunk.text.starts_with(['-', '*', '+']) || chunk.text.starts_with(|c: char| c.is_ascii_digit());
    let breaks = match gap {
        0..=1 => gap,
        3..=12 if listed && !is_fenced(text) => 1,
        _ if is_fenced(text) => 2,
        _ => gap,
    };
    text.extend(std::iter::repeat_n('\n', breaks));
    text.extend(std::iter::repeat_n(' ', gap - breaks));
    text.push_str(&chunk.text);
}

/// Whether a text ends within a fence of code.
fn is_fenced(text: &str) -> bool {
    text.lines().filter(|line| line.trim_start().starts_with("```")).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::Span;

    use super::*;

    fn chunk(start: u32, text: &str) -> Chunk {
        let body = Span { start, end: start + text.len() as u32 };
        Chunk { body, text: text.to_owned(), ..Chunk::default() }
    }

    #[test]
    fn every_chunk_stands_at_its_place() {
        let chunks = [chunk(2, "# Bell"), chunk(10, "It was cast."), chunk(27, "- by Varga"), chunk(38, "```\nx")];
        let text = text_of(&chunks);
        for chunk in &chunks {
            assert_eq!(&text[chunk.body.range()], chunk.text);
        }
        assert!(text[..2].trim().is_empty() && text.contains(".\n    - by Varga"), "{text:?}");
        let mut part = String::new();
        join(&chunks[1..], &mut part);
        assert!(part.starts_with("It was cast."));
    }
}
