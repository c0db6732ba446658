//! Questions in German, French, Spanish, Ukrainian and Bulgarian: their question words and numerals, which are closed
//! classes of grammar. Nothing else of these languages is read: no sentence is parsed, and no content word is listed.

use super::WantedValue;
use quipu_kernel::text::{self, FunctionWords, is_own_stop_word, own_stem, words};

/// The words by which a language asks, folded; by the type of value that they ask for.
#[derive(Debug)]
pub struct QuestionWords {
    /// The function words of the language.
    functions: &'static FunctionWords,
    who: &'static str,
    when: &'static str,
    place: &'static str,
    number: &'static str,
    /// Words that ask for a number after another one, as `lange` in `wie lange`.
    degrees: &'static str,
    why: &'static str,
    /// Words that ask openly: the word after them gives the type.
    open: &'static str,
    /// The year, as it is asked for after an open word.
    year: &'static str,
    /// Numbers in words.
    numerals: &'static str,
}

static GERMAN: QuestionWords = QuestionWords {
    functions: &text::GERMAN,
    who: "wer wen wem wessen",
    when: "wann",
    place: "wo wohin woher",
    number: "wieviel wieviele",
    degrees: "viel viele vielen lange lang hoch alt groß gross weit oft schwer tief breit teuer schnell",
    why: "warum weshalb wieso weswegen",
    open: "was welche welcher welches welchen welchem wie",
    year: "jahr jahre",
    numerals: "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig hundert tausend million millionen",
};

static FRENCH: QuestionWords = QuestionWords {
    functions: &text::FRENCH,
    who: "qui",
    when: "quand",
    place: "où",
    number: "combien",
    degrees: "",
    why: "pourquoi",
    open: "que qu quoi quel quelle quels quelles lequel laquelle",
    year: "an année ans années",
    numerals: "deux trois quatre cinq six sept huit neuf dix onze douze vingt cent mille million millions",
};

static SPANISH: QuestionWords = QuestionWords {
    functions: &text::SPANISH,
    who: "quién quien quiénes quienes",
    when: "cuándo cuando",
    place: "dónde donde adónde",
    number: "cuánto cuánta cuántos cuántas cuanto cuanta cuantos cuantas",
    degrees: "",
    why: "",
    open: "qué que cuál cual cuáles cuales",
    year: "año años",
    numerals: "dos tres cuatro cinco seis siete ocho nueve diez once doce veinte cien mil millón millones",
};

static UKRAINIAN: QuestionWords = QuestionWords {
    functions: &text::UKRAINIAN,
    who: "хто кого кому ким чий чия чиє чиї",
    when: "коли",
    place: "де куди звідки",
    number: "скільки",
    degrees: "",
    why: "чому навіщо",
    open: "що який яка яке які якого якої якому якій яку",
    year: "рік році року",
    numerals: "два дві три чотири шість сім вісім десять двадцять сто тисяча тисяч мільйон мільйонів",
};

static BULGARIAN: QuestionWords = QuestionWords {
    functions: &text::BULGARIAN,
    who: "кой кого кому чий",
    when: "кога",
    place: "къде",
    number: "колко",
    degrees: "",
    why: "защо",
    open: "какво какъв каква какви коя кое кои",
    year: "година годината",
    numerals: "два две три четири пет шест седем осем девет десет двадесет сто хиляда хиляди милион милиона",
};

static ALL: [&QuestionWords; 5] = [&GERMAN, &FRENCH, &SPANISH, &UKRAINIAN, &BULGARIAN];

/// A word of a question.
struct AskedWord {
    folded: String,
    /// True for a capital inside the question: part of a name, or a German noun.
    capital: bool,
}

/// The language of a question whose question word shows it: one of its own stands first, after function words, or last,
/// and its function words are more than those of English or Russian.
pub(super) fn question_words(text: &str) -> Option<&'static QuestionWords> {
    let words: Vec<AskedWord> =
        words(text).into_iter().enumerate().map(|(at, word)| asked_word(text, at, word)).collect();
    let own = words.iter().filter(|word| is_own_stop_word(&word.folded)).count();
    let lists = ALL.into_iter().filter(|list| list.place_of_question(&words).is_some());
    let counted = lists.map(|list| (list.functions_in(&words), list));
    // Of equals the first: `max_by` would give the last.
    let best = counted.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(count, _)| *count > own).map(|(_, list)| list)
}

fn asked_word(text: &str, at: usize, word: text::Word) -> AskedWord {
    let written = text.get(word.span.range()).unwrap_or_default();
    AskedWord { folded: word.text, capital: at > 0 && written.starts_with(char::is_uppercase) }
}

/// Lengths of a short Cyrillic word, and of its beginning that its forms share.
const SHORT_WORD: std::ops::RangeInclusive<usize> = 5..=7;
const STEM: usize = 4;
/// Maximal number of function words before a question word: `In welchem Jahr`.
const BEFORE: usize = 3;

impl QuestionWords {
    /// The code of the language.
    pub fn language(&self) -> &'static str {
        self.functions.language()
    }

    /// True if a folded word says nothing of the topic.
    pub(super) fn is_grammar(&self, folded: &str) -> bool {
        self.functions.has(folded) || self.lists().iter().any(|list| has(list, folded))
    }

    /// The stem of a folded word of this language; in Cyrillic, which has no stemmer here, the beginning of a short word:
    /// longer ones meet by their roots.
    pub(in crate::answer) fn stem(&self, folded: &str) -> Option<String> {
        let is_short = |word: &str| SHORT_WORD.contains(&word.chars().count());
        let beginning = || folded.chars().take(STEM).collect();
        match self.language() {
            "uk" | "bg" => is_short(folded).then(beginning),
            language => own_stem(folded, language),
        }
    }

    /// True if a word of a sentence counts something.
    pub(super) fn is_numeral(&self, folded: &str) -> bool {
        has(self.numerals, folded)
    }

    /// True if nouns are written with a capital.
    pub(super) fn has_capital_nouns(&self) -> bool {
        std::ptr::eq(self, &raw const GERMAN)
    }

    fn lists(&self) -> [&'static str; 6] {
        [self.who, self.when, self.place, self.number, self.why, self.open]
    }

    fn asks(&self, folded: &str) -> bool {
        self.lists().iter().any(|list| has(list, folded))
    }

    /// The place of the word by which the question asks. A word that is common in English counts where a function word
    /// stands beside it that is not: `Was ist`.
    fn place_of_question(&self, words: &[AskedWord]) -> Option<usize> {
        let leads = words.iter().take(BEFORE).take_while(|word| self.functions.has(&word.folded) && !word.capital);
        let mut near = (0..=leads.count()).filter(|at| words.get(*at).is_some_and(|word| self.asks(&word.folded)));
        let at = near.next().or_else(|| {
            let last = words.last().filter(|last| self.asks(&last.folded) && !has(self.open, &last.folded));
            last.map(|_| words.len() - 1)
        })?;
        let telling = |word: &AskedWord| self.is_function(word) && !is_own_stop_word(&word.folded);
        (!is_own_stop_word(&words[at].folded) || words.iter().any(telling)).then_some(at)
    }

    fn is_function(&self, word: &AskedWord) -> bool {
        !word.capital && self.functions.has(&word.folded)
    }

    fn functions_in(&self, words: &[AskedWord]) -> usize {
        words.iter().filter(|word| self.is_function(word) || self.asks(&word.folded)).count()
    }

    /// The type of value that folded words of a question ask for.
    pub(super) fn value(&self, folded: &[&str]) -> WantedValue {
        let after = |at: usize| folded.get(at + 1).copied().unwrap_or_default();
        let kind = |(at, word): (usize, &&str)| match *word {
            _ if self.is_reason(folded, at) => Some(WantedValue::Anything),
            word if has(self.who, word) => Some(WantedValue::Who),
            word if has(self.when, word) => Some(WantedValue::When),
            word if has(self.place, word) => Some(WantedValue::Where),
            word if has(self.number, word) => Some(WantedValue::Number),
            word if !has(self.open, word) => None,
            _ if has(self.degrees, after(at)) => Some(WantedValue::Number),
            _ if has(self.year, after(at)) => Some(WantedValue::When),
            _ => Some(WantedValue::Anything),
        };
        folded.iter().enumerate().find_map(kind).unwrap_or_default()
    }

    /// True if the question asks for a reason.
    pub(super) fn wants_reason(&self, folded: &[&str]) -> bool {
        (0..folded.len()).any(|at| self.is_reason(folded, at))
    }

    /// `Pourquoi`, and in two words `por qué`.
    fn is_reason(&self, folded: &[&str], at: usize) -> bool {
        let pair = || {
            self.language() == "es"
                && folded[at] == "por"
                && folded.get(at + 1).is_some_and(|next| has("qué que", next))
        };
        has(self.why, folded[at]) || pair()
    }
}

fn has(list: &str, word: &str) -> bool {
    super::has(list, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<(&'static str, WantedValue)> {
        let folded: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
        let folded: Vec<&str> = folded.iter().map(String::as_str).collect();
        question_words(text).map(|list| (list.language(), list.value(&folded)))
    }

    #[test]
    fn question_words_show_the_language_and_the_type_of_value() {
        use WantedValue::{Anything, Number, When, Where, Who};
        for (text, language, value) in [
            ("Wer hat die Mühle gebaut?", "de", Who),
            ("In welchem Jahr wurde die Mühle gebaut?", "de", When),
            ("Wie lange dauert die Fahrt?", "de", Number),
            ("Was ist das?", "de", Anything),
            ("Qui dirige la fabrique de Serre ?", "fr", Who),
            ("Le moulin a été construit quand ?", "fr", When),
            ("Combien de salles y a-t-il ?", "fr", Number),
            ("¿Dónde está la torre?", "es", Where),
            ("¿Por qué se cerró la torre?", "es", Anything),
            ("¿En qué año se abrió?", "es", When),
            ("Хто збудував млин?", "uk", Who),
            ("Де стоїть млин?", "uk", Where),
            ("Кой построи мелницата?", "bg", Who),
            ("Колко струва билетът?", "bg", Number),
        ] {
            assert_eq!(of(text), Some((language, value)), "{text}");
        }
    }

    #[test]
    fn english_and_russian_questions_stay_what_they_are() {
        for text in [
            "Who directed La La Land?",
            "Was Die Zeit founded in 1946?",
            "Was the mill closed?",
            "Who met Charles de Gaulle in the palace?",
            "Кого наградили за мост?",
            "Кому и за что дали премию?",
            "Где стоит мельница?",
            "Valbrun",
            "",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn a_reason_is_asked_for_in_one_word_or_two() {
        let reason = |text: &str| {
            let folded: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
            let folded: Vec<&str> = folded.iter().map(String::as_str).collect();
            question_words(text).is_some_and(|list| list.wants_reason(&folded))
        };
        assert!(reason("¿Por qué se cerró la torre?") && reason("Warum ist die Mühle zu?"));
        assert!(!reason("¿Qué se cerró?"));
    }
}
