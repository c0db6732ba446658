//! Names of types and stems of files that are used more than once.

use std::collections::BTreeMap;

use syn::visit::Visit;

use crate::CrateSources;
use crate::imports::is_of_tests;

/// A name, and the files that use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeated {
    /// The name.
    pub name: String,
    /// The files, one for each use.
    pub files: Vec<String>,
}

/// Names of types that are defined more than once in some crates; `private` counts those too that no other file can name.
pub fn type_names(crates: &[CrateSources], private: bool) -> Vec<Repeated> {
    let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in crates.iter().flat_map(|one| one.files.values()) {
        let mut types = Types { private, names: Vec::new() };
        types.visit_file(&file.syntax);
        let path = file.path.display().to_string();
        types.names.into_iter().for_each(|name| uses.entry(name).or_default().push(path.clone()));
    }
    repeated(uses, 2)
}

/// Stems of files that more than two files have; faces of folders are left out.
pub fn file_stems(crates: &[CrateSources]) -> Vec<Repeated> {
    let mut uses: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in crates.iter().flat_map(|one| one.files.values()).filter(|file| !file.is_face) {
        let stem = file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        uses.entry(stem).or_default().push(file.path.display().to_string());
    }
    repeated(uses, 3)
}

fn repeated(uses: BTreeMap<String, Vec<String>>, least: usize) -> Vec<Repeated> {
    let often = uses.into_iter().filter(|(_, files)| files.len() >= least);
    often.map(|(name, files)| Repeated { name, files }).collect()
}

struct Types {
    private: bool,
    names: Vec<String>,
}

impl Types {
    fn add(&mut self, visibility: &syn::Visibility, name: &syn::Ident) {
        if self.private || !matches!(visibility, syn::Visibility::Inherited) {
            self.names.push(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Types {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_of_tests(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_struct(&mut self, one: &'ast syn::ItemStruct) {
        self.add(&one.vis, &one.ident);
    }

    fn visit_item_enum(&mut self, one: &'ast syn::ItemEnum) {
        self.add(&one.vis, &one.ident);
    }

    fn visit_item_trait(&mut self, one: &'ast syn::ItemTrait) {
        self.add(&one.vis, &one.ident);
    }

    fn visit_item_type(&mut self, one: &'ast syn::ItemType) {
        self.add(&one.vis, &one.ident);
    }

    // Types within functions are named there alone.
    fn visit_block(&mut self, _: &'ast syn::Block) {}
}
