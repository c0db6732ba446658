//! Bytes written as letters (base64) within a text, and private keys: they are no words, and are left out.

use std::ops::Range;

use quipu_engine::ports::NoDocument;

use super::no_document::block_label;

/// The fewest letters of a run without a blank that are taken for bytes.
const LONGEST_WORD: usize = 256;
/// The lengths of the lines in which programs write bytes.
const LINE: Range<usize> = 56..129;
/// The fewest such lines of one length that are taken for bytes.
const LINES: usize = 3;
/// The fewest letters behind `;base64,`.
const SHORTEST: usize = 32;
/// Maximal number of bytes of an address's head: `data:image/svg+xml;charset=utf-8;base64,`.
const HEAD: usize = 100;

/// The places of bytes and keys within a text, in their order, and what they are.
pub(crate) fn data_runs(text: &str) -> Vec<(Range<usize>, NoDocument)> {
    let mut found: Vec<(Range<usize>, NoDocument)> = keys(text).into_iter().map(|at| (at, NoDocument::Key)).collect();
    found.extend(words(text).into_iter().map(|at| (at, NoDocument::Data)));
    found.extend(lines(text).into_iter().map(|at| (at, NoDocument::Data)));
    found.sort_by_key(|(at, _)| (at.start, std::cmp::Reverse(at.end)));
    let mut end = 0;
    found.retain(|(at, _)| {
        let apart = at.start >= end;
        end = end.max(at.end);
        apart
    });
    found
}

/// A text without these places, and a place in it for one in the whole text.
pub(crate) fn without(text: &str, runs: &[(Range<usize>, NoDocument)]) -> (String, impl Fn(usize) -> usize + use<>) {
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for (run, _) in runs {
        out.push_str(text.get(at..run.start).unwrap_or_default());
        at = run.end.max(at);
    }
    out.push_str(text.get(at..).unwrap_or_default());
    let runs: Vec<Range<usize>> = runs.iter().map(|(run, _)| run.clone()).collect();
    let place = move |place: usize| {
        let before = |run: &Range<usize>| place.min(run.end).saturating_sub(run.start);
        place - runs.iter().map(before).sum::<usize>()
    };
    (out, place)
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// True if letters look like bytes: of both cases and of digits there are some, and strokes are few.
fn is_data(letters: &[u8]) -> bool {
    let count = |is: fn(&u8) -> bool| letters.iter().filter(|byte| is(byte)).count();
    let some = |is| count(is) * 50 >= letters.len();
    some(u8::is_ascii_uppercase)
        && some(u8::is_ascii_lowercase)
        && some(u8::is_ascii_digit)
        && count(|byte| *byte == b'/') * 10 <= letters.len()
}

/// Long words of such letters, with the head of an address before them.
fn words(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if !is_letter(bytes[at]) {
            at += 1;
            continue;
        }
        let end = at + bytes[at..].iter().take_while(|byte| is_letter(**byte)).count();
        if end - at >= SHORTEST {
            let head = text.get(..at).filter(|before| before.ends_with(";base64,")).and_then(|before| {
                let start = before.rfind("data:")?;
                (at - start <= HEAD && !before[start..].contains(char::is_whitespace)).then_some(start)
            });
            match head {
                Some(start) => found.push(start..end),
                None if end - at >= LONGEST_WORD && is_data(&bytes[at..end]) => found.push(at..end),
                None => {}
            }
        }
        at = end;
    }
    found
}

/// Lines of one length that hold nothing but such letters, with the shorter one at their end.
fn lines(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    // The lines so far: their length, their number, and the place of the first.
    let mut open: Option<(usize, usize, usize)> = None;
    for line in text.split_inclusive('\n') {
        let body = line.trim().trim_start_matches(['>', ' ']);
        let start = at;
        at += line.len();
        let data = !body.is_empty() && body.bytes().all(is_letter);
        open = match open {
            Some((length, count, from)) if data && body.len() == length => Some((length, count + 1, from)),
            Some((length, count, from)) => {
                // The last line of bytes is full of fours; another word below them is one.
                let last = data && body.len() < length && body.len().is_multiple_of(4);
                let end = if last { at } else { start };
                if count >= LINES {
                    found.push(from..end);
                }
                (!last && data && LINE.contains(&body.len())).then_some((body.len(), 1, start))
            }
            None => (data && LINE.contains(&body.len())).then_some((body.len(), 1, start)),
        };
    }
    if let Some((.., from)) = open.filter(|(_, count, _)| *count >= LINES) {
        found.push(from..text.len());
    }
    found.retain(|run| {
        let letters: Vec<u8> = text[run.clone()].bytes().filter(|byte| is_letter(*byte)).collect();
        is_data(&letters)
    });
    found
}

/// Private keys, from the line that begins one to the line that ends it.
fn keys(text: &str) -> Vec<Range<usize>> {
    if !text.contains("PRIVATE KEY-----") {
        return Vec::new();
    }
    let (mut found, mut at, mut open) = (Vec::new(), 0, None);
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let body = line.trim();
        if block_label(body).is_some_and(|label| label.ends_with("PRIVATE KEY")) {
            open = Some(start);
        } else if body.starts_with("-----END ")
            && let Some(from) = open.take()
        {
            found.push(from..at);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: &str = "iVBORw0KGgoAAAANSUhEUgAAAAUA+9TXL0Y4OHwAAAABJRU5ErkJggg/x3Kq7";

    fn read(text: &str) -> String {
        without(text, &data_runs(text)).0
    }

    #[test]
    fn bytes_and_keys_go_and_words_stay() {
        let picture = format!("A bell: ![bell](data:image/png;base64,{BYTES}) hangs.");
        assert_eq!(read(&picture), "A bell: ![bell]() hangs.");
        assert_eq!(read(&format!("Before {} after", BYTES.repeat(6))), "Before  after");
        let lines = format!("One.\n{BYTES}\n{BYTES}\n{BYTES}\nAAAB\nTwo.\n");
        assert_eq!(read(&lines), "One.\nTwo.\n");
        let key = "A key:\n-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----\nKeep it.\n";
        assert_eq!(read(key), "A key:\nKeep it.\n");
        for text in [
            format!("A digest {} stays.", "0123456789abcdef".repeat(20)),
            format!("A word {} stays.", "Donaudampfschiff".repeat(30)),
            format!("One line\n{BYTES}\nstays.\n"),
            format!("An address /{} stays.", "path/To/File1/".repeat(30)),
        ] {
            assert_eq!(read(&text), text);
        }
    }

    #[test]
    fn places_behind_a_run_move_forward() {
        let text = format!("One {} two", BYTES.repeat(6));
        let (short, place) = without(&text, &data_runs(&text));
        let at = text.find("two").expect("it stands there");
        assert_eq!((place(0), &short[place(at)..]), (0, "two"));
    }
}
