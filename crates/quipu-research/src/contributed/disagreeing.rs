//! Disagreements of papers (contradictions between sources): sentences of two papers with different numbers, different
//! dates or opposite statements about one thing under the same conditions.

use quipu_kernel::text::sentences;
use quipu_language::stated::conflict::{Clash, Dated, compared};
use quipu_papers::{SectionKind, kinds};
use serde::Serialize;

use super::cite;
use crate::card::card_id;
use crate::questions::CitedPaper;
use crate::shelf::KeptPaper;
use crate::stretches::PaperRead;

/// Maximal number of sentences of a paper that are compared.
const SENTENCES: usize = 40;
/// Maximal number of pairs of sentences.
const PAIRS: usize = 100_000;
/// Maximal number of reported disagreements.
const TOLD: usize = 20;

/// Two papers with conflicting statements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct PaperDisagreement {
    /// The kind of difference: `number`, `date` and so on.
    pub about: String,
    /// The statement of each.
    pub sides: Vec<DisagreeingSide>,
}

/// One side of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct DisagreeingSide {
    /// Id of the paper.
    pub paper: String,
    /// Its sentence.
    pub text: String,
    /// Numbers of its citations.
    pub citations: Vec<usize>,
}

/// The disagreements among papers, of whose abstracts, results and conclusions the sentences with digits are compared.
pub(super) fn disagreements(
    papers: &[KeptPaper],
    read: &[PaperRead],
    citations: &mut Vec<CitedPaper>,
) -> Vec<PaperDisagreement> {
    let said: Vec<Vec<(usize, usize, String)>> = read.iter().map(figures).collect();
    let (mut found, mut pairs) = (Vec::new(), 0);
    for (one, ours) in said.iter().enumerate() {
        for (other, theirs) in said.iter().enumerate().skip(one + 1) {
            for ((a, b), (c, d)) in ours.iter().flat_map(|a| theirs.iter().map(move |b| ((a, b), (one, other)))) {
                pairs += 1;
                if pairs > PAIRS || found.len() >= TOLD {
                    return found;
                }
                let dated = |text| Dated { text, day: None };
                let clashing = compared(dated(&a.2), dated(&b.2), &[]);
                if clashing.clash == Clash::None {
                    continue;
                }
                let mut side = |at: usize, (start, end, text): &(usize, usize, String)| DisagreeingSide {
                    paper: card_id(&papers[at]),
                    text: text.clone(),
                    citations: cite(citations, &papers[at], &read[at], *start, *end).into_iter().collect(),
                };
                let sides = vec![side(c, a), side(d, b)];
                let about = serde_json::to_value(clashing.difference).ok();
                let about = about.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
                found.push(PaperDisagreement { about, sides });
            }
        }
    }
    found
}

/// Sentences with digits about outcomes.
fn figures(paper: &PaperRead) -> Vec<(usize, usize, String)> {
    let telling = [SectionKind::Abstract, SectionKind::Results, SectionKind::Discussion, SectionKind::Conclusion];
    let mut out = Vec::new();
    for stretch in paper.stretches() {
        if kinds(stretch.heading).is_some_and(|kind| !telling.contains(&kind)) {
            continue;
        }
        for span in sentences(stretch.text) {
            let Some(text) = stretch.text.get(span.range()).map(str::trim) else { continue };
            if text.bytes().any(|byte| byte.is_ascii_digit()) && (20..400).contains(&text.len()) {
                let start = stretch.start + span.range().start;
                out.push((start, start + text.len(), text.to_owned()));
            }
        }
    }
    out.truncate(SENTENCES);
    out
}
