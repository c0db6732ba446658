//! Letters of Outlook (`.msg`): the properties of a message, each in a stream of a compound file.
//!
//! They are written like a letter of `.eml`: the subject as a heading, sender, recipients and date, the body (plain,
//! else the page, else RTF), and the names of attached files. An attached letter is read too.

use encoding_rs::Encoding;
use quipu_engine::ports::{Input, LoadError, Loaded};
use quipu_kernel::model::{Format, Metadata};

use super::compound::{PROPERTIES, Streams};
use crate::load::code_pages::encoding_of_page;
use crate::load::decode::decode;
use crate::load::html::{self, Scope};
use crate::load::rtf;
use crate::load::written::{Written, one_line};

/// Nesting limit of attached letters that are read.
const DEEPEST: usize = 4;
/// The epoch of FILETIME, in seconds before 1970.
const EPOCH: i64 = 11_644_473_600;

/// Reads a letter.
pub(super) fn read(input: &Input<'_>, streams: Box<Streams<'_>>) -> Result<Loaded, LoadError> {
    let mut letter = Letter { streams: *streams, written: Written::new(input.max_text), names: Vec::new() };
    let fields = letter.write("", 0);
    let Letter { mut written, names, .. } = letter;
    if written.text().trim().is_empty() {
        return Err(LoadError::Unreadable {
            reason: "it is an Outlook message in which no subject, sender or body is found; save it as .eml".to_owned(),
        });
    }
    written.note((!names.is_empty()).then(|| format!("attached files are not read: {}", names.join(", "))));
    Ok(written.finish(input.path, "application/vnd.ms-outlook", Format::Markdown, fields)?.into())
}

struct Letter<'a> {
    streams: Streams<'a>,
    written: Written,
    /// The files that are attached and not read.
    names: Vec<String>,
}

/// A recipient of a letter.
struct Person {
    shown: String,
    name: String,
    /// True if in copy only.
    copy: bool,
}

impl Letter<'_> {
    /// Writes the letter in a storage (`""` is the file itself).
    fn write(&mut self, at: &str, depth: usize) -> Metadata {
        let subject = self.line(at, "0037");
        self.written.heading(depth + 1, &subject);
        let name = self.line(at, "0c1a");
        let address = [self.line(at, "5d01"), self.line(at, "0c1f")].into_iter().find(|one| one.contains('@'));
        let from = shown(&name, address.as_deref().unwrap_or_default());
        let people = self.people(at);
        let date = self.date(at);
        let listed = |copy: bool| {
            people.iter().filter(|one| one.copy == copy).map(|one| one.shown.as_str()).collect::<Vec<_>>().join(", ")
        };
        let heads = [("From", from.clone()), ("To", listed(false)), ("Cc", listed(true)), ("Date", date.clone())];
        let heads = heads.iter().filter(|(_, said)| !said.is_empty()).map(|(name, said)| format!("{name}: {said}"));
        self.written.block(&heads.collect::<Vec<_>>().join("\n"));
        self.body(at);
        self.attached(at, depth);
        let mut fields = Metadata::new();
        for (field, said) in [("title", subject), ("date", date)] {
            if !said.is_empty() {
                fields.insert(field.to_owned(), said.into());
            }
        }
        let author = if name.is_empty() { from } else { name };
        let to: Vec<String> = people.into_iter().filter(|one| !one.copy).map(|one| one.name).collect();
        for (field, names) in [("authors", vec![author]), ("to", to)] {
            if names.iter().any(|name| !name.is_empty()) {
                fields.insert(field.to_owned(), names.into());
            }
        }
        fields
    }

    /// The bytes of a property in any of these types.
    fn bytes(&mut self, at: &str, property: &str, kind: &str) -> Option<Vec<u8>> {
        self.streams.read(&format!("{at}__substg1.0_{property}{kind}")).filter(|bytes| !bytes.is_empty())
    }

    /// A property that is text.
    fn text(&mut self, at: &str, property: &str) -> Option<String> {
        if let Some(bytes) = self.bytes(at, property, "001f") {
            let (text, _) = encoding_rs::UTF_16LE.decode_without_bom_handling(&bytes);
            return Some(text.split('\0').next().unwrap_or_default().to_owned());
        }
        let bytes = self.bytes(at, property, "001e")?;
        let encoding = self.encoding(at);
        Some(in_encoding(bytes.split(|byte| *byte == 0).next().unwrap_or_default(), encoding))
    }

    fn line(&mut self, at: &str, property: &str) -> String {
        self.text(at, property).map(|text| one_line(&text)).unwrap_or_default()
    }

    /// The value of a property that is a number.
    fn number(&mut self, at: &str, property: u16) -> Option<u64> {
        let bytes = self.streams.read(&format!("{at}{PROPERTIES}"))?;
        // A header of 8 bytes, 24 in a letter inside another, 32 in the file itself.
        let skipped = match at.rsplit('/').nth(1) {
            None => 32,
            Some(inside) if inside.starts_with("__substg") => 24,
            Some(_) => 8,
        };
        let rows = bytes.get(skipped..)?.chunks_exact(16);
        let mut found = rows.filter(|row| row.get(2..4) == Some(&property.to_le_bytes()));
        found.next()?.get(8..16)?.try_into().ok().map(u64::from_le_bytes)
    }

    fn encoding(&mut self, at: &str) -> Option<&'static Encoding> {
        let page = self.number(at, 0x3fde).or_else(|| self.number(at, 0x3ffd))?;
        encoding_of_page(page as u32)
    }

    /// When it was sent, else when it came.
    fn date(&mut self, at: &str) -> String {
        let time = self.number(at, 0x0039).or_else(|| self.number(at, 0x0e06));
        time.and_then(moment).unwrap_or_default()
    }

    fn people(&mut self, at: &str) -> Vec<Person> {
        let mut people = Vec::new();
        for storage in self.streams.storages(at, "__recip_version1.0_") {
            let inside = format!("{storage}/");
            let name = self.line(&inside, "3001");
            let address =
                [self.line(&inside, "39fe"), self.line(&inside, "3003")].into_iter().find(|one| one.contains('@'));
            let shown = shown(&name, address.as_deref().unwrap_or_default());
            let kind = self.number(&inside, 0x0c15).unwrap_or(1) & 0xf;
            let name = if name.is_empty() { shown.clone() } else { name };
            if !shown.is_empty() && kind <= 2 {
                people.push(Person { shown, name, copy: kind == 2 });
            }
        }
        if people.is_empty() {
            for (property, copy) in [("0e04", false), ("0e03", true)] {
                let said = self.line(at, property);
                let names = said.split(';').map(str::trim).filter(|name| !name.is_empty());
                people.extend(names.map(|name| Person { shown: name.to_owned(), name: name.to_owned(), copy }));
            }
        }
        people
    }

    fn body(&mut self, at: &str) {
        if let Some(text) = self.text(at, "1000").filter(|text| !text.trim().is_empty()) {
            self.written.block(&text.replace("\r\n", "\n"));
            return;
        }
        let page = self.text(at, "1013").or_else(|| {
            let bytes = self.bytes(at, "1013", "0102")?;
            let encoding = self.encoding(at);
            Some(in_encoding(&bytes, encoding))
        });
        if let Some(page) = page.filter(|page| !page.trim().is_empty()) {
            html::write(&mut self.written, &page, Scope::All);
            return;
        }
        if let Some(text) = self.bytes(at, "1009", "0102").and_then(|bytes| rtf::unpacked(&bytes)) {
            rtf::write(&mut self.written, &text);
        }
    }

    fn attached(&mut self, at: &str, depth: usize) {
        let mut names = Vec::new();
        let mut letters = Vec::new();
        for storage in self.streams.storages(at, "__attach_version1.0_") {
            let inside = format!("{storage}/");
            let letter = format!("{inside}__substg1.0_3701000d");
            if !self.streams.storages(&letter, "").is_empty() {
                letters.push(format!("{letter}/"));
                continue;
            }
            let name = [self.line(&inside, "3707"), self.line(&inside, "3704"), self.line(&inside, "3001")];
            let name = name.into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| "without a name".to_owned());
            // Pictures that the body shows are no attached files.
            if self.line(&inside, "3712").is_empty() {
                names.push(name);
            }
        }
        if !names.is_empty() {
            self.written.block(&format!("Attached: {}", names.join(", ")));
            self.names.append(&mut names);
        }
        for letter in letters {
            if depth < DEEPEST {
                self.write(&letter, depth + 1);
            } else {
                let subject = self.line(&letter, "0037");
                self.names.push(if subject.is_empty() { "a letter".to_owned() } else { subject });
            }
        }
    }
}

fn in_encoding(bytes: &[u8], encoding: Option<&'static Encoding>) -> String {
    match encoding {
        Some(encoding) => encoding.decode(bytes).0.into_owned(),
        None => decode(bytes, usize::MAX).map(|decoded| decoded.text.into_owned()).unwrap_or_default(),
    }
}

/// `Name <address>`, or the available part of it.
fn shown(name: &str, address: &str) -> String {
    match (name, address) {
        ("", address) => address.to_owned(),
        (name, "") => name.to_owned(),
        (name, address) if name.eq_ignore_ascii_case(address) || name.contains(address) => name.to_owned(),
        (name, address) => format!("{name} <{address}>"),
    }
}

/// A moment as RFC 3339 writes it, of tenths of microseconds since 1601.
fn moment(time: u64) -> Option<String> {
    let seconds = i64::try_from(time / 10_000_000).ok()? - EPOCH;
    let (days, left) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Civil dates repeat every 400 years of 146,097 days, counted from a March.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = year + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (left / 3600, left / 60 % 60, left % 60);
    (1970..10_000).contains(&year).then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_a_date() {
        assert_eq!(moment(116_444_736_000_000_000).as_deref(), Some("1970-01-01T00:00:00Z"));
        assert_eq!(moment(133_536_861_590_000_000).as_deref(), Some("2024-02-29T13:15:59Z"));
        assert_eq!(moment(u64::MAX), None);
    }
}
