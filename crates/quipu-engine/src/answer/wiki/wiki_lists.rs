//! Pages that list others: the overview, themes, and documents.

use quipu_kernel::model::Key;
use quipu_language::answer::plain;
use rustc_hash::{FxHashMap, FxHashSet};

use super::wiki_corpus::{WikiCorpus, by_title, date_of};
use super::wiki_page::{WikiBlock, WikiLine, WikiPage, WikiPageKind, WikiPart, WikiPlace};
use super::wiki_words::{WikiPhrase, WikiWords};
use crate::answer::overview::{DocumentDates, Overview};
use crate::base::citation::Quote;
use crate::base::ports::{SelectChunks, Store, StoreError};
use crate::find::texts::outline;
use crate::find::themes::{ThemeBrief, ThemeMap, document_sentence};

/// Numbers of things listed in the overview as named most, on the page of a theme, and of a document.
const NAMED: usize = 15;
const IN_THEME: usize = 15;
const IN_DOCUMENT: usize = 30;
/// Most things listed by name in the overview.
const ALL_THINGS: usize = 400;
/// Most headings of a document, how deep they may be, and the longest, in letters.
const HEADINGS: usize = 40;
const DEEPEST: usize = 3;
const LONGEST: usize = 90;

/// The things that have pages, by their positions in the corpus.
pub(super) type WithPages = FxHashSet<usize>;

/// What lists are made of.
pub(super) struct WikiLists<'a> {
    pub(super) corpus: &'a WikiCorpus,
    pub(super) words: WikiWords,
    pub(super) themes: &'a [ThemeBrief],
    /// The positions of the documents of each outermost theme.
    pub(super) documents_of: FxHashMap<Key, Vec<usize>>,
    /// The things of each document, the most frequent first.
    pub(super) things_of: Vec<Vec<(usize, usize)>>,
    pub(super) with_pages: WithPages,
}

impl<'a> WikiLists<'a> {
    /// Lists of a corpus with its themes.
    pub(super) fn new(
        corpus: &'a WikiCorpus,
        words: WikiWords,
        map: &ThemeMap,
        themes: &'a [ThemeBrief],
        with_pages: WithPages,
    ) -> Self {
        let mut documents_of: FxHashMap<Key, Vec<usize>> = FxHashMap::default();
        for (at, row) in corpus.rows.iter().enumerate() {
            if let Some(theme) = map.outermost(row.key) {
                documents_of.entry(theme).or_default().push(at);
            }
        }
        Self { corpus, words, themes, documents_of, things_of: corpus.things_of_documents(), with_pages }
    }

    fn heading(&self, phrase: WikiPhrase) -> WikiBlock {
        WikiBlock::Heading(self.words.say(phrase).to_owned())
    }

    /// A link to the page of a thing.
    fn thing(&self, at: usize) -> WikiPart {
        let thing = &self.corpus.things[at];
        WikiPart::Page { key: WikiPageKind::Thing.key(thing.key), text: thing.name.clone() }
    }

    /// A theme in a line: a link, its size, and its first sentence or the titles in its middle.
    fn theme_line(&self, theme: &ThemeBrief, link: bool) -> WikiLine {
        let name = match link {
            true => WikiPart::Page { key: WikiPageKind::Theme.key(theme.id), text: theme.name.clone() },
            false => WikiPart::Label(theme.name.clone()),
        };
        let mut parts = vec![name, WikiPart::text(format!("({}):", self.words.documents(theme.documents)))];
        match theme.sentences.first().and_then(|quote| self.corpus.sentence(quote)) {
            Some(sentence) => parts.extend(sentence),
            None => parts.push(WikiPart::text(theme.titles.join("; "))),
        }
        parts.into()
    }

    /// The overview of all.
    pub(super) fn index(&self, overview: &Overview) -> WikiPage {
        let mut blocks = Vec::new();
        blocks.extend(overview.about.as_ref().and_then(|quote| self.sentence(quote)));
        blocks.push(WikiBlock::Text(vec![WikiPart::text(self.opening(overview))]));
        let outermost: Vec<&ThemeBrief> = self.themes.iter().filter(|theme| theme.level == 0).collect();
        if !outermost.is_empty() {
            blocks.push(self.heading(WikiPhrase::Themes));
            blocks.push(WikiBlock::List(outermost.iter().map(|theme| self.theme_line(theme, true)).collect()));
        }
        let in_themes: FxHashSet<usize> = self.documents_of.values().flatten().copied().collect();
        let others = by_title(self.corpus, (0..self.corpus.rows.len()).filter(|at| !in_themes.contains(at)));
        if !others.is_empty() {
            blocks.push(self.heading(WikiPhrase::Documents));
            blocks.push(WikiBlock::List(others.into_iter().map(|at| self.told_document(at, overview)).collect()));
        }
        let mut named: Vec<usize> = self.named(self.corpus.things.len()).take(NAMED).collect();
        named.sort_by_key(|at| std::cmp::Reverse(self.corpus.things[*at].documents.len()));
        if !named.is_empty() {
            blocks.push(self.heading(WikiPhrase::NamedMost));
            let line = |at: usize| {
                let count = self.corpus.things[at].documents.len() as u64;
                vec![self.thing(at), WikiPart::text(format!("({})", self.words.documents(count)))].into()
            };
            blocks.push(WikiBlock::List(named.into_iter().map(line).collect()));
        }
        blocks.extend(self.latest(overview));
        blocks.extend(self.all_things());
        let questions = self.words.say(WikiPhrase::OpenQuestions).to_owned();
        let key = |kind: WikiPageKind| kind.key(Key::default());
        blocks.push(WikiBlock::Text(vec![WikiPart::Page { key: key(WikiPageKind::Questions), text: questions }]));
        let title = self.words.say(WikiPhrase::Overview).to_owned();
        WikiPage { kind: WikiPageKind::Index, keys: vec![key(WikiPageKind::Index)], title, aliases: Vec::new(), blocks }
    }

    /// Positions of the first things that have pages.
    fn named(&self, first: usize) -> impl Iterator<Item = usize> + '_ {
        (0..first).filter(|at| self.with_pages.contains(at))
    }

    fn sentence(&self, quote: &Quote) -> Option<WikiBlock> {
        self.corpus.sentence(quote).map(|sentence| WikiBlock::Text(sentence.into()))
    }

    /// How many documents and themes there are, and of what time.
    fn opening(&self, overview: &Overview) -> String {
        let mut said = self.words.documents(overview.documents);
        if !overview.themes.is_empty() {
            said.push_str(&format!(", {}", self.words.themes(overview.themes.len() as u64)));
        }
        if let Some(DocumentDates { first, last }) = &overview.dates {
            said.push_str(&format!(", {}", self.words.dated(first, last)));
        }
        said + "."
    }

    /// A document in a line, with its sentence where the overview tells each.
    fn told_document(&self, at: usize, overview: &Overview) -> WikiLine {
        let mut parts = vec![self.corpus.link(at)];
        let told = overview.told.iter().find(|told| told.id == self.corpus.rows[at].id);
        if let Some(sentence) = told.and_then(|told| self.corpus.sentence(told.sentence.as_ref()?)) {
            parts.push(WikiPart::text(":"));
            parts.extend(sentence);
        }
        parts.into()
    }

    /// The documents with the latest dates.
    fn latest(&self, overview: &Overview) -> Vec<WikiBlock> {
        let line = |id: &str, date: &str| -> Option<WikiLine> {
            Some(vec![self.corpus.link(self.corpus.position(id)?), WikiPart::text(format!("({date})"))].into())
        };
        let lines: Vec<WikiLine> = overview.latest.iter().filter_map(|one| line(&one.id, &one.date)).collect();
        if lines.is_empty() { Vec::new() } else { vec![self.heading(WikiPhrase::Latest), WikiBlock::List(lines)] }
    }

    /// All things by name.
    fn all_things(&self) -> Vec<WikiBlock> {
        let mut all: Vec<(String, usize)> = self
            .named(self.corpus.things.len())
            .take(ALL_THINGS)
            .map(|at| (self.corpus.things[at].name.to_lowercase(), at))
            .collect();
        all.sort();
        let mut parts = Vec::new();
        for (_, at) in all {
            if !parts.is_empty() {
                parts.push(WikiPart::text("·"));
            }
            parts.push(self.thing(at));
        }
        if parts.is_empty() { Vec::new() } else { vec![self.heading(WikiPhrase::Things), WikiBlock::Text(parts)] }
    }

    /// The page of an outermost theme.
    pub(super) fn theme(&self, theme: &ThemeBrief) -> WikiPage {
        let documents = self.documents_of.get(&theme.id).map(Vec::as_slice).unwrap_or_default();
        let mut blocks = Vec::new();
        for quote in &theme.sentences {
            blocks.extend(self.sentence(quote));
        }
        let count = self.words.documents(documents.len() as u64);
        blocks.push(WikiBlock::Text(vec![WikiPart::text(format!("{count}."))]));
        let parts: Vec<&ThemeBrief> = self.themes.iter().filter(|part| part.parent == Some(theme.id)).collect();
        if !parts.is_empty() {
            blocks.push(self.heading(WikiPhrase::Parts));
            blocks.push(WikiBlock::List(parts.into_iter().map(|part| self.theme_line(part, false)).collect()));
        }
        let named = self.named_in(documents);
        if !named.is_empty() {
            blocks.push(self.heading(WikiPhrase::NamedMost));
            blocks.push(WikiBlock::List(named));
        }
        blocks.push(self.heading(WikiPhrase::Documents));
        let listed = by_title(self.corpus, documents.iter().copied());
        blocks.push(WikiBlock::List(listed.into_iter().map(|at| vec![self.corpus.link(at)].into()).collect()));
        let keys = vec![WikiPageKind::Theme.key(theme.id)];
        WikiPage { kind: WikiPageKind::Theme, keys, title: theme.name.clone(), aliases: Vec::new(), blocks }
    }

    /// The things with pages that most of some documents name.
    fn named_in(&self, documents: &[usize]) -> Vec<WikiLine> {
        let mut counts: FxHashMap<usize, u64> = FxHashMap::default();
        for (thing, _) in documents.iter().flat_map(|at| &self.things_of[*at]) {
            *counts.entry(*thing).or_default() += 1;
        }
        let mut counts: Vec<(usize, u64)> = counts.into_iter().filter(|(at, _)| self.with_pages.contains(at)).collect();
        counts.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let line = |(at, count): (usize, u64)| {
            vec![self.thing(at), WikiPart::text(format!("({})", self.words.documents(count)))].into()
        };
        counts.into_iter().take(IN_THEME).map(line).collect()
    }

    /// The page of a document.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn source(&self, store: &dyn Store, at: usize) -> Result<WikiPage, StoreError> {
        let row = &self.corpus.rows[at];
        let mut blocks = Vec::new();
        blocks.extend(document_sentence(store, row).await?.and_then(|quote| self.sentence(&quote)));
        blocks.push(WikiBlock::List(self.fields(at)));
        let headings = self.headings(store, at).await?;
        if !headings.is_empty() {
            blocks.push(self.heading(WikiPhrase::Headings));
            blocks.push(WikiBlock::List(headings));
        }
        let named = self.things_of[at].iter().filter(|(thing, _)| self.with_pages.contains(thing)).take(IN_DOCUMENT);
        let named: Vec<WikiLine> = named.map(|(thing, _)| vec![self.thing(*thing)].into()).collect();
        if !named.is_empty() {
            blocks.push(self.heading(WikiPhrase::Names));
            blocks.push(WikiBlock::List(named));
        }
        let (keys, title) = (vec![WikiPageKind::Source.key(row.key)], self.corpus.titles[at].clone());
        Ok(WikiPage { kind: WikiPageKind::Source, keys, title, aliases: Vec::new(), blocks })
    }

    /// The file of a document, its date and its theme.
    fn fields(&self, at: usize) -> Vec<WikiLine> {
        let row = &self.corpus.rows[at];
        let label = |phrase: WikiPhrase| WikiPart::text(format!("{}:", self.words.say(phrase)));
        let path = &row.source.path;
        let place = WikiPlace::at(path, row.key, None, None, 0, "");
        let mut fields: Vec<WikiLine> = vec![vec![label(WikiPhrase::Path), WikiPart::At(path.clone(), place)].into()];
        if let Some(date) = date_of(row) {
            fields.push(vec![label(WikiPhrase::Date), WikiPart::text(date)].into());
        }
        let theme = self.themes.iter().filter(|theme| theme.level == 0);
        let mut theme = theme.filter(|theme| self.documents_of.get(&theme.id).is_some_and(|of| of.contains(&at)));
        if let Some(theme) = theme.next() {
            let link = WikiPart::Page { key: WikiPageKind::Theme.key(theme.id), text: theme.name.clone() };
            fields.push(vec![label(WikiPhrase::ThemeOf), link].into());
        }
        fields
    }

    /// The headings of a document, each with its place.
    async fn headings(&self, store: &dyn Store, at: usize) -> Result<Vec<WikiLine>, StoreError> {
        let row = &self.corpus.rows[at];
        let chunks = store.chunks(&SelectChunks::BareOf(row.key)).await?;
        let chunks: Vec<_> = chunks.into_iter().map(|stored| stored.chunk).collect();
        let sections = outline(&chunks);
        // A single outermost heading that is the title says nothing more.
        let outer = sections.iter().filter(|section| section.level == 1).count();
        let titled = outer == 1 && sections.first().is_some_and(|first| plain(&first.heading) == plain(&row.title));
        let top = usize::from(titled) + 1;
        let mut lines: Vec<WikiLine> = Vec::new();
        for section in sections.iter().filter(|section| (top..top + DEEPEST).contains(&section.level)) {
            let text: String = plain(&section.heading).chars().take(LONGEST).collect();
            if text.is_empty() {
                continue;
            }
            let offset = row.source.text_offset;
            // Where the text is not that of the file the heading itself is sought there.
            let sought = if offset.is_some() { "" } else { &text };
            let place = WikiPlace::at(&row.source.path, row.key, offset, section.page, section.start, sought);
            let depth = (section.level - top).min(lines.last().map_or(0, |last| last.depth + 1));
            lines.push(WikiLine { depth, parts: vec![WikiPart::At(text, place)] });
        }
        let left = lines.len().saturating_sub(HEADINGS);
        lines.truncate(HEADINGS);
        lines.extend((left > 0).then(|| WikiLine::from(vec![WikiPart::text(self.words.more(left))])));
        Ok(lines)
    }
}
