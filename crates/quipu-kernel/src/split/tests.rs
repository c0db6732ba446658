//! Laws of splitting, over Markdown with all kinds of blocks, and over any text.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::model::Format;

fn document(text: &str, format: Format) -> Document {
    Document { id: "notes/a.md".into(), text: text.into(), format, language: "en".into(), ..Document::default() }
}

fn split(text: &str, size: usize) -> Vec<Chunk> {
    Structure
        .split(&document(text, Format::Markdown), &SplitOptions { size_chars: Some(size), ..SplitOptions::default() })
}

fn bodies(text: &str, size: usize) -> Vec<String> {
    split(text, size).into_iter().map(|chunk| chunk.text).collect()
}

/// Lines that Markdown gives a meaning to, and some that look as if it did.
fn soup() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        8 => "[A-Za-zа-я ,.!?]{0,60}",
        2 => "#{1,7} ?[A-Z][a-z]{0,8}",
        2 => Just("```".to_owned()),
        1 => Just("~~~ rust".to_owned()),
        2 => Just("| a | b |".to_owned()),
        2 => Just("|---|---|".to_owned()),
        2 => "[-*+] [a-z ]{0,30}",
        2 => " {0,6}[0-9]{1,2}[.)] [a-z]{0,9}",
        1 => Just("---".to_owned()),
        1 => Just("===".to_owned()),
        1 => "(    |\t)[a-z =]{0,30}",
        1 => "> [a-z. ]{0,30}",
        6 => Just(String::new()),
        1 => "\\PC{0,12}",
    ];
    prop::collection::vec((line, prop_oneof![9 => Just("\n"), 1 => Just("\r\n")]), 0..60)
        .prop_map(|lines| lines.into_iter().flat_map(|(line, end)| [line, end.to_owned()]).collect())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => soup(),
        1 => prop::collection::vec(any::<char>(), 0..300).prop_map(|chars| chars.into_iter().collect::<String>()),
        1 => "(\\PC|[ \n\t.\u{300}。]){0,300}",
    ]
}

fn any_options() -> impl Strategy<Value = SplitOptions> {
    (1usize..200, prop::option::of(1usize..60)).prop_map(|(size, size_tokens)| SplitOptions {
        size_chars: Some(size),
        size_tokens,
        ..SplitOptions::default()
    })
}

fn any_format() -> impl Strategy<Value = Format> {
    prop_oneof![3 => Just(Format::Markdown), 1 => Just(Format::Plain)]
}

/// Bodies are in order, apart, trimmed, and nothing but white space lies between them.
fn assert_covers(text: &str, chunks: &[Chunk]) {
    let mut at = 0;
    for chunk in chunks {
        assert!(
            text[at..chunk.body.start as usize].trim().is_empty(),
            "lost {:?}",
            &text[at..chunk.body.start as usize]
        );
        assert_eq!(text[chunk.body.range()], chunk.text);
        assert_eq!(chunk.text.trim(), chunk.text);
        assert!(!chunk.text.is_empty());
        at = chunk.body.end as usize;
    }
    assert!(text[at..].trim().is_empty(), "lost at the end {:?}", &text[at..]);
}

/// The longest run of heading lines and the longest row, which may exceed a size.
fn longest_uncut(text: &str) -> usize {
    let mut run = 0;
    let mut longest = 0;
    for block in blocks(text, Format::Markdown) {
        let chars = text[block.span.clone()].chars().count();
        match block.kind {
            BlockKind::Heading { .. } => run += chars + 2,
            BlockKind::Table { .. } => {
                let rows = text[block.span].lines().map(|row| row.chars().count() + 2);
                longest = longest.max(run + rows.max().unwrap_or(0) * 3);
                run = 0;
            }
            _ => {
                longest = longest.max(run);
                run = 0;
            }
        }
    }
    longest.max(run)
}

/// Options of every kind, small enough that texts fall apart.
fn all_options() -> impl Strategy<Value = SplitOptions> {
    let separators = prop::collection::vec(prop_oneof!["[ a\n.]{0,2}", Just(String::new())], 0..4);
    let keep = prop::sample::select(vec![KeepSeparator::Start, KeepSeparator::End]);
    let encoding = prop::sample::select(Encoding::ALL.to_vec());
    (any_options(), prop::option::of(0usize..80), separators, keep, encoding).prop_map(
        |(options, overlap, separators, keep_separator, encoding)| SplitOptions {
            overlap,
            separators,
            keep_separator,
            encoding,
            ..options
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Laws of every rule of cutting.
    #[test]
    fn every_splitter_covers_every_written_byte_once(
        text in any_text(),
        format in any_format(),
        options in all_options(),
    ) {
        let document = document(&text, format);
        for splitter in SPLITTERS {
            let chunks = splitter.split(&document, &options);
            assert_covers(&text, &chunks);
            let keys: HashSet<_> = chunks.iter().map(|chunk| chunk.key).collect();
            prop_assert_eq!(keys.len(), chunks.len());
            for chunk in &chunks {
                let parts: Vec<&str> = chunk.prefix.iter().map(|span| &text[span.range()]).collect();
                prop_assert_eq!(parts.join("\n"), chunk.prefix_text.as_str());
                prop_assert!(chunk.prefix.iter().all(|span| span.end <= chunk.body.start));
            }
            prop_assert_eq!(splitter.split(&document, &options), chunks);
        }
    }

    /// A chunk of these splitters, with its overlap, is no longer than its limit.
    #[test]
    fn sizes_and_overlaps_are_kept(text in any_text(), size in 20usize..200, overlap in 0usize..20) {
        let options =
            SplitOptions { size_chars: Some(size), overlap: Some(overlap), ..SplitOptions::default() };
        for splitter in [&Recursive as &dyn Splitter, &Sentences] {
            for chunk in splitter.split(&document(&text, Format::Plain), &options) {
                let from = chunk.prefix.first().map_or(chunk.body.start, |repeated| repeated.start);
                let whole = &text[from as usize..chunk.body.end as usize];
                prop_assert!(whole.chars().count() <= size, "{} {whole:?}", splitter.name());
                prop_assert!(chunk.prefix_text.chars().count() <= overlap);
            }
        }
    }
}

#[test]
fn a_window_holds_so_many_tokens_and_repeats_the_last() {
    let text = "The knotted cords of the Andes were read by those who kept them.";
    let options = SplitOptions { size_tokens: Some(6), overlap: Some(2), ..SplitOptions::default() };
    let chunks = TokenSplitter.split(&document(text, Format::Plain), &options);
    let shown: Vec<(&str, &str)> = chunks.iter().map(|c| (c.prefix_text.as_str(), c.text.as_str())).collect();
    let expected = [
        ("", "The knotted cords of the"),
        ("of the", "Andes were read by"),
        ("read by", "those who kept them"),
        ("kept them", "."),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn a_token_that_ends_inside_a_character_cuts_before_it() {
    let text = "🪢🧶".repeat(40);
    let options = SplitOptions { size_tokens: Some(3), overlap: Some(0), ..SplitOptions::default() };
    let chunks = TokenSplitter.split(&document(&text, Format::Plain), &options);
    assert!(chunks.len() > 10);
    assert_covers(&text, &chunks);
}

#[test]
fn sentences_stay_whole_and_carry_their_headings() {
    let text = "# Knots\n\nOne is here. Two is there.\n\n## More\n\nThree is gone. Four came back.";
    let options = SplitOptions { size_chars: Some(40), overlap: Some(16), ..SplitOptions::default() };
    let chunks = Sentences.split(&document(text, Format::Markdown), &options);
    let shown: Vec<_> =
        chunks.iter().map(|c| (c.headings.join("/"), c.prefix_text.as_str(), c.text.as_str())).collect();
    let expected = [
        ("Knots", "", "# Knots\n\nOne is here. Two is there."),
        ("Knots/More", "Two is there.", "## More\n\nThree is gone."),
        ("Knots/More", "Three is gone.", "Four came back."),
    ];
    assert_eq!(shown, expected.map(|(path, prefix, text)| (path.to_owned(), prefix, text)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bodies_cover_every_written_byte_once(text in any_text(), format in any_format(), options in any_options()) {
        let chunks = Structure.split(&document(&text, format), &options);
        assert_covers(&text, &chunks);
    }

    #[test]
    fn prefixes_lie_in_the_text_before_the_body(text in any_text(), options in any_options()) {
        for chunk in Structure.split(&document(&text, Format::Markdown), &options) {
            let parts: Vec<&str> = chunk.prefix.iter().map(|span| &text[span.range()]).collect();
            prop_assert_eq!(parts.join("\n"), chunk.prefix_text);
            prop_assert!(chunk.prefix.iter().all(|span| span.end <= chunk.body.start));
            prop_assert!(chunk.prefix.is_sorted());
        }
    }

    #[test]
    fn keys_are_unique_and_repeatable(text in any_text(), options in any_options()) {
        let document = document(&text, Format::Markdown);
        let chunks = Structure.split(&document, &options);
        let keys: HashSet<_> = chunks.iter().map(|chunk| chunk.key).collect();
        prop_assert_eq!(keys.len(), chunks.len());
        prop_assert_eq!(Structure.split(&document, &options), chunks);
    }

    #[test]
    fn sizes_are_bounded(text in any_text(), options in any_options()) {
        let uncut = longest_uncut(&text);
        for chunk in Structure.split(&document(&text, Format::Markdown), &options) {
            let chars = chunk.text.chars().filter(|c| !c.is_whitespace()).count();
            prop_assert!(chars <= options.size_chars.unwrap_or_default() + uncut, "{chars} characters of {options:?} + {uncut}");
            if let Some(words) = options.size_tokens {
                let count = crate::text::count_words(&chunk.text);
                prop_assert!(count <= words + uncut, "{count} words of {words} + {uncut}: {:?}", chunk.text);
            }
        }
    }

    #[test]
    fn no_heading_stands_inside_a_body(text in any_text(), options in any_options()) {
        let headings: Vec<_> = blocks(&text, Format::Markdown)
            .filter(|block| matches!(block.kind, BlockKind::Heading { .. }))
            .map(|block| block.span)
            .collect();
        for chunk in Structure.split(&document(&text, Format::Markdown), &options) {
            let body = chunk.body.range();
            let mut lead = body.start;
            for heading in headings.iter().filter(|heading| body.contains(&(heading.end - 1))) {
                prop_assert!(text[lead..heading.start.max(lead)].trim().is_empty(), "a heading inside {:?}", chunk.text);
                lead = heading.end;
            }
        }
    }

    #[test]
    fn an_edit_of_one_section_leaves_the_keys_of_all_others(
        sections in prop::collection::vec("[A-Za-z .]{1,20}(\n{1,2}[A-Za-z .]{1,80}){0,6}", 2..8),
        at in any::<prop::sample::Index>(),
        edit in "[a-z .]{1,40}(\n\n[a-z]{1,20}){0,3}",
        size in 20usize..200,
    ) {
        let of = |sections: &[String]| -> String {
            sections.iter().enumerate().map(|(i, text)| format!("## Part {i}\n\nw{text}\n\n")).collect()
        };
        let at = at.index(sections.len());
        let mut edited = sections.clone();
        edited[at] = edit;
        let path = vec![format!("Part {at}")];
        let others = |text: &str| -> Vec<_> {
            split(text, size).into_iter().filter(|chunk| chunk.headings != path).map(|chunk| chunk.key).collect()
        };
        prop_assert_eq!(others(&of(&sections)), others(&of(&edited)));
    }

    #[test]
    fn rows_and_their_header_stay_whole(rows in prop::collection::vec("[a-z]{1,20}", 1..40), size in 20usize..150) {
        let table: String = rows.iter().map(|cell| format!("| {cell} | x |\n")).collect();
        let text = format!("| name | kind |\n|---|---|\n{table}");
        for (i, chunk) in split(&text, size).iter().enumerate() {
            prop_assert!(chunk.text.lines().all(|row| row.starts_with('|') && row.ends_with('|')));
            let header = "| name | kind |\n|---|---|";
            prop_assert_eq!(chunk.text.starts_with(header), i == 0);
            prop_assert_eq!(chunk.prefix_text == header, i > 0);
        }
    }
}

#[test]
fn headings_open_the_first_chunk_below_them() {
    let text = "# A\n\n## B\n\none\n\n## C\n## D\n\ntwo\n\nE\n===\n\nthree\n\n## Last";
    let found: Vec<_> =
        split(text, 100).into_iter().map(|chunk| (chunk.text, chunk.headings.join("/"), chunk.prefix_text)).collect();
    let expected = [
        ("# A\n\n## B\n\none", "A/B", ""),
        ("## C", "A/C", "# A"),
        ("## D\n\ntwo", "A/D", "# A"),
        ("E\n===\n\nthree", "E", ""),
        ("## Last", "E/Last", "E"),
    ];
    assert_eq!(found, expected.map(|(text, path, prefix)| (text.to_owned(), path.to_owned(), prefix.to_owned())));
}

#[test]
fn what_looks_like_a_heading_in_code_is_none() {
    let text = "# A\n\n```sh\n# comment\n```\n\n    # indented\n\n- member\n  ```\n  # inside\n  ```\n\n#tag and text";
    assert_eq!(bodies(text, 1000), [text]);
}

#[test]
fn code_is_whole_where_it_fits_and_cut_at_blank_lines_where_not() {
    let code = |body: &str| format!("```\n{body}\n```");
    let small = code("let a = 1.\n\nLet b = 2.");
    assert_eq!(bodies(&format!("{}\n\n{small}", "word ".repeat(15)), 80)[1], small);
    let large = code("fn a() {\n    1;\n}\n\nfn b() {\n    2;\n}");
    assert_eq!(bodies(&large, 30), ["```\nfn a() {\n    1;\n}", "fn b() {\n    2;\n}\n```"]);
}

#[test]
fn long_paragraphs_are_cut_at_sentence_ends_then_words() {
    let text = "One is here. Two is there, at 3.5 m. Three is gone.";
    assert_eq!(bodies(text, 38), ["One is here. Two is there, at 3.5 m.", "Three is gone."]);
    assert_eq!(bodies("alpha beta gamma", 11), ["alpha beta", "gamma"]);
    assert_eq!(bodies("одиндватри", 4), ["один", "дват", "ри"]);
}

#[test]
fn plain_text_has_paragraphs_only() {
    let text = "# not a heading\n\n| a | b |\n|---|---|";
    let chunks = Structure.split(&document(text, Format::Plain), &SplitOptions::default());
    assert_eq!(chunks.len(), 1);
    assert!(chunks[0].headings.is_empty());
}

#[test]
fn a_chunk_in_another_script_has_its_own_language() {
    let text = "# One\n\nThe knotted cords of the Andes.\n\n# Два\n\nУзелковое письмо народов Анд, хранившее счёт.";
    let languages: Vec<_> = split(text, 1200).into_iter().map(|chunk| chunk.language).collect();
    assert_eq!(languages, ["en", "ru"]);
}

#[test]
fn headings_lose_their_markup() {
    assert_eq!(heading_text("## The `foo` **bar** [site](http://x) [[page|words]] ##"), "The foo bar site words");
    assert_eq!(heading_text("# fast [![Build][img]][url] [![docs](a)](b)"), "fast");
    assert_eq!(heading_text("# The [guide][label] of [1] and ![a clock](c.png)"), "The guide of [1] and a clock");
    assert_eq!(heading_text("# C# {#c-sharp}"), "C#");
    assert_eq!(heading_text("## <span class=\"n\">1.2</span> The <b>old <i>mill</i></b>"), "1.2 The old mill");
    assert_eq!(heading_text("# Vec<T> </b> and Box<dyn Any> <b"), "Vec<T> </b> and Box<dyn Any> <b");
    assert_eq!(heading_text("#"), "");
    assert_eq!(heading_text("# *To a Knot*"), "To a Knot");
    assert_eq!(heading_text("# snake_case_ *a* b*"), "snake_case_ *a* b*");
    assert_eq!(first_heading("```\n# no\n```\n\nYes\n---"), Some("Yes".to_owned()));
}

/// An edit near the start of a long section re-does few of its chunks: cuts follow the content.
#[test]
fn an_edit_inside_a_long_section_stays_local() {
    let sentence =
        |i: usize| format!("Cord {} hangs from cord {} with {} knots. ", i * 7919 % 1009, i * 31 % 97, i * i % 13);
    let text: String = (0..2000).map(sentence).collect();
    let before: HashSet<_> = split(&text, 1200).iter().map(|chunk| chunk.key).collect();
    let mut worst = 0;
    for at in [0, 3, 11, 40] {
        let edited: String = (0..2000)
            .map(|i| if i == at { "A new knot was tied here.".repeat(at + 1) + " " } else { sentence(i) })
            .collect();
        worst = worst.max(split(&edited, 1200).iter().filter(|chunk| !before.contains(&chunk.key)).count());
    }
    assert!(before.len() > 60 && worst <= 12, "{worst} of {} chunks were made anew", before.len());
}

/// Each would take minutes or gigabytes if anything in the splitter were quadratic.
#[test]
fn hostile_texts_cost_no_more_than_their_bytes() {
    let hostile = [
        "# h\n".repeat(100_000),
        "a".repeat(4_000_000),
        "\u{301}".repeat(1_000_000),
        "a. ".repeat(1_000_000),
        ">".repeat(1_000_000),
        "- ".repeat(1_000_000),
        (0..2000).map(|depth| " ".repeat(depth) + "- x\n").collect(),
        "| a |\n|---|\n".to_owned() + &"| b |\n".repeat(300_000),
        "| a |\n|---|\n| ".to_owned() + &"b".repeat(2_000_000),
        format!("{}\n", "[".repeat(900)).repeat(1000).lines().map(|line| format!("# {line}\n")).collect(),
        "```\n".repeat(500_001),
        "\n".repeat(2_000_000) + "- a" + &"\n".repeat(2_000_000),
        "知".repeat(1_000_000),
    ];
    for text in hostile {
        let chunks = split(&text, 1200);
        assert_covers(&text, &chunks);
        assert!(chunks.iter().all(|chunk| chunk.text.chars().count() <= 20_000));
    }
}

#[test]
fn a_rich_document_is_cut_like_this() {
    let options = SplitOptions { size_chars: Some(240), ..SplitOptions::default() };
    let chunks = Structure.split(&document(include_str!("sample.md"), Format::Markdown), &options);
    let shown: Vec<String> = chunks
        .iter()
        .map(|chunk| {
            format!(
                "== {} | {} | {}..{}\n{}\n--\n{}",
                chunk.headings.join(" > "),
                chunk.language,
                chunk.body.start,
                chunk.body.end,
                chunk.prefix_text,
                chunk.text
            )
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n\n"));
}
