//! Targets of links: a relative one becomes the id of its file within the root.

/// The target of a link in a source found at `path`: an id for a relative path, the address
/// for an address, and no target for a place in the same text.
pub(super) fn target_of(target: &str, path: &str) -> Option<String> {
    let target = target.trim();
    if target.is_empty() || target.starts_with('#') {
        return None;
    }
    if has_scheme(target) {
        return Some(target.to_owned());
    }
    let file = target.split(['#', '?']).next().unwrap_or_default();
    let file = percent_decoded(file);
    let root = path.split('/').next().unwrap_or_default();
    let mut parts: Vec<&str> = match file.starts_with('/') {
        true => vec![root],
        false => path.rsplit_once('/').map_or(Vec::new(), |(folder, _)| folder.split('/').collect()),
    };
    for part in file.split('/') {
        match part {
            "" | "." => {}
            // A path that leaves the root has no id in it.
            ".." if parts.len() <= 1 => return None,
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/")).filter(|id| !id.is_empty())
}

/// True if a target is an address: it begins with the way by which it is reached.
pub(super) fn has_scheme(target: &str) -> bool {
    let scheme = target.split(':').next().unwrap_or_default();
    let word = scheme.len() > 1
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    target.starts_with("//") || (scheme.len() < target.len() && word)
}

/// `%20` and its like as the bytes they stand for; text that this would break stays as it is.
fn percent_decoded(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = || {
            let digit = |at: usize| (*after.get(at)? as char).to_digit(16);
            (*first == b'%').then_some(()).and_then(|()| Some((digit(0)? * 16 + digit(1)?) as u8))
        };
        match digits() {
            Some(byte) => {
                out.push(byte);
                rest = &after[2..];
            }
            None => {
                out.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
