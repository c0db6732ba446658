//! Settings, as the table has them.

use std::sync::Arc;

use axum::Json;
use quipu::settings::{TABLE, is_for_requests};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shapes::Failures;
use crate::app::App;
use crate::gate::who::Space;

pub(super) fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list))
}

/// A setting.
#[derive(Debug, Serialize, ToSchema)]
struct SettingRow {
    /// Its key.
    key: String,
    /// Its value, as text. Keys of servers are never here: settings name the variables that hold them.
    value: String,
    /// Whether nobody set it.
    default: bool,
    /// What it does, in English.
    about: String,
    /// Whether a request may set it for itself.
    for_requests: bool,
}

/// Lists settings
///
/// Every setting with its value.
#[utoipa::path(get, path = "/settings", operation_id = "settings", tag = "settings", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The settings.", body = Vec<SettingRow>), Failures))]
async fn list(Space(served): Space) -> Json<Vec<SettingRow>> {
    let loaded = served.quipu.loaded();
    let row = |setting: &quipu::settings::Setting| SettingRow {
        key: setting.key.clone(),
        value: without_user((setting.show)(&loaded.settings)),
        default: !loaded.origins.contains_key(&setting.key),
        about: setting.about.clone(),
        for_requests: is_for_requests(&setting.key),
    };
    Json(TABLE.iter().map(row).collect())
}

/// An address without who may use it: some write a password there.
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
