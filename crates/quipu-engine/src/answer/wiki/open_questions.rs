//! What the documents leave open: things that many name and none explains, names that may mean one thing, and statements
//! that contradict each other.

use std::collections::BTreeSet;

use quipu_kernel::model::{Day, Key, Kind};
use quipu_language::clauses::conflict::{Clash, Dated, compared};

use super::wiki_corpus::{NamedThing, WikiCorpus, date_of};
use super::wiki_page::{WikiBlock, WikiLine, WikiPage, WikiPageKind, WikiPart, WikiPlace};
use super::wiki_words::{WikiPhrase, WikiWords};
use crate::base::Workspace;
use crate::base::ports::{Store, StoreError};
use crate::find::graph::{EntityBrief, EntityCatalogue, Likeness, NamePair};

/// The least number of documents that name a thing whose explanation is missed.
const OFTEN: usize = 3;
/// Most lines of each kind.
const MOST: usize = 30;
/// Most documents linked for an unexplained thing.
const DOCUMENTS: usize = 3;
/// The least number of letters of an acronym.
const ACRONYM: usize = 3;
/// The least number of letters of a word in which one may differ.
const SLIP: usize = 5;
/// Most pairs of sentences compared for one thing.
const COMPARED: usize = 60;

/// Two sentences that contradict each other.
pub(super) struct WikiConflict {
    thing: usize,
    sides: [(String, WikiPlace); 2],
}

/// What is open.
#[derive(Default)]
pub(super) struct OpenQuestions {
    /// Positions of things that no sentence explains.
    pub(super) unexplained: Vec<usize>,
    pub(super) conflicts: Vec<WikiConflict>,
    pub(super) pairs: Vec<NamePair>,
}

impl OpenQuestions {
    /// Notes a thing that nothing explains, if many documents name it.
    pub(super) fn note_unexplained(&mut self, at: usize, thing: &NamedThing) {
        if thing.documents.len() >= OFTEN {
            self.unexplained.push(at);
        }
    }

    /// The page.
    pub(super) fn page(&self, corpus: &WikiCorpus, words: WikiWords) -> WikiPage {
        let heading = |phrase: WikiPhrase| WikiBlock::Heading(words.say(phrase).to_owned());
        let means = |phrase: WikiPhrase| WikiBlock::Text(vec![WikiPart::text(words.say(phrase))]);
        let mut blocks = Vec::new();
        let lists = [
            (WikiPhrase::Conflicts, WikiPhrase::ConflictsMean, self.conflict_lines(corpus)),
            (WikiPhrase::Unexplained, WikiPhrase::UnexplainedMeans, self.unexplained_lines(corpus, words)),
            (WikiPhrase::AlikeNames, WikiPhrase::AlikeMeans, self.pair_lines()),
        ];
        for (name, meaning, lines) in lists.into_iter().filter(|(.., lines)| !lines.is_empty()) {
            blocks.extend([heading(name), means(meaning), WikiBlock::List(lines)]);
        }
        if blocks.is_empty() {
            blocks.push(means(WikiPhrase::NothingOpen));
        }
        let kind = WikiPageKind::Questions;
        let title = words.say(WikiPhrase::OpenQuestions).to_owned();
        WikiPage { kind, keys: vec![kind.key(Key::default())], title, aliases: Vec::new(), blocks }
    }

    fn unexplained_lines(&self, corpus: &WikiCorpus, words: WikiWords) -> Vec<WikiLine> {
        let mut most_named = self.unexplained.clone();
        most_named.sort_by_key(|at| std::cmp::Reverse(corpus.things[*at].documents.len()));
        let line = |at: &usize| {
            let thing = &corpus.things[*at];
            let count = words.documents(thing.documents.len() as u64);
            let mut parts = vec![thing_link(thing), WikiPart::text(format!("({count}):"))];
            for (nth, (document, _)) in thing.documents.iter().take(DOCUMENTS).enumerate() {
                parts.extend((nth > 0).then(|| WikiPart::text("·")));
                parts.push(corpus.link(*document));
            }
            parts.into()
        };
        most_named.iter().take(MOST).map(line).collect()
    }

    fn conflict_lines(&self, corpus: &WikiCorpus) -> Vec<WikiLine> {
        let mut lines = Vec::new();
        for conflict in self.conflicts.iter().take(MOST) {
            lines.push(vec![thing_link(&corpus.things[conflict.thing])].into());
            let side = |(text, place): &(String, WikiPlace)| {
                let parts = vec![WikiPart::text(text.clone()), WikiPart::Cite(place.clone())];
                WikiLine { depth: 1, parts }
            };
            lines.extend(conflict.sides.iter().map(side));
        }
        lines
    }

    fn pair_lines(&self) -> Vec<WikiLine> {
        let link = |key: Key, name: &str| WikiPart::Page { key: WikiPageKind::Thing.key(key), text: name.to_owned() };
        let quoted = |name: &str| format!("\"{}\"", name.replace(['"', '`', '$', '\\'], "?"));
        let line = |pair: &NamePair| {
            let command = format!("quipu entity merge {} {}", quoted(&pair.a.name), quoted(&pair.b.name));
            let (a, b) = (link(pair.a.key, &pair.a.name), link(pair.b.key, &pair.b.name));
            vec![a, WikiPart::text("·"), b, WikiPart::text("—"), WikiPart::Code(command)].into()
        };
        self.pairs.iter().map(line).collect()
    }
}

fn thing_link(thing: &NamedThing) -> WikiPart {
    WikiPart::Page { key: WikiPageKind::Thing.key(thing.key), text: thing.name.clone() }
}

/// Pairs of names that may mean one thing, the likeliest first; those that a person parted are left out.
pub(super) async fn alike(store: &dyn Store) -> Result<Vec<NamePair>, StoreError> {
    let parted: BTreeSet<Key> =
        store.decisions().await?.iter().filter_map(|one| one.verdict.parts_from_others()).collect();
    let stands = |pair: &NamePair| {
        let keys = !parted.contains(&pair.a.key) && !parted.contains(&pair.b.key);
        keys && is_of_names(pair) && is_likely(pair)
    };
    let pairs = EntityCatalogue::read(store).await?.suggested();
    Ok(pairs.into_iter().filter(stands).take(MOST).collect())
}

/// True if both are names of things, and none of code.
fn is_of_names(pair: &NamePair) -> bool {
    let of_code = |one: &EntityBrief| {
        matches!(one.kind, Kind::Identifier | Kind::Date | Kind::Word) || one.name.contains(['_', '/', '\\', '$', '='])
    };
    !of_code(&pair.a) && !of_code(&pair.b)
}

/// True if a pair is worth a person's look: of likenesses that chance often makes only some are.
fn is_likely(pair: &NamePair) -> bool {
    let (a, b) = (pair.a.name.as_str(), pair.b.name.as_str());
    let are_people = pair.a.kind == Kind::Person && pair.b.kind == Kind::Person;
    pair.why.iter().any(|why| match why {
        Likeness::SameLetters => true,
        Likeness::WordOrder => a.contains(' '),
        Likeness::Initials | Likeness::FamilyName => are_people,
        Likeness::Acronym => is_acronym(a, b) || is_acronym(b, a),
        Likeness::Spelling => is_slip(a, b),
    })
}

/// True if the one is in capitals alone and the other writes its words with them: "EEA", "European Environment Agency".
fn is_acronym(short: &str, long: &str) -> bool {
    let capitals = long.split_whitespace().filter(|word| word.starts_with(char::is_uppercase)).count();
    let letters = short.chars().count();
    letters >= ACRONYM && short.chars().all(char::is_uppercase) && capitals == letters
}

/// True if names of several words differ in one long word, and not by a plural: "Nielsen", "Nielson".
fn is_slip(a: &str, b: &str) -> bool {
    let (a, b): (Vec<&str>, Vec<&str>) = (a.split_whitespace().collect(), b.split_whitespace().collect());
    let differ = |(one, other): &(&&str, &&str)| one.to_lowercase() != other.to_lowercase();
    let found: Vec<(&&str, &&str)> = a.iter().zip(&b).filter(differ).collect();
    let plural = |one: &str, other: &str| one.strip_suffix('s') == Some(other);
    let long = |(one, other): &(&&str, &&str)| {
        one.chars().count().min(other.chars().count()) >= SLIP && !plural(one, other) && !plural(other, one)
    };
    a.len() > 1 && a.len() == b.len() && found.len() == 1 && found.iter().all(long)
}

/// The first contradiction among sentences about a thing: of different documents, both of which name it.
pub(super) fn conflict(
    workspace: &Workspace,
    corpus: &WikiCorpus,
    thing: usize,
    sentences: &[(String, WikiPlace)],
) -> Option<WikiConflict> {
    let day = |place: &WikiPlace| -> Option<Day> {
        workspace.extractor.day(date_of(&corpus.rows[corpus.position_of(place)?])?)
    };
    let mut left = COMPARED;
    for (at, (a, one)) in sentences.iter().enumerate() {
        for (b, other) in &sentences[at + 1..] {
            if one.document == other.document || left == 0 {
                continue;
            }
            left -= 1;
            let name = corpus.things[thing].name.as_str();
            let said = compared(Dated { text: a, day: day(one) }, Dated { text: b, day: day(other) }, &[name]);
            if said.clash == Clash::Conflict {
                let sides = [(a.clone(), one.clone()), (b.clone(), other.clone())];
                return Some(WikiConflict { thing, sides });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likenesses_that_chance_makes_are_left_out() {
        assert!(is_acronym("EEA", "European Environment Agency") && !is_acronym("DOJ", "Department of Justice"));
        assert!(!is_acronym("UI", "User Interface") && !is_acronym("EEA", "every eager animal"));
        assert!(is_slip("Kirstjen Nielsen", "Kirstjen Nielson"));
        for (a, b) in [("Order Form", "Order Forms"), ("Ireland", "Iceland"), ("CA Division", "PA Division")] {
            assert!(!is_slip(a, b), "{a} {b}");
        }
    }
}
