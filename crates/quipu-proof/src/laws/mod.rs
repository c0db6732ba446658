//! The laws of a store: requirements on every implementation, checked over random histories.
//!
//! A store's tests call [`hold`] with a way to make an empty store. The laws use toys for splitting,
//! extracting and embedding ([`toys`]), so that they test the store and the stories, not the rules
//! of a language. They also run over [`Flaky`]: a failed call is repeated, and changes nothing.

mod alike;
mod between;
mod decided;
mod dumped;
mod exchanged;
mod filtered;
mod flaky;
mod histories;
mod indexed;
pub mod kept;
mod led;
mod meddled;
mod mutated;
mod placed;
mod read_by_model;
mod reads;
mod reembedded;
pub mod reranked;
mod told;
pub mod toys;
mod whole;
mod world;

use std::sync::Arc;

use quipu_engine::EngineError;
use quipu_engine::ports::Store;

pub use alike::alike;
pub use dumped::dump;
pub use flaky::Flaky;

/// A law that does not hold.
#[derive(Debug, thiserror::Error)]
#[error("seed {seed}: broken law: {law}\n{found}\nmend the store, or the story that led there")]
pub struct Broken {
    /// The history's seed.
    pub seed: u64,
    /// The law.
    pub law: &'static str,
    /// The actual result.
    pub found: String,
}

impl Broken {
    fn new(law: &'static str, found: impl Into<String>) -> Self {
        Self { seed: 0, law, found: found.into() }
    }

    fn unless(holds: bool, law: &'static str, found: impl FnOnce() -> String) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self::new(law, found())) }
    }
}

/// Makes an empty store.
pub type Empty<'a> = &'a (dyn Fn() -> Arc<dyn Store> + Sync);

/// Checks every law over the histories of `seeds`. Needs a tokio runtime.
///
/// # Errors
/// With the first law that does not hold.
pub async fn hold(empty: Empty<'_>, seeds: impl IntoIterator<Item = u64>) -> Result<(), Broken> {
    led::what_leads_to_many_means_none(empty).await?;
    for seed in seeds {
        one(empty, seed).await.map_err(|broken| Broken { seed, ..broken })?;
    }
    Ok(())
}

/// Lives through each of `seeds` in two kinds of store and holds them against each other. Needs a
/// tokio runtime.
///
/// # Errors
/// With the first difference.
pub async fn stores_agree(
    one: Empty<'_>,
    other: Empty<'_>,
    seeds: impl IntoIterator<Item = u64>,
) -> Result<(), Broken> {
    led::agree(one, other).await?;
    for seed in seeds {
        histories::agree(one, other, seed).await.map_err(|broken| Broken { seed, ..broken })?;
    }
    Ok(())
}

async fn one(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    histories::any_order_ends_alike(empty, seed).await?;
    histories::delete_takes_back(empty, seed).await?;
    histories::indexing_again_does_nothing(empty, seed).await?;
    histories::an_edit_stays_local(empty, seed).await?;
    decided::undoing_gives_back_what_was(empty, seed).await?;
    decided::decisions_outlive_documents(empty, seed).await?;
    reads::reads_see_what_was_put(empty, seed).await?;
    whole::a_whole_read_is_what_is_dumped(empty, seed).await?;
    whole::a_whole_read_stays_as_it_was(empty, seed).await?;
    reads::a_refused_change_leaves_nothing(empty, seed).await?;
    reads::filters_admit_by_any_copy(empty, seed).await?;
    filtered::expressions_admit_what_they_mean(empty, seed).await?;
    exchanged::an_import_is_what_was_exported(empty, seed).await?;
    exchanged::a_bad_line_costs_one_text(empty, seed).await?;
    exchanged::what_has_no_vector_gets_none(empty, seed).await?;
    exchanged::no_text_is_two(empty, seed).await?;
    meddled::an_export_beside_a_writer_is_sound(empty, seed).await?;
    mutated::any_lines_leave_a_sound_store(empty, seed).await?;
    between::the_shortest_ways_come_first(empty, seed).await?;
    read_by_model::what_a_model_reads_follows_the_documents(empty, seed).await?;
    read_by_model::what_fails_is_told_and_asked_again(empty, seed).await?;
    placed::what_is_said_of_places_follows_the_documents(empty, seed).await?;
    placed::a_context_is_searched_and_never_quoted(empty, seed).await?;
    placed::what_is_not_placed_is_told(empty, seed).await?;
    told::a_view_of_one_extractor_holds_what_it_says(empty, seed).await?;
    reembedded::another_model_and_back(empty, seed).await
}

/// Limit of repetitions of a failing call.
const PATIENCE: usize = 64;

/// Repeats a call that fails, as a user would.
async fn patiently<T>(mut call: impl AsyncFnMut() -> Result<T, EngineError>) -> Result<T, Broken> {
    let mut left = PATIENCE;
    loop {
        match call().await {
            Ok(value) => return Ok(value),
            Err(error) if left == 0 => return Err(Broken::new("a call succeeds in the end", error.to_string())),
            Err(_) => left -= 1,
        }
    }
}
