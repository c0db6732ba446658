//! The mark of a document whose file gives its text no more, in the note on what is missing of it.

use super::ports::DocumentRow;

/// The beginning of the note.
const MARK: &str = "its file gives this text no more: it ";

/// The note on a document whose file gave no text, with the reason.
pub(crate) fn mark(why: &str) -> String {
    format!("its file gives this text no more: it {why}")
}

/// The reason why a document's file gives its text no more, if that is so.
pub(crate) fn reason(row: &DocumentRow) -> Option<&str> {
    row.partial.as_deref()?.strip_prefix(MARK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_begins_as_it_is_looked_for() {
        assert_eq!(mark("is empty").strip_prefix(MARK), Some("is empty"));
    }
}
