//! A verb with its arguments: its object, and the objects of its prepositions.
//!
//! "The film was directed by Anna Kowalska and stars Jan Nowak" gives *directed by* and *stars*. A date beside another
//! object is the time of the statement.

use super::{End, Scribe, StatementRule, StatementTime};
use crate::english::{AS_NAMED, CONTAINERS, LISTED, PARTS, RELATIVE, lemma, third_person};
use crate::parser::{Label, Tag};
use crate::trust::Sign;

/// Maximal number of joined verbs followed for shared arguments.
const MOST_SHARED: usize = 5;
/// Prepositions after which places follow one another.
const PLACED: [&str; 6] = ["in", "at", "near", "of", "from", "to"];

/// Words before a condition.
pub(super) const CONDITIONS: [&str; 7] = ["if", "when", "whether", "unless", "while", "until", "once"];

/// True if a word is a form of "be".
fn is_be(lower: &str) -> bool {
    lemma(lower) == "be"
}

/// A verb as it is read.
struct Verb {
    at: usize,
    /// Its subjects.
    subjects: Vec<End>,
    /// The predicate without a preposition.
    base: String,
    passive: bool,
    objects: Vec<usize>,
    prepositions: Vec<usize>,
}

impl Scribe<'_, '_> {
    /// Reads a verb.
    pub(super) fn verb(&mut self, at: usize) {
        let lower = self.tree.lower(at).to_owned();
        if self.tree.labels[at] == Label::Acl && LISTED.has(&lower) {
            return;
        }
        if self.tree.has(at, &[Label::Expl]) {
            return;
        }
        if self.page.technical && !self.is_asserted(at) {
            return;
        }
        let verb = self.read_verb(at, &lower);
        if verb.subjects.is_empty() {
            return;
        }
        if is_be(&lower) && !verb.passive {
            if !self.is_denied(at) {
                self.relative_object(&verb, true);
                self.copula(&verb.subjects, at, &verb.prepositions);
            }
            return;
        }
        self.relative_object(&verb, false);
        self.when = self.told_when(&verb);
        self.objects(&verb);
        self.said_to_be(&verb, &lower);
        self.prepositions(&verb);
        self.when = None;
    }

    /// True if a sentence asserts a verb: not an instruction of a manual, a means, a purpose or a condition ("if a
    /// crate has two binaries", "by clicking the button", "to implement FITARA").
    fn is_asserted(&self, verb: usize) -> bool {
        let tree = &self.tree;
        let governing = std::iter::successors(Some(verb), |at| {
            let head = tree.heads[*at];
            (head != *at && tree.labels[*at] == Label::Conj).then_some(head)
        });
        governing.take(MOST_SHARED).all(|at| {
            let own = tree.has(at, &[Label::Nsubj, Label::NsubjPass]);
            let first = tree.heads[at] == at || tree.labels[at] == Label::Conj;
            let marked = tree.own_kids(at).iter().any(|kid| tree.is(*kid, &CONDITIONS));
            let to = tree.own_kids(at).iter().any(|kid| tree.labels[*kid] == Label::Aux && tree.is(*kid, &["to"]));
            (own || first && at != verb || tree.labels[at] == Label::Conj)
                && !marked
                && !to
                && tree.labels[at] != Label::Acl
        })
    }

    fn read_verb(&self, at: usize, lower: &str) -> Verb {
        let tree = &self.tree;
        let found = self.subjects(at);
        let mut subjects: Vec<End> = found.iter().flat_map(|subject| self.said_of(*subject)).collect();
        let mut part = String::new();
        if let Some((noun, own)) = self.part_of_topic(&found, &subjects) {
            (part, subjects) = (noun, own);
        }
        let passive = self.is_passive(at);
        let particles: String =
            tree.kids(at, &[Label::Prt]).iter().map(|kid| format!(" {}", tree.lower(*kid))).collect();
        let denied = if !self.is_denied(at) {
            ""
        } else if passive {
            "not "
        } else {
            "does not "
        };
        let form = match tree.tags[at] {
            _ if passive || matches!(lower, "born" | "called" | "named" | "titled" | "entitled") => lower.to_owned(),
            // A word without an ending must not lose one: "need".
            Tag::Vb | Tag::Vbp if denied.is_empty() => third_person(if is_be(lower) { "be" } else { lower }),
            Tag::Vb | Tag::Vbp => lower.to_owned(),
            _ if denied == "does not " => lemma(lower),
            Tag::Vbz => lower.to_owned(),
            _ => third_person(&lemma(lower)),
        };
        let base = format!("{denied}{part}{form}{particles}");
        let joined = |at: usize| -> Vec<usize> {
            tree.kids(at, &[Label::Dobj]).into_iter().flat_map(|kid| tree.joined(kid)).collect()
        };
        let (mut objects, mut prepositions) = (joined(at), tree.kids(at, &[Label::Prep, Label::Agent]));
        if objects.is_empty()
            && prepositions.is_empty()
            && let Some(shared) = self.sharing(at)
        {
            objects = joined(shared);
            prepositions = tree.kids(shared, &[Label::Agent, Label::Prep]);
            prepositions.retain(|at| tree.is(*at, &["by", "in", "on", "at"]));
        }
        Verb { at, subjects, base, passive, objects, prepositions }
    }

    /// "The music was composed by X" says of the topic that its music was.
    fn part_of_topic(&self, subjects: &[usize], ends: &[End]) -> Option<(String, Vec<End>)> {
        let tree = &self.tree;
        let first = *subjects.first().filter(|_| self.about.any)?;
        let noun = tree.lower(first).to_owned();
        if tree.is_named(first) || !PARTS.has(&noun) || !matches!(ends.first(), Some(End::Notion(..))) {
            return None;
        }
        let owners: Vec<usize> =
            tree.own_kids(first).iter().copied().filter(|kid| tree.labels[*kid] == Label::Poss).collect();
        let owned = match owners.as_slice() {
            [] => vec![End::Topic],
            owners => owners.iter().filter_map(|owner| self.end(*owner)).collect(),
        };
        Some((format!("{noun} "), owned))
    }

    /// The joined verb whose objects a verb shares: "written and directed by".
    fn sharing(&self, at: usize) -> Option<usize> {
        let tree = &self.tree;
        let next = |at: &usize| tree.kids(*at, &[Label::Conj]).into_iter().find(|kid| tree.tags[*kid].is_verb());
        let mut chain = std::iter::successors(next(&at), next).take(MOST_SHARED);
        chain.find(|at| tree.has(*at, &[Label::Dobj, Label::Prep, Label::Agent]))
    }

    /// "The film that X directed" says it of the film.
    fn relative_object(&mut self, verb: &Verb, is_be: bool) {
        let tree = &self.tree;
        let subject = tree.kids(verb.at, &[Label::Nsubj]).first().copied();
        let noun = tree.heads[verb.at];
        let (Label::Relcl, Some(subject)) = (tree.labels[verb.at], subject) else { return };
        let asks =
            tree.own_kids(verb.at).iter().any(|at| tree.is(*at, &["where", "when", "whose", "why", "how", "under"]));
        if is_be
            || verb.passive
            || asks
            || subject < noun
            || RELATIVE.has(tree.lower(subject))
            || tree.has(verb.at, &[Label::Dobj])
        {
            return;
        }
        let stranded = verb.prepositions.iter().find(|at| match tree.kids(**at, &[Label::Pobj]).first() {
            None => true,
            Some(object) => RELATIVE.has(tree.lower(*object)),
        });
        let preposition = stranded.map(|at| format!(" {}", tree.lower(*at))).unwrap_or_default();
        let (predicate, targets) = (format!("{}{preposition}", verb.base), self.said_of(noun));
        self.each(&verb.subjects, &predicate, &targets, StatementRule::Object);
    }

    fn each(&mut self, sources: &[End], predicate: &str, targets: &[End], rule: StatementRule) {
        for source in sources {
            for target in targets {
                self.emit(*source, predicate, *target, rule);
            }
        }
    }

    /// True if a verb has an argument beside the objects of its prepositions.
    fn takes(&self, verb: &Verb) -> bool {
        !verb.objects.is_empty() || self.tree.has(verb.at, &[Label::Attr, Label::Oprd, Label::Acomp])
    }

    /// The date among the objects of the prepositions of a verb with other objects.
    fn told_when(&self, verb: &Verb) -> Option<StatementTime> {
        let tree = &self.tree;
        verb.prepositions.iter().find_map(|preposition| {
            let date = tree.plain_objects(*preposition).into_iter().find(|at| tree.is_date(*at))?;
            let bounds = match tree.lower(*preposition) {
                "since" | "from" => (true, false),
                "until" | "till" => (false, true),
                "in" | "on" | "at" => (true, true),
                _ => return None,
            };
            Some(StatementTime { date: tree.name(date)?.bytes, bounds })
        })
    }

    fn objects(&mut self, verb: &Verb) {
        for object in &verb.objects {
            for subject in &verb.subjects {
                self.object(*subject, &verb.base, *object, StatementRule::Object);
            }
            if self.tree.is_named(*object) {
                continue;
            }
            // "won the Award for X", "played a role in X".
            for preposition in self.tree.kids(*object, &[Label::Prep]) {
                let (first, last) = self.tree.phrase(*object);
                let (start, end) = self.tree.bytes(first, last);
                let predicate =
                    format!("{} {} {}", verb.base, &self.page.text[start..end], self.tree.lower(preposition));
                for target in self.tree.objects_of(preposition) {
                    for subject in &verb.subjects {
                        self.object(*subject, &predicate, target, StatementRule::ObjectPreposition);
                    }
                }
            }
        }
        for kid in self.tree.kids(verb.at, &[Label::Dative]) {
            if self.tree.is_noun(kid) {
                for subject in &verb.subjects {
                    self.object(*subject, &format!("{} to", verb.base), kid, StatementRule::Preposition);
                }
            }
        }
        for kid in self.tree.kids(verb.at, &[Label::NpAdvmod]) {
            if self.tree.is_date(kid) {
                for subject in &verb.subjects {
                    self.object(*subject, &format!("{} on", verb.base), kid, StatementRule::Preposition);
                }
            }
        }
    }

    /// "became king", "was elected president".
    fn said_to_be(&mut self, verb: &Verb, lower: &str) {
        if !AS_NAMED.has(lower) {
            return;
        }
        for kid in self.tree.kids(verb.at, &[Label::Attr, Label::Oprd]) {
            for object in self.tree.joined(kid) {
                for subject in &verb.subjects {
                    self.object(*subject, &verb.base, object, StatementRule::Object);
                }
            }
        }
    }

    /// The only object of a verb, where it is a common noun: without it a preposition says little ("obtained at").
    fn taken(&self, verb: &Verb) -> Option<String> {
        let [object] = verb.objects[..] else { return None };
        let tree = &self.tree;
        let common = tree.tags[object].is_common() && !tree.is_named(object) && !tree.is_date(object);
        (common && !verb.passive).then(|| tree.noun(object)).filter(|noun| noun.chars().all(char::is_alphabetic))
    }

    fn prepositions(&mut self, verb: &Verb) {
        let takes = self.takes(verb);
        let taken = self.taken(verb);
        let incomplete = takes && !verb.passive && taken.is_none();
        self.of_verb = self.of_verb.with_if(incomplete, Sign::Incomplete);
        let rule = if verb.passive { StatementRule::Passive } else { StatementRule::Preposition };
        for preposition in &verb.prepositions {
            let mut objects = self.tree.objects_of(*preposition);
            if objects.is_empty() && self.tree.is(*preposition, &["by"]) {
                // "directed by and starred X".
                let owner = self.tree.heads[*preposition];
                let next = self.sharing(owner).or_else(|| self.sharing(verb.at));
                let taken = next.map(|kid| self.tree.kids(kid, &[Label::Dobj])).unwrap_or_default();
                objects = taken.into_iter().flat_map(|kid| self.tree.joined(kid)).collect();
            }
            let mut predicate = format!("{} {}", verb.base, self.tree.lower(*preposition));
            let mut rule = rule;
            if let Some(taken) = &taken {
                predicate = format!("{} {taken} {}", verb.base, self.tree.lower(*preposition));
                rule = StatementRule::ObjectPreposition;
            }
            objects.retain(|object| !(takes && self.tree.is_date(*object)));
            for object in objects {
                for subject in &verb.subjects {
                    self.object(*subject, &predicate, object, rule);
                }
            }
        }
    }

    /// Adds a statement about an object, about the places that follow it, and about the contents of a container ("the
    /// city of X").
    pub(super) fn object(&mut self, subject: End, predicate: &str, at: usize, rule: StatementRule) {
        let at = self.tree.head_of(at);
        let named = self.tree.name(at).is_some();
        let ends = if named { self.end(at).into_iter().collect() } else { self.said_of(at) };
        let placed = predicate.rsplit(' ').next().is_some_and(|last| PLACED.contains(&last));
        for end in ends {
            self.emit(subject, predicate, end, rule);
            if placed && end.is_named() {
                self.places(subject, predicate, at, rule);
            }
        }
        if named || !self.tree.tags[at].is_noun() || !CONTAINERS.has(self.tree.lower(at)) {
            return;
        }
        for preposition in self.tree.kids(at, &[Label::Prep]) {
            if self.tree.is(preposition, &["of"]) {
                for inner in self.tree.objects_of(preposition) {
                    if let Some(end) = self.end(inner) {
                        self.emit(subject, predicate, end, rule);
                        self.places(subject, predicate, inner, rule);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn joined_verbs_share_what_they_take() {
        let found =
            said("Night Train", "Night Train is a film written and directed by Anna Kowalska, starring Jan Nowak.");
        for expected in ["Night Train | written by | Anna Kowalska", "Night Train | directed by | Anna Kowalska"] {
            assert!(found.contains(&expected.to_owned()), "{found:?}");
        }
        assert!(found.iter().any(|one| one.ends_with("| Jan Nowak")), "{found:?}");
    }

    #[test]
    fn a_denied_verb_says_so() {
        let found = said("", "Anna Kowalska did not direct Night Train in Poland.");
        assert_eq!(found, ["Anna Kowalska | does not direct | Night Train"]);
    }
}
