//! The topic of a document, by its title, and its names in sentences.

use quipu_kernel::model::Name;
use quipu_kernel::text::fold_name;

/// The most words of a title that names a thing; a longer one is a sentence.
const MOST_WORDS: usize = 12;

/// The topic of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// The title without its qualifier.
    pub name: String,
    /// The qualifier in its brackets, in lower case ("1994 film").
    pub qualifier: String,
    /// The folded words of the name, without an article before it.
    pub words: Vec<String>,
    /// The words as one: tokens may cut them otherwise.
    joined: String,
    /// True if the title begins with an article.
    pub article: bool,
}

impl Topic {
    /// The topic of a document of this title, where the title can be a name.
    pub(crate) fn of(title: &str) -> Option<Self> {
        let title = title.trim().replace('_', " ");
        let (name, qualifier) = match title.rfind('(') {
            Some(at) if at > 0 && title.ends_with(')') => (title[..at].trim_end(), &title[at + 1..title.len() - 1]),
            _ => (title.as_str(), ""),
        };
        let folded = fold_name(name);
        let plain = ["the ", "a ", "an "].iter().find_map(|article| folded.strip_prefix(article));
        let words: Vec<String> = plain.unwrap_or(&folded).split(' ').map(str::to_owned).collect();
        let named = !folded.is_empty() && words.len() <= MOST_WORDS;
        named.then(|| Self {
            name: name.to_owned(),
            qualifier: qualifier.to_lowercase(),
            joined: words.concat(),
            words,
            article: plain.is_some(),
        })
    }

    /// Number of `tokens` that spell the topic's name; none where they begin with something else.
    pub(crate) fn spelled<'t>(&self, tokens: impl Iterator<Item = &'t str>) -> Option<usize> {
        let mut left = self.joined.as_str();
        for (count, token) in tokens.enumerate() {
            let begins = token.chars().next()?;
            if count == 0 {
                let first = left.chars().next()?;
                let other = begins.is_ascii() && first.is_ascii() && begins.to_ascii_lowercase() != first;
                if other || begins.is_lowercase() || !begins.is_alphanumeric() {
                    return None;
                }
            }
            let folded = fold_name(token);
            for word in folded.split(' ') {
                left = left.strip_prefix(word)?;
            }
            if left.is_empty() {
                return Some(count + 1);
            }
        }
        None
    }

    /// True if a name is the topic's, or its last or first word alone.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let folded = Name::new(name).folded;
        let plain = folded.strip_prefix("the ").unwrap_or(&folded);
        plain.split(' ').eq(self.words.iter().map(String::as_str))
    }

    /// True if a folded name only completes the topic's: "Greece" of "Economy of Greece".
    pub(crate) fn completes(&self, folded: &str) -> bool {
        let Some(at) = self.words.iter().position(|word| word == "of").filter(|at| *at > 0) else { return false };
        let plain = folded.strip_prefix("the ").unwrap_or(folded);
        plain.split(' ').all(|word| self.words[at + 1..].iter().any(|known| known == word))
    }

    /// True if a single word is the first or the last of the topic's name.
    pub(crate) fn is_part(&self, name: &str) -> bool {
        let folded = fold_name(name);
        let ends = [self.words.first(), self.words.last()];
        self.words.len() > 1 && ends.contains(&Some(&folded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_complement_of_a_title_is_not_its_topic() {
        let topic = Topic::of("The Climate of Northern Spain").unwrap();
        assert!(topic.completes("northern spain") && topic.completes("the spain"));
        assert!(!topic.completes("climate of northern spain") && !topic.completes("climate"));
        assert!(!Topic::of("Northern Spain").unwrap().completes("spain"));
    }

    #[test]
    fn a_title_is_found_in_other_spellings() {
        let topic = Topic::of("The Polish-Russian War (film)").unwrap();
        assert_eq!(
            (topic.name.as_str(), topic.qualifier.as_str(), topic.article),
            ("The Polish-Russian War", "film", true)
        );
        let spelled = |text: &str| topic.spelled(text.split(' '));
        assert_eq!(spelled("Polish - Russian War is"), Some(4));
        assert_eq!(spelled("Polish War"), None);
        assert_eq!(spelled("polish - russian War"), None);
        assert!(Topic::of("  ").is_none());
        assert!(topic.is_called("Polish-Russian war") && topic.is_part("War") && !topic.is_part("Russian"));
    }
}
