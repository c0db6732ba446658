//! Concrete adapters are made in named files: everything else knows their ports.

use std::collections::BTreeSet;

use quipu_structure::is_of_tests;
use syn::visit::Visit;

use super::{Source, expect_none, files};

/// Crates whose traits adapters implement.
const OWN_PORTS: [&str; 3] = ["crates/quipu-engine/src", "crates/quipu-papers/src", "crates/quipu/src"];
/// Adapters that reach out of the process and implement no port.
const WITHOUT_PORT: [&str; 2] = ["Fetcher", "agent"];
/// The files that may name adapters, and why.
const WIRING: [(&str, &str); 6] = [
    ("crates/quipu-research/src/source_threads.rs", "the source of papers, by the settings"),
    ("crates/quipu/src/base/pull/transfer.rs", "models are fetched over HTTP"),
    ("crates/quipu/src/base/workers.rs", "a process that reads one file for another"),
    ("crates/quipu/src/documents/fetched.rs", "documents are fetched over HTTP"),
    ("crates/quipu/src/handle/llms.rs", "language models, by the settings"),
    ("crates/quipu/src/handle/open.rs", "stores, vectors and loaders, by the settings"),
];
/// Where adapters are measured and held to the laws of their ports.
const MEASURED: [&str; 2] = ["crates/quipu-adapters/", "crates/quipu-proof/"];

fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

fn parsed(folder: &str) -> Vec<syn::File> {
    let parse = |source: Source| syn::parse_file(&source.text).expect("a source can be parsed");
    files(folder, ".rs").into_iter().map(parse).collect()
}

/// Public traits of the crates whose ports adapters implement.
fn ports() -> BTreeSet<String> {
    let defined = OWN_PORTS.iter().flat_map(|folder| parsed(folder)).flat_map(|file| file.items);
    let traits = defined.filter_map(|one| match one {
        syn::Item::Trait(one) if is_public(&one.vis) => Some(one.ident.to_string()),
        _ => None,
    });
    traits.collect()
}

fn last(path: &syn::Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// Finds a port in the return type of a function.
struct Given<'a> {
    ports: &'a BTreeSet<String>,
    is_port: bool,
}

impl<'ast> Visit<'ast> for Given<'_> {
    fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
        self.is_port |= self.ports.contains(&last(&bound.path));
        syn::visit::visit_trait_bound(self, bound);
    }
}

/// Public types of the adapters that implement a port, and public functions that give one.
fn adapters(ports: &BTreeSet<String>) -> BTreeSet<String> {
    let (mut types, mut makers, mut implementing) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for one in parsed("crates/quipu-adapters/src").into_iter().flat_map(|file| file.items) {
        match one {
            syn::Item::Struct(one) if is_public(&one.vis) => drop(types.insert(one.ident.to_string())),
            syn::Item::Enum(one) if is_public(&one.vis) => drop(types.insert(one.ident.to_string())),
            syn::Item::Fn(one) if is_public(&one.vis) => {
                let mut given = Given { ports, is_port: false };
                given.visit_return_type(&one.sig.output);
                if given.is_port {
                    makers.insert(one.sig.ident.to_string());
                }
            }
            syn::Item::Impl(one) => {
                let of_port = one.trait_.as_ref().is_some_and(|(path, _)| ports.contains(&last(path)));
                if let (true, syn::Type::Path(of)) = (of_port, &*one.self_ty) {
                    implementing.insert(last(&of.path));
                }
            }
            _ => {}
        }
    }
    types.intersection(&implementing).cloned().chain(makers).chain(WITHOUT_PORT.map(str::to_owned)).collect()
}

/// Names that a file takes from the adapters, its tests left out.
#[derive(Default)]
struct Taken(BTreeSet<String>);

impl Taken {
    fn tree(&mut self, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => self.tree(&path.tree),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree)),
            syn::UseTree::Name(name) => drop(self.0.insert(name.ident.to_string())),
            syn::UseTree::Rename(one) => drop(self.0.insert(one.ident.to_string())),
            // The names behind a glob are not visible here.
            syn::UseTree::Glob(_) => drop(self.0.insert("*".to_owned())),
        }
    }
}

impl<'ast> Visit<'ast> for Taken {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_of_tests(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, used: &'ast syn::ItemUse) {
        if let syn::UseTree::Path(path) = &used.tree
            && path.ident == "quipu_adapters"
        {
            self.tree(&path.tree);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.first().is_some_and(|first| first.ident == "quipu_adapters") {
            self.0.extend(path.segments.iter().map(|segment| segment.ident.to_string()));
        }
        syn::visit::visit_path(self, path);
    }
}

#[test]
fn concrete_adapters_are_named_in_few_files() {
    let adapters = adapters(&ports());
    for known in ["EmbeddedStore", "MemoryStore", "StaticVectors", "OpenAiChat", "ArxivClient", "Markdown", "loaders"] {
        assert!(adapters.contains(known), "{known} is not seen as an adapter: {adapters:?}");
    }
    let of_program = |source: &Source| {
        source.path.contains("/src/")
            && !source.path.ends_with("/tests.rs")
            && !MEASURED.iter().any(|folder| source.path.starts_with(folder))
    };
    let mut naming = BTreeSet::new();
    for source in files("crates", ".rs").into_iter().filter(of_program) {
        let mut taken = Taken::default();
        taken.visit_file(&syn::parse_file(&source.text).expect("a source can be parsed"));
        if taken.0.iter().any(|name| name == "*" || adapters.contains(name)) {
            naming.insert(source.path);
        }
    }
    let named: BTreeSet<String> = WIRING.iter().map(|(path, _)| (*path).to_owned()).collect();
    let elsewhere = naming.difference(&named).map(|path| format!("{path} names a concrete adapter: take its port"));
    let gone = named.difference(&naming).map(|path| format!("{path} names no adapter any more: take it off the list"));
    expect_none(&elsewhere.chain(gone).collect::<Vec<_>>());
}
