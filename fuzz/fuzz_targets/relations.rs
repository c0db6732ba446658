//! The laws of what ties names, over any title and text: quotes lie in the chunk, statements speak of what is mentioned,
//! each says something of two things, and there are not more of them than words could make.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_kernel::extract::Extractor;
use quipu_kernel::model::Chunk;
use quipu_language::Rules;
use quipu_language::parser::Parser;

fuzz_target!(|data: (&str, &str)| {
    let (title, text) = data;
    let chunk = Chunk { text: text.to_owned(), language: "en".to_owned(), ..Chunk::default() };
    let facts = Rules.extract(title, &chunk);
    for mention in &facts.mentions {
        let under = text.get(mention.span.range()).expect("a mention lies in the text");
        assert!(mention.span.is_empty() || under == mention.form, "a form is not the text under its span");
        assert!(!mention.name.folded.is_empty(), "a mention of nothing");
    }
    assert!(facts.mentions.is_sorted_by_key(|mention| mention.span), "mentions are out of order");
    let known = |name| facts.mentions.iter().any(|mention| &mention.name == name);
    for statement in &facts.statements {
        assert!(text.get(statement.quote.range()).is_some(), "a quote lies outside");
        assert!(known(&statement.source) && known(&statement.target), "a statement of names that nobody mentions");
        assert!(statement.source != statement.target && !statement.predicate.trim().is_empty(), "it says nothing");
    }
    assert!(facts.statements.len() <= 500 + text.len(), "a text says more than it has letters");
    let mut parser = Parser::english();
    parser.parse(text.split_whitespace());
    let words = parser.tags().len();
    let roots = parser.heads().iter().filter(|head| usize::from(**head) == words).count();
    assert_eq!(roots, usize::from(words > 0), "a sentence has one root");
});
