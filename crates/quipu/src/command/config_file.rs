//! Changing a file of settings: one key at a time, comments and order kept, checked before it is written.

use std::io::Write as _;
use std::path::Path;

use toml_edit::{DocumentMut, Item, Table, Value};

use crate::settings::{SettingsError, TABLE, check_text, unknown_key};

/// Sets a key to what a value says, or takes it out.
///
/// # Errors
/// When no setting has the key, the value is not accepted, or the file cannot be read or written.
pub(crate) fn change(path: &Path, key: &str, value: Option<&str>) -> Result<(), SettingsError> {
    let failed = |reason: String| SettingsError::File { path: path.display().to_string(), reason };
    let Some(setting) = TABLE.iter().find(|setting| setting.key == key) else {
        return Err(unknown_key(key));
    };
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| failed(error.to_string()))?,
    };
    let mut file: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| failed(error.to_string()))?;
    let (section, name) = setting.section();
    match value {
        Some(value) => {
            let table = file.entry(section).or_insert(Item::Table(Table::new()));
            let table = table.as_table_mut().ok_or_else(|| failed(format!("{section} is no section")))?;
            table[name] = Item::Value(written(value));
        }
        None => {
            if let Some(table) = file.get_mut(section).and_then(Item::as_table_mut) {
                table.remove(name);
            }
        }
    }
    let text = file.to_string();
    check_text(path, &text)?;
    replace(path, &text).map_err(|error| failed(error.to_string()))
}

/// A value as TOML writes it: numbers and lists as they are, else a text.
fn written(value: &str) -> Value {
    match value.parse::<Value>() {
        Ok(value @ (Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Array(_))) => value,
        _ => value.into(),
    }
}

/// Writes a file all or nothing.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
    fresh.write_all(text.as_bytes())?;
    fresh.as_file().sync_all()?;
    fresh.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_order_stay_and_nothing_wrong_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/quipu.toml");
        change(&path, "look.limit", Some("7")).unwrap();
        std::fs::write(&path, "# mine\n[split]\n# large\ncharacters = 900\n\n[look]\nlimit = 7\n").unwrap();
        change(&path, "split.overlap", Some("50")).unwrap();
        change(&path, "split.separators", Some(r#"["\n", ""]"#)).unwrap();
        change(&path, "embed.model", Some("none")).unwrap();
        change(&path, "look.limit", None).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# mine\n[split]\n# large\ncharacters = 900\noverlap = 50\n"), "{text}");
        assert!(text.contains("separators = [\"\\n\", \"\"]") && text.contains("model = \"none\""), "{text}");
        assert!(!text.contains("limit"), "{text}");
        for (key, value) in [("split.characters", "1"), ("split.charactres", "900"), ("look.strategy", "wlak")] {
            assert!(change(&path, key, Some(value)).is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
