//! Documents of OpenDocument.

use super::*;

const SPACES: &str = "xmlns:office='o' xmlns:text='t' xmlns:style='s' xmlns:table='b' xmlns:fo='f' xmlns:draw='d' xmlns:dc='c' xmlns:xlink='x'";

fn document(kind: &str, styles: &str, body: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content {SPACES}><office:automatic-styles>{styles}</office:automatic-styles>\
         <office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    );
    let shared = format!(
        "<office:document-styles {SPACES}><office:styles><text:outline-style>\
         <text:outline-level-style text:level='1' style:num-format='1' style:num-suffix='.'/>\
         <text:outline-level-style text:level='2' style:num-format='1' text:display-levels='2'/>\
         </text:outline-style></office:styles></office:document-styles>"
    );
    let mime = format!("application/vnd.oasis.opendocument.{kind}");
    let formula = "<math><semantics><mi>a</mi><annotation>{a} over {b}</annotation></semantics></math>".to_owned();
    archive(&[("mimetype", mime), ("content.xml", content), ("styles.xml", shared), ("Object 1/content.xml", formula)])
}

#[test]
fn a_text_is_read_with_its_numbers_notes_and_marks() {
    let styles = "<style:style style:name='S'><style:text-properties style:text-line-through-style='solid'/></style:style>\
        <style:style style:name='U'><style:text-properties style:text-position='super 58%'/></style:style>\
        <text:list-style style:name='L'><text:list-level-style-number text:level='1' style:num-format='a' style:num-suffix=')'/>\
        <text:list-level-style-bullet text:level='2'/></text:list-style>";
    let body = "<text:h text:outline-level='1'>Pier</text:h><text:h text:outline-level='2'>Planks</text:h>\
        <text:p>They cost <text:span text:style-name='S'>9</text:span> 8 marks and hold 10<text:span text:style-name='U'>4</text:span> N\
        <text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Wet ones less.</text:p></text:note-body></text:note>.\
        <office:annotation><dc:creator>Ole</dc:creator><text:p>Each?</text:p></office:annotation></text:p>\
        <text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>\
        <text:list text:style-name='L'><text:list-item><text:p>saw<text:s text:c='2'/>them</text:p>\
        <text:list><text:list-item><text:p>short</text:p></text:list-item></text:list></text:list-item>\
        <text:list-item><text:p>nail them</text:p></text:list-item></text:list>\
        <text:p>A box:<draw:frame><draw:text-box><text:p>Keep dry.</text:p></draw:text-box></draw:frame></text:p>\
        <text:p>Load: <draw:frame><draw:object xlink:href='./Object 1'/></draw:frame> N</text:p>";
    assert_eq!(
        text(&document("text", styles, body)),
        "# 1. Pier\n\n## 1.1 Planks\n\nThey cost ~~9~~ 8 marks and hold 10⁴ N[^1].\n\n[^1]: Wet ones less.\n\n> Comment by Ole: Each?\n\n\
         - a) saw them\n    - short\n- b) nail them\n\nA box:\n\nKeep dry.\n\nLoad: {a} over {b} N"
    );
}

#[test]
fn sheets_are_tables_and_hidden_ones_are_named() {
    let styles = "<style:style style:name='H'><style:table-properties table:display='false'/></style:style>";
    let cell =
        |more: &str, words: &str| format!("<table:table-cell {more}><text:p>{words}</text:p></table:table-cell>");
    let body = format!(
        "<table:table table:name='Dues'><table:table-row>{}{}{}</table:table-row>\
         <table:table-row>{}<table:covered-table-cell/>{}<table:table-cell table:number-columns-repeated='16000'/></table:table-row>\
         <table:table-row table:number-rows-repeated='1000000'><table:table-cell/></table:table-row></table:table>\
         <table:table table:name='Old' table:style-name='H'><table:table-row>{}</table:table-row></table:table>",
        cell("", "Who"),
        cell("", "What"),
        cell("", "When"),
        cell("table:number-columns-spanned='2'", "Ann, twine"),
        cell("office:date-value='2026-05-02'", "2 May 26"),
        cell("", "unseen"),
    );
    let parsed = load("a.ods", &document("spreadsheet", styles, &body)).expect("it is a workbook");
    assert_eq!(
        parsed.text,
        "## Dues\n\n| Who | What | When |\n|---|---|---|\n| Ann, twine | Ann, twine | 2026-05-02 |"
    );
    assert_eq!(parsed.partial.as_deref(), Some("hidden sheets are not read: Old"));
}

#[test]
fn a_table_of_too_many_cells_is_told_once() {
    let words = "rope ".repeat(10_000);
    let cell =
        format!("<table:table-cell table:number-columns-repeated='16000'><text:p>{words}</text:p></table:table-cell>");
    let row = format!("<table:table-row table:number-rows-repeated='1000000'>{cell}</table:table-row>");
    let body = format!("<table:table table:name='Dues'>{}</table:table>", row.repeat(3));
    let parsed = load("a.ods", &document("spreadsheet", "", &body)).expect("it is a workbook");
    let partial = parsed.partial.unwrap_or_default();
    assert_eq!(partial.matches("too many cells").count(), 1, "{partial}");
}

#[test]
fn what_is_no_text_or_is_locked_is_refused_for_that() {
    let drawing = load("a.odg", &document("drawing", "", "")).expect_err("it is a drawing");
    assert_eq!(drawing, LoadError::Binary { found: "an OpenDocument drawing".to_owned() });
    let manifest = ("META-INF/manifest.xml", "<manifest:encryption-data/>".to_owned());
    let mime = ("mimetype", "application/vnd.oasis.opendocument.text".to_owned());
    assert_eq!(load("a.odt", &archive(&[mime, manifest])).expect_err("it is locked"), LoadError::Locked);
}
