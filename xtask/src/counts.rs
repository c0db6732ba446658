//! Instructions of the kernel's hot loops, counted by valgrind: a figure that a busy machine does not
//! change. `bench/counts.txt` keeps them; a loop that grows by more than a tenth is an error. Another
//! compiler makes other instructions: against its counts a loop is shown and not judged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};

/// Maximal growth of a loop.
const GROWTH: f64 = 1.10;
/// Numbers of runs of each loop in the two counts whose difference is taken.
const TIMES: (u64, u64) = (1, 4);
/// The build profile of the counted program: the same on every machine, independent of the shipped one.
const PROFILE: &str = "counts";

/// The file of the counts.
fn kept() -> PathBuf {
    root().join("bench/counts.txt")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Counts every loop, and compares with the kept counts, or rewrites them.
///
/// # Errors
/// When a loop has grown, or cannot be counted.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let update = match arguments {
        [] => false,
        [flag] if flag == "--update" => true,
        _ => bail!("counts takes no argument but --update"),
    };
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: valgrind is not installed");
        return Ok(());
    }
    let program = build()?;
    let before = std::fs::read_to_string(kept()).unwrap_or_default();
    let head = format!(
        "# Instructions a unit, written by `cargo xtask counts --update`; do not edit. Compiler: {}\n",
        compiler()?
    );
    let judged = before.is_empty() || before.starts_with(&head);
    if !judged && !update {
        println!("bench/counts.txt was written with another compiler: what grew is shown, and not judged");
    }
    let known = read(&before);
    let mut page = head;
    let mut grown = Vec::new();
    println!("{:<30} {:>12} {:>12}  unit", "loop", "instructions", "kept");
    for (name, unit) in list(&program)? {
        let now = count(&program, &name)?;
        let before = known.get(&name).copied();
        println!("{name:<30} {now:>12.2} {:>12}  {unit}", before.map_or("-".into(), |count| format!("{count:.2}")));
        writeln!(page, "{name}\t{now:.2}\t{unit}")?;
        if judged && !update && before.is_none_or(|before| now > before * GROWTH) {
            grown.push(name);
        }
    }
    if update {
        std::fs::create_dir_all(root().join("bench"))?;
        return std::fs::write(kept(), page).context("bench/counts.txt");
    }
    if !grown.is_empty() {
        bail!(
            "more than a tenth above bench/counts.txt, or not in it: {}; if it must be so, --update",
            grown.join("; ")
        );
    }
    Ok(())
}

/// The compiler, as it calls itself.
fn compiler() -> anyhow::Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().context("rustc")?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Builds the loops, and gives the program.
fn build() -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--package", "quipu-loops", "--profile", PROFILE, "--message-format", "json"]);
    let output = command.current_dir(root()).stderr(std::process::Stdio::inherit()).output()?;
    if !output.status.success() {
        bail!("the loops do not build");
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    let built = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut programs = built.filter_map(|message| message.get("executable")?.as_str().map(PathBuf::from));
    programs.next_back().context("cargo named no program")
}

/// The loops: name and unit.
fn list(program: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let output = Command::new(program).arg("list").output()?;
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().filter_map(|line| line.split_once('\t')).map(|(a, b)| (a.to_owned(), b.to_owned())).collect())
}

/// Instructions a unit of a loop: the additional cost of more rounds.
fn count(program: &Path, name: &str) -> anyhow::Result<f64> {
    let (few, many) = (counted(program, name, TIMES.0)?, counted(program, name, TIMES.1)?);
    Ok((many.0 - few.0) / (many.1 - few.1))
}

/// Instructions and units of a loop with this number of rounds.
fn counted(program: &Path, name: &str, times: u64) -> anyhow::Result<(f64, f64)> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).args([name, &times.to_string()]);
    let output = command.output()?;
    let (out, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let collected = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse::<f64>().ok());
    let units = out.trim().parse::<f64>().ok();
    collected.zip(units).with_context(|| format!("valgrind did not count {name:?}: {said}"))
}

/// The counts of a page.
fn read(page: &str) -> BTreeMap<String, f64> {
    let lines = page.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &str| {
        let mut parts = line.split('\t');
        Some((parts.next()?.to_owned(), parts.next()?.parse().ok()?))
    };
    lines.filter_map(row).collect()
}
