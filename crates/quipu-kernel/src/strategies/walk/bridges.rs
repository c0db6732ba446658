//! The order by bridges: a passage moves up where it says what the best passages leave open.
//!
//! For a candidate and each of the first passages: which share of the question (by idf) does this passage lack that
//! stands in one sentence of the candidate, which names something both name and the question does not? The order is by
//! `-ln(1 + place)`, that share and whether a first passage names the candidate's subject; the first hit stays. Of all
//! words of the question, not of the missing ones alone, a passage that says nearly everything leads to few: with the
//! share of the missing ones a single word moved passages, and one question of real files was lost. What is in more
//! chunks than a walk goes through, dates and plain words are no bridges. Cost: the words of sentences that name
//! something shared, in the texts; nothing without such texts.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::ranked_hits::CAP;
use super::WalkOptions;
use crate::model::{Kind, Mention, Name};
use crate::rank::bm25::idf;
use crate::span::Span;
use crate::text::{fold_name, is_stop_word, sentences, terms, variants};
use crate::view::{Question, QuestionWord, Reason, View, ViewEntity, ViewMention, ViewText, Why};

/// Number of the best passages from which bridges lead.
const FIRST: usize = 3;
/// A name in so many chunks may join passages in a workspace of any size.
const FEW: u64 = 4;

/// A hit in the order by bridges.
pub(super) struct Placed {
    /// Position of the chunk.
    pub(super) at: u32,
    /// Its place before, from 0.
    pub(super) was: usize,
    /// What moved it up.
    bridge: Option<Bridge>,
}

/// The way from a first passage to another.
struct Bridge {
    /// Position of the first passage.
    from: u32,
    /// The name that both have.
    name: String,
    /// The gain in the order.
    gain: f64,
}

impl Placed {
    /// The reason of a hit with `score`, which `why` explains before the order by bridges.
    pub(super) fn why(&self, view: &View, why: Why, score: f64) -> Why {
        if why.value == score || why.value <= 0.0 {
            return why;
        }
        let gained = score - why.value;
        let mut placed = match &self.bridge {
            Some(bridge) if gained > 0.0 => {
                let chunk = view.chunks[bridge.from as usize].key;
                let reason = Reason::Passage { chunk, through: vec![bridge.name.clone()] };
                let mut parts = why.parts;
                parts.push(Why::sum("bridge", vec![Why::leaf(reason, gained)]));
                Why::sum("walk", parts)
            }
            _ => {
                let factor = score / why.value;
                why.scaled(factor)
            }
        };
        // Rounding of the parts must not change the order.
        placed.value = score;
        placed
    }
}

/// The best chunks, in the order by bridges where their texts are there.
pub(super) fn ordered(
    question: &Question,
    view: &View,
    texts: &[ViewText],
    best: &[u32],
    own: &WalkOptions,
) -> Vec<Placed> {
    let deep = own.bridges.min(best.len());
    let mut placed: Vec<Placed> =
        best.iter().enumerate().map(|(was, at)| Placed { at: *at, was, bridge: None }).collect();
    if texts.is_empty() || deep < 2 {
        return placed;
    }
    let reading = Reading::new(question, view);
    let texts: FxHashMap<u32, NamingText> = texts.iter().map(|text| (text.chunk, NamingText::new(text))).collect();
    let subjects = subjects(view, &best[..deep]);
    let about = |at: u32| subjects.get(&at).map(Vec::as_slice).unwrap_or_default();
    let first = |at: &u32| Some(FirstText::new(&reading, *at, texts.get(at)?, about(*at)));
    let firsts: Vec<FirstText> = best.iter().take(FIRST).filter_map(first).collect();
    for one in &mut placed[1..deep] {
        let others: Vec<&FirstText> = firsts.iter().filter(|first| first.is_other(view, one.at)).collect();
        let told = texts.get(&one.at).and_then(|text| told(&reading, &others, text, own.bridge));
        let led = others.iter().find_map(|first| first.names(&reading, about(one.at), own.led));
        one.bridge = match (told, led) {
            (Some(told), Some(led)) => Some(Bridge { gain: told.gain + led.gain, ..told }),
            (told, led) => told.or(led),
        };
    }
    let value = |one: &Placed| one.bridge.as_ref().map_or(0.0, |bridge| bridge.gain) - (1.0 + one.was as f64).ln();
    placed[1..deep].sort_by(|a, b| value(b).total_cmp(&value(a)));
    placed
}

/// For each of some chunks, the entities that its document is about.
fn subjects(view: &View, chunks: &[u32]) -> FxHashMap<u32, Vec<u32>> {
    let wanted: FxHashSet<u32> = chunks.iter().copied().collect();
    let mut out: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for subject in view.subjects.iter().filter(|subject| wanted.contains(&subject.chunk)) {
        out.entry(subject.chunk).or_default().push(subject.entity);
    }
    out
}

/// A question, as sentences are read for it.
struct Reading<'a> {
    view: &'a View,
    /// The weight of each word of the question; 0 for a stop word.
    weights: Vec<f64>,
    /// Their sum.
    whole: f64,
    /// Every term of these words, with their positions.
    terms: FxHashMap<&'a str, Vec<u32>>,
    /// Names of what leads everywhere or is asked for, folded.
    barred: FxHashSet<String>,
    /// Entities that it names.
    asked: FxHashSet<u32>,
}

impl<'a> Reading<'a> {
    fn new(question: &'a Question, view: &'a View) -> Self {
        let chunks = |at: usize| view.word_chunks.get(at).copied().unwrap_or_default();
        let weight = |(at, word): (usize, &QuestionWord)| match is_stop_word(&word.text) {
            true => 0.0,
            false => idf(&view.counts, chunks(at)),
        };
        let weights: Vec<f64> = question.words.iter().enumerate().map(weight).collect();
        let mut terms: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        for (at, word) in (0..).zip(&question.words) {
            word.terms.iter().for_each(|term| terms.entry(term).or_default().push(at));
        }
        let asked: FxHashSet<u32> = view.named.iter().map(|named| named.entity).collect();
        let is_barred = |(at, entity): &(u32, &ViewEntity)| asked.contains(at) || leads_everywhere(view, entity);
        let barred = (0..).zip(&view.entities).filter(is_barred).map(|(_, entity)| fold_name(&entity.name)).collect();
        let whole = weights.iter().sum();
        Self { view, weights, whole, terms, barred, asked }
    }

    /// True if a name may join two passages: it is in few chunks, and the question does not say it.
    fn may_join(&self, name: &str) -> bool {
        let is_said = |word: &str| {
            let said = |term: &str| self.terms.contains_key(term);
            said(word) || variants(word).iter().any(|term| said(term))
        };
        !name.is_empty() && !self.barred.contains(name) && !name.split(' ').all(is_said)
    }

    /// Positions of the question's words in a text.
    fn words_in(&self, text: &str, language: &str) -> FxHashSet<u32> {
        let mut found = FxHashSet::default();
        terms(text, language, |term| found.extend(self.terms.get(term).into_iter().flatten()));
        found
    }

    /// The weight of words of the question, in the order of their places, so that sums are the same everywhere.
    fn weight<'w>(&self, words: impl Iterator<Item = &'w u32>) -> f64 {
        let mut words: Vec<u32> = words.copied().collect();
        words.sort_unstable();
        words.iter().map(|at| self.weights[*at as usize]).sum()
    }

    /// An entity of the view that may join passages.
    fn joining(&self, entity: u32) -> Option<&'a ViewEntity> {
        let found = self.view.entities.get(entity as usize)?;
        (!self.asked.contains(&entity) && !leads_everywhere(self.view, found)).then_some(found)
    }
}

/// True for what is in too many chunks (more than a walk goes through, or a tenth of a small workspace: "URL" among
/// references), and for what is no name.
fn leads_everywhere(view: &View, entity: &ViewEntity) -> bool {
    let most = (view.counts.chunks / 10).clamp(FEW, CAP as u64);
    entity.hub || entity.chunks > most || matches!(entity.kind, Kind::Date | Kind::Word)
}

/// A passage: its sentences, and the things that it names.
struct NamingText<'a> {
    text: &'a ViewText,
    sentences: Vec<Span>,
    /// Folded names, each with its first byte; none for a name that stands above the text.
    names: Vec<(&'a str, Option<u32>)>,
}

impl<'a> NamingText<'a> {
    fn new(text: &'a ViewText) -> Self {
        let mut full: FxHashMap<&Name, &str> = FxHashMap::default();
        for link in text.facts.iter().flat_map(|facts| &facts.links) {
            if !link.b.sense.is_empty() && !link.a.is_canonical() && !link.b.is_canonical() {
                full.insert(&link.b, &link.a.folded);
            }
        }
        let name = |mention: &'a Mention| {
            let folded = full.get(&mention.name).copied().unwrap_or(&mention.name.folded);
            (folded, (mention.span.start < mention.span.end).then_some(mention.span.start))
        };
        let mentions = text.facts.iter().flat_map(|facts| &facts.mentions);
        let joins = |mention: &&Mention| !matches!(mention.kind, Kind::Date | Kind::Word);
        let names = mentions.filter(joins).map(name).collect();
        Self { text, sentences: sentences(&text.text), names }
    }

    /// The place of the sentence around a byte.
    fn sentence(&self, byte: u32) -> Option<usize> {
        let at = self.sentences.partition_point(|span| span.end <= byte);
        self.sentences.get(at).filter(|span| span.start <= byte).map(|_| at)
    }

    /// The question's words in a sentence.
    fn words(&self, reading: &Reading<'_>, sentence: usize) -> FxHashSet<u32> {
        let text = self.sentences.get(sentence).and_then(|span| self.text.text.get(span.range()));
        reading.words_in(text.unwrap_or_default(), &self.text.language)
    }
}

/// The best sentence of a passage that names something of a first one, by the share of the question that the first lacks.
fn told(reading: &Reading<'_>, firsts: &[&FirstText], text: &NamingText<'_>, weight: f64) -> Option<Bridge> {
    let mut said: FxHashMap<usize, FxHashSet<u32>> = FxHashMap::default();
    let mut best: Option<(f64, &FirstText, &str)> = None;
    for first in firsts {
        for (name, start) in text.names.iter().filter(|(name, _)| first.names.contains(*name)) {
            let Some(sentence) = start.and_then(|start| text.sentence(start)) else { continue };
            let words = said.entry(sentence).or_insert_with(|| text.words(reading, sentence));
            let share = reading.weight(words.iter().filter(|at| first.missing.contains(at))) / reading.whole;
            if share > best.map_or(0.0, |(share, ..)| share) {
                best = Some((share, first, name));
            }
        }
    }
    let (share, first, name) = best?;
    Some(Bridge { from: first.at, name: name.to_owned(), gain: weight * share })
}

/// One of the best passages, from which bridges lead.
struct FirstText {
    at: u32,
    /// Names that may join, folded.
    names: FxHashSet<String>,
    /// The question's words that it lacks.
    missing: FxHashSet<u32>,
}

impl FirstText {
    fn new(reading: &Reading<'_>, at: u32, text: &NamingText<'_>, subjects: &[u32]) -> Self {
        let mut held = reading.words_in(&text.text.text, &text.text.language);
        let joining = text.names.iter().map(|(name, _)| *name).filter(|name| reading.may_join(name));
        let mut names: FxHashSet<String> = joining.map(str::to_owned).collect();
        for entity in subjects.iter().filter_map(|subject| reading.view.entities.get(*subject as usize)) {
            held.extend(reading.words_in(&entity.name, ""));
            names.extend(Some(fold_name(&entity.name)).filter(|name| reading.may_join(name)));
        }
        let is_missing = |at: &u32| reading.weights[*at as usize] > 0.0 && !held.contains(at);
        let missing = (0..reading.weights.len() as u32).filter(is_missing).collect();
        Self { at, names, missing }
    }

    /// True if a chunk is of another document.
    fn is_other(&self, view: &View, chunk: u32) -> bool {
        view.chunks[self.at as usize].document != view.chunks[chunk as usize].document
    }

    /// The subject of a passage's document, where this one names it.
    fn names(&self, reading: &Reading<'_>, subjects: &[u32], gain: f64) -> Option<Bridge> {
        let mentions = &reading.view.mentions;
        let is_named =
            |entity: &&u32| mentions.binary_search(&ViewMention { entity: **entity, chunk: self.at }).is_ok();
        let subject = subjects.iter().filter(is_named).find_map(|entity| reading.joining(*entity))?;
        Some(Bridge { from: self.at, name: subject.name.clone(), gain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Facts, Key};
    use crate::view::{Counts, ViewChunk};

    const QUESTION: &str = "In which harbour was the maker of the Meridian Clock born?";

    /// A view of passages, each of a document of its own, and their texts with the names that stand in them.
    fn view(passages: &[(&str, &[&str])]) -> (View, Vec<ViewText>) {
        let question = Question::new(QUESTION);
        let chunk = |at: usize| ViewChunk {
            key: Key::of("chunk", &[&at.to_le_bytes()]),
            document: Key::of("document", &[&at.to_le_bytes()]),
            ..ViewChunk::default()
        };
        let text = |(at, (text, names)): (usize, &(&str, &[&str]))| {
            let mention = |name: &&str| {
                let start = text.find(name).expect("the name stands in the text");
                let span = Span::new(start, start + name.len());
                Mention { name: Name::new(name), form: (*name).to_owned(), span, kind: Kind::Entity }
            };
            let facts = Facts { mentions: names.iter().map(mention).collect(), ..Facts::default() };
            ViewText { chunk: at as u32, language: "en".to_owned(), text: (*text).to_owned(), facts: vec![facts] }
        };
        let view = View {
            counts: Counts { documents: 100, chunks: 100, length: 1000 },
            word_chunks: vec![3; question.words.len()],
            chunks: (0..passages.len()).map(chunk).collect(),
            ..View::default()
        };
        (view, passages.iter().enumerate().map(text).collect())
    }

    fn order(view: &View, texts: &[ViewText], own: &WalkOptions) -> Vec<u32> {
        let best: Vec<u32> = (0..view.chunks.len() as u32).collect();
        ordered(&Question::new(QUESTION), view, texts, &best, own).iter().map(|one| one.at).collect()
    }

    #[test]
    fn what_continues_the_first_passages_goes_before_what_repeats_the_question() {
        let passages: [(&str, &[&str]); 5] = [
            ("The Meridian Clock was made by Ilse Varga in Tern.", &["Meridian Clock", "Ilse Varga", "Tern"]),
            ("The Meridian Clock hangs in the hall.", &["Meridian Clock"]),
            ("Clocks of the harbour are wound on Sundays.", &[]),
            ("Tern lies inland.", &["Tern"]),
            ("Her father kept bees. Ilse Varga was born in the harbour of Lom.", &["Ilse Varga", "Lom"]),
        ];
        let (view, texts) = view(&passages);
        let own = WalkOptions::default();
        assert_eq!(order(&view, &texts, &own), [0, 4, 1, 2, 3]);
        assert_eq!(order(&view, &texts, &WalkOptions { bridges: 0, ..own.clone() }), [0, 1, 2, 3, 4]);
        assert_eq!(order(&view, &[], &own), [0, 1, 2, 3, 4]);
        let same = ViewChunk { document: view.chunks[0].document, ..view.chunks[4].clone() };
        let chunks = [&view.chunks[..4], &[same]].concat();
        assert_eq!(
            order(&View { chunks, ..view }, &texts, &own),
            [0, 1, 2, 3, 4],
            "a document does not lead to itself"
        );
    }

    #[test]
    fn a_subject_that_the_first_passages_name_is_led_to() {
        let (mut view, texts) =
            view(&[("By Ilse Varga.", &["Ilse Varga"]), ("Wind.", &[]), ("Sea.", &[]), ("Of Lom.", &[])]);
        view.entities = vec![ViewEntity { name: "Ilse Varga".to_owned(), chunks: 2, ..ViewEntity::default() }];
        let of = |chunk| ViewMention { entity: 0, chunk };
        (view.mentions, view.subjects) = (vec![of(0), of(2)], vec![of(2)]);
        let own = WalkOptions { led: 1.0, ..WalkOptions::default() };
        assert_eq!(order(&view, &texts, &own), [0, 2, 1, 3]);
        view.entities[0].chunks = 1000;
        assert_eq!(order(&view, &texts, &own), [0, 1, 2, 3], "what is everywhere leads nowhere");
    }

    #[test]
    fn a_moved_hit_has_the_score_of_its_place_and_says_what_led_to_it() {
        let (view, _) = view(&[("Tern.", &["Tern"]), ("Lom.", &["Lom"])]);
        let why = Why::sum("walk", vec![Why::leaf(Reason::Cosine { cosine: 0.5 }, 0.5)]);
        let bridge = Bridge { from: 0, name: "Tern".to_owned(), gain: 1.0 };
        let up = Placed { at: 1, was: 1, bridge: Some(bridge) }.why(&view, why.clone(), 0.75);
        assert_eq!((up.value, up.parts.len(), up.parts[1].value), (0.75, 2, 0.25));
        let down = Placed { at: 1, was: 1, bridge: None }.why(&view, why, 0.25);
        assert_eq!((down.value, down.parts[0].value), (0.25, 0.25));
    }
}
