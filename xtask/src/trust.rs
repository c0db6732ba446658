//! `cargo xtask trust`: the weights of trust in statements, fitted to the judgements of `eval/relations`, and how well they
//! are calibrated on those of odd numbers, by a fit to the even ones.

use std::path::Path;

use anyhow::{Context as _, ensure};
use quipu_kernel::text::fold_name;
use quipu_language::trust::{JudgedSigns, SHOWN, TrustWeights, fit};
use quipu_language::{SignedStatement, signed_statements};
use serde::Deserialize;

/// The file of the weights.
const WEIGHTS: &str = "crates/quipu-language/weights/trust.txt";
/// The folder of the judgements.
const JUDGED: &str = "eval/relations";
/// The penalty on the square of a weight: as much as so many judgements.
const PENALTY: f64 = 2.0;

/// A judged statement, a line of a file.
#[derive(Debug, Deserialize)]
struct Row {
    id: usize,
    title: String,
    sentence: String,
    statement: [String; 3],
    a: String,
    b: String,
}

/// A judged statement that the rules still find.
struct Found {
    technical: bool,
    even: bool,
    wrong: f64,
    judged: JudgedSigns,
}

/// Does it; with `check` it writes nothing, and fails where the weights are others.
///
/// # Errors
/// When a file does not read, or the weights are not those that are kept.
pub(crate) fn run(check: bool) -> anyhow::Result<()> {
    let mut found = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(JUDGED)?.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    // The blind draws judge the fit.
    let is_fitted = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        name.ends_with(".jsonl") && !name.starts_with("blind-")
    };
    files.retain(|path| is_fitted(path));
    files.sort();
    for path in files {
        let rows = rows(&path)?;
        let technical = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("documentation"));
        let before = found.len();
        found.extend(rows.iter().filter_map(|row| read(row, technical)));
        println!("{}: {} judged, {} of them found today", path.display(), rows.len(), found.len() - before);
    }
    let of = |kept: &dyn Fn(&Found) -> bool| -> Vec<JudgedSigns> {
        found.iter().filter(|one| kept(one)).map(|one| one.judged).collect()
    };
    let half = fit(&of(&|one| one.even), PENALTY);
    for technical in [false, true] {
        for even in [true, false] {
            let part: Vec<&Found> = found.iter().filter(|one| one.technical == technical && one.even == even).collect();
            report(&half, &part, technical, even);
        }
    }
    let whole = fit(&of(&|_| true), PENALTY);
    let text = format!("# Written by `cargo xtask trust`: log-odds of a sign.\n{}", whole.lines());
    if check {
        ensure!(
            std::fs::read_to_string(WEIGHTS)? == text,
            "{WEIGHTS} is not what the fit gives; run cargo xtask trust"
        );
    } else {
        std::fs::write(WEIGHTS, text)?;
    }
    Ok(())
}

fn rows(path: &Path) -> anyhow::Result<Vec<Row>> {
    let text = std::fs::read_to_string(path)?;
    let read = |line: &str| serde_json::from_str(line).with_context(|| format!("{}: {line}", path.display()));
    text.lines().map(read).collect()
}

/// A judged statement with its signs, where the rules still find it.
fn read(row: &Row, technical: bool) -> Option<Found> {
    let [source, predicate, target] = &row.statement;
    let same = |one: &SignedStatement| {
        one.predicate == *predicate
            && fold_name(&one.source) == fold_name(source)
            && fold_name(&one.target) == fold_name(target)
    };
    let one = signed_statements(&row.title, &row.sentence, technical).into_iter().find(same)?;
    let share = |label: &str| [&row.a, &row.b].into_iter().filter(|said| *said == label).count() as f64 / 2.0;
    let judged = JudgedSigns { signs: one.signs, right: share("right") };
    Some(Found { technical, even: row.id.is_multiple_of(2), wrong: share("wrong"), judged })
}

/// Prints what is shown and what is not, and the trust of tenths beside the share that is right.
fn report(trust: &TrustWeights, part: &[&Found], technical: bool, even: bool) {
    let name = if technical { "documentation" } else { "encyclopedia" };
    println!("\n{name}, {} numbers ({}):", if even { "even, fitted" } else { "odd, left out" }, part.len());
    let line = |label: &str, kept: &dyn Fn(f64) -> bool| {
        let some: Vec<&&Found> = part.iter().filter(|one| kept(trust.of(one.judged.signs))).collect();
        let share =
            |of: &dyn Fn(&Found) -> f64| 100.0 * some.iter().map(|one| of(one)).sum::<f64>() / some.len().max(1) as f64;
        let (right, wrong) = (share(&|one| one.judged.right), share(&|one| one.wrong));
        println!("  {label}: {:>4} statements, {right:.1} % right, {wrong:.1} % wrong", some.len());
    };
    line("all           ", &|_| true);
    line("shown         ", &|trust| trust >= SHOWN);
    line("left out      ", &|trust| trust < SHOWN);
    for low in 0..10 {
        let (from, to) = (f64::from(low) * 0.1, f64::from(low + 1) * 0.1);
        line(&format!("trust {from:.1}-{to:.1} "), &|trust| trust >= from && (trust < to || low == 9));
    }
}
