//! The text of a page's file: what is written now, with what a person wrote before.

use quipu_engine::wiki::{WikiFile, WikiMark, WikiPage, grounds};
use serde_json::Value;

/// The fields of the front matter that are written.
const MARK: &str = "quipu";
const ALIASES: &str = "aliases";

/// What is to become of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PageFate {
    /// It is written so.
    Written(String),
    /// It is as it was.
    Unchanged,
    /// A person changed it.
    Kept,
}

/// The body of a page as it is now.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewBody<'a> {
    /// Its text.
    pub(super) text: &'a str,
    /// The heading of notes, where there is none yet.
    pub(super) notes: &'a str,
    /// True if it is written over what a person changed.
    pub(super) force: bool,
}

/// What is to become of the file of a page with a new body; `before` is the file with its mark, where there is one.
pub(super) fn fate(page: &WikiPage, body: &NewBody<'_>, before: Option<(&str, &WikiMark)>) -> PageFate {
    let key = page.keys.first().map_or("", String::as_str);
    let Some((text, mark)) = before else { return PageFate::Written(whole(page, body, None)) };
    let file = WikiFile::of(text);
    let edited = file.grounds() != mark.grounds;
    match () {
        () if edited && !body.force => PageFate::Kept,
        () if !edited && mark.grounds == grounds(body.text) && mark.key == key => PageFate::Unchanged,
        () => PageFate::Written(whole(page, body, Some(file))),
    }
}

/// The whole file: a page with the notes and the other fields of the file before.
fn whole(page: &WikiPage, body: &NewBody<'_>, before: Option<WikiFile<'_>>) -> String {
    let key = page.keys.first().map_or("", String::as_str);
    let fields = fields(before.map_or("", |file| file.front));
    let mut front = format!("{MARK}: {{key: \"{key}\", grounds: \"{}\"}}\n", grounds(body.text));
    let known = fields.iter().find(|(name, _)| name == ALIASES).map(|(_, lines)| listed(lines)).unwrap_or_default();
    let mut aliases = page.aliases.clone();
    aliases.extend(known.into_iter().filter(|name| !page.aliases.contains(name)));
    if !aliases.is_empty() {
        front.push_str(&format!("{ALIASES}: {}\n", Value::from(aliases)));
    }
    let others = fields.iter().filter(|(name, _)| name != MARK && name != ALIASES);
    others.for_each(|(_, lines)| front.push_str(lines));
    let kept = before.map_or("", |file| file.notes);
    let fresh = format!("{}\n", body.notes);
    let kept = if kept.is_empty() { &fresh } else { kept };
    format!("---\n{front}---\n{}\n\n{kept}", body.text.trim())
}

/// The fields of a front matter: the name of each with its lines.
fn fields(front: &str) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> = Vec::new();
    for line in front.split_inclusive('\n') {
        let begins = line.starts_with(|c: char| !c.is_whitespace() && !matches!(c, '-' | '#' | '}' | ']'));
        let name = line.split(':').next().unwrap_or_default().trim().trim_matches(['"', '\'']);
        match out.last_mut().filter(|_| !begins) {
            Some((_, lines)) => lines.push_str(line),
            None => out.push((name.to_owned(), line.to_owned())),
        }
    }
    out.iter_mut().filter(|(_, lines)| !lines.ends_with('\n')).for_each(|(_, lines)| lines.push('\n'));
    out
}

/// The texts of a field with a list, in either form of YAML.
fn listed(lines: &str) -> Vec<String> {
    let value = lines.split_once(':').map_or("", |(_, value)| value).trim();
    if let Ok(texts) = serde_json::from_str::<Vec<String>>(value) {
        return texts;
    }
    let bare = |text: &str| text.trim().trim_matches(['"', '\'']).to_owned();
    match value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inside) => inside.split(',').map(bare).filter(|text| !text.is_empty()).collect(),
        None => value.lines().filter_map(|line| line.trim().strip_prefix("- ")).map(bare).collect(),
    }
}

#[cfg(test)]
mod tests {
    use quipu_engine::wiki::{WikiPageKind, wiki_mark};

    use super::*;

    const NOTES: &str = "## Notes";

    fn page(aliases: &[&str]) -> WikiPage {
        let aliases = aliases.iter().map(|name| (*name).to_owned()).collect();
        let (kind, keys) = (WikiPageKind::Thing, vec!["thing-0a".to_owned()]);
        WikiPage { kind, keys, title: "Bell".into(), aliases, blocks: Vec::new() }
    }

    fn written(body: &str, before: Option<&str>, force: bool) -> PageFate {
        let mark = before.map(|text| wiki_mark(text).expect("it is a page"));
        fate(&page(&["great bell"]), &NewBody { text: body, notes: NOTES, force }, before.zip(mark.as_ref()))
    }

    fn text_of(fate: PageFate) -> String {
        match fate {
            PageFate::Written(text) => text,
            other => panic!("it was not written: {other:?}"),
        }
    }

    #[test]
    fn notes_and_fields_of_a_person_stay_byte_for_byte() {
        let first = text_of(written("# Bell\n\nIt rings.\n", None, false));
        assert!(first.ends_with("---\n# Bell\n\nIt rings.\n\n## Notes\n"), "{first}");
        assert_eq!(written("# Bell\n\nIt rings.\n", Some(&first), false), PageFate::Unchanged);
        let notes = "## Notes\r\nMy own \u{a0} words.\n\n## More\n  two  \n";
        let noted =
            first.replace("## Notes\n", notes).replace("aliases: [", "tags:\n  - tower\naliases: [\"Old Tom\",");
        assert_eq!(written("# Bell\n\nIt rings.\n", Some(&noted), false), PageFate::Unchanged, "notes are no change");
        let second = text_of(written("# Bell\n\nIt rang.\n", Some(&noted), false));
        assert!(second.ends_with(&format!("# Bell\n\nIt rang.\n\n{notes}")), "{second}");
        assert!(second.contains("tags:\n  - tower\n") && second.contains("[\"great bell\",\"Old Tom\"]"), "{second}");
        assert_eq!(written("# Bell\n\nIt rang.\n", Some(&second), false), PageFate::Unchanged);
    }

    #[test]
    fn what_a_person_changed_is_left_unless_it_is_forced() {
        let first = text_of(written("# Bell\n\nIt rings.\n", None, false));
        let edited = first.replace("It rings.", "It rings at noon.");
        for body in ["# Bell\n\nIt rings.\n", "# Bell\n\nIt rang.\n"] {
            assert_eq!(written(body, Some(&edited), false), PageFate::Kept);
        }
        let forced = text_of(written("# Bell\n\nIt rang.\n", Some(&edited), true));
        assert!(forced.contains("It rang.") && !forced.contains("at noon"), "{forced}");
        let windows = first.replace('\n', "\r\n");
        assert_eq!(written("# Bell\n\nIt rings.\n", Some(&windows), false), PageFate::Unchanged, "ends of lines");
    }

    #[test]
    fn lists_are_read_in_either_form() {
        assert_eq!(listed("aliases: [\"a, b\", \"c\"]\n"), ["a, b", "c"]);
        assert_eq!(listed("aliases: [a, 'b c']\n"), ["a", "b c"]);
        assert_eq!(listed("aliases:\n  - a\n  - \"b c\"\n"), ["a", "b c"]);
        assert_eq!(fields("a: 1\nb:\n- x\n- y\nc: 2")[1], ("b".to_owned(), "b:\n- x\n- y\n".to_owned()));
    }
}
