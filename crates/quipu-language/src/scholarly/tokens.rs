//! Tokens of a title or an abstract in the manner of the Penn Treebank: hyphens apart, LaTeX markup off, a formula one
//! token, words in brackets out of the line.
//!
//! Cost: linear in the text; the search for the end of a bracket or a formula is bounded.

use quipu_kernel::text::sentences;

/// The most bytes of a formula, of a bracket, and of the argument of a LaTeX command.
const LONGEST: usize = 300;
/// LaTeX commands whose argument is no text.
const SILENT: [&str; 9] = ["cite", "citep", "citet", "ref", "eqref", "label", "url", "href", "footnote"];

/// A word, a number, a sign or a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperToken<'a> {
    /// Text as written.
    pub text: &'a str,
    /// Its first byte in the field.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl PaperToken<'_> {
    /// True if it joins the words beside it to one.
    pub fn joins(&self) -> bool {
        matches!(self.text, "-" | "–" | "‐" | "‑" | "/")
    }

    /// True if it is a formula.
    pub fn is_formula(&self) -> bool {
        self.text.starts_with('$')
    }
}

/// Brackets with their contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket<'a> {
    /// Number of words of the line before it.
    pub before: usize,
    /// The words in it.
    pub words: Vec<PaperToken<'a>>,
}

/// A sentence, or a part of a title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaperLine<'a> {
    /// Its first byte in the field.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// Its words, those in brackets not among them.
    pub words: Vec<PaperToken<'a>>,
    /// Its brackets.
    pub brackets: Vec<Bracket<'a>>,
}

/// The sentences of an abstract.
pub fn lines_of_text(text: &str) -> Vec<PaperLine<'_>> {
    sentences(text).into_iter().map(|span| line(text, span.range().start, span.range().end)).collect()
}

/// The parts of a title between colons, question marks and dashes.
pub fn lines_of_title(title: &str) -> Vec<PaperLine<'_>> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, c) in title.char_indices() {
        let behind = &title[at + c.len_utf8()..];
        let blank = behind.starts_with(char::is_whitespace);
        let dash = matches!(c, '—' | '–' | '-') && title[..at].ends_with(' ');
        if blank && (matches!(c, ':' | '?' | '!' | '.' | ';') || dash) {
            out.push(line(title, from, at));
            from = at + c.len_utf8();
        }
    }
    out.push(line(title, from, title.len()));
    out.retain(|line| !line.words.is_empty());
    out
}

fn line(text: &str, start: usize, end: usize) -> PaperLine<'_> {
    let mut out = PaperLine { start, end, ..PaperLine::default() };
    let mut reader = Reader { text, at: start, end };
    while let Some(token) = reader.token() {
        if matches!(token.text, "(" | "[") {
            if let Some(words) = reader.bracket(&token) {
                out.brackets.push(Bracket { before: out.words.len(), words });
            }
        } else if !matches!(token.text, ")" | "]") {
            out.words.push(token);
        }
    }
    out
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    /// The next token; none at the end.
    fn token(&mut self) -> Option<PaperToken<'a>> {
        loop {
            let rest = self.rest();
            let c = rest.chars().next()?;
            if c == '\\' {
                self.command();
                continue;
            }
            if rest.starts_with("http://") || rest.starts_with("https://") {
                self.at += rest.find(char::is_whitespace).unwrap_or(rest.len());
                continue;
            }
            if c.is_whitespace() || matches!(c, '{' | '}' | '~') {
                self.at += c.len_utf8();
                continue;
            }
            let length = if c == '$' {
                formula(rest)
            } else if c.is_alphanumeric() {
                word(rest)
            } else if c == '-' || c == '.' {
                rest.bytes().take_while(|byte| char::from(*byte) == c).count()
            } else if matches!(c, '\'' | '’') && self.text[..self.at].ends_with(char::is_alphanumeric) && clitic(rest)
            {
                c.len_utf8() + 1
            } else {
                c.len_utf8()
            };
            let start = self.at;
            self.at += length;
            return Some(PaperToken { text: &self.text[start..self.at], start, end: self.at });
        }
    }

    /// Passes a LaTeX command; its argument stays where it is text.
    fn command(&mut self) {
        let rest = &self.rest()[1..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        self.at += 1 + letters;
        let (name, behind) = rest.split_at(letters);
        if SILENT.contains(&name)
            && behind.starts_with('{')
            && let Some(close) = behind.bytes().take(LONGEST).position(|byte| byte == b'}')
        {
            self.at += close + 1;
        }
    }

    /// The words up to the closing bracket; none where it is not found.
    fn bracket(&mut self, open: &PaperToken<'a>) -> Option<Vec<PaperToken<'a>>> {
        let close = if open.text == "(" { ')' } else { ']' };
        let mut depth = 1;
        let inside = self.rest();
        let length = inside.char_indices().take_while(|(at, _)| *at < LONGEST).find_map(|(at, c)| {
            depth += i32::from(open.text.starts_with(c)) - i32::from(c == close);
            (depth == 0).then_some(at)
        })?;
        let mut within = Reader { text: self.text, at: self.at, end: self.at + length };
        let words = std::iter::from_fn(|| within.token()).filter(|token| !matches!(token.text, "(" | ")" | "[" | "]"));
        let words = words.collect();
        self.at += length + 1;
        Some(words)
    }
}

/// The bytes of a formula, or of the sign alone where none closes it.
fn formula(rest: &str) -> usize {
    let inside = &rest.as_bytes()[1..];
    inside.iter().take(LONGEST).position(|byte| *byte == b'$').map_or(1, |close| close + 2)
}

fn clitic(rest: &str) -> bool {
    let mut ahead = rest.chars().skip(1);
    ahead.next() == Some('s') && !ahead.next().is_some_and(char::is_alphanumeric)
}

/// The bytes of a word: letters and digits, an inner dot, comma or apostrophe, pluses after ("C++").
fn word(rest: &str) -> usize {
    let mut at = 0;
    loop {
        at += rest[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum::<usize>();
        let mut ahead = rest[at..].chars();
        let (Some(sign), next) = (ahead.next(), ahead.next()) else { break };
        let before = rest[..at].chars().next_back();
        let goes_on = match sign {
            '.' | ',' => {
                before.is_some_and(|c| c.is_ascii_digit()) && next.is_some_and(|c| c.is_ascii_digit())
                    || sign == '.' && next.is_some_and(char::is_lowercase)
            }
            '@' | '^' => next.is_some_and(char::is_alphanumeric),
            '\'' | '’' => next.is_some_and(char::is_alphabetic) && next != Some('s'),
            _ => false,
        };
        if goes_on {
            at += sign.len_utf8();
            continue;
        }
        if let Some(length) = optional_ending(&rest[at..]) {
            at += length;
            continue;
        }
        at += rest[at..].bytes().take_while(|byte| *byte == b'+').count();
        break;
    }
    at
}

/// The bytes of an ending in brackets that touches its word ("argument(ation)", "model(s)").
fn optional_ending(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('(')?;
    let letters = inside.bytes().take_while(u8::is_ascii_lowercase).count();
    ((1..=6).contains(&letters) && inside[letters..].starts_with(')')).then_some(letters + 2)
}

/// Words with the blanks between them, without the contents of brackets.
pub fn spelled(words: &[PaperToken<'_>]) -> String {
    let mut out = String::new();
    let mut end = None;
    for word in words {
        if end.is_some_and(|end| end < word.start) {
            out.push(' ');
        }
        out.push_str(word.text);
        end = Some(word.end);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words<'a>(line: &PaperLine<'a>) -> Vec<&'a str> {
        line.words.iter().map(|word| word.text).collect()
    }

    #[test]
    fn markup_goes_formulas_and_pluses_stay() {
        let lines =
            lines_of_text(r"We use \textit{soft masks} \cite{ab} on $k$-NN graphs, RT++ and 91.7\% at https://a.b/c.");
        let soft =
            ["We", "use", "soft", "masks", "on", "$k$", "-", "NN", "graphs", ",", "RT++", "and", "91.7", "%", "at"];
        assert_eq!(words(&lines[0]), soft);
        assert_eq!(
            words(&lines_of_text("Model(s) of Argument(ation) and the author's own.")[0])[..3],
            ["Model(s)", "of", "Argument(ation)"]
        );
    }

    #[test]
    fn brackets_stand_out_of_the_line() {
        let lines = lines_of_text("A plain index (PI) is read (once [or twice]) here");
        assert_eq!(words(&lines[0]), ["A", "plain", "index", "is", "read", "here"]);
        let inside: Vec<(usize, usize)> = lines[0].brackets.iter().map(|one| (one.before, one.words.len())).collect();
        assert_eq!(inside, [(3, 1), (5, 3)]);
        // One that is never closed is no bracket.
        assert_eq!(lines_of_text("a (b c")[0].words.len(), 3);
    }

    #[test]
    fn a_title_has_parts() {
        let parts = lines_of_title("Knots: A Reader - of Cords? Yes, well-known");
        assert_eq!(
            parts.iter().map(|part| words(part).concat()).collect::<Vec<_>>(),
            ["Knots", "AReader", "ofCords", "Yes,well-known"]
        );
    }
}
