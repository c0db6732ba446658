//! `auto`: chooses among the others by what the question names (a router among ways): `walk` where there is something to
//! walk from, `hybrid` where nothing is named, or only words that are mostly no names in these documents. What is asked of the
//! whole never comes here: `global` looks more than once, and whoever looks chooses it before.
//!
//! Cost: that of `walk`, whose view is cut, and less where `hybrid` ranks it. The choice is told in the trace.

use super::hybrid::Hybrid;
use super::walk::{Walk, start};
use super::{Options, Strategy, WayCard};
use crate::view::{Evidence, Needs, Question, View};

/// A walk begins where at least this part of its start is left to what the question names. Of 0.2 to 0.95 the one with
/// which nothing is lost on the sets of questions that name things and something won on nfcorpus (even questions).
const NAMED: f64 = 0.4;

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Auto;

/// The strategy for a question, and why it is that one.
fn chosen(question: &Question, view: &View, options: &Options) -> (&'static dyn Strategy, &'static str) {
    match start::named_part(question, view, options) {
        part if part >= NAMED => (&Walk, "the question names what the documents name"),
        part if part > 0.0 => (&Hybrid, "what the question names is mostly plain words"),
        _ => (&Hybrid, "the question names nothing that the documents name"),
    }
}

impl Strategy for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "chosen by the question: `walk` where it names something, `global` where it asks of the whole, else `hybrid`"
    }

    fn card(&self) -> WayCard {
        WayCard { of: "", steps: &["entities named", "a choice"], ..WayCard::default() }
    }

    fn plan(&self, question: &Question, options: &Options) -> Needs {
        let (walk, hybrid) = (Walk.plan(question, options), Hybrid.plan(question, options));
        Needs { lexical: walk.lexical.max(hybrid.lexical), dense: walk.dense.max(hybrid.dense), ..walk }
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        let found = chosen(question, view, options).0.retrieve(question, view, options);
        Evidence { strategy: self.name().to_owned(), ..found }
    }

    fn chosen(&self, question: &Question, view: &View, options: &Options) -> Option<(&'static str, &'static str)> {
        let (strategy, why) = chosen(question, view, options);
        Some((strategy.name(), why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Counts, NamedEntity, ViewEntity};

    #[test]
    fn a_walk_begins_where_something_is_named() {
        let question = Question::new("Who keeps Mercury?");
        let name = question.names.iter().position(|name| name.folded == "mercury").expect("it may be a name");
        // How many chunks have the word, and how many the name.
        let way = |saying: u64, naming: Option<u64>| {
            let entity = |chunks| ViewEntity { chunks, ..ViewEntity::default() };
            let view = View {
                counts: Counts { documents: 50, chunks: 100, length: 1000 },
                word_chunks: vec![saying; question.words.len()],
                entities: naming.map(entity).into_iter().collect(),
                named: naming.map(|_| NamedEntity { entity: 0, name: name as u32 }).into_iter().collect(),
                ..View::default()
            };
            Auto.chosen(&question, &view, &Options::default()).map(|(way, _)| way)
        };
        assert_eq!(way(9, Some(9)), Some("walk"));
        assert_eq!(way(90, Some(2)), Some("hybrid"), "nearly all that say it mean the metal");
        assert_eq!(way(9, None), Some("hybrid"));
    }
}
