//! The labels of the parser: parts of speech as in the Penn Treebank, and the dependencies between words as
//! in ClearNLP. Their numbers are those in the file of weights: a new one goes to the end.

/// Defines an enumeration of at most 64 names with its list.
macro_rules! named {
    ($(#[$about:meta])* $type:ident: $($variant:ident = $name:literal,)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[repr(u8)]
        pub enum $type {
            #[default]
            $(#[doc = $name] $variant,)*
        }

        impl $type {
            /// All of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
            /// Their names, in the same order.
            pub const NAMES: &[&str] = &[$($name,)*];

            /// The one of a number; an unknown number is the first.
            pub fn from_number(number: u8) -> Self {
                Self::ALL.get(usize::from(number)).copied().unwrap_or_default()
            }

            /// The one of a name.
            pub fn named(name: &str) -> Option<Self> {
                Self::NAMES.iter().position(|known| *known == name).map(|at| Self::ALL[at])
            }
        }
    };
}

named! {
    /// A part of speech.
    Tag:
    Nn = "NN",
    Nns = "NNS",
    Nnp = "NNP",
    Nnps = "NNPS",
    Vb = "VB",
    Vbd = "VBD",
    Vbg = "VBG",
    Vbn = "VBN",
    Vbp = "VBP",
    Vbz = "VBZ",
    Md = "MD",
    Jj = "JJ",
    Jjr = "JJR",
    Jjs = "JJS",
    Rb = "RB",
    Rbr = "RBR",
    Rbs = "RBS",
    Rp = "RP",
    In = "IN",
    To = "TO",
    Dt = "DT",
    Pdt = "PDT",
    Wdt = "WDT",
    Wp = "WP",
    WpPossessive = "WP$",
    Wrb = "WRB",
    Prp = "PRP",
    PrpPossessive = "PRP$",
    Pos = "POS",
    Cc = "CC",
    Cd = "CD",
    Ex = "EX",
    Fw = "FW",
    Uh = "UH",
    Sym = "SYM",
    Ls = "LS",
    Hyph = "HYPH",
    Afx = "AFX",
    Add = "ADD",
    Nfp = "NFP",
    Xx = "XX",
    Comma = ",",
    Stop = ".",
    Colon = ":",
    Opening = "``",
    Closing = "''",
    LeftBracket = "-LRB-",
    RightBracket = "-RRB-",
    Dollar = "$",
    Space = "_SP",
}

named! {
    /// The dependency of a word on its head.
    Label:
    Dep = "dep",
    Root = "ROOT",
    Acl = "acl",
    Acomp = "acomp",
    Advcl = "advcl",
    Advmod = "advmod",
    Agent = "agent",
    Amod = "amod",
    Appos = "appos",
    Attr = "attr",
    Aux = "aux",
    AuxPass = "auxpass",
    Case = "case",
    Cc = "cc",
    Ccomp = "ccomp",
    Compound = "compound",
    Conj = "conj",
    Csubj = "csubj",
    CsubjPass = "csubjpass",
    Dative = "dative",
    Det = "det",
    Dobj = "dobj",
    Expl = "expl",
    Intj = "intj",
    Mark = "mark",
    Meta = "meta",
    Neg = "neg",
    Nmod = "nmod",
    NpAdvmod = "npadvmod",
    Nsubj = "nsubj",
    NsubjPass = "nsubjpass",
    Nummod = "nummod",
    Oprd = "oprd",
    Parataxis = "parataxis",
    Pcomp = "pcomp",
    Pobj = "pobj",
    Poss = "poss",
    Preconj = "preconj",
    Predet = "predet",
    Prep = "prep",
    Prt = "prt",
    Punct = "punct",
    Quantmod = "quantmod",
    Relcl = "relcl",
    Xcomp = "xcomp",
}

named! {
    /// The kind of a name that a word begins or continues.
    Sort:
    None = "O",
    Person = "B-PERSON",
    InPerson = "I-PERSON",
    Place = "B-PLACE",
    InPlace = "I-PLACE",
    Other = "B-OTHER",
    InOther = "I-OTHER",
}

impl Tag {
    /// True for a verb in any form.
    pub(crate) fn is_verb(self) -> bool {
        matches!(self, Self::Vb | Self::Vbd | Self::Vbg | Self::Vbn | Self::Vbp | Self::Vbz)
    }

    /// True for a noun, proper or not.
    pub(crate) fn is_noun(self) -> bool {
        matches!(self, Self::Nn | Self::Nns | Self::Nnp | Self::Nnps)
    }

    /// True for a proper noun.
    pub(crate) fn is_proper(self) -> bool {
        matches!(self, Self::Nnp | Self::Nnps)
    }

    /// True for a common noun.
    pub(crate) fn is_common(self) -> bool {
        matches!(self, Self::Nn | Self::Nns)
    }

    /// True if a verb of this form makes a clause.
    pub(crate) fn is_finite(self) -> bool {
        matches!(self, Self::Vbd | Self::Vbp | Self::Vbz | Self::Md)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_number_and_leads_back() {
        for (at, name) in Tag::NAMES.iter().enumerate() {
            assert_eq!(Tag::named(name), Some(Tag::from_number(at as u8)));
        }
        assert!(Tag::ALL.len() <= 64 && Label::ALL.len() <= 48 && Sort::ALL.len() <= 8);
        assert_eq!(Label::from_number(200), Label::Dep);
    }
}
