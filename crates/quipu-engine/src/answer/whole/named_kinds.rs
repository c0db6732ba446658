//! Names of a kind that the graph knows, such as people or places, counted by the documents that write them.

use std::collections::BTreeSet;

use quipu_kernel::model::Kind;
use quipu_kernel::rank::fuse::similarity;
use quipu_kernel::view::Filter;
use quipu_language::answer::confident;
use quipu_language::questions::kind_of_noun;

use super::definitions::{DefiningSentence, UnitsOf, defining};
use super::snippets::{CitedSentences, cut, units_of};
use super::wording::WholeWording;
use crate::answer::Answer;
use crate::answer::overview::known_names;
use crate::base::graph::snapshot_rows;
use crate::base::ports::{DocumentRow, WholeEntity};
use crate::base::{EngineError, Workspace};
use crate::find::texts::{DocumentText, SoughtPhrase, TextReader, admitted_rows, read_text};

/// Number of entities in most chunks that are counted, and that are shown.
const COUNTED: usize = 60;
const SHOWN: usize = 8;
/// Number of documents of each that are read for a sentence on it.
const READ: usize = 12;
/// Most entities of a graph that are looked through.
const MOST: u64 = 2_000_000;
/// Number of names whose meaning is compared with that of a kind.
const RATED: usize = 150;
/// The least cosine of a name and a kind, and the least share of the highest.
const NEAREST: f64 = 0.14;
const NEAR: f64 = 0.55;
/// Confidence: the kind of a name is read by rules.
const TRUST: f64 = 0.7;

/// A name of a kind, with the documents that write it.
struct NamedCount {
    name: String,
    phrase: SoughtPhrase,
    rows: Vec<DocumentRow>,
    count: usize,
}

impl NamedCount {
    fn of(name: String) -> Option<Self> {
        Some(Self { phrase: SoughtPhrase::exact(&[&name])?, name, rows: Vec::new(), count: 0 })
    }
}

/// The commonest names of a kind; none where the noun names no kind of the graph, or there are too few.
pub(super) async fn of_kind(
    workspace: &Workspace,
    filter: &Filter,
    noun: &str,
    wording: WholeWording,
) -> Result<Option<Answer>, EngineError> {
    let Some(kind) = kind_of_noun(&noun.to_lowercase()) else { return Ok(None) };
    let counts = candidates(workspace, kind).await?;
    told(workspace, filter, counts, wording, WholeWording::counted_names).await
}

/// The names nearest to a kind in meaning, counted: of a kind that no list names, such as "operating system"; none without
/// a lexicon, or where too few are near.
pub(super) async fn near_kind(
    workspace: &Workspace,
    filter: &Filter,
    noun: &str,
    wording: WholeWording,
) -> Result<Option<Answer>, EngineError> {
    let Some(lexicon) = workspace.lexicon.as_deref() else { return Ok(None) };
    let kind = lexicon.vector(noun);
    if kind.is_none() {
        return Ok(None);
    }
    let names = known_names(&*workspace.store, RATED).await?;
    let near = |name: &String| similarity(lexicon.vector(name).as_deref(), kind.as_deref());
    let rated: Vec<(f64, String)> = names.into_iter().map(|name| (near(&name.name), name.name)).collect();
    let best = rated.iter().map(|(near, _)| *near).fold(0.0, f64::max);
    let least = (NEAR * best).max(NEAREST);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let wanted = rated.into_iter().filter(|(near, _)| *near >= least).map(|(_, name)| name);
    let wanted: Vec<NamedCount> =
        wanted.filter(|name| seen.insert(name.to_lowercase())).filter_map(NamedCount::of).collect();
    told(workspace, filter, wanted, wording, WholeWording::counted_near).await
}

/// Names counted by the documents that write them; none of fewer than two.
async fn told(
    workspace: &Workspace,
    filter: &Filter,
    mut counts: Vec<NamedCount>,
    wording: WholeWording,
    counted: fn(WholeWording, usize, usize) -> String,
) -> Result<Option<Answer>, EngineError> {
    let store = &*workspace.store;
    let mut reader = TextReader::new(store, admitted_rows(store, filter).await?);
    let mut of = 0;
    while let Some(document) = reader.next().await? {
        of += 1;
        for one in counts.iter_mut().filter(|one| one.phrase.find(&document.text).is_some()) {
            one.count += 1;
            if one.rows.len() < READ {
                one.rows.push(document.row.clone());
            }
        }
    }
    counts.retain(|one| one.count > 1);
    counts.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    if counts.len() < 2 {
        return Ok(None);
    }
    let (mut said, mut lines) = (CitedSentences::default(), Vec::new());
    for (at, one) in counts.iter().take(SHOWN).enumerate() {
        let share = wording.share(one.count, of, at == 0);
        let mut documents: Vec<DocumentText> = Vec::new();
        for row in &one.rows {
            documents.push(read_text(store, row.clone()).await?);
        }
        let quoted = sentence(&one.name, &documents, wording, &mut said);
        lines.push(format!("- {}, {share}{quoted}", one.name));
    }
    lines.extend(wording.more(counts.len().saturating_sub(SHOWN)));
    let names: Vec<String> = counts.iter().take(3).map(|one| one.name.clone()).collect();
    let head = wording.members(&names, counts.len() - names.len(), (0, of));
    let answer = format!("{head}\n\n{}\n\n{}", lines.join("\n"), counted(wording, of, reader.left));
    let CitedSentences { citations, units } = said;
    Ok(Some(Answer { answer, citations, units, confidence: confident(TRUST).into(), ..Answer::default() }))
}

/// The entities of a kind that stand in most chunks, with the patterns of their names.
async fn candidates(workspace: &Workspace, kind: Kind) -> Result<Vec<NamedCount>, EngineError> {
    let whole = workspace.store.graph_snapshot().await?;
    if u64::from(whole.extent().entities) > MOST {
        return Ok(Vec::new());
    }
    let mut found: Vec<WholeEntity> = Vec::new();
    snapshot_rows::each_entity(&*whole, |entity| {
        if entity.kind == kind {
            found.push(entity);
        }
    })
    .await?;
    found.sort_by(|a, b| b.chunks.cmp(&a.chunks).then(a.key.cmp(&b.key)));
    found.truncate(COUNTED);
    // Several people of one name cannot be told apart by their texts.
    let mut seen: BTreeSet<String> = BTreeSet::new();
    found.retain(|entity| seen.insert(entity.name.to_lowercase()));
    Ok(found.into_iter().filter_map(|entity| NamedCount::of(entity.name)).collect())
}

/// A sentence on a name, with its mark.
fn sentence(name: &str, documents: &[DocumentText], wording: WholeWording, said: &mut CitedSentences) -> String {
    let units: Vec<_> = documents.iter().map(units_of).collect();
    let of: Vec<UnitsOf<'_>> =
        documents.iter().zip(&units).map(|(document, units)| UnitsOf { text: &document.text, units }).collect();
    let found = defining(&[name.to_owned()], &of, (usize::MAX, 0));
    found.map_or_else(String::new, |DefiningSentence { document, span, text }| {
        let text = cut(&text, 0);
        let mark = said.mark(&documents[document], span, &text);
        format!(": {}{mark}", wording.quoted(&text))
    })
}
