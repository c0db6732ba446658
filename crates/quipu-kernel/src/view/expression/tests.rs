//! Tests of the meaning of expressions, and of both of their forms: each is read back as it was written.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::super::{FilterFields, fields};
use super::*;

fn document() -> Vec<(String, String)> {
    let metadata = json!({
        "tags": ["Draft", "bells"], "year": 2024, "score": "7.50", "date": "2024-05-01", "blank": "", "none": [],
        "author": {"name": "Ann Ö. Bell"}, "seen": 1_709_209_815, "id18": 900_719_925_474_099_301_u64,
        "published": true, "ёлка": "Ёж",
    });
    let metadata = metadata.as_object().expect("an object was written above");
    fields(&FilterFields { id: "n/1.md", title: "The Bells", language: "en", source: "n/1.md", metadata })
}

fn holds(text: &str) -> bool {
    text.parse::<Expression>().unwrap_or_else(|error| panic!("{text}: {error}")).admits(&document())
}

#[test]
fn every_test_means_what_it_says() {
    for text in [
        "tags = draft",
        "tags = DRAFT and tag = bells",
        "tags != other",
        "year = 2024 and year = 2024.0 and year = \"2024\" and year = +2.024e3",
        "score = 7.5 and score in (1, 7.5)",
        "title begins the and $title ends BELLS and title holds \"e b\"",
        "author.name holds \"ö. bell\"",
        "ЁЛКА = x or ёлка = еж and ёлка begins е",
        "tags in (x, \"draft\") and tags not in (x, y) and not tags in (x)",
        "tags not holds z and tags contains RAF",
        "author.name exists and not missing exists and missing is empty and year is not empty",
        "blank is empty and none is empty and not blank exists and not blank holds a",
        "published = true and published = TRUE",
        "year >= 2024 and year <= 2024 and not year > 2024 and not year < 2024",
        "year between 2023 and 2025 and year between after 2023 and before 2025",
        "not year between after 2024 and 2025 and score > 7 and score < 7.6 and score >= 7.50",
        "date >= 2024 and date <= 2024 and not date > 2024 and not date < 2024 and date > 2023",
        "date between 2024-05 and 2024-05-01 and date before 2024-06 and date after 2024-04",
        "date >= \"2024-05-01\" and date < 2024-05-01T00:01",
        "seen >= 2024-02-29 as date and seen < 2024-03 as date and not seen >= 2024-02-29T12:30:16 as date",
        "seen > 1709209814 and seen >= 1709209815 as date",
        "title > \"the b\" and title < the_z and title <= \"THE BELLS\" and not title < \"the bells\"",
        "not (tags = draft and year = 1999) and (tags = x or not (year < 2000 or year > 2100))",
        "$id = n/1.md and $language in (en, ru) and $source ends .md",
        "missing != 1 and not missing = 1 and not missing < 5",
    ] {
        assert!(holds(text), "{text}");
    }
}

#[test]
fn whole_numbers_beyond_exactness_are_told_apart() {
    assert!(holds("id18 = 900719925474099301") && !holds("id18 = 900719925474099300"));
}

#[test]
fn json_means_the_same() {
    for (json, text) in [
        (json!({"field": "tags", "equals": "a"}), "tags = a"),
        (json!({"field": "tag", "one_of": ["a", 1, true]}), "tags in (a, 1, true)"),
        (json!({"field": "title", "begins": "Bell"}), "$title begins Bell"),
        (json!({"field": "doi", "exists": true}), "doi exists"),
        (json!({"field": "doi", "exists": false}), "not doi exists"),
        (
            json!({"not": {"any": [{"field": "a", "ends": "b"}, {"field": "c", "holds": "d e"}]}}),
            "not (a ends b or c holds \"d e\")",
        ),
        (json!({"all": [{"field": "a", "equals": 2}]}), "a = 2"),
        (
            json!({"field": "year", "between": {"from": 2020, "to": 2024, "as": "number", "to_open": true}}),
            "year between 2020 and before 2024 as number",
        ),
        (json!({"field": "year", "between": {"from": 2020.5}}), "year >= 2020.5"),
        (json!({"field": "year", "between": {"from": 2020}}), "year >= 2020 as number"),
        (json!({"field": "date", "between": {"to": "2024", "to_open": true}}), "date < \"2024\""),
        (json!({"field": "name", "between": {"from": "m"}}), "name >= m"),
        (json!("year > 2020"), "year > 2020"),
    ] {
        let read = Expression::from_json(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
        assert_eq!(read, text.parse().expect(text), "{json}");
    }
}

#[test]
fn what_is_wrong_in_a_text_is_told_with_its_place() {
    for (text, place, says) in [
        ("", 1, "the text ends; expected a field"),
        ("year", 5, "expected a test of the field \"year\""),
        ("year >=", 8, "the text ends; expected a value"),
        ("year >= 2020 tags = a", 14, "`tags` stands there; expected `and`, `or` or the end"),
        ("(year >= 2020", 14, "expected `and`, `or` or `)`"),
        ("year >= 2020)", 13, "no bracket is open"),
        ("tags in a", 9, "expected `(`"),
        ("tags in (a b)", 12, "`b` stands there; expected `,` or `)`"),
        ("tags in ()", 10, "expected a value"),
        ("a = not", 5, "is a word of the language"),
        ("a = \"b", 5, "does not end"),
        ("a ! b", 3, "`!` alone"),
        ("a = \"\\x\"", 6, "no character is escaped so"),
        ("a = \"\"", 1, "an empty text is not a value"),
        ("a holds \"\"", 1, "stands in every value"),
        ("a is b", 6, "expected `empty`"),
        ("a between 1 or 2", 13, "expected `and`"),
        ("a > b as number", 1, "would be a number"),
        ("a > 2023-02-30 as date", 1, "would be a date"),
        ("a > 1 as size", 10, "choose one of text, number, date, year"),
        ("\"\" = 1", 1, "it has no name"),
    ] {
        let error = text.parse::<Expression>().expect_err(text);
        assert_eq!(error.place, format!("character {place}"), "{text}: {error}");
        assert!(error.reason.contains(says), "{text}: {error}");
    }
}

#[test]
fn what_is_wrong_in_json_is_pointed_to() {
    for (json, place) in [
        (json!(1), "the expression"),
        (json!({}), "the expression"),
        (json!({"all": []}), "/all"),
        (json!({"all": {}}), "/all"),
        (json!({"some": []}), "/some"),
        (json!({"all": [{"field": "a", "equals": 1}], "any": []}), "the expression"),
        (json!({"all": [{"field": "a", "equals": 1}, {"field": "a"}]}), "/all/1"),
        (json!({"not": {"field": "a", "equals": null}}), "/not/equals"),
        (json!({"field": "a", "equals": ""}), "/equals"),
        (json!({"field": "", "equals": "a"}), "/equals"),
        (json!({"field": 1, "equals": "a"}), "/field"),
        (json!({"field": "a", "like": "a"}), "/like"),
        (json!({"field": "a", "equals": 1, "holds": "b"}), "the expression"),
        (json!({"field": "a", "one_of": []}), "/one_of"),
        (json!({"field": "a", "one_of": ["b", []]}), "/one_of/1"),
        (json!({"field": "a", "one_of": vec!["b"; MOST_VALUES + 1]}), "/one_of"),
        (json!({"field": "a", "holds": 1}), "/holds"),
        (json!({"field": "a", "exists": "yes"}), "/exists"),
        (json!({"field": "a", "between": {}}), "/between"),
        (json!({"field": "a", "between": {"from": 1, "upto": 2}}), "/between/upto"),
        (json!({"field": "a", "between": {"from": [1]}}), "/between/from"),
        (json!({"field": "a", "between": {"from": 1, "from_open": 1}}), "/between/from_open"),
        (json!({"field": "a", "between": {"from": 1, "to": "x"}}), "/between"),
        (json!({"field": "a", "between": {"from": 1, "as": "size"}}), "/between/as"),
        (json!("a ="), "character 4"),
    ] {
        let error = Expression::from_json(&json).expect_err(&json.to_string());
        assert_eq!(error.place, place, "{json}: {error}");
    }
}

#[test]
fn bounds_hold() {
    let leaf = json!({"field": "a", "equals": "b"});
    let deep = |levels: usize| (0..levels).fold(leaf.clone(), |inner, _| json!({"not": inner}));
    assert!(Expression::from_json(&deep(15)).is_ok() && Expression::from_json(&deep(16)).is_err());
    assert!(Expression::from_json(&deep(500)).is_err());
    let many = |count: usize| json!({"any": vec![leaf.clone(); count]});
    assert!(Expression::from_json(&many(MOST_TESTS)).is_ok() && Expression::from_json(&many(MOST_TESTS + 1)).is_err());
    for text in [
        "(".repeat(100_000),
        "not ".repeat(100_000),
        "a=b or ".repeat(1_000) + "a=b",
        "a in (".to_owned() + &"b,".repeat(2_000) + "b)",
    ] {
        assert!(text.parse::<Expression>().is_err());
    }
    assert!(("not ".repeat(15) + "a=b").parse::<Expression>().is_ok());
    assert!(("not ".repeat(16) + "a=b").parse::<Expression>().is_err());
    assert!(("(".repeat(60) + "a=b" + &")".repeat(60)).parse::<Expression>().is_ok());
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-cA-C]{1,3}",
        2 => prop::sample::select(vec!["2024", "2024.0", "7", "-1.5", "1e3", "2024-05", "2024-05-01", "2024-05-01T10:00", "and", "Not", "ёж", "1709209815"]).prop_map(str::to_owned),
        1 => any::<String>().prop_filter("an empty text is no value", |text| !text.is_empty()),
    ]
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        9 => prop::sample::select(vec!["tags", "year", "date", "$title", "in"]).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

fn range() -> impl Strategy<Value = FieldRange> {
    let end = || prop::option::of((text(), any::<bool>()));
    (prop::sample::select(ComparedAs::ALL.to_vec()), end(), end()).prop_filter_map(
        "it is a range",
        |(compared, from, to)| {
            let end = |end: Option<(String, bool)>| end.map(|(text, open)| RangeEnd::new(&text, open));
            FieldRange::new(compared, end(from), end(to)).ok()
        },
    )
}

pub(crate) fn expression() -> impl Strategy<Value = Expression> {
    let test = (field(), 0..7_usize, prop::collection::vec(text(), 1..4), range());
    let test = test.prop_filter_map("its field has a name", |(field, which, texts, range)| {
        let first = &texts[0];
        match which {
            0 => Expression::equals(&field, first),
            1 => Expression::one_of(&field, texts),
            2 => Expression::begins(&field, first),
            3 => Expression::ends(&field, first),
            4 => Expression::holds(&field, first),
            5 => Expression::exists(&field),
            _ => Expression::between(&field, range),
        }
        .ok()
    });
    test.prop_recursive(5, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expression::All),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expression::Any),
            inner.prop_map(Expression::negated),
        ]
    })
}

fn values() -> impl Strategy<Value = Vec<(String, String)>> {
    prop::collection::vec((field(), text()), 0..6)
}

proptest! {
    #[test]
    fn a_text_is_read_as_it_was_written(expression in expression()) {
        let text = expression.to_string();
        prop_assert_eq!(text.parse::<Expression>().map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?, expression);
    }

    #[test]
    fn json_is_read_as_it_was_written(expression in expression()) {
        let json = serde_json::to_string(&expression).expect("it is JSON");
        let read: Expression = serde_json::from_str(&json).map_err(|error| TestCaseError::fail(format!("{json}: {error}")))?;
        prop_assert_eq!(read, expression);
    }

    #[test]
    fn both_forms_mean_the_same(expression in expression(), values in values()) {
        let text: Expression = expression.to_string().parse().expect("it was written");
        prop_assert_eq!(text.admits(&values), expression.admits(&values));
        prop_assert_ne!(expression.clone().negated().admits(&values), expression.admits(&values));
    }

    #[test]
    fn what_a_test_admits_it_reaches(expression in expression(), value in text()) {
        for test in expression.tests() {
            let (reach, folded) = (test.reach(), values::fold(&value));
            let is_number = value.bytes().next().is_some_and(ValueReach::is_of_number);
            let begun = reach.begun.is_some_and(|begun| folded.starts_with(begun));
            let reached = reach.all || reach.spelt.contains(&folded.as_str()) || begun || reach.numbers && is_number;
            prop_assert!(reached || !test.admits(&value), "{test:?} {value:?}");
        }
    }

    #[test]
    fn open_and_closed_ends_part_the_values(field in field(), end in text(), value in text(), at in 0..4_usize) {
        let values = [(field.clone(), value)];
        let of = |from: Option<bool>, to: Option<bool>| {
            let end = |open: Option<bool>| open.map(|open| RangeEnd::new(&end, open));
            let range = FieldRange::new(ComparedAs::ALL[at], end(from), end(to)).ok()?;
            Some(Expression::between(&field, range).ok()?.admits(&values))
        };
        if let (Some(below), Some(within), Some(above)) = (of(None, Some(true)), of(Some(false), Some(false)), of(Some(true), None)) {
            prop_assert!(usize::from(below) + usize::from(within) + usize::from(above) <= 1);
            prop_assert_eq!(of(None, Some(false)), Some(below || within));
            prop_assert_eq!(of(Some(false), None), Some(within || above));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = text.parse::<Expression>();
    }

    #[test]
    fn texts_of_the_language_are_read_or_refused(
        words in prop::collection::vec(prop::sample::select(vec![
            "and", "or", "not", "(", ")", "=", "!=", ">=", "a", "2024", "in", ",", "between", "as", "date", "\"b\"", "\\", "\"", "exists", "is", "empty", "!",
        ]), 0..20),
    ) {
        if let Ok(read) = words.join(" ").parse::<Expression>() {
            prop_assert_eq!(read.to_string().parse::<Expression>(), Ok(read));
        }
    }

    #[test]
    fn any_json_is_read_or_refused(text in "[\\[\\]{}:,\"a-z0-9_ ]{0,40}") {
        if let Ok(value) = serde_json::from_str::<Value>(&text) {
            let _ = Expression::from_json(&value);
        }
    }
}
