//! Documents stay correct: their links lead somewhere, and printed parts equal the output.

use std::process::Command;

use super::{Source, expect_none, files, read_toml, root};

/// The most lines of ARCHITECTURE.md, and the most characters of a line.
const LONGEST_ARCHITECTURE: usize = 200;
const WIDEST_ARCHITECTURE: usize = 120;

fn documents() -> Vec<Source> {
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
    let top = pages.map(|path| Source {
        path: path.to_owned(),
        text: std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}")),
    });
    // Documents that others wrote are data.
    let ours = files("eval", ".md").into_iter().filter(|page| !page.path.contains("/docs/"));
    top.into_iter().chain(files("docs", ".md")).chain(ours).collect()
}

/// The output of the binary with `arguments`.
fn printed(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_quipu")).args(arguments).env("LC_ALL", "C").output().expect("the binary runs");
    assert!(output.status.success(), "quipu {arguments:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// A page equals the output of its command; `UPDATE_DOCS=1` rewrites it.
fn holds_what_is_printed(path: &str, arguments: &[&str]) {
    let (path, printed) = (root().join(path), printed(arguments));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &printed).expect("a page can be written");
    }
    let page = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(page == printed, "{} is stale: run UPDATE_DOCS=1 cargo test -p quipu-cli --test tidy", path.display());
}

#[test]
fn the_page_of_commands_is_what_help_prints() {
    holds_what_is_printed("docs/commands.md", &["docs", "commands"]);
}

#[test]
fn the_page_of_settings_is_the_table_of_settings() {
    holds_what_is_printed("docs/settings.md", &["docs", "settings"]);
}

#[test]
fn the_ways_to_look_and_to_cut_are_listed_as_printed() {
    for page in ["strategies", "splitters"] {
        holds_page(page);
    }
}

/// The page of connections has its commands from one file, which a script tests.
#[test]
fn the_page_of_connections_is_what_is_tried() {
    let path = root().join("docs/connect.md");
    let programs = std::fs::read_to_string(root().join("web/src/settings/programs.json")).expect("there are programs");
    let programs: Vec<serde_json::Value> = serde_json::from_str(&programs).expect("it is JSON");
    let filled = |text: &str| {
        let known = [("address", "http://127.0.0.1:7171"), ("token", "YOUR-TOKEN"), ("workspace", "papers")];
        let asked = [("place", "papers"), ("question", "Who keeps the Meridian Clock?")];
        let all = known.into_iter().chain(asked);
        all.fold(text.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    };
    let mut told = String::new();
    for program in &programs {
        let text = |value: &serde_json::Value| value.as_str().expect("it is text").to_owned();
        told.push_str(&format!("### {}\n\n", text(&program["name"])));
        for part in program["parts"].as_array().expect("there are parts") {
            let (lang, snippet) = (text(&part["lang"]), filled(&text(&part["text"])));
            told.push_str(&format!("{}\n\n```{lang}\n{snippet}\n```\n\n", text(&part["where"]["en"])));
        }
    }
    let page = std::fs::read_to_string(&path).expect("there is a page");
    let (begin, end) = ("<!-- snippets of web/src/settings/programs.json -->\n", "<!-- end of snippets -->");
    let (before, rest) = page.split_once(begin).expect("the page marks where they begin");
    let (kept, after) = rest.split_once(end).expect("the page marks where they end");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{begin}\n{told}{end}{after}")).expect("a page can be written");
        return;
    }
    assert!(
        kept == format!("\n{told}"),
        "docs/connect.md is stale: run UPDATE_DOCS=1 cargo test -p quipu-cli --test tidy"
    );
}

fn holds_page(page: &str) {
    let (path, table) = (root().join("docs/ways.md"), printed(&["docs", page]));
    let (begin, end) = (&*format!("<!-- printed by quipu docs {page} -->\n"), "<!-- end of print -->");
    let readme = std::fs::read_to_string(&path).expect("there is a page");
    let (before, rest) = readme.split_once(begin).expect("the page marks where the table begins");
    let (old, after) = rest.split_once(end).expect("the page marks where the table ends");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{begin}{table}{end}{after}")).expect("the page can be written");
    } else {
        assert!(old == table, "docs/ways.md is stale: run UPDATE_DOCS=1 cargo test -p quipu-cli --test tidy");
    }
}

#[test]
fn links_lead_somewhere() {
    let mut broken = Vec::new();
    for page in documents() {
        let folder = root().join(&page.path).parent().expect("a page lies in a folder").to_owned();
        for link in links(&page.text) {
            let (target, anchor) = link.split_once('#').unwrap_or((link.as_str(), ""));
            let file = if target.is_empty() { root().join(&page.path) } else { folder.join(target) };
            if !file.exists() {
                broken.push(format!("{}: {link} is not there", page.path));
            } else if !anchor.is_empty() && !anchors(&file).contains(&anchor.to_owned()) {
                broken.push(format!("{}: {link} has no such heading", page.path));
            }
        }
    }
    expect_none(&broken);
}

#[test]
fn the_readme_names_every_command() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("there is a README");
    let commands = printed(&["docs", "commands"]);
    let names = commands.lines().filter_map(|line| line.strip_prefix("## quipu "));
    let missing =
        names.filter(|name| !readme.contains(&format!("`{name}")) && !readme.contains(&format!("quipu {name}")));
    expect_none(&missing.map(|name| format!("README.md does not name `quipu {name}`")).collect::<Vec<_>>());
}

#[test]
fn the_architecture_fits_in_a_head() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is an ARCHITECTURE.md");
    let lines = text.lines().count();
    assert!(lines <= LONGEST_ARCHITECTURE, "ARCHITECTURE.md has {lines} lines, at most {LONGEST_ARCHITECTURE}");
    let wide = (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > WIDEST_ARCHITECTURE);
    let said = |(at, _)| format!("ARCHITECTURE.md:{at} is wider than {WIDEST_ARCHITECTURE} characters");
    expect_none(&wide.map(said).collect::<Vec<_>>());
}

#[test]
fn the_architecture_names_every_folder_of_the_floors() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is an ARCHITECTURE.md");
    let mut missing = Vec::new();
    for floor in ["quipu-kernel", "quipu-language", "quipu-engine", "quipu-adapters", "quipu", "quipu-cli"] {
        let folder = root().join("crates").join(floor).join("src");
        for entry in std::fs::read_dir(folder).expect("a crate has sources") {
            let path = entry.expect("a folder can be read").path();
            let name = format!("{}/", path.file_name().unwrap_or_default().to_string_lossy());
            if path.is_dir() && !text.contains(&format!("`{name}`")) {
                missing.push(format!("ARCHITECTURE.md says nothing of `{name}` of {floor}"));
            }
        }
    }
    expect_none(&missing);
}

/// The most lines of the README: a page.
const LONGEST_README: usize = 60;

#[test]
fn the_readme_is_one_page() {
    let lines = std::fs::read_to_string(root().join("README.md")).expect("there is a README").lines().count();
    assert!(lines <= LONGEST_README, "README.md has {lines} lines, at most {LONGEST_README}: tell more in docs/");
}

#[test]
fn figures_are_printed_not_typed() {
    let mut typed = Vec::new();
    for page in ["README.md", "docs/figures.md", "docs/models.md"] {
        let text = std::fs::read_to_string(root().join(page)).expect("there is such a page");
        let mut printed = false;
        for line in text.lines() {
            printed = (printed || line.starts_with("<!-- printed by ")) && !line.starts_with("<!-- end of print");
            let bytes = line.as_bytes();
            let figure = bytes.windows(3).any(|w| w[0].is_ascii_digit() && w[1] == b'.' && w[2].is_ascii_digit());
            if figure && !printed && !line.contains("Apache-2.0") && !line.contains(" BY") {
                typed.push(format!("{page}: a figure outside the marks of a print: {line}"));
            }
        }
    }
    expect_none(&typed);
}

/// Targets of relative links, code left out.
fn links(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut found = Vec::new();
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let parts = line.split("](").skip(1).filter(|_| !fenced);
        let targets = parts.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_owned());
        found.extend(targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:")));
    }
    found
}

/// Anchors of a page's headings, as forges make them.
fn anchors(file: &std::path::Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let slug = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(slug).collect()
}

/// The list of licences names every crate of the lock file that is in the binary, as it is there.
#[test]
fn the_licences_are_of_the_crates_that_are_used() {
    let lock = read_toml("Cargo.lock");
    let packages = lock["package"].as_array().expect("a list of packages");
    let text =
        |package: &toml::Value, field: &str| package.get(field).and_then(|value| value.as_str()).map(str::to_owned);
    let known: Vec<String> = packages
        .iter()
        .filter_map(|package| Some(format!("{} {}", text(package, "name")?, text(package, "version")?)))
        .collect();
    let page = std::fs::read_to_string(root().join("crates/quipu-cli/assets/licences.txt")).expect("it is there");
    let listed: Vec<&str> = page.lines().skip(2).take_while(|line| !line.is_empty()).collect();
    let crates = |line: &&str| line.split_once(" (").map_or((*line).to_owned(), |(name, _)| name.to_owned());
    let listed: Vec<String> = listed.iter().map(crates).collect();
    let gone = listed
        .iter()
        .filter(|one| !known.contains(one))
        .map(|one| format!("{one} is not used any more; run cargo xtask licences"));
    expect_none(&gone.collect::<Vec<_>>());
    // Direct dependencies of the crates are in the binary for sure.
    let direct = ["quipu-kernel", "quipu-language", "quipu-engine", "quipu-adapters", "quipu", "quipu-cli"]
        .iter()
        .flat_map(|name| {
            let manifest = read_toml(&format!("crates/{name}/Cargo.toml"));
            manifest["dependencies"].as_table().expect("a table").keys().cloned().collect::<Vec<_>>()
        });
    let missing = direct
        .filter(|name| !name.starts_with("quipu") && !listed.iter().any(|one| one.starts_with(&format!("{name} "))));
    expect_none(
        &missing.map(|name| format!("{name} is not in the list; run cargo xtask licences")).collect::<Vec<_>>(),
    );
}
