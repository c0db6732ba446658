//! The tree of themes: groups of documents, and parts of large groups.

use rustc_hash::{FxHashMap, FxHashSet};

use super::digest::DocumentDigest;
use super::folders::folder_groups;
use super::kmeans::clusters;
use super::labels::{CorpusLabels, GroupName};
use super::linear_algebra::{DenseMatrix, dot, normalise};
use super::meant_vectors::document_vectors;
use super::reduced::{rarity, weighted};
use super::units::{speaker, unit_vectors, units};
use crate::communities::{CommunityTree, Grown, NOBODY, same_communities};
use crate::model::Key;

/// Fewer documents have no themes: each is told by itself.
const FEWEST: usize = 6;
/// So many documents beside folders that are themes have themes of their own.
const REST: usize = 16;
/// Where more of the documents than this share are in no theme with a name, clusters have none.
const UNNAMED: f64 = 0.7;
/// A theme of more documents falls into parts.
const LARGEST: usize = 24;
/// Number of levels.
const LEVELS: u32 = 3;
/// The most themes of one level below one parent.
const MOST: usize = 12;
/// No theme of a level has a larger share of its parent, where it can be split.
const SHARE: f64 = 0.5;
/// Numbers of central documents, and of words by which a new document finds its theme.
const CENTRAL: usize = 16;
const WORDS: usize = 200;

/// A theme.
#[derive(Debug, Clone, PartialEq)]
pub struct Theme {
    /// Its id, which it keeps while at least half of it stays together.
    pub id: Key,
    /// The theme that it is a part of.
    pub parent: Option<u32>,
    /// Level in the tree, from 0.
    pub level: u32,
    /// Its folder, outermost first, where it is one.
    pub folder: Option<Vec<String>>,
    /// Words that name it, the most characteristic first; none where its documents share none.
    pub words: Vec<String>,
    /// True for the documents that stand beside all folders which are themes.
    pub rest: bool,
    /// The documents nearest to its centre, the nearest first.
    pub central: Vec<Key>,
    /// Its centre, as weights of words by hash: for documents that come later.
    pub centre: Vec<(u64, f32)>,
}

/// Themes, parents before parts, with the innermost theme of each document.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ThemeTree {
    /// The themes.
    pub themes: Vec<Theme>,
    /// The keys of documents, sorted, each with its innermost theme; none for a small corpus.
    pub leaves: Vec<(Key, Option<u32>)>,
}

impl ThemeTree {
    /// The themes that hold one, itself first, outwards.
    pub fn upwards(&self, from: Option<u32>) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(from, |at| self.themes[*at as usize].parent)
    }

    /// Numbers of documents of each theme, those of its parts included.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.themes.len()];
        self.leaves.iter().flat_map(|(_, leaf)| self.upwards(*leaf)).for_each(|at| sizes[at as usize] += 1);
        sizes
    }

    /// The shape of the tree, with a leaf for each of these keys.
    fn shape(&self, keys: &[Key]) -> CommunityTree {
        let grown = |theme: &Theme| Grown { parent: theme.parent, level: theme.level, whole: false };
        let leaf = |key: &Key| {
            let at = self.leaves.binary_search_by(|(known, _)| known.cmp(key)).ok();
            at.and_then(|at| self.leaves[at].1).unwrap_or(NOBODY)
        };
        CommunityTree { communities: self.themes.iter().map(grown).collect(), leaves: keys.iter().map(leaf).collect() }
    }
}

/// The themes of documents, sorted by key; those of `before` that most of the documents stay in keep their ids.
pub fn theme_tree(digests: &[DocumentDigest], before: Option<&ThemeTree>) -> ThemeTree {
    debug_assert!(digests.is_sorted_by_key(|digest| digest.key));
    let leaves = digests.iter().map(|digest| (digest.key, None)).collect();
    let mut growing =
        Growing { digests, labels: CorpusLabels::of(digests), made: ThemeTree { themes: Vec::new(), leaves } };
    if digests.len() >= FEWEST {
        growing.split((0..digests.len() as u32).collect(), None, 0);
    }
    let mut made = growing.made;
    if let Some(before) = before {
        keep_ids(&mut made, before);
    }
    made
}

/// The innermost theme for a document that came later: that of its folder, else the nearest.
pub fn nearest_theme(tree: &ThemeTree, digest: &DocumentDigest) -> Option<u32> {
    let parents: Vec<Option<u32>> = tree.themes.iter().map(|theme| theme.parent).collect();
    let depth = |at: u32| -> Option<usize> {
        let folders = || tree.upwards(Some(at)).filter_map(|at| tree.themes[at as usize].folder.as_ref());
        let fits = folders().all(|folder| digest.folders.starts_with(folder));
        fits.then(|| folders().map(Vec::len).max().unwrap_or(0))
    };
    let score = |at: u32| -> f32 {
        let weights: FxHashMap<u64, f32> = tree.themes[at as usize].centre.iter().copied().collect();
        digest.terms.iter().filter_map(|(term, count)| Some(count.ln_1p() * weights.get(term)?)).sum()
    };
    let leaves = (0..tree.themes.len() as u32).filter(|at| !parents.contains(&Some(*at)));
    let rated = leaves.map(|at| (depth(at), score(at), at));
    rated.max_by(|x, y| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)).then(y.2.cmp(&x.2))).map(|(_, _, at)| at)
}

struct Growing<'a> {
    digests: &'a [DocumentDigest],
    labels: CorpusLabels,
    made: ThemeTree,
}

/// A group of documents before it is a theme.
struct Group {
    folder: Option<Vec<String>>,
    rest: bool,
    of: Vec<u32>,
    /// The documents that say what it is: one of each unit.
    told: Vec<u32>,
    /// Words that name it.
    words: Vec<String>,
}

impl Group {
    fn of_folder(folder: Vec<String>, of: Vec<u32>) -> Self {
        Self { folder: Some(folder), rest: false, told: of.clone(), of, words: Vec::new() }
    }

    fn of_rest(of: Vec<u32>) -> Self {
        Self { folder: None, rest: true, told: of.clone(), of, words: Vec::new() }
    }
}

impl Growing<'_> {
    /// Splits documents into the themes of a level.
    fn split(&mut self, of: Vec<u32>, parent: Option<u32>, level: u32) {
        let read: Vec<&DocumentDigest> = of.iter().map(|at| &self.digests[*at as usize]).collect();
        let rarity = rarity(&read);
        let vectors = document_vectors(&read, &rarity);
        let places: FxHashMap<u32, u32> = of.iter().copied().zip(0..).collect();
        let mut groups = self.groups(&of, &vectors, &places);
        groups.sort_by(|x, y| (x.rest, y.of.len()).cmp(&(y.rest, x.of.len())).then(x.of.cmp(&y.of)));
        let first = self.made.themes.len() as u32;
        for group in &groups {
            let local: Vec<u32> = group.of.iter().map(|at| places[at]).collect();
            let told: Vec<u32> = group.told.iter().map(|at| places[at]).collect();
            let theme = Theme {
                id: self.id(group, level),
                parent,
                level,
                folder: group.folder.clone(),
                words: group.words.clone(),
                rest: group.rest,
                central: central(&vectors, &told).into_iter().map(|at| read[at as usize].key).collect(),
                centre: centre(&read, &local, &rarity),
            };
            self.made.themes.push(theme);
        }
        for (at, group) in (first..).zip(groups) {
            group.of.iter().for_each(|place| self.made.leaves[*place as usize].1 = Some(at));
            if group.of.len() > LARGEST && level + 1 < LEVELS {
                self.split(group.of, Some(at), level + 1);
            }
        }
    }

    /// The id of a new theme: of its first document, and of its level.
    fn id(&self, group: &Group, level: u32) -> Key {
        let first = group.of.first().map(|at| self.digests[*at as usize].key).unwrap_or_default();
        Key::of("theme", &[first.bytes(), &level.to_le_bytes()])
    }

    /// The groups of documents: folders, or clusters.
    fn groups(&self, of: &[u32], vectors: &DenseMatrix, places: &FxHashMap<u32, u32>) -> Vec<Group> {
        let Some(found) = folder_groups(self.digests, of) else {
            return self.clustered(of, vectors, places);
        };
        let of_folder = |(folder, of): (Vec<String>, Vec<u32>)| {
            let words = self.labels.name(self.digests, &of).words;
            Group { words, ..Group::of_folder(folder, of) }
        };
        let mut groups: Vec<Group> = found.groups.into_iter().map(of_folder).collect();
        match found.rest.len() {
            0 => {}
            1..REST => groups.push(Group::of_rest(found.rest)),
            _ => groups.extend(self.clustered(&found.rest, vectors, places)),
        }
        groups
    }

    /// Clusters with names that say something of each of their documents, and a group of the documents in none. Where
    /// most are in none, the clusters as they were found, without names.
    fn clustered(&self, of: &[u32], vectors: &DenseMatrix, places: &FxHashMap<u32, u32>) -> Vec<Group> {
        let units = units(self.digests, of);
        let means = unit_vectors(vectors, &units, places);
        let all: Vec<u32> = (0..units.len() as u32).collect();
        let found = balanced(&means, &all);
        let says = |unit: u32| speaker(self.digests, &units[unit as usize]);
        let name = |group: &Vec<u32>| {
            let told: Vec<u32> = group.iter().filter_map(|unit| says(*unit)).collect();
            self.labels.name(self.digests, &told)
        };
        let names: Vec<GroupName> = found.iter().map(name).collect();
        let fits = |unit: u32, name: &GroupName| says(unit).is_some_and(|at| name.fits(&self.digests[at as usize]));
        let (named, rest) = by_names(&means, &found, &names, &fits);
        let group = |units_of: &[u32], words: Vec<String>| {
            let mut of: Vec<u32> = units_of.iter().flat_map(|unit| &units[*unit as usize]).copied().collect();
            of.sort_unstable();
            let told = units_of.iter().filter_map(|unit| says(*unit)).collect();
            Group { folder: None, rest: false, of, told, words }
        };
        if named.len() < 2 || rest.len() as f64 > UNNAMED * units.len() as f64 {
            return found.iter().map(|units_of| group(units_of, Vec::new())).collect();
        }
        let mut groups: Vec<Group> = named.iter().map(|(at, of)| group(of, names[*at].words.clone())).collect();
        if !rest.is_empty() {
            groups.push(Group { rest: true, ..group(&rest, Vec::new()) });
        }
        groups
    }
}

/// Clusters, by position, with the units that their names fit; each other unit goes to the nearest cluster whose name
/// fits it. Behind them the units that no name fits, and those of clusters with fewer than two.
fn by_names(
    means: &DenseMatrix,
    found: &[Vec<u32>],
    names: &[GroupName],
    fits: &dyn Fn(u32, &GroupName) -> bool,
) -> (Vec<(usize, Vec<u32>)>, Vec<u32>) {
    let centres: Vec<Vec<f32>> = found.iter().map(|group| mean(means, group)).collect();
    let (mut kept, mut rest): (Vec<Vec<u32>>, Vec<u32>) = (vec![Vec::new(); found.len()], Vec::new());
    for (at, group) in found.iter().enumerate() {
        for unit in group {
            let near = |other: &usize| dot(&centres[*other], means.row(*unit as usize));
            let others = (0..found.len()).filter(|other| fits(*unit, &names[*other]));
            let best =
                if fits(*unit, &names[at]) { Some(at) } else { others.max_by(|x, y| near(x).total_cmp(&near(y))) };
            match best {
                Some(best) => kept[best].push(*unit),
                None => rest.push(*unit),
            }
        }
    }
    let (named, few): (Vec<_>, Vec<_>) = kept.into_iter().enumerate().partition(|(_, of)| of.len() > 1);
    rest.extend(few.into_iter().flat_map(|(_, of)| of));
    (named, rest)
}

/// Number of themes for so many documents.
fn wanted(documents: usize) -> usize {
    ((1.2 * (documents as f64).log2() - 0.5).round() as usize).clamp(2, MOST)
}

/// Clusters of rows, none of which has most of them, where it can be split, and none of a single row.
fn balanced(vectors: &DenseMatrix, of: &[u32]) -> Vec<Vec<u32>> {
    let mut groups = grouped(of, &clusters(vectors, of, wanted(of.len()), 1));
    for _ in 0..3 {
        let Some(largest) = (0..groups.len()).max_by_key(|at| groups[*at].len()) else { break };
        if groups[largest].len() as f64 <= SHARE * of.len() as f64 {
            break;
        }
        let whole = groups.swap_remove(largest);
        groups.extend(grouped(&whole, &clusters(vectors, &whole, 3, 2)));
    }
    let least = (of.len() / 60).max(2);
    merged(vectors, groups, least)
}

/// The rows of each cluster.
fn grouped(of: &[u32], assigned: &[u32]) -> Vec<Vec<u32>> {
    let count = assigned.iter().max().map_or(0, |most| *most as usize + 1);
    let mut groups = vec![Vec::new(); count];
    of.iter().zip(assigned).for_each(|(row, cluster)| groups[*cluster as usize].push(*row));
    groups
}

/// Joins groups of fewer than `least` rows with the nearest.
fn merged(vectors: &DenseMatrix, groups: Vec<Vec<u32>>, least: usize) -> Vec<Vec<u32>> {
    let (mut kept, small): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.len() >= least);
    if kept.is_empty() {
        return vec![small.concat()];
    }
    let centres: Vec<Vec<f32>> = kept.iter().map(|group| mean(vectors, group)).collect();
    for row in small.into_iter().flatten() {
        let near = |at: &usize| dot(&centres[*at], vectors.row(row as usize));
        let best = (0..centres.len()).max_by(|x, y| near(x).total_cmp(&near(y)).then(y.cmp(x)));
        kept[best.unwrap_or(0)].push(row);
    }
    kept.iter_mut().for_each(|group| group.sort_unstable());
    kept
}

/// The mean of rows, of length 1.
fn mean(vectors: &DenseMatrix, of: &[u32]) -> Vec<f32> {
    let mut mean = vec![0.0; vectors.columns];
    for row in of {
        mean.iter_mut().zip(vectors.row(*row as usize)).for_each(|(sum, value)| *sum += value);
    }
    normalise(&mut mean);
    mean
}

/// The rows nearest to the mean, the nearest first.
fn central(vectors: &DenseMatrix, of: &[u32]) -> Vec<u32> {
    let mean = mean(vectors, of);
    let mut rated: Vec<(f32, u32)> = of.iter().map(|row| (dot(&mean, vectors.row(*row as usize)), *row)).collect();
    rated.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    rated.into_iter().take(CENTRAL).map(|(_, row)| row).collect()
}

/// The centre of documents as words, for [`nearest_theme`].
fn centre(read: &[&DocumentDigest], of: &[u32], rarity: &FxHashMap<u64, f32>) -> Vec<(u64, f32)> {
    let mut sum: FxHashMap<u64, f32> = FxHashMap::default();
    for at in of {
        for (term, weight) in weighted(read[*at as usize], rarity) {
            *sum.entry(term).or_default() += weight;
        }
    }
    let length = sum.values().map(|weight| weight * weight).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    let scaled = |(term, weight): (u64, f32)| (term, weight / length * rarity.get(&term).copied().unwrap_or(0.0));
    let mut words: Vec<(u64, f32)> = sum.into_iter().map(scaled).collect();
    words.sort_unstable_by(|x, y| y.1.total_cmp(&x.1).then(x.0.cmp(&y.0)));
    words.truncate(WORDS);
    words
}

/// Gives themes the ids that most of their documents had.
fn keep_ids(made: &mut ThemeTree, before: &ThemeTree) {
    let keys: Vec<Key> = made.leaves.iter().map(|(key, _)| *key).collect();
    let (was, is) = (before.shape(&keys), made.shape(&keys));
    let leaves: Vec<(u32, u32)> = was.leaves.iter().copied().zip(is.leaves.iter().copied()).collect();
    let known: FxHashSet<Key> = before.themes.iter().map(|theme| theme.id).collect();
    for (theme, same) in made.themes.iter_mut().zip(same_communities(&was, &is, &leaves)) {
        match same {
            Some(same) => theme.id = before.themes[same as usize].id,
            None => {
                while known.contains(&theme.id) {
                    theme.id = Key::of("theme", &[theme.id.bytes()]);
                }
            }
        }
    }
}
