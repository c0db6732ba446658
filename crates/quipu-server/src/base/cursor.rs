//! Cursors: the start of the next page of a list, as an opaque text that fits one list alone.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use axum::http::StatusCode;

use crate::problem::HttpProblem;

/// Number of bytes that bind a cursor to its list.
const SEAL: usize = 6;

/// The cursor behind a key of a list; `list` names the list with its workspace and filters.
pub(crate) fn after(list: &str, key: &str) -> String {
    let mut bytes = seal(list, key).to_vec();
    bytes.extend(key.as_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The key that a cursor stands behind.
///
/// # Errors
/// When the cursor is invalid, or of another list.
pub(crate) fn key(list: &str, cursor: &str) -> Result<String, HttpProblem> {
    let wrong =
        || HttpProblem::new(StatusCode::BAD_REQUEST, "cursor", "this is not a cursor of this list; start without one");
    let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| wrong())?;
    let (sealed, key) = bytes.split_at_checked(SEAL).ok_or_else(wrong)?;
    let key = std::str::from_utf8(key).map_err(|_| wrong())?;
    if seal(list, key) == sealed { Ok(key.to_owned()) } else { Err(wrong()) }
}

/// Cuts rows to a page, of which one more than fits was read, and gives the cursor of the next one.
pub(crate) fn cut<T>(rows: &mut Vec<T>, limit: usize, list: &str, key: impl FnOnce(&T) -> String) -> Option<String> {
    let more = rows.len() > limit;
    rows.truncate(limit);
    rows.last().filter(|_| more).map(|last| after(list, &key(last)))
}

fn seal(list: &str, key: &str) -> [u8; SEAL] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(list.len() as u64).to_le_bytes());
    hasher.update(list.as_bytes());
    hasher.update(key.as_bytes());
    let mut sealed = [0; SEAL];
    sealed.copy_from_slice(&hasher.finalize().as_bytes()[..SEAL]);
    sealed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_fits_its_list_alone() {
        let cursor = after("a/documents", "key");
        assert_eq!(key("a/documents", &cursor).unwrap(), "key");
        for (list, cursor) in [("b/documents", cursor.as_str()), ("a/documents", "x"), ("a/documents", "")] {
            assert_eq!(key(list, cursor).unwrap_err().status, 400);
        }
    }
}
