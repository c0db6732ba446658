//! Names from code: CamelCase, snake_case, paths and files, and names that end in `Service`.

use super::found::Found;
use super::tokens::Token;
use quipu_kernel::model::Kind;

/// Endings of the names of running software.
const SERVICES: [&str; 12] = [
    "Service", "Server", "Gateway", "Client", "Worker", "Daemon", "Broker", "Proxy", "Api", "API", "-service",
    "-server",
];
/// Endings of the names of types in code.
const TYPES: [&str; 18] = [
    "Error",
    "Manager",
    "Handler",
    "Factory",
    "Config",
    "Store",
    "Index",
    "Reader",
    "Writer",
    "Builder",
    "Controller",
    "Repository",
    "Provider",
    "Adapter",
    "Listener",
    "Exception",
    "Request",
    "Response",
];
/// Endings of the names of files.
const FILES: [&str; 20] = [
    ".rs", ".py", ".js", ".ts", ".go", ".c", ".h", ".cpp", ".java", ".toml", ".yaml", ".yml", ".json", ".md", ".txt",
    ".sh", ".sql", ".html", ".css", ".xml",
];

/// True if the name is that of running software: `AuthService`, `mail-server`.
pub(super) fn is_service(name: &str) -> bool {
    SERVICES.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending))
}

/// The kind of a word that is written like a name in code.
pub(super) fn kind_of(word: &str) -> Option<Kind> {
    let letters = word.bytes().any(|b| b.is_ascii_alphabetic());
    if !letters || !word.is_ascii() {
        return None;
    }
    let camel = is_camel(word);
    if is_service(word) && (camel || word.contains('-')) {
        return Some(Kind::Service);
    }
    let snake = word.contains('_') && !word.contains('\'');
    let typed = camel
        && (word.starts_with(|c: char| c.is_ascii_lowercase()) && word.len() > 6
            || TYPES.iter().any(|ending| word.ends_with(ending)));
    let file = FILES.iter().any(|ending| word.len() > ending.len() && word.ends_with(ending));
    (snake || typed || file).then_some(Kind::Identifier)
}

/// True if a capital follows a lower-case letter inside the word.
fn is_camel(word: &str) -> bool {
    word.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
}

/// The tokens that are names in code.
pub(super) fn identifiers(text: &str, tokens: &[Token], found: &mut Vec<Found>) {
    for token in tokens {
        if let Some(kind) = kind_of(token.word(text)) {
            found.push(Found::new(token.start, token.core, kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_told_from_prose() {
        assert_eq!(kind_of("AuthService"), Some(Kind::Service));
        assert_eq!(kind_of("mail-server"), Some(Kind::Service));
        assert_eq!(kind_of("max_depth"), Some(Kind::Identifier));
        assert_eq!(kind_of("main.rs"), Some(Kind::Identifier));
        assert_eq!(kind_of("StoreError"), Some(Kind::Identifier));
        assert_eq!(kind_of("YouTube"), None);
        assert_eq!(kind_of("Service"), None);
    }
}
