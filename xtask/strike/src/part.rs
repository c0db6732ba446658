//! The part of a workspace that a call is about, and its stage in a commit.

use crate::Call;

/// A part of a workspace on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// A page of the truth.
    Truth,
    /// The truth's meta page, whose write is the commit.
    Meta,
    /// The word index.
    Words,
    /// A slot file.
    Slots,
    /// Not a part: a call in the window between the word index's commit and the truth's.
    Between,
    /// Anything else below the root; never struck.
    Other,
}

/// Both meta pages of the truth lie below this offset.
const METAS: u64 = 2 * 4096;
/// A meta page's fields are no longer than this.
const META: usize = 1024;

impl Part {
    pub(crate) fn of(path: &str, call: &Call<'_>) -> Self {
        if path.contains("/words/") || path.ends_with("/words") {
            Self::Words
        } else if path.ends_with(".slots") {
            Self::Slots
        } else if path.ends_with("/data.mdb") {
            let meta = matches!(call, Call::Write(bytes, offset) if *offset < METAS && bytes.len() <= META);
            if meta { Self::Meta } else { Self::Truth }
        } else {
            Self::Other
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "truth" => Self::Truth,
            "meta" => Self::Meta,
            "words" => Self::Words,
            "slots" => Self::Slots,
            "between" => Self::Between,
            _ => return None,
        })
    }

    pub(crate) fn letter(self) -> u8 {
        match self {
            Self::Truth => b'T',
            Self::Meta => b'M',
            Self::Words => b'W',
            Self::Slots => b'S',
            Self::Between => b'B',
            Self::Other => b'O',
        }
    }
}

/// The progress of a commit.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stage {
    words: bool,
    truth: bool,
}

impl Stage {
    /// True if a plan for `wanted` counts a call on `part` at this stage.
    pub(crate) fn meets(self, wanted: Part, part: Part) -> bool {
        match wanted {
            Part::Between => part == Part::Truth && self.is_between(),
            // The first page alone is not yet inside the truth's commit when words came before it.
            Part::Truth => matches!(part, Part::Truth | Part::Meta) && !self.is_between(),
            _ => wanted == part,
        }
    }

    /// True if the word index has written, and the truth has not begun to.
    pub(crate) fn is_between(self) -> bool {
        self.words && !self.truth
    }

    pub(crate) fn after(&mut self, part: Part, call: &Call<'_>) {
        match part {
            Part::Words => self.words = true,
            Part::Truth if matches!(call, Call::Write(..)) => self.truth = true,
            Part::Meta => *self = Self::default(),
            _ => {}
        }
    }
}

/// The path that an open descriptor leads to.
pub(crate) fn path_of(descriptor: libc::c_int) -> Option<String> {
    let path = std::fs::read_link(format!("/proc/self/fd/{descriptor}")).ok()?;
    Some(path.to_string_lossy().into_owned())
}
