//! The marks of languages: the marks of comments, and the keywords of definitions.

/// A language, as far as its files are read.
#[derive(Debug)]
pub(super) struct Language {
    /// Its name in fences.
    pub(super) name: &'static str,
    extensions: &'static [&'static str],
    /// Marks of comments up to the end of a line, the longest first.
    pub(super) line: &'static [&'static str],
    /// Marks around longer comments.
    pub(super) around: Option<(&'static str, &'static str)>,
    /// Marks around texts that stand first in a definition and describe it.
    pub(super) inside: &'static [&'static str],
    /// Words with which a definition begins; the name follows the last of them.
    pub(super) defines: &'static [&'static str],
    /// Words that may stand before those.
    pub(super) before: &'static [&'static str],
}

const C_LIKE: Option<(&str, &str)> = Some(("/*", "*/"));
const SLASHES: &[&str] = &["///", "//!", "//"];
const ACCESS: &[&str] = &[
    "public",
    "private",
    "protected",
    "internal",
    "static",
    "final",
    "abstract",
    "override",
    "virtual",
    "sealed",
    "async",
    "export",
    "default",
    "open",
    "data",
    "inline",
    "partial",
    "readonly",
    "suspend",
    "declare",
    "extern",
    "unsafe",
    "const",
    "pub",
    "pub(crate)",
    "pub(super)",
    "local",
    "implicit",
    "case",
    "lazy",
    "fileprivate",
    "@objc",
];

/// A language of which nothing is known.
pub(super) const PLAIN: Language =
    Language { name: "", extensions: &[], line: &[], around: None, inside: &[], defines: &[], before: &[] };

const fn c_like(name: &'static str, extensions: &'static [&'static str], defines: &'static [&'static str]) -> Language {
    Language { name, extensions, line: SLASHES, around: C_LIKE, inside: &[], defines, before: ACCESS }
}

const fn hashes(
    name: &'static str,
    extensions: &'static [&'static str],
    inside: &'static [&'static str],
    defines: &'static [&'static str],
) -> Language {
    Language { name, extensions, line: &["#"], around: None, inside, defines, before: ACCESS }
}

static LANGUAGES: &[Language] = &[
    c_like("rust", &["rs"], &["fn", "struct", "enum", "trait", "impl", "mod", "type", "union", "macro_rules!"]),
    hashes("python", &["py", "pyi", "pyw"], &["\"\"\"", "'''"], &["def", "class"]),
    c_like("javascript", &["js", "mjs", "cjs", "jsx"], &["function", "class"]),
    c_like(
        "typescript",
        &["ts", "tsx", "mts", "cts"],
        &["function", "class", "interface", "type", "enum", "namespace"],
    ),
    c_like("java", &["java"], &["class", "interface", "enum", "record", "@interface"]),
    c_like("kotlin", &["kt", "kts"], &["fun", "class", "interface", "object"]),
    c_like("scala", &["scala", "sc"], &["def", "class", "trait", "object", "enum"]),
    c_like("swift", &["swift"], &["func", "class", "struct", "enum", "protocol", "extension", "actor"]),
    c_like("go", &["go"], &["func", "type"]),
    c_like("csharp", &["cs"], &["class", "interface", "struct", "enum", "record", "namespace", "delegate"]),
    c_like("c", &["c", "h"], &["struct", "enum", "union", "typedef"]),
    c_like("cpp", &["cpp", "cc", "cxx", "hpp", "hh", "hxx"], &["class", "struct", "enum", "namespace", "union"]),
    c_like("php", &["php"], &["function", "class", "interface", "trait", "enum"]),
    c_like("dart", &["dart"], &["class", "mixin", "enum", "extension"]),
    c_like("zig", &["zig"], &["fn"]),
    c_like("proto", &["proto"], &["message", "service", "enum", "rpc"]),
    hashes("ruby", &["rb"], &[], &["def", "class", "module"]),
    hashes("shell", &["sh", "bash", "zsh"], &[], &["function"]),
    hashes("elixir", &["ex", "exs"], &["\"\"\""], &["def", "defp", "defmodule", "defmacro"]),
    hashes("julia", &["jl"], &["\"\"\""], &["function", "struct", "module", "macro"]),
    hashes("r", &["r"], &[], &[]),
    hashes("perl", &["pl", "pm"], &[], &["sub", "package"]),
    Language {
        name: "sql",
        extensions: &["sql"],
        line: &["--"],
        around: C_LIKE,
        inside: &[],
        defines: &["table", "view", "function", "procedure", "trigger", "index", "type"],
        before: &["create", "or", "replace", "temporary", "temp", "unique", "materialized", "alter"],
    },
    Language {
        name: "lua",
        extensions: &["lua"],
        line: &["---", "--"],
        around: Some(("--[[", "]]")),
        inside: &[],
        defines: &["function"],
        before: ACCESS,
    },
    Language {
        name: "haskell",
        extensions: &["hs"],
        line: &["-- |", "--"],
        around: Some(("{-", "-}")),
        inside: &[],
        defines: &["data", "class", "newtype", "type", "instance", "module"],
        before: &[],
    },
];

/// The language of files with an extension.
pub(super) fn of(extension: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.extensions.contains(&extension))
}
