//! The laws of taking any answer apart and holding it against any source: sentences lie in the answer one after
//! the other, shares are shares, what is quoted stands in the source, and a source without marks cites nothing. What
//! is given is an answer, a source and a question, each behind a line of four signs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_kernel::replies::object;
use quipu_language::answer::{Backing, declines, follow, nearest, without_marks, written};

fuzz_target!(|text: &str| {
    let mut parts = text.splitn(3, "\n====\n");
    let [answer, source, question] = std::array::from_fn(|_| parts.next().unwrap_or_default());
    let (backing, asked) = (Backing::new([source]), Backing::new([question]));
    let mut last = 0;
    for one in written(answer) {
        assert!(one.span.start >= last && answer.get(one.span.range()).is_some(), "a sentence lies elsewhere");
        last = one.span.end;
        let _ = declines(&one);
        let support = backing.support(&one.text, &asked);
        assert!((0.0..=1.0).contains(&support.share), "{} is no share", support.share);
        assert!(support.missing.len() <= support.looked_for, "more is missing than was looked for");
        if let Some(span) = nearest(source, &one.text) {
            assert!(source.get(span.range()).is_some_and(|quote| !quote.trim().is_empty()), "a quote lies elsewhere");
        }
    }
    assert!(written(&without_marks(source)).iter().all(|one| one.cites.is_empty()), "a source cites");
    if let Some(standing) = follow::standing(question, &[answer, source]) {
        assert!(standing.starts_with(question.trim()), "the question is another");
    }
    let _ = object(answer);
});
