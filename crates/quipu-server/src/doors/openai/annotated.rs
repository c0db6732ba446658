//! Annotations of a message (`url_citation`): citations of pages of documents by ranges of characters.

use quipu::ask::{Citation, ShownHit};
use serde_json::{Value, json};

use super::sources::title;
use crate::place::Places;

/// An annotation for every mark of an answer's text that cites something; indices count characters.
pub(super) fn annotations(text: &str, citations: &[Citation], hits: &[ShownHit], places: &Places) -> Vec<Value> {
    let mut out = Vec::new();
    for (start, n, end) in marks(text) {
        let Some(citation) = citations.iter().find(|citation| citation.n == n) else { continue };
        out.push(json!({
            "type": "url_citation",
            "url_citation": {
                "start_index": start,
                "end_index": end,
                "title": title(citation, hits),
                "url": places.cited(citation),
            },
        }));
    }
    out
}

/// The marks of a text: where each begins, its number, and where it ends, in characters.
fn marks(text: &str) -> Vec<(usize, usize, usize)> {
    let letters: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    for (start, _) in letters.iter().enumerate().filter(|(_, letter)| **letter == '[') {
        let digits: String = letters[start + 1..].iter().take_while(|letter| letter.is_ascii_digit()).take(5).collect();
        let end = start + 1 + digits.len();
        if letters.get(end) == Some(&']')
            && let Ok(n) = digits.parse()
        {
            out.push((start, n, end + 1));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_count_characters() {
        assert_eq!(marks("Да. [1] a[i] [12][3]"), [(4, 1, 7), (13, 12, 17), (17, 3, 20)]);
        assert!(marks("[] [1 [x] [").is_empty());
    }
}
