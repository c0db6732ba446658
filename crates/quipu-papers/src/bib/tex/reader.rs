//! One pass over a text in TeX that gives its characters, each with the group of braces that it stands in.

use unicode_normalization::char::compose;

use super::letters::{accent, greek, letter};

/// One character of a text, and the outermost group of braces that it stands in; 0 where it stands in none. Braces that
/// only hold one letter's command (`{\"u}`) are no group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) c: char,
    pub(crate) group: u32,
}

/// Depth up to which braces are tracked one by one.
const DEEPEST: usize = 100;
/// Maximal number of bytes of math between `\(` and `\)` that are looked at.
const LONGEST_MATH: usize = 200;

/// The characters of a text in TeX, blanks collapsed.
pub(crate) fn glyphs(tex: &str) -> Vec<Glyph> {
    let mut reader = Reader {
        text: tex,
        at: 0,
        out: Vec::new(),
        open: Vec::new(),
        deeper: 0,
        outer: 0,
        groups: 0,
        marks: Vec::new(),
        may_skip: true,
    };
    while let Some(c) = reader.peek() {
        reader.step(c);
    }
    collapsed(&reader.out)
}

/// The parts of glyphs between blanks that stand in no braces.
pub(crate) fn words(glyphs: &[Glyph]) -> Vec<&[Glyph]> {
    glyphs.split(|glyph| glyph.c == ' ' && glyph.group == 0).filter(|word| !word.is_empty()).collect()
}

/// The end of math that has begun: the place of the next dollar sign, if braces are balanced up to there.
pub(crate) fn math_close(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && bytes[at] != b'$' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    let inside = text.get(..at).filter(|_| at < bytes.len())?;
    (even(inside) && !inside.trim().is_empty()).then_some(at)
}

/// True if all braces are balanced.
fn even(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'{' => depth += 1,
            b'}' if depth == 0 => return false,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

fn collapsed(glyphs: &[Glyph]) -> Vec<Glyph> {
    let mut out: Vec<Glyph> = Vec::with_capacity(glyphs.len());
    for glyph in glyphs {
        if !glyph.c.is_whitespace() {
            out.push(*glyph);
        } else if out.last().is_some_and(|last| last.c != ' ') {
            out.push(Glyph { c: ' ', group: glyph.group });
        }
    }
    if out.last().is_some_and(|last| last.c == ' ') {
        out.pop();
    }
    out
}

/// A brace that is open.
struct Brace {
    /// True if it opened an outermost group.
    outermost: bool,
    /// True if a command stands right after it.
    command: bool,
    /// Number of characters written when it opened.
    from: usize,
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    out: Vec<Glyph>,
    open: Vec<Brace>,
    /// Number of open braces beyond the tracked ones.
    deeper: usize,
    outer: u32,
    groups: u32,
    /// Accents that wait for their letter.
    marks: Vec<(char, Option<char>)>,
    /// True if an omitted argument may still be looked for.
    may_skip: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn step(&mut self, c: char) {
        self.at += c.len_utf8();
        match c {
            '\\' => self.command(),
            '{' => self.opened(),
            '}' => self.closed(),
            '$' => self.dollar(),
            '~' => self.push(' '),
            '-' if self.rest().starts_with("--") => self.ligature(2, '—'),
            '-' if self.rest().starts_with('-') => self.ligature(1, '–'),
            '`' if self.rest().starts_with('`') => self.ligature(1, '“'),
            '\'' if self.rest().starts_with('\'') => self.ligature(1, '”'),
            _ => self.push(c),
        }
    }

    fn ligature(&mut self, more: usize, c: char) {
        self.at += more;
        self.push(c);
    }

    fn push(&mut self, c: char) {
        if self.marks.is_empty() {
            self.out.push(Glyph { c, group: self.outer });
            return;
        }
        if c.is_whitespace() {
            return;
        }
        let mut base = match c {
            'ı' => 'i',
            'ȷ' => 'j',
            _ => c,
        };
        let mut left = Vec::new();
        for (mark, _) in std::mem::take(&mut self.marks).into_iter().rev() {
            match compose(base, mark).filter(|_| left.is_empty()) {
                Some(whole) => base = whole,
                None => left.push(mark),
            }
        }
        self.out.extend(std::iter::once(base).chain(left).map(|c| Glyph { c, group: self.outer }));
    }

    fn opened(&mut self) {
        if self.open.len() >= DEEPEST {
            self.deeper += 1;
            return;
        }
        let outermost = self.outer == 0 && self.marks.is_empty();
        if outermost {
            self.groups += 1;
            self.outer = self.groups;
        }
        let command = self.rest().starts_with('\\');
        self.open.push(Brace { outermost, command, from: self.out.len() });
    }

    fn closed(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(brace) = self.open.pop() else { return };
        if let Some((_, alone)) = self.marks.pop() {
            self.marks.clear();
            if let Some(alone) = alone.filter(|_| self.out.len() == brace.from) {
                self.push(alone);
            }
        }
        if brace.outermost {
            self.outer = 0;
            let inside = self.out.get_mut(brace.from..).unwrap_or_default();
            if brace.command && !inside.iter().any(|glyph| glyph.c.is_whitespace()) {
                inside.iter_mut().for_each(|glyph| glyph.group = 0);
            }
        }
    }

    fn dollar(&mut self) {
        let double = self.rest().starts_with('$');
        let from = usize::from(double);
        let inside = self.rest().get(from..).unwrap_or_default();
        let Some(end) = math_close(inside) else { return self.push('$') };
        self.at += from + end + 1;
        if double && self.rest().starts_with('$') {
            self.at += 1;
        }
        self.math(inside.get(..end).unwrap_or_default());
    }

    fn math(&mut self, inside: &str) {
        self.marks.clear();
        let inside = inside.trim();
        let name = inside.trim_start_matches('{').trim_end_matches('}').strip_prefix('\\').unwrap_or_default();
        if let Some(sign) = greek(name).filter(|_| !name.starts_with("text")) {
            return self.push(sign);
        }
        if let Some(sign) = letter(name).filter(|sign| sign.chars().all(|c| !c.is_ascii())) {
            return sign.chars().for_each(|c| self.push(c));
        }
        self.push('$');
        inside.chars().for_each(|c| self.push(c));
        self.push('$');
    }

    fn command(&mut self) {
        let Some(c) = self.peek() else { return self.push('\\') };
        if c.is_ascii_alphabetic() {
            return self.named();
        }
        self.at += c.len_utf8();
        let mut buffer = [0; 4];
        if let Some(mark) = accent(c.encode_utf8(&mut buffer)) {
            return self.marks.push(mark);
        }
        match c {
            '(' => self.bracketed("\\)", '('),
            '[' => self.bracketed("\\]", '['),
            ',' | ';' | ':' | '\\' => self.push(' '),
            '!' | '-' | '/' | '@' => {}
            _ => self.push(c),
        }
    }

    fn bracketed(&mut self, close: &str, open: char) {
        let near = self.rest().as_bytes();
        let near = near.get(..LONGEST_MATH).unwrap_or(near);
        let found = near.windows(2).position(|pair| pair == close.as_bytes());
        match found.and_then(|end| self.rest().get(..end)).filter(|inside| even(inside) && !inside.contains('$')) {
            Some(inside) => {
                self.at += inside.len() + 2;
                self.math(inside);
            }
            None => self.push(open),
        }
    }

    fn named(&mut self) {
        let rest = self.rest();
        let name = rest.get(..rest.bytes().take_while(u8::is_ascii_alphabetic).count()).unwrap_or_default();
        self.at += name.len();
        self.at += self.rest().len() - self.rest().trim_start().len();
        if let Some(mark) = accent(name) {
            self.marks.push(mark);
        } else if let Some(sign) = letter(name) {
            sign.chars().for_each(|c| self.push(c));
        } else if let Some(sign) = greek(name) {
            self.push(sign);
        } else if matches!(name, "noopsort" | "href") {
            self.skip();
        }
    }

    /// Leaves out the group that follows.
    fn skip(&mut self) {
        let rest = self.rest();
        if !self.may_skip || !rest.starts_with('{') {
            return;
        }
        let mut depth = 0_usize;
        for (place, byte) in rest.bytes().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                self.at += place + 1;
                return;
            }
        }
        self.may_skip = false;
    }
}
