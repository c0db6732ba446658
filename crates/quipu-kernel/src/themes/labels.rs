//! Names of groups: words of titles and tags that are frequent in a group and rare outside (class-based TF-IDF,
//! Grootendorst 2022, arXiv 2203.05794), or the beginning that most titles of a series share.

use rustc_hash::{FxHashMap, FxHashSet};

use super::digest::{DocumentDigest, hashed};
use crate::text::{is_stop_word, words};

/// How much a label says of a document that has it in its title, in a heading or often in its text, and once in its text.
const TITLED: f64 = 1.0;
const HEADED: f64 = 0.5;
const WRITTEN: f64 = 0.2;
/// The weight from which a word of a document stands there more than once.
const OFTEN: f32 = 2.0;
/// A label must be so much more frequent in the group than in all documents.
const LIFT: f64 = 1.5;
/// The least share of the documents of a group that have a label of its name.
const SHARE: f64 = 0.3;
/// Two words say more than one.
const PAIR: f64 = 1.4;
/// A pair of words replaces its word if it stands in this share of the documents that have the word.
const REPLACED: f64 = 0.6;
/// A further label must be so good, compared with the first, and stand in this share of the documents without those before.
const AGAIN: f64 = 0.5;
const GAIN: f64 = 0.2;
/// Numbers of labels of a name, of labels that are rated, and of documents that are read for them.
const LABELS: usize = 2;
const RATED: usize = 400;
const READ: usize = 2_000;
/// The share of the titles of a series that begin alike, and the fewest words of that beginning.
const SERIES: f64 = 0.6;
const BEGINNING: usize = 2;

/// The labels of a corpus.
#[derive(Debug, Default)]
pub(super) struct CorpusLabels {
    known: FxHashMap<String, LabelCount>,
    /// The weights of single words over all documents, by hash.
    written: FxHashMap<u64, f64>,
    documents: usize,
}

/// The name of a group.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct GroupName {
    /// Its labels as they are written, the best first.
    pub(super) words: Vec<String>,
    /// Their stems; none of a series.
    stems: Vec<String>,
}

impl GroupName {
    /// True if it says something of a document: the document has one of its labels, or is of its series.
    pub(super) fn fits(&self, digest: &DocumentDigest) -> bool {
        let has = |stems: &String| {
            digest.labels.iter().any(|label| label.stems == *stems)
                || stems.split(' ').all(|stem| digest.term(hashed(stem)) > 0.0)
        };
        !self.words.is_empty() && (self.stems.is_empty() || self.stems.iter().any(has))
    }
}

/// How often a label stands in titles and headings, and in which forms.
#[derive(Debug, Default)]
struct LabelCount {
    weight: f64,
    titled: f64,
    forms: Vec<(String, u32)>,
}

/// How much of a group has a label.
#[derive(Debug, Clone, Default)]
struct LabelShare {
    weight: f64,
    /// Positions of the documents that have it.
    held: Vec<u32>,
    titled: usize,
}

impl CorpusLabels {
    /// The labels of all documents.
    pub(super) fn of(digests: &[DocumentDigest]) -> Self {
        let mut labels = Self { documents: digests.len(), ..Self::default() };
        for digest in digests {
            for label in &digest.labels {
                let known = labels.known.entry(label.stems.clone()).or_default();
                known.weight += if label.titled { TITLED } else { HEADED };
                known.titled += f64::from(u8::from(label.titled));
                match known.forms.iter_mut().find(|(form, _)| *form == label.form) {
                    Some((_, count)) => *count += 1,
                    None => known.forms.push((label.form.clone(), 1)),
                }
            }
            for (term, weight) in &digest.terms {
                *labels.written.entry(*term).or_default() += written(*weight);
            }
        }
        labels
    }

    /// The name of a group: the beginning of the titles of a series, or the most characteristic labels, the best first.
    pub(super) fn name(&self, digests: &[DocumentDigest], of: &[u32]) -> GroupName {
        let step = of.len().div_ceil(READ).max(1);
        let read: Vec<&DocumentDigest> = of.iter().step_by(step).map(|at| &digests[*at as usize]).collect();
        if let Some(series) = series(&read) {
            return GroupName { words: vec![series], stems: Vec::new() };
        }
        let inside = self.inside(&read);
        let whole = of.len() == self.documents;
        let rated =
            inside.iter().filter_map(|(stems, share)| Some((self.score(stems, share, read.len(), whole)?, *stems)));
        let mut rated: Vec<(f64, &str)> = rated.collect();
        rated.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(y.1)));
        let best = rated.first().map_or(0.0, |(score, _)| *score);
        let (mut chosen, mut covered): (Vec<&str>, FxHashSet<u32>) = (Vec::new(), FxHashSet::default());
        for stems in
            rated.iter().take_while(|(score, _)| *score >= AGAIN * best).map(|(_, stems)| longer(stems, &inside))
        {
            let held = &inside[stems].held;
            let more = held.iter().filter(|at| !covered.contains(at)).count() as f64;
            let adds = more >= GAIN * read.len() as f64 && !chosen.iter().any(|known| overlap(known, stems));
            if (chosen.is_empty() || adds) && chosen.len() < LABELS {
                chosen.push(stems);
                covered.extend(held);
            }
        }
        let words = chosen.iter().map(|stems| self.form(stems)).collect();
        GroupName { words, stems: chosen.into_iter().map(str::to_owned).collect() }
    }

    /// How well a label names a group; none where too few of its documents have it, or as many elsewhere.
    fn score(&self, stems: &str, share: &LabelShare, size: usize, whole: bool) -> Option<f64> {
        let (known, size) = (self.known.get(stems)?, size as f64);
        let pair = stems.contains(' ');
        let everywhere = match pair {
            true => known.weight,
            false => self.written.get(&hashed(stems)).copied().unwrap_or(0.0) + HEADED * known.titled,
        };
        let within = share.weight / size;
        let lift = within / (everywhere.max(share.weight) / self.documents.max(1) as f64);
        let held = share.held.len();
        let enough = held as f64 >= SHARE * size && (held > 1 || size < 4.0);
        if !enough || !whole && lift < LIFT {
            return None;
        }
        let longer = if pair { PAIR } else { 1.0 };
        let told = 1.0 + share.titled as f64 / size;
        Some(within * lift.max(LIFT).ln() * longer * told)
    }

    /// The labels in titles of a group, with the share of the group that has each in any place.
    fn inside<'a>(&self, read: &[&'a DocumentDigest]) -> FxHashMap<&'a str, LabelShare> {
        let mut titled: FxHashMap<&str, usize> = FxHashMap::default();
        for label in read.iter().flat_map(|digest| &digest.labels).filter(|label| label.titled) {
            *titled.entry(label.stems.as_str()).or_default() += 1;
        }
        let mut rated: Vec<(&str, usize)> = titled.into_iter().collect();
        rated.sort_unstable_by(|x, y| y.1.cmp(&x.1).then(x.0.cmp(y.0)));
        rated.truncate(RATED);
        let share = |(stems, titled): (&'a str, usize)| (stems, share_of(stems, titled, read));
        rated.into_iter().map(share).collect()
    }

    /// The most frequent form of a label.
    fn form(&self, stems: &str) -> String {
        let forms = self.known.get(stems).map(|known| &known.forms[..]).unwrap_or_default();
        let best = forms.iter().max_by(|x, y| x.1.cmp(&y.1).then_with(|| y.0.cmp(&x.0)));
        best.map_or_else(|| stems.to_owned(), |(form, _)| form.clone())
    }
}

/// The share of documents that have a label.
fn share_of(stems: &str, titled: usize, read: &[&DocumentDigest]) -> LabelShare {
    let hashes: Vec<u64> = stems.split(' ').map(hashed).collect();
    let mut share = LabelShare { titled, ..LabelShare::default() };
    for (at, digest) in (0..).zip(read) {
        let weights = hashes.iter().map(|hash| digest.term(*hash));
        let least = weights.fold(f32::INFINITY, f32::min);
        // Two words may stand apart in a text: only a title or a heading has them as one label.
        let label = (hashes.len() > 1 || least > 0.0).then(|| digest.labels.iter().find(|label| label.stems == stems));
        let weight = match label.flatten() {
            Some(label) if label.titled => TITLED,
            Some(_) => HEADED,
            None if hashes.len() > 1 => 0.0,
            None => written(least),
        };
        share.weight += weight;
        if weight > 0.0 || least > 0.0 && least.is_finite() {
            share.held.push(at);
        }
    }
    share
}

/// How much a word of a text says of its document.
fn written(weight: f32) -> f64 {
    match weight {
        weight if weight >= OFTEN => HEADED,
        weight if weight > 0.0 => WRITTEN,
        _ => 0.0,
    }
}

/// The beginning that most titles of a group share, without numbers: "Council meeting" of "Council meeting 2024-05-02".
fn series(read: &[&DocumentDigest]) -> Option<String> {
    if read.len() < 3 {
        return None;
    }
    let starts: Vec<Vec<(usize, String)>> = read.iter().map(|digest| beginning(&digest.title)).collect();
    let mut counts: FxHashMap<Vec<&str>, usize> = FxHashMap::default();
    for start in &starts {
        let said: Vec<&str> = start.iter().map(|(_, word)| word.as_str()).collect();
        (BEGINNING..=said.len()).for_each(|length| *counts.entry(said[..length].to_vec()).or_default() += 1);
    }
    let enough = |(_, count): &(&Vec<&str>, &usize)| **count as f64 >= SERIES * read.len() as f64 && **count > 2;
    let best = counts.iter().filter(enough).max_by(|x, y| x.0.len().cmp(&y.0.len()).then_with(|| y.0.cmp(x.0)))?;
    let length = best.0.len();
    let first = starts.iter().position(|start| {
        start.len() >= length && start[..length].iter().zip(best.0).all(|((_, word), said)| word == said)
    })?;
    // One title alone, however often it stands there, names no series.
    let titles: FxHashSet<&str> = read.iter().map(|digest| digest.title.as_str()).collect();
    (titles.len() > 1).then(|| read[first].title[..starts[first][length - 1].0].to_owned())
}

/// The words of a title before its first number, each with its end; stop words and signs at the end are left out.
fn beginning(title: &str) -> Vec<(usize, String)> {
    let (mut said, mut read_to) = (Vec::new(), 0);
    for word in words(title) {
        if word.span.start < read_to {
            continue;
        }
        let between = title.get(read_to as usize..word.span.start as usize).unwrap_or_default();
        if word.text.chars().any(char::is_numeric) || between.contains([':', '(', '—', '–', '|']) {
            break;
        }
        read_to = word.span.end;
        said.push((word.span.end as usize, word.text.clone()));
    }
    while said.last().is_some_and(|(_, word)| is_stop_word(word)) {
        said.pop();
    }
    said
}

/// The pair of words that nearly always stands where a word does, or the word.
fn longer<'a>(stems: &'a str, inside: &FxHashMap<&'a str, LabelShare>) -> &'a str {
    if stems.contains(' ') {
        return stems;
    }
    let alone = inside[stems].titled as f64;
    let has = |pair: &&str| pair.split(' ').any(|word| word == stems) && pair.contains(' ');
    let longer = inside.iter().filter(|(pair, share)| has(pair) && share.titled as f64 >= REPLACED * alone);
    longer.max_by(|x, y| x.1.titled.cmp(&y.1.titled).then_with(|| y.0.cmp(x.0))).map_or(stems, |(pair, _)| *pair)
}

/// True if two labels share a word.
fn overlap(x: &str, y: &str) -> bool {
    x.split(' ').any(|word| y.split(' ').any(|other| word == other))
}
