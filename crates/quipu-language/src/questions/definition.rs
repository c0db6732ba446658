//! Questions for the meaning of a name: "What is X?", "Что такое X?".

use super::ReadQuestion;

/// The longest name, in words.
const LONGEST: usize = 5;
/// Openings of such questions.
const OPENINGS: [&str; 7] =
    ["what is ", "what's ", "what’s ", "what exactly is ", "so what is ", "что такое ", "что же такое "];
/// Words that no name has: what follows asks for more than a meaning.
const OTHER: &str = " of for in on at by to with from when where who which that if how why and or used called named meant about best most default main difference для в на из с по и или если как когда где между лучший основной ";

/// Reads the name whose meaning is asked for; none for any other question.
#[derive(Debug, Clone, Copy)]
pub struct DefinitionOfText;

impl ReadQuestion for DefinitionOfText {
    type Form<'q> = str;
    type Asked = Option<String>;

    fn read(&self, question: &str) -> Option<String> {
        let asked = question.trim().trim_end_matches(['?', '.', '!', ' ']);
        let low = asked.to_lowercase();
        let opening = OPENINGS.iter().find(|opening| low.starts_with(**opening))?;
        // Letters of some scripts change their length with their case.
        let name = asked.get(opening.len()..).filter(|_| low.len() == asked.len())?.trim();
        let name = ["a ", "an ", "the ", "A ", "An ", "The "]
            .iter()
            .find_map(|article| name.strip_prefix(article))
            .unwrap_or(name);
        let name = name.trim_matches(['"', '\'', '«', '»', '“', '”', '`']);
        let words: Vec<&str> = name.split_whitespace().collect();
        let plain = |word: &&str| !OTHER.contains(&format!(" {} ", word.to_lowercase()));
        let named = !words.is_empty() && words.len() <= LONGEST && words.iter().all(plain);
        // "What is your name", "what is it".
        let pointing = words.first().is_some_and(|first| {
            matches!(
                first.to_lowercase().as_str(),
                "this" | "that" | "it" | "your" | "his" | "her" | "their" | "there" | "here" | "это" | "тут" | "здесь"
            )
        });
        (named && !pointing && name.chars().any(char::is_alphabetic)).then(|| name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_asked_for_by_itself() {
        for (question, name) in [
            ("What is Syncthing?", Some("Syncthing")),
            ("what is a tide gauge", Some("tide gauge")),
            ("Что такое «маяк»?", Some("маяк")),
            ("What is the default port of the gauge?", None),
            ("What is it?", None),
            ("What is here?", None),
            ("When is the tide?", None),
        ] {
            assert_eq!(DefinitionOfText.read(question).as_deref(), name, "{question}");
        }
    }
}
