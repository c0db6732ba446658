//! An ontology: a person's additions to the tables of predicates and kinds. Other wordings of a predicate, predicates
//! of one's own, and kinds by the nouns that define things. It is applied when relations are read, so that no change of
//! it changes what is stored.
//!
//! A line of predicates is `NAME = wording | wording`, or `NAME < wording` for wordings that lead the other way; a `*`
//! at either end of a wording stands for anything. A line of kinds is `KIND = noun | noun`.

use quipu_kernel::view::listed;

use crate::ties::{self, Bond};

/// A person's additions to the tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ontology {
    predicates: Vec<OwnPredicate>,
    kinds: Vec<OwnKind>,
}

/// Wordings of a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
struct OwnPredicate {
    name: String,
    /// Patterns with `|` between them.
    wordings: String,
    /// True if they lead from the target to the source.
    backwards: bool,
}

/// A kind by nouns.
#[derive(Debug, Clone, PartialEq, Eq)]
struct OwnKind {
    name: String,
    nouns: Vec<String>,
}

/// A line that cannot be read as a part of an ontology.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line:?} is not a line of an ontology, such as {example:?}")]
pub struct OntologyError {
    /// The line.
    pub line: String,
    /// An example of a valid line.
    pub example: &'static str,
}

/// Example of a line of predicates.
const PREDICATE: &str = "depends on = leans on | needs";
/// Example of a line of kinds.
const KIND: &str = "TEAM = team | squad";

impl Ontology {
    /// Reads lines of predicates and lines of kinds; see the module.
    ///
    /// # Errors
    /// When a line has no name, no sign or nothing after it.
    pub fn read(predicates: &[String], kinds: &[String]) -> Result<Self, OntologyError> {
        let mut ontology = Self::default();
        for line in predicates {
            let backwards = !line.contains('=');
            let sign = if backwards { '<' } else { '=' };
            let (name, words) = parted(line, sign, PREDICATE)?;
            ontology.predicates.push(OwnPredicate { name, wordings: words.join("|"), backwards });
        }
        for line in kinds {
            let (name, nouns) = parted(line, '=', KIND)?;
            ontology.kinds.push(OwnKind { name, nouns });
        }
        Ok(ontology)
    }

    /// The canonical name of a predicate, and true if it then leads the other way: as in the ontology, else as in the
    /// table of canonical predicates.
    pub fn canonical<'a>(&'a self, predicate: &'a str, dated: bool) -> (&'a str, bool) {
        let own = self.predicates.iter().find(|own| listed(&own.wordings, predicate));
        own.map_or_else(|| ties::canonical(predicate, dated), |own| (own.name.as_str(), own.backwards))
    }

    /// True if a predicate leads from a thing to the value of a tie.
    pub fn leads(&self, tie: Bond, predicate: &str) -> bool {
        tie.leads(predicate) || self.says(tie, predicate, false)
    }

    /// True if a predicate leads from the value of a tie to the thing.
    pub fn leads_back(&self, tie: Bond, predicate: &str) -> bool {
        tie.leads_back(predicate) || self.says(tie, predicate, true)
    }

    fn says(&self, tie: Bond, predicate: &str, backwards: bool) -> bool {
        let of = self.predicates.iter().filter(|own| own.backwards == backwards && own.name == tie.name());
        of.into_iter().any(|own| listed(&own.wordings, predicate))
    }

    /// True if it defines kinds.
    pub fn has_kinds(&self) -> bool {
        !self.kinds.is_empty()
    }

    /// The kind of a thing that is said to be this: by the noun that ends a phrase, in one number or the other.
    pub fn kind(&self, phrase: &str) -> Option<&str> {
        let phrase = phrase.to_lowercase();
        let one = phrase.strip_suffix('s').unwrap_or(&phrase);
        let ends = |noun: &str, text: &str| {
            text.strip_suffix(noun).is_some_and(|before| before.is_empty() || before.ends_with([' ', '-']))
        };
        let is = |kind: &&OwnKind| kind.nouns.iter().any(|noun| ends(noun, &phrase) || ends(noun, one));
        self.kinds.iter().find(is).map(|kind| kind.name.as_str())
    }
}

/// A line's name and its words, in lower case.
fn parted(line: &str, sign: char, example: &'static str) -> Result<(String, Vec<String>), OntologyError> {
    let wrong = || OntologyError { line: line.to_owned(), example };
    let (name, words) = line.split_once(sign).ok_or_else(wrong)?;
    let words: Vec<String> =
        words.split('|').map(|word| word.trim().to_lowercase()).filter(|word| !word.is_empty()).collect();
    let name = name.trim().to_owned();
    if name.is_empty() || words.is_empty() { Err(wrong()) } else { Ok((name, words)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(predicates: &[&str], kinds: &[&str]) -> Ontology {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        Ontology::read(&lines(predicates), &lines(kinds)).expect("they are lines")
    }

    #[test]
    fn wordings_extend_the_table_and_make_new_rows() {
        let own = of(&["depends on = leans on|* upon", "depends on < carries", "led by = reports to"], &[]);
        assert_eq!(own.canonical("leans on", false), ("depends on", false));
        assert_eq!(own.canonical("stands upon", false), ("depends on", false));
        assert_eq!(own.canonical("carries", false), ("depends on", true));
        assert_eq!(own.canonical("reports to", false), ("led by", false));
        assert_eq!(own.canonical("directs", false), ("directed by", true));
        assert!(own.leads(Bond::DependsOn, "leans on") && own.leads(Bond::DependsOn, "requires"));
        assert!(own.leads_back(Bond::DependsOn, "carries") && !own.leads(Bond::DependsOn, "carries"));
        assert!(!Ontology::default().leads(Bond::DependsOn, "leans on"));
    }

    #[test]
    fn kinds_go_by_the_noun_that_ends_a_phrase() {
        let own = of(&[], &["TEAM = team|squad", "STORE = data store"]);
        assert_eq!(own.kind("Platform team"), Some("TEAM"));
        assert_eq!(own.kind("squads"), Some("TEAM"));
        assert_eq!(own.kind("fast data store"), Some("STORE"));
        assert_eq!(own.kind("steam"), None);
        assert_eq!(own.kind("team of horses"), None);
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        for line in ["depends on", "= x", "x =", "x = |", ""] {
            let error = Ontology::read(&[line.to_owned()], &[]).expect_err(line);
            assert_eq!((error.line.as_str(), error.example), (line, PREDICATE));
        }
        assert!(Ontology::read(&[], &["TEAM < team".to_owned()]).is_err());
    }
}
