//! Error messages, in both languages: the thing, the reason and the next step.
//!
//! Each case is typed as a person would type it; the message is under snapshot, with variable parts replaced.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;

use crate::{Run, Story};

/// The cases of one subject: the arguments, and the messages.
struct Said<'s> {
    story: &'s Story,
    language: &'static str,
    /// Variable parts, and their replacements.
    names: Vec<(String, &'static str)>,
    text: String,
    cases: usize,
}

impl<'s> Said<'s> {
    fn new(story: &'s Story, language: &'static str) -> Self {
        let folder = story.folder.path().canonicalize().expect("it is there").display().to_string();
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").display().to_string();
        let names = vec![(folder, "/here"), (repository, "/quipu")];
        Self { story, language, names, text: String::new(), cases: 0 }
    }

    /// Runs it, and records the message beside the exit code.
    fn typed(&mut self, arguments: &[&str]) {
        self.typed_with(arguments, &[]);
    }

    fn typed_with(&mut self, arguments: &[&str], variables: &[(&str, &str)]) {
        let mut command = self.story.command(arguments);
        command.env("QUIPU_LANG", self.language).envs(variables.iter().copied());
        let run = Run::of(&command.output().expect("the binary runs"));
        let mut typed = variables.iter().map(|(name, value)| format!("{name}={value} ")).collect::<String>();
        let quoted = |argument: &&str| {
            if argument.contains(' ') || argument.is_empty() { format!("'{argument}'") } else { (*argument).to_owned() }
        };
        let _ = write!(typed, "quipu {}", arguments.iter().map(quoted).collect::<Vec<_>>().join(" "));
        self.note(&typed, &run);
    }

    fn note(&mut self, typed: &str, run: &Run) {
        // Skipped files stand in the report; the summary line has times in it.
        let sums = |line: &&str| {
            line.ends_with(" с.") || line.ends_with(" s.") || line.ends_with(" s).") || line.ends_with(" с).")
        };
        let out: String = run.out.lines().filter(|line| !sums(line)).map(|line| format!("{line}\n")).collect();
        let code = run.code.unwrap_or_default();
        let _ = writeln!(self.text, "$ {}\n{}{}[{code}]\n", self.plain(typed), self.plain(&out), self.plain(&run.err));
        self.cases += 1;
    }

    /// The text with variable parts replaced.
    fn plain(&self, text: &str) -> String {
        self.names.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    }
}

/// Runs the cases in both languages, and compares the messages with their snapshot.
fn in_both(name: &str, least: usize, story: &Story, cases: impl Fn(&mut Said<'_>)) {
    for language in ["en", "ru"] {
        let mut said = Said::new(story, language);
        cases(&mut said);
        assert!(said.cases >= least, "only {} cases of {name}", said.cases);
        insta::assert_snapshot!(format!("{name}_{language}"), said.text);
    }
}

#[test]
fn wrong_usage() {
    let story = Story::of_the_tower();
    in_both("errors_usage", 14, &story, |said| {
        said.typed(&["serch", "bell"]);
        said.typed(&["search", "bell", "--limt", "3"]);
        said.typed(&["search"]);
        said.typed(&["search", "bell", "-n", "many"]);
        said.typed(&["search", "bell", "--set", "look.limit"]);
        said.typed(&["show", "chnk", "x"]);
        said.typed(&["model"]);
        said.typed(&["ask", "  "]);
        said.typed(&["show", "chunk", "0f3a"]);
        said.typed(&["show", "document", "notes/tower.md", "--tree"]);
        said.typed(&["graph", "Who cast the bell?"]);
        said.typed(&["graph", "Who cast the bell?", "--entity", "Tower", "--html", "x.html"]);
        said.typed(&["similar", "--min", "NaN"]);
        said.typed(&["index", "notes", "--id", "one"]);
        said.typed(&["index", "notes", "--root-name", "a/b"]);
        said.typed(&["export", "csv"]);
        said.typed(&["export", "csv", "--to", "notes"]);
        said.typed_with(&["status"], &[("QUIPU_LANG", "de")]);
    });
}

#[test]
fn workspaces_that_are_not_there() {
    let story = Story::of(&[("a.md", "Words.\n")]);
    in_both("errors_workspaces", 8, &story, |said| {
        said.typed(&["ask", "Who?"]);
        said.typed(&["-w", "papers", "status"]);
        said.typed(&["workspace", "rename", "papers", "work"]);
        said.typed(&["workspace", "create", "a b"]);
        said.story.run(&["workspace", "create", "taken", "--at", "taken"]);
        said.typed(&["workspace", "create", "taken"]);
        said.typed(&["workspace", "delete", "taken"]);
        let names = said.story.folder.path().join("data/quipu/workspaces.json");
        let kept = std::fs::read(&names).expect("names are kept");
        std::fs::write(&names, "{").expect("it can be written");
        said.typed(&["workspace", "list"]);
        std::fs::write(&names, kept).expect("it can be written");
        said.typed(&["workspace", "create", "lost", "--at", "notes/a.md"]);
    });
}

#[test]
fn settings_that_are_none() {
    let story = Story::of_the_tower();
    let file = story.folder.path().join("quipu.toml");
    in_both("errors_settings", 12, &story, |said| {
        said.typed(&["search", "bell", "--set", "look.limt=3"]);
        said.typed(&["search", "bell", "--set", "nonsense=3"]);
        said.typed_with(&["search", "bell"], &[("QUIPU_LOOK_LIMTI", "3")]);
        said.typed_with(&["search", "bell"], &[("QUIPU_LOOK_LIMIT", "many")]);
        said.typed(&["search", "bell", "--strategy", "wlak"]);
        said.typed(&["index", "notes", "--set", "split.characters=1"]);
        said.typed(&["index", "notes", "--split", "recursive", "--set", "split.overlap=1100"]);
        said.typed(&["index", "notes", "--set", "split.separators=a"]);
        said.typed(&["config", "set", "look.limits", "3"]);
        said.typed(&["config", "set", "split.characters", "1"]);
        said.typed_with(&["config", "edit"], &[("VISUAL", ""), ("EDITOR", "")]);
        said.typed_with(&["config", "edit"], &[("VISUAL", "false")]);
        for text in ["nonsense = [", "[look]\nlimts = 3\n", "[look]\nlimit = \"many\"\n"] {
            std::fs::write(&file, text).expect("it can be written");
            said.typed(&["status"]);
        }
        std::fs::remove_file(&file).expect("it is there");
        std::fs::create_dir(&file).expect("it can be made");
        said.typed(&["status"]);
        std::fs::remove_dir(&file).expect("it is there");
    });
}

#[test]
fn files_that_cannot_be_read() {
    let story = Story::of(&[
        ("empty.md", ""),
        ("cut.json", "{\"text\": "),
        ("fields.json", "{\"size\": 3}"),
        ("nothing.ipynb", "[]"),
    ]);
    let whole = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../quipu-pdf/tests/files/hidden.pdf"));
    story.write("cut.pdf", &whole.expect("it is there")[..600]);
    story.write("zeros.dat", &[0; 64]);
    story.write("odd.txt", b"\xff\xfe\x00\x00");
    story.write("archive.docx", b"PK\x03\x04 and no more");
    story.write("large.docx", &[b"PK\x03\x04".to_vec(), vec![0; 1_200_000]].concat());
    #[cfg(unix)]
    std::os::unix::fs::symlink("empty.md", story.path("link.md")).expect("a link can be made");
    let pdf = concat!(env!("CARGO_MANIFEST_DIR"), "/../quipu-pdf/tests/files");
    in_both("errors_files", 10, &story, |said| {
        said.names.insert(0, (pdf.to_owned(), "/pdf"));
        said.typed(&["index", "notes", "--set", "load.max_file=1"]);
        for file in ["locked.pdf", "codes.pdf", "scan.pdf"] {
            said.typed(&["read", &format!("{pdf}/{file}")]);
        }
        said.typed(&["index", "nowhere"]);
        said.typed(&["index", "notes/*.zip"]);
        said.typed(&["index", "notes/[a.md"]);
        said.typed(&["index", "nowhere/*.md"]);
        said.typed(&["index", "notes/link.md"]);
        said.typed(&["index", ".quipu"]);
        said.story.write("../other/notes/a.md", b"Words.\n");
        said.typed(&["index", "other/notes"]);
    });
}

#[test]
fn things_that_are_not_there() {
    let story = Story::of_the_tower();
    in_both("errors_things", 8, &story, |said| {
        said.typed(&["show", "entity", "Nobody At All"]);
        said.typed(&["show", "document", "notes/none.md"]);
        said.typed(&["path", "Ilse Varg", "Tarnfeld"]);
        said.typed(&["graph", "--entity", "Nobody", "--dot", "-"]);
        said.typed(&["delete", "notes/none.md"]);
        said.typed(&["search", "zzzzzz", "--strategy", "lexical"]);
        said.typed(&["eval", "nowhere"]);
        said.typed(&["eval", "--loaders", "notes"]);
        said.typed(&["bench", "--small"]);
        said.typed(&["import", "nowhere.jsonl"]);
        said.story.write("newer.jsonl", b"{\"row\":\"workspace\",\"format\":99}\n");
        said.typed(&["import", "notes/newer.jsonl"]);
        std::fs::remove_file(said.story.path("newer.jsonl")).expect("it is there");
        said.story.run(&["-w", "plain", "index", "notes/ilse.md", "--set", "embed.model=none"]).succeeded();
        said.typed(&["-w", "plain", "similar", "--set", "embed.model=none"]);
        said.story.write("bad.jsonl", b"{\"format\":99}\nnonsense\n");
        said.typed(&["import", "notes/bad.jsonl"]);
        std::fs::remove_file(said.story.path("bad.jsonl")).expect("it is there");
    });
}

#[test]
fn places_that_cannot_be_written() {
    let story = Story::of_the_tower();
    in_both("errors_places", 4, &story, |said| {
        said.typed(&["dump", "--output", "no/such/folder/dump"]);
        said.typed(&["dump", "--output", "notes"]);
        said.typed(&["export", "obsidian", "--to", "notes/ilse.md/vault"]);
        if Path::new("/dev/full").exists() {
            said.typed(&["dump", "--output", "/dev/full"]);
        }
        said.typed(&["-w", "notes/ilse.md", "index", "notes"]);
    });
}

#[test]
fn stores_that_cannot_be_opened() {
    let story = Story::of_the_tower();
    in_both("errors_stores", 3, &story, |said| {
        let mut writer =
            story.command(&["index", "-", "--id", "slow"]).stdin(Stdio::piped()).spawn().expect("the binary runs");
        let lock = || story.run(&["index", "notes", "--set", "store.wait=0"]);
        let id = writer.id().to_string();
        while !lock().err.contains(&id) {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        said.names.push((id, "4711"));
        said.typed(&["index", "notes", "--set", "store.wait=0"]);
        drop(writer.stdin.take());
        writer.wait().expect("it ends");
        let truth = story.folder.path().join(".quipu/truth/data.mdb");
        let whole = std::fs::read(&truth).expect("it is there");
        std::fs::write(&truth, &whole[..5000]).expect("it can be written");
        said.typed(&["status"]);
        std::fs::write(&truth, vec![7; 20_000]).expect("it can be written");
        said.typed(&["status"]);
        std::fs::write(&truth, &whole).expect("it can be written");
    });
}

/// A server that answers every request alike, on a port of its own, until the test ends.
fn server(status: &'static str, body: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = format!("http://{}", listener.local_addr().expect("it has an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut asked = [0; 65_536];
            let _ = stream.read(&mut asked);
            let length = body.len();
            let _ = write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}");
        }
    });
    address
}

#[test]
fn models_that_do_not_answer() {
    let story = Story::of(&[("a.md", "Words.\n"), ("model/config.json", "{}")]);
    let denied = server("401 Unauthorized", "{\"error\": \"no such key\"}");
    let lost = server("404 Not Found", "not here");
    let short = server("200 OK", "{\"data\": [{\"index\": 0, \"embedding\": [0.5, 0.5]}]}");
    let odd = server("200 OK", "<html>");
    in_both("errors_models", 9, &story, |said| {
        for (address, name) in
            [(&denied, "http://denied"), (&lost, "http://lost"), (&short, "http://short"), (&odd, "http://odd")]
        {
            said.names.push((address.clone(), name));
        }
        let asked = |said: &mut Said<'_>, address: &str, more: &[&str]| {
            let url = format!("embed.url={address}/v1");
            said.typed(&[&["index", "notes", "--set", "embed.model=openai", "--set", &url], more].concat());
        };
        asked(said, &denied, &[]);
        asked(said, &lost, &[]);
        asked(said, &short, &["--set", "embed.dimension=3"]);
        asked(said, &odd, &[]);
        asked(said, "http://127.0.0.1:1", &[]);
        said.story.run(&["-w", "other", "index", "notes/a.md"]).succeeded();
        let url = format!("embed.url={short}/v1");
        said.typed(&[
            "-w",
            "other",
            "status",
            "--set",
            "embed.model=openai",
            "--set",
            &url,
            "--set",
            "embed.dimension=2",
        ]);
        said.typed(&["-w", "other", "reembed", "--model", "none"]);
        said.typed(&["index", "notes", "--set", "embed.model=all-MiniLM-L6-v2"]);
        said.typed(&["index", "notes", "--set", "embed.model=notes/model"]);
        said.typed(&["model", "pull", "nobody-knows-it"]);
        said.typed(&["model", "path", "all-MiniLM-L6-v2"]);
        said.typed(&["model", "pull", "org/name", "--mirror", &lost]);
    });
}
