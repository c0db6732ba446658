//! AsciiDoc as it is written in handbooks, and in any order of its parts.

use quipu_engine::ports::{Input, Loader as _, Parsed};

use super::AsciiDoc;
use crate::load::mixed_parts::{MixedParts, cost_their_bytes};

fn file(path: &str, text: &str) -> Parsed {
    let mut loaded = AsciiDoc.parse(&Input::whole(path, text.as_bytes(), 1 << 20)).expect("a text");
    loaded.documents.remove(0)
}

fn read(text: &str) -> String {
    file("guide/a.adoc", text).text
}

#[test]
fn a_head_is_metadata_and_text() {
    let text = "= Harbor of {city}\nIlse Varga <ilse@mast.example>; Olaf Brandt\nv1.2, 2024-05-01: with lamps\n:city: Port Ilse\n:toc:\n:depth: 12 m\n\n\
        The channel is {depth} deep, {wind} blows.\n";
    let parsed = file("a.adoc", text);
    assert_eq!(
        parsed.text,
        "# Harbor of Port Ilse\n\n- Authors: Ilse Varga (ilse@mast.example); Olaf Brandt\n- Revision: 1.2\n- Date: 2024-05-01\n\
        - Remark: with lamps\n\nThe channel is 12 m deep, wind blows."
    );
    assert_eq!(parsed.title.as_deref(), Some("Harbor of Port Ilse"));
    assert_eq!(parsed.metadata["authors"], serde_json::json!(["Ilse Varga", "Olaf Brandt"]));
    assert_eq!((&parsed.metadata["date"], &parsed.metadata["depth"]), (&"2024-05-01".into(), &"12 m".into()));
}

#[test]
fn sections_lists_and_blocks() {
    for (text, expected) in [
        ("== Buoys\n\n=== North\n\nLit.\n\n## Lamps\n", "## Buoys\n\n### North\n\nLit.\n\n## Lamps"),
        ("Harbor\n------\n\nDeep.\n", "## Harbor\n\nDeep."),
        (
            "* oil\n** thin\n* wick\n+\nOf cotton.\n\n. one\n.. a\n. two\n",
            "- oil\n    - thin\n- wick\n    Of cotton.\n    1. one\n        1. a\n    2. two",
        ),
        ("* [x] lit\n* [ ] out\n", "- [x] lit\n- [ ] out"),
        ("ebb::\n  The fall.\nflood:: The rise.\n", "ebb: The fall.\n\nflood: The rise."),
        (". Type:\n+\n----\nlamp --on\n----\n. Wait.\n", "1. Type:\n\n```\nlamp --on\n```\n\n2. Wait."),
        (
            ".Start\n[source,ruby]\n----\nlamp.on # <1>\n----\n<1> Now.\n",
            "Start\n\n```ruby\nlamp.on # <1>\n```\n\n- <1> Now.",
        ),
        ("NOTE: Mind the step.\n", "Note: Mind the step."),
        ("[WARNING]\n.Wet\n====\nMind it.\n\nAlways.\n====\n", "Warning: Wet: Mind it.\n\nAlways."),
        ("[quote,Ilse Varga,Log]\n____\nCalm.\n____\n", "> Calm.\n\n— Ilse Varga, Log"),
        ("****\nAside.\n****\n\n--\nOpen.\n--\n\n++++\n<b>Raw</b>\n++++\n", "Aside.\n\nOpen.\n\n Raw"),
        ("////\nhidden\n////\n// hidden\nShown.\n// hidden\n", "Shown."),
        ("image::mast.png[A tall mast,300]\n", "A tall mast"),
        ("```sh\nlamp\n```\n", "```sh\nlamp\n```"),
        (" lamp --on\n", "```\nlamp --on\n```"),
        ("ifdef::x[]\nA\nendif::[]\nifndef::x[B]\n", "A B"),
    ] {
        assert_eq!(read(text).replace("\n\n ", "\n\n"), expected.replace("\n\n ", "\n\n"), "{text}");
    }
}

#[test]
fn tables_are_read() {
    let text = ".Buoys\n[%header,cols=\"1,2\"]\n|===\n|Name |Depth\n\n|*North*\n|12 m +\nat ebb\n\n2+|all lit\n|===\n";
    assert_eq!(read(text), "Buoys\n\n| Name | Depth |\n|---|---|\n| North | 12 m at ebb |\n| all lit |  |");
    assert_eq!(read(",===\na,\"b, c\"\nd,e\n,===\n"), "| a | b, c |\n|---|---|\n| d | e |");
}

#[test]
fn marks_and_macros_are_their_words() {
    for (text, expected) in [
        (
            "The *old* _lamp_ is `lit`, #now#, 10^3^ m, H~2~O, un**mark**ed.",
            "The old lamp is `lit`, now, 10³ m, H₂O, unmarked.",
        ),
        (
            "[.path]_/etc/mast_ and [[here]]x, +a*b*+, \\*c*, \"`d`\" a*b*c 2 * 3 * 4",
            "/etc/mast and x, a*b*, *c*, “d” a*b*c 2 * 3 * 4",
        ),
        (
            "See <<lamps>>, <<lamps,them>>, xref:tide.adoc#ebb[the ebb].\n\n[[lamps]]\n== The lamps\n",
            "See The lamps, them, [the ebb](tide.adoc).\n\n## The lamps",
        ),
        (
            "https://mast.example/a[Mast^], link:b.pdf[B], <https://c.example>, https://d.example.",
            "[Mast](https://mast.example/a), [B](b.pdf), https://c.example, https://d.example.",
        ),
        (
            "Press kbd:[F1], btn:[OK], menu:File[Open > Chart]. Bell.footnote:[Cast in 1911.]",
            "Press F1, OK, File → Open → Chart. Bell. (Cast in 1911.)",
        ),
        ("stem:[x^2], a &amp; b, image:i.png[Flag] std::vector", "$x^2$, a & b, Flag std::vector"),
        ("{url-a}[Words] and {url-b}/c[more]", "Words and more"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn inclusions_are_links() {
    let parsed = file("guide/a.adoc", "= Guide\n\ninclude::parts/lamps.adoc[]\n\nText.\n");
    assert_eq!(
        (parsed.text.as_str(), &parsed.metadata["links"]),
        ("# Guide\n\nText.", &serde_json::json!(["guide/parts/lamps.adoc"]))
    );
    let key = b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n";
    assert!(
        !AsciiDoc.accepts(&Input::whole("a.asc", key, 99)) && AsciiDoc.accepts(&Input::whole("a.asc", b"= A\n", 99))
    );
}

/// Parts of texts, between bells.
const PARTS: &str = "\n\u{7}\n\n\u{7}  \u{7}* \u{7}** \u{7}- \u{7}. \u{7}.. \u{7}1. \u{7}a:: \u{7}a;;\n\u{7}<1> \u{7}+\n\u{7}----\n\u{7}====\n\u{7}****\n\u{7}____\n\u{7}--\n\
    \u{7}++++\n\u{7}....\n\u{7}////\n\u{7}// x\n\u{7}|===\n\u{7}| \u{7}2+| \u{7}.3+| \u{7}9*| \u{7}a|\u{7}[cols=\"3*,2\"]\n\u{7}[source,x]\n\u{7}[NOTE]\n\u{7}[quote,a,b]\n\u{7}[verse]\n\u{7}[[a]]\n\
    \u{7}.T\n\u{7}= A\n\u{7}== B\n\u{7}:a: {b}{a}\\\n\u{7}:b: c\n\u{7}{a}\u{7}{b}[\u{7}ifdef::a[]\n\u{7}endif::[]\n\u{7}include::x[]\n\u{7}*\u{7}**\u{7}_\u{7}`\u{7}``\u{7}#\u{7}^\u{7}~\u{7}+\u{7}+++\
    \u{7}<<a\u{7}>>\u{7}link:\u{7}http://a\u{7}xref:\u{7}[\u{7}]\u{7}((\u{7}))\u{7}&#x1F;\u{7}\\\u{7}\"`\u{7}`\"\u{7}footnote:[\u{7}pass:[\u{7}é 2\u{7}слово\u{7}NOTE: \u{7},===\n\u{7}'\"\u{7}image::a[b]\n";

/// Texts of parts in any order: the reader never fails, and no text exceeds the limit.
#[test]
fn any_order_is_read() {
    let parts: Vec<&str> = PARTS.split('\u{7}').collect();
    MixedParts { parts: &parts, seed: 13, rounds: 6_000, longest: 70 }.are_read("", "a.adoc", &[&AsciiDoc]);
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_a_text_or_a_reason(bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300), most in 0usize..300) {
        if let Ok(loaded) = AsciiDoc.parse(&Input::whole("a.adoc", &bytes, most)) {
            proptest::prop_assert!(loaded.documents[0].text.len() <= most);
        }
    }

    /// Each word of prose is in the output.
    #[test]
    fn no_word_of_prose_is_lost(words in proptest::collection::vec("[a-z]{3,8}", 1..40), marks in proptest::collection::vec(0usize..8, 40)) {
        let forms = ["W ", "*W* ", "`W` ", "\n\n* W\n", "\n\nNOTE: W\n\n", "\n\nW:: W\n\n", "link:x[W] ", "\n\n|===\n|W\n|===\n\n"];
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
        "_a",
        "**a",
        "+a ",
        "^a",
        "~a",
        "<<a ",
        "link:x[",
        "http://a[",
        "[[a ",
        "((a ",
        "{a}",
        "a:: ",
        "a::\n",
        "* a\n",
        "** a\n* a\n",
        "[a]\n",
        ".a\n",
        "====\n",
        "--\n",
        "|===\n|",
        "64*|",
        "+\n",
        ":a: {a}{a}b\n",
        "= a\n",
        "ifdef::a[]\n",
        "\"`a",
        "footnote:[a",
        "<a ",
        "&#1",
        "[.a]#",
    ];
    cost_their_bytes(&parts, "a.adoc", &AsciiDoc);
}
