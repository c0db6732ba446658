//! Numbers of cells as a spreadsheet program shows them, where the library that reads the sheet does not: durations,
//! times of day, numbers with leading zeros or set signs (`00000`, `000-00-0000`), fractions.

use std::iter::Peekable;
use std::str::Chars;

/// The longest format that spreadsheet programs write, in bytes.
const LONGEST: usize = 255;
/// The largest number that is taken for one of these: larger ones have no exact whole part.
const LARGEST: f64 = 1e15;
/// The days of the first year that sheets count: a number below is a time, one above may be a date.
const YEAR: f64 = 366.0;
/// The most digits of a denominator.
const DIGITS: u32 = 4;

/// A part of a number format.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    /// A place for a digit: `0`, `#` or `?`.
    Digit(char),
    /// A sign that stands as it is.
    Text(char),
    /// A letter or sign with a meaning.
    Code(char),
    /// Elapsed hours, minutes or seconds: `[h]`, and the number of letters.
    Elapsed(char, usize),
}

/// The displayed form of a number in this format; missing where the library's own form is right.
pub(super) fn shown(format: &str, number: f64) -> Option<String> {
    let is_plain = format.len() > LONGEST || format.eq_ignore_ascii_case("general");
    if !number.is_finite() || number.abs() >= LARGEST || is_plain {
        return None;
    }
    let sections = sections(format);
    let (section, number) = match (sections.len(), number) {
        (3.., 0.0) => (sections.get(2)?, 0.0),
        (2.., number) if number < 0.0 => (sections.get(1)?, -number),
        (_, number) => (sections.first()?, number),
    };
    let tokens = tokens(section)?;
    let has = |letters: &str| tokens.iter().any(|token| matches!(token, Token::Code(c) if letters.contains(*c)));
    let words = if tokens.iter().any(|token| matches!(token, Token::Elapsed(..))) {
        clock(&tokens, number)?
    } else if has("hs") && !has("yd") {
        time_of_day(&tokens, number)?
    } else if has("ymdhsgeEb%,@") {
        return None;
    } else if has("/") {
        fraction(&tokens, number)?
    } else {
        digits(&tokens, number)?
    };
    Some(words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The sections of a format: for numbers above zero, below it, and zero.
fn sections(format: &str) -> Vec<String> {
    let mut sections = vec![String::new()];
    let (mut quoted, mut escaped) = (false, false);
    for c in format.chars() {
        if c == ';' && !quoted && !escaped {
            sections.push(String::new());
            continue;
        }
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        if let Some(section) = sections.last_mut() {
            section.push(c);
        }
    }
    sections
}

/// The tokens of a section; missing if it has conditions or a currency, which the library reads.
fn tokens(section: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut chars = section.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => tokens.extend(chars.by_ref().take_while(|c| *c != '"').map(Token::Text)),
            '\\' => tokens.extend(chars.next().map(Token::Text)),
            '_' => {
                chars.next();
                tokens.push(Token::Text(' '));
            }
            '*' => _ = chars.next(),
            '[' => tokens.extend(bracket(&mut chars)?),
            '0' | '#' | '?' => tokens.push(Token::Digit(c)),
            'A' | 'a' if ahead(&chars, "M/PM") || ahead(&chars, "/P") => {
                let long = ahead(&chars, "M/PM");
                chars.by_ref().take(if long { 4 } else { 2 }).for_each(drop);
                tokens.push(Token::Code('A'));
            }
            'y' | 'Y' | 'd' | 'D' | 'h' | 'H' | 's' | 'S' | 'm' | 'M' => {
                tokens.push(Token::Code(c.to_ascii_lowercase()))
            }
            'E' | 'e' | 'g' | 'G' | 'b' | 'B' | '%' | ',' | '@' | '/' | '.' => tokens.push(Token::Code(c)),
            // A digit set in the format is the denominator of a fraction.
            c => tokens.push(Token::Text(c)),
        }
    }
    Some(tokens)
}

fn ahead(chars: &Peekable<Chars<'_>>, wanted: &str) -> bool {
    let next = chars.clone().take(wanted.len());
    next.map(|c| c.to_ascii_uppercase()).eq(wanted.chars())
}

/// The content of square brackets: elapsed time; a colour or a language has no effect.
fn bracket(chars: &mut Peekable<Chars<'_>>) -> Option<Option<Token>> {
    let inside: String = chars.by_ref().take_while(|c| *c != ']').collect::<String>().to_lowercase();
    let first = inside.chars().next()?;
    let is_time = matches!(first, 'h' | 'm' | 's') && inside.chars().all(|c| c == first);
    match first {
        _ if is_time => Some(Some(Token::Elapsed(first, inside.len()))),
        '<' | '>' | '=' => None,
        // `[$-409]` names a language, `[$€-407]` a currency.
        '$' if !inside.starts_with("$-") => None,
        _ => Some(None),
    }
}

/// A duration.
fn clock(tokens: &[Token], days: f64) -> Option<String> {
    let places = fraction_of_seconds(tokens);
    let scale = 10f64.powi(places as i32);
    let all = (days.abs() * 86_400.0 * scale).round();
    let seconds = (all / scale).floor();
    let elapsed = tokens.iter().find_map(|token| match token {
        Token::Elapsed(unit, _) => Some(*unit),
        _ => None,
    })?;
    let mut out = if days < 0.0 { "-".to_owned() } else { String::new() };
    for part in runs(tokens) {
        match part {
            Part::Elapsed(unit, width) => out.push_str(&padded((seconds / of(unit)).floor(), width)),
            Part::Code('h', width) => out.push_str(&padded((seconds / 3600.0).floor() % 24.0, width)),
            Part::Code('m', width) => out.push_str(&padded((seconds / 60.0).floor() % 60.0, width)),
            // After hours or minutes in all, seconds are those of the minute.
            Part::Code('s', width) if elapsed != 's' => out.push_str(&padded(seconds % 60.0, width)),
            Part::Code('.', _) if places > 0 => {
                out.push_str(&format!(".{:0places$}", (all - seconds * scale).max(0.0), places = places));
            }
            Part::Code(..) => return None,
            Part::Digit => {}
            Part::Text(c) => out.push(c),
        }
    }
    Some(out)
}

/// A time of day, on a day that is not shown: `08:30`, `7:45:10 PM`.
fn time_of_day(tokens: &[Token], days: f64) -> Option<String> {
    if !(0.0..YEAR).contains(&days) {
        return None;
    }
    let twelve = tokens.contains(&Token::Code('A'));
    let places = fraction_of_seconds(tokens);
    let scale = 10f64.powi(places as i32);
    let all = (days.fract() * 86_400.0 * scale).round();
    let has_seconds = tokens.contains(&Token::Code('s'));
    let seconds = if has_seconds { (all / scale).floor() } else { (days.fract() * 1440.0).round() * 60.0 };
    let hour = (seconds / 3600.0).floor() % 24.0;
    let mut out = String::new();
    for part in runs(tokens) {
        match part {
            Part::Code('h', width) if twelve => {
                out.push_str(&padded(if hour % 12.0 == 0.0 { 12.0 } else { hour % 12.0 }, width));
            }
            // Hours of two digits sort.
            Part::Code('h', _) => out.push_str(&padded(hour, 2)),
            Part::Code('m', width) => out.push_str(&padded((seconds / 60.0).floor() % 60.0, width)),
            Part::Code('s', width) => out.push_str(&padded(seconds % 60.0, width)),
            Part::Code('A', _) => out.push_str(if hour < 12.0 { "AM" } else { "PM" }),
            Part::Code('.', _) if places > 0 => {
                out.push_str(&format!(".{:0places$}", (all - seconds * scale).max(0.0), places = places));
            }
            Part::Code(..) | Part::Elapsed(..) => return None,
            Part::Digit => {}
            Part::Text(c) => out.push(c),
        }
    }
    Some(out)
}

/// Number of digits of a second that are shown.
fn fraction_of_seconds(tokens: &[Token]) -> usize {
    let after = tokens.iter().skip_while(|token| **token != Token::Code('.')).skip(1);
    after.take_while(|token| **token == Token::Digit('0')).count().min(3)
}

fn of(unit: char) -> f64 {
    match unit {
        'h' => 3600.0,
        'm' => 60.0,
        _ => 1.0,
    }
}

fn padded(number: f64, width: usize) -> String {
    format!("{number:0width$}", width = width.min(9))
}

/// Letters of a kind in a row, and the text between.
enum Part {
    Code(char, usize),
    Elapsed(char, usize),
    Text(char),
    Digit,
}

fn runs(tokens: &[Token]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for token in tokens {
        match (parts.last_mut(), token) {
            (Some(Part::Code(last, width)), Token::Code(c)) if last == c => *width += 1,
            (_, Token::Code(c)) => parts.push(Part::Code(*c, 1)),
            (_, Token::Elapsed(unit, width)) => parts.push(Part::Elapsed(*unit, *width)),
            (_, Token::Text(c)) => parts.push(Part::Text(*c)),
            (_, Token::Digit(_)) => parts.push(Part::Digit),
        }
    }
    parts
}

/// Digits put into their places from the right: leading zeros and signs that are set.
fn digits(tokens: &[Token], number: f64) -> Option<String> {
    let point = tokens.iter().position(|token| *token == Token::Code('.')).unwrap_or(tokens.len());
    let (whole, behind) = tokens.split_at(point);
    let places = |tokens: &[Token]| tokens.iter().filter(|token| matches!(token, Token::Digit(_))).count();
    let set = |tokens: &[Token]| {
        let first = tokens.iter().position(|token| matches!(token, Token::Digit(_)))?;
        let last = tokens.iter().rposition(|token| matches!(token, Token::Digit(_)))?;
        Some(tokens.get(first..=last)?.iter().any(|token| matches!(token, Token::Text(_))))
    };
    let zeros = whole.iter().filter(|token| **token == Token::Digit('0')).count();
    // A format with neither is read well by the library.
    if zeros < 2 && !set(whole)? || behind.iter().any(|token| matches!(token, Token::Digit('#' | '?'))) {
        return None;
    }
    let decimals = places(behind);
    let fixed = format!("{:.decimals$}", number.abs());
    let (before, after) = fixed.split_once('.').unwrap_or((&fixed, ""));
    let mut left: Vec<char> = before.chars().collect();
    let mut open = places(whole);
    let mut out: Vec<char> = Vec::new();
    for token in whole.iter().rev() {
        match token {
            Token::Digit(place) => {
                open -= 1;
                match left.pop() {
                    Some('0') if left.is_empty() && *place != '0' && before == "0" => {}
                    Some(digit) => out.push(digit),
                    None if *place == '0' => out.push('0'),
                    None => {}
                }
                if open == 0 {
                    out.extend(left.drain(..).rev());
                }
            }
            Token::Text(c) => out.push(*c),
            Token::Code(_) | Token::Elapsed(..) => return None,
        }
    }
    let mut shown: String = if number < 0.0 { "-".to_owned() } else { String::new() };
    shown.extend(out.iter().rev());
    if decimals > 0 {
        shown.push('.');
        shown.push_str(after);
    }
    shown.extend(behind.iter().filter_map(|token| match token {
        Token::Text(c) => Some(*c),
        _ => None,
    }));
    Some(shown)
}

/// A fraction: `2 1/2`, or `5/2` where there is no place for a whole part.
fn fraction(tokens: &[Token], number: f64) -> Option<String> {
    let stroke = tokens.iter().position(|token| *token == Token::Code('/'))?;
    let (above, below) = (tokens.get(..stroke)?, tokens.get(stroke + 1..)?);
    let groups = above.split(|token| !matches!(token, Token::Digit(_))).filter(|group| !group.is_empty()).count();
    if groups == 0 || tokens.contains(&Token::Code('.')) {
        return None;
    }
    let set: String = below
        .iter()
        .map_while(|token| matches!(token, Token::Text(c) if c.is_ascii_digit()).then(|| token_text(token)))
        .collect();
    let places = below.iter().filter(|token| matches!(token, Token::Digit(_))).count() as u32;
    let number_abs = number.abs();
    let whole = if groups > 1 { number_abs.floor() } else { 0.0 };
    let rest = number_abs - whole;
    let (top, bottom) = match set.parse::<u64>() {
        // `# ?/100` sets the denominator; its zeros are places to the eye only.
        Ok(first) if first > 0 => {
            let zeros = below.iter().skip(set.len()).take_while(|token| **token == Token::Digit('0')).count() as u32;
            let bottom = first.checked_mul(10u64.checked_pow(zeros.min(6))?)?;
            ((rest * bottom as f64).round() as u64, bottom)
        }
        _ if places > 0 => nearest(rest, 10u64.pow(places.min(DIGITS)) - 1),
        _ => return None,
    };
    let (whole, top) = if groups > 1 && top == bottom { (whole + 1.0, 0) } else { (whole, top) };
    let sign = if number < 0.0 { "-" } else { "" };
    Some(match (whole > 0.0, top) {
        (_, 0) if groups > 1 => format!("{sign}{whole:.0}"),
        (true, top) => format!("{sign}{whole:.0} {top}/{bottom}"),
        (false, top) => format!("{sign}{top}/{bottom}"),
    })
}

fn token_text(token: &Token) -> char {
    match token {
        Token::Text(c) | Token::Digit(c) | Token::Code(c) | Token::Elapsed(c, _) => *c,
    }
}

/// The fraction nearest to a number, with a denominator of at most `most`; of several the one with the smallest.
fn nearest(number: f64, most: u64) -> (u64, u64) {
    let mut best = (number.round() as u64, 1);
    let off = |(top, bottom): (u64, u64)| (number - top as f64 / bottom as f64).abs();
    for bottom in 2..=most {
        if off(best) < 1e-12 {
            break;
        }
        let tried = ((number * bottom as f64).round() as u64, bottom);
        if off(tried) + 1e-12 < off(best) {
            best = tried;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(format: &str, number: f64) -> String {
        shown(format, number).unwrap_or_default()
    }

    #[test]
    fn durations_count_on_beyond_a_day() {
        assert_eq!(of("[h]:mm", 2.5), "60:00");
        assert_eq!(of("[hh]:mm:ss", 0.05), "01:12:00");
        assert_eq!(of("[mm]:ss", 0.0625), "90:00");
        assert_eq!(of("[ss].00", 0.000_025), "02.16");
        assert_eq!(of("[h]\" h \"mm\" min\"", 1.125), "27 h 00 min");
        assert_eq!(of("[Red][h]:mm;[h]:mm", 1.5), "36:00");
    }

    #[test]
    fn times_of_day_have_no_day() {
        assert_eq!(of("h:mm", 0.25), "06:00");
        assert_eq!(of("h:mm:ss AM/PM", 0.75), "6:00:00 PM");
        assert_eq!(of("mm:ss", 0.003), "04:19");
        assert_eq!(of("h:mm", 45_000.5), "");
        assert_eq!(of("yyyy-mm-dd", 0.5), "");
    }

    #[test]
    fn zeros_and_signs_of_the_format_are_kept() {
        assert_eq!(of("0000000", 4711.0), "0004711");
        assert_eq!(of("000\\-00\\-0000", 12_345_678.0), "012-34-5678");
        assert_eq!(of("\"No. \"000", 7.0), "No. 007");
        assert_eq!(of("00.0", 3.25), "03.2");
        assert_eq!(of("(000) 000-0000", 5_550_100_200.0), "(555) 010-0200");
        assert_eq!(of("00", -7.0), "-07");
        assert_eq!(of("0", 7.0), "");
        assert_eq!(of("#,##0", 7000.0), "");
        assert_eq!(of("000", 123_456.0), "123456");
    }

    #[test]
    fn fractions_are_fractions() {
        assert_eq!(of("# ?/?", 1.25), "1 1/4");
        assert_eq!(of("# ??/??", 0.3125), "5/16");
        assert_eq!(of("?/?", 1.5), "3/2");
        assert_eq!(of("# ?/8", 0.5), "4/8");
        assert_eq!(of("# ??/100", 2.37), "2 37/100");
        assert_eq!(of("# ?/?", 4.0), "4");
        assert_eq!(of("# ?/?", -0.5), "-1/2");
        assert_eq!(of("# ?/?", 0.999), "1");
    }

    #[test]
    fn what_the_library_reads_well_is_left_to_it() {
        for format in ["General", "0.00%", "[$€-407]#,##0", "0.00E+00", "[>999]#,\"K\";#", "@", "m/d/yyyy", "mmm yy"]
        {
            assert_eq!(shown(format, 12.5), None, "{format}");
        }
        assert_eq!(shown("[h]:mm", f64::NAN), None);
        assert_eq!(shown(&format!("00.{}", "0".repeat(70_000)), 12.5), None);
    }
}
