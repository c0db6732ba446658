//! Keywords of a question without a model: its names, and its other words with content (LightRAG's low and high
//! keywords).

use quipu_kernel::text::is_stop_word;
use quipu_kernel::view::Question;

/// The low keywords, which name things, and the high ones, which name themes, each with commas between. Where there are
/// none of one kind, the question's words stand for them.
pub fn keywords(question: &Question) -> (String, String) {
    let single = |name: &&quipu_kernel::view::QuestionName| name.words.1 == name.words.0 + 1 && !name.folded.is_empty();
    let mut names: Vec<(usize, String)> = Vec::new();
    for word in question.names.iter().filter(single).filter(|word| word.marked && !is_stop_word(&word.folded)) {
        match names.last_mut() {
            // The words after a marked word belong to the same name.
            Some((end, name)) if *end == word.words.0 => {
                *end = word.words.1;
                name.push(' ');
                name.push_str(&word.folded);
            }
            _ => names.push((word.words.1, word.folded.clone())),
        }
    }
    let low: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
    let of_names = |word: &str| low.iter().any(|name| name.split(' ').any(|part| part == word));
    let words = question.words.iter().map(|word| word.text.as_str()).filter(|word| !is_stop_word(word));
    let high: Vec<&str> = words.filter(|word| !of_names(word)).collect();
    let joined = |words: &[&str]| if words.is_empty() { question.text.clone() } else { words.join(", ") };
    (joined(&low), joined(&high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_low_and_other_words_high() {
        let of = |text: &str| keywords(&Question::new(text));
        let (low, high) = of("Who made the quartz pendulum of the Meridian Clock for Ilse Varga?");
        assert_eq!(low, "meridian clock, ilse varga");
        assert_eq!(high, "made, quartz, pendulum");
        let (low, high) = of("what are the themes?");
        assert_eq!((low.as_str(), high.as_str()), ("what are the themes?", "themes"));
        let (low, high) = of("Кто такая Ильзе Варга?");
        assert_eq!(low, "ильзе варга", "{high}");
    }
}
