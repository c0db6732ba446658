//! An answer as the content of a message: its pieces with or without marks, within its limit of tokens; below it a
//! list of sources, and beside it the same as annotations and as JSON.

use quipu::ask::{Answer, ShownHit};
use quipu::models::tokens;
use serde_json::{Value, json};

use super::annotated::annotations;
use super::source_marks::{self, SourcesShown, Unmarked};
use crate::place_links::PublicLinks;
use crate::request;

/// An answer that is being sent.
pub(super) struct AnswerTelling {
    /// The form of sources in it.
    shown: SourcesShown,
    /// The most tokens of it, where there is a bound.
    most: Option<u64>,
    /// Removes marks, if they are not wanted.
    unmarked: Option<Unmarked>,
    /// The text sent so far.
    pub(super) content: String,
    /// True if the bound ended it.
    pub(super) cut: bool,
}

/// The end of an answer, after its pieces.
pub(super) struct AnswerTail {
    /// The text still to be sent: the withheld rest, and the list of sources.
    pub(super) rest: String,
    /// The annotations of the whole.
    pub(super) annotations: Vec<Value>,
    /// The reason of its end: `stop` or `length`.
    pub(super) reason: &'static str,
    /// Number of bytes of the sent text that are the answer itself.
    pub(super) answer: usize,
}

impl AnswerTelling {
    pub(super) fn new(shown: SourcesShown, most: Option<u64>) -> Self {
        let unmarked = (shown == SourcesShown::Hidden).then(Unmarked::default);
        Self { shown, most, unmarked, content: String::new(), cut: false }
    }

    /// The text to send for a piece; empty beyond the limit.
    pub(super) fn push(&mut self, piece: &str) -> String {
        let said = match &mut self.unmarked {
            Some(unmarked) => unmarked.push(piece),
            None => piece.to_owned(),
        };
        self.within(said)
    }

    fn within(&mut self, mut said: String) -> String {
        if self.cut {
            return String::new();
        }
        if let Some(most) = self.most {
            // A text has no more tokens than bytes: one that fits by its bytes is not counted.
            let fits = |end: usize| {
                (self.content.len() + end) as u64 <= most
                    || tokens(&format!("{}{}", self.content, &said[..end])) <= most
            };
            if !fits(said.len()) {
                let ends: Vec<usize> = said.char_indices().map(|(at, _)| at).collect();
                let count = ends.partition_point(|end| fits(*end));
                said.truncate(ends[count.saturating_sub(1)]);
                self.cut = true;
            }
        }
        self.content.push_str(&said);
        said
    }

    /// The end of an answer, after its pieces.
    pub(super) fn end(&mut self, answer: &Answer, places: &PublicLinks) -> AnswerTail {
        let held = self.unmarked.take().map(Unmarked::rest).unwrap_or_default();
        let beyond = answer.beyond.iter().map(|beyond| format!("\n\n{beyond}")).collect::<String>();
        let mut rest = self.within(format!("{held}{beyond}"));
        let answered = self.content.len();
        if self.shown == SourcesShown::List {
            let Answer { citations, hits, refused, .. } = answer;
            let list = match refused {
                true => source_marks::nearest(&self.content, hits, places),
                false => source_marks::list(&self.content, citations, hits, places),
            };
            self.content.push_str(&list);
            rest.push_str(&list);
        }
        let annotations = annotations(&self.content, &answer.citations, &answer.hits, places);
        AnswerTail { rest, annotations, reason: if self.cut { "length" } else { "stop" }, answer: answered }
    }
}

/// The other parts of an answer, as our extension.
pub(super) fn own(answer: &Answer, places: &PublicLinks) -> Value {
    let cited = answer.citations.iter().map(|citation| {
        let mut value = json!(citation);
        value["url"] = json!(places.cited(citation));
        value["title"] = json!(source_marks::title(citation, &answer.hits));
        value
    });
    json!({
        "citations": cited.collect::<Vec<_>>(),
        "confidence": answer.confidence,
        "refused": answer.refused,
        "strategy": answer.strategy,
        "written_by": answer.written_by,
        "asked": answer.asked,
        "notes": request::noted(&answer.notes),
        "spent": answer.spent,
        "trace": request::id().as_deref(),
    })
}

/// Adds a note for the reader to an extension.
pub(super) fn noted(mut own: Value, note: Option<&String>) -> Value {
    if let Some(note) = note {
        match own["notes"].as_array_mut() {
            Some(notes) => notes.push(json!(note)),
            None => own["notes"] = json!([note]),
        }
    }
    own
}

/// The note about pictures and files beside a question.
pub(super) fn unread() -> String {
    request::heard("pictures, files and sounds are not read; the text beside them was answered".to_owned())
}

/// Evidence, as our extension.
pub(super) fn evidence(hits: &[ShownHit], strategy: &str, places: &PublicLinks) -> Value {
    let rows = hits.iter().map(|hit| {
        json!({
            "chunk": hit.chunk, "document": hit.document, "title": hit.title, "heading": hit.heading, "page": hit.page,
            "start": hit.start, "end": hit.end, "score": hit.score, "url": places.found(hit),
        })
    });
    json!({ "hits": rows.collect::<Vec<_>>(), "strategy": strategy, "trace": request::id().as_deref() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_ends_the_answer_and_says_so() {
        let mut telling = AnswerTelling::new(SourcesShown::Marks, Some(3));
        let said: String = ["Ilse Varga", " cast the bell", " of the tower."].map(|piece| telling.push(piece)).concat();
        assert!(tokens(&said) <= 3 && !said.is_empty() && "Ilse Varga cast the bell".starts_with(&said), "{said}");
        assert!(telling.cut);
        let mut whole = AnswerTelling::new(SourcesShown::Marks, Some(300));
        assert_eq!(whole.push("Ilse Varga."), "Ilse Varga.");
        assert!(!whole.cut);
    }
}
