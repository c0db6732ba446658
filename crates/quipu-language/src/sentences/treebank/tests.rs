//! Tests of reading by example, and properties for any text.

use proptest::prelude::*;

use super::*;

fn read(title: &str, text: &str) -> Vec<String> {
    let join = |words: Vec<(String, bool)>| words.into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(" ");
    shown(title, text).into_iter().map(join).collect()
}

#[test]
fn what_is_known_becomes_one_word() {
    assert_eq!(
        read("Assigned to Danger", "Assigned to Danger is a 1948 film( shot on May 7, 1947) by \"The Men of Rome\"."),
        ["Johnson is a 1948 film by Johnson ."]
    );
    assert_eq!(read("Luis Alcoriza", "Luis Alcoriza de la Vega died on 3 December 1992."), ["Johnson died on 1992 ."]);
    assert_eq!(read("Paris", "Paris Hilton came to Paris."), ["Paris Hilton came to Johnson ."]);
}

#[test]
fn technical_text_falls_into_clauses() {
    let text = "# Use\n\n- Run `cargo build`; it calls `rustc`.\n- The **default** is [here](x).";
    assert_eq!(read("Use", text), ["Run Johnson ;", "it calls Johnson .", "The default is here ."]);
}

proptest! {
    #[test]
    fn any_text_is_read(title in "\\PC{0,20}", text in "\\PC{0,300}") {
        let chunk = Chunk { text: text.clone(), ..Chunk::default() };
        let mentions = extract(&chunk).mentions;
        let reader = TreebankSentences { title: &title, mentions: &mentions, opens: true };
        for sentence in reader.read(&text).sentences {
            for word in sentence.words.iter().chain(sentence.brackets.iter().flat_map(|bracket| &bracket.words)) {
                prop_assert!(text.get(word.start..word.end).is_some() && word.start < word.end);
            }
        }
    }

    #[test]
    fn any_soup_of_markup_is_read(parts in prop::collection::vec(prop::sample::select(&[
        "Ada ", "it", "'s", "n't ", "(", ")", "[", "](", "[[", "]]", "|", "`", "**", "_", "<b", ">", "\n", "- ", "# ", "\"", "“", "”", ". ", "1999 ", "May 7, 1999", "www.", "é", "\\", "!",
    ][..]), 0..50)) {
        let text = parts.concat();
        let chunk = Chunk { text: text.clone(), ..Chunk::default() };
        let mentions = extract(&chunk).mentions;
        let reader = TreebankSentences { title: "Ada", mentions: &mentions, opens: true };
        for sentence in reader.read(&text).sentences {
            prop_assert!(sentence.words.iter().all(|word| text.get(word.start..word.end).is_some()));
        }
    }
}
