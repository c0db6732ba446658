//! Schemas of the library's types. They are derived once, at the types (`JsonSchema`); OpenAPI shows them by name,
//! and from OpenAPI the page has its types.

use std::borrow::Cow;
use std::marker::PhantomData;

use quipu::{ask, backup, communities, documents, evaluated, graph, models, monitor, overview, things, workspace};
use quipu_research as papers;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

pub(crate) use crate::routes::listed::ListPage;

/// A type of the library, as a route names it. Its placeholder here is replaced by its own schema in the whole
/// description ([`definitions`]): the types of `utoipa` cannot hold every JSON Schema.
pub(crate) struct SchemaOf<T>(PhantomData<T>);

impl<T: JsonSchema> PartialSchema for SchemaOf<T> {
    fn schema() -> RefOr<Schema> {
        RefOr::T(Schema::Object(Object::new()))
    }
}

impl<T: JsonSchema> ToSchema for SchemaOf<T> {
    fn name() -> Cow<'static, str> {
        T::schema_name()
    }
}

/// A reference to a schema by its name.
pub(crate) fn named<T: ToSchema>() -> RefOr<Schema> {
    RefOr::Ref(Ref::from_schema_name(T::name()))
}

/// The schema of a type beside those of the types in it.
pub(crate) fn beside<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

/// A message of a stream (server-sent events) whose data is JSON of a type.
pub(crate) struct EventMessage<T>(PhantomData<T>);

impl<T: ToSchema> PartialSchema for EventMessage<T> {
    fn schema() -> RefOr<Schema> {
        let text = |about: &str| ObjectBuilder::new().schema_type(Type::String).description(Some(about));
        let data = text("A JSON object.").content_media_type("application/json").content_schema(Some(named::<T>()));
        let message = ObjectBuilder::new()
            .property("event", text("Its kind: what `event` within `data` says."))
            .property("id", text("Its number, which `Last-Event-ID` names to go on behind it."))
            .property("data", data)
            .required("data");
        message.description(Some("A message of a stream, as the fields of server-sent events say it.")).into()
    }
}

impl<T: ToSchema> ToSchema for EventMessage<T> {
    fn name() -> Cow<'static, str> {
        format!("{}Message", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        beside::<T>(schemas);
    }
}

/// Lines of JSON, each of a type.
pub(crate) struct Lines<T>(PhantomData<T>);

impl<T: ToSchema> PartialSchema for Lines<T> {
    fn schema() -> RefOr<Schema> {
        let lines = ObjectBuilder::new().schema_type(Type::String).content_media_type("application/x-ndjson");
        let about = format!("Lines, each a JSON object as `{}` describes it.", T::name());
        lines.content_schema(Some(named::<T>())).description(Some(about)).into()
    }
}

impl<T: ToSchema> ToSchema for Lines<T> {
    fn name() -> Cow<'static, str> {
        format!("{}s", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        beside::<T>(schemas);
    }
}

/// The lines of an export.
pub(crate) type ExportLines = Lines<ExportLine>;

/// Bytes of a file.
pub(crate) struct FileBytes;

impl PartialSchema for FileBytes {
    fn schema() -> RefOr<Schema> {
        let bytes = ObjectBuilder::new().schema_type(Type::String);
        bytes.content_media_type("application/octet-stream").description(Some("The bytes of a file.")).into()
    }
}

impl ToSchema for FileBytes {}

/// Names for the types of the library that replies are made of, and their schemas.
macro_rules! given {
    ($($name:ident = $type:ty;)*) => {
        $(pub(crate) type $name = SchemaOf<$type>;)*

        /// The schemas of these types and of those within them, by name.
        pub(crate) fn definitions() -> Map<String, Value> {
            let settings = SchemaSettings::draft2020_12().for_serialize();
            let settings = settings.with(|settings| settings.definitions_path = "/components/schemas".into());
            let mut generator = settings.into_generator();
            $(generator.subschema_for::<$type>();)*
            let mut definitions = generator.take_definitions(true);
            definitions.values_mut().for_each(of_openapi);
            definitions
        }
    };
}

given! {
    AmendReport = documents::AmendReport;
    Amendment = documents::Amendment;
    Answer = ask::Answer;
    AnswerEvent = ask::Event;
    BackupReport = backup::BackupReport;
    Chunk = documents::Chunk;
    CitedWork = papers::CitedWork;
    Citation = ask::Citation;
    ClusterReport = communities::ClusterReport;
    CommunityBrief = communities::CommunityBrief;
    Decision = graph::Decision;
    DeleteReport = documents::DeleteReport;
    DocumentRow = documents::DocumentRow;
    EntityBrief = graph::EntityBrief;
    ReadingEstimate = models::Estimate;
    EvaluatedSet = evaluated::SetRow;
    Exchange = ask::Exchange;
    ExportLine = documents::ExportLine;
    ExportReport = documents::ExportReport;
    ExtractReport = documents::ExtractReport;
    Foretold = ask::CallEstimate;
    GrepLine = documents::GrepLine;
    Holdings = workspace::Holdings;
    ImportReport = documents::ImportReport;
    Indexed = documents::Indexed;
    Kind = graph::Kind;
    Likeness = graph::Likeness;
    LedgerLine = models::LedgerLine;
    MadeDecision = graph::DecisionOutcome;
    MentionQuote = graph::MentionQuote;
    Monitored = monitor::Monitored;
    Overview = overview::Overview;
    PaperAnswer = papers::PaperAnswer;
    PaperCard = papers::PaperCard;
    PaperCitation = papers::PaperCitation;
    PaperComparison = papers::PaperComparison;
    PaperGraph = papers::PaperGraph;
    PaperKnowledge = papers::PaperKnowledge;
    PaperMap = papers::PaperMap;
    PaperSummaries = papers::PaperSummaries;
    PaperWalk = papers::PaperWalk;
    PapersAdded = papers::PapersAdded;
    PapersRefreshed = papers::PapersRefreshed;
    Paths = graph::Paths;
    PlacedPicture = graph::PlacedPicture<'static>;
    ReembedReport = models::ReembedReport;
    RelatedConcept = papers::RelatedConcept;
    RelationRow = graph::RelationRow;
    ReportWriting = communities::ReportWriting;
    SearchResult = ask::SearchOutcome;
    Section = documents::Section;
    Session = ask::Session;
    ShownChunk = graph::ShownChunk;
    ShownCommunity = communities::ShownCommunity;
    ShownDocument = graph::ShownDocument;
    ShownEntity = graph::ShownEntity;
    Similar = graph::Similar;
    ThemeBrief = overview::ThemeBrief;
    ThingsFound = things::ThingsFound;
    Tree = graph::Tree;
    TriedModel = models::Tried;
    Trust = ask::Trust;
    Verified = workspace::Verified;
}

/// Converts a schema into the form of OpenAPI readers: they have two widths of whole numbers, and many ignore keywords
/// beside a reference, which becomes one of two schemas that both hold.
fn of_openapi(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if map.contains_key("$ref")
                && let Some(properties) = map.remove("properties")
            {
                let (reference, required) = (map.remove("$ref"), map.remove("required"));
                map.remove("type");
                let own = json!({ "type": "object", "properties": properties, "required": required });
                map.insert("allOf".to_owned(), json!([{ "$ref": reference }, own]));
            }
            let width = map.get("format").and_then(Value::as_str).map(|format| match format {
                "uint" | "uint64" | "int" | "int64" => "int64",
                "uint8" | "uint16" | "uint32" | "int8" | "int16" | "int32" => "int32",
                other => other,
            });
            if let Some(width) = width.map(str::to_owned) {
                map.insert("format".to_owned(), width.into());
            }
            map.values_mut().for_each(of_openapi);
        }
        Value::Array(members) => members.iter_mut().for_each(of_openapi),
        _ => {}
    }
}
