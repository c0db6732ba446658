//! The loader of calendars (iCalendar): title, time and place of events, a section each.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};

use super::decode::decode;
use super::written::Written;
use super::{extension, is_text};

/// The start of a calendar.
const MARK: &[u8] = b"BEGIN:VCALENDAR";
/// Fields that are read, and their labels.
const FIELDS: [(&str, &str); 12] = [
    ("DTSTART", "Start"),
    ("DTEND", "End"),
    ("DUE", "Due"),
    ("DURATION", "Duration"),
    ("RRULE", "Repeats"),
    ("LOCATION", "Location"),
    ("ORGANIZER", "Organizer"),
    ("ATTENDEE", "Attendee"),
    ("STATUS", "Status"),
    ("CATEGORIES", "Categories"),
    ("URL", "Address"),
    ("COMMENT", "Comment"),
];

/// Reads `.ics`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Calendars;

impl Loader for Calendars {
    fn name(&self) -> &'static str {
        "calendar"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let begins = input.bytes.get(..MARK.len()).is_some_and(|start| start.eq_ignore_ascii_case(MARK));
        (begins || extension(input.path) == "ics") && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, input.max_text)?;
        let mut written = Written::new(input.max_text);
        // A line that begins with a blank continues the one before.
        let whole = decoded.text.replace("\r\n", "\n").replace("\n ", "").replace("\n\t", "");
        let mut events: Vec<Event> = Vec::new();
        for line in whole.lines() {
            take(&mut events, &mut written, line);
        }
        events.into_iter().for_each(|event| event.write(&mut written));
        if written.text().is_empty() {
            written.block(&decoded.text);
        }
        written.note(decoded.partial);
        Ok(written.finish(input.path, "text/calendar", Format::Markdown, Metadata::new())?.into())
    }
}

/// An event, a task or an entry of a journal, as far as it is read.
#[derive(Default)]
struct Event {
    summary: String,
    lines: Vec<String>,
    description: String,
}

impl Event {
    fn write(self, to: &mut Written) {
        to.heading(2, &self.summary);
        to.block(&self.lines.join("\n"));
        to.block(&self.description);
    }
}

/// Takes a line; of parts that lie in parts, such as alarms, only the outer are read.
fn take(events: &mut Vec<Event>, written: &mut Written, line: &str) {
    let Some((name, parameters, value)) = field(line) else { return };
    let is_event = || ["VEVENT", "VTODO", "VJOURNAL"].iter().any(|kind| value.eq_ignore_ascii_case(kind));
    match name.as_str() {
        "BEGIN" if is_event() || !events.is_empty() => events.push(Event::default()),
        "END" => {
            if let Some(event) = events.pop().filter(|_| events.is_empty()) {
                event.write(written);
            }
        }
        _ => {
            let Some(event) = events.last_mut() else { return };
            let said = plain(value);
            match name.as_str() {
                "SUMMARY" => event.summary = said,
                "DESCRIPTION" => event.description = said,
                name => {
                    if let Some((_, shown)) = FIELDS.iter().find(|(known, _)| *known == name) {
                        event.lines.push(format!("- {shown}: {}", told(name, parameters, &said)));
                    }
                }
            }
        }
    }
}

/// The name, the parameters and the value of `NAME;PARAMETER="a:b":VALUE`.
fn field(line: &str) -> Option<(String, &str, &str)> {
    let mut quoted = false;
    let colon = line.find(|c| {
        quoted ^= c == '"';
        c == ':' && !quoted
    })?;
    let (names, value) = (&line[..colon], &line[colon + 1..]);
    let (name, parameters) = names.split_once(';').unwrap_or((names, ""));
    Some((name.to_uppercase(), parameters, value))
}

/// A value without its escapes.
fn plain(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n' | 'N') => out.push('\n'),
                Some(other) => out.push(other),
                None => {}
            },
            (c, false) => out.push(c),
        }
    }
    out.trim().to_owned()
}

/// A value as it is shown: days and times in the form that sorts, people by their names.
fn told(name: &str, parameters: &str, value: &str) -> String {
    let parameter = |wanted: &str| {
        let found = parameters.split(';').find_map(|one| one.split_once('=').filter(|(name, _)| *name == wanted));
        found.map(|(_, value)| value.trim_matches('"'))
    };
    match name {
        "DTSTART" | "DTEND" | "DUE" => match parameter("TZID") {
            Some(zone) => format!("{} {zone}", day(value)),
            None => day(value),
        },
        "ORGANIZER" | "ATTENDEE" => {
            let address =
                value.get(..7).filter(|start| start.eq_ignore_ascii_case("mailto:")).map_or(value, |_| &value[7..]);
            match parameter("CN") {
                Some(name) if name != address => format!("{name} <{address}>"),
                _ => address.to_owned(),
            }
        }
        _ => value.to_owned(),
    }
}

/// `20260612T090000Z` as `2026-06-12T09:00:00Z`; another form stays as it is.
fn day(value: &str) -> String {
    let digits =
        |part: &str, count: usize| part.len() >= count && part.as_bytes()[..count].iter().all(u8::is_ascii_digit);
    let (date, time) = value.split_once('T').map_or((value, None), |(date, time)| (date, Some(time)));
    if !(date.len() == 8 && digits(date, 8)) {
        return value.to_owned();
    }
    let date = format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..]);
    match time {
        Some(time) if digits(time, 6) => format!("{date}T{}:{}:{}{}", &time[..2], &time[2..4], &time[4..6], &time[6..]),
        Some(time) => format!("{date}T{time}"),
        None => date,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_a_section() {
        let text = "BEGIN:VCALENDAR\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Europe/Oslo:20260612T090000\r\n\
            SUMMARY:Dredging\\, berth 4\r\nORGANIZER;CN=\"Holm: Greta\":MAILTO:g@quay.example\r\nDESCRIPTION:Bring\r\n  boots.\\n\
            And a lamp.\r\nBEGIN:VALARM\r\nDESCRIPTION:Wake\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        let loaded = Calendars.parse(&Input::whole("a.ics", text.as_bytes(), 1000)).expect("it is a calendar");
        assert_eq!(
            loaded.documents[0].text,
            "## Dredging, berth 4\n\n- Start: 2026-06-12T09:00:00 Europe/Oslo\n\
             - Organizer: Holm: Greta <g@quay.example>\n\nBring boots.\nAnd a lamp."
        );
    }

    #[test]
    fn days_of_other_forms_stay() {
        for (value, shown) in [("20260101", "2026-01-01"), ("soon", "soon"), ("20260101Tx", "2026-01-01Tx"), ("é", "é")]
        {
            assert_eq!(day(value), shown);
        }
    }
}
