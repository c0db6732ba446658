//! Lists: the content of a page, and the cursor of the next.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::schemas::{beside, named};

/// A list: every list of the API has this shape.
#[derive(Debug, Serialize)]
pub(crate) struct ListPage<T> {
    /// The items of the page.
    pub(crate) items: Vec<T>,
    /// The cursor of the next page; missing on the last, and where the list is given whole.
    pub(crate) next: Option<String>,
    /// Number of all items, where it is known.
    pub(crate) total: Option<usize>,
}

impl<T> ListPage<T> {
    /// A list that is given whole.
    pub(crate) fn whole(items: Vec<T>) -> Self {
        Self { total: Some(items.len()), items, next: None }
    }
}

impl<T: ToSchema> PartialSchema for ListPage<T> {
    fn schema() -> RefOr<Schema> {
        let items = ArrayBuilder::new().items(named::<T>()).description(Some("What is listed."));
        let next = ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .description(Some("The cursor of the next page; none on the last, and where the list is given whole."));
        let total = ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Integer, Type::Null]))
            .description(Some("Number of all items; none where it is not known."));
        let list = ObjectBuilder::new()
            .property("items", items)
            .required("items")
            .property("next", next)
            .required("next")
            .property("total", total);
        list.description(Some("A list.")).into()
    }
}

impl<T: ToSchema> ToSchema for ListPage<T> {
    fn name() -> Cow<'static, str> {
        format!("{}List", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        beside::<T>(schemas);
    }
}
