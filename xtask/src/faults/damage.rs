//! Files that were truncated or had a bit flipped between runs: every command ends with an
//! answer or a clear error, `doctor --repair` rebuilds derived data, and names lost parts.

use std::collections::BTreeMap;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};

use super::chance::Chance;
use super::quipu::Ended;
use super::table::Table;
use super::{Faults, laws, scenario};

/// Number of promised damages.
const DAMAGES: u64 = 240;
/// A question that touches every part.
const ASKED: &str = "Who founded a school in Tarnfeld, Ilse Varga or Matvei Lagunov?";
/// Commands that read a workspace, each in its own way.
const READERS: [&[&str]; 6] = [
    &["search", ASKED],
    &["search", "--strategy", "lexical", ASKED],
    &["search", "--strategy", "dense", ASKED],
    &["ask", ASKED],
    &["dump"],
    &["doctor"],
];

/// A part, and its repair: some can be rebuilt from the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Truth,
    Words,
    Heads,
    Codes,
    Vectors,
}

const PARTS: [Part; 5] = [Part::Truth, Part::Words, Part::Heads, Part::Codes, Part::Vectors];

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Truth => "truth",
            Self::Words => "word index",
            Self::Heads => "heads",
            Self::Codes => "codes",
            Self::Vectors => "vectors",
        }
    }

    /// Its files with something in them, by name.
    fn files(self, store: &Path) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = match self {
            Self::Truth => vec![store.join("truth/data.mdb")],
            Self::Heads => vec![store.join("heads.slots")],
            Self::Codes => vec![store.join("codes.slots")],
            Self::Vectors => vec![store.join("vectors.slots")],
            Self::Words => {
                let all = std::fs::read_dir(store.join("words"))?.map(|entry| Ok(entry?.path()));
                all.collect::<std::io::Result<_>>()?
            }
        };
        files.retain(|path| path.metadata().is_ok_and(|metadata| metadata.len() > 0));
        files.sort();
        Ok(files)
    }
}

/// The outcomes of damages of one kind.
#[derive(Default)]
struct Fared {
    made_again: u64,
    named: u64,
    refused: u64,
    harmless: u64,
    unnoticed: u64,
}

/// Damages copies of a workspace until there were enough.
pub(crate) fn run(faults: &Faults) -> anyhow::Result<Table> {
    faults.scenarios()?;
    let start = faults.folder.join("scenarios/a/start");
    let whole = faults.binaries.succeed(&start, &["dump"])?;
    let found = timeless(&faults.binaries.succeed(&start, &["search", "--json", ASKED])?);
    let mut chance = faults.chance("damage");
    let mut fared: BTreeMap<(Part, bool), Fared> = BTreeMap::new();
    for turn in faults.turns(DAMAGES, 10, 0.15) {
        let part = PARTS[turn as usize % PARTS.len()];
        let cut = (turn / PARTS.len() as u64).is_multiple_of(2);
        let workspace = faults.folder.join("struck");
        let _ = std::fs::remove_dir_all(&workspace);
        scenario::copy(&start, &workspace)?;
        let what = damage(part, cut, &workspace.join(".quipu"), &mut chance)?;
        let fared = fared.entry((part, cut)).or_default();
        judge(faults, part, &workspace, (&whole, &found), fared).with_context(|| what)?;
    }
    let mut table = Table::default();
    for ((part, cut), fared) in fared {
        let Fared { made_again, named, refused, harmless, unnoticed } = fared;
        let what = format!("{}, {}", part.name(), if cut { "cut short" } else { "a bit flipped" });
        let mut note =
            format!("{made_again} made again, {named} named by doctor, {refused} refused, {harmless} harmless");
        if unnoticed > 0 {
            note.push_str(&format!(", {unnoticed} read as something else and not noticed"));
        }
        table.row(what, made_again + named + refused + harmless + unnoticed, note);
    }
    Ok(table)
}

/// Damages one file of a part; returns a description.
fn damage(part: Part, cut: bool, store: &Path, chance: &mut Chance) -> anyhow::Result<String> {
    let files = part.files(store)?;
    let path: &PathBuf = chance.of_these(&files);
    strike_file(path, cut, chance)
}

/// Truncates a file, or flips a bit of it; returns a description.
pub(crate) fn strike_file(path: &Path, cut: bool, chance: &mut Chance) -> anyhow::Result<String> {
    let file = std::fs::File::options().read(true).write(true).open(path)?;
    let length = file.metadata()?.len();
    let at = chance.below(length);
    if cut {
        file.set_len(at)?;
        return Ok(format!("{} cut at {at} of {length}", path.display()));
    }
    let bit = chance.below(8);
    let mut byte = [0];
    file.read_exact_at(&mut byte, at)?;
    file.write_all_at(&[byte[0] ^ (1 << bit)], at)?;
    Ok(format!("{} bit {bit} of byte {at} of {length} flipped", path.display()))
}

fn judge(
    faults: &Faults,
    part: Part,
    workspace: &Path,
    (whole, found): (&str, &str),
    fared: &mut Fared,
) -> anyhow::Result<()> {
    let binaries = &faults.binaries;
    for arguments in READERS {
        let ended = binaries.run(workspace, arguments)?.orderly(&arguments.join(" "))?;
        clear(&ended)?;
    }
    let repair = binaries.run(workspace, &["doctor", "--repair"])?.orderly("doctor --repair")?;
    clear(&repair)?;
    let after = binaries.run(workspace, &["doctor"])?.orderly("doctor")?;
    let same = || -> anyhow::Result<bool> {
        let search = binaries.run(workspace, &["search", "--json", ASKED])?.orderly("search")?;
        let dump = binaries.run(workspace, &["dump"])?.orderly("dump")?;
        Ok(dump.out == whole && timeless(&search.out) == found)
    };
    let derived = matches!(part, Part::Words | Part::Heads | Part::Codes);
    match (repair.code(), after.code()) {
        (Some(0), Some(0)) if same()? => match repair.out.contains("(repaired)") {
            true => fared.made_again += 1,
            false => fared.harmless += 1,
        },
        (Some(0), Some(0)) => {
            ensure!(part == Part::Truth, "doctor finds nothing, and answers differ: {repair}");
            fared.unnoticed += 1;
        }
        _ if derived => ensure!(false, "it is not made again: {repair}\nand then {after}"),
        (Some(4), _) => fared.named += 1,
        (Some(3), _) => fared.refused += 1,
        _ => ensure!(false, "{repair}\nand then {after}"),
    }
    laws::bounded(&repair)
}

/// The results, without durations.
fn timeless(json: &str) -> String {
    json.lines().filter(|line| !line.contains("\"ms\":")).collect()
}

/// An error names its subject and the remedy.
pub(crate) fn clear(ended: &Ended) -> anyhow::Result<()> {
    let fine = match ended.code() {
        Some(0 | 1) => true,
        Some(3) => ended.err.contains("quipu: ") && ended.err.len() > 30,
        Some(4) => !ended.said().trim().is_empty(),
        _ => false,
    };
    ensure!(fine, "{ended}");
    Ok(())
}
