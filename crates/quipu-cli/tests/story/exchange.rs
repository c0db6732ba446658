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
    let run = story.pipe(&["import", "-", "-w", "restored"], &lines.join("\n")).ended(4);
    assert!(run.out.contains(&format!("line {}:", at + 1)) && run.out.contains("gate.md"), "{}", run.out);
    assert!(run.out.contains("5 documents added"), "{}", run.out);
    assert!(story.run(&["show", "document", "notes/gate.md", "-w", "restored"]).code == Some(1));
    let newer = exported.replacen("\"format\":2", "\"format\":9", 1);
    assert_ne!(newer, exported);
    assert!(story.pipe(&["import", "-", "-w", "newer"], &newer).ended(3).err.contains("format 9"));
}

#[test]
fn a_backup_that_was_cut_is_told_and_what_it_has_stays() {
    let story = of_many_kinds();
    let exported = story.run(&["export", "jsonl"]).succeeded().out;
    let (above, end) = exported.trim_end().rsplit_once('\n').expect("it has lines");
    assert!(end.contains("\"end\"") && end.contains("\"documents\":6"), "{end}");
    let run = story.pipe(&["import", "-", "-w", "restored"], &format!("{above}\n")).ended(4);
    assert!(run.out.contains("does not say where it ends") && run.out.contains("6 documents added"), "{}", run.out);
    let whole = story.pipe(&["import", "-", "-w", "restored"], &exported).succeeded();
    assert!(!whole.out.contains("not whole"), "{}", whole.out);
    let lines: Vec<&str> = exported.lines().collect();
    let last = lines.iter().rposition(|line| line.contains("\"document\"")).expect("there are documents");
    let fewer = [&lines[..last], &[end]].concat().join("\n");
    let run = story.pipe(&["import", "-", "-w", "fewer"], &fewer).ended(4);
    assert!(run.out.contains("ends with a count of 6 documents"), "{}", run.out);
}

#[test]
fn pages_that_no_text_has_are_refused_and_the_store_stays_sound() {
    let story = of_many_kinds();
    let exported = story.run(&["export", "jsonl"]).succeeded().out;
    let hostile = exported.replacen("\"pages\":null", "\"pages\":{\"first\":0,\"breaks\":[3,900]}", 1);
    assert_ne!(exported, hostile);
    let run = story.pipe(&["import", "-", "-w", "restored"], &hostile).ended(4);
    assert!(run.out.contains("pages"), "{}", run.out);
    story.run(&["dump", "-w", "restored"]).succeeded();
    story.run(&["doctor", "-w", "restored"]).succeeded();
}

#[test]
fn ids_that_meet_in_a_vault_are_told_apart() {
    let story = of_many_kinds();
    for (id, text) in
        [("notes/gate.md/b", "Below a note.\n"), ("NOTES/Gate", "In capitals.\n"), ("notes/gate", "Bare.\n")]
    {
        story.pipe(&["index", "-", "--id", id], text).succeeded();
    }
    story.run(&["export", "obsidian", "--to", "vault"]).succeeded();
    let vault = story.folder.path().join("vault");
    let mut notes: Vec<String> = Vec::new();
    let mut folders = vec![vault.join("Documents")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a vault can be read").flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => notes.push(std::fs::read_to_string(path).expect("a note is UTF-8")),
            }
        }
    }
    for said in ["Below a note.", "In capitals.", "Bare.", "DomeController"] {
        assert_eq!(notes.iter().filter(|note| note.contains(said)).count(), 1, "{said}");
    }
    let left = std::fs::read_dir(story.folder.path()).expect("it can be read").flatten();
    assert!(!left.map(|entry| entry.file_name()).any(|name| name.to_string_lossy().starts_with(".quipu-")));
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
    assert!(run.out.contains("vectors: computed again by static-1"), "{}", run.out);
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
