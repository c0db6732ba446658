//! The route of a question: its kind, by its form (query routing, intent detection). Rules in an order, English and
//! Russian, the first that fits wins; names are masked first, so that a film called "Before Sunrise" asks for no time.
//!
//! No model is asked. A rule has a confidence, so that a caller with a model may ask it where that is low.

use serde::{Deserialize, Serialize};

use quipu_kernel::view::RouteKind;

use super::route_rule::RouteRule;
use super::route_rules::{CLAUSE, GREETINGS, KIN, RULES};
use crate::clauses::clause_pieces::{ClausePiece, PieceSort, pieces};
use crate::clauses::pattern::{any, fits, is_plural, which};

/// The route of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Route {
    /// Its kind.
    pub kind: RouteKind,
    /// The rule that says so, and the form that it saw.
    pub why: String,
    /// Confidence of the rule, 0 to 1.
    pub sure: f64,
}

/// Routes a question; `names` are words in it that are known to be names, however they are written.
pub fn route(question: &str, names: &[&str]) -> Route {
    let read = pieces(question, names);
    let read = masked(&read);
    let rest = greeted(&read);
    let asked = if rest.len() < read.len() && !is_question(rest) { None } else { Some(rest) };
    let Some(asked) = asked.filter(|asked| asked.iter().any(|piece| !matches!(piece.sort, PieceSort::Sign(_)))) else {
        return Route { kind: RouteKind::Direct, why: "a greeting or thanks".into(), sure: 0.95 };
    };
    for rule in RULES {
        if let Some(form) = fired(rule, asked) {
            return Route { kind: rule.kind, why: format!("{}: \"{form}\"", rule.name), sure: rule.sure };
        }
    }
    Route { kind: RouteKind::Lookup, why: "no other rule".into(), sure: 0.6 }
}

/// The form of a rule that a question has.
fn fired(rule: &RouteRule, asked: &[ClausePiece]) -> Option<&'static str> {
    if any(asked, rule.never) || !rule.also.is_empty() && !any(asked, rule.also) {
        return None;
    }
    let found = which(asked, rule.forms);
    found.or_else(|| match rule.kind {
        RouteKind::MultiHop => nested(asked),
        RouteKind::List => many(asked),
        _ => None,
    })
}

/// Runs of names as one name each, so that a form does not depend on its length.
fn masked(read: &[ClausePiece]) -> Vec<ClausePiece> {
    let mut out: Vec<ClausePiece> = Vec::new();
    for (at, piece) in read.iter().enumerate() {
        let joins = piece.is_name()
            && out.last().is_some_and(ClausePiece::is_name)
            && read.get(at.wrapping_sub(1)).is_some_and(ClausePiece::is_name);
        let point = piece.is_sign('.')
            && read.get(at.wrapping_sub(1)).is_some_and(|one| one.is_name() && one.text.chars().count() == 1);
        match out.last_mut() {
            Some(last) if joins => last.span.end = piece.span.end,
            _ if point => {}
            _ => out.push(piece.clone()),
        }
    }
    out
}

/// The pieces after a greeting or thanks.
fn greeted(read: &[ClausePiece]) -> &[ClausePiece] {
    let Some(first) = read.first() else { return read };
    if !GREETINGS.contains(&format!(" {} ", first.low)) {
        return read;
    }
    let end = read.iter().position(|piece| matches!(piece.sort, PieceSort::Sign('.' | '!' | ',' | '?')));
    end.map_or(&[], |end| &read[end + 1..])
}

/// True if pieces ask for something.
fn is_question(read: &[ClausePiece]) -> bool {
    read.iter().any(|piece| piece.is_sign('?') || piece.is_name()) || read.len() > 6
}

/// The chain that a question goes through: a clause about a thing that no name gives, or kin of kin.
fn nested(asked: &[ClausePiece]) -> Option<&'static str> {
    let rest = &asked[opening(asked)..];
    if let Some(form) = which(rest, CLAUSE) {
        return Some(form);
    }
    // Two words of kin or office that hang on each other: "мать режиссера фильма", "director's mother".
    let kin = |piece: &ClausePiece| piece.is_word() && KIN.split(' ').any(|begin| piece.low.starts_with(begin));
    let hangs =
        |pair: &[ClausePiece]| kin(&pair[0]) && (kin(&pair[1]) || pair.get(2).is_some_and(kin) && pair[1].is_word());
    (rest.windows(3).any(hangs) || rest.len() == 2 && hangs(rest)).then_some("one of one")
}

/// Number of pieces that open a question: "in which year", "on which services", "какой командой".
fn opening(asked: &[ClausePiece]) -> usize {
    let wh = |piece: &ClausePiece| {
        matches!(piece.low.as_str(), "which" | "what" | "whose" | "how" | "who" | "when" | "where" | "whom")
            || piece.low.starts_with("как")
            || piece.low == "кто"
            || piece.low == "что"
            || piece.low == "чей"
            || piece.low == "где"
    };
    let at = asked.iter().take(3).position(wh);
    at.map_or(0, |at| at + 1 + usize::from(asked.get(at + 1).is_some_and(ClausePiece::is_word) && asked.len() > at + 3))
}

/// A question that asks which several things there are.
fn many(asked: &[ClausePiece]) -> Option<&'static str> {
    let at = asked.iter().take(2).position(|piece| matches!(piece.low.as_str(), "which" | "what"))?;
    let ends = |piece: &&ClausePiece| {
        !piece.is_word() || matches!(piece.low.as_str(), "of" | "on" | "in" | "that" | "the" | "a" | "an")
    };
    let nouns: Vec<&ClausePiece> = asked[at + 1..].iter().take(3).take_while(|piece| !ends(piece)).collect();
    let found = nouns.iter().position(|piece| is_plural(piece))?;
    // "What causes the outage" asks for no causes: a verb is followed by its object.
    let next = asked.get(at + 2 + found)?;
    let verb = (asked[at].low == "what" || found > 0)
        && (next.is_name() || matches!(next.low.as_str(), "the" | "a" | "an" | "if" | "when"));
    (!verb && !fits(asked, "^what|which is|does|was")).then_some("which several")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(question: &str) -> RouteKind {
        route(question, &[]).kind
    }

    #[test]
    fn a_question_is_routed_by_its_form() {
        for (question, expected) in [
            ("Hi there! What can I ask you?", RouteKind::Direct),
            ("How much is 12 % of 340?", RouteKind::Calculate),
            ("Do the two reports contradict each other on the death toll?", RouteKind::Contradiction),
            ("Which parts fail if the pump stops?", RouteKind::Dependency),
            ("What are the recurring topics across all letters?", RouteKind::Global),
            ("Which river is longer, the Neva or the Oka?", RouteKind::Comparison),
            ("How many bridges cross the Neva?", RouteKind::Count),
            ("Who ran the lab before Ada Lind?", RouteKind::Temporal),
            ("Where was the author of Quiet Harbour born?", RouteKind::Lookup),
            ("Which city hosts the institute that Ada Lind founded?", RouteKind::MultiHop),
            ("Name all members of the board.", RouteKind::List),
            ("Which institute employs Ada Lind?", RouteKind::Relation),
            ("When was the Oka bridge built?", RouteKind::Lookup),
        ] {
            assert_eq!(kind(question), expected, "{question}: {:?}", route(question, &[]));
        }
    }

    #[test]
    fn russian_questions_have_their_forms() {
        for (question, expected) in [
            ("Здравствуйте! Что вы умеете?", RouteKind::Direct),
            ("Сколько будет 15 плюс 7?", RouteKind::Calculate),
            ("Нет ли противоречий в показаниях?", RouteKind::Contradiction),
            ("Что перестанет работать, если остановить насос?", RouteKind::Dependency),
            ("Каковы основные темы писем?", RouteKind::Global),
            ("Какая река длиннее: Нева или Ока?", RouteKind::Comparison),
            ("Сколько мостов через Неву?", RouteKind::Count),
            ("Кто заведовал лабораторией до Ады Линд?", RouteKind::Temporal),
            ("В каком городе находится институт, который основала Ада Линд?", RouteKind::MultiHop),
            ("Перечисли всех членов совета.", RouteKind::List),
            ("Кто построил мост?", RouteKind::Relation),
            ("Когда построили мост?", RouteKind::Lookup),
        ] {
            assert_eq!(kind(question), expected, "{question}: {:?}", route(question, &[]));
        }
    }

    #[test]
    fn conditions_reasons_and_steps_have_routes_of_their_own() {
        for (question, expected) in [
            ("When may the ferry leave early?", RouteKind::Condition),
            ("Under which conditions is a keeper paid twice?", RouteKind::Condition),
            ("What happens if nobody winds the clock?", RouteKind::Condition),
            ("Когда можно открыть шлюз?", RouteKind::Condition),
            ("В каких случаях билет возвращают?", RouteKind::Condition),
            ("Что будет, если не завести часы?", RouteKind::Condition),
            ("Why was the ferry sold?", RouteKind::Reason),
            ("For what reason did the council close the mill?", RouteKind::Reason),
            ("Почему закрыли мельницу?", RouteKind::Reason),
            ("По какой причине продали паром?", RouteKind::Reason),
            ("How do I wind the clock?", RouteKind::HowTo),
            ("How can one cross the river at night?", RouteKind::HowTo),
            ("Как завести часы?", RouteKind::HowTo),
            ("Как мне попасть на остров?", RouteKind::HowTo),
        ] {
            assert_eq!(kind(question), expected, "{question}: {:?}", route(question, &[]));
        }
    }

    #[test]
    fn a_form_that_asks_for_something_else_keeps_its_route() {
        for question in [
            "When was the ferry sold?",
            "What stops working if the pump fails?",
            "What happens to the barn if the pump goes down?",
            "How many keepers are there?",
            "Как зовут смотрителя?",
            "How do the ferry and the boat differ?",
        ] {
            let found = kind(question);
            assert!(
                !matches!(found, RouteKind::Condition | RouteKind::Reason | RouteKind::HowTo),
                "{question}: {found:?}"
            );
        }
    }

    #[test]
    fn a_name_is_no_word_of_a_form() {
        assert_eq!(kind("Who directed \"Before Sunrise\"?"), RouteKind::Relation);
        assert_eq!(kind("Who directed Before Sunrise?"), RouteKind::Relation);
        assert_eq!(kind("Thanks! Which team owns AuthService?"), RouteKind::Relation);
    }

    #[test]
    fn every_rule_says_of_which_kind_and_why() {
        let routed = route("Which team owns AuthService?", &[]);
        assert!(routed.why.contains(':') && routed.sure > 0.5, "{routed:?}");
        assert_eq!(RouteKind::ALL.map(RouteKind::name).len(), 15);
    }
}
