//! A person's values for fields of a document in the place of those of its source (metadata overrides): kept apart, so
//! that they outlive another reading of the source and can be undone.

use serde::{Deserialize, Serialize};

use super::Metadata;

/// A title and fields that a person gave a document, with the source's values in those fields.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ByHand {
    /// The title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The fields of its metadata, none of them null.
    #[serde(default, skip_serializing_if = "Metadata::is_empty")]
    pub metadata: Metadata,
    /// The title that its source gives it, where a person gave another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_title: Option<String>,
    /// Values of the source in those fields; fields without a value there are absent.
    #[serde(default, skip_serializing_if = "Metadata::is_empty")]
    pub source_metadata: Metadata,
}

impl ByHand {
    /// True if a person gave no value.
    pub fn is_empty(&self) -> bool {
        self.title.is_none() && self.metadata.is_empty()
    }

    /// Puts it in the place of the source's values, which it keeps.
    #[must_use]
    pub fn over(mut self, title: &mut String, metadata: &mut Metadata) -> Self {
        self.source_title = self.title.clone().map(|own| std::mem::replace(title, own));
        self.source_metadata.clear();
        for (field, value) in &self.metadata {
            if let Some(said) = metadata.insert(field.clone(), value.clone()) {
                self.source_metadata.insert(field.clone(), said);
            }
        }
        self
    }

    /// Restores the source's values.
    pub fn off(&self, title: &mut String, metadata: &mut Metadata) {
        if let Some(said) = &self.source_title {
            title.clone_from(said);
        }
        for field in self.metadata.keys() {
            match self.source_metadata.get(field) {
                Some(said) => _ = metadata.insert(field.clone(), said.clone()),
                None => _ = metadata.remove(field),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fields() -> impl Strategy<Value = Metadata> {
        prop::collection::btree_map("[abc]", 0..9u8, 0..4)
            .prop_map(|fields| fields.into_iter().map(|(field, value)| (field, value.into())).collect())
    }

    proptest! {
        #[test]
        fn what_is_put_over_is_seen_and_comes_off_whole(
            title: String, metadata in fields(), own: Option<String>, fields in fields(),
        ) {
            let (mut now, mut known) = (title.clone(), metadata.clone());
            let by_hand = ByHand { title: own.clone(), metadata: fields.clone(), ..ByHand::default() };
            let by_hand = by_hand.over(&mut now, &mut known);
            prop_assert_eq!(&now, own.as_ref().unwrap_or(&title));
            prop_assert!(fields.iter().all(|(field, value)| known.get(field) == Some(value)));
            prop_assert_eq!(by_hand.is_empty(), own.is_none() && fields.is_empty());
            by_hand.off(&mut now, &mut known);
            prop_assert_eq!((now, known), (title, metadata));
        }
    }
}
