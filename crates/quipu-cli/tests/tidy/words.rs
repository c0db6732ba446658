//! One word a thing: the words that the house avoids name nothing in it.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::Visit;

use super::{expect_none, files};

/// Words that name nothing: each has a word of ours, or says nothing.
const BANNED: &[&str] = &[
    "node", "nodes", "edge", "edges", "triple", "triples", "record", "records", "item", "items", "manager", "handler",
    "helper", "helpers", "util", "utils", "impl",
];
/// Words that name no type and no module; an enum's variant, a function or a value may still say them.
const BANNED_IN_TYPES: &[&str] = &["passage", "passages", "service", "services"];

/// Legitimate uses of a banned word, with the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("traverse", "edge", "metadata edges are what this policy's literature calls them"),
    ("traverse", "edges", "metadata edges are what this policy's literature calls them"),
    ("crates/quipu-cli/src/cli/ask.rs", "edge", "the flag that names a metadata edge"),
    ("crates/quipu-cli/src/command/query.rs", "edges", "the flags that name metadata edges"),
    ("crates/quipu-kernel/src/view/why.rs", "edge", "the reason that names a metadata edge"),
    ("crates/quipu-cli/src/print/hits.rs", "edge", "shows the reason that names a metadata edge"),
    ("crates/quipu-kernel/src/split/blocks.rs", "item", "what Markdown calls a part of a list"),
    (
        "crates/quipu-language/src/answer/mod.rs",
        "passage",
        "a chunk's text with what is shown around it, for one answer",
    ),
    ("crates/quipu-cli/tests/tidy/", "item", "syn names its visitors so"),
    ("crates/quipu-server/src/routes/", "items", "what users of REST call what is on a page of a list"),
    ("crates/quipu-cli/tests/tidy/", "impl", "syn names its visitors so"),
];

#[test]
fn no_name_uses_a_banned_word() {
    let mut complaints = Vec::new();
    for source in files("crates", ".rs") {
        let file = syn::parse_file(&source.text).expect("a source parses");
        let mut names = Names::default();
        names.visit_file(&file);
        for (name, is_type) in names.found {
            let banned = words_of(&name).into_iter().find(|word| {
                let banned = BANNED.contains(&word.as_str()) || (is_type && BANNED_IN_TYPES.contains(&word.as_str()));
                banned && !EXCEPTIONS.iter().any(|(path, excused, _)| source.path.contains(path) && excused == word)
            });
            complaints.extend(
                banned.map(|word| format!("{}: `{name}` says {word:?}; see ARCHITECTURE.md for the word", source.path)),
            );
        }
    }
    complaints.dedup();
    expect_none(&complaints);
}

#[test]
fn names_are_cut_into_words() {
    assert_eq!(words_of("TextUnitNode"), ["text", "unit", "node"]);
    assert_eq!(words_of("record_of"), ["record", "of"]);
    assert_eq!(words_of("recorded"), ["recorded"]);
}

/// The lower-case words of an identifier in either case.
fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    for letter in name.chars() {
        let last = words.last_mut().expect("there is always a last word");
        if letter == '_' {
            words.push(String::new());
        } else if letter.is_uppercase() && !last.is_empty() && !last.ends_with(char::is_uppercase) {
            words.push(letter.to_string());
        } else {
            last.push(letter);
        }
    }
    words.retain(|word| !word.is_empty());
    words.into_iter().map(|word| word.to_lowercase()).collect()
}

/// Every name that a file defines, and true for names of types or modules.
#[derive(Default)]
struct Names {
    found: Vec<(String, bool)>,
}

impl Names {
    fn add(&mut self, name: &syn::Ident, is_type: bool) {
        self.found.push((name.to_string(), is_type));
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_struct(&mut self, found: &'ast syn::ItemStruct) {
        self.add(&found.ident, true);
        syn::visit::visit_item_struct(self, found);
    }

    fn visit_item_enum(&mut self, found: &'ast syn::ItemEnum) {
        self.add(&found.ident, true);
        syn::visit::visit_item_enum(self, found);
    }

    fn visit_item_trait(&mut self, found: &'ast syn::ItemTrait) {
        self.add(&found.ident, true);
        syn::visit::visit_item_trait(self, found);
    }

    fn visit_item_type(&mut self, found: &'ast syn::ItemType) {
        self.add(&found.ident, true);
    }

    fn visit_item_mod(&mut self, found: &'ast syn::ItemMod) {
        self.add(&found.ident, true);
        syn::visit::visit_item_mod(self, found);
    }

    fn visit_signature(&mut self, found: &'ast syn::Signature) {
        self.add(&found.ident, false);
        syn::visit::visit_signature(self, found);
    }

    fn visit_field(&mut self, found: &'ast syn::Field) {
        if let Some(name) = &found.ident {
            self.add(name, false);
        }
    }

    fn visit_variant(&mut self, found: &'ast syn::Variant) {
        self.add(&found.ident, false);
        syn::visit::visit_variant(self, found);
    }

    fn visit_pat_ident(&mut self, found: &'ast syn::PatIdent) {
        self.add(&found.ident, false);
        syn::visit::visit_pat_ident(self, found);
    }
}

/// Public types of a source, those of its test modules left out.
fn public_types(text: &str) -> Vec<String> {
    let file = syn::parse_file(text).expect("a source parses");
    let named = |item: &syn::Item| {
        let (visible, name) = match item {
            syn::Item::Struct(one) => (&one.vis, &one.ident),
            syn::Item::Enum(one) => (&one.vis, &one.ident),
            syn::Item::Trait(one) => (&one.vis, &one.ident),
            syn::Item::Type(one) => (&one.vis, &one.ident),
            _ => return None,
        };
        matches!(visible, syn::Visibility::Public(_)).then(|| name.to_string())
    };
    file.items.iter().filter_map(named).collect()
}

#[test]
fn no_public_type_has_the_name_of_another_crates() {
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in files("crates", ".rs").into_iter().filter(|source| source.path.contains("/src/")) {
        let name = source.path.split('/').nth(1).unwrap_or_default().to_owned();
        for public in public_types(&source.text) {
            known.entry(public).or_default().insert(name.clone());
        }
    }
    assert!(known.len() > 300, "only {} public types were found", known.len());
    let twice = known.into_iter().filter(|(_, crates)| crates.len() > 1);
    let told = |(name, crates): (String, BTreeSet<String>)| format!("`{name}` is a public type of {crates:?}");
    expect_none(&twice.map(told).collect::<Vec<_>>());
}
