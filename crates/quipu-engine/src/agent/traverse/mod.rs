//! `traverse`: from passages to those whose documents share a metadata value, step by step.
//!
//! Each step reads the values that the followed documents have in an edge's source field, and cuts
//! one view of the documents that have one of them in its target field. Which passages are selected
//! and which documents followed is the kernel's ([`quipu_kernel::rank::traverse`]).

mod notes;
mod steps;

use quipu_kernel::rank::traverse::{Traversal, TraverseOptions};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Evidence, Filter, Question};

use self::steps::Steps;
use super::{Environment, Policy};
use crate::EngineError;
use crate::ports::Boxed;

/// The policy, with its options.
#[derive(Debug, Clone, Default)]
pub struct Traverse(pub TraverseOptions);

impl Traverse {
    /// The policy as the options of a look have it: it selects as many as their limit, among the
    /// documents that the question may see.
    pub fn new(options: &Options) -> Self {
        Self(TraverseOptions {
            edges: options.edges.0.clone(),
            strategy: options.traverse_strategy,
            select_k: options.limit,
            start_k: options.start_k,
            initial_roots: options.initial_roots.0.clone(),
            adjacent_k: options.adjacent_k,
            max_depth: options.max_depth,
            lambda_mult: options.lambda_mult,
            min_mmr_score: options.min_mmr_score,
            metadata_filter: Filter::default(),
            documents: options.documents,
        })
    }
}

impl Policy for Traverse {
    fn name(&self) -> &'static str {
        "traverse"
    }

    fn about(&self) -> &'static str {
        "along metadata edges, from passages to documents that share a value"
    }

    fn run<'a>(
        &'a self,
        question: &'a Question,
        environment: &'a mut Environment<'_>,
    ) -> Boxed<'a, Result<Evidence, EngineError>> {
        Box::pin(async move {
            let mut steps = Steps::new(&self.0, question, environment);
            let mut traversal = Traversal::new(&self.0);
            if question.vector.is_some() {
                traversal = traversal.by_vectors(question.background);
            }
            traversal.discover(steps.start().await?, usize::MAX);
            loop {
                let followed = traversal.advance();
                if followed.is_empty() {
                    break;
                }
                traversal.discover(steps.step(&followed).await?, self.0.adjacent_k);
            }
            let notes = steps.notes().await?;
            let strategy = self.name().to_owned();
            Ok(Evidence { strategy, hits: traversal.finish(), notes, ..Evidence::default() })
        })
    }
}
