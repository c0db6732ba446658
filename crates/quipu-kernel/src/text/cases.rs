//! Cases of Russian names: the nominative among the attested forms of one name.

/// Endings of the nominative, each with the endings of other cases of the same word.
const CASES: [(&str, &[&str]); 13] = [
    ("ия", &["ии", "ию", "ией"]),
    ("ие", &["ия", "ию", "ием", "ии"]),
    ("ая", &["ой", "ую", "ою"]),
    ("яя", &["ей", "юю"]),
    ("ое", &["ого", "ому", "ым", "ом"]),
    ("ый", &["ого", "ому", "ым", "ом"]),
    ("ий", &["ого", "его", "ому", "ему", "им", "ом", "ем"]),
    ("ые", &["ых", "ым", "ыми"]),
    ("ие", &["их", "им", "ими"]),
    ("а", &["ы", "и", "е", "у", "ой", "ою"]),
    ("я", &["и", "е", "ю", "ей"]),
    ("ь", &["и", "ью", "я", "ю", "ем", "е"]),
    ("й", &["я", "ю", "ем", "е"]),
];
/// Endings of other cases of a word without an ending.
const BARE: [&str; 5] = ["а", "у", "ом", "е", "ем"];

/// True if `other` is another case of the name that `form` gives in the nominative, word by word.
pub fn is_nominative_of(form: &str, other: &str) -> bool {
    let (mut form, mut other) = (form.split(' '), other.split(' '));
    let mut changed = false;
    loop {
        match (form.next(), other.next()) {
            (None, None) => return changed,
            (Some(one), Some(two)) if one == two => {}
            (Some(one), Some(two)) if is_case(one, two) => changed = true,
            _ => return false,
        }
    }
}

fn is_case(word: &str, other: &str) -> bool {
    let cyrillic = |word: &str| word.ends_with(|c: char| matches!(c, 'а'..='я'));
    if !cyrillic(word) || !cyrillic(other) {
        return false;
    }
    let listed = CASES.iter().any(|(ending, others)| {
        word.strip_suffix(ending).and_then(|stem| other.strip_prefix(stem)).is_some_and(|rest| others.contains(&rest))
    });
    listed || other.strip_prefix(word).is_some_and(|rest| BARE.contains(&rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nominative_is_known_by_its_other_cases() {
        assert!(is_nominative_of("Азия", "Азии") && is_nominative_of("Лондон", "Лондоне"));
        assert!(is_nominative_of("речная пристань", "речной пристани"));
        assert!(!is_nominative_of("Азии", "Азия") && !is_nominative_of("Азия", "Азия"));
        assert!(!is_nominative_of("London", "Londone") && !is_nominative_of("Ока", "Окно"));
    }
}
