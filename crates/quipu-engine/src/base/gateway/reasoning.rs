//! Removal of a model's reasoning from its reply.
//!
//! Known formats: `<think>…</think>` and similar tags, at the beginning or in the middle; a beginning that is
//! missing because the server's template held it, so that only `</think>` remains; an end that is
//! missing because the room was used up; `[THINK]…[/THINK]`; channels (`<|channel|>analysis<|message|>…`
//! then `<|channel|>final<|message|>…`). A reply in which these words are quoted within a fence of code
//! keeps them. Cost: linear.

use std::borrow::Cow;

/// Tags that hold reasoning, with their begin and end marks.
const TAGS: [(&str, &str); 7] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("[THINK]", "[/THINK]"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
];
/// The start of the last of several channels.
const FINAL: &str = "<|channel|>final<|message|>";
/// The ends of a channel.
const CHANNEL_ENDS: [&str; 3] = ["<|end|>", "<|return|>", "<|start|>"];
/// A channel without a final one.
const CHANNEL: &str = "<|channel|>";

/// The reply without its reasoning, and whether the reasoning never ended.
pub(crate) fn without(text: &str) -> (Cow<'_, str>, bool) {
    // Every mark has one of these, and JSON hardly ever.
    if !text.contains('<') && !text.contains("THINK]") {
        return (text.trim().into(), false);
    }
    if let Some(at) = text.rfind(FINAL) {
        let rest = &text[at + FINAL.len()..];
        let end = CHANNEL_ENDS.iter().filter_map(|mark| rest.find(mark)).min().unwrap_or(rest.len());
        return (rest[..end].trim().into(), false);
    }
    if text.trim_start().starts_with(CHANNEL) {
        return ("".into(), true);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = headless(text);
    loop {
        let Some((at, open, close)) = first(rest) else {
            out.push_str(rest);
            return (out.trim().to_owned().into(), false);
        };
        out.push_str(&rest[..at]);
        let inside = &rest[at + open.len()..];
        match inside.find(close) {
            Some(end) => rest = &inside[end + close.len()..],
            None => return (out.trim().to_owned().into(), true),
        }
    }
}

/// Removes the reasoning from a streamed reply. A missing beginning shows only at
/// its end, when it has been streamed.
#[derive(Debug, Default)]
pub(crate) struct Strainer {
    all: String,
    told: String,
}

impl Strainer {
    /// The text that a piece adds to the reply.
    pub(crate) fn take(&mut self, piece: &str) -> String {
        self.all.push_str(piece);
        let kept = without(&self.all[..self.all.len() - self.begun()]).0.into_owned();
        self.tell(&kept)
    }

    /// The remaining text, given the whole reply.
    pub(crate) fn rest(&mut self, kept: &str) -> String {
        self.tell(kept)
    }

    fn tell(&mut self, kept: &str) -> String {
        let new = kept.strip_prefix(self.told.as_str()).unwrap_or_default().to_owned();
        self.told.push_str(&new);
        new
    }

    /// Bytes at the end that may be the beginning of a mark.
    fn begun(&self) -> usize {
        let marks = TAGS.iter().flat_map(|(open, close)| [*open, *close]).chain([FINAL, CHANNEL]).chain(CHANNEL_ENDS);
        let begins = |mark: &str| (1..mark.len()).rev().find(|length| self.all.ends_with(&mark[..*length]));
        marks.filter_map(begins).max().unwrap_or(0)
    }
}

/// The text behind an end whose beginning is missing.
fn headless(text: &str) -> &str {
    for (open, close) in TAGS {
        let Some(end) = text.find(close) else { continue };
        if text[..end].find(open).is_none() && !in_code(text, end) {
            return &text[end + close.len()..];
        }
    }
    text
}

/// The first begin mark of reasoning outside of code.
fn first(text: &str) -> Option<(usize, &'static str, &'static str)> {
    let places = TAGS.iter().filter_map(|(open, close)| {
        let at = text.match_indices(open).map(|(at, _)| at).find(|at| !in_code(text, *at))?;
        Some((at, *open, *close))
    });
    places.min_by_key(|(at, ..)| *at)
}

/// True if a place lies in a fence, or between back-ticks of its line.
fn in_code(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let fences = before.lines().filter(|line| line.trim_start().starts_with("```")).count();
    let line = before.rsplit('\n').next().unwrap_or_default();
    fences % 2 == 1 || line.matches('`').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_shape_goes() {
        for (text, kept) in [
            ("<think>one\ntwo</think>\n\nYes.", "Yes."),
            ("Well. <think>a</think>Yes. <think>b</think>No.", "Well. Yes. No."),
            ("it may be\n</think>\nYes.", "Yes."),
            ("[THINK]hm[/THINK]Yes.", "Yes."),
            ("<thinking>a</thinking><reasoning>b</reasoning>Yes.", "Yes."),
            (
                "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>",
                "Yes.",
            ),
            ("<|begin_of_thought|>a<|end_of_thought|>Yes.", "Yes."),
            ("Write `<think>` before it.", "Write `<think>` before it."),
            ("```\n<think>a</think>\n```", "```\n<think>a</think>\n```"),
            ("", ""),
        ] {
            assert_eq!(without(text), (kept.into(), false), "{text}");
        }
    }

    #[test]
    fn what_never_ends_is_told() {
        assert_eq!(without("<think>and so on"), ("".into(), true));
        assert_eq!(without("Yes. <think>and so on"), ("Yes.".into(), true));
        assert_eq!(without("<|channel|>analysis<|message|>hm"), ("".into(), true));
    }

    fn heard(text: &str, size: usize) -> String {
        let mut strainer = Strainer::default();
        let letters: Vec<char> = text.chars().collect();
        let pieces = letters.chunks(size).map(|piece| strainer.take(&piece.iter().collect::<String>()));
        let heard: String = pieces.collect();
        heard + &strainer.rest(&without(text).0)
    }

    #[test]
    fn reasoning_is_never_heard() {
        for (text, kept) in [
            ("<think>one</think>\n\nYes, [1] a < b.", "Yes, [1] a < b."),
            ("Well. <think>a</think>Yes.", "Well. Yes."),
            ("<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes.", "Yes."),
            ("[THINK]hm[/THINK]Yes [2].", "Yes [2]."),
            ("A list [", "A list ["),
        ] {
            for size in [1, 2, 3, 7, 100] {
                assert_eq!(heard(text, size), kept, "{size}");
            }
        }
    }

    proptest! {
        #[test]
        fn whoever_listens_hears_the_reply(text in "(<think>[a-z <]{0,9}</think>|[a-zж .,<\\[\n]){0,40}", size in 1_usize..9) {
            prop_assert_eq!(heard(&text, size), without(&text).0);
        }

        #[test]
        fn any_text_is_read(text in "(<think>|</think>|\\[THINK\\]|`|```\n|\\PC|<\\|channel\\|>|final<\\|message\\|>|\n){0,40}") {
            let (kept, _) = without(&text);
            prop_assert!(kept.len() <= text.len());
        }

        #[test]
        fn plain_text_stays(text in "[a-zа-я .,\n]{0,80}") {
            prop_assert_eq!(without(&text), (text.trim().into(), false));
        }
    }
}
