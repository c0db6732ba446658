//! A page as Markdown: what documents say is escaped, since it is untrusted.

use super::wiki_page::{WikiBlock, WikiLine, WikiPage, WikiPart, WikiPlace};

/// The targets of links from one page.
pub struct WikiTargets<'a> {
    /// The address of the page of a key; none where there is no such page.
    pub page: &'a dyn Fn(&str) -> Option<String>,
    /// The address of a place in its file; none where there is no such file.
    pub place: &'a dyn Fn(&WikiPlace) -> Option<String>,
}

/// The text of a page, from its title on.
pub fn wiki_markdown(page: &WikiPage, targets: &WikiTargets<'_>) -> String {
    let mut writing = PageWriter { targets, cited: Vec::new() };
    let mut blocks = vec![format!("# {}", escaped(&page.title))];
    blocks.extend(page.blocks.iter().map(|block| writing.block(block)));
    format!("{}\n", blocks.join("\n\n"))
}

/// Writes one page: citations have their numbers in the order in which they stand there.
struct PageWriter<'a> {
    targets: &'a WikiTargets<'a>,
    cited: Vec<(String, u32, usize)>,
}

impl PageWriter<'_> {
    fn block(&mut self, block: &WikiBlock) -> String {
        match block {
            WikiBlock::Heading(text) => format!("## {}", escaped(text)),
            WikiBlock::Text(parts) => started(&self.parts(parts)),
            WikiBlock::List(lines) => lines.iter().map(|line| self.line(line)).collect::<Vec<_>>().join("\n"),
            WikiBlock::Table(head, rows) => {
                let cells = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
                let cell = |text: String| text.replace('|', "\\|");
                let mut lines = vec![cells(head.iter().map(|text| cell(escaped(text))).collect())];
                lines.push(format!("|{}", " --- |".repeat(head.len())));
                for row in rows {
                    lines.push(cells(row.iter().map(|parts| cell(self.parts(parts))).collect()));
                }
                lines.join("\n")
            }
        }
    }

    fn line(&mut self, line: &WikiLine) -> String {
        format!("{}- {}", "  ".repeat(line.depth), started(&self.parts(&line.parts)))
    }

    /// Parts with blanks between them; none before a colon.
    fn parts(&mut self, parts: &[WikiPart]) -> String {
        let mut text = String::new();
        for part in parts {
            let said = self.part(part);
            if !text.is_empty() && !said.is_empty() && !said.starts_with(':') {
                text.push(' ');
            }
            text.push_str(&said);
        }
        text
    }

    fn part(&mut self, part: &WikiPart) -> String {
        match part {
            WikiPart::Text(text) => escaped(text),
            WikiPart::Label(text) => format!("**{}**", escaped(text)),
            WikiPart::Code(text) => format!("`{}`", one_line(text).replace('`', "'")),
            WikiPart::Page { key, text } => linked(text, (self.targets.page)(key)),
            WikiPart::At(text, place) => linked(text, self.target(place)),
            WikiPart::Cite(place) => {
                let number = self.number(place);
                let target = self.target(place);
                target.map_or_else(|| format!("\\[{number}\\]"), |target| format!("[{number}]({target})"))
            }
        }
    }

    /// The file of a place; the page of its document where there is none.
    fn target(&self, place: &WikiPlace) -> Option<String> {
        (self.targets.place)(place).or_else(|| (self.targets.page)(&place.document))
    }

    fn number(&mut self, place: &WikiPlace) -> usize {
        let of = (place.document.clone(), place.start, place.quote.len());
        let at = self.cited.iter().position(|known| *known == of);
        at.unwrap_or_else(|| {
            self.cited.push(of);
            self.cited.len() - 1
        }) + 1
    }
}

fn linked(text: &str, target: Option<String>) -> String {
    let text = escaped(text);
    target.map_or_else(|| text.clone(), |target| format!("[{text}]({target})"))
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text that Markdown shows as it is, but for code in single backticks, which stays code.
fn escaped(text: &str) -> String {
    let text = one_line(text);
    let parts: Vec<&str> = text.split('`').collect();
    // Without its other mark the last one is a letter.
    let coded = |at: usize| at % 2 == 1 && at + 1 < parts.len() && !parts[at].trim().is_empty();
    let mut out = String::with_capacity(text.len());
    for (at, part) in parts.iter().enumerate() {
        match (coded(at), at > 0 && !coded(at - 1)) {
            (true, _) => out.push_str(&format!("`{part}`")),
            (false, true) => out.push_str(&format!("\\`{}", without_marks(part))),
            (false, false) => out.push_str(&without_marks(part)),
        }
    }
    out
}

fn without_marks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let within = before.is_alphanumeric() && letters.peek().is_some_and(|next| next.is_alphanumeric());
        let next = letters.peek().copied().unwrap_or(' ');
        let twice = matches!(c, '~' | '=' | '%' | '^') && (next == c || before == c);
        let tag = c == '#' && next.is_alphanumeric() && !before.is_alphanumeric();
        let entity = c == '&' && (next == '#' || next.is_alphabetic());
        if matches!(c, '\\' | '*' | '[' | ']' | '<' | '>' | '$') || c == '_' && !within || twice || tag || entity {
            out.push('\\');
        }
        out.push(c);
        before = c;
    }
    out
}

/// A line whose beginning is no mark of a block.
fn started(line: &str) -> String {
    let first = line.chars().next().unwrap_or(' ');
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if number.len() < line.len() && number.starts_with(['.', ')']) {
        let digits = line.len() - number.len();
        return format!("{}\\{}", &line[..digits], number);
    }
    if matches!(first, '#' | '+' | '-' | '=' | '|' | ':') { format!("\\{line}") } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::Key;

    use super::super::wiki_page::WikiPageKind;
    use super::*;

    fn page(blocks: Vec<WikiBlock>) -> String {
        let page = WikiPage {
            kind: WikiPageKind::Thing,
            keys: Vec::new(),
            title: "A_B *c*".into(),
            aliases: Vec::new(),
            blocks,
        };
        let targets = WikiTargets {
            page: &|key| key.starts_with("thing").then(|| "b.md".to_owned()),
            place: &|place| (place.start > 0).then(|| format!("../x.md#L{}", place.start)),
        };
        wiki_markdown(&page, &targets)
    }

    #[test]
    fn what_documents_say_is_no_markup() {
        let hostile = "- [x](javascript:1) <b>`\n## Notes\n| $a$ ![[Note]] %%hid%% #tag &amp; snake_case";
        let text = page(vec![WikiBlock::List(vec![vec![WikiPart::text(hostile)].into()])]);
        assert_eq!(
            text,
            "# A_B \\*c\\*\n\n- \\- \\[x\\](javascript:1) \\<b\\>\\` ## Notes | \\$a\\$ !\\[\\[Note\\]\\] \\%\\%hid\\%\\% \
             \\#tag \\&amp; snake_case\n"
        );
        let code = |text: &str| page(vec![WikiBlock::Text(vec![WikiPart::text(text)])]);
        assert!(code("Set `a_*b|` and `c` or ` d").ends_with("Set `a_*b|` and `c` or \\` d\n"));
        assert!(code("Set `` and *x*").ends_with("Set \\`\\` and \\*x\\*\n"));
        let lines = ["1. One", "12) Two", "+ three", "# four", "5 five"];
        let of = lines.map(|line| WikiBlock::Text(vec![WikiPart::text(line)]));
        assert!(page(of.into()).ends_with("1\\. One\n\n12\\) Two\n\n\\+ three\n\n\\# four\n\n5 five\n"));
    }

    #[test]
    fn a_place_has_one_number_and_a_link_to_its_file_or_its_page() {
        let place = |start| WikiPart::Cite(WikiPlace::at("x.md", Key::default(), None, None, start, "q"));
        let thing = |key: &str| WikiPart::Page { key: key.into(), text: "B|C".into() };
        let text = page(vec![
            WikiBlock::Text(vec![WikiPart::text("One."), place(7), WikiPart::text("Two."), place(0), place(7)]),
            WikiBlock::Table(vec!["T".into()], vec![vec![vec![thing("thing-1"), thing("other")]]]),
        ]);
        assert!(text.contains("One. [1](../x.md#L7) Two. \\[2\\] [1](../x.md#L7)"), "{text}");
        assert!(text.contains("| T |\n| --- |\n| [B\\|C](b.md) B\\|C |"), "{text}");
    }
}
