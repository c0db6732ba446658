//! The structure inside crates: no import runs up a layer, circles of imports go, a type name is used once. The
//! bounds only shrink; `cargo xtask structure --circles --names` shows the counted items.

use std::collections::BTreeSet;

use quipu_structure::{CrateSources, counts, file_stems, type_names};

use super::{expect_none, root};

/// The floors inside a crate, the lowest first: each names the modules and folders that stand on it.
type Floors = &'static [&'static [&'static str]];

/// Crates that have floors. What a crate has for another beside its floors stands last.
const CRATES_OF_FLOORS: &[(&str, Floors, &[&str])] = &[
    // `inside` is what `quipu-proof` needs of the engine.
    ("quipu-engine", &[&["base"], &["write"], &["find"], &["answer"]], &["inside"]),
    (
        "quipu",
        &[
            &["base"],
            &["handle"],
            &[
                "answers",
                "backup",
                "chunks_of_fields",
                "communities",
                "documents",
                "graph",
                "models",
                "monitor",
                "overview",
                "things",
                "wiki",
                "workspace",
            ],
            &["tools"],
            &["ask"],
            &["extend"],
        ],
        &[],
    ),
    (
        "quipu-server",
        &[
            &["base"],
            &["jobs"],
            &["served"],
            &["clients"],
            &["app", "place_links", "shapes", "stream"],
            &["middleware"],
            &["routes"],
            &["compat"],
            &["client", "openapi", "router", "serving"],
        ],
        &[],
    ),
];
/// Crates in which no folders import each other in a circle.
const WITHOUT_CIRCLES: &[&str] = &[
    "quipu",
    "quipu-adapters",
    "quipu-cli",
    "quipu-encoder",
    "quipu-engine",
    "quipu-kernel",
    "quipu-language",
    "quipu-mcp",
    "quipu-papers",
    "quipu-pdf",
    "quipu-proof",
    "quipu-research",
    "quipu-server",
];

/// Circles of files that import each other, in all crates.
const FILE_CIRCLES: usize = 0;
/// Names of types that other files can see and that are used more than once.
const TYPE_NAMES: usize = 0;
/// Stems that more than two files have.
const FILE_STEMS: usize = 22;

/// Functions that bundle parameters into a tuple.
const TUPLES: usize = 13;

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
fn no_import_runs_up_a_floor() {
    let mut complaints = Vec::new();
    for (name, floors, beside) in CRATES_OF_FLOORS {
        let sources = sources(name);
        let up = sources.imports_up(floors).into_iter();
        complaints
            .extend(up.map(|import| format!("{name}: {} imports {}", import.from.join("/"), import.to.join("/"))));
        let tops: BTreeSet<&str> = sources.files.keys().filter_map(|module| Some(module.first()?.as_str())).collect();
        let known = |top: &&str| floors.iter().any(|floor| floor.contains(top)) || beside.contains(top);
        complaints
            .extend(tops.iter().filter(|top| !known(top)).map(|top| format!("{top} of {name} stands on no floor")));
        let gone = floors.iter().flat_map(|floor| *floor).filter(|top| !tops.contains(*top));
        complaints.extend(gone.map(|top| format!("{name} has no {top}")));
    }
    expect_none(&complaints);
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
    let tuples: usize = crates.iter().map(|one| counts(one).tuples).sum();
    let found = (circles, type_names(&crates, false).len(), file_stems(&crates).len(), tuples);
    assert_eq!(
        found,
        (FILE_CIRCLES, TYPE_NAMES, FILE_STEMS, TUPLES),
        "circles of files, names of types, stems of files, tuples of parameters: fewer is a bound to write here, more is none"
    );
}
