//! Links to the files that documents were read from (OSC 8), where a terminal follows them.

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use quipu::documents::{Root, roots};

use super::style::has_links;

/// The folder of the workspace whose documents are shown.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Its roots, read when the first document is shown. Without them nothing is linked.
static ROOTS: LazyLock<Vec<Root>> = LazyLock::new(|| match FOLDER.get() {
    Some(folder) if has_links() => roots::load(folder).unwrap_or_default(),
    _ => Vec::new(),
});

static HOST: LazyLock<String> = LazyLock::new(host);

/// Says in which workspace documents are that are shown from here on.
pub(crate) fn shown_from(folder: &Path) {
    let _ = FOLDER.set(folder.to_owned());
}

/// A text that leads to the file of a document, at a page where it is a PDF; `source` is a source path, or an id
/// that may be one.
pub(super) fn linked(text: &str, source: &str, page: Option<u32>) -> String {
    let file = if ROOTS.is_empty() { None } else { roots::file_of(source, &ROOTS) };
    file.map_or_else(|| text.to_owned(), |file| link(text, &address(&file, page, &HOST)))
}

fn link(text: &str, address: &str) -> String {
    format!("\u{1b}]8;;{address}\u{1b}\\{text}\u{1b}]8;;\u{1b}\\")
}

/// The address of a file, with the machine that it is on: over a remote shell, paths are of that one.
fn address(file: &Path, page: Option<u32>, host: &str) -> String {
    let mut address = format!("file://{host}");
    let path = file.to_string_lossy();
    if !path.starts_with('/') {
        address.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                address.push(char::from(byte))
            }
            b'\\' if cfg!(windows) => address.push('/'),
            other => address.push_str(&format!("%{other:02X}")),
        }
    }
    let is_pdf = file.extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf"));
    match page.filter(|_| is_pdf) {
        Some(page) => format!("{address}#page={page}"),
        None => address,
    }
}

#[cfg(unix)]
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host() -> String {
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_machine_file_and_page() {
        assert_eq!(address(Path::new("/n/a b.pdf"), Some(3), "quay"), "file://quay/n/a%20b.pdf#page=3");
        assert_eq!(address(Path::new("/n/ё#.md"), Some(3), ""), "file:///n/%D1%91%23.md");
    }
}
