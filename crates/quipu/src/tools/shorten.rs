//! A value made to fit: the longest texts and lists in it are halved until it does; names and ids stay whole.

use serde_json::Value;

/// Fields that are never cut: what is cut of them names nothing.
const KEPT: [&str; 16] = [
    "id",
    "key",
    "url",
    "document",
    "documents",
    "name",
    "title",
    "next",
    "relation",
    "chunk",
    "paper",
    "predicate",
    "source",
    "target",
    "arxiv",
    "doi",
];
/// The shortest text and list that are cut, in bytes and members.
const TEXT: usize = 24;
const LIST: usize = 1;
/// How often something is halved at most.
const STEPS: usize = 2000;

/// Shortens a value until it fits, or nothing in it can be cut; whether something was.
pub(super) fn shortened(value: &mut Value, fits: impl Fn(&Value) -> bool) -> bool {
    let mut cut = false;
    for step in 0..STEPS {
        // Counting is what costs: large values are halved several times before they are counted again.
        if step % 4 == 0 && fits(value) {
            break;
        }
        match largest(value) {
            Some(largest) => halve(largest),
            None => break,
        }
        cut = true;
    }
    cut
}

/// How many bytes cutting this could save: of a text half, of a list its second half.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) if text.len() > TEXT => text.len(),
        Value::Array(members) if members.len() > LIST => {
            members.iter().skip(members.len().div_ceil(2)).map(|member| member.to_string().len()).sum::<usize>() * 2
        }
        _ => 0,
    }
}

/// The heaviest text or list in a value.
fn largest(value: &mut Value) -> Option<&mut Value> {
    let (path, _) = heaviest(value, 64)?;
    let mut found = value;
    for step in path {
        found = match (found, step) {
            (Value::Object(map), Step::Field(name)) => map.get_mut(&name)?,
            (Value::Array(members), Step::Member(place)) => members.get_mut(place)?,
            _ => return None,
        };
    }
    Some(found)
}

enum Step {
    Field(String),
    Member(usize),
}

/// The way to the heaviest text or list below a value, down to a depth.
fn heaviest(value: &Value, depth: usize) -> Option<(Vec<Step>, usize)> {
    let own = Some((Vec::new(), weight(value))).filter(|(_, weight)| *weight > 0);
    let Some(deeper) = depth.checked_sub(1) else { return own };
    let below: Vec<(Vec<Step>, usize)> = match value {
        Value::Object(map) => {
            let cut = map.iter().filter(|(name, _)| !KEPT.contains(&name.as_str()));
            let way = |(name, value): (&String, &Value)| {
                let (mut path, weight) = heaviest(value, deeper)?;
                path.insert(0, Step::Field(name.clone()));
                Some((path, weight))
            };
            cut.filter_map(way).collect()
        }
        Value::Array(members) => {
            let way = |(place, value): (usize, &Value)| {
                let (mut path, weight) = heaviest(value, deeper)?;
                path.insert(0, Step::Member(place));
                Some((path, weight))
            };
            members.iter().enumerate().filter_map(way).collect()
        }
        _ => Vec::new(),
    };
    below.into_iter().chain(own).max_by_key(|(_, weight)| *weight)
}

fn halve(value: &mut Value) {
    match value {
        Value::String(text) => {
            let end = quipu_kernel::text::char_start(text, text.len() / 2);
            text.truncate(end);
            text.push('…');
        }
        Value::Array(members) => members.truncate(members.len().div_ceil(2)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_longest_is_cut_first_and_names_stay() {
        let name = "n".repeat(100);
        let mut value = json!({ "name": name, "passages": (0..40).map(|n| json!({ "n": n })).collect::<Vec<_>>(),
            "text": "колокол ".repeat(100) });
        assert!(shortened(&mut value, |value| value.to_string().len() < 300));
        assert!(value.to_string().len() < 300 && value["name"] == name, "{value}");
        let mut small = json!({ "text": "bell" });
        assert!(!shortened(&mut small, |_| false));
    }
}
