//! A choice by the named entities of a question: `walk` where there is something to walk from, `hybrid` without names
//! or with words that are mostly no names in these documents, and `hybrid` for a long text, since a walk would start at
//! every name that it mentions in passing.

use super::super::hybrid::Hybrid;
use super::super::walk::{Walk, start};
use super::super::{Options, Strategy};
use super::AutoOptions;
use crate::view::{Needs, Question, View};

/// The strategy for a question, and why it is that one.
pub(super) fn chosen(question: &Question, view: &View, options: &Options) -> (&'static dyn Strategy, &'static str) {
    if question.is_long() {
        return (&Hybrid, "a long text is searched by all of its words");
    }
    match start::named_part(question, view, options) {
        part if part >= AutoOptions::of(options).named => (&Walk, "the question names what the documents name"),
        part if part > 0.0 => (&Hybrid, "what the question names is mostly plain words"),
        _ => (&Hybrid, "no name in the question occurs in the documents"),
    }
}

/// Needs of both strategies.
pub(super) fn plan(question: &Question, options: &Options) -> Needs {
    let hybrid = Hybrid.plan(question, options);
    if question.is_long() { hybrid } else { Walk.plan(question, options).joined(hybrid) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Counts, NamedEntity, ViewEntity};

    #[test]
    fn a_walk_begins_where_something_is_named() {
        let question = Question::new("Who keeps Mercury?");
        let name = question.names.iter().position(|name| name.folded == "mercury").expect("it may be a name");
        // The numbers of chunks with the word, and with the name.
        let way = |saying: u64, naming: Option<u64>| {
            let entity = |chunks| ViewEntity { chunks, ..ViewEntity::default() };
            let view = View {
                counts: Counts { documents: 50, chunks: 100, length: 1000 },
                word_chunks: vec![saying; question.words.len()],
                entities: naming.map(entity).into_iter().collect(),
                named: naming.map(|_| NamedEntity { entity: 0, name: name as u32 }).into_iter().collect(),
                ..View::default()
            };
            chosen(&question, &view, &Options::default()).0.name()
        };
        assert_eq!(way(9, Some(9)), "walk");
        assert_eq!(way(90, Some(2)), "hybrid", "nearly all that say it mean the metal");
        assert_eq!(way(9, None), "hybrid");
    }

    #[test]
    fn a_long_text_is_searched_by_its_words() {
        let text = "Dear all, the pump in hall two stopped again last night after the filters had been changed. ".repeat(4);
        let (strategy, why) = chosen(&Question::new(&text), &View::default(), &Options::default());
        assert_eq!(strategy.name(), "hybrid");
        assert!(why.contains("long"), "{why}");
    }
}
