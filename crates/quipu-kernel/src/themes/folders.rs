//! Folders as themes: where the tree of files says what belongs together.

use std::collections::BTreeMap;

use super::digest::DocumentDigest;

/// The share of the documents that the folders must hold, and the largest share of one.
const COVERED: f64 = 0.7;
const LARGEST: f64 = 0.6;
/// Numbers of folders that a reader can take in.
const FEWEST: usize = 2;
const MOST: usize = 14;
/// How often a folder that holds nearly all is replaced by its own folders.
const DESCENTS: usize = 4;

/// Folders with their documents, and the documents in none of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct FolderGroups {
    pub(super) groups: Vec<(Vec<String>, Vec<u32>)>,
    pub(super) rest: Vec<u32>,
}

/// The folders of these documents, where they are themes; `of` are positions among the digests.
pub(super) fn folder_groups(digests: &[DocumentDigest], of: &[u32]) -> Option<FolderGroups> {
    let mut found = below(digests, of, shared(digests, of));
    for _ in 0..DESCENTS {
        let largest = (0..found.groups.len()).max_by_key(|at| found.groups[*at].1.len())?;
        if found.groups[largest].1.len() as f64 <= LARGEST * of.len() as f64 {
            break;
        }
        let (path, inside) = found.groups.swap_remove(largest);
        let deeper = below(digests, &inside, path.len());
        found.groups.extend(deeper.groups);
        found.rest.extend(deeper.rest);
    }
    let least = (of.len() / 100).max(2);
    let (mut kept, small): (Vec<_>, Vec<_>) = found.groups.into_iter().partition(|(_, of)| of.len() >= least);
    kept.sort_by(|x, y| y.1.len().cmp(&x.1.len()).then_with(|| x.0.cmp(&y.0)));
    let more = kept.split_off(kept.len().min(MOST));
    found.rest.extend(small.into_iter().chain(more).flat_map(|(_, of)| of));
    found.rest.sort_unstable();
    let told = kept.iter().filter(|(path, _)| path.last().is_some_and(|name| is_telling(name))).count();
    let covered = (of.len() - found.rest.len()) as f64 >= COVERED * of.len() as f64;
    let even = kept.first().is_some_and(|(_, of_first)| of_first.len() as f64 <= LARGEST * of.len() as f64);
    (covered && even && kept.len() >= FEWEST && told * 4 >= kept.len() * 3)
        .then_some(FolderGroups { groups: kept, rest: found.rest })
}

/// Number of folders that all documents share.
fn shared(digests: &[DocumentDigest], of: &[u32]) -> usize {
    let Some((first, others)) = of.split_first() else { return 0 };
    let first = &digests[*first as usize].folders;
    let alike = |other: &u32| {
        let other = &digests[*other as usize].folders;
        first.iter().zip(other).take_while(|(x, y)| x == y).count()
    };
    others.iter().map(alike).min().unwrap_or(first.len())
}

/// The folders at a depth.
fn below(digests: &[DocumentDigest], of: &[u32], depth: usize) -> FolderGroups {
    let (mut groups, mut rest) = (BTreeMap::<Vec<String>, Vec<u32>>::new(), Vec::new());
    for at in of {
        match digests[*at as usize].folders.get(..=depth) {
            Some(path) => groups.entry(path.to_vec()).or_default().push(*at),
            None => rest.push(*at),
        }
    }
    FolderGroups { groups: groups.into_iter().collect(), rest }
}

/// True if the name of a folder has words: a date, a number or a letter says nothing of what is inside.
fn is_telling(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let digits = name.chars().filter(|c| c.is_numeric()).count();
    letters > 2 && letters > digits
}
