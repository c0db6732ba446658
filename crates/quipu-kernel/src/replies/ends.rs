//! Numbers as ends of relations: relations whose ends are the ids of entities, or their places in the list.
//!
//! A number is never a name where a list of entities could be counted by it: it is one of them, or the relation is
//! lost, and counted.

use rustc_hash::FxHashMap;

use super::notes::{Loss, Notes, Relation};

/// The numbers of entities, as they are read.
#[derive(Debug, Default)]
pub(super) struct Numbered {
    /// Names by their ids.
    ids: FxHashMap<String, String>,
    /// All names, in their order.
    names: Vec<String>,
}

impl Numbered {
    /// Adds a name with the id in its record.
    pub(super) fn note(&mut self, name: &str, id: Option<String>) {
        self.names.push(name.to_owned());
        if let Some(id) = id {
            self.also(&id);
        }
    }

    /// Takes note of another id of the last one.
    pub(super) fn also(&mut self, id: &str) {
        if let Some(name) = self.names.last().filter(|name| !name.is_empty() && name.as_str() != id) {
            self.ids.entry(id.trim().to_lowercase()).or_insert_with(|| name.clone());
        }
    }

    /// True if an entity has this name.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// Puts names in the place of numbers.
    pub(super) fn settle(&self, notes: &mut Notes) {
        if self.names.is_empty() {
            return;
        }
        let relations = std::mem::take(&mut notes.relations);
        let relations: Vec<Relation> = relations.into_iter().map(|relation| self.by_id(relation)).collect();
        let first = self.first(&relations);
        for mut relation in relations {
            let text = format!("{} {} {}", relation.source, relation.predicate, relation.target);
            if let Some((source, target)) = self.places(&relation) {
                let name = |place: usize| Some(self.names.get(place.checked_sub(first?)?)?.clone());
                let Some(ends) = name(source).zip(name(target)) else {
                    notes.lose(Loss::Endless, &text);
                    continue;
                };
                (relation.source, relation.target) = ends;
            }
            notes.relation(relation, || text);
        }
        for claim in &mut notes.claims {
            for end in [&mut claim.subject, &mut claim.object] {
                if let Some(name) = self.id(end) {
                    name.clone_into(end);
                }
            }
        }
    }

    fn by_id(&self, mut relation: Relation) -> Relation {
        for end in [&mut relation.source, &mut relation.target] {
            if let Some(name) = self.id(end) {
                name.clone_into(end);
            }
        }
        relation
    }

    /// The name of the entity with this id, if the id is not its name.
    fn id(&self, end: &str) -> Option<&str> {
        if self.ids.is_empty() || self.knows(end) {
            return None;
        }
        self.ids.get(&end.trim().to_lowercase()).map(String::as_str)
    }

    /// The places that both ends of a relation are, if they are.
    fn places(&self, relation: &Relation) -> Option<(usize, usize)> {
        let place = |end: &str| {
            let place = end.parse::<usize>().ok().filter(|_| is_number(end))?;
            (place <= self.names.len() && !self.knows(end)).then_some(place)
        };
        place(&relation.source).zip(place(&relation.target))
    }

    /// The number of the first place, 0 or 1; none where it is ambiguous.
    fn first(&self, relations: &[Relation]) -> Option<usize> {
        let places = relations.iter().filter_map(|relation| self.places(relation));
        let places: Vec<usize> = places.flat_map(|(source, target)| [source, target]).collect();
        match (places.contains(&0), places.contains(&self.names.len())) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ => None,
        }
    }
}

/// True if an end is a number and nothing else.
pub(super) fn is_number(end: &str) -> bool {
    !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit())
}
