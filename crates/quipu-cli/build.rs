//! Build information: the commit, if built in a checkout, and the target; and the licences of the binary's content,
//! compressed to a fifth of their size.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The licences of crates, as `cargo xtask licences` gathers them, and those of the page's libraries, as its build
/// does.
const LICENCES: [&str; 2] = ["assets/licences.txt", "../../web/dist/licences.txt"];

fn main() {
    let target = std::env::var("TARGET").unwrap_or_default();
    let commit = given().or_else(asked);
    let made = commit.map_or_else(|| target.clone(), |commit| format!("{commit}, {target}"));
    println!("cargo::rustc-env=BUILT_OF={made}");
    println!("cargo::rerun-if-env-changed=BUILT_FROM");
    println!("cargo::rerun-if-changed=build.rs");
    LICENCES.iter().for_each(|file| println!("cargo::rerun-if-changed={file}"));
    if let Err(error) = compressed() {
        println!("cargo::error={}: {error}", LICENCES.join(", "));
    }
}

fn compressed() -> std::io::Result<()> {
    let out = std::env::var_os("OUT_DIR").unwrap_or_default();
    let mut packed = GzEncoder::new(File::create(Path::new(&out).join("licences.txt.gz"))?, Compression::best());
    for file in LICENCES {
        packed.write_all(&std::fs::read(file)?)?;
        packed.write_all(b"\n")?;
    }
    packed.finish().map(drop)
}

/// The commit that the builder names, as packagers do.
fn given() -> Option<String> {
    std::env::var("BUILT_FROM").ok().filter(|commit| !commit.is_empty())
}

/// The commit of the checkout this is built in.
fn asked() -> Option<String> {
    let git = |arguments: &[&str]| {
        let out = Command::new("git").args(arguments).output().ok().filter(|out| out.status.success())?;
        let said = String::from_utf8(out.stdout).ok()?.trim().to_owned();
        (!said.is_empty()).then_some(said)
    };
    let commit = git(&["log", "-1", "--format=%h %cs"])?;
    for watched in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", watched]).filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    Some(commit)
}
