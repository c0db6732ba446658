//! Names of groups: words of titles and headings that are frequent in a group and rare outside (class-based TF-IDF,
//! Grootendorst 2022, arXiv 2203.05794).

use rustc_hash::FxHashMap;

use super::digest::DocumentDigest;

/// Weights of a label in a title and in a heading.
const TITLED: f64 = 1.0;
const HEADED: f64 = 0.3;
/// A label must be so much more frequent in the group than in all documents.
const LIFT: f64 = 1.5;
/// The least share of the documents of a group that have a label of its name.
const SHARE: f64 = 0.06;
/// Two words say more than one.
const PAIR: f64 = 1.6;
/// A pair of words replaces its word if it stands in this share of the documents that have the word.
const REPLACED: f64 = 0.6;
/// Number of labels of a name.
const LABELS: usize = 3;

/// The labels of a corpus, with how many documents have each.
#[derive(Debug, Default)]
pub(super) struct CorpusLabels {
    known: FxHashMap<String, LabelCount>,
    documents: usize,
}

#[derive(Debug, Default)]
struct LabelCount {
    weight: f64,
    forms: Vec<(String, u32)>,
}

impl CorpusLabels {
    /// The labels of all documents.
    pub(super) fn of(digests: &[DocumentDigest]) -> Self {
        let mut labels = Self { documents: digests.len(), ..Self::default() };
        for label in digests.iter().flat_map(|digest| &digest.labels) {
            let known = labels.known.entry(label.stems.clone()).or_default();
            known.weight += weight(label.titled);
            match known.forms.iter_mut().find(|(form, _)| *form == label.form) {
                Some((_, count)) => *count += 1,
                None => known.forms.push((label.form.clone(), 1)),
            }
        }
        labels
    }

    /// The name of a group: up to three labels, the most characteristic first.
    pub(super) fn name(&self, digests: &[DocumentDigest], of: &[u32]) -> Vec<String> {
        let inside = inside(digests, of);
        let titled = titled(digests, of);
        let named = titled.iter().filter(|(_, documents)| **documents > 1).count();
        let all = self.documents.max(1) as f64;
        let size = of.len().max(1) as f64;
        let least = if of.len() > 3 { (SHARE * size).max(2.0) } else { 1.0 };
        let whole = of.len() == self.documents;
        let score = |(stems, LabelShare { weight, documents }): (&str, LabelShare)| {
            let everywhere = self.known.get(stems)?.weight;
            let share = weight / size;
            let lift = share / (everywhere / all);
            // Headings that a group shares are often those of a template: titles come first.
            let shared =
                documents >= least && (named == 0 || titled.get(stems).is_some_and(|times| *times > 1 || size <= 3.0));
            if !shared || !whole && lift < LIFT {
                return None;
            }
            let pair = if stems.contains(' ') { PAIR } else { 1.0 };
            Some(pair * share * (1.0 + all / everywhere).ln())
        };
        let scored = inside.iter().filter_map(|(stems, weight)| Some((score((stems, *weight))?, *stems)));
        let mut scored: Vec<(f64, &str)> = scored.collect();
        scored.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(y.1)));
        let mut chosen: Vec<&str> = Vec::new();
        for (_, stems) in &scored {
            let stems = longer(stems, &inside);
            if !chosen.iter().any(|known| overlap(known, stems)) {
                chosen.push(stems);
            }
            if chosen.len() == LABELS {
                break;
            }
        }
        chosen.into_iter().map(|stems| self.form(stems)).collect()
    }

    /// The most frequent form of a label.
    fn form(&self, stems: &str) -> String {
        let forms = self.known.get(stems).map(|known| &known.forms[..]).unwrap_or_default();
        let best = forms.iter().max_by(|x, y| x.1.cmp(&y.1).then_with(|| y.0.cmp(&x.0)));
        best.map_or_else(|| stems.to_owned(), |(form, _)| form.clone())
    }
}

/// How much of a group has a label.
#[derive(Debug, Clone, Copy, Default)]
struct LabelShare {
    weight: f64,
    documents: f64,
}

/// The labels of a group.
fn inside<'a>(digests: &'a [DocumentDigest], of: &[u32]) -> FxHashMap<&'a str, LabelShare> {
    let mut inside: FxHashMap<&str, LabelShare> = FxHashMap::default();
    for label in of.iter().flat_map(|at| &digests[*at as usize].labels) {
        let share = inside.entry(label.stems.as_str()).or_default();
        share.weight += weight(label.titled);
        share.documents += 1.0;
    }
    inside
}

/// Labels in titles of a group, with numbers of documents.
fn titled<'a>(digests: &'a [DocumentDigest], of: &[u32]) -> FxHashMap<&'a str, usize> {
    let mut titled = FxHashMap::default();
    for label in of.iter().flat_map(|at| &digests[*at as usize].labels).filter(|label| label.titled) {
        *titled.entry(label.stems.as_str()).or_default() += 1;
    }
    titled
}

fn weight(titled: bool) -> f64 {
    if titled { TITLED } else { HEADED }
}

/// The pair of words that nearly always stands where a word does, or the word.
fn longer<'a>(stems: &'a str, inside: &FxHashMap<&'a str, LabelShare>) -> &'a str {
    if stems.contains(' ') {
        return stems;
    }
    let alone = inside[stems].weight;
    let has = |pair: &&str| pair.split(' ').any(|word| word == stems) && pair.contains(' ');
    let longer = inside.iter().filter(|(pair, weight)| has(pair) && weight.weight >= REPLACED * alone);
    longer.max_by(|x, y| x.1.weight.total_cmp(&y.1.weight).then_with(|| y.0.cmp(x.0))).map_or(stems, |(pair, _)| *pair)
}

/// True if two labels share a word.
fn overlap(x: &str, y: &str) -> bool {
    x.split(' ').any(|word| y.split(' ').any(|other| word == other))
}
