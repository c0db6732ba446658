//! Numbers of cells.

/// The number that a cell holds, where it holds one and little besides: `1,200 €`, `12.5 %`, `about 40`.
pub(super) fn number(cell: &str) -> Option<f64> {
    let digits = |c: char| c.is_ascii_digit();
    let start = cell.find(digits)?;
    let negative = cell[..start].ends_with(['-', '−']);
    let rest = &cell[start..];
    let end =
        rest.find(|c: char| !digits(c) && !matches!(c, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}')).unwrap_or(rest.len());
    let (number, behind) = (rest[..end].trim_end_matches(|c: char| !digits(c)), &rest[end..]);
    if behind.contains(digits) {
        return None;
    }
    let value: f64 = plain(number)?.parse().ok()?;
    Some(if negative { -value } else { value })
}

/// Digits with a point: marks that part thousands are left out.
fn plain(number: &str) -> Option<String> {
    let spaced: String = number.chars().filter(|c| !matches!(c, ' ' | '\u{a0}' | '\u{202f}')).collect();
    let parts: Vec<&str> = spaced.split(['.', ',']).collect();
    let thousands = parts.len() > 1 && !spaced.starts_with('0') && parts[1..].iter().all(|part| part.len() == 3);
    // One mark before three digits parts thousands where it is a comma.
    match parts.len() {
        1 => Some(spaced),
        2 if !thousands || !spaced.contains(',') => Some(spaced.replace(',', ".")),
        _ if thousands => Some(parts.concat()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::number;

    #[test]
    fn cells_hold_numbers() {
        for (cell, value) in [
            ("135", 135.0),
            ("1,200 €", 1200.0),
            ("12.5 %", 12.5),
            ("12,5", 12.5),
            ("-3", -3.0),
            ("1 234 567", 1_234_567.0),
            ("about 40", 40.0),
            ("0.125", 0.125),
            ("2.5 GiB", 2.5),
        ] {
            assert_eq!(number(cell), Some(value), "{cell}");
        }
        for cell in ["", "none", "2014-03-12", "3 of 5", "1.2.3"] {
            assert_eq!(number(cell), None, "{cell}");
        }
    }

    proptest! {
        #[test]
        fn any_cell_is_read(cell in "\\PC{0,30}|[0-9,. -]{0,20}") {
            prop_assert!(number(&cell).is_none_or(f64::is_finite));
        }
    }
}
