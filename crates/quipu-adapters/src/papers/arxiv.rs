//! arXiv over its legacy interfaces: the query API for the metadata of papers, HTML and PDF files for their texts.

use std::path::PathBuf;
use std::time::Duration;

use quipu_papers::arxiv::{ArxivId, Feed, FeedError, PaperQuery, ids_path, read_feed, search_path};
use quipu_papers::{Author, Paper, PaperSource, PaperText, PapersFound, SourceAsking, TextForm};

use super::SourceError;
use super::asked::{Asker, Reply};
use super::kept::KeptReplies;
use super::pace::Pace;
use crate::net::{agent_for, shown};

/// The host that arXiv keeps for programs.
const EXPORT: &str = "https://export.arxiv.org";
/// The host that has the HTML of papers.
const MAIN: &str = "https://arxiv.org";
/// Timeouts until an answer begins, and until it ends.
const PATIENCE: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(300)];
/// Batch size of papers in a request by ids.
const IDS: usize = 100;
/// The most papers of one search; arXiv gives no more in one answer.
const MOST: usize = 2000;
/// Attempts for a page that is empty by mistake.
const TRIES: usize = 3;
/// Search distance of the mark of a PDF in a file.
const MARK_WITHIN: usize = 1024;

/// Options of requests to arXiv.
#[derive(Debug, Clone)]
pub struct ArxivSettings {
    /// The address of its interface for programs, or of a mirror.
    pub url: String,
    /// A mail address by which arXiv can reach the operator; may be empty.
    pub mail: String,
    /// The least time between two requests; arXiv itself asks for three seconds.
    pub pause: Duration,
    /// The folder that keeps the pace and the replies of a day.
    pub state: PathBuf,
}

/// arXiv.
pub struct ArxivClient {
    url: String,
    asker: Asker,
    kept: KeptReplies,
}

impl ArxivClient {
    /// arXiv, asked so. Nothing is sent yet.
    pub fn new(settings: &ArxivSettings) -> Self {
        let url = settings.url.trim_end_matches('/').to_owned();
        let contact = if settings.mail.is_empty() { String::new() } else { format!("; mailto:{}", settings.mail) };
        let name = format!("quipu/{} (+https://crates.io/crates/quipu{contact})", env!("CARGO_PKG_VERSION"));
        let pace = Pace::new(&settings.state, "arxiv", settings.pause);
        let agent = agent_for(&url, PATIENCE[0], PATIENCE[1]);
        let asker = Asker { agent, pace, pause: settings.pause, agent_name: name };
        Self { url, asker, kept: KeptReplies::new(&settings.state) }
    }

    /// Allows requests to arXiv after it has refused them; true if they were not allowed.
    ///
    /// # Errors
    /// When the file that keeps the pace cannot be used.
    pub fn go(&self) -> Result<bool, SourceError> {
        self.asker.pace.open_again()
    }

    fn feed(&self, query: &str, asking: &SourceAsking<'_>) -> Result<Feed, SourceError> {
        let url = format!("{}/api/query?{query}", self.url);
        if let Some(feed) = self.kept.get(&url).and_then(|bytes| read_feed(&bytes).ok()) {
            return Ok(feed);
        }
        let reply = self.asker.get(&url, asking)?;
        let feed = read_feed(&reply.bytes).map_err(|error| match error {
            FeedError::Refused { said } => SourceError::Refused { said },
            other => self.unreadable(&url, &reply, other.to_string()),
        })?;
        // A page that is empty by mistake is not worth keeping.
        if reply.status == 200 && !is_empty_by_mistake(&feed) {
            self.kept.put(&url, &reply.bytes);
        }
        Ok(feed)
    }

    /// The first papers of a query; a page that is empty by mistake is requested again.
    fn page(&self, query: &str, asking: &SourceAsking<'_>) -> Result<Feed, SourceError> {
        let mut feed = self.feed(query, asking)?;
        for _ in 1..TRIES {
            if !is_empty_by_mistake(&feed) {
                break;
            }
            feed = self.feed(query, asking)?;
        }
        Ok(feed)
    }

    fn unreadable(&self, url: &str, reply: &Reply, reason: String) -> SourceError {
        let reason = if reply.status == 200 { reason } else { format!("status {}, {reason}", reply.status) };
        SourceError::Unreadable { address: shown(url), reason }
    }

    /// The host of pages for people, where no mirror is used.
    fn html_url(&self) -> &str {
        if self.url == EXPORT { MAIN } else { &self.url }
    }

    fn html(&self, id: &str, asking: &SourceAsking<'_>) -> Result<Option<PaperText>, SourceError> {
        let address = format!("{}/html/{id}", self.html_url());
        let reply = self.asker.get(&address, asking)?;
        let right = reply.status == 200 && reply.kind.contains("html");
        // Pages of errors and of riddles for people are HTML too; papers are marked as LaTeXML marks them.
        let paper = right && contains(&reply.bytes, b"ltx_");
        Ok(paper.then_some(PaperText { form: TextForm::Html, bytes: reply.bytes, address }))
    }

    fn pdf(&self, id: &str, asking: &SourceAsking<'_>) -> Result<Option<PaperText>, SourceError> {
        let address = format!("{}/pdf/{id}", self.url);
        let reply = self.asker.get(&address, asking)?;
        if reply.status == 404 {
            return Ok(None);
        }
        let begin = &reply.bytes[..reply.bytes.len().min(MARK_WITHIN)];
        if reply.status != 200 || !contains(begin, b"%PDF-") {
            return Err(self.unreadable(&address, &reply, format!("it is no PDF, but {}", said(&reply))));
        }
        Ok(Some(PaperText { form: TextForm::Pdf, bytes: reply.bytes, address }))
    }
}

impl PaperSource for ArxivClient {
    fn search(&self, query: &PaperQuery, most: usize, asking: &SourceAsking<'_>) -> Result<PapersFound, SourceError> {
        let most = most.clamp(1, MOST);
        let phrase = self.page(&search_path(&query.phrase(), query.order, 0, most), asking)?;
        let mut found = PapersFound { total: phrase.total, ..PapersFound::default() };
        add(&mut found.papers, phrase.papers, query);
        let words = query.all_words().filter(|_| found.papers.len() < most && phrase.total < most);
        if let Some(words) = words {
            let more = self.page(&search_path(&words, query.order, 0, most), asking)?;
            let before = found.papers.len();
            add(&mut found.papers, more.papers, query);
            found.papers.truncate(most.max(before));
            found.by_words = found.papers.len() - before;
            found.total = found.total.max(more.total);
        }
        Ok(found)
    }

    fn papers(&self, ids: &[String], asking: &SourceAsking<'_>) -> Result<PapersFound, SourceError> {
        let (mut found, mut asked) = (PapersFound::default(), Vec::new());
        for id in ids {
            match id.parse::<ArxivId>() {
                Ok(id) => asked.push(id),
                Err(_) => found.missing.push(id.clone()),
            }
        }
        for some in asked.chunks(IDS) {
            // None of these ids may be known: that is no page that is empty by mistake.
            let feed = self.feed(&ids_path(some), asking)?;
            found.missing.extend(
                some.iter().filter(|id| !feed.papers.iter().any(|paper| is(paper, id))).map(ToString::to_string),
            );
            found.papers.extend(feed.papers);
        }
        found.total = found.papers.len();
        Ok(found)
    }

    fn text(&self, paper: &Paper, asking: &SourceAsking<'_>) -> Result<Option<PaperText>, SourceError> {
        let Some(id) = paper.versioned() else { return Ok(None) };
        if paper.withdrawn {
            return Ok(None);
        }
        match self.html(&id, asking)? {
            Some(text) => Ok(Some(text)),
            None => self.pdf(&id, asking),
        }
    }
}

fn is(paper: &Paper, id: &ArxivId) -> bool {
    paper.arxiv.as_deref() == Some(&id.id)
}

fn is_empty_by_mistake(feed: &Feed) -> bool {
    feed.papers.is_empty() && feed.total > feed.start
}

/// Takes over the papers that are new and whose authors fit.
fn add(papers: &mut Vec<Paper>, more: Vec<Paper>, query: &PaperQuery) {
    for paper in more {
        let names: Vec<String> = paper.authors.iter().map(Author::whole).collect();
        if query.fits(&names) && !papers.iter().any(|known| known.arxiv == paper.arxiv) {
            papers.push(paper);
        }
    }
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    memchr::memmem::find(bytes, wanted).is_some()
}

/// A description of an answer, for error messages.
fn said(reply: &Reply) -> String {
    let kind = if reply.kind.is_empty() { "something without a type" } else { reply.kind.as_str() };
    format!("{kind} of {} bytes", reply.bytes.len())
}

#[cfg(test)]
mod tests;
