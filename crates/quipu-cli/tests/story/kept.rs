//! Data beside the truth: counted, checked, repaired; and the cache may be removed at any time.

use std::path::PathBuf;

use quipu_adapters::store::shelves;
use quipu_engine::ports::Shelves;

use super::{Story, holds};

fn store(story: &Story) -> PathBuf {
    story.folder.path().join(".quipu")
}

/// A story with two replies, a conversation and something in the cache.
async fn story() -> Story {
    let story = Story::of_the_tower();
    let Shelves { replies, sessions, communities: _, papers: _, cache } = shelves(&store(&story));
    replies.put(b"first", b"Ilse Varga cast it.").await.expect("a reply is kept");
    replies.put(b"second", b"Matvey cut the lens.").await.expect("a reply is kept");
    sessions.put(b"monday", b"Who cast the bell?").await.expect("a conversation is kept");
    cache.put(b"vector", &[7; 64]).await.expect("the cache takes it");
    story
}

#[tokio::test]
async fn what_is_kept_is_counted() {
    let story = story().await;
    let kept = &story.json(&["status"])["kept"];
    assert_eq!((&kept["replies"]["count"], &kept["replies"]["bytes"]), (&2.into(), &50.into()), "{kept:#}");
    assert_eq!((&kept["sessions"]["count"], &kept["cache"]["count"]), (&1.into(), &1.into()), "{kept:#}");
    let shown = story.run(&["status"]).succeeded().out;
    assert!(shown.contains("2 replies") && shown.contains("1 cache"), "{shown}");
}

#[tokio::test]
async fn a_cache_that_is_removed_loses_nothing() {
    let story = story().await;
    let (before, dump) = (story.json(&["status"]), story.dump());
    std::fs::remove_dir_all(store(&story).join("cache")).expect("the cache can be removed");
    story.run(&["doctor"]).succeeded();
    let after = story.json(&["status"]);
    assert_eq!(after["kept"]["cache"]["count"], 0);
    for part in ["replies", "sessions"] {
        assert_eq!(after["kept"][part], before["kept"][part]);
    }
    assert!(story.dump() == dump, "the dumps differ");
    shelves(&store(&story)).cache.put(b"vector", &[7; 64]).await.expect("the cache begins anew");
    assert_eq!(story.json(&["status"])["kept"], before["kept"]);
}

#[tokio::test]
async fn a_damaged_reply_is_named_and_removed() {
    let story = story().await;
    let path = store(&story).join("replies/data.mdb");
    let mut bytes = std::fs::read(&path).expect("the replies are there");
    let says = b"Matvey cut";
    let places: Vec<usize> = (0..bytes.len() - says.len()).filter(|at| bytes[*at..].starts_with(says)).collect();
    assert!(!places.is_empty());
    places.into_iter().for_each(|at| bytes[at] ^= 1);
    std::fs::write(&path, bytes).expect("the replies can be damaged");
    let doctor = story.run(&["doctor"]).ended(4);
    assert!(doctor.out.contains("replies: the value of \"second\""), "{}", doctor.out);
    let mended = story.run(&["doctor", "--repair"]).succeeded();
    assert!(mended.out.contains("(repaired)"), "{}", mended.out);
    story.run(&["doctor"]).succeeded();
    assert_eq!(story.json(&["status"])["kept"]["replies"]["count"], 1);
    let first = shelves(&store(&story)).replies.get(b"first").await.expect("it reads");
    assert_eq!(first.as_deref(), Some(&b"Ilse Varga cast it."[..]));
}

/// A reader of a workspace makes nothing in it.
#[test]
fn shelves_come_with_their_first_value() {
    let story = Story::of_the_tower();
    story.run(&["status"]).succeeded();
    story.run(&["doctor", "--repair"]).succeeded();
    for part in ["replies", "sessions", "cache"] {
        assert!(!holds(&store(&story), part), "{part} is there");
    }
}
