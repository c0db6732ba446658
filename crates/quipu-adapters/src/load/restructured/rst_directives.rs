//! Directives of reStructuredText: admonitions, code, pictures, links to files, descriptions of things.

use super::rst_body::{BodyMemo, RstPlace, RstReader};
use super::rst_directive_kinds::{DirectiveKind, is_read, kind_of};
use super::rst_explicit::{DirectiveParts, Surroundings};
use super::rst_inline::unescaped;
use super::rst_lines::{block_end, dedent, indent, is_blank, next_written};
use super::rst_roles::with_ending;
use super::rst_targets::with_target;

impl RstReader<'_> {
    /// Reads a directive.
    pub(super) fn directive(
        &mut self,
        parts: &DirectiveParts<'_>,
        around: Surroundings<'_, '_>,
        place: RstPlace,
        memo: &mut BodyMemo,
    ) {
        let kind = kind_of(&parts.name, parts.first);
        if !kind.is_silent() && kind != DirectiveKind::Object {
            self.back_to(memo);
        }
        match kind {
            DirectiveKind::Silent => self.silent(parts),
            DirectiveKind::Through => self.through(parts, place),
            DirectiveKind::Titled => {
                let words = self.inline(&parts.argument());
                self.led(&words, &parts.content, place);
            }
            DirectiveKind::Admonition(word) => self.led(word, &parts.whole(), place),
            DirectiveKind::Version(words) => self.version(words, parts, place),
            DirectiveKind::Code => {
                let language = if parts.name == "prompt" { "" } else { parts.first };
                self.captioned_code(language, parts);
            }
            DirectiveKind::CodeOf(language) => {
                let code = if language == "dot" { parts.below() } else { parts.whole() };
                self.to.code(language, &code.join("\n"));
            }
            DirectiveKind::Formula => {
                let formula = parts.whole().join(" ");
                self.to.paragraph(&if formula.trim().is_empty() {
                    formula
                } else {
                    format!("$$ {} $$", formula.trim())
                });
            }
            DirectiveKind::Picture => {
                let words = self.inline(parts.option("alt").unwrap_or_default());
                self.to.paragraph(&words);
                self.body(&parts.content, place.inside());
            }
            DirectiveKind::Table => {
                self.title_line(parts);
                self.body(&parts.content, place.inside());
            }
            DirectiveKind::ListTable => self.list_table(parts),
            DirectiveKind::CsvTable => self.csv_table(parts),
            DirectiveKind::Contents => self.contents(parts),
            DirectiveKind::Names => self.named(parts),
            DirectiveKind::Glossary => self.glossary(&parts.content, place),
            DirectiveKind::Included => self.to.link(parts.first),
            DirectiveKind::Line => self.title_line(parts),
            DirectiveKind::Object => self.object(parts, around, place, memo),
        }
    }

    /// A change in a version, which the first word of the argument names.
    fn version(&mut self, words: &str, parts: &DirectiveParts<'_>, place: RstPlace) {
        let version = parts.first.split_whitespace().next().unwrap_or_default();
        let mut content = vec![parts.first.strip_prefix(version).unwrap_or_default().trim()];
        content.extend(parts.below());
        self.led(format!("{words} {version}").trim(), &content, place);
    }

    /// A directive whose text is metadata or none.
    fn silent(&mut self, parts: &DirectiveParts<'_>) {
        match parts.name.as_str() {
            "title" if !parts.first.is_empty() => {
                self.to.fields.insert("title".to_owned(), parts.first.into());
            }
            "module" | "py:module" => {
                let words = self.inline(parts.option("synopsis").unwrap_or_default());
                self.to.paragraph(&words);
            }
            _ => {}
        }
    }

    fn through(&mut self, parts: &DirectiveParts<'_>, place: RstPlace) {
        let is_arguable = matches!(
            parts.name.as_str(),
            "container"
                | "cssclass"
                | "grid"
                | "grid-item"
                | "hlist"
                | "ifconfig"
                | "only"
                | "rst-class"
                | "tab-set"
                | "tabs"
        );
        match is_arguable {
            true => self.body(&parts.below(), place.within()),
            false => self.body(&parts.whole(), place.within()),
        }
    }

    /// Content behind words that lead it.
    fn led(&mut self, words: &str, content: &[&str], place: RstPlace) {
        self.to.lead(words);
        self.body(content, place.inside());
        self.to.flush_leads();
    }

    fn captioned_code(&mut self, language: &str, parts: &DirectiveParts<'_>) {
        if let Some(caption) = parts.option("caption") {
            let words = self.inline(caption);
            self.to.paragraph(&words);
        }
        self.to.code(language, &parts.below().join("\n"));
    }

    /// The argument as a paragraph.
    pub(super) fn title_line(&mut self, parts: &DirectiveParts<'_>) {
        let words = self.inline(&parts.argument());
        self.to.paragraph(&words);
    }

    /// Other files: a link is shown where it has words of its own.
    fn contents(&mut self, parts: &DirectiveParts<'_>) {
        for line in parts.below().into_iter().filter(|line| !is_blank(line)) {
            match with_target(line.trim()) {
                Some((words, target)) => {
                    let target =
                        if target.contains("://") { target.to_owned() } else { with_ending(target, self.ending) };
                    self.to.begin_point("-");
                    self.to.paragraph(&format!("[{words}]({})", target.replace('(', "%28").replace(')', "%29")));
                    self.to.end_point();
                }
                None if line.contains('*') || line.trim() == "self" => {}
                None => self.to.link(&with_ending(line.trim(), self.ending)),
            }
        }
        self.to.end_list();
    }

    /// Names that have pages of their own.
    fn named(&mut self, parts: &DirectiveParts<'_>) {
        for line in parts.below().iter().filter(|line| !is_blank(line)) {
            self.to.begin_point("-");
            self.to.paragraph(line.trim().trim_start_matches('~'));
            self.to.end_point();
        }
        self.to.end_list();
    }

    /// Terms, several of which may share a description.
    fn glossary(&mut self, lines: &[&str], place: RstPlace) {
        let mut at = 0;
        while let Some(start) = next_written(lines, at) {
            let terms = lines[start..].iter().take_while(|line| !is_blank(line) && indent(line) == 0);
            let terms: Vec<&str> = terms.map(|line| line.split(" : ").next().unwrap_or(line)).collect();
            let from = start + terms.len();
            at = block_end(lines, from).max(start + 1);
            let words = self
                .inline(&terms.iter().filter(|term| !term.starts_with(".. ")).copied().collect::<Vec<_>>().join(", "));
            self.led(&words, &dedent(&lines[from.min(at)..at]), place);
        }
    }

    /// A thing with its description, below a heading where what follows allows one, else behind its name.
    fn object(
        &mut self,
        parts: &DirectiveParts<'_>,
        around: Surroundings<'_, '_>,
        place: RstPlace,
        memo: &mut BodyMemo,
    ) {
        let is_bare = parts.content.is_empty() && !parts.options.iter().any(|(name, _)| is_read(name));
        if is_bare && (parts.name == "class" || around.before_heading(parts.first)) {
            return;
        }
        let mut signatures: Vec<String> = Vec::new();
        for line in [&[parts.first][..], &parts.more].concat() {
            signatures.push(if line.contains('`') { self.inline(line) } else { unescaped(line) });
        }
        // Names alone, as of what a program documents, are no headings.
        let allowed = !is_bare && self.to.is_outside() && (memo.heading.is_some() || around.allows_heading(memo));
        let objects = place.objects.filter(|_| allowed);
        let inside = match objects {
            Some(count) => {
                self.heading(self.level + 1 + count, &signatures[0]);
                signatures[1..].iter().for_each(|signature| self.to.paragraph(signature));
                place.described()
            }
            None => {
                self.back_to(memo);
                self.to.lead(&signatures.join(", "));
                place.inside()
            }
        };
        for (name, value) in parts.options.iter().filter(|(name, value)| is_read(name) && !value.is_empty()) {
            let name = self.inline(name);
            self.field(&name, value, &[], inside);
        }
        if !parts.options.is_empty() {
            self.to.end_list();
        }
        self.body(&parts.content, inside);
        self.to.flush_leads();
    }
}
