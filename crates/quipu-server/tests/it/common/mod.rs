//! A server in this process, over temporary workspaces, with a client of HTTP.

#![allow(dead_code)] // Each test uses a part of it.

pub(crate) mod contract;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use quipu::ask::Note;
use quipu::evaluated::SetRow;
use quipu::location::FILE;
use quipu::settings::{Setting, load};
use quipu::{Access, Location, Opening, Outcome, Quipu, Stop};
use quipu_proof::measure::{Sets, evaluate};
use quipu_research::Sections;
use quipu_server::{
    Evaluation, Evaluator, Localizer, ProblemLanguage, SeenWorkspace, ServeOptions, ServedWorkspace, Serving,
    TokenFile, TokenRole, WorkspaceHome, serve,
};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};

/// A server over temporary workspaces, with its client.
pub(crate) struct Server {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) address: SocketAddr,
    pub(crate) client: Client,
    /// The address that opens the page of the owner, once.
    pub(crate) page: String,
    end: Stop,
    ended: Option<tokio::task::JoinHandle<()>>,
}

/// Measures as the command line does.
struct Measures;

impl Evaluator for Measures {
    fn evaluate(&self, quipu: &Quipu, asked: Evaluation) -> Outcome<Vec<SetRow>> {
        let sets = Sets { folders: asked.folders, questions: asked.questions, documents: None };
        evaluate(quipu, sets, asked.strategies)
    }
}

/// Says everything in English.
struct English;

impl Localizer for English {
    fn error(&self, error: &quipu::Error, _: ProblemLanguage) -> String {
        error.to_string()
    }

    fn note(&self, note: &Note, _: ProblemLanguage) -> String {
        note.to_string()
    }

    fn sentence(&self, english: &str, _: ProblemLanguage) -> String {
        english.to_owned()
    }

    fn setting(&self, setting: &Setting, _: ProblemLanguage) -> String {
        setting.about.clone()
    }

    fn way(&self, _: &str, english: &str, _: ProblemLanguage) -> String {
        english.to_owned()
    }
}

/// Workspaces in a folder, each in one of its name.
struct Home(PathBuf);

impl WorkspaceHome for Home {
    fn open(&self, folder: &Path) -> Result<Quipu, quipu::Error> {
        let settings = load(&[folder.join(FILE)], std::iter::empty(), &[])?;
        Ok(Quipu::at(
            folder,
            Access::Create,
            Opening { settings, fields: vec![Arc::new(Sections)], ..Opening::default() },
        ))
    }

    fn make(&self, name: &str) -> Result<Quipu, quipu::Error> {
        if !quipu::names::is_name(name) {
            return Err(quipu::Error::WorkspaceName { name: name.to_owned() });
        }
        // A folder may be that of a workspace that had the name before.
        let mut folders = (0..).map(|number| self.0.join(format!("{name}-{number}")));
        let folder = folders.find(|folder| !folder.exists()).expect("a server of tests does it");
        std::fs::create_dir_all(&folder).expect("a server of tests does it");
        self.open(&folder)
    }

    fn rename(&self, _: &str, to: &str) -> Result<(), quipu::Error> {
        if quipu::names::is_name(to) { Ok(()) } else { Err(quipu::Error::WorkspaceName { name: to.to_owned() }) }
    }

    fn forget(&self, _: &str) -> Result<(), quipu::Error> {
        Ok(())
    }

    fn identity(&self, name: &str) -> Option<String> {
        Location::from(self.0.join(name)).identity().ok()
    }
}

/// ServeOptions over workspaces in a folder.
pub(crate) fn options(folder: &Path, names: &[&str]) -> ServeOptions {
    let named = |name: &&str| {
        let at = folder.join(name);
        std::fs::create_dir_all(&at).expect("a server of tests does it");
        ServedWorkspace {
            name: (*name).to_owned(),
            quipu: Quipu::at(at, Access::Create, Opening { fields: vec![Arc::new(Sections)], ..Opening::default() }),
        }
    };
    ServeOptions {
        listen: ([127, 0, 0, 1], 0).into(),
        hosts: Vec::new(),
        origins: Vec::new(),
        roots: Vec::new(),
        closed: false,
        proxies: Vec::new(),
        at_once: 64,
        max_body: 1 << 20,
        max_file: 4 << 20,
        max_files: 10,
        state: folder.join("state"),
        workspaces: names.iter().map(named).collect(),
        fetch_inside: Vec::new(),
        patience: Duration::from_secs(30),
        makes: false,
        mcp_tools: quipu_mcp::tool_set("default", false).expect("there is such a set"),
        public_url: None,
        home: Arc::new(Home(folder.to_owned())),
        evaluator: Arc::new(Measures),
        localizer: Arc::new(English),
        log: Arc::new(|_| ()),
    }
}

impl Server {
    /// A server over these workspaces.
    pub(crate) async fn of(names: &[&str]) -> Self {
        Self::with(names, |_| ()).await
    }

    /// A server with changed options.
    pub(crate) async fn with(names: &[&str], change: impl FnOnce(&mut ServeOptions)) -> Self {
        let folder = tempfile::tempdir().expect("a server of tests does it");
        let mut options = options(folder.path(), names);
        change(&mut options);
        let serving = serve(options).await.expect("a server of tests does it");
        Self::running(folder, serving)
    }

    fn running(folder: tempfile::TempDir, serving: Serving) -> Self {
        let (address, end) = (serving.address(), Stop::default());
        let page = serving.page_of_owner().expect("a server of tests does it");
        let ended = Some(tokio::spawn(serving.until(end.clone())));
        // Nothing here is encrypted, but the client needs an encryption provider; a second test finds it installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self { folder, address, client: Client::new(), page, end, ended }
    }

    /// Ends it and starts another over the same folder.
    pub(crate) async fn again(mut self, names: &[&str]) -> Self {
        self.end.ask();
        self.ended.take().expect("a server of tests does it").await.expect("a server of tests does it");
        let folder = self.folder;
        let serving = serve(options(folder.path(), names)).await.expect("a server of tests does it");
        Self::running(folder, serving)
    }

    /// A token.
    pub(crate) fn token(&self, role: TokenRole, workspaces: &[&str]) -> String {
        let tokens = TokenFile::of(&self.folder.path().join("state"));
        let seen = |name: &&str| SeenWorkspace {
            name: (*name).to_owned(),
            identity: Location::from(self.folder.path().join(name)).identity().expect("a server of tests does it"),
        };
        tokens
            .make("test", role, workspaces.iter().map(seen).collect(), None)
            .expect("a server of tests does it")
            .secret
    }

    /// A request.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.address))
    }

    /// A GET, as JSON, checked against OpenAPI.
    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        let sent = self.request(Method::GET, path).send().await.expect("a server of tests does it");
        let (status, value) = read(sent).await;
        contract::holds("get", path, status.as_u16(), &value);
        (status, value)
    }

    /// A POST of JSON; the reply is checked against OpenAPI.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        let sent = self.request(Method::POST, path).json(body).send().await.expect("a server of tests does it");
        let (status, value) = read(sent).await;
        contract::holds("post", path, status.as_u16(), &value);
        (status, value)
    }

    /// Adds a text and waits until it is there; gives the job.
    pub(crate) async fn add(&self, workspace: &str, id: &str, text: &str) -> Value {
        let path = format!("/api/v1/workspaces/{workspace}/documents");
        let (status, job) = self.post(&path, &json!({ "id": id, "text": text })).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{job}");
        self.over(workspace, job["id"].as_str().expect("a server of tests does it")).await
    }

    /// Waits until a job is over.
    pub(crate) async fn over(&self, workspace: &str, id: &str) -> Value {
        for _ in 0..3000 {
            let (_, job) = self.get(&format!("/api/v1/workspaces/{workspace}/jobs/{id}")).await;
            if matches!(job["state"].as_str(), Some("done" | "failed" | "cancelled" | "paused")) {
                return job;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the job {id} goes on");
    }
}

/// A reply with its JSON, or null.
pub(crate) async fn read(response: Response) -> (StatusCode, Value) {
    let status = response.status();
    (status, response.json().await.unwrap_or_default())
}

/// The room of a workspace.
pub(crate) fn space(workspace: &str, path: &str) -> String {
    format!("/api/v1/workspaces/{workspace}{path}")
}
