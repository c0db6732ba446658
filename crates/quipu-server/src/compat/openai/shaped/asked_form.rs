//! The question without its sentences about JSON: OpenAI's API demands the word in a message, and no document is about it.

/// A word of such sentences.
const FORM: &str = "json";

/// A question without sentences that only ask for JSON ("Answer in JSON."); unchanged if nothing else is left.
pub(super) fn without_form(question: &str) -> String {
    let kept: Vec<&str> = sentences(question).into_iter().filter_map(asked).collect();
    if kept.is_empty() { question.to_owned() } else { kept.join(" ") }
}

/// The sentence, or the part of it that asks for something else.
fn asked(sentence: &str) -> Option<&str> {
    let names_form = |text: &str| text.to_lowercase().contains(FORM);
    if !names_form(sentence) {
        return Some(sentence);
    }
    // "Answer in JSON: who keeps the clock?", "Who keeps the clock, as JSON?"
    let (before, after) = sentence.split_once(':').unwrap_or(("", sentence));
    let rest = if names_form(before) { after.trim() } else { sentence };
    let rest = match rest.rsplit_once([',', '(']) {
        Some((rest, tail)) if names_form(tail) && tail.split_whitespace().count() < 6 => rest.trim(),
        _ => rest,
    };
    let is_asked = rest.ends_with('?') || rest.len() < sentence.len() && !names_form(rest) && sentence.ends_with('?');
    is_asked.then_some(rest)
}

/// The sentences of a text: its lines, cut behind marks that end a sentence.
fn sentences(text: &str) -> Vec<&str> {
    let cut = |line: &'_ str| -> Vec<usize> {
        let ends = line.match_indices(['.', '!', '?']).map(|(at, mark)| at + mark.len());
        ends.filter(|end| line[*end..].starts_with(char::is_whitespace)).collect()
    };
    let mut out = Vec::new();
    for line in text.lines() {
        let mut begin = 0;
        for end in cut(line).into_iter().chain([line.len()]) {
            out.push(line[begin..end].trim());
            begin = end;
        }
    }
    out.retain(|sentence| !sentence.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_about_the_form_are_left_out() {
        for (sent, asked) in [
            ("Who keeps the clock? Answer in JSON.", "Who keeps the clock?"),
            ("Reply with a JSON object with the keys: answer, sources.\nWho keeps the clock?", "Who keeps the clock?"),
            ("Return valid JSON! Name the keeper of the clock.", "Name the keeper of the clock."),
            ("Answer in JSON: who keeps the clock?", "who keeps the clock?"),
            ("Who keeps the clock, as JSON?", "Who keeps the clock"),
            ("Кто хранит часы? Ответь в формате JSON.", "Кто хранит часы?"),
            ("Which JSON library does the parser use?", "Which JSON library does the parser use?"),
            ("Name the JSON library.", "Name the JSON library."),
            ("Who keeps the clock of St. Orme?", "Who keeps the clock of St. Orme?"),
        ] {
            assert_eq!(without_form(sent), asked, "{sent}");
        }
    }
}
