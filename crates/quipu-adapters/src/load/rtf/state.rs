//! The state of a group of RTF, which applies to the words in it.

use encoding_rs::Encoding;

use crate::load::code_pages::encoding_of_page;
use crate::load::marks::Mark;

/// The destination of a group's words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Into {
    /// The text.
    #[default]
    Text,
    /// The number or bullet before the paragraph.
    Label,
    /// A note.
    Note,
    /// A reviewer's remark.
    Remark,
    /// The name of that reviewer.
    Author,
    /// A field of the file.
    Field(&'static str),
    /// The table of fonts.
    Fonts,
    /// The table of styles.
    Styles,
    /// Nowhere.
    Nothing,
}

impl Into {
    /// The kind of a group, by its first word.
    pub(super) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "listtext" | "pntext" => Self::Label,
            "footnote" => Self::Note,
            "annotation" => Self::Remark,
            "atnauthor" => Self::Author,
            "title" => Self::Field("title"),
            "author" => Self::Field("author"),
            "subject" => Self::Field("subject"),
            "fonttbl" => Self::Fonts,
            "stylesheet" => Self::Styles,
            // The displayed value of a field, and letters for programs that know Unicode.
            "fldrslt" | "shptxt" | "ud" => Self::Text,
            _ => return None,
        })
    }
}

/// True if the content of a group is no text: pictures, tables of colours, running heads, codes of fields.
pub(super) fn is_left_out(word: &str) -> bool {
    matches!(
        word,
        "colortbl"
            | "info"
            | "pict"
            | "object"
            | "fldinst"
            | "nonshppict"
            | "listtable"
            | "listoverridetable"
            | "rsidtbl"
            | "header"
            | "headerl"
            | "headerr"
            | "headerf"
            | "footer"
            | "footerl"
            | "footerr"
            | "footerf"
            | "ftnsep"
            | "ftnsepc"
            | "aftnsep"
            | "aftnsepc"
            | "upr"
            | "xe"
            | "tc"
            | "bkmkstart"
            | "bkmkend"
            | "themedata"
            | "datastore"
            | "generator"
            | "pgdsctbl"
            | "revtbl"
            | "filetbl"
            | "nonesttables"
    )
}

/// The properties in effect in a group.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) into: Into,
    pub(super) font: i32,
    /// Number of characters after `\u` for older programs.
    pub(super) skipped: usize,
    /// The first half of a pair of UTF-16.
    pub(super) high: u32,
    pub(super) hidden: bool,
    /// True if this only wraps a page for programs that do not know pages.
    pub(super) wrapped: bool,
    pub(super) struck: bool,
    pub(super) shifted: Option<Mark>,
    pub(super) in_table: bool,
    pub(super) style: i32,
    /// The level of a heading.
    pub(super) level: Option<usize>,
    pub(super) list_level: usize,
}

impl Default for State {
    fn default() -> Self {
        Self {
            into: Into::Text,
            font: -1,
            skipped: 1,
            high: 0,
            hidden: false,
            wrapped: false,
            struck: false,
            shifted: None,
            in_table: false,
            style: -1,
            level: None,
            list_level: 0,
        }
    }
}

impl State {
    /// The state of a group inside.
    pub(super) fn inner(&self) -> Self {
        self.clone()
    }

    /// Takes a control word.
    pub(super) fn set(&mut self, word: &str, number: Option<i32>, on: bool) {
        match word {
            "f" => self.font = number.unwrap_or(0),
            "uc" => self.skipped = usize::try_from(number.unwrap_or(1)).unwrap_or(1).min(16),
            "v" | "deleted" => self.hidden = on,
            "htmlrtf" => self.wrapped = on,
            "strike" | "striked" => self.struck = on,
            "super" => self.shifted = on.then_some(Mark::Up),
            "sub" => self.shifted = on.then_some(Mark::Down),
            "nosupersub" => self.shifted = None,
            "plain" => {
                (self.hidden, self.struck, self.shifted) = (false, false, None);
            }
            "pard" => {
                (self.in_table, self.level, self.list_level, self.style) = (false, None, 0, -1);
            }
            "intbl" => self.in_table = on,
            "s" => self.style = number.unwrap_or(-1),
            "outlinelevel" => {
                self.level = number
                    .and_then(|level| usize::try_from(level).ok())
                    .filter(|level| *level < 9)
                    .map(|level| level + 1)
            }
            "ilvl" => self.list_level = number.and_then(|level| usize::try_from(level).ok()).unwrap_or(0),
            _ => {}
        }
    }
}

/// The sign that a control word stands for.
pub(super) fn sign(word: &str) -> Option<&'static str> {
    Some(match word {
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "bullet" => "•",
        "emspace" | "enspace" | "qmspace" => " ",
        _ => return None,
    })
}

/// The encoding of a font's character set; missing for the usual one.
pub(super) fn encoding_of_charset(charset: i32) -> Option<&'static Encoding> {
    let page = match charset {
        77 => 10000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    };
    encoding_of_page(page)
}
