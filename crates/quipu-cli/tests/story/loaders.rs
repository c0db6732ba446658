//! Documents of many formats are read as a person would read them.

use crate::Story;

/// Minimal agreement of pairs of words, and of cells of tables, with the text written down by hand.
const WORDS: f64 = 0.9;
const CELLS: f64 = 0.85;

#[test]
fn every_sample_is_read_as_it_was_written_down() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/documents");
    let rows = Story::of(&[]).json(&["eval", "--loaders", samples]);
    let rows = rows.as_array().expect("rows come as a list");
    for row in rows {
        assert!(row["failed"].is_null() && row["words"].as_f64() >= Some(WORDS), "{row}");
        assert!(row["cells"].as_f64().is_none_or(|cells| cells >= CELLS), "{row}");
    }
    let formats = [
        "csv", "docx", "eml", "epub", "html", "ipynb", "json", "jsonl", "mbox", "pdf", "pptx", "srt", "tsv", "vtt",
        "xlsx",
    ];
    for format in formats {
        assert!(rows.iter().any(|row| row["format"] == format), "there is no sample of {format}");
    }
}

#[test]
fn every_broken_file_is_a_line_that_says_why() {
    let story = Story::of(&[]);
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../eval/documents/broken");
    let report = story.json(&["index", samples]);
    let why = |file: &str| {
        let skipped = report["skipped"].as_array().into_iter().flatten();
        let line = skipped.into_iter().find(|line| line["path"].as_str().is_some_and(|path| path.ends_with(file)));
        line.and_then(|line| line["why"].as_str()).unwrap_or_default().to_owned()
    };
    for (file, reason) in [
        ("truncated.docx", "damaged or cut off"),
        ("truncated.xlsx", "damaged or cut off"),
        ("locked.docx", "password"),
        ("locked.xlsx", "password"),
        ("archive.pdf", "a ZIP archive"),
        ("picture.txt", "a PNG image"),
        ("headless.eml", "no headers of a message"),
        ("spineless.epub", "which chapters it has"),
        ("cut.json", "EOF while parsing"),
    ] {
        assert!(why(file).contains(reason), "{file}: {}", why(file));
    }
    // A page is recognised under any name.
    let read = story.run(&["read", &format!("{samples}/page.docx")]).succeeded();
    assert!(read.out.contains("text/html"), "{}", read.out);
}

#[test]
fn a_file_that_unpacks_to_more_than_is_read_costs_only_itself() {
    let story = Story::of(&[("good.md", "The mill was built by Greta Holm.\n")]);
    let zeros = "<w:p><w:r><w:t>0</w:t></w:r></w:p>".repeat(40_000);
    story.write("large.docx", zeros.as_bytes());
    let report = story.json(&["index", "notes", "--set", "load.max_file=1"]);
    assert_eq!(report["added"], 2, "{report}");
    let mut zip = b"PK\x03\x04".to_vec();
    zip.resize(2_000_000, 0);
    story.write("large.docx", &zip);
    let report = story.json(&["index", "notes", "--set", "load.max_file=1"]);
    let why = report["skipped"][0]["why"].as_str().unwrap_or_default();
    assert!(why.contains("larger than") && why.contains("load.max_file"), "{report}");
    assert_eq!(report["missing"].as_array().map(Vec::len), Some(0), "what cannot be read any more is not gone");
}

#[test]
fn a_reader_that_takes_too_long_or_too_much_is_ended() {
    let story = Story::of(&[("good.md", "The mill was built by Greta Holm.\n")]);
    // Browsers' rules for a page that never closes its elements take time in the square of its depth.
    story.write("deep.html", "<div>".repeat(600_000).as_bytes());
    let report = story.json(&["index", "notes", "--set", "load.seconds=1"]);
    assert_eq!(report["added"], 1, "{report}");
    let why = report["skipped"][0]["why"].as_str().unwrap_or_default();
    assert!(why.contains("took longer than 1 s") && why.contains("load.seconds"), "{why}");
}

/// A PDF of these objects; the first is its catalogue.
fn pdf(objects: &[String]) -> Vec<u8> {
    let mut out = "%PDF-1.4\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        table += &format!("{:010} 00000 n \n", out.len());
        out += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (at, size) = (out.len(), objects.len() + 1);
    format!("{out}{table}trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{at}\n%%EOF").into_bytes()
}

/// A tree of pages each of whose branches is the whole tree.
fn pages_without_end(branches: usize) -> Vec<u8> {
    let kids = "2 0 R ".repeat(branches);
    pdf(&["<</Type/Catalog/Pages 2 0 R>>".to_owned(), format!("<</Type/Pages/Count 9/Kids[{kids}]>>")])
}

/// A page that draws a form, which draws the next one several times, and so on.
fn drawings_of_drawings(depth: usize, times: usize) -> Vec<u8> {
    let stream = |head: &str, words: &str| format!("<<{head}/Length {}>>stream\n{words}\nendstream", words.len());
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 6 0 R>>>>>>".to_owned(),
        stream("", "/X Do"),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    for next in (7..).take(depth) {
        let resources = format!("/Resources<</Font<</F 5 0 R>>/XObject<</X {next} 0 R>>>>");
        objects.push(stream(&format!("/Subtype/Form/BBox[0 0 9 9]{resources}"), &"/X Do ".repeat(times)));
    }
    objects.push(stream("/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 5 0 R>>>>", "BT /F 9 Tf (a) Tj ET"));
    pdf(&objects)
}

#[cfg(target_os = "linux")]
#[test]
fn small_files_that_read_without_end_cost_a_second_each_and_less_when_they_are_many() {
    let story = Story::of(&[("good.md", "The mill was built by Greta Holm.\n")]);
    story.write("z-good.html", b"<p>The clock was wound by Matvey.</p>");
    for at in 0..6 {
        story.write(&format!("pages{at}.pdf"), &pages_without_end(20 + at));
        story.write(&format!("forms{at}.pdf"), &drawings_of_drawings(12 + at, 8));
    }
    let report = story.json(&["index", "notes"]);
    assert_eq!(report["added"], 2, "{report}");
    let skipped = report["skipped"].as_array().cloned().unwrap_or_default();
    let whys: Vec<&str> = skipped.iter().filter_map(|line| line["why"].as_str()).collect();
    assert_eq!(whys.len(), 12, "{report}");
    let whole = whys.iter().filter(|why| why.contains("more than 1.") && why.contains("for a file of its size"));
    let hurried = whys.iter().filter(|why| why.contains("files of the run that took too long"));
    assert!(whole.count() >= 4 && hurried.count() >= 1, "{whys:?}");
}

#[test]
fn a_message_of_a_mailbox_and_an_object_of_a_line_are_documents() {
    let story = Story::of(&[
        (
            "mail.mbox",
            "From a@b Mon Mar  2 10:00:00 2026\nFrom: Ada <ada@quay.example>\nSubject: Bell\nMessage-ID: <one@quay>\n\n\
             The bell was cast by Ilse Varga.\n\nFrom c@d Tue Mar  3 10:00:00 2026\nFrom: Cyr <c@d.example>\nSubject: Clock\n\n\
             The clock was wound by Matvey.\n",
        ),
        ("facts.jsonl", "{\"id\": \"m\", \"text\": \"The mill was built by Greta Holm.\"}\nnonsense\n{\"id\": 2}\n"),
    ]);
    let report = story.json(&["index", "notes"]);
    assert_eq!((report["added"].as_u64(), report["skipped"].as_array().map(Vec::len)), (Some(3), Some(2)), "{report}");
    for (question, document) in [
        ("Who cast the bell?", "notes/mail.mbox#one@quay"),
        ("Who wound the clock?", "notes/mail.mbox#2"),
        ("Who built the mill?", "notes/facts.jsonl#m"),
    ] {
        assert_eq!(story.json(&["ask", question])["citations"][0]["document"], document);
    }
    let again = story.json(&["index", "notes"]);
    assert_eq!((again["unchanged"].as_u64(), again["added"].as_u64()), (Some(3), Some(0)), "{again}");
}
