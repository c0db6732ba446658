//! The files of a wiki: those that are there, and what becomes of each.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use quipu_engine::wiki::{
    Wiki, WikiMark, WikiPage, WikiPageKind, WikiPlace, WikiProgress, WikiTargets, page_paths, wiki_mark, wiki_markdown,
};

use super::page_text::{NewBody, PageFate, fate};
use super::source_links::{SourceLinks, relative};
use super::{WikiEvent, WikiReport};
use crate::job::Working;
use crate::{Error, durable};

/// The folder of pages that are gone.
const TRASH: &str = ".trash";

/// The files of a wiki.
pub(super) struct PageFiles {
    folder: PathBuf,
    /// The paths of pages, below the folder, by their keys.
    known: BTreeMap<String, String>,
    /// The paths of pages in the trash, by their keys.
    gone: BTreeMap<String, String>,
}

impl PageFiles {
    /// Those in a folder.
    ///
    /// # Errors
    /// When a folder of pages cannot be read.
    pub(super) fn read(folder: &Path) -> Result<Self, Error> {
        let (known, gone) = (marked(folder, "")?, marked(folder, TRASH)?);
        Ok(Self { folder: folder.to_owned(), known, gone })
    }

    /// Brings the files up to date with a wiki, and counts what was done.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub(super) fn bring(
        &mut self,
        wiki: &Wiki,
        mut links: SourceLinks,
        force: bool,
        working: &Working<WikiEvent>,
        report: &mut WikiReport,
    ) -> Result<(), Error> {
        let known = self.known.iter().map(|(key, path)| (key.clone(), path.clone())).collect();
        let paths = page_paths(&wiki.pages, &known);
        let by_key: HashMap<&str, &str> = wiki
            .pages
            .iter()
            .zip(&paths)
            .flat_map(|(page, path)| page.keys.iter().map(move |key| (key.as_str(), path.as_str())))
            .collect();
        report.pages = wiki.pages.len();
        for (at, (page, path)) in wiki.pages.iter().zip(&paths).enumerate() {
            if working.stop.asked() {
                report.stopped = true;
                return Ok(());
            }
            let body = body(page, path, &self.folder, &by_key, &mut links);
            // A theme that was found again, or a thing of the same name, takes over the page of one that is gone.
            let is_free = |mark: &WikiMark| page.keys.contains(&mark.key) || !by_key.contains_key(mark.key.as_str());
            self.page(page, path, &NewBody { text: &body, notes: wiki.notes_heading(), force }, &is_free, report)?;
            let progress = WikiProgress { made: at + 1, most: report.pages };
            working.teller.emit(WikiEvent::Compared(progress));
        }
        self.sweep(&paths.into_iter().map(|path| path.to_lowercase()).collect(), report)
    }

    /// Brings one file up to date; `is_free` tells whether a page with a mark may become this one.
    fn page(
        &mut self,
        page: &WikiPage,
        path: &str,
        body: &NewBody<'_>,
        is_free: &dyn Fn(&WikiMark) -> bool,
        report: &mut WikiReport,
    ) -> Result<(), Error> {
        let file = self.folder.join(path);
        // A page that comes back brings its notes along.
        let returned = page.keys.iter().find_map(|key| self.gone.get(key)).map(|path| self.folder.join(path));
        let returned = returned.filter(|_| !file.exists());
        let from = returned.as_ref().unwrap_or(&file);
        let text = match fs::read(from) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(Error::at(from)(error)),
        };
        let text = text.map(|bytes| String::from_utf8(bytes).unwrap_or_default());
        let mark = text.as_deref().and_then(wiki_mark).filter(is_free);
        if text.is_some() && mark.is_none() {
            report.skipped.push(path.to_owned());
            return Ok(());
        }
        let before = text.as_deref().zip(mark.as_ref());
        let fate = match (fate(page, body, before), &text) {
            (PageFate::Unchanged | PageFate::Kept, Some(text)) if returned.is_some() => PageFate::Written(text.clone()),
            (fate, _) => fate,
        };
        match fate {
            PageFate::Unchanged => report.unchanged += 1,
            PageFate::Kept => report.kept.push(path.to_owned()),
            PageFate::Written(text) => {
                let above = durable::above(&file);
                fs::create_dir_all(above).map_err(Error::at(above))?;
                durable::write(&file, text.as_bytes()).map_err(Error::at(&file))?;
                report.written += 1;
                if let Some(returned) = returned {
                    fs::remove_file(&returned).map_err(Error::at(&returned))?;
                }
            }
        }
        Ok(())
    }

    /// Moves the pages that are on none of these paths, in small letters, to the trash.
    fn sweep(&self, paths: &BTreeSet<String>, report: &mut WikiReport) -> Result<(), Error> {
        for path in self.known.values().filter(|path| !paths.contains(&path.to_lowercase())) {
            let from = self.folder.join(path);
            let mut to = self.folder.join(TRASH).join(path);
            let above = durable::above(&to).to_owned();
            fs::create_dir_all(&above).map_err(Error::at(&above))?;
            let stem = to.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let mut others = 2..;
            while to.exists() {
                to = above.join(format!("{stem} {}.md", others.next().unwrap_or_default()));
            }
            fs::rename(&from, &to).map_err(Error::at(&from))?;
            report.moved.push(path.clone());
        }
        Ok(())
    }
}

/// The body of a page, with links from its place.
fn body(page: &WikiPage, path: &str, folder: &Path, by_key: &HashMap<&str, &str>, links: &mut SourceLinks) -> String {
    let from = folder.join(path);
    let from = durable::above(&from);
    let links = std::cell::RefCell::new(links);
    let page_at = |key: &str| relative(from, &folder.join(by_key.get(key)?));
    let place = |place: &WikiPlace| links.borrow_mut().address(from, place);
    wiki_markdown(page, &WikiTargets { page: &page_at, place: &place })
}

/// The pages in the folders of a wiki: their paths below it, by their keys.
fn marked(folder: &Path, below: &str) -> Result<BTreeMap<String, String>, Error> {
    let kinds = [WikiPageKind::Index, WikiPageKind::Theme, WikiPageKind::Thing, WikiPageKind::Source];
    let mut found = BTreeMap::new();
    for kind in kinds {
        let parts: Vec<&str> = [below, kind.folder()].into_iter().filter(|part| !part.is_empty()).collect();
        let within = parts.iter().fold(folder.to_owned(), |path, part| path.join(part));
        let entries = match fs::read_dir(&within) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(Error::at(&within)(error)),
        };
        let mut names: Vec<String> = Vec::new();
        for entry in entries {
            let name = entry.map_err(Error::at(&within))?.file_name();
            names.extend(name.to_str().filter(|name| name.ends_with(".md")).map(str::to_owned));
        }
        names.sort();
        for name in names {
            if let Some(mark) = mark_of(&within.join(&name)).map_err(Error::at(&within))? {
                let path = parts.iter().copied().chain([name.as_str()]).collect::<Vec<_>>().join("/");
                found.entry(mark.key).or_insert(path);
            }
        }
    }
    Ok(found)
}

/// The mark at the beginning of a file.
fn mark_of(path: &Path) -> io::Result<Option<WikiMark>> {
    use std::io::Read as _;
    let mut bytes = Vec::new();
    if path.is_file() {
        fs::File::open(path)?.take(1 << 14).read_to_end(&mut bytes)?;
    }
    Ok(wiki_mark(&String::from_utf8_lossy(&bytes)))
}

#[cfg(test)]
mod tests {
    use quipu_engine::wiki::{WikiBlock, WikiPart};

    use super::*;
    use crate::job::Job;

    fn page(key: &str, title: &str, text: &str) -> WikiPage {
        let blocks = vec![WikiBlock::Text(vec![WikiPart::Text(text.to_owned())])];
        let keys = vec![format!("thing-{key}")];
        WikiPage { kind: WikiPageKind::Thing, keys, title: title.to_owned(), aliases: Vec::new(), blocks }
    }

    /// Brings a folder up to date with pages.
    async fn brought(folder: &Path, pages: Vec<WikiPage>) -> WikiReport {
        let folder = folder.to_owned();
        let job = Job::<WikiEvent, WikiReport>::start(move |working| async move {
            let mut report = WikiReport::default();
            let wiki = Wiki { pages, russian: false };
            let links = SourceLinks::new(Vec::new());
            PageFiles::read(&folder)?.bring(&wiki, links, false, &working, &mut report)?;
            Ok(report)
        });
        job.outcome().await.expect("it is written")
    }

    #[tokio::test]
    async fn only_what_changed_is_written_and_nothing_of_a_person_is_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("things")).expect("a folder");
        fs::write(path("things/Mine.md"), "# Mine\n").expect("it is written");
        let first =
            vec![page("0a", "Bell", "It rings."), page("0b", "Tower", "It stands."), page("0c", "Mine", "Its.")];
        let report = brought(folder.path(), first.clone()).await;
        assert_eq!((report.written, report.skipped), (2, vec!["things/Mine.md".to_owned()]));
        let bell = fs::read_to_string(path("things/Bell.md")).expect("it is there");
        fs::write(path("things/Bell.md"), format!("{bell}my note\n")).expect("it is written");
        let again = brought(folder.path(), first.clone()).await;
        assert_eq!((again.written, again.unchanged, again.skipped.len()), (0, 2, 1));
        let report = brought(folder.path(), vec![page("0b", "Tower", "It stood.")]).await;
        assert_eq!((report.written, report.moved), (1, vec!["things/Bell.md".to_owned()]));
        assert!(fs::read_to_string(path(".trash/things/Bell.md")).expect("it is there").ends_with("my note\n"));
        assert_eq!(fs::read_to_string(path("things/Mine.md")).expect("it is there"), "# Mine\n");
        let report =
            brought(folder.path(), vec![page("0a", "Bell", "It rang."), page("0b", "Tower", "It stood.")]).await;
        assert_eq!((report.written, report.unchanged), (1, 1));
        let back = fs::read_to_string(path("things/Bell.md")).expect("it is back");
        assert!(back.contains("It rang.") && back.ends_with("my note\n"), "{back}");
        assert!(!path(".trash/things/Bell.md").exists());
        let other = vec![page("0d", "Bell", "It rang."), page("0b", "Tower", "It stood.")];
        let report = brought(folder.path(), other).await;
        assert_eq!((report.written, report.moved.len()), (1, 0), "another of its name takes its page");
        assert!(fs::read_to_string(path("things/Bell.md")).expect("it is there").ends_with("my note\n"));
    }
}
