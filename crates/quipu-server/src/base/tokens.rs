//! Tokens: permissions per workspace, kept as hashes, shown once.
//!
//! A token is `qp_`, an id and a secret of 256 random bits. A secret so long needs no slow hash; only its SHA-256 is
//! kept. The file is read again whenever it changed, so that additions and revocations on the command line hold
//! at once. The scope of a token is bound to the identity of a workspace (`quipu::Location::identity`), not to its
//! name.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
use utoipa::ToSchema;

/// The rights of a token. Each role includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Role)]
pub enum TokenRole {
    /// The right to ask and read.
    Read,
    /// The right to change documents and decide names, too.
    Write,
    /// The right to change settings, tokens and workspaces, too.
    Admin,
}

impl TokenRole {
    /// Its name, as JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Admin => "admin",
        }
    }
}

/// A token as it is listed: never with its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Token {
    /// Its id, the part of it that may be shown.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its rights.
    pub role: TokenRole,
    /// The workspaces that it may see, by their names; all where none is named.
    pub workspaces: Vec<String>,
    /// The identities of those, which stay when they are renamed. One that was deleted has none any more.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub identities: Vec<String>,
    /// When it was made, RFC 3339.
    pub created: String,
    /// When it ends, RFC 3339; never where it is missing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub until: Option<String>,
}

impl Token {
    /// True if it still holds.
    pub(crate) fn holds(&self, now: Timestamp) -> bool {
        self.until.as_ref().is_none_or(|until| until.parse::<Timestamp>().is_ok_and(|until| now < until))
    }

    /// True if it may see the workspace of an identity.
    pub(crate) fn sees(&self, identity: &str) -> bool {
        self.workspaces.is_empty() || self.identities.iter().any(|own| own == identity)
    }

    /// True if it grants the same rights as another state of itself: names of workspaces change, and grant none.
    fn is_as(&self, other: &Self) -> bool {
        Self { workspaces: Vec::new(), ..self.clone() } == Self { workspaces: Vec::new(), ..other.clone() }
            && self.workspaces.is_empty() == other.workspaces.is_empty()
    }
}

/// A workspace that a token may see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenWorkspace {
    /// Its name.
    pub name: String,
    /// An identifier that no other workspace has, under any name.
    pub identity: String,
}

/// The identity of a workspace that is missing.
const GONE: &str = "gone";

/// A token with the secret that is shown once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Fresh {
    /// The public part of the token.
    #[serde(flatten)]
    pub token: Token,
    /// The value to send as `Authorization: Bearer`. It can never be shown again.
    pub secret: String,
}

/// A row of the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Row {
    #[serde(flatten)]
    token: Token,
    /// SHA-256 of the secret, hexadecimal.
    hash: String,
}

/// The tokens of a server, in a file.
pub struct TokenFile {
    path: PathBuf,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    changed: Option<SystemTime>,
    rows: BTreeMap<String, Row>,
}

/// The prefix of every token.
const PREFIX: &str = "qp_";

impl TokenFile {
    /// The tokens of a folder.
    pub fn of(folder: &Path) -> Self {
        Self { path: folder.join("tokens.json"), known: Mutex::default() }
    }

    /// All, by id.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn list(&self) -> io::Result<Vec<Token>> {
        self.with(|rows| rows.values().map(|row| row.token.clone()).collect())
    }

    /// Makes a token that is valid for this number of days, or for ever.
    ///
    /// # Errors
    /// When the system gives no random bits, or the file cannot be written.
    pub fn make(
        &self,
        name: &str,
        role: TokenRole,
        workspaces: Vec<SeenWorkspace>,
        days: Option<u32>,
    ) -> io::Result<Fresh> {
        let hours =
            days.map(|days| jiff::Span::new().try_hours(i64::from(days) * 24)).transpose().map_err(io::Error::other)?;
        let until = hours.map(|hours| Timestamp::now().checked_add(hours)).transpose().map_err(io::Error::other)?;
        self.make_until(name, role, workspaces, until)
    }

    /// A token that ends at a time.
    pub(crate) fn make_until(
        &self,
        name: &str,
        role: TokenRole,
        workspaces: Vec<SeenWorkspace>,
        until: Option<Timestamp>,
    ) -> io::Result<Fresh> {
        let id = unused_as_flag(random::<9>)?;
        let secret = format!("{PREFIX}{id}_{}", random::<32>()?);
        let created = Timestamp::now().to_string();
        let until = until.map(|until| until.to_string());
        let (workspaces, identities) = workspaces.into_iter().map(|seen| (seen.name, seen.identity)).unzip();
        let token = Token { id: id.clone(), name: name.to_owned(), role, workspaces, identities, created, until };
        let row = Row { token: token.clone(), hash: hash(&secret) };
        self.change(|rows| drop(rows.insert(id, row)))?;
        Ok(Fresh { token, secret })
    }

    /// Revokes a token; false if it does not exist.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn revoke(&self, id: &str) -> io::Result<bool> {
        let mut was = false;
        self.change(|rows| was = rows.remove(id).is_some())?;
        Ok(was)
    }

    /// Binds the tokens of former versions, which know names alone, to the workspaces that have them now. A token whose
    /// workspace is missing sees nothing from then on.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub(crate) fn bind(&self, identity: impl Fn(&str) -> Option<String>) -> io::Result<()> {
        let unbound = |token: &Token| token.identities.len() != token.workspaces.len();
        if !self.with(|rows| rows.values().any(|row| unbound(&row.token)))? {
            return Ok(());
        }
        self.change(|rows| {
            for token in rows.values_mut().map(|row| &mut row.token).filter(|token| unbound(token)) {
                let of = |name: &String| identity(name).unwrap_or_else(|| GONE.to_owned());
                token.identities = token.workspaces.iter().map(of).collect();
            }
        })
    }

    /// Lists a workspace under another name from now on.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub(crate) fn renamed(&self, identity: &str, to: &str) -> io::Result<()> {
        if !self.with(|rows| rows.values().any(|row| row.token.identities.iter().any(|own| own == identity)))? {
            return Ok(());
        }
        self.change(|rows| {
            for token in rows.values_mut().map(|row| &mut row.token) {
                for (name, own) in token.workspaces.iter_mut().zip(&token.identities) {
                    if own == identity {
                        to.clone_into(name);
                    }
                }
            }
        })
    }

    /// The token of a secret, if it is valid now. An unknown one takes as long as a wrong one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn of_secret(&self, secret: &str) -> io::Result<Option<Token>> {
        // An id may hold the sign that parts it from the secret; its length is always the same.
        let id = secret.strip_prefix(PREFIX).and_then(|rest| rest.get(..12)).unwrap_or_default();
        let given = hash(secret);
        self.with(|rows| {
            let row = rows.get(id);
            let expected = row.map_or_else(|| hash(""), |row| row.hash.clone());
            let is_it = bool::from(expected.as_bytes().ct_eq(given.as_bytes()));
            row.filter(|row| is_it && row.token.holds(Timestamp::now())).map(|row| row.token.clone())
        })
    }

    /// True if the token of an id is still valid and unchanged.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn holds_still(&self, token: &Token) -> io::Result<bool> {
        self.with(|rows| rows.get(&token.id).is_some_and(|row| row.token.is_as(token) && token.holds(Timestamp::now())))
    }

    /// Number of tokens.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn count(&self) -> io::Result<usize> {
        self.with(BTreeMap::len)
    }

    /// True if there is any token.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn any(&self) -> io::Result<bool> {
        self.with(|rows| !rows.is_empty())
    }

    fn with<T>(&self, take: impl FnOnce(&BTreeMap<String, Row>) -> T) -> io::Result<T> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = fs::metadata(&self.path).and_then(|found| found.modified()).ok();
        if changed != known.changed {
            *known = Known { changed, rows: self.read()? };
        }
        Ok(take(&known.rows))
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, Row>)) -> io::Result<()> {
        let _locked = quipu::durable::locked(&self.path)?;
        let mut rows = self.read()?;
        change(&mut rows);
        let rows: Vec<&Row> = rows.values().collect();
        quipu::durable::write_private(&self.path, &serde_json::to_vec_pretty(&rows)?)
    }

    fn read(&self) -> io::Result<BTreeMap<String, Row>> {
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(error) => return Err(error),
        };
        let rows: Vec<Row> = serde_json::from_slice(&text)?;
        Ok(rows.into_iter().map(|row| (row.token.id.clone(), row)).collect())
    }
}

/// The first id that no command line takes for a flag: one without a hyphen at its beginning.
fn unused_as_flag(mut ids: impl FnMut() -> io::Result<String>) -> io::Result<String> {
    loop {
        let id = ids()?;
        if !id.starts_with('-') {
            return Ok(id);
        }
    }
}

/// So many random bytes as text that fits everywhere.
pub(crate) fn random<const BYTES: usize>() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// SHA-256, hexadecimal: a secret of 256 random bits needs no slow hash.
pub(crate) fn hash(secret: &str) -> String {
    Sha256::digest(secret).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_no_flag() {
        let mut ids = ["-fog", "-", "fog-"].into_iter().map(|id| Ok(id.to_owned()));
        assert_eq!(unused_as_flag(|| ids.next().expect("there is one more")).ok().as_deref(), Some("fog-"));
    }

    #[test]
    fn a_token_is_known_by_its_secret_until_it_is_revoked_or_ends() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = TokenFile::of(folder.path());
        assert!(!tokens.any().unwrap());
        let fresh = tokens.make("page", TokenRole::Read, vec![seen("a")], None).unwrap();
        let kept = fs::read_to_string(folder.path().join("tokens.json")).unwrap();
        assert!(!kept.contains(&fresh.secret) && !kept.contains(&fresh.secret[16..]));
        // Another process's view of the same file.
        let known = TokenFile::of(folder.path()).of_secret(&fresh.secret).unwrap().unwrap();
        assert_eq!(known, fresh.token);
        assert!(known.sees("identity of a") && !known.sees("a"));
        let wrong = format!("{}x", &fresh.secret[..fresh.secret.len() - 1]);
        assert_eq!(tokens.of_secret(&wrong).unwrap(), None);
        assert_eq!(tokens.of_secret("").unwrap(), None);
        assert!(tokens.revoke(&known.id).unwrap() && !tokens.revoke(&known.id).unwrap());
        assert_eq!(tokens.of_secret(&fresh.secret).unwrap(), None);
        let ended = tokens.make_until("old", TokenRole::Admin, Vec::new(), Some(Timestamp::UNIX_EPOCH)).unwrap();
        assert_eq!(tokens.of_secret(&ended.secret).unwrap(), None);
    }

    fn seen(name: &str) -> SeenWorkspace {
        SeenWorkspace { name: name.to_owned(), identity: format!("identity of {name}") }
    }

    #[test]
    fn a_token_means_workspaces_and_not_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = TokenFile::of(folder.path());
        let made = tokens.make("page", TokenRole::Read, vec![seen("a")], None).unwrap().token;
        tokens.renamed("identity of a", "b").unwrap();
        let listed = tokens.list().unwrap().remove(0);
        assert_eq!((&*listed.workspaces[0], &*listed.identities[0]), ("b", "identity of a"));
        assert!(tokens.holds_still(&made).unwrap(), "another name gives and takes no right");
    }

    #[test]
    fn tokens_of_former_versions_are_bound_once() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = TokenFile::of(folder.path());
        tokens.make("all", TokenRole::Read, Vec::new(), None).unwrap();
        let named = tokens.make("named", TokenRole::Read, vec![seen("a"), seen("b")], None).unwrap();
        let path = folder.path().join("tokens.json");
        let mut rows: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for row in rows.as_array_mut().unwrap() {
            row.as_object_mut().unwrap().remove("identities");
        }
        fs::write(&path, rows.to_string()).unwrap();
        let tokens = TokenFile::of(folder.path());
        assert!(!tokens.of_secret(&named.secret).unwrap().unwrap().sees("identity of a"), "unbound it sees nothing");
        tokens.bind(|name| (name == "a").then(|| "1".to_owned())).unwrap();
        let bound = TokenFile::of(folder.path()).of_secret(&named.secret).unwrap().unwrap();
        assert!(bound.sees("1") && bound.identities.len() == 2);
        // A workspace that comes later under the name was not meant.
        tokens.bind(|name| Some(name.to_owned())).unwrap();
        assert!(!TokenFile::of(folder.path()).of_secret(&named.secret).unwrap().unwrap().sees("b"));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_the_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        TokenFile::of(folder.path()).make("a", TokenRole::Read, Vec::new(), None).unwrap();
        let mode = fs::metadata(folder.path().join("tokens.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
