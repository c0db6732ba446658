//! The loader of subtitles (SubRip, WebVTT): the spoken text, as paragraphs.
//!
//! Lines go on in one paragraph until there is a pause, another speaker or a dash that begins a
//! line; marks of style and place go. A line that stays on the screen while the next appears is read
//! once. Cost: one pass over the lines.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader};
use quipu_kernel::model::{Format, Metadata};

use super::decode::decode;
use super::written::Written;
use super::{extension, is_text};

/// A pause that ends a paragraph, in milliseconds.
const PAUSE: u64 = 2_000;
/// A paragraph ends with a sentence from this length on, in bytes.
const LONG: usize = 700;
/// Search distance of the end of a mark, in bytes.
const REACH: usize = 200;
/// Entities by their names (`&NAME;`).
const ENTITIES: [(&str, &str); 6] =
    [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];

/// Reads `.srt` and `.vtt`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Subtitles;

impl Loader for Subtitles {
    fn name(&self) -> &'static str {
        "subtitles"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let named = matches!(extension(input.path).as_str(), "srt" | "vtt");
        (named || input.bytes.starts_with(b"WEBVTT")) && is_text(input)
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let decoded = decode(input.bytes, input.max_text)?;
        let is_vtt = decoded.text.starts_with("WEBVTT");
        let mut talk = Talk { written: Written::new(input.max_text), ..Talk::new() };
        read(&decoded.text, is_vtt, &mut talk);
        talk.end();
        if talk.written.text().is_empty() {
            talk.written.block(&decoded.text);
            talk.written.note(Some("it has no times as subtitles do, read as text".to_owned()));
        }
        let mime = if is_vtt { "text/vtt" } else { "application/x-subrip" };
        talk.written.note(decoded.partial);
        Ok(talk.written.finish(input.path, mime, Format::Plain, Metadata::new())?.into())
    }
}

/// Passes every spoken line to `talk`: those below a line of times, up to the next block that has
/// one or only describes.
fn read(text: &str, is_vtt: bool, talk: &mut Talk) {
    let mut said = false;
    let mut lines = text.lines().peekable();
    let mut begins = true;
    while let Some(line) = lines.next() {
        if let Some((start, end)) = times(line) {
            talk.at(start, end);
            said = true;
        } else if line.trim().is_empty() {
            begins = true;
            continue;
        } else if begins && lines.peek().is_some_and(|next| times(next).is_some()) {
            // The number or name of the next cue.
        } else {
            let describes = ["NOTE", "STYLE", "REGION"].iter().any(|word| line.starts_with(word));
            said &= !(is_vtt && begins && describes);
            if said {
                talk.say(line);
            }
        }
        begins = false;
    }
}

/// The times of a line `00:00:01,000 --> 00:00:04,000`, in milliseconds.
fn times(line: &str) -> Option<(u64, u64)> {
    let (start, end) = line.split_once("-->")?;
    Some((time(start.trim())?, time(end.split_whitespace().next()?)?))
}

fn time(text: &str) -> Option<u64> {
    let (clock, fraction) = text.split_once([',', '.']).unwrap_or((text, ""));
    let mut seconds = 0u64;
    for part in clock.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.trim().parse().ok()?)?;
    }
    let fraction: u64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    seconds.checked_mul(1000)?.checked_add(fraction)
}

/// The speech, in paragraphs under construction.
struct Talk {
    written: Written,
    paragraph: String,
    speaker: String,
    /// When the last line went.
    ended: u64,
    last: String,
}

impl Talk {
    fn new() -> Self {
        let empty = String::new;
        Self { written: Written::new(0), paragraph: empty(), speaker: empty(), ended: 0, last: empty() }
    }

    /// The lines to come are there from `start` to `end`.
    fn at(&mut self, start: u64, end: u64) {
        if start.saturating_sub(self.ended) >= PAUSE {
            self.end();
        }
        self.ended = end;
    }

    fn say(&mut self, line: &str) {
        let (speaker, line) = spoken(line);
        if line.is_empty() || line == self.last {
            return;
        }
        let other = speaker.as_ref().is_some_and(|speaker| *speaker != self.speaker);
        let long = self.paragraph.len() > LONG && self.paragraph.ends_with(['.', '!', '?', '…']);
        if other || long || line.starts_with("- ") || line.starts_with("– ") {
            self.end();
        }
        if let Some(speaker) = speaker.filter(|_| self.paragraph.is_empty()) {
            self.paragraph = format!("{speaker}: ");
            self.speaker = speaker;
        } else if !self.paragraph.is_empty() {
            self.paragraph.push(' ');
        }
        self.paragraph.push_str(&line);
        self.last = line;
    }

    fn end(&mut self) {
        self.written.block(&self.paragraph);
        self.paragraph.clear();
    }
}

/// The speaker, where a line names one, and the line without its marks.
fn spoken(line: &str) -> (Option<String>, String) {
    let (mut speaker, mut out, mut rest) = (None, String::new(), line);
    while let Some(at) = rest.find(['<', '{']) {
        let (before, mark) = rest.split_at(at);
        out.push_str(before);
        let (close, is_mark) = match mark.strip_prefix('<') {
            Some(inner) => (b'>', inner.starts_with(|c: char| c == '/' || c.is_ascii_alphanumeric())),
            None => (b'}', mark.starts_with("{\\")),
        };
        let end = mark.bytes().take(REACH).position(|byte| byte == close);
        match end.filter(|_| is_mark) {
            Some(end) => {
                if let Some(name) = mark[1..end].strip_prefix("v ").or_else(|| after_class(&mark[1..end])) {
                    speaker = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
                }
                rest = &mark[end + 1..];
            }
            None => {
                out.push_str(&mark[..1]);
                rest = &mark[1..];
            }
        }
    }
    out.push_str(rest);
    let plain = ENTITIES.iter().fold(out, |text, (name, meant)| text.replace(name, meant));
    (speaker, plain.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The name in `v.loud Name`.
fn after_class(mark: &str) -> Option<&str> {
    mark.strip_prefix("v.")?.split_once(' ').map(|(_, name)| name)
}
