//! `traverse`: from passages to those whose documents share a metadata value, step by step.
//!
//! Each step reads the values that the followed documents have in an edge's source field, and cuts
//! one view of the documents that have one of them in its target field. The kernel selects the passages,
//! and the documents to follow ([`quipu_kernel::rank::traverse`]).

mod notes;
mod steps;

use quipu_kernel::own_options;
use quipu_kernel::rank::traverse::{EdgeRules, Roots, Traversal, TraverseOptions};
use quipu_kernel::strategies::{OptionBounds, Options, Parameter, WayCard};
use quipu_kernel::view::Order;
use quipu_kernel::view::{Evidence, Filter, Question};

use super::Policy;
use super::traverse::steps::Steps;
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::find::environment::{Environment, VIEWS};

own_options! {
    /// Options of `traverse`.
    struct Own of "traverse" {
        edges: EdgeRules = EdgeRules::default(), OptionBounds::Text, "metadata edges, as `links:$id,author:author` or a list: a value of the first field leads to documents with it in the second; `$id` is a document's id, `$title`, `$source` and `$language` what it says";
        order: Order = Order::Eager, OptionBounds::Text, "`eager` takes all that is reached, `mmr` what is near the question and unlike the rest, `scored` orders by nearness and depth";
        start_k: usize = 5, OptionBounds::Count(0, 100_000), "how many of the nearest chunks it starts from; 0 for none";
        initial_roots: Roots = Roots::default(), OptionBounds::Text, "ids of documents it starts from as well, with commas between or as a list; their best chunks take half of the limit at most";
        adjacent_k: usize = 5, OptionBounds::Count(0, 100_000), "how many of the nearest chunks each step takes";
        max_depth: usize = 1, OptionBounds::Count(0, 1000), "how many edges away from the start it goes";
        documents: bool = false, OptionBounds::Truth, "whether each document is taken once, by its nearest chunk";
        views: usize = VIEWS, OptionBounds::Count(0, 1_000_000), "how often it may look, once for the start and once for each step";
        lambda_mult: f64 = 0.5, OptionBounds::Number(0.0, 1.0), "in the order mmr: weight of nearness against unlikeness, 0 to 1";
        min_mmr_score: f64 = 0.0, OptionBounds::Number(-1e6, 1e6), "in the order mmr: chunks that score less are left out";
    }
}

/// The policy, with its options.
#[derive(Debug, Clone, Default)]
pub struct Traverse(pub TraverseOptions);

impl Traverse {
    /// The policy with the options of a look: it selects as many as their limit, among the
    /// documents that the question may see.
    pub fn new(options: &Options) -> Self {
        let own = Own::of(options);
        Self(TraverseOptions {
            edges: own.edges.0,
            strategy: own.order,
            select_k: options.limit,
            start_k: own.start_k,
            initial_roots: own.initial_roots.0,
            adjacent_k: own.adjacent_k,
            max_depth: own.max_depth,
            lambda_mult: own.lambda_mult,
            min_mmr_score: own.min_mmr_score,
            metadata_filter: Filter::default(),
            documents: own.documents,
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

    fn card(&self) -> WayCard {
        WayCard {
            of: "the graph retriever of DataStax",
            steps: &["chunks near", "documents by metadata", "in an order"],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        Own::PARAMETERS
    }

    fn views(&self, options: &Options) -> usize {
        Own::of(options).views
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
