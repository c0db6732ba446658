//! Tries settings of the strategies on an evaluation set, in memory: the tuning bench.
//!
//! `tune SET… [--half even|odd|all] [--strategy NAME]… [--try name=value,name=value]… [--no-titles]`
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;

use futures::executor::block_on;
use quipu_adapters::embed::StaticVectors;
use quipu_adapters::store::MemoryStore;
use quipu_engine::ports::{Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, Embedder, NewChunk, Role, Store};
use quipu_kernel::answer::{AnswerOptions, Passage, answer};
use quipu_kernel::extract;
use quipu_kernel::model::{Chunk, Key, Span};
use quipu_kernel::rank::measures::{mean, percentile, recall, reciprocal_rank};
use quipu_kernel::strategies::{Options, Strategy, strategy};
use quipu_kernel::text;
use quipu_kernel::view::Question;
use serde_json::Value;

#[derive(Clone)]
struct Asked {
    answer: String,
    text: String,
    gold: Vec<String>,
}

fn embed(texts: &[&str], role: Role) -> Vec<Option<Vec<f32>>> {
    static EMBEDDER: std::sync::OnceLock<Option<StaticVectors>> = std::sync::OnceLock::new();
    let embedder = EMBEDDER.get_or_init(|| std::env::args().any(|arg| arg == "--static").then(|| StaticVectors::new()));
    embedder.as_ref().map_or_else(|| vec![None; texts.len()], |embedder| block_on(embedder.embed(texts, role)).unwrap())
}

struct Set {
    name: String,
    store: MemoryStore,
    ids: BTreeMap<Key, Vec<String>>,
    texts: BTreeMap<Key, (String, String)>,
    questions: Vec<Asked>,
}

fn rows(path: &str) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn load(dir: &str, titles: bool, without: &std::collections::BTreeSet<String>) -> Set {
    let mut texts = BTreeMap::new();
    let store = MemoryStore::new();
    let mut change = Change::default();
    let mut ids: BTreeMap<Key, Vec<String>> = BTreeMap::new();
    let mut owners: BTreeMap<Key, Key> = BTreeMap::new();
    for row in rows(&format!("{dir}/corpus.jsonl")) {
        let (id, title, text) = (row["_id"].as_str().unwrap(), row["title"].as_str().unwrap_or(""), row["text"].as_str().unwrap());
        if without.contains(id) {
            continue;
        }
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
        texts.insert(chunk.key, (title.to_owned(), text.to_owned()));
        let facts = vec![extract::extract(&chunk)];
        change.bodies.push(BodyChange::Put(Body { text: body, owner: key, title: title.to_owned(), chunks: vec![BodyChunk::New(Box::new(NewChunk { chunk, facts, vector: None }))] }));
    }
    for body in &mut change.bodies {
        let BodyChange::Put(body) = body else { continue };
        let title = body.title.clone();
        for chunk in &mut body.chunks {
            let BodyChunk::New(new) = chunk else { continue };
            let text = format!("{title}\n{}", new.chunk.text);
            new.vector = embed(&[&text], Role::Passage).pop().flatten();
        }
    }
    block_on(store.commit(change)).unwrap();
    let questions = rows(&format!("{dir}/questions.jsonl"))
        .into_iter()
        .map(|row| Asked {
            answer: row["answer"].as_str().unwrap_or("").to_owned(),
            text: row["text"].as_str().unwrap().to_owned(),
            gold: match &row["gold"] {
                Value::Array(gold) => gold.iter().map(|id| id.as_str().unwrap().to_owned()).collect(),
                _ => row["relevance"].as_object().unwrap().keys().cloned().collect(),
            },
        })
        .collect();
    Set { name: dir.rsplit('/').next().unwrap().to_owned(), store, ids, texts, questions }
}

fn ranking(set: &Set, look: &dyn Strategy, options: &Options, asked: &Asked) -> (Vec<String>, [f64; 4]) {
    let mut question = Question::new(&asked.text);
    question.vector = embed(&[&asked.text], Role::Question).pop().flatten();
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
    (out, [ms, view.chunks.len() as f64, view.entities.len() as f64, view.mentions.len() as f64])
}

fn answer_options(settings: &str) -> AnswerOptions {
    let mut options = AnswerOptions::default();
    for pair in settings.split(',').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap();
        let value: f64 = value.parse().unwrap();
        match name {
            "overlap" => options.overlap = value,
            "context" => options.context = value,
            "passage" => options.passage = value,
            "hit" => options.hit = value,
            "kind" => options.kind = value,
            "near" => options.near = value,
            _ => panic!("{name}"),
        }
    }
    options
}

fn extract_answer(set: &Set, asked: &Asked, options: &AnswerOptions) -> (quipu_kernel::answer::Extract, String) {
    let look = strategy("walk").unwrap();
    let mut question = Question::new(&asked.text);
    question.vector = embed(&[&asked.text], Role::Question).pop().flatten();
    let view = block_on(set.store.view(&question, &look.plan(&question, &Options::default()))).unwrap();
    let evidence = look.retrieve(&question, &view, &Options::default());
    let passages: Vec<Passage<'_>> = evidence.hits.iter().map(|hit| {
        let (title, text) = &set.texts[&hit.chunk];
        Passage { title, prefix: "", text, score: hit.score }
    }).collect();
    let extract = answer(&question, &view, &passages, options);
    let text: Vec<&str> = extract.sentences.iter().map(|s| &passages[s.passage].text[s.span.range()]).collect();
    let text = text.join(" ");
    (extract, text)
}

fn answers(dir: &str, settings: &str, half: &str) {
    let parity = if half == "even" { 0 } else { 1 };
    let pick = |questions: &[Asked]| questions.iter().enumerate().filter(|(at, _)| half == "all" || at % 2 == parity).map(|(_, asked)| asked.clone()).collect::<Vec<_>>();
    let none = Default::default();
    let (en, ru, wiki) = (load(&format!("{dir}/xquad_en"), true, &none), load(&format!("{dir}/xquad_ru"), true, &none), load(&format!("{dir}/2wiki"), true, &none));
    let gone = pick(&wiki.questions).iter().flat_map(|asked| asked.gold.clone()).collect();
    let without = load(&format!("{dir}/2wiki"), true, &gone);
    let begun = std::time::Instant::now();
    for settings in settings.split('/') {
        let options = answer_options(settings);
        print!("{settings:40}");
        for set in [&en, &ru] {
            let hit = |asked: &Asked| {
                let (_, text) = extract_answer(set, asked, &options);
                f64::from(text::fold_name(&text).contains(&text::fold_name(&asked.answer)))
            };
            print!(" | {} {:.1}", set.name, 100.0 * mean(&pick(&set.questions).iter().map(hit).collect::<Vec<_>>()));
        }
        println!();
    }
    let cases: [(&str, &Set, &Set, bool); 5] = [("en real", &en, &en, false), ("ru real", &ru, &ru, false), ("wiki real", &wiki, &wiki, false), ("en of wiki", &wiki, &en, true), ("gold gone", &without, &wiki, true)];
    let mut dump = String::new();
    for (name, set, from, refuse) in cases {
        let mut refused = Vec::new();
        for asked in pick(&from.questions) {
            let (extract, _) = extract_answer(set, &asked, &AnswerOptions::default());
            refused.push(f64::from(extract.refused));
            let s = extract.signals;
            dump += &format!("{name},{},{},{},{},{},{},{}\n", u8::from(refuse), s.best, s.together, s.unknown, s.names, s.sentence, s.near);
        }
        print!("{name}: refused {:.1} of {} | ", 100.0 * mean(&refused), refused.len());
    }
    std::fs::write("/tmp/signals.csv", dump).unwrap();
    println!("{:.1} s", begun.elapsed().as_secs_f64());
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut sets, mut half, mut looks, mut tries, mut titles) = (Vec::new(), "even".to_owned(), Vec::new(), Vec::new(), true);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--static" => {}
            "--half" => half = args.next().unwrap(),
            "--strategy" => looks.push(args.next().unwrap()),
            "--try" => tries.push(args.next().unwrap()),
            "--answers" => return answers(&args.next().unwrap(), tries.first().map_or("", |t: &String| t), &half),
            "--no-titles" => titles = false,
            _ => sets.push(load(&arg, titles, &Default::default())),
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
                let mut measures = vec![Vec::new(); 9];
                for at in (0..set.questions.len()).filter(wanted) {
                    let asked = &set.questions[at];
                    let (ranking, costs) = ranking(set, strategy(look).unwrap(), &options, asked);
                    for (k, measure) in [1, 2, 5, 10].iter().zip(&mut measures) {
                        measure.push(100.0 * recall(&ranking, &asked.gold, *k));
                    }
                    measures[4].push(reciprocal_rank(&ranking, &asked.gold));
                    for (cost, measure) in costs.into_iter().zip(&mut measures[5..]) {
                        measure.push(cost);
                    }
                }
                let m: Vec<f64> = measures.iter().map(|m| mean(m)).collect();
                fives.push(m[2]);
                print!(" | {} {:.1} {:.1} {:.1} {:.1} mrr {:.3} {:.1} ms {:.0}c {:.0}e {:.0}m", set.name, m[0], m[1], m[2], m[3], m[4], percentile(&measures[5], 0.5), m[6], m[7], m[8]);
            }
            println!(" | mean@5 {:.2}", mean(&fives));
        }
    }
}
