//! Letters of many senders: forms of a body, charsets said and unsaid, letters and files in letters.

use encoding_rs::{EUC_KR, KOI8_R, WINDOWS_1251};
use quipu_engine::ports::{Input, Loaded, Loader as _, Parsed};

use super::{Mail, Mailbox};

fn read(bytes: &[u8]) -> Parsed {
    let loaded = Mail::default().parse(&Input::whole("a.eml", bytes, 1 << 20));
    loaded.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(bytes))).documents.remove(0)
}

fn parts(kind: &str, parts: &[(&str, &str)]) -> String {
    let part = |(head, text): &(&str, &str)| format!("--cut\r\n{head}\r\n\r\n{text}\r\n");
    let parts: String = parts.iter().map(part).collect();
    format!(
        "From: Ada <ada@quay.example>\r\nSubject: Bells\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/{kind}; boundary=cut\r\n\r\n{parts}--cut--\r\n"
    )
}

#[test]
fn a_stub_does_not_hide_the_page() {
    let page = "<p>The bell of the tower is rung at six by Ilse Varga.</p>";
    for stub in ["", "\r\n \t\r\n", "Your reader shows no pages.", "&nbsp;", "=20"] {
        let letter = parts("alternative", &[("Content-Type: text/plain", stub), ("Content-Type: text/html", page)]);
        let text = read(letter.as_bytes()).text;
        assert!(text.ends_with("is rung at six by Ilse Varga."), "{stub:?}: {text}");
        assert!(!text.contains("shows no pages"), "{text}");
    }
    let both = parts(
        "alternative",
        &[
            ("Content-Type: text/plain", "The bell of the tower is rung at six by *Ilse Varga*."),
            ("Content-Type: text/html", page),
        ],
    );
    assert!(read(both.as_bytes()).text.contains("*Ilse Varga*"), "the plain form is read where it says as much");
}

#[test]
fn all_parts_of_a_mixed_body_are_read_in_order() {
    let letter = parts(
        "mixed",
        &[
            ("Content-Type: text/plain", "First."),
            ("Content-Type: text/html", "<table><tr><th>bell</th></tr><tr><td>Petra</td></tr></table>"),
            ("Content-Type: text/plain", "Last."),
        ],
    );
    let text = read(letter.as_bytes()).text;
    let at = |word: &str| text.find(word).unwrap_or_else(|| panic!("{word}: {text}"));
    assert!(at("First.") < at("| Petra |") && at("| Petra |") < at("Last."));
}

#[test]
fn letters_in_letters_are_read_below() {
    let inner = "From: Cyr <cyr@quay.example>\r\nSubject: Ropes\r\n\r\nThe ropes were tarred by Olu.\r\n";
    for head in [
        "Content-Type: message/rfc822",
        "Content-Type: message/rfc822; name=\"ropes.eml\"\r\nContent-Disposition: attachment",
        "Content-Type: application/octet-stream; name=ropes.eml\r\nContent-Disposition: attachment; filename=ropes.eml",
    ] {
        let parsed = read(parts("mixed", &[("Content-Type: text/plain", "See below."), (head, inner)]).as_bytes());
        for said in ["# Bells", "## Ropes", "From: Cyr <cyr@quay.example>", "The ropes were tarred by Olu."] {
            assert!(parsed.text.contains(said), "{head}: {said}: {}", parsed.text);
        }
        assert_eq!(parsed.partial, None);
    }
    let mut deep = inner.to_owned();
    for _ in 0..40 {
        deep = parts("mixed", &[("Content-Type: message/rfc822", &deep.replace("cut", "c-cut"))]);
    }
    assert!(read(deep.as_bytes()).partial.is_some_and(|why| why.contains("not read")));
}

#[test]
fn letters_that_do_not_name_their_charset_are_decoded() {
    let text = "Колокол на башне отлила мастерица Ильзе Варга, и было это весной.";
    for encoding in [WINDOWS_1251, KOI8_R] {
        let raw = format!("From: Ada <ada@quay.example>\nSubject: Колокол башни\n\n{text}\n");
        let parsed = read(&encoding.encode(&raw).0);
        assert!(parsed.text.contains(text), "{}: {}", encoding.name(), parsed.text);
        assert_eq!(parsed.title.as_deref(), Some("Колокол башни"), "{}", encoding.name());
        for label in ["us-ascii", "unknown-8bit", "utf-8", "no-such-charset"] {
            let head =
                format!("From: ada@quay.example\nSubject: x\nContent-Type: text/plain; charset={label}\n\n{text}\n");
            let parsed = read(&encoding.encode(&head).0);
            assert!(parsed.text.contains(text), "{label}: {}", parsed.text);
        }
    }
    let wrong = format!("From: ada@quay.example\nSubject: x\nContent-Type: text/plain; charset=iso-8859-1\n\n{text}\n");
    assert!(read(wrong.as_bytes()).text.contains(text), "UTF-8 is known whatever it is called");
    let korean =
        "From: ada@quay.example\nSubject: x\nContent-Type: text/plain; charset=euc-kr\n\n종은 봄에 만들어졌다.\n";
    assert!(read(&EUC_KR.encode(korean).0).text.contains("종은 봄에 만들어졌다."));
    let subject = "From: ada@quay.example\nSubject: =?gb2312?B?1tM=?=\n\nx\n";
    assert_eq!(read(subject.as_bytes()).title.as_deref(), Some("钟"));
}

#[test]
fn letters_saved_in_two_bytes_a_character_are_read() {
    let text = "From: Ada <ada@quay.example>\r\nSubject: Звон\r\nContent-Type: text/plain; charset=windows-1251\r\n\r\n\
        The bell was rung — колокол звонил.\r\n";
    for mark in ["\u{feff}", ""] {
        let units = |big: bool| {
            let unit = move |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            format!("{mark}{text}").encode_utf16().flat_map(unit).collect::<Vec<u8>>()
        };
        for bytes in [units(true), units(false), format!("{mark}{text}").into_bytes()] {
            let parsed = read(&bytes);
            assert!(parsed.text.contains("колокол звонил") && parsed.text.contains("# Звон"), "{}", parsed.text);
        }
    }
}

#[test]
fn files_of_text_are_read_and_others_are_named() {
    let letter = parts(
        "mixed",
        &[
            ("Content-Type: text/plain", "Find all below."),
            ("Content-Type: text/plain; name=\"notes.txt\"\r\nContent-Disposition: attachment", "Petra paid 80."),
            (
                "Content-Type: application/octet-stream; name=\"bells.csv\"\r\nContent-Transfer-Encoding: base64",
                "YmVsbCxrZwpBbm5hLDcx",
            ),
            (
                "Content-Type: text/calendar; method=REQUEST",
                "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Ringing\r\nDTSTART:20260301\r\nEND:VEVENT\r\nEND:VCALENDAR",
            ),
            ("Content-Type: text/html; name=p.html\r\nContent-Disposition: attachment", "<p>Read &amp; sign</p>"),
            ("Content-Type: application/json; name=a.json", "{\"rung\": true}"),
            ("Content-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64", "iVBORw0KGgo="),
            ("Content-Type: application/pgp-signature; name=signature.asc", "-----BEGIN PGP SIGNATURE-----\r\nabc"),
        ],
    );
    let parsed = read(letter.as_bytes());
    for said in ["Petra paid 80.", "| Anna | 71 |", "## Ringing", "- Start: 2026-03-01", "Read & sign", "- rung: true"]
    {
        assert!(parsed.text.contains(said), "{said}: {}", parsed.text);
    }
    assert!(!parsed.text.contains("BEGIN"), "{}", parsed.text);
    assert_eq!(parsed.partial.as_deref(), Some("attached files are not read: a.png"));
}

#[test]
fn a_file_of_apple_mail_is_the_letter_in_it() {
    let letter = "From: ada@quay.example\nSubject: Bells\n\nRung at six.\n";
    let file = format!("{}\n{letter}<?xml version=\"1.0\"?><plist/>\n", letter.len());
    let text = read(file.as_bytes()).text;
    assert!(text.contains("Rung at six.") && !text.contains("plist"), "{text}");
}

#[test]
fn hostile_parts_cost_no_more_than_their_bytes() {
    for part in [
        "--cut\r\n",
        "--cut\r\nContent-Type: multipart/alternative; boundary=cut\r\n\r\n",
        "Content-Type: message/rfc822\r\n\r\n",
    ] {
        let letter = parts("mixed", &[("Content-Type: text/plain", &part.repeat(3_000))]);
        let _ = Mail::default().parse(&Input::whole("a.eml", letter.as_bytes(), 1 << 20));
        let mailbox = format!("From a\n{letter}");
        let read = Mailbox::default().parse(&Input::whole("a.mbox", mailbox.as_bytes(), 1 << 20));
        assert!(read.is_ok_and(|Loaded { rest, .. }| rest == 0));
    }
}

#[test]
fn messages_of_one_id_stay_documents_of_their_own() {
    let message = |said: &str| format!("From a\nFrom: Ada <a@b.c>\nMessage-ID: <7@b.c>\nSubject: Bells\n\n{said}\n\n");
    let mailbox = message("The first is cast.") + &message("The second is not.");
    let read = Mailbox::default().parse(&Input::whole("a.mbox", mailbox.as_bytes(), 1 << 20)).expect("a mailbox");
    let names: Vec<_> = read.documents.iter().map(|parsed| parsed.within.as_deref()).collect();
    assert_eq!(names, [Some("7@b.c"), Some("7@b.c:2")]);
}
