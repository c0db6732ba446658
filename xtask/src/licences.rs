//! `cargo xtask licences`: the licences of everything in the binary, gathered from the sources of the
//! crates, as one text that `quipu licences` prints.
//!
//! A licence text that many crates share, apart from its copyright lines, stands once, with those lines.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, ensure};
use serde_json::Value;

/// The file of the text.
const FILE: &str = "crates/quipu-cli/assets/licences.txt";
/// Beginnings of the names of files that hold a licence.
const NAMES: [&str; 6] = ["license", "licence", "copying", "notice", "unlicense", "copyright"];
/// The longest file that is taken for a licence.
const LONGEST: u64 = 64 << 10;
/// Crates whose notices also cover data that only unused features build in, and the start of that part.
const UNUSED: [(&str, &str); 1] = [("tiktoken", "## Meta Llama 3")];

/// Writes the text.
///
/// # Errors
/// When cargo does not tell, or the file cannot be written.
pub(crate) fn run() -> anyhow::Result<()> {
    let crates = shipped()?;
    let mut page =
        "Quipu stands on the work of others. Each crate below is in the binary, under the licence named.\n\n"
            .to_owned();
    let mut texts: BTreeMap<String, (String, BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for one in &crates {
        let _ = writeln!(page, "{} {} ({})", one.name, one.version, one.licence);
        let unused = UNUSED.iter().find(|(name, _)| *name == one.name);
        for text in texts_in(&one.folder)? {
            let text = unused.and_then(|(_, begin)| text.split_once(begin)).map_or(text.as_str(), |(used, _)| used);
            let (plain, rights) = without_rights(text);
            let entry = texts.entry(plain.split_whitespace().collect::<Vec<_>>().join(" ")).or_default();
            if entry.0.is_empty() {
                entry.0 = plain;
            }
            entry.1.insert(format!("{} {}", one.name, one.version));
            entry.2.extend(rights);
        }
    }
    for (text, of, rights) in texts.values() {
        let of: Vec<&str> = of.iter().map(String::as_str).collect();
        let _ = write!(page, "\n{}\nOf {}\n\n", "-".repeat(72), of.join(", "));
        rights.iter().for_each(|line| {
            let _ = writeln!(page, "{line}");
        });
        let _ = write!(page, "\n{}\n", text.trim());
    }
    page.push_str(&silver()?);
    std::fs::create_dir_all(Path::new(FILE).parent().context("it lies in a folder")?)?;
    std::fs::write(FILE, page)?;
    println!("{FILE}: {} crates, {} texts", crates.len(), texts.len());
    Ok(())
}

/// The page of the training data of the parser's weights.
const SOURCES: &str = "crates/quipu-language/silver/SOURCES.md";

/// The training data of the parser's weights: its texts, and its teacher.
fn silver() -> anyhow::Result<String> {
    let sources = std::fs::read_to_string(SOURCES).context(SOURCES)?;
    let rows = sources.lines().filter_map(|line| line.strip_prefix("| ")).skip(1).filter_map(|line| {
        let [name, version, licence, from, ..] = line.split(" | ").collect::<Vec<_>>()[..] else { return None };
        Some(format!("{name} {version} ({licence}; {from})\n"))
    });
    let rows: String = rows.collect();
    Ok(format!(
        "\n{}\nThe weights of the parser were learned from sentences of the texts below, each under the licence named, as \
         en_core_web_sm 3.8.0 of spaCy parsed them (MIT, Copyright (c) ExplosionAI GmbH).\n\n{rows}",
        "-".repeat(72)
    ))
}

struct Shipped {
    name: String,
    version: String,
    licence: String,
    folder: std::path::PathBuf,
}

/// The crates that the binary is built of, for the systems it is released on, ours left aside.
fn shipped() -> anyhow::Result<Vec<Shipped>> {
    let tree =
        ["tree", "-p", "quipu-cli", "-e", "normal", "--target", "all", "--prefix", "none", "-f", "{p}", "--locked"];
    let tree = told(&tree)?;
    let used: BTreeSet<(String, String)> = tree.lines().filter_map(named).collect();
    let metadata: Value = serde_json::from_str(&told(&["metadata", "--format-version", "1", "--locked"])?)?;
    let text = |value: &Value, field: &str| value[field].as_str().unwrap_or_default().to_owned();
    let packages = metadata["packages"].as_array().context("cargo tells of packages")?;
    let mut crates: Vec<Shipped> = packages
        .iter()
        .filter(|package| !package["source"].is_null())
        .filter(|package| used.contains(&(text(package, "name"), text(package, "version"))))
        .map(|package| Shipped {
            name: text(package, "name"),
            version: text(package, "version"),
            licence: text(package, "license"),
            folder: Path::new(&text(package, "manifest_path")).parent().map(Path::to_owned).unwrap_or_default(),
        })
        .collect();
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    ensure!(!crates.is_empty(), "no crate was found");
    Ok(crates)
}

/// `name v1.2.3 …` as name and version.
fn named(line: &str) -> Option<(String, String)> {
    let mut words = line.split_whitespace();
    Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
}

fn told(arguments: &[&str]) -> anyhow::Result<String> {
    let out = Command::new(env!("CARGO")).args(arguments).output()?;
    ensure!(out.status.success(), "cargo {}: {}", arguments.join(" "), String::from_utf8_lossy(&out.stderr));
    Ok(String::from_utf8(out.stdout)?)
}

/// The licences that lie in the folder of a crate.
fn texts_in(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_lowercase();
        let data = entry.metadata()?;
        if data.is_file()
            && data.len() <= LONGEST
            && NAMES.iter().any(|known| name.starts_with(known))
            && !name.ends_with(".rs")
        {
            texts.push(String::from_utf8_lossy(&std::fs::read(entry.path())?).into_owned());
        }
    }
    texts.sort();
    Ok(texts)
}

/// A licence without its lines of copyright, and those.
fn without_rights(text: &str) -> (String, Vec<String>) {
    let is_right = |line: &&str| {
        line.trim().to_lowercase().starts_with("copyright (c)")
            || line.trim().to_lowercase().starts_with("copyright ©")
            || (line.trim().starts_with("Copyright ") && line.contains(char::is_numeric) && line.len() < 120)
    };
    let rights = text.lines().filter(is_right).map(|line| line.trim().to_owned()).collect();
    (text.lines().filter(|line| !is_right(line)).collect::<Vec<_>>().join("\n"), rights)
}
