//! The shapes of questions: a chain of ties from one name, or two names compared.

use crate::ties::Bond;

/// Kinds of comparisons of two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// The first by a date.
    Earlier,
    /// The last by a date.
    Later,
    /// The person who lived longer.
    Longer,
    /// Equality of both.
    Same,
}

/// A question read into parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionPlan {
    /// The ties to follow, one after the other.
    pub ties: Vec<Bond>,
    /// The comparison of the results, where the question is about two things.
    pub compared: Option<Compared>,
}

/// Words that lead from a work or a body to a person.
const FIRST: [(&str, Bond); 9] = [
    ("director", Bond::Director),
    ("performer", Bond::Performer),
    ("singer", Bond::Performer),
    ("composer", Bond::Composer),
    ("founder", Bond::Founder),
    ("author", Bond::Author),
    ("writer", Bond::Author),
    ("producer", Bond::Producer),
    ("publisher", Bond::Publisher),
];

/// Kin of two steps.
const FAR_KIN: [(&str, [Bond; 2]); 16] = [
    ("paternal grandfather", [Bond::Father, Bond::Father]),
    ("maternal grandfather", [Bond::Mother, Bond::Father]),
    ("paternal grandmother", [Bond::Father, Bond::Mother]),
    ("maternal grandmother", [Bond::Mother, Bond::Mother]),
    ("stepfather", [Bond::Mother, Bond::Spouse]),
    ("stepmother", [Bond::Father, Bond::Spouse]),
    ("father in law", [Bond::Spouse, Bond::Father]),
    ("mother in law", [Bond::Spouse, Bond::Mother]),
    ("brother in law", [Bond::Spouse, Bond::Sibling]),
    ("sister in law", [Bond::Spouse, Bond::Sibling]),
    ("sibling in law", [Bond::Spouse, Bond::Sibling]),
    ("grandfather", [Bond::Father, Bond::Father]),
    ("grandmother", [Bond::Father, Bond::Mother]),
    ("grandchild", [Bond::Child, Bond::Child]),
    ("uncle", [Bond::Parent, Bond::Sibling]),
    ("aunt", [Bond::Parent, Bond::Sibling]),
];

/// Kin of one step.
const KIN: [(&str, Bond); 11] = [
    ("father", Bond::Father),
    ("mother", Bond::Mother),
    ("wife", Bond::Spouse),
    ("husband", Bond::Spouse),
    ("spouse", Bond::Spouse),
    ("child", Bond::Child),
    ("son", Bond::Child),
    ("daughter", Bond::Child),
    ("sibling", Bond::Sibling),
    ("brother", Bond::Sibling),
    ("sister", Bond::Sibling),
];

/// The final fact of a question: all words of one of the alternatives.
const LAST: [(&str, Bond); 26] = [
    ("nationality", Bond::Nationality),
    ("which country", Bond::Nationality),
    ("what country", Bond::Nationality),
    ("cause of death", Bond::DiedOf),
    ("why did", Bond::DiedOf),
    ("place of birth", Bond::BornIn),
    ("birthplace", Bond::BornIn),
    ("where was + born", Bond::BornIn),
    ("where is + born", Bond::BornIn),
    ("where + born", Bond::BornIn),
    ("place of death", Bond::DiedIn),
    ("where did + die", Bond::DiedIn),
    ("where + die", Bond::DiedIn),
    ("date of birth", Bond::BornOn),
    ("birthday", Bond::BornOn),
    ("when + born", Bond::BornOn),
    ("date of death", Bond::DiedOn),
    ("when + die", Bond::DiedOn),
    ("when + died", Bond::DiedOn),
    ("graduate", Bond::Education),
    ("study", Bond::Education),
    ("studied", Bond::Education),
    ("educated", Bond::Education),
    ("award", Bond::Award),
    ("publication date", Bond::PublishedOn),
    ("when + released", Bond::PublishedOn),
];

/// True if a question has all words of a pattern, in their order; a `+` separates those that need not touch.
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

/// Reads a question about `names` names; `words` are its folded words without those names. None where it has no shape
/// that is known, or where one statement answers it.
pub fn plan(words: &str, names: usize) -> Option<QuestionPlan> {
    let question = format!(" {} ", words.replace("directors", "director").replace("films", "film"));
    let first = FIRST.iter().find(|(word, _)| has(&question, word)).map(|(_, tie)| *tie);
    match names {
        1 => chain(&question, first),
        2 => comparison(&question, first),
        _ => None,
    }
}

fn chain(question: &str, first: Option<Bond>) -> Option<QuestionPlan> {
    let mut ties: Vec<Bond> = first.into_iter().collect();
    if let Some((_, kin)) = FAR_KIN.iter().find(|(word, _)| has(question, word)) {
        ties.extend(kin);
    } else {
        ties.extend(KIN.iter().find(|(word, _)| has(question, word)).map(|(_, tie)| *tie));
    }
    ties.extend(LAST.iter().find(|(pattern, _)| has(question, pattern)).map(|(_, tie)| *tie));
    let asks = ["who", "whose", "what", "which", "when", "where", "why", "name"].iter().any(|word| has(question, word));
    (asks && ties.len() > 1).then_some(QuestionPlan { ties, compared: None })
}

fn comparison(question: &str, first: Option<Bond>) -> Option<QuestionPlan> {
    let any = |words: &[&str]| words.iter().any(|word| has(question, word));
    let begin: Vec<Bond> = first.into_iter().collect();
    let made = |tie: Bond, compared| {
        Some(QuestionPlan { ties: [begin.clone(), vec![tie]].concat(), compared: Some(compared) })
    };
    if any(&["same", "both", "share"]) {
        let person = first.is_some() || any(&["nationality"]) || any(&["same country"]) && !any(&["film", "located"]);
        let tie = if any(&["located", "villages", "rivers", "towns"]) && first.is_none() {
            Bond::Country
        } else {
            Bond::Nationality
        };
        return if person || tie == Bond::Country || any(&["film", "country"]) {
            made(tie, Compared::Same)
        } else {
            None
        };
    }
    if !any(&["or"]) {
        return None;
    }
    if any(&["lived longer", "longer"]) {
        return made(Bond::DiedOn, Compared::Longer);
    }
    let late = any(&["younger", "later", "more recently", "most recently", "more recent", "last", "latest", "newer"]);
    let early = any(&["older", "first", "earlier", "earliest", "before"]);
    let compared = match (late, early) {
        (true, _) => Compared::Later,
        (_, true) => Compared::Earlier,
        _ => return None,
    };
    let tie = if any(&["died", "die", "death"]) {
        Bond::DiedOn
    } else if any(&["born", "older", "younger", "birth"]) {
        Bond::BornOn
    } else if any(&["magazine", "founded", "established", "started", "company", "newspaper", "university", "band"]) {
        Bond::BegunOn
    } else if any(&["released", "film", "came out", "song", "album", "book", "published", "movie", "released first"]) {
        Bond::PublishedOn
    } else {
        return None;
    };
    made(tie, compared)
}
