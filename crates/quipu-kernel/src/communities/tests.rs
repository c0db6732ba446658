//! Laws of communities: everything tied has one at each level, each is connected, they are nested, equal graphs give
//! equal ones, and a change moves only its surroundings.

use proptest::prelude::*;

use super::*;
use crate::graph::Sparse;
use crate::model::{Key, Kind};
use crate::random::SplitMix;

/// Friendships in a karate club (Zachary, 1977), each once.
const CLUB: &[(u32, &[u32])] = &[
    (0, &[1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31]),
    (1, &[2, 3, 7, 13, 17, 19, 21, 30]),
    (2, &[3, 7, 8, 9, 13, 27, 28, 32]),
    (3, &[7, 12, 13]),
    (4, &[6, 10]),
    (5, &[6, 10, 16]),
    (6, &[16]),
    (8, &[30, 32, 33]),
    (9, &[33]),
    (13, &[33]),
    (14, &[32, 33]),
    (15, &[32, 33]),
    (18, &[32, 33]),
    (19, &[33]),
    (20, &[32, 33]),
    (22, &[32, 33]),
    (23, &[25, 27, 29, 32, 33]),
    (24, &[25, 27, 31]),
    (25, &[31]),
    (26, &[29, 33]),
    (27, &[33]),
    (28, &[31, 33]),
    (29, &[32, 33]),
    (30, &[32, 33]),
    (31, &[32, 33]),
    (32, &[33]),
];

#[test]
fn the_best_division_of_the_karate_club_is_found() {
    let pairs: Vec<(u32, u32, u64)> = CLUB.iter().flat_map(|(a, of)| of.iter().map(|b| (*a, *b, 1))).collect();
    let graph = Weighted::of(34, &pairs);
    assert_eq!((pairs.len(), graph.total()), (78, 156));
    let parts = leiden(&graph, Resolution::default());
    let quality = modularity(&graph, Resolution::default(), &parts);
    // The optimum, which exact methods prove.
    assert!((quality - 0.4198).abs() < 0.0001, "{quality}: {parts:?}");
}

#[test]
fn a_graph_without_pairs_has_no_community() {
    let empty = Weighted::of(0, &[]);
    assert_eq!(leiden(&empty, Resolution::default()), Vec::<u32>::new());
    assert_eq!(grown(&empty, &TreeRules::default()), CommunityTree::default());
    assert_eq!(modularity(&Weighted::of(2, &[]), Resolution::default(), &[0, 1]), 0.0);
}

/// Chunks of a generated workspace: entities of one subject stand together.
fn told(random: &mut SplitMix, subjects: u32, chunks: usize) -> Vec<Vec<u32>> {
    let mut chunk = || {
        let subject = random.below(subjects as usize) as u32;
        let mut inside: Vec<u32> = (0..2 + random.below(4)).map(|_| subject * 10 + random.below(10) as u32).collect();
        if random.chance(1, 4) {
            inside.push(random.below(subjects as usize * 10) as u32);
        }
        inside.push(subjects * 10);
        inside.sort_unstable();
        inside.dedup();
        inside
    };
    (0..chunks).map(|_| chunk()).collect()
}

/// A workspace of such chunks, in which entities that stand in no chunk are not.
struct Toy {
    keys: Vec<Key>,
    kinds: Vec<Kind>,
    chunks_of: Sparse,
    stated: Vec<(u32, u32, u32)>,
    chunks: u32,
    change: u64,
}

impl Toy {
    fn new(chunks: &[Vec<u32>], change: u64) -> Self {
        let mut known: Vec<(Key, u32)> =
            chunks.iter().flatten().map(|entity| (Key::of("toy", &[&entity.to_le_bytes()]), *entity)).collect();
        known.sort_unstable();
        known.dedup();
        let at = |entity: u32| known.iter().position(|(_, known)| *known == entity).map_or(0, |at| at as u32);
        let mut inside = Sparse::default();
        for chunk in chunks {
            let mut row: Vec<u32> = chunk.iter().map(|entity| at(*entity)).collect();
            row.sort_unstable();
            inside.push(row);
        }
        let keys: Vec<Key> = known.iter().map(|(key, _)| *key).collect();
        let mut stated: Vec<(u32, u32, u32)> = chunks
            .iter()
            .filter(|chunk| chunk[0] % 7 == 0 && chunk.len() > 1)
            .map(|chunk| (at(chunk[0]).min(at(chunk[1])), at(chunk[0]).max(at(chunk[1])), 1))
            .collect();
        stated.sort_unstable();
        stated.dedup();
        let kinds = vec![Kind::Entity; keys.len()];
        let chunks_of = inside.transposed(keys.len());
        Self { keys, kinds, chunks_of, stated, chunks: chunks.len() as u32, change }
    }

    fn contents(&self) -> Contents<'_> {
        let Self { keys, kinds, chunks_of, stated, chunks, change } = self;
        Contents { change: *change, keys, kinds, chunks_of, chunks: *chunks, stated }
    }

    /// The graph of its pairs as a clustering saw it.
    fn graph(&self, of: &Clustering) -> Weighted {
        let was =
            of.hubs().filter_map(|key| self.keys.binary_search(&key).ok().map(|at| at as u32)).collect::<Vec<_>>();
        let Self { kinds, chunks_of, stated, .. } = self;
        let grounds = Grounds { kinds, chunks_of, chunks: of.full.chunks, stated, hubs: &was };
        Weighted::of(self.keys.len(), &pairs(&grounds, &rules().pairs).pairs)
    }
}

fn rules() -> ClusterRules {
    let tree = TreeRules { largest: 6, ..TreeRules::default() };
    ClusterRules { tree, ..ClusterRules::default() }
}

fn clustered(toy: &Toy, before: Option<&Clustering>) -> Clustering {
    cluster(&toy.contents(), &rules(), before).clustering
}

/// Holds a clustering to the laws.
fn hold(toy: &Toy, of: &Clustering) -> Result<(), TestCaseError> {
    let (graph, tree) = (toy.graph(of), of.tree());
    let children = tree.children();
    prop_assert_eq!(of.seats.iter().map(|seat| seat.key).collect::<Vec<_>>(), &toy.keys[..]);
    let mut ids: Vec<Key> = of.communities.iter().map(|community| community.id).collect();
    ids.sort_unstable();
    ids.dedup();
    prop_assert_eq!(ids.len(), of.communities.len(), "ids are given once");
    for (at, leaf) in tree.leaves.iter().enumerate() {
        let tied = graph.beside(at as u32).next().is_some();
        prop_assert_eq!(*leaf != NOBODY, tied, "who is tied has a community, nobody else");
        prop_assert!(*leaf == NOBODY || children[*leaf as usize].is_empty(), "in the deepest one");
    }
    for (at, community) in tree.communities.iter().enumerate() {
        let parent = community.parent.map(|parent| tree.communities[parent as usize].level + 1);
        prop_assert_eq!(parent.unwrap_or(0), community.level);
        prop_assert!(community.parent.is_none_or(|parent| (parent as usize) < at));
        prop_assert_ne!(children[at].len(), 1, "parts are several");
        let inside: Vec<bool> =
            tree.leaves.iter().map(|leaf| tree.upwards(*leaf).any(|one| one == at as u32)).collect();
        let first = inside.iter().position(|inside| *inside);
        prop_assert!(first.is_some(), "none is empty");
        let mut seen = vec![false; inside.len()];
        let mut next: Vec<u32> = first.into_iter().map(|at| at as u32).collect();
        next.iter().for_each(|at| seen[*at as usize] = true);
        while let Some(at) = next.pop() {
            for (other, _) in graph.beside(at).filter(|(other, _)| inside[*other as usize]) {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    next.push(other);
                }
            }
        }
        prop_assert_eq!(seen, inside, "each is connected");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
    #[test]
    fn whatever_changes_the_laws_hold(seed in any::<u64>(), subjects in 1u32..9, count in 0usize..160) {
        let mut random = SplitMix::new(seed);
        let mut chunks = told(&mut random, subjects, count);
        let toy = Toy::new(&chunks, 1);
        let mut clustering = clustered(&toy, None);
        hold(&toy, &clustering)?;
        prop_assert_eq!(&clustered(&toy, None), &clustering);
        prop_assert_eq!(&clustered(&toy, Some(&clustering)), &clustering, "nothing changed");
        for change in 2..5 {
            for _ in 0..random.below(1 + count / 8) {
                let at = random.below(chunks.len());
                chunks.swap_remove(at);
            }
            chunks.extend(told(&mut random, subjects, count / 10));
            let toy = Toy::new(&chunks, change);
            clustering = clustered(&toy, Some(&clustering));
            hold(&toy, &clustering)?;
            prop_assert!(clustering.quality <= 1.0);
        }
    }

    #[test]
    fn the_order_of_pairs_changes_nothing(seed in any::<u64>()) {
        let mut random = SplitMix::new(seed);
        let mut pairs: Vec<(u32, u32, u64)> = (0..200).map(|_| {
            (random.below(40) as u32, random.below(40) as u32, random.below(5) as u64)
        }).collect();
        pairs.sort_unstable();
        pairs.dedup_by_key(|(a, b, _)| (*a, *b));
        let parts = leiden(&Weighted::of(40, &pairs), Resolution::default());
        for at in (1..pairs.len()).rev() {
            pairs.swap(at, random.below(at + 1));
        }
        prop_assert_eq!(leiden(&Weighted::of(40, &pairs), Resolution::default()), parts);
    }
}

#[test]
fn a_few_new_chunks_leave_what_they_do_not_touch() {
    let mut random = SplitMix::new(11);
    let mut chunks = told(&mut random, 40, 1_200);
    let before = Toy::new(&chunks, 1);
    let old = clustered(&before, None);
    chunks.extend(told(&mut random, 2, 6));
    let toy = Toy::new(&chunks, 2);
    let new = clustered(&toy, Some(&old));
    let fresh = clustered(&toy, None);
    let members = |of: &Clustering| -> Vec<(Key, Vec<Key>)> {
        let tree = of.tree();
        (0..of.communities.len() as u32)
            .map(|at| {
                let inside = of.seats.iter().filter(|seat| tree.upwards(seat.leaf).any(|one| one == at));
                (of.communities[at as usize].id, inside.map(|seat| seat.key).collect())
            })
            .collect()
    };
    let (were, are) = (members(&old), members(&new));
    let same = are.iter().filter(|one| were.contains(one)).count();
    assert!(same * 10 >= are.len() * 9, "{same} of {} stand with their id", are.len());
    assert!((new.quality - fresh.quality).abs() < 0.01, "{} and {}", new.quality, fresh.quality);
    assert!(new.drift().moved < 0.1 && !new.drift().is_far());
}
