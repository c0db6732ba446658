//! Expressions written as text, which is read back as the same.

use std::fmt::{self, Display, Write as _};

use super::tokens::WORDS;
use super::{ComparedAs, Expression, FieldIs, FieldRange, FieldTest};

impl Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(parts) => joined(f, parts, " and "),
            Self::Any(parts) => joined(f, parts, " or "),
            Self::Not(part) => {
                f.write_str("not ")?;
                inner(f, part)
            }
            Self::Is(test) => test.fmt(f),
        }
    }
}

fn joined(f: &mut fmt::Formatter<'_>, parts: &[Expression], between: &str) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_str(between)?;
        }
        inner(f, part)?;
    }
    Ok(())
}

/// An expression inside another: several parts in brackets, though some would need none.
fn inner(f: &mut fmt::Formatter<'_>, part: &Expression) -> fmt::Result {
    match part {
        Expression::All(_) | Expression::Any(_) => write!(f, "({part})"),
        Expression::Not(_) | Expression::Is(_) => part.fmt(f),
    }
}

impl Display for FieldTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        word(f, self.field())?;
        let (name, text) = match self.is() {
            FieldIs::Equals(wanted) => (" = ", wanted.texts().first().map(String::as_str)),
            FieldIs::Begins(text) => (" begins ", Some(text.text())),
            FieldIs::Ends(text) => (" ends ", Some(text.text())),
            FieldIs::Holds(text) => (" holds ", Some(text.text())),
            FieldIs::Exists => (" exists", None),
            FieldIs::Between(range) => return write_range(f, range),
            FieldIs::OneOf(wanted) => {
                f.write_str(" in (")?;
                for (at, text) in wanted.texts().iter().enumerate() {
                    f.write_str(if at > 0 { ", " } else { "" })?;
                    word(f, text)?;
                }
                return f.write_char(')');
            }
        };
        f.write_str(name)?;
        text.map_or(Ok(()), |text| word(f, text))
    }
}

fn write_range(f: &mut fmt::Formatter<'_>, range: &FieldRange) -> fmt::Result {
    match (range.from(), range.to()) {
        (Some(from), Some(to)) => {
            f.write_str(if from.is_open() { " between after " } else { " between " })?;
            word(f, from.text())?;
            f.write_str(if to.is_open() { " and before " } else { " and " })?;
            word(f, to.text())?;
        }
        (Some(from), None) => {
            f.write_str(if from.is_open() { " > " } else { " >= " })?;
            word(f, from.text())?;
        }
        (None, Some(to)) => {
            f.write_str(if to.is_open() { " < " } else { " <= " })?;
            word(f, to.text())?;
        }
        (None, None) => {}
    }
    let ends = [range.from(), range.to()].into_iter().flatten().map(|end| (end.text(), is_bare(end.text())));
    if ComparedAs::of_ends(ends) == range.compared() { Ok(()) } else { write!(f, " as {}", range.compared().name()) }
}

/// A field or a value, in quotes where it needs them.
fn word(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if is_bare(text) {
        return f.write_str(text);
    }
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

fn is_bare(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '$' | ':' | '+' | '@' | '#');
    !text.is_empty() && text.chars().all(plain) && !WORDS.iter().any(|one| text.eq_ignore_ascii_case(one))
}
