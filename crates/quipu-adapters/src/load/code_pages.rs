//! Code pages: numbers that Windows programs call encodings by.

use encoding_rs::Encoding;

/// The encoding of a code page; missing for an unknown one.
pub(super) fn encoding_of_page(page: u32) -> Option<&'static Encoding> {
    let label = match page {
        65001 => "utf-8".to_owned(),
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        866 => "ibm866".to_owned(),
        10000 => "macintosh".to_owned(),
        20866 => "koi8-r".to_owned(),
        21866 => "koi8-u".to_owned(),
        28591..=28606 => format!("iso-8859-{}", page - 28590),
        page => format!("windows-{page}"),
    };
    Encoding::for_label(label.as_bytes())
}
