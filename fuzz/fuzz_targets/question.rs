//! Any text is a question: words, names and the kind of its answer, in bounded number.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_kernel::text;
use quipu_kernel::view::Question;
use quipu_language::answer::asked;
use quipu_language::names::alike;

fuzz_target!(|data: &str| {
    let question = Question::spelled(data, alike);
    assert!(question.words.len() <= 512, "a question without end");
    assert!(question.words.iter().all(|word| word.count > 0 && !word.terms.is_empty()));
    for name in &question.names {
        assert!(!name.folded.is_empty() && name.words.0 < name.words.1, "a name of nothing");
    }
    let asked = asked(data);
    for (place, word) in data.split_whitespace().enumerate() {
        asked.value.answers(&text::fold_name(word), place % 2 == 0, place == 0);
    }
});
