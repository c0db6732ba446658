//! The lines of an answer about a thing, taken apart: labels, sentences, and the places that say them.

use crate::answer::Answer;
use crate::base::citation::Citation;

/// A line of an answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct ToldLine {
    /// What it tells, or the page that says it.
    pub(super) label: Option<String>,
    /// Its sentences, each with the place that says it.
    pub(super) sentences: Vec<(String, Citation)>,
}

/// The lines of an answer that have a place. Its head and its last paragraph, which count pages, are left out.
pub(super) fn told_lines(answer: &Answer) -> Vec<ToldLine> {
    let lines = answer.answer.lines().filter_map(|line| line.strip_prefix("- "));
    lines.map(|line| told_line(line, answer)).filter(|line| !line.sentences.is_empty()).collect()
}

fn told_line(line: &str, answer: &Answer) -> ToldLine {
    let labelled = line.strip_prefix('*').and_then(|rest| rest.split_once("*: "));
    let (label, mut rest) = labelled.map_or((None, line), |(label, rest)| (Some(label.to_owned()), rest));
    let mut sentences = Vec::new();
    while let Some((end, length, citation)) = next_mark(rest, answer) {
        let text = bare(&rest[..end]);
        if !text.is_empty() {
            sentences.push((text, citation.clone()));
        }
        rest = &rest[end + length..];
    }
    ToldLine { label, sentences }
}

/// A sentence without marks of emphasis, which say nothing outside of their page; code has one mark on each side.
fn bare(text: &str) -> String {
    text.trim().replace("```", "`").replace("**", "")
}

/// The next mark of a citation: its place, its length, and the citation. A text of a document may have such signs of its
/// own: the sentence of the citation stands before its mark.
fn next_mark<'a>(text: &str, answer: &'a Answer) -> Option<(usize, usize, &'a Citation)> {
    let marks = answer.citations.iter().flat_map(|citation| {
        let mark = format!(" [{}]", citation.n);
        let said = answer.units.iter().find(|unit| unit.n == citation.n).map_or("", |unit| unit.text.as_str());
        let found = text.match_indices(&mark).find(|(at, _)| text[..*at].ends_with(said));
        let found = found.map(|(at, _)| at).or_else(|| text.ends_with(&mark).then(|| text.len() - mark.len()));
        found.map(|at| (at, mark.len(), citation))
    });
    marks.min_by_key(|(at, ..)| *at)
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::{Chunk, Span};
    use quipu_language::answer::UnitKind;

    use super::*;
    use crate::answer::AnswerUnit;
    use crate::base::citation::CitedChunk;

    #[test]
    fn sentences_are_parted_by_the_marks_of_their_places() {
        let text = "The **lock** has two gates [1] of oak. They leak.";
        let chunk = Chunk { text: text.to_owned(), body: Span::new(0, text.len()), ..Chunk::default() };
        let from = CitedChunk::of("d", "d.md", &chunk);
        let cite = |n, span: Span| from.cite(span).expect("it stands there").numbered(n);
        let unit = |n, text: &str| AnswerUnit { n, kind: UnitKind::Sentence, text: text.to_owned() };
        let answer = Answer {
            answer: "**Lock** (its page)\n\n- *Gates*: The **lock** has two gates [1] of oak. [1] They leak. [2]\n- *Empty*: x\n\n\
                     1 other page mentions it."
                .to_owned(),
            citations: vec![cite(1, Span::new(0, 38)), cite(2, Span::new(39, 49))],
            units: vec![unit(1, "The **lock** has two gates [1] of oak."), unit(2, "They leak.")],
            ..Answer::default()
        };
        let lines = told_lines(&answer);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].label.as_deref(), Some("Gates"));
        let texts: Vec<&str> = lines[0].sentences.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["The lock has two gates [1] of oak.", "They leak."]);
    }
}
