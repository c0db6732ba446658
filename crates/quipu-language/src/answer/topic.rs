//! The topic of a document, as other texts name it: a document that a text names and the question does not is the
//! next step of a chain (multi-hop question answering).

use quipu_kernel::text::{fold_name, is_stop_word};

/// A name of fewer bytes, with the space around it, stands in too many texts.
const SHORTEST: usize = 6;

/// The name of a document's topic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicName(String);

impl TopicName {
    /// The name in a title, without its qualifier: `Anton (1973 film)`. None where it is too short to be distinct from
    /// other words.
    pub fn of(title: &str) -> Option<Self> {
        let bare = title.find(" (").map_or(title, |at| &title[..at]);
        Some(Self(framed(bare))).filter(|topic| topic.0.len() >= SHORTEST)
    }

    /// True if a text names it; the text is [`framed`].
    pub fn stands_in(&self, text: &str) -> bool {
        text.contains(&self.0)
    }
}

/// A text folded, between spaces, so that names are sought in it as whole words.
pub fn framed(text: &str) -> String {
    format!(" {} ", fold_name(text))
}

/// Runs of words that begin with a capital or a digit, punctuation between them left aside.
pub(super) fn marked_runs(text: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![String::new()];
    for piece in text.split_whitespace() {
        let marked = piece.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| c.is_uppercase() || c.is_numeric());
        match out.last_mut() {
            Some(run) if marked && !is_stop_word(&fold_name(piece)) => *run = format!("{run} {piece}"),
            _ => out.push(String::new()),
        }
        if piece.ends_with([',', '?', '.', ';', ':']) {
            out.push(String::new());
        }
    }
    out.retain(|run| !run.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_is_named_by_whole_words_without_its_note() {
        let topic = TopicName::of("Anton (1973 film)").unwrap();
        assert!(topic.stands_in(&framed("He played in Anton, too.")) && !topic.stands_in(&framed("Antonia sang.")));
        assert_eq!(TopicName::of("Up (2009 film)"), None);
    }
}
