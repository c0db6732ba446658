//! The marks of JSON and those that models write in their place.

/// The mark that one of full width stands for; any other sign stands for itself.
pub(super) fn plain(c: char) -> char {
    match c {
        '：' => ':',
        '，' | '、' => ',',
        '｛' => '{',
        '｝' => '}',
        '［' => '[',
        '］' => ']',
        other => other,
    }
}

/// The closing mark of a string that a character opens, if it opens one.
pub(super) fn closing(open: char) -> Option<char> {
    Some(match open {
        '"' | '\'' | '＂' => open,
        '“' => '”',
        '„' => '“',
        '‘' => '’',
        '«' => '»',
        '「' => '」',
        '『' => '』',
        _ => return None,
    })
}

/// `name:` without quotes.
pub(super) fn is_bare_key(text: &str) -> bool {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    end > 0 && text[end..].trim_start().starts_with([':', '：'])
}

/// A word that is a value.
pub(super) fn is_word(text: &str) -> bool {
    ["true", "false", "null", "None", "True", "False"].iter().any(|word| text.starts_with(word))
}
