//! The choice of a question's runs of words that are taken for names, among those that name something.
//!
//! The longest wins: a shorter name inside a longer one is dropped. A single word counts only when
//! the question marks it (a capital, a digit) or some document has it as its title, and never when
//! it is a stop word: `film` is an entity somewhere in every corpus.

use super::QuestionName;
use crate::text::is_stop_word;

/// A run of words that names an entity of the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// Position in [`super::Question::names`].
    pub name: u32,
    /// True if some document has the entity as its title.
    pub title: bool,
}

/// The candidates to take, in the order given.
pub fn resolve(names: &[QuestionName], candidates: &[Candidate]) -> Vec<Candidate> {
    let of = |candidate: &Candidate| names.get(candidate.name as usize);
    let good: Vec<Candidate> =
        candidates.iter().copied().filter(|c| of(c).is_some_and(|n| plausible(n, c.title))).collect();
    let inside =
        |a: &QuestionName, b: &QuestionName| a.words != b.words && b.words.0 <= a.words.0 && a.words.1 <= b.words.1;
    let covered = |c: &Candidate| of(c).is_some_and(|a| good.iter().filter_map(of).any(|b| inside(a, b)));
    good.iter().copied().filter(|candidate| !covered(candidate)).collect()
}

fn plausible(name: &QuestionName, title: bool) -> bool {
    let single = name.words.1 - name.words.0 == 1;
    !single || (!is_stop_word(&name.folded) && (name.marked || title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Question;

    fn taken(text: &str, known: &[(&str, bool)]) -> Vec<String> {
        let names = Question::new(text).names;
        let found = |(i, name): (usize, &QuestionName)| {
            let (_, title) = known.iter().find(|(known, _)| *known == name.folded)?;
            Some(Candidate { name: i as u32, title: *title })
        };
        let candidates: Vec<Candidate> = names.iter().enumerate().filter_map(found).collect();
        resolve(&names, &candidates).iter().map(|c| names[c.name as usize].folded.clone()).collect()
    }

    #[test]
    fn the_longest_name_wins_and_common_words_need_a_title() {
        let known = [("new york", false), ("york", true), ("film", false), ("the", true), ("mayor", true)];
        assert_eq!(taken("who was the mayor of New York in the film", &known), ["mayor", "new york"]);
    }
}
