//! Raised and lowered letters in a line: as Unicode has them, else `^(…)` and `_(…)`, so that no power
//! becomes another number.

/// The longest text that is taken for a power or an index, in characters; a longer one is only small.
const LONGEST: usize = 40;
/// Endings of numerals that are written small: `1st`, `2ème`, `5-й`.
const ENDINGS: [&str; 26] = [
    "st", "nd", "rd", "th", "er", "ère", "re", "e", "ème", "eme", "d", "nde", "de", "os", "as", "da", "й", "я", "е",
    "го", "му", "ый", "ой", "ая", "ое", "х",
];

/// Raised words after the character `before`.
pub(super) fn raised(words: &str, before: Option<char>) -> String {
    around(words, |said| {
        let after_digit = before.is_some_and(|c| c.is_ascii_digit());
        let lower = said.to_lowercase();
        match lower.as_str() {
            "tm" => return "™".to_owned(),
            "sm" => return "℠".to_owned(),
            "o" | "о" | "º" if after_digit => return "°".to_owned(),
            "a" if after_digit => return "ª".to_owned(),
            ending if after_digit && ENDINGS.contains(&ending.trim_start_matches('-')) => return said.to_owned(),
            _ => {}
        }
        shifted(said, '^', superscript)
    })
}

/// Lowered words.
pub(super) fn lowered(words: &str) -> String {
    around(words, |said| shifted(said, '_', |c| if c == 'n' { Some('ₙ') } else { subscript(c) }))
}

/// Changes the text between blank edges.
pub(super) fn around(words: &str, change: impl Fn(&str) -> String) -> String {
    let said = words.trim();
    match words.split_once(said) {
        Some((before, after)) if !said.is_empty() => format!("{before}{}{after}", change(said)),
        _ => words.to_owned(),
    }
}

fn shifted(said: &str, mark: char, letter: impl Fn(char) -> Option<char>) -> String {
    if let Some(small) = said.chars().map(letter).collect::<Option<String>>() {
        return small;
    }
    let is_prose = said.chars().count() > LONGEST || said.split_whitespace().count() > 3;
    match said.chars().any(char::is_alphanumeric) && !is_prose {
        true => format!("{mark}({said})"),
        false => said.to_owned(),
    }
}

/// A letter or sign as Unicode has it raised.
pub(super) fn superscript(c: char) -> Option<char> {
    Some(match c {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4'..='9' => char::from_u32(u32::from('⁴') + (u32::from(c) - u32::from('4')))?,
        '+' => '⁺',
        '-' | '−' | '–' => '⁻',
        '=' => '⁼',
        '(' => '⁽',
        ')' => '⁾',
        'n' => 'ⁿ',
        'i' => 'ⁱ',
        _ => return None,
    })
}

/// A letter or sign as Unicode has it lowered.
pub(super) fn subscript(c: char) -> Option<char> {
    Some(match c {
        '0'..='9' => char::from_u32(u32::from('₀') + (u32::from(c) - u32::from('0')))?,
        '+' => '₊',
        '-' | '−' | '–' => '₋',
        '=' => '₌',
        '(' => '₍',
        ')' => '₎',
        'i' => 'ᵢ',
        'x' => 'ₓ',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_indices_are_no_other_numbers() {
        assert_eq!(raised("-12", Some('0')), "⁻¹²");
        assert_eq!(raised("n+1", Some('x')), "ⁿ⁺¹");
        assert_eq!(raised("0.5", Some('t')), "^(0.5)");
        assert_eq!(lowered("2"), "₂");
        assert_eq!(lowered("max "), "_(max) ");
    }

    #[test]
    fn endings_of_numerals_and_signs_stay_as_they_are() {
        assert_eq!(raised("th", Some('5')), "th");
        assert_eq!(raised("-й", Some('5')), "-й");
        assert_eq!(raised("o", Some('9')), "°");
        assert_eq!(raised("TM", Some('e')), "™");
        assert_eq!(raised("*", Some('e')), "*");
        assert_eq!(raised("a long remark in small letters", None), "a long remark in small letters");
    }
}
