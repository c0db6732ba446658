//! RTF of several programs, and the texts expected from it.

use super::*;

fn text(rtf: &str) -> String {
    let mut written = Written::new(1 << 20);
    read(&mut written, rtf.as_bytes());
    written.text().to_owned()
}

#[test]
fn paragraphs_headings_and_lists_are_told_apart() {
    let rtf = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fnil Arial;}}{\stylesheet{\s1\outlinelevel0 heading 1;}{\s2 Normal;}}
\pard\s1 The pier\par\pard It is 40 m long\emdash and old.\par
{\listtext 1.\tab}\pard\ilvl0 Mind the step.\par{\listtext (a)\tab}\pard\ilvl1 Both of them.\par\pard{\pntext\bullet\tab}Ropes\par\pard # no heading\par}";
    assert_eq!(
        text(rtf),
        "# The pier\n\nIt is 40 m long—and old.\n\n1. Mind the step.\n    - (a) Both of them.\n- Ropes\n\n\\# no heading"
    );
}

#[test]
fn letters_come_in_the_encodings_of_their_fonts_and_in_unicode() {
    let rtf = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 A;}{\f1\fcharset204 B;}}\f0 caf\'e9 {\f1 \'cf\'ee\'f0\'f2} \u8364? \u-10179?\u-8704? {\uc0\u1078}\par}";
    assert_eq!(text(rtf), "café Порт € 😀 ж");
}

#[test]
fn what_is_struck_raised_hidden_or_deleted_keeps_its_meaning() {
    let rtf =
        r"{\rtf1 Now {\strike 30 marks} 25 marks, 10{\super 4} m{\super 2}, H{\sub 2}O{\v unseen}{\deleted gone}.\par}";
    assert_eq!(text(rtf), "Now ~~30 marks~~ 25 marks, 10⁴ m², H₂O.");
}

#[test]
fn tables_notes_and_remarks_are_read_and_pictures_and_heads_are_not() {
    let rtf = r"{\rtf1{\info{\title Ropes}{\author Ann}}{\header Page head}{\pict\bin2 {}}A knot{\footnote\pard A bowline.} holds.{\*\atnauthor Ole}{\*\annotation Does it?}\par
\trowd\intbl Rope\cell Length\cell\row\trowd\intbl Hemp\cell 30\cell\row\pard End {\field{\*\fldinst HYPERLINK x}{\fldrslt here}}\par}";
    assert_eq!(
        text(rtf),
        "A knot[^1] holds.\n\n[^1]: A bowline.\n\n> Comment by Ole: Does it?\n\n| Rope | Length |\n|---|---|\n| Hemp | 30 |\n\nEnd here"
    );
    let mut written = Written::new(1 << 20);
    let (fields, whole) = read(&mut written, rtf.as_bytes());
    assert_eq!((fields["title"].as_str(), whole), (Some("Ropes"), true));
    assert!(!read(&mut written, &rtf.as_bytes()[..120]).1);
}

#[test]
fn a_page_in_rtf_reads_as_its_words() {
    let rtf = r"{\rtf1\ansi\fromhtml1{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Dear Ann,{\*\htmltag72 </p>}\htmlrtf\par}\htmlrtf0 }";
    assert_eq!(text(rtf), "Dear Ann,");
}

proptest::proptest! {
    #[test]
    fn nothing_makes_it_panic(bytes in proptest::collection::vec(proptest::sample::select(b"{}\\'*urtf1cel0 \\par9-".to_vec()), 0..300)) {
        let mut written = Written::new(4096);
        read(&mut written, &bytes);
    }
}
