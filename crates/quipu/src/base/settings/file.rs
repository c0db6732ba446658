//! Changing a file of settings: one key at a time, comments and order kept, checked before it is written.

use std::path::Path;

use toml_edit::{DocumentMut, Item, Table, TableLike, Value};

use super::{SettingsError, TABLE, check_text, unknown_key};
use crate::durable;

/// Sets a key to a value, or removes it.
///
/// # Errors
/// When no setting has the key, the value is not accepted, or the file cannot be read or written.
pub fn change(path: &Path, key: &str, value: Option<&str>) -> Result<(), SettingsError> {
    change_all(path, [(key, value)])
}

/// Sets keys to values, or removes them: all of them, or none.
///
/// # Errors
/// As [`change`].
pub fn change_all<'a>(
    path: &Path,
    changes: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
) -> Result<(), SettingsError> {
    let failed = |reason: String| SettingsError::File { path: path.display().to_string(), reason };
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| failed(error.to_string()))?,
    };
    let mut file: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| failed(error.to_string()))?;
    for (key, value) in changes {
        put(&mut file, key, value, &failed)?;
    }
    let text = file.to_string();
    check_text(path, &text)?;
    replace(path, &text).map_err(|error| failed(error.to_string()))
}

/// Puts a key into a file, or takes it out.
fn put(
    file: &mut DocumentMut,
    key: &str,
    value: Option<&str>,
    failed: &impl Fn(String) -> SettingsError,
) -> Result<(), SettingsError> {
    let Some(setting) = TABLE.iter().find(|setting| setting.key == key) else {
        return Err(unknown_key(key));
    };
    let (section, name) = setting.key.rsplit_once('.').unwrap_or(("", &setting.key));
    match value {
        Some(value) => {
            let mut table: &mut dyn TableLike = file.as_table_mut();
            for part in section.split('.') {
                let within = table.entry(part).or_insert_with(implied).as_table_like_mut();
                table = within.ok_or_else(|| failed(format!("{section} is no section")))?;
            }
            let value = Item::Value(written(value));
            match table.get_mut(name) {
                // In its place, with the comments above it.
                Some(known) => *known = value,
                None => drop(table.insert(name, value)),
            }
        }
        None => {
            let mut table: Option<&mut dyn TableLike> = Some(file.as_table_mut());
            for part in section.split('.') {
                table = table.and_then(|table| table.get_mut(part)?.as_table_like_mut());
            }
            table.map(|table| table.remove(name));
        }
    }
    Ok(())
}

/// A section that shows only where it holds something itself.
fn implied() -> Item {
    let mut table = Table::new();
    table.set_implicit(true);
    Item::Table(table)
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
    std::fs::create_dir_all(durable::above(path))?;
    durable::write(path, text.as_bytes())
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

    #[test]
    fn a_section_on_one_line_is_changed_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("quipu.toml");
        std::fs::write(&path, "look = { limit = 3 }\n").unwrap();
        change(&path, "look.limit", Some("4")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "look = { limit = 4 }\n");
        change(&path, "look.limit", None).unwrap();
        assert!(!std::fs::read_to_string(&path).unwrap().contains("limit"));
    }

    #[test]
    fn a_section_within_a_section_is_made_changed_and_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("quipu.toml");
        change(&path, "llm.extract.name", Some("large")).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "[llm.extract]\nname = \"large\"\n");
        change(&path, "llm.name", Some("small")).unwrap();
        change(&path, "llm.extract.retries", Some("2")).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("[llm]\nname = \"small\"") && text.contains("retries = 2"), "{text}");
        let settings = check_text(&path, &text).unwrap().settings;
        let extract = settings.llm(crate::settings::Work::Extract).unwrap();
        assert_eq!((extract.chat.card.name.as_str(), extract.manners.patience.tries), ("large", 3));
        change(&path, "llm.extract.name", None).unwrap();
        assert!(!std::fs::read_to_string(&path).unwrap().contains("large"));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_mode_and_its_link() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("shared.toml"), folder.path().join("quipu.toml"));
        std::fs::write(&file, "").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        symlink("shared.toml", &link).unwrap();
        change(&link, "look.limit", Some("4")).unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o644);
        assert!(std::fs::read_to_string(&file).unwrap().contains("limit = 4"));
    }
}
