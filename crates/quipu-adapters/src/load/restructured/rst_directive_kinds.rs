//! Kinds of directives of docutils and Sphinx, by their names.

/// The way in which a directive is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DirectiveKind {
    /// No text of the reader.
    Silent,
    /// Content that is read as if it stood outside, after an argument that is no text.
    Through,
    /// Content after a title.
    Titled,
    /// Content behind a kind word.
    Admonition(&'static str),
    /// A change in a version.
    Version(&'static str),
    /// Code in the language of the argument.
    Code,
    /// Code in this language.
    CodeOf(&'static str),
    /// A formula.
    Formula,
    /// A picture, with the content as its caption.
    Picture,
    /// A table in the content, with the argument as its title.
    Table,
    /// A list of lists.
    ListTable,
    /// Rows with separators.
    CsvTable,
    /// Links to other files.
    Contents,
    /// Names, one a line.
    Names,
    /// Terms with descriptions.
    Glossary,
    /// A file that is read in its place.
    Included,
    /// A line that stands out.
    Line,
    /// A thing with its description.
    Object,
}

impl DirectiveKind {
    /// True if it gives no text.
    pub(super) fn is_silent(self) -> bool {
        matches!(self, Self::Silent | Self::Included | Self::Contents)
    }
}

use DirectiveKind::{
    Admonition, Code, CodeOf, Contents, CsvTable, Formula, Glossary, Included, Line, ListTable, Names, Object, Picture,
    Silent, Table, Through, Titled, Version,
};

/// Names with their kinds; a name with a domain is looked up without it.
const KINDS: &[(&str, DirectiveKind)] = &[
    ("admonition", Titled),
    ("attention", Admonition("Attention")),
    ("autosummary", Names),
    ("card", Titled),
    ("caution", Admonition("Caution")),
    ("centered", Line),
    ("class", Object),
    ("code", Code),
    ("code-block", Code),
    ("code-tab", Code),
    ("collapse", Titled),
    ("compound", Through),
    ("container", Through),
    ("contents", Silent),
    ("cssclass", Through),
    ("csv-table", CsvTable),
    ("currentmodule", Silent),
    ("danger", Admonition("Danger")),
    ("default-domain", Silent),
    ("default-role", Silent),
    ("deprecated", Version("Deprecated since version")),
    ("details", Titled),
    ("digraph", CodeOf("dot")),
    ("doctest", CodeOf("python")),
    ("dropdown", Titled),
    ("epigraph", Through),
    ("error", Admonition("Error")),
    ("figure", Picture),
    ("footer", Silent),
    ("glossary", Glossary),
    ("graph", CodeOf("dot")),
    ("graphviz", CodeOf("dot")),
    ("grid", Through),
    ("group-tab", Titled),
    ("md-tab-item", Titled),
    ("md-tab-set", Through),
    ("grid-item", Through),
    ("grid-item-card", Titled),
    ("header", Silent),
    ("highlight", Silent),
    ("highlights", Through),
    ("hint", Admonition("Hint")),
    ("hlist", Through),
    ("ifconfig", Through),
    ("image", Picture),
    ("important", Admonition("Important")),
    ("include", Included),
    ("index", Silent),
    ("ipython", CodeOf("python")),
    ("line-block", Through),
    ("list-table", ListTable),
    ("literalinclude", Included),
    ("math", Formula),
    ("mermaid", CodeOf("mermaid")),
    ("meta", Silent),
    ("module", Silent),
    ("moduleauthor", Silent),
    ("namespace", Silent),
    ("note", Admonition("Note")),
    ("only", Through),
    ("parsed-literal", CodeOf("")),
    ("plot", Silent),
    ("productionlist", CodeOf("")),
    ("prompt", Code),
    ("pull-quote", Through),
    ("raw", Silent),
    ("replace", Silent),
    ("restructuredtext-test-directive", Silent),
    ("role", Silent),
    ("rst-class", Through),
    ("rubric", Line),
    ("section-numbering", Silent),
    ("sectionauthor", Silent),
    ("codeauthor", Silent),
    ("sectnum", Silent),
    ("seealso", Admonition("See also")),
    ("sidebar", Titled),
    ("sourcecode", Code),
    ("tab", Titled),
    ("tab-item", Titled),
    ("tab-set", Through),
    ("table", Table),
    ("tabs", Through),
    ("tabularcolumns", Silent),
    ("target-notes", Silent),
    ("testcleanup", Silent),
    ("testcode", CodeOf("python")),
    ("testoutput", CodeOf("")),
    ("testsetup", Silent),
    ("tip", Admonition("Tip")),
    ("title", Silent),
    ("toctree", Contents),
    ("todo", Admonition("To do")),
    ("todolist", Silent),
    ("topic", Titled),
    ("unicode", Silent),
    ("versionadded", Version("Added in version")),
    ("versionchanged", Version("Changed in version")),
    ("versionremoved", Version("Removed in version")),
    ("warning", Admonition("Warning")),
];

/// The kind of a directive with this argument. An unknown one with an argument describes a thing.
pub(super) fn kind_of(name: &str, argument: &str) -> DirectiveKind {
    let last = name.rsplit(':').next().unwrap_or(name);
    // Sphinx has classes of code in a domain, docutils classes of style without one.
    if let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == last) {
        return *kind;
    }
    if argument.is_empty() { Through } else { Object }
}

/// Names of directives, by which a text is recognised.
pub(super) fn is_known(name: &str) -> bool {
    KINDS.iter().any(|(known, _)| *known == name) || name.starts_with("auto") || name.contains(':')
}

/// Options of descriptions that are no text.
const UNREAD: &[&str] = &[
    "abstractmethod",
    "align",
    "async",
    "canonical",
    "class",
    "classmethod",
    "collapsible",
    "exclude-members",
    "final",
    "height",
    "imported-members",
    "inherited-members",
    "member-order",
    "members",
    "module",
    "name",
    "no-contents-entry",
    "no-index",
    "no-index-entry",
    "no-members",
    "no-typesetting",
    "no-undoc-members",
    "no-value",
    "nocontentsentry",
    "noindex",
    "noindexentry",
    "nosignatures",
    "private-members",
    "project",
    "property",
    "scale",
    "show-inheritance",
    "special-members",
    "staticmethod",
    "target",
    "toctree",
    "undoc-members",
    "width",
];

/// True if the value of a description's option is text, as a default.
pub(super) fn is_read(option: &str) -> bool {
    !UNREAD.contains(&option)
}
