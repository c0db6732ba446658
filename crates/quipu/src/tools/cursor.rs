//! Where the next portion of a tool's result begins: an opaque text that fits one call alone (a sealed cursor).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How many bytes say that a cursor is of its call.
const SEAL: usize = 8;

/// A place in the result of a call.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Position(
    /// From where the tool itself goes on, in its own words; null where it begins.
    pub(super) Value,
    /// How many bytes of the running text were given.
    pub(super) usize,
    /// How many members of the list were given whole.
    pub(super) usize,
    /// How many bytes of the next member's text were given.
    pub(super) usize,
);

/// The cursor of a place in the result of a call.
pub(super) fn sealed(tool: &str, arguments: &Map<String, Value>, position: &Position) -> String {
    let told = serde_json::to_vec(position).unwrap_or_default();
    let mut bytes = seal(tool, arguments, &told).to_vec();
    bytes.extend(told);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The place that a cursor tells; none where it is no cursor of this call.
pub(super) fn opened(tool: &str, arguments: &Map<String, Value>, cursor: &str) -> Option<Position> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (sealed, told) = bytes.split_at_checked(SEAL)?;
    if seal(tool, arguments, told) == sealed { serde_json::from_slice(told).ok() } else { None }
}

fn seal(tool: &str, arguments: &Map<String, Value>, told: &[u8]) -> [u8; SEAL] {
    let mut hasher = blake3::Hasher::new();
    let mut part = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    part(tool.as_bytes());
    // In the order of their names, whoever keeps them in another.
    let sorted: std::collections::BTreeMap<&String, &Value> = arguments.iter().collect();
    for (name, value) in sorted {
        part(name.as_bytes());
        part(value.to_string().as_bytes());
    }
    part(told);
    let mut seal = [0; SEAL];
    seal.copy_from_slice(&hasher.finalize().as_bytes()[..SEAL]);
    seal
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_cursor_fits_its_call_alone() {
        let arguments = json!({ "query": "bell", "limit": 3 }).as_object().cloned().unwrap();
        let other = json!({ "query": "bell", "limit": 4 }).as_object().cloned().unwrap();
        let position = Position(json!("key"), 1, 2, 3);
        let cursor = sealed("search", &arguments, &position);
        assert_eq!(opened("search", &arguments, &cursor), Some(position));
        assert_eq!(opened("grep", &arguments, &cursor), None);
        assert_eq!(opened("search", &other, &cursor), None);
        for none in ["", "x", "!!!!", &cursor[1..], &"A".repeat(100)] {
            assert_eq!(opened("search", &arguments, none), None, "{none}");
        }
    }
}
