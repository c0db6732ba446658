//! The documents that filter expressions admit, compared with their plain meaning over the fields of documents.

use std::collections::BTreeSet;

use quipu_engine::Workspace;
use quipu_engine::delete::delete;
use quipu_engine::ports::{Select, Store};
use quipu_kernel::model::{Document, Key, SourceFile};
use quipu_kernel::random::SplitMix;
use quipu_kernel::view::{ComparedAs, Expression, FieldRange, Filter, Needs, Question, RangeEnd, fields};
use serde_json::{Value, json};

use super::indexed::index_all;
use super::world::Documents;
use super::{Broken, Empty, patiently, toys};

const FIELDS: [&str; 5] = ["note", "year", "tags", "$title", "$id"];
/// Values that fold to each other, are numbers and dates, long, empty, or hold characters that index keys leave out.
const VALUES: [&str; 28] = [
    "bell",
    "Bell",
    "BELLS",
    "a bell",
    "ёлка",
    "Елка",
    "İstanbul",
    "istanbul",
    "\u{212a}elvin",
    "kelvin",
    "2024",
    "2024.0",
    "2023",
    "-7.5",
    "7.50",
    "900719925474099301",
    "900719925474099302",
    "2024-05",
    "2024-05-01",
    "2023-12-31T23:59:59Z",
    "1709209815",
    "",
    "a",
    "a\u{0}b",
    "ab",
    "d41d8cd98f00b204e9800998ecf8427e",
    "D41D8CD98F00B204E9800998ECF8427E",
    "n/3.md",
];
/// Paragraphs: fewer than documents, so that some share a text.
const TEXTS: [&str; 7] = [
    "Ada uses Engine .",
    "Babbage uses Quipu .",
    "Quipu uses Cord .",
    "nothing has a name here",
    "Москва и Урал далеко.",
    "Bernoulli, Bernoulli and Bernoulli.",
    "Engine uses Cord .",
];

/// A text is admitted exactly if a document that has it satisfies the expression.
pub(super) async fn expressions_admit_what_they_mean(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut random = SplitMix::new(seed ^ 0x0e59_4e55);
    let documents: Documents = (0..12).map(|at| document(at, &mut random)).map(|one| (one.id.clone(), one)).collect();
    let workspace = toys::workspace(empty());
    index_all(&workspace, &documents).await?;
    same_as_meant(&workspace, &mut random).await?;
    let some: Vec<String> = documents.into_keys().step_by(3).collect();
    patiently(async || delete(&workspace, &some).await.map(drop)).await?;
    same_as_meant(&workspace, &mut random).await
}

async fn same_as_meant(workspace: &Workspace, random: &mut SplitMix) -> Result<(), Broken> {
    let rows = patiently(async || Ok(workspace.store.documents(&Select::After(None, 100)).await?)).await?;
    for _ in 0..30 {
        let Some(expression) = expression(random, 3) else { continue };
        let filter = Filter { expression: Some(expression), ..Filter::default() };
        let passing = rows.iter().filter(|row| filter.admits(&fields(&row.described()))).map(|row| row.text);
        let meant: BTreeSet<Key> = passing.collect();
        let admitted = admitted(&*workspace.store, filter.clone()).await?;
        let found: BTreeSet<Key> = rows.iter().filter(|row| admitted.contains(&row.key)).map(|row| row.text).collect();
        Broken::unless(found == meant, "an expression admits what it means", || {
            format!("{:?}\nfound {found:?}\nmeant {meant:?}", filter.expression)
        })?;
    }
    Ok(())
}

/// The owners of the texts that a filter admits.
async fn admitted(store: &dyn Store, filter: Filter) -> Result<BTreeSet<Key>, Broken> {
    let question = Question { filter, ..Question::default() };
    let needs = Needs { lexical: 0, listed: 1_000, ..Needs::default() };
    let view = patiently(async || Ok(store.view(&question, &needs).await?)).await?;
    Ok(view.chunks.iter().map(|chunk| chunk.document).collect())
}

fn document(at: usize, random: &mut SplitMix) -> Document {
    let id = format!("n/{at}.md");
    let mut document = Document {
        source: SourceFile { path: id.clone(), mime: "text/markdown".to_owned(), text_offset: Some(0) },
        title: value(random).as_str().unwrap_or_default().to_owned(),
        text: (*random.of(&TEXTS)).to_owned(),
        id,
        ..Document::default()
    };
    for field in ["note", "year", "tags"] {
        let one = match random.below(6) {
            0 => continue,
            1 => json!([value(random), value(random)]),
            2 => json!([]),
            _ => value(random),
        };
        document.metadata.insert(field.to_owned(), one);
    }
    document
}

fn value(random: &mut SplitMix) -> Value {
    match random.below(8) {
        0 => json!(random.below(3) + 2022),
        1 => json!(random.below(2) == 0),
        2 => json!(format!("{}{}", "long ".repeat(50), random.below(3))),
        _ => json!(random.of(&VALUES)),
    }
}

fn text(random: &mut SplitMix) -> String {
    let found = value(random);
    found.as_str().map_or_else(|| found.to_string(), str::to_owned)
}

fn expression(random: &mut SplitMix, depth: usize) -> Option<Expression> {
    let parts =
        |random: &mut SplitMix| (0..2 + random.below(2)).filter_map(|_| expression(random, depth - 1)).collect();
    match random.below(if depth > 1 { 8 } else { 5 }) {
        5 => Expression::all(parts(random)),
        6 => Expression::any(parts(random)),
        7 => expression(random, depth - 1).map(Expression::negated),
        _ => test(random),
    }
}

fn test(random: &mut SplitMix) -> Option<Expression> {
    let (field, text_of) = (*random.of(&FIELDS), text(random));
    let part: String = text_of.chars().skip(random.below(3)).take(1 + random.below(4)).collect();
    match random.below(7) {
        0 => Expression::equals(field, &text_of),
        1 => Expression::one_of(field, (0..=random.below(4)).map(|_| text(random)).collect()),
        2 => Expression::begins(field, if random.chance(1, 4) { &text_of } else { &part }),
        3 => Expression::ends(field, &part),
        4 => Expression::holds(field, &part),
        5 => Expression::exists(field),
        _ => {
            let mut end = || random.chance(2, 3).then(|| RangeEnd::new(&text(random), random.chance(1, 2)));
            let (from, to) = (end(), end());
            let range = FieldRange::new(*random.of(&ComparedAs::ALL), from, to).ok()?;
            Expression::between(field, range)
        }
    }
    .ok()
}
