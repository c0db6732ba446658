//! Citation keys: `familyYEARword`, with `a`, `b`, … after it where a key is taken; a paper's own key is kept.

use rustc_hash::FxHashMap;

use super::fold::folded;
use crate::Paper;

/// The keys under which the papers are cited, in their order, unique without regard to case. The keys do not
/// depend on the order of the papers.
pub fn keys(papers: &[Paper]) -> Vec<String> {
    unique(papers, str::to_owned)
}

/// These keys without signs that would end a key in BibTeX.
pub(super) fn in_tex(papers: &[Paper]) -> Vec<String> {
    unique(papers, |key| {
        key.chars().filter(|c| !c.is_whitespace() && !c.is_control() && !"{}(),=\"#%\\~'".contains(*c)).collect()
    })
}

fn unique(papers: &[Paper], clean: impl Fn(&str) -> String) -> Vec<String> {
    let own: Vec<Option<String>> =
        papers.iter().map(|paper| paper.key.as_deref().map(&clean).filter(|key| !key.trim().is_empty())).collect();
    let mut order: Vec<usize> = (0..papers.len()).collect();
    order.sort_by_key(|place| {
        let paper = &papers[*place];
        (own[*place].is_none(), paper.published, &paper.title, &paper.arxiv, &paper.doi, *place)
    });
    let mut taken: FxHashMap<String, usize> = FxHashMap::default();
    let mut keys = vec![String::new(); papers.len()];
    // No paper's own key is given to another one that collides.
    let reserved: FxHashMap<String, ()> = own.iter().flatten().map(|key| (key.to_lowercase(), ())).collect();
    for place in order {
        let wanted = own[place].clone().unwrap_or_else(|| made(&papers[place]));
        let lower = wanted.to_lowercase();
        let mut count = taken.get(&lower).copied().unwrap_or(0);
        if count == 0 && (own[place].is_some() || !reserved.contains_key(&lower)) {
            taken.insert(lower, 1);
            keys[place] = wanted;
            continue;
        }
        loop {
            count = count.max(1);
            let key = format!("{wanted}{}", letters(count));
            count += 1;
            let folded = key.to_lowercase();
            if !reserved.contains_key(&folded) && taken.insert(folded, 1).is_none() {
                taken.insert(lower, count);
                keys[place] = key;
                break;
            }
        }
    }
    keys
}

/// 1 is `a`, 26 is `z`, 27 is `aa`.
fn letters(mut number: usize) -> String {
    let mut out = Vec::new();
    while number > 0 {
        number -= 1;
        out.push(char::from(b'a' + u8::try_from(number % 26).unwrap_or(0)));
        number /= 26;
    }
    out.iter().rev().collect()
}

/// Words that tell nothing of a title, in the languages whose titles are common.
const EMPTY: [&str; 52] = [
    "a", "an", "the", "on", "of", "in", "for", "to", "and", "or", "is", "are", "do", "does", "can", "what", "how",
    "why", "when", "towards", "toward", "from", "with", "by", "at", "as", "der", "die", "das", "ein", "eine", "zur",
    "zum", "über", "uber", "le", "la", "les", "un", "une", "de", "des", "du", "el", "los", "las", "о", "об", "в", "на",
    "и", "к",
];

fn made(paper: &Paper) -> String {
    let family: String = paper.first_author().map(folded).unwrap_or_default().split(' ').collect();
    let family = family.chars().take(30).collect::<String>();
    let title = folded(&paper.title);
    let word = title.split(' ').find(|word| !EMPTY.contains(word)).or_else(|| title.split(' ').next());
    let year = paper.year().map(|year| year.unsigned_abs().to_string()).unwrap_or_default();
    let family = if family.is_empty() { "anon".to_owned() } else { family };
    format!("{family}{year}{}", word.unwrap_or_default().chars().take(30).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Author, PaperDate};

    fn paper(key: Option<&str>, family: &str, year: i32, title: &str) -> Paper {
        Paper {
            key: key.map(str::to_owned),
            authors: vec![Author { family: family.into(), ..Author::default() }],
            published: Some(PaperDate { year, month: None, day: None }),
            title: title.into(),
            ..Paper::default()
        }
    }

    #[test]
    fn keys_are_made_of_family_year_and_word() {
        let papers = [
            paper(None, "van den Berg", 2020, "On the Graph"),
            paper(None, "Müller", 2021, "A Study: b"),
            paper(None, "Müller", 2021, "The study, a"),
            paper(None, "Müller", 2021, "Study c"),
            paper(Some("Own Key"), "Müller", 2021, "Study"),
            paper(Some("müller2021studya"), "", 0, ""),
            paper(Some("OWN key"), "Z", 2022, ""),
            Paper::default(),
        ];
        let said = keys(&papers);
        assert_eq!(
            said,
            [
                "vandenberg2020graph",
                "muller2021study",
                "muller2021studyb",
                "muller2021studya",
                "Own Key",
                "müller2021studya",
                "OWN keya",
                "anon"
            ]
        );
        assert_eq!(in_tex(&papers)[4], "OwnKey");
        let turned: Vec<Paper> = papers.iter().rev().cloned().collect();
        assert_eq!(keys(&turned).into_iter().rev().collect::<Vec<_>>(), said);
    }

    #[test]
    fn many_papers_of_one_key_are_counted_on() {
        let papers = vec![paper(Some("x"), "A", 2000, "B"); 60];
        let said = keys(&papers);
        assert_eq!((said[0].as_str(), said[26].as_str(), said[27].as_str()), ("x", "xz", "xaa"));
        let one: rustc_hash::FxHashSet<&String> = said.iter().collect();
        assert_eq!(one.len(), 60);
    }
}
