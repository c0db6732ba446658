//! `cargo xtask structure`: counts of the code, circles of imports, and names that are used more than once.

use std::path::Path;

use quipu_structure::{CrateSources, Repeated, counts, file_stems, type_names};

/// Prints the counts; with `--names` each name that is used more than once, with `--circles` each circle.
pub(crate) fn run(arguments: &[String]) -> anyhow::Result<()> {
    let asked = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let mut folders: Vec<_> = std::fs::read_dir("crates")?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort();
    let read = |folder: &Path| CrateSources::read(folder).map_err(anyhow::Error::msg);
    let crates: Vec<CrateSources> = folders.iter().map(|folder| read(folder)).collect::<anyhow::Result<_>>()?;
    println!(
        "{:<16} {:>7} {:>6} {:>9} {:>7} {:>7} {:>8}",
        "crate", "lines", "files", "functions", "tuples", "circles", "folders"
    );
    let mut all = [0; 6];
    for one in &crates {
        let (counts, circles, folders) = (counts(one), one.file_circles(), one.folder_circles());
        let row = [counts.lines, counts.files, counts.functions, counts.tuples, circles.len(), folders.len()];
        let [lines, files, functions, tuples, files_circles, folder_circles] = row;
        println!(
            "{:<16} {lines:>7} {files:>6} {functions:>9} {tuples:>7} {files_circles:>7} {folder_circles:>8}",
            one.name
        );
        all.iter_mut().zip(row).for_each(|(sum, one)| *sum += one);
        if asked("--circles") {
            for circle in circles.iter().chain(&folders) {
                let circle: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
                println!("    {}", circle.join(", "));
            }
        }
    }
    println!("{:<16} {:>7} {:>6} {:>9} {:>7} {:>7} {:>8}", "all", all[0], all[1], all[2], all[3], all[4], all[5]);
    let named = [
        ("names of types that other files can see, used more than once", type_names(&crates, false)),
        ("names of types used more than once", type_names(&crates, true)),
        ("stems of more than two files", file_stems(&crates)),
    ];
    for (what, repeated) in &named {
        let uses: usize = repeated.iter().map(|one| one.files.len()).sum();
        println!("{}: {} ({uses} uses)", what, repeated.len());
        if asked("--names") {
            repeated.iter().for_each(|Repeated { name, files }| println!("    {name}: {}", files.join(" ")));
        }
    }
    Ok(())
}
