//! Searchable things over both stores: after any changes they equal those of documents that were never different; cut
//! off or lost parts are rebuilt; filters hold for them; views begin at them.

use std::collections::BTreeSet;
use std::sync::Arc;

use quipu_adapters::store::{EmbeddedStore, MemoryKeyValue, MemoryStore, OpenOptions};
use quipu_engine::base::ClusterOptions;
use quipu_engine::delete::delete;
use quipu_engine::entity_index::{FoundThing, ThingQuery, bring_up, nearest, search};
use quipu_engine::index::{IndexOptions, Watch, given, index};
use quipu_engine::ports::{Listing, Store, Write};
use quipu_engine::query::Query;
use quipu_engine::{CommunityShelf, Workspace};
use quipu_kernel::model::{Document, SourceFile};
use quipu_kernel::random::SplitMix;
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Condition, Filter, Needs, Question, RelationNeeds, ThingKind};
use quipu_proof::laws::toys;

/// Names that the texts are made of.
const NAMES: [&str; 8] = ["Lamp", "Ledger", "Router", "Vault", "Beacon", "Mirror", "Kiln", "Anchor"];

fn document(at: usize, text: String) -> Document {
    let id = format!("w/{at}");
    let source = SourceFile { path: id.clone(), ..SourceFile::default() };
    Document { id, source, text, ..Document::default() }
}

/// A text of some paragraphs, each about two or three of the names.
fn text(draw: &mut SplitMix) -> String {
    let paragraph = |draw: &mut SplitMix| {
        let [a, b, c] = [0; 3].map(|_| NAMES[draw.below(NAMES.len())]);
        format!("{a} uses {b} and stands by {c} in room {}", draw.below(9))
    };
    (0..1 + draw.below(3)).map(|_| paragraph(draw)).collect::<Vec<_>>().join("\n\n")
}

async fn put(workspace: &Workspace, documents: Vec<Document>) {
    index(workspace, given(documents), &IndexOptions::default(), &Watch::default()).await.expect("the store takes it");
}

fn shelf() -> CommunityShelf {
    CommunityShelf { shelf: Arc::new(MemoryKeyValue::new()), options: ClusterOptions::default() }
}

fn asked(text: &str, strategy: &str, filter: Filter) -> ThingQuery {
    let options = Options::default().limited(20);
    let query = Query { text: text.to_owned(), filter, strategy: strategy.to_owned(), options };
    ThingQuery { query, kinds: vec![ThingKind::Entity, ThingKind::Relation] }
}

async fn found(workspace: &Workspace, shelf: &CommunityShelf, text: &str) -> Vec<FoundThing> {
    let mut out = Vec::new();
    for strategy in ["lexical", "dense", "hybrid"] {
        let asked = asked(text, strategy, Filter::default());
        out.extend(search(workspace, shelf, &asked, None).await.expect("things are found").things);
    }
    out
}

/// The stores that all of this holds for.
fn stores(folder: &std::path::Path) -> [Arc<dyn Store>; 2] {
    let options = OpenOptions { write: true, model: Some(toys::card()), ..OpenOptions::default() };
    [Arc::new(MemoryStore::new()), Arc::new(EmbeddedStore::open(folder, &options).expect("an empty folder is one"))]
}

#[tokio::test(flavor = "multi_thread")]
async fn after_any_changes_things_are_as_of_a_fresh_index() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for store in stores(folder.path()) {
        let (workspace, kept, mut draw) = (toys::workspace(store), shelf(), SplitMix::new(36));
        let mut texts: Vec<Option<String>> = vec![None; 6];
        for round in 0..12 {
            let at = draw.below(texts.len());
            if texts[at].is_some() && draw.chance(1, 3) {
                texts[at] = None;
                let gone = [format!("w/{at}")];
                delete(&workspace, &gone).await.expect("it can be deleted");
            } else {
                let new = text(&mut draw);
                put(&workspace, vec![document(at, new.clone())]).await;
                texts[at] = Some(new);
            }
            let now = found(&workspace, &kept, "Which Lamp uses the Vault in room 3").await;
            let fresh = found(&workspace, &shelf(), "Which Lamp uses the Vault in room 3").await;
            assert_eq!(now, fresh, "round {round}");
            let names: BTreeSet<&str> =
                NAMES.into_iter().filter(|name| now.iter().any(|of| of.thing.words == *name)).collect();
            let said = texts.iter().flatten().cloned().collect::<Vec<_>>().join("\n");
            assert!(names.iter().all(|name| said.contains(name)), "what is gone is found no more");
        }
        let again = bring_up(&workspace, &*kept.shelf, None).await.expect("it stands");
        assert_eq!((again.made, again.gone), (0, 0), "nothing is made twice");
    }
}

#[tokio::test]
async fn what_was_cut_off_or_lost_is_made_again() {
    let (workspace, kept, mut draw) = (toys::workspace(Arc::new(MemoryStore::new())), shelf(), SplitMix::new(7));
    put(&workspace, (0..6).map(|at| document(at, text(&mut draw))).collect()).await;
    let whole = found(&workspace, &kept, "Lamp Vault").await;
    let all = Listing { prefix: b"things/".to_vec(), after: None, limit: 10_000 };
    let rows = kept.shelf.list(&all).await.expect("it is listed");
    assert!(rows.len() > 10);
    for (key, _) in rows {
        let name = String::from_utf8_lossy(&key).into_owned();
        kept.shelf.write(vec![Write::Remove { key }]).await.expect("it can be removed");
        let now = found(&workspace, &kept, "Lamp Vault").await;
        let other = now.iter().zip(&whole).find(|(now, before)| now != before);
        assert!(now.len() == whole.len() && other.is_none(), "{name}: {other:#?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn views_begin_at_the_nearest_things() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for store in stores(folder.path()) {
        let workspace = Workspace { communities: Some(shelf()), ..toys::workspace(store) };
        let texts = ["Lamp uses Ledger", "Vault uses Kiln", "Mirror stands by Anchor"];
        put(&workspace, texts.iter().enumerate().map(|(at, text)| document(at, (*text).to_owned())).collect()).await;
        // It names none of them as the documents do.
        let question = Question { filter: Filter::default(), ..Question::new("what uses a kiln, if any") };
        let needs = Needs {
            lexical: 0,
            entities: true,
            near_relations: 1,
            relations: RelationNeeds::Everyone,
            ..Needs::default()
        };
        let near = nearest(&workspace, &question, &needs, &Options::default()).await.expect("it is found");
        let begun = question.clone().beginning_at(near);
        assert_eq!(begun.near.len(), 1);
        let view = workspace.store.view(&begun, &needs).await.expect("it is cut");
        let names: BTreeSet<&str> = view.entities.iter().map(|entity| entity.name.as_str()).collect();
        assert_eq!(names, BTreeSet::from(["Vault", "Kiln"]));
        assert!(view.relations.iter().any(|relation| relation.key == begun.near[0].key), "the relation itself is seen");
        let none = Needs { near_relations: 0, ..needs };
        let near = nearest(&workspace, &question, &none, &Options::default()).await.expect("nothing is asked");
        assert!(near.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filter_keeps_what_a_chunk_of_its_documents_holds() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for store in stores(folder.path()) {
        let (workspace, kept) = (toys::workspace(store), shelf());
        let texts = ["Lamp uses Ledger", "Lamp uses Vault\n\nVault uses Kiln", "Ledger uses Lamp"];
        put(&workspace, texts.iter().enumerate().map(|(at, text)| document(at, (*text).to_owned())).collect()).await;
        let filter =
            Filter::of(vec![Condition { field: "$id".into(), any_of: vec!["w/1".into()], from: None, to: None }]);
        let found = search(&workspace, &kept, &asked("Lamp uses Ledger Vault Kiln", "hybrid", filter), None).await;
        let found = found.expect("things are found").things;
        let words: BTreeSet<&str> = found.iter().map(|of| of.thing.words.as_str()).collect();
        assert_eq!(words, BTreeSet::from(["Lamp", "Vault", "Kiln", "Lamp uses Vault", "Vault uses Kiln"]));
    }
}
