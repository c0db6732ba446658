//! What every floor of the server names: problems, requests, tokens, what is kept beside a workspace.

pub(crate) mod audit;
pub(crate) mod current;
pub(crate) mod cursor;
pub(crate) mod evaluator;
pub(crate) mod metrics;
pub(crate) mod new_id;
pub(crate) mod originals;
pub(crate) mod page;
pub(crate) mod patient;
pub(crate) mod problem;
pub(crate) mod request;
pub(crate) mod running;
pub(crate) mod schemas;
pub(crate) mod tokens;
pub(crate) mod unfinished;
pub(crate) mod upload_name;
