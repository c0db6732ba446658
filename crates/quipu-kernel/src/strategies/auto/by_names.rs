//! A choice by the named entities of a question: `walk` where there is something to walk from, `hybrid` without names
//! or with words that are mostly no names in these documents.

use super::super::hybrid::Hybrid;
use super::super::walk::{Walk, start};
use super::super::{Options, Strategy};
use crate::view::{Needs, Question, View};

/// A walk begins where at least this part of its start is left to the named entities. Of 0.2 to 0.95 the value with
/// which nothing is lost on the sets of questions that name things and something won on nfcorpus (even questions).
const NAMED: f64 = 0.4;

/// The strategy for a question, and why it is that one.
pub(super) fn chosen(question: &Question, view: &View, options: &Options) -> (&'static dyn Strategy, &'static str) {
    match start::named_part(question, view, options) {
        part if part >= NAMED => (&Walk, "the question names what the documents name"),
        part if part > 0.0 => (&Hybrid, "what the question names is mostly plain words"),
        _ => (&Hybrid, "no name in the question occurs in the documents"),
    }
}

/// Needs of both strategies.
pub(super) fn plan(question: &Question, options: &Options) -> Needs {
    Walk.plan(question, options).joined(Hybrid.plan(question, options))
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
}
