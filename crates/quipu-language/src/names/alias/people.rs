//! People's names as words: given names, initials, surnames, and the words before and after them.

use super::heard::{HeardMention, is_cyrillic, is_honour};
use crate::names::lexicon::marks_of;
use crate::russian::cases::{is_numeral, is_of_given, is_patronymic};
use crate::russian::given::is_given;
use crate::tables::marks::Marks;
use quipu_kernel::model::{Kind, Mention};

/// Suffixes that may come after a surname and distinguish people of one name.
const SUFFIXES: [&str; 10] = ["jr", "sr", "junior", "senior", "i", "ii", "iii", "iv", "v", "vi"];
/// Particles of nobility, as they sound in Russian.
const PARTICLES: [&str; 5] = ["fon", "van", "de", "du", "del"];
/// The most words of a person's name.
const LONGEST: usize = 6;

/// A person's name as words; Russian ones as they sound in the nominative.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Person {
    /// Given names, patronymic, initials and particles, in order.
    pub(super) given: Vec<String>,
    /// The surname; empty where only given names and a patronymic stand.
    pub(super) surname: String,
    /// "jr", "iii".
    pub(super) suffix: Option<String>,
}

impl Person {
    /// The person whose name these words are; titles before it are left aside by [`HeardMention`]. The last two may be one
    /// `doubled` surname.
    pub(super) fn read(words: &[String], doubled: bool) -> Option<Self> {
        let mut words = words.to_vec();
        if doubled && words.len() > 1 {
            let last = words.pop()?;
            let first = words.pop()?;
            words.push(format!("{first} {last}"));
        }
        // "фон Браун" has no given name.
        while words.len() > 1 && PARTICLES.contains(&words[0].as_str()) {
            words.remove(0);
        }
        // "Екатерина II": a ruler has no other surname.
        let ruler = words.len() == 2 && is_numeral(&words[1]) && is_given(&words[0]).is_some();
        let suffix =
            words.last().filter(|last| words.len() > 1 && !ruler && SUFFIXES.contains(&last.as_str())).cloned();
        if suffix.is_some() {
            words.pop();
        }
        if words.is_empty() || words.len() > LONGEST || words.len() == 1 && is_numeral(&words[0]) {
            return None;
        }
        if words.len() == 3 && is_patronymic(&words[2]) {
            words.rotate_left(1);
        }
        let patronymic = words.len() == 2 && is_patronymic(&words[1]) && is_of_given(&words[1]);
        let surname = if patronymic { String::new() } else { words.pop()? };
        (patronymic || ruler || surname.chars().nth(1).is_some()).then_some(Self { given: words, surname, suffix })
    }

    /// True if it may be another way to write `full`, which has at least as much of the given names: word by word
    /// the same, or an initial; initials beyond are of names that `full` leaves out.
    pub(super) fn may_be(&self, full: &Self) -> bool {
        let part = || full.surname.split(' ').any(|part| part == self.surname);
        let same_family = self.surname == full.surname || self.surname.is_empty() || part();
        if self == full || !same_family || self.suffix != full.suffix || self.given.is_empty() {
            return false;
        }
        // "Гарсиа Маркес": two surnames, of which only the last one is taken for one.
        if self.given.len() < full.given.len()
            && full.given.ends_with(&self.given)
            && !self.given.iter().any(|name| is_initial(name))
        {
            return !full.given.is_empty();
        }
        let agree = self.given.iter().zip(&full.given).all(|(name, other)| equals(name, other));
        // John Adams is not John Quincy Adams.
        let shared = self.given.len().min(full.given.len());
        let mut beyond = self.given[shared..].iter().chain(&full.given[shared..]);
        let initials = self.given.iter().all(|name| is_initial(name));
        agree && !full.given.is_empty() && beyond.all(|name| initials || is_initial(name) || is_patronymic(name))
    }

    /// Completeness of the given names: letters, initials last.
    pub(super) fn fullness(&self) -> usize {
        let first = self.given.first().is_some_and(|name| !is_initial(name));
        self.given.iter().map(String::len).sum::<usize>()
            + usize::from(first) * 64
            + usize::from(!self.surname.is_empty()) * 1024
    }
}

/// True if a given name is an initial; "Дж." is one.
fn is_initial(name: &str) -> bool {
    name.chars().nth(1).is_none() || name == "dZ"
}

/// True if the names are equal, or one is the other's initial.
fn equals(name: &str, other: &str) -> bool {
    name == other || (is_initial(name) && other.starts_with(name)) || (is_initial(other) && name.starts_with(other))
}

/// Marks that no person's full name has, when nothing else shows that it is one.
fn no_person() -> Marks {
    Marks::ORG
        | Marks::OF_ORG
        | Marks::PLACE
        | Marks::LAND
        | Marks::EVENT
        | Marks::NATION
        | Marks::STOP
        | Marks::OF
        | Marks::METHOD
        | Marks::DATASET
        | Marks::COMMON
}

/// True if a Russian word has an ending of adjectives that begin names of places and bodies.
fn is_described(word: &str) -> bool {
    const ENDINGS: [&str; 14] =
        ["ий", "ый", "ая", "яя", "ое", "ее", "ого", "его", "ому", "ему", "ую", "юю", "ые", "ых"];
    is_cyrillic(&word.to_lowercase()) && ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// True if a mention can be a person's full name, by its kind or, for an unknown kind, by its form.
pub(super) fn is_full_name(mention: &Mention, russian: Option<&HeardMention>) -> bool {
    if !mention.name.folded.contains(' ') || !matches!(mention.kind, Kind::Person | Kind::Entity | Kind::Word) {
        return false;
    }
    let honour = |word: &&str| !is_honour(word);
    let particle = |word: &&str| !(word.starts_with(char::is_lowercase) && marks_of(word).any(Marks::PARTICLE));
    let words = || mention.form.split_whitespace().filter(honour).filter(particle);
    let count = words().count();
    if !(2..=LONGEST).contains(&count) || mention.form.chars().any(char::is_numeric) {
        return false;
    }
    match mention.kind {
        // "hugo build", the title of a command, begins with a given name.
        Kind::Person => mention.form.contains(char::is_uppercase) || !mention.form.contains(char::is_lowercase),
        _ if russian.is_some_and(|heard| heard.has_given) => true,
        // "Федеральный резервный банк": an adjective begins no person's name.
        _ if russian.is_some() && words().any(is_described) => false,
        _ => {
            let lower = |word: &str| word.chars().any(char::is_lowercase);
            count <= 3
                && words().all(|word| word.starts_with(char::is_uppercase))
                && words().next_back().is_some_and(lower)
                && !mention.name.folded.split(' ').any(|word| marks_of(word).any(no_person()))
        }
    }
}
