//! Small generated documents, and the texts expected from them.

mod compound;
mod open;

use std::io::{Cursor, Write};

use quipu_engine::ports::Parsed;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::*;

const TYPES: &str = "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>\
    <Default Extension='rels' ContentType='application/vnd.openxmlformats-package.relationships+xml'/>\
    <Default Extension='xml' ContentType='application/xml'/>";
const LINKS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
    xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'";

/// An archive of parts that are not packed.
fn archive(parts: &[(&str, String)]) -> Vec<u8> {
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, text) in parts {
        to.start_file(*name, options).expect("it is a name");
        to.write_all(text.as_bytes()).expect("there is memory");
    }
    to.finish().expect("there is memory").into_inner()
}

fn links(of: &[(&str, &str)]) -> String {
    let links = of.iter().enumerate().map(|(at, (kind, target))| {
        format!("<Relationship Id='rId{}' Type='{LINKS}/{kind}' Target='{target}'/>", at + 1)
    });
    format!(
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>{}</Relationships>",
        links.collect::<String>()
    )
}

/// A document of Word with this body, and other parts by their names.
fn word(body: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let kind = |name: &str| format!("application/vnd.openxmlformats-officedocument.wordprocessingml.{name}+xml");
    let types: String = others
        .iter()
        .map(|(name, _)| format!("<Override PartName='/word/{name}.xml' ContentType='{}'/>", kind(name)))
        .collect();
    let main = format!("<Override PartName='/word/document.xml' ContentType='{}'/>", kind("document.main"));
    let files: Vec<(String, String)> =
        others.iter().map(|(name, _)| ((*name).to_owned(), format!("{name}.xml"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, file)| (name.as_str(), file.as_str())).collect();
    let mut parts = vec![
        ("[Content_Types].xml", format!("{TYPES}{main}{types}</Types>")),
        ("_rels/.rels", links(&[("officeDocument", "word/document.xml")])),
        ("word/document.xml", format!("<w:document {WORD}><w:body>{body}</w:body></w:document>")),
        ("word/_rels/document.xml.rels", links(&files)),
    ];
    let names: Vec<String> = others.iter().map(|(name, _)| format!("word/{name}.xml")).collect();
    for ((name, text), path) in others.iter().zip(&names) {
        parts.push((path, format!("<w:{name} {WORD}>{text}</w:{name}>")));
    }
    archive(&parts)
}

fn run(properties: &str, words: &str) -> String {
    format!("<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{words}</w:t></w:r>")
}

fn load(path: &str, bytes: &[u8]) -> Result<Parsed, LoadError> {
    Office.parse(&Input::whole(path, bytes, 1 << 20)).map(|mut loaded| loaded.documents.remove(0))
}

fn text(bytes: &[u8]) -> String {
    load("a", bytes).expect("it is a document").text
}

#[test]
fn letters_of_word_keep_what_they_mean() {
    let body = format!(
        "<w:p>{}{}{}{}</w:p><w:p>{}{}{}</w:p>",
        run("", "2.4 × 10"),
        run("<w:vertAlign w:val='superscript'/>", "-"),
        run("<w:b/><w:vertAlign w:val='superscript'/>", "9"),
        run("", " F"),
        run("<w:dstrike/>", "Open on "),
        run("<w:strike/>", "Mondays"),
        run("<w:strike w:val='0'/>", " Open daily"),
    );
    assert_eq!(text(&word(&body, &[])), "2.4 × 10⁻⁹ F\n\n~~Open on Mondays~~ Open daily");
}

#[test]
fn clauses_of_word_keep_their_numbers_and_remarks_stand_below() {
    let numbering = "<w:abstractNum w:abstractNumId='1'>\
        <w:lvl w:ilvl='0'><w:start w:val='1'/><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl>\
        <w:lvl w:ilvl='1'><w:start w:val='1'/><w:numFmt w:val='decimal'/><w:lvlText w:val='%1.%2'/></w:lvl>\
        <w:lvl w:ilvl='2'><w:start w:val='1'/><w:numFmt w:val='lowerRoman'/><w:lvlText w:val='(%3)'/></w:lvl>\
        </w:abstractNum><w:num w:numId='5'><w:abstractNumId w:val='1'/></w:num>";
    let clause = |level: usize, words: &str| {
        let number = format!("<w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='5'/></w:numPr>");
        format!("<w:p><w:pPr>{number}</w:pPr>{}</w:p>", run("", words))
    };
    let remark = "<w:comment w:id='3' w:author='Ole'><w:p><w:r><w:t>Since when?</w:t></w:r></w:p></w:comment>";
    let body = format!(
        "{}{}{}<w:p>{}<w:r><w:commentReference w:id='3'/></w:r></w:p>{}{}",
        clause(0, "Rent"),
        clause(1, "It is due in May."),
        clause(2, "in coins;"),
        run("", "An aside."),
        clause(1, "It is not due in June."),
        clause(0, "Repairs"),
    );
    assert_eq!(
        text(&word(&body, &[("numbering", numbering), ("comments", remark)])),
        "1. Rent\n    - 1.1 It is due in May.\n        - (i) in coins;\n\nAn aside.\n\n> Comment by Ole: Since when?\n\n\
         - 1.2 It is not due in June.\n\n2. Repairs"
            .replace("June.\n\n2.", "June.\n2.")
    );
}

#[test]
fn lists_in_cells_keep_their_inner_points() {
    let numbering = "<w:abstractNum w:abstractNumId='1'>\
        <w:lvl w:ilvl='0'><w:numFmt w:val='bullet'/><w:lvlText w:val='o'/></w:lvl>\
        <w:lvl w:ilvl='1'><w:numFmt w:val='bullet'/><w:lvlText w:val='-'/></w:lvl>\
        </w:abstractNum><w:num w:numId='5'><w:abstractNumId w:val='1'/></w:num>";
    let point = |level: usize, words: &str| {
        let number = format!("<w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='5'/></w:numPr>");
        format!("<w:p><w:pPr>{number}</w:pPr>{}</w:p>", run("", words))
    };
    let cell = |inside: &str| format!("<w:tc>{inside}</w:tc>");
    let plain = cell(&format!("<w:p>{}</w:p>", run("", "Rope")));
    let points = cell(&[point(0, "Hemp"), point(1, "tarred"), point(0, "Cotton")].concat());
    let body = format!("<w:tbl><w:tr>{plain}{points}</w:tr></w:tbl>");
    assert_eq!(text(&word(&body, &[("numbering", numbering)])), "| Rope | Hemp tarred Cotton |\n|---|---|");
}

#[test]
fn what_tracked_changes_took_out_is_gone_and_notes_and_boxes_are_kept() {
    let note = |kind: &str, words: &str| {
        format!("<w:{kind} w:id='2'><w:p><w:r><w:{kind}Ref/></w:r><w:r><w:t>{words}</w:t></w:r></w:p></w:{kind}>")
    };
    let body = format!(
        "<w:p><w:del><w:r><w:delText>Nine</w:delText></w:r></w:del><w:ins>{}</w:ins>{}<w:r><w:footnoteReference w:id='2'/></w:r>\
         <w:r><w:endnoteReference w:id='2'/></w:r><w:r><w:pict><v:textbox xmlns:v='urn:schemas-microsoft-com:vml'><w:txbxContent><w:p>{}</w:p>\
         </w:txbxContent></v:textbox></w:pict></w:r></w:p>",
        run("", "Ten"),
        run("", " boats"),
        run("", "Mind the gap.")
    );
    let (foot, end) = (note("footnote", "Or more."), note("endnote", "Counted in May."));
    assert_eq!(
        text(&word(&body, &[("footnotes", &foot), ("endnotes", &end)])),
        "Ten boats[^1][^2]\n\n[^1]: Or more.\n\n[^2]: Counted in May.\n\nMind the gap."
    );
}

#[test]
fn what_the_reader_would_not_show_is_shown_or_said() {
    // A paragraph where none may stand is lost by the library.
    let lost = "<w:unknown><w:p><w:r><w:t>Nobody would read these many words of the text unless they were counted before.</w:t></w:r></w:p></w:unknown>";
    let parsed = load("a.docx", &word(&format!("<w:p>{}</w:p>{lost}", run("", "Short.")), &[])).expect("it is read");
    assert!(parsed.text.contains("counted before"), "{}", parsed.text);
}

fn book(sheets: &[(&str, &str, &str)], styles: &str) -> Vec<u8> {
    let main = "xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'";
    let kind = |name: &str| format!("application/vnd.openxmlformats-officedocument.spreadsheetml.{name}+xml");
    let mut types = format!("<Override PartName='/xl/workbook.xml' ContentType='{}'/>", kind("sheet.main"));
    types.push_str(&format!("<Override PartName='/xl/styles.xml' ContentType='{}'/>", kind("styles")));
    let (mut listed, mut files, mut parts) = (String::new(), Vec::new(), Vec::new());
    for (at, (name, state, rows)) in sheets.iter().enumerate() {
        let id = at + 1;
        listed.push_str(&format!("<sheet name='{name}' sheetId='{id}' state='{state}' r:id='rId{id}'/>"));
        types.push_str(&format!(
            "<Override PartName='/xl/worksheets/sheet{id}.xml' ContentType='{}'/>",
            kind("worksheet")
        ));
        files.push(("worksheet", format!("worksheets/sheet{id}.xml")));
        parts.push((
            format!("xl/worksheets/sheet{id}.xml"),
            format!("<worksheet {main}><sheetData>{rows}</sheetData></worksheet>"),
        ));
    }
    files.push(("styles", "styles.xml".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(kind, file)| (*kind, file.as_str())).collect();
    let mut all = vec![
        ("[Content_Types].xml", format!("{TYPES}{types}</Types>")),
        ("_rels/.rels", links(&[("officeDocument", "xl/workbook.xml")])),
        ("xl/workbook.xml", format!("<workbook {main} xmlns:r='{LINKS}'><sheets>{listed}</sheets></workbook>")),
        ("xl/_rels/workbook.xml.rels", links(&files)),
        ("xl/styles.xml", format!("<styleSheet {main}>{styles}</styleSheet>")),
    ];
    all.extend(parts.iter().map(|(name, text)| (name.as_str(), text.clone())));
    archive(&all)
}

#[test]
fn sheets_show_what_their_formats_say_and_hidden_ones_are_named() {
    let words = |at: &str, style: usize, words: &str| {
        format!("<c r='{at}' s='{style}' t='inlineStr'><is><t>{words}</t></is></c>")
    };
    let styles = "<numFmts><numFmt numFmtId='170' formatCode='[hh]:mm'/><numFmt numFmtId='171' formatCode='000\\-000'/></numFmts>\
        <fonts><font/><font><strike/></font></fonts><fills><fill/></fills><borders><border/></borders>\
        <cellXfs><xf/><xf numFmtId='170'/><xf numFmtId='171'/><xf fontId='1'/></cellXfs>";
    let rows = format!(
        "<row r='1'>{}{}{}</row><row r='2'>{}<c r='B2' s='1'><v>2.25</v></c><c r='C2' s='2'><v>4711</v></c></row>\
         <row r='3'>{}<c r='B3' s='3'><v>8</v></c><c r='C3' s='2'><v>12</v></c></row>",
        words("A1", 0, "Who"),
        words("B1", 0, "Time"),
        words("C1", 0, "Key"),
        words("A2", 0, "Ann"),
        words("A3", 3, "Ole"),
    );
    let secret = format!("<row r='1'>{}</row>", words("A1", 0, "unseen"));
    let bytes =
        book(&[("Shifts", "visible", &rows), ("Old", "hidden", &secret), ("Older", "veryHidden", &secret)], styles);
    let parsed = load("a.xlsx", &bytes).expect("it is a workbook");
    assert_eq!(
        parsed.text,
        "## Shifts\n\n| Who | Time | Key |\n|---|---|---|\n| Ann | 54:00 | 004-711 |\n| ~~Ole~~ | ~~8~~ | 000-012 |"
    );
    assert_eq!(parsed.partial.as_deref(), Some("hidden sheets are not read: Old, Older"));
}

#[test]
fn a_head_that_only_the_first_page_has_is_read_once() {
    let head = |words: &str| format!("<w:p>{}</w:p>", run("", words));
    let section = "<w:sectPr><w:headerReference w:type='first' r:id='rId1'/><w:headerReference w:type='default' r:id='rId2'/><w:titlePg/></w:sectPr>";
    let body = format!("<w:p>{}</w:p>{section}", run("", "Dear Ole,"));
    let bytes = word_with_heads(&body, &head("Pier Office, 2 Quay"), &head("Page of the Pier Office"));
    assert_eq!(text(&bytes), "Pier Office, 2 Quay\n\nDear Ole,");
}

fn word_with_heads(body: &str, first: &str, others: &str) -> Vec<u8> {
    let kind = |name: &str| format!("application/vnd.openxmlformats-officedocument.wordprocessingml.{name}+xml");
    let types: String = [("document", "document.main"), ("header1", "header"), ("header2", "header")]
        .iter()
        .map(|(part, name)| format!("<Override PartName='/word/{part}.xml' ContentType='{}'/>", kind(name)))
        .collect();
    let head = |words: &str| format!("<w:hdr {WORD}>{words}</w:hdr>");
    archive(&[
        ("[Content_Types].xml", format!("{TYPES}{types}</Types>")),
        ("_rels/.rels", links(&[("officeDocument", "word/document.xml")])),
        ("word/document.xml", format!("<w:document {WORD} xmlns:r='{LINKS}'><w:body>{body}</w:body></w:document>")),
        ("word/_rels/document.xml.rels", links(&[("header", "header1.xml"), ("header", "header2.xml")])),
        ("word/header1.xml", head(first)),
        ("word/header2.xml", head(others)),
    ])
}

proptest::proptest! {
    #[test]
    fn no_part_makes_the_mending_panic(
        cuts in proptest::collection::vec((0usize..2000, proptest::sample::select(b"<>/wrpt&\"' 0:".to_vec())), 1..40),
    ) {
        let body = format!("<w:p>{}<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num></m:f></m:oMath></w:p>", run("<w:strike/>", "a"));
        let mut part = format!("<w:document {WORD}><w:body>{body}</w:body></w:document>").into_bytes();
        for (at, byte) in cuts {
            let length = part.len();
            part[at % length] = byte;
        }
        let part = String::from_utf8_lossy(&part).into_owned();
        let types = format!("{TYPES}<Override PartName='/word/document.xml' ContentType='application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'/></Types>");
        let links = links(&[("officeDocument", "word/document.xml")]);
        let bytes = archive(&[("[Content_Types].xml", types), ("_rels/.rels", links), ("word/document.xml", part.clone())]);
        let _ = load("a.docx", &bytes);
        let _ = sheets::mark(&part, &sheets::Styles::read(&part), &[]);
        let mime = ("mimetype", "application/vnd.oasis.opendocument.text".to_owned());
        let _ = load("a.odt", &archive(&[mime, ("content.xml", part)]));
    }
}
