//! Tests of the parser by example, and properties for any words.

use proptest::prelude::*;

use super::*;

#[test]
fn a_small_grammar_is_learned_bit_for_bit() {
    let lesson = |subject: &str, verb: &str, object: &str| Lesson {
        words: [subject, verb, object, "."].map(str::to_owned).to_vec(),
        tags: [Tag::Nnp, Tag::Vbz, Tag::Nnp, Tag::Stop].map(|tag| tag as u8).to_vec(),
        heads: vec![1, 4, 1, 1],
        labels: [Label::Nsubj, Label::Root, Label::Dobj, Label::Punct].map(|label| label as u8).to_vec(),
        sorts: vec![1, 0, 1, 0],
    };
    let lessons = [lesson("Ada", "knows", "Charles"), lesson("Charles", "likes", "Ada"), lesson("Mary", "sees", "Ada")];
    assert!(lessons.iter().all(Lesson::is_sound));
    let size = Size { tags: 8, steps: 10, labels: 8, sorts: 8, rounds: 8 };
    let file = train(&lessons, size, &mut |_| ());
    assert_eq!(file, train(&lessons, size, &mut |_| ()));
    let mut parser = Parser::read(&file).unwrap();
    let mut agreement = Agreement::default();
    lessons.iter().for_each(|lesson| agreement.add(&mut parser, lesson));
    assert_eq!((agreement.tags, agreement.heads, agreement.labels), (12, 9, 9));
}

#[test]
fn a_plain_sentence_is_parsed_as_grammars_say() {
    let mut parser = Parser::english();
    parser.parse("The film was directed by Anna Kowalska in 1932 .".split(' '));
    let tags: Vec<&str> = parser.tags().iter().map(|tag| Tag::NAMES[usize::from(*tag)]).collect();
    assert_eq!(tags, ["DT", "NN", "VBD", "VBN", "IN", "NNP", "NNP", "IN", "CD", "."]);
    assert_eq!(parser.heads(), [1, 3, 3, 10, 3, 6, 4, 3, 7, 3]);
    let labels = [Label::Det, Label::NsubjPass, Label::AuxPass, Label::Root, Label::Agent];
    assert_eq!(parser.labels()[..5], labels.map(|label| label as u8));
}

fn holds(parser: &mut Parser<'_>, words: &[String]) {
    parser.parse(words.iter().map(String::as_str));
    let count = words.len().min(MOST_WORDS);
    assert_eq!([parser.tags().len(), parser.heads().len(), parser.labels().len()], [count; 3]);
    assert_eq!(parser.sort().len(), count);
    let roots = parser.heads().iter().filter(|head| usize::from(**head) == count).count();
    assert_eq!(roots, usize::from(count > 0), "there is one root");
    for word in 0..count {
        let up = |at: &usize| parser.heads().get(*at).map(|head| usize::from(*head));
        assert!(std::iter::successors(Some(word), up).take(count + 2).any(|at| at == count), "a circle at {word}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_words_make_a_tree(words in prop::collection::vec("\\PC{0,12}|[a-z]{1,9}|[A-Z][a-z]{2,8}", 0..200)) {
        holds(&mut Parser::english(), &words);
    }
}
