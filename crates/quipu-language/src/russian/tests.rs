//! Relations of Russian sentences.

use proptest::prelude::*;
use quipu_kernel::extract::Extractor;
use quipu_kernel::model::Name;

use super::*;
use crate::names::extract;
use crate::rules::Rules;

fn stated(text: &str) -> Vec<String> {
    let chunk = Chunk { text: text.to_owned(), language: "ru".to_owned(), ..Chunk::default() };
    let mut facts = extract(&chunk);
    relate(&chunk, &mut facts);
    let form = |name: &Name| {
        let found = facts.mentions.iter().find(|mention| mention.name == *name);
        found.map_or_else(|| name.folded.clone(), |mention| mention.form.clone())
    };
    facts
        .statements
        .iter()
        .map(|said| format!("{} | {} | {}", form(&said.source), said.predicate, form(&said.target)))
        .collect()
}

#[test]
fn a_verb_ties_its_neighbours() {
    assert_eq!(stated("Юрий Долгорукий основал Москву."), ["Юрий Долгорукий | основал | Москву"]);
    assert_eq!(stated("Анна Керн родилась в 1800 году в Орле."), ["Анна Керн | родился в | Орле"]);
    assert_eq!(stated("Иван Петров, который возглавляет Газпром, молчит."), ["Иван Петров | возглавляет | Газпром"]);
}

#[test]
fn who_did_it_stands_in_the_instrumental() {
    assert_eq!(stated("Город Тверь был основан Михаилом Ярославичем."), ["Тверь | основан | Михаилом Ярославичем"]);
    assert_eq!(stated("«Война и мир» написана Львом Толстым."), ["Война и мир | написан | Львом Толстым"]);
}

#[test]
fn a_noun_ties_what_it_is_of() {
    assert_eq!(stated("Париж — столица Франции."), ["Париж | столица | Франции"]);
    assert_eq!(stated("Иван Петров является директором Газпрома."), ["Иван Петров | директор | Газпрома"]);
    assert_eq!(stated("Вчера директор Газпрома Иван Петров молчал."), ["Иван Петров | директор | Газпрома"]);
}

#[test]
fn what_is_not_plain_is_not_read() {
    for text in [
        "Москву основал Юрий Долгорукий.",
        "Иван Петров не возглавляет Газпром.",
        "Иван Петров и Анна Керн основали в Орле.",
        "Париж, Франция и Лион.",
        "Иван Петров думал, что основал Москву.",
        "Энди Тейлор, гитарист Дюран, родился в Ньюкасле.",
        "Здания Главного двора спроектировал Кобб.",
    ] {
        assert_eq!(stated(text), [""; 0], "{text}");
    }
}

/// The statements of a text as it is indexed, with their weights.
fn weighed(text: &str, language: &str) -> Vec<String> {
    let chunk = Chunk { text: text.to_owned(), language: language.to_owned(), ..Chunk::default() };
    let facts = Rules.extract("Запись", &chunk);
    let told = |said: &Statement| {
        format!("{} | {} | {} {}", said.source.folded, said.predicate, said.target.folded, said.weight)
    };
    facts.statements.iter().map(told).collect()
}

#[test]
fn a_noun_before_a_person_governs_the_name_before_him() {
    for (text, said) in [
        ("Вчера ректор Сорбонны Павел Громов уехал.", "Павел Громов | ректор | Сорбонны"),
        ("Отставка ректора Сорбонны Павла Громова удивила.", "Павла Громова | ректор | Сорбонны"),
        ("Слово дали казначею Сорбонны Павлу Громову.", "Павлу Громову | казначей | Сорбонны"),
        ("Спор с главой Минтранса Павлом Громовым идёт.", "Павлом Громовым | глава | Минтранса"),
        (
            "Это сказал заместитель министра юстиции Чили Павел Громов.",
            "Павел Громов | заместитель министра юстиции | Чили",
        ),
        ("Ушёл бывший тренер «Ротора» Павел Громов.", "Павел Громов | бывший тренер | Ротора"),
        ("Пришёл секретарь партии «Новый берег» Павел Громов.", "Павел Громов | секретарь | Новый берег"),
    ] {
        assert_eq!(stated(text), [said], "{text}");
    }
}

#[test]
fn several_nouns_before_a_person_are_all_his() {
    let said = stated("Выступил депутат Рейхстага, основатель партии «Новый берег» Павел Громов.");
    let wanted = ["Павел Громов | основатель | Новый берег", "Павел Громов | депутат | Рейхстага"];
    assert_eq!(said, wanted);
}

#[test]
fn a_noun_behind_a_person_ends_with_its_sign() {
    assert_eq!(stated("Павел Громов, ректор Сорбонны, уехал домой."), ["Павел Громов | ректор | Сорбонны"]);
    assert_eq!(stated("Речь Павла Громова, ректора Сорбонны, длилась час."), ["Павла Громова | ректор | Сорбонны"]);
    // The rector is the next one of the list.
    assert_eq!(stated("Пришли Павел Громов, ректор Сорбонны Анна Керн и гости."), ["Анна Керн | ректор | Сорбонны"]);
}

#[test]
fn a_verb_gives_a_post() {
    for (text, said) in [
        ("Павел Громов был назначен директором завода «Маяк».", "Павел Громов | директор | Маяк"),
        ("Павел Громов в 2011 году стал ректором Сорбонны.", "Павел Громов | ректор | Сорбонны"),
        ("Ректором Сорбонны стал Павел Громов.", "Павел Громов | ректор | Сорбонны"),
        ("Павел Громов занял пост ректора Сорбонны.", "Павел Громов | ректор | Сорбонны"),
    ] {
        assert_eq!(stated(text), [said], "{text}");
    }
    for text in ["Павел Громов не стал ректором Сорбонны.", "Павел Громов не был назначен ректором Сорбонны."]
    {
        assert_eq!(stated(text), [""; 0], "{text}");
    }
}

#[test]
fn a_verb_ties_names_that_are_no_neighbours() {
    for (text, said) in [
        ("Павел Громов (54 года) возглавил Газпром.", vec!["Павел Громов | возглавил | Газпром"]),
        ("Компания Nokia в 2009 году купила сервис Plazes.", vec!["Nokia | купил | Plazes"]),
        ("Павел Громов владеет Газпромом.", vec!["Павел Громов | владеет | Газпромом"]),
        (
            "Анна Керн и Павел Громов основали Газпром.",
            vec!["Павел Громов | основал | Газпром", "Анна Керн | основал | Газпром"],
        ),
    ] {
        assert_eq!(stated(text), said, "{text}");
    }
}

#[test]
fn things_beside_names_are_no_posts() {
    for text in ["Маяк написал системный инженер «Ротора» Павел Громов.", "Павел Громов (англ. Paul Gromov) уехал."]
    {
        let sure = |said: &String| !said.ends_with(" 0.5") && !said.contains("громов | инженер");
        assert!(!weighed(text, "ru").iter().any(sure), "{text}: {:?}", weighed(text, "ru"));
    }
    let said = weighed("Собрание Павла Громова, картины Рембрандта и слепки сгорели.", "ru");
    assert!(said.iter().all(|said| said.ends_with(" 0.5")), "{said:?}");
}

#[test]
fn a_guess_is_unsure() {
    assert_eq!(weighed("Павел Громов якобы возглавляет Газпром.", "ru"), ["павел громов | возглавляет | газпром 0.5"]);
    assert_eq!(
        weighed("Возможно, Павел Громов стал ректором Сорбонны.", "ru"),
        ["павел громов | ректор | сорбонны 0.5"]
    );
}

#[test]
fn names_that_run_into_each_other_are_parted() {
    assert_eq!(stated("В этот день посол США Джон Хилл уехал."), ["Джон Хилл | посол | США"]);
    assert_eq!(stated("Это решил министр Перу Хосе Мануэль Торрес."), ["Хосе Мануэль Торрес | министр | Перу"]);
    assert_eq!(stated("Это решил герцог Карл Густав Первый."), [""; 0]);
    assert_eq!(stated("Посол Японии Павел Громов уехал."), ["Павел Громов | посол | Японии"]);
}

#[test]
fn a_russian_verb_has_no_english_ending() {
    for verb in ["возглавляет", "купил", "создал", "развивает", "запускает", "поддерживает"]
    {
        for text in [
            format!("Acme Works {verb} Blue Harbor. The Red Yard owns Old Mill."),
            format!("Blue Harbor, которую {verb} Acme Works, works well in Lisbon."),
            format!("The Acme Works {verb} Blue Harbor in the city of Lisbon."),
        ] {
            for language in ["", "en", "ru"] {
                for said in weighed(&text, language) {
                    assert!(!said.contains(&format!("{verb}s")), "{said}");
                    assert!(!said.contains(&format!("is a | {verb}")), "{said}");
                }
            }
        }
    }
    let said = weighed("Acme Works возглавляет Blue Harbor.", "en");
    assert_eq!(said, ["acme works | возглавляет | blue harbor 1.5"]);
}

/// Words of the rules, from which texts are drawn.
const SYNTAX: [&str; 30] = [
    "Павел Громов",
    "Павлу Громову",
    "США Павел Громов",
    "Москвы",
    "«Маяк»",
    "ОАО",
    "директор",
    "директора",
    "глава",
    "главы",
    "совета",
    "бывший",
    "и",
    ",",
    "(",
    ")",
    "—",
    "стал",
    "был",
    "назначен",
    "директором",
    "купил",
    "принадлежит",
    "не",
    "который",
    "на",
    "пост",
    "в",
    "2009 году",
    ".",
];

proptest! {
    #[test]
    fn any_text_is_safe(drawn in proptest::collection::vec(0..SYNTAX.len(), 0..60), more in "\\PC{0,40}") {
        let text: Vec<&str> = drawn.iter().map(|at| SYNTAX[*at]).collect();
        for text in [text.join(" "), text.concat(), format!("{} {more} {}", text.join(" "), more)] {
            let chunk = Chunk { text, language: "ru".to_owned(), ..Chunk::default() };
            let facts = Rules.extract("Запись", &chunk);
            for said in &facts.statements {
                prop_assert!(facts.mentions.iter().any(|mention| mention.name == said.source));
                prop_assert!(facts.mentions.iter().any(|mention| mention.name == said.target));
                prop_assert!(said.source != said.target);
                prop_assert!(!said.predicate.is_empty());
                prop_assert!(chunk.text.get(said.quote.range()).is_some());
            }
            for mention in facts.mentions.iter().filter(|mention| !mention.span.is_empty()) {
                prop_assert_eq!(chunk.text.get(mention.span.range()), Some(mention.form.as_str()));
            }
        }
    }
}

#[test]
fn a_long_sentence_is_read_in_linear_time() {
    let long = "директор Газпрома Павел Громов, в которой ".repeat(4000);
    assert!(!stated(&long).is_empty());
}
