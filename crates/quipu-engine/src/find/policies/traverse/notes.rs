//! Notes for the reader of a traversal: options without effect.

use std::collections::BTreeSet;

use quipu_kernel::rank::traverse::TraverseOptions;
use quipu_kernel::view::Order;
use quipu_kernel::view::{Condition, Filter, Needs, Note, OWN_FIELDS, Question};

use crate::base::EngineError;
use crate::find::environment::Environment;

/// Notes on options without effect.
pub(super) fn of_options(options: &TraverseOptions) -> Vec<Note> {
    let (mut out, usual) = (Vec::new(), TraverseOptions::default());
    if options.max_depth == 0 {
        let idle = [("edges", !options.edges.is_empty()), ("initial_roots", !options.initial_roots.is_empty())];
        out.extend(idle.into_iter().filter(|(_, given)| *given).map(|(option, _)| Note::IdleAtDepthZero { option }));
    } else if options.edges.is_empty() {
        out.push(Note::NothingFollowed);
    }
    if options.strategy != Order::Mmr {
        let idle = [
            ("lambda_mult", options.lambda_mult != usual.lambda_mult),
            ("min_mmr_score", options.min_mmr_score != usual.min_mmr_score),
        ];
        out.extend(
            idle.into_iter()
                .filter(|(_, given)| *given)
                .map(|(option, _)| Note::IdleInOrder { option, order: options.strategy }),
        );
    }
    out
}

/// The roots that no document has as its id.
pub(super) fn of_roots(options: &TraverseOptions, met: &BTreeSet<String>) -> Vec<Note> {
    let unknown = options.initial_roots.iter().filter(|root| options.max_depth > 0 && !met.contains(*root));
    unknown.map(|root| Note::UnknownRoot { root: root.clone() }).collect()
}

/// The fields of edges that no document has: those not met on the way are looked up.
pub(super) async fn of_fields(
    options: &TraverseOptions,
    met: &BTreeSet<String>,
    environment: &mut Environment<'_>,
) -> Result<Vec<Note>, EngineError> {
    let named: BTreeSet<&String> = options.edges.iter().flat_map(|edge| [&edge.source, &edge.target]).collect();
    let mut out = Vec::new();
    for field in named {
        if met.contains(field) || OWN_FIELDS.contains(&field.as_str()) {
            continue;
        }
        let filter = Filter::of(vec![Condition::any_of(field, [])]);
        let needs = Needs { lexical: 0, listed: 1, ..Needs::default() };
        let view = environment.view(&Question { filter, ..Question::default() }, &needs).await?;
        if view.is_some_and(|view| view.chunks.is_empty()) {
            out.push(Note::UnknownField { field: field.clone() });
        }
    }
    Ok(out)
}
