//! `traverse` follows what the front matter of notes says, from id to id.

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
    let start = ["search", "copper", "--strategy", "traverse", "--set", "look.start_k=1", "--set", "embed.model=none"];
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
        let order = format!("look.traverse_strategy={order}");
        let deep =
            [&edge[..], &["--set", "look.max_depth=2", "--set", &order, "--set", "look.min_mmr_score=-1"]].concat();
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
    let rooted = ["--edge", "links:$id", "--set", "look.start_k=0", "--set", "look.initial_roots=notes/tin.md"];
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
