//! Splits: a person's decisions that a name means another thing, applied to the facts of chunks whenever
//! these are made or settled again.

use quipu_kernel::extract::Said;
use quipu_kernel::model::{Facts, Name, Split, Verdict};
use rustc_hash::FxHashMap;

use super::body::Make;
use crate::base::glob::Glob;
use crate::base::ports::{DocumentRow, Store, StoreError};

/// The splits of a workspace, each with its documents.
pub(crate) struct Splits(Vec<(Split, Vec<(String, Option<Glob>)>)>);

impl Splits {
    /// The splits in the store.
    pub(crate) async fn of(store: &dyn Store) -> Result<Self, StoreError> {
        let decisions = store.decisions().await?;
        Ok(Self::among(decisions.into_iter().map(|decision| decision.verdict)))
    }

    /// The splits among verdicts.
    pub(crate) fn among(verdicts: impl IntoIterator<Item = Verdict>) -> Self {
        let globs = |split: &Split| split.documents.iter().map(|text| (text.clone(), Glob::parse(text))).collect();
        let split = |verdict| if let Verdict::Split(split) = verdict { Some((globs(&split), split)) } else { None };
        Self(verdicts.into_iter().filter_map(split).map(|(globs, split)| (split, globs)).collect())
    }

    /// The splits for a document.
    pub(crate) fn about(&self, row: &DocumentRow) -> Vec<Split> {
        let speaks = |globs: &[(String, Option<Glob>)]| {
            let named = |text: &str| {
                globs.iter().any(|(id, glob)| id == text || glob.as_ref().is_some_and(|glob| glob.matches(text)))
            };
            globs.is_empty() || named(&row.id) || named(&row.source.path)
        };
        self.0.iter().filter(|(_, globs)| speaks(globs)).map(|(split, _)| split.clone()).collect()
    }

    /// Assigns to each body the splits for its owner, which is one of `rows`.
    pub(super) fn tell<'a, 'r>(
        &self,
        makes: impl IntoIterator<Item = &'a mut Make>,
        rows: impl IntoIterator<Item = &'r DocumentRow>,
    ) {
        if self.0.is_empty() {
            return;
        }
        let rows: FxHashMap<_, _> = rows.into_iter().map(|row| (row.key, row)).collect();
        for make in makes {
            let owner = make.owner.as_ref().and_then(|owner| rows.get(&owner.key));
            make.splits = owner.map(|row| self.about(row)).unwrap_or_default();
        }
    }
}

/// Gives the names in splits their other sense; facts of rules about them are dropped.
pub(crate) fn apply(splits: &[Split], said: &mut [Said<'_>]) {
    for split in splits {
        said.iter_mut().flat_map(|said| said.facts.iter_mut()).for_each(|facts| apply_to(split, facts));
    }
}

fn apply_to(split: &Split, facts: &mut Facts) {
    if !facts.mentions.iter().any(|mention| split.covers(mention)) {
        return;
    }
    let meant = split.meant();
    for mention in facts.mentions.iter_mut().filter(|mention| split.covers(mention)) {
        mention.name = meant.clone();
    }
    let named = |name: &Name| name.folded == split.name.folded;
    for statement in &mut facts.statements {
        for end in [&mut statement.source, &mut statement.target] {
            if named(end) {
                *end = meant.clone();
            }
        }
    }
    let claims = facts.claims.iter_mut().flat_map(|claim| [&mut claim.subject].into_iter().chain(&mut claim.object));
    let described = facts.descriptions.iter_mut().map(|description| &mut description.name);
    claims.chain(described).filter(|name| named(name)).for_each(|name| *name = meant.clone());
    let other = |name: &Name| named(name) && !facts.mentions.iter().any(|mention| mention.name == *name);
    facts.links.retain(|link| link.is_tentative() || !(other(&link.a) || other(&link.b)));
}
