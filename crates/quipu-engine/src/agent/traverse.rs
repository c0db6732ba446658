//! `traverse`: from passages to those whose documents share a metadata value, step by step.
//!
//! Each step reads the values that the followed documents have in an edge's source field, and cuts
//! one view for each target field, filtered by those values. Which passages are selected and which
//! documents followed is the kernel's ([`quipu_kernel::rank::traverse`]).

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::Key;
use quipu_kernel::rank::bm25::Bm25;
use quipu_kernel::rank::fuse::{cosine, normalised};
use quipu_kernel::rank::lexical::Lexical;
use quipu_kernel::rank::traverse::{EdgeRule, Reached, Traversal, TraverseOptions};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{
    Condition, Described, Evidence, Filter, Needs, Question, Reason, View, ViewChunk, Why, fields,
};
use serde_json::Value;

use super::{Policy, Reader};
use crate::ports::{Boxed, DocumentRow, Select, StoreError};

/// A step looks at every passage that its values reach, if they are at most this many; of more, at
/// those that the question's words or vector find.
const LISTED: usize = 2_000;

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
            documents: false,
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
        reader: &'a mut Reader<'_>,
    ) -> Boxed<'a, Result<Evidence, StoreError>> {
        Box::pin(async move {
            let mut walk =
                Steps { options: &self.0, question, reader, visited: BTreeSet::new(), best: 0.0, notes: Vec::new() };
            let mut traversal = Traversal::new(&self.0);
            traversal.discover(walk.start().await?, usize::MAX);
            loop {
                let followed = traversal.advance();
                if followed.is_empty() {
                    break;
                }
                traversal.discover(walk.step(&followed).await?, self.0.adjacent_k);
            }
            let notes = walk.notes;
            Ok(Evidence { strategy: self.name().to_owned(), hits: traversal.finish(), notes })
        })
    }
}

/// A value that leads on: target field and value.
type Target = (String, String);
/// The edge, as shown, and the depth that a target was first reached by.
type Came = (String, usize);

struct Steps<'a, 'r, 's> {
    options: &'a TraverseOptions,
    question: &'a Question,
    reader: &'r mut Reader<'s>,
    visited: BTreeSet<Target>,
    /// Best BM25 seen, which similarities are measured by where there are no vectors.
    best: f64,
    notes: Vec<String>,
}

impl Steps<'_, '_, '_> {
    /// The passages to start from: the nearest, and those of the given documents.
    async fn start(&mut self) -> Result<Vec<Reached>, StoreError> {
        let mut out = Vec::new();
        // Without a start the search still says what the best score is.
        if let Some(view) = self.look(None, self.options.starts().max(1)).await? {
            let mut found = self.reached(&view, "question");
            found.retain(|reached| reached.near.value > 0.0);
            found.sort_by(|a, b| b.near.value.total_cmp(&a.near.value).then_with(|| a.chunk.cmp(&b.chunk)));
            found.truncate(self.options.starts());
            out = found;
        }
        if !self.options.initial_roots.is_empty() && self.options.max_depth > 0 {
            let ids = self.options.initial_roots.iter().map(|id| Value::String(id.clone()));
            if let Some(view) = self.look(Some(Condition::any_of("$id", ids)), 0).await? {
                out.extend(self.reached(&view, "root"));
            }
        }
        Ok(out)
    }

    /// The passages one edge away from these documents.
    async fn step(&mut self, followed: &[(Key, usize)]) -> Result<Vec<Reached>, StoreError> {
        let targets = self.targets(followed).await?;
        let mut by_field: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (field, value) in targets.keys() {
            by_field.entry(field).or_default().push(value);
        }
        let mut found: BTreeMap<Key, Reached> = BTreeMap::new();
        for (field, values) in by_field {
            let values = values.into_iter().map(|value| Value::String(value.to_owned()));
            let Some(view) = self.look(Some(Condition::any_of(field, values)), self.options.adjacent_k).await? else {
                break;
            };
            for reached in self.arrived(&view, field, &targets).await? {
                let known = found.entry(reached.chunk).or_insert_with(|| reached.clone());
                if reached.depth < known.depth {
                    *known = reached;
                }
            }
        }
        Ok(found.into_values().collect())
    }

    /// Where the edges of these documents lead, without what was visited before.
    async fn targets(&mut self, followed: &[(Key, usize)]) -> Result<BTreeMap<Target, Came>, StoreError> {
        let mut out: BTreeMap<Target, Came> = BTreeMap::new();
        for (document, depth) in followed {
            for row in self.copies(&[*document]).await? {
                let fields = described(&row);
                for edge in &self.options.edges {
                    for (_, value) in fields.iter().filter(|(field, _)| *field == edge.source) {
                        let target = (edge.target.clone(), value.clone());
                        if self.visited.insert(target.clone()) {
                            out.insert(target, (shown(edge), depth + 1));
                        }
                    }
                }
            }
        }
        Ok(out)
    }

    /// The documents of these keys and every copy of their texts.
    async fn copies(&self, keys: &[Key]) -> Result<Vec<DocumentRow>, StoreError> {
        let own = self.reader.documents(&Select::Keys(keys.to_vec())).await?;
        let texts: BTreeSet<Key> = own.iter().map(|row| row.text).collect();
        self.reader.documents(&Select::Texts(texts.into_iter().collect())).await
    }

    /// The passages of a view, each with the edge that led to its document.
    async fn arrived(
        &mut self,
        view: &View,
        field: &str,
        targets: &BTreeMap<Target, Came>,
    ) -> Result<Vec<Reached>, StoreError> {
        let mut reached = self.reached(view, "");
        let owners: BTreeSet<Key> = reached.iter().map(|reached| reached.document).collect();
        let owners: Vec<Key> = owners.into_iter().collect();
        let rows = self.reader.documents(&Select::Keys(owners.clone())).await?;
        let owner_of: BTreeMap<Key, Key> = rows.iter().map(|row| (row.text, row.key)).collect();
        let mut came: BTreeMap<Key, (&Came, String)> = BTreeMap::new();
        for row in self.copies(&owners).await? {
            let Some(owner) = owner_of.get(&row.text) else { continue };
            for (_, value) in described(&row).into_iter().filter(|(path, _)| path == field) {
                if let Some(edge) = targets.get(&(field.to_owned(), value.clone())) {
                    let known = came.entry(*owner).or_insert_with(|| (edge, value.clone()));
                    if (edge.1, &edge.0, &value) < (known.0.1, &known.0.0, &known.1) {
                        *known = (edge, value);
                    }
                }
            }
        }
        reached.retain_mut(|reached| match came.get(&reached.document) {
            Some(((edge, depth), value)) => {
                (reached.edge, reached.value, reached.depth) = (edge.clone(), value.clone(), *depth);
                true
            }
            None => false,
        });
        Ok(reached)
    }

    /// A view of what the condition and the filters admit, with the best `wanted` by similarity.
    async fn look(&mut self, condition: Option<Condition>, wanted: usize) -> Result<Option<View>, StoreError> {
        let mut question = self.question.clone();
        let listed = if condition.is_some() { LISTED } else { 0 };
        question.filter = Filter {
            all: question
                .filter
                .all
                .into_iter()
                .chain(self.options.metadata_filter.all.clone())
                .chain(condition)
                .collect(),
        };
        // What was seen before may stand among the best, so more are asked for than are wanted.
        let wide = wanted + self.options.select_k + self.options.adjacent_k;
        let needs = Needs { lexical: wide, dense: wide, listed, cosines: true, vectors: true, ..Needs::default() };
        let view = self.reader.view(&question, &needs).await?;
        if view.is_none() && self.notes.is_empty() {
            self.notes.push("the traversal ended early: its number of views is bounded".to_owned());
        }
        Ok(view)
    }

    /// The passages of a view with their similarities: cosines, or BM25 over the best seen.
    fn reached(&mut self, view: &View, start: &str) -> Vec<Reached> {
        let needs = Needs::default();
        let lexical = Lexical::new(self.question, view, Bm25 { k1: needs.k1, b: needs.b }, false);
        self.best = self.best.max(lexical.best());
        let near = |chunk: &ViewChunk| match self.question.vector {
            Some(_) => {
                let cosine = cosine(chunk.cosine).max(0.0);
                Why::leaf(Reason::Cosine { cosine }, cosine)
            }
            None => lexical.why(chunk).scaled(normalised(1.0, self.best)),
        };
        let reached = |chunk: &ViewChunk| Reached {
            chunk: chunk.key,
            document: chunk.document,
            near: near(chunk),
            vector: chunk.vector.clone(),
            depth: 0,
            edge: "start".to_owned(),
            value: start.to_owned(),
        };
        view.chunks.iter().map(reached).collect()
    }
}

fn shown(edge: &EdgeRule) -> String {
    format!("{} -> {}", edge.source, edge.target)
}

fn described(row: &DocumentRow) -> Vec<(String, String)> {
    fields(&Described { id: &row.id, language: &row.language, source: &row.source.path, metadata: &row.metadata })
}
