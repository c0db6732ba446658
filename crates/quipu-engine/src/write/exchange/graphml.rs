//! One GraphML file: documents, chunks and entities, and their edges.
//!
//! The format: Brandes, Eiglsperger, Herman, Himsolt and Marshall, 2002, "GraphML progress report".

use super::export_graph::{self, ExportedTie, GraphFormat};
use super::{ExportReport, Sink, put};
use crate::base::ports::DumpRow;
use crate::base::{EngineError, Workspace};

/// The attributes of nodes and edges: id, element, name, type.
const FIELDS: [(&str, &str, &str, &str); 10] = [
    ("kind", "node", "kind", "string"),
    ("label", "node", "label", "string"),
    ("type", "node", "type", "string"),
    ("source", "node", "source", "string"),
    ("heading", "node", "heading", "string"),
    ("text", "node", "text", "string"),
    ("chunks", "node", "chunks", "long"),
    ("tie", "edge", "kind", "string"),
    ("predicate", "edge", "predicate", "string"),
    ("weight", "edge", "weight", "double"),
];

pub(super) async fn write(workspace: &Workspace, sink: &mut dyn Sink) -> Result<ExportReport, EngineError> {
    export_graph::write(workspace, &mut Graphml, sink).await
}

struct Graphml;

impl GraphFormat for Graphml {
    fn begin(&mut self, sink: &mut dyn Sink) -> Result<(), EngineError> {
        put(sink, &head(&FIELDS))
    }

    fn thing(&mut self, sink: &mut dyn Sink, id: &str, row: &DumpRow) -> Result<(), EngineError> {
        let fields = match row {
            DumpRow::Document(row) => vec![
                ("kind", "document".to_owned()),
                ("label", if row.title.is_empty() { row.id.clone() } else { row.title.clone() }),
                ("source", row.source.path.clone()),
            ],
            DumpRow::Chunk { chunk, .. } => vec![
                ("kind", "chunk".to_owned()),
                ("heading", chunk.headings.join(" › ")),
                ("text", chunk.text.clone()),
            ],
            DumpRow::Entity(row) => vec![
                ("kind", "entity".to_owned()),
                ("label", row.name.clone()),
                ("type", row.kind.label().to_owned()),
                ("chunks", row.chunks.to_string()),
            ],
            DumpRow::Word(_) | DumpRow::Relation(_) | DumpRow::Decision(_) => return Ok(()),
        };
        put(sink, &element("node", &format!("id=\"{id}\""), &fields))
    }

    fn turn(&mut self, _: &mut dyn Sink) -> Result<(), EngineError> {
        Ok(())
    }

    fn tie(&mut self, sink: &mut dyn Sink, tied: &ExportedTie<'_>) -> Result<(), EngineError> {
        let mut fields = vec![("tie", tied.kind.to_owned()), ("weight", tied.weight.to_string())];
        if !tied.predicate.is_empty() {
            fields.push(("predicate", tied.predicate.to_owned()));
        }
        put(sink, &element("edge", &format!("source=\"{}\" target=\"{}\"", tied.from, tied.to), &fields))
    }

    fn end(&mut self, sink: &mut dyn Sink) -> Result<(), EngineError> {
        put(sink, FOOT)
    }
}

/// The end of a file.
pub(crate) const FOOT: &str = "</graph>\n</graphml>\n";

/// The start of a file with such fields: id, `node` or `edge`, name, type.
pub(crate) fn head(fields: &[(&str, &str, &str, &str)]) -> String {
    let key = |(id, of, name, kind): &(&str, &str, &str, &str)| {
        format!("<key id=\"{id}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>\n")
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n{}<graph \
         edgedefault=\"directed\">\n",
        fields.iter().map(key).collect::<String>()
    )
}

/// An element with its data, on one line; `attributes` are escaped already.
pub(crate) fn element(name: &str, attributes: &str, fields: &[(&str, String)]) -> String {
    let data = |(key, value): &(&str, String)| format!("<data key=\"{key}\">{}</data>", escaped(value));
    format!("<{name} {attributes}>{}</{name}>\n", fields.iter().map(data).collect::<String>())
}

/// Text as XML can hold it: its own characters named, those that XML 1.0 has no place for left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\r' => out.push_str("&#13;"),
            '\t' | '\n' => out.push(c),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_element() {
        assert_eq!(escaped("a</data>\u{0}&\"'\u{b}ё"), "a&lt;/data&gt;&amp;&quot;&#39;ё");
    }
}
