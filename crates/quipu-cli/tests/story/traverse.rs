//! `traverse` follows the links in the front matter of notes, from id to id.

use super::Story;

fn story() -> Story {
    let story = Story::of(&[
        ("copper.md", "---\nlinks: [notes/tin.md]\nauthor: Ada\n---\nCopper is red.\n"),
        ("tin.md", "---\nlinks: [notes/zinc.md, notes/copper.md]\n---\nTin is grey.\n"),
        ("zinc.md", "Zinc is blue.\n"),
        ("lead.md", "---\nauthor: Ada\n---\nLead is heavy.\n"),
        ("iron.md", "---\nauthor: Bob\n---\nIron is hard.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    story
}

/// The documents found from copper alone, in order.
fn found(story: &Story, flags: &[&str]) -> Vec<String> {
    let start =
        ["search", "copper", "--strategy", "traverse", "--set", "look.traverse.start_k=1", "--set", "embed.model=none"];
    let found = story.json(&[&start, flags].concat());
    assert_eq!(found["strategy"], "traverse");
    let hits = found["hits"].as_array().cloned().unwrap_or_default();
    hits.iter().filter_map(|hit| Some(hit["document"].as_str()?.to_owned())).collect()
}

#[test]
fn links_are_followed_as_deep_as_asked() {
    let story = story();
    let edge = ["--edge", "links:$id"];
    assert_eq!(found(&story, &[]), ["notes/copper.md"]);
    assert_eq!(found(&story, &edge), ["notes/copper.md", "notes/tin.md"]);
    for order in ["eager", "mmr", "scored"] {
        let order = format!("look.traverse.order={order}");
        let deep = [
            &edge[..],
            &["--set", "look.traverse.max_depth=2", "--set", &order, "--set", "look.traverse.min_mmr_score=-1"],
        ]
        .concat();
        let mut all = found(&story, &deep);
        all.sort();
        assert_eq!(all, ["notes/copper.md", "notes/tin.md", "notes/zinc.md"], "{order}");
    }
}

#[test]
fn edges_add_up_and_documents_can_be_the_start() {
    let story = story();
    let mut both = found(&story, &["--edge", "links:$id", "--edge", "author:author"]);
    both.sort();
    assert_eq!(both, ["notes/copper.md", "notes/lead.md", "notes/tin.md"]);
    let rooted = [
        "--edge",
        "links:$id",
        "--set",
        "look.traverse.start_k=0",
        "--set",
        "look.traverse.initial_roots=notes/tin.md",
    ];
    let mut rooted = found(&story, &rooted);
    rooted.sort();
    assert_eq!(rooted, ["notes/copper.md", "notes/tin.md", "notes/zinc.md"]);
    assert_eq!(found(&story, &["--edge", "links:$id", "--document", "notes/copper.md"]), ["notes/copper.md"]);
}

#[test]
fn an_answer_may_come_from_across_a_link() {
    let story = story();
    let ask = ["ask", "What is copper?", "--strategy", "traverse", "--edge", "links:$id"];
    let answer = story.json(&ask);
    assert_eq!((&answer["strategy"], &answer["refused"]), (&"traverse".into(), &false.into()), "{answer:#}");
    let wrong = story.run(&["search", "copper", "--strategy", "traverse", "--edge", "links"]).ended(2);
    assert!(wrong.err.contains("--edge") && wrong.err.contains("SOURCE:TARGET"), "{}", wrong.err);
}

#[test]
fn documents_with_one_text_are_two() {
    let story = Story::of(&[
        ("copper.md", "---\nlinks: [notes/two.md]\n---\nCopper is red.\n"),
        ("one.md", "---\nkind: p\n---\nA notice stands here.\n"),
        ("two.md", "---\nkind: q\n---\nA notice stands here.\n"),
    ]);
    story.run(&["index", "notes"]).succeeded();
    assert_eq!(found(&story, &["--edge", "links:$id"]), ["notes/copper.md", "notes/two.md"]);
    for strategy in ["walk", "lexical", "hybrid", "traverse"] {
        for (kind, document) in [("p", "notes/one.md"), ("q", "notes/two.md")] {
            let field = format!("kind={kind}");
            let hits = story.json(&["search", "notice", "--strategy", strategy, "--field", &field])["hits"].clone();
            assert_eq!(
                (&hits[0]["document"], &hits[0]["metadata"]["kind"]),
                (&document.into(), &kind.into()),
                "{strategy}"
            );
        }
    }
}

#[test]
fn fields_keep_their_names_and_rows_their_ids() {
    let story = Story::of(&[
        ("copper.md", "---\nkeywords: [metal, red]\n'dc:creator': Ada\n---\nCopper is red.\n"),
        ("tin.md", "---\nkeywords: metal\n---\nTin is grey.\n"),
        ("lead.md", "---\nkeywords: [metal]\n'dc:creator': Ada\ntitle: Lead\n---\nLead is heavy.\n"),
        (
            "rows.jsonl",
            "{\"id\": \"r1\", \"text\": \"Zinc is blue.\", \"see\": [\"r2\"]}\n{\"id\": \"r2\", \"text\": \"Iron is hard.\"}\n",
        ),
    ]);
    story.run(&["index", "notes"]).succeeded();
    let mut metals = found(&story, &["--edge", "keywords:keywords"]);
    metals.sort();
    assert_eq!(metals, ["notes/copper.md", "notes/lead.md", "notes/tin.md"]);
    assert_eq!(found(&story, &["--edge", "dc:creator:dc:creator"]), ["notes/copper.md", "notes/lead.md"]);
    let list = "look.traverse.edges=[[\"dc:creator\", \"dc:creator\"]]";
    assert_eq!(found(&story, &["--set", list]), ["notes/copper.md", "notes/lead.md"]);
    let first = |word: &str, flags: &[&str]| story.json(&[&["search", word], flags].concat())["hits"][0].clone();
    assert_eq!(first("heavy", &["--field", "$title=Lead"])["metadata"]["title"], "Lead");
    assert_eq!(first("iron", &["--document", "r2"])["document"], "notes/rows.jsonl#r2");
    let rooted = ["--edge", "see:$id", "--set", "look.traverse.initial_roots=r1", "--set", "look.traverse.start_k=0"];
    let start = ["search", "", "--strategy", "traverse", "--set", "embed.model=none"];
    let rows = story.json(&[&start[..], &rooted].concat())["hits"].clone();
    let rows: Vec<&str> = rows.as_array().into_iter().flatten().filter_map(|hit| hit["document"].as_str()).collect();
    assert_eq!(rows, ["notes/rows.jsonl#r1", "notes/rows.jsonl#r2"]);
}

#[test]
fn a_file_of_settings_may_list_edges() {
    let story = story();
    let settings = "[look]\nstart_k = 1\nedges = [\"links:$id\", [\"author\", \"author\"]]\n";
    std::fs::write(story.folder.path().join("quipu.toml"), settings).expect("settings can be written");
    let mut both = found(&story, &[]);
    both.sort();
    assert_eq!(both, ["notes/copper.md", "notes/lead.md", "notes/tin.md"]);
    for wrong in ["a:b:c", "links:", "[links]", "[\"links\"]"] {
        let told = story.run(&["search", "copper", "-s", "traverse", "--edge", wrong]).ended(2);
        assert!(told.err.contains("single quotes"), "{wrong}: {}", told.err);
    }
    story.run(&["search", ""]).ended(2);
}
