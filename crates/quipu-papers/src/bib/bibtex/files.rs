//! The `file` field of reference managers: `Title:PATH:type;…`, with `\:` and `\;` escaped, or not.

/// The paths of a `file` field. A part that is no path of its own belongs to the one before it, since not every program
/// escapes the `;` of a file's name.
pub(super) fn paths(field: &str) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    // True if the file before is complete.
    let (mut colons, mut whole) = (0, true);
    for part in split(field, ';') {
        let own = split(part, ':').len() - 1;
        let path = path_of(part);
        match files.last_mut().filter(|_| !whole && own < 2 && !path.contains(['/', '\\'])) {
            Some(before) => {
                before.push(';');
                before.push_str(part);
                colons += own;
            }
            None => {
                files.push(part.to_owned());
                colons = own;
            }
        }
        whole = colons >= 2 || has_extension(&path);
    }
    files.iter().map(|file| path_of(file)).filter(|path| !path.is_empty()).collect()
}

fn has_extension(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let end = name.rsplit_once('.').map(|(_, end)| end).unwrap_or_default();
    (1..=5).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The path of one file: its title and its type are left out.
fn path_of(file: &str) -> String {
    let mut parts: Vec<String> = split(file, ':').into_iter().map(unescaped).collect();
    // The colon of a drive that is not escaped.
    let drive = parts.windows(2).position(|pair| {
        matches!(pair, [drive, rest] if rest.starts_with(['\\', '/']) && !rest.starts_with("//")
            && drive.trim().len() == 1 && drive.trim().bytes().all(|byte| byte.is_ascii_alphabetic()))
    });
    if let Some(at) = drive {
        let rest = parts.remove(at + 1);
        parts[at] = format!("{}:{rest}", parts[at].trim());
    }
    let path = match parts.as_slice() {
        [path] => path,
        [path, kind] if is_type(kind) && !path.is_empty() => path,
        [_, path] | [_, path, ..] => path,
        [] => return String::new(),
    };
    path.trim().to_owned()
}

/// True if a part names a type of files (`application/pdf`, `PDF`).
fn is_type(part: &str) -> bool {
    let short = (1..=5).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mime = part
        .split_once('/')
        .is_some_and(|(kind, _)| ["application", "text", "image", "audio", "video"].contains(&kind));
    short || mime
}

/// The parts between separators that no backslash stands before.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut escaped) = (0, false);
    for (at, c) in text.char_indices() {
        if c == separator && !escaped {
            parts.push(text.get(start..at).unwrap_or_default());
            start = at + c.len_utf8();
        }
        escaped = c == '\\' && !escaped;
    }
    parts.push(text.get(start..).unwrap_or_default());
    parts
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && r"\:;_&%#{}$~,".contains(*next) => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

/// A `file` field of these paths.
pub(super) fn field(paths: &[String]) -> String {
    let escaped = |path: &String| {
        let mut out = String::with_capacity(path.len());
        for c in path.chars() {
            if r"\:;{}".contains(c) {
                out.push('\\');
            }
            out.push(c);
        }
        // The type keeps the paths apart for those who do not know the escapes.
        format!(":{out}:{}", if path.to_lowercase().ends_with(".pdf") { "application/pdf" } else { "" })
    };
    paths.iter().map(escaped).collect::<Vec<_>>().join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_in_all_forms() {
        let cases: [(&str, &[&str]); 8] = [
            ("a.pdf", &["a.pdf"]),
            ("a.pdf;b.pdf", &["a.pdf", "b.pdf"]),
            (":files/78/x.pdf:PDF", &["files/78/x.pdf"]),
            ("x.pdf:application/pdf", &["x.pdf"]),
            (r"PDF:C\:\\Users\\x\\a.pdf:application/pdf", &[r"C:\Users\x\a.pdf"]),
            (r"C:\Users\x\a.pdf", &[r"C:\Users\x\a.pdf"]),
            ("One:/home/a; b.pdf:application/pdf;Two:/home/c.pdf:application/pdf", &["/home/a; b.pdf", "/home/c.pdf"]),
            ("", &[]),
        ];
        for (text, said) in cases {
            assert_eq!(paths(text), said, "{text}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let all = ["/home/a; b.pdf", r"C:\x:y\z.html", "rel/c.txt", "a{b}.pdf"].map(str::to_owned);
        assert_eq!(paths(&field(&all)), all);
    }
}
