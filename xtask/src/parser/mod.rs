//! `cargo xtask parser`: the weights of the parser, trained from the kept silver text, bit for bit the same each time.
//!
//! Silver text is made seldom, by hand: `--show` gives the sentences of texts in the parser's form, a teacher
//! (`tools/teach`) parses them, and `--pack` keeps its parses in one file.

mod silver;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, ensure};
use quipu_language::parser::{Agreement, Label, Lesson, Parser, Size, Tag, train};
use serde_json::Value;

/// The file of the weights.
const WEIGHTS: &str = "crates/quipu-language/weights/english.bin";
/// The file of the silver text.
const SILVER: &str = "crates/quipu-language/silver/english.zst";
/// One sentence in this number is held out of training, so that the result can be measured.
const HELD: usize = 20;

/// The task of a run.
pub(crate) enum Plan {
    /// Training; with `check`, only a comparison with the kept weights.
    Train { check: bool, size: Size, held: Option<PathBuf> },
    /// The sentences of the texts of a file.
    Show(PathBuf),
    /// The parse of a text with a title.
    Parse(String, String),
    /// Packing of a teacher's parses of the texts that a file lists, as a silver file.
    Pack(PathBuf, PathBuf),
}

impl Plan {
    /// Reads the arguments.
    ///
    /// # Errors
    /// When one is unknown.
    pub(crate) fn read(arguments: &[String]) -> anyhow::Result<Self> {
        let mut plan = (false, Size::default(), None);
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().context("a value is missing");
            match argument.as_str() {
                "--show" => return Ok(Self::Show(value()?.into())),
                "--parse" => return Ok(Self::Parse(value()?.clone(), value()?.clone())),
                "--pack" => return Ok(Self::Pack(value()?.into(), value()?.into())),
                "--check" => plan.0 = true,
                "--held" => plan.2 = Some(value()?.into()),
                "--bits" => {
                    let bits: Vec<u32> = value()?.split(',').map(str::parse).collect::<Result<_, _>>()?;
                    let [tags, steps, labels, sorts] = bits[..] else { anyhow::bail!("--bits takes four numbers") };
                    plan.1 = Size { tags, steps, labels, sorts, ..plan.1 };
                }
                "--rounds" => plan.1.rounds = value()?.parse()?,
                other => anyhow::bail!("what is {other}?"),
            }
        }
        Ok(Self::Train { check: plan.0, size: plan.1, held: plan.2 })
    }
}

/// Does it.
///
/// # Errors
/// When a file does not read, or the weights are not those that are kept.
pub(crate) fn run(plan: &Plan) -> anyhow::Result<()> {
    match plan {
        Plan::Show(texts) => show(texts),
        Plan::Parse(title, text) => {
            parse(title, text);
            Ok(())
        }
        Plan::Pack(list, to) => silver::pack(list, to),
        Plan::Train { check, size, held } => taught(*check, *size, held.as_deref()),
    }
}

fn taught(check: bool, size: Size, held: Option<&Path>) -> anyhow::Result<()> {
    let began = Instant::now();
    let mut lessons = Vec::new();
    let mut apart = Vec::new();
    for (part, of) in silver::parts(Path::new(SILVER))? {
        println!("{:>7} sentences, {} {} ({})", of.len(), part.name, part.version, part.licence);
        for (at, lesson) in of.into_iter().enumerate() {
            if at % HELD == 0 { &mut apart } else { &mut lessons }.push(lesson);
        }
    }
    let words: usize = lessons.iter().map(|lesson| lesson.words.len()).sum();
    println!("{words} words to learn from");
    let file = train(&lessons, size, &mut |line| println!("{:>5} s  {line}", began.elapsed().as_secs()));
    agreed("sentences held out", &file, &apart)?;
    if let Some(held) = held {
        let parts = silver::parts(held)?;
        for (part, lessons) in parts {
            agreed(&part.name, &file, &lessons)?;
        }
    }
    if check {
        ensure!(std::fs::read(WEIGHTS)? == file, "{WEIGHTS} is not what training gives; run cargo xtask parser");
    } else {
        std::fs::write(WEIGHTS, &file)?;
    }
    println!("{WEIGHTS}: {} bytes", file.len());
    Ok(())
}

fn agreed(name: &str, file: &[u8], lessons: &[Lesson]) -> anyhow::Result<()> {
    let mut parser = Parser::read(file).context("the weights do not read")?;
    let mut agreement = Agreement::default();
    lessons.iter().for_each(|lesson| agreement.add(&mut parser, lesson));
    let [tags, heads, labels, sorts] = agreement.shares();
    println!(
        "{name}: {} words; tags {tags:.2} %, heads {heads:.2} %, with labels {labels:.2} %, names' sorts {sorts:.1} %",
        agreement.words
    );
    Ok(())
}

/// Prints the parse of a text, a word a line.
fn parse(title: &str, text: &str) {
    let mut parser = Parser::english();
    for sentence in quipu_language::sentences::shown(title, text) {
        parser.parse(sentence.iter().map(|(word, _)| word.as_str()));
        for (at, (word, _)) in sentence.iter().enumerate().take(parser.tags().len()) {
            let head = usize::from(parser.heads()[at]);
            let above = sentence.get(head).map_or("", |(word, _)| word);
            let (tag, label) = (Tag::from_number(parser.tags()[at]), Label::from_number(parser.labels()[at]));
            println!("{at:>3} {word:<16} {tag:<14?} {label:<10?} {above}");
        }
        println!();
    }
}

/// Prints the sentences of the texts of a file, a JSON list a line: each text (`title`, `text`) a list of sentences,
/// these lists of words, each with true if a blank follows.
fn show(texts: &Path) -> anyhow::Result<()> {
    let file = std::io::BufReader::new(std::fs::File::open(texts).with_context(|| texts.display().to_string())?);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in file.lines() {
        let row: Value = serde_json::from_str(&line?)?;
        let text = |field: &str| row[field].as_str().unwrap_or_default();
        serde_json::to_writer(&mut out, &quipu_language::sentences::shown(text("title"), text("text")))?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
