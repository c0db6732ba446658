//! The laws of data beside the truth: a map in memory holds the expected content.
//!
//! A map's tests call [`hold`] with a way to make an empty one. Keys are short and alike, so that
//! they meet often; some are as long as a key may be.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::future::try_join_all;
use quipu_engine::ports::{Held, KEY_BYTES, Kept, Listing, Pair, StoreError, VALUE_BYTES, Write};
use quipu_kernel::random::SplitMix;

use super::Broken;

/// Makes an empty map.
pub type Empty<'a> = &'a (dyn Fn() -> Arc<dyn Kept> + Sync);

/// Steps of a history.
const STEPS: usize = 40;
/// Number of concurrent tasks, and of writes of each.
const TASKS: u8 = 8;
const PUTS: u8 = 12;

type Model = BTreeMap<Vec<u8>, Vec<u8>>;

/// Checks every law over the histories of `seeds`.
///
/// # Errors
/// With the first law that does not hold.
pub async fn hold(empty: Empty<'_>, seeds: impl IntoIterator<Item = u64>) -> Result<(), Broken> {
    for seed in seeds {
        one(empty, seed).await.map_err(|broken| Broken { seed, ..broken })?;
    }
    Ok(())
}

async fn one(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    nothing_is_there(&*empty()).await?;
    it_is_a_map(&*empty(), &mut SplitMix::new(seed)).await?;
    what_does_not_fit_changes_nothing(&*empty()).await?;
    writers_do_not_disturb_each_other(&*empty()).await
}

fn done<T>(result: Result<T, StoreError>) -> Result<T, Broken> {
    result.map_err(|error| Broken::new("a call succeeds", error.to_string()))
}

async fn nothing_is_there(map: &dyn Kept) -> Result<(), Broken> {
    let removed = map.remove(b"absent").await;
    let (value, all) = (done(map.get(b"absent").await)?, everything(map, b"", 3).await?);
    let held = done(map.held().await)?;
    let nothing = removed.is_ok() && value.is_none() && all.is_empty() && held == Held::default();
    Broken::unless(nothing, "an empty map holds nothing", || format!("{value:?}, {all:?}, {held:?}"))
}

/// Every page of a listing, one after the other.
async fn everything(map: &dyn Kept, prefix: &[u8], limit: usize) -> Result<Vec<Pair>, Broken> {
    let mut listing = Listing { prefix: prefix.to_vec(), after: None, limit };
    let mut all = Vec::new();
    loop {
        let page = done(map.list(&listing).await)?;
        Broken::unless(page.len() <= limit, "a list is no longer than asked", || format!("{}", page.len()))?;
        let Some((last, _)) = page.last() else { return Ok(all) };
        listing.after = Some(last.clone());
        all.extend(page);
    }
}

fn key(random: &mut SplitMix) -> Vec<u8> {
    let length = if random.chance(1, 20) { KEY_BYTES } else { 1 + random.below(3) };
    (0..length).map(|_| *random.of(&[0, b'a', b'b', 0xff])).collect()
}

fn write(random: &mut SplitMix) -> Write {
    let key = key(random);
    if random.chance(1, 4) {
        return Write::Remove { key };
    }
    let length = *random.of(&[0, 1, 7, 100, 5_000]);
    Write::Put { key, value: (0..length).map(|_| random.bits() as u8).collect() }
}

fn apply(model: &mut Model, write: Write) {
    match write {
        Write::Put { key, value } => model.insert(key, value),
        Write::Remove { key } => model.remove(&key),
    };
}

async fn it_is_a_map(map: &dyn Kept, random: &mut SplitMix) -> Result<(), Broken> {
    let mut model = Model::new();
    for _ in 0..STEPS {
        let writes: Vec<Write> = (0..1 + random.below(4)).map(|_| write(random)).collect();
        done(map.write(writes.clone()).await)?;
        writes.into_iter().for_each(|write| apply(&mut model, write));
        let asked = key(random);
        let found = done(map.get(&asked).await)?;
        Broken::unless(found.as_ref() == model.get(&asked), "a key has the value written last", || {
            format!("{asked:?} has {found:?}, not {:?}", model.get(&asked))
        })?;
    }
    for prefix in [&b""[..], b"a", b"\xff", b"ab", b"no such"] {
        let expected: Vec<Pair> =
            model.iter().filter(|(k, _)| k.starts_with(prefix)).map(|(k, v)| (k.clone(), v.clone())).collect();
        let listed = everything(map, prefix, 1 + random.below(9)).await?;
        Broken::unless(listed == expected, "pages of a list are what begins so, in order", || {
            format!("{prefix:?}: {} listed, {} expected", listed.len(), expected.len())
        })?;
        // Twice: the second time it may be known that they are as written.
        for _ in 0..2 {
            let (mut lent, mut times) = (Vec::new(), 0);
            let mut read = |values: &[&[u8]]| {
                times += 1;
                lent.extend(values.iter().map(|value| value.to_vec()));
            };
            done(map.lend(prefix, &mut read).await)?;
            let same = times == 1 && lent.iter().eq(expected.iter().map(|(_, value)| value));
            Broken::unless(same, "what is lent are the values of what begins so, in order, once", || {
                format!("{prefix:?}: {} lent, {times} times, {} expected", lent.len(), expected.len())
            })?;
        }
    }
    let held = done(map.held().await)?;
    let bytes = model.iter().map(|(key, value)| (key.len() + value.len()) as u64).sum();
    let expected = Held { count: model.len() as u64, bytes };
    Broken::unless(held == expected, "it says how much it holds", || format!("{held:?}, not {expected:?}"))?;
    let verified = done(map.verify(false).await)?;
    Broken::unless(verified.problems.is_empty(), "a living map is sound", || format!("{:?}", verified.problems))
}

async fn what_does_not_fit_changes_nothing(map: &dyn Kept) -> Result<(), Broken> {
    let put = |key: &[u8], value: Vec<u8>| Write::Put { key: key.to_vec(), value };
    let misfits = [
        put(b"", Vec::new()),
        put(&[b'k'; KEY_BYTES + 1], Vec::new()),
        put(b"k", vec![0; VALUE_BYTES + 1]),
        Write::Remove { key: Vec::new() },
    ];
    for misfit in misfits {
        let what = format!("{} bytes", misfit.bytes());
        let refused = map.write(vec![put(b"good", Vec::new()), misfit]).await;
        let sized = matches!(refused, Err(StoreError::Size { .. }));
        Broken::unless(sized, "what does not fit is refused as such", || format!("{what}: {refused:?}"))?;
    }
    let asked = map.get(&[b'k'; KEY_BYTES + 1]).await;
    Broken::unless(asked.is_err(), "a key that does not fit cannot be asked for", || format!("{asked:?}"))?;
    let held = done(map.held().await)?;
    Broken::unless(held == Held::default(), "a refused list of writes leaves nothing", || format!("{held:?}"))
}

/// Many write at once: each finds its own, and the key that all write has one of their values.
async fn writers_do_not_disturb_each_other(map: &dyn Kept) -> Result<(), Broken> {
    let task = async |task: u8| {
        for number in 0..PUTS {
            map.put(&[task, number], &[task]).await?;
            map.put(b"shared", &[task]).await?;
        }
        map.get(&[task, PUTS - 1]).await
    };
    let found: Vec<Option<Vec<u8>>> = done(try_join_all((0..TASKS).map(task)).await)?;
    let own = found.iter().zip(0..TASKS).all(|(found, task)| found.as_deref() == Some(&[task]));
    Broken::unless(own, "whoever wrote finds it", || format!("{found:?}"))?;
    let shared = done(map.get(b"shared").await)?;
    let one = shared.as_ref().is_some_and(|value| value.len() == 1 && value[0] < TASKS);
    Broken::unless(one, "what all write has one of their values", || format!("{shared:?}"))?;
    let held = done(map.held().await)?;
    let expected = u64::from(TASKS) * u64::from(PUTS) + 1;
    Broken::unless(held.count == expected, "writes at once are all there", || format!("{held:?}"))
}
