//! The reads of a traversal: the passages to start from, and those one edge away.
//!
//! A chunk of a text that several documents have is owned by one of them; here it is a passage of
//! each that the filters admit, with that document's values.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::Key;
use quipu_kernel::rank::bm25::Bm25;
use quipu_kernel::rank::fuse::normalised;
use quipu_kernel::rank::lexical::LexicalScorer;
use quipu_kernel::rank::traverse::{EdgeRule, ReachedChunk, TraverseOptions};
use quipu_kernel::view::{
    Condition, Expression, Filter, Needs, Note, OWN_FIELDS, Question, Reason, Typed, View, ViewChunk, Why, fields,
    values,
};
use serde_json::Value;

use super::missing_fields;
use crate::base::EngineError;
use crate::base::ports::{DocumentRow, Select};
use crate::find::environment::Environment;

/// A step reads every passage that its values reach, up to this number; above it,
/// those that the question's vector finds, or its words and the first of the others.
const LISTED: usize = 2_000;

/// A value that leads on: target field and value.
type Target = (String, Typed);
/// The origin of a target: the depth of its source, and the edge as shown.
type Came = (usize, String);

/// A traversal's reads.
pub(super) struct Steps<'a, 'r, 'e> {
    options: &'a TraverseOptions,
    question: &'a Question,
    environment: &'r mut Environment<'e>,
    /// Every target that a followed document leads to, each with the least depth it is known at.
    known: BTreeMap<Target, Came>,
    /// Best BM25 seen, the scale of similarities without vectors.
    best: f64,
    /// Fields of edges that a document on the way had.
    fields: BTreeSet<String>,
    /// Roots that a document has as its id.
    roots: BTreeSet<String>,
    /// True if the views were spent before the end.
    spent: bool,
}

impl<'a, 'r, 'e> Steps<'a, 'r, 'e> {
    /// No passages yet.
    pub(super) fn new(
        options: &'a TraverseOptions,
        question: &'a Question,
        environment: &'r mut Environment<'e>,
    ) -> Self {
        let (known, fields, roots) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
        Self { options, question, environment, known, best: 0.0, fields, roots, spent: false }
    }

    /// The passages to start from: the nearest, and those of the given documents.
    pub(super) async fn start(&mut self) -> Result<Vec<ReachedChunk>, EngineError> {
        let mut out = Vec::new();
        // A question without a word or vector is near to nothing.
        if !self.question.words.is_empty() || self.question.vector.is_some() {
            // Without a start the search still returns the best score.
            if let Some(view) = self.matching_view(Vec::new(), self.options.starts().max(1)).await? {
                out = self.nearest(&view).await?;
            }
        }
        if !self.options.initial_roots.is_empty() && self.options.max_depth > 0 {
            out.extend(self.rooted().await?);
        }
        self.environment.say("start", format!("{} passages", out.len()));
        Ok(out)
    }

    async fn nearest(&mut self, view: &View) -> Result<Vec<ReachedChunk>, EngineError> {
        let most = self.options.starts();
        let mut found = self.reached(view, "question");
        found.retain(|reached| reached.near.value > 0.0 || reached.vector.is_some());
        nearest_first(&mut found);
        if !self.options.documents {
            found.truncate(most);
        }
        let copies = self.copies(&found).await?;
        let (mut out, mut seen) = (Vec::new(), BTreeSet::new());
        for passage in found {
            for row in copies.get(&passage.document).into_iter().flatten() {
                let identity = (row.key, if self.options.documents { row.key } else { passage.chunk });
                if out.len() < most && seen.insert(identity) {
                    out.push(ReachedChunk { document: row.key, ..passage.clone() });
                }
            }
        }
        Ok(out)
    }

    /// The best passages of the roots: the nearest of each, and others while they are no more than
    /// half of the selected ones, so that a long root leaves room for its targets.
    async fn rooted(&mut self) -> Result<Vec<ReachedChunk>, EngineError> {
        let ids = self.options.initial_roots.iter().map(|id| Value::String(id.clone()));
        let Some(view) = self.matching_view(vec![Condition::any_of("$id", ids)], 0).await? else {
            return Ok(Vec::new());
        };
        let passages = self.reached(&view, "root");
        let copies = self.copies(&passages).await?;
        let mut found = Vec::new();
        for passage in passages {
            for row in copies.get(&passage.document).into_iter().flatten() {
                let ids: Vec<String> = values(&row.described())
                    .into_iter()
                    .filter(|(field, _)| field == "$id")
                    .filter_map(text_of)
                    .collect();
                let named = self.options.initial_roots.iter().filter(|root| ids.contains(root)).cloned();
                let named: Vec<String> = named.collect();
                if !named.is_empty() {
                    self.roots.extend(named);
                    found.push(ReachedChunk { document: row.key, ..passage.clone() });
                }
            }
        }
        nearest_first(&mut found);
        let (mut out, mut others, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
        for passage in found {
            if seen.insert(passage.document) { out.push(passage) } else { others.push(passage) }
        }
        let left = (self.options.select_k / 2).saturating_sub(out.len());
        out.extend(others.into_iter().take(left));
        Ok(out)
    }

    /// The passages one edge away from these documents.
    pub(super) async fn step(&mut self, followed: &[(Key, usize)]) -> Result<Vec<ReachedChunk>, EngineError> {
        let new = self.targets(followed).await?;
        let mut by_field: BTreeMap<&String, Vec<Value>> = BTreeMap::new();
        for (field, value) in &new {
            by_field.entry(field).or_default().extend(value.spellings());
        }
        if by_field.is_empty() {
            return Ok(Vec::new());
        }
        let any = by_field.into_iter().map(|(field, values)| Condition::any_of(field, values)).collect();
        let Some(view) = self.matching_view(any, self.options.adjacent_k).await? else { return Ok(Vec::new()) };
        let arrived = self.arrived(&view, &new).await?;
        let (documents, values) = (followed.len(), new.len());
        self.environment.say("follow", format!("{documents} documents, {values} values: {} passages", arrived.len()));
        Ok(arrived)
    }

    /// The new targets of these documents' edges. A known target keeps its least depth.
    async fn targets(&mut self, followed: &[(Key, usize)]) -> Result<BTreeSet<Target>, EngineError> {
        let depths: BTreeMap<Key, usize> = followed.iter().copied().collect();
        let mut new = BTreeSet::new();
        for row in self.environment.documents(&Select::Keys(depths.keys().copied().collect())).await? {
            let Some(depth) = depths.get(&row.key) else { continue };
            for (field, value) in values(&row.described()) {
                for edge in self.options.edges.iter().filter(|edge| edge.source == field) {
                    self.fields.insert(field.clone());
                    for wanted in wanted(edge, &value) {
                        let (target, came) = ((edge.target.clone(), wanted), (depth + 1, shown(edge)));
                        let known = self.known.entry(target.clone()).or_insert_with(|| {
                            new.insert(target);
                            came.clone()
                        });
                        if came.0 < known.0 {
                            *known = came;
                        }
                    }
                }
            }
        }
        Ok(new)
    }

    /// The passages of a view that new targets lead to, each as near to the start as any known target
    /// brings it.
    async fn arrived(&mut self, view: &View, new: &BTreeSet<Target>) -> Result<Vec<ReachedChunk>, EngineError> {
        let passages = self.reached(view, "");
        let mut came: BTreeMap<Key, Vec<(Key, Came, String)>> = BTreeMap::new();
        for (owner, rows) in self.copies(&passages).await? {
            for row in rows {
                if let Some((came_by, value)) = self.came(&row, new) {
                    came.entry(owner).or_default().push((row.key, came_by, value));
                }
            }
        }
        let mut out = Vec::new();
        for passage in passages {
            for (document, (depth, edge), value) in came.get(&passage.document).into_iter().flatten() {
                let (document, depth) = (*document, *depth);
                out.push(ReachedChunk { document, depth, edge: edge.clone(), value: value.clone(), ..passage.clone() });
            }
        }
        Ok(out)
    }

    /// The nearest way to a document and the value that joins, if a new target leads to it.
    fn came(&mut self, row: &DocumentRow, new: &BTreeSet<Target>) -> Option<(Came, String)> {
        let mut found: Option<(Came, String)> = None;
        let mut reached = false;
        for (field, value) in values(&row.described()) {
            let Some(typed) = Typed::of(&value) else { continue };
            let target = (field, typed);
            let Some(came) = self.known.get(&target) else { continue };
            reached |= new.contains(&target);
            let (field, typed) = target;
            let way = (came.clone(), typed.shown());
            if found.as_ref().is_none_or(|found| way < *found) {
                found = Some(way);
            }
            self.fields.insert(field);
        }
        found.filter(|_| reached)
    }

    /// The documents of these passages, by the owner of their text: all that have that text and that
    /// the filters admit.
    async fn copies(&self, passages: &[ReachedChunk]) -> Result<BTreeMap<Key, Vec<DocumentRow>>, EngineError> {
        let owners: BTreeSet<Key> = passages.iter().map(|passage| passage.document).collect();
        let own = self.environment.documents(&Select::Keys(owners.into_iter().collect())).await?;
        let owner_of: BTreeMap<Key, Key> = own.iter().map(|row| (row.text, row.key)).collect();
        let mut out: BTreeMap<Key, Vec<DocumentRow>> = BTreeMap::new();
        for row in self.environment.documents(&Select::Texts(owner_of.keys().copied().collect())).await? {
            if let Some(owner) = owner_of.get(&row.text).filter(|_| self.admits(&row)) {
                out.entry(*owner).or_default().push(row);
            }
        }
        Ok(out)
    }

    fn admits(&self, row: &DocumentRow) -> bool {
        let filters = [&self.question.filter, &self.options.metadata_filter];
        if filters.iter().all(|filter| filter.is_empty()) {
            return true;
        }
        let fields = fields(&row.described());
        filters.iter().all(|filter| filter.admits(&fields))
    }

    /// A view of the chunks that one of the conditions and the filters admit, with the best `wanted` by similarity.
    async fn matching_view(&mut self, any: Vec<Condition>, wanted: usize) -> Result<Option<View>, EngineError> {
        let mut question = self.question.clone();
        let listed = if any.is_empty() { 0 } else { LISTED };
        let filters = [&self.question.filter, &self.options.metadata_filter];
        let all = filters.iter().flat_map(|filter| filter.all.clone()).collect();
        // The alternatives of the filters themselves are asked of each document that was found.
        let chunks = filters.iter().find_map(|filter| filter.chunks.clone());
        let expressions = filters.iter().filter_map(|filter| filter.expression.clone()).collect();
        question.filter = Filter { all, any, expression: Expression::all(expressions), chunks };
        // Some of the best may be of documents that share a text, or a value as text only.
        let wide = wanted.saturating_add(self.options.select_k).saturating_add(self.options.adjacent_k);
        let wide = if self.options.documents { wide.saturating_mul(4) } else { wide };
        let needs = Needs { lexical: wide, dense: wide, listed, cosines: true, vectors: true, ..Needs::default() };
        let view = self.environment.view(&question, &needs).await?;
        self.spent |= view.is_none();
        Ok(view)
    }

    /// The passages of a view with their similarities: cosines, or BM25 over the best seen. A passage
    /// without a vector counts as unrelated to the question.
    fn reached(&mut self, view: &View, start: &str) -> Vec<ReachedChunk> {
        let needs = Needs::default();
        let lexical = LexicalScorer::new(self.question, view, Bm25 { k1: needs.k1, b: needs.b }, false);
        self.best = self.best.max(lexical.best());
        let near = |chunk: &ViewChunk| match self.question.vector {
            Some(_) => {
                let cosine = chunk.cosine.filter(|cosine| cosine.is_finite()).map_or(0.0, f64::from);
                Why::leaf(Reason::Cosine { cosine }, cosine)
            }
            None => lexical.why(chunk).scaled(normalised(1.0, self.best)),
        };
        let reached = |chunk: &ViewChunk| ReachedChunk {
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

    /// Notes for the reader.
    pub(super) async fn notes(&mut self) -> Result<Vec<Note>, EngineError> {
        let mut out = missing_fields::of_options(self.options);
        if self.spent {
            out.push(Note::ViewsSpent);
            return Ok(out);
        }
        out.extend(missing_fields::of_roots(self.options, &self.roots));
        if self.options.max_depth > 0 {
            out.extend(missing_fields::of_fields(self.options, &self.fields, self.environment).await?);
        }
        Ok(out)
    }
}

fn nearest_first(found: &mut [ReachedChunk]) {
    found.sort_by(|a, b| b.near.value.total_cmp(&a.near.value).then_with(|| a.chunk.cmp(&b.chunk)));
}

/// The values to look for in an edge's target, given one of its source. The fields that every document
/// has hold texts, which a number may spell.
fn wanted(edge: &EdgeRule, value: &Value) -> Vec<Typed> {
    let own = |field: &String| OWN_FIELDS.contains(&field.as_str());
    let Some(typed) = Typed::of(value) else { return Vec::new() };
    if own(&edge.target) {
        return vec![Typed::Text(typed.shown())];
    }
    let number = own(&edge.source).then(|| serde_json::from_str::<serde_json::Number>(&typed.shown()).ok()).flatten();
    std::iter::once(typed).chain(number.and_then(|number| Typed::of(&Value::Number(number)))).collect()
}

fn text_of((_, value): (String, Value)) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn shown(edge: &EdgeRule) -> String {
    format!("{} -> {}", edge.source, edge.target)
}
