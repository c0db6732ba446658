//! Tests of questions over all documents.

use super::*;

fn of(question: &str) -> Option<WholeAsked> {
    QuestionOfWhole.read(question)
}

fn mention(question: &str) -> Option<(String, String, bool)> {
    match of(question)? {
        WholeAsked::Mentions(asked) => {
            let of = [asked.of.words, vec![asked.of.noun]].concat().join(" ");
            Some((of.trim().to_owned(), asked.phrase, asked.count))
        }
        _ => None,
    }
}

fn kind(question: &str) -> Option<(String, Option<String>, bool)> {
    match of(question)? {
        WholeAsked::Members(asked) => Some((asked.kind, asked.about, asked.commonest)),
        _ => None,
    }
}

fn name(question: &str) -> Option<String> {
    match of(question)? {
        WholeAsked::Thing(name) => Some(name),
        _ => None,
    }
}

#[test]
fn documents_that_mention_a_phrase_are_counted_or_listed() {
    for (question, documents, phrase, count) in [
        ("How many documents mention the tide gauge?", "documents", "tide gauge", true),
        ("how many of the pages mention \"the gauge\"", "pages", "the gauge", true),
        ("In how many notes is Ada Lind mentioned?", "notes", "Ada Lind", true),
        ("How many harbour notes contain the word ebb?", "harbour notes", "ebb", true),
        ("How many logbooks mention .env files?", "logbooks", ".env files", true),
        ("Which documents mention C++?", "documents", "C++", false),
        ("How many pages mention the mill and which ones?", "pages", "mill", true),
        ("Which files mention the mill, and how many?", "files", "mill", false),
        ("Сколько заметок упоминают мельницу и какие?", "заметок", "мельницу", true),
        ("Which of the letters mention the mill?", "letters", "mill", false),
        ("Where is the mill mentioned?", "", "mill", false),
        ("List all pages that mention the mill.", "pages", "mill", false),
        ("Сколько документов упоминают мельницу?", "документов", "мельницу", true),
        ("В скольких заметках упоминается Ада Линд?", "заметках", "Ада Линд", true),
        ("Сколько страниц содержат слово «прилив»?", "страниц", "прилив", true),
        ("Какие документы упоминают мельницу?", "документы", "мельницу", false),
        ("В каких письмах говорится о паромах?", "письмах", "паромах", false),
        ("Где упоминается мельница?", "", "мельница", false),
    ] {
        let expected = (documents.to_owned(), phrase.to_owned(), count);
        assert_eq!(mention(question), Some(expected), "{question}");
    }
}

#[test]
fn members_of_a_kind_are_told_apart_from_what_restricts_them() {
    for (question, expected, about, commonest) in [
        ("What are the commonest kinds of sail?", "sail", None, true),
        ("What are the most common repairs?", "repairs", None, true),
        ("Which repairs come back across many boats?", "repairs", None, true),
        ("What are the most common side effects of paint?", "side effects", Some("paint"), true),
        ("Which people are mentioned most often?", "people", None, true),
        ("What kinds of sail are there?", "sail", None, false),
        ("What types of knots do the documents describe?", "knots", None, false),
        ("Какие самые частые виды ремонта?", "ремонта", None, true),
        ("Какие узлы чаще всего упоминаются?", "узлы", None, true),
        ("Какие бывают виды парусов?", "парусов", None, false),
    ] {
        let expected = (expected.to_owned(), about.map(str::to_owned), commonest);
        assert_eq!(kind(question), Some(expected), "{question}");
    }
}

#[test]
fn what_the_most_documents_name_is_a_kind_with_a_verb_of_naming() {
    for (question, expected) in [
        ("Which kind of rope is named on the most pages?", "rope"),
        ("Which harbour gets mentioned most often?", "harbour"),
        ("What timber do most of these boats use?", "timber"),
        ("What is the most common repair in these logbooks?", "repair"),
        ("Who is mentioned most?", "people"),
        ("Кто упоминается чаще всего?", "people"),
        ("Какой порт упоминается чаще всего?", "порт"),
    ] {
        assert_eq!(kind(question), Some((expected.to_owned(), None, true)), "{question}");
    }
    assert_eq!(of("What rope do most sailors of the north use?"), None);
}

#[test]
fn groups_of_documents_are_compared_by_size() {
    for question in [
        "What category has the most letters?",
        "Which folder contains the most files?",
        "What is the most common topic among these letters?",
        "Which theme comes up most often?",
        "В какой папке больше всего файлов?",
        "Какая тема самая частая?",
    ] {
        assert_eq!(of(question), Some(WholeAsked::LargestGroup), "{question}");
    }
    for question in
        ["What changed last?", "What are the latest letters?", "Какие документы самые новые?", "Что нового?"]
    {
        assert_eq!(of(question), Some(WholeAsked::Latest), "{question}");
    }
    assert_eq!(of("What is the latest bridge?"), None);
    assert_eq!(of("Who wrote the most letters?"), Some(WholeAsked::Authors));
    assert_eq!(of("Which country has the most lighthouses?"), None);
    assert_eq!(of("What is the largest section of the harbour?"), None);
}

#[test]
fn a_thing_is_asked_about_by_its_name() {
    for (question, expected) in [
        ("Summarise the Tide Office.", "Tide Office"),
        ("Tell me everything about the tide gauge", "tide gauge"),
        ("What do we know about Ada Lind?", "Ada Lind"),
        ("Could you give me a short overview of Lock 7?", "Lock 7"),
        ("Расскажи всё о паромах", "паромах"),
        ("Что нам известно про Аду Линд?", "Аду Линд"),
        ("Сделай сводку по «Приливной станции»", "Приливной станции"),
    ] {
        assert_eq!(name(question), Some(expected.to_owned()), "{question}");
    }
}

#[test]
fn other_questions_are_left_to_others() {
    for question in [
        "How many bridges cross the Neva?",
        "How many people mention the noise to Ada? And why?",
        "What are the most common themes?",
        "What kinds of sail did the ferry carry in 1920?",
        "Summarise these letters.",
        "Summarise what the council decided.",
        "What is the most common repair?",
        "Сколько мостов через Неву?",
        "Какие виды хлоропластов у диатомей?",
        "Расскажи, как завести часы",
        "Каковы основные темы писем?",
        "Who mentions the mill?",
    ] {
        assert_eq!(of(question), None, "{question}");
    }
}

#[test]
fn all_documents_are_counted() {
    let count = |question: &str| matches!(of(question), Some(WholeAsked::Documents(_)));
    assert!(count("How many documents are there?") && count("Сколько всего документов?"));
    assert!(!count("How many bridges are there?"));
}
