//! Lists of terms: a term and its description are one paragraph.

use crate::load::written::one_line;

/// The place of words in a list of terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Between,
    Term,
    /// A description; its first paragraph joins the term.
    First,
    /// Behind its first paragraph.
    Later,
}

#[derive(Debug, Default)]
struct Entry {
    place: Place,
    terms: String,
    said: String,
    /// Number of other open lists around it.
    depth: usize,
}

/// The lists of terms that are open.
#[derive(Debug, Default)]
pub(super) struct Terms {
    open: Vec<Entry>,
}

impl Terms {
    /// Begins a list within `depth` other lists.
    pub(super) fn begin(&mut self, depth: usize) {
        self.open.push(Entry { depth, ..Entry::default() });
    }

    /// Ends the innermost list; returns its pending text.
    pub(super) fn end(&mut self) -> Option<String> {
        self.open.pop().and_then(|entry| finished(&entry.terms, entry.said))
    }

    /// Begins a term; gives the one before, where that was described.
    pub(super) fn term(&mut self) -> Option<String> {
        let described = self.open.last().is_some_and(|entry| !entry.said.is_empty());
        let before = described.then(|| self.flush()).flatten();
        self.place(Place::Term);
        before
    }

    /// Begins a description.
    pub(super) fn description(&mut self) {
        self.place(Place::First);
    }

    /// Ends a term or a description.
    pub(super) fn between(&mut self) {
        self.place(Place::Between);
    }

    fn place(&mut self, place: Place) {
        if let Some(entry) = self.open.last_mut() {
            entry.place = place;
        }
    }

    /// Takes a paragraph; returns the texts to write: the paragraph, where it belongs to no term,
    /// and the text before it.
    pub(super) fn say(&mut self, words: &str, depth: usize) -> Vec<String> {
        let Some(entry) = self.open.last_mut().filter(|entry| entry.depth == depth) else {
            return vec![words.to_owned()];
        };
        match entry.place {
            Place::Term => join(&mut entry.terms, words, ","),
            Place::First => {
                join(&mut entry.said, words, ";");
                entry.place = Place::Later;
            }
            Place::Between | Place::Later => return self.flush().into_iter().chain([words.to_owned()]).collect(),
        }
        Vec::new()
    }

    /// The pending text of the innermost list, before another block.
    pub(super) fn flush(&mut self) -> Option<String> {
        let entry = self.open.last_mut()?;
        let (mut terms, said) = (std::mem::take(&mut entry.terms), std::mem::take(&mut entry.said));
        if matches!(entry.place, Place::First | Place::Later) {
            entry.place = Place::Later;
            // The description begins with the text below.
            if !terms.is_empty() && said.is_empty() && !ends(&terms) {
                terms.push(':');
            }
        }
        finished(&terms, said)
    }
}

/// Adds words behind others, after a mark unless those end in one.
fn join(to: &mut String, words: &str, mark: &str) {
    if !to.is_empty() {
        to.push_str(if ends(to) { " " } else { mark });
        if !to.ends_with(' ') {
            to.push(' ');
        }
    }
    to.push_str(&one_line(words));
}

fn ends(words: &str) -> bool {
    words.ends_with(['.', ':', ';', ',', '!', '?', '…', '。', '：', '？', '！'])
}

fn finished(terms: &str, said: String) -> Option<String> {
    match (terms.is_empty(), said.is_empty()) {
        (true, true) => None,
        (true, false) => Some(said),
        (false, true) => Some(terms.to_owned()),
        (false, false) if ends(terms) => Some(format!("{terms} {said}")),
        (false, false) => Some(format!("{terms}: {said}")),
    }
}
