//! Texts that were made to hurt: each is indexed and searched in bounded memory and time, and where
//! something of it was left out the report has a line about it.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context as _, ensure};

use super::table::Table;
use super::{Faults, laws};

/// Bytes of a text of ordinary size in these tests, in the long form and in the short.
const LARGE: usize = 2 << 20;
const SMALL: usize = 1 << 18;
/// Seconds that a megabyte may take, with checks of arithmetic, on a busy machine.
const SECONDS_A_MEGABYTE: f64 = 12.0;
/// Seconds that any run may take.
const SECONDS: f64 = 10.0;
/// The largest private memory, beside a number of bytes per byte of text.
const MEMORY: u64 = 600 << 20;
const BYTES_A_BYTE: u64 = 24;

/// A text: its name, its content, and true if the report must have a line about it.
struct Hostile {
    name: &'static str,
    text: Vec<u8>,
    reported: bool,
}

fn hostile(name: &'static str, text: impl Into<Vec<u8>>, reported: bool) -> Hostile {
    Hostile { name, text: text.into(), reported }
}

/// Repeats a piece up to a size.
fn repeated(piece: &str, size: usize) -> String {
    piece.repeat(size / piece.len() + 1)
}

/// Pieces one after the other.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

fn texts(long: bool) -> Vec<Hostile> {
    let size = if long { LARGE } else { SMALL };
    let scale = if long { 1 } else { 10 };
    let headings = each(100_000 / scale, |number| format!("# Heading {number}\n\ntext {number}\n\n"));
    let hashtags = each(1_000_000 / scale, |number| format!("#tag{number} "));
    let nested = each(2_000, |depth| format!("{}- member {depth}\n", "  ".repeat(depth.min(500))));
    let broken: Vec<u8> =
        repeated("some text \u{e9} ", size).into_bytes().iter().map(|byte| byte ^ u8::from(*byte == 0xa9)).collect();
    let mut invalid = repeated("plain words of a text that goes on. ", size / 4).into_bytes();
    invalid.iter_mut().skip(50_000).step_by(9_973).for_each(|byte| *byte = 0xff);
    vec![
        hostile("one line", repeated("word and another ", if long { 50 << 20 } else { LARGE }), false),
        hostile("one word", "x".repeat(size), false),
        hostile("many headings", headings, false),
        hostile("headings within headings", repeated("# a\n## b\n### c\n#### d\n##### e\n###### f\n", size / 4), false),
        hostile("hashtags", hashtags, false),
        hostile("nested lists", nested, false),
        hostile("nested quotes", ">".repeat(size / 4) + " text", false),
        hostile("nested brackets", "[".repeat(size / 4) + &"](x)".repeat(size / 16), false),
        hostile("back-ticks", repeated("` `` ``` ", size / 2), false),
        hostile("a table of one column", format!("|a|\n|-|\n{}", "|b|\n".repeat(size / 8)), false),
        hostile("a table of many columns", format!("{}\n{}\nx\n", "|a".repeat(50_000), "|-".repeat(50_000)), false),
        hostile("broken front matter", format!("---\n{}\n---\ntext", "a: [".repeat(100_000)), true),
        hostile(
            "front matter of aliases",
            format!("---\na: &a [x]\n{}---\ntext", "b: [*a, *a, *a]\n".repeat(20_000)),
            false,
        ),
        hostile("control characters", repeated("a\u{1}\u{2}\u{8}\u{1b}", size / 4), true),
        hostile("escapes of terminals", repeated("\u{1b}[31mred\u{1b}[0m text and more of it ", size / 4), false),
        hostile("right to left", repeated("\u{202e}מילים נכתבות \u{202d}and back ", size / 2), false),
        hostile("combining marks", format!("a{} and text", "\u{301}".repeat(size / 4)), false),
        hostile("zero bytes", "text \0 and more text. ".repeat(1_000), true),
        hostile("bytes that are no UTF-8", broken, false),
        hostile("a few bytes that are no UTF-8", invalid, false),
        hostile(
            "names without end",
            repeated("Ada Brandt, Bruno Costa and Chiara Deniz of Edda & Co ", size / 4),
            false,
        ),
        hostile("sentences without end", repeated("A. B. C? D! ", size / 4), false),
        hostile("links", repeated("[[a|b]] [c](d.md) <https://e.org> ", size / 4), false),
        hostile("full width", repeated("ＡＢＣ　ａｂｃ ﷺ ﬁ ", size / 4), false),
        hostile("dates", repeated("on 12 March 1889, 1911-05-02 and in 1934 ", size / 4), false),
    ]
}

/// Indexes and searches each text in a workspace of its own.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    let mut table = Table::default();
    let (mut slowest, mut largest) = ((0.0, ""), (0, ""));
    let texts = texts(faults.plan.long);
    let count = texts.len() as u64;
    for text in texts {
        let folder = faults.folder.join("hostile");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("notes"))?;
        std::fs::write(folder.join("notes/hostile.md"), &text.text)?;
        let (seconds, memory) = endure(faults, &folder, text.text.len(), text.reported).context(text.name)?;
        slowest = if seconds > slowest.0 { (seconds, text.name) } else { slowest };
        largest = if memory > largest.0 { (memory, text.name) } else { largest };
    }
    let note = format!("slowest {} ({:.1} s), largest {} ({} MB)", slowest.1, slowest.0, largest.1, largest.0 >> 20);
    table.row("hostile texts", count, note);
    if faults.plan.long {
        let note = huge(faults).context("1 GB")?;
        table.row("a file of 1 GB", 1, note);
    }
    Ok(table)
}

/// Gives seconds and memory of the indexing run.
fn endure(faults: &Faults, folder: &Path, length: usize, reported: bool) -> anyhow::Result<(f64, u64)> {
    let notes = folder.join("notes");
    let notes = notes.to_str().context("a path is UTF-8")?;
    let run = faults.binaries.run(folder, &["index", notes])?.orderly("index")?;
    ensure!(run.code() == Some(0), "index {run}");
    let limit = SECONDS + SECONDS_A_MEGABYTE * length as f64 / f64::from(1 << 20);
    ensure!(run.seconds < limit, "index takes {:.0} s", run.seconds);
    let limit = MEMORY + BYTES_A_BYTE * length as u64;
    ensure!(run.memory < limit, "index takes {} MB", run.memory >> 20);
    if reported {
        let told = ["skipped:", "not whole:"].iter().any(|line| run.out.contains(line));
        ensure!(told, "the report has no line about what is missing: {run}");
    }
    let search = faults.binaries.run(folder, &["search", "text and more of it"])?.orderly("search")?;
    ensure!(matches!(search.code(), Some(0 | 1)), "search {search}");
    laws::clean(&faults.binaries, folder)?;
    Ok((run.seconds, run.memory))
}

/// A file far above the most text of a document: cut, and reported as such.
fn huge(faults: &Faults) -> anyhow::Result<String> {
    let folder = faults.folder.join("hostile");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("notes"))?;
    let mut file = BufWriter::new(File::create(folder.join("notes/huge.md"))?);
    for number in 0..(1u64 << 30) / 64 {
        writeln!(file, "Line {number:>10} of a file that is far too long to be read whole.")?;
    }
    file.into_inner()?.sync_all()?;
    let notes = folder.join("notes");
    let mut run = faults.binaries.command(&folder, &["index", notes.to_str().context("a path is UTF-8")?]);
    run.limit *= 10;
    let run = run.start()?.end()?.orderly("index")?;
    ensure!(run.code() == Some(0) && run.out.contains("not whole:"), "index {run}");
    ensure!(run.memory < 4 << 30, "index takes {} MB", run.memory >> 20);
    Ok(format!("{:.0} s, {} MB of private memory, cut and reported", run.seconds, run.memory >> 20))
}
