//! Boundaries between two Russian names without a comma: "в Баухаусе Василий Кандинский",
//! "Рукописи Ньютона", "посёлок Ижма Архангельской области".
//!
//! Words of one name agree in case, given names begin people's names, and a preposition determines the
//! case of the name after it. A word at a sentence's beginning may be capitalised for that alone. Cost: a few look-ups
//! a pair of capitals.

use super::alias::{NOM, cases_of_given};
use super::capitals::Runs;
use super::runs::COUNTRIES;
use super::spelling::{is_adjective, is_cyrillic, is_roman};
use super::tokens::{Gap, Shape};
use crate::tables::marks::Marks;

/// The longest preposition below, in letters.
const LONGEST_PREPOSITION: usize = 6;
/// Nouns for a person by origin or teacher, which stand before the place or teacher in the genitive.
const OF_WHOM: [&str; 9] = [
    "уроженец",
    "уроженка",
    "воспитанник",
    "воспитанница",
    "выпускник",
    "выпускница",
    "ученик",
    "ученица",
    "основатель",
];
/// Letters that a man's or a place's name in the nominative ends with.
const NOMINATIVE: &str = "бвгдзклмнпрстфхцчшй";
/// Adjectives that begin names of places: "Нижний Новгород".
const OF_PLACES: [&str; 22] = [
    "верхн",
    "нижн",
    "велик",
    "мал",
    "больш",
    "стар",
    "нов",
    "северн",
    "южн",
    "западн",
    "восточн",
    "средн",
    "красн",
    "бел",
    "черн",
    "чёрн",
    "дальн",
    "ближн",
    "свят",
    "центральн",
    "мертв",
    "мёртв",
];

impl Runs<'_> {
    fn is_headed(&self, at: usize) -> bool {
        self.tokens[at].has(Marks::HEAD | Marks::ORG | Marks::PLACE | Marks::OF_ORG)
    }

    fn ends(&self, at: usize, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.word(at).ends_with(ending))
    }

    /// True if a capital that follows the Russian word at `last` begins another name.
    pub(super) fn parts_in_russian(&self, start: usize, last: usize) -> bool {
        let (token, next) = (self.tokens[last], self.tokens[last + 1]);
        let given = || self.is_given(last + 1);
        // "в Женеве ВОЗ"
        let acronym = next.shape == Shape::Upper && next.length > 2 && token.shape != Shape::Upper;
        let acronym = acronym && !is_roman(self.word(last + 1)) && !COUNTRIES.contains(&self.word(last + 1));
        if acronym && !self.is_headed(last) && !is_adjective(self.word(last)) {
            return true;
        }
        if token.first && start == last {
            return !self.is_again(last) && self.begins_what_is_apart(last);
        }
        if self.is_of_whom(start, last)
            || self.is_doer(last)
            || self.is_governed_apart(start, last)
            || self.is_whence(start, last)
            || self.is_body_of_person(start, last)
            || self.is_behind_acronym(start, last)
            || self.are_two_people(last)
            || self.is_of_region(last)
        {
            return true;
        }
        // "имени Довженко Сергей Параджанов"
        let called = || (start..last).any(|at| matches!(self.word(at), "имени" | "им"));
        if called() && given() && !self.is_given(last) && !token.is_initial() {
            return true;
        }
        let office = last > start && self.tokens[last - 1].has(Marks::TITLE);
        token.has(Marks::LAND) && !token.first && (office || next.has(Marks::GIVEN) || given()) || self.is_another(last)
    }

    /// True if the word that begins a sentence is not part of the name after it.
    fn begins_what_is_apart(&self, at: usize) -> bool {
        self.begins_apart(at)
            || self.is_of_region(at)
            || !self.tokens[at].has(Marks::GIVEN) && (self.governs(at) || self.is_whose(at) || self.describes(at))
    }

    /// True if a preposition governs the name that ends at `last`, and the capital after it stands in the nominative:
    /// "в Баухаусе Василий", "с Вильнюсом Каунас", "в Штатах Чаплин".
    fn is_governed_apart(&self, start: usize, last: usize) -> bool {
        let next = self.word(last + 1);
        let apart = || !self.is_given(last) && !self.is_headed(last);
        if !is_cyrillic(next) || self.tokens[last + 1].is_initial() {
            return false;
        }
        if self.ends(last, &["ах", "ях"]) && self.tokens[last].length > 4 {
            // "в Соединённых Штатах Чаплин"
            let person = start < last && next.ends_with(|c| NOMINATIVE.contains(c)) && !self.is_given(last);
            return !self.ends(last + 1, &["ах", "ях", "ых", "их"]) && (person || apart());
        }
        // The preposition that a sentence begins with is still part of the run.
        let Some(before) = last.checked_sub(1).filter(|_| start == last || start + 1 == last) else { return false };
        if self.tokens[before].length > LONGEST_PREPOSITION {
            return false;
        }
        let endings: &[&str] = match self.word(before).to_lowercase().as_str() {
            "в" | "во" | "на" => &["е", "у", "ю"],
            "о" | "об" | "при" => &["е"],
            "с" | "со" | "за" | "под" | "над" | "перед" | "между" => &["ом", "ем"],
            "из" | "от" | "до" | "у" | "без" | "для" | "после" | "около" | "против" | "вокруг" | "кроме" => {
                &["а", "я"]
            }
            "к" | "ко" | "по" => &["у", "ю"],
            _ => return false,
        };
        let several = self.ends(last + 1, &["ов", "ев", "ей", "ой", "их", "ых", "ом", "ем", "им", "ым"]);
        // "в Хьюстоне Национальное управление", "в Чистополе Марине Цветаевой"
        let heads = |at: usize| {
            self.going_on(at).is_some_and(|head| head.shape == Shape::Lower && head.has(Marks::HEAD | Marks::ORG))
        };
        let body = || self.ends(last + 1, &["ая", "ое", "ий", "ый"]) && heads(last + 2);
        let person = || {
            let more = self.going_on(last + 2).is_some_and(|token| token.is_capital() && token.gap == Gap::Space);
            more && self.is_given(last + 1) && !is_adjective(self.word(last))
        };
        let nominative = next.ends_with(|c| NOMINATIVE.contains(c)) && !several;
        self.ends(last, endings) && apart() && (nominative || body() || person())
    }

    /// True if the name of a body of one capital follows that of a person: "Павла Третьякова Третьяковской галереей".
    fn is_body_of_person(&self, start: usize, last: usize) -> bool {
        let head = || self.going_on(last + 2).is_some_and(|head| head.shape == Shape::Lower && head.has(Marks::HEAD));
        start < last
            && self.is_given(start)
            && !is_adjective(self.word(last))
            && self.ends(last + 1, &["ская", "ской", "скую", "ский", "ского", "скому", "ским", "ском"])
            && head()
    }

    /// True if the name of an acting person follows the acronym of a body: "в МАГАТЭ Легасов сказал".
    fn is_behind_acronym(&self, start: usize, last: usize) -> bool {
        let acronym = self.tokens[last].shape == Shape::Upper && self.tokens[last].length > 2 && start == last;
        let does = || self.going_on(last + 2).is_some_and(|verb| verb.gap == Gap::Space && verb.shape == Shape::Lower);
        acronym
            && !is_roman(self.word(last))
            && self.tokens[last + 1].shape == Shape::Capital
            && self.ends(last + 1, &["ов", "ев", "ёв", "ин", "ский"])
            && does()
            && self.ends(last + 2, &["л", "лся"])
    }

    /// True if a man's name in the genitive follows his place of origin, in the same case: "из Болоньи
    /// Аристотеля Фиораванти".
    fn is_whence(&self, start: usize, last: usize) -> bool {
        // The preposition that a sentence begins with is still part of the run.
        let Some(before) = last.checked_sub(1).filter(|before| start == last || start == *before) else { return false };
        let more = || self.going_on(last + 2).is_some_and(|token| token.is_capital() && token.gap == Gap::Space);
        let apart = || !self.is_given(last) && !self.is_headed(last);
        matches!(self.word(before), "из" | "Из" | "до" | "До")
            && self.ends(last, &["и", "ы"])
            && self.ends(last + 1, &["а", "я"])
            && apart()
            && more()
    }

    /// True if a person's name follows the place or person of origin: "Уроженец Крита Доменикос".
    fn is_of_whom(&self, start: usize, last: usize) -> bool {
        let whose = || OF_WHOM.contains(&self.word(start).to_lowercase().as_str());
        let genitive = || self.ends(last, &["а", "я", "ы", "и", "ого", "ой"]) && !self.is_given(last);
        start + 1 == last && self.tokens[start].first && whose() && genitive()
    }

    /// True if a man's surname in the nominative, with a verb after it, follows a noun in the genitive: "Парад
    /// Победы Жуков принимал".
    fn is_doer(&self, last: usize) -> bool {
        let did = || self.going_on(last + 2).is_some_and(|verb| verb.gap == Gap::Space && verb.shape == Shape::Lower);
        let genitive =
            self.ends(last, &["ы", "и"]) || self.tokens[last].has(Marks::LAND) && self.ends(last, &["а", "я"]);
        genitive
            && self.ends(last + 1, &["ов", "ев", "ёв", "ин", "ский"])
            && !self.is_given(last)
            && !is_adjective(self.word(last))
            && did()
            && self.ends(last + 2, &["л", "лся"])
    }

    /// True if two given names stand in cases that one person's names do not have: "смерти Аркадия Борис".
    fn are_two_people(&self, last: usize) -> bool {
        let cases = |at: usize| cases_of_given(&self.folded(at));
        matches!((cases(last), cases(last + 1)), (Some(one), Some(other)) if one & other == 0)
    }

    /// True if a region's name begins after that of a place in it: "Ижма Архангельской области".
    pub(super) fn is_of_region(&self, last: usize) -> bool {
        if self.going_on(last + 1).is_none() {
            return false;
        }
        let described = self.ends(last + 1, &["ской", "цкой", "ского", "цкого", "ском", "цком"]);
        let head = || self.going_on(last + 2).is_some_and(|head| head.shape == Shape::Lower && head.has(Marks::PLACE));
        // "Заречный Свердловской области": they do not agree.
        let named = self.ends(last, &["ый", "ий", "ая", "ое"]);
        described
            && (!is_adjective(self.word(last)) || named)
            && !self.is_given(last)
            && !self.is_headed(last)
            && head()
    }

    /// True if a person's full name begins after a name: "Геннадия Турецкого Александр Попов". The word before may
    /// be the surname (Королёв Сергей Павлович), or an epithet (Святой Николай).
    fn is_another(&self, last: usize) -> bool {
        let token = self.tokens[last];
        let more = self.going_on(last + 2).is_some_and(|token| token.is_capital() && token.gap == Gap::Space);
        let nominative = cases_of_given(&self.folded(last + 1)).is_some_and(|cases| cases & NOM != 0);
        if !more || !nominative || self.is_given(last) || token.is_initial() || token.length < 3 {
            return false;
        }
        let patronymic = self.ends(last + 2, &["ич", "ича", "ичу", "ичем", "иче", "вна", "вны", "вне", "вну", "вной"]);
        let title = token.has(Marks::TITLE | Marks::PARTICLE) || self.is_headed(last);
        let agrees = is_adjective(self.word(last)) && !self.ends(last, &["ого", "его", "ому", "ему"]);
        !patronymic && !title && !agrees && is_cyrillic(self.word(last))
    }

    /// True if the word at a Russian sentence's beginning is not part of the name of a person after it: "Победила
    /// Софья Ковалевская", "Балет Игоря Стравинского".
    fn begins_apart(&self, at: usize) -> bool {
        let token = self.tokens[at];
        let headed = token.has(Marks::HEAD | Marks::ORG | Marks::PLACE | Marks::OF_ORG | Marks::TITLE);
        let more = self.going_on(at + 2).is_some_and(|token| token.is_capital() && token.gap == Gap::Space);
        // "Шестилетнего Вольфганга", but "Нижнего Новгорода"; "Первыми Гагарина".
        let described = self.ends(at, &["ого", "его", "ому", "ему"]);
        const ACTION: [&str; 11] =
            ["ение", "ание", "ению", "ением", "анием", "ыми", "ими", "лся", "лась", "лись", "ться"];
        let action = self.ends(at, &ACTION);
        token.length > 1 && !headed && !self.is_given(at) && (action || self.is_given(at + 1) && (more || described))
    }

    /// True if a noun at a sentence's beginning belongs or is given to a person whom the text names elsewhere:
    /// "Рукописи Ньютона", "Памятник Пушкину".
    fn is_whose(&self, at: usize) -> bool {
        let (token, next) = (self.tokens[at], self.tokens[at + 1]);
        let headed = self.is_headed(at) || token.has(Marks::TITLE | Marks::LAND);
        // "Лицензии Майкрософт": a plural or genitive noun is not part of the name in the nominative.
        let several =
            || self.ends(at, &["ии", "ы", "ов", "ей"]) && self.word(at + 1).ends_with(|c| NOMINATIVE.contains(c));
        let oblique = self.ends(at + 1, &["а", "я", "ы", "и", "ого", "ой", "у", "ю", "ому"]) || several();
        let noun = !headed && !self.is_given(at) && !is_adjective(self.word(at)) && token.shape == Shape::Capital;
        noun && oblique
            && !self.is_given(at + 1)
            && !self.beginnings.is_capital_inside(&token)
            && self.beginnings.is_capital_again(&next)
    }

    /// True if the word at a sentence's beginning only describes a thing whose name follows and stands elsewhere too:
    /// "Крылатый Амур", but "Нижний Новгород"; or gives a person's profession: "Геолог Обручев".
    fn describes(&self, at: usize) -> bool {
        let (token, next) = (self.tokens[at], self.tokens[at + 1]);
        let adjective =
            self.ends(at, &["ый", "ий", "ой", "ая", "яя", "ое", "ее", "ого", "его", "ому", "ему", "ую", "юю"]);
        let lower = self.word(at).to_lowercase();
        let of_place = OF_PLACES.iter().any(|stem| lower.starts_with(stem));
        let apart = !self.beginnings.is_capital_inside(&token) && !self.is_given(at) && token.length > 4;
        let described = adjective && !of_place && self.beginnings.is_capital_again(&next);
        let person = token.has(Marks::PERSON_NOUN) && !adjective;
        apart && (described || person)
    }

    /// True if a Russian noun at a sentence's beginning governs the name after it ("Фундамент Большого
    /// театра"): that begins with an adjective in the genitive.
    fn governs(&self, at: usize) -> bool {
        let head = self.tokens[at].has(Marks::HEAD | Marks::PLACE);
        let genitive = |word: &str| {
            ["ого", "его", "ых", "их"].iter().any(|ending| word.ends_with(ending)) || !head && word.ends_with("ой")
        };
        let adjective = |word: &str| ["ий", "ый", "ой", "ая", "яя", "ое", "ее"].iter().any(|end| word.ends_with(end));
        genitive(self.word(at + 1)) && !adjective(self.word(at))
    }
}

#[cfg(test)]
mod tests {
    use crate::names::extract;
    use quipu_kernel::model::{Chunk, Kind};

    fn names(text: &str) -> Vec<String> {
        let chunk = Chunk { text: text.to_owned(), language: "ru".to_owned(), ..Chunk::default() };
        let mentions = extract(&chunk).mentions.into_iter();
        mentions.filter(|mention| mention.kind != Kind::Date).map(|mention| mention.form).collect()
    }

    fn holds(text: &str, expected: &[&str]) {
        let found = names(text);
        for name in expected {
            assert!(found.iter().any(|form| form == name), "{name} of {text}: {found:?}");
        }
    }

    #[test]
    fn what_a_preposition_governs_ends_where_a_nominative_begins() {
        holds("В Цюрихе Эрвин Шрёдингер скучал.", &["Цюрихе", "Эрвин Шрёдингер"]);
        holds("Тогда с Каунасом Шяуляй и спорил.", &["Каунасом", "Шяуляй"]);
        holds("Из Гамбурга Брамс уехал, к Гамбургу Брамс не вернулся.", &["Гамбурга", "Брамс"]);
        holds("В Нижнем Новгороде шумно, на Красной Поляне тихо.", &["Нижнем Новгороде"]);
    }

    #[test]
    fn a_given_name_begins_another_person() {
        holds("Ученик Семёна Турецкого Борис Громов победил.", &["Борис Громов"]);
        holds("После ухода Аркадия Семён Громов молчал.", &["Семён Громов"]);
        holds("Потом Громов Борис Ильич ушёл.", &["Громов Борис Ильич"]);
    }

    #[test]
    fn a_region_begins_behind_a_place() {
        holds("Он жил в селе Ижма Архангельской области.", &["Ижма", "Архангельской области"]);
    }

    #[test]
    fn whence_and_whose_are_apart() {
        for (text, name) in [
            ("Позвали из Болоньи Аристотеля Фиораванти.", "Аристотеля Фиораванти"),
            ("Из Болоньи Аристотеля Фиораванти позвали.", "Аристотеля Фиораванти"),
            ("Летом в Европу Гумбольдт вернулся.", "Гумбольдт"),
            ("Тогда в Чистополе Марине Цветаевой отказали.", "Марине Цветаевой"),
            ("Тогда в Хьюстоне Национальное управление решило.", "Национальное управление"),
            ("Дом Павла Третьякова Третьяковской галереей стал.", "Третьяковской галереей"),
            ("Летом в МАГАТЭ Легасов сказал всё.", "Легасов"),
            ("Смотри: Чехов А. П. Остров Сахалин.", "Чехов А. П"),
            ("Тогда пишет Лобачевский Н. И., и все молчат.", "Лобачевский Н. И"),
            ("Тогда видели Ростов на Дону летом.", "Ростов на Дону"),
            ("Портным Парижа Чебышёв сообщил нечто.", "Чебышёв"),
            ("Лицензии Майкрософт кончились. Пишем в Майкрософт письма.", "Майкрософт"),
            ("Новая Зеландия далека. В Новой Зеландии тихо.", "Новая Зеландия"),
            ("Второй Ватиканский собор созван. Так решено Вторым Ватиканским собором.", "Второй Ватиканский собор"),
        ] {
            holds(text, &[name]);
        }
    }

    #[test]
    fn numerals_belong_to_the_name_before_them() {
        holds("Через год Людовик XVI бежал, а Карл XII спал.", &["Людовик XVI", "Карл XII"]);
        assert!(names("Так решил Генрих V. Английская пехота ждала.").contains(&"Генрих V".to_owned()));
    }

    #[test]
    fn regions_origins_and_doers_are_apart() {
        for (text, name) in [
            ("Жилинск Омской области мал.", "Жилинск"),
            ("Жилинск", "Жилинск"),
            ("Площадь Победы Петров чистил сам.", "Петров"),
            ("Уроженец Крита Эвмен Критополус ваял.", "Эвмен Критополус"),
            ("Ижма, река лесная, мелеет.", "Ижма"),
        ] {
            let found = names(text);
            assert!(found.iter().any(|found| found == name), "{text}: {found:?}");
        }
    }

    #[test]
    fn words_that_a_sentence_begins_with_are_no_part_of_the_name() {
        holds("Геолог Самохин молчит.", &["Самохин"]);
        holds("Рукописи Самохина горят. Тогда же Самохин уехал.", &["Самохина", "Самохин"]);
        holds("Расшифровать ЭКГ трудно.", &["ЭКГ"]);
        holds("Крылатый Борей дует. Потом Борей стих.", &["Борей"]);
        holds("Нижний Тагил дымит. Летом Тагил мелеет.", &["Нижний Тагил"]);
    }
}
