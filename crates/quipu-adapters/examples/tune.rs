//! Tries settings of the strategies on an evaluation set, in memory: the tuning bench.
//!
//! `tune SET… [--half even|odd|all] [--strategy NAME]… [--try name=value,name=value]… [--no-titles]`
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;

use futures::executor::block_on;
use quipu_adapters::store::MemoryStore;
use quipu_engine::ports::{Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, NewChunk, Store};
use quipu_kernel::extract;
use quipu_kernel::model::{Chunk, Key, Span};
use quipu_kernel::rank::measures::{mean, percentile, recall, reciprocal_rank};
use quipu_kernel::strategies::{Options, Strategy, strategy};
use quipu_kernel::text;
use quipu_kernel::view::Question;
use serde_json::Value;

struct Asked {
    text: String,
    gold: Vec<String>,
}

struct Set {
    name: String,
    store: MemoryStore,
    ids: BTreeMap<Key, Vec<String>>,
    questions: Vec<Asked>,
}

fn rows(path: &str) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn load(dir: &str, titles: bool) -> Set {
    let store = MemoryStore::new();
    let mut change = Change::default();
    let mut ids: BTreeMap<Key, Vec<String>> = BTreeMap::new();
    let mut owners: BTreeMap<Key, Key> = BTreeMap::new();
    for row in rows(&format!("{dir}/corpus.jsonl")) {
        let (id, title, text) = (row["_id"].as_str().unwrap(), row["title"].as_str().unwrap_or(""), row["text"].as_str().unwrap());
        let key = Key::document(id);
        let body = Key::text(text);
        let owner = *owners.entry(body).or_insert(key);
        ids.entry(owner).or_default().push(id.to_owned());
        let title_names = if titles { extract::title_names(title) } else { Vec::new() };
        let language = text::language_of(text).to_owned();
        change.documents.push(DocumentChange::Put(Box::new(DocumentRow {
            key,
            id: id.to_owned(),
            source: Default::default(),
            title: title.to_owned(),
            metadata: Default::default(),
            language: language.clone(),
            format: Default::default(),
            partial: None,
            text: body,
            title_names,
        })));
        if owner != key {
            continue;
        }
        let chunk = Chunk { key: Chunk::key_of(key, &[], text, 0), document: key, body: Span::new(0, text.len()), language, text: text.to_owned(), ..Chunk::default() };
        let facts = vec![extract::extract(&chunk)];
        change.bodies.push(BodyChange::Put(Body { text: body, owner: key, title: title.to_owned(), chunks: vec![BodyChunk::New(Box::new(NewChunk { chunk, facts, vector: None }))] }));
    }
    block_on(store.commit(change)).unwrap();
    let questions = rows(&format!("{dir}/questions.jsonl"))
        .into_iter()
        .map(|row| Asked {
            text: row["text"].as_str().unwrap().to_owned(),
            gold: match &row["gold"] {
                Value::Array(gold) => gold.iter().map(|id| id.as_str().unwrap().to_owned()).collect(),
                _ => row["relevance"].as_object().unwrap().keys().cloned().collect(),
            },
        })
        .collect();
    Set { name: dir.rsplit('/').next().unwrap().to_owned(), store, ids, questions }
}

fn ranking(set: &Set, look: &dyn Strategy, options: &Options, asked: &Asked) -> (Vec<String>, f64) {
    let question = Question::new(&asked.text);
    let view = block_on(set.store.view(&question, &look.plan(&question, options))).unwrap();
    let begun = std::time::Instant::now();
    let evidence = look.retrieve(&question, &view, options);
    let ms = begun.elapsed().as_secs_f64() * 1e3;
    let mut out: Vec<String> = Vec::new();
    for hit in evidence.hits {
        for id in &set.ids[&hit.document] {
            if !out.contains(id) {
                out.push(id.clone());
            }
        }
    }
    (out, ms)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut sets, mut half, mut looks, mut tries, mut titles) = (Vec::new(), "even".to_owned(), Vec::new(), Vec::new(), true);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--half" => half = args.next().unwrap(),
            "--strategy" => looks.push(args.next().unwrap()),
            "--try" => tries.push(args.next().unwrap()),
            "--no-titles" => titles = false,
            _ => sets.push(load(&arg, titles)),
        }
    }
    if looks.is_empty() {
        looks = vec!["lexical".to_owned(), "walk".to_owned()];
    }
    if tries.is_empty() {
        tries.push(String::new());
    }
    for look in &looks {
        for settings in &tries {
            let mut options = Options::default();
            for pair in settings.split(',').filter(|pair| !pair.is_empty()) {
                let (name, value) = pair.split_once('=').unwrap();
                options.set(name, value).unwrap();
            }
            print!("{look:8} {settings:30}");
            let mut fives = Vec::new();
            for set in &sets {
                let wanted = |at: &usize| match half.as_str() {
                    "even" => at % 2 == 0,
                    "odd" => at % 2 == 1,
                    _ => true,
                };
                let mut measures = vec![Vec::new(); 6];
                for at in (0..set.questions.len()).filter(wanted) {
                    let asked = &set.questions[at];
                    let (ranking, ms) = ranking(set, strategy(look).unwrap(), &options, asked);
                    for (k, measure) in [1, 2, 5, 10].iter().zip(&mut measures) {
                        measure.push(100.0 * recall(&ranking, &asked.gold, *k));
                    }
                    measures[4].push(reciprocal_rank(&ranking, &asked.gold));
                    measures[5].push(ms);
                }
                let m: Vec<f64> = measures.iter().map(|m| mean(m)).collect();
                fives.push(m[2]);
                print!(" | {} {:.1} {:.1} {:.1} {:.1} mrr {:.3} {:.1} ms", set.name, m[0], m[1], m[2], m[3], m[4], percentile(&measures[5], 0.5));
            }
            println!(" | mean@5 {:.2}", mean(&fives));
        }
    }
}
