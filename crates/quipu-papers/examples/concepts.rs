//! Scores of the concepts of abstracts against labels: `cargo run --release -p quipu-papers --example concepts --
//! FILE`.
//!
//! FILE has one labelled abstract a line as JSON: `fold`, `title`, `abstract`, `entities[{id, name, type, aliases[],
//! core, mentions[{field, start, end, text}]}]`, `relations[{source_id, relation, target_id}]`; places count Unicode
//! characters. Printed for each fold: how many were found, precision over all that were found, recall over all labels
//! and over those that are core (in the title or an end of a relation), each without and with the type; the same for
//! relations by their ends, by ends and relation; figures by type; the time an abstract took. No text of an abstract is
//! printed unless `--show FOLD` is given, which prints what was right, wrong and missed in that fold.
//!
//! A name that was found is right if it equals a name, alias or mention of a label after folding (case, hyphens,
//! plural), or overlaps a mention and has the same last word.

#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "a program that reads a file and prints")]

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use quipu_papers::concepts::{Concept, ConceptField, Concepts, folded, read};
use serde::Deserialize;

#[derive(Deserialize)]
struct Labelled {
    fold: String,
    title: String,
    #[serde(rename = "abstract")]
    summary: String,
    entities: Vec<Entity>,
    relations: Vec<Relation>,
}

#[derive(Deserialize)]
struct Entity {
    id: serde_json::Value,
    name: String,
    r#type: String,
    aliases: Vec<String>,
    core: bool,
    mentions: Vec<Place>,
}

#[derive(Deserialize)]
struct Place {
    field: String,
    start: usize,
    end: usize,
    text: String,
}

#[derive(Deserialize)]
struct Relation {
    source_id: serde_json::Value,
    relation: String,
    target_id: serde_json::Value,
}

#[derive(Default)]
struct Tally {
    papers: usize,
    found: usize,
    right: usize,
    typed: usize,
    labels: [usize; 2],
    met: [usize; 2],
    met_typed: [usize; 2],
    ties: usize,
    relations: usize,
    ends: usize,
    ends_any: usize,
    same: usize,
    met_ends: usize,
    met_same: usize,
    seconds: f64,
    longest: f64,
    types: BTreeMap<String, [usize; 4]>,
}

fn last(folded: &str) -> &str {
    folded.rsplit(' ').next().unwrap_or(folded)
}

/// Characters before a byte.
fn chars(text: &str, byte: usize) -> usize {
    text.get(..byte).map_or(0, |before| before.chars().count())
}

fn is_right(paper: &Labelled, one: &Concept, entity: &Entity) -> bool {
    let key = folded(&one.name);
    let texts = entity.mentions.iter().map(|mention| &mention.text);
    if std::iter::once(&entity.name).chain(&entity.aliases).chain(texts).any(|name| folded(name) == key) {
        return true;
    }
    one.places.iter().any(|place| {
        let title = place.field == ConceptField::Title;
        let text = if title { &paper.title } else { &paper.summary };
        let (start, end) = (chars(text, place.start), chars(text, place.end));
        let own = folded(&text[place.start..place.end]);
        last(&own) == last(&key)
            && entity.mentions.iter().any(|mention| {
                (mention.field == "title") == title
                    && mention.start < end
                    && start < mention.end
                    && last(&folded(&mention.text)) == last(&key)
            })
    })
}

/// The name of a value as JSON writes it.
fn named(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn score(paper: &Labelled, got: &Concepts, tally: &mut Tally, show: bool) {
    let right: Vec<Vec<usize>> = got
        .concepts
        .iter()
        .map(|one| (0..paper.entities.len()).filter(|at| is_right(paper, one, &paper.entities[*at])).collect())
        .collect();
    let typed = |one: usize, entity: usize| named(got.concepts[one].kind) == paper.entities[entity].r#type;
    tally.papers += 1;
    tally.found += right.len();
    tally.right += right.iter().filter(|of| !of.is_empty()).count();
    for (one, of) in right.iter().enumerate() {
        let holds = of.iter().any(|entity| typed(one, *entity));
        tally.typed += usize::from(holds);
        let row = tally.types.entry(named(got.concepts[one].kind)).or_default();
        row[0] += 1;
        row[1] += usize::from(holds);
    }
    for (at, entity) in paper.entities.iter().enumerate() {
        let met = right.iter().any(|of| of.contains(&at));
        let met_typed = right.iter().enumerate().any(|(one, of)| of.contains(&at) && typed(one, at));
        for slot in 0..=usize::from(entity.core) {
            tally.labels[slot] += 1;
            tally.met[slot] += usize::from(met);
            tally.met_typed[slot] += usize::from(met_typed);
        }
        let row = tally.types.entry(entity.r#type.clone()).or_default();
        row[2] += 1;
        row[3] += usize::from(met_typed);
        if show && !met {
            println!("  missed {}{}", entity.name, if entity.core { " *" } else { "" });
        }
    }
    if show {
        for (one, of) in right.iter().enumerate() {
            let says = match of.iter().find(|entity| typed(one, **entity)).or(of.first()) {
                Some(entity) if typed(one, *entity) => "right".to_owned(),
                Some(entity) => format!("right, but {}", paper.entities[*entity].r#type),
                None => "WRONG".to_owned(),
            };
            println!("  {} {} ({says})", named(got.concepts[one].kind), got.concepts[one].name);
        }
    }
    score_ties(paper, got, &right, tally, show);
}

fn score_ties(paper: &Labelled, got: &Concepts, right: &[Vec<usize>], tally: &mut Tally, show: bool) {
    let (mut ends, mut same) = (BTreeSet::new(), BTreeSet::new());
    tally.ties += got.ties.len();
    tally.relations += paper.relations.len();
    for tie in &got.ties {
        let of = |end: usize, id: &serde_json::Value| right[end].iter().any(|at| paper.entities[*at].id == *id);
        let (mut any, mut all) = (false, false);
        for (at, relation) in paper.relations.iter().enumerate() {
            if of(tie.source, &relation.source_id) && of(tie.target, &relation.target_id) {
                any = true;
                ends.insert(at);
                if named(tie.kind) == relation.relation {
                    all = true;
                    same.insert(at);
                }
            }
        }
        tally.ends += usize::from(any);
        tally.same += usize::from(all);
        tally.ends_any += usize::from(!right[tie.source].is_empty() && !right[tie.target].is_empty());
        if show {
            let name = |end: usize| &got.concepts[end].name;
            let says = if all {
                "right"
            } else if any {
                "ends"
            } else {
                "WRONG"
            };
            println!("    {} {} {} ({says})", name(tie.source), named(tie.kind), name(tie.target));
        }
    }
    tally.met_ends += ends.len();
    tally.met_same += same.len();
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn print(fold: &str, tally: &Tally) {
    let line = |what: &str, found: usize, right: usize, labels: [usize; 2], met: [usize; 2]| {
        println!(
            "  {what}: precision {:.3} ({right} of {found}), recall {:.3} ({} of {}), of core {:.3} ({} of {})",
            share(right, found),
            share(met[0], labels[0]),
            met[0],
            labels[0],
            share(met[1], labels[1]),
            met[1],
            labels[1],
        );
    };
    println!("{fold}: {} abstracts", tally.papers);
    line("entities", tally.found, tally.right, tally.labels, tally.met);
    line("entities with type", tally.found, tally.typed, tally.labels, tally.met_typed);
    for (kind, [found, right, labels, met]) in &tally.types {
        println!(
            "    {kind}: precision {:.3} of {found}, recall {:.3} of {labels}",
            share(*right, *found),
            share(*met, *labels)
        );
    }
    for (what, right, met) in
        [("relations by ends", tally.ends, tally.met_ends), ("relations with kind", tally.same, tally.met_same)]
    {
        println!(
            "  {what}: precision {:.3} ({right} of {}; {:.3} of {} between labelled entities), recall {:.3} ({met} of {})",
            share(right, tally.ties),
            tally.ties,
            share(right, tally.ends_any),
            tally.ends_any,
            share(met, tally.relations),
            tally.relations,
        );
    }
    let mean = tally.seconds * 1e3 / tally.papers.max(1) as f64;
    println!("  time an abstract: mean {mean:.2} ms, longest {:.2} ms", tally.longest * 1e3);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("a file of labelled abstracts is needed")?;
    let shown = if args.next().as_deref() == Some("--show") { args.next() } else { None };
    let text = std::fs::read_to_string(file)?;
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    // The weights are unpacked once.
    read("", "Words.");
    for line in text.lines() {
        let paper: Labelled = serde_json::from_str(line)?;
        let show = shown.as_ref() == Some(&paper.fold);
        if show {
            println!("== {}", paper.title);
        }
        let begin = Instant::now();
        let got = read(&paper.title, &paper.summary);
        let seconds = begin.elapsed().as_secs_f64();
        let tally = tallies.entry(paper.fold.clone()).or_default();
        tally.seconds += seconds;
        tally.longest = tally.longest.max(seconds);
        score(&paper, &got, tally, show);
    }
    tallies.iter().for_each(|(fold, tally)| print(fold, tally));
    Ok(())
}
