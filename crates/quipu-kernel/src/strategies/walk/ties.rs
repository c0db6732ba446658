//! Entities that a stated relation ties to those of the question, by a predicate that the question asks for: "the
//! director of F" asks for `directed by`, so the director of F starts too, though the question does not name the
//! person.
//!
//! A question asks for a predicate if one of the words of the predicate, or of its canonical name, is of one family
//! with a word of the question, or begins as one does. Cost: the relations of the named entities, times the words of
//! the question.

use super::pull;
use crate::text;
use crate::view::{Question, Thesaurus, View};

/// Maximal weight of a relation that counts.
const MOST_WEIGHT: f32 = 4.0;
/// Number of equal first letters of words of one meaning (direct, director).
const ALIKE: usize = 5;
/// Shorter words ask for nothing.
const SHORTEST: usize = 3;

/// An entity that a relation ties to one of the question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tied {
    /// Its position.
    pub(super) entity: u32,
    /// Position of the relation; where there are several, of the one that gives most.
    pub(super) relation: u32,
    /// Amount of its start, beside the seeds of the question's entities.
    pub(super) seed: f64,
}

/// The entities that relations in question tie to the question's, by position; `seeds` are the starts of its entities.
/// All together they start with `share` of these.
pub(super) fn asked(question: &Question, view: &View, seeds: &[f64], share: f64) -> Vec<Tied> {
    if share <= 0.0 || view.relations.is_empty() {
        return Vec::new();
    }
    let words = asking(question, view);
    let mut found: Vec<Tied> = Vec::new();
    for (at, relation) in (0..).zip(&view.relations) {
        let ends = [(relation.source, relation.target), (relation.target, relation.source)];
        let starts = |at: u32| seeds.get(at as usize).map(|seed| *seed > 0.0);
        let begins = |(from, to): &(u32, u32)| starts(*from) == Some(true) && starts(*to) == Some(false);
        let Some((from, entity)) =
            ends.into_iter().find(begins).filter(|_| asks(&words, &relation.predicate, &question.thesaurus))
        else {
            continue;
        };
        let weight = if relation.weight > 0.0 { f64::from(relation.weight.min(MOST_WEIGHT)) } else { 0.0 };
        let seed = seeds[from as usize] * weight * pull(&view.entities[entity as usize]);
        found.push(Tied { entity, relation: at, seed });
    }
    let given: f64 = found.iter().map(|tied| tied.seed).sum();
    let all: f64 = seeds.iter().sum();
    if given <= 0.0 {
        return Vec::new();
    }
    found.iter_mut().for_each(|tied| tied.seed *= share * all / given);
    joined(found)
}

/// Each entity once, by the relation that gives most, with the seeds of all.
fn joined(mut found: Vec<Tied>) -> Vec<Tied> {
    found.sort_by(|a, b| a.entity.cmp(&b.entity).then(b.seed.total_cmp(&a.seed)));
    found.dedup_by(|more, kept| {
        let same = more.entity == kept.entity;
        kept.seed += if same { more.seed } else { 0.0 };
        same
    });
    found
}

/// The words of the question that may ask for a relation, each with its family: none of a name that it gives.
fn asking(question: &Question, view: &View) -> Vec<(String, String)> {
    let names = view.named.iter().filter_map(|named| question.names.get(named.name as usize));
    let named: Vec<&str> = names.flat_map(|name| name.folded.split(' ')).collect();
    let words = question.words.iter().map(|word| word.text.as_str());
    let thesaurus = &question.thesaurus;
    let words = words.filter(|word| !named.contains(word) && tells(word, thesaurus));
    words.map(|word| (word.to_owned(), thesaurus.key(word))).collect()
}

/// True if a word may select a relation.
fn tells(word: &str, thesaurus: &Thesaurus) -> bool {
    word.chars().count() >= SHORTEST && !text::is_stop_word(word) && !thesaurus.is_small(word)
}

/// True if one of these words, each with its family, asks for a predicate.
fn asks(words: &[(String, String)], predicate: &str, thesaurus: &Thesaurus) -> bool {
    let name = thesaurus.canonical(predicate);
    predicate.split(' ').chain(name.split(' ')).filter(|word| tells(word, thesaurus)).any(|said| {
        let key = thesaurus.key(said);
        words.iter().any(|(word, of)| *of == key || alike(word, said))
    })
}

/// True if two words begin alike.
fn alike(a: &str, b: &str) -> bool {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count() >= ALIKE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{NamedEntity, ViewEntity, ViewRelation};

    /// Entities tied to "Polish-Russian War" by a question, by name, with their shares of its start.
    fn tied(question: &str, relations: &[(u32, &str, u32)]) -> Vec<(String, f64)> {
        let mut words = Thesaurus::default();
        words.family("write", ["wrote", "author"]);
        words.predicate("directed by", "directed by|directs");
        let question = Question { thesaurus: words.into(), ..Question::new(question) };
        let entity = |name: &str| ViewEntity { name: name.to_owned(), chunks: 1, ..ViewEntity::default() };
        let name = question.names.iter().position(|name| name.folded == "polish russian war").expect("it is named");
        let relation = |(source, predicate, target): &(u32, &str, u32)| ViewRelation {
            key: Default::default(),
            source: *source,
            predicate: (*predicate).to_owned(),
            target: *target,
            weight: 1.0,
            periods: Vec::new(),
            chunks: Vec::new(),
        };
        let view = View {
            entities: ["Polish-Russian War", "Żuławski", "Masłowska", "Braunek"].map(entity).to_vec(),
            named: vec![NamedEntity { entity: 0, name: name as u32 }],
            relations: relations.iter().map(relation).collect(),
            ..View::default()
        };
        let found = asked(&question, &view, &[2.0, 0.0, 0.0, 0.0], 0.5);
        found.iter().map(|tied| (view.entities[tied.entity as usize].name.clone(), tied.seed / 2.0)).collect()
    }

    #[test]
    fn who_is_asked_for_starts_too() {
        let said = [(0, "directed by", 1), (2, "wrote", 0), (1, "born to", 3)];
        let director = [("Żuławski".to_owned(), 0.5)];
        assert_eq!(tied("Who is the mother of the director of Polish-Russian War?", &said), director);
        assert_eq!(tied("Who directed Polish-Russian War?", &said), director);
        assert_eq!(tied("Where does the author of Polish-Russian War live?", &said), [("Masłowska".to_owned(), 0.5)]);
        assert_eq!(tied("When was Polish-Russian War released?", &said), []);
        // Words of the name ask for nothing.
        assert_eq!(tied("What is Polish-Russian War?", &[(0, "war with", 3)]), []);
    }

    #[test]
    fn several_share_what_one_would_have() {
        let said = [(0, "directed by", 1), (0, "directed by", 2), (1, "directs", 0)];
        let found = tied("Who directed Polish-Russian War?", &said);
        assert_eq!(found, [("Żuławski".to_owned(), 1.0 / 3.0), ("Masłowska".to_owned(), 0.5 / 3.0)]);
    }
}
