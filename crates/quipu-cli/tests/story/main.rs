//! Stories run through the real binary, one behaviour a file.

// Permissions differ on other systems.
#[cfg(unix)]
mod agent;
mod agent_judged;
mod amended;
mod away;
mod backed_up;
mod bench;
mod bibliographies;
mod change;
mod communities;
mod config;
mod delete;
mod described;
mod encoder;
mod reports_written;
mod themes;
// Messages of the system differ on other systems.
#[cfg(target_os = "linux")]
mod errors;
mod everything;
mod exchange;
mod exit_codes;
mod filters;
mod index_then_ask;
mod interrupt;
mod json;
mod kept;
mod kill;
mod left_out;
mod loaders;
mod mcp;
mod measure;
mod model_fails;
mod model_killed;
mod model_odd;
mod model_reads;
mod model_reads_openly;
mod models_checked;
mod names;
mod pages;
mod papers;
mod paths;
mod place;
mod placed;
mod prompts_tuned;
mod prune;
mod reembed;
mod replies;
mod report;
mod research;
mod serve;
mod settings;
mod shown;
mod shown_pages;
mod spoken;
#[cfg(target_os = "linux")]
mod terminal;
mod things;
mod traverse;
mod upgraded;
mod watch;
mod ways;
mod whole;
mod whole_written;
mod wiki;
mod workspaces;
mod written;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder of notes with a workspace of its own.
struct Story {
    folder: TempDir,
}

/// The output of a run, and its end.
struct Run {
    out: String,
    err: String,
    code: Option<i32>,
}

impl Story {
    /// A story that begins with these files.
    fn of(files: &[(&str, &str)]) -> Self {
        let story = Self { folder: tempfile::tempdir().expect("a folder can be made") };
        files.iter().for_each(|(path, text)| story.write(path, text.as_bytes()));
        story
    }

    /// The page of a document with a text, by the starts of pages that `read` prints.
    fn page_of(&self, document: &str, text: &str) -> Option<u64> {
        let read = self.json(&["read", document]);
        let at = read["text"].as_str()?.find(text)? as u64;
        let starts = read["pages"].as_array()?.iter().filter_map(serde_json::Value::as_u64);
        Some(starts.filter(|start| *start <= at).count() as u64)
    }

    /// Three notes that stand for many: two linked by a name, one in Russian.
    fn of_the_tower() -> Self {
        let story = Self::of(&[
            (
                "tower.md",
                "---\ntags: [place]\ndate: 1911-05-02\n---\n# Tower\n\nThe bell of the tower was cast by Ilse Varga.\n",
            ),
            ("ilse.md", "---\ntags: [people]\ndate: 1934\n---\n# Ilse Varga\n\nIlse Varga was taught in Tarnfeld.\n"),
            ("mayak.md", "---\nlanguage: ru\n---\n# Маяк\n\nЛинзу шлифовал Матвей Лагунов.\n"),
        ]);
        story.run(&["index", "notes"]).succeeded();
        story
    }

    /// The path of a note.
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("notes").join(name)
    }

    /// Writes a note.
    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a note lies in a folder")).expect("a folder can be made");
        std::fs::write(path, bytes).expect("a note can be written");
    }

    /// The binary in this story's folder, with no settings but its own.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quipu"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("QUIPU_")) {
            command.env_remove(name);
        }
        command.env("XDG_CONFIG_HOME", self.folder.path().join("config")).env("NO_COLOR", "1").env("LC_ALL", "C");
        command.env("XDG_DATA_HOME", self.folder.path().join("data"));
        command
    }

    /// Runs the binary.
    fn run(&self, arguments: &[&str]) -> Run {
        Run::of(&self.command(arguments).output().expect("the binary runs"))
    }

    /// Runs the binary with something on its standard input.
    fn pipe(&self, arguments: &[&str], input: &str) -> Run {
        let path = self.folder.path().join("input");
        std::fs::write(&path, input).expect("input can be written");
        let input = std::fs::File::open(path).expect("input can be read");
        Run::of(&self.command(arguments).stdin(input).output().expect("the binary runs"))
    }

    /// Runs the binary with `--json` and reads what it prints.
    fn json(&self, arguments: &[&str]) -> serde_json::Value {
        let run = self.run(&[arguments, &["--json"]].concat());
        serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{}{}", run.out, run.err))
    }

    /// The canonical dump.
    fn dump(&self) -> String {
        self.run(&["dump"]).succeeded().out
    }
}

impl Run {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is UTF-8");
        Self { out: text(&output.stdout), err: text(&output.stderr), code: output.status.code() }
    }

    /// The run, if it ended well.
    fn succeeded(self) -> Self {
        self.ended(0)
    }

    /// The run, if it ended with this code.
    fn ended(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "\n{}{}", self.out, self.err);
        self
    }
}

/// True if a folder holds a file below it.
fn holds(folder: &Path, name: &str) -> bool {
    folder.join(name).exists()
}
