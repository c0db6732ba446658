//! A report of a community in a model's reply: title, summary, rating and findings with their sources.

use serde_json::{Map, Value};

use super::json::object;
use super::keys::{FINDINGS_KEY, SUMMARY_KEY, TITLE_KEY};
use super::labels::{field, labels, number};
use super::notes::clean;
use crate::text::first_words;

/// The longest title, summary and explanation that are kept, in bytes; a longer one ends at a word before.
const TITLE: usize = 120;
const SUMMARY: usize = 2_000;
const EXPLANATION: usize = 4_000;
/// Maximal number of findings.
const FINDINGS: usize = 10;

/// One thing that a report found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SaidFinding {
    /// In short.
    pub summary: String,
    /// At length.
    pub explanation: String,
    /// Numbers of its sources.
    pub refs: Vec<usize>,
}

/// A report as a model gave it, before anything of it is checked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SaidReport {
    /// Title of the community.
    pub title: String,
    /// Summary.
    pub summary: String,
    /// Importance, from 0 to 10.
    pub rating: Option<f64>,
    /// The reason for the rating.
    pub reason: String,
    /// Findings.
    pub findings: Vec<SaidFinding>,
}

/// The report in a reply; none where it has no title or no finding.
pub fn reported(reply: &str) -> Option<SaidReport> {
    let map = object(reply)?;
    let text = |names: &[&str], most| field(&map, names).map(|value| said(value, most)).unwrap_or_default();
    let findings = match field(&map, FINDINGS_KEY) {
        Some(Value::Array(list)) => list.iter().filter_map(finding).take(FINDINGS).collect(),
        Some(Value::Object(one)) => finding(&Value::Object(one.clone())).into_iter().collect(),
        _ => Vec::new(),
    };
    let report = SaidReport {
        title: text(TITLE_KEY, TITLE),
        summary: text(SUMMARY_KEY, SUMMARY),
        rating: field(&map, &["rating", "impact_severity_rating", "score", "importance"])
            .and_then(number)
            .map(|rating| rating.clamp(0.0, 10.0)),
        reason: text(&["reason", "rating_explanation", "why"], SUMMARY),
        findings,
    };
    (!report.title.is_empty() && !report.findings.is_empty()).then_some(report)
}

/// A finding; one that is a text alone explains itself, with the numbers in its brackets.
fn finding(value: &Value) -> Option<SaidFinding> {
    let found = match value {
        Value::Object(map) => of_object(map),
        Value::String(text) => {
            SaidFinding { explanation: said(value, EXPLANATION), refs: bracketed(text), ..Default::default() }
        }
        _ => return None,
    };
    (!found.explanation.is_empty()).then_some(found)
}

fn of_object(map: &Map<String, Value>) -> SaidFinding {
    let text = |names: &[&str]| field(map, names).map(|value| said(value, EXPLANATION)).unwrap_or_default();
    let (summary, explanation) =
        (text(&["summary", "title", "finding"]), text(&["explanation", "description", "details", "text"]));
    let mut refs = field(map, &["refs", "references", "sources", "citations"]).map(labels).unwrap_or_default();
    if refs.is_empty() {
        refs = bracketed(&explanation);
    }
    // A finding without an explanation is explained by its summary.
    let explanation = if explanation.is_empty() { summary.clone() } else { explanation };
    SaidFinding { summary, explanation, refs }
}

/// The numbers in the brackets of a text.
fn bracketed(text: &str) -> Vec<usize> {
    let inside = text.split('[').skip(1).filter_map(|part| part.split_once(']').map(|(inside, _)| inside));
    labels(&Value::Array(inside.map(Value::from).collect()))
}

fn said(value: &Value, most: usize) -> String {
    let text = clean(value.as_str().unwrap_or_default());
    first_words(&text, most).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read_however_its_fields_are_called() {
        let plain = r#"{"title": "The tower", "summary": "Its bell and clock.", "rating": 6.5, "reason": "Much is said.",
            "findings": [{"summary": "The bell", "explanation": "Varga cast it.", "refs": ["c3", "c17"]}]}"#;
        let report = reported(plain).unwrap();
        let found = |refs: &[usize]| SaidFinding {
            summary: "The bell".to_owned(),
            explanation: "Varga cast it.".to_owned(),
            refs: refs.to_vec(),
        };
        assert_eq!((report.title.as_str(), report.rating), ("The tower", Some(6.5)));
        assert_eq!(report.findings, [found(&[3, 17])]);
        let other = r#"Here it is: ```json {"Title": "The tower", "rating": "12/10", "findings":
            {"summary": "The bell", "explanation": "Varga cast it.", "references": "[c3], [c17]"}}```"#;
        let report = reported(other).unwrap();
        assert_eq!((report.rating, report.findings), (Some(10.0), vec![found(&[3, 17])]));
    }

    #[test]
    fn what_is_no_report_is_none_and_refs_stand_in_brackets_too() {
        assert_eq!(reported("I cannot."), None);
        assert_eq!(reported(r#"{"title": "T", "findings": []}"#), None);
        assert_eq!(reported(r#"{"title": " ", "findings": ["x"]}"#), None);
        let report = reported(r#"{"title": "T", "findings": ["Varga cast it [c2][c5].", 7, null]}"#).unwrap();
        assert_eq!((report.findings.len(), report.findings[0].refs.as_slice()), (1, &[2, 5][..]));
    }
}
