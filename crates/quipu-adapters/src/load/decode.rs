//! Decoding: the one place where bytes become text.
//!
//! In this order: a byte-order mark; the signature of a binary format; UTF-16 without a mark, detected
//! by the positions of its zero bytes; valid UTF-8; UTF-8 with a few broken bytes; else the guess of
//! `chardetng`, decoded by `encoding_rs`. Stray zero characters are left out: they mean nothing in a text. Only UTF-8
//! with no omission keeps offsets that point into the file.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use quipu_engine::ports::LoadError;
use quipu_kernel::text::char_start;

use super::magic::signature;

/// Size of the sample that decides the kind of a source.
const SAMPLE: usize = 64 << 10;
/// Size of the sample for the detector of encodings.
const DETECT: usize = 1 << 20;
/// One control byte per this number of bytes is allowed in a text.
const SELDOM: usize = 50;
/// Control bytes allowed in a short UTF-8 text, where they are at most a third of it.
const FEW: usize = 8;

/// A decoded text.
pub(super) struct Decoded<'a> {
    /// The text, at most of the requested length.
    pub(super) text: Cow<'a, str>,
    /// Offset of the text in the bytes, when they are UTF-8.
    pub(super) offset: Option<u64>,
    /// The missing part and the reason.
    pub(super) partial: Option<String>,
}

/// The kind of bytes, before they are decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// UTF-8 after a mark of this length; a few bytes of it may be broken.
    Utf8(usize),
    /// Another encoding, after a mark of this length.
    Other(&'static Encoding, usize),
}

/// The reason that no loader reads these bytes.
pub fn refusal(bytes: &[u8]) -> LoadError {
    kind(bytes).err().unwrap_or_else(|| LoadError::Binary { found: "no known format".to_owned() })
}

/// Decodes bytes and keeps at most `max_text` bytes of text.
///
/// # Errors
/// When the bytes are no text, or what is kept holds nothing but white space.
pub(super) fn decode(bytes: &[u8], max_text: usize) -> Result<Decoded<'_>, LoadError> {
    let mut decoded = match kind(bytes)? {
        Kind::Utf8(mark) => utf8(&bytes[mark..], mark, max_text),
        Kind::Other(encoding, mark) => other(encoding, &bytes[mark..])?,
    };
    if memchr::memchr(0, decoded.text.as_bytes()).is_some() {
        decoded.text = Cow::Owned(decoded.text.replace('\0', ""));
        decoded.offset = None;
    }
    cut(&mut decoded, max_text);
    if decoded.text.trim().is_empty() {
        return Err(LoadError::Empty);
    }
    Ok(decoded)
}

/// Cuts a text at the last character that ends within `max_text` bytes.
fn cut(decoded: &mut Decoded<'_>, max_text: usize) {
    if decoded.text.len() <= max_text {
        return;
    }
    let end = char_start(&decoded.text, max_text);
    match &mut decoded.text {
        Cow::Borrowed(text) => *text = &text[..end],
        Cow::Owned(text) => text.truncate(end),
    }
    decoded.partial = Some(cut_at(max_text));
}

/// The words for a text that was cut.
pub(super) fn cut_at(max_text: usize) -> String {
    match max_text / 1_000_000 {
        0 => format!("cut at {max_text} bytes of text"),
        megabytes => format!("cut at {megabytes} MB of text"),
    }
}

/// Detects the kind of bytes.
///
/// # Errors
/// When they are not text.
pub(super) fn kind(bytes: &[u8]) -> Result<Kind, LoadError> {
    if bytes.is_empty() {
        return Err(LoadError::Empty);
    }
    if bytes.starts_with(&[0xff, 0xfe, 0, 0]) || bytes.starts_with(&[0, 0, 0xfe, 0xff]) {
        return Err(LoadError::Undecodable { reason: "it is UTF-32".to_owned() });
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return match encoding == UTF_8 {
            true => written(&sample[mark..]).map(|()| Kind::Utf8(mark)),
            false => Ok(Kind::Other(encoding, mark)),
        };
    }
    if let Some(found) = signature(bytes) {
        return Err(LoadError::Binary { found: found.to_owned() });
    }
    if let Some(encoding) = utf16(sample) {
        return Ok(Kind::Other(encoding, 0));
    }
    written(sample)?;
    if is_utf8(bytes) { Ok(Kind::Utf8(0)) } else { Ok(Kind::Other(guess(bytes), 0)) }
}

/// Checks that the sample holds hardly any control bytes.
fn written(sample: &[u8]) -> Result<(), LoadError> {
    let controls: usize = sample.iter().map(|byte| usize::from(CONTROLS[usize::from(*byte)])).sum();
    if controls * SELDOM <= sample.len() || (controls <= FEW && controls * 3 <= sample.len() && is_utf8(sample)) {
        return Ok(());
    }
    let zeros = sample.iter().filter(|byte| **byte == 0).count();
    let found = match zeros {
        0 => format!("{controls} control bytes in its first {}", sample.len()),
        _ => format!("{zeros} zero bytes in its first {}", sample.len()),
    };
    Err(LoadError::Binary { found })
}

/// Control bytes that no text has; escape is one that terminals and ISO-2022-JP use.
const fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f | 0x7f)
}

/// Table of control bytes, for a look-up per byte of a sample.
static CONTROLS: [bool; 256] = {
    let (mut out, mut byte) = ([false; 256], 0);
    while byte < 256 {
        out[byte] = is_control(byte as u8);
        byte += 1;
    }
    out
};

/// UTF-16 without a mark: zero bytes stand (nearly) only in the high halves, and the decoded text is
/// written text.
fn utf16(sample: &[u8]) -> Option<&'static Encoding> {
    memchr::memchr(0, sample)?;
    let even = sample.iter().step_by(2).filter(|byte| **byte == 0).count();
    let odd = sample.iter().skip(1).step_by(2).filter(|byte| **byte == 0).count();
    let units = sample.len() / 2;
    let (encoding, high, low) = if odd > even { (UTF_16LE, odd, even) } else { (UTF_16BE, even, odd) };
    if high * 50 < units || high == 0 || low * 20 > high {
        return None;
    }
    // Bytes with a stray zero or two would decode to text that looks like Chinese. Of a script with few
    // letters, the high halves are all alike, and most are control bytes.
    let first = usize::from(encoding == UTF_16LE);
    let controls = |first| sample.iter().skip(first).step_by(2).filter(|byte| is_control(**byte)).count();
    let (highs, lows) = (controls(first), controls(1 - first));
    if high * 2 < units && is_utf8(sample) && (highs * 2 < units || lows * 4 > highs) {
        return None;
    }
    let (text, broken) = encoding.decode_without_bom_handling(&sample[..units * 2]);
    // The sample may end inside a pair of surrogates.
    if broken && text.matches('\u{fffd}').count() > 1 {
        return None;
    }
    let odd_ones = text.chars().filter(|c| c.is_control() && !c.is_ascii_whitespace()).count();
    (odd_ones * 50 <= units).then_some(encoding)
}

/// True if the bytes are UTF-8, apart from a truncated end or a few broken bytes among many
/// right ones.
fn is_utf8(bytes: &[u8]) -> bool {
    if std::str::from_utf8(bytes).is_ok() {
        return true;
    }
    let (mut wide, mut broken) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        wide += chunk.valid().bytes().filter(|byte| *byte >= 0xc0).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    wide >= broken * 10 || (wide > 0 && broken == 1 && ends_inside_a_character(bytes))
}

fn ends_inside_a_character(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// The likeliest encoding of bytes that are no UTF-8.
pub(super) fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&bytes[..bytes.len().min(DETECT)], true);
    detector.guess(None, Utf8Detection::Deny)
}

fn utf8(bytes: &[u8], mark: usize, max_text: usize) -> Decoded<'_> {
    let whole = match std::str::from_utf8(bytes) {
        Ok(text) => Some((text, None)),
        Err(error) if error.valid_up_to() >= max_text || error.error_len().is_none() => {
            let text = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            Some((text, Some("ends inside a character".to_owned())))
        }
        Err(_) => None,
    };
    if let Some((text, partial)) = whole {
        return Decoded { text: Cow::Borrowed(text), offset: Some(mark as u64), partial };
    }
    let broken: usize = bytes.utf8_chunks().map(|chunk| usize::from(!chunk.invalid().is_empty())).sum();
    Decoded {
        text: Cow::Owned(String::from_utf8_lossy(bytes).into_owned()),
        offset: None,
        partial: Some(format!("{broken} places are not UTF-8 and were replaced")),
    }
}

/// Decodes bytes of a known encoding.
///
/// # Errors
/// When too few of them are of it.
pub(super) fn other(encoding: &'static Encoding, bytes: &[u8]) -> Result<Decoded<'static>, LoadError> {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let (mut chars, mut lost, mut odd_ones) = (0usize, 0usize, 0usize);
    for c in text.chars() {
        chars += 1;
        lost += usize::from(c == '\u{fffd}');
        odd_ones += usize::from(c.is_control() && !c.is_ascii_whitespace() && c != '\u{85}');
    }
    if lost * 20 > chars {
        let reason = format!("{lost} of {chars} characters are not {}, the likeliest encoding", encoding.name());
        return Err(LoadError::Undecodable { reason });
    }
    if odd_ones * 20 > chars {
        return Err(LoadError::Binary { found: format!("{odd_ones} control characters among {chars}") });
    }
    let partial = (lost > 0).then(|| format!("{lost} characters are not {} and were replaced", encoding.name()));
    Ok(Decoded { text: Cow::Owned(text.into_owned()), offset: None, partial })
}
