//! Server-sent events: bytes in, the data of whole events out, independent of how the network splits them.

/// The prefixes of lines in a stream of events.
const FIELDS: [&str; 6] = ["data:", "event:", "id:", "retry:", "error:", ":"];

/// True if an answer begins like a stream of events.
pub(super) fn is_event(begun: &[u8]) -> bool {
    let begun = begun.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begun).trim_ascii_start();
    FIELDS.iter().any(|field| begun.starts_with(field.as_bytes()))
}

/// Bytes that are no whole line yet, and the data of an event that has not ended.
#[derive(Debug, Default)]
pub(super) struct Events {
    rest: Vec<u8>,
    /// Number of those bytes that are known to hold no end of a line.
    seen: usize,
    data: String,
    nesting: Nesting,
}

impl Events {
    /// Takes in bytes; the data of the events that end in them.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<String> {
        self.rest.extend_from_slice(bytes);
        let mut found = Vec::new();
        let (mut from, mut seen) = (0, self.seen);
        while let Some(length) = memchr::memchr(b'\n', &self.rest[seen..]) {
            let line = String::from_utf8_lossy(&self.rest[from..seen + length]).into_owned();
            (from, seen) = (seen + length + 1, seen + length + 1);
            found.extend(self.line(line.trim_end_matches('\r')));
        }
        self.rest.drain(..from);
        self.seen = self.rest.len();
        found
    }

    /// The rest, where a server closes without the blank line.
    pub(super) fn rest(mut self) -> Vec<String> {
        let line = String::from_utf8_lossy(&std::mem::take(&mut self.rest)).into_owned();
        let last = self.line(line.trim_end_matches('\r'));
        last.into_iter().chain(self.line("")).collect()
    }

    /// Bytes that are held.
    pub(super) fn held(&self) -> usize {
        self.rest.len() + self.data.len()
    }

    /// Comments, names of events and times are ignored. Some servers leave out the blank line
    /// between two events; data of one JSON object never goes on in a second line that begins another one.
    fn line(&mut self, line: &str) -> Option<String> {
        let line = line.trim_start_matches('\u{feff}');
        if line.is_empty() {
            self.nesting = Nesting::default();
            return Some(std::mem::take(&mut self.data)).filter(|data| !data.is_empty());
        }
        // Some write objects without the name of the field.
        let bare = line.starts_with('{').then_some(line);
        let value = line.strip_prefix("data:").or_else(|| line.strip_prefix("error:")).or(bare)?;
        let value = value.strip_prefix(' ').unwrap_or(value);
        let anew = !self.data.is_empty() && (value.starts_with(['{', '[']) || self.is_whole());
        if anew {
            self.nesting = Nesting::default();
            self.nesting.take(value);
            return Some(std::mem::replace(&mut self.data, value.to_owned()));
        }
        if !self.data.is_empty() {
            self.data.push('\n');
        }
        self.nesting.take(value);
        self.data.push_str(value);
        None
    }

    /// True if nothing can follow the data within its event: only JSON goes on, until all its brackets are closed.
    fn is_whole(&self) -> bool {
        !self.data.trim_start().starts_with(['{', '[']) || self.nesting.is_closed()
    }
}

/// The open brackets of JSON, as it arrives.
#[derive(Debug, Default)]
struct Nesting {
    depth: usize,
    quoted: bool,
    escaped: bool,
}

impl Nesting {
    fn take(&mut self, text: &str) {
        for byte in text.bytes() {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.quoted => self.escaped = true,
                b'"' => self.quoted = !self.quoted,
                b'{' | b'[' if !self.quoted => self.depth += 1,
                b'}' | b']' if !self.quoted => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.depth == 0 && !self.quoted
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(text: &[u8], cuts: &[usize]) -> Vec<String> {
        let mut events = Events::default();
        let mut found = Vec::new();
        let mut from = 0;
        for cut in cuts.iter().map(|cut| cut % (text.len() + 1)).collect::<std::collections::BTreeSet<_>>() {
            found.extend(events.take(&text[from..cut]));
            from = cut;
        }
        found.extend(events.take(&text[from..]));
        found.extend(events.rest());
        found
    }

    #[test]
    fn events_are_read_as_servers_write_them() {
        for (text, data) in [
            ("data: a\n\ndata: b\n\n", vec!["a", "b"]),
            (": wait\n\nevent: x\r\ndata:a\r\n\r\n", vec!["a"]),
            ("data: {\"a\":\ndata: 1}\n\n", vec!["{\"a\":\n1}"]),
            ("data: {\"a\":1}\ndata: {\"b\":2}\n\ndata: [DONE]", vec!["{\"a\":1}", "{\"b\":2}", "[DONE]"]),
            ("data: a", vec!["a"]),
            ("error: {\"code\":500}\n\n", vec!["{\"code\":500}"]),
            ("\n\n\n", vec![]),
            ("data: ping\ndata: {\"a\":1}\ndata: null\n\n", vec!["ping", "{\"a\":1}", "null"]),
            ("\u{feff}data: a\n\n{\"b\":2}\n\n", vec!["a", "{\"b\":2}"]),
        ] {
            assert_eq!(all(text.as_bytes(), &[]), data, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn cuts_change_nothing(
            text in "((data: ?(ж|\\{\"a\":1\\}|x)|: c|event: e|)\r?\n){0,12}(data: end)?",
            cuts in proptest::collection::vec(any::<usize>(), 0..8),
        ) {
            prop_assert_eq!(all(text.as_bytes(), &cuts), all(text.as_bytes(), &[]));
        }

        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = all(&bytes, &[7, 50]);
        }
    }
}
