//! The laws of facts over any text: forms are the text under their spans, quotes lie in the chunk,
//! statements and links speak of names that are mentioned.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_kernel::model::Chunk;
use quipu_language::names::{extract, title_names};

fuzz_target!(|data: (&str, &str)| {
    let (heading, text) = data;
    let chunk = Chunk { text: text.to_owned(), headings: vec![heading.to_owned()], ..Chunk::default() };
    let facts = extract(&chunk);
    for mention in &facts.mentions {
        let under = text.get(mention.span.range()).expect("a mention lies in the text");
        assert!(mention.span.is_empty() || under == mention.form, "a form is not the text under its span");
        assert!(!mention.name.folded.is_empty(), "a mention of nothing");
    }
    let known = |name| facts.mentions.iter().any(|mention| &mention.name == name);
    for statement in &facts.statements {
        assert!(text.get(statement.quote.range()).is_some(), "a quote lies outside");
        assert!(known(&statement.source) && known(&statement.target), "a statement of names that nobody mentions");
    }
    assert!(facts.links.iter().all(|link| text.get(link.quote.range()).is_some() && link.a != link.b));
    assert!(title_names(heading).iter().all(|mention| !mention.name.folded.is_empty()));
});
