//! The vocabulary of documents in XML: DocBook, JATS, TEI, DITA, Akoma Ntoso, USLM and other laws, names in lower case.
//!
//! An element that is not listed is read by general rules: with words of its own it is a paragraph, or part of one.

/// The part that an element plays in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum XmlRole {
    /// A heading of the element around it.
    Heading,
    /// A number or label before a heading or paragraph.
    Number,
    /// A paragraph.
    Paragraph,
    /// A list with marks.
    Marks,
    /// A list with numbers.
    Numbers,
    /// A list of terms and texts.
    Terms,
    /// An item of a list.
    Point,
    /// The term of an item.
    Term,
    /// An element whose heading is only a title of the block below: a figure, a table, a note.
    Titled,
    /// A table.
    Table,
    /// Code, line by line.
    Code,
    /// Lines of a poem or an address.
    Lines,
    /// A warning or hint, with its name before it.
    Advice,
    /// Data on the document.
    Head,
    /// A list of references.
    References,
    /// A reference of a list.
    Reference,
    /// Fields on the document, each with its name.
    Fields,
    /// The name and purpose of a manual page.
    Named,
    /// The head of a paragraph of a German law.
    Norm,
    /// Something that is no text.
    Left,
    /// Words in a line.
    Inline,
    /// Code in a line.
    Literal,
    /// A formula.
    Formula,
    /// Any other.
    Other,
}

/// The role of an element by its name.
pub(super) fn role(name: &str) -> XmlRole {
    block_role(name).or_else(|| inline_role(name)).unwrap_or(XmlRole::Other)
}

/// The roles of blocks.
fn block_role(name: &str) -> Option<XmlRole> {
    Some(match name {
        "title" | "head" | "heading" | "header" | "article-title" | "bridgehead" | "subheading" | "titel" => {
            XmlRole::Heading
        }
        "num" | "enum" | "label" | "prefix" | "designator" | "speaker" => XmlRole::Number,
        "p" | "para" | "simpara" | "ab" | "shortdesc" | "cmd" | "chapeau" | "continuation" | "aftertext"
        | "titleabbrev" | "subtitle" | "attribution" | "refpurpose" => XmlRole::Paragraph,
        "itemizedlist" | "ul" | "simplelist" | "sl" | "segmentedlist" | "calloutlist" | "choices" | "stepsection"
        | "steps-unordered" => XmlRole::Marks,
        "orderedlist" | "ol" | "steps" | "procedure" | "substeps" => XmlRole::Numbers,
        "list" => XmlRole::Marks,
        "variablelist" | "dl" | "def-list" | "glosslist" | "parml" => XmlRole::Terms,
        "listitem" | "item" | "li" | "list-item" | "member" | "sli" | "step" | "substep" | "choice" | "callout"
        | "varlistentry" | "dlentry" | "def-item" | "glossentry" | "plentry" | "point" => XmlRole::Point,
        "term" | "dt" | "glossterm" | "pt" => XmlRole::Term,
        "figure" | "fig" | "informalfigure" | "example" | "informalexample" | "table-wrap" | "caption" | "equation"
        | "formalpara" | "boxed-text" | "disp-formula-group" | "fig-group" | "blockquote" | "disp-quote"
        | "epigraph" => XmlRole::Titled,
        "table" | "informaltable" | "simpletable" => XmlRole::Table,
        "programlisting" | "screen" | "synopsis" | "codeblock" | "preformat" | "pre" | "eg" | "egxml" | "msgblock"
        | "classsynopsis" | "funcsynopsisinfo" | "programlistingco" | "screenco" => XmlRole::Code,
        "literallayout" | "lg" | "verse-group" | "address" | "lines" => XmlRole::Lines,
        "note" | "warning" | "tip" | "caution" | "important" | "danger" | "attention" => XmlRole::Advice,
        "info" | "bookinfo" | "articleinfo" | "chapterinfo" | "sectioninfo" | "partinfo" | "prefaceinfo"
        | "appendixinfo" | "refentryinfo" | "setinfo" | "teiheader" | "front" | "journal-meta" | "article-meta"
        | "prolog" | "sect1info" | "sect2info" | "sect3info" => XmlRole::Head,
        "biblioentry" | "bibliomixed" | "biblstruct" => XmlRole::Reference,
        "ref-list" | "bibliography" | "listbibl" | "bibliodiv" => XmlRole::References,
        "meta" => XmlRole::Fields,
        "refnamediv" => XmlRole::Named,
        "metadaten" => XmlRole::Norm,
        "indexterm" | "index-term" | "remark" | "comment" | "draft-comment" | "toc" | "index" | "refmeta"
        | "revhistory" | "custom-meta-group" | "permissions" | "object-id" | "self-uri" | "graphic" | "imagedata"
        | "colspec" | "tag-set" | "fig-count" | "counts" | "processing-meta" | "identification" | "lifecycle"
        | "references" | "script" | "style" | "standoff" | "xenodata" => XmlRole::Left,
        _ => return None,
    })
}

/// The roles of parts of a line.
fn inline_role(name: &str) -> Option<XmlRole> {
    Some(match name {
        "emphasis" | "emph" | "em" | "b" | "i" | "u" | "bold" | "italic" | "underline" | "sc" | "hi" | "strong"
        | "span" | "phrase" | "foreign" | "link" | "ulink" | "xref" | "ext-link" | "ref" | "uri" | "email" | "a"
        | "quote" | "q" | "socalled" | "citetitle" | "firstterm" | "wordasword" | "replaceable" | "guimenu"
        | "guibutton" | "guilabel" | "guimenuitem" | "guisubmenu" | "guiicon" | "menuchoice" | "uicontrol"
        | "menucascade" | "keycap" | "keycombo" | "productname" | "application" | "trademark" | "acronym"
        | "abbrev" | "abbreviation" | "sup" | "sub" | "superscript" | "subscript" | "footnote" | "fn"
        | "footnoteref" | "inlinemediaobject" | "anchor" | "citation" | "cite" | "date" | "persname" | "placename"
        | "orgname" | "name" | "styled-content" | "named-content" | "lb" | "br" | "inline" | "ins" | "del" | "rref"
        | "nb" | "def" | "doctitle" | "docnumber" | "shorttitle" | "mentioned" | "gloss" | "rs" | "num-ref" | "w"
        | "pc" | "c" | "seg" | "s" | "choice-inline" | "ptr" | "val" | "ident" => XmlRole::Inline,
        "literal" | "code" | "command" | "filename" | "option" | "varname" | "function" | "classname"
        | "methodname" | "constant" | "envar" | "userinput" | "computeroutput" | "parameter" | "sgmltag" | "tag"
        | "gi" | "att" | "monospace" | "codeph" | "cmdname" | "filepath" | "apiname" | "tt" | "prompt"
        | "systemitem" | "interfacename" | "exceptionname" | "property" | "symbol" | "structname" | "structfield"
        | "typename" | "xmlelement" | "xmlatt" | "parmname" | "msgph" | "userinput-ph" => XmlRole::Literal,
        "math" | "inline-formula" | "disp-formula" | "inlineequation" | "informalequation" | "formula" | "tex-math" => {
            XmlRole::Formula
        }
        _ => return None,
    })
}

/// True if an element is a block wherever it stands.
pub(super) fn is_block(name: &str) -> bool {
    matches!(
        role(name),
        XmlRole::Paragraph
            | XmlRole::Marks
            | XmlRole::Numbers
            | XmlRole::Terms
            | XmlRole::Point
            | XmlRole::Titled
            | XmlRole::Table
            | XmlRole::Code
            | XmlRole::Lines
            | XmlRole::Reference
    )
}

/// True if the white space of an element counts.
pub(super) fn is_verbatim(name: &str) -> bool {
    matches!(role(name), XmlRole::Code | XmlRole::Lines)
}

/// True if documents have this outermost element, and data has not.
pub(super) fn is_document_root(name: &str) -> bool {
    matches!(
        name,
        "article"
            | "book"
            | "chapter"
            | "appendix"
            | "preface"
            | "refentry"
            | "sect1"
            | "tei"
            | "teicorpus"
            | "tei.2"
            | "akomantoso"
            | "lawdoc"
            | "uscdoc"
            | "bill"
            | "resolution"
            | "plaw"
            | "dokumente"
            | "concept"
            | "task"
            | "dita"
            | "glossary"
            | "act"
            | "judgment"
    )
}

/// True if an outermost element is that of data: configuration, feeds, catalogues of translations.
pub(super) fn is_data_root(name: &str) -> bool {
    matches!(
        name,
        "project"
            | "plist"
            | "xliff"
            | "rss"
            | "feed"
            | "rdf"
            | "stylesheet"
            | "transform"
            | "schema"
            | "resources"
            | "ts"
            | "urlset"
            | "sitemapindex"
            | "opml"
            | "configuration"
            | "config"
            | "beans"
            | "web-app"
            | "log"
            | "testsuites"
            | "testsuite"
            | "checkstyle"
            | "svg"
            | "score-partwise"
            | "workbook"
            | "definitions"
            | "wsdl"
            | "gpx"
            | "kml"
            | "osm"
            | "mediawiki"
            | "envelope"
            | "manifest"
            | "application"
            | "graphml"
            | "gexf"
            | "html"
            | "interface"
            | "ui"
            | "assembly"
            | "package"
            | "metadata"
            | "macro"
            | "grammar"
            | "module"
            | "suppressions"
            | "language"
            | "fontconfig"
            | "mime-info"
            | "tmx"
            | "tbx"
            | "martif"
            | "ldml"
    )
}
