//! Words of names: particles, initials, marks of bodies.

use super::tokens::Token;

/// Two letters that stand for one sound and are printed as an initial.
pub(super) fn is_two_letter_initial(text: &str) -> bool {
    matches!(text, "Ch" | "Th" | "Sh" | "Ph" | "Zh" | "Kh" | "Ts" | "Дж")
}

/// A word that can be the last of a family name.
pub(super) fn is_family(token: &Token<'_>) -> bool {
    token.is_capital()
        && token.letters() > 1
        && !token.text.chars().any(|c| c.is_ascii_digit())
        && !matches!(token.text, "In" | "And" | "The" | "Jr" | "Sr" | "See" | "An")
}

/// A small word that belongs to the family name after it.
pub(crate) fn is_particle(word: &str) -> bool {
    matches!(
        word,
        "van"
            | "von"
            | "der"
            | "den"
            | "de"
            | "del"
            | "della"
            | "di"
            | "da"
            | "dos"
            | "das"
            | "do"
            | "du"
            | "la"
            | "le"
            | "ten"
            | "ter"
            | "te"
            | "el"
            | "al"
            | "bin"
            | "ibn"
            | "af"
            | "zu"
            | "zur"
            | "vom"
            | "t"
            | "d"
            | "y"
            | "e"
            | "фон"
            | "де"
            | "ван"
            | "дер"
    )
}

/// True for a word that marks the name of a body.
pub(crate) fn is_body(word: &str) -> bool {
    matches!(
        word,
        "collaboration"
            | "consortium"
            | "team"
            | "group"
            | "organization"
            | "organisation"
            | "institute"
            | "institution"
            | "university"
            | "council"
            | "association"
            | "society"
            | "committee"
            | "commission"
            | "agency"
            | "editors"
            | "foundation"
            | "laboratory"
            | "ministry"
            | "office"
            | "department"
            | "developers"
            | "contributors"
            | "union"
            | "network"
            | "center"
            | "centre"
            | "community"
            | "initiative"
            | "taskforce"
            | "bureau"
            | "министерство"
            | "институт"
            | "университет"
            | "комитет"
            | "организация"
    )
}
