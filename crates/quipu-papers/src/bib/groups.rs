//! Duplicates: groups of papers of several bibliographies that are one work (record linkage by keys that must be
//! equal).

use rustc_hash::FxHashMap;

use super::fold::folded;
use super::ids;
use crate::Paper;

/// The papers by works: each list holds the places of the papers that are one work, because they share a DOI, an arXiv
/// id, or the folded title, the year and the first author's family name. Each paper is in one list; lists and places
/// rise.
pub fn groups(papers: &[Paper]) -> Vec<Vec<usize>> {
    let mut roots: Vec<usize> = (0..papers.len()).collect();
    let mut first: FxHashMap<String, usize> = FxHashMap::default();
    for (place, paper) in papers.iter().enumerate() {
        for key in signs(paper) {
            let before = *first.entry(key).or_insert(place);
            let (one, other) = (root(&mut roots, before), root(&mut roots, place));
            // The lowest place stands for the work.
            roots[one.max(other)] = one.min(other);
        }
    }
    let mut lists: Vec<Vec<usize>> = vec![Vec::new(); papers.len()];
    for place in 0..papers.len() {
        let root = root(&mut roots, place);
        lists[root].push(place);
    }
    lists.retain(|list| !list.is_empty());
    lists
}

/// The place that stands for a paper's work; the way to it is made shorter.
fn root(roots: &mut [usize], mut place: usize) -> usize {
    while roots[place] != place {
        roots[place] = roots[roots[place]];
        place = roots[place];
    }
    place
}

/// Keys that a paper shares with others of the same work.
fn signs(paper: &Paper) -> Vec<String> {
    let mut signs = Vec::new();
    let doi = paper.doi.as_ref().map(|doi| doi.to_lowercase());
    let of_arxiv = doi.as_deref().filter(|doi| doi.contains("10.48550/")).and_then(ids::arxiv).map(|(id, _)| id);
    signs.extend(paper.arxiv.clone().into_iter().chain(of_arxiv).map(|id| format!("arxiv {id}")));
    signs.extend(doi.map(|doi| format!("doi {doi}")));
    if let (Some(year), Some(family)) = (paper.year(), paper.first_author()) {
        let (title, family) = (folded(&paper.title), folded(family));
        if !title.is_empty() && !family.is_empty() {
            signs.push(format!("title {year} {family} {title}"));
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Author, PaperDate};

    #[test]
    fn papers_of_one_work_meet_over_others() {
        let paper = |title: &str, year: i32, doi: Option<&str>, arxiv: Option<&str>| Paper {
            title: title.into(),
            published: PaperDate::read(&year.to_string()),
            authors: vec![Author { family: "Müller".into(), ..Author::default() }],
            doi: doi.map(str::to_owned),
            arxiv: arxiv.map(str::to_owned),
            ..Paper::default()
        };
        let papers = [
            paper("One", 2020, None, None),
            paper("Two", 2020, Some("10.5555/x"), None),
            paper("α one", 2020, None, Some("2001.00001")),
            paper("One!", 2020, Some("10.5555/X"), None),
            paper("One", 2021, None, None),
            paper("", 2020, None, None),
            paper("", 2020, None, None),
            paper("Other", 2020, Some("10.48550/arXiv.2001.00001"), None),
        ];
        assert_eq!(groups(&papers), vec![vec![0, 1, 3], vec![2, 7], vec![4], vec![5], vec![6]]);
        assert!(groups(&[]).is_empty());
    }
}
