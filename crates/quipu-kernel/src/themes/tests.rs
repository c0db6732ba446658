//! Tests of themes on small corpora, and laws over any.

use proptest::prelude::*;

use super::linear_algebra::{DenseMatrix, dot, eigen};
use super::*;
use crate::model::Key;
use crate::text::Stems;

fn digest(id: usize, title: &str, text: &str, folders: &str) -> DocumentDigest {
    let folders: Vec<String> = folders.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
    let source = ThemeSource {
        key: Key::of("test", &[&id.to_le_bytes()]),
        title,
        tags: &[],
        headings: &[],
        start: text,
        language: "en",
        folders: &folders,
        vector: None,
        index: false,
    };
    DocumentDigest::of(source, &mut Stems::default(), &mut |_| true)
}

fn sorted(mut digests: Vec<DocumentDigest>) -> Vec<DocumentDigest> {
    digests.sort_by_key(|digest| digest.key);
    digests
}

/// Documents on three subjects, without folders.
fn three_subjects(each: usize) -> Vec<DocumentDigest> {
    let subjects = [
        ("Bread baking", "flour yeast oven dough crust loaf"),
        ("Sailing boats", "mast rudder harbour wind keel anchor"),
        ("Court rulings", "judge appeal plaintiff verdict statute lawyer"),
    ];
    let document = |at: usize| {
        let (title, words) = subjects[at % 3];
        let words: Vec<&str> = words.split(' ').collect();
        let text = format!("{} {} {}", words[at % 6], words[(at / 3) % 6], words[(at / 2 + 1) % 6]);
        digest(at, &format!("{title} {at}"), &text, "")
    };
    sorted((0..3 * each).map(document).collect())
}

#[test]
fn documents_on_one_subject_are_one_theme_with_its_name() {
    let tree = theme_tree(&three_subjects(9), None);
    let mut names: Vec<String> = tree.themes.iter().filter(|t| t.level == 0).map(|t| t.words[0].clone()).collect();
    names.sort();
    names.dedup();
    for name in ["Bread baking", "Court rulings", "Sailing boats"] {
        assert!(names.iter().any(|known| known == name), "{names:?}");
    }
    assert!(tree.sizes().iter().all(|size| *size <= 14), "{:?}", tree.sizes());
}

#[test]
fn folders_are_themes_where_their_names_say_something() {
    let folders = ["guides/cooking", "guides/gardening", "guides/repairs"];
    let digests =
        |of: [&str; 3]| sorted((0..18).map(|at| digest(at, &format!("Page {at}"), "words", of[at % 3])).collect());
    let tree = theme_tree(&digests(folders), None);
    let found: Vec<&str> =
        tree.themes.iter().filter_map(|theme| theme.folder.as_ref()?.last()).map(String::as_str).collect();
    assert_eq!(found.len(), 3, "{:?}", tree.themes);
    let dated = theme_tree(&digests(["2019", "2020", "2021"]), None);
    assert!(dated.themes.iter().all(|theme| theme.folder.is_none()));
}

#[test]
fn a_theme_keeps_its_id_while_most_of_it_stays() {
    let all = three_subjects(9);
    let before = theme_tree(&all, None);
    let after = theme_tree(&all[..all.len() - 2], Some(&before));
    let ids: Vec<Key> = before.themes.iter().map(|theme| theme.id).collect();
    let stayed = after.themes.iter().filter(|theme| ids.contains(&theme.id)).count();
    assert!(stayed * 4 >= after.themes.len() * 3, "{stayed} of {}", after.themes.len());
}

#[test]
fn a_document_that_comes_later_finds_its_theme() {
    let tree = theme_tree(&three_subjects(9), None);
    let late = digest(1000, "Sailing boats in winter", "mast rudder harbour", "");
    let theme = nearest_theme(&tree, &late).expect("there are themes");
    assert!(
        tree.themes[theme as usize].words.iter().any(|word| word.contains("ailing")),
        "{:?}",
        tree.themes[theme as usize]
    );
}

#[test]
fn few_documents_have_no_themes() {
    let tree = theme_tree(&three_subjects(1), None);
    assert!(tree.themes.is_empty() && tree.leaves.len() == 3);
}

#[test]
fn eigenvectors_of_a_small_matrix() {
    let (values, vectors) = eigen(vec![2.0, 1.0, 1.0, 2.0], 2);
    let mut sorted = values.clone();
    sorted.sort_by(f64::total_cmp);
    assert!((sorted[0] - 1.0).abs() < 1e-9 && (sorted[1] - 3.0).abs() < 1e-9);
    assert!((vectors[0] * vectors[1] + vectors[2] * vectors[3]).abs() < 1e-9);
}

proptest! {
    #[test]
    fn columns_become_orthonormal(values in prop::collection::vec(-1.0f32..1.0, 60)) {
        let mut matrix = DenseMatrix { columns: 4, values };
        matrix.orthonormalise();
        let gram = matrix.gram();
        for i in 0..4 {
            for j in 0..4 {
                let expected = if i == j && gram[i * 4 + i] > 0.5 { 1.0 } else { 0.0 };
                prop_assert!((gram[i * 4 + j] - expected).abs() < 1e-3, "{gram:?}");
            }
        }
    }

    #[test]
    fn every_document_is_in_one_theme_and_the_order_is_without_influence(
        of in prop::collection::vec((0..5usize, 0..4usize, 0..3usize), 0..40),
    ) {
        let words = ["alpha beta", "gamma delta", "epsilon", "", "zeta eta theta"];
        let folders = ["", "one", "two/three", "two/four"];
        let made: Vec<DocumentDigest> = of.iter().enumerate()
            .map(|(at, (word, folder, more))| digest(at, words[*word], words[*more], folders[*folder])).collect();
        let digests = sorted(made.clone());
        let tree = theme_tree(&digests, None);
        prop_assert_eq!(tree.leaves.len(), digests.len());
        prop_assert!(tree.leaves.iter().all(|(_, leaf)| leaf.is_some()) || digests.len() < 6);
        for (at, theme) in (0u32..).zip(&tree.themes) {
            prop_assert!(theme.parent.is_none_or(|parent| parent < at));
        }
        let mut reversed = made;
        reversed.reverse();
        prop_assert_eq!(theme_tree(&sorted(reversed), None), tree);
    }
}

#[test]
fn a_vector_has_length_one() {
    let digests = three_subjects(4);
    let read: Vec<&DocumentDigest> = digests.iter().collect();
    let vectors = reduced::reduced(&read, &reduced::rarity(&read));
    assert!((0..vectors.rows()).all(|row| (dot(vectors.row(row), vectors.row(row)) - 1.0).abs() < 1e-3));
}
