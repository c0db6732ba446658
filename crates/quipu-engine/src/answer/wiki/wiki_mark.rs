//! The front matter of a page, by which it is known again, and the parts of a file that a person wrote.

use quipu_kernel::model::Key;

/// The heading below which a person writes, in both languages.
pub(super) const NOTES: [&str; 2] = ["## Notes", "## Заметки"];
/// Most bytes in which the mark is sought.
const FRONT: usize = 4096;

/// The mark of a page in its front matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WikiMark {
    /// The key of the page.
    pub key: String,
    /// The hash of what was written of it.
    pub grounds: String,
}

/// The mark of a file; none of a file that is no page of a wiki. Its beginning is enough.
pub fn wiki_mark(text: &str) -> Option<WikiMark> {
    let text = text.trim_start_matches('\u{feff}');
    let rest = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n"))?;
    let front: String =
        rest.lines().take_while(|line| line.trim_end() != "---").fold(String::new(), |mut all, line| {
            if all.len() < FRONT {
                all.push_str(line);
                all.push('\n');
            }
            all
        });
    let own = front.find("quipu:").filter(|at| *at == 0 || front[..*at].ends_with('\n'))?;
    let value = |name: &str| {
        let behind = &front[own..].split_once(name)?.1;
        let value = behind.trim_start_matches([' ', '"', '\'']);
        let end = value.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(value.len());
        (end > 0).then(|| value[..end].to_owned())
    };
    Some(WikiMark { key: value("key:")?, grounds: value("grounds:")? })
}

/// A file of a page in its parts: front matter, what was written of it, and the notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WikiFile<'t> {
    /// The lines between the marks of the front matter.
    pub front: &'t str,
    /// What was written, or changed by a person.
    pub body: &'t str,
    /// The notes with their heading; empty without one.
    pub notes: &'t str,
}

impl<'t> WikiFile<'t> {
    /// The parts of a file that has a mark.
    pub fn of(text: &'t str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let (mut front, mut rest) = ("", text);
        if let Some(begun) = text.strip_prefix("---").map(|rest| rest.trim_start_matches('\r'))
            && let Some(begun) = begun.strip_prefix('\n')
            && let Some(end) = closing(begun)
        {
            front = &begun[..end];
            rest = begun[end..].split_once('\n').map_or("", |(_, rest)| rest);
        }
        let at = notes_at(rest);
        Self { front, body: &rest[..at], notes: &rest[at..] }
    }

    /// The hash of its body, with any ends of lines.
    pub fn grounds(&self) -> String {
        grounds(self.body)
    }
}

/// The hash of a body, without the blanks around it.
pub fn grounds(body: &str) -> String {
    Key::text(body.replace("\r\n", "\n").trim()).to_string()
}

/// The place of the line that closes the front matter.
fn closing(text: &str) -> Option<usize> {
    line_starts(text).find(|at| text[*at..].lines().next().is_some_and(|line| line.trim_end() == "---"))
}

/// The place of the heading of notes; the end where there is none.
fn notes_at(text: &str) -> usize {
    let is_notes = |at: &usize| text[*at..].lines().next().is_some_and(|line| NOTES.contains(&line.trim_end()));
    line_starts(text).find(is_notes).unwrap_or(text.len())
}

fn line_starts(text: &str) -> impl Iterator<Item = usize> + '_ {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).filter(|at| *at < text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_known_by_its_front_matter_in_any_form() {
        let mark = Some(WikiMark { key: "thing-0a".into(), grounds: "f1".into() });
        assert_eq!(wiki_mark("---\nquipu: {key: \"thing-0a\", grounds: \"f1\"}\n---\n# A\n"), mark);
        assert_eq!(wiki_mark("---\r\ntags: [x]\r\nquipu:\r\n  key: thing-0a\r\n  grounds: 'f1'\r\n---\r\n"), mark);
        for none in ["# A\n", "---\ntitle: quipu: key\n---\n", "---\nquipu: yes\n---\nkey: a grounds: b", ""] {
            assert_eq!(wiki_mark(none), None, "{none}");
        }
    }

    #[test]
    fn notes_begin_at_the_first_heading_of_that_name() {
        let text = "---\nquipu: {}\n---\n# A\n\nText ## Notes.\n\n## Notes\nmine\n## Notes\n";
        let file = WikiFile::of(text);
        assert_eq!((file.front, file.notes), ("quipu: {}\n", "## Notes\nmine\n## Notes\n"));
        assert_eq!(file.body, "# A\n\nText ## Notes.\n\n");
        assert_eq!(file.grounds(), grounds("# A\r\n\r\nText ## Notes."));
        assert_eq!(WikiFile::of("# A").body, "# A");
    }
}
