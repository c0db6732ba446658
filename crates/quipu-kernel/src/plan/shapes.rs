//! The shapes of questions: a chain of ties from one name, or two names compared.

use super::Tie;

/// How two things are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// Which comes first by a date.
    Earlier,
    /// Which comes last by a date.
    Later,
    /// Who lived longer.
    Longer,
    /// Whether both have the same.
    Same,
}

/// A question read into parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The ties to follow, one after the other.
    pub ties: Vec<Tie>,
    /// How what is found is compared, where the question is about two things.
    pub compared: Option<Compared>,
}

/// What leads from a work or a body to a person.
const FIRST: [(&str, Tie); 9] = [
    ("director", Tie::Director),
    ("performer", Tie::Performer),
    ("singer", Tie::Performer),
    ("composer", Tie::Composer),
    ("founder", Tie::Founder),
    ("author", Tie::Author),
    ("writer", Tie::Author),
    ("producer", Tie::Producer),
    ("publisher", Tie::Publisher),
];

/// Kin of two steps.
const FAR_KIN: [(&str, [Tie; 2]); 16] = [
    ("paternal grandfather", [Tie::Father, Tie::Father]),
    ("maternal grandfather", [Tie::Mother, Tie::Father]),
    ("paternal grandmother", [Tie::Father, Tie::Mother]),
    ("maternal grandmother", [Tie::Mother, Tie::Mother]),
    ("stepfather", [Tie::Mother, Tie::Spouse]),
    ("stepmother", [Tie::Father, Tie::Spouse]),
    ("father in law", [Tie::Spouse, Tie::Father]),
    ("mother in law", [Tie::Spouse, Tie::Mother]),
    ("brother in law", [Tie::Spouse, Tie::Sibling]),
    ("sister in law", [Tie::Spouse, Tie::Sibling]),
    ("sibling in law", [Tie::Spouse, Tie::Sibling]),
    ("grandfather", [Tie::Father, Tie::Father]),
    ("grandmother", [Tie::Father, Tie::Mother]),
    ("grandchild", [Tie::Child, Tie::Child]),
    ("uncle", [Tie::Parent, Tie::Sibling]),
    ("aunt", [Tie::Parent, Tie::Sibling]),
];

/// Kin of one step.
const KIN: [(&str, Tie); 11] = [
    ("father", Tie::Father),
    ("mother", Tie::Mother),
    ("wife", Tie::Spouse),
    ("husband", Tie::Spouse),
    ("spouse", Tie::Spouse),
    ("child", Tie::Child),
    ("son", Tie::Child),
    ("daughter", Tie::Child),
    ("sibling", Tie::Sibling),
    ("brother", Tie::Sibling),
    ("sister", Tie::Sibling),
];

/// What is asked in the end: all words of one of the alternatives.
const LAST: [(&str, Tie); 26] = [
    ("nationality", Tie::Nationality),
    ("which country", Tie::Nationality),
    ("what country", Tie::Nationality),
    ("cause of death", Tie::DiedOf),
    ("why did", Tie::DiedOf),
    ("place of birth", Tie::BornIn),
    ("birthplace", Tie::BornIn),
    ("where was + born", Tie::BornIn),
    ("where is + born", Tie::BornIn),
    ("where + born", Tie::BornIn),
    ("place of death", Tie::DiedIn),
    ("where did + die", Tie::DiedIn),
    ("where + die", Tie::DiedIn),
    ("date of birth", Tie::BornOn),
    ("birthday", Tie::BornOn),
    ("when + born", Tie::BornOn),
    ("date of death", Tie::DiedOn),
    ("when + die", Tie::DiedOn),
    ("when + died", Tie::DiedOn),
    ("graduate", Tie::Education),
    ("study", Tie::Education),
    ("studied", Tie::Education),
    ("educated", Tie::Education),
    ("award", Tie::Award),
    ("publication date", Tie::PublishedOn),
    ("when + released", Tie::PublishedOn),
];

/// Whether a question has all words of a pattern, in their order; a `+` parts those that need not touch.
fn has(question: &str, pattern: &str) -> bool {
    let mut rest = question;
    pattern.split(" + ").all(|part| match rest.find(&format!(" {part} ")) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

/// Reads a question about so many names; `words` are its folded words without those names. None where it has no shape
/// that is known, or where one statement answers it.
pub fn plan(words: &str, names: usize) -> Option<Plan> {
    let question = format!(" {} ", words.replace("directors", "director").replace("films", "film"));
    let first = FIRST.iter().find(|(word, _)| has(&question, word)).map(|(_, tie)| *tie);
    match names {
        1 => chain(&question, first),
        2 => comparison(&question, first),
        _ => None,
    }
}

fn chain(question: &str, first: Option<Tie>) -> Option<Plan> {
    let mut ties: Vec<Tie> = first.into_iter().collect();
    if let Some((_, kin)) = FAR_KIN.iter().find(|(word, _)| has(question, word)) {
        ties.extend(kin);
    } else {
        ties.extend(KIN.iter().find(|(word, _)| has(question, word)).map(|(_, tie)| *tie));
    }
    ties.extend(LAST.iter().find(|(pattern, _)| has(question, pattern)).map(|(_, tie)| *tie));
    let asks = ["who", "whose", "what", "which", "when", "where", "why", "name"].iter().any(|word| has(question, word));
    (asks && ties.len() > 1).then_some(Plan { ties, compared: None })
}

fn comparison(question: &str, first: Option<Tie>) -> Option<Plan> {
    let any = |words: &[&str]| words.iter().any(|word| has(question, word));
    let begin: Vec<Tie> = first.into_iter().collect();
    let made = |tie: Tie, compared| Some(Plan { ties: [begin.clone(), vec![tie]].concat(), compared: Some(compared) });
    if any(&["same", "both", "share"]) {
        let person = first.is_some() || any(&["nationality"]) || any(&["same country"]) && !any(&["film", "located"]);
        let tie = if any(&["located", "villages", "rivers", "towns"]) && first.is_none() {
            Tie::Country
        } else {
            Tie::Nationality
        };
        return if person || tie == Tie::Country || any(&["film", "country"]) {
            made(tie, Compared::Same)
        } else {
            None
        };
    }
    if !any(&["or"]) {
        return None;
    }
    if any(&["lived longer", "longer"]) {
        return made(Tie::DiedOn, Compared::Longer);
    }
    let late = any(&["younger", "later", "more recently", "most recently", "more recent", "last", "latest", "newer"]);
    let early = any(&["older", "first", "earlier", "earliest", "before"]);
    let compared = match (late, early) {
        (true, _) => Compared::Later,
        (_, true) => Compared::Earlier,
        _ => return None,
    };
    let tie = if any(&["died", "die", "death"]) {
        Tie::DiedOn
    } else if any(&["born", "older", "younger", "birth"]) {
        Tie::BornOn
    } else if any(&["magazine", "founded", "established", "started", "company", "newspaper", "university", "band"]) {
        Tie::BegunOn
    } else if any(&["released", "film", "came out", "song", "album", "book", "published", "movie", "released first"]) {
        Tie::PublishedOn
    } else {
        return None;
    };
    made(tie, compared)
}
