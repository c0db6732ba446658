//! `export` and `import`: a workspace leaves in other shapes, and comes back as it was.

use super::{Story, holds};

/// Notes with metadata, a copy, a relation, an alias, a table and Russian.
fn of_many_kinds() -> Story {
    let story = Story::of_the_tower();
    story.write("copies/tower.md", &std::fs::read(story.path("tower.md")).expect("it is there"));
    story.write(
        "gate.md",
        b"---\nratio: 0.1\nauthors: [Ito, Sol]\n---\n# Gate\n\nThe DomeController depends on the WeatherGate.\n",
    );
    story.write(
        "ae.md",
        b"# Engines\n\nThe Analytical Engine (AE) was never finished. AE counts.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    );
    story.run(&["index", "notes"]).succeeded();
    story
}

#[test]
fn what_was_exported_comes_back_as_it_was() {
    let story = of_many_kinds();
    story.run(&["export", "jsonl", "--to", "all.jsonl"]).succeeded();
    story.run(&["import", "all.jsonl", "-w", "restored"]).succeeded();
    assert_eq!(story.run(&["dump", "-w", "restored"]).succeeded().out, story.dump());
    let again = story.json(&["import", "all.jsonl", "-w", "restored"]);
    assert_eq!(
        (&again["added"], &again["changed"], &again["unchanged"]),
        (&0.into(), &0.into(), &6.into()),
        "{again:#}"
    );
    story.run(&["doctor", "-w", "restored"]).succeeded();
    let piped = story.run(&["export", "jsonl"]).succeeded();
    story.pipe(&["import", "-", "-w", "piped"], &piped.out).succeeded();
    assert_eq!(story.run(&["dump", "-w", "piped"]).succeeded().out, story.dump());
}

#[test]
fn what_came_back_is_known_to_the_next_index() {
    let story = of_many_kinds();
    story.run(&["export", "jsonl", "--to", "all.jsonl"]).succeeded();
    story.run(&["import", "all.jsonl", "-w", "restored"]).succeeded();
    let report = story.json(&["index", "notes", "-w", "restored"]);
    assert_eq!((&report["added"], &report["changed"]), (&0.into(), &0.into()), "{report:#}");
    let answer = story.json(&["ask", "Who cast the bell of the tower?", "-w", "restored"]);
    assert!(answer["answer"].as_str().is_some_and(|text| text.contains("Ilse Varga")), "{answer:#}");
}

#[test]
fn a_bad_line_is_told_and_costs_its_document_alone() {
    let story = of_many_kinds();
    let exported = story.run(&["export", "jsonl"]).succeeded().out;
    let mut lines: Vec<String> = exported.lines().map(str::to_owned).collect();
    let at = lines
        .iter()
        .position(|line| line.contains("DomeController") && line.contains("\"chunk\""))
        .expect("it is there");
    lines[at].truncate(40);
    lines.push("{\"row\":\"chunk\"".to_owned());
    let run = story.pipe(&["import", "-", "-w", "restored"], &lines.join("\n")).succeeded();
    assert!(run.out.contains(&format!("line {}:", at + 1)) && run.out.contains("gate.md"), "{}", run.out);
    assert!(run.out.contains("5 documents added"), "{}", run.out);
    assert!(story.run(&["show", "document", "notes/gate.md", "-w", "restored"]).code == Some(1));
    let newer = exported.replacen("\"format\":1", "\"format\":9", 1);
    assert!(story.pipe(&["import", "-", "-w", "newer"], &newer).ended(3).err.contains("format 9"));
}

#[test]
fn vectors_of_another_model_are_not_taken() {
    let story = of_many_kinds();
    story.run(&["export", "jsonl", "--to", "all.jsonl"]).succeeded();
    let run = story.run(&["import", "all.jsonl", "-w", "bare", "--set", "embed.model=none"]).succeeded();
    assert!(run.out.contains("vectors: of static-1 left out"), "{}", run.out);
    assert_eq!(story.json(&["status", "-w", "bare", "--set", "embed.model=none"])["vectors"], 0);
    story.run(&["export", "jsonl", "-w", "bare", "--to", "bare.jsonl", "--set", "embed.model=none"]).succeeded();
    let run = story.run(&["import", "bare.jsonl", "-w", "full"]).succeeded();
    assert!(run.out.contains("vectors: made anew by static-1"), "{}", run.out);
    assert_eq!(story.run(&["dump", "-w", "full"]).succeeded().out, story.dump());
}

#[test]
fn graphs_and_tables_name_what_they_tie() {
    let story = of_many_kinds();
    story.run(&["export", "graphml", "--to", "all.graphml"]).succeeded();
    let graph = std::fs::read_to_string(story.folder.path().join("all.graphml")).expect("it was written");
    let ids: std::collections::BTreeSet<&str> =
        graph.split("<node id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for end in ["source=\"", "target=\""] {
        let ends = graph.split("<edge ").skip(1).filter_map(|rest| rest.split_once(end)?.1.split('"').next());
        ends.for_each(|id| assert!(ids.contains(id), "{id} is tied and is not there"));
    }
    assert!(graph.contains(">depends on<") && graph.contains(">AE<"), "{graph}");
    story.run(&["export", "csv", "--to", "tables"]).succeeded();
    let table =
        |name: &str| std::fs::read_to_string(story.folder.path().join("tables").join(name)).expect("it was written");
    assert!(table("nodes.csv").starts_with("key:ID,:LABEL,") && table("nodes.csv").contains("DomeController"));
    let ties = table("relationships.csv");
    assert!(ties.starts_with(":START_ID,:END_ID,:TYPE") && ties.contains("\"RELATES\",\"depends on\""), "{ties}");
    assert!(ties.lines().all(|line| line.matches(',').count() == 4), "{ties}");
    let run = story.run(&["export", "csv", "--to", "tables"]).ended(2);
    assert!(run.err.contains("not empty"), "{}", run.err);
    assert!(story.run(&["export", "obsidian"]).ended(2).err.contains("--to"));
}

#[test]
fn a_vault_has_a_note_a_document_and_one_an_entity_and_its_links_lead_somewhere() {
    let story = of_many_kinds();
    story.pipe(&["index", "-", "--id", "../../escape"], "Ilse Varga / climbs.\n").succeeded();
    story.run(&["export", "obsidian", "--to", "vault"]).succeeded();
    let vault = story.folder.path().join("vault");
    assert!(holds(&vault, "Documents/notes/tower.md") && holds(&vault, "Entities/ilse varga.md"));
    assert!(!story.folder.path().join("escape.md").exists());
    let (mut folders, mut links) = (vec![vault.clone()], 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a vault can be read") {
            let path = entry.expect("a vault can be read").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let note = std::fs::read_to_string(&path).expect("a note is UTF-8");
            for link in note.split("[[").skip(1).filter_map(|rest| rest.split(['|', ']']).next()) {
                assert!(vault.join(format!("{link}.md")).exists(), "{} links to {link}", path.display());
                links += 1;
            }
        }
    }
    assert!(links > 10, "only {links} links");
    let gate = std::fs::read_to_string(vault.join("Entities/domecontroller.md")).expect("it was written");
    assert!(gate.contains("depends on [[Entities/weathergate|"), "{gate}");
}
