//! API keys: sent to their server only, and only where a header can hold them.

use std::fmt;

use reqwest::header::HeaderValue;

/// A key. It is shown nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    key: String,
    /// The variable that it is from; empty where unknown.
    variable: String,
}

impl Secret {
    /// Hides a key; an empty one is missing. Blanks, quotes and the word `Bearer` around it are no part of it.
    pub fn new(key: String) -> Option<Self> {
        let mut inner = key.trim_matches(around);
        for quote in ['"', '\'', '`'] {
            let quoted = inner.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
            inner = quoted.map_or(inner, |inner| inner.trim_matches(around));
        }
        if let Some((word, rest)) = inner.split_once(char::is_whitespace)
            && word.eq_ignore_ascii_case("bearer")
        {
            inner = rest.trim_matches(around);
        }
        (!inner.is_empty()).then(|| Self { key: inner.to_owned(), variable: String::new() })
    }

    /// The key with the name of the variable that it is from.
    #[must_use]
    pub fn of(mut self, variable: &str) -> Self {
        variable.clone_into(&mut self.variable);
        self
    }

    /// The key as a header shows it to the server.
    ///
    /// # Errors
    /// When no header can hold it: which sign stands in the way. The key itself is not told.
    pub(crate) fn bearer(&self) -> Result<HeaderValue, String> {
        let odd = self.key.chars().position(|c| !c.is_ascii_graphic());
        let value = HeaderValue::from_str(&format!("Bearer {}", self.key)).ok().filter(|_| odd.is_none());
        let Some(mut value) = value else {
            let at = odd.unwrap_or_default();
            let sign = self.key.chars().nth(at).unwrap_or_default();
            let variable = if self.variable.is_empty() { "the variable of its key" } else { &self.variable };
            return Err(format!(
                "{variable} holds {} as sign {} of the key; write the key into it again",
                named(sign),
                at + 1
            ));
        };
        value.set_sensitive(true);
        Ok(value)
    }

    /// A text with the key masked, from any source.
    pub(crate) fn hidden_in(&self, text: &str) -> String {
        text.replace(&self.key, "***")
    }
}

/// True for invisible characters that are pasted around keys.
fn around(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
}

/// The name of a character that no key holds.
fn named(sign: char) -> String {
    match sign {
        '\n' | '\r' => "a line break".to_owned(),
        '\t' => "a tab".to_owned(),
        ' ' => "a blank".to_owned(),
        sign if around(sign) => format!("the invisible sign U+{:04X}", u32::from(sign)),
        sign => format!("the sign U+{:04X}, which no header can hold", u32::from(sign)),
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bearer(key: &str) -> Result<String, String> {
        let secret = Secret::new(key.to_owned()).map(|secret| secret.of("THE_KEY"));
        let bearer = secret.ok_or_else(|| "none".to_owned())?.bearer()?;
        Ok(bearer.to_str().map_err(|error| error.to_string())?.to_owned())
    }

    #[test]
    fn what_stands_around_a_key_is_no_part_of_it() {
        for key in ["sk-1", " sk-1\r\n", "\"sk-1\"", "'sk-1'\n", "Bearer sk-1", "\u{feff}sk-1\u{200b}", "\u{a0}sk-1\t"]
        {
            assert_eq!(bearer(key).as_deref(), Ok("Bearer sk-1"), "{key:?}");
        }
        assert!(["", " \n", "\"\""].iter().all(|key| Secret::new((*key).to_owned()).is_none()));
    }

    #[test]
    fn a_key_that_no_header_holds_is_told_and_not_shown() {
        for (key, sign) in [
            ("sk-secret\r\n1", "a line break as sign 10"),
            ("sk-secret 1", "a blank"),
            ("sk-secret\t1", "a tab"),
            ("sk-\u{200b}secret", "U+200B"),
            ("sk-sесret", "U+0435"),
        ] {
            let refused = bearer(key).unwrap_err();
            assert!(refused.starts_with("THE_KEY holds ") && refused.contains(sign), "{refused}");
            assert!(!refused.contains("secret") && !refused.contains("sk-"), "{refused}");
        }
    }
}
