//! Global answers without a model: the most relevant reports, none part of another, each by its best sentences.

use crate::find::communities::report_fits;
use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::communities::report::ReportCandidate;
use quipu_kernel::communities::{Rated, fits, picked};
use quipu_kernel::model::{Key, Span};
use quipu_kernel::text::fold_name;
use quipu_kernel::view::{Evidence, EvidenceGroup, Filter, Hit, Note, Question, Reason, Thing, ThingKind, Why, fields};

use crate::base::ports::Select;
use crate::base::query::nearness;
use crate::base::{CommunityShelf, EngineError, Workspace};
use crate::find::communities::{CommunityMap, Report};

/// Number of communities in an answer, and of sentences from each.
const GROUPS: usize = 8;
const SENTENCES: usize = 2;
/// For a question about the whole: the weight of relevance against a community's importance; for others, the reverse.
const FIT_OF_WHOLE: f64 = 0.3;
const WEIGHT_OF_PART: f64 = 0.15;
/// For a question about a part: communities of less than this share of the best relevance are irrelevant.
const LEAST_FIT: f64 = 0.3;
/// If no word of the question is known: the least cosine above the background of a relevant community.
const NEAR: f64 = 0.25;
/// The weight of a sentence's rank in its report, beside its relevance.
const PLACE: f64 = 0.3;

/// The communities that an answer is made of.
pub(in crate::find::policies) struct Choice {
    /// Their reports, each with its score, best first.
    pub(in crate::find::policies) reports: Vec<(f64, Report)>,
    /// True if the question is about the whole.
    whole: bool,
}

impl Choice {
    /// Rates all communities; none if no community is relevant to the question.
    pub(in crate::find::policies) async fn of(
        workspace: &Workspace,
        kept: &CommunityShelf,
        question: &Question,
        map: &CommunityMap,
    ) -> Result<Option<Self>, EngineError> {
        let whole = super::asks_of_whole(question);
        let placed: Vec<(u32, u32, &Report)> = map.reports().collect();
        let found = report_fits(workspace, kept, question, &placed).await?;
        if !whole && !found.known && found.cosine < NEAR {
            return Ok(None);
        }
        let part = if whole { 1.0 - FIT_OF_WHOLE } else { WEIGHT_OF_PART };
        let score = |at: usize, report: &Report| part * report.rating / 10.0 + (1.0 - part) * found.fits[at];
        let outermost = placed.iter().filter(|(_, level, _)| *level == 0).count();
        // For the whole, the outermost communities are the most informative, if there are several.
        let is_outer = |level: u32| level == 0 || outermost < GROUPS / 2;
        let best = found.fits.iter().copied().fold(0.0, f64::max);
        let counts =
            |place: usize, level: u32| if whole { is_outer(level) } else { found.fits[place] >= LEAST_FIT * best };
        let (rated, at): (Vec<Rated<'_>>, Vec<usize>) = placed
            .iter()
            .enumerate()
            .filter(|(place, (_, level, report))| counts(*place, *level) && !report.sentences.is_empty())
            .map(|(place, (at, _, report))| {
                let words = report.words.iter().chain(&report.names).map(String::as_str).collect();
                (Rated { score: score(place, report), words, within: map.upwards(*at).collect(), at: *at }, place)
            })
            .unzip();
        let reports = picked(&rated, GROUPS).into_iter().map(|one| (rated[one].score, placed[at[one]].2.clone()));
        Ok(Some(Self { reports: reports.collect(), whole }))
    }

    /// The sentences of the chosen communities, as groups, and the chunks that they stand in, as hits.
    pub(in crate::find::policies) async fn evidence(
        &self,
        workspace: &Workspace,
        question: &Question,
    ) -> Result<Evidence, EngineError> {
        let all: Vec<&ReportCandidate> = self.reports.iter().flat_map(|(_, report)| &report.sentences).collect();
        let admitted = admitted(workspace, &question.filter, &all).await?;
        let fit = sentence_fits(workspace, question, &all).await?;
        let (mut evidence, mut used, mut first) = (Evidence::default(), BTreeSet::new(), 0);
        for (score, report) in &self.reports {
            let sentences = first..first + report.sentences.len();
            first = sentences.end;
            let mut ordered: Vec<(f64, &ReportCandidate)> = sentences
                .clone()
                .map(|at| {
                    let central = 1.0 - (at - sentences.start) as f64 / sentences.len() as f64;
                    let place = if self.whole { 1.0 } else { PLACE };
                    (fit[at] + place * central, all[at])
                })
                .filter(|(_, one)| admitted.contains(&one.document) && !used.contains(&(one.chunk, one.span)))
                .collect();
            ordered.sort_by(|x, y| y.0.total_cmp(&x.0));
            ordered.truncate(SENTENCES);
            if ordered.is_empty() {
                continue;
            }
            used.extend(ordered.iter().map(|(_, one)| (one.chunk, one.span)));
            let sentences: Vec<&ReportCandidate> = ordered.into_iter().map(|(_, one)| one).collect();
            let title = titled(report, &sentences, !question.filter.is_empty());
            add(&mut evidence, *score, report.community, &title, &sentences);
        }
        if evidence.groups.is_empty() {
            evidence.notes.push(Note::NoCommunitySpeaks);
        }
        Ok(evidence)
    }
}

/// The title of a community; with a filter, only the names in its visible sentences.
fn titled(report: &Report, sentences: &[&ReportCandidate], filtered: bool) -> String {
    if !filtered {
        return report.title.clone();
    }
    let said: Vec<String> = sentences.iter().map(|one| fold_name(&one.text)).collect();
    let stands = |name: &&String| said.iter().any(|said| said.contains(&fold_name(name)));
    report.names.iter().filter(stands).take(3).cloned().collect::<Vec<_>>().join(", ")
}

/// Adds a community with its sentences.
fn add(evidence: &mut Evidence, score: f64, key: Key, title: &str, sentences: &[&ReportCandidate]) {
    let reason = || Reason::Community { community: key, title: title.to_owned() };
    let why = || Why::sum("global", vec![Why::leaf(reason(), score)]);
    for one in sentences {
        if !evidence.hits.iter().any(|hit| hit.chunk == one.chunk) {
            evidence.hits.push(Hit { chunk: one.chunk, document: one.document, score, why: why() });
        }
    }
    evidence.things.push(Thing { kind: ThingKind::Community, key, words: title.to_owned(), score, why: why() });
    let quoted: Vec<(Key, Span)> = sentences.iter().map(|one| (one.chunk, one.span)).collect();
    evidence.groups.push(EvidenceGroup { community: key, title: title.to_owned(), sentences: quoted });
}

/// The relevance of each sentence to the question.
async fn sentence_fits(
    workspace: &Workspace,
    question: &Question,
    sentences: &[&ReportCandidate],
) -> Result<Vec<f64>, EngineError> {
    let texts: Vec<&str> = sentences.iter().map(|one| one.text.as_str()).collect();
    let cosines = nearness(workspace, question, &texts).await?;
    Ok(fits(question, &texts, &cosines).fits)
}

/// The documents of sentences that a question may see.
async fn admitted(
    workspace: &Workspace,
    filter: &Filter,
    sentences: &[&ReportCandidate],
) -> Result<BTreeSet<Key>, EngineError> {
    let documents: BTreeSet<Key> = sentences.iter().map(|one| one.document).collect();
    if filter.is_empty() {
        return Ok(documents);
    }
    let rows = workspace.store.documents(&Select::Keys(documents.into_iter().collect())).await?;
    let admitted: BTreeMap<Key, bool> =
        rows.iter().map(|row| (row.key, filter.admits(&fields(&row.described())))).collect();
    Ok(admitted.into_iter().filter(|(_, admitted)| *admitted).map(|(key, _)| key).collect())
}
