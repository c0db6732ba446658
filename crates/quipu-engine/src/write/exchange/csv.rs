//! Two tables for Neo4j: `nodes.csv` and `relationships.csv`, with the headers of
//! `neo4j-admin database import`. Fields are quoted (RFC 4180) and hold no line breaks, which its
//! default settings refuse.

use super::export_graph::{self, ExportedTie, GraphFormat};
use super::{ExportReport, Sink, put};
use crate::base::ports::DumpRow;
use crate::base::{EngineError, Workspace};

const THINGS: &str = "key:ID,:LABEL,name,type,id,source,language,heading,page:int,text,chunks:long,mentions:long\n";
const TIES: &str = ":START_ID,:END_ID,:TYPE,predicate,weight:double\n";

pub(super) async fn write(workspace: &Workspace, sink: &mut dyn Sink) -> Result<ExportReport, EngineError> {
    export_graph::write(workspace, &mut Csv, sink).await
}

struct Csv;

impl GraphFormat for Csv {
    fn begin(&mut self, sink: &mut dyn Sink) -> Result<(), EngineError> {
        sink.begin("nodes.csv").map_err(EngineError::Write)?;
        put(sink, THINGS)
    }

    fn thing(&mut self, sink: &mut dyn Sink, id: &str, row: &DumpRow) -> Result<(), EngineError> {
        let none = String::new;
        let fields = match row {
            DumpRow::Document(row) => {
                let (title, source) = (row.title.clone(), row.source.path.clone());
                let own = [title, none(), row.id.clone(), source, row.language.clone()];
                ("Document", own, [none(), none(), none(), none(), none()])
            }
            DumpRow::Chunk { chunk, .. } => {
                let page = chunk.pages.as_ref().map(|pages| pages.first.to_string()).unwrap_or_default();
                let rest = [chunk.headings.join(" › "), page, chunk.text.clone(), none(), none()];
                ("Chunk", [none(), none(), none(), none(), chunk.language.clone()], rest)
            }
            DumpRow::Entity(row) => {
                let own = [row.name.clone(), row.kind.label().to_owned(), none(), none(), none()];
                ("Entity", own, [none(), none(), none(), row.chunks.to_string(), row.mentions.to_string()])
            }
            DumpRow::Word(_) | DumpRow::Relation(_) | DumpRow::Decision(_) => return Ok(()),
        };
        let (label, own, rest) = fields;
        let fields = [id, label].into_iter().chain(own.iter().chain(&rest).map(String::as_str));
        put(sink, &line(fields))
    }

    fn turn(&mut self, sink: &mut dyn Sink) -> Result<(), EngineError> {
        sink.begin("relationships.csv").map_err(EngineError::Write)?;
        put(sink, TIES)
    }

    fn tie(&mut self, sink: &mut dyn Sink, tied: &ExportedTie<'_>) -> Result<(), EngineError> {
        let weight = tied.weight.to_string();
        put(sink, &line([tied.from.as_str(), &tied.to, tied.kind, tied.predicate, &weight]))
    }

    fn end(&mut self, _: &mut dyn Sink) -> Result<(), EngineError> {
        Ok(())
    }
}

fn line<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    let fields: Vec<String> = fields.into_iter().map(field).collect();
    format!("{}\n", fields.join(","))
}

/// A field; an empty one is written as nothing, which the import reads as no value.
fn field(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let flat = text.replace(['\n', '\r', '\u{0}'], " ");
    format!("\"{}\"", flat.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_cannot_leave_its_quotes() {
        assert_eq!(line(["a", "", "b,\"c\"\r\nd"]), "\"a\",,\"b,\"\"c\"\"  d\"\n");
    }
}
