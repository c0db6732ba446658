//! The structure inside crates: no import runs up a layer, circles of imports go, a type name is used once. The
//! bounds only shrink; `cargo xtask structure --circles --names` shows the counted items.

use quipu_structure::{CrateSources, file_stems, type_names};

use super::{expect_none, root};

/// The floors inside the engine, the lowest first.
const ENGINE: &[&[&str]] = &[&["base"], &["write"], &["find"], &["answer"]];
/// Crates in which no folders import each other in a circle.
const WITHOUT_CIRCLES: &[&str] = &[
    "quipu-cli",
    "quipu-encoder",
    "quipu-engine",
    "quipu-mcp",
    "quipu-papers",
    "quipu-pdf",
    "quipu-proof",
    "quipu-research",
];

/// Circles of files that import each other, in all crates.
const FILE_CIRCLES: usize = 24;
/// Names of types that other files can see and that are used more than once.
const TYPE_NAMES: usize = 183;
/// Stems that more than two files have.
const FILE_STEMS: usize = 111;

fn sources(name: &str) -> CrateSources {
    CrateSources::read(&root().join("crates").join(name)).expect("the sources of a crate can be read")
}

fn all() -> Vec<CrateSources> {
    let entries = std::fs::read_dir(root().join("crates")).expect("there are crates");
    let names = entries.map(|entry| entry.expect("a folder can be read").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names.iter().map(|name| sources(name)).collect()
}

#[test]
fn no_import_of_the_engine_runs_up() {
    let engine = sources("quipu-engine");
    let up = engine.imports_up(ENGINE).into_iter();
    expect_none(
        &up.map(|import| format!("{} imports {}", import.from.join("/"), import.to.join("/"))).collect::<Vec<_>>(),
    );
    let tops = engine.files.keys().filter_map(|module| module.first()).filter(|top| {
        let known = ENGINE.iter().any(|floor| floor.contains(&top.as_str()));
        // Internals that `quipu-proof` needs.
        !known && *top != "inside"
    });
    expect_none(&tops.map(|top| format!("{top} of quipu-engine stands on no floor")).collect::<Vec<_>>());
}

#[test]
fn no_folders_import_each_other_in_a_circle() {
    let circles = WITHOUT_CIRCLES.iter().flat_map(|name| {
        let circles = sources(name).folder_circles().into_iter();
        circles.map(move |circle| {
            format!("{name}: {}", circle.iter().map(|one| one.join("/")).collect::<Vec<_>>().join(", "))
        })
    });
    expect_none(&circles.collect::<Vec<_>>());
}

#[test]
fn circles_and_repeated_names_only_shrink() {
    let crates = all();
    let circles: usize = crates.iter().map(|one| one.file_circles().len()).sum();
    let found = (circles, type_names(&crates, false).len(), file_stems(&crates).len());
    assert_eq!(
        found,
        (FILE_CIRCLES, TYPE_NAMES, FILE_STEMS),
        "circles of files, names of types, stems of files: fewer is a bound to write here, more is none"
    );
}
