//! Rules that bring the finished description into the shapes that client generators read alike. What is sent does not
//! change, and all that the description allowed before is allowed after a rule.

mod bodies;
mod each_schema;
mod flattened;
mod keywords;
mod renamed;
mod unions;

use serde_json::{Map, Value};

use each_schema::each_schema;

/// A rule for one schema.
type Rule = fn(&mut Map<String, Value>);

/// Rules that look at one schema only.
const OF_ONE: [Rule; 6] = [
    keywords::without_title,
    keywords::constant_as_enum,
    keywords::documented_enum,
    keywords::without_object_default,
    keywords::open_map,
    keywords::binary,
];

/// Applies all rules.
pub(super) fn make_portable(api: &mut Value) {
    for rule in OF_ONE {
        each_schema(api, &mut |schema| rule(schema));
    }
    bodies::list_alone(api);
    flattened::flatten(api);
    unions::splice_inline(api);
    unions::name_variants(api);
    unions::splice_named(api);
    unions::discriminate(api);
    unions::order_untagged(api);
    renamed::rename_lists(api);
}

#[cfg(test)]
mod tests;
