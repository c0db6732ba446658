//! Ids of jobs, requests and replies.

use std::sync::{Mutex, PoisonError};

/// Makes ids that sort by when they were made, also within a millisecond.
static IDS: Mutex<Option<ulid::Generator>> = Mutex::new(None);

/// A new id: a ULID.
pub(crate) fn new_id() -> String {
    let mut ids = IDS.lock().unwrap_or_else(PoisonError::into_inner);
    let made = ids.get_or_insert_with(ulid::Generator::new).generate();
    made.unwrap_or_else(|over| over.commit_overflow_increment()).to_string()
}
