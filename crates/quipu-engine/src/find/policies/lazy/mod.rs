//! `lazy`: statements relevant to a question from all documents, without reports (after Microsoft's LazyGraphRAG, of
//! which only a description is public).
//!
//! Chunks are ranked by words and vectors, and communities by their best chunks; chunks are tested for a relevant
//! sentence, within a budget, in order of success so far. Without a model the test is a rule. Cost: one view,
//! and reading the chunks that are tested.
//!
//! With a model it names the helpful sentence of a chunk, or none; helpful chunks are read once more, community by
//! community, for claims, and the answer is written from these. The cost is bounded beforehand.

mod claims;
mod judged;

use std::collections::BTreeMap;

use quipu_kernel::communities::{CommunityTree, Testing};
use quipu_kernel::model::{Key, Span};
use quipu_kernel::own_options;
use quipu_kernel::strategies::{OptionBounds, Options, Parameter, WayCard, strategy};
use quipu_kernel::view::{Evidence, EvidenceGroup, Hit, Needs, Note, Question, Thing, ThingKind, View, Why};
use rustc_hash::{FxHashMap, FxHashSet};

use super::asked_words::AskedWords;
use super::global::{LEAST_DOCUMENTS, asks_of_whole, extracts, join};
use super::{Policy, nothing};
use crate::base::EngineError;
use crate::base::ports::{Boxed, SelectChunks};
use crate::base::post_filter::passing;
use crate::find::communities::CommunityMap;
use crate::find::environment::Environment;
use crate::find::environment::prepared::communities;

/// Number of best chunks that may be tested, as a multiple of the budget.
const RANKED: usize = 10;
/// The least share of the question that a relevant sentence must cover; and for one in a chunk whose vector is near.
const SAID: f64 = 0.5;
const SAID_NEAR: f64 = 0.3;
/// Such a cosine above the model's background is near.
const NEAR: f64 = 0.3;
/// The least share where few documents have relevant sentences: others then join, from other documents.
const SAID_LESS: f64 = 0.25;
/// The maximum number of sentences in an answer, and from one community.
const SENTENCES: usize = 24;
const OF_COMMUNITY: usize = 6;

own_options! {
    /// Options of `lazy`.
    pub(crate) struct LazyOptions of "lazy" {
        tests: usize = 100, OptionBounds::Count(0, 1_000_000), "how many chunks are tested for what they say of the question";
        together: usize = 1, OptionBounds::Count(1, 1000), "with a model: how many chunks it is shown at once for that";
    }
}

/// The policy, with how many chunks it tests.
#[derive(Debug, Clone, Copy)]
pub struct Lazy(pub usize);

impl Lazy {
    /// The policy as the options of a look have it.
    pub fn new(options: &Options) -> Self {
        Self(LazyOptions::of(options).tests)
    }
}

impl Policy for Lazy {
    fn name(&self) -> &'static str {
        "lazy"
    }

    fn about(&self) -> &'static str {
        "what is said of it all over: chunks tested where communities have some, within a budget"
    }

    fn calls(&self) -> usize {
        109
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "LazyGraphRAG, of which only a description is public",
            steps: &["words and vectors", "communities of chunks", "test", "claims"],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        LazyOptions::PARAMETERS
    }

    fn run<'a>(
        &'a self,
        question: &'a Question,
        environment: &'a mut Environment<'_>,
    ) -> Boxed<'a, Result<Evidence, EngineError>> {
        Box::pin(async move {
            let Some((kept, map)) = communities(environment).await? else {
                return Ok(nothing(self.name(), Note::NoCommunities));
            };
            let options = environment.options().limited(self.0.saturating_mul(RANKED));
            let hybrid = strategy("hybrid");
            let needs = hybrid.map_or_else(Needs::default, |way| way.plan(question, &options));
            let needs = Needs { entities: true, hops: 1, spread: options.limit, cap: 0, ..needs };
            let Some(view) = environment.view(question, &needs).await? else {
                return Ok(nothing(self.name(), Note::ViewsSpent));
            };
            let ranked = hybrid.map_or_else(Vec::new, |way| way.retrieve(question, &view, &options).hits);
            let tree = map.tree();
            let mut tests = Tests::new(question, &view, ranked, &map, &tree, self.0);
            if let Some(model) = environment.model() {
                let asks = judged::foretold(question, environment, model, &tests.best(self.0)).await?;
                if !environment.foretell(&asks) {
                    return Ok(nothing(self.name(), Note::NoCommunitySpeaks));
                }
            }
            let found = tests.all(question, environment).await?;
            let told = format!("{} of {} chunks help", found.len(), tests.tested);
            environment.say("test", told);
            let mut evidence = tests.evidence(&map, found);
            if evidence.groups.is_empty() && environment.model().is_none() && asks_of_whole(question) {
                // No single sentence answers such a question.
                let told = extracts(question, environment, kept, &map).await?;
                return Ok(Evidence { strategy: self.name().to_owned(), ..told });
            }
            let documents: FxHashSet<Key> = evidence.hits.iter().map(|hit| hit.document).collect();
            if environment.model().is_none() && (1..LEAST_DOCUMENTS).contains(&documents.len()) {
                let told = extracts(question, environment, kept, &map).await?;
                join(&mut evidence, told);
            }
            if let Some(model) = environment.model() {
                evidence = claims::drawn(question, environment, model, evidence).await?;
            }
            evidence.notes.extend(tests.note());
            if !question.filter.is_empty() {
                // What communities are called may stand in documents that are not seen.
                evidence.groups.iter_mut().for_each(|group| group.title.clear());
                evidence.things.clear();
                passing(&*environment.workspace().store, &question.filter, &mut evidence).await?;
            }
            Ok(Evidence { strategy: self.name().to_owned(), ..evidence })
        })
    }
}

/// A sentence relevant to the question.
struct Claim {
    /// The place of its chunk among the ranked ones.
    at: usize,
    span: Span,
    /// The share of the question that it covers.
    said: f64,
}

struct Tests<'a> {
    ranked: Vec<Hit>,
    testing: Testing<'a>,
    asked: AskedWords<'a>,
    near: FxHashSet<Key>,
    tested: usize,
    /// Replies of a model that could not be read: their chunks count as if they did not help.
    unread: usize,
    /// Number of calls of the model.
    asked_model: usize,
}

impl<'a> Tests<'a> {
    fn new(
        question: &'a Question,
        view: &View,
        ranked: Vec<Hit>,
        map: &CommunityMap,
        tree: &'a CommunityTree,
        budget: usize,
    ) -> Self {
        let mut leaves: FxHashMap<Key, Vec<u32>> = FxHashMap::default();
        for mention in &view.mentions {
            let (chunk, entity) = (&view.chunks[mention.chunk as usize], &view.entities[mention.entity as usize]);
            if let Some(leaf) = map.leaf(entity.key) {
                leaves.entry(chunk.key).or_default().push(leaf);
            }
        }
        let of: Vec<Vec<u32>> = ranked.iter().map(|hit| leaves.remove(&hit.chunk).unwrap_or_default()).collect();
        let is_near = |cosine: Option<f32>| cosine.is_some_and(|cosine| f64::from(cosine) >= NEAR);
        let near = view.chunks.iter().filter(|chunk| is_near(chunk.cosine)).map(|chunk| chunk.key).collect();
        let asked = AskedWords::new(question, view);
        Self { testing: Testing::new(tree, &of, budget), ranked, asked, near, tested: 0, unread: 0, asked_model: 0 }
    }

    /// The chunks that are ranked best.
    fn best(&self, count: usize) -> Vec<Key> {
        self.ranked.iter().take(count).map(|hit| hit.chunk).collect()
    }

    /// The note on unreadable replies.
    fn note(&self) -> Option<Note> {
        (self.unread > 0).then_some(Note::Unread { failed: self.unread, of: self.asked_model })
    }

    /// Tests until the budget is spent or enough is found.
    async fn all(&mut self, question: &Question, environment: &mut Environment<'_>) -> Result<Vec<Claim>, EngineError> {
        let (mut found, mut weaker) = (Vec::new(), Vec::new());
        while !environment.is_stopped() {
            let batch = self.testing.batch();
            if batch.is_empty() {
                break;
            }
            let keys = batch.iter().map(|at| self.ranked[*at].chunk).collect();
            let read = environment.chunks(&SelectChunks::Bare(keys)).await?;
            let texts: FxHashMap<Key, &str> =
                read.iter().map(|stored| (stored.chunk.key, stored.chunk.text.as_str())).collect();
            let claims: Vec<Claim> = match environment.model() {
                None => {
                    let all = batch.iter().filter_map(|at| self.by_rule(*at, &texts));
                    let (enough, less): (Vec<_>, Vec<_>) = all.partition(|(_, enough)| *enough);
                    weaker.extend(less.into_iter().map(|(claim, _)| claim));
                    enough.into_iter().map(|(claim, _)| claim).collect()
                }
                Some(model) => {
                    let passages: Vec<&str> = batch
                        .iter()
                        .map(|at| texts.get(&self.ranked[*at].chunk).copied().unwrap_or_default())
                        .collect();
                    let judged = judged::judge(question, environment, model, &passages).await;
                    self.unread += judged.unread;
                    self.asked_model += judged.asked;
                    let found = batch.iter().zip(judged.helps);
                    found.filter_map(|(at, span)| Some(Claim { at: *at, span: span?, said: 1.0 })).collect()
                }
            };
            self.tested += batch.len();
            self.testing.told(!claims.is_empty());
            found.extend(claims);
        }
        self.widen(&mut found, weaker);
        Ok(found)
    }

    /// Adds sentences of other documents where too few are relevant.
    fn widen(&self, found: &mut Vec<Claim>, mut weaker: Vec<Claim>) {
        let document = |claim: &Claim| self.ranked[claim.at].document;
        let mut documents: FxHashSet<Key> = found.iter().map(document).collect();
        weaker.sort_by(|x, y| y.said.total_cmp(&x.said).then(x.at.cmp(&y.at)));
        for claim in weaker {
            if documents.len() >= LEAST_DOCUMENTS {
                break;
            }
            if documents.insert(document(&claim)) {
                found.push(claim);
            }
        }
    }

    /// The sentence of a chunk that covers a part of the question, and true if that part is enough.
    fn by_rule(&self, at: usize, texts: &FxHashMap<Key, &str>) -> Option<(Claim, bool)> {
        let key = self.ranked[at].chunk;
        let least = if self.near.contains(&key) { SAID_NEAR } else { SAID };
        let (span, said) = self.asked.best(texts.get(&key)?)?;
        (said >= SAID_LESS.min(least)).then_some((Claim { at, span, said }, said >= least))
    }

    /// The sentences, those that cover most first, grouped by the outermost community of their chunks.
    fn evidence(&self, map: &CommunityMap, mut found: Vec<Claim>) -> Evidence {
        found.sort_by(|x, y| y.said.total_cmp(&x.said).then(x.at.cmp(&y.at)));
        let (mut evidence, mut groups, mut told) = (Evidence::default(), BTreeMap::new(), 0);
        for claim in &found {
            let of = self.testing.root(claim.at).and_then(|root| map.named(root));
            let key = of.map_or_else(Key::default, |(key, _)| key);
            let place = *groups.entry(key).or_insert_with(|| {
                let title = of.map_or_else(String::new, |(_, title)| title.to_owned());
                evidence.groups.push(EvidenceGroup { community: key, title, sentences: Vec::new() });
                evidence.groups.len() - 1
            });
            let (group, hit) = (&mut evidence.groups[place], &self.ranked[claim.at]);
            evidence.hits.push(hit.clone());
            if told < SENTENCES && group.sentences.len() < OF_COMMUNITY {
                told += 1;
                group.sentences.push((hit.chunk, claim.span));
            }
        }
        evidence.groups.retain(|group| !group.sentences.is_empty());
        for group in evidence.groups.iter().filter(|group| group.community != Key::default()) {
            let (key, words) = (group.community, group.title.clone());
            let score = group.sentences.len() as f64;
            evidence.things.push(Thing {
                kind: ThingKind::Community,
                key,
                words,
                score,
                why: Why::sum("lazy", Vec::new()),
            });
        }
        if evidence.groups.is_empty() {
            evidence.notes.push(Note::NoCommunitySpeaks);
        }
        evidence
    }
}
