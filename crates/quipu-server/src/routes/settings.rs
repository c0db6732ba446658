//! Settings, as in their table: listed, and changed as far as allowed over HTTP.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use quipu::location::FILE;
use quipu::settings::{self, Origin, Setting, TABLE, is_for_requests, may_be_set_from_afar};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::clients::Who;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::JsonBody;
use crate::problem::HttpProblem;
use crate::request;
use crate::schemas::ListPage;
use crate::served::Served;
use crate::shapes::Failures;
use crate::tokens::TokenRole;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list))
}

pub(super) fn changed() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(change))
}

/// A setting.
#[derive(Debug, Serialize, ToSchema)]
struct SettingRow {
    /// Its key.
    key: String,
    /// Its value, as text. Keys of servers are never here: settings name the variables that hold them.
    value: String,
    /// True if it has its default value.
    default: bool,
    /// The origin of its value.
    origin: OriginRow,
    /// Its description, in the language of the request.
    about: String,
    /// True if a request may set it for itself.
    for_requests: bool,
    /// True if an administrator may set it over HTTP.
    from_afar: bool,
    /// The work that existing documents need after a change: `reembed`, or `resplit` (index them again); missing for
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<&'static str>,
}

/// The origin of a setting's value.
#[derive(Debug, Serialize, ToSchema)]
struct OriginRow {
    /// `default`, `file`, `variable` or `flag`.
    kind: &'static str,
    /// The name of the file, the variable or the flag.
    name: Option<String>,
}

impl OriginRow {
    fn of(origin: Option<&Origin>) -> Self {
        let (kind, name) = match origin {
            None | Some(Origin::Default) => ("default", None),
            // The path of the file is private.
            Some(Origin::File(path)) => ("file", path.file_name().map(|name| name.to_string_lossy().into_owned())),
            Some(Origin::Variable(name)) => ("variable", Some(name.clone())),
            Some(Origin::Flag(name)) => ("flag", Some(name.clone())),
        };
        Self { kind, name }
    }
}

type SettingRowList = ListPage<SettingRow>;

/// Lists settings
///
/// Every setting with its value.
#[utoipa::path(get, path = "/settings", operation_id = "settings", tag = "settings", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The settings.", body = SettingRowList), Failures))]
async fn list(Space(served): Space, who: Who) -> Json<ListPage<SettingRow>> {
    // The server's address, its folders and the paths of models are visible to administrators alone.
    let own = |setting: &Setting| matches!(setting.section().0, "server" | "model");
    Json(ListPage::whole(rows(&served, |setting| who.role == TokenRole::Admin || !own(setting))))
}

fn rows(served: &Served, wanted: impl Fn(&Setting) -> bool) -> Vec<SettingRow> {
    let quipu = served.quipu();
    let loaded = quipu.loaded();
    let row = |setting: &Setting| {
        let value = (setting.show)(&loaded.settings);
        SettingRow {
            key: setting.key.clone(),
            from_afar: may_be_set_from_afar(&setting.key, Some(value.as_str())),
            value: without_user(value),
            default: !loaded.origins.contains_key(&setting.key),
            origin: OriginRow::of(loaded.origins.get(&setting.key)),
            about: request::about_setting(setting),
            for_requests: is_for_requests(&setting.key),
            needs: needs(&setting.key),
        }
    };
    TABLE.iter().filter(|setting| wanted(setting)).map(row).collect()
}

/// The work that existing documents need after a change of a setting.
fn needs(key: &str) -> Option<&'static str> {
    match key.split_once('.')? {
        ("embed", "model" | "name" | "dimension" | "query_prefix" | "passage_prefix") => Some("reembed"),
        ("split" | "load", _) => Some("resplit"),
        _ => None,
    }
}

/// Settings to change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChangeBody {
    /// Keys with their new values, as text; null takes a key out of the workspace's file.
    #[schema(value_type = BTreeMap<String, Option<String>>)]
    set: BTreeMap<String, Option<String>>,
}

/// Changes settings
///
/// In the workspace's own file, all or none; they hold for every request and job that begins from now on. The path of
/// a file, the variable of a key, or a server elsewhere is the owner's to set, on the machine.
#[utoipa::path(patch, path = "/settings", operation_id = "change_settings", tag = "settings", request_body = ChangeBody, params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The changed settings with their new values.", body = SettingRowList), Failures))]
async fn change(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    JsonBody(ChangeBody { set }): JsonBody<ChangeBody>,
) -> Result<Json<ListPage<SettingRow>>, HttpProblem> {
    let afar = |(key, value): &(&String, &Option<String>)| !may_be_set_from_afar(key, value.as_deref());
    if let Some((key, _)) = set.iter().find(afar) {
        return Err(quipu::Error::NotFromAfar { key: key.clone() }.into());
    }
    let _alone = served.deciding.lock().await;
    let path = served.quipu().folder().join(FILE);
    let before = std::fs::read(&path).ok();
    let changes = set.iter().map(|(key, value)| (key.as_str(), value.as_deref()));
    settings::change_all(&path, changes).map_err(quipu::Error::from)?;
    let usable = match served.reopen() {
        // A model that is not there, or not that of the vectors, shows when it is opened.
        Ok(()) => served.quipu().ready().await,
        Err(error) => Err(error),
    };
    if let Err(error) = usable {
        let undone = match &before {
            Some(text) => quipu::durable::write(&path, text),
            None => removed(&path),
        };
        undone.map_err(|error| HttpProblem::of_file(FILE, error))?;
        served.reopen()?;
        return Err(error.into());
    }
    for key in set.keys() {
        app.note(&who, "setting", Some(&served.name()), key);
    }
    Ok(Json(ListPage::whole(rows(&served, |setting| set.contains_key(&setting.key)))))
}

/// Removes a file that need not be there.
fn removed(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// An address without its user: some write a password there.
fn without_user(value: String) -> String {
    let Some((scheme, rest)) = value.split_once("://") else { return value };
    let host = rest.split('/').next().unwrap_or_default();
    match host.rsplit_once('@') {
        Some((user, _)) => format!("{scheme}://{}", &rest[user.len() + 1..]),
        None => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_reads_a_password_in_an_address() {
        assert_eq!(without_user("http://a:b@host/v1".to_owned()), "http://host/v1");
        assert_eq!(without_user("http://host/a@b".to_owned()), "http://host/a@b");
        assert_eq!(without_user("walk".to_owned()), "walk");
    }
}
