//! Statements of Russian sentences about two names (open information extraction by morphology), without a parser, so
//! that recall is low and precision high: words between neighbours (`neighbours`), nouns beside people by government and
//! agreement (`appositions`), nouns behind verbs (`posts`), verbs among other words (`deeds`). Weights follow how often
//! each rule was right in a judged draw; what a sentence guesses has the weight of what is unsure.

mod appositions;
pub(crate) mod asked;
pub(crate) mod cases;
pub(crate) mod cues;
mod deeds;
pub(crate) mod families;
pub(crate) mod given;
mod line;
pub(crate) mod months;
pub(crate) mod names;
mod neighbours;
mod noun_phrases;
mod nouns;
pub(crate) mod papers;
mod parted;
mod posts;
pub(crate) mod pronouns;
pub(crate) mod small_talk;
pub(crate) mod stems;
mod tie_words;

use quipu_kernel::model::{Chunk, Facts, Kind, Mention, Name, Period, Span, Statement};
use quipu_kernel::text::sentences;

use appositions::NounTie;
use tie_words::{RELATIONAL, noun};

/// The predicate of a definition.
const IS_A: &str = "is a";
/// Weight of a statement of a sentence that guesses.
const UNSURE: f32 = 0.5;
/// Words of guesses and hearsay.
const GUESSES: [&str; 11] =
    ["якобы", "возможно", "вероятно", "может", "могут", "мог", "бы", "если", "предположительно", "будто", "видимо"];
/// The most statements of a sentence with which a new one is compared.
const MOST_KNOWN: usize = 64;

/// A relation with its sentence.
struct PlacedTie {
    quote: Span,
    tie: NounTie,
}

/// True if a text has a Russian letter.
pub(crate) fn is_written(text: &str) -> bool {
    text.contains(is_letter)
}

fn is_letter(c: char) -> bool {
    ('\u{410}'..='\u{44f}').contains(&c) || matches!(c, 'ё' | 'Ё')
}

/// True if a sentence is Russian, whatever the letters of its names: it has as many Russian words in lower case as
/// English ones.
pub(crate) fn is_sentence(sentence: &str) -> bool {
    let (mut russian, mut english) = (0_usize, 0_usize);
    for word in sentence.split(|c: char| !c.is_alphabetic()) {
        let Some(first) = word.chars().next().filter(|first| first.is_lowercase()) else { continue };
        russian += usize::from(is_letter(first));
        english += usize::from(first.is_ascii());
    }
    russian > 0 && russian >= english
}

/// Adds the relations between the names of a chunk; of a chunk in another language, those of its Russian sentences.
pub(crate) fn relate(chunk: &Chunk, facts: &mut Facts) {
    let text = chunk.text.as_str();
    if !is_written(text) {
        return;
    }
    let mut sentences = sentences(text);
    if chunk.language == "ru" {
        parted::part(text, facts);
    } else {
        sentences.retain(|span| is_sentence(&text[span.range()]));
    }
    facts.statements.sort_by_key(|statement| statement.quote);
    let mut ties = neighbours::ties(text, &sentences, &facts.mentions);
    ties.extend(among(text, &sentences, &facts.mentions));
    // Stable: of two ways to read a pair the words between neighbours decide.
    ties.sort_by_key(|placed| placed.quote);
    let mut out: Vec<Statement> = Vec::new();
    let mut guess = Guess::default();
    for PlacedTie { quote, tie } in &ties {
        // A word in quotation marks that a noun governs is a name.
        let target = &mut facts.mentions[tie.target];
        if target.kind == Kind::Word {
            target.kind = Kind::Entity;
        }
        let weight = if tie.is_presupposed || !guess.is_in(text, *quote) { tie.weight } else { UNSURE };
        let new = statement(*quote, tie, weight, &facts.mentions);
        let recent = out.iter().rev().take_while(|old| old.quote == *quote).take(MOST_KNOWN);
        let first = facts.statements.partition_point(|old| old.quote < *quote);
        let read = facts.statements[first..].iter().take_while(|old| old.quote == *quote).take(MOST_KNOWN);
        let is_less = |old: &Statement| old.predicate == IS_A && is_relational(&old.target);
        if new.source != new.target
            && !recent.chain(read.filter(|old| !is_less(old))).any(|old| is_same_pair(old, &new))
        {
            out.push(new);
        }
    }
    leave_definitions(&mut facts.statements, &out);
    facts.statements.extend(out);
    facts.statements.sort_by_key(|statement| statement.quote);
}

/// Leaves definitions for which there is a relation: "является директором Газпрома" is more exact than that he is a
/// director.
fn leave_definitions(statements: &mut Vec<Statement>, found: &[Statement]) {
    statements.retain(|old| {
        let first = found.partition_point(|new| new.quote < old.quote);
        let of_sentence = found[first..].iter().take_while(|new| new.quote == old.quote).take(MOST_KNOWN);
        let is_less = old.predicate == IS_A && is_relational(&old.target);
        !(is_less && of_sentence.into_iter().any(|new| new.source == old.source))
    });
}

/// True if two statements tie the same names, either way.
fn is_same_pair(a: &Statement, b: &Statement) -> bool {
    a.source == b.source && a.target == b.target || a.source == b.target && a.target == b.source
}

fn statement(quote: Span, tie: &NounTie, weight: f32, mentions: &[Mention]) -> Statement {
    Statement {
        source: mentions[tie.source].name.clone(),
        predicate: tie.predicate.clone(),
        target: mentions[tie.target].name.clone(),
        quote,
        weight,
        period: Period::default(),
        description: String::new(),
        keywords: Vec::new(),
    }
}

/// The relations of the names of each sentence by nouns and verbs among its other words.
fn among(text: &str, sentences: &[Span], mentions: &[Mention]) -> Vec<PlacedTie> {
    let fits = |at: &usize| is_named(&mentions[*at]) || is_quoted(text, &mentions[*at]);
    let names: Vec<usize> = (0..mentions.len()).filter(fits).collect();
    let mut out = Vec::new();
    let mut next = 0;
    for quote in sentences {
        let range = quote.range();
        let starts = |at: &usize| mentions[*at].span.range().start;
        next += names[next..].iter().take_while(|at| starts(at) < range.start).count();
        let count = names[next..].iter().take_while(|at| starts(at) < range.end).count();
        let inside = |at: &&usize| mentions[**at].span.range().end <= range.end;
        let named: Vec<usize> = names[next..next + count].iter().filter(inside).copied().collect();
        next += count;
        if named.len() > 1 {
            let pieces = line::pieces(text, *quote, mentions, &named);
            let ties = appositions::appositions(&pieces).into_iter().chain(posts::posts(&pieces));
            let ties = ties.chain(deeds::deeds(&pieces));
            out.extend(ties.map(|tie| PlacedTie { quote: *quote, tie }));
        }
    }
    out
}

/// True for a mention in the text that names something.
fn is_named(mention: &Mention) -> bool {
    !mention.span.is_empty() && !matches!(mention.kind, Kind::Date | Kind::Concept | Kind::Word)
}

/// True for a word with a capital behind an opening quotation mark, of which its surroundings do not say that it is a
/// name.
fn is_quoted(text: &str, mention: &Mention) -> bool {
    let range = mention.span.range();
    mention.kind == Kind::Word
        && !range.is_empty()
        && mention.form.starts_with(char::is_uppercase)
        && text[..range.start].ends_with(['«', '"', '“', '„'])
}

/// Whether the sentence that was asked for last guesses, so that each is read once.
#[derive(Default)]
struct Guess {
    quote: Span,
    is: bool,
}

impl Guess {
    fn is_in(&mut self, text: &str, quote: Span) -> bool {
        if self.quote != quote {
            *self = Self { quote, is: is_unsure(&text[quote.range()]) };
        }
        self.is
    }
}

/// True if a sentence says something as a guess or a hearsay.
fn is_unsure(sentence: &str) -> bool {
    let mut words = sentence.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.any(|word| is_guess(&word.to_lowercase()))
}

/// True for a word of guesses and hearsay, in lower case.
fn is_guess(word: &str) -> bool {
    GUESSES.contains(&word)
}

/// True if a defined notion is a relational noun.
fn is_relational(target: &Name) -> bool {
    target.folded.split(' ').next_back().is_some_and(|word| noun(RELATIONAL, word).is_some())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quipu_kernel::extract::Extractor;

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
        assert_eq!(
            stated("Иван Петров, который возглавляет Газпром, молчит."),
            ["Иван Петров | возглавляет | Газпром"]
        );
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
        assert_eq!(
            stated("Пришли Павел Громов, ректор Сорбонны Анна Керн и гости."),
            ["Анна Керн | ректор | Сорбонны"]
        );
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
    fn a_guess_is_unsure() {
        assert_eq!(
            weighed("Павел Громов якобы возглавляет Газпром.", "ru"),
            ["павел громов | возглавляет | газпром 0.5"]
        );
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
}
