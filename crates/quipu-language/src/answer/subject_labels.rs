//! Labels of documents that can name a subject: nouns, and phrases that end in one.

use crate::parser::{Parser, SeenTags, Tag};

/// True if a label of one or two words can name what documents are about: "Sailing boats", "climate", not "getting
/// started", "even better". Labels that are no English words can.
pub fn names_a_subject(label: &str) -> bool {
    let lower = label.to_lowercase();
    let said: Vec<&str> = lower.split_whitespace().collect();
    let Some(last) = said.last() else { return false };
    if last.chars().filter(|c| c.is_alphabetic()).count() < 3 {
        return false;
    }
    if !label.is_ascii() || !said.iter().all(|word| SeenTags::of(word).is_known()) {
        return true;
    }
    let nouns = [Tag::Nn, Tag::Nns, Tag::Nnp, Tag::Nnps];
    let mut parser = Parser::english();
    parser.parse(said.iter().copied());
    let tags: Vec<Tag> = parser.tags().iter().map(|tag| Tag::from_number(*tag)).collect();
    let ends = tags.last().is_some_and(|tag| tag.is_noun()) && SeenTags::of(last).any(&nouns);
    let acts = said.len() > 1 && tags.first().is_some_and(|tag| matches!(tag, Tag::Vb | Tag::Vbp | Tag::Vbz | Tag::Md));
    ends && !acts
}

/// True if a name is one word that English texts also write in small letters, as far as the parser's texts have it.
pub fn may_be_a_word(name: &str) -> bool {
    !name.contains(' ')
        && !name.chars().skip(1).any(char::is_uppercase)
        && SeenTags::of(&name.to_lowercase()).is_known()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_name_a_subject_and_other_words_do_not() {
        for label in ["climate", "Machine learning", "elections", "NFL", "Senate", "Puerto Rico", "маяки", "PyTorch"]
        {
            assert!(names_a_subject(label), "{label}");
        }
        for label in ["started", "even better", "", "go"] {
            assert!(!names_a_subject(label), "{label}");
        }
    }

    #[test]
    fn a_word_of_texts_may_be_no_name() {
        assert!(may_be_a_word("Service") && !may_be_a_word("Syncthing") && !may_be_a_word("Tide Office"));
    }
}
