//! A wiki of a workspace: an overview, its themes, its things, its documents, and what they leave open, as pages of data
//! whose sentences have their places. No model is asked.

mod open_questions;
mod page_names;
mod thing_parts;
mod thing_wiki;
mod told_lines;
mod wiki_corpus;
mod wiki_lists;
mod wiki_mark;
mod wiki_markdown;
mod wiki_page;
mod wiki_words;

use quipu_kernel::text::fold_name;
use rustc_hash::FxHashSet;

use crate::answer::overview::told_overview;
use crate::base::{EngineError, Stop, Workspace};
use crate::find::themes::{ThemeBrief, current_themes};

pub use page_names::{file_name, page_paths};
pub use wiki_mark::{WikiFile, WikiMark, grounds, wiki_mark};
pub use wiki_markdown::{WikiTargets, wiki_markdown};
pub use wiki_page::{WikiBlock, WikiLine, WikiPage, WikiPageKind, WikiPart, WikiPlace};

use open_questions::{OpenQuestions, alike, conflict};
use thing_wiki::wiki_thing;
use wiki_corpus::WikiCorpus;
use wiki_lists::{WikiLists, WithPages};
use wiki_words::WikiWords;

/// Levels of themes that are told.
const LEVELS: u32 = 1;
/// Most things that are looked at for each that may have a page: others say nothing.
const LOOKED: usize = 4;

/// Options of a wiki.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WikiOptions {
    /// Most pages of things: those that the most documents name.
    pub things: usize,
    /// The language of headings: true for Russian, false for English; none for that of most documents.
    pub russian: Option<bool>,
}

/// How far a wiki is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WikiProgress {
    /// Number of pages made.
    pub made: usize,
    /// Number of pages at most.
    pub most: usize,
}

/// The pages of a wiki.
#[derive(Debug, Clone, PartialEq)]
pub struct Wiki {
    /// The pages, the overview first.
    pub pages: Vec<WikiPage>,
    /// True if its headings are in Russian.
    pub russian: bool,
}

impl Wiki {
    /// The heading below which a person writes.
    pub fn notes_heading(&self) -> &'static str {
        wiki_mark::NOTES[usize::from(self.russian)]
    }
}

/// The pages of a workspace; none where it was asked to stop.
///
/// # Errors
/// When the store cannot be read, or the shelf cannot be read or written.
pub async fn wiki(
    workspace: &Workspace,
    options: WikiOptions,
    tell: &(dyn Fn(&WikiProgress) + Send + Sync),
    stop: &Stop,
) -> Result<Option<Wiki>, EngineError> {
    let store = &*workspace.store;
    let map = current_themes(workspace).await?;
    let overview = told_overview(workspace).await?;
    let corpus = WikiCorpus::read(store).await?;
    let themes = map.list(store, LEVELS).await?;
    let in_russian = corpus.rows.iter().filter(|row| row.language == "ru").count();
    let russian = options.russian.unwrap_or(in_russian * 2 > corpus.rows.len());
    let words = WikiWords { russian };
    let outermost: Vec<&ThemeBrief> = themes.iter().filter(|theme| theme.level == 0).collect();
    let most = options.things.min(corpus.things.len()) + corpus.rows.len() + outermost.len() + 2;
    let mut telling = Telling { tell, made: 0, most };
    let mut open = OpenQuestions::default();
    let Some((things, with_pages)) =
        things(workspace, &corpus, options.things, words, &mut open, &mut telling, stop).await?
    else {
        return Ok(None);
    };
    open.pairs = alike(store).await?;
    let lists = WikiLists::new(&corpus, words, &map, &themes, with_pages);
    let mut pages = vec![lists.index(&overview), open.page(&corpus, words)];
    pages.extend(outermost.into_iter().map(|theme| lists.theme(theme)));
    pages.extend(things);
    for at in 0..corpus.rows.len() {
        if stop.asked() {
            return Ok(None);
        }
        pages.push(lists.source(store, at).await?);
        telling.one();
    }
    Ok(Some(Wiki { pages, russian }))
}

/// Tells the progress.
struct Telling<'a> {
    tell: &'a (dyn Fn(&WikiProgress) + Send + Sync),
    made: usize,
    most: usize,
}

impl Telling<'_> {
    fn one(&mut self) {
        self.made += 1;
        (self.tell)(&WikiProgress { made: self.made, most: self.most });
    }
}

/// The pages of the worthiest things, with the positions of those; what is open is noted.
async fn things(
    workspace: &Workspace,
    corpus: &WikiCorpus,
    most: usize,
    words: WikiWords,
    open: &mut OpenQuestions,
    telling: &mut Telling<'_>,
    stop: &Stop,
) -> Result<Option<(Vec<WikiPage>, WithPages)>, EngineError> {
    let (mut pages, mut with_pages) = (Vec::new(), WithPages::default());
    let mut seen = FxHashSet::default();
    for (at, thing) in corpus.things.iter().enumerate().take(most.saturating_mul(LOOKED)) {
        if stop.asked() {
            return Ok(None);
        }
        if pages.len() == most {
            break;
        }
        // Of several things with one name the worthiest has the page.
        let written = thing.name_use(&*workspace.store).await?;
        let may_be = thing.is_of_known_kind() || written.in_sentences;
        if !may_be || !seen.insert(fold_name(&thing.name)) {
            continue;
        }
        let is_name = thing.is_of_known_kind() || !thing.is_in_small_letters() && !written.ordinary;
        let said = wiki_thing(workspace, corpus, thing, is_name, words).await?;
        if !said.explained && is_name && written.in_sentences {
            open.note_unexplained(at, thing);
        }
        open.conflicts.extend(conflict(workspace, corpus, at, &said.sentences));
        if let Some(page) = said.page {
            pages.push(page);
            with_pages.insert(at);
        }
        telling.one();
    }
    Ok(Some((pages, with_pages)))
}
