//! Pages of a shelf's keys under a prefix: memory use does not depend on their number.

use crate::base::ports::{Kept, Listing, Pair, StoreError, Write};

/// Rows per page.
const PAGE: usize = 1_000;

/// The pages of a prefix, in the order of its keys.
pub(crate) struct Pages<'a> {
    shelf: &'a dyn Kept,
    listing: Listing,
}

impl<'a> Pages<'a> {
    pub(crate) fn of(shelf: &'a dyn Kept, prefix: &[u8]) -> Self {
        Self { shelf, listing: Listing { prefix: prefix.to_vec(), after: None, limit: PAGE } }
    }

    /// The next page; none behind the last.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<Pair>>, StoreError> {
        let page = self.shelf.list(&self.listing).await?;
        let Some((last, _)) = page.last() else { return Ok(None) };
        self.listing.after = Some(last.clone());
        Ok(Some(page))
    }
}

/// All rows of a prefix.
pub(crate) async fn rows(shelf: &dyn Kept, prefix: &[u8]) -> Result<Vec<Pair>, StoreError> {
    let (mut all, mut pages) = (Vec::new(), Pages::of(shelf, prefix));
    while let Some(page) = pages.next().await? {
        all.extend(page);
    }
    Ok(all)
}

/// Removes the rows of a prefix that do not `stay`, by their keys; returns their number.
pub(crate) async fn retain(shelf: &dyn Kept, prefix: &[u8], stays: impl Fn(&[u8]) -> bool) -> Result<u64, StoreError> {
    let (mut gone, mut pages) = (0, Pages::of(shelf, prefix));
    while let Some(page) = pages.next().await? {
        let others = page.into_iter().map(|(key, _)| key).filter(|key| !stays(key));
        let writes: Vec<Write> = others.map(|key| Write::Remove { key }).collect();
        gone += writes.len() as u64;
        if !writes.is_empty() {
            shelf.write(writes).await?;
        }
    }
    Ok(gone)
}
