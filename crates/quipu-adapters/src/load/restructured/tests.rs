//! reStructuredText as it is written in handbooks, and in any order of its parts.

use quipu_engine::ports::{Input, Loader as _, Parsed};

use super::Restructured;
use crate::load::mixed_parts::{MixedParts, cost_their_bytes};

fn file(path: &str, text: &str) -> Parsed {
    let mut loaded = Restructured.parse(&Input::whole(path, text.as_bytes(), 1 << 20)).expect("a text");
    loaded.documents.remove(0)
}

fn read(text: &str) -> String {
    file("guide/a.rst", text).text
}

#[test]
fn headings_have_levels_in_the_order_of_their_marks() {
    let text = "======\nHarbor\n======\n\nBuoys\n=====\n\nNorth\n-----\n\nLit.\n\nLamps\n=====\n\nOut.\n";
    assert_eq!(read(text), "# Harbor\n\n## Buoys\n\n### North\n\nLit.\n\n## Lamps\n\nOut.");
    assert_eq!(file("a.rst", text).title.as_deref(), Some("Harbor"));
}

#[test]
fn paragraphs_and_lists() {
    for (text, expected) in [
        ("The *old* **lamp** is ``lit``,\nsays `the pilot`.", "The old lamp is `lit`, says the pilot."),
        (
            "* oil\n* wick\n\n  of cotton\n\n  - long\n  - short\n",
            "- oil\n- wick\n    of cotton\n    - long\n    - short",
        ),
        ("3. third\n#. fourth\n", "3. third\n4. fourth"),
        ("a) first\nb) second\n", "- a. first\n- b. second"),
        ("(iv) fourth\n", "- iv. fourth"),
        ("tide : noun\n   The sea's rise.\n\n   Twice a day.\n", "tide (noun): The sea's rise.\n\nTwice a day."),
        (":depth: 12 m\n:light: green\n  and red\n", "- depth: 12 m\n- light: green and red"),
        (
            "-v, --verbose  Say more.\n--log FILE\n    Where to write.\n",
            "- `-v, --verbose`: Say more.\n- `--log FILE`: Where to write.",
        ),
        ("| Calm sea,\n| still\n  night.\n", "Calm sea,  \nstill night."),
        ("Run this::\n\n    lamp --on\n\nDone.", "Run this:\n\n```\nlamp --on\n```\n\nDone."),
        ("Run ::\n\n> lamp\n> mast\n\nDone.", "Run\n\n```\n> lamp\n> mast\n```\n\nDone."),
        (">>> lamp.on()\nTrue\n\nEnd", "```python\n>>> lamp.on()\nTrue\n```\n\nEnd"),
        ("A. Brandt went\nashore.", "A. Brandt went ashore."),
        ("One\n\n----\n\nTwo", "One\n\nTwo"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn directives_are_read_by_their_kind() {
    for (text, expected) in [
        (".. note:: Mind the step.\n\n   It is wet.\n", "Note: Mind the step.\n\nIt is wet."),
        (".. versionadded:: 2.1\n   The green lamp.\n", "Added in version 2.1: The green lamp."),
        (".. deprecated:: 3.0\n", "Deprecated since version 3.0"),
        (".. code-block:: python\n   :linenos:\n\n   lamp.on()\n", "```python\nlamp.on()\n```"),
        (".. figure:: mast.png\n   :alt: A tall mast\n\n   The mast of 1911.\n", "A tall mast\n\nThe mast of 1911."),
        ("Text.\n\n.. contents::\n   :depth: 2\n\n.. A comment\n   of two lines\n\n.. index:: lamp\n", "Text."),
        (
            ".. list-table:: Lamps\n   :header-rows: 1\n\n   * - Name\n     - Light\n   * - North\n     - green\n       and red\n",
            "Lamps\n\n| Name | Light |\n|---|---|\n| North | green and red |",
        ),
        (
            ".. csv-table::\n   :header: \"Name\", \"Light\"\n\n   \"North, old\", green\n",
            "| Name | Light |\n|---|---|\n| North, old | green |",
        ),
        (".. math:: v = s / t\n", "$$ v = s / t $$"),
        (".. only:: html\n\n   Shown.\n", "Shown."),
        (".. glossary::\n\n   ebb\n   low tide\n     The fall.\n", "ebb, low tide: The fall."),
        (".. unknown:: lamp\n\n   Its light.\n", "## lamp\n\nIts light."),
    ] {
        let text = if expected.starts_with("##") { format!("Top\n===\n\n{text}") } else { text.to_owned() };
        let expected = if expected.starts_with("##") { format!("# Top\n\n{expected}") } else { expected.to_owned() };
        assert_eq!(read(&text), expected, "{text}");
    }
}

#[test]
fn tables_are_read() {
    let grid = "+------+-------+\n| Buoy | Depth |\n+======+=======+\n| *A*  | 12 m  |\n+------+-------+\n";
    assert_eq!(read(grid), "| Buoy | Depth |\n|---|---|\n| A | 12 m |");
    let simple = "====  =====\nBuoy  Depth\n====  =====\nA     12 m\nB     9 m\n====  =====\n\nEnd";
    assert_eq!(read(simple), "| Buoy | Depth |\n|---|---|\n| A | 12 m |\n| B | 9 m |\n\nEnd");
}

#[test]
fn roles_and_references_are_their_words() {
    let text = ".. |city| replace:: Port *Ilse*\n.. _pilot: https://pilot.example/a\n.. _lamps:\n\nThe lamps\n=========\n\n\
        See :ref:`lamps`, :ref:`these <lamps>`, :class:`~mast.lamp.Lamp`, :issue:`42`, :doc:`/tide`, |city|, |release|, \
        the pilot_, `the chart <https://chart.example/(b)>`_, H\\ :sub:`2`\\ O, :math:`x^2`, [1]_ and ``a_b_``.\n\n\
        .. [1] By hand.\n";
    assert_eq!(
        read(text),
        "# The lamps\n\nSee The lamps, these, Lamp, issue 42, [tide](/tide.rst), Port Ilse, release, the \
        [pilot](https://pilot.example/a), [the chart](https://chart.example/%28b%29), H₂O, $x^2$, [1] and `a_b_`.\n\n\
        - [1]: By hand."
    );
}

#[test]
fn descriptions_have_headings_and_what_follows_has_its_own_again() {
    let text = "Options\n=======\n\n.. confval:: lamp_limit\n   :type: int\n   :default: 7\n\n   The most lamps.\n\n\
        .. option:: --dim LEVEL\n\n   Less light.\n\nAll are read at start.\n";
    assert_eq!(
        read(text),
        "# Options\n\n## lamp_limit\n\n- type: int\n- default: 7\n\nThe most lamps.\n\n## --dim LEVEL\n\nLess light.\n\n\
        # Options\n\nAll are read at start."
    );
    let repeated = "Top\n===\n\n.. setting:: lamp\n\n``lamp``\n--------\n\nDefault: on.\n";
    assert_eq!(read(repeated), "# Top\n\n## `lamp`\n\nDefault: on.");
    assert_eq!(read("Top\n===\n\n.. autoclass:: Mast\n   :members:\n\nNext\n----\n"), "# Top\n\nMast\n\n## Next");
}

#[test]
fn heads_are_metadata_and_text() {
    let parsed = file(
        "pep-7001.rst",
        "PEP: 7001\nTitle: Quiet buoys\nAuthor: Ilse Varga <i@mast.example>,\n        Olaf Brandt\nStatus: Draft\n\n\nAbstract\n========\n\nNo bells.\n",
    );
    assert_eq!(parsed.title.as_deref(), Some("Quiet buoys"));
    assert!(
        parsed.text.starts_with("# Quiet buoys\n\n- PEP: 7001\n- Author: Ilse Varga (i@mast.example), Olaf Brandt"),
        "{}",
        parsed.text
    );
    assert!(parsed.text.ends_with("- Status: Draft\n\n## Abstract\n\nNo bells."), "{}", parsed.text);
    assert_eq!(parsed.metadata["authors"], serde_json::json!(["Ilse Varga", "Olaf Brandt"]));
    assert_eq!(parsed.metadata["Status"], "Draft");
    let parsed =
        file("a.rst", ":orphan:\n\nBuoys\n=====\n\n:Author: Ilse Varga\n:Date: $Date: 2024-05-01 $\n:Id: 5\n\nText.\n");
    assert_eq!((parsed.id, parsed.title.as_deref()), (None, Some("Buoys")));
    assert_eq!((&parsed.metadata["Author"], &parsed.metadata["date"]), (&"Ilse Varga".into(), &"2024-05-01".into()));
    assert!(parsed.text.contains("- Author: Ilse Varga"), "{}", parsed.text);
}

#[test]
fn links_to_other_files_are_metadata() {
    let parsed = file(
        "guide/a.rst",
        "Guide\n=====\n\n.. toctree::\n   :maxdepth: 1\n\n   lamps\n   The tides <sea/tide>\n\n.. include:: end.txt\n",
    );
    assert_eq!(parsed.text, "# Guide\n\n- [The tides](sea/tide.rst)");
    assert_eq!(parsed.metadata["links"], serde_json::json!(["guide/lamps.rst", "guide/end.txt", "guide/sea/tide.rst"]));
}

#[test]
fn plain_text_is_read_by_another_loader_unless_it_is_sure() {
    let accepts = |path: &str, text: &str| Restructured.accepts(&Input::whole(path, text.as_bytes(), 1 << 20));
    assert!(accepts("a.rst", "words") && accepts("a.rst.txt", "words"));
    assert!(accepts("pep-0001.txt", "PEP: 1\nTitle: Buoys\nStatus: Final\n\nText"));
    assert!(accepts("a.txt", "Buoys\n=====\n\n.. note:: Lit.\n\n.. code-block:: python\n\n   lamp\n"));
    assert!(!accepts("a.txt", "Buoys\n=====\n\nA note: lit. See Foo::bar and .. here.\n"));
    assert!(!accepts("a.rest", "GET https://mast.example/lamps\nAccept: text/plain\n"));
}

/// Parts of texts, between bars.
const PARTS: &str = "\n|\n\n|    |  |- |* |1. |#. |(a) |:x: |:: |::\n\n|.. |.. note::|.. code:: a|.. x:: y|   :z: w\n|.. _a: b_\n\
    |.. _a:\n|.. [1] |.. list-table::\n\n   * - |.. csv-table::\n\n   a,\"b|====\n|----\n|==== ====\n|+--+--+\n|+==+==+\n|a_|a__|`a`_\
    |`a <b>`_|:r:`t`|``|`|*|**|\\|[1]_|__ a\n|>>> |-o  |--x=y\n|é 2|слово|a : b\n   c\n|PEP: 1\nTitle: b\n|http://a.b/(c)\
    |.. glossary::\n\n   a\n     b\n|.. toctree::\n\n   a\n|.. py:function:: f(x)\n\n   g\n|.. confval:: x\n";
/// Parts that hold a bar.
const BARRED: [&str; 6] = ["| ", "|", "|a|", ".. |a| replace:: |b| a_\n", "| a | b |\n", "|\n"];

/// Texts of parts in any order: the reader never fails, and no text exceeds the limit.
#[test]
fn any_order_is_read() {
    let parts: Vec<&str> = PARTS.split('|').chain(BARRED).collect();
    MixedParts { parts: &parts, seed: 11, rounds: 6_000, longest: 70 }.are_read("", "a.rst", &[&Restructured]);
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_a_text_or_a_reason(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300), most in 0usize..300) {
        if let Ok(loaded) = Restructured.parse(&Input::whole("a.rst", &bytes, most)) {
            proptest::prop_assert!(loaded.documents[0].text.len() <= most);
        }
    }

    /// Each word of prose is in the output.
    #[test]
    fn no_word_of_prose_is_lost(words in proptest::collection::vec("[a-z]{3,8}", 1..40), marks in proptest::collection::vec(0usize..8, 40)) {
        let forms = ["W ", "*W* ", "``W`` ", "\n\n- W ", "\n\n.. note:: W\n\n", "\n\nW\n   W\n\n", ":ref:`W <x>` ", "`W <http://a.b>`_ "];
        let text: String = words.iter().zip(&marks).map(|(word, mark)| forms[*mark].replace('W', word)).collect();
        let read = read(&text);
        proptest::prop_assert!(words.iter().all(|word| read.contains(word.as_str())), "{}\n{}", text, read);
    }
}

#[test]
fn hostile_texts_cost_no_more_than_their_bytes() {
    let parts = [
        "`a ",
        "*a ",
        "a_ ",
        "|a ",
        ":r:`a ",
        "[1 ",
        "\\",
        "- ",
        "   ",
        "==== ====\nx\n",
        "+--+\n",
        ".. x:: y\n\n",
        "a\n=\n",
        ":a: ",
        "..\n\n",
        ".. |a| replace:: b\n",
        "__ a\n",
        "a\n b\n",
        "http://",
        "|a|",
        "a_b_",
        "(a) ",
    ];
    cost_their_bytes(&parts, "a.rst", &Restructured);
}
