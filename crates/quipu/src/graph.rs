//! The graph of a workspace: things with their facts, ways between them, pictures, and a person's decisions on names.

use std::collections::BTreeSet;

use quipu_engine::communities::{self, DrawnCommunities};
use quipu_engine::graph::{self as drawn, MentionQuery, TreeQuery};
use quipu_engine::names;
use quipu_engine::picture;
use quipu_engine::show;
use serde::Serialize;

pub use quipu_engine::citation::Quote;
pub use quipu_engine::graph::{
    Branch, Line, Named, Paths, Picture, PlacedPicture, Point, ShownWay, Similar, SimilarDocument, SimilarPair, Step,
    StepSaid, Tie, Tree, dot, placed, svg,
};
pub use quipu_engine::graph::{
    EntityBrief, EntityCatalogue, EntityOrder, EntityQuery, Likeness, MentionQuote, NamePair, PathQuery, SimilarQuery,
};
pub use quipu_engine::graph::{StatedGroup, StatedOther};
pub use quipu_engine::names::{DecisionOutcome, JoinReason};
pub use quipu_engine::picture::{PictureCentre, PictureQuery};
pub use quipu_engine::ports::RelationRow;
pub use quipu_engine::show::{EntityDetail, ShownChunk, ShownDocument, ShownEntity};
pub use quipu_kernel::model::{AliasRule, Decision, Key, Kind, Verdict};

use crate::job::{Outcome, aside};
use crate::{Ask, Filters, Quipu};

/// The subject of a picture.
#[derive(Debug, Clone)]
pub enum PictureOf {
    /// An entity, by its name.
    Entity(String),
    /// The evidence of a question.
    Question(Box<Ask>),
    /// The communities of a level, 0 for the outermost.
    Communities(u32),
    /// The parts of a community, by its id or how that begins, or the name of an entity in it.
    PartsOf(String),
}

/// A page of entities.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EntityPage {
    /// The entities.
    pub entities: Vec<EntityBrief>,
    /// Number of entities on all pages.
    pub total: u64,
    /// Number of entities of a large workspace that are not listed: those in the fewest chunks.
    pub left_out: u64,
}

/// A person's decision on names.
#[derive(Debug, Clone)]
pub enum Decide {
    /// Two names mean one thing.
    Merge {
        /// One.
        a: String,
        /// The other.
        b: String,
    },
    /// A thing gets another display name.
    Rename {
        /// The thing, by a name that it has.
        name: String,
        /// The new display name.
        to: String,
    },
    /// A name means something else in some documents, or where it is of a kind.
    Split {
        /// The name.
        name: String,
        /// Ids of the documents, or globs over them.
        documents: Vec<String>,
        /// The kind.
        kind: Option<Kind>,
        /// Its name there.
        called: Option<String>,
    },
}

/// The default least cosine of similar documents.
pub const ALIKE: f32 = 0.3;

impl Quipu {
    /// A document by its id or its key.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn document(&self, name: &str) -> Outcome<Option<ShownDocument>> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move { Ok(show::document(&*quipu.reading()?.store, &name).await?) })
    }

    /// A chunk by its key.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn chunk(&self, key: Key) -> Outcome<Option<ShownChunk>> {
        let quipu = self.clone();
        aside(move || async move { Ok(show::chunk(&*quipu.reading()?.store, key).await?) })
    }

    /// The entities that a name, or a key, may mean, with their relations, and with the requested parts.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn entities(&self, name: &str, detail: EntityDetail) -> Outcome<Vec<ShownEntity>> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move {
            let workspace = quipu.reading()?;
            Ok(show::detailed(&workspace, &*quipu.side_stores().replies, &name, detail).await?)
        })
    }

    /// Entities in short, by a prefix of their names: matches of the query, at most `limit`, after the first `skip`.
    /// Changes may show a moment later: the list is kept in memory.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn entity_list(&self, query: EntityQuery, skip: usize, limit: usize) -> Outcome<EntityPage> {
        let quipu = self.clone();
        aside(move || async move {
            let catalogue = quipu.catalogue().of(&*quipu.reading()?.store).await?;
            let found = catalogue.find(&query);
            let (total, left_out) = (found.len() as u64, catalogue.left_out);
            let entities = found.into_iter().skip(skip).take(limit).cloned().collect();
            Ok(EntityPage { entities, total, left_out })
        })
    }

    /// Pairs of entities whose names may mean one thing, the likeliest first, at most so many; pairs that a person
    /// marked as different are left out.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn suggested_names(&self, limit: usize) -> Outcome<Vec<NamePair>> {
        let quipu = self.clone();
        aside(move || async move {
            let store = quipu.reading()?.store;
            let parted: BTreeSet<Key> =
                store.decisions().await?.iter().filter_map(|one| one.verdict.parts_from_others()).collect();
            let pairs = quipu.catalogue().of(&*store).await?.suggested();
            let stands = |pair: &NamePair| !parted.contains(&pair.a.key) && !parted.contains(&pair.b.key);
            Ok(pairs.into_iter().filter(stands).take(limit).collect())
        })
    }

    /// The passages that mention an entity, given by its name or its key: at most so many behind a chunk, in the order
    /// of their keys.
    ///
    /// # Errors
    /// When the workspace cannot be read, or the name means nothing or several things.
    pub fn mentioned(
        &self,
        entity: &str,
        filters: &Filters,
        after: Option<Key>,
        limit: usize,
    ) -> Outcome<Vec<MentionQuote>> {
        let (quipu, entity, filters) = (self.clone(), entity.to_owned(), filters.clone());
        aside(move || async move {
            let query = MentionQuery { entity, filter: filters.looked(quipu.settings())?, after, limit };
            Ok(drawn::mentioned(&*quipu.reading()?.store, &query).await?)
        })
    }

    /// The neighbours of an entity as a tree, with a depth, and a number of branches at each entity.
    ///
    /// # Errors
    /// When the workspace cannot be read, or the name means nothing or several things.
    pub fn tree(&self, name: &str, depth: usize, breadth: usize) -> Outcome<Tree> {
        let (quipu, query) = (self.clone(), TreeQuery { name: name.to_owned(), depth, breadth });
        aside(move || async move { Ok(drawn::tree(&*quipu.reading()?.store, &query).await?) })
    }

    /// The shortest ways between two entities.
    ///
    /// # Errors
    /// When the workspace cannot be read, or a name means nothing or several things.
    pub fn paths(&self, query: PathQuery) -> Outcome<Paths> {
        let quipu = self.clone();
        aside(move || async move { Ok(drawn::paths(&*quipu.reading()?.store, &query).await?) })
    }

    /// A picture of the neighbourhood of a question or an entity, of at most so many entities and chunks; or of
    /// communities, of at most so many.
    ///
    /// # Errors
    /// When the workspace cannot be read, or a name means nothing or several things.
    pub fn picture(&self, of: PictureOf, entities: usize, chunks: usize) -> Outcome<Picture> {
        let quipu = self.clone();
        aside(move || async move {
            let (workspace, shelf) = (quipu.reading()?, quipu.community_shelf());
            let drawn = match of {
                PictureOf::Communities(level) => DrawnCommunities::Level(level),
                PictureOf::PartsOf(name) => match quipu.community(&name).await? {
                    Some(found) => DrawnCommunities::PartsOf(found.brief.id),
                    None => return Ok(Picture::default()),
                },
                PictureOf::Entity(name) => {
                    let query = PictureQuery { about: PictureCentre::Entity(name), entities, chunks };
                    return Ok(picture::picture(&workspace, &query).await?);
                }
                PictureOf::Question(question) => {
                    let about = PictureCentre::Question(Box::new(question.query(quipu.settings())?));
                    return Ok(picture::picture(&workspace, &PictureQuery { about, entities, chunks }).await?);
                }
            };
            Ok(communities::community_picture(&workspace, &shelf, drawn, entities).await?)
        })
    }

    /// A picture whose entities have the colours of their communities.
    ///
    /// # Errors
    /// When the workspace cannot be read, or the shelf cannot be written.
    pub fn coloured(&self, picture: Picture) -> Outcome<Picture> {
        let (quipu, mut picture) = (self.clone(), picture);
        aside(move || async move {
            communities::coloured(&quipu.reading()?, &quipu.community_shelf(), &mut picture).await?;
            Ok(picture)
        })
    }

    /// Documents that are alike: for each the `k` nearest whose cosine is above `least`.
    ///
    /// # Errors
    /// When there are no vectors, or the workspace cannot be read.
    pub fn similar(&self, k: usize, least: f32) -> Outcome<Similar> {
        let quipu = self.clone();
        let query = SimilarQuery { of: None, k, least, workers: crate::documents::workers() };
        aside(move || async move { Ok(drawn::similar(&quipu.reading()?, query).await?) })
    }

    /// The `k` nearest of one document, named by id or key, whose cosine is above `least`.
    ///
    /// # Errors
    /// When there is no such document, there are no vectors, or the workspace cannot be read.
    pub fn similar_to(&self, document: &str, k: usize, least: f32) -> Outcome<Similar> {
        let (quipu, document) = (self.clone(), document.to_owned());
        aside(move || async move {
            let row = quipu.document_row(&document).await?.ok_or(crate::Error::NoDocument { id: document })?;
            let query = SimilarQuery { of: Some(row.key), k, least, workers: 1 };
            Ok(drawn::similar(&quipu.reading()?, query).await?)
        })
    }

    /// Makes a decision on names, for a reason that is kept with it.
    ///
    /// # Errors
    /// When a name means nothing or several things, nothing would change, or the workspace cannot be changed.
    pub fn decide(&self, what: Decide, reason: &str) -> Outcome<DecisionOutcome> {
        let (quipu, reason) = (self.clone(), reason.to_owned());
        aside(move || async move {
            let workspace = quipu.writing()?;
            Ok(match what {
                Decide::Merge { a, b } => names::merge(&workspace, &a, &b, &reason).await?,
                Decide::Rename { name, to } => names::rename(&workspace, &name, &to, &reason).await?,
                Decide::Split { name, documents, kind, called } => {
                    let deed = names::split(&workspace, &name, &documents, kind, &reason).await?;
                    match called {
                        Some(called) => match names::call(&workspace, &deed.decision, &called, &reason).await {
                            Ok(deed) => deed,
                            Err(error) => {
                                // Both or none.
                                names::undo(&workspace, Some(deed.decision.number)).await?;
                                return Err(error.into());
                            }
                        },
                        None => deed,
                    }
                }
            })
        })
    }

    /// Takes a decision back: the one of this number, or the last.
    ///
    /// # Errors
    /// When there is no such decision, or the workspace cannot be changed.
    pub fn undo(&self, number: Option<u64>) -> Outcome<Decision> {
        let quipu = self.clone();
        aside(move || async move { Ok(names::undo(&quipu.writing()?, number).await?) })
    }

    /// The active decisions, in their order.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn decisions(&self) -> Outcome<Vec<Decision>> {
        let quipu = self.clone();
        aside(move || async move { Ok(names::log(&*quipu.reading()?.store).await?) })
    }
}
