//! The gender of the person of a Russian name, from the words around it: "у Иванова" is a man,
//! "Иванова сказала" a woman.
//!
//! A form like Иванова is his genitive or her nominative. No preposition stands before a nominative, nor
//! does a plural noun stand right before one ("стихи Пушкина"); a verb in the past shows the gender. Cost:
//! two words a mention.

use quipu_kernel::model::Mention;

/// Prepositions; masculine forms on `а` may follow all of them, feminine ones never.
const PREPOSITIONS: [&str; 36] = [
    "в",
    "во",
    "на",
    "за",
    "с",
    "со",
    "у",
    "от",
    "до",
    "из",
    "изо",
    "без",
    "для",
    "про",
    "о",
    "об",
    "обо",
    "под",
    "через",
    "против",
    "после",
    "около",
    "кроме",
    "вокруг",
    "среди",
    "ради",
    "вместо",
    "мимо",
    "возле",
    "напротив",
    "вдоль",
    "насчёт",
    "помимо",
    "сквозь",
    "из-за",
    "из-под",
];
/// Prepositions that the masculine dative on `у` follows, and never the feminine accusative.
const DATIVE: [&str; 5] = ["к", "ко", "по", "благодаря", "вопреки"];
/// Words on `и` and `ы` that are no plural nouns.
const SMALL: [&str; 5] = ["если", "однажды", "почти", "ради", "увы"];
/// Maximal number of words after a name before its verb.
const VERB_WITHIN: usize = 4;

/// The gender of a person, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Whose {
    /// A man's.
    His,
    /// A woman's.
    Hers,
}

/// The gender of the person of a mention's name, by the words around it.
pub(super) fn whose(text: &str, mention: &Mention) -> Option<Whose> {
    let span = mention.span.range();
    let (before, behind) = (text.get(..span.start)?, text.get(span.end..)?);
    if is_his(&mention.form, before) {
        return Some(Whose::His);
    }
    // The agent: the first verb, before anything else can have one.
    let clause = behind.strip_prefix(' ')?.split(|c: char| !c.is_alphabetic() && c != ' ').next()?;
    let verb = clause.split(' ').take(VERB_WITHIN).find_map(|word| {
        let ends = |endings: [&str; 2]| word.chars().nth(3).is_some() && endings.iter().any(|end| word.ends_with(end));
        if ends(["ла", "лась"]) { Some(true) } else { ends(["л", "лся"]).then_some(false) }
    });
    (mention.form.ends_with(['а', 'я']) && verb == Some(true)).then_some(Whose::Hers)
}

/// True if the name of a mention is a town at its place: "в Иванове".
pub(super) fn is_town(text: &str, mention: &Mention) -> bool {
    let before = text.get(..mention.span.range().start).unwrap_or_default();
    mention.form.ends_with('е') && (before.ends_with(" в ") || before.ends_with("В "))
}

fn is_his(form: &str, before: &str) -> bool {
    let Some(before) = before.strip_suffix(' ') else { return false };
    let word = before.rsplit(|c: char| !c.is_alphabetic() && c != '-').next().unwrap_or_default();
    let one_of = |words: &[&str]| words.contains(&word.to_lowercase().as_str());
    let plural = || {
        word.chars().nth(3).is_some()
            && word.starts_with(char::is_lowercase)
            && word.ends_with(['ы', 'и'])
            && !(word.ends_with("ли") || word.ends_with("ми") || SMALL.contains(&word))
    };
    match form.chars().next_back() {
        Some('а' | 'я') => one_of(&PREPOSITIONS) || plural(),
        Some('у' | 'ю') => one_of(&DATIVE),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quipu_kernel::model::{Kind, Name, Span};

    fn of(before: &str, form: &str, behind: &str) -> Option<Whose> {
        let span = Span::new(before.len(), before.len() + form.len());
        let mention = Mention { name: Name::new(form), form: form.to_owned(), span, kind: Kind::Person };
        whose(&format!("{before}{form}{behind}"), &mention)
    }

    #[test]
    fn prepositions_plurals_and_verbs_tell() {
        assert_eq!(of("Он учился у ", "Иванова", "."), Some(Whose::His));
        assert_eq!(of("Читают стихи ", "Пушкина", ""), Some(Whose::His));
        assert_eq!(of("Пришли к ", "Иванову", ""), Some(Whose::His));
        assert_eq!(of("Вчера ", "Иванова", " сказала всё"), Some(Whose::Hers));
        assert_eq!(of("", "Иванова", ", врач"), None);
        assert_eq!(of("Тренировали ", "Иванова", ""), None);
        assert_eq!(of("Видели ", "Иванову", ""), None);
    }
}
