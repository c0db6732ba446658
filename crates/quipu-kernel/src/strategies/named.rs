//! Which entities the question names: the longest known name wins, and a lone plain word is a name
//! only when some document has it as its title.

use crate::rank::stop::is_stop;
use crate::view::{NamedEntity, Question, View};

/// Positions of the entities that the question names, each once, in the order of the view.
///
/// A name within a longer known name is dropped; a single word that the question does not mark as a
/// name counts only when it is a title and no stop word.
pub(super) fn entities(question: &Question, view: &View) -> Vec<u32> {
    let known = |named: &&NamedEntity| accepted(question, view, named);
    let found: Vec<&NamedEntity> = view.named.iter().filter(known).collect();
    let mut spans: Vec<(usize, usize)> = found.iter().map(|named| span(question, named)).collect();
    spans.sort_by_key(|&(start, end)| (start, std::cmp::Reverse(end)));
    let outer = outermost(&spans);
    let mut out: Vec<u32> =
        found.iter().filter(|named| outer.contains(&span(question, named))).map(|named| named.entity).collect();
    out.sort_unstable();
    out.dedup();
    out
}

fn span(question: &Question, named: &NamedEntity) -> (usize, usize) {
    question.names[named.name as usize].words
}

fn accepted(question: &Question, view: &View, named: &NamedEntity) -> bool {
    let (Some(name), Some(entity)) = (question.names.get(named.name as usize), view.entities.get(named.entity as usize))
    else {
        return false;
    };
    let (start, end) = name.words;
    match end.saturating_sub(start) {
        0 => false,
        1 => !is_stop(&name.folded) && (name.marked || entity.title),
        _ => true,
    }
}

/// The spans that lie within no longer one; `spans` by start, then longest first.
fn outermost(spans: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for &(start, end) in spans {
        if out.last().is_none_or(|&(_, reached)| end > reached || (start, end) == out[out.len() - 1]) {
            out.push((start, end));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::ViewEntity;

    fn found(text: &str, known: &[(&str, bool)]) -> Vec<String> {
        let question = Question::new(text);
        let entity = |(name, title): &(&str, bool)| ViewEntity { name: (*name).to_owned(), title: *title, ..ViewEntity::default() };
        let named = |at: usize, name: &str| {
            let places = question.names.iter().enumerate().filter(move |(_, candidate)| candidate.folded == name);
            places.map(move |(place, _)| NamedEntity { entity: at as u32, name: place as u32 }).collect::<Vec<_>>()
        };
        let view = View {
            named: known.iter().enumerate().flat_map(|(at, (name, _))| named(at, name)).collect(),
            entities: known.iter().map(entity).collect(),
            ..View::default()
        };
        entities(&question, &view).into_iter().map(|at| view.entities[at as usize].name.clone()).collect()
    }

    #[test]
    fn the_longest_name_wins() {
        let known = [("marie curie", false), ("curie", false), ("curie institute", true)];
        assert_eq!(found("Who was Marie Curie?", &known), ["marie curie"]);
        assert_eq!(found("Who led Marie Curie Institute?", &known), ["marie curie", "curie institute"]);
    }

    #[test]
    fn a_plain_word_is_a_name_only_as_a_title() {
        assert_eq!(found("what is copper", &[("copper", true)]), ["copper"]);
        assert!(found("what is copper", &[("copper", false)]).is_empty());
        assert_eq!(found("what is Copper", &[("copper", false)]), ["copper"]);
        assert!(found("The end", &[("the", true)]).is_empty());
    }
}
