//! Short names of people inside a document: "Newell" where it has one Norman Newell, "Лев Николаевич"
//! where it has one Лев Толстой.
//!
//! A short name is taken for the full one only where exactly one person of the document can be meant;
//! where brothers share a surname it stays unchanged. Cost: a sort of the document's names.

use std::collections::{BTreeMap, BTreeSet};

use super::genders::Genders;
use super::heard::{self, HeardMention};
use super::people::{Person, is_full_name};
use super::{Meanings, NamedDocument};
use crate::names::lexicon::marks_of;
use crate::tables::marks::Marks;
use quipu_kernel::model::{Kind, Mention, Name};

/// The most full names of one surname or given name that are looked at.
const MOST: usize = 16;

/// The people of a document, by surname and by first given name, each with the name that stands for all.
struct People {
    by_surname: BTreeMap<String, BTreeSet<Person>>,
    by_given: BTreeMap<String, BTreeSet<Person>>,
    names: BTreeMap<Person, Name>,
    /// The senses of their names in this document, where others bear them too.
    senses: BTreeMap<Person, Name>,
    /// People after whom something is named, which a surname alone may mean as well.
    honoured: BTreeSet<Person>,
}

/// A short name, and whose it is.
pub(super) struct Short {
    /// The folded short name.
    pub(super) name: String,
    /// The full one.
    pub(super) full: Name,
    /// True if it is enough to mean the same elsewhere: a given name and the surname.
    pub(super) anywhere: bool,
}

/// The short names of a document; `known` names mean something already.
pub(super) fn shorts(document: &NamedDocument<'_>, known: &Meanings) -> Vec<Short> {
    let people = people(document, known);
    let mut out = Vec::new();
    if people.names.is_empty() {
        return out;
    }
    let genders = Genders::of(document);
    for (folded, (mention, heard)) in &document.names {
        let placed = !folded.contains(' ') && document.placed.contains(*folded);
        let thing = placed || document.renamed.contains(*folded) || document.is_thing(folded, heard.as_ref());
        if known.contains_key(*folded) || thing || !can_be_short(mention) {
            continue;
        }
        if heard.is_none() && !people.may_know(folded) {
            continue;
        }
        let heard = heard.clone().unwrap_or_else(|| HeardMention::new(folded, &mention.form));
        let mut meant: BTreeSet<&Person> = BTreeSet::new();
        let mut of = None;
        for person in heard.readings.iter().filter_map(|words| Person::read(words, heard.doubled)) {
            let (found, sure) = people.meant_by(&person, &heard);
            if !sure {
                meant.clear();
                of = None;
                break;
            }
            if let Some(found) = found {
                meant.insert(found);
                of = Some(person);
            }
        }
        if let (Some(person), [meant]) = (of, meant.into_iter().collect::<Vec<_>>().as_slice())
            && let Some(name) = people.names.get(*meant)
            && name.folded != **folded
            && !genders.exclude(folded, &name.folded)
            && !(heard.russian && person == **meant)
            && !(person.given.is_empty() && people.honoured.contains(*meant))
        {
            let anywhere = !person.surname.is_empty() && person.given.iter().any(|name| name.chars().nth(1).is_some());
            let full = people.senses.get(*meant).filter(|_| !anywhere).unwrap_or(name).clone();
            out.push(Short { name: (*folded).to_owned(), full, anywhere });
        }
    }
    out
}

fn people(document: &NamedDocument<'_>, known: &Meanings) -> People {
    let mut people = People {
        by_surname: BTreeMap::new(),
        by_given: BTreeMap::new(),
        names: BTreeMap::new(),
        senses: BTreeMap::new(),
        honoured: BTreeSet::new(),
    };
    for (folded, (mention, heard)) in &document.names {
        if !is_full_name(mention, heard.as_ref()) || is_phrase(document, folded, mention) {
            continue;
        }
        let heard = heard.clone().unwrap_or_else(|| HeardMention::new(folded, &mention.form));
        // The usual meaning is spelled like the person's name.
        let meaning = known.get(*folded);
        let decided = meaning.map(|meaning| meaning.usually.last().unwrap_or(&meaning.full));
        let words = match (decided.filter(|name| name.is_canonical()), heard.readings.as_slice()) {
            (Some(name), _) => name.folded.split(' ').map(str::to_owned).collect(),
            (None, [words]) => words.clone(),
            (None, _) => continue,
        };
        let Some(person) = Person::read(&words, heard.doubled) else { continue };
        people.honoured.extend(document.honoured.contains(*folded).then(|| person.clone()));
        if person.given.is_empty() || person.surname.is_empty() {
            continue;
        }
        let plain = || Name { folded: words.join(" "), sense: String::new() };
        let name = if heard.russian { heard::named(&words) } else { plain() };
        if let Some(meaning) = meaning.filter(|meaning| meaning.usually.last() == Some(&name)) {
            people.senses.insert(person.clone(), meaning.full.clone());
        }
        // "President of South Africa": the place is not short for the person.
        if !folded.contains(" of ") {
            people.by_surname.entry(person.surname.clone()).or_default().insert(person.clone());
        }
        if heard.doubled {
            for part in person.surname.split(' ') {
                people.by_surname.entry(part.to_owned()).or_default().insert(person.clone());
            }
        }
        people.by_given.entry(person.given[0].clone()).or_default().insert(person.clone());
        // Of two ways to write one person's name, the greater one, in any order.
        let standing = people.names.entry(person).or_insert_with(|| name.clone());
        if (name.folded.len(), &name.folded) > (standing.folded.len(), &standing.folded) {
            *standing = name;
        }
    }
    people
}

impl People {
    /// True if a Latin name can be short for one of them at all: by its last words.
    fn may_know(&self, folded: &str) -> bool {
        let known = |word: &str| self.by_surname.contains_key(word) || self.by_given.contains_key(word);
        // After the surname, "jr" or honours may stand.
        folded.rsplit(' ').take(4).any(known)
    }

    /// The one person that a name may mean, and true if no other may be meant.
    fn meant_by(&self, person: &Person, heard: &HeardMention) -> (Option<&Person>, bool) {
        let alone = person.given.is_empty() && person.suffix.is_none();
        let family = self.by_surname.get(&person.surname);
        let namesakes = match (person.surname.is_empty(), alone) {
            (true, _) => self.by_given.get(&person.given[0]),
            (_, true) if is_given(&person.surname, heard) => self.by_given.get(&person.surname),
            _ => None,
        };
        // "Михаил Евграфович", of whom the text else writes initials: both must fit.
        let initial = || person.given[0].get(..1).and_then(|initial| self.by_given.get(initial)).into_iter().flatten();
        let written = person.surname.is_empty().then(initial).into_iter().flatten();
        let all = family.into_iter().chain(namesakes).flatten();
        let all = all.chain(written.filter(|full| full.given.len() > 1));
        let candidates: Vec<&Person> =
            all.filter(|full| alone || !heard.russian && *full == person || person.may_be(full)).collect();
        if candidates.len() > MOST {
            return (None, false);
        }
        let Some(fullest) = candidates.iter().max_by_key(|full| (full.fullness(), std::cmp::Reverse(**full))) else {
            return (None, true);
        };
        let one = candidates.iter().all(|other| other == fullest || other.may_be(fullest));
        let more = alone || fullest.fullness() >= person.fullness();
        (Some(*fullest).filter(|_| one && more), one)
    }
}

/// True if a name of unknown kind ends with a word that its document uses as a common one, and begins with no given
/// name: "Harbor Search" is a phrase, for which "Search" is not short.
fn is_phrase(document: &NamedDocument<'_>, folded: &str, mention: &Mention) -> bool {
    let mut words = folded.split(' ');
    let (first, last) = (words.next().unwrap_or_default(), words.next_back().unwrap_or_default());
    mention.kind != Kind::Person && document.common.contains(last) && !marks_of(first).any(Marks::GIVEN)
}

/// True if a single word is a given name.
fn is_given(word: &str, heard: &HeardMention) -> bool {
    if heard.russian { crate::russian::given::is_given(word).is_some() } else { marks_of(word).any(Marks::GIVEN) }
}

/// True if a form begins with a particle of nobility: "фон Браун".
fn is_led(form: &str) -> bool {
    form.split_once(' ').is_some_and(|(first, _)| marks_of(first).any(Marks::PARTICLE))
}

/// True if a mention may be short for a person's name. A name of a place may not, unless it is said to be
/// a person.
fn can_be_short(mention: &Mention) -> bool {
    let folded = &mention.name.folded;
    let place = !folded.contains(' ') && marks_of(folded).any(Marks::LAND | Marks::NATION);
    matches!(mention.kind, Kind::Person | Kind::Entity | Kind::Word | Kind::Place)
        && (mention.form.starts_with(char::is_uppercase) || is_led(&mention.form))
        && mention.form.split_whitespace().nth(4).is_none()
        && (!place || mention.kind == Kind::Person)
}
