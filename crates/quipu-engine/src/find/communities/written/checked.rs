//! The check of a model's report against the chunks that it cites, by the rules for an answer's sentences.

use quipu_kernel::model::Key;
use quipu_kernel::replies::{SaidFinding, SaidReport, reported};
use quipu_language::answer::{Backing, written};

use super::kept::ReportFinding;
use super::material::Material;

/// A report with supported sentences only.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Checked {
    pub(super) said: SaidReport,
    pub(super) findings: Vec<ReportFinding>,
    /// Findings and sentences that are not in it.
    pub(super) dropped: u64,
}

/// The report in a reply, without parts that the material does not support.
///
/// # Errors
/// The problem, in words for the model: the reply is no report, or no finding is left.
pub(super) fn checked(reply: &str, material: &Material) -> Result<Checked, String> {
    let mut said = reported(reply).ok_or("it is no report with a title and findings in JSON")?;
    let names = Backing::new(material.names.iter().map(String::as_str));
    let mut dropped = 0;
    let mut findings = Vec::new();
    for finding in &said.findings {
        match held(finding, material, &names) {
            Some((finding, lost)) => {
                dropped += lost;
                findings.push(finding);
            }
            None => dropped += 1,
        }
    }
    if findings.is_empty() {
        return Err("no finding names passages that are given and that say it".to_owned());
    }
    let all = Backing::new(material.texts.values().map(String::as_str).chain([material.text.as_str()]));
    // A summary may use words of its own; it may not add names.
    let (summary, lost) = kept(&said.summary, |sentence| all.support(sentence, &names).missing.is_empty());
    said.summary = if summary.is_empty() { findings[0].explanation.clone() } else { summary };
    Ok(Checked { said, findings, dropped: dropped + lost })
}

/// A finding with the sentences that its chunks support, and the number of others; none if none is left.
fn held(said: &SaidFinding, material: &Material, names: &Backing) -> Option<(ReportFinding, u64)> {
    let chunks: Vec<Key> = material.labels.named(&said.refs);
    let texts: Vec<&str> = chunks.iter().filter_map(|chunk| material.texts.get(chunk).map(String::as_str)).collect();
    if texts.is_empty() {
        return None;
    }
    let backing = Backing::new(texts);
    let (explanation, lost) = kept(&said.explanation, |sentence| {
        let support = backing.support(sentence, names);
        support.looked_for > 0 && support.holds()
    });
    let bears = |text: &str| !text.is_empty() && backing.support(text, names).missing.is_empty();
    let summary = if bears(&said.summary) { said.summary.clone() } else { String::new() };
    (!explanation.is_empty()).then_some((ReportFinding { summary, explanation, chunks }, lost))
}

/// The sentences of a text that hold, and how many do not.
fn kept(text: &str, holds: impl Fn(&str) -> bool) -> (String, u64) {
    let (mut out, mut lost) = (Vec::new(), 0);
    for sentence in written(text).into_iter().map(|one| one.text).filter(|text| !text.is_empty()) {
        if holds(&sentence) {
            out.push(sentence);
        } else {
            lost += 1;
        }
    }
    (out.join(" "), lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::communities::labels::Labels;

    fn material() -> Material {
        let mut material = Material { names: vec!["Varga".to_owned(), "Bell".to_owned()], ..Material::default() };
        let mut labels = Labels::default();
        for text in ["Ilse Varga cast the bell of the tower in 1911.", "The bell cracked in the winter of 1923."] {
            let key = Key::text(text);
            labels.of(key);
            material.texts.insert(key, text.to_owned());
        }
        Material { labels, ..material }
    }

    fn reply(findings: &str) -> String {
        format!(
            r#"{{"title": "The bell", "summary": "The bell cracked. All of it Rome paid.", "rating": 5, "findings": [{findings}]}}"#
        )
    }

    #[test]
    fn what_the_named_passages_do_not_say_is_dropped_and_counted() {
        let material = material();
        let good = r#"{"summary": "The caster", "explanation": "Ilse Varga cast the bell. It was paid by Rome.", "refs": ["c1"]}"#;
        let bare = r#"{"summary": "The crack", "explanation": "The bell cracked in 1923.", "refs": []}"#;
        let foreign = r#"{"summary": "The crack", "explanation": "The bell cracked in 1923.", "refs": ["c9"]}"#;
        let wrong = r#"{"summary": "The crack", "explanation": "The bell cracked in winter 1924.", "refs": ["c2"]}"#;
        let read = checked(&reply(&[good, bare, foreign, wrong].join(",")), &material).unwrap();
        assert_eq!(read.findings.len(), 1);
        assert_eq!(read.findings[0].explanation, "Ilse Varga cast the bell.");
        assert_eq!(read.findings[0].chunks, [material.labels.chunks()[0]]);
        assert_eq!(read.said.summary, "The bell cracked.");
        assert_eq!(read.dropped, 5, "a sentence, three findings, a sentence of the summary");
    }

    #[test]
    fn a_report_of_which_nothing_is_left_is_refused_with_a_reason() {
        let wrong = r#"{"explanation": "Rome paid.", "refs": ["c1"]}"#;
        assert!(checked(&reply(wrong), &material()).unwrap_err().contains("no finding"));
        assert!(checked("No.", &material()).unwrap_err().contains("no report"));
    }
}
