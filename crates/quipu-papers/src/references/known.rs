//! Citation matching: the known paper of an entry of a reference list.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::folded::{compact, folded, same_family};
use super::{Reference, ids, venues};
use crate::Paper;

/// Maximal number of papers that one pair of words may lead to; a pair in more titles is useless.
const CROWD: usize = 64;
/// The share of words that two titles have in common, at least.
const OVERLAP: f32 = 0.9;

/// The rule by which a reference was matched, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MatchRule {
    /// The DOI is equal.
    Doi,
    /// The id in arXiv is equal, versions aside.
    Arxiv,
    /// The folded title is equal, and the year or the first author does not speak against it.
    Title,
    /// Nearly all words of the title are equal, and so is the first author.
    Words,
    /// Journal, volume and first page are equal.
    Journal,
}

/// The paper that a reference means.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "ReferenceMatch")]
pub struct Match {
    /// The paper, as an index into the known ones; none where no rule holds, or where several papers fit equally.
    pub paper: Option<usize>,
    /// The rule that held, also where it held for several papers.
    pub rule: Option<MatchRule>,
    /// Confidence of the match, 0 to 1; 0 without a paper.
    pub score: f32,
    /// True if the printed title shares no word with the paper's, or another identifier of the entry is another
    /// paper's.
    pub doubtful: bool,
    /// The reason of the doubt, or the papers that fit equally, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
}

/// The compared properties of a paper.
struct Compared {
    title: String,
    words: Vec<String>,
    first: Option<String>,
    year: Option<i32>,
    journal: Vec<String>,
}

/// Papers by all that references say of them.
#[derive(Default)]
pub struct KnownPapers {
    papers: Vec<Compared>,
    dois: FxHashMap<String, Vec<usize>>,
    arxiv: FxHashMap<String, Vec<usize>>,
    titles: FxHashMap<String, Vec<usize>>,
    pairs: FxHashMap<String, Vec<usize>>,
    places: FxHashMap<String, Vec<usize>>,
}

impl KnownPapers {
    /// Indexes the papers; a match names them by their index here.
    pub fn new(papers: &[Paper]) -> Self {
        let mut known = Self::default();
        for paper in papers {
            known.add(paper);
        }
        known
    }

    fn add(&mut self, paper: &Paper) {
        let at = self.papers.len();
        let put = |map: &mut FxHashMap<String, Vec<usize>>, key: String| {
            let places = map.entry(key).or_default();
            if !key_is_last(places, at) {
                places.push(at);
            }
        };
        let doi = paper.doi.as_deref().map(bare_doi).filter(|doi| !doi.is_empty());
        let id = paper.arxiv.as_deref().map(|id| ids::unversioned(id).to_lowercase());
        if let Some(id) = id.or_else(|| doi.as_deref().and_then(ids::of_doi)) {
            put(&mut self.arxiv, id);
        }
        if let Some(doi) = doi {
            put(&mut self.dois, doi);
        }
        let words: Vec<String> =
            folded(&paper.title).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let title = words.concat();
        if !title.is_empty() {
            put(&mut self.titles, title.clone());
        }
        for pair in words.windows(2) {
            put(&mut self.pairs, pair.join(" "));
        }
        let (journal, key) = place_of(paper).unwrap_or_default();
        if !key.is_empty() {
            put(&mut self.places, key);
        }
        let first = paper.first_author().map(str::to_owned);
        self.papers.push(Compared { title: paper.title.clone(), words, first, year: paper.year(), journal });
    }
}

fn key_is_last(places: &[usize], at: usize) -> bool {
    places.last() == Some(&at)
}

/// The DOI as it is compared: lower case, without an address and a stop.
fn bare_doi(doi: &str) -> String {
    let doi = doi.trim().to_lowercase();
    let from = doi.find("10.").unwrap_or(0);
    doi[from..].trim_end_matches(['.', ',', ';']).to_owned()
}

/// The known paper of a reference: the first rule that holds decides, and it decides nothing where it
/// holds for several papers.
pub fn matched(known: &KnownPapers, reference: &Reference) -> Match {
    let doi = reference.doi.as_deref().map(bare_doi);
    let arxiv = reference.arxiv.as_deref().map(|id| ids::unversioned(id).to_lowercase());
    let arxiv = arxiv.or_else(|| doi.as_deref().and_then(ids::of_doi));
    let get = |map: &FxHashMap<String, Vec<usize>>, key: &Option<String>| {
        key.as_ref().and_then(|key| map.get(key)).cloned().unwrap_or_default()
    };
    let (by_doi, by_arxiv) = (get(&known.dois, &doi), get(&known.arxiv, &arxiv));
    for (rule, found, other) in [(MatchRule::Doi, &by_doi, &by_arxiv), (MatchRule::Arxiv, &by_arxiv, &by_doi)] {
        if !found.is_empty() {
            let mut one = decided(known, rule, found.iter().map(|at| (*at, 1.0)).collect());
            doubt(known, reference, other, &mut one);
            return one;
        }
    }
    let rules: [(MatchRule, Candidates); 3] =
        [(MatchRule::Title, by_title), (MatchRule::Words, by_words), (MatchRule::Journal, by_journal)];
    for (rule, candidates) in rules {
        let found = candidates(known, reference);
        if !found.is_empty() {
            return decided(known, rule, found);
        }
    }
    Match::default()
}

/// The papers that a rule finds, each with its confidence.
type Candidates = fn(&KnownPapers, &Reference) -> Vec<(usize, f32)>;

fn decided(known: &KnownPapers, rule: MatchRule, found: Vec<(usize, f32)>) -> Match {
    match found.as_slice() {
        [(paper, score)] => Match { paper: Some(*paper), rule: Some(rule), score: *score, ..Match::default() },
        several => {
            let titles: Vec<String> =
                several.iter().take(3).map(|(at, _)| format!("\u{201c}{}\u{201d}", known.papers[*at].title)).collect();
            let told = format!("{} papers fit equally: {}", several.len(), titles.join(", "));
            Match { rule: Some(rule), told: Some(told), ..Match::default() }
        }
    }
}

/// People paste wrong identifiers: marks a match that the printed title or another identifier speaks against.
fn doubt(known: &KnownPapers, reference: &Reference, other: &[usize], found: &mut Match) {
    let Some(paper) = found.paper.and_then(|at| known.papers.get(at)) else { return };
    let told = |told: &str| Some(told.to_owned());
    if let Some(title) = &reference.title {
        let telling = |word: &str| word.chars().count() > 3;
        let printed = folded(title);
        let printed: BTreeSet<&str> = printed.split(' ').filter(|word| telling(word)).collect();
        let any = paper.words.iter().any(|word| telling(word));
        let alike = compact(title) == paper.words.concat();
        if any && !printed.is_empty() && !alike && !paper.words.iter().any(|word| printed.contains(word.as_str())) {
            (found.doubtful, found.score) = (true, 0.5);
            found.told = told("the printed title shares no word with the paper's");
        }
    }
    if !other.is_empty() && found.paper.is_some_and(|at| !other.contains(&at)) {
        (found.doubtful, found.score) = (true, 0.5);
        found.told = told("another identifier of the entry belongs to another paper");
    }
}

/// True if the first authors are one; none where one of them is unknown.
fn same_first(paper: &Compared, reference: &Reference) -> Option<bool> {
    Some(same_family(paper.first.as_deref()?, reference.authors.first()?))
}

/// Number of years between them; none where one is unknown.
fn years_apart(paper: &Compared, reference: &Reference) -> Option<u32> {
    Some(paper.year?.abs_diff(reference.year?))
}

fn by_title(known: &KnownPapers, reference: &Reference) -> Vec<(usize, f32)> {
    let Some(title) = &reference.title else { return Vec::new() };
    let Some(found) = known.titles.get(&compact(title)) else { return Vec::new() };
    found.iter().filter_map(|at| Some((*at, title_score(&known.papers[*at], reference)?))).collect()
}

/// Confidence of an equal title, where it counts.
fn title_score(paper: &Compared, reference: &Reference) -> Option<f32> {
    let (author, apart) = (same_first(paper, reference), years_apart(paper, reference));
    let counts = match paper.words.len() {
        // A title that many papers have.
        0..=3 => author == Some(true) && apart == Some(0),
        4 => author == Some(true) && apart.is_none_or(|apart| apart <= 2),
        _ => apart.is_none_or(|apart| apart <= 2),
    };
    let score = match (author, apart) {
        (Some(true), Some(0 | 1)) => 1.0,
        (Some(true), _) => 0.95,
        (None, _) => 0.9,
        (Some(false), _) => 0.8,
    };
    counts.then_some(score)
}

fn by_words(known: &KnownPapers, reference: &Reference) -> Vec<(usize, f32)> {
    let Some(title) = &reference.title else { return Vec::new() };
    let printed = folded(title);
    let words: Vec<&str> = printed.split(' ').filter(|word| !word.is_empty()).take(80).collect();
    if words.len() < 4 {
        return Vec::new();
    }
    let mut candidates = BTreeSet::new();
    for pair in words.windows(2) {
        let found = known.pairs.get(&pair.join(" ")).filter(|found| found.len() <= CROWD);
        candidates.extend(found.into_iter().flatten().copied());
    }
    let fits = |at: &usize| {
        let paper = &known.papers[*at];
        let near = years_apart(paper, reference).is_none_or(|apart| apart <= 1);
        (near && paper.words.len() >= 4 && same_first(paper, reference) == Some(true))
            .then(|| overlap(&words, &paper.words))
    };
    candidates.iter().filter_map(|at| Some((*at, fits(at).filter(|share| *share >= OVERLAP)?))).collect()
}

/// The share of words that two titles have in common, of the longer one.
fn overlap(printed: &[&str], paper: &[String]) -> f32 {
    let mut left: FxHashMap<&str, usize> = FxHashMap::default();
    for word in paper {
        *left.entry(word).or_default() += 1;
    }
    let mut unlike: Vec<&str> = Vec::new();
    let mut common = 0usize;
    for word in printed {
        match left.get_mut(word).filter(|count| **count > 0) {
            Some(count) => (*count, common) = (*count - 1, common + 1),
            None => unlike.push(word),
        }
    }
    let mut rest: Vec<&str> =
        paper.iter().map(String::as_str).filter(|word| left.get(word).is_some_and(|count| *count > 0)).collect();
    for word in unlike.into_iter().take(12) {
        if let Some(at) = rest.iter().take(40).position(|other| one_letter_apart(word, other)) {
            rest.swap_remove(at);
            common += 1;
        }
    }
    common as f32 / printed.len().max(paper.len()).max(1) as f32
}

/// True if two words differ in one letter. Numbers and short words must be equal.
fn one_letter_apart(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let (short, long) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
    if short.len() < 4 || long.len() - short.len() > 1 || long.iter().chain(short).any(|c| c.is_numeric()) {
        return false;
    }
    let same = short.iter().zip(long.iter()).take_while(|(one, other)| one == other).count();
    let tail = |letters: &[char], from: usize| letters.get(from.min(letters.len())..).unwrap_or_default().to_vec();
    if short.len() == long.len() {
        tail(short, same + 1) == tail(long, same + 1)
    } else {
        tail(short, same) == tail(long, same + 1)
    }
}

fn by_journal(known: &KnownPapers, reference: &Reference) -> Vec<(usize, f32)> {
    let (None, Some(venue), Some(volume), Some(page)) =
        (&reference.title, &reference.venue, &reference.volume, &reference.page)
    else {
        return Vec::new();
    };
    let (words, key) = place(venue, volume, page);
    let fits = |at: &&usize| {
        let paper = &known.papers[**at];
        let abbreviates = words
            .iter()
            .zip(&paper.journal)
            .all(|(one, other)| one.starts_with(other.as_str()) || other.starts_with(one.as_str()));
        abbreviates && years_apart(paper, reference).is_none_or(|apart| apart <= 2)
    };
    known.places.get(&key).into_iter().flatten().filter(fits).map(|at| (*at, 0.9)).collect()
}

/// The words of a journal's name, and the key of a place in it: initials, volume, first page.
fn place(journal: &str, volume: &str, page: &str) -> (Vec<String>, String) {
    let name = folded(journal);
    let words: Vec<String> = name
        .split(' ')
        .filter(|word| !word.is_empty() && !matches!(*word, "of" | "the" | "and" | "in" | "for" | "on"))
        .map(str::to_owned)
        .collect();
    let initials: String = words.iter().filter_map(|word| word.chars().next()).collect();
    let key = format!("{initials} {} {}", volume.to_lowercase(), page.to_lowercase());
    (words, key)
}

/// The place of a paper in a journal.
fn place_of(paper: &Paper) -> Option<(Vec<String>, String)> {
    if let (Some(journal), Some(volume), Some(pages)) = (&paper.journal, &paper.volume, &paper.pages) {
        let first = pages.split(['-', '–', ',']).next()?.trim();
        return Some(place(journal, volume, first));
    }
    let line = spaced(paper.journal_line.as_deref()?);
    let read = venues::venue(&line);
    Some(place(&read.name?, &read.volume?, &read.page?))
}

/// `Phys.Lett. B573` with the blanks that it lacks.
fn spaced(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let mut before = ' ';
    for c in line.chars() {
        if (before == '.' && c.is_alphabetic()) || (before.is_ascii_uppercase() && c.is_ascii_digit()) {
            out.push(' ');
        }
        out.push(c);
        before = c;
    }
    out
}
