//! A choice between `walk` and `hybrid`. A long text goes to `hybrid`, since a walk would start at every name that it
//! mentions in passing; with a bound of `named` a question goes there too that names little or nothing of these
//! documents. Of 0.2 to 0.95, 0.4 was the bound with which most was won on nfcorpus (questions of one or two plain
//! words, even ones). On questions of several steps and on real files every bound loses something since a walk is
//! ordered by bridges, so the default has none.

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
    let least = AutoOptions::of(options).named;
    match start::named_part(question, view, options) {
        part if part > 0.0 && part >= least => (&Walk, "the question names what the documents name"),
        _ if least <= 0.0 => (&Walk, "a walk starts from the words of a question that names nothing"),
        part if part > 0.0 => (&Hybrid, "what the question names is mostly plain words"),
        _ => (&Hybrid, "no name in the question occurs in the documents"),
    }
}

/// The needs of a walk, whose view has what `hybrid` ranks too: with more chunks by vector the walk would be another.
pub(super) fn plan(question: &Question, options: &Options) -> Needs {
    if question.is_long() { Hybrid.plan(question, options) } else { Walk.plan(question, options) }
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
            let mut options = Options::default();
            options.keep("auto.named", "0.4".to_owned(), "0");
            (chosen(&question, &view, &options).0.name(), chosen(&question, &view, &Options::default()).0.name())
        };
        assert_eq!(way(9, Some(9)), ("walk", "walk"));
        assert_eq!(way(90, Some(2)), ("hybrid", "walk"), "nearly all that say it mean the metal");
        assert_eq!(way(9, None), ("hybrid", "walk"));
    }

    #[test]
    fn a_long_text_is_searched_by_its_words() {
        let text =
            "Dear all, the pump in hall two stopped again last night after the filters had been changed. ".repeat(4);
        let (strategy, why) = chosen(&Question::new(&text), &View::default(), &Options::default());
        assert_eq!(strategy.name(), "hybrid");
        assert!(why.contains("long"), "{why}");
    }
}
