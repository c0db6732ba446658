//! Facts by example, in both languages, and the laws that hold for any text.

use proptest::prelude::*;

use super::{extract, title_names};
use quipu_kernel::model::{AliasRule, Chunk, Day, Facts, Kind, Name, Period, Statement};
use quipu_kernel::text::fold_name;

fn facts(text: &str) -> Facts {
    extract(&Chunk { text: text.to_owned(), ..Chunk::default() })
}

fn names(text: &str) -> Vec<String> {
    facts(text).mentions.into_iter().map(|mention| mention.form).collect()
}

fn kinds(text: &str) -> Vec<(String, Kind)> {
    facts(text).mentions.into_iter().map(|mention| (mention.form, mention.kind)).collect()
}

fn said(statement: &Statement) -> (&str, &str, &str) {
    (&statement.source.folded, &statement.predicate, &statement.target.folded)
}

#[test]
fn runs_of_capitals_are_names() {
    assert_eq!(
        names("He met Marie Curie at the University of Chicago in 1932."),
        ["Marie Curie", "University of Chicago", "1932"]
    );
    assert_eq!(
        names("Ferdinand de Lesseps met Nancy Gerstman and Emily Russo."),
        ["Ferdinand de Lesseps", "Nancy Gerstman", "Emily Russo"]
    );
    assert_eq!(
        names("The Ministry of Health and Welfare paid J. R. Smith."),
        ["Ministry of Health and Welfare", "J. R. Smith"]
    );
    assert_eq!(names("In World War II the US took Route 66."), ["World War II", "US", "Route 66"]);
    assert_eq!(names("We saw the 2018 Winter Paralympics on May 7, 2018."), ["2018 Winter Paralympics", "May 7, 2018"]);
}

#[test]
fn a_capital_at_the_beginning_alone_makes_no_name() {
    assert!(names("However, nothing happened. These gardens are old. Teaching is hard.").is_empty());
    assert_eq!(names("Quipu is old. We like Quipu. Nobody knows it."), ["Quipu", "Quipu"]);
    assert_eq!(names("Comets on Fire is a noise rock band."), ["Comets on Fire", "noise rock band"]);
}

#[test]
fn verbs_of_specifications_are_no_names() {
    assert_eq!(names("The Prometheus Exporter MUST support it; Alice MAY not."), ["Prometheus Exporter", "Alice"]);
}

#[test]
fn russian_names() {
    assert_eq!(names("После этого Исаак Ньютон жил в Лондоне."), ["Исаак Ньютон", "Лондоне"]);
    assert_eq!(
        names("До Второй мировой войны здесь была Варшавская фондовая биржа."),
        ["Второй мировой войны", "Варшавская фондовая биржа"]
    );
    assert_eq!(
        names("Однако в 1979 году роман «Гражданское неповиновение» забыли."),
        ["1979", "Гражданское неповиновение"]
    );
    assert_eq!(
        names("Луи-Жозеф де Монкальм умер 14 сентября 1759 года."),
        ["Луи-Жозеф де Монкальм", "14 сентября 1759"]
    );
    assert!(names("Однако это не так. Большинство людей устало. Сегодня холодно.").is_empty());
    assert_eq!(names("Émile Zola published Germinal."), ["Émile Zola", "Germinal"]);
}

#[test]
fn russian_bodies_have_one_capital() {
    assert_eq!(names("Он вступил в Академию наук в мае."), ["Академию наук"]);
    assert_eq!(names("Там было Министерство иностранных дел."), ["Министерство иностранных дел"]);
    assert_eq!(names("Тогда Комитет принял закон."), ["Комитет"]);
    assert_eq!(names("Фундамент Большого театра стоял. Большой театр открылся."), ["Большого театра", "Большой театр"]);
    assert!(names("Большой театр строили долго.").is_empty());
}

#[test]
fn names_of_code_and_markup() {
    let text = "The `max_depth` of AuthService is in config.toml, see [[Ada Lovelace|Ada]] #graph.";
    assert_eq!(names(text), ["max_depth", "AuthService", "config.toml", "Ada Lovelace", "Ada", "graph"]);
    let link = facts(text).links.remove(0);
    assert_eq!((link.a.folded.as_str(), link.b.folded.as_str(), link.rule), ("ada lovelace", "ada", AliasRule::Link));
    assert!(names("```\nLet X = Foo Bar\n```\nhttps://Example.org/Foo").is_empty());
}

#[test]
fn kinds_by_words_and_by_definition() {
    assert_eq!(
        kinds(
            "Kurosawa directed \"Seven Samurai\". AuthService is old. He saw Lake Huron, the Battle of Hastings and Oxford University."
        ),
        [
            ("Kurosawa".to_owned(), Kind::Word),
            ("Seven Samurai".to_owned(), Kind::Work),
            ("AuthService".to_owned(), Kind::Service),
            ("Lake Huron".to_owned(), Kind::Place),
            ("Battle of Hastings".to_owned(), Kind::Event),
            ("Oxford University".to_owned(), Kind::Org),
        ]
    );
    assert_eq!(kinds("Bandanna is a 1999 opera by Daron Hagen.")[0].1, Kind::Work);
    assert_eq!(kinds("Ada Byron (born 10 December 1815) wrote.")[0].1, Kind::Person);
    assert_eq!(kinds("Клин — это город.")[0].1, Kind::Place);
}

#[test]
fn acronyms_link_to_their_long_forms() {
    let facts = facts("We fuse by Reciprocal Rank Fusion (RRF). Здесь Варшавская фондовая биржа (ВФБ).");
    let links: Vec<(&str, &str)> =
        facts.links.iter().map(|link| (link.a.folded.as_str(), link.b.folded.as_str())).collect();
    assert_eq!(links, [("reciprocal rank fusion", "rrf"), ("варшавская фондовая биржа", "вфб")]);
}

#[test]
fn stated_relations() {
    let facts =
        facts("AuthService depends on UserStore and TokenStore. Ledger is used by AuthService. Quipu is a small knot.");
    let all: Vec<_> = facts.statements.iter().map(said).collect();
    assert_eq!(
        all,
        [
            ("authservice", "depends on", "userstore"),
            ("authservice", "depends on", "tokenstore"),
            ("authservice", "uses", "ledger"),
            ("quipu", "is a", "small knot"),
        ]
    );
    assert!(facts.statements.iter().all(|statement| statement.weight == 2.0));
}

#[test]
fn stated_relations_in_russian() {
    let facts = facts(
        "Модуль `Склад` зависит от `Ядро`. Алгоритм PageRank основан на модели Маркова. Сервер Quipu использует LMDB. Клин — это старый город.",
    );
    let all: Vec<_> = facts.statements.iter().map(said).collect();
    assert_eq!(all, [("склад", "depends on", "ядро"), ("quipu", "uses", "lmdb"), ("клин", "is a", "старый город")]);
}

#[test]
fn a_participle_or_an_inverted_subject_defines_nothing() {
    assert!(facts("Клин был основан давно. В Клину является комиссия.").statements.is_empty());
    let facts = facts("Клин является старым городом.");
    assert_eq!(facts.statements.iter().map(said).collect::<Vec<_>>(), [("клин", "is a", "старым городом")]);
}

#[test]
fn a_clear_wording_gives_a_period() {
    let day = |year| Some(Day { year, month: 0, day: 0 });
    let period = |text: &str| facts(text).statements[0].period;
    assert_eq!(
        period("Since 1999 Foo has grown; Foo depends on Bar."),
        Period { valid_from: day(1999), valid_to: None }
    );
    assert_eq!(
        period("Мост Foo зависит от Bar с 1991 по 2000 год."),
        Period { valid_from: day(1991), valid_to: day(2000) }
    );
    assert_eq!(period("In our time Foo uses Bar."), Period::default());
}

#[test]
fn titles_name_their_documents() {
    let forms = |title: &str| title_names(title).into_iter().map(|mention| mention.form).collect::<Vec<_>>();
    assert_eq!(forms("The Lion King (1994 film)"), ["The Lion King (1994 film)", "The Lion King", "Lion King"]);
    assert_eq!(forms("Super_Bowl_50"), ["Super Bowl 50"]);
    assert!(forms("  ").is_empty());
}

#[test]
fn headings_above_name_without_a_span() {
    let chunk = Chunk {
        text: "It is fast.".to_owned(),
        headings: vec!["Introduction".into(), "Vector index".into()],
        ..Chunk::default()
    };
    let mentions = extract(&chunk).mentions;
    assert_eq!(mentions.len(), 1);
    assert!(mentions[0].form == "Vector index" && mentions[0].span.is_empty());
}

/// Laws of every text: spans on boundaries, forms that are the text there, folded names, the
/// order of the spans.
fn lawful(text: &str) {
    let facts = facts(text);
    for mention in facts.mentions.iter().filter(|mention| !mention.span.is_empty()) {
        assert_eq!(text.get(mention.span.range()), Some(mention.form.as_str()));
        assert_eq!(mention.name.folded, fold_name(&mention.form));
        assert!(!mention.name.folded.is_empty());
    }
    assert!(facts.mentions.is_sorted_by_key(|mention| mention.span));
    assert!(
        facts
            .statements
            .iter()
            .all(|statement| text.get(statement.quote.range()).is_some() && statement.source != statement.target)
    );
    assert!(facts.links.iter().all(|link| text.get(link.quote.range()).is_some() && link.a != link.b));
    assert_eq!(facts, self::facts(text));
}

#[test]
fn hostile_texts_end_and_find_no_more_than_they_hold() {
    let pieces = [
        "A ",
        "A for ",
        "A. ",
        "[",
        "[[a|",
        "`",
        "\"",
        "'A ",
        "«",
        "(AB",
        "# ",
        "<a",
        "1999 ",
        "Я и ",
        "May 1 ",
        "A's ",
        "-",
        "```\n",
        "A depends on B and ",
        "http://",
        "\n",
        "。",
        "a. B ",
    ];
    for piece in pieces {
        let text = piece.repeat(40_000 / piece.len());
        let facts = facts(&text);
        assert!(facts.mentions.len() <= text.len() / 2);
        assert!(facts.statements.len() <= 10 * facts.mentions.len().max(1));
    }
}

proptest! {
    #[test]
    fn any_text_is_lawful(text in "\\PC{0,120}") {
        lawful(&text);
    }

    #[test]
    fn any_soup_of_markup_and_words_is_lawful(parts in prop::collection::vec(prop::sample::select(&[
        "The ", "Alice ", "Bob's ", "of ", "and ", "uses ", "depends on ", "is a ", "film", "(", ")", "\"", "'", "«", "»", "`", "```", "[", "]", "[[", "]]", "|", "#", "# ", "\n", "\n\n", ". ", ".", ", ",
        "1999", "May ", "7", "-", "–", "мая ", "Вторая ", "мировая ", "война ", "Иван ", "IV", "RRF", "Reciprocal Rank Fusion ", "<b>", "https://x.y/z ", "snake_case", "AuthService", "ё", "é", "\u{301}", "知識", "。", "🦀", "ﬁ", "İ", "ǅ",
    ][..]), 0..60)) {
        lawful(&parts.concat());
    }

    #[test]
    fn any_title_is_folded(title in "\\PC{0,60}") {
        for mention in title_names(&title) {
            prop_assert_eq!(&mention.name.folded, &fold_name(&mention.form));
            prop_assert!(mention.span.is_empty());
        }
    }
}

#[test]
fn what_is_too_long_to_be_a_name_states_nothing() {
    let long = "Q".repeat(250);
    for text in [format!("Ilse Varga founded {long} in 1911."), format!("Ilse Varga is a {}.", "q".repeat(250))] {
        let facts = extract(&Chunk { text, ..Chunk::default() });
        let known = |name: &Name| facts.mentions.iter().any(|mention| &mention.name == name);
        assert!(facts.statements.iter().all(|said| known(&said.source) && known(&said.target)), "{facts:?}");
    }
}

#[test]
fn a_verb_behind_a_comma_has_another_subject() {
    let of = |text: &str| -> Vec<String> {
        let facts = extract(&Chunk { text: text.to_owned(), language: "en".to_owned(), ..Chunk::default() });
        facts.statements.iter().map(|one| format!("{:?}", said(one))).collect()
    };
    assert_eq!(of("To read the Meridian Clock, use `dial`."), Vec::<String>::new());
    assert_eq!(of("The Meridian Clock, which uses `dial`, is old.").len(), 1);
    assert_eq!(of("The Meridian Clock, part of Tower Hall, is old.").len(), 1);
}

#[test]
fn a_concept_that_swallows_a_name_leaves_no_statement_of_it() {
    let text = "S zgrat-zzzzzzzzzW was a ealtn ezzzzzzW was a ealtn ea (W".to_owned();
    let facts = extract(&Chunk { text, ..Chunk::default() });
    let known = |name: &Name| facts.mentions.iter().any(|mention| mention.name == *name);
    assert!(facts.statements.iter().all(|statement| known(&statement.source) && known(&statement.target)));
    assert_eq!(facts.statements.len(), 1, "{:?}", facts.statements);
}
