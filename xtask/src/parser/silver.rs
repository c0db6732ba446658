//! The silver file: parsed sentences of texts, with their sources, column by column and compressed.

use std::io::{Read as _, Write as _};
use std::path::Path;

use anyhow::{Context as _, ensure};
use quipu_language::parser::{Label, Lesson, Sort, Tag};
use serde_json::{Value, json};

/// The compression level of the file.
const LEVEL: i32 = 19;

/// The source of some of the sentences.
pub(super) struct Part {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) licence: String,
    source: String,
    sentences: usize,
}

impl Part {
    fn of(row: &Value) -> Self {
        let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
        let sentences = row["sentences"].as_u64().unwrap_or_default() as usize;
        Self {
            name: text("name"),
            version: text("version"),
            licence: text("licence"),
            source: text("source"),
            sentences,
        }
    }

    fn row(&self) -> Value {
        let Self { name, version, licence, source, sentences } = self;
        json!({ "name": name, "version": version, "licence": licence, "source": source, "sentences": sentences })
    }
}

/// Packs a teacher's parses. The list is a file of parts, a JSON object a line with `name`, `version`, `licence`,
/// `source` and `file`, which holds a word a line (the word, its tag, its head from 1 or 0, its label, what it names)
/// and an empty line behind each sentence.
pub(super) fn pack(list: &Path, to: &Path) -> anyhow::Result<()> {
    let mut parts = Vec::new();
    let mut lessons = Vec::new();
    let mut left = 0;
    for line in std::fs::read_to_string(list)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        let file = row["file"].as_str().context("a part has a file")?;
        let (sound, unsound) = sentences(&std::fs::read_to_string(file).with_context(|| file.to_owned())?)?;
        left += unsound;
        parts.push(Part { sentences: sound.len(), ..Part::of(&row) });
        lessons.extend(sound);
    }
    let words: usize = lessons.iter().map(|lesson| lesson.words.len()).sum();
    let columns = columns(&parts, &lessons);
    let mut encoder = zstd::Encoder::new(std::fs::File::create(to)?, LEVEL)?;
    encoder.long_distance_matching(true)?;
    encoder.window_log(27)?;
    encoder.write_all(&columns)?;
    encoder.finish()?;
    println!("{} sentences, {words} words kept; {left} sentences are no plain trees", lessons.len());
    Ok(std::fs::write(to.with_file_name(SOURCES), page(&parts))?)
}

/// The name of the page of sources, beside the file.
const SOURCES: &str = "SOURCES.md";

/// A page of where the sentences come from.
fn page(parts: &[Part]) -> String {
    let mut page = "# Where the silver text comes from\n\n\
        Sentences of these texts, parsed by the teacher that tools/teach/README.md names. Each text stays under its own licence.\n\n\
        | text | version | licence | from | sentences |\n|---|---|---|---|---|\n"
        .to_owned();
    for Part { name, version, licence, source, sentences } in parts {
        page.push_str(&format!("| {name} | {version} | {licence} | {source} | {sentences} |\n"));
    }
    page
}

/// The sentences of a teacher's file that can be learned from, and the number of the others.
fn sentences(text: &str) -> anyhow::Result<(Vec<Lesson>, usize)> {
    let (mut sound, mut left) = (Vec::new(), 0);
    let mut lesson = Lesson::default();
    for line in text.lines() {
        if line.is_empty() {
            let whole = std::mem::take(&mut lesson);
            let root = whole.words.len() as u16;
            let heads = whole.heads.iter().map(|head| head.checked_sub(1).unwrap_or(root)).collect();
            let whole = Lesson { heads, ..whole };
            if whole.is_sound() {
                sound.push(whole)
            } else {
                left += 1
            }
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let [word, tag, head, label, sort] = fields[..] else { anyhow::bail!("no such word: {line}") };
        lesson.words.push(word.to_owned());
        lesson.tags.push(Tag::named(tag).unwrap_or(Tag::Xx) as u8);
        lesson.heads.push(head.parse()?);
        lesson.labels.push(Label::named(label).unwrap_or(Label::Dep) as u8);
        lesson.sorts.push(Sort::named(sort).unwrap_or_default() as u8);
    }
    Ok((sound, left))
}

/// The parts and the sentences, with similar values side by side.
fn columns(parts: &[Part], lessons: &[Lesson]) -> Vec<u8> {
    let head = Value::Array(parts.iter().map(Part::row).collect()).to_string();
    let mut words = String::new();
    for lesson in lessons {
        words.push_str(&lesson.words.join(" "));
        words.push('\n');
    }
    let mut out = Vec::new();
    for column in [head.as_bytes(), words.as_bytes()] {
        out.extend((column.len() as u32).to_le_bytes());
        out.extend(column);
    }
    let each = || lessons.iter();
    out.extend(each().flat_map(|lesson| &lesson.tags));
    out.extend(each().flat_map(|lesson| {
        let away = |(at, head): (usize, &u16)| {
            let is_root = usize::from(*head) == lesson.heads.len();
            if is_root { 0 } else { (i32::from(*head) - at as i32) as i8 as u8 }
        };
        lesson.heads.iter().enumerate().map(away).collect::<Vec<u8>>()
    }));
    out.extend(each().flat_map(|lesson| &lesson.labels));
    out.extend(each().flat_map(|lesson| &lesson.sorts));
    out
}

/// The parts of a silver file, each with its sentences.
pub(super) fn parts(path: &Path) -> anyhow::Result<Vec<(Part, Vec<Lesson>)>> {
    let file = std::fs::File::open(path).with_context(|| path.display().to_string())?;
    let mut bytes = Vec::new();
    let mut decoder = zstd::Decoder::new(file)?;
    decoder.window_log_max(27)?;
    decoder.read_to_end(&mut bytes)?;
    let mut rest = bytes.as_slice();
    let head: Value = serde_json::from_slice(column(&mut rest)?)?;
    let lines = std::str::from_utf8(column(&mut rest)?)?;
    let words: Vec<Vec<String>> = lines.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    let count: usize = words.iter().map(Vec::len).sum();
    ensure!(rest.len() == 4 * count, "{} is damaged", path.display());
    let (tags, rest) = rest.split_at(count);
    let (heads, rest) = rest.split_at(count);
    let (labels, sorts) = rest.split_at(count);
    let mut first = 0;
    let mut lessons = words.into_iter().map(|words| {
        let range = first..first + words.len();
        first = range.end;
        let root = words.len() as u16;
        let head = |(at, away): (usize, &u8)| match *away as i8 {
            0 => root,
            away => (at as i32 + i32::from(away)) as u16,
        };
        let heads = heads[range.clone()].iter().enumerate().map(head).collect();
        let [tags, labels, sorts] = [tags, labels, sorts].map(|of| of[range.clone()].to_vec());
        Lesson { words, tags, heads, labels, sorts }
    });
    let parts = head.as_array().context("a list of parts")?.iter().map(Part::of);
    Ok(parts.map(|part| (lessons.by_ref().take(part.sentences).collect(), part)).map(|(of, part)| (part, of)).collect())
}

fn column<'a>(rest: &mut &'a [u8]) -> anyhow::Result<&'a [u8]> {
    let (length, behind) = rest.split_first_chunk::<4>().context("the file is cut")?;
    let length = u32::from_le_bytes(*length) as usize;
    let (column, behind) = behind.split_at_checked(length).context("the file is cut")?;
    *rest = behind;
    Ok(column)
}
