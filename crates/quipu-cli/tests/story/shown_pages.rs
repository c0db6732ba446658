//! Pages that show commands with their output: each line is compared with today's output of the program.

use super::Story;

#[test]
fn the_page_of_the_agent_shows_what_the_program_says() {
    holds("docs/agent.md", 20);
}

#[test]
fn the_page_of_communities_shows_what_the_program_says() {
    holds("docs/global.md", 12);
}

#[test]
fn the_page_of_the_overview_shows_what_the_program_says() {
    holds("docs/overview.md", 4);
}

#[test]
fn the_page_of_the_wiki_shows_what_the_program_says() {
    holds("docs/wiki.md", 2);
}

#[test]
fn the_page_of_the_ways_is_what_happens() {
    holds("docs/ways.md", 2);
}

/// A line of a page without parts that vary from run to run.
fn plain(line: &str) -> String {
    let mut words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    for at in 1..words.len() {
        if words[at] == "ms" {
            words[at - 1] = "N".to_owned();
        }
    }
    words.join(" ")
}

/// Compares a page with the program: a command prints the shown lines, at least `least` lines in all.
fn holds(page: &str, least: usize) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join(page)).expect("the page is there");
    let story = Story::of(&[]);
    super::upgraded::copy(&root.join("samples"), &story.folder.path().join("samples"));
    for line in page.lines().filter_map(|line| line.strip_prefix("    notes/")) {
        let (name, text) = line.split_once(": ").expect("a note has a text");
        story.write(name, format!("{text}\n").as_bytes());
    }
    std::fs::create_dir_all(story.path("")).expect("a folder can be made");
    story.run(&["index", "samples", "notes"]).succeeded();
    let mut shown = 0;
    for block in page.split("\n    $ quipu ").skip(1) {
        let lines: Vec<&str> = block.lines().collect();
        let typed = shell_words(lines[0]);
        let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
        let run = story.run(&typed);
        let out: Vec<String> = run.out.lines().map(plain).collect();
        let mut from = 0;
        let (mut skips, mut wanted) = (false, 0);
        for line in lines[1..].iter().take_while(|line| line.starts_with("    ") || line.is_empty()) {
            let line = plain(line);
            if line.is_empty() {
                continue;
            }
            if line == "…" {
                skips = true;
                continue;
            }
            let begins = line.strip_suffix(" …").map(str::to_owned);
            let fits = |said: &String| begins.as_ref().map_or(*said == line, |begin| said.starts_with(begin.as_str()));
            let at = out[from..].iter().position(fits);
            let at = at.unwrap_or_else(|| panic!("{typed:?} does not say {line:?}:\n{}\n{}", run.out, run.err));
            assert!(skips || out[from..from + at].iter().all(String::is_empty), "{typed:?} says more before {line:?}");
            (from, skips, wanted) = (from + at + 1, false, wanted + 1);
        }
        shown += wanted;
    }
    assert!(shown >= least, "the page shows {shown} lines");
}

/// Words as a shell parts them, in quotes of either kind.
fn shell_words(line: &str) -> Vec<String> {
    let (mut out, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => out.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    out
}
