//! Documents whose files are there and give no text any more: emptied, damaged, or not to be opened. They stay until a
//! run prunes, with a mark by which an answer that cites them says so.

use super::Skipped;
use super::index_run::IndexRun;
use crate::base::EngineError;
use crate::base::ports::DocumentRow;
use crate::base::stale::mark;
use crate::write::amend::document_of;
use crate::write::change::{ChangeBatch, ready};

/// Number of documents that are marked in one commit.
const PAGE: usize = 256;

impl IndexRun<'_> {
    /// Marks documents whose files gave no text. A file that gives its text again takes the mark away, since its row
    /// then differs from the stored one.
    pub(super) async fn mark_stale(&mut self, unread: Vec<(DocumentRow, Skipped)>) -> Result<(), EngineError> {
        self.report.stale = unread.iter().map(|(row, _)| row.id.clone()).collect();
        let marked = unread.into_iter().filter_map(|(row, skipped)| {
            let partial = Some(mark(&skipped.why));
            (row.partial != partial).then_some(DocumentRow { partial, ..row })
        });
        let marked: Vec<DocumentRow> = marked.collect();
        for page in marked.chunks(PAGE) {
            let mut documents = Vec::new();
            for row in page {
                let document = document_of(self.workspace, row.clone()).await?;
                documents
                    .push((DocumentRow { title_names: Vec::new(), title_links: Vec::new(), ..row.clone() }, document));
            }
            let seen = self.see(ChangeBatch { documents, removed: Vec::new() }).await?;
            let ready = ready(self.workspace, seen, self.options.workers).await?;
            self.commit_marks(ready).await?;
        }
        Ok(())
    }
}
