//! The law of untrusted lines: on any input of an import, the store that it leaves can be read.

use quipu_kernel::random::SplitMix;
use serde_json::{Value, json};

use super::exchanged::{exported, imported};
use super::indexed::index_all;
use super::world::World;
use super::{Broken, Empty, dump, patiently, toys};

/// Lines of an export with other numbers, texts and lists in them leave a store whose dump reads, which
/// is sound, and which can be exported again.
pub(super) async fn any_lines_leave_a_sound_store(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::of_at_least(3, seed ^ 0x17e5);
    let whole = toys::workspace(empty());
    index_all(&whole, &world.documents).await?;
    let file = exported(&whole).await?;
    let mut lines: Vec<Value> =
        file.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let rare = 1 + world.random.below(120);
    lines.iter_mut().skip(1).for_each(|line| mutate(line, rare, &mut world.random));
    // Pages always, since a store's rows have no room for some.
    let chunk = world.random.below(lines.len());
    if let Some(chunk) = lines.iter_mut().skip(chunk).find_map(|line| line.get_mut("chunk")) {
        chunk["pages"] = pages(&mut world.random);
    }
    let mutated: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let restored = toys::workspace(empty());
    let report = imported(&restored, mutated.as_bytes()).await?;
    let told = || format!("{report:?}\n{mutated}");
    let rows = dump(&*restored.store).await;
    Broken::unless(rows.is_ok() || !is_damage(&rows), "any lines leave a store that reads", told)?;
    let verified = patiently(async || Ok(restored.store.verify(false).await?)).await?;
    Broken::unless(verified.problems.is_empty(), "any lines leave a sound store", || {
        format!("{:?}\n{}", verified.problems, told())
    })?;
    exported(&restored).await.map(drop)
}

/// True if a read failed because of its data, not by chance.
fn is_damage<T>(read: &Result<T, quipu_engine::ports::StoreError>) -> bool {
    matches!(read, Err(quipu_engine::ports::StoreError::Damaged { .. }))
}

/// Changes a value, or values in it, one time in `rare` for each.
fn mutate(value: &mut Value, rare: usize, random: &mut SplitMix) {
    let hit = random.chance(1, rare);
    match value {
        Value::Object(fields) => fields.iter_mut().for_each(|(_, value)| mutate(value, rare, random)),
        Value::Array(values) => {
            values.iter_mut().for_each(|value| mutate(value, rare, random));
            match values.first().cloned().filter(|_| hit) {
                Some(first) if random.chance(1, 2) => values.push(first),
                Some(_) => drop(values.pop()),
                None => {}
            }
        }
        Value::Number(_) if hit => *value = number(random),
        Value::String(text) if hit => *text = (*random.of(&["", "x", "Ada", "\u{0}é"])).to_owned(),
        // Where pages could be.
        Value::Null if hit => *value = pages(random),
        _ => {}
    }
}

fn pages(random: &mut SplitMix) -> Value {
    json!({ "first": random.below(3), "breaks": [number(random), number(random)] })
}

fn number(random: &mut SplitMix) -> Value {
    Value::from(*random.of(&[0i64, 1, 2, 3, 7, 900, -1, 0xffff_fffe, 0xffff_ffff]))
}
