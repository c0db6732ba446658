//! Laws of loading: encodings, front matter, metadata of a text, and no panic on any bytes.

use encoding_rs::{Encoding, IBM866, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252};
use proptest::prelude::*;
use quipu_engine::ports::Parsed;
use quipu_kernel::model::Format;
use serde_json::json;

use super::*;

const RUSSIAN: &str = "Кипу — узелковое письмо народов Анд. Узлы на шнуре стоят группами, и каждая группа есть цифра.\n\
    Чтение идёт от главного шнура наружу, и писцы хранили счёт податей, запасов и людей.\n";
const FRENCH: &str = "Un quipu est un registre tenu en cordelettes nouées. Chaque nœud représente un chiffre, et la \
    couleur des cordes désigne peut-être ce qui a été compté à l'époque où les Incas régnaient.\n";

fn load(path: &str, bytes: &[u8]) -> Result<Parsed, LoadError> {
    load_cut(path, bytes, 64 << 20)
}

fn load_cut(path: &str, bytes: &[u8], max_text: usize) -> Result<Parsed, LoadError> {
    parse(&loaders(&LoadOptions::default()), &Input::whole(path, bytes, max_text)).map(|mut loaded| {
        assert_eq!((loaded.documents.len(), loaded.rest), (1, 0), "one document");
        loaded.documents.remove(0)
    })
}

fn markdown(text: &str) -> Parsed {
    load("notes/deep/a.md", text.as_bytes()).expect("it is Markdown")
}

fn field(text: &str, field: &str) -> serde_json::Value {
    markdown(text).metadata.get(field).cloned().unwrap_or_default()
}

fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, lost) = encoding.encode(text);
    assert!(!lost, "the sample has no such letters");
    bytes.into_owned()
}

fn utf16(text: &str, big: bool) -> Vec<u8> {
    text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

#[test]
fn texts_in_many_encodings_come_out_alike() {
    for (encoding, text) in [
        (WINDOWS_1251, RUSSIAN),
        (WINDOWS_1251, "Привет"),
        (WINDOWS_1252, FRENCH),
        (WINDOWS_1252, "café"),
        (KOI8_R, &RUSSIAN.replace('—', "-")),
        (IBM866, &RUSSIAN.replace('—', "-")),
        (SHIFT_JIS, "結び目の縄は、アンデスの人々の記録である。それぞれの結び目は数字を表している。"),
    ] {
        let parsed = load("a.txt", &encoded(encoding, text)).expect("it is text");
        assert_eq!(parsed.text, *text, "{}", encoding.name());
        assert_eq!((parsed.text_offset, parsed.partial), (None, None));
    }
    for big in [false, true] {
        for text in [RUSSIAN, FRENCH, "plain words\n"] {
            let bytes = utf16(text, big);
            assert_eq!(load("a.txt", &bytes).expect("UTF-16 without a mark").text, text);
            let marked = utf16(&format!("\u{feff}{text}"), big);
            assert_eq!(load("a.txt", &marked).expect("UTF-16 with a mark").text, text);
        }
    }
}

#[test]
fn a_text_is_read_without_its_stray_zeros() {
    for text in [
        "title = 'A'\0\nwritten in plain letters, most of it\n",
        "a: {\0\u{11}\u{1} and plain letters\n",
        "Привет\0, это просто текст.\n",
        "bell\0s",
        "\0The bell of the tower hangs.",
        "結び目\0の縄",
        &format!("{}\0{}", FRENCH.repeat(400), RUSSIAN),
        &format!("{}\0\0\0\0", RUSSIAN.repeat(3)),
    ] {
        for path in ["a.md", "a.txt", "a.log"] {
            let parsed = load(path, text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!((parsed.text, parsed.text_offset), (text.replace('\0', ""), None), "{path}");
        }
    }
    for (encoding, text) in [(WINDOWS_1251, RUSSIAN), (WINDOWS_1252, FRENCH)] {
        let (half, rest) = text.split_at(text.find(' ').expect("it has words"));
        let bytes = [encoded(encoding, half), vec![0], encoded(encoding, rest)].concat();
        assert_eq!(load("a.txt", &bytes).expect("it is text").text, text);
        for big in [false, true] {
            assert_eq!(load("a.txt", &utf16(&format!("{half}\0{rest}"), big)).expect("it is text").text, text);
        }
    }
    let field = |text: &str| field(text, "keeper");
    assert_eq!(field("---\nkeeper: Ilse\0 Varga\n---\nThe bell hangs in the tower.\n"), "Ilse Varga");
    let rows = load("a.csv", b"valve,metal\nboiler\0,bra\0ss\npump,iron\n").expect("it is a table").text;
    assert!(rows.contains("| boiler | brass |"), "{rows}");
    let page = load("a.html", b"<p>The valve of the boiler\0 is made of br\0ass.</p>").expect("it is a page").text;
    assert!(page.contains("The valve of the boiler is made of brass."), "{page}");
    let row = b"{\"text\": \"The valve\0 of the boiler.\"}";
    assert_eq!(load("a.json", row).expect("it is data").text.trim(), "The valve of the boiler.");
}

#[test]
fn odd_characters_are_text() {
    let odd =
        ['\u{1}', '\u{7}', '\u{8}', '\u{b}', '\u{c}', '\u{1b}', '\u{7f}', '\u{85}', '\u{9f}', '\u{2028}', '\u{feff}'];
    for letter in odd.into_iter().chain(['\u{fdd0}', '\u{fffe}', '\u{ffff}', '\u{1ffff}', '\u{10ffff}']) {
        for text in
            [format!("a{letter}b"), format!("The valve{letter} of the boiler{letter}."), format!("bell{letter}")]
        {
            let parsed = load("a.txt", text.as_bytes()).unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(parsed.text, text);
        }
    }
}

#[test]
fn what_is_mostly_no_text_is_binary_whatever_words_it_holds() {
    let archive = [&[0; 257][..], b"ustar\0", FRENCH.repeat(99).as_bytes()].concat();
    for bytes in [
        format!("---\n{}\0\n---\n# Title\n\nText.\n", "\u{2}".repeat(70)).into_bytes(),
        [b"words", &[0; 40][..], b"and words"].concat(),
        (0..4000).map(|at: u32| if at % 20 < 3 { 0 } else { b'a' + (at % 23) as u8 }).collect(),
        (0..4000).map(|at: u32| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect(),
        b"\0\0\0\x02ab".to_vec(),
        archive,
    ] {
        assert!(matches!(load("a.md", &bytes), Err(LoadError::Binary { .. })), "{:?}", &bytes[..20.min(bytes.len())]);
    }
}

#[test]
fn a_text_whose_beginning_is_blank_is_empty_when_no_more_is_kept() {
    let blank = format!("{}and then words", "\n".repeat(50));
    assert_eq!(load_cut("a.txt", blank.as_bytes(), 20), Err(LoadError::Empty));
}

#[test]
fn offsets_point_into_a_file_of_utf_8() {
    for (name, bytes) in [
        ("a.txt", "\u{feff}Text — here".to_owned()),
        ("a.md", "\u{feff}---\r\ntitle: Привет\r\n---\r\n\r\n# Text\r\n".to_owned()),
        ("a.md", "+++\ntitle = 'x'\n+++\nText".to_owned()),
        ("b.md", "Text".to_owned()),
    ] {
        let parsed = load(name, bytes.as_bytes()).expect("it is text");
        let at = parsed.text_offset.expect("it is UTF-8") as usize;
        assert_eq!(&bytes[at..], parsed.text);
        assert!(!parsed.text.contains("title") && !parsed.text.starts_with('\u{feff}'));
    }
}

#[test]
fn a_few_broken_bytes_do_not_make_another_encoding() {
    let mut bytes = RUSSIAN.as_bytes().to_vec();
    bytes[40] = 0xff;
    let parsed = load("a.txt", &bytes).expect("it is nearly UTF-8");
    assert!(parsed.text.contains("узелковое") && parsed.text.contains('\u{fffd}'));
    assert!(parsed.partial.is_some_and(|why| why.contains("not UTF-8")));
    assert_eq!(parsed.text_offset, None);
    let cut = load("a.txt", &RUSSIAN.as_bytes()[..RUSSIAN.len() - 3]).expect("its end is cut");
    assert_eq!((cut.text_offset, cut.partial.is_some()), (Some(0), true));
}

#[test]
fn binaries_and_nothing_are_refused_with_a_reason() {
    let refused = |bytes: &[u8]| load("a.md", bytes).expect_err("it is no text");
    assert!(matches!(refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), LoadError::Binary { found } if found == "a PNG image"));
    assert!(matches!(refused(b"%PDF-1.7\n%text enough to look like one"), LoadError::Damaged { .. }));
    assert!(matches!(refused(b"PK\x03\x04 and no more"), LoadError::Damaged { .. }));
    assert!(matches!(refused(&[0, 1, 2, 3, 4, 0, 0, 9].repeat(50)), LoadError::Binary { .. }));
    assert!(matches!(refused(&(1..=8).collect::<Vec<u8>>()), LoadError::Binary { .. }));
    let empty: [&[u8]; 5] = [b"", b" \n\t\r\n ", b"\xef\xbb\xbf", b"\xff\xfe", b"---\ntitle: only\n---\n\n"];
    for bytes in empty {
        assert_eq!(refused(bytes), LoadError::Empty, "{bytes:?}");
    }
    assert!(matches!(refused(b"\xff\xfe\0\0a\0\0\0"), LoadError::Undecodable { .. }));
}

#[test]
fn yaml_front_matter_becomes_metadata() {
    let parsed = markdown(
        "---\nid: quipu/1\ntitle: 'Knots: a record'\nauthor: {name: Ann Weaver, orcid: x-1}\ntags: [Cords, '#knots']\n\
         keywords: cords, counting\ndate: 2024/5/1\nupdated: 2024-06-02T10:00:00Z\nrating: 4\ndraft: false\n\
         nested:\n  deep: [1, {a: b}]\nsize: .inf\n---\nThe text.\n",
    );
    assert_eq!((parsed.id.as_deref(), parsed.title.as_deref()), (Some("quipu/1"), Some("Knots: a record")));
    assert_eq!(parsed.text, "The text.\n");
    assert_eq!(
        serde_json::Value::Object(parsed.metadata),
        json!({
            "id": "quipu/1", "title": "Knots: a record", "keywords": "cords, counting",
            "author": {"name": "Ann Weaver", "orcid": "x-1"}, "authors": ["Ann Weaver"],
            "tags": ["Cords", "knots", "counting"], "date": "2024-05-01", "updated": "2024-06-02T10:00:00Z",
            "rating": 4, "draft": false, "nested": {"deep": [1, {"a": "b"}]}, "size": ".inf",
        })
    );
}

#[test]
fn toml_front_matter_becomes_metadata() {
    let parsed = markdown(
        "+++\ntitle = \"T\"\ndate = 2024-05-01T07:32:00Z\ntags = [\"a\"]\n[extra]\nlist = [1, 2]\n+++\nText #b\n",
    );
    assert_eq!(parsed.title.as_deref(), Some("T"));
    assert_eq!(
        serde_json::Value::Object(parsed.metadata),
        json!({"title": "T", "date": "2024-05-01T07:32:00Z", "tags": ["a", "b"], "extra": {"list": [1, 2]}})
    );
}

#[test]
fn broken_front_matter_is_text_and_is_told() {
    for text in ["---\na: b: c\n---\n# Title\n", "---\n- [\n---\n# Title\n", "+++\na = \n+++\n# Title\n"] {
        let parsed = markdown(text);
        assert_eq!((parsed.text.as_str(), parsed.title.as_deref()), (text, Some("Title")));
        assert!(parsed.partial.is_some_and(|why| why.starts_with("front matter is broken")), "{text:?}");
    }
    for text in ["---\nJust a paragraph\n---\nmore\n", "---\n\nno end of it: yes\n", "--- x\na: b\n---\n"] {
        let parsed = markdown(text);
        assert_eq!((parsed.text.as_str(), parsed.partial), (text, None));
    }
    let bomb = format!(
        "---\na0: &a0 [x,x]\n{}---\nText",
        (1..40).map(|i| format!("a{i}: &a{i} [*a{}, *a{}]\n", i - 1, i - 1)).collect::<String>()
    );
    assert!(markdown(&bomb).partial.is_some());
}

#[test]
fn a_remark_between_two_rules_is_text() {
    for text in [
        "---\nNote: the lock is closed on Sundays\n---\n\nMore.\n",
        "---\nwarning: mind the gate\n---\nMore.\n",
        "---\nImportant: keep the sill free.\nThe keeper says: never at night.\n---\nMore.\n",
        "---\nПримечание: шлюз закрыт по воскресеньям\n---\nДальше.\n",
        "---\nspeed: no boat may pass the lock faster than a man walks.\n---\nMore.\n",
    ] {
        let parsed = markdown(text);
        assert_eq!((parsed.text.as_str(), parsed.partial), (text, None));
    }
    for front in [
        "title: The lock is closed",
        "status: work in progress",
        "Date: 2 May 2031 at noon",
        "Note: 4",
        "Note: a\ntags: [b]",
    ] {
        assert_eq!(markdown(&format!("---\n{front}\n---\nMore.\n")).text, "More.\n", "{front}");
    }
}

#[test]
fn titles_come_from_front_matter_then_a_heading_at_the_beginning() {
    assert_eq!(markdown("---\nTitle: Given\n---\n# Found\n").title.as_deref(), Some("Given"));
    assert_eq!(markdown("<!-- x -->\n![a](b.png)\n\n# The `first`\n\n# Second").title.as_deref(), Some("The first"));
    for text in ["text\n\n# Second", "## Life\n\ntext"] {
        let named = load("n/tower_clock-2024-05-01.md", text.as_bytes()).ok().and_then(|named| named.title);
        assert_eq!((named.as_deref(), markdown(text).title), (Some("tower clock-2024-05-01"), None));
    }
    assert_eq!(markdown("no heading").title, None);
    assert_eq!(load("a.txt", b"# not a heading in plain text").expect("text").title, None);
}

#[test]
fn hashtags_are_neither_headings_nor_colours_nor_places() {
    let text = "# Heading\n#one and (#two/sub) C# page#four #123 #fff #a1b2c3 #décor `#code` ##five &#39; #six-\n\n\
        ```\n#seven\n```\n\n[x](a.md#eight)\n\nTags: nine, ten ten\n\n**Теги:** #узел #one\n";
    assert_eq!(field(text, "tags"), json!(["one", "two/sub", "décor", "six", "nine", "ten ten", "узел"]));
}

#[test]
fn links_lead_to_ids_addresses_and_pages() {
    let text = "[a](b.md) [b](../c%20d.md#part \"title\") ![i](i.png) [[Page|words]] [[Other#part]] ![[embed]] \
        [w](https://en.wikipedia.org/wiki/Knot_(cord)) <https://x.org/y> [s](#here) [m](mailto:a@b.c) [up](../../out.md) \
        [abs](/top.md) `[no](no.md)` [r][ref] [[a.md] [[ 1 ]](n.md)\n\n[ref]: <ref.md> 'title'\n[^1]: note.md\n";
    let expected = [
        "notes/deep/b.md",
        "notes/c d.md",
        "Page",
        "Other",
        "https://en.wikipedia.org/wiki/Knot_(cord)",
        "https://x.org/y",
        "mailto:a@b.c",
        "notes/top.md",
        "notes/deep/n.md",
        "notes/deep/ref.md",
    ];
    assert_eq!(field(text, "links"), json!(expected));
}

#[test]
fn authors_and_dates_take_one_shape() {
    let of = |line: &str, name: &str| field(&format!("---\n{line}\n---\ntext"), name);
    assert_eq!(of("author: Ann Weaver and Bob Cord", "authors"), json!(["Ann Weaver", "Bob Cord"]));
    assert_eq!(of("author: Ann Weaver, Bob Cord", "authors"), json!(["Ann Weaver", "Bob Cord"]));
    assert_eq!(of("author: 'Weaver, Ann; Cord, Bob'", "authors"), json!(["Weaver, Ann", "Cord, Bob"]));
    assert_eq!(of("authors: [Ann, Bob]", "authors"), json!(["Ann", "Bob"]));
    assert_eq!(of("date: 01.05.2024", "date"), json!("2024-05-01"));
    assert_eq!(of("created: 2024-5-1 10:00", "date"), json!("2024-05-01 10:00"));
    assert_eq!(of("date: May 2024", "date"), json!("May 2024"));
    assert_eq!(of("date: 2024", "date"), json!("2024"));
    assert_eq!(of("date: 1/5/2024", "date"), json!("1/5/2024"));
}

#[test]
fn the_loader_is_chosen_by_content_then_name() {
    let format = |path: &str, text: &str| load(path, text.as_bytes()).expect("text").format;
    assert_eq!(format("a.MD", "x"), Format::Markdown);
    assert_eq!(format("README", "# Title\n\ntext"), Format::Markdown);
    assert_eq!(format("-", "---\na: 1\n---\ntext"), Format::Markdown);
    assert_eq!(format("-", "just text"), Format::Plain);
    assert_eq!(format("a.log", "# not Markdown"), Format::Plain);
    let mime = |path: &str, text: &str| load(path, text.as_bytes()).expect("text").mime;
    assert_eq!(mime("a.json", "{\"a\": 1}"), "application/json");
    assert_eq!(mime("a.rs", "// code"), "text/x-source");
    // The content of a file counts before its name.
    assert_eq!(mime("a.txt", "<!DOCTYPE html><p>A page"), "text/html");
    assert_eq!(mime("a", "Received: by b\nFrom: c@d\nSubject: e\n\nA message"), "message/rfc822");
}

#[test]
fn what_speaks_of_a_format_is_not_of_it() {
    for (path, bytes) in [("make.py", &b"PDF = b\"%PDF-1.4\\n\""[..]), ("notes", b"A file begins with %PDF-1.7.\n")] {
        let parsed = load(path, bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(parsed.text.contains("%PDF-1"), "{path}: {}", parsed.text);
    }
    for (path, bytes) in [("a", &b"\r\n%PDF-1.7\n"[..]), ("a.pdf", b"junk %PDF-1.7\n"), ("a", b"\0\x01%PDF-1.7\n")] {
        assert!(matches!(load(path, bytes), Err(LoadError::Damaged { .. })), "{path}");
    }
}

#[test]
fn a_long_text_is_cut_at_a_character() {
    for (path, text) in [("a.txt", "é".repeat(100)), ("a.md", format!("---\na: 1\n---\n{}", "é".repeat(100)))] {
        let parsed = load_cut(path, text.as_bytes(), 31).expect("text");
        assert_eq!(parsed.text, "é".repeat(15));
        assert_eq!(parsed.partial.as_deref(), Some("cut at 31 bytes of text"));
    }
}

/// Each would take minutes if anything in the loaders were quadratic.
#[test]
fn what_separates_cells_is_told_by_the_rows() {
    for (text, header) in [
        ("a,b\n1,2\n", "| a | b |"),
        ("a;b;c\n1,5;2,5;3,5\n1,6;2,6;3,6\n", "| a | b | c |"),
        ("a,b\n\"x;y\",z\n\"p;q\",r\n", "| a | b |"),
        ("a\tb\n1,2\t3\n", "| a | b |"),
        ("a|b\n1|2\n", "| a | b |"),
        ("sep=|\na,b|c\n", "| a,b | c |"),
        ("alone\nother\n", "| alone |"),
    ] {
        let table = load("a.csv", text.as_bytes()).expect("it is a table").text;
        assert_eq!(table.lines().next(), Some(header), "{text:?}");
    }
}

#[test]
fn hostile_texts_cost_no_more_than_their_bytes() {
    for part in [
        "[", "[[", "[](", "[]:", "`", "``` `` `", "<", "#a", "](", "![[a]]", "[a](b)", "[x]:y ", "tags: ", "# [[\n",
        "\\",
    ] {
        let text = part.repeat(2_000_000 / part.len());
        assert_eq!(markdown(&text).text, text);
    }
    for (path, part) in [
        ("a.csv", "\""),
        ("a.csv", "a,"),
        ("a.csv", "a\n"),
        ("a.csv", "\"a\"\""),
        ("a.csv", "\"a,"),
        ("a.csv", "\"a,\"b\n"),
        ("a.csv", "\"a\n\","),
        ("a.srt", "<"),
        ("a.srt", "{\\"),
        ("a.srt", "1:1 --> 1:2\n"),
        ("a.vtt", "0:1 --> 0:2\n<v a>b\n\n"),
        ("a.ipynb", "{\"cells\":["),
        ("a.ipynb", "["),
    ] {
        let text = part.repeat(2_000_000 / part.len());
        assert!(load(path, text.as_bytes()).is_ok_and(|parsed| !parsed.text.is_empty()) || path != "a.csv");
    }
    let yaml = format!("---\n{}\n---\ntext", "[".repeat(100_000));
    assert!(markdown(&yaml).partial.is_some());
    let toml = format!("+++\na = {}\n+++\ntext", "[".repeat(100_000));
    assert!(markdown(&toml).partial.is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// A supposed table or subtitle file gives one, a text, or an error; no result exceeds its limit.
    #[test]
    fn rows_and_cues_are_read(
        text in "([,;\t|\"a-z0-9 ]|\\n|sep=;\\n|00:00:0[0-9],[0-9]{3} --> 00:00:1[0-9]\\.[0-9]{3}\\n|<v [a-z]>|&amp;|NOTE\\n|\\{\\\\an8\\}|- ){0,80}",
        path in "a\\.(csv|tsv|srt|vtt)",
        max_text in 0usize..300,
    ) {
        if let Ok(parsed) = load_cut(&path, text.as_bytes(), max_text) {
            prop_assert!(parsed.text.len() <= max_text && !parsed.text.trim().is_empty());
        }
    }

    #[test]
    fn cells_come_back_from_their_table(rows in prop::collection::vec(prop::collection::vec("[a-z0-9, \"\n]{1,8}x", 3), 2..9)) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for row in &rows {
            writer.write_record(row).expect("memory takes it");
        }
        let bytes = writer.into_inner().expect("memory takes it");
        let text = load("a.csv", &bytes).expect("it is a table").text;
        let clean = |cell: &String| cell.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
        let expected: Vec<String> = rows.iter().map(|row| row.iter().map(|cell| format!(" {} |", clean(cell))).collect()).collect();
        let found: Vec<&str> = text.lines().enumerate().filter(|(at, _)| *at != 1).map(|(_, line)| &line[1..]).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn any_bytes_give_a_text_or_a_reason(bytes in prop::collection::vec(any::<u8>(), 0..400), path in "a(\\.md|\\.txt|\\.csv|\\.ipynb|\\.srt|)", max_text in 0usize..300) {
        if let Ok(parsed) = load_cut(&path, &bytes, max_text) {
            prop_assert!(parsed.text.len() <= max_text);
            if let Some(at) = parsed.text_offset {
                prop_assert!(bytes[at as usize..].starts_with(parsed.text.as_bytes()));
            }
        }
    }

    #[test]
    fn any_marked_up_text_is_read(text in "([\\[\\]()`#<>!|:\\\\ \n-]|---\n|tags:|\\PC|[a-f0-9]){0,120}", max_text in 0usize..300) {
        if let Ok(parsed) = load_cut("n/a.md", text.as_bytes(), max_text) {
            prop_assert!(text.contains(&parsed.text) && parsed.text.len() <= max_text);
        }
    }
}
