//! Members of a kind over documents: those that lists, headings and enumerations of at least two documents name, counted
//! by the documents that name each, with a sentence that says what it is.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::view::Filter;
use quipu_language::answer::{KindName, ListedMember, ToldUnit, confident, listed_members};
use quipu_language::questions::MembersAsked;

use super::definitions::{DefiningSentence, UnitsOf, defining};
use super::field_values;
use super::named_documents::with_words;
use super::named_kinds;
use super::snippets::{CitedSentences, capital, cut, units_of};
use super::wording::{OnKind, WholeWording};
use crate::answer::Answer;
use crate::base::ports::{DocumentRow, StoreError};
use crate::base::{EngineError, Workspace};
use crate::find::texts::{DocumentText, SoughtPhrase, TextReader, admitted_rows};

/// Least number of documents whose titles name a kind, for these alone to be counted.
const TITLED: usize = 3;
/// Least number of documents that list a member, and the least share of those that list the commonest one.
const LISTING: usize = 2;
const SHARE: f64 = 0.15;
/// Most members that are counted, and that are shown.
const COUNTED: usize = 60;
const SHOWN: usize = 8;
const SHOWN_KINDS: usize = 12;
/// Most documents on a kind that are kept in memory.
const KEPT: usize = 2_000;
/// Confidence in counted members of a kind: the numbers are exact, the choice of candidates is by rules.
const TRUST: f64 = 0.8;

/// A document on a kind.
pub(super) struct OnKindDocument {
    pub(super) document: DocumentText,
    pub(super) units: Vec<ToldUnit>,
    members: Vec<ListedMember>,
}

/// The documents on a kind.
struct KindDocuments {
    documents: Vec<OnKindDocument>,
    basis: OnKind,
    left: usize,
}

/// A member with what was counted of it.
pub(super) struct MemberCount {
    /// Its spellings, the commonest first.
    pub(super) forms: Vec<String>,
    /// Number of documents that list it.
    listing: usize,
    /// Positions of the documents that name it.
    pub(super) naming: BTreeSet<usize>,
    /// Where it is listed first: a document and a unit.
    first: (usize, usize),
}

/// The members of a kind; none where documents list too few.
pub(super) async fn members(
    workspace: &Workspace,
    filter: &Filter,
    asked: &MembersAsked,
    wording: WholeWording,
) -> Result<Option<Answer>, EngineError> {
    if asked.commonest
        && asked.about.is_none()
        && let Some(answer) = named_kinds::of_kind(workspace, filter, &asked.kind, wording).await?
    {
        return Ok(Some(answer));
    }
    let rows = admitted_rows(&*workspace.store, filter).await?;
    if asked.about.is_none()
        && let Some(answer) = field_values::of_kind(&rows, &asked.kind, wording)
    {
        return Ok(Some(answer));
    }
    let rows = match &asked.about {
        Some(about) => with_words(&rows, about),
        None => rows,
    };
    let kind = KindName::of(&asked.kind);
    if rows.len() < LISTING || kind.is_empty() {
        return Ok(None);
    }
    let found = on_kind(workspace, rows, &kind).await?;
    // A proper name that stands beside the kind once is enough to be counted.
    let listed = |group: &ListedGroup<'_>| group.listing.len() >= LISTING || asked.commonest && group.named;
    let mut counts = counted(&found.documents, listed);
    if counts.len() < LISTING && !asked.commonest {
        // One page that says that it lists the kinds is enough to tell what kinds there are.
        counts = counted(&found.documents, |group| group.sure);
    }
    if counts.len() < LISTING {
        return match asked.commonest && asked.about.is_none() {
            true => named_kinds::near_kind(workspace, filter, &asked.kind, wording).await,
            false => Ok(None),
        };
    }
    counts.sort_by(|a, b| {
        let order = b.naming.len().cmp(&a.naming.len()).then(b.listing.cmp(&a.listing));
        order.then_with(|| a.forms.cmp(&b.forms))
    });
    Ok(Some(told(&found, &counts, asked, wording)))
}

/// Reads the documents on a kind.
async fn on_kind(workspace: &Workspace, rows: Vec<DocumentRow>, kind: &KindName) -> Result<KindDocuments, StoreError> {
    let titled: Vec<DocumentRow> = rows.iter().filter(|row| kind.stands_in(&row.title)).cloned().collect();
    let by_title = titled.len() >= TITLED;
    let mut reader = TextReader::new(&*workspace.store, if by_title { titled } else { rows });
    let (mut documents, mut left) = (Vec::new(), 0);
    while let Some(document) = reader.next().await? {
        if !by_title && !kind.stands_in(&document.text) {
            continue;
        }
        if documents.len() == KEPT {
            left += 1;
            continue;
        }
        let units = units_of(&document);
        let members = listed_members(&document.row.title, &units, kind);
        documents.push(OnKindDocument { document, units, members });
    }
    let headed = |one: &OnKindDocument| {
        kind.stands_in(&one.document.row.title)
            || one.units.iter().any(|unit| unit.headings.iter().any(|heading| kind.stands_in(heading)))
    };
    let by_heading =
        !by_title && documents.iter().filter(|one| headed(one) && !one.members.is_empty()).count() >= TITLED;
    if by_heading {
        documents.retain(headed);
    }
    let basis = match (by_title, by_heading) {
        (true, _) => OnKind::Title,
        (_, true) => OnKind::Heading,
        _ => OnKind::Text,
    };
    Ok(KindDocuments { documents, basis, left: left + reader.left })
}

/// A member as documents list it.
#[derive(Default)]
struct ListedGroup<'d> {
    /// Its spellings, with the number of places of each.
    spellings: BTreeMap<&'d str, usize>,
    /// Positions of the documents that list it.
    listing: BTreeSet<usize>,
    /// Where it is listed first: a document and a unit.
    first: Option<(usize, usize)>,
    /// True if a place says that it lists kinds.
    sure: bool,
    /// True if it is a proper name that stands beside the kind.
    named: bool,
}

/// The members that are kept, each with the documents that name it.
fn counted(documents: &[OnKindDocument], keep: impl Fn(&ListedGroup<'_>) -> bool) -> Vec<MemberCount> {
    let mut groups: BTreeMap<&str, ListedGroup<'_>> = BTreeMap::new();
    for (at, one) in documents.iter().enumerate() {
        for member in &one.members {
            let group = groups.entry(&member.key).or_default();
            *group.spellings.entry(&member.name).or_default() += 1;
            group.listing.insert(at);
            group.first.get_or_insert((at, member.unit));
            group.sure |= member.sure;
            group.named |= member.proper;
        }
    }
    let mut kept: Vec<ListedGroup<'_>> = groups.into_values().filter(keep).collect();
    let most = kept.iter().map(|group| group.listing.len()).max().unwrap_or(0);
    kept.retain(|group| group.listing.len() as f64 >= most as f64 * SHARE);
    kept.sort_by(|a, b| b.listing.len().cmp(&a.listing.len()).then_with(|| a.spellings.cmp(&b.spellings)));
    kept.truncate(COUNTED);
    let count = |group: ListedGroup<'_>| {
        let mut forms: Vec<(&str, usize)> = group.spellings.into_iter().collect();
        forms.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let forms: Vec<String> = forms.into_iter().map(|(form, _)| form.to_owned()).collect();
        let phrase = SoughtPhrase::exact(&forms)?;
        let names = |at: &usize| phrase.find(&documents[*at].document.text).is_some();
        let naming = (0..documents.len()).filter(names).collect();
        Some(MemberCount { naming, forms, listing: group.listing.len(), first: group.first? })
    };
    kept.into_iter().filter_map(count).collect()
}

/// The answer.
fn told(found: &KindDocuments, counts: &[MemberCount], asked: &MembersAsked, wording: WholeWording) -> Answer {
    let documents = &found.documents;
    let of: Vec<UnitsOf<'_>> =
        documents.iter().map(|one| UnitsOf { text: &one.document.text, units: &one.units }).collect();
    let shown = &counts[..counts.len().min(if asked.commonest { SHOWN } else { SHOWN_KINDS })];
    let first = if asked.commonest { 3 } else { shown.len() };
    let mut said = CitedSentences::default();
    let mut lines = vec![head(documents, counts, first, wording), String::new()];
    for (at, member) in shown.iter().enumerate() {
        let share = wording.share(member.naming.len(), documents.len(), at == 0);
        let quoted = defining(&member.forms, &of, member.first).map(|DefiningSentence { document, span, text }| {
            let text = cut(&text, 0);
            let before = said.citations.len();
            let mark = said.mark(&documents[document].document, span, &text);
            // One sentence stands once.
            if said.citations.len() == before { mark } else { format!(": {}{mark}", wording.quoted(&text)) }
        });
        lines.push(format!("- {}, {share}{}", capital(&member.forms[0]), quoted.unwrap_or_default()));
    }
    lines.extend(wording.more(counts.len() - shown.len()));
    let counted = wording.counted_members(&asked.kind, documents.len(), found.basis, found.left);
    let answer = format!("{}\n\n{counted}", lines.join("\n"));
    let CitedSentences { citations, units } = said;
    Answer { answer, citations, units, confidence: confident(TRUST).into(), ..Answer::default() }
}

/// The first line: the first members, and in how many documents they stand together.
fn head(documents: &[OnKindDocument], counts: &[MemberCount], first: usize, wording: WholeWording) -> String {
    let first = &counts[..counts.len().min(first)];
    let together = (0..documents.len()).filter(|at| first.iter().all(|member| member.naming.contains(at))).count();
    let name = |(at, member): (usize, &MemberCount)| {
        let form = &member.forms[0];
        if at == 0 { capital(form) } else { lowered(form, documents) }
    };
    let names: Vec<String> = first.iter().enumerate().map(name).collect();
    // What is left out of the first line stands below, unless there is much more.
    wording.members(&names, counts.len() - first.len(), (together, documents.len()))
}

/// A name within a sentence: with a small letter where texts write it so.
fn lowered(form: &str, documents: &[OnKindDocument]) -> String {
    let mut letters = form.chars();
    let Some(first) = letters.next() else { return String::new() };
    let low: String = first.to_lowercase().chain(letters).collect();
    let written = documents.iter().take(50).any(|one| one.document.text.contains(&format!(" {low}")));
    if written { low } else { form.to_owned() }
}
