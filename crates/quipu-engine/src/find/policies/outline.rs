//! `outline`: sections are selected by the tree of headings and read whole, after PageIndex.
//!
//! The documents of the best chunks by words and vectors are opened. Each of their sections is rated by the words of
//! the question in its headings, by their similarity to it, and by its best chunk; if a model is named it chooses among
//! the best of them by their headings, as a person reads a table of contents. The chosen sections are evidence as they
//! stand, subsections included. Documents without headings give their best chunks. Cost: one view, the chunks of a few
//! documents, a vector for each of their sections; one call where a model is named.

use quipu_kernel::model::{Chunk, Key};
use quipu_kernel::own_options;
use quipu_kernel::strategies::{OptionBounds, Parameter, WayCard, strategy};
use quipu_kernel::view::{Evidence, Hit, Needs, Note, Question, Reason, Why};
use rustc_hash::{FxHashMap, FxHashSet};

use super::asked_words::AskedWords;
use super::{Policy, nothing};
use crate::base::EngineError;
use crate::base::gateway::tokens;
use crate::base::ports::{Boxed, SelectChunks};
use crate::base::post_filter::passing;
use crate::base::query::nearness;
use crate::find::environment::choosing::Choosing;
use crate::find::environment::{Asks, Environment};
use crate::find::texts::{Section, outline};

/// Number of sections from which a model chooses, and the most tokens of its reply.
const LISTED: usize = 40;
const ROOM: u32 = 200;
/// Number of chunks ranked per opened document.
const RANKED: usize = 10;

own_options! {
    /// Options of `outline`.
    pub(crate) struct OutlineOptions of "outline" {
        documents: usize = 5, OptionBounds::Count(1, 1000), "how many documents, those of the best chunks, have their headings looked at";
        sections: usize = 3, OptionBounds::Count(1, 1000), "how many sections are taken whole";
    }
}

/// The policy.
#[derive(Debug, Clone, Copy, Default)]
pub struct OutlineSearch;

/// A section of an opened document.
struct Branch {
    document: Key,
    /// Its headings, the outermost first.
    path: String,
    /// Its chunks, those of its subsections included.
    chunks: Vec<Key>,
    rated: f64,
}

impl Policy for OutlineSearch {
    fn name(&self) -> &'static str {
        "outline"
    }

    fn about(&self) -> &'static str {
        "whole sections, chosen by the tree of headings (PageIndex)"
    }

    fn calls(&self) -> usize {
        1
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "PageIndex",
            steps: &["words and vectors", "documents of chunks", "headings", "sections"],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        OutlineOptions::PARAMETERS
    }

    fn run<'a>(
        &'a self,
        question: &'a Question,
        environment: &'a mut Environment<'_>,
    ) -> Boxed<'a, Result<Evidence, EngineError>> {
        Box::pin(async move {
            let own = OutlineOptions::of(environment.options());
            if let Some(model) = environment.model() {
                let words = &model.ways.sections;
                let input = tokens::near(&words.system) + tokens::near(&words.user) + 20 * LISTED as u64;
                let asks = Asks { calls: 1, input, output: u64::from(ROOM), tests: false };
                if !environment.foretell(&[asks]) {
                    return Ok(nothing(self.name(), Note::NoEntry));
                }
            }
            let options = environment.options().limited(own.documents.saturating_mul(RANKED));
            let hybrid = strategy("hybrid");
            let needs = hybrid.map_or_else(Needs::default, |way| way.plan(question, &options));
            let Some(view) = environment.view(question, &needs).await? else {
                return Ok(nothing(self.name(), Note::ViewsSpent));
            };
            let mut ranked = hybrid.map_or_else(Evidence::default, |way| way.retrieve(question, &view, &options));
            passing(&*environment.workspace().store, &question.filter, &mut ranked).await?;
            let asked = AskedWords::new(question, &view);
            let mut branches = opened(environment, question, &asked, &ranked.hits, own.documents).await?;
            branches.sort_by(|a, b| b.rated.total_cmp(&a.rated).then(a.chunks.first().cmp(&b.chunks.first())));
            environment.say("headings", format!("{} sections", branches.len()));
            let (chosen, note) = chosen(question, environment, branches).await;
            let mut evidence = Evidence { strategy: self.name().to_owned(), ..Evidence::default() };
            evidence.hits = sections(&chosen, own.sections, &ranked.hits, environment.options().limit);
            evidence.notes.extend(note);
            evidence.counts = view.word_counts();
            Ok(evidence)
        })
    }
}

/// The sections of the documents of the best chunks, each rated.
async fn opened(
    environment: &Environment<'_>,
    question: &Question,
    asked: &AskedWords<'_>,
    hits: &[Hit],
    documents: usize,
) -> Result<Vec<Branch>, EngineError> {
    let mut seen = FxHashSet::default();
    let keys = hits.iter().map(|hit| hit.document).filter(|key| seen.insert(*key)).take(documents);
    let best: FxHashMap<Key, f64> = hits.iter().map(|hit| (hit.chunk, hit.score)).collect();
    let top = hits.first().map_or(1.0, |hit| hit.score.max(f64::MIN_POSITIVE));
    let mut branches = Vec::new();
    for document in keys {
        let chunks: Vec<Chunk> =
            environment.chunks(&SelectChunks::BareOf(document)).await?.into_iter().map(|stored| stored.chunk).collect();
        branches.extend(of_document(document, &outline(&chunks)));
    }
    let paths: Vec<&str> = branches.iter().map(|branch| branch.path.as_str()).collect();
    let near = nearness(environment.workspace(), question, &paths).await?;
    for (at, branch) in branches.iter_mut().enumerate() {
        let held =
            branch.chunks.iter().filter_map(|chunk| best.get(chunk)).fold(0.0, |best, score| f64::max(best, *score));
        branch.rated = asked.share(&branch.path) + near.get(at).map_or(0.0, |near| near.max(0.0)) + held / top;
    }
    Ok(branches)
}

/// The branches of a document's tree of headings.
fn of_document(document: Key, sections: &[Section]) -> Vec<Branch> {
    let mut path: Vec<&str> = Vec::new();
    let mut branches = Vec::new();
    for (at, section) in sections.iter().enumerate() {
        path.truncate(section.level - 1);
        path.push(&section.heading);
        let below = sections[at + 1..].iter().take_while(|below| below.level > section.level);
        let chunks = std::iter::once(section).chain(below).flat_map(|section| section.chunks.iter().copied()).collect();
        branches.push(Branch { document, path: path.join(" › "), chunks, rated: 0.0 });
    }
    branches
}

/// The branches in the order of selection: as rated, or as a model chooses among the best of them.
async fn chosen(
    question: &Question,
    environment: &mut Environment<'_>,
    mut branches: Vec<Branch>,
) -> (Vec<Branch>, Option<Note>) {
    let Some(model) = environment.model().filter(|_| !branches.is_empty()) else { return (branches, None) };
    let paths = branches.iter().take(LISTED).map(|branch| branch.path.as_str());
    let asking = Choosing { told: &model.ways.sections, place: "sections", room: ROOM };
    let Some(picked) = asking.numbers(environment, question, paths).await.filter(|picked| !picked.is_empty()) else {
        return (branches, Some(Note::Unread { failed: 1, of: 1 }));
    };
    let place = |at: usize| picked.iter().position(|number| *number == at + 1).unwrap_or(usize::MAX);
    let mut order: Vec<(usize, Branch)> = branches.drain(..).enumerate().collect();
    order.sort_by_key(|(at, _)| (place(*at), *at));
    (order.into_iter().map(|(_, branch)| branch).collect(), None)
}

/// The chunks of the first sections that do not contain each other, in the order of their text; then those ranked
/// before.
fn sections(branches: &[Branch], most: usize, ranked: &[Hit], limit: usize) -> Vec<Hit> {
    let mut taken: FxHashSet<Key> = FxHashSet::default();
    let (mut hits, mut count): (Vec<Hit>, usize) = (Vec::new(), 0);
    let mut push = |chunk: Key, document: Key, reason: Reason| {
        let score = 1.0 / (hits.len() + 1) as f64;
        let why = Why::sum("outline", vec![Why::leaf(reason, score)]);
        hits.push(Hit { chunk, document, score, why });
    };
    for branch in branches {
        if count == most {
            break;
        }
        if branch.chunks.is_empty() || branch.chunks.iter().any(|chunk| taken.contains(chunk)) {
            continue;
        }
        count += 1;
        for chunk in &branch.chunks {
            taken.insert(*chunk);
            push(*chunk, branch.document, Reason::Section { heading: branch.path.clone() });
        }
    }
    for hit in ranked {
        if taken.insert(hit.chunk) {
            push(hit.chunk, hit.document, Reason::Passage { chunk: hit.chunk, through: Vec::new() });
        }
    }
    hits.truncate(limit);
    hits
}
