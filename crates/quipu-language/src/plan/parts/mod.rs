//! A question as parts: a clause about a thing without a name is asked first, and its result takes the clause's place
//! (question decomposition); two things compared are asked one by one. A plan is data, checked before it runs.

mod chain;
mod comparison;
mod depended;
mod given_plan;

use chain::chain;
use comparison::comparison;
pub use depended::AskedDependencies;
use depended::dependencies;
pub use given_plan::given;
use serde::{Deserialize, Serialize};

use crate::clauses::asked_for::Extreme;
use crate::clauses::clause::joined;
use crate::clauses::clause_pieces::{ClausePiece, PieceSort, pieces};
use crate::clauses::wanted::{AskedFact, AskedSort, wanted};
use crate::plan::{Route, RouteKind};

/// The most parts of a plan.
const MOST: usize = 8;

/// A part of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PlannedPart {
    /// Its number, from 1.
    pub id: usize,
    /// Its question; `{1}` stands for the result of part 1.
    pub ask: String,
    /// The tool that it calls first.
    pub tool: String,
    /// Parts that must be answered before.
    pub needs: Vec<usize>,
    /// The fact that it asks of sentences.
    pub wanted: AskedFact,
}

/// The composition of an answer from the results of parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Composing {
    /// The last part's value.
    Value,
    /// All that the last part finds.
    List,
    /// The number of results.
    Count,
    /// Two values compared: the more or the less.
    More {
        /// The more or the less.
        extreme: Extreme,
    },
    /// Equality of two values.
    Same,
    /// The one of a set with the most or the least.
    Extreme {
        /// The most or the least.
        extreme: Extreme,
    },
    /// Agreement of the results.
    Agree,
    /// By dependencies.
    Dependencies(AskedDependencies),
    /// By arithmetic.
    Arithmetic,
    /// Nothing is looked up.
    Direct,
    /// By one look.
    Look,
}

/// A plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PartPlan {
    /// The parts, in their order.
    pub parts: Vec<PlannedPart>,
    /// The composition of their results.
    pub composing: Composing,
}

impl PartPlan {
    /// True if it is valid: numbers are in order, needs come earlier, placeholders are of needed parts, and it is not
    /// too long.
    pub fn holds(&self) -> bool {
        let numbered = self.parts.iter().enumerate().all(|(at, part)| part.id == at + 1);
        let earlier = self.parts.iter().all(|part| part.needs.iter().all(|need| (1..part.id).contains(need)));
        let slots = self.parts.iter().all(|part| {
            let slots = part
                .wanted
                .known
                .iter()
                .filter_map(|word| word.strip_prefix('{')?.strip_suffix('}')?.parse::<usize>().ok());
            slots.into_iter().all(|slot| part.needs.contains(&slot))
        });
        numbered && earlier && slots && self.parts.len() <= MOST
    }
}

/// Plans a routed question; `names` are words known to be names.
pub fn parts(question: &str, route: &Route, names: &[&str]) -> PartPlan {
    let read = pieces(question, names);
    let whole = |composing| PartPlan { parts: Vec::new(), composing };
    match route.kind {
        RouteKind::Direct => return whole(Composing::Direct),
        RouteKind::Calculate if !read.iter().any(ClausePiece::is_name) => return whole(Composing::Arithmetic),
        // Conditions, reasons and steps stand in paragraphs: parts of the question would lose what ties them.
        RouteKind::Global | RouteKind::Condition | RouteKind::Reason | RouteKind::HowTo => {
            return whole(Composing::Look);
        }
        RouteKind::Dependency => {
            if let Some(asked) = dependencies(&read) {
                return whole(Composing::Dependencies(asked));
            }
        }
        RouteKind::Contradiction => {
            let parts = chain(agreed(&read));
            return PartPlan { parts, composing: Composing::Agree };
        }
        RouteKind::Comparison => {
            if let Some(plan) = comparison(&read) {
                return plan;
            }
        }
        _ => {}
    }
    let parts = chain(read);
    match composing(&parts, route) {
        Composing::Look => whole(Composing::Look),
        composing => PartPlan { parts, composing },
    }
}

/// The composition of the results of parts.
fn composing(parts: &[PlannedPart], route: &Route) -> Composing {
    let Some(last) = parts.last().map(|part| &part.wanted) else { return Composing::Look };
    // "How many services are there?": no sentence says of each that it is there.
    let bare = last.many && last.known.is_empty() && last.keys.iter().all(|key| Some(key) == last.class.as_ref());
    if bare && parts.len() == 1 {
        return Composing::Look;
    }
    match last.extreme {
        Some(extreme) if last.known.is_empty() && last.sort == AskedSort::Name => Composing::Extreme { extreme },
        _ if route.kind == RouteKind::Count && last.many && last.sort == AskedSort::Number => Composing::Count,
        _ if last.many && last.sort == AskedSort::Name => Composing::List,
        _ => Composing::Value,
    }
}

/// The placeholder for the result of a part.
fn slot(id: usize, span: quipu_kernel::model::Span) -> ClausePiece {
    let text = format!("{{{id}}}");
    ClausePiece { low: text.clone(), key: text.clone(), text, sort: PieceSort::Name, span }
}

/// A part with the question of `read`.
fn part(id: usize, read: &[ClausePiece]) -> PlannedPart {
    let wanted = wanted(read);
    let slots = wanted.known.iter().filter_map(|word| word.strip_prefix('{')?.strip_suffix('}')?.parse().ok());
    let needs = slots.collect();
    let tool = if wanted.when.is_some() {
        "timeline"
    } else if wanted.many {
        "search"
    } else {
        "lookup"
    };
    PlannedPart { id, ask: joined(read), tool: tool.into(), needs, wanted }
}

/// A word that no question wrote.
fn word(low: &str) -> ClausePiece {
    let text = low.to_owned();
    ClausePiece {
        text: text.clone(),
        key: crate::clauses::verb_families::key(low),
        low: text,
        sort: PieceSort::Word,
        span: quipu_kernel::model::Span::default(),
    }
}

fn is_article(piece: &ClausePiece) -> bool {
    matches!(piece.low.as_str(), "the" | "a" | "an")
}

/// The claim on which sources are asked to agree, as a question of its own.
fn agreed(read: &[ClausePiece]) -> Vec<ClausePiece> {
    let cut = |low: &str| {
        matches!(
            low,
            "on" | "about"
                | "in"
                | "over"
                | "regarding"
                | "concerning"
                | "whether"
                | "о"
                | "об"
                | "в"
                | "насчет"
                | "про"
                | "том"
                | "по"
        )
    };
    let name = read.iter().position(ClausePiece::is_name).unwrap_or(read.len());
    let at = read.iter().take(name).position(|piece| cut(&piece.low) && piece.is_word());
    let mut rest = at.map_or(read, |at| &read[at + 1..]).to_vec();
    while rest.first().is_some_and(|first| matches!(first.low.as_str(), "том" | "," | "the")) {
        rest.remove(0);
    }
    let wh = |piece: &ClausePiece| {
        matches!(piece.low.as_str(), "how" | "who" | "which" | "what" | "when" | "where")
            || piece.low.starts_with("как")
            || matches!(piece.low.as_str(), "кто" | "когда" | "где" | "сколько")
    };
    if !rest.first().is_some_and(wh) {
        rest.insert(0, word("what"));
        rest.insert(1, word("is"));
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::route::route;

    fn planned(question: &str) -> (Vec<String>, Composing) {
        let plan = parts(question, &route(question, &[]), &[]);
        assert!(plan.holds(), "{plan:?}");
        (plan.parts.into_iter().map(|part| part.ask).collect(), plan.composing)
    }

    #[test]
    fn a_clause_is_asked_first() {
        let (parts, composing) = planned("Who leads the team that owns Lamp?");
        assert_eq!(
            (parts, composing),
            (vec!["which team owns Lamp".to_owned(), "Who leads {1}?".to_owned()], Composing::Value)
        );
        let (parts, _) = planned("In which city does the team that owns Lamp sit?");
        assert_eq!(parts, ["which team owns Lamp", "In which city does {1} sit?"]);
        let (parts, _) = planned("In which language is the service that Lamp calls written?");
        assert_eq!(parts, ["which service Lamp calls", "In which language is {1} written?"]);
        let (parts, _) = planned("Which engine runs the database of the service that replaces OldLamp?");
        assert_eq!(parts, ["which service replaces OldLamp", "what is the database of {1}", "Which engine runs {2}?"]);
        let (parts, _) = planned("Кто руководит командой, которой принадлежит Lamp?");
        assert_eq!(parts, ["какой командой принадлежит Lamp", "Кто руководит {1}?"]);
    }

    #[test]
    fn a_condition_a_reason_and_steps_are_left_to_one_look() {
        for question in [
            "When may a keeper stop the bell that Ada Lind cast?",
            "Why did the council close the mill that feeds the pond?",
            "How do I reach the team that owns Lamp?",
        ] {
            assert_eq!(planned(question), (Vec::new(), Composing::Look), "{question}");
        }
    }

    #[test]
    fn two_things_are_asked_one_by_one() {
        let (parts, composing) = planned("Which has more replicas, LampA or LampB?");
        assert_eq!((parts.len(), composing), (2, Composing::More { extreme: Extreme::Most }));
        assert_eq!(planned("Are LampA and LampB written in the same language?").1, Composing::Same);
    }

    #[test]
    fn sets_are_counted_or_listed() {
        assert_eq!(planned("How many services are written in Rust?").1, Composing::Count);
        assert_eq!(planned("Which services use Lamp?").1, Composing::List);
        assert_eq!(planned("Which project is due last?").1, Composing::Extreme { extreme: Extreme::Most });
        assert!(matches!(planned("How critical is Lamp?").1, Composing::Dependencies(asked) if asked.criticality));
    }
}
