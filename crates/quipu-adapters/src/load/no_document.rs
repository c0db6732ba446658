//! Files that are no documents, by their names and contents: what editors, downloads, package managers and builds
//! leave in a folder, and keys. In doubt a file is a document: prose is never left out.

use quipu_engine::ports::{Input, NoDocument};
use quipu_engine::wiki::wiki_mark;

use super::{extension, is_text};

/// Bytes of a script from which on its lines are judged.
const SCRIPT: usize = 1000;
/// Length of a line that nobody writes by hand.
const LONG_LINE: usize = 500;
/// Percent of white space that a script without any to spare stays below.
const BLANKS: usize = 12;
/// Words outside of keys from which on a text is one with a key in it.
const WORDS: usize = 30;

/// The kind of a file that is no document, judged by its name and its beginning.
pub fn no_document(input: &Input<'_>) -> Option<NoDocument> {
    let name = input.path.rsplit(['/', '\\']).next().unwrap_or(input.path);
    if let Some(kind) = by_name(name) {
        return Some(kind);
    }
    if !is_text(input) {
        return None;
    }
    let text = String::from_utf8_lossy(input.bytes);
    let text = text.trim_start_matches('\u{feff}');
    let lower = name.to_lowercase();
    let end = extension(name);
    let kinds = [
        (NoDocument::Key, is_key(text, &end)),
        (NoDocument::Query, end == "base" && is_query(text)),
        (NoDocument::Wiki, end == "md" && wiki_mark(text).is_some()),
        (NoDocument::SourceMap, end == "map" && is_source_map(text)),
        (NoDocument::Lock, names_lock(&lower, &end) && !has_prose(text)),
        (NoDocument::Minified, matches!(end.as_str(), "js" | "mjs" | "cjs" | "css") && is_minified(text, &lower)),
    ];
    kinds.into_iter().find(|(_, is)| *is).map(|(kind, _)| kind)
}

/// What a name alone tells.
fn by_name(name: &str) -> Option<NoDocument> {
    let lower = name.to_lowercase();
    let end = extension(&lower);
    // `plan.md.old` has a backup's ending behind that of the document; `plan.old` may be all there is.
    let doubled = !extension(lower.strip_suffix(end.as_str()).unwrap_or_default().trim_end_matches('.')).is_empty();
    let hashed = name.len() > 2 && name.starts_with('#') && name.ends_with('#');
    let backup =
        matches!(end.as_str(), "bak" | "orig") || (matches!(end.as_str(), "old" | "save" | "backup") && doubled);
    let swap = end.len() == 3 && end.starts_with("sw") && name.starts_with('.') || end == "swp";
    if name.ends_with('~') || name.starts_with("~$") || name.starts_with(".#") || hashed || backup || swap {
        return Some(NoDocument::Leftover);
    }
    if matches!(end.as_str(), "tmp" | "temp" | "part" | "partial" | "crdownload" | "download" | "opdownload") {
        return Some(NoDocument::Unfinished);
    }
    let key = lower.strip_suffix(".pub").unwrap_or(&lower);
    matches!(key, "id_rsa" | "id_dsa" | "id_ecdsa" | "id_ed25519").then_some(NoDocument::Key)
}

/// True if a text is keys or certificates, with few words beside them.
fn is_key(text: &str, end: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if first.starts_with("PuTTY-User-Key-File-") {
        return true;
    }
    let named = matches!(end, "pem" | "key" | "crt" | "cer" | "csr");
    let begins = block_label(first).is_some_and(names_key);
    if !(begins || named && text.lines().any(|line| block_label(line.trim()).is_some_and(names_key))) {
        return false;
    }
    let (mut inside, mut words) = (false, 0);
    for line in text.lines().map(str::trim) {
        if block_label(line).is_some() {
            inside = true;
        } else if line.starts_with("-----END ") {
            inside = false;
        } else if !inside {
            words += line.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).count();
        }
    }
    named || words < WORDS
}

/// The label of a line that begins a block of encoded bytes: `-----BEGIN CERTIFICATE-----`.
pub(super) fn block_label(line: &str) -> Option<&str> {
    line.strip_prefix("-----BEGIN ")?.strip_suffix("-----")
}

fn names_key(label: &str) -> bool {
    ["KEY", "CERTIFICATE", "PARAMETERS"].iter().any(|word| label.contains(word))
}

/// True if a text is a query of Obsidian: fields in YAML with the views of a table.
fn is_query(text: &str) -> bool {
    let fields = ["filters:", "views:", "formulas:", "properties:", "display:", "summaries:"];
    text.lines().any(|line| fields.contains(&line.trim_end()))
}

fn is_source_map(text: &str) -> bool {
    // Servers may put a line before the object, so that no browser runs it.
    let text = text.trim_start_matches([')', ']', '}', '\'', '\n', '\r']);
    text.trim_start().starts_with('{')
        && (text.contains("\"mappings\"") || (text.contains("\"version\"") && text.contains("\"sources\"")))
}

/// True if a name is that of a file in which a package manager keeps versions: `Cargo.lock`, `package-lock.json`.
fn names_lock(lower: &str, end: &str) -> bool {
    let data = matches!(end, "json" | "yaml" | "yml" | "toml" | "hcl" | "edn");
    matches!(end, "lock" | "lockfile")
        || (data && lower.split(['.', '-', '_']).any(|part| matches!(part, "lock" | "shrinkwrap")))
        || lower == "go.sum"
        || lower == "package.resolved"
}

/// True if lines of a text are sentences, comments aside.
fn has_prose(text: &str) -> bool {
    let is_sentence = |line: &&str| {
        line.starts_with(char::is_uppercase)
            && line.ends_with(['.', '!', '?'])
            && line.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count() > 4
    };
    text.lines().map(str::trim).filter(is_sentence).count() > 1
}

/// True if most of a script stands in lines that nobody writes, nearly without white space.
fn is_minified(text: &str, lower: &str) -> bool {
    if [".min.js", ".min.mjs", ".min.cjs", ".min.css"].iter().any(|end| lower.ends_with(end)) {
        return true;
    }
    let long: Vec<&str> = text.lines().filter(|line| line.len() > LONG_LINE).collect();
    let bytes: usize = long.iter().map(|line| line.len()).sum();
    let blanks: usize = long.iter().map(|line| line.bytes().filter(u8::is_ascii_whitespace).count()).sum();
    text.len() >= SCRIPT && bytes * 100 >= text.len() * 60 && blanks * 100 < bytes * BLANKS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, text: &str) -> Option<&'static str> {
        no_document(&Input::whole(&format!("notes/{name}"), text.as_bytes(), 1 << 20)).map(NoDocument::name)
    }

    #[test]
    fn what_programs_leave_in_a_folder_is_no_document() {
        let prose = "The launch is on 9 May.\n";
        let page = "---\nquipu: {key: \"thing-0a\", grounds: \"0b\"}\n---\n# Ferry\n";
        assert_eq!((of("Ferry.md", page), of("Ferry.md", &page.replace("quipu", "other"))), (Some("wiki"), None));
        assert_eq!(of("Ferries.base", "views:\n  - type: table\n"), Some("query"));
        assert_eq!(of("data.base", prose), None);
        for name in ["plan.md~", "#plan.md#", ".plan.md.swp", "plan.bak", "plan.md.orig", "plan.md.old", "~$plan.docx"]
        {
            assert_eq!(of(name, prose), Some("leftover"), "{name}");
        }
        for name in ["plan.tmp", "plan.pdf.part", "plan.pdf.crdownload"] {
            assert_eq!(of(name, prose), Some("unfinished"), "{name}");
        }
        let lock =
            "# This file is generated by a program.\nversion = 4\n\n[[package]]\nname = \"bell\"\nversion = \"1.0\"\n";
        for name in ["Cargo.lock", "package-lock.json", "pnpm-lock.yaml", "packages.lock.json"] {
            assert_eq!(of(name, lock), Some("lock"), "{name}");
        }
        let map = r#"{"version":3,"sources":["bell.ts"],"names":[],"mappings":"AAAA"}"#;
        assert_eq!(of("bell.js.map", map), Some("source-map"));
        let script = "function a(b,c){return b+c}var d=a(1,2);".repeat(60);
        assert_eq!(of("bell.js", &script), Some("minified"));
        assert_eq!(of("bell.min.css", "a{b:c}"), Some("minified"));
        let key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n";
        for name in ["id_rsa", "server.pem", "secret.txt"] {
            assert_eq!(of(name, key), Some("key"), "{name}");
        }
    }

    #[test]
    fn prose_is_a_document_whatever_it_is_about() {
        let prose = "# Lock files\n\nA lock file holds the versions that were chosen.\nIt is kept with the sources.\n";
        for name in
            ["package-lock.md", "notes.lock", "plan.old", "swim.swim", "map.md", "source.map.md", "part.md", "~.md"]
        {
            assert_eq!(of(name, prose), None, "{name}");
        }
        let script =
            "function ring(bell, times) {\n    return bell.ring(times); // as often as it is asked for\n}\n".repeat(40);
        assert_eq!(of("bell.js", &script), None);
        let block = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n";
        let text = format!("Keys look like this:\n\n{block}\n{prose}{prose}{prose}");
        assert_eq!(of("keys.md", &text), None);
        assert_eq!(of("signed.txt", "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nThe bell hangs.\n"), None);
        assert_eq!(of("map.json", r#"{"mappings": "of the harbour"}"#), None);
    }
}
