//! Values of form fields, and other text over a page.

use super::file::{File, show};
use super::{has, lacks, text};

const SHARED: &str = "/Subtype /Widget /Type /Annot /F 4";

/// A page with a label and fields of these entries.
fn form(fields: &[String], drawn: &[(&str, &str)]) -> String {
    let mut file = File::new();
    let mut fields = fields.to_vec();
    for (text, entries) in drawn {
        let look = file.stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 120 18] /Resources << /Font << /F1 3 0 R >> >>",
            &format!("q {}Q", show(text, 2.0, 5.0)),
        );
        fields.push(format!("<< {SHARED} /Rect [160 695 280 713] /AP << /N {look} 0 R >> {entries} >>"));
    }
    let numbers: Vec<String> = fields.iter().map(|field| format!("{} 0 R", file.object(field))).collect();
    file.catalogue = format!("/AcroForm << /Fields [{0}] /DR << /Font << /F1 3 0 R >> >> >>", numbers.join(" "));
    file.page_with(&show("Skipper:", 60.0, 700.0), &format!("/Annots [{}]", numbers.join(" ")), "");
    text(&file)
}

fn field(entries: &str) -> String {
    format!("<< {SHARED} /Rect [160 695 280 713] {entries} >>")
}

#[test]
fn a_value_stands_beside_its_label() {
    for read in [
        form(&[], &[("Ana Lill", "/FT /Tx /V (Ana Lill)")]),
        form(&[field("/FT /Tx /V (Ana Lill)")], &[]),
        form(&[field("/FT /Tx /V <FEFF0041006E00610020004C0069006C006C>")], &[]),
        form(&[field("/FT /Ch /V (2) /Opt [[(1) (Per Moen)] [(2) (Ana Lill)]]")], &[]),
        form(&[field("/FT /Ch /V [(Ana Lill)]")], &[]),
        // Letters in boxes of their own.
        form(&[], &[("A n a  L i l l", "/FT /Tx /Ff 16777216 /MaxLen 9 /V (Ana Lill)")]),
        form(&[], &[("Ana Lill", "/FT /Ch /V (2)")]),
        form(&[], &[("Ana Lill", "/FT /Sig")]),
    ] {
        assert_eq!(read, "Skipper: Ana Lill");
    }
}

#[test]
fn a_value_of_a_parent_is_that_of_its_widgets() {
    let mut file = File::new();
    let parent = file.object("<< /FT /Tx /T (who) /V (Ana Lill) >>");
    let widget = file.object(field(&format!("/Parent {parent} 0 R")));
    file.catalogue = format!("/AcroForm << /Fields [{parent} 0 R] >>");
    file.page_with(&show("Skipper:", 60.0, 700.0), &format!("/Annots [{widget} 0 R]"), "");
    assert_eq!(text(&file), "Skipper: Ana Lill");
}

#[test]
fn ticks_are_signs() {
    assert_eq!(form(&[field("/FT /Btn /AS /On /V /On")], &[]), "Skipper: ☑");
    assert_eq!(form(&[field("/FT /Btn /AS /Off")], &[]), "Skipper: ☐");
    // A button to press.
    assert_eq!(form(&[], &[("Send", "/FT /Btn /Ff 65536")]), "Skipper:");
}

#[test]
fn what_nobody_sees_is_not_read() {
    assert_eq!(form(&[field("/FT /Tx /Ff 8192 /V (secret)")], &[("****", "/FT /Tx /Ff 8192 /V (secret)")]), "Skipper:");
    assert_eq!(form(&[field("/FT /Tx /V (Ana) /F 2")], &[]), "Skipper:");
}

#[test]
fn typed_and_struck_text_over_a_page_is_read() {
    let mut file = File::new();
    let look = file.stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 90 18] /Resources << /Font << /F1 3 0 R >> >>",
        &show("since May", 2.0, 5.0),
    );
    let typed = file.object(format!("<< /Subtype /FreeText /Rect [200 640 290 658] /AP << /N {look} 0 R >> >>"));
    let struck =
        file.object("<< /Subtype /StrikeOut /Rect [114 698 155 711] /QuadPoints [114 710 155 710 114 698 155 698] >>");
    let content = [show("The fare is 9 marks or more", 60.0, 700.0), show("It holds", 150.0, 645.0)].concat();
    file.page_with(&content, &format!("/Annots [{typed} 0 R {struck} 0 R]"), "");
    let text = text(&file);
    has(&text, &["It holds since May", "~~9 marks~~ or"]);
    lacks(&text, &["9 marks or"]);
}
