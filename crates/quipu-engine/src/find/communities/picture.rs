//! A picture of communities: each is one thing until it is opened, of a size by its contents, with ties as strong as
//! those of its entities; and entities in the colours of their communities.

use std::collections::BTreeMap;

use quipu_kernel::communities::{CommunityTree, NOBODY};
use quipu_kernel::model::Key;

use super::told::quotes;
use super::{CommunityMap, Gathered, clustered, current, shelf};
use crate::base::{CommunityShelf, EngineError, Workspace};
use crate::find::graph::{Line, Picture, Point};

/// Maximum number of ties shown per community, the strongest first.
const TIES: usize = 3;
/// Number of sentences shown per community.
const QUOTES: usize = 5;

/// Communities of a level, those above it that have no parts among them, or the parts of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// A level, 0 for the outermost.
    Level(u32),
    /// The parts of a community.
    PartsOf(Key),
}

/// The picture of communities, at most so many, the most important ones.
///
/// # Errors
/// When the workspace or the shelf cannot be read or written.
pub async fn picture(
    workspace: &Workspace,
    kept: &CommunityShelf,
    drawn: Drawn,
    most: usize,
) -> Result<Picture, EngineError> {
    let map = current(workspace, kept).await?;
    let tree = map.tree();
    let shown = shown(&map, &tree, drawn, most);
    let mut points = Vec::new();
    for at in &shown {
        points.extend(point(workspace, &map, &tree, *at).await?);
    }
    let lines = lines(workspace, kept, &tree, &shown).await?;
    let title = match drawn {
        Drawn::PartsOf(id) => map.place(id).and_then(|at| map.named(at)).map(|(_, title)| title.to_owned()),
        Drawn::Level(_) => None,
    };
    Ok(Picture { title: title.unwrap_or_default(), points, lines, notes: Vec::new() })
}

/// Gives entities of a picture the colours of their outermost communities.
///
/// # Errors
/// When the workspace or the shelf cannot be read or written.
pub async fn coloured(workspace: &Workspace, kept: &CommunityShelf, picture: &mut Picture) -> Result<(), EngineError> {
    let map = current(workspace, kept).await?;
    let tree = map.tree();
    for point in &mut picture.points {
        let leaf = point.id.parse().ok().and_then(|key| map.leaf(key));
        point.group = leaf.and_then(|leaf| group(&map, &tree, leaf));
    }
    Ok(())
}

/// The number of a community's colour: it follows from the id of the outermost one, which lasts.
fn group(map: &CommunityMap, tree: &CommunityTree, at: u32) -> Option<u32> {
    let root = tree.upwards(at).last()?;
    map.named(root).map(|(id, _)| u32::from(id.bytes()[0]))
}

fn shown(map: &CommunityMap, tree: &CommunityTree, drawn: Drawn, most: usize) -> Vec<u32> {
    let children = tree.children();
    let is_drawn = |at: u32, level: u32| match drawn {
        Drawn::Level(asked) => level == asked || level < asked && children[at as usize].is_empty(),
        Drawn::PartsOf(id) => {
            tree.communities[at as usize].parent.and_then(|parent| map.named(parent)).is_some_and(|(of, _)| of == id)
        }
    };
    let mut all: Vec<(f64, Key, u32)> = map
        .reports()
        .filter(|(at, level, _)| is_drawn(*at, *level))
        .map(|(at, _, report)| (report.rating * report.entities as f64, report.community, at))
        .collect();
    all.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    all.truncate(most);
    // Their order does not depend on their positions.
    all.sort_by_key(|(_, id, _)| *id);
    all.into_iter().map(|(_, _, at)| at).collect()
}

async fn point(
    workspace: &Workspace,
    map: &CommunityMap,
    tree: &CommunityTree,
    at: u32,
) -> Result<Option<Point>, EngineError> {
    let Some((id, report)) = map.named(at).map(|(id, _)| id).zip(map.report(at)) else { return Ok(None) };
    let mut quotes = quotes(&*workspace.store, report).await?;
    quotes.truncate(QUOTES);
    let parts = tree.communities.iter().filter(|of| of.parent == Some(at)).count();
    let held = format!("{} entities in {} chunks of {} documents", report.entities, report.chunks, report.documents);
    let about = if parts == 0 { held } else { format!("{held}, {parts} parts") };
    Ok(Some(Point {
        id: id.to_string(),
        label: report.title.clone(),
        kind: "community".to_owned(),
        about: [about.as_str(), &report.summary]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(". "),
        weight: (1.0 + (report.entities.max(1) as f64).sqrt() / 4.0).min(4.0),
        quotes,
        group: group(map, tree, at),
    }))
}

/// The strongest ties between the communities shown.
async fn lines(
    workspace: &Workspace,
    kept: &CommunityShelf,
    tree: &CommunityTree,
    shown: &[u32],
) -> Result<Vec<Line>, EngineError> {
    let before = shelf::clustering(&*kept.shelf).await?.map(|(_, before)| before);
    let gathered = Gathered::read(&*workspace.store).await?;
    let (_, found) = clustered(gathered, kept.options.rules, before).await?;
    let places: BTreeMap<u32, u32> = shown.iter().copied().zip(0..).collect();
    let of = |entity: u32| {
        let leaf = found.clustering.seats[entity as usize].leaf;
        tree.upwards((leaf != NOBODY).then_some(leaf)?).find_map(|at| places.get(&at).copied())
    };
    let homes: Vec<Option<u32>> = found.entities.iter().map(|entity| of(*entity)).collect();
    let mut weights: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    for vertex in 0..found.graph.len() as u32 {
        for (other, weight) in found.graph.beside(vertex).filter(|(other, _)| *other > vertex) {
            if let (Some(a), Some(b)) = (homes[vertex as usize], homes[other as usize])
                && a != b
            {
                *weights.entry((a.min(b), a.max(b))).or_default() += weight;
            }
        }
    }
    let best = weights.values().copied().max().unwrap_or(1) as f64;
    let mut ordered: Vec<((u32, u32), u64)> = weights.into_iter().collect();
    ordered.sort_by(|x, y| y.1.cmp(&x.1).then(x.0.cmp(&y.0)));
    let mut counts = vec![0; shown.len()];
    ordered.retain(|((a, b), _)| {
        let shows = counts[*a as usize] < TIES || counts[*b as usize] < TIES;
        counts[*a as usize] += 1;
        counts[*b as usize] += 1;
        shows
    });
    let line = |((from, to), weight): ((u32, u32), u64)| Line {
        from,
        to,
        says: String::new(),
        kind: "tie",
        weight: (weight as f64 / best).max(0.1),
        periods: Vec::new(),
        quotes: Vec::new(),
    };
    Ok(ordered.into_iter().map(line).collect())
}
