//! Expressions as text, for people (recursive descent): `year >= 2020 and not (tags = draft or $title holds "bell")`.

use std::str::FromStr;

use super::tokens::{Placed, Token, WORDS, tokens, wrong};
use super::{
    ComparedAs, Expression, ExpressionError, FieldRange, MOST_TESTS, MOST_VALUES, RangeEnd, too_deep, too_many,
};

/// Maximal depth of brackets and `not` in each other, redundant ones included.
const DEEPEST: usize = 64;

type Read<T> = Result<T, ExpressionError>;

impl FromStr for Expression {
    type Err = ExpressionError;

    /// Reads the form for people; the output of [`std::fmt::Display`] is read as the same.
    fn from_str(text: &str) -> Read<Self> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, at: 0, end: text.chars().count(), depth: 0, tests: 0 };
        let read = parser.any()?;
        match parser.peek() {
            None => read.within_bounds(),
            Some(Token::Sign(")")) => Err(parser.wrong("no bracket is open that it would close")),
            Some(_) => {
                Err(parser
                    .expected("`and`, `or` or the end; a value of several words, or with signs, stands in quotes"))
            }
        }
    }
}

/// A value as written: its text, and true if it stood without quotes.
type Value = (String, bool);

struct Parser<'a> {
    tokens: &'a [Placed],
    at: usize,
    /// Characters of the whole text.
    end: usize,
    depth: usize,
    tests: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn wrong(&self, reason: impl Into<String>) -> ExpressionError {
        wrong(self.tokens.get(self.at).map_or(self.end, |(at, _)| at - 1), reason)
    }

    fn expected(&self, what: &str) -> ExpressionError {
        let found = match self.peek() {
            None => "the text ends".to_owned(),
            Some(Token::Word(word)) => format!("`{word}` stands there"),
            Some(Token::Quoted(text)) => format!("{text:?} stands there"),
            Some(Token::Sign(sign)) => format!("`{sign}` stands there"),
        };
        self.wrong(format!("{found}; expected {what}"))
    }

    /// Passes over a word of the language, in any case, if it stands next.
    fn word(&mut self, wanted: &str) -> bool {
        let stands = matches!(self.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case(wanted));
        self.at += usize::from(stands);
        stands
    }

    fn sign(&mut self, wanted: &str) -> bool {
        let stands = matches!(self.peek(), Some(Token::Sign(sign)) if *sign == wanted);
        self.at += usize::from(stands);
        stands
    }

    fn any(&mut self) -> Read<Expression> {
        let mut parts = vec![self.all()?];
        while self.word("or") {
            parts.push(self.all()?);
        }
        self.joined(Expression::any(parts))
    }

    fn all(&mut self) -> Read<Expression> {
        let mut parts = vec![self.part()?];
        while self.word("and") {
            parts.push(self.part()?);
        }
        self.joined(Expression::all(parts))
    }

    fn joined(&self, parts: Option<Expression>) -> Read<Expression> {
        parts.ok_or_else(|| self.expected("a test"))
    }

    fn part(&mut self) -> Read<Expression> {
        if self.depth == DEEPEST {
            return Err(ExpressionError { place: self.wrong("").place, ..too_deep("") });
        }
        self.depth += 1;
        let read = if self.word("not") {
            self.part()?.negated()
        } else if self.sign("(") {
            let inner = self.any()?;
            if !self.sign(")") {
                return Err(self.expected("`and`, `or` or `)`"));
            }
            inner
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(read)
    }

    /// A text in quotes, or a word that is no keyword of the language.
    fn value(&mut self, what: &str) -> Read<Value> {
        let found = match self.peek() {
            Some(Token::Quoted(text)) => (text.clone(), false),
            Some(Token::Word(word)) if WORDS.iter().any(|one| word.eq_ignore_ascii_case(one)) => {
                return Err(self.wrong(format!("`{word}` is a word of the language; as {what} it stands in quotes")));
            }
            Some(Token::Word(word)) => (word.clone(), true),
            _ => return Err(self.expected(what)),
        };
        self.at += 1;
        Ok(found)
    }

    fn test(&mut self) -> Read<Expression> {
        self.tests += 1;
        if self.tests > MOST_TESTS {
            return Err(too_many(self.tests));
        }
        let start = self.at;
        let field = self.value("a field")?.0;
        let negated = self.word("not");
        let (test, against) = self.of_field(&field).map_err(|error| self.placed(start, error))?;
        Ok(if negated != against { test.negated() } else { test })
    }

    /// An error of a value, at the test that it stands in.
    fn placed(&self, start: usize, error: ExpressionError) -> ExpressionError {
        if error.place.starts_with("character ") {
            return error;
        }
        let at = self.tokens.get(start).map_or(self.end, |(at, _)| at - 1);
        wrong(at, format!("{}: {}", error.place, error.reason))
    }

    /// The test of a field, and true if it is negated.
    fn of_field(&mut self, field: &str) -> Read<(Expression, bool)> {
        for (sign, open, lower) in [("<", true, false), ("<=", false, false), (">", true, true), (">=", false, true)] {
            if self.sign(sign) {
                return self.compared(field, open, lower).map(|test| (test, false));
            }
        }
        for (word, lower) in [("before", false), ("after", true)] {
            if self.word(word) {
                return self.compared(field, true, lower).map(|test| (test, false));
            }
        }
        let against = self.sign("!=");
        let read = if against || self.sign("=") {
            Expression::equals(field, &self.value("a value")?.0)
        } else if self.word("is") {
            let against = self.word("not");
            if !self.word("empty") {
                return Err(self.expected("`empty`; a value is compared by `=`"));
            }
            return Expression::exists(field).map(|test| (test, !against));
        } else if self.word("exists") {
            Expression::exists(field)
        } else if self.word("in") {
            Expression::one_of(field, self.list()?)
        } else if self.word("begins") {
            self.word("with");
            Expression::begins(field, &self.value("a value")?.0)
        } else if self.word("ends") {
            self.word("with");
            Expression::ends(field, &self.value("a value")?.0)
        } else if self.word("holds") || self.word("contains") {
            Expression::holds(field, &self.value("a value")?.0)
        } else if self.word("between") {
            Expression::between(field, self.between()?)
        } else {
            let tests = "= != < <= > >= in, not in, begins, ends, holds, exists, is empty, between, before or after";
            return Err(self.expected(&format!("a test of the field {field:?}: {tests}")));
        };
        Ok((read?, against))
    }

    fn list(&mut self) -> Read<Vec<String>> {
        if !self.sign("(") {
            return Err(self.expected("`(` and values with commas between them"));
        }
        let mut values = vec![self.value("a value")?.0];
        while self.sign(",") {
            if values.len() == MOST_VALUES {
                return Err(self.wrong(format!("more than {MOST_VALUES} values are listed")));
            }
            values.push(self.value("a value")?.0);
        }
        if self.sign(")") { Ok(values) } else { Err(self.expected("`,` or `)`")) }
    }

    fn compared(&mut self, field: &str, open: bool, lower: bool) -> Read<Expression> {
        let end = self.value("a value")?;
        let compared = self.compared_as(std::slice::from_ref(&end))?;
        let end = Some(RangeEnd::new(&end.0, open));
        let (from, to) = if lower { (end, None) } else { (None, end) };
        Expression::between(field, FieldRange::new(compared, from, to)?)
    }

    fn between(&mut self) -> Read<FieldRange> {
        let from_open = self.word("after");
        let from = self.value("the lower end")?;
        if !self.word("and") {
            return Err(self.expected("`and` and the upper end"));
        }
        let to_open = self.word("before");
        let ends = [from, self.value("the upper end")?];
        let compared = self.compared_as(&ends)?;
        let [(from, _), (to, _)] = &ends;
        FieldRange::new(compared, Some(RangeEnd::new(from, from_open)), Some(RangeEnd::new(to, to_open)))
    }

    /// The type by which the ends are compared: as declared after them, else by their form.
    fn compared_as(&mut self, ends: &[Value]) -> Read<ComparedAs> {
        if !self.word("as") {
            return Ok(ComparedAs::of_ends(ends.iter().map(|(text, bare)| (text.as_str(), *bare))));
        }
        let place = self.wrong("").place;
        let name = self.value("text, number, date or year")?.0;
        ComparedAs::named(&place, &name.to_lowercase())
    }
}
