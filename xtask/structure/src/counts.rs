//! Counts: lines of code, functions, and functions that bundle parameters into a tuple.

use syn::spanned::Spanned;
use syn::visit::Visit;

use crate::CrateSources;
use crate::imports::is_of_tests;

/// Counts of a crate; tests are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Lines that are neither blank nor comment.
    pub lines: usize,
    /// Files.
    pub files: usize,
    /// Functions.
    pub functions: usize,
    /// Functions that bundle parameters into a tuple. A tuple of numbers of one type is one value, a point or a
    /// range; so is the only parameter of a function: a member of a list, to which the function is applied.
    pub tuples: usize,
    /// Functions with six parameters or more.
    pub many: usize,
}

/// Counts a crate.
pub fn counts(sources: &CrateSources) -> Counts {
    let mut out = Counts { files: sources.files.len(), ..Counts::default() };
    for file in sources.files.values() {
        let mut tests = TestLines::default();
        tests.visit_file(&file.syntax);
        let is_code = |(at, line): &(usize, &str)| {
            let line = line.trim();
            let of_tests = tests.0.iter().any(|(first, last)| (*first..=*last).contains(&(at + 1)));
            !of_tests && !line.is_empty() && !line.starts_with("//")
        };
        out.lines += file.text.lines().enumerate().filter(is_code).count();
        let mut functions = Functions(&mut out);
        functions.visit_file(&file.syntax);
    }
    out
}

#[derive(Default)]
struct TestLines(Vec<(usize, usize)>);

impl<'ast> Visit<'ast> for TestLines {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if is_of_tests(&module.attrs) {
            let span = module.span();
            self.0.push((span.start().line, span.end().line));
        }
    }
}

/// True if a parameter is a tuple that bundles several.
fn is_bundle(input: &syn::FnArg) -> bool {
    let syn::FnArg::Typed(typed) = input else { return false };
    let syn::Type::Tuple(tuple) = &*typed.ty else { return false };
    let numbers: Vec<String> = tuple.elems.iter().filter_map(number).collect();
    let is_point = numbers.len() == tuple.elems.len() && numbers.windows(2).all(|two| two[0] == two[1]);
    tuple.elems.len() > 1 && !is_point
}

/// The name of a type of numbers.
fn number(of: &syn::Type) -> Option<String> {
    const NUMBERS: [&str; 12] = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "f32", "f64"];
    let syn::Type::Path(path) = of else { return None };
    let name = path.path.get_ident()?.to_string();
    NUMBERS.contains(&name.as_str()).then_some(name)
}

struct Functions<'a>(&'a mut Counts);

impl Functions<'_> {
    fn count(&mut self, signature: &syn::Signature) {
        self.0.functions += 1;
        self.0.tuples += usize::from(signature.inputs.len() > 1 && signature.inputs.iter().any(is_bundle));
        self.0.many += usize::from(signature.inputs.len() >= 6);
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_of_tests(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.count(&function.sig);
        syn::visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.count(&function.sig);
        syn::visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        self.count(&function.sig);
        syn::visit::visit_trait_item_fn(self, function);
    }
}
