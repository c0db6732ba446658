//! Tests of damage, of other formats, and of writes after a failed one.

use std::path::Path;
use std::time::Duration;

use proptest::prelude::*;
use quipu_engine::ports::{KeyValue, Listing, StoreError, Verified};
use tempfile::tempdir;

use super::checksummed_rows::FORMAT;
use super::environment_place::EnvironmentPlace;
use super::{KeyValueOptions, LmdbKeyValue, side_stores};

const CACHE: KeyValueOptions = KeyValueOptions { window: Duration::ZERO, group: 1, map: 1 << 20, cache: Some(1 << 20) };
const DURABLE: KeyValueOptions = KeyValueOptions { cache: None, ..CACHE };

/// A map of three values, in whose file `key` has `row`, and whose format is `format`.
async fn scrambled(directory: &Path, options: KeyValueOptions, key: &[u8], row: &[u8], format: u32) -> LmdbKeyValue {
    let map = LmdbKeyValue::at(directory, options);
    for key in [b"a", b"b", b"c"] {
        map.put(key, b"value").await.unwrap();
    }
    drop(map);
    let place = EnvironmentPlace::new(directory.to_owned(), options);
    place.write(|tables, txn| tables.scramble(txn, key, row, format)).unwrap();
    drop(place);
    LmdbKeyValue::at(directory, options)
}

fn found(verified: &Verified) -> Vec<(&str, bool)> {
    verified.problems.iter().map(|problem| (problem.found.as_str(), problem.repaired)).collect()
}

#[tokio::test]
async fn a_damaged_value_is_named_and_removed() {
    let folder = tempdir().unwrap();
    let map = scrambled(&folder.path().join("replies"), DURABLE, b"b", b"12345678value", FORMAT).await;
    let read = map.get(b"b").await;
    assert!(matches!(&read, Err(StoreError::Damaged { reason, .. }) if reason.contains("\"b\"")), "{read:?}");
    assert_eq!(map.get(b"a").await.unwrap().as_deref(), Some(&b"value"[..]));
    let said = "the value of \"b\" is not what was written";
    assert_eq!(found(&map.verify(false).await.unwrap()), [(said, false)]);
    assert_eq!(found(&map.verify(true).await.unwrap()), [(said, true)]);
    assert_eq!(map.verify(false).await.unwrap().problems, Vec::new());
    assert_eq!(map.stored_size().await.unwrap().count, 2);
    map.put(b"b", b"again").await.unwrap();
    assert_eq!(map.get(b"b").await.unwrap().as_deref(), Some(&b"again"[..]));
}

#[tokio::test]
async fn a_damaged_value_can_be_written_over() {
    let folder = tempdir().unwrap();
    for options in [DURABLE, CACHE] {
        let name = if options.cache.is_some() { "cache" } else { "replies" };
        let map = scrambled(&folder.path().join(name), options, b"b", b"short", FORMAT).await;
        map.put(b"b", b"again").await.unwrap();
        assert_eq!(map.get(b"b").await.unwrap().as_deref(), Some(&b"again"[..]));
        assert!(found(&map.verify(true).await.unwrap()).iter().all(|(_, repaired)| *repaired));
        assert_eq!(map.verify(false).await.unwrap().problems, Vec::new());
    }
}

#[tokio::test]
async fn a_damaged_cache_begins_anew() {
    let folder = tempdir().unwrap();
    let directory = folder.path().join("cache");
    let map = scrambled(&directory, CACHE, b"b", b"1234567812345678value", FORMAT).await;
    assert_eq!(found(&map.verify(false).await.unwrap()).len(), 1);
    assert!(directory.is_dir(), "a look throws nothing away");
    assert_eq!(map.get(b"b").await.unwrap(), None);
    assert!(!directory.exists());
    map.put(b"b", b"again").await.unwrap();
    assert_eq!(map.stored_size().await.unwrap().count, 1);
}

#[tokio::test]
async fn another_format_is_refused_with_advice_and_a_cache_of_it_thrown_away() {
    let folder = tempdir().unwrap();
    let map = scrambled(&folder.path().join("replies"), DURABLE, b"b", b"", FORMAT + 1).await;
    let refused = map.put(b"a", b"other").await.unwrap_err();
    assert!(matches!(&refused, StoreError::Format { advice, .. } if advice.contains("newer quipu")), "{refused}");
    assert!(!map.verify(true).await.unwrap().problems[0].repaired);
    let cache = scrambled(&folder.path().join("cache"), CACHE, b"b", b"", FORMAT + 1).await;
    assert_eq!(cache.get(b"a").await.unwrap(), None);
    cache.put(b"a", b"other").await.unwrap();
    assert_eq!(cache.stored_size().await.unwrap().count, 1);
}

#[tokio::test]
async fn what_cannot_be_opened_is_set_aside_and_a_cache_thrown_away() {
    let folder = tempdir().unwrap();
    for options in [DURABLE, CACHE] {
        let name = if options.cache.is_some() { "cache" } else { "replies" };
        let directory = folder.path().join(name);
        drop(scrambled(&directory, options, b"b", b"", FORMAT).await);
        std::fs::write(directory.join("data.mdb"), vec![7; 1 << 16]).unwrap();
        let map = LmdbKeyValue::at(&directory, options);
        assert_eq!(map.get(b"a").await.is_err(), options.cache.is_none());
        if options.cache.is_none() {
            assert_eq!(found(&map.verify(true).await.unwrap()).len(), 2);
        }
        map.put(b"a", b"anew").await.unwrap();
        assert_eq!(map.stored_size().await.unwrap().count, 1);
        assert_eq!(folder.path().join(format!("{name}.damaged-1")).is_dir(), options.cache.is_none());
    }
}

/// Wherever a file was cut: an error, never a signal, and after a repair it is of use again.
#[tokio::test]
async fn what_was_cut_short_is_told_and_mended() {
    const PARTS: u64 = 24;
    let folder = tempdir().unwrap();
    for options in [DURABLE, CACHE] {
        for part in 0..PARTS {
            let name = if options.cache.is_some() { "cache" } else { "replies" };
            let directory = folder.path().join(format!("{name}{part}"));
            let map = LmdbKeyValue::at(&directory, options);
            for key in 0..40u8 {
                map.put(&[key], &vec![key; usize::from(key) * 200]).await.unwrap();
            }
            drop(map);
            let file = std::fs::File::options().write(true).open(directory.join("data.mdb")).unwrap();
            file.set_len(file.metadata().unwrap().len() * part / PARTS).unwrap();
            let map = LmdbKeyValue::at(&directory, options);
            for key in 0..40u8 {
                let found = map.get(&[key]).await;
                let right = matches!(&found, Ok(Some(value)) if *value == vec![key; usize::from(key) * 200]);
                let gone = if options.cache.is_some() { matches!(found, Ok(None)) } else { found.is_err() };
                assert!(right || gone, "{name} cut to {part}/{PARTS}, {key}: {found:?}");
            }
            let readable = map.list(&Listing { limit: 100, ..Listing::default() }).await.unwrap_or_default();
            map.verify(true).await.unwrap();
            assert!(map.stored_size().await.unwrap().count >= readable.len() as u64, "{name} cut to {part}/{PARTS}");
            assert_eq!(map.verify(false).await.unwrap().problems, Vec::new(), "{name} cut to {part}/{PARTS}");
            map.put(b"more", b"value").await.unwrap();
            assert_eq!(map.get(b"more").await.unwrap().as_deref(), Some(&b"value"[..]));
        }
    }
}

/// A place that cannot be created fails the waiting callers, and serves the next when it can.
#[tokio::test]
async fn a_put_that_fails_does_not_fail_the_next() {
    let folder = tempdir().unwrap();
    let directory = folder.path().join("replies");
    std::fs::write(&directory, b"a file is in the way").unwrap();
    let map = LmdbKeyValue::at(&directory, DURABLE);
    let refused = futures::join!(map.put(b"a", b""), map.put(b"b", b""));
    for refused in [refused.0, refused.1] {
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("replies: "), "{refused}");
    }
    std::fs::remove_file(&directory).unwrap();
    map.put(b"c", b"").await.unwrap();
    assert_eq!(map.stored_size().await.unwrap().count, 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// No flipped bit of a row goes unnoticed.
    #[test]
    fn a_flipped_bit_is_noticed(value in prop::collection::vec(any::<u8>(), 0..40), at: prop::sample::Index, bit in 0..8u8) {
        let folder = tempdir().unwrap();
        let place = EnvironmentPlace::new(folder.path().join("replies"), DURABLE);
        let put = quipu_engine::ports::Write::Put { key: b"key".to_vec(), value: value.clone() };
        place.write(|tables, txn| tables.apply(txn, std::iter::once(&put), None)).unwrap();
        let mut row = place.read(|tables, txn| Ok(tables.raw(txn, b"key"))).unwrap().unwrap();
        prop_assert_eq!(&row[8..], value.as_slice());
        let at = at.index(row.len());
        row[at] ^= 1 << bit;
        place.write(|tables, txn| tables.scramble(txn, b"key", &row, FORMAT)).unwrap();
        prop_assert!(place.read(|tables, txn| tables.get(txn, b"key")).is_err());
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_shelf_that_is_removed_is_made_anew_though_it_was_open() {
    let folder = tempdir().unwrap();
    let before = side_stores(folder.path()).sessions;
    before.put(b"a", b"value").await.unwrap();
    std::fs::remove_dir_all(folder.path().join("sessions")).unwrap();
    let after = side_stores(folder.path()).sessions;
    assert_eq!(after.get(b"a").await.unwrap(), None);
    after.put(b"b", b"value").await.unwrap();
    assert!(folder.path().join("sessions").is_dir());
    assert_eq!(before.get(b"b").await.unwrap().as_deref(), Some(&b"value"[..]));
}
