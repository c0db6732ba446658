//! The layers: allowed dependencies, read from the manifests and the imports.

use toml::Table;

use super::{expect_none, files, read_toml, root};

/// Each floor, from below: its crate and the crates of ours that it may depend on.
const FLOORS: &[(&str, &[&str])] = &[
    ("quipu-kernel", &[]),
    ("quipu-language", &["quipu-kernel"]),
    ("quipu-engine", &["quipu-kernel", "quipu-language"]),
    (
        "quipu-adapters",
        &["quipu-kernel", "quipu-language", "quipu-engine", "quipu-encoder", "quipu-pdf", "quipu-papers"],
    ),
    ("quipu-encoder", &[]),
    ("quipu-pdf", &[]),
    ("quipu-papers", &["quipu-kernel", "quipu-language"]),
    ("quipu", &["quipu-kernel", "quipu-language", "quipu-engine", "quipu-adapters", "quipu-encoder"]),
    // The proof of behaviour: the command line alone links it.
    ("quipu-proof", &["quipu-kernel", "quipu-language", "quipu-engine", "quipu-adapters", "quipu"]),
    // Papers, a vertical on top of the library, which knows nothing of it.
    ("quipu-research", &["quipu-kernel", "quipu-language", "quipu-engine", "quipu-adapters", "quipu-papers", "quipu"]),
    // Types of the crates below at a door's interface are re-exported by the library.
    ("quipu-mcp", &["quipu", "quipu-research"]),
    ("quipu-server", &["quipu", "quipu-research", "quipu-mcp"]),
    ("quipu-cli", &["quipu", "quipu-research", "quipu-proof", "quipu-mcp", "quipu-server"]),
];

/// Forbidden dependencies of the lower layers: all that read the outside world.
const WORLDLY: &[&str] = &[
    "axum", "clap", "heed", "hyper", "ignore", "memmap2", "num_cpus", "rand", "rayon", "redb", "reqwest", "rusqlite",
    "tantivy", "ureq", "walkdir",
];

fn manifest(name: &str) -> Table {
    read_toml(&format!("crates/{name}/Cargo.toml"))
}

fn dependencies(name: &str) -> Vec<String> {
    let manifest = manifest(name);
    let table = manifest.get("dependencies").and_then(|value| value.as_table()).cloned().unwrap_or_default();
    table.keys().cloned().collect()
}

#[test]
fn a_floor_stands_only_on_those_below() {
    for (name, below) in FLOORS {
        let above = dependencies(name).into_iter().filter(|name| name.starts_with("quipu"));
        let above: Vec<String> = above.filter(|name| !below.contains(&name.as_str())).collect();
        expect_none(&above.iter().map(|other| format!("{name} must not depend on {other}")).collect::<Vec<_>>());
    }
}

#[test]
fn the_kernel_and_the_language_ask_nobody() {
    for floor in ["quipu-kernel", "quipu-language"] {
        let of = dependencies(floor);
        let asking =
            of.iter().filter(|name| WORLDLY.contains(&name.as_str()) || *name == "tokio" || *name == "futures");
        expect_none(&asking.map(|name| format!("{floor} must not depend on {name}: it is pure")).collect::<Vec<_>>());
    }
}

#[test]
fn the_engine_sees_the_world_through_ports() {
    let engine = dependencies("quipu-engine");
    let worldly = engine.iter().filter(|name| WORLDLY.contains(&name.as_str()));
    expect_none(&worldly.map(|name| format!("the engine must not depend on {name}: name a port")).collect::<Vec<_>>());
    let tokio = manifest("quipu-engine").get("dependencies").and_then(|table| table.get("tokio").cloned());
    let features = tokio.and_then(|tokio| tokio.get("features").and_then(|list| list.as_array()).cloned());
    let allowed = ["rt", "sync", "time", "macros"];
    let other: Vec<String> =
        features.unwrap_or_default().iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
    let other: Vec<String> = other.into_iter().filter(|name| !allowed.contains(&name.as_str())).collect();
    expect_none(&other.iter().map(|name| format!("the engine must not use tokio's {name}")).collect::<Vec<_>>());
}

#[test]
fn there_are_no_features() {
    let named = FLOORS.iter().filter(|(name, _)| manifest(name).contains_key("features"));
    expect_none(&named.map(|(name, _)| format!("{name} has cargo features: there is one build")).collect::<Vec<_>>());
    let conditional =
        files("crates", ".rs").into_iter().filter(|source| source.text.contains(&["cfg(", "feature"].concat()));
    expect_none(&conditional.map(|source| format!("{} depends on a feature", source.path)).collect::<Vec<_>>());
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    for (name, _) in FLOORS {
        let lints = manifest(name).get("lints").and_then(|lints| lints.get("workspace").cloned());
        assert_eq!(lints.and_then(|value| value.as_bool()), Some(true), "{name} sets lints of its own");
    }
}

#[test]
fn the_walls_of_clippy_stand() {
    for name in ["quipu-kernel", "quipu-language", "quipu-engine"] {
        let walls = read_toml(&format!("crates/{name}/clippy.toml"));
        let methods = walls.get("disallowed-methods").and_then(|value| value.as_array()).map_or(0, Vec::len);
        assert!(methods > 10, "the wall of {name} forbids only {methods} methods");
    }
}

/// Forbidden actions of an embeddable library: print, end the process, start that program again, handle
/// signals, or keep a user's flags.
const NOT_OF_A_LIBRARY: [&str; 9] = [
    "println!",
    "eprintln!",
    "stdout()",
    "stderr()",
    "process::exit",
    "current_exe",
    "signal::",
    "OnceLock",
    "static mut",
];

#[test]
fn the_library_leaves_the_process_to_its_program() {
    let mut complaints = Vec::new();
    for source in files("crates/quipu/src", ".rs") {
        let text = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        // A worker's standard output is its channel of answers.
        let excused = |word: &&&str| source.path.ends_with("src/base/workers.rs") && **word == "stdout()";
        let said = NOT_OF_A_LIBRARY.iter().filter(|word| code.contains(*word)).filter(|word| !excused(word));
        complaints.extend(said.map(|word| format!("{} says {word}", source.path)));
    }
    expect_none(&complaints);
}

/// Every command that names a crate to run or to install names one that has a binary.
#[test]
fn crates_that_are_run_have_a_binary() {
    let mut complaints = Vec::new();
    let mut seen = 0;
    for path in ["demo", "check", "Dockerfile", "README.md", "CONTRIBUTING.md", ".ci/run", ".github/workflows"] {
        let sources = if root().join(path).is_dir() { files(path, "") } else { vec![read(path)] };
        for (number, line) in sources.iter().flat_map(|source| source.text.lines().enumerate()) {
            let runs = ["cargo run", "cargo install", "build --release", "CARGO\" build", " install --locked"];
            if !runs.iter().any(|run| line.contains(run)) {
                continue;
            }
            let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || c == '\\').collect();
            for pair in words.windows(2).filter(|pair| matches!(pair[0], "-p" | "--package" | "--path")) {
                let name = pair[1].trim_start_matches("crates/").trim_matches(['\'', '"', 'n']);
                let main = root().join("crates").join(name).join("src/main.rs");
                seen += 1;
                if !main.is_file() {
                    complaints.push(format!("{path}:{}: {name} has no binary", number + 1));
                }
            }
        }
    }
    assert!(seen >= 4, "only {seen} commands were found");
    expect_none(&complaints);
}

fn read(path: &str) -> super::Source {
    let text = std::fs::read_to_string(root().join(path)).expect("it is there");
    super::Source { path: path.to_owned(), text }
}

#[test]
fn nothing_silences_the_walls() {
    let silenced = files("crates", ".rs").into_iter().filter(|source| {
        let floors = ["crates/quipu-kernel/src", "crates/quipu-language/src", "crates/quipu-engine/src"];
        let lower = floors.iter().any(|floor| source.path.starts_with(floor));
        lower && (source.text.contains("disallowed_methods") || source.text.contains("unsafe_code"))
    });
    expect_none(&silenced.map(|source| format!("{} silences a wall", source.path)).collect::<Vec<_>>());
}

/// The fuzz targets are a workspace of their own, whose lock no build updates.
#[test]
fn the_lock_of_the_fuzz_targets_knows_every_dependency() {
    let lock = read_toml("fuzz/Cargo.lock");
    let locked = lock["package"].as_array().expect("a lock lists packages");
    for package in locked.iter().filter_map(|package| package.as_table()) {
        let name = package["name"].as_str().unwrap_or_default();
        if !FLOORS.iter().any(|(floor, _)| *floor == name) {
            continue;
        }
        let known = package.get("dependencies").and_then(|list| list.as_array()).cloned().unwrap_or_default();
        // A name with its version stands where there are two versions of it.
        let known: Vec<&str> = known.iter().filter_map(|known| known.as_str()?.split(' ').next()).collect();
        let missing = dependencies(name).into_iter().filter(|one| !known.contains(&one.as_str()));
        let say = |one| format!("fuzz/Cargo.lock does not know {name}'s {one}: run `cargo metadata` in fuzz/");
        expect_none(&missing.map(say).collect::<Vec<_>>());
    }
}

/// Crates that were compiled alike are compiled once: `./check` reuses the output of its other steps.
#[test]
fn the_fuzz_targets_are_compiled_as_the_workspace_is() {
    let profile = |path: &str| read_toml(path)["profile"]["dev"].clone();
    let (mut here, there) = (profile("Cargo.toml"), profile("fuzz/Cargo.toml"));
    let lock = read_toml("fuzz/Cargo.lock");
    let locked = lock["package"].as_array().expect("a lock lists packages");
    let packages = here["package"].as_table_mut().expect("packages have profiles of their own");
    // Cargo warns of profiles for packages that a workspace lacks.
    packages.retain(|name, _| name == "*" || locked.iter().any(|package| package["name"].as_str() == Some(name)));
    assert_eq!(there, here, "the dev profiles of the two workspaces differ");
}
