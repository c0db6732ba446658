//! The laws of reading any reply: it ends, what is found can be kept, and every record is placed in chunks of
//! the window or counted as lost. What is given is a reply and the texts of two chunks, each behind a line of
//! four signs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_kernel::model::{Chunk, Facts, Key};
use quipu_kernel::replies::{contexts, follow_ups, names, notes, numbers, placed, points, ratings, reported};
use quipu_language::{Rules, names::extract};

fuzz_target!(|text: &str| {
    let mut parts = text.splitn(3, "\n====\n");
    let [reply, first, second] = std::array::from_fn(|_| parts.next().unwrap_or_default());
    let found = notes(reply);
    assert!(found.shaped || found.count() == 0, "records of a reply without shape");
    assert!(found.relations.iter().all(|of| !of.source.is_empty() && !of.target.is_empty()), "a relation of nothing");
    assert!(names(reply).relations.iter().all(|of| !of.source.is_empty()), "a relation of nothing");
    assert_eq!(contexts(reply, 2).len(), 2, "a context or none for each chunk");
    if let Some(report) = reported(reply) {
        assert!(!report.title.is_empty() && !report.findings.is_empty(), "a report of nothing");
        assert!(report.rating.is_none_or(|rating| (0.0..=10.0).contains(&rating)), "a rating out of bounds");
    }
    let scored = points(reply).unwrap_or_default();
    assert!(scored.iter().all(|point| !point.text.is_empty()), "a point of nothing");
    assert!(
        scored.iter().filter_map(|point| point.score).all(|score| (0.0..=100.0).contains(&score)),
        "a score out of bounds"
    );
    assert!(
        follow_ups(reply).iter().all(|(text, score)| !text.is_empty() && (0.0..=100.0).contains(score)),
        "a question of nothing"
    );
    assert!(ratings(reply, 3).iter().flatten().all(|rating| (0.0..=5.0).contains(rating)), "a rating out of bounds");
    assert!(numbers(reply).is_none_or(|found| !found.is_empty()), "no number is none");
    let (records, lost, repeated) = (found.count(), found.lost.len(), found.repeated);
    let chunk = |text: &str| Chunk { text: text.to_owned(), ..Chunk::default() };
    let window: Vec<(Chunk, Vec<Facts>)> =
        [first, second].map(chunk).into_iter().map(|chunk| (chunk.clone(), vec![extract(&chunk)])).collect();
    let of: Vec<_> = window.iter().map(|(chunk, facts)| (chunk, facts.as_slice())).collect();
    let (facts, placed) = placed(found, &of, Key::text("fuzz"), &Rules);
    assert_eq!((facts.len(), placed.repeated), (window.len(), repeated), "facts for each chunk");
    let found = placed.found.iter().sum::<u64>() as usize;
    assert_eq!(found + placed.lost.len(), records + lost, "a record went without a word");
    for (facts, (chunk, _)) in facts.iter().zip(&window) {
        let text = chunk.text.as_str();
        for mention in &facts.mentions {
            assert!(!mention.name.folded.is_empty(), "a mention of nothing");
            let under = text.get(mention.span.range()).expect("a mention lies in the text");
            assert!(mention.span.is_empty() || under == mention.form, "a form is not the text under its span");
        }
        let known = |name| facts.mentions.iter().any(|mention| &mention.name == name);
        assert!(facts.statements.iter().all(|of| text.get(of.quote.range()).is_some()), "a quote lies outside");
        assert!(
            facts.statements.iter().all(|of| known(&of.source) && known(&of.target)),
            "a statement of unknown names"
        );
        assert!(facts.claims.iter().all(|of| text.get(of.quote.range()).is_some()), "a quote lies outside");
    }
});
