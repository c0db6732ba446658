//! Notes of an evidence, in the language of the run.
//!
//! Every variant is matched here, so that a new one does not compile until it has a text. Its English text is
//! its `Display`, which JSON shows; a test compares it with the catalogue's.

use quipu::ask::Note;

use super::{Message, heard, say};

/// The text of a note.
pub(crate) fn note(note: &Note) -> Message {
    match note {
        Note::NoNames => say!("note-no-names"),
        Note::WordsAlone => say!("note-words-alone"),
        Note::NoVector => say!("note-no-vector"),
        Note::NoStatements => say!("note-statements-none"),
        Note::NoEntry => say!("note-entry-none"),
        Note::NothingFollowed => say!("note-edges-none"),
        Note::IdleAtDepthZero { option } => say!("note-edges-idle", name = *option),
        Note::IdleInOrder { option, order } => say!("note-order-idle", name = *option, order = order.to_string()),
        Note::UnknownRoot { root } => say!("note-root-unknown", root = root),
        Note::UnknownField { field } => say!("note-field-unknown", field = field),
        Note::NoCommunities => say!("note-communities-none"),
        Note::NoCommunitySpeaks => say!("note-communities-silent"),
        Note::Unread { failed, of } => say!("note-unread", failed = *failed, of = *of),
        Note::LeftOut { count } => say!("note-left-out", count = *count),
        Note::NoClues => say!("note-clues-none"),
        Note::NotWorded => say!("note-not-worded"),
        Note::NotReranked => say!("note-not-reranked"),
        Note::ViewsSpent => say!("note-views"),
        Note::Doubted => say!("note-doubted"),
        Note::Stale { document, why } => say!("note-stale", document = document, why = heard(why)),
        Note::OtherLanguage { question, documents } => {
            let documents: Vec<String> = documents.iter().map(|code| language_name(code).to_string()).collect();
            say!(
                "note-other-language",
                question = language_name(question).to_string(),
                documents = documents.join(", ")
            )
        }
        Note::AllAsked => say!("note-all-asked"),
        Note::Quoted => say!("note-quoted"),
    }
}

/// The name of a language, by its code.
pub(crate) fn language_name(code: &str) -> Message {
    match code {
        "" => say!("language-unclear"),
        code => say!("language-name", code = code),
    }
}

#[cfg(test)]
mod tests {
    use quipu::ask::Order;

    use super::*;
    use crate::messages::MessageLanguage;

    #[test]
    fn a_note_is_said_in_english_as_json_shows_it_and_in_russian_otherwise() {
        let idle = Note::IdleInOrder { option: "lambda_mult", order: Order::Eager };
        let named = [
            Note::IdleAtDepthZero { option: "edges" },
            Note::UnknownRoot { root: "b.md".to_owned() },
            Note::UnknownField { field: "author.name".to_owned() },
            Note::Unread { failed: 2, of: 9 },
            Note::LeftOut { count: 12 },
            Note::OtherLanguage { question: "uk".to_owned(), documents: vec!["en".to_owned(), "ja".to_owned()] },
            Note::Stale { document: "b.md".to_owned(), why: "of an unknown cause".to_owned() },
        ];
        let plain = [
            Note::NoNames,
            Note::WordsAlone,
            Note::NoVector,
            Note::NothingFollowed,
            Note::NoCommunities,
            Note::NoCommunitySpeaks,
            Note::NotWorded,
            Note::ViewsSpent,
            Note::Doubted,
            Note::AllAsked,
            Note::Quoted,
        ];
        for one in named.into_iter().chain(plain).chain([idle]) {
            let said = note(&one);
            assert_eq!(said.spoken(MessageLanguage::En), one.to_string());
            assert_eq!(serde_json::to_value(&one).expect("a note is JSON"), one.to_string());
            let russian = said.spoken(MessageLanguage::Ru);
            assert!(russian != one.to_string() && russian.chars().any(|c| matches!(c, 'а'..='я')), "{russian}");
        }
    }
}
