//! A text in lower case, with the place of each of its letters in the original text.

/// A text in lower case.
pub(super) struct Lower {
    pub(super) text: String,
    /// Offset in the text of each byte, where letters are longer or shorter than there.
    starts: Option<Vec<u32>>,
}

impl Lower {
    pub(super) fn of(text: &str) -> Self {
        let lower = |c: char| c.to_lowercase();
        let same =
            |c: char| c.is_ascii() || (lower(c).len() == 1 && lower(c).all(|low| low.len_utf8() == c.len_utf8()));
        if text.chars().all(same) {
            let mut out = String::with_capacity(text.len());
            for c in text.chars() {
                if c.is_ascii() { out.push(c.to_ascii_lowercase()) } else { out.extend(lower(c)) }
            }
            return Self { text: out, starts: None };
        }
        let (mut out, mut starts) = (String::with_capacity(text.len()), Vec::with_capacity(text.len() + 1));
        for (start, c) in text.char_indices() {
            for low in lower(c) {
                out.push(low);
                starts.resize(out.len(), start as u32);
            }
        }
        starts.push(text.len() as u32);
        Self { text: out, starts: Some(starts) }
    }

    /// The byte of the text at which a byte of this begins.
    pub(super) fn start(&self, at: usize) -> u32 {
        self.starts.as_ref().map_or(at as u32, |starts| starts[at])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_letter_is_found_where_it_stands(text in "(\\PC|[a-zİẞßА-Яﬁ]){0,40}") {
            let lower = Lower::of(&text);
            let mut at = 0;
            for (start, c) in text.char_indices() {
                prop_assert_eq!(lower.start(at) as usize, start);
                at += c.to_lowercase().map(char::len_utf8).sum::<usize>();
            }
            prop_assert_eq!((at, lower.start(at) as usize), (lower.text.len(), text.len()));
        }
    }
}
