//! The analysis of a question: its form ([`AnswerKind`]) and the type of value that must stand in an answer
//! ([`WantedValue`]), both judged by words alone, in English and Russian; by question words alone in other languages.

mod form;
mod kind;
mod other_languages;
mod unspaced;
mod value;
pub(crate) mod word_forms;

pub use form::{Degree, ValueForm};
pub use kind::AnswerKind;
pub use other_languages::QuestionWords;
pub use value::WantedValue;

use crate::english::asked as english;
use crate::halves::{Halves, either};
use crate::russian::asked as russian;
use quipu_kernel::text::{self, is_own_stop_word, language_or_script};

/// Words that ask for works or rights.
const ASIDE: Halves = [english::ASIDE, russian::ASIDE];

/// What is known of a question's language.
#[derive(Debug, Clone, Copy, Default)]
pub enum QuestionLanguage {
    /// English, Russian, or a language that is not known: the rules of both apply.
    #[default]
    Ruled,
    /// A language whose question words and function words are known.
    Listed(&'static QuestionWords),
    /// Chinese, Japanese or Korean: words are pairs of characters, or have particles at their ends.
    Unspaced,
}

/// The analysis of a question.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// Its form.
    pub kind: AnswerKind,
    /// The type of value that must stand in an answer.
    pub value: WantedValue,
    /// The form of the value, where it is known by its form.
    pub form: ValueForm,
    /// True if it asks for a value that is known by its form: a telephone number, an address of mail or the web.
    pub formed: bool,
    /// The place among several that it asks for.
    pub degree: Option<Degree>,
    /// True if it asks for those of whom something is not so.
    pub denied: bool,
    /// True if it asks for works or rights: units that answer no other question.
    pub aside: bool,
    /// What is known of its language.
    pub language: QuestionLanguage,
}

/// The analysis of a question.
pub fn asked(text: &str) -> Asked {
    let folded: Vec<String> = text::words(text).into_iter().map(|word| word.text).collect();
    let words: &[&str] = &folded.iter().map(String::as_str).collect::<Vec<_>>();
    let reason = |reason: bool| if reason { AnswerKind::Why } else { AnswerKind::Fact };
    let language = QuestionLanguage::of(text);
    let (kind, value) = match language {
        QuestionLanguage::Ruled => (kind::kind(words), value::value(words)),
        QuestionLanguage::Listed(list) => (reason(list.wants_reason(words)), list.value(words)),
        QuestionLanguage::Unspaced => (reason(unspaced::wants_reason(text)), unspaced::value(text)),
    };
    let ruled = language.is_ruled();
    Asked {
        kind,
        value,
        form: if ruled { form::form(words) } else { ValueForm::Any },
        formed: ruled && form::is_asked(words),
        degree: form::degree(words).filter(|_| ruled),
        denied: ruled && form::denied(words),
        aside: words.iter().any(|word| either(ASIDE, word)),
        language,
    }
}

impl QuestionLanguage {
    fn of(text: &str) -> Self {
        if unspaced::is_unspaced(text) {
            return Self::Unspaced;
        }
        other_languages::question_words(text).map_or(Self::Ruled, Self::Listed)
    }

    /// True if the rules of English and Russian apply.
    pub fn is_ruled(self) -> bool {
        matches!(self, Self::Ruled)
    }

    /// True if a word of the question `text` belongs to the grammar of such a language.
    pub(super) fn is_grammar(self, text: &str, folded: &str) -> bool {
        match self {
            Self::Ruled => false,
            Self::Listed(list) => list.is_grammar(folded),
            Self::Unspaced => unspaced::is_grammar(text, folded),
        }
    }

    /// The form under which the inflected forms of a word meet.
    pub(super) fn stem(self, folded: &str) -> Option<String> {
        match self {
            Self::Ruled => None,
            Self::Listed(list) => list.stem(folded),
            Self::Unspaced => unspaced::without_particle(folded).map(str::to_owned),
        }
    }

    /// True if a capital says that a word is a name or part of one: in German where another stands beside it.
    pub(super) fn is_name(self, capital: bool, beside: bool) -> bool {
        capital && (beside || !matches!(self, Self::Listed(list) if list.has_capital_nouns()))
    }
}

impl Asked {
    /// True if a word of a sentence may be a value of the type asked for. `capital` is true if it is written as a name
    /// is, `first` if it begins the sentence.
    pub(super) fn answers(&self, folded: &str, capital: bool, first: bool) -> bool {
        let numeral = || matches!(self.language, QuestionLanguage::Listed(list) if list.is_numeral(folded));
        self.value.answers(folded, capital, first) || (self.value == WantedValue::Number && numeral())
    }
}

/// The code of the language of a question, where its own words show it; none where it is unclear.
pub fn question_language(text: &str) -> Option<&'static str> {
    other_languages::question_words(text).map_or_else(|| plain_language(text), |list| Some(list.language()))
}

/// The code of the language of a text, where its letters or its commonest words show it: a few Latin letters alone do
/// not show that a text is English.
pub fn plain_language(text: &str) -> Option<&'static str> {
    let code = language_or_script(text);
    let is_plain = || text::words(text).iter().any(|word| is_own_stop_word(&word.text));
    match code {
        "" => None,
        "en" | "ru" => is_plain().then_some(code),
        _ => Some(code),
    }
}

pub(super) use form::{denies, is_denial, is_of_date, is_of_degree};
pub(super) use kind::working;
pub(super) use value::only_asks;
pub(crate) use value::version_words;

/// Words by which a question asks who may do something, and the furthest that one stands from its beginning.
const MAY: Halves = [crate::english::cues::MAY, crate::russian::cues::MAY];
const MAY_WITHIN: usize = 4;

/// True if folded words ask who may do something.
pub(super) fn asks_who_may(folded: &[String], asked: Asked) -> bool {
    let soon = || folded.iter().take(MAY_WITHIN);
    asked.value == WantedValue::Who && !asked.denied && soon().any(|word| either(MAY, word))
}

/// True if a folded word stands in a list.
fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}
