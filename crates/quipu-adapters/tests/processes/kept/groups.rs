//! Writes that arrive together share a commit; waiting writes are committed before the end; a full
//! map grows; a cache forgets its oldest values.

use std::path::Path;
use std::time::Duration;

use futures::future::join_all;
use quipu_adapters::store::{KeyValueOptions, LmdbKeyValue, side_stores};
use quipu_engine::ports::{KeptSize, KeyValue, Listing};
use tempfile::tempdir;

fn at(folder: &Path, options: KeyValueOptions) -> LmdbKeyValue {
    LmdbKeyValue::at(&folder.join("replies"), options)
}

/// As many puts as fit one group share one commit; commits are counted, not time.
#[tokio::test]
async fn puts_at_once_share_a_commit() {
    const PUTS: usize = 200;
    let folder = tempdir().expect("a folder can be made");
    // The window ends when the group is full, and not before.
    let group = PUTS * 12;
    let map =
        at(folder.path(), KeyValueOptions { window: Duration::from_secs(60), group, ..KeyValueOptions::default() });
    for round in 0..3u64 {
        let before = map.commits().expect("it can be opened");
        let keys: Vec<String> = (0..PUTS).map(|number| format!("{round}-{number:04}")).collect();
        let puts = join_all(keys.iter().map(|key| map.put(key.as_bytes(), b"reply."))).await;
        assert!(puts.iter().all(Result::is_ok));
        let made = u64::from(round == 0);
        assert_eq!(map.commits().expect("it is open"), before + 1 + made);
    }
    assert_eq!(map.stored_size().await.expect("it reads").count, 3 * PUTS as u64);
}

/// Dropping waits for submitted writes, although their window is still open.
#[tokio::test]
async fn what_is_waiting_is_written_before_the_end() {
    let folder = tempdir().expect("a folder can be made");
    let options = KeyValueOptions { window: Duration::from_secs(600), ..KeyValueOptions::default() };
    let map = at(folder.path(), options);
    let mut put = map.put(b"key", b"value");
    assert!(futures::poll!(&mut put).is_pending());
    drop(put);
    drop(map);
    let map = at(folder.path(), KeyValueOptions::default());
    assert_eq!(map.get(b"key").await.expect("it reads").as_deref(), Some(&b"value"[..]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_map_grows_under_its_readers() {
    let folder = tempdir().expect("a folder can be made");
    let map = at(folder.path(), KeyValueOptions { map: 1 << 16, window: Duration::ZERO, ..KeyValueOptions::default() });
    map.put(b"first", b"value").await.expect("it is written");
    let reader = map.clone();
    let reading = tokio::spawn(async move {
        let mut read = 0u64;
        while reader.get(b"last").await.expect("it reads").is_none() {
            assert_eq!(reader.get(b"first").await.expect("it reads").as_deref(), Some(&b"value"[..]));
            read += 1;
        }
        read
    });
    for number in 0..64u8 {
        map.put(&[number], &vec![number; 200_000]).await.expect("there is always more room");
    }
    map.put(b"last", b"").await.expect("it is written");
    assert!(reading.await.expect("the reader ends") > 0);
    assert_eq!(map.verify(false).await.expect("it reads").problems, Vec::new());
    assert_eq!(map.stored_size().await.expect("it reads").count, 66);
}

#[tokio::test]
async fn a_cache_forgets_what_is_old() {
    let folder = tempdir().expect("a folder can be made");
    let map =
        at(folder.path(), KeyValueOptions { cache: Some(1_010), window: Duration::ZERO, ..KeyValueOptions::default() });
    for number in 0..25u8 {
        map.put(&[number], &[number; 100]).await.expect("it is written");
        map.put(b"often", b"").await.expect("it is written");
    }
    let kept = map.list(&Listing { limit: 100, ..Listing::default() }).await.expect("it reads");
    let keys: Vec<Vec<u8>> = kept.into_iter().map(|(key, _)| key).collect();
    let expected: Vec<Vec<u8>> = (16..25u8).map(|number| vec![number]).chain([b"often".to_vec()]).collect();
    assert_eq!(keys, expected);
    assert_eq!(map.stored_size().await.expect("it reads"), KeptSize { count: 10, bytes: 9 * 101 + 5 });
    assert_eq!(map.verify(false).await.expect("it reads").problems, Vec::new());
}

/// A list of large values ends early, so that its transaction does not last; the next goes on.
#[tokio::test]
async fn large_values_are_listed_in_pages() {
    let folder = tempdir().expect("a folder can be made");
    let map = at(folder.path(), KeyValueOptions { window: Duration::ZERO, ..KeyValueOptions::default() });
    for key in 0..4u8 {
        map.put(&[key], &vec![key; 9 << 20]).await.expect("it is written");
    }
    let mut listing = Listing { limit: 10, ..Listing::default() };
    let mut pages = Vec::new();
    loop {
        let page = map.list(&listing).await.expect("it reads");
        let Some((last, _)) = page.last() else { break };
        listing.after = Some(last.clone());
        pages.push(page.len());
    }
    assert_eq!(pages, [2, 2]);
}

#[tokio::test]
async fn shelves_are_made_when_they_are_written() {
    let folder = tempdir().expect("a folder can be made");
    let one = side_stores(folder.path());
    for (_, shelf) in one.named() {
        assert_eq!(shelf.get(b"key").await.expect("an absent shelf reads as empty"), None);
        assert!(shelf.verify(true).await.expect("there is nothing to mend").problems.is_empty());
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
    one.sessions.put(b"key", b"value").await.expect("it is written");
    assert!(folder.path().join("sessions").is_dir() && !folder.path().join("replies").exists());
    // A second handle in this process shares the open map.
    let other = side_stores(folder.path());
    assert_eq!(other.sessions.get(b"key").await.expect("it reads").as_deref(), Some(&b"value"[..]));
}
