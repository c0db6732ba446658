//! `path`, `show --tree`, `graph` and `similar`: connections between entities and around them, each with its sentence.

use super::Story;

/// Five notes in which a keeper leads to a town through a bell.
fn of_the_bell() -> Story {
    let story = Story::of(&[
        ("tower.md", "# Tower\n\nThe bell of the Ridge Tower was cast by Ilse Varga. It rings at noon.\n"),
        ("ilse.md", "# Ilse Varga\n\nIlse Varga learned the craft from Otto Brandt.\n"),
        ("otto.md", "# Otto Brandt\n\nOtto Brandt had a furnace in Tarnfeld, behind the mill.\n"),
        ("gate.md", "# Gates\n\nThe DomeController depends on the WeatherGate.\n"),
        ("log.md", "# Log\n\nThe WeatherGate was painted by Otto Brandt in 1911.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    story
}

#[test]
fn a_path_leads_from_name_to_name_and_quotes_each_step() {
    let story = of_the_bell();
    let found = story.json(&["path", "RIDGE tower", "Tarnfeld"]);
    let path = &found["paths"][0];
    let names: Vec<&str> =
        path["entities"].as_array().into_iter().flatten().filter_map(|e| e["name"].as_str()).collect();
    assert_eq!(names, ["Ridge Tower", "Ilse Varga", "Otto Brandt", "Tarnfeld"], "{found:#}");
    assert_eq!(path["length"], 3);
    for (step, said) in [(0, "cast by Ilse Varga"), (1, "learned the craft"), (2, "furnace in Tarnfeld")] {
        let quote = &path["steps"][step]["quotes"][0];
        assert!(quote["quote"].as_str().is_some_and(|quote| quote.contains(said)), "{quote:#}");
        let (start, end) = (quote["start"].as_u64().unwrap() as usize, quote["end"].as_u64().unwrap() as usize);
        let file = quote["document"].as_str().unwrap().strip_prefix("notes/").unwrap();
        let text = std::fs::read_to_string(story.path(file)).unwrap();
        assert_eq!(quote["quote"], text[start..end], "a quote stands where it says");
    }
    let shown = story.run(&["path", "Ridge Tower", "Tarnfeld"]).succeeded().out;
    assert!(shown.contains("Ridge Tower — Ilse Varga") && shown.contains("notes/ilse.md"), "{shown}");
}

#[test]
fn a_stated_relation_is_the_step_and_its_direction_is_told() {
    let story = of_the_bell();
    let found = story.json(&["path", "WeatherGate", "DomeController"]);
    let step = &found["paths"][0]["steps"][0];
    assert_eq!(found["paths"][0]["cost"], 1.0, "{found:#}");
    assert_eq!((&step["relation"]["predicate"], &step["relation"]["backwards"]), (&"depends on".into(), &true.into()));
    let shown = story.run(&["path", "WeatherGate", "DomeController"]).succeeded().out;
    assert!(shown.contains("DomeController -- depends on -> WeatherGate"), "{shown}");
}

#[test]
fn where_no_path_leads_it_says_so() {
    let story = of_the_bell();
    let run = story.run(&["path", "Ridge Tower", "Tarnfeld", "--length", "2"]).ended(1);
    assert!(run.out.contains("--length"), "{}", run.out);
    let run = story.run(&["path", "Ridge Towr", "Tarnfeld"]).ended(1);
    assert!(run.err.contains("\"Ridge Tower\""), "{}", run.err);
    assert!(story.run(&["path", "", "Tarnfeld"]).ended(1).err.contains("nothing here is named"));
    assert!(story.run(&["path", "Tarnfeld", "tarnfeld"]).ended(1).out.contains("same entity"));
}

#[test]
fn neighbours_are_a_tree_that_fits_the_screen() {
    let story = of_the_bell();
    let tree = story.json(&["show", "entity", "WeatherGate", "--tree", "--depth", "2"]);
    assert_eq!(tree["branches"][0]["name"], "DomeController", "what is stated comes first: {tree:#}");
    assert_eq!(tree["branches"][0]["by"]["stated"]["predicate"], "depends on");
    let otto = tree["branches"].as_array().into_iter().flatten().find(|branch| branch["name"] == "Otto Brandt");
    let below = otto.and_then(|otto| otto["branches"].as_array()).expect("there is a second level");
    assert!(below.iter().any(|branch| branch["name"] == "Tarnfeld"), "{tree:#}");
    let output =
        story.command(&["show", "entity", "WeatherGate", "--tree", "--depth", "2"]).env("COLUMNS", "30").output();
    let shown = String::from_utf8(output.expect("the binary runs").stdout).expect("output is UTF-8");
    assert!(
        shown.contains("├─ <- depends on") && shown.lines().skip(1).all(|line| line.chars().count() <= 30),
        "{shown}"
    );
    assert!(story.run(&["show", "chunk", "x", "--tree"]).ended(2).err.contains("only an entity"));
}

#[test]
fn a_page_holds_everything_and_loads_nothing() {
    let story = of_the_bell();
    let evil = "# Evil\n\nIlse Varga met </script><script>alert('Mallory Vane')</script> &amp; Mallory Vane.\n";
    story.write("evil.md", evil.as_bytes());
    story.run(&["index", "notes"]).succeeded();
    for (name, arguments) in [("e", vec!["--entity", "ilse varga"]), ("q", vec!["Who cast the bell of the tower?"])] {
        let (html, svg, dot) = (format!("{name}.html"), format!("{name}.svg"), format!("{name}.dot"));
        let drawn = ["--html", &html, "--svg", &svg, "--dot", &dot];
        story.run(&[&["graph"], &arguments[..], &drawn].concat()).succeeded();
        let read = |name: &str| std::fs::read_to_string(story.folder.path().join(name)).expect("it was written");
        let page = read(&html);
        assert_eq!(page.matches("</script").count(), 3, "documents cannot end a script");
        assert!(!page.contains("<script>alert") && page.contains("cast by Ilse Varga"));
        assert!(page.contains("Content-Security-Policy") && !page.contains("src=\""));
        let svg = read(&svg);
        assert!(svg.starts_with("<svg") && svg.contains("Ilse Varga") && !svg.contains("<script"), "{svg}");
        assert!(read(&dot).starts_with("digraph") && read(&dot).contains("Ilse Varga"));
        let again = story.run(&[&["graph"], &arguments[..], &["--svg", "-"]].concat()).succeeded().out;
        assert_eq!(again, svg, "the same workspace is drawn the same");
    }
    assert!(story.run(&["graph", "--entity", "Ilse Varga"]).ended(2).err.contains("--html"));
}

#[test]
fn documents_that_are_alike_are_told_once() {
    let story = Story::of(&[
        ("a.md", "The clock of the tower strikes at noon and the bell rings.\n"),
        ("b.md", "The bell of the clock tower rings when noon strikes.\n"),
        ("c.md", "Bake the bread with flour, yeast and a little salt.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    let found = story.json(&["similar", "--min", "0.5"]);
    let pairs = found["pairs"].as_array().expect("there are pairs");
    assert_eq!(pairs.len(), 1, "{found:#}");
    let ends = [&pairs[0]["a"], &pairs[0]["b"]].map(|end| end.as_str().unwrap_or_default());
    assert!(ends.contains(&"notes/a.md") && ends.contains(&"notes/b.md"), "{found:#}");
    let of = story.json(&["similar", "notes/c.md", "--min=-1"]);
    let pairs = of["pairs"].as_array().expect("there are pairs");
    let is_end = |pair: &serde_json::Value| pair["a"] == "notes/c.md" || pair["b"] == "notes/c.md";
    assert!(pairs.len() == 2 && pairs.iter().all(is_end), "{of:#}");
    let run = story.run(&["similar", "notes/d.md"]).ended(1);
    assert!(run.err.contains("notes/d.md"), "{}", run.err);
    story.run(&["similar", "--min", "0.5", "--graphml", "s.graphml", "--html", "s.html"]).succeeded();
    let graph = std::fs::read_to_string(story.folder.path().join("s.graphml")).expect("it was written");
    assert!(graph.contains("<edge source=") && graph.matches("<node").count() == 2, "{graph}");
}

#[test]
fn without_vectors_nothing_is_compared() {
    let story = Story::of(&[("a.md", "A clock.\n")]);
    story.run(&["index", "notes", "--set", "embed.model=none"]).succeeded();
    let run = story.run(&["similar", "--set", "embed.model=none"]).ended(3);
    assert!(run.err.contains("no vectors") && run.err.contains("embed.model"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn names_of_files_do_not_steer_the_terminal() {
    let name = "evil\u{1b}[2J\u{7}\nsecond.md";
    let text = "The clock of the tower strikes at noon and the bell rings.\n";
    let story = Story::of(&[(name, text), ("b.md", &format!("{text}Every day.\n"))]);
    let run = story.run(&["index", "notes"]).succeeded();
    let similar = story.run(&["similar", "--min", "0.1"]).succeeded().out;
    assert!(similar.contains("second.md") && similar.lines().count() == 2, "{similar:?}");
    std::fs::remove_file(story.path(name)).expect("it was written");
    let missing = story.run(&["index", "notes"]).succeeded().out;
    for said in [run.out, run.err, similar, missing] {
        assert!(!said.contains(|c: char| c.is_control() && c != '\n' && c != '\t'), "{said:?}");
    }
}
