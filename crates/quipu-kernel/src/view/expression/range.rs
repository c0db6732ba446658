//! Ranges (between): an interval of texts, numbers or dates, each end open, closed or left out.

use super::ExpressionError;
use super::date_ranges::{self, DateSpan};
use super::values::{fold, number};

/// The type by which values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparedAs {
    /// Texts in the order of their letters, small and capital ones being the same.
    Text,
    /// Numbers; other values do not match.
    Number,
    /// Dates: years, months, days, times of days, and numbers as seconds since 1970; other values do not match.
    Date,
    /// Years: a value that is a number as a number, one that is a date with a month as a date.
    Year,
}

/// An end of a range.
#[derive(Debug, Clone)]
pub struct RangeEnd {
    text: String,
    open: bool,
    folded: String,
    number: Option<f64>,
    date: Option<DateSpan>,
}

/// A range of values with one end at least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldRange {
    compared: ComparedAs,
    from: Option<RangeEnd>,
    to: Option<RangeEnd>,
}

impl ComparedAs {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Text, Self::Number, Self::Date, Self::Year];

    /// Its name in JSON and texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Date => "date",
            Self::Year => "year",
        }
    }

    pub(super) fn named(place: &str, name: &str) -> Result<Self, ExpressionError> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            ExpressionError::new(place, format!("values are not compared as {name:?}; choose one of {names}"))
        })
    }

    /// The type of ends in a text: ends without quotes may be numbers, and all of them dates.
    pub(super) fn of_ends<'a>(ends: impl Iterator<Item = (&'a str, bool)> + Clone) -> Self {
        if ends.clone().all(|(text, bare)| bare && is_year(text)) {
            Self::Year
        } else if ends.clone().all(|(text, bare)| bare && number(text).is_some()) {
            Self::Number
        } else if ends.clone().all(|(text, _)| date_ranges::iso(text).is_some()) {
            Self::Date
        } else {
            Self::Text
        }
    }
}

impl RangeEnd {
    /// An end, which belongs to the range unless it is open.
    pub fn new(text: &str, open: bool) -> Self {
        let (number, date) = (number(text), date_ranges::covered(text));
        Self { text: text.to_owned(), open, folded: fold(text), number, date }
    }

    /// The end as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if the range excludes the end itself.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Checks that the end can be compared as this type.
    fn fits(&self, compared: ComparedAs) -> Result<(), &'static str> {
        let (fits, wanted) = match compared {
            ComparedAs::Text => (!self.text.is_empty(), "a text that is not empty"),
            ComparedAs::Number => (self.number.is_some(), "a number"),
            ComparedAs::Date => {
                (self.date.is_some(), "a date as 2024, 2024-05, 2024-05-01 or 2024-05-01T12:30, or seconds since 1970")
            }
            ComparedAs::Year => (is_year(&self.text), "a year of four digits"),
        };
        if fits { Ok(()) } else { Err(wanted) }
    }
}

impl PartialEq for RangeEnd {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.open) == (&other.text, other.open)
    }
}

impl Eq for RangeEnd {}

impl FieldRange {
    /// A range. A closed upper end that is a year, a month or a day holds all of it; an open lower one, nothing of it.
    ///
    /// # Errors
    /// When both ends are left out, or one is not of the kind that is compared.
    pub fn new(compared: ComparedAs, from: Option<RangeEnd>, to: Option<RangeEnd>) -> Result<Self, ExpressionError> {
        if from.is_none() && to.is_none() {
            return Err(ExpressionError::new("a range", "it has neither bound; use `from`, `to` or both"));
        }
        for end in [&from, &to].into_iter().flatten() {
            end.fits(compared).map_err(|wanted| {
                let reason = format!("it is compared as {} and would be {wanted}", compared.name());
                ExpressionError::new(format!("the end {:?}", end.text), reason)
            })?;
        }
        Ok(Self { compared, from, to })
    }

    /// The type by which values are compared.
    pub fn compared(&self) -> ComparedAs {
        self.compared
    }

    /// The lower end.
    pub fn from(&self) -> Option<&RangeEnd> {
        self.from.as_ref()
    }

    /// The upper end.
    pub fn to(&self) -> Option<&RangeEnd> {
        self.to.as_ref()
    }

    /// True if only values that begin with a digit, a sign or a point can match.
    pub fn is_of_numbers(&self) -> bool {
        self.compared != ComparedAs::Text
    }

    pub(super) fn admits(&self, value: &str) -> bool {
        match self.compared {
            ComparedAs::Text => {
                let value = fold(value);
                self.holds(
                    |end| end.folded <= value && !(end.open && end.folded == value),
                    |end| value <= end.folded && !(end.open && end.folded == value),
                )
            }
            ComparedAs::Number => number(value).is_some_and(|value| self.holds_number(value)),
            ComparedAs::Date => date_ranges::covered(value).is_some_and(|value| self.holds_date(value)),
            ComparedAs::Year => match number(value) {
                Some(value) => self.holds_number(value),
                None => date_ranges::iso(value).is_some_and(|value| value.has_month && self.holds_date(value)),
            },
        }
    }

    fn holds(&self, above: impl Fn(&RangeEnd) -> bool, below: impl Fn(&RangeEnd) -> bool) -> bool {
        self.from.as_ref().is_none_or(above) && self.to.as_ref().is_none_or(below)
    }

    fn holds_number(&self, value: f64) -> bool {
        let is = |end: &RangeEnd, holds: fn(f64, f64) -> bool| end.number.is_some_and(|number| holds(value, number));
        self.holds(
            |end| if end.open { is(end, |value, end| value > end) } else { is(end, |value, end| value >= end) },
            |end| if end.open { is(end, |value, end| value < end) } else { is(end, |value, end| value <= end) },
        )
    }

    /// A value counts as its first moment.
    fn holds_date(&self, value: DateSpan) -> bool {
        let is = |end: &RangeEnd, holds: &dyn Fn(DateSpan) -> bool| end.date.is_some_and(holds);
        let at = value.first;
        self.holds(
            |end| is(end, &|date| if end.open { at >= date.behind } else { at >= date.first }),
            |end| is(end, &|date| if end.open { at < date.first } else { at < date.behind }),
        )
    }
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit())
}
