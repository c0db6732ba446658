//! `walk`, which `auto` chooses: personalised PageRank from the entities that the question names and from
//! the chunks that its words and vector find, over the graph of entities and chunks.
//!
//! After HippoRAG (Gutiérrez et al., 2024) and LinearRAG (Zhuang et al., 2025), without a model: entities pull in
//! proportion to df^-0.5, a seed entity starts with idf x df^-0.5, a seed chunk with a power of its BM25 (and cosine)
//! over the best. Five things are added. From an entity the walk goes rather to the chunks of documents *about* it, and
//! to those near the question's vector. Where the question asks for a stated relation of a named entity, the other end
//! of that relation starts too. A name that is mostly a plain word in these documents starts less, the words more.
//! Words of the question that follow each other count more where they stand together (sequential dependence:
//! [`crate::rank::lexical`]). And the best chunks by words and vector count on their own merit, wherever the walk went.
//! A question that names nothing known starts from chunks alone. In the end the texts of the best chunks are read, and
//! what continues the first of them moves up ([`bridges`]). Cost: rounds x mentions of the view, once forwards and
//! once backwards for each eight hits; the words of the texts.

mod bridges;
mod reasons;
pub(super) mod start;
mod ties;

use super::hybrid::FusedScores;
use super::{Draft, OptionBounds, Options, Parameter, Strategy, WayCard, ranked_hits};
use crate::rank::bipartite::Bipartite;
use crate::rank::fuse::{cosine, largest, normalised};
use crate::rank::lexical::LexicalScorer;
use crate::rank::pagerank::Scores;
use crate::rank::reach;
use crate::view::{Evidence, Needs, Note, Question, RelationNeeds, Thing, View, ViewEntity, ViewText, Why};
use bridges::Placed;
use reasons::Reasons;
use ties::TiedEntity;

/// The probability of following an edge: with 0.5 and 0.7 recall@5 was 2.1 and 0.4 points less on 2wiki, 6.0 and 0.3 on
/// musique, 4.3 and 2.0 on hotpotqa (`eval/REPORT.md`, even questions, as all figures below).
const DAMPING: f64 = 0.85;
/// Factor of steps from an entity to chunks of documents that are about it: with 0 recall@5 was 4.4 points less on
/// 2wiki and 5.7 on musique, with 5 it was 0.8 and 2.3 less.
const SUBJECT: f64 = 20.0;
/// Score of the best chunk by words and vector alone, where the best of the walk has 1: with 0, one passage
/// that answers by itself is lost (recall@1 of both xquads).
const DIRECT: f64 = 1.0;
/// Exponent on 1 / the chunks of an entity, by which less common names pull and start more: with 0.25 and 0.75 recall@5
/// was 1.0 and 1.3 points less on musique, and less on hotpotqa.
const RARITY: f64 = 0.5;

crate::own_options! {
    /// Options of `walk`.
    pub(super) struct WalkOptions of "walk" {
        hops: usize = 1, OptionBounds::Count(0, 10), "how many times to go from chunks to their entities and on";
        spread: usize = 30, OptionBounds::Count(0, 10_000), "from how many of the best chunks the hops start";
        words_share: f64 = 0.15, OptionBounds::Number(0.0, 1.0), "share of the start that goes to chunks found by words and vectors, 0 to 1";
        seeds: usize = 20, OptionBounds::Count(0, 10_000), "from how many such chunks it starts";
        proximity: f64 = 0.4, OptionBounds::Number(0.0, 1000.0), "what neighbouring words of the question add where they stand together, as much as a word that weighs as they do at 1; 0 for nothing";
        paired: usize = 10, OptionBounds::Count(0, 10_000), "in how many of the best chunks by BM25 such words are looked for";
        power: f64 = 5.0, OptionBounds::Number(0.0, 1000.0), "exponent on BM25 over its best, among those chunks";
        cosine_power: f64 = 10.0, OptionBounds::Number(0.0, 1000.0), "exponent on the cosine over its best, among those chunks";
        ties: f64 = 0.3, OptionBounds::Number(0.0, 1000.0), "what entities start with that a stated relation which the question asks for ties to those it names, in parts of what those start with; 0 for nothing";
        rounds: usize = 15, OptionBounds::Count(0, 1000), "how many steps are summed";
        again: f64 = 0.0, OptionBounds::Number(0.0, 1.0), "share of a second walk's start that goes to the best chunks of the first, 0 to 1; 0 for one walk";
        enter: f64 = 4.0, OptionBounds::Number(0.0, 100.0), "a step from an entity enters a chunk in proportion to e^(enter x cosine)";
        plain_words: f64 = 0.5, OptionBounds::Number(0.0, 100.0), "exponent on the part of a word's chunks that use it as a name; 0 trusts every name alike";
        direct_power: f64 = 30.0, OptionBounds::Number(0.0, 1000.0), "exponent on a chunk's words and vector over their best, for what it gains by itself";
        bridges: usize = 50, OptionBounds::Count(0, 1000), "how many of the best chunks are read, and ordered by what they say about things that the first three name; 0 for the walk's own order";
        bridge: f64 = 7.0, OptionBounds::Number(0.0, 1000.0), "weight, in that order, of the share of the question that such a sentence adds, where a place has minus its logarithm";
        led: f64 = 0.3, OptionBounds::Number(0.0, 1000.0), "weight, in that order, of a document whose subject the first three name";
        gate: f64 = 2.0, OptionBounds::Number(0.0, 100.0), "scores are multiplied by e^(gate x cosine) in the end";
    }
}

/// Minimal merit of a chunk that is added: a smaller one changes no order.
const LEAST: f64 = 1e-6;

/// The strategy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk;

impl Strategy for Walk {
    fn name(&self) -> &'static str {
        "walk"
    }

    fn about(&self) -> &'static str {
        "a walk over the graph from the question's entities and best chunks (personalised PageRank)"
    }

    fn card(&self) -> WayCard {
        WayCard {
            of: "HippoRAG and LinearRAG, arXiv 2405.14831 and 2510.10114",
            steps: &[
                "entities named",
                "words and vectors",
                "relations asked for",
                "PageRank",
                "best chunks",
                "bridges",
            ],
            ..WayCard::default()
        }
    }

    fn parameters(&self) -> &'static [Parameter] {
        WalkOptions::PARAMETERS
    }

    fn plan(&self, question: &Question, options: &Options) -> Needs {
        let own = WalkOptions::of(options);
        Needs {
            entities: true,
            lexical: own.seeds.max(own.spread),
            pairs: if own.proximity > 0.0 { own.paired } else { 0 },
            dense: if question.vector.is_some() { own.seeds } else { 0 },
            hops: own.hops,
            spread: own.spread,
            cap: ranked_hits::CAP,
            cosines: true,
            subjects: true,
            relations: if own.ties > 0.0 { RelationNeeds::Named } else { RelationNeeds::Nobody },
            ..ranked_hits::needs(options)
        }
    }

    fn draft<'a>(&self, question: &'a Question, view: &'a View, options: &'a Options) -> Option<Box<dyn Draft + 'a>> {
        Some(Box::new(Walked::new(question, view, options)))
    }

    fn retrieve(&self, question: &Question, view: &View, options: &Options) -> Evidence {
        Walked::new(question, view, options).evidence(&[])
    }
}

impl Draft for Walked<'_> {
    fn reads(&self) -> Vec<u32> {
        if self.own.bridges < 2 {
            return Vec::new();
        }
        ranked_hits::best(self.view, &self.scores, self.own.bridges)
    }

    fn finish(self: Box<Self>, texts: &[ViewText]) -> Evidence {
        self.evidence(texts)
    }
}

/// A walk over a view, with the scores of its chunks.
struct Walked<'a> {
    question: &'a Question,
    view: &'a View,
    own: WalkOptions,
    /// Number of hits.
    limit: usize,
    graph: Bipartite,
    length: reach::WalkLength,
    direct: Direct<'a>,
    reset: Scores,
    tied: Vec<TiedEntity>,
    /// For each chunk, the factor of what the walk brings.
    factors: Vec<f64>,
    scores: Vec<f64>,
}

impl<'a> Walked<'a> {
    fn new(question: &'a Question, view: &'a View, options: &Options) -> Self {
        let own = WalkOptions::of(options);
        let length = reach::WalkLength { damping: DAMPING, rounds: own.rounds };
        let graph = graph(view, own.enter);
        let words = ranked_hits::lexical(question, view, options).with_pairs(own.proximity);
        let direct = Direct::new(words, view, options, own.direct_power);
        let (mut reset, tied) = start::reset(question, view, &direct.fused.words, &own);
        let mut walked = graph.walk(&reset, length);
        if own.again > 0.0 {
            reset = start::again(view, &reset, &walked, &own);
            walked = graph.walk(&reset, length);
        }
        let mut factors: Vec<f64> = view.chunks.iter().map(|chunk| (own.gate * cosine(chunk.cosine)).exp()).collect();
        let top = largest(walked.chunks.iter().zip(&factors).map(|(score, factor)| score * factor));
        factors.iter_mut().for_each(|factor| *factor = normalised(*factor, top));
        let score = |(at, (walked, factor)): (usize, (&f64, &f64))| walked * factor + direct.merit(at);
        let scores = walked.chunks.iter().zip(&factors).enumerate().map(score).collect();
        let limit = options.limit;
        Self { question, view, own, limit, graph, length, direct, reset, tied, factors, scores }
    }

    /// The hits in the order by bridges, each with its reasons.
    fn evidence(&self, texts: &[ViewText]) -> Evidence {
        let view = self.view;
        let deep = if texts.is_empty() { self.limit } else { self.limit.max(self.own.bridges) };
        let best = ranked_hits::best(view, &self.scores, deep);
        let mut placed = bridges::ordered(self.question, view, texts, &best, &self.own);
        placed.truncate(self.limit);
        let order: Vec<u32> = placed.iter().map(|one| one.at).collect();
        let backs = self.graph.walk_back(&order, self.length);
        let reasons = Reasons::new(view, &self.graph, &self.reset, &self.tied);
        let mut last = f64::INFINITY;
        let mut explain = |(place, (one, back)): (usize, (&Placed, &Scores))| {
            let at = one.at as usize;
            let why = reasons.why(one.at, back, self.factors[at], self.direct.why(at));
            // The scores before, in the new order: the list stays sorted by score.
            let score = if one.was == place { why.value } else { self.scores[best[place] as usize] };
            let score = score.min(last);
            last = score;
            (one.at, one.why(view, why, score))
        };
        let explained = placed.iter().zip(&backs).enumerate().map(&mut explain).collect();
        let mut evidence = ranked_hits::evidence(Walk.name(), view, explained);
        let start = |at: u32| (at, self.reset.entities[at as usize]);
        evidence.things = Thing::starts(view, "start", ranked_hits::named(view).into_iter().map(start));
        if !self.reset.entities.iter().any(|share| *share > 0.0) {
            evidence.notes.push(Note::NoNames);
        }
        evidence
    }
}

/// The graph of a view. An entity in many chunks says little of each: its pull is df^-0.5. A chunk near the
/// question pulls more.
fn graph(view: &View, enter: f64) -> Bipartite {
    let entities: Vec<f64> = view.entities.iter().map(pull).collect();
    let chunks: Vec<f64> = view.chunks.iter().map(|chunk| (enter * cosine(chunk.cosine)).exp()).collect();
    Bipartite::new(&entities, &chunks, view.mentions.iter().map(|m| (m.entity, m.chunk)))
        .heavier(view.subjects.iter().map(|m| (m.entity, m.chunk)), SUBJECT)
}

fn pull(entity: &ViewEntity) -> f64 {
    (entity.chunks.max(1) as f64).powf(-RARITY)
}

/// Scores of chunks by the question's words and vector alone.
struct Direct<'a> {
    fused: FusedScores<'a>,
    merits: Vec<f64>,
}

impl<'a> Direct<'a> {
    fn new(words: LexicalScorer<'a>, view: &'a View, options: &Options, power: f64) -> Self {
        let fused = FusedScores::new(words, view, options);
        let mut merits: Vec<f64> =
            (0..view.chunks.len()).map(|at| fused.why(at).map_or(0.0, |why| why.value)).collect();
        let best = largest(merits.iter().copied());
        for merit in &mut merits {
            let value = DIRECT * normalised(*merit, best).powf(power);
            *merit = if *merit > 0.0 && value > LEAST { value } else { 0.0 };
        }
        Self { fused, merits }
    }

    fn merit(&self, at: usize) -> f64 {
        self.merits[at]
    }

    fn why(&self, at: usize) -> Option<Why> {
        let why = self.fused.why(at).filter(|_| self.merits[at] > 0.0)?;
        let factor = self.merits[at] / why.value;
        Some(why.scaled(factor))
    }
}
