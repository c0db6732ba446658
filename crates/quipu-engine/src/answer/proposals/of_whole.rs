//! Questions that counts over all documents answer: which documents mention a name, or two names, how many do, and which
//! documents are the latest.

use std::collections::BTreeSet;

use quipu_kernel::model::Kind;
use quipu_language::answer::{ToldUnit, told_units};
use quipu_language::questions::ProposedKind;

use super::{Expected, Proposal};
use crate::answer::in_russian_letters;
use crate::answer::overview::{HeldName, stands_alone};
use crate::base::ports::{DocumentRow, Store, StoreError};
use crate::find::texts::{read_text, stated_date};

/// Number of names whose meaning is asked for.
const DEFINED: usize = 10;
/// Numbers of documents of a list that is worth asking for, and of those in which a sentence has two names.
const LISTED: std::ops::RangeInclusive<usize> = 3..=9;
const BOTH: std::ops::RangeInclusive<usize> = 2..=6;
/// Number of names whose sentences are read, and the fewest letters of one.
const TOLD: usize = 24;
const SHORTEST: usize = 4;
/// The most documents of a number that is worth asking for, as a share of all.
const MOST: f64 = 0.35;
/// The share of documents that must state a date, and the fewest.
const DATED: f64 = 0.3;
const FEWEST: usize = 4;

/// The questions, those that are worth most first.
pub(super) async fn proposals(
    store: &dyn Store,
    rows: &[DocumentRow],
    mut names: Vec<HeldName>,
) -> Result<Vec<Proposal>, StoreError> {
    // A name in Russian letters is asked for as it is written.
    names.retain(|one| !in_russian_letters(one.name()) || one.name().starts_with(char::is_uppercase));
    names.sort_by(|x, y| y.held.len().cmp(&x.held.len()).then_with(|| x.name().cmp(y.name())));
    let russian = rows.iter().filter(|row| row.language == "ru").count() * 2 > rows.len();
    let mut found = Vec::new();
    for one in names.iter().take(DEFINED) {
        let name = one.name();
        let text = if russian { format!("Что такое {name}?") } else { format!("What is {name}?") };
        found.push(Proposal { text, kind: ProposedKind::Definition, expected: Expected::Definition(name.to_owned()) });
    }
    let mut ask = |kind: ProposedKind, english: String, said: String| {
        let text = if russian { said } else { english };
        found.push(Proposal { text, kind, expected: Expected::Counted });
    };
    let told = told_names(store, rows, &names).await?;
    for one in &told {
        let name = one.name;
        let (english, said) =
            (format!("Which documents mention {name}?"), format!("Какие документы упоминают {name}?"));
        ask(ProposedKind::List, english, said);
    }
    if let Some((x, y)) = together(&told) {
        let english = format!("Which documents mention both {x} and {y}?");
        ask(ProposedKind::Connection, english, format!("Какие документы упоминают {x} и {y}?"));
    }
    let countable = |one: &&HeldName| {
        let known = !matches!(one.name.kind, Kind::Place) && is_plain(one.name());
        known && one.held.len() > *LISTED.end() && one.held.len() as f64 <= MOST * rows.len() as f64
    };
    for one in names.iter().filter(countable) {
        let name = one.name();
        let english = format!("How many documents mention {name}?");
        ask(ProposedKind::Value, english, format!("Сколько документов упоминают {name}?"));
    }
    let dated = rows.iter().filter(|row| stated_date(row, &["updated", "date"]).is_some()).count();
    if dated >= FEWEST && dated as f64 >= DATED * rows.len() as f64 {
        ask(ProposedKind::Time, "What are the latest documents?".to_owned(), "Какие документы самые новые?".to_owned());
    }
    Ok(found)
}

/// A name with the sentences that tell of it.
struct ToldName<'n> {
    name: &'n str,
    /// The sentences, with the position of their document.
    sentences: Vec<(usize, String)>,
    documents: usize,
}

/// Names in few documents, most of which tell of them in a sentence: a name of tables and bibliographies says little.
async fn told_names<'n>(
    store: &dyn Store,
    rows: &[DocumentRow],
    names: &'n [HeldName],
) -> Result<Vec<ToldName<'n>>, StoreError> {
    let mut told = Vec::new();
    let few = names.iter().filter(|one| LISTED.contains(&one.held.len()) && is_plain(one.name()));
    for one in few.take(TOLD) {
        let mut name = ToldName { name: one.name(), sentences: Vec::new(), documents: 0 };
        for at in &one.held {
            let document = read_text(store, rows[*at].clone()).await?;
            let units = told_units(&document.text, document.row.format);
            let holds = |unit: &ToldUnit| unit.tells() && stands_alone(&unit.text, one.name());
            let before = name.sentences.len();
            name.sentences.extend(units.into_iter().filter(holds).map(|unit| (*at, unit.text)));
            name.documents += usize::from(name.sentences.len() > before);
        }
        if name.documents * 3 >= one.held.len() * 2 {
            told.push(name);
        }
    }
    told.sort_by(|x, y| y.documents.cmp(&x.documents).then_with(|| x.name.cmp(y.name)));
    Ok(told)
}

/// True for a name that a reader knows as one: no short abbreviation, no word in small letters.
fn is_plain(name: &str) -> bool {
    name.chars().count() >= SHORTEST && name.starts_with(char::is_uppercase)
}

/// Two names that stand together in a sentence of few documents.
fn together<'n>(names: &[ToldName<'n>]) -> Option<(&'n str, &'n str)> {
    let pairs = names.iter().enumerate().flat_map(|(at, x)| names[at + 1..].iter().map(move |y| (x, y)));
    let both = |x: &ToldName<'_>, y: &ToldName<'_>| {
        let shared = x.sentences.iter().filter(|(_, said)| stands_alone(said, y.name));
        shared.map(|(at, _)| *at).collect::<BTreeSet<usize>>().len()
    };
    let apart = |x: &ToldName<'_>, y: &ToldName<'_>| !x.name.contains(y.name) && !y.name.contains(x.name);
    let rated = pairs.filter(|(x, y)| apart(x, y)).map(|(x, y)| (both(x, y), x, y));
    let best = rated.filter(|(count, ..)| BOTH.contains(count));
    let best = best.max_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.name.cmp(a.1.name)))?;
    Some((best.1.name, best.2.name))
}
