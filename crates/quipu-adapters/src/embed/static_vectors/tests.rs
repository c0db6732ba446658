//! Requirements of the built-in vectors: equal to the generator's, limited to their scripts, robust to damage.

use proptest::prelude::*;

use super::*;

#[derive(serde::Deserialize)]
struct Expected {
    text: String,
    vector: Vec<f32>,
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn near(embedder: &StaticVectors, a: &str, b: &str) -> f32 {
    cosine(&embedder.vector(a).expect("covered"), &embedder.vector(b).expect("covered"))
}

#[test]
fn vectors_equal_the_generators() {
    let embedder = StaticVectors::new();
    let lines: Vec<Expected> = include_str!("fixtures/static.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of the fixture"))
        .collect();
    assert!(!lines.is_empty());
    for expected in lines {
        let vector = embedder.vector(&expected.text).expect("covered");
        let same = cosine(&vector, &expected.vector);
        assert!((same - 1.0).abs() < 1e-4, "{}: {same}", expected.text);
    }
}

#[test]
fn meaning_is_nearer_than_chance() {
    let embedder = StaticVectors::new();
    let cars = near(&embedder, "The car would not start.", "engine trouble in an automobile");
    let soup = near(&embedder, "The car would not start.", "a soup of lentils and carrots");
    assert!(cars > soup + 0.2, "{cars} {soup}");
}

#[test]
fn a_foreign_script_has_no_vector() {
    let embedder = StaticVectors::new();
    for text in ["", "…", "知識グラフは便利です", "γνώθι σεαυτόν", "ข้อความ", "知識グラフの API"]
    {
        assert_eq!(embedder.vector(text), None, "{text}");
    }
}

#[test]
fn unknown_names_and_inflected_words_are_covered() {
    let embedder = StaticVectors::new();
    assert!(near(&embedder, "Quetzalcoatlus", "quetzalcoatl") > 0.3);
    assert!(near(&embedder, "собаками", "собака") > 0.999);
}

#[test]
fn data_keeps_its_budget() {
    assert!(DATA.len() <= 6_000_000, "{} bytes", DATA.len());
}

#[test]
fn the_port_gives_unit_vectors_in_order() {
    let embedder = StaticVectors::new();
    let made = futures::executor::block_on(embedder.embed(&["a river", "知識", "a bank"], Role::Passage));
    let made = made.expect("static vectors never fail");
    assert_eq!(made.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
    for vector in made.into_iter().flatten() {
        assert_eq!(vector.len(), embedder.card().dimension);
        assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-5);
    }
}

#[test]
fn a_cut_table_is_no_table() {
    for length in [0, 3, 4, 19, 20, 1000, DATA.len() / 2, DATA.len() - 1] {
        assert!(Table::open(&DATA[..length]).is_none());
    }
}

/// The header and a few rows of a small table, for damage.
fn small() -> Vec<u8> {
    let mut bytes = b"QSV1".to_vec();
    for number in [64u32, 2, 3, 1, 0, 2, 3, 7, 9, 1 << 31] {
        bytes.extend(number.to_le_bytes());
    }
    for row in [0u16, 1, 1] {
        bytes.extend(row.to_le_bytes());
    }
    bytes.extend([0.5f32, 0.25].iter().flat_map(|scale| scale.to_le_bytes()));
    bytes.extend((0..64).map(|i| i * 3));
    bytes
}

proptest! {
    #[test]
    fn damage_never_panics(at in 0usize..200, byte: u8, text in "\\PC{0,60}", row: u16) {
        let mut bytes = small();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Some(table) = Table::open(&bytes) {
            let mut sum = vec![0.0; table.dimension()];
            let parts: Vec<Part> = table.part(row, 1.0).into_iter().collect();
            table.add(&parts, &mut sum);
            let found = table.find(Kind::Word, &text);
            prop_assert!(found.is_none() || at >= 4);
            prop_assert!(sum.iter().all(|x| x.is_finite()) || at >= 4);
        }
    }

    #[test]
    fn any_text_gives_a_unit_vector_or_none(text in "\\PC{0,200}") {
        if let Some(vector) = StaticVectors::new().vector(&text) {
            prop_assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn words_met_before_mean_what_they_mean_anew(
        texts in prop::collection::vec("([a-z]{2,9}(ing|ed|s) |Tarnfeld |[а-я]{2,7}ами |xq7 ){0,6}", 1..6),
    ) {
        let one = StaticVectors::new();
        for text in texts {
            prop_assert_eq!(one.vector(&text), StaticVectors::new().vector(&text));
        }
    }
}

#[test]
fn a_sum_is_that_of_its_components_in_order() {
    let table = Table::open(DATA).unwrap();
    let rows: Vec<u16> = (0..40).map(|at| at * 37).collect();
    let parts: Vec<Part> = rows.iter().filter_map(|row| table.part(*row, 1.5)).collect();
    assert_eq!(parts.len(), rows.len());
    let mut sum = vec![0.0; table.dimension()];
    table.add(&parts, &mut sum);
    let mut narrow = vec![0.0; table.dimension()];
    table.add_narrow(&parts, &mut narrow);
    assert_eq!(sum, narrow);
    let mut naive = vec![0.0; table.dimension()];
    for row in rows {
        for (at, component) in table.stored(row).enumerate() {
            naive[at] += table.part(row, 1.5).unwrap().unit * component;
        }
    }
    assert_eq!(sum, naive);
}
