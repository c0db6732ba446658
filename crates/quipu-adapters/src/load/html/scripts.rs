//! Raised and lowered letters: `10⁶` and `CO₂` are other words than `106` and `CO2`.
//!
//! Letters with a raised or lowered form in Unicode take it, the rest stands in `^( )` or `_( )`. Raised
//! letters that are only a way of writing (1st, Mme, №) stay letters.

use crate::load::powers::{subscript, superscript};

/// Letters and signs of which some have a raised or a lowered form.
const PLAIN: &str = "0123456789+-=()nioax";

/// Endings that are raised for their looks, after a number or a first letter.
const ENDINGS: [&str; 37] = [
    "st", "nd", "rd", "th", "er", "re", "ère", "e", "ème", "eme", "nde", "de", "ste", "te", "os", "as", "me", "mes",
    "mme", "lle", "lles", "gr", "ie", "sm", "md", "mc", "й", "я", "е", "го", "му", "ый", "ая", "ое", "ья", "х", "м",
];

/// The most letters that are raised for their meaning; a longer text is small print.
const LONGEST: usize = 24;

/// The text of raised letters after `before`.
pub(super) fn raised(before: &str, letters: &str) -> String {
    if letters.eq_ignore_ascii_case("tm") {
        return "™".to_owned();
    }
    let only_ending = before.ends_with(char::is_alphanumeric) && ENDINGS.contains(&letters.to_lowercase().as_str());
    if only_ending { letters.to_owned() } else { formed(before, letters, up, '^') }
}

/// The text of lowered letters after `before`.
pub(super) fn lowered(before: &str, letters: &str) -> String {
    formed(before, letters, subscript, '_')
}

/// Raised forms, those of ordinals (1º, 2ª) too.
fn up(c: char) -> Option<char> {
    match c {
        'o' | 'º' => Some('º'),
        'a' => Some('ª'),
        c => superscript(c),
    }
}

fn formed(before: &str, letters: &str, form: fn(char) -> Option<char>, mark: char) -> String {
    let meant = letters.contains(char::is_alphanumeric) || letters.chars().all(|c| form(c).is_some());
    // Nothing is raised above nothing, and no sentence is an exponent.
    let attached = before.chars().next_back().is_some_and(|c| !c.is_whitespace());
    let small_print = letters.chars().count() > LONGEST && letters.contains(' ');
    match letters.chars().map(form).collect::<Option<String>>() {
        Some(formed) => formed,
        None if meant && attached && !small_print && !is_formed(letters) => format!("{mark}({letters})"),
        None => letters.to_owned(),
    }
}

/// True if letters are raised or lowered already, or trade marks.
fn is_formed(letters: &str) -> bool {
    let is_form = |c: char| PLAIN.chars().any(|plain| up(plain) == Some(c) || subscript(plain) == Some(c));
    letters.chars().all(|c| is_form(c) || matches!(c, '™' | '®' | '©' | '℠'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_no_digits_of_their_base() {
        for (before, letters, said) in [
            ("10", "6", "⁶"),
            ("10", "−12", "⁻¹²"),
            ("e", "-x/2", "^(-x/2)"),
            ("2", "k", "^(k)"),
            ("Ca", "2+", "²⁺"),
            ("20", "o", "º"),
            ("21", "st", "st"),
            ("XIX", "e", "e"),
            ("M", "lle", "lle"),
            ("5", "й", "й"),
            ("Name", "™", "™"),
            ("Name", "TM", "™"),
            ("word", "*", "*"),
            ("", "Note", "Note"),
            ("see ", "the small print below this table", "the small print below this table"),
            ("x", "²", "²"),
        ] {
            assert_eq!(raised(before, letters), said, "{before} {letters}");
        }
        for (before, letters, said) in
            [("H", "2", "₂"), ("V", "max", "_(max)"), ("x", "i", "ᵢ"), ("a", "n+1", "_(n+1)")]
        {
            assert_eq!(lowered(before, letters), said, "{before} {letters}");
        }
    }
}
