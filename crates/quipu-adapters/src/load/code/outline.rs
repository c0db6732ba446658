//! Lines of code as sections: comments before a definition, its heading, its code.

use super::languages::Language;
use crate::load::written::Written;

/// Maximal indentation of a definition with a section of its own, in columns.
const DEEPEST: usize = 8;

/// The sections under construction.
struct Outline<'t, 'w> {
    to: &'w mut Written,
    language: &'static Language,
    /// Lines of code that are not written yet.
    code: Vec<&'t str>,
    /// A comment that the next line may make the description of a definition: its lines as they stand,
    /// and the words in them.
    comment: Vec<&'t str>,
    words: Vec<&'t str>,
    /// Nothing but comments was read so far.
    at_head: bool,
}

/// Writes a text of code.
pub(super) fn write(to: &mut Written, text: &str, language: &'static Language) {
    let mut outline = Outline { to, language, code: Vec::new(), comment: Vec::new(), words: Vec::new(), at_head: true };
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(end) = outline.opens(line) {
            outline.long_comment(line, end, &mut lines);
        } else if let Some(words) = outline.comment_words(line) {
            outline.comment.push(line);
            outline.words.push(words);
        } else if let Some(name) = definition(line, language) {
            outline.section(indent(line), &name);
            outline.code.push(line);
            outline.described(&mut lines);
        } else {
            outline.plain(line);
        }
    }
    outline.comment_is_code();
    outline.end_code();
}

impl<'t> Outline<'t, '_> {
    /// The mark that ends the comment which a line opens, if it opens one that stands by itself.
    fn opens(&self, line: &str) -> Option<&'static str> {
        let (open, close) = self.language.around?;
        let rest = line.trim_start().strip_prefix(open)?;
        // Text after it on the same line makes it code with a remark.
        rest.split_once(close).is_none_or(|(_, after)| after.trim().is_empty()).then_some(close)
    }

    fn long_comment(&mut self, first: &'t str, end: &str, lines: &mut impl Iterator<Item = &'t str>) {
        let open = self.language.around.map_or("", |(open, _)| open);
        let rest = first.trim_start().strip_prefix(open).unwrap_or(first);
        if let Some(code) = self.through(first, rest, end, &['*', '!'], lines) {
            self.plain(code);
        }
    }

    /// Takes a comment through the line that ends it. Its words begin with `rest` of the first `line` and stand
    /// behind `signs`; gives the code behind its end.
    fn through(
        &mut self,
        mut line: &'t str,
        mut rest: &'t str,
        end: &str,
        signs: &[char],
        lines: &mut impl Iterator<Item = &'t str>,
    ) -> Option<&'t str> {
        loop {
            let (words, behind) = rest.split_once(end).map_or((rest, None), |(words, behind)| (words, Some(behind)));
            self.words.push(words.trim().trim_start_matches(signs).trim());
            self.comment.push(&line[..line.len() - behind.unwrap_or_default().len()]);
            if let Some(code) = behind {
                return Some(code.trim_start()).filter(|code| !code.is_empty());
            }
            let next = lines.next()?;
            (line, rest) = (next, next);
        }
    }

    /// The words of a line that is nothing but a comment.
    fn comment_words(&self, line: &'t str) -> Option<&'t str> {
        let line = line.trim_start();
        // The first line of a script names its program.
        let line = Some(line).filter(|line| !line.starts_with("#!"))?;
        self.language
            .line
            .iter()
            .find_map(|mark| line.strip_prefix(mark))
            .map(|words| words.trim_start_matches(['/', '#']).trim())
    }

    /// A line of code that begins no definition.
    fn plain(&mut self, line: &'t str) {
        let blank = line.trim().is_empty();
        let attribute = line.trim_start().starts_with(['@', '#', '[']);
        match (blank, self.at_head) {
            // The first comment of a file speaks of the file.
            (true, true) if !self.comment.is_empty() => self.prose(),
            (true, true) => {}
            // Attributes stand between a description and its definition.
            (false, false) if attribute && !self.comment.is_empty() => {
                self.comment.push(line);
                return;
            }
            _ => {
                if self.at_head && !self.comment.is_empty() {
                    self.prose();
                }
                self.comment_is_code();
                self.code.push(line);
            }
        }
        self.at_head &= blank;
    }

    /// Begins the section of a definition with the text of the comment before it.
    fn section(&mut self, indent: usize, name: &str) {
        self.at_head = false;
        if indent > DEEPEST {
            self.comment_is_code();
            return;
        }
        let (comment, words) = (std::mem::take(&mut self.comment), std::mem::take(&mut self.words));
        self.end_code();
        self.to.heading(if indent == 0 { 2 } else { 3 }, name);
        (self.comment, self.words) = (comment, words);
        self.prose();
    }

    /// The text that stands first in a definition and describes it.
    fn described(&mut self, lines: &mut std::iter::Peekable<impl Iterator<Item = &'t str>>) {
        let starts = |line: &str| self.language.inside.iter().copied().find(|mark| bare(line).starts_with(mark));
        let Some(mark) = lines.peek().and_then(|line| starts(line)) else { return };
        let Some(line) = lines.next() else { return };
        let behind = self.through(line, &bare(line)[mark.len()..], mark, &[], lines);
        let code = std::mem::take(&mut self.code);
        self.prose();
        self.code = code;
        self.code.extend(behind);
    }

    /// Writes the words of a comment as paragraphs; other lines within it go to the code.
    fn prose(&mut self) {
        let code: Vec<&str> = self
            .comment
            .drain(..)
            .filter(|line| {
                line.trim_start().starts_with(['@', '['])
                    || (line.trim_start().starts_with("#[") && self.language.name == "rust")
            })
            .collect();
        let words = std::mem::take(&mut self.words);
        for paragraph in words.split(|line| line.is_empty()) {
            self.to.block(&paragraph.join("\n"));
        }
        self.code.extend(code);
    }

    /// A comment without a definition below it stays in the code.
    fn comment_is_code(&mut self) {
        self.words.clear();
        self.code.append(&mut self.comment);
    }

    fn end_code(&mut self) {
        let code = std::mem::take(&mut self.code);
        self.to.code(self.language.name, &code.join("\n"));
    }
}

/// A line without its indentation and the letters that may stand before a text (`r"""`).
fn bare(line: &str) -> &str {
    let line = line.trim_start();
    line.strip_prefix(['r', 'R', 'u', 'U']).filter(|rest| rest.starts_with(['"', '\''])).unwrap_or(line)
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// The definition in a line: its keyword and its name, as `fn parse`.
fn definition(line: &str, language: &Language) -> Option<String> {
    let mut words = line.split_whitespace();
    let is = |list: &[&str], word: &str| list.iter().any(|known| known.eq_ignore_ascii_case(word));
    let word = words.by_ref().find(|word| !is(language.before, word) && !word.starts_with("extern\""))?;
    if !is(language.defines, word) {
        return None;
    }
    let rest = line[line.find(word)? + word.len()..].trim_start();
    // The receiver of a method of Go, the parameters of an implementation of Rust.
    let rest = match rest.chars().next()? {
        '(' => rest.split_once(')')?.1.trim_start(),
        '<' => rest.split_once('>')?.1.trim_start(),
        _ => rest,
    };
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '\'' | '$' | '"' | ' ')))
        .unwrap_or(rest.len());
    let name = rest[..end].trim().trim_end_matches(':').trim();
    let name: Vec<&str> = name.split_whitespace().take(if word == "impl" { 3 } else { 1 }).collect();
    let name = name.join(" ");
    (!name.is_empty() && name.len() < 120).then(|| format!("{word} {}", name.trim_end_matches(':')))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::languages::of;
    use super::*;

    fn written(extension: &str, text: &str) -> String {
        let mut to = Written::new(1 << 20);
        write(&mut to, text, of(extension).expect("a language"));
        to.text().to_owned()
    }

    #[test]
    fn comments_that_describe_are_prose() {
        let text = "//! Tides of a harbour.\n//!\n//! In metres.\n\nuse std::fmt;\n\n/// The height at an hour.\n/// Rough.\n#[must_use]\npub fn height(hour: u32) -> f64 {\n    // twice a day\n    1.0\n}\n\nimpl fmt::Display for Tide {}\n";
        insta::assert_snapshot!(written("rs", text));
    }

    #[test]
    fn texts_that_describe_are_prose() {
        let text = "#!/usr/bin/env python\n# Salt in water.\nimport os\n\nclass Probe(Base):\n    \"\"\"A probe.\n\n    Kept dry.\n    \"\"\"\n    depth = 3  # m\n\n    def read(self):\n        '''Reads it.'''\n        # slow\n        return os.x\n";
        insta::assert_snapshot!(written("py", text));
    }

    #[test]
    fn code_behind_the_end_of_a_comment_stays() {
        let text = "/* Opens\n   valves. */ int depth = 3;\n\nvoid open(void) {\n}\n";
        assert_eq!(written("c", text), "Opens\nvalves.\n\n```c\nint depth = 3;\n\nvoid open(void) {\n}\n```");
        let text = "def open():\n    \"\"\"Opens\n    valves.\"\"\"; depth = 3\n";
        assert!(written("py", text).contains("; depth = 3"));
    }

    proptest! {
        #[test]
        fn every_word_of_the_file_is_in_the_text(
            lines in prop::collection::vec(
                prop_oneof![
                    "[a-z]{3,8}", Just("/// said".to_owned()), Just("/* long".to_owned()), Just("end */".to_owned()), Just("fn name() {".to_owned()),
                    Just("    def inner(self):".to_owned()), Just("\"\"\"doc".to_owned()), Just("done\"\"\"".to_owned()), Just(String::new()),
                    Just("# hash".to_owned()), Just("@mark".to_owned()), Just("#[mark]".to_owned()), "\\PC{0,12}",
                ], 0..24),
            extension in prop::sample::select(vec!["rs", "py", "go", "sql", "hs", "c", "rb"]),
        ) {
            let text = lines.join("\n");
            let out = written(extension, &text);
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            prop_assert!(letters(&out) >= letters(&text), "{out}");
        }
    }
}
