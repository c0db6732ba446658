//! The authors at the beginning of an entry, in the forms of names in styles of reference lists.

use super::naming::{is_body, is_family, is_particle, is_two_letter_initial};
use super::tokens::{Token, tokens};

/// The authors of an entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Authors {
    /// Family names and bodies.
    pub(super) families: Vec<String>,
    /// More authors than are printed.
    pub(super) cut: bool,
    /// The byte after the names.
    pub(super) end: usize,
    /// True if the only name could as well be a short title: two words and a stop.
    pub(super) unsure: bool,
}

/// Names in an entry at most.
const MOST: usize = 400;

/// The form of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `A. Vaswani`
    InitialsFirst,
    /// `Vaswani, A.`, `Vaswani A`
    FamilyFirst,
    /// `Ashish Vaswani`
    Given,
    /// `Vaswani, Ashish`
    Inverted,
    /// `World Health Organization`
    Body,
}

/// A name: its form, family name, and the token after it.
struct Name {
    form: Form,
    family: String,
    end: usize,
}

/// Reads the names at the beginning of `text`.
pub(super) fn authors(text: &str) -> Authors {
    // Names of four hundred authors fit; a title that never ends is not read further.
    let mut limit = text.len().min(16_000);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let tokens = tokens(&text[..limit]);
    let reader = Reader { text, tokens: &tokens };
    reader.list()
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token<'a>],
}

impl<'a> Reader<'a> {
    fn list(&self) -> Authors {
        let mut found = Authors::default();
        let (mut at, mut last) = (0, false);
        let mut form = None;
        while found.families.len() < MOST {
            let Some(name) = self.name(at, form, last) else { break };
            (at, found.end) = (name.end, self.end_of(name.end));
            found.families.push(name.family);
            form = form.filter(|_| name.form == Form::Body).or(Some(name.form));
            if let Some(end) = self.others(at) {
                (found.cut, found.end) = (true, self.end_of(end));
                break;
            }
            let Some((next, and, dots)) = self.separator(at) else { break };
            if last && !and && !self.is(at, ";") {
                break;
            }
            (at, last, found.cut) = (next, and, found.cut | dots);
        }
        found.unsure = found.families.len() == 1 && form == Some(Form::Given) && !found.cut;
        if found.families.is_empty() {
            return self.single_word();
        }
        found
    }

    fn get(&self, at: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(at)
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.get(at).is_some_and(|token| token.text == text)
    }

    /// The byte where the token before `at` ends.
    fn end_of(&self, at: usize) -> usize {
        at.checked_sub(1).and_then(|at| self.get(at)).map_or(0, |token| token.at.end)
    }

    /// The text of tokens, as printed.
    fn span(&self, from: usize, to: usize) -> String {
        let (Some(first), Some(last)) = (self.get(from), self.get(to.saturating_sub(1))) else { return String::new() };
        self.text.get(first.at.start..last.at.end).unwrap_or_default().to_owned()
    }

    /// One name, in the form of those before it where there are any.
    fn name(&self, at: usize, form: Option<Form>, last: bool) -> Option<Name> {
        match form {
            None => self.first_name(at),
            Some(Form::FamilyFirst) => self.family_first(at).or_else(|| self.body(at)),
            Some(Form::InitialsFirst) => {
                self.initials_first(at).filter(|name| last || !self.is_journal(name.end)).or_else(|| self.body(at))
            }
            Some(Form::Given) => self.initials_first(at).or_else(|| self.given(at)),
            Some(Form::Inverted) => {
                let given = self.given(at).or_else(|| self.initials_first(at));
                given.or_else(|| self.family_first(at)).or_else(|| self.inverted(at))
            }
            Some(Form::Body) => self
                .initials_first(at)
                .or_else(|| self.family_first(at))
                .or_else(|| self.body(at))
                .or_else(|| self.given(at).filter(|name| last || self.another(name.end))),
        }
    }

    /// True if another name follows a whole one.
    fn another(&self, at: usize) -> bool {
        self.separator(at).is_some_and(|(next, _, _)| self.given(next).is_some())
    }

    fn first_name(&self, at: usize) -> Option<Name> {
        if let Some(body) = self.body(at) {
            return Some(body);
        }
        let family_first = self.family_first(at);
        // `Donald E. Knuth.` is a whole name, `Lee K. BERT:` is not.
        if let Some(name) = &family_first
            && !self.ends_name(name.end)
            && let Some(given) = self.given(at)
        {
            return Some(given);
        }
        family_first.or_else(|| self.initials_first(at)).or_else(|| self.given(at)).or_else(|| self.inverted(at))
    }

    /// True if the text after a name ends it.
    fn ends_name(&self, at: usize) -> bool {
        let Some(token) = self.get(at) else { return true };
        let and = matches!(token.text, "and" | "et" | "и" | "und" | "with");
        and || matches!(token.text, "," | ";" | ":" | "." | "&" | "(" | "[" | "“" | "\"" | "«" | "…" | "‘")
    }

    /// `A.`, `A. N.`, `M.-W.`: the token after them.
    fn initials(&self, at: usize) -> Option<usize> {
        let mut at = at;
        let mut any = false;
        loop {
            let hyphen = usize::from(any && self.is(at, "-"));
            let Some(token) = self.get(at + hyphen).filter(|token| token.is_capital()) else { break };
            let short = token.letters() == 1 || is_two_letter_initial(token.text);
            if !short || !self.is(at + hyphen + 1, ".") {
                break;
            }
            (at, any) = (at + hyphen + 2, true);
        }
        any.then_some(at)
    }

    /// Initials without stops, as in `Gomez AN`.
    fn bare_initials(&self, at: usize) -> Option<usize> {
        let token = self.get(at)?;
        let capitals = token.word && token.letters() <= 4 && token.text.chars().all(|c| c.is_uppercase() || c == '-');
        (capitals && self.ends_name(at + 1)).then_some(at + 1)
    }

    /// A family name of up to `most` words with particles before it: the token after it.
    fn family(&self, at: usize, most: usize) -> Option<usize> {
        let mut end = at;
        while end < at + 4 && self.get(end).is_some_and(|token| is_particle(token.text)) {
            end += 1;
            if self.is(end, "’") || self.is(end, "'") {
                end += 1;
            }
        }
        let mut words = 0;
        while words < most && self.get(end).is_some_and(|token| is_family(token)) {
            (end, words) = (end + 1, words + 1);
            let particles =
                (0..2).take_while(|next| self.get(end + next).is_some_and(|token| is_particle(token.text))).count();
            if particles > 0 && self.get(end + particles).is_some_and(is_family) && words < most {
                end += particles;
            }
        }
        (words > 0).then_some(end)
    }

    /// `Jr.`, `III` after a name.
    fn suffix(&self, at: usize) -> usize {
        let from = at + usize::from(self.is(at, ","));
        match self.get(from).map(|token| token.text) {
            Some("Jr" | "Sr") => from + 1 + usize::from(self.is(from + 1, ".") && !self.starts_title(from + 2)),
            Some("II" | "III" | "IV") => from + 1,
            _ => at,
        }
    }

    fn starts_title(&self, at: usize) -> bool {
        self.get(at).is_some_and(|token| token.is_capital() && token.letters() > 1)
    }

    fn initials_first(&self, at: usize) -> Option<Name> {
        let from = self.initials(at)?;
        let end = self.family(from, 3)?;
        let family = self.span(from, end);
        let end = self.suffix(end);
        self.ends_name(end).then_some(Name { form: Form::InitialsFirst, family, end })
    }

    fn family_first(&self, at: usize) -> Option<Name> {
        // The longest family name before the initials.
        let end = self.family(at, 4)?;
        for end in (at + 1..=end).rev() {
            let family = || self.span(at, end);
            if !self.get(end - 1).is_some_and(|token| is_family(token)) {
                continue;
            }
            let comma = end + usize::from(self.is(end, ","));
            if let Some(after) = self.initials(comma) {
                return Some(Name { form: Form::FamilyFirst, family: family(), end: self.after_initials(after) });
            }
            if let Some(after) = self.bare_initials(comma) {
                return Some(Name { form: Form::FamilyFirst, family: family(), end: after });
            }
        }
        None
    }

    /// A particle or `Jr.` printed after the initials: `Berg, R. van der`.
    fn after_initials(&self, at: usize) -> usize {
        let particles =
            (0..3).take_while(|next| self.get(at + next).is_some_and(|token| is_particle(token.text))).count();
        let end = if self.ends_name(at + particles) { at + particles } else { at };
        self.suffix(end)
    }

    /// `Ashish Vaswani`, `Donald E. Knuth`, `Ludwig van der Berg`: two to six words up to the end of a name.
    fn given(&self, at: usize) -> Option<Name> {
        let (mut end, mut words, mut family) = (at, 0, at);
        while words < 7 {
            if let Some(after) = self.initials(end).filter(|_| words > 0) {
                if self.ends_name(after) && !self.is(after, "-") {
                    break;
                }
                (end, family) = (after, after);
                words += 1;
                continue;
            }
            let Some(token) = self.get(end) else { break };
            let particle = is_particle(token.text) && words > 0;
            let letter = token.is_capital() && token.letters() == 1;
            if !(particle || letter || is_family(token)) {
                break;
            }
            // The family name is the last word, with the particles before it.
            if words == 0 || !self.get(end - 1).is_some_and(|token| is_particle(token.text)) {
                family = end;
            }
            (end, words) = (end + 1, words + 1);
        }
        let good = (2..=5).contains(&words)
            && family < end
            && self.get(family).is_some_and(|token| token.letters() > 1)
            && self.ends_given(end);
        good.then(|| Name { form: Form::Given, family: self.span(family, end), end: self.suffix(end) })
    }

    /// A colon or a bracket after two words is that of a title more often than of a name.
    fn ends_given(&self, at: usize) -> bool {
        let year = self.get(at + 1).and_then(Token::number).is_some();
        self.ends_name(at)
            && !self.is(at, ":")
            && (!self.is(at, "(") || year || self.is(at + 1, "n"))
            && !self.is(at, "[")
    }

    /// `Boettiger, Carl`: a family name, a comma, one or two given names and initials.
    fn inverted(&self, at: usize) -> Option<Name> {
        let end = self.family(at, 2).filter(|end| self.is(*end, ","))?;
        let mut given = end + 1;
        while given < end + 4 && self.get(given).is_some_and(|token| is_family(token)) {
            given += 1;
        }
        let whole = given > end + 1 && given <= end + 3;
        let given = self.initials(given).unwrap_or(given);
        (whole && self.ends_given(given)).then(|| Name { form: Form::Inverted, family: self.span(at, end), end: given })
    }

    /// A body: words with capital letters up to the end of a name, one of which marks a body.
    fn body(&self, at: usize) -> Option<Name> {
        let (mut end, mut known) = (at, false);
        while end < at + 12 {
            let Some(token) = self.get(end).filter(|token| token.word) else { break };
            let lower = token.text.to_lowercase();
            if !token.is_capital() && !matches!(lower.as_str(), "of" | "for" | "the" | "and" | "on" | "de") {
                break;
            }
            known |= is_body(&lower);
            end += 1;
        }
        let trailing = (at..end).rev().take_while(|at| self.get(*at).is_some_and(|token| !token.is_capital())).count();
        let end = end - trailing;
        // `Team A.` is printed like a name with an initial.
        let last = end.checked_sub(1).and_then(|at| self.get(at)).is_some_and(|token| token.letters() > 1);
        (known && last && self.ends_name(end)).then(|| Name { form: Form::Body, family: self.span(at, end), end })
    }

    /// One word and a year or a sentence after it: `OpenAI. 2023.`
    fn single_word(&self) -> Authors {
        let mut none = Authors::default();
        let Some(word) = self.get(0).filter(|token| token.is_capital() && token.letters() > 1) else { return none };
        let year = |at: usize| self.get(at).and_then(Token::number).is_some_and(|year| (1800..2100).contains(&year));
        let dated = self.is(1, ".") && year(2) || self.is(1, "(") && (year(2) || self.is(2, "n"));
        let stopped = self.is(1, ".") && self.starts_title(2) && self.get(3).is_some_and(|token| token.word);
        if dated || stopped {
            none = Authors { families: vec![word.text.to_owned()], cut: false, end: word.at.end, unsure: stopped };
        }
        none
    }

    /// True if the comma-separated "name" before `at` is rather a journal: `J. Chem. Phys. 12`.
    fn is_journal(&self, at: usize) -> bool {
        let abbreviated = self.is(at, ".")
            && self
                .get(at + 1)
                .is_some_and(|token| token.is_capital() && token.letters() > 1 || token.number().is_some())
            && (self.is(at + 2, ".") || self.get(at + 1).is_some_and(|token| token.number().is_some()));
        abbreviated || self.get(at).is_some_and(|token| token.number().is_some())
    }

    /// "et al.", "and others", "and 10 others", "[и др.]": the token after it.
    fn others(&self, at: usize) -> Option<usize> {
        let mut at = at + usize::from(self.is(at, ","));
        let bracket = self.is(at, "[") || self.is(at, "(");
        at += usize::from(bracket);
        let and = self.is(at, "and") || self.is(at, "&") || self.is(at, "и");
        let number = usize::from(and && self.get(at + 1).and_then(Token::number).is_some());
        let next = self.get(at + 1 + number)?;
        let end = match (self.get(at)?.text, next.text) {
            ("et", "al") | ("и", "др") | ("et", "alii") => at + 2,
            (_, "others" | "colleagues" | "coauthors") if and => at + 2 + number,
            _ => return None,
        };
        let end = end + usize::from(self.is(end, ".") && !self.is(at, "and"));
        Some(end + usize::from(bracket && (self.is(end, "]") || self.is(end, ")"))))
    }

    /// The separator between two names: the token after it, true if it is an "and", and true if it leaves names out.
    fn separator(&self, at: usize) -> Option<(usize, bool, bool)> {
        let mut end = at;
        let (mut and, mut dots) = (false, false);
        for _ in 0..5 {
            match self.get(end).map(|token| token.text) {
                Some("," | ";") if !and => end += 1,
                Some("and" | "&" | "и" | "und") if !and => (end, and) = (end + 1, true),
                Some("…") => (end, dots) = (end + 1, true),
                Some(".") if end > at && self.is(end + 1, ".") && self.is(end + 2, ".") => {
                    (end, dots) = (end + 3, true)
                }
                _ => break,
            }
        }
        (end > at).then_some((end, and, dots))
    }
}
