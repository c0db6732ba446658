//! Documents named by a command: on its line, or on standard input.

use super::query::standard_input;

/// The names, with the lines of standard input in place of `-`.
pub(super) fn named_documents(named: &[String]) -> anyhow::Result<Vec<String>> {
    let mut documents = Vec::new();
    for name in named {
        if name == "-" {
            let lines = standard_input()?;
            documents.extend(lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
        } else {
            documents.push(name.clone());
        }
    }
    Ok(documents)
}
