//! Names of the files of pages: as their titles, safe on every system, none equal to another but for case.

use quipu_kernel::text::char_start;
use rustc_hash::{FxHashMap, FxHashSet};

use super::wiki_page::{WikiPage, WikiPageKind};

/// The longest name, in bytes, without its ending.
const LONGEST: usize = 100;
/// Letters of a page's key that tell it from others of its name.
const SHORT: usize = 6;

/// The path of each page below the wiki, in their order. A page that has a file keeps its name: `known` has the paths by
/// the keys of pages.
pub fn page_paths(pages: &[WikiPage], known: &FxHashMap<String, String>) -> Vec<String> {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut paths: Vec<Option<String>> = pages
        .iter()
        .map(|page| {
            let mut paths = page.keys.iter().filter_map(|key| known.get(key));
            paths.find(|path| taken.insert(path.to_lowercase())).cloned()
        })
        .collect();
    for (page, path) in pages.iter().zip(&mut paths).filter(|(_, path)| path.is_none()) {
        *path = Some(free(page, &mut taken));
    }
    paths.into_iter().flatten().collect()
}

/// A path that no other page has.
fn free(page: &WikiPage, taken: &mut FxHashSet<String>) -> String {
    let key = page.keys.first().map_or("", String::as_str);
    let single = matches!(page.kind, WikiPageKind::Index | WikiPageKind::Questions);
    let name = if single { key.to_owned() } else { file_name(&page.title) };
    let digits = key.rsplit('-').next().unwrap_or_default();
    let short = &digits[..SHORT.min(digits.len())];
    let tried = [name.clone(), format!("{name} {short}"), format!("{name} {digits}")];
    let path = |name: &String| match page.kind.folder() {
        "" => format!("{name}.md"),
        folder => format!("{folder}/{name}.md"),
    };
    let mut paths = tried.iter().map(path);
    paths.find(|path| taken.insert(path.to_lowercase())).unwrap_or_else(|| format!("{key}.md"))
}

/// A title as the name of a file, without its ending: no sign that a system or a link takes otherwise, no reserved name.
pub fn file_name(title: &str) -> String {
    let kept = title.chars().map(|c| if c.is_control() || "<>:\"|?*#^[]/\\%".contains(c) { ' ' } else { c });
    let kept: String = kept.collect();
    let mut name = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    name.truncate(char_start(&name, LONGEST.min(name.len())));
    let name = name.trim_matches(|c: char| c.is_whitespace() || c == '.');
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let port = ["com", "lpt"].iter().any(|port| stem.strip_prefix(port).is_some_and(|rest| rest.chars().count() == 1));
    match name {
        "" => "_".to_owned(),
        name if port || ["con", "prn", "aux", "nul"].contains(&stem.as_str()) => format!("_{name}"),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quipu_kernel::model::Key;

    use super::*;

    fn pages(titles: &[String]) -> Vec<WikiPage> {
        let page = |(at, title): (usize, &String)| WikiPage {
            kind: WikiPageKind::Thing,
            keys: vec![WikiPageKind::Thing.key(Key::text(&at.to_string()))],
            title: title.clone(),
            aliases: Vec::new(),
            blocks: Vec::new(),
        };
        titles.iter().enumerate().map(page).collect()
    }

    #[test]
    fn a_page_is_named_as_its_title_and_keeps_its_name() {
        let titles = ["Tower Clock", "tower clock", "a/b: c?", "CON.x", "..", "COM1"].map(str::to_owned);
        let pages = pages(&titles);
        let first = page_paths(&pages, &FxHashMap::default());
        assert_eq!(first[0], "things/Tower Clock.md");
        assert!(first[1].starts_with("things/tower clock ") && first[1].len() == "things/tower clock 123456.md".len());
        let rest: Vec<&str> = first[2..].iter().map(String::as_str).collect();
        assert_eq!(rest, ["things/a b c.md", "things/_CON.x.md", "things/_.md", "things/_COM1.md"]);
        let known = FxHashMap::from_iter([(pages[1].keys[0].clone(), "things/Tower Clock.md".to_owned())]);
        let again = page_paths(&pages, &known);
        assert_eq!(again[1], "things/Tower Clock.md", "its file stays where it was");
        assert!(again[0].starts_with("things/Tower Clock "), "{again:?}");
    }

    proptest! {
        #[test]
        fn names_are_safe_and_no_two_are_one(
            titles in prop::collection::vec("(\\.|/|\\\\|:|con|aux|lpt1|é|Ж|A|a| |\n|.){0,40}", 1..12),
            long in 0..6usize,
        ) {
            let titles: Vec<String> = titles.iter().map(|title| title.repeat(1 + 8 * long)).collect();
            let paths = page_paths(&pages(&titles), &FxHashMap::default());
            prop_assert_eq!(paths.len(), titles.len());
            let folded: FxHashSet<String> = paths.iter().map(|path| path.to_lowercase()).collect();
            prop_assert_eq!(folded.len(), paths.len());
            for path in &paths {
                let name = path.strip_prefix("things/").and_then(|name| name.strip_suffix(".md"));
                let name = name.expect("it is in its folder");
                let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
                prop_assert!(!name.is_empty() && name.len() <= LONGEST + 40, "{name}");
                prop_assert!(!name.contains(|c: char| c.is_control() || "<>:\"|?*/\\".contains(c)), "{name}");
                prop_assert!(!name.starts_with(['.', ' ']) && !name.ends_with(['.', ' ']), "{name}");
                prop_assert!(!["con", "prn", "aux", "nul", "com1", "lpt1"].contains(&stem.trim_end()), "{name}");
            }
        }
    }
}
