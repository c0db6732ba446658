//! Imports between the files of a crate: paths of `use` and of the code itself, resolved through re-exports.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::Visit;

use crate::{CrateSources, Import, Module};

/// Limit of re-exports that are followed for one name.
const DEEPEST: usize = 8;

/// Paths that a file names, from the crate's root; and its re-exports, by their new names.
#[derive(Debug, Default)]
struct Named {
    paths: BTreeSet<Module>,
    handed_on: BTreeMap<String, Module>,
}

/// Every import between the files of a crate.
pub(crate) fn imports(sources: &CrateSources) -> BTreeSet<Import> {
    let named: BTreeMap<&Module, Named> = sources.files.keys().map(|module| (module, named(sources, module))).collect();
    let mut out = BTreeSet::new();
    for (from, own) in &named {
        let resolved = own.paths.iter().filter_map(|path| resolve(sources, &named, path, DEEPEST));
        let others = resolved.filter(|to| to != *from);
        out.extend(others.map(|to| Import { from: (*from).clone(), to }));
    }
    out
}

/// The file that defines the target of a path.
fn resolve(sources: &CrateSources, named: &BTreeMap<&Module, Named>, path: &[String], deep: usize) -> Option<Module> {
    let at = (0..=path.len()).rev().find(|at| sources.files.contains_key(&path[..*at]))?;
    let module = path[..at].to_vec();
    let Some(name) = path.get(at) else { return Some(module) };
    match named[&module].handed_on.get(name) {
        Some(target) if deep > 0 => {
            let path: Module = target.iter().chain(&path[at + 1..]).cloned().collect();
            resolve(sources, named, &path, deep - 1)
        }
        _ => Some(module),
    }
}

fn named(sources: &CrateSources, module: &Module) -> Named {
    let mut reader = Reader { sources, module, named: Named::default() };
    reader.visit_file(&sources.files[module].syntax);
    reader.named
}

struct Reader<'a> {
    sources: &'a CrateSources,
    module: &'a Module,
    named: Named,
}

impl Reader<'_> {
    /// A path from the crate's root; missing where it leads out of the crate or stays in the file.
    fn absolute(&self, path: &[String]) -> Option<Module> {
        let first = path.first()?.as_str();
        let (mut base, mut rest) = (self.module.clone(), path);
        match first {
            "crate" => return Some(path[1..].to_vec()),
            "self" | "super" => {
                while let Some(step @ ("self" | "super")) = rest.first().map(String::as_str) {
                    if step == "super" {
                        base.pop();
                    }
                    rest = &rest[1..];
                }
            }
            _ => {
                base.push(first.to_owned());
                if !self.sources.files.contains_key(&base) {
                    return None;
                }
                rest = &path[1..];
            }
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    fn used(&mut self, tree: &syn::UseTree, before: &[String], hands_on: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.used(&path.tree, &with(&path.ident), hands_on),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.used(tree, before, hands_on)),
            syn::UseTree::Glob(_) => self.took(before, None, hands_on),
            syn::UseTree::Name(name) if name.ident == "self" => {
                self.took(before, before.last().cloned(), hands_on);
            }
            syn::UseTree::Name(name) => self.took(&with(&name.ident), Some(name.ident.to_string()), hands_on),
            syn::UseTree::Rename(one) => self.took(&with(&one.ident), Some(one.rename.to_string()), hands_on),
        }
    }

    fn took(&mut self, path: &[String], name: Option<String>, hands_on: bool) {
        let Some(path) = self.absolute(path) else { return };
        match name.filter(|_| hands_on) {
            Some(name) => {
                self.named.handed_on.insert(name, path);
            }
            None => {
                self.named.paths.insert(path);
            }
        }
    }
}

/// True if an item is compiled for tests alone.
pub fn is_of_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list().map(|list| list.tokens.to_string());
        attribute.path().is_ident("cfg")
            && list.is_ok_and(|list| list == "test" || list.starts_with("all (test") || list.starts_with("all(test"))
    })
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_of_tests(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, used: &'ast syn::ItemUse) {
        if !is_of_tests(&used.attrs) {
            let hands_on = !matches!(used.vis, syn::Visibility::Inherited);
            self.used(&used.tree, &[], hands_on);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 && path.leading_colon.is_none() {
            self.took(&names, None, false);
        }
        syn::visit::visit_path(self, path);
    }
}
