//! Numerals of lists and headings, as word processors write them: figures, letters, Roman, others.

use crate::load::roman::roman;

/// The largest number that is written in letters or signs; larger ones are written in figures.
const LARGEST: u32 = 999;
/// Russian letters that number lists: those that stand for no other and begin a word.
const RUSSIAN: &str = "абвгдежзиклмнопрстуфхцчшщэюя";

/// A number in a format of OOXML; missing for a format without numbers (a bullet).
pub(super) fn numeral(format: &str, number: u32) -> Option<String> {
    let figures = number.to_string();
    if number == 0 || number > LARGEST {
        return (!matches!(format, "bullet" | "none")).then_some(figures);
    }
    Some(match format {
        "bullet" | "none" => return None,
        "lowerLetter" => repeated("abcdefghijklmnopqrstuvwxyz", number),
        "upperLetter" => repeated("ABCDEFGHIJKLMNOPQRSTUVWXYZ", number),
        "russianLower" => repeated(RUSSIAN, number),
        "russianUpper" => repeated(&RUSSIAN.to_uppercase(), number),
        "lowerRoman" => roman(number)?,
        "upperRoman" => roman(number)?.to_uppercase(),
        "decimalZero" => format!("{number:02}"),
        "ordinal" => format!("{number}{}", ending(number)),
        "decimalEnclosedCircle" | "decimalEnclosedCircleChinese" if number <= 20 => {
            char::from_u32(u32::from('①') + number - 1).map_or(figures, String::from)
        }
        "chineseCounting"
        | "chineseCountingThousand"
        | "ideographDigital"
        | "japaneseCounting"
        | "taiwaneseCounting"
        | "taiwaneseCountingThousand"
        | "japaneseDigitalTenThousand" => chinese(number),
        _ => figures,
    })
}

/// `a` to `z`, then `aa`, `bb`, as word processors go on.
fn repeated(letters: &str, number: u32) -> String {
    let count = letters.chars().count().max(1);
    let at = (number as usize).saturating_sub(1);
    let letter = letters.chars().nth(at % count).unwrap_or_default();
    std::iter::repeat_n(letter, at / count + 1).collect()
}

fn ending(number: u32) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

fn chinese(number: u32) -> String {
    let digit = |at: u32| "零一二三四五六七八九".chars().nth(at as usize).unwrap_or_default();
    let (tens, ones) = (number / 10, number % 10);
    match (tens, ones) {
        (0, ones) => digit(ones).to_string(),
        (1, 0) => "十".to_owned(),
        (1, ones) => format!("十{}", digit(ones)),
        (2..=9, 0) => format!("{}十", digit(tens)),
        (2..=9, ones) => format!("{}十{}", digit(tens), digit(ones)),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_their_formats_say() {
        let shown = |format: &str, number: u32| numeral(format, number).unwrap_or_default();
        assert_eq!(shown("lowerLetter", 28), "bb");
        assert_eq!(shown("upperRoman", 49), "XLIX");
        assert_eq!(shown("russianLower", 9), "и");
        assert_eq!(shown("ordinal", 22), "22nd");
        assert_eq!(shown("decimalZero", 4), "04");
        assert_eq!(shown("chineseCounting", 23), "二十三");
        assert_eq!(shown("decimalEnclosedCircle", 3), "③");
        assert_eq!(shown("lowerLetter", u32::MAX), u32::MAX.to_string());
        assert_eq!(numeral("bullet", 1), None);
    }
}
