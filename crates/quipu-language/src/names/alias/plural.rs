//! Plural and singular of common nouns and acronyms: "neural networks", "GPUs".
//!
//! A capitalised plural is left alone: the Rolling Stones are no Rolling Stone.

use quipu_kernel::model::Name;

/// The shortest plural, in letters.
const SHORTEST: usize = 4;

/// The singular of a written name, where it is a plural.
pub(super) fn singular(form: &str) -> Option<Name> {
    let last = form.rsplit(' ').next()?;
    let rest = &form[..form.len() - last.len()];
    let stem = if is_acronym(last) { last[..last.len() - 1].to_owned() } else { of_noun(last)? };
    Some(Name::new(&format!("{rest}{stem}")))
}

/// "GPUs": at least two capitals and an `s`.
fn is_acronym(word: &str) -> bool {
    let stem = word.strip_suffix('s').unwrap_or_default();
    stem.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        && stem.bytes().filter(u8::is_ascii_uppercase).count() >= 2
}

fn of_noun(word: &str) -> Option<String> {
    if word.len() < SHORTEST || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return Some(format!("{stem}y"));
    }
    let sibilant = ["ses", "xes", "zes", "ches", "shes"].iter().any(|end| word.ends_with(end));
    if sibilant && !["ases", "ises", "oses", "uses", "eses"].iter().any(|end| word.ends_with(end)) {
        return Some(word[..word.len() - 2].to_owned());
    }
    let none = ["ss", "us", "is", "ics", "ses"].iter().any(|end| word.ends_with(end));
    word.strip_suffix('s').filter(|_| !none).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(form: &str) -> Option<String> {
        singular(form).map(|name| name.folded)
    }

    #[test]
    fn plurals_lead_to_singulars() {
        assert_eq!(of("neural networks").as_deref(), Some("neural network"));
        assert_eq!(of("Bayesian theories").as_deref(), Some("bayesian theory"));
        assert_eq!(of("search boxes").as_deref(), Some("search box"));
        assert_eq!(of("NEVs").as_deref(), Some("nev"));
    }

    #[test]
    fn names_that_only_look_plural_are_left_alone() {
        for form in ["1950s", "Rolling Stones", "physics", "analysis", "virus", "class", "gas", "", "Ås", "s"] {
            assert_eq!(of(form), None, "{form}");
        }
    }
}
