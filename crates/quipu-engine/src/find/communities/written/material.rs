//! The material of a report, within a budget: the community's size; its relations, the strongest first, each followed
//! by statements about its ends; its passages, those with most mentions first, one a document before a second. For a
//! community of parts, complete reports on these replace relations, those of the heaviest parts first.

use quipu_kernel::model::Key;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::gateway::tokens;
use crate::base::ports::{SelectChunks, Store, StoreError, StoredChunk};
use crate::base::prompt::fill;
use crate::find::communities::extract::{Grounds, Middle};
use crate::find::communities::labels::Labels;
use crate::find::communities::report::Report;
use crate::find::communities::words::CommunityWords;

/// The share of the budget that passages have.
const PASSAGES: f64 = 0.3;
/// Number of descriptions and claims per thing.
const SAID: usize = 3;
/// Number of chunks cited per relation.
const REFS: usize = 3;
/// Number of names in the head.
const NAMES: usize = 12;

/// The material of a report.
#[derive(Debug, Clone, Default)]
pub(super) struct Material {
    /// The text for the model.
    pub(super) text: String,
    /// Its chunks.
    pub(super) labels: Labels,
    /// The texts of these chunks, with their headings.
    pub(super) texts: FxHashMap<Key, String>,
    /// The names of the community's things.
    pub(super) names: Vec<String>,
    /// Rows and reports that did not fit.
    pub(super) left_out: u64,
}

/// A row that assigns labels when it is written: only rows that fit may assign labels.
type Row<'a> = Box<dyn Fn(&mut Labels) -> String + 'a>;

/// A budget of tokens that rows are taken from.
struct Budget(u64);

impl Budget {
    fn takes(&mut self, text: &str) -> bool {
        let size = tokens::near(text) + 1;
        let fits = size <= self.0;
        self.0 -= if fits { size } else { 0 };
        fits
    }
}

/// The material of a community's report, in at most so many tokens; `parts` are the reports on its parts.
///
/// # Errors
/// When the store cannot be read.
pub(super) async fn material(
    store: &dyn Store,
    grounds: &Grounds<'_>,
    at: u32,
    parts: &[Report],
    words: &CommunityWords,
    most: u64,
) -> Result<Material, StoreError> {
    let vertices = grounds.all_members(at);
    let entities = grounds.entities(&vertices);
    let chunks = grounds.chunks(&entities);
    let middle = Middle::of(grounds, &vertices, &mut grounds.place());
    let read = store.chunks(&SelectChunks::Keys(grounds.best(&middle, &entities, &chunks))).await?;
    let names = FxHashMap::from_iter(grounds.named(store, &entities).await?);
    let documents: FxHashSet<Key> = chunks.iter().map(|chunk| grounds.document(*chunk)).collect();
    let (things, told, of) = (entities.len().to_string(), chunks.len().to_string(), documents.len().to_string());
    let middle_names = middle.names.iter().take(NAMES).cloned().collect::<Vec<_>>().join(", ");
    let places = [("things", things.as_str()), ("chunks", &told), ("documents", &of), ("names", &middle_names)];
    let mut material =
        Material { text: fill(&words.frame.head, &places), names: middle.names.clone(), ..Material::default() };
    let of_passages = (most as f64 * PASSAGES) as u64;
    let mut budget = Budget(most.saturating_sub(of_passages));
    let (lead, rows) = match parts.is_empty() {
        true => (&words.frame.relations, relations(grounds, &read, &names, &middle)),
        false => (&words.frame.parts, reports(parts)),
    };
    let taken = section(&mut material, lead, rows, &mut budget);
    // What relations leave is for passages.
    let mut left = Budget(of_passages + if taken { budget.0 } else { 0 });
    section(&mut material, &words.frame.passages, passages(&read), &mut left);
    fill_passages(store, &mut material, &read).await?;
    Ok(material)
}

/// Adds the rows that fit under their lead; whether all did.
fn section(material: &mut Material, lead: &str, rows: Vec<Row<'_>>, budget: &mut Budget) -> bool {
    let (count, mut taken) = (rows.len(), Vec::new());
    for row in rows {
        let mut labels = material.labels.clone();
        let text = row(&mut labels);
        if budget.takes(&text) {
            material.labels = labels;
            taken.push(text);
        }
    }
    material.left_out += (count - taken.len()) as u64;
    if !taken.is_empty() {
        material.text += &format!("\n\n{lead}\n{}", taken.join("\n"));
    }
    taken.len() == count
}

/// The relations between members, each followed by the statements about its new ends; then the statements about
/// the others.
fn relations<'a>(
    grounds: &'a Grounds<'_>,
    read: &'a [StoredChunk],
    of: &'a FxHashMap<Key, Key>,
    middle: &'a Middle,
) -> Vec<Row<'a>> {
    let mut said = Sayings::of(read, of);
    let mut rows: Vec<Row<'a>> = Vec::new();
    for one in grounds.stated(read, of, middle) {
        let (source, target) = one.ends;
        rows.push(Box::new(move |labels: &mut Labels| {
            let (source, target) = (grounds.name(source), grounds.name(target));
            let described = if one.description.is_empty() { String::new() } else { format!(": {}", one.description) };
            let refs = labels.all(one.chunks.iter().take(REFS).copied());
            format!("- {source} | {} | {target}{described} {refs}", one.predicate)
        }));
        [source, target].into_iter().for_each(|end| rows.extend(said.take(grounds, end)));
    }
    middle.order().for_each(|key| rows.extend(said.take(grounds, key)));
    rows
}

/// Statements of models about things: descriptions and claims, with their chunks.
struct Sayings<'a>(FxHashMap<Key, Vec<(&'a str, Key)>>);

impl<'a> Sayings<'a> {
    fn of(read: &'a [StoredChunk], of: &FxHashMap<Key, Key>) -> Self {
        let mut all: FxHashMap<Key, Vec<(&str, Key)>> = FxHashMap::default();
        for (stored, facts) in read.iter().flat_map(|stored| stored.facts.iter().map(move |facts| (stored, facts))) {
            let descriptions = facts.descriptions.iter().map(|said| (&said.name, said.text.as_str()));
            let claims = facts.claims.iter().map(|said| (&said.subject, said.text.as_str()));
            for (name, text) in descriptions.chain(claims).filter(|(_, text)| !text.is_empty()) {
                let Some(entity) = of.get(&name.key()) else { continue };
                let known = all.entry(*entity).or_default();
                if known.len() < SAID && known.iter().all(|(known, _)| *known != text) {
                    known.push((text, stored.chunk.key));
                }
            }
        }
        Self(all)
    }

    /// The rows of a thing, once.
    fn take(&mut self, grounds: &'a Grounds<'_>, of: Key) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let said = self.0.remove(&of).unwrap_or_default();
        said.into_iter().map(move |(text, chunk)| {
            let row = move |labels: &mut Labels| format!("- {}: {text} {}", grounds.name(of), labels.all([chunk]));
            Box::new(row) as Row<'a>
        })
    }
}

/// The reports on parts, the heaviest first.
fn reports(parts: &[Report]) -> Vec<Row<'_>> {
    let mut parts: Vec<&Report> = parts.iter().collect();
    let weight = |report: &Report| report.rating * report.entities as f64;
    parts.sort_by(|x, y| weight(y).total_cmp(&weight(x)).then(x.community.cmp(&y.community)));
    parts.into_iter().map(|part| Box::new(|labels: &mut Labels| part.told(labels)) as Row<'_>).collect()
}

/// Passages, one of each document before a second of any.
fn passages(read: &[StoredChunk]) -> Vec<Row<'_>> {
    let mut seen = FxHashSet::default();
    let (first, again): (Vec<&StoredChunk>, Vec<&StoredChunk>) =
        read.iter().partition(|stored| seen.insert(stored.chunk.document));
    let row = |stored: &'_ StoredChunk, labels: &mut Labels| {
        let heading = stored.chunk.headings.join(" › ");
        format!("[{}] {heading}\n{}", labels.of(stored.chunk.key), stored.chunk.text.trim())
    };
    let all = first.into_iter().chain(again);
    all.map(|stored| Box::new(move |labels: &mut Labels| row(stored, labels)) as Row<'_>).collect()
}

/// Reads the texts of the chunks with labels.
async fn fill_passages(store: &dyn Store, material: &mut Material, read: &[StoredChunk]) -> Result<(), StoreError> {
    let known: FxHashMap<Key, &StoredChunk> = read.iter().map(|stored| (stored.chunk.key, stored)).collect();
    let new: Vec<Key> = material.labels.chunks().iter().filter(|key| !known.contains_key(key)).copied().collect();
    let more = if new.is_empty() { Vec::new() } else { store.chunks(&SelectChunks::Bare(new)).await? };
    let text = |stored: &StoredChunk| {
        let above = stored.chunk.headings.iter().map(String::as_str);
        above.chain([stored.chunk.prefix_text.as_str(), stored.chunk.text.as_str()]).collect::<Vec<_>>().join("\n")
    };
    let found = known.into_values().chain(&more);
    material.texts = found.map(|stored| (stored.chunk.key, text(stored))).collect();
    Ok(())
}
