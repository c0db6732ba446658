//! The matrix of strategies and sets: the quality of each strategy's hits, on sets of passages and of real files.

use std::path::{Path, PathBuf};

use quipu::settings::Settings;
use quipu::{Error, Workers};
use quipu_engine::ways;
use serde::Serialize;

use super::sets::{looks, measured, name};
use super::{FILES, Sets, quoted};
use crate::eval::{EvalOptions, Half, QuotedRow};

/// Ways that tell of the whole or need edges to be named: they are measured only where they are named.
const ELSEWHERE: [&str; 5] = ["traverse", "global", "lazy", "drift", "clues"];

/// The quality of a strategy's hits, in percent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatrixCell {
    /// Name of the set; of sets of real files, of the folder that holds them.
    pub set: String,
    /// The measure: `recall@5` of the documents that answer, `evidence@5` where the exact text stands in the first five
    /// hits, `answered` where the answer is given without a model.
    pub measure: &'static str,
    /// The value on the even questions.
    pub even: f64,
    /// The value on the odd ones.
    pub odd: f64,
}

/// A way and its figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatrixRow {
    /// The strategy.
    pub way: String,
    /// One for each set and measure.
    pub cells: Vec<MatrixCell>,
    /// The median time of a question over sets of passages, in milliseconds: the worst of them.
    pub p50_ms: f64,
}

/// Asks every set in every strategy; without names, in all that find passages without further input. Sets that hold
/// `docs`, a folder of files, are pooled by their parent folder.
///
/// # Errors
/// When a set does not read, or there is no such way.
pub async fn matrix(
    sets: &Sets,
    names: &[String],
    settings: &Settings,
    workers: &Workers,
) -> Result<Vec<MatrixRow>, Error> {
    let all = ways::all().map(|way| way.name()).filter(|name| !ELSEWHERE.contains(name)).map(str::to_owned);
    let names: Vec<String> = if names.is_empty() { all.collect() } else { names.to_vec() };
    let options = looks(&names, settings);
    let mut rows: Vec<MatrixRow> =
        names.iter().map(|way| MatrixRow { way: way.clone(), cells: Vec::new(), p50_ms: 0.0 }).collect();
    let (files, passages): (Vec<&Path>, Vec<&Path>) = sets.folders().partition(|folder| folder.join(FILES).is_dir());
    for folder in passages {
        add(&mut rows, folder, &options, (sets, settings)).await?;
    }
    let mut pools: Vec<(String, Vec<PathBuf>)> = Vec::new();
    for folder in files {
        let pool = folder.parent().map(name).unwrap_or_default();
        match pools.iter_mut().find(|(known, _)| *known == pool) {
            Some((_, folders)) => folders.push(folder.to_owned()),
            None => pools.push((pool, vec![folder.to_owned()])),
        }
    }
    for (pool, folders) in pools {
        let pooled = Sets { folders, ..sets.clone() };
        let told = quoted::by_way(&pooled, &names, settings, workers).await?;
        for (row, told) in rows.iter_mut().zip(told) {
            row.cells.extend(of_files(&pool, &QuotedRow::halves(&pool, &told)));
        }
    }
    Ok(rows)
}

async fn add(
    rows: &mut [MatrixRow],
    folder: &Path,
    options: &EvalOptions,
    (sets, settings): (&Sets, &Settings),
) -> Result<(), Error> {
    let found = measured(folder, true, options, sets, settings).await?;
    for row in rows {
        let recall = |half: Half| {
            let same = found.iter().find(|found| found.row.strategy == row.way && found.row.half == half);
            same.map(|found| (found.row.recall_5, found.row.p50_ms)).unwrap_or_default()
        };
        let ((even, _), (odd, _), (_, ms)) = (recall(Half::Even), recall(Half::Odd), recall(Half::All));
        row.cells.push(MatrixCell { set: name(folder), measure: "recall@5", even, odd });
        row.p50_ms = row.p50_ms.max(ms);
    }
    Ok(())
}

fn of_files(pool: &str, halves: &[QuotedRow]) -> [MatrixCell; 2] {
    let of = |half: Half, share: fn(&QuotedRow) -> Option<f64>| {
        halves.iter().find(|row| row.half == half).and_then(share).unwrap_or_default()
    };
    let cell = |measure, share: fn(&QuotedRow) -> Option<f64>| MatrixCell {
        set: pool.to_owned(),
        measure,
        even: of(Half::Even, share),
        odd: of(Half::Odd, share),
    };
    [cell("evidence@5", |row| row.found), cell("answered", |row| row.answered)]
}
