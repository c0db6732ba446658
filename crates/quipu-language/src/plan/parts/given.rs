//! A plan from outside, as from a model: questions one after another, in which `{1}` stands for the result of the
//! first.

use super::{Composing, PartPlan, composing, part, slot};
use crate::plan::route::Route;
use crate::stated::pieces::{Piece, pieces};

/// The plan of these questions; none where it does not hold. `names` are words known to be names.
pub fn given(asks: &[String], route: &Route, names: &[&str]) -> Option<PartPlan> {
    let read = |(id, ask): (usize, &String)| part(id, &slotted(&pieces(ask, names)));
    let parts: Vec<_> = (1..).zip(asks).map(read).collect();
    let composing = composing(&parts, route);
    let plan = PartPlan { parts, composing };
    let said = plan.composing != Composing::Look && plan.parts.iter().all(|part| !part.wanted.keys.is_empty());
    (said && plan.holds()).then_some(plan)
}

/// Pieces in which the placeholder of a part is one piece.
fn slotted(read: &[Piece]) -> Vec<Piece> {
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(piece) = read.get(at) {
        let id = read.get(at + 1).and_then(|next| next.text.parse::<usize>().ok());
        match id.filter(|_| piece.is_sign('{') && read.get(at + 2).is_some_and(|end| end.is_sign('}'))) {
            Some(id) => {
                out.push(slot(id, piece.span));
                at += 3;
            }
            None => {
                out.push(piece.clone());
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::route::route;

    fn plan(asks: &[&str]) -> Option<PartPlan> {
        let asks: Vec<String> = asks.iter().map(|ask| (*ask).to_owned()).collect();
        given(&asks, &route("Who leads the team that owns Lamp?", &[]), &[])
    }

    #[test]
    fn questions_in_turn_are_a_plan() {
        let plan = plan(&["Which team owns Lamp?", "Who leads {1}?"]).expect("it holds");
        assert_eq!(plan.parts[1].needs, [1]);
        assert_eq!(plan.composing, Composing::Value);
    }

    #[test]
    fn what_needs_what_comes_later_is_none() {
        assert_eq!(plan(&["Who leads {2}?", "Which team owns Lamp?"]), None);
        assert_eq!(plan(&["Who leads {1}?"]), None);
        assert_eq!(plan(&[]), None);
        assert_eq!(plan(&["{{{1", "}}"]), None);
    }
}
