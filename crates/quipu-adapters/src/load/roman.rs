//! Roman numerals, as lists and headings are numbered.

const SIGNS: [(u32, &str); 13] = [
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
];

/// A number in small letters; missing where there is no such numeral.
pub(super) fn roman(number: u32) -> Option<String> {
    let mut left = Some(number).filter(|number| (1..4000).contains(number))?;
    let mut out = String::new();
    for (value, sign) in SIGNS {
        while left >= value {
            out.push_str(sign);
            left -= value;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_are_those_that_there_are() {
        assert_eq!(roman(1994).as_deref(), Some("mcmxciv"));
        assert_eq!(roman(3999).as_deref(), Some("mmmcmxcix"));
        assert!(roman(0).is_none() && roman(4000).is_none());
    }
}
