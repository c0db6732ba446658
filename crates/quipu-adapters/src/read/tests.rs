//! Laws of reading, on real folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quipu_engine::index::Skipped;
use quipu_engine::ports::{LoadError, Parsed};
use quipu_kernel::model::{Document, Format};
use tempfile::TempDir;

use super::document_source::document;
use super::*;
use crate::load::{LoadOptions, loaders};

/// A folder `notes` with these files in it.
fn folder(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let holder = TempDir::new().expect("a folder for the test");
    let notes = holder.path().canonicalize().expect("it was made").join("notes");
    fs::create_dir(&notes).expect("a new folder");
    for (name, text) in files {
        let path = notes.join(name);
        fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("a new folder");
        fs::write(path, text).expect("a new file");
    }
    (holder, notes)
}

fn sources(finding: &Finding) -> Vec<&str> {
    finding.found.iter().map(|found| found.source.as_str()).collect()
}

fn find_in(path: &Path, known: &[Root]) -> Finding {
    find(&[path.to_owned()], known, &FindOptions::default()).expect("no name is taken")
}

#[test]
fn folders_are_read_to_their_depth_in_order_and_ignore_files_are_kept_to() {
    let (_holder, notes) = folder(&[
        ("b.md", "b"),
        ("a/z.txt", "z"),
        ("a.md", "a"),
        ("drafts/x.md", "x"),
        ("skip.log", "s"),
        (".hidden/h.md", "h"),
        (".quipu/truth/data", "d"),
        ("a/.quipu/data", "d"),
        (".gitignore", "*.log\n"),
        (".quipuignore", "drafts/\n"),
    ]);
    let finding = find_in(&notes, &[]);
    assert_eq!(sources(&finding), ["notes/a.md", "notes/a/z.txt", "notes/b.md"]);
    assert_eq!(finding.skipped, []);
    assert_eq!(finding.roots, [Root { name: "notes".into(), path: notes.clone() }]);
    assert!(find_in(&notes.join("drafts"), &[]).skipped.is_empty(), "a folder named outright is read");
    assert!(find_in(&notes.join(".hidden"), &[]).skipped.is_empty(), "a folder named outright is read");
    let all = FindOptions { hidden: true, ignored: true, ..FindOptions::default() };
    let finding = find(&[notes], &[], &all).expect("no name is taken");
    assert!(sources(&finding).contains(&"notes/.hidden/h.md") && sources(&finding).contains(&"notes/skip.log"));
    assert!(!sources(&finding).iter().any(|source| source.contains(".quipu/")));
}

#[test]
fn a_file_under_a_known_root_keeps_its_id() {
    let (_holder, notes) = folder(&[("sub/x.md", "x"), ("y.md", "y")]);
    let known = find_in(&notes, &[]).roots;
    assert_eq!(sources(&find_in(&notes.join("sub"), &known)), ["notes/sub/x.md"]);
    assert_eq!(sources(&find_in(&notes.join("sub/x.md"), &known)), ["notes/sub/x.md"]);
    // The other way round: the inner folder was first, so its files keep the inner name.
    let known = find_in(&notes.join("sub"), &[]).roots;
    let finding = find_in(&notes, &known);
    assert_eq!(sources(&finding), ["notes/y.md", "sub/x.md"]);
    assert_eq!(finding.roots.len(), 2);
}

#[test]
fn a_single_file_has_its_folder_as_root() {
    let (_holder, notes) = folder(&[("x.md", "x"), (".quipu/y.md", "y"), (".gitignore", "x.md\n")]);
    let finding = find_in(&notes.join("x.md"), &[]);
    assert_eq!(sources(&finding), ["notes/x.md"]);
    assert_eq!(finding.roots[0].path, notes);
    let finding = find_in(&notes.join(".quipu/y.md"), &[]);
    assert!(finding.found.is_empty() && finding.skipped.len() == 1);
}

#[test]
fn a_name_that_another_folder_has_is_an_error() {
    let (_holder, notes) = folder(&[("x.md", "x")]);
    let (_other, others) = folder(&[("y.md", "y")]);
    let known = find_in(&notes, &[]).roots;
    let error =
        find(std::slice::from_ref(&others), &known, &FindOptions::default()).expect_err("both are called notes");
    assert!(error.to_string().contains("--root-name"), "{error}");
    let named = |name: &str| FindOptions { root_name: Some(name.into()), ..FindOptions::default() };
    let finding = find(std::slice::from_ref(&others), &known, &named("more")).expect("the name is free");
    assert_eq!(sources(&finding), ["more/y.md"]);
    for name in ["a/b", "", " ", "-", ".."] {
        assert!(
            matches!(find(std::slice::from_ref(&others), &[], &named(name)), Err(FindError::RootName { .. })),
            "{name:?}"
        );
    }
}

#[test]
fn globs_match_below_their_folder() {
    let (_holder, notes) = folder(&[("a.md", "a"), ("b.txt", "b"), ("deep/c.md", "c"), ("deep/er/d.md", "d")]);
    let of = |glob: &str| find_in(&notes.join(glob), &[]);
    assert_eq!(sources(&of("*.md")), ["notes/a.md"]);
    assert_eq!(sources(&of("**/*.md")), ["notes/a.md", "notes/deep/c.md", "notes/deep/er/d.md"]);
    assert_eq!(sources(&of("*.{md,txt}")), ["notes/a.md", "notes/b.txt"]);
    assert_eq!(of("*.pdf").skipped[0].why, "matches no file; check the pattern");
    assert_eq!(of("nowhere/*.md").skipped.len(), 1);
    assert!(of("a[").skipped[0].why.starts_with("is not a valid glob"));
}

#[test]
fn what_is_named_twice_is_found_once_and_what_is_missing_is_told() {
    let (_holder, notes) = folder(&[("a.md", "a")]);
    let arguments = [notes.clone(), notes.join("a.md"), notes.join("gone.md"), "-".into()];
    let finding = find(&arguments, &[], &FindOptions::default()).expect("no name is taken");
    assert_eq!(sources(&finding), ["-", "notes/a.md"]);
    assert!(finding.found[0].is_stdin());
    assert!(finding.skipped.len() == 1 && finding.skipped[0].path.ends_with("gone.md"));
    fs::write(notes.join(".gitignore"), "*\n").expect("a new file");
    assert!(find_in(&notes, &[]).skipped[0].why.starts_with("holds no file"));
}

#[cfg(unix)]
#[test]
fn links_that_lead_in_circles_end() {
    let (_holder, notes) = folder(&[("a/x.md", "x")]);
    std::os::unix::fs::symlink(&notes, notes.join("a/up")).expect("a new link");
    std::os::unix::fs::symlink(notes.join("nowhere"), notes.join("dead")).expect("a new link");
    let finding = find_in(&notes, &[]);
    assert_eq!((sources(&finding), finding.skipped.len()), (vec!["notes/a/x.md"], 2));
    let follow = FindOptions { follow: true, ..FindOptions::default() };
    let finding = find(&[notes], &[], &follow).expect("no name is taken");
    assert_eq!(sources(&finding), ["notes/a/x.md"]);
    assert!(finding.skipped.iter().any(|skipped| skipped.why.starts_with("leads back to")), "{:?}", finding.skipped);
    assert_eq!(finding.skipped.len(), 2);
}

fn read(found: &FoundFile, max_document: usize) -> Result<Document, Skipped> {
    let limits = ReadLimits { max_document, ..ReadLimits::default() };
    let mut given = source(found.clone(), Arc::new(loaders(&LoadOptions::default())), limits, KnownVaults::default())();
    assert!(given.rest.is_none() && given.read.len() == 1, "a file of one document");
    given.read.remove(0)
}

#[test]
fn a_file_becomes_a_document() {
    let (_holder, notes) = folder(&[
        ("plain notes.txt", "Узлы на шнуре стоят группами."),
        ("given.md", "---\nid: mine\nlang: de-DE\n---\n# Titel\n\n[x](other.md)"),
        ("empty.md", "\n"),
        ("long.txt", "word word word"),
    ]);
    let finding = find_in(&notes, &[]);
    let of = |name: &str| {
        let found = finding.found.iter().find(|found| found.source.ends_with(name)).expect("it was written");
        read(found, 10 << 20)
    };
    let plain = of("plain notes.txt").expect("text");
    assert_eq!(
        (plain.id.as_str(), plain.title.as_str(), plain.language.as_str()),
        ("notes/plain notes.txt", "plain notes", "ru")
    );
    assert_eq!(
        (plain.format, plain.source.mime.as_str(), plain.source.text_offset),
        (Format::Plain, "text/plain", Some(0))
    );
    let given = of("given.md").expect("text");
    assert_eq!((given.id.as_str(), given.title.as_str(), given.language.as_str()), ("mine", "Titel", "de"));
    assert_eq!(
        (given.source.path.as_str(), given.metadata["links"][0].as_str()),
        ("notes/given.md", Some("notes/other.md"))
    );
    assert_eq!(of("empty.md").map_err(|line| line.why), Err(LoadError::Empty.to_string()));
    let found = finding.found.iter().find(|found| found.source.ends_with("long.txt")).expect("it was written");
    let cut = read(found, 9).expect("text");
    assert_eq!((cut.text.as_str(), cut.partial.is_some()), ("word word", true));
    let gone = FoundFile { path: notes.join("gone.md"), ..found.clone() };
    assert!(read(&gone, 9).is_err_and(|line| line.why.starts_with("cannot be read: ")));
}

#[test]
fn zeros_that_escapes_write_are_no_part_of_a_document() {
    let (_holder, notes) = folder(&[
        (
            "a.json",
            r#"{"text": "The \u0000bell\u0000 hangs.", "title": "Be\u0000ll", "keeper": {"na\u0000me": ["Il\u0000se", 7]}}"#,
        ),
        ("b.md", "---\ntitle: \"Be\\0ll\"\nkeeper: \"Il\\u0000se\"\n---\nThe bell hangs.\n"),
        (
            "c.ipynb",
            r##"{"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "markdown", "source": ["# Be\u0000ll\n", "It hangs."]}]}"##,
        ),
        ("empty.json", r#"{"text": "\u0000"}"#),
    ]);
    let finding = find_in(&notes, &[]);
    let documents: Vec<Document> = finding.found.iter().filter_map(|found| read(found, 10 << 20).ok()).collect();
    assert!(documents.len() >= 3, "{documents:?}");
    for document in &documents {
        let written = format!("{:?} {:?} {:?}", document.text, document.title, document.metadata);
        assert!(!written.contains("\\0") && !written.contains("\\u{0}"), "{written}");
    }
    let [json, markdown, notebook, ..] = &documents[..] else { panic!("{documents:?}") };
    assert!(json.text.contains("The bell hangs."), "{json:?}");
    assert_eq!((json.title.as_str(), markdown.title.as_str()), ("Bell", "Bell"));
    assert_eq!((&json.metadata["keeper"]["name"][0], &markdown.metadata["keeper"]), (&"Ilse".into(), &"Ilse".into()));
    assert!(notebook.text.contains("# Bell"), "{notebook:?}");
}

#[test]
fn pages_stay_where_they_begin_when_zeros_go() {
    let text = "\0one\0\ntwo\nth\0ree".to_owned();
    let (_holder, notes) = folder(&[("a.md", "x")]);
    let found = find_in(&notes, &[]).found.remove(0);
    let parsed = Parsed { text, pages: vec![0, 6, 10], text_offset: Some(0), ..Parsed::default() };
    let document = document(&found, parsed);
    assert_eq!((document.text.as_str(), document.source.text_offset), ("one\ntwo\nthree", None));
    let pages = [0, 4, 8].map(|at| &document.text[at as usize..at as usize + 3]);
    assert_eq!((document.pages.as_slice(), pages), (&[0, 4, 8][..], ["one", "two", "thr"]));
}

#[test]
fn documents_of_one_name_in_pieces_of_a_file_are_told_apart() {
    let line = |id: &str| format!("{{\"id\":\"{id}\",\"text\":\"{}\"}}\n", "word ".repeat(1 << 19));
    let text = ["a", "a", "b", "c", "a", "d", "a"].map(line).concat();
    let (_holder, notes) = folder(&[("rows.jsonl", text.as_str())]);
    let finding = find_in(&notes, &[]);
    let found = finding.found.first().expect("it was written");
    let mut next = Some(source(
        found.clone(),
        Arc::new(loaders(&LoadOptions::default())),
        ReadLimits::default(),
        KnownVaults::default(),
    ));
    let (mut ids, mut pieces) = (Vec::new(), 0);
    while let Some(source) = next {
        let given = source();
        ids.extend(given.read.into_iter().map(|read| read.expect("it is a document").id));
        (next, pieces) = (given.rest, pieces + 1);
    }
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert!(pieces > 1 && all == 7 && ids.len() == 7, "{pieces} pieces: {ids:?}");
}
