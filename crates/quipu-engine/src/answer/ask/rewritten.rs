//! Extraction of the question from a model's rewriting of it: models add words before and behind it, and fences, quotes
//! and fields around it, though the prompt requests the question alone.

use quipu_kernel::replies::object;

/// Words of lines that introduce a question instead of asking it, in the languages of models' replies.
const LABELS: [&str; 37] = [
    "rewrit",
    "rephras",
    "reformulat",
    "standalone",
    "stand-alone",
    "standing alone",
    "stands alone",
    "self-contained",
    "question",
    "query",
    "output",
    "answer",
    "here is",
    "here's",
    "here you",
    "result",
    "переписан",
    "перефраз",
    "переформулир",
    "самостоятельн",
    "отдельный вопрос",
    "вопрос",
    "вот",
    "umformuliert",
    "eigenständig",
    "frage",
    "hier ist",
    "reformulée",
    "autonome",
    "voici",
    "pregunta",
    "reformulada",
    "aquí",
    "改写",
    "重写",
    "问题",
    "質問",
];
/// The first words of a line that greets or agrees.
const OPENINGS: [&str; 25] = [
    "sure",
    "certainly",
    "of course",
    "absolutely",
    "okay",
    "ok",
    "yes",
    "great",
    "got it",
    "no problem",
    "alright",
    "understood",
    "конечно",
    "хорошо",
    "разумеется",
    "безусловно",
    "понял",
    "ja",
    "gerne",
    "natürlich",
    "bien sûr",
    "claro",
    "好的",
    "当然",
    "はい",
];
/// The first words of a line that comments on the question behind it.
const REMARKS: [&str; 12] = [
    "note",
    "explanation",
    "(note",
    "this question",
    "the question",
    "i have",
    "i've",
    "let me know",
    "i hope",
    "примечание",
    "пояснение",
    "注",
];
/// The longest label before a colon, in characters.
const LONGEST_LABEL: usize = 90;
/// The longest greeting.
const LONGEST_OPENING: usize = 40;
/// The names of the field that holds the question.
const FIELDS: [&str; 9] = [
    "question",
    "rewritten_question",
    "standalone_question",
    "rewritten",
    "query",
    "standalone",
    "text",
    "вопрос",
    "问题",
];

/// The longest question that a rewriting may give, in characters.
const LONGEST: usize = 600;

/// The question of a reply.
///
/// # Errors
/// When it has no question, or one that is too long.
pub(super) fn question_of(reply: &str) -> Result<String, String> {
    let line = question_in(reply).filter(|line| (2..=LONGEST).contains(&line.chars().count()));
    line.ok_or_else(|| "it gives no question".to_owned())
}

/// The question that a reply holds; none if no line can be recognised as one.
fn question_in(reply: &str) -> Option<String> {
    if let Some(said) =
        object(reply).and_then(|map| FIELDS.iter().find_map(|name| Some(map.get(*name)?.as_str()?.to_owned())))
    {
        return Some(bare(&said).to_owned()).filter(|line| !line.is_empty());
    }
    let lines: Vec<&str> = reply.lines().filter_map(line).collect();
    let asks = |line: &&&str| line.ends_with(['?', '？', '؟']);
    let plain = |line: &&&str| !is_label(line) && !begins(line, &REMARKS);
    let found = lines.iter().filter(plain).find(asks).or_else(|| lines.iter().find(plain))?;
    Some((*found).to_owned())
}

/// A line without decoration around a question; none if nothing is left.
fn line(line: &str) -> Option<&str> {
    let line = line.trim();
    if line.starts_with("```") || line.starts_with("---") {
        return None;
    }
    let line = after_label(bare(line));
    let line = bare(after_opening(bare(line)));
    // A label may stand behind a greeting: "Sure! The question: …"
    Some(bare(after_label(line))).filter(|line| line.chars().any(char::is_alphanumeric))
}

/// Without quotes, emphasis, and signs of lists and headings.
fn bare(line: &str) -> &str {
    let line = line.trim_start_matches(['#', '>', '-', '•', ' ']).trim();
    line.trim_matches(['"', '«', '»', '“', '”', '„', '「', '」', '*', '_', '`', ' ']).trim()
}

/// True if a line only announces the next one.
fn is_label(line: &str) -> bool {
    line.ends_with([':', '：']) || (begins(line, &OPENINGS) && !line.ends_with(['?', '？']))
}

/// The text behind "Rewritten question:".
fn after_label(line: &str) -> &str {
    let Some((label, rest)) = line.split_once([':', '：']) else { return line };
    let label = label.to_lowercase();
    let labels = label.chars().count() <= LONGEST_LABEL && LABELS.iter().any(|word| label.contains(word));
    // A question may have a colon within it: "Which question is harder: this or that?"
    let asks = [
        "which ",
        "what ",
        "who ",
        "when ",
        "where ",
        "why ",
        "how ",
        "is ",
        "do ",
        "какой ",
        "какая ",
        "что ",
        "кто ",
    ];
    if rest.trim().is_empty() || !labels || asks.iter().any(|word| label.starts_with(word)) { line } else { rest }
}

/// The text behind "Sure!".
fn after_opening(line: &str) -> &str {
    let Some(end) = line.find(['!', '.', ',', '，', '！', '。']) else { return line };
    let (opening, rest) = line.split_at(end);
    let rest = rest.trim_start_matches(['!', '.', ',', '，', '！', '。']).trim_start();
    let greets = opening.chars().count() <= LONGEST_OPENING && begins(opening, &OPENINGS);
    if rest.is_empty() || !greets { line } else { rest }
}

/// True if a line begins with one of these words.
fn begins(line: &str, words: &[&str]) -> bool {
    let line = line.to_lowercase();
    words.iter().any(|word| {
        let rest = line.strip_prefix(word);
        rest.is_some_and(|rest| !word.is_ascii() || !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_found_among_the_words_around_it() {
        for reply in [
            "Who cast the bell of Tarnfeld?",
            "Sure! Here is the question, standing alone:\n\nWho cast the bell of Tarnfeld?",
            "**Rewritten question:** Who cast the bell of Tarnfeld?",
            "Standalone question: \"Who cast the bell of Tarnfeld?\"",
            "Sure! Who cast the bell of Tarnfeld?",
            "Certainly, the rewritten question is: Who cast the bell of Tarnfeld?",
            "```\nWho cast the bell of Tarnfeld?\n```\n\nNote: \"it\" is the bell.",
            "{\"question\": \"Who cast the bell of Tarnfeld?\"}",
            "The last question can be rewritten as follows:\n> Who cast the bell of Tarnfeld?",
            "I have resolved the pronoun.\n\nWho cast the bell of Tarnfeld?",
            "Вот переписанный вопрос:\nWho cast the bell of Tarnfeld?",
            "改写后的问题：Who cast the bell of Tarnfeld?",
        ] {
            assert_eq!(question_in(reply).as_deref(), Some("Who cast the bell of Tarnfeld?"), "{reply}");
        }
    }

    #[test]
    fn what_asks_nothing_aloud_may_be_a_question_and_a_colon_may_be_part_of_one() {
        assert_eq!(question_in("Tell me about the bell").as_deref(), Some("Tell me about the bell"));
        let colon = "Which question is harder: that of the bell or that of the tower?";
        assert_eq!(question_in(colon).as_deref(), Some(colon));
        assert_eq!(
            question_in("Here is the rewritten question:\n\nTell me about the bell").as_deref(),
            Some("Tell me about the bell")
        );
    }

    #[test]
    fn words_around_nothing_are_no_question() {
        for reply in ["", "Here is the rewritten question:", "Sure!", "```\n```", "**"] {
            assert_eq!(question_in(reply), None, "{reply}");
        }
    }
}
