//! What a question says of its answer beyond the type of value: the form of the value (a date, a duration, a sum of
//! money, a telephone number), the degree that is asked for (the most, the first), and a denial.

use super::has;
use super::kind::holds;
use crate::clauses::clause_pieces::{WEEKDAYS, pieces};
use crate::clauses::quantity::{Dimension, quantities};
use crate::english::asked as english;
use crate::halves::{Halves, either};
use crate::months::MONTHS;
use crate::russian::asked as russian;
use quipu_kernel::text::words;

/// The form of a value, by which it is known wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ValueForm {
    /// None that is known.
    #[default]
    Any,
    /// A time between two: `six weeks`.
    Duration,
    /// A sum of money: `40 euros`.
    Money,
    /// A share of a hundred: `12 %`.
    Share,
    /// A telephone number.
    Phone,
    /// An address of mail.
    Mail,
    /// An address of the web.
    Site,
}

/// The place among several that a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degree {
    /// The greatest value.
    Most,
    /// The smallest value.
    Least,
    /// The earliest time.
    First,
    /// The latest time.
    Last,
}

const PHONE: Halves = [english::PHONE, russian::PHONE];
const MAIL: Halves = [english::MAIL, russian::MAIL];
const SITE: Halves = [english::SITE, russian::SITE];
const FORM_WORDS: Halves = [english::FORM_WORDS, russian::FORM_WORDS];
const DURATION: Halves = [english::DURATION, russian::DURATION];
const MONEY: Halves = [english::MONEY, russian::MONEY];
const COSTS: Halves = [english::COSTS, russian::COSTS];
const SHARE: Halves = [english::NUMBER, "процент процента процентов"];
const MOST: Halves = [english::MOST, russian::MOST];
const LEAST: Halves = [english::LEAST, russian::LEAST];
const FIRST: Halves = [english::FIRST, russian::FIRST];
const LAST: Halves = [english::LAST, russian::LAST];
const DENIES: Halves = [english::DENIES, russian::DENIES];
const EXCEPTS: Halves = [english::EXCEPTS, russian::EXCEPTS];
const OPENLY: [Halves; 2] = [[english::WHO, russian::WHO], [english::WHICH, russian::WHICH]];
/// Words after which a denial belongs to a condition.
const CONDITIONS: &str = "if when unless because если когда";
/// Words of the question that ask openly: the words after them say the form.
const WHICH: Halves = [english::WHICH, russian::WHICH];
/// The furthest that a word for a form stands behind the question word.
const FORM_WITHIN: usize = 4;
/// The furthest that a denial stands behind the question word.
const DENIED_WITHIN: usize = 6;

/// True if one of the phrases stands in the words.
fn says(words: &[&str], phrases: Halves) -> bool {
    phrases.iter().flat_map(|half| half.split('|')).any(|phrase| holds(words, phrase))
}

/// The form of the value that folded words ask for.
pub(super) fn form(words: &[&str]) -> ValueForm {
    let how_much = words.windows(2).position(|two| two == ["how", "much"]).map(|at| at + 2);
    let how_much = how_much.or_else(|| words.iter().position(|word| *word == "сколько").map(|at| at + 1));
    let costs = how_much.is_some_and(|at| words[at..].iter().any(|word| either(COSTS, word)));
    match () {
        () if says(words, PHONE) => ValueForm::Phone,
        () if says(words, MAIL) => ValueForm::Mail,
        () if says(words, SITE) => ValueForm::Site,
        () if words.iter().any(|word| either(SHARE, word)) => ValueForm::Share,
        () if says(words, MONEY) || costs => ValueForm::Money,
        () if says(words, DURATION) => ValueForm::Duration,
        () => ValueForm::Any,
    }
}

/// True if folded words ask for a value that is known by its form, and do not only speak of one: "what is the telephone
/// number", not "what if I change my email address".
pub(super) fn is_asked(words: &[&str]) -> bool {
    let which = words.iter().take(2).position(|word| either(WHICH, word));
    form(words).is_distinct()
        && which.is_some_and(|at| words[at + 1..].iter().take(FORM_WITHIN).any(|word| either(FORM_WORDS, word)))
}

/// The place among several that folded words ask for.
pub(super) fn degree(words: &[&str]) -> Option<Degree> {
    let degrees = [(LAST, Degree::Last), (MOST, Degree::Most), (LEAST, Degree::Least), (FIRST, Degree::First)];
    let open = OPENLY.iter().any(|list| words.iter().any(|word| either(*list, word)));
    degrees.into_iter().find(|(phrases, _)| open && says(words, *phrases)).map(|(_, degree)| degree)
}

/// True if a folded word asks for a degree.
pub(in crate::answer) fn is_of_degree(folded: &str) -> bool {
    let one = |list: Halves| list.iter().flat_map(|half| half.split('|')).any(|phrase| phrase == folded);
    [MOST, LEAST, FIRST, LAST].into_iter().any(one)
}

/// True if folded words ask for those of whom or of which something is not so.
pub(super) fn denied(words: &[&str]) -> bool {
    let Some(at) = words.iter().position(|word| OPENLY.iter().any(|list| either(*list, word))) else { return false };
    let behind = words[at + 1..].iter().take(DENIED_WITHIN).take_while(|word| !has(CONDITIONS, word));
    at < 3 && behind.clone().any(|word| either(DENIES, word))
}

/// True if a sentence of these folded words denies, forbids or makes an exception.
pub(in crate::answer) fn denies(folded: &[String]) -> bool {
    folded.iter().any(|word| either(DENIES, word) || either(EXCEPTS, word))
}

/// True if a folded word denies.
pub(in crate::answer) fn is_denial(folded: &str) -> bool {
    either(DENIES, folded)
}

impl ValueForm {
    /// True for a form that is known without any word beside it.
    pub(in crate::answer) fn is_distinct(self) -> bool {
        matches!(self, Self::Phone | Self::Mail | Self::Site)
    }

    /// True if a folded word of a question only names such a form.
    pub(in crate::answer) fn is_named_by(self, folded: &str) -> bool {
        self.is_distinct() && either(FORM_WORDS, folded)
    }

    /// True if a text holds a value of the form; of a question, whose own values are no answer, give `asked` folded.
    pub(in crate::answer) fn stands_in(self, text: &str, asked: &[String]) -> bool {
        let measured = |of: &dyn Fn(&str) -> bool| {
            let found = quantities(&pieces(text, &[]));
            found.iter().any(|one| {
                let own = words(&one.number).iter().all(|word| asked.contains(&word.text));
                matches!(&one.dimension, Dimension::Measured(name) if of(name)) && !own
            })
        };
        match self {
            Self::Any => true,
            Self::Duration => measured(&|name| name == "time" || name == "length"),
            Self::Money => measured(&|name| matches!(name, "dollars" | "euros" | "pounds-sterling" | "roubles")),
            Self::Share => measured(&|name| name == "percent"),
            Self::Phone => holds_phone(text),
            Self::Mail => text.split_whitespace().any(is_mail),
            Self::Site => text.contains("://") || text.contains("www."),
        }
    }
}

/// Fewest and most digits of a telephone number.
const DIGITS: std::ops::RangeInclusive<usize> = 6..=15;

/// True if a text holds a telephone number: digits in groups, or behind a plus or a zero; no date, no range of years.
fn holds_phone(text: &str) -> bool {
    let in_number =
        |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '(' | ')' | '/' | ' ' | '\u{a0}' | '‑' | '–');
    text.split(|c: char| !in_number(c)).any(|run| {
        let run = run.trim();
        let groups: Vec<&str> = run.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).collect();
        let digits: usize = groups.iter().map(|group| group.len()).sum();
        let is_year = |group: &&str| group.len() == 4 && (group.starts_with("19") || group.starts_with("20"));
        let dated = digits == 8 && groups.iter().any(is_year);
        let grouped = groups.len() > 1 || run.starts_with(['+', '0']);
        DIGITS.contains(&digits) && grouped && !dated && groups.iter().all(|group| group.len() < 12)
    })
}

fn is_mail(piece: &str) -> bool {
    let Some((who, host)) = piece.split_once('@') else { return false };
    who.ends_with(|c: char| c.is_alphanumeric()) && host.trim_end_matches(|c: char| !c.is_alphanumeric()).contains('.')
}

/// True if a folded word is a part of a date: a month, a day of the week, a year.
pub(in crate::answer) fn is_of_date(folded: &str) -> bool {
    let month = || MONTHS.iter().any(|month| [month.english, month.genitive, month.nominative].contains(&folded));
    let year = || folded.len() == 4 && folded.parse::<u16>().is_ok_and(|year| (1000..2200).contains(&year));
    year() || month() || either([WEEKDAYS, russian::WEEKDAYS], folded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.text).collect()
    }

    fn with<T>(text: &str, read: impl Fn(&[&str]) -> T) -> T {
        let folded = folded(text);
        read(&folded.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn the_form_of_a_value_is_asked_for() {
        for (text, form_of) in [
            ("What is the telephone number of the dentist?", ValueForm::Phone),
            ("Which e-mail address has the library?", ValueForm::Mail),
            ("How long may a guest stay?", ValueForm::Duration),
            ("How much does a berth cost?", ValueForm::Money),
            ("Сколько стоит место у причала?", ValueForm::Money),
            ("What percentage of boats leak?", ValueForm::Share),
            ("Who leads?", ValueForm::Any),
        ] {
            assert_eq!(with(text, form), form_of, "{text}");
        }
    }

    #[test]
    fn values_are_known_by_their_form() {
        let holds = |form: ValueForm, text: &str| form.stands_in(text, &folded("within 9 months"));
        assert!(holds(ValueForm::Phone, "Ring 020 7946 0123.") && holds(ValueForm::Phone, "+49 30 901820"));
        for text in ["from 2014-2015", "on 2024-03-12", "12 boats", "10.0.0.1:8080", "1 234"] {
            assert!(!holds(ValueForm::Phone, text), "{text}");
        }
        assert!(holds(ValueForm::Mail, "Write to <a.b@c.example>.") && !holds(ValueForm::Mail, "Ask @ivo."));
        assert!(
            holds(ValueForm::Duration, "It takes six weeks.") && !holds(ValueForm::Duration, "It takes six boats.")
        );
        assert!(!holds(ValueForm::Duration, "It takes 9 months."), "the question says it");
        assert!(holds(ValueForm::Money, "It costs €40 a day.") && !holds(ValueForm::Money, "It costs 40 days."));
    }

    #[test]
    fn degrees_and_denials_are_read() {
        assert_eq!(with("Which boat is the longest?", degree), Some(Degree::Most));
        assert_eq!(with("What was the most recent storm?", degree), Some(Degree::Last));
        assert_eq!(with("Кто пришёл раньше всех?", degree), Some(Degree::First));
        assert_eq!(with("Is it the longest?", degree), None);
        for text in ["Who must not swim here?", "Which boats aren't insured?", "Кто не должен плавать?"]
        {
            assert!(with(text, denied), "{text}");
        }
        for text in ["What happens if it does not open?", "Who swims?", "Why is it not open?"] {
            assert!(!with(text, denied), "{text}");
        }
    }
}
