//! A judge (natural language inference by a model) for sentences whose words are not those of their sources: one call
//! for all of an answer's.
//!
//! It is believed only with a quote: a verdict counts only if its quote stands in a source that the sentence
//! cites. A judge that fails changes nothing.

use std::fmt::Write as _;

use serde_json::json;

use super::sentence_checks::{foreign, stands_in};
use super::sources::Source;
use super::verdicts::verdicts;
use crate::answer::{By, CheckedSentence};
use crate::base::gateway::Remembered;
use crate::base::ports::{Prompt, Shape};
use crate::base::prompt::PromptTemplate;
use crate::base::prompt::fill;

/// The most sentences that one call judges.
const MOST: usize = 12;
/// The most tokens of a verdict.
const ROOM: u32 = 120;
/// The least share of its words that a sentence in the sources' own language shares with them: a quote alone
/// does not support a sentence about something else.
const LEAST: f64 = 0.2;

/// Asks about the sentences that their words do not support, and records the verdicts.
pub(super) async fn judge(
    llm: &Remembered,
    told: &PromptTemplate,
    sources: &[Source],
    sentences: &mut [CheckedSentence],
    share: impl Fn(&CheckedSentence) -> f64,
) {
    let open = |sentence: &&mut CheckedSentence| {
        let foreign = || sentence.cites.iter().any(|n| foreign(&sentence.text, &sources[n - 1]));
        !sentence.supported && !sentence.cites.is_empty() && (share(sentence) >= LEAST || foreign())
    };
    let mut open: Vec<&mut CheckedSentence> = sentences.iter_mut().filter(open).take(MOST).collect();
    if open.is_empty() {
        return;
    }
    let prompt = prompt(told, sources, &open);
    let count = open.len();
    let read = |text: &str| verdicts(text, count).ok_or_else(|| "it holds no verdicts".to_owned());
    let Ok(verdicts) = llm.ask(&prompt, read).await else { return };
    for (claim, quote) in verdicts {
        let Some(sentence) = claim.checked_sub(1).and_then(|at| open.get_mut(at)) else { continue };
        let hits = sentence.cites.iter().flat_map(|n| &sources[n - 1].hits);
        if hits.into_iter().any(|hit| stands_in(&quote, &hit.text)) {
            (sentence.supported, sentence.by) = (true, By::Judge);
        }
    }
}

fn prompt(told: &PromptTemplate, sources: &[Source], open: &[&mut CheckedSentence]) -> Prompt {
    let mut claims = String::new();
    for (at, sentence) in open.iter().enumerate() {
        let _ = writeln!(claims, "Claim {}: {}", at + 1, sentence.text);
        for n in &sentence.cites {
            let _ = writeln!(claims, "Source: {}", sources[n - 1].text);
        }
        claims.push('\n');
    }
    let user = fill(told.user.trim(), &[("claims", claims.trim())]);
    let verdict = json!({
        "type": "object", "required": ["claim", "supported", "quote"], "additionalProperties": false,
        "properties": {"claim": {"type": "integer"}, "supported": {"type": "boolean"}, "quote": {"type": "string"}},
    });
    let schema = json!({
        "type": "object", "required": ["verdicts"], "additionalProperties": false,
        "properties": {"verdicts": {"type": "array", "items": verdict}},
    });
    let room = ROOM * u32::try_from(open.len()).unwrap_or(1);
    Prompt { shape: Shape::json("verdicts", schema), ..Prompt::new(told.system.trim(), user, room) }
}
