//! Arithmetic on given numbers, in exact decimals: expressions, percentages, days between dates, units. It reads no
//! name and calls nothing but four functions, so that any input can only be evaluated.

use std::str::FromStr;

use rust_decimal::Decimal;

use crate::clauses::clause_pieces::{ClausePiece, PieceSort, pieces};
use crate::clauses::quantity::unit;
use quipu_kernel::model::{Day, day_number};

/// The longest expression, in characters.
const LONGEST: usize = 500;
/// Maximal depth of brackets in each other.
const DEEPEST: usize = 32;

/// The result of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reckoned {
    /// The value.
    pub value: String,
    /// Its unit.
    pub unit: Option<String>,
    /// The evaluated expression.
    pub expression: String,
}

/// The reason why an expression has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReckonError {
    /// There is no arithmetic in it.
    #[error("{0:?} is not arithmetic: numbers, + - * / % ( ), dates, units, and min, max, abs, round")]
    Unread(String),
    /// The expression divides by zero.
    #[error("it divides by zero")]
    Zero,
    /// A number is too large.
    #[error("a number is too large")]
    Large,
    /// The expression is too long.
    #[error("it is longer than {LONGEST} characters, or brackets stand too deep")]
    Long,
}

/// A sign or a number of an expression.
#[derive(Debug, Clone, PartialEq)]
enum Mark {
    Number(Decimal),
    Sign(char),
    Function(&'static str),
}

/// Words that stand for signs.
const SIGNS: &[(&str, char)] = &[
    ("plus", '+'),
    ("plus", '+'),
    ("minus", '-'),
    ("times", '*'),
    ("multiplied", '*'),
    ("divided", '/'),
    ("over", '/'),
    ("плюс", '+'),
    ("минус", '-'),
    ("умножить", '*'),
    ("умноженное", '*'),
    ("помножить", '*'),
    ("разделить", '/'),
    ("делить", '/'),
    ("поделить", '/'),
    ("деленное", '/'),
];

/// Evaluates an expression, or the arithmetic of a question.
///
/// # Errors
/// When it holds no arithmetic, divides by zero, or is too large.
pub fn reckon(text: &str) -> Result<Reckoned, ReckonError> {
    if text.chars().count() > LONGEST {
        return Err(ReckonError::Long);
    }
    let read = pieces(text, &[]);
    if let Some(found) = days(&read) {
        return Ok(found);
    }
    if let Some(found) = converted(&read) {
        return found;
    }
    let marks = marks(&read);
    if marks.iter().filter(|mark| matches!(mark, Mark::Number(_))).count() == 0 {
        return Err(ReckonError::Unread(text.to_owned()));
    }
    let mut parser = Parser { marks: &marks, at: 0, depth: 0 };
    let value = parser.sum()?;
    if parser.at < marks.len() || marks.len() < 2 {
        return Err(ReckonError::Unread(text.to_owned()));
    }
    Ok(Reckoned { value: shown(value), unit: None, expression: told(&marks) })
}

fn shown(value: Decimal) -> String {
    value.round_dp(10).normalize().to_string()
}

fn told(marks: &[Mark]) -> String {
    let one = |mark: &Mark| match mark {
        Mark::Number(number) => number.normalize().to_string(),
        Mark::Sign(sign) => sign.to_string(),
        Mark::Function(name) => (*name).to_owned(),
    };
    marks.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// The number that a piece writes.
fn decimal(piece: &ClausePiece) -> Option<Decimal> {
    piece.number()?;
    let text = &piece.text;
    let groups: Vec<&str> = text.split(',').collect();
    let thousands = groups.len() > 1 && groups[1..].iter().all(|group| group.len() == 3) && groups[0] != "0";
    let plain = if thousands { text.replace(',', "") } else { text.replace(',', ".") };
    Decimal::from_str(&plain.replace(' ', "")).ok()
}

/// The signs and numbers of a text; words that are neither are passed over.
fn marks(read: &[ClausePiece]) -> Vec<Mark> {
    let mut out: Vec<Mark> = Vec::new();
    for (at, piece) in read.iter().enumerate() {
        if let Some(number) = decimal(piece) {
            out.push(Mark::Number(number));
            continue;
        }
        let next = read.get(at + 1).map_or("", |next| next.low.as_str());
        match (&piece.sort, piece.low.as_str()) {
            (PieceSort::Sign(sign @ ('+' | '-' | '*' | '/' | '(' | ')')), _) => out.push(Mark::Sign(*sign)),
            (PieceSort::Sign('×' | '·'), _) => out.push(Mark::Sign('*')),
            (PieceSort::Sign('÷' | ':'), _) if !out.is_empty() => out.push(Mark::Sign('/')),
            (PieceSort::Sign(','), _) if out.iter().any(|mark| matches!(mark, Mark::Function(_))) => {
                out.push(Mark::Sign(','))
            }
            // "15 % of 2,480"; alone a percent sign is the rest of a division.
            (PieceSort::Sign('%'), _) | (_, "percent") if matches!(next, "of" | "от" | "из") => {
                out.extend([Mark::Sign('/'), Mark::Number(Decimal::ONE_HUNDRED), Mark::Sign('*')])
            }
            (PieceSort::Sign('%'), _) => out.push(Mark::Sign('%')),
            (_, low) if low.starts_with("процент") && matches!(next, "от" | "из") => {
                out.extend([Mark::Sign('/'), Mark::Number(Decimal::ONE_HUNDRED), Mark::Sign('*')])
            }
            (_, low) => {
                if let Some((_, sign)) = SIGNS.iter().find(|(word, _)| *word == low) {
                    out.push(Mark::Sign(*sign));
                } else if let Some(name) = ["min", "max", "abs", "round"].into_iter().find(|name| *name == low) {
                    out.push(Mark::Function(name));
                }
            }
        }
    }
    out
}

struct Parser<'m> {
    marks: &'m [Mark],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn sign(&self) -> Option<char> {
        match self.marks.get(self.at) {
            Some(Mark::Sign(sign)) => Some(*sign),
            _ => None,
        }
    }

    fn sum(&mut self) -> Result<Decimal, ReckonError> {
        let mut value = self.product()?;
        while let Some(sign @ ('+' | '-')) = self.sign() {
            self.at += 1;
            let other = self.product()?;
            let found = if sign == '+' { value.checked_add(other) } else { value.checked_sub(other) };
            value = found.ok_or(ReckonError::Large)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<Decimal, ReckonError> {
        let mut value = self.factor()?;
        while let Some(sign @ ('*' | '/' | '%')) = self.sign() {
            self.at += 1;
            let other = self.factor()?;
            if sign != '*' && other.is_zero() {
                return Err(ReckonError::Zero);
            }
            let found = match sign {
                '*' => value.checked_mul(other),
                '/' => value.checked_div(other),
                _ => value.checked_rem(other),
            };
            value = found.ok_or(ReckonError::Large)?;
        }
        Ok(value)
    }

    fn factor(&mut self) -> Result<Decimal, ReckonError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ReckonError::Long);
        }
        let found = self.atom();
        self.depth -= 1;
        found
    }

    fn atom(&mut self) -> Result<Decimal, ReckonError> {
        let unread = || ReckonError::Unread(told(self.marks));
        match self.marks.get(self.at).ok_or_else(unread)?.clone() {
            Mark::Number(number) => {
                self.at += 1;
                Ok(number)
            }
            Mark::Sign('-') => {
                self.at += 1;
                Ok(-self.factor()?)
            }
            Mark::Sign('(') => {
                self.at += 1;
                let value = self.sum()?;
                if self.sign() != Some(')') {
                    return Err(ReckonError::Unread(told(self.marks)));
                }
                self.at += 1;
                Ok(value)
            }
            Mark::Function(name) => {
                self.at += 1;
                self.function(name)
            }
            Mark::Sign(_) => Err(unread()),
        }
    }

    fn function(&mut self, name: &str) -> Result<Decimal, ReckonError> {
        let unread = || ReckonError::Unread(told(self.marks));
        if self.sign() != Some('(') {
            return Err(unread());
        }
        self.at += 1;
        let mut values = vec![self.sum()?];
        while self.sign() == Some(',') {
            self.at += 1;
            values.push(self.sum()?);
        }
        if self.sign() != Some(')') {
            return Err(ReckonError::Unread(told(self.marks)));
        }
        self.at += 1;
        let found = match name {
            "min" => values.into_iter().min(),
            "max" => values.into_iter().max(),
            "abs" => values.first().map(Decimal::abs),
            _ => values.first().map(Decimal::round),
        };
        found.ok_or_else(|| ReckonError::Unread(told(self.marks)))
    }
}

/// The days between two dates; a date without a year is of the other's.
fn days(read: &[ClausePiece]) -> Option<Reckoned> {
    let dates: Vec<(Day, &str)> = read.iter().filter_map(|piece| Some((piece.day()?, piece.text.as_str()))).collect();
    let [(mut one, first), (mut other, second)] = dates[..] else { return None };
    if one.year == 0 {
        one.year = other.year;
    }
    if other.year == 0 {
        other.year = one.year;
    }
    let known = |day: Day| day.year != 0 && day.month != 0 && day.day != 0;
    if !known(one) || !known(other) {
        return None;
    }
    let apart = (number(other) - number(one)).abs();
    let (size, unit) = read
        .iter()
        .find_map(|piece| {
            unit(&piece.low)
                .filter(|(name, size)| *name == "time" && *size >= 86_400.0)
                .map(|(_, size)| (size, piece.key.clone()))
        })
        .unwrap_or((86_400.0, "day".into()));
    let value = Decimal::from(apart) * Decimal::from(86_400) / Decimal::from(size as i64);
    let value = if unit == "day" { value } else { value.round_dp(2) };
    Some(Reckoned { value: shown(value), unit: Some(unit), expression: format!("{second} - {first}") })
}

fn number(day: Day) -> i64 {
    day_number(day.year.into(), day.month.into(), day.day.into())
}

/// A quantity in another unit: "convert 95 minutes to hours".
fn converted(read: &[ClausePiece]) -> Option<Result<Reckoned, ReckonError>> {
    let at = read.iter().position(|piece| decimal(piece).is_some())?;
    let amount = decimal(&read[at])?;
    let (from, size) = read.get(at + 1).and_then(|next| unit(&next.low))?;
    let others = read.iter().enumerate().filter(|(place, _)| *place != at && *place != at + 1);
    let (target, into) =
        others.filter_map(|(_, piece)| Some((piece, unit(&piece.low)?))).find(|(_, (name, _))| *name == from)?;
    let exact = |number: f64| Decimal::from_str(&number.to_string()).ok();
    let (Some(size), Some(into_size)) = (exact(size), exact(into.1)) else { return Some(Err(ReckonError::Large)) };
    let value = amount.checked_mul(size).and_then(|base| base.checked_div(into_size)).ok_or(ReckonError::Large);
    let expression = format!("{} {} → {}", read[at].text, read[at + 1].text, target.text);
    Some(value.map(|value| Reckoned { value: shown(value.round_dp(6)), unit: Some(target.text.clone()), expression }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value(text: &str) -> String {
        reckon(text).map_or_else(|error| error.to_string(), |found| found.value)
    }

    #[test]
    fn what_is_given_is_reckoned_exactly() {
        for (text, expected) in [
            ("What is 15 % of 2,480?", "372"),
            ("0.1 + 0.2", "0.3"),
            ("Convert 95 minutes to hours.", "1.583333"),
            ("Сколько будет 128 умножить на 36?", "4608"),
            ("Сколько дней между 9 января и 8 апреля 2025 года?", "89"),
            ("How many days lie between 27 February 2024 and 1 March 2024?", "3"),
            ("(2 + 3) * 4 - -1", "21"),
            ("max(3, 7) / 2", "3.5"),
            ("7 % 4", "3"),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
        assert_eq!(reckon("1 / 0"), Err(ReckonError::Zero));
        assert!(matches!(reckon("Who owns it?"), Err(ReckonError::Unread(_))));
        assert_eq!(reckon(&format!("{}1", "(".repeat(400))), Err(ReckonError::Long));
    }

    proptest! {
        #[test]
        fn whatever_is_typed_is_reckoned_or_refused(text in "[0-9+*/%(). ,a-z-]{0,60}") {
            let _ = reckon(&text);
        }
    }
}
